// Whole stories with the bundled skills as real processes, on real files. They need the workspace to be built.
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkContract } from "@narratoria/protocol/contracts";
import { expect, it } from "vitest";
import { EngineError, listPlaythroughs } from "../src/index.js";
import { collect, comparable, engineOn, noticesIn, sceneIn, tempFolder, walk, withScript } from "./support/play.js";
import { toldOnce } from "./support/told-once.js";

const CAMPAIGN = "one-wheel-over";
/** A story that is at its opening. */
const begun = toldOnce(async (dataDir) => {
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  await collect(story.begin());
  await engine.close();
  return {};
});
const PIANO = fileURLToPath(new URL("../../../campaigns/the-piano-on-the-third-landing/", import.meta.url));

it("[EN5][EN7][EN8] plays the same story from the same seed, every event by the contract", async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async () => {
      const engine = await engineOn(await tempFolder());
      return walk(await engine.play(CAMPAIGN, { seed: "5" }), "5", 8);
    }),
  );
  expect(first?.map(comparable)).toEqual(second?.map(comparable));
  for (const events of first ?? []) {
    for (const event of events) expect(checkContract("engine-event", event), JSON.stringify(event)).toEqual([]);
    const scene = sceneIn(events);
    expect([2, 3]).toContain(scene.paragraphs.length);
    expect([3, 4]).toContain(scene.choices.length);
    const tools = events.flatMap((event) => (event.type === "tool" ? [event.toolId] : []));
    const order = [
      ["evaluate", "roll", "outcome", "recall", "greet", "perceive", "repute"],
      ["choices", "narrate", "remember"],
    ].flat();
    expect(tools).toEqual(order.filter((tool) => tools.includes(tool)));
    expect(tools).toContain("narrate");
  }
});

it("[EN5] plays another story from another seed", async () => {
  const engine = await engineOn(await tempFolder());
  // What an author wrote of a decision is the same in every story: they part further on.
  const one = await walk(await engine.play(CAMPAIGN, { seed: "1" }), "1", 6);
  const other = await walk(await engine.play(CAMPAIGN, { seed: "2", fresh: true }), "1", 6);
  const told = (turns: typeof one) => turns.map((events) => sceneIn(events).paragraphs);
  expect(told(one)).not.toEqual(told(other));
});

it("[EN2][EN6] shows the same scene again when the story is opened anew, and goes on from it", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "9" });
  const turns = await walk(story, "9", 3);
  await engine.close();

  const again = await engineOn(dataDir);
  const resumed = await again.play(CAMPAIGN);
  expect(resumed.id).toBe(story.id);
  const events = await collect(resumed.begin());
  expect(events[0]).toMatchObject({ type: "story", resumed: true, seed: "9" });
  expect(sceneIn(events)).toEqual(sceneIn(turns[3] ?? []));
  expect(sceneIn(await collect(resumed.choose(1))).scene).toBe(4);

  const fresh = await again.play(CAMPAIGN, { fresh: true });
  expect(fresh.id).not.toBe(story.id);
  expect(sceneIn(await collect(fresh.begin())).scene).toBe(0);
  expect((await again.resume(story.id)).scene?.scene).toBe(4);
});

it("[EN5][EN6] is the same story when it is closed and opened between all its scenes", async () => {
  const straight = await walk(await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "3" }), "3", 3);
  const dataDir = await tempFolder();
  const scenes: unknown[] = [];
  for (let turn = 0; turn <= 3; turn++) {
    const engine = await engineOn(dataDir);
    const story = await engine.play(CAMPAIGN, { seed: "3" });
    if (turn === 0) scenes.push(sceneIn(await collect(story.begin())));
    else {
      const taken = sceneIn(straight[turn] ?? []).choice;
      const number = 1 + (story.scene?.choices.findIndex(({ text }) => text === taken) ?? -1);
      scenes.push(sceneIn(await collect(story.choose(number))));
    }
    await engine.close();
  }
  expect(comparable(scenes as never)).toEqual(comparable(straight.map(sceneIn)));
});

it.each([
  ["recall-memory", "process.exit(3)"],
  ["recall-memory", "console.log('not the protocol'); setInterval(() => {}, 1000)"],
  ["store-memory", "process.exit(3)"],
])("[EN9] a memory skill whose %s fails costs its part, not the scene: %s", async (script, source) => {
  const { dataDir } = await begun();
  const engine = await engineOn(dataDir, { skills: [await withScript("memory", script, source)] });
  const story = await engine.play(CAMPAIGN);
  const events = await collect(story.choose(1));
  expect(noticesIn(events)).toEqual(["skill_failed"]);
  expect(sceneIn(events)).toMatchObject({ scene: 1, narrator: "storybook" });
  expect(sceneIn(events).choices.length).toBeGreaterThanOrEqual(3);
});

