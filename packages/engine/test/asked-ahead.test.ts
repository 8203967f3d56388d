// What a model does while the player reads. They need the workspace to be built.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScriptedHost, dutifulAnswer, type ScriptedHost } from "@narratoria/narrator/testing";
import { openStore } from "@narratoria/persistence";
import { isJsonObject } from "@narratoria/protocol";
import { expect, it, onTestFinished, vi } from "vitest";
import type { SceneEvent, Story } from "../src/index.js";
import { runsOnBattery } from "../src/story/tell-ahead.js";
import { folderInDoubt, picksOf } from "./support/picks.js";
import { collect, comparable, engineOn, sceneIn, tempFolder } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";

async function storyOf(modelHost: ScriptedHost, startAhead = true, dataDir?: string): Promise<Story> {
  const engine = await engineOn(dataDir ?? (await folderInDoubt()), { modelHost, startAhead });
  return engine.play(CAMPAIGN, { seed: "21" });
}

const isProse = ({ sequence }: { readonly sequence: string }): boolean => sequence === "prose";
const aheadIn = ({ writes }: ScriptedHost) =>
  writes.filter(({ priority, sequence }) => priority === "ahead" && sequence === "plan");
/** Scenes that were asked for ahead of need. */
const scenesAheadIn = ({ writes }: ScriptedHost) =>
  writes.filter(({ priority, sequence }) => priority === "ahead" && sequence === "prose");
const plannerIn = (story: Story) =>
  (story.trace()?.attempts[0]?.run?.plan as { metadata?: { planner?: object } } | undefined)?.metadata?.planner;

it("[EN342] [EN343] the likeliest choice's plan waits for it, and the next scene's prompt has been begun", async () => {
  const host = createScriptedHost(({ sequence, schema }) => (sequence === "plan" ? picksOf(schema) : ""));
  const story = await storyOf(host);
  const opening = sceneIn(await collect(story.begin()));
  await vi.waitFor(() => expect(host.preloads.some(isProse)).toBe(true), 20_000);
  const likeliest = opening.choices.findIndex(({ text }) => aheadIn(host)[0]?.prompt.includes(text));
  expect(likeliest).toBeGreaterThanOrEqual(0);
  const before = host.writes.length;
  const scene = sceneIn(await collect(story.choose(likeliest + 1)));
  expect(scene.planner).toBe("model");
  expect(plannerIn(story)).toMatchObject({ by: "model", ahead: true });
  expect(
    host.writes.slice(before).filter(({ sequence, priority }) => sequence === "plan" && priority !== "ahead"),
  ).toEqual([]);
});

it("[EN343] another choice is planned too, and the story is the same whether anything was asked ahead or not", async () => {
  const stories = [true, false].map(async (startAhead) => {
    const host = createScriptedHost(({ sequence, schema }) => (sequence === "plan" ? picksOf(schema) : ""));
    const story = await storyOf(host, startAhead);
    const opening = sceneIn(await collect(story.begin()));
    // Read ahead comes after the plan: it is there.
    if (startAhead) await vi.waitFor(() => expect(host.preloads.some(isProse)).toBe(true), 20_000);
    const likeliest = opening.choices.findIndex(({ text }) => aheadIn(host)[0]?.prompt.includes(text));
    const other = opening.choices.length;
    if (startAhead) expect(likeliest + 1).not.toBe(other);
    const events = await collect(story.choose(other));
    expect(plannerIn(story)).toMatchObject({ by: "model" });
    if (!startAhead) expect(aheadIn(host)).toEqual([]);
    return comparable(events);
  });
  const [ahead, without] = await Promise.all(stories);
  expect(ahead).toEqual(without);
});

it("[EN342] the likeliest choice is one that answers the plot, else the first", async () => {
  const dataDir = await folderInDoubt();
  const host = createScriptedHost(() => "");
  const story = await storyOf(host, true, dataDir);
  await collect(story.begin());
  const store = await openStore({ dataDir, readOnly: true });
  onTestFinished(() => store.close());
  for (let turn = 0; turn < 3; turn++) {
    await vi.waitFor(() => expect(aheadIn(host).length).toBeGreaterThan(0), 20_000);
    const slots = (await store.head(story.id))?.sceneRecord["slots"];
    if (!Array.isArray(slots)) throw new Error("no slots");
    const likeliest = slots.find((slot) => isJsonObject(slot) && slot["tags"]?.toString() !== "") ?? slots[0];
    expect(aheadIn(host).at(-1)?.prompt).toContain(`choice: ${isJsonObject(likeliest) ? likeliest["text"] : ""}\n`);
    if (turn < 2) {
      const before = aheadIn(host).length;
      await collect(story.choose(2));
      await vi.waitFor(() => expect(aheadIn(host).length).toBeGreaterThan(before), 20_000);
    }
  }
});

