// Plans that a model decides, by a host that writes what the test says. They need the workspace to be built.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EngineEvent } from "../src/index.js";
import { createScriptedHost } from "@narratoria/narrator/testing";
import { folderInDoubt, picksOf } from "./support/picks.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";
const inTurn = { startAhead: false } as const;

it("[EN320] a model decides the plans of turns, and scene, trace and journal say so; the storybook alone does without", async () => {
  const host = createScriptedHost((_, index) => (index === 0 ? '{"scene":"quiet"' : ""));
  const picks = createScriptedHost(({ schema, sequence }) => (sequence === "plan" ? picksOf(schema) : ""));
  const engine = await engineOn(await folderInDoubt(), { modelHost: picks, ...inTurn });
  const story = await engine.play(CAMPAIGN, { seed: "21" });
  expect(sceneIn(await collect(story.begin())).planner).toBeUndefined();
  expect(sceneIn(await collect(story.choose(1))).planner).toBe("model");
  expect(story.trace()?.attempts[0]?.run?.plan).toMatchObject({
    metadata: { planner: { by: "model", model: "scripted", generations: [{ fault: null }] } },
  });
  expect(picks.writes.filter(({ sequence }) => sequence === "plan")[0]?.prompt).toContain("The player's choice:");

  const stubborn = await engineOn(await folderInDoubt(), { modelHost: host, ...inTurn });
  const other = await stubborn.play(CAMPAIGN, { seed: "21" });
  await collect(other.begin());
  expect(sceneIn(await collect(other.choose(1))).planner).toBeUndefined();
  expect(other.trace()?.attempts[0]?.run?.plan).toMatchObject({
    metadata: { planner: { by: "pattern", instead: expect.stringContaining("of no use") as string } },
  });

  const storybook = createScriptedHost(() => "");
  const plain = await engineOn(await folderInDoubt(), { modelHost: storybook, narrator: "storybook", ...inTurn });
  const told = await plain.play(CAMPAIGN, { seed: "21" });
  await collect(told.begin());
  await collect(told.choose(1));
  expect(storybook.writes).toEqual([]);
});

it("[EN321] a replay takes a plan that a model decided from the journal, and is the same to the character", async () => {
  const dataDir = await folderInDoubt();
  const host = createScriptedHost(({ schema, sequence }) => (sequence === "plan" ? picksOf(schema) : ""));
  const engine = await engineOn(dataDir, { modelHost: host, ...inTurn });
  const story = await engine.play(CAMPAIGN, { seed: "22" });
  await collect(story.begin());
  for (const choice of [1, 2, 1]) await collect(story.choose(choice));
  expect(story.scene?.planner).toBe("model");
  const asked = host.writes.length;
  expect(await engine.replay(story.id)).toMatchObject({ turns: 4, difference: null });
  expect(host.writes).toHaveLength(asked);
  const reader = await engineOn(dataDir, { readOnly: true, ...inTurn });
  expect(await reader.replay(story.id)).toMatchObject({ turns: 4, difference: null });
});

/** A skill whose script needs an input, and shows what it was given. */
async function herbal(input?: object): Promise<string> {
  const dir = join(await tempFolder(), "herbal");
  await mkdir(join(dir, "scripts"), { recursive: true });
  const script = {
    name: "look-up",
    path: "scripts/look-up.cjs",
    inputSchema: "input.json",
    ...(input ? { input } : {}),
  };
  const hours = ["in the morning", "in the afternoon", "in the evening", "at night"].join(", ");
  const description = `Looks something up in a herbal. Use it ${hours}.`;
  const manifest = { name: "herbal", version: "1.0.0", description, scripts: [script] };
  await writeFile(join(dir, "skill.json"), JSON.stringify(manifest));
  const properties = { query: { type: "string", minLength: 3 }, pages: { type: "integer", minimum: 1, maximum: 9 } };
  await writeFile(
    join(dir, "input.json"),
    JSON.stringify({ type: "object", properties, required: ["query", "pages"] }),
  );
  await writeFile(
    join(dir, "scripts", "look-up.cjs"),
    `const { input } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({ version: "0", type: "ui_event", event: "looked-up", payload: input }) + "\\n");
process.stdout.write(JSON.stringify({ version: "0", type: "done", ok: true }) + "\\n");`,
  );
  return dir;
}

const lookedUp = (events: readonly EngineEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === "note" && event.event === "looked-up" ? [event.payload] : []));

it("[EN3220] a skill with an input schema is called with arguments, by its manifest's pattern and by a model", async () => {
  const pattern = await herbal({ query: "{place}", pages: 2 });
  const byPattern = await engineOn(await tempFolder(), { devSkills: [pattern], ...inTurn });
  const story = await byPattern.play(CAMPAIGN, { seed: "21" });
  await collect(story.begin());
  const place = String(await story.state().then(({ place: here }) => here));
  const [given] = lookedUp(await collect(story.choose(1)));
  expect(given).toEqual({ query: expect.stringMatching(/\p{L}{3}/u) as string, pages: 2 });
  expect(JSON.stringify(given)).not.toContain(place);

  const host = createScriptedHost(({ schema, sequence }) => {
    if (sequence !== "plan") return "";
    const plan = JSON.parse(picksOf(schema));
    return JSON.stringify({ ...plan, run: [{ use: "herbal", with: { query: "mandrake", pages: 7 } }] });
  });
  const byModel = await engineOn(await tempFolder(), { devSkills: [await herbal()], modelHost: host, ...inTurn });
  const other = await byModel.play(CAMPAIGN, { seed: "21" });
  await collect(other.begin());
  expect(lookedUp(await collect(other.choose(1)))).toEqual([{ query: "mandrake", pages: 7 }]);
});

