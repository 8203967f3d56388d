// A story played again from its journal is the same to the character, or the replay says where it is not, and why.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type EngineEvent, listMemories } from "../src/index.js";
import { ENDING_AT_ONCE, smallCampaign } from "./support/campaign.js";
import { collect, engineOn, sceneIn, tempFolder, walk, withScript } from "./support/play.js";
import { toldOnce } from "./support/told-once.js";

const CAMPAIGN = "one-wheel-over";
/** Six choices, of which the third and later ones were then left for two others; closed where those two lead to. */
const played = toldOnce(async (dataDir) => {
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "3" });
  await walk(story, "3", 6);
  const main = story.scene?.turnId ?? "";
  await collect(story.branch(2));
  await collect(story.choose(1));
  await collect(story.choose(2));
  await engine.close();
  return { id: story.id, main };
});
/** The small campaign with a beat whose author calls for dice, so that no seed has to be found that throws some. */
const DICE = {
  "plot/beats.json": JSON.stringify({
    beats: [
      {
        id: "beat_001",
        title: "The Lid",
        description:
          "The carriers measure the piano again. The player may lift the lid (might, DC 8: a letter lies inside) or push the piano (might, DC 8: it moves).",
      },
    ],
  }),
};
const scenesWithDice = (turns: readonly (readonly EngineEvent[])[]): number[] =>
  turns.flatMap((events, scene) => (events.some(({ type }) => type === "roll") ? [scene] : []));
const diced = toldOnce(async (dataDir) => {
  await smallCampaign(join(dataDir, "campaigns", "piano"), DICE);
  const engine = await engineOn(dataDir);
  const story = await engine.play("piano", { seed: "3" });
  const turns = await walk(story, "3", 3);
  await engine.close();
  return { id: story.id, rolled: scenesWithDice(turns)[0] ?? 0 };
});

it("[EN195] a replay gives the same scenes, rolls, states and memories, on any branch, and leaves the story alone", async () => {
  const { dataDir, id, main } = await played();
  const engine = await engineOn(dataDir);
  const story = await engine.resume(id);
  const before = story.scene;
  const told: number[] = [];
  const onScene = (scene: number, scenes: number) => void told.push(scene, scenes);
  expect(await engine.replay(story.id, { onScene })).toEqual({ turns: 5, taken: [], difference: null });
  expect(told).toEqual([0, 5, 1, 5, 2, 5, 3, 5, 4, 5]);
  expect(await engine.replay(story.id, { turn: main })).toEqual({ turns: 7, taken: [], difference: null });
  expect(story.scene).toEqual(before);
  expect(await engine.playthroughs()).toHaveLength(1);
  await expect(engine.replay("nobody")).rejects.toMatchObject({ code: "playthrough_not_found" });
  await expect(engine.replay(story.id, { turn: "nowhere" })).rejects.toMatchObject({ code: "no_such_turn" });
});

it("[EN195] it runs beside whoever plays, with the character that was chosen, to an ending or a leaving", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "12" });
  await collect(story.begin({ character: { name: "Wren", stats: { charisma: 11 } } }));
  await collect(story.choose(1));
  await collect(story.leave());
  const campaign = await smallCampaign(join(await tempFolder(), "strap"), ENDING_AT_ONCE);
  const ended = await engine.play(campaign, { seed: "1" });
  await collect(ended.begin());
  await collect(ended.choose(1));
  const choices = ended.scene?.choices ?? [];
  await collect(ended.choose(choices.find(({ sources }) => sources.some(({ kind }) => kind === "ending"))?.id ?? ""));

  const reader = await engineOn(dataDir, { readOnly: true });
  expect(await reader.replay(story.id)).toEqual({ turns: 3, taken: [], difference: null });
  expect(await reader.replay(ended.id)).toEqual({ turns: 3, taken: [], difference: null });
  await expect(reader.deletePlaythrough(story.id)).rejects.toMatchObject({ code: "read_only" });
});

