// What a model does while the player reads. They need the workspace to be built.
import { createScriptedHost, type ScriptedHost } from "@narratoria/narrator/testing";
import { openStore } from "@narratoria/persistence";
import { isJsonObject } from "@narratoria/protocol";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Story } from "../src/index.js";
import { folderInDoubt, picksOf } from "./support/picks.js";
import { collect, comparable, engineOn, sceneIn } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";

async function storyOf(modelHost: ScriptedHost, startAhead = true, dataDir?: string): Promise<Story> {
  const engine = await engineOn(dataDir ?? (await folderInDoubt()), { modelHost, startAhead });
  return engine.play(CAMPAIGN, { seed: "21" });
}

const isProse = ({ sequence }: { readonly sequence: string }): boolean => sequence === "prose";
const aheadIn = ({ writes }: ScriptedHost) => writes.filter(({ priority }) => priority === "ahead");
const plannerIn = (story: Story) =>
  (story.trace()?.attempts[0]?.run?.plan as { metadata?: { planner?: object } } | undefined)?.metadata?.planner;

it("[EN342] [EN343] the likeliest choice's plan waits for it, and the next scene's prompt has been begun", async () => {
  const host = createScriptedHost(({ sequence, schema }) => (sequence === "plan" ? picksOf(schema) : ""));
  const story = await storyOf(host);
  const opening = sceneIn(await collect(story.begin()));
  await vi.waitFor(() => expect(host.preloads.some(isProse)).toBe(true), 20_000);
  expect(aheadIn(host)).toHaveLength(1);
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

it("[EN343] another choice is planned anew, and the story is the same whether anything was asked ahead or not", async () => {
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
    expect(plannerIn(story)).not.toHaveProperty("ahead");
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
      if (request.priority === "ahead") options.signal.addEventListener("abort", () => (stopped += 1));
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