it.each([
  ["storyteller", "narrate", "The storybook wrote this scene.", "Your choice and your roll count as usual."],
  [
    "player-choices",
    "generate-choices",
    "Plain choices stand in for this scene.",
    "Choose one; the next scene tries again.",
  ],
])(
  "[EN9] without %s/%s the scene still comes whole, and one notice says what stands in",
  async (skill, script, says, action) => {
    const { dataDir } = await begun();
    const engine = await engineOn(dataDir, { skills: [await withScript(skill, script, "process.exit(3)")] });
    const story = await engine.play(CAMPAIGN);
    const events = await collect(story.choose(1));
    const notices = events.filter((event) => event.type === "notice");
    expect(notices).toMatchObject([{ code: "skill_failed", message: expect.stringContaining(says), action }]);
    expect(sceneIn(events).paragraphs.length).toBeGreaterThanOrEqual(2);
    expect(sceneIn(events).choices.length).toBeGreaterThanOrEqual(3);
    expect(sceneIn(await collect(story.choose(2))).scene).toBe(2);
  },
);

it("[EN10] when nothing can be evaluated the scene changes nothing and offers the same choices", async () => {
  const { dataDir } = await begun();
  const engine = await engineOn(dataDir, {
    skills: [await withScript("player-choices", "evaluate-choice", "process.exit(3)")],
  });
  const story = await engine.play(CAMPAIGN);
  const before = story.scene;
  const events = await collect(story.choose(1));
  expect(noticesIn(events)).toContain("no_plan");
  const scene = sceneIn(events);
  expect(scene).toMatchObject({ scene: 1, narrator: "template", location: before?.location, time: before?.time });
  expect(scene.choices).toEqual(before?.choices);
});

it("[EN27] names a failing skill as players know it, and says when it is off for good", async () => {
  const { dataDir } = await begun();
  const engine = await engineOn(dataDir, {
    skills: [await withScript("player-choices", "evaluate-choice", "process.exit(3)")],
  });
  const story = await engine.play(CAMPAIGN);
  const said: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    for (const event of await collect(story.choose(1))) if (event.type === "notice") said.push(event.message);
  }
  expect(said[0]).toMatch(/^Player choices failed/);
  expect(said).toContain("Player choices failed too often and is off until you restart.");
  expect(said.join(" ")).not.toMatch(/evaluate|goes on without it/);
}, 240_000);

it("[EN25] lists playthroughs beside whoever plays, and makes nothing where there are none", async () => {
  const dataDir = await tempFolder();
  const story = await (await engineOn(dataDir)).play(CAMPAIGN, { seed: "4" });
  await collect(story.begin());
  expect(await listPlaythroughs(dataDir)).toMatchObject([{ id: story.id, scene: 0 }]);
  expect(await listPlaythroughs(join(dataDir, "elsewhere"))).toEqual([]);
  expect(existsSync(join(dataDir, "elsewhere"))).toBe(false);
});

it("[EN26] says what is wrong with a campaign when its story opens, and plays it", async () => {
  const folder = await tempFolder();
  const campaign = join(folder, "broken-in-part");
  await cp(PIANO, campaign, { recursive: true });
  await mkdir(join(campaign, "plot"), { recursive: true });
  await writeFile(
    join(campaign, "plot", "beats.json"),
    '{ "beats": [\n  { "id": "beat_001", "title": "A knock", "description": "Somebody knocks.",\n    "priority": "urgent" }\n] }\n',
  );
  const story = await (await engineOn(join(folder, "data"))).play(campaign, { seed: "1" });
  const events = await collect(story.begin());
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "notice",
      code: "campaign_faults",
      message: expect.stringMatching(/plot\/beats\.json:3 .*urgent/),
    }),
  );
  expect(sceneIn(events).scene).toBe(0);
  const well = await (await engineOn(join(folder, "other"))).play(PIANO, { seed: "1" });
  // A copy says of its pictures who made them, and nothing else.
  expect(noticesIn(await collect(well.begin()))).toEqual(["generated_assets"]);
});

it("[EN354] says with the first scene how many parts of a campaign a model made", async () => {
  const folder = await tempFolder();
  const campaign = join(folder, "made");
  await mkdir(join(campaign, "world"), { recursive: true });
  await writeFile(join(campaign, "manifest.json"), '{ "title": "Made", "version": "1.0.0" }');
  await writeFile(join(campaign, "world", "setting.md"), "---\ngenerated: true\n---\n# A pier\n\nThe pier is old.\n");
  const story = await (await engineOn(join(folder, "data"))).play(campaign, { seed: "1" });
  expect(await collect(story.begin())).toContainEqual(
    expect.objectContaining({
      type: "notice",
      code: "generated_assets",
      message:
        "Campaign contains 1 AI-generated asset(s). Review generated flags and provenance metadata to verify correctness.",
    }),
  );
});