it("[EN3221] a model that plans is told what the story is at", async () => {
  const host = createScriptedHost(({ schema, sequence }) => (sequence === "plan" ? picksOf(schema) : ""));
  const engine = await engineOn(await folderInDoubt(), { modelHost: host, ...inTurn });
  const story = await engine.play(CAMPAIGN, { seed: "21" });
  await collect(story.begin({ character: { stats: { charisma: 15, strength: 5 } } }));
  for (const choice of [1, 1, 1]) await collect(story.choose(choice));
  const prompts = host.writes.filter(({ sequence }) => sequence === "plan").map(({ prompt }) => prompt);
  expect(prompts.length).toBeGreaterThan(0);
  for (const prompt of prompts) expect(prompt).toMatch(/^The player: .*charisma 15/m);
  const all = prompts.join("\n");
  expect(all).toMatch(/^Still to happen: \p{Lu}/mu);
  expect(all).toMatch(/^Remembered: \p{Lu}/mu);
});

/** A skill whose script runs in every scene, and shows which deeds press. */
async function watcher(): Promise<string> {
  const dir = join(await tempFolder(), "watcher");
  await mkdir(join(dir, "scripts"), { recursive: true });
  await writeFile(join(dir, "SKILL.md"), "---\nname: watcher\ndescription: Watches.\n---\n");
  const script = { name: "look", path: "scripts/look.cjs", context: ["hooks"], when: ["turn"] };
  const manifest = { name: "watcher", version: "1.0.0", description: "Watches.", scripts: [script] };
  await writeFile(join(dir, "skill.json"), JSON.stringify(manifest));
  await writeFile(
    join(dir, "scripts", "look.cjs"),
    `const { context } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const pressing = context.hooks.filter(({ presses }) => presses).map(({ tag }) => tag);
process.stdout.write(JSON.stringify({ version: "0", type: "ui_event", event: "looked-up", payload: { pressing } }) + "\\n");
process.stdout.write(JSON.stringify({ version: "0", type: "done", ok: true }) + "\\n");`,
  );
  return dir;
}

it("[EN3222] a deed that a model's plan holds out presses for the scripts of that plan, in a replay too", async () => {
  const folder = join(await tempFolder(), "the-sluice");
  await mkdir(join(folder, "plot"), { recursive: true });
  await mkdir(join(folder, "world"));
  await writeFile(join(folder, "manifest.json"), JSON.stringify({ title: "The Sluice", version: "1.0.0" }));
  await writeFile(
    join(folder, "world", "setting.md"),
    "# The yard\n\nThe yard lies under the dam. There is a sluice in the wall, and a bell on a post.\n",
  );
  await writeFile(join(folder, "plot", "premise.md"), "You stand in the yard under the dam. The water is high.\n");
  const beat = (id: string, title: string, tag: string, description: string) => ({
    id,
    title,
    description,
    conditions: { player_choice: tag },
    priority: "normal",
  });
  const beats = [
    beat("beat_001", "The Bell", "ring_the_bell", "The bell is heard as far as the mill."),
    beat("beat_002", "The Sluice", "open_the_sluice", "The water goes down by a hand."),
  ];
  await writeFile(join(folder, "plot", "beats.json"), JSON.stringify({ beats }));
  const pressing = async (offer: string): Promise<unknown> => {
    const host = createScriptedHost(({ schema, sequence }) =>
      sequence === "plan" ? JSON.stringify({ ...JSON.parse(picksOf(schema)), tension: "same", offer }) : "",
    );
    const devSkills = [await watcher()];
    const engine = await engineOn(await folderInDoubt(), { modelHost: host, narrator: "model", devSkills, ...inTurn });
    const story = await engine.play(folder, { seed: "5" });
    await collect(story.begin());
    const waits = story.scene?.choices.findIndex(({ text }) => !/sluice|bell/.test(text)) ?? 0;
    const [seen] = lookedUp(await collect(story.choose(waits + 1)));
    expect(await engine.replay(story.id)).toMatchObject({ turns: 2, difference: null });
    return seen;
  };
  const [plain, sluice, bell] = await Promise.all(["any", "open the sluice", "ring the bell"].map(pressing));
  expect(plain).not.toEqual(sluice);
  expect(sluice).toMatchObject({ pressing: expect.arrayContaining(["open_the_sluice"]) as string[] });
  expect(bell).toMatchObject({ pressing: expect.arrayContaining(["ring_the_bell"]) as string[] });
});