it("[EN342] a choice stops what was asked ahead, and nobody waits for it", async () => {
  let stopped = 0;
  const host = createScriptedHost(({ sequence, schema, priority }) =>
    priority === "ahead" ? { waitFor: new Promise(() => {}) } : sequence === "plan" ? picksOf(schema) : "",
  );
  const { write } = host;
  const watched: ScriptedHost = Object.assign(Object.create(host), {
    write: (...[request, options]: Parameters<ScriptedHost["write"]>) => {
      if (request.priority === "ahead" && request.sequence === "plan")
        options.signal.addEventListener("abort", () => (stopped += 1));
      return write(request, options);
    },
  });
  const story = await storyOf(watched);
  await collect(story.begin());
  await vi.waitFor(() => expect(aheadIn(host)).toHaveLength(1), 20_000);
  expect(stopped).toBe(0);
  const events = story.choose(1)[Symbol.asyncIterator]();
  expect(stopped).toBe(1);
  while (!(await events.next()).done);
  expect(story.scene?.planner).toBe("model");
});

/** What a model tells of every scene. */
const duty = (): ScriptedHost =>
  createScriptedHost(({ sequence, schema, prompt }) =>
    sequence === "plan" ? picksOf(schema) : schema ? "{}" : dutifulAnswer(prompt),
  );
const told = ({ sentences = [] }: SceneEvent): unknown[] => sentences.map(({ text, by }) => [text, by]);

it("[EN3400] the scene of a likely choice is written while the player reads, and asked for of nobody once it is chosen", async () => {
  const host = duty();
  const story = await storyOf(host);
  await collect(story.begin());
  const { length: offered } = story.scene?.choices ?? [];
  await vi.waitFor(
    () =>
      expect(scenesAheadIn(host).filter(({ schema, prompt }) => schema && prompt.includes("# NEXT\n"))).toHaveLength(
        Math.min(3, offered),
      ),
    30_000,
  );
  const before = host.writes.length;
  const scenes = scenesAheadIn(host).filter(({ schema }) => !schema);
  const likeliest =
    story.scene?.choices.findIndex(({ text }) => scenes[0]?.prompt.includes(`You have chosen: ${text}.`)) ?? -1;
  expect(likeliest).toBeGreaterThanOrEqual(0);
  const scene = sceneIn(await collect(story.choose(likeliest + 1)));
  expect(["model", "mixed"]).toContain(scene.narrator);
  expect(
    host.writes.slice(before).filter(({ priority, sequence }) => priority !== "ahead" && sequence === "prose"),
  ).toEqual([]);
  expect(JSON.stringify(story.trace())).toContain('"ahead":true');
});

it("[EN3450] each of the choices that are offered is planned while the player reads, and its plan waits for it", async () => {
  const host = duty();
  const story = await storyOf(host);
  await collect(story.begin());
  const choices = story.scene?.choices ?? [];
  await vi.waitFor(() => expect(aheadIn(host)).toHaveLength(choices.length), 30_000);
  for (const { text } of choices)
    expect(aheadIn(host).some(({ prompt }) => prompt.includes(`choice: ${text}\n`))).toBe(true);
  const last = choices.findIndex(({ text }) => aheadIn(host).at(-1)?.prompt.includes(`choice: ${text}\n`));
  // The last plan is there once something else is asked for, or nothing more is.
  await vi.waitFor(() => expect(host.writes.at(-1)?.sequence).toBe("plan"), 30_000);
  await collect(story.choose(last + 1));
  expect(plannerIn(story)).toMatchObject({ by: "model" });
});

it("[EN3401] what was written ahead and not chosen leaves nothing: the story is the same as without", async () => {
  const stories = [true, false].map(async (startAhead) => {
    const host = duty();
    const story = await storyOf(host, startAhead);
    await collect(story.begin());
    if (startAhead) await vi.waitFor(() => expect(scenesAheadIn(host).length).toBeGreaterThan(2), 30_000);
    const scenes: unknown[] = [];
    for (const choice of [story.scene?.choices.length ?? 1, 1, 2]) {
      scenes.push(told(sceneIn(await collect(story.choose(choice)))));
    }
    return [scenes, await story.state()];
  });
  const [ahead, without] = await Promise.all(stories);
  expect(ahead).toEqual(without);
});

it("[EN3402] a battery that is being emptied is spared", async () => {
  const supplies = await tempFolder();
  expect(await runsOnBattery(join(supplies, "none"))).toBe(false);
  await mkdir(join(supplies, "BAT0"));
  await writeFile(join(supplies, "BAT0", "status"), "Full\n");
  expect(await runsOnBattery(supplies)).toBe(false);
  await writeFile(join(supplies, "BAT0", "status"), "Discharging\n");
  expect(await runsOnBattery(supplies)).toBe(true);
});