it("[EN196] it says where it differs and which skill gave something else", async () => {
  const { dataDir, id, rolled } = await diced();
  const loaded = `
    const lines = [];
    process.stdin.on("data", (chunk) => lines.push(chunk)).on("end", () => {
      const { dependencies } = JSON.parse(Buffer.concat(lines));
      const { modifiers, label, stat } = dependencies.evaluate;
      const output = { formula: "2d6", dice: [1, 1], kept: [1, 1], modifiers, total: 2, outcome: "fail", label, stat };
      console.log(JSON.stringify({ version: "0", type: "done", ok: true, output }));
    });`;
  const second = await engineOn(dataDir, { skills: [await withScript("dice-roller", "roll-dice", loaded)] });
  const { turns, difference } = await second.replay(id);
  expect(rolled).toBeGreaterThan(0);
  expect(turns).toBe(rolled + 1);
  expect(difference).toMatchObject({
    scene: rolled,
    what: "rolls",
    where: expect.stringMatching(/^\/0\/dice\//),
    found: "1",
  });
  expect(difference?.why).toMatch(/^dice-roller\/roll-dice is the first that gave something else\./);
});

it("[EN196] it says which skill failed", async () => {
  const { dataDir, id } = await played();
  const broken = await withScript("player-choices", "generate-choices", "process.exit(3)");
  const second = await engineOn(dataDir, { skills: [broken] });
  const { turns, difference } = await second.replay(id);
  expect(turns).toBe(1);
  expect(difference).toMatchObject({
    scene: 0,
    what: "scene",
    where: expect.stringMatching(/^\/(?:choices|paragraphs)\//),
  });
  expect(difference?.why).toBe("player-choices/generate-choices failed this time.");
});

it("[EN197] a turn in which a skill failed is taken from the journal, and the rest played again", async () => {
  const dataDir = await tempFolder();
  const broken = await withScript("memory", "store-memory", "process.exit(3)");
  const first = await engineOn(dataDir, { skills: [broken] });
  const story = await first.play(CAMPAIGN, { seed: "11" });
  await walk(story, "11", 1);
  await first.close();
  const second = await engineOn(dataDir);
  const again = await second.resume(story.id);
  await collect(again.begin());
  expect(sceneIn(await collect(again.choose(1))).scene).toBe(2);
  expect(await second.replay(story.id)).toEqual({ turns: 3, taken: [0, 1], difference: null });
});

it("[EN195] [EN442] stopped, it says how far it came; it tells in a folder that a later run sweeps, and leaves nothing", async () => {
  const { dataDir, id } = await played();
  const temporary = await tempFolder();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const engine = await engineOn(dataDir);
  const stop = new AbortController();
  const folders = (): string[] => readdirSync(temporary, { recursive: true, encoding: "utf8" });
  const tellsIn = new RegExp(`^narratoria-run-${process.pid}-\\w+/1/narratoria\\.db$`);
  const onScene = (scene: number) => {
    if (scene !== 1) return;
    expect(folders().filter((name) => name.endsWith("narratoria.db"))).toEqual([expect.stringMatching(tellsIn)]);
    stop.abort();
  };
  expect(await engine.replay(id, { signal: stop.signal, onScene })).toMatchObject({ turns: 2, difference: null });
  expect(folders().filter((name) => name.includes("narratoria.db"))).toEqual([]);
});

it("[EN197] turns whose dice no seed decides are taken from the journal", async () => {
  const dataDir = await tempFolder();
  const campaign = await smallCampaign(join(await tempFolder(), "piano"), DICE);
  const engine = await engineOn(dataDir);
  await engine.skills.configure("dice-roller", { randomSource: "crypto" });
  const story = await engine.play(campaign, { seed: "3" });
  const turns = await walk(story, "3", 3);
  const rolled = scenesWithDice(turns);
  expect(rolled).not.toEqual([]);
  expect(await engine.replay(story.id)).toMatchObject({ turns: turns.length, taken: rolled, difference: null });
});

it("[EN195] memories that say the same and became one are no difference", async () => {
  const same = `
    const { host } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const record = { summary: "The bell of the ferry rang twice over the water.", characters: [], location: "bore" };
    const headers = { authorization: "Bearer " + host.token, "content-type": "application/json" };
    const at = { socketPath: host.socket, path: "/v0/store", method: "POST", headers };
    const request = require("node:http").request(at, (response) => {
      response.resume().on("end", () => {
        process.stdout.write(JSON.stringify({ version: "0", type: "done", ok: true, output: { id: "x" } }) + "\\n");
      });
    });
    request.end(JSON.stringify({ dataType: "memory", record }));`;
  const skills = await withScript("memory", "store-memory", same);
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir, { skills: [skills] });
  const story = await engine.play(CAMPAIGN, { seed: "11" });
  await walk(story, "11", 3);
  expect(await engine.replay(story.id)).toEqual({ turns: 4, taken: [], difference: null });
  await engine.close();
  // Beside them stands what each scene made known for the first time.
  const stored = (await listMemories({ dataDir, playthroughId: story.id })).map(({ summary }) => summary);
  expect(stored.filter((summary) => !/^You (?:met|heard of) /.test(summary))).toEqual([
    "The bell of the ferry rang twice over the water.",
  ]);
});

describe("changed since", () => {
  /** Three scenes of a campaign that is among the data. */
  const piano = toldOnce(async (dataDir) => {
    await smallCampaign(join(dataDir, "campaigns", "piano"));
    const engine = await engineOn(dataDir);
    const story = await engine.play("piano", { seed: "3" });
    const [, , last = []] = await walk(story, "3", 2);
    await engine.close();
    return { id: story.id, paragraph: sceneIn(last).paragraphs[0] ?? "" };
  });

  /** The story as a file in which something was changed and the sum made to fit, taken in again and replayed. */
  async function replayChanged(change: (file: Exported) => void) {
    const { dataDir: from, id } = await piano();
    const engine = await engineOn(from, { readOnly: true });
    let text = "";
    for await (const piece of engine.export(id, { format: "json" })) text += piece;
    const file: Exported = JSON.parse(text);
    change(file);
    const { playthrough, branches, sessions, turns, records } = file;
    const sum = createHash("sha256");
    for (const part of [playthrough, branches, sessions, ...turns, ...records]) sum.update(`${JSON.stringify(part)}\n`);
    const path = join(await tempFolder(), "changed.json");
    writeFileSync(path, JSON.stringify({ ...file, sha256: sum.digest("hex") }));
    const dataDir = await tempFolder();
    await smallCampaign(join(dataDir, "campaigns", "piano"));
    const elsewhere = await engineOn(dataDir);
    return elsewhere.replay((await elsewhere.import(path)).id);
  }

  it("[EN196] an edited campaign is told, with where it shows first", async () => {
    const { dataDir, id } = await piano();
    const premise = join(dataDir, "campaigns", "piano", "plot", "premise.md");
    writeFileSync(premise, readFileSync(premise, "utf8").replaceAll("piano", "harmonium"));
    const { difference } = await (await engineOn(dataDir)).replay(id);
    expect(difference?.where).toMatch(/^\//);
    expect(difference?.why).toMatch(
      / is the first that gave something else\. The skill, .* the campaign or the seed has changed\.$/,
    );
  });

  it("[EN196] another seed is told", async () => {
    const { difference } = await replayChanged(({ playthrough }) => {
      playthrough["seed"] = "another";
    });
    expect(difference).toMatchObject({ scene: 0, what: "scene", where: expect.stringMatching(/^\//) });
    expect(difference?.why).toMatch(
      / is the first that gave something else\. The skill, .* or the seed has changed\.$/,
    );
  });

  it("[EN196] a sentence that was put into the journal is told, with what stands there and what came now", async () => {
    const { turns, difference } = await replayChanged((file) => {
      const scene = file.turns[1]?.["sceneRecord"];
      if (scene !== undefined) Object.assign(scene, { paragraphs: ["Nobody ever wrote this.", "Nor this."] });
    });
    expect(turns).toBe(2);
    expect(difference).toMatchObject({
      scene: 1,
      what: "scene",
      where: "/paragraphs/0",
      expected: '"Nobody ever wrote this."',
      why: "Every skill gave the same; Narratoria made something else of it.",
    });
  });

  it("[EN304] a story begun before its state kept a past comes out the same", async () => {
    const { turns, difference } = await replayChanged((file) => {
      for (const turn of file.turns) {
        delete turn["state"]?.["past"];
        delete turn["sceneRecord"]?.["situation"];
        delete turn["sceneRecord"]?.["speakers"];
      }
    });
    expect({ turns, difference }).toEqual({ turns: 3, difference: null });
  });

  it("[EN303] a scene that was changed in the file is told, and those before it were compared", async () => {
    const { dataDir, id, paragraph } = await piano();
    const file = join(dataDir, "narratoria.db");
    const bytes = readFileSync(file);
    const words = paragraph.slice(0, 20);
    let changed = 0;
    for (let at = bytes.indexOf(words); at >= 0; at = bytes.indexOf(words, at + 1)) {
      // No JSON any more: what somebody has changed and can be read is an edit, and kept. (rule PE6500)
      bytes.write('"', at + 10);
      changed += 1;
    }
    expect(changed).toBeGreaterThan(0);
    writeFileSync(file, bytes);
    const { turns, difference } = await (await engineOn(dataDir)).replay(id);
    expect(turns).toBe(3);
    expect(difference).toMatchObject({ scene: 2, what: "journal" });
    expect(difference?.why).toMatch(
      /^What the journal holds of this scene was changed after it was written, or is damaged/,
    );
  });
});

interface Exported {
  readonly playthrough: Record<string, unknown>;
  readonly branches: readonly object[];
  readonly sessions: readonly object[];
  readonly turns: readonly Record<string, Record<string, unknown>>[];
  readonly records: readonly object[];
}