it("[EN11] a turn that is stopped within a second leaves the story as it was", async () => {
  const { dataDir } = await begun();
  const engine = await engineOn(dataDir, {
    skills: [await withScript("player-choices", "evaluate-choice", "setInterval(() => {}, 1000)")],
  });
  const story = await engine.play(CAMPAIGN);
  const opening = sceneIn(await collect(story.begin()));
  const stop = new AbortController();
  const events = [];
  let stoppedAt = 0;
  for await (const event of story.choose(1, { signal: stop.signal })) {
    events.push(event);
    if (event.type === "progress") {
      stoppedAt = performance.now();
      stop.abort();
    }
  }
  expect(performance.now() - stoppedAt).toBeLessThan(1_000);
  expect(noticesIn(events)).toEqual(["turn_stopped"]);
  expect(sceneIn(events)).toEqual(opening);
  await engine.close();
  const again = await (await engineOn(dataDir)).play(CAMPAIGN);
  expect(again.scene).toEqual(opening);
});

it("[EN12] undo takes the last turn back, and the same choice then tells the same scene", async () => {
  const story = await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "6" });
  const [, first, second] = await walk(story, "6", 2);
  const undone = await collect(story.undo());
  expect(noticesIn(undone)).toEqual(["undone"]);
  expect(sceneIn(undone)).toEqual(sceneIn(first ?? []));
  const taken = sceneIn(second ?? []).choice;
  const again = await collect(story.choose(1 + (story.scene?.choices.findIndex(({ text }) => text === taken) ?? -1)));
  expect(comparable([sceneIn(again)])).toEqual(comparable([sceneIn(second ?? [])]));
  await collect(story.undo());
  await collect(story.undo());
  expect(noticesIn(await collect(story.undo()))).toEqual(["nothing_to_undo"]);
  expect(story.scene?.scene).toBe(0);
});

it("[EN14] refuses a choice that is not there, and a second one while a scene is being told", async () => {
  const story = await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "6" });
  expect(() => story.choose(1)).toThrow(/Begin|no choice/);
  await collect(story.begin());
  expect(() => story.choose(7)).toThrow("There is no choice 7.");
  expect(() => story.choose("nonsense")).toThrow(EngineError);
  const telling = collect(story.choose(1));
  expect(() => story.choose(1)).toThrow("still being told");
  expect(sceneIn(await telling).scene).toBe(1);
});

it("[EN1][EN3] says what is wrong with a folder or a name, in one sentence", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, "file"), "");
  await expect(engineOn(join(folder, "file", "data"))).rejects.toMatchObject({
    code: "data_folder",
    message: expect.stringContaining(join(folder, "file", "data")),
  });
  await expect(engineOn("")).rejects.toMatchObject({ code: "data_folder", message: expect.stringContaining("empty") });
  if (process.platform === "linux") {
    // Nothing can be made there, and Node does not notice.
    await expect(engineOn("/proc/none/data")).rejects.toMatchObject({ code: "data_folder" });
  }
  const engine = await engineOn(folder);
  await expect(engine.play("no-such-story")).rejects.toMatchObject({
    code: "campaign_not_found",
    action: expect.stringContaining(CAMPAIGN),
  });
  await expect(engine.play(join(folder, "file"))).rejects.toMatchObject({
    code: "campaign_not_found",
    message: expect.stringContaining("is a file"),
  });
  await expect(engine.play(folder)).rejects.toMatchObject({ code: "campaign_broken" });
  await expect(engine.resume("nobody")).rejects.toMatchObject({ code: "playthrough_not_found" });
  await writeFile(join(folder, "manifest.json"), '{\n  "title": "Broken",\n  "version": 3\n}\n');
  await expect(engine.play(folder)).rejects.toMatchObject({
    code: "campaign_broken",
    message: expect.stringMatching(/manifest\.json:3/),
  });
});

it("[EN6] keeps the dice and the parents of every turn in the journal", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "11" });
  const turns = await walk(story, "11", 6);
  await engine.close();
  const { openStore } = await import("@narratoria/persistence");
  const store = await openStore({ dataDir, readOnly: true });
  const kept = (await store.history(story.id)).reverse();
  await store.close();
  expect(kept.map(({ scene }) => scene)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(kept.map(({ parentId }) => parentId)).toEqual([null, ...kept.slice(0, -1).map(({ id }) => id)]);
  for (const [index, events] of turns.entries()) {
    const roll = events.find((event) => event.type === "roll");
    const rolls = kept[index]?.rolls ?? [];
    if (roll)
      expect(rolls[0]).toMatchObject({
        formula: roll.formula,
        dice: roll.dice,
        total: roll.total,
        modifiers: roll.modifiers,
      });
    else expect(rolls).toEqual([]);
    expect(kept[index]?.memories.length).toBeGreaterThan(0);
  }
  expect(await readFile(join(dataDir, "narratoria.db")).then((file) => file.length)).toBeGreaterThan(0);
});
