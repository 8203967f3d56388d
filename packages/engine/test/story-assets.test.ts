// SPEC.md EN401 to EN406: files that skills make for scenes. They need the workspace to be built.
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { probeSandbox } from "@narratoria/executor";
import { checkContract, type SceneAsset } from "@narratoria/protocol/contracts";
import { expect, it, onTestFinished } from "vitest";
import { type Engine, type EngineEvent, openEngine } from "../src/index.js";
import { assetsAt } from "../src/scene/scene-assets.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";
const PNG = Buffer.from("\x89PNG\r\n\x1a\nthe lantern", "latin1");
const machine = await probeSandbox();

/** Begins a script of its own for each scene: reads its input and has `say`, `announce` and `fs` at hand. */
const START = `
const fs = require("node:fs");
const { join } = require("node:path");
const given = JSON.parse(fs.readFileSync(0, "utf8"));
const data = process.env.NARRATORIA_DATA_DIR;
const say = (event) => fs.writeSync(1, JSON.stringify({ version: "0", ...event }) + "\\n");
const announce = (path, more) => say({ type: "asset", assetId: path, kind: "image", mediaType: "image/png", path, ...more });
`;
const END = `say({ type: "done", ok: true });`;

/** Paints the same picture in every scene, and a model that no shell shows. */
const PAINTS = `
fs.writeFileSync("lantern.png", Buffer.from(${JSON.stringify(PNG.toString("base64"))}, "base64"));
fs.writeFileSync(join(data, "tower.glb"), "glTF tower");
announce("lantern.png", { metadata: { title: "A lantern", width: 2 } });
announce(join(data, "tower.glb"), { assetId: "tower", kind: "model", mediaType: "model/gltf-binary" });
`;

/** A data folder with a skill in it that runs in every scene. */
async function withPainter(script: string): Promise<string> {
  const dataDir = await tempFolder();
  const dir = join(dataDir, "skills", "painter");
  mkdirSync(join(dir, "scripts"), { recursive: true });
  const scripts = [
    { name: "paint", path: "scripts/paint.cjs", timeout: 20_000, when: ["opening", "turn"] },
    { name: "wait", path: "scripts/wait.cjs", timeout: 20_000, when: ["turn"] },
  ];
  const manifest = { name: "painter", version: "1.0.0", description: "Paints what is there.", scripts };
  writeFileSync(join(dir, "skill.json"), JSON.stringify(manifest));
  writeFileSync(join(dir, "scripts", "paint.cjs"), `${START}${script}${END}`);
  const hangs = `if (fs.existsSync(join(data, "wait"))) setInterval(() => {}, 1_000); else { ${END} }`;
  writeFileSync(join(dir, "scripts", "wait.cjs"), `${START}${hangs}`);
  return dataDir;
}

const sumOf = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
const LANTERN = `${sumOf(PNG)}.png`;
const TOWER = `${sumOf("glTF tower")}.bin`;

function filesOf(dataDir: string, id: string): string[] {
  const folder = join(dataDir, "assets", id);
  // Portraits are drawn while the player reads, at their own time.
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name !== "portraits")
        .sort()
    : [];
}

const assetsIn = (events: readonly EngineEvent[]): EngineEvent[] => events.filter(({ type }) => type === "asset");

/** What the painter comes to, of the story with this id. */
const painted = (dataDir: string, id: string): SceneAsset[] => [
  {
    assetId: "lantern.png",
    kind: "image",
    mediaType: "image/png",
    path: join(dataDir, "assets", id, LANTERN),
    toolId: "painter-paint",
    sizeBytes: PNG.length,
    checksum: `sha256:${sumOf(PNG)}`,
    format: "png",
    metadata: { title: "A lantern", width: 2 },
  },
  {
    assetId: "tower",
    kind: "model",
    mediaType: "model/gltf-binary",
    path: join(dataDir, "assets", id, TOWER),
    toolId: "painter-paint",
    sizeBytes: 10,
    checksum: `sha256:${sumOf("glTF tower")}`,
  },
];

async function begun(engine: Engine): Promise<{ readonly id: string; readonly events: EngineEvent[] }> {
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  return { id: story.id, events: await collect(story.begin()) };
}

it("[EN401] tells a scene's files before the scene and with it, and again when the story is opened again", async () => {
  const dataDir = await withPainter(PAINTS);
  const engine = await engineOn(dataDir);
  const { id, events } = await begun(engine);
  const all = painted(dataDir, id);
  expect(assetsIn(events)).toEqual(all.map((asset) => ({ type: "asset", ...asset })));
  expect(events.slice(-3).map(({ type }) => type)).toEqual(["asset", "asset", "scene"]);
  for (const event of events) expect(checkContract("engine-event", event)).toEqual([]);
  expect(sceneIn(events).assets).toEqual(all);
  expect(readFileSync(join(dataDir, "assets", id, LANTERN))).toEqual(PNG);
  expect(filesOf(dataDir, id)).toEqual([LANTERN, TOWER].sort());
  await engine.close();

  const again = await (await engineOn(dataDir)).resume(id);
  expect(again.scene?.assets).toEqual(all);
  // A data folder may be moved.
  rmSync(join(dataDir, "assets", id, LANTERN));
  expect(again.scene?.assets).toEqual([{ ...all[0], missing: true }, all[1]]);
});

it("[EN401] tells once a session that files of a skill were not taken, and why", async () => {
  const dataDir = await withPainter(`announce("a.png"); announce("b.png"); announce("/etc/hostname");`);
  const story = await (await engineOn(dataDir)).play(CAMPAIGN, { seed: "4" });
  const refused = (events: readonly EngineEvent[]): EngineEvent[] =>
    events.filter((event) => event.type === "notice" && event.code === "asset_refused");
  const events = await collect(story.begin());
  expect(refused(events)).toMatchObject([
    {
      type: "notice",
      code: "asset_refused",
      message: "3 files that painter made cannot be shown: its file is not there.",
      action: "",
      skill: "painter",
    },
  ]);
  expect(assetsIn(events)).toEqual([]);
  expect(refused(await collect(story.choose(1)))).toEqual([]);
});

it.each([
  [
    { generated: true },
    "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data)",
  ],
  [
    { generated: false, provenance: { source_model: "m", generated_at: "2026-01-01T00:00:00Z", seed_data: "s" } },
    "Human-created asset must not contain provenance (generated=false conflicts with provenance object)",
  ],
])(
  "[EN1824] tells the player in the words of the document that a picture with %j was not kept",
  async (metadata, words) => {
    const dataDir = await withPainter(`
fs.writeFileSync("lantern.png", Buffer.from(${JSON.stringify(PNG.toString("base64"))}, "base64"));
announce("lantern.png", { metadata: ${JSON.stringify(metadata)} });
`);
    const story = await (await engineOn(dataDir)).play(CAMPAIGN, { seed: "4" });
    const refused = (events: readonly EngineEvent[]): EngineEvent[] =>
      events.filter((event) => event.type === "notice" && event.code === "asset_refused");
    const events = await collect(story.begin());
    const message = `A file that painter made cannot be shown: ${words}.`;
    expect(refused(events)).toMatchObject([{ message, skill: "painter", severity: "degraded" }]);
    expect(assetsIn(events)).toEqual([]);
    expect(sceneIn(events).assets ?? []).toEqual([]);
    expect(refused(await collect(story.choose(1)))).toEqual([]);
  },
);

it("[EN402] the journal keeps all that is known of them but the folder, and so does an export", async () => {
  const dataDir = await withPainter(PAINTS);
  const engine = await engineOn(dataDir);
  const { id } = await begun(engine);
  let text = "";
  for await (const piece of engine.export(id, { format: "json" })) text += piece;
  const file: { turns: { results: { aggregatedAssets: object[] }[]; sceneRecord: { assets: object[] } }[] } =
    JSON.parse(text);
  const kept = painted("", "").map((asset, index) => ({ ...asset, path: [LANTERN, TOWER][index] }));
  expect(file.turns[0]?.sceneRecord.assets).toEqual(kept);
  expect(file.turns[0]?.results.at(-1)?.aggregatedAssets).toEqual(kept);
  expect(text).not.toContain(dataDir);
  const exported = join(await tempFolder(), "story.json");
  writeFileSync(exported, text);
  // The files themselves do not travel.
  const taken = await engine.resume((await engine.import(exported)).id);
  expect(taken.scene?.assets?.map(({ assetId, missing }) => [assetId, missing])).toEqual([
    ["lantern.png", true],
    ["tower", true],
  ]);
});

it.each(["..", "/etc/hostname", "../narratoria.db", "a.png"])(
  "[EN402] a story that was imported reaches no file by the name of one: %s",
  (path) => {
    const named = painted("", "").map((asset) => ({ ...asset, path }));
    const told = { missing: true, path: path.replace(/.*\//, "") };
    expect(assetsAt("/data/assets/1", named)).toMatchObject([told, told]);
  },
);

it("[EN403] nothing stays of a turn that was stopped, and what earlier turns made does", async () => {
  const dataDir = await withPainter(
    `${PAINTS} fs.writeFileSync("once.png", String(process.pid)); announce("once.png");`,
  );
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  await collect(story.begin());
  const before = filesOf(dataDir, story.id);
  expect(before).toHaveLength(3);
  const wait = join(dataDir, "skills", "painter", "data", "wait");
  writeFileSync(wait, "");
  const stop = new AbortController();
  const told: EngineEvent[] = [];
  for await (const event of story.choose(1, { signal: stop.signal })) {
    told.push(event);
    if (event.type !== "progress" || event.toolPath !== "painter/wait") continue;
    // The picture was taken in by then.
    expect(filesOf(dataDir, story.id).length).toBeGreaterThan(before.length);
    stop.abort();
  }
  rmSync(wait);
  expect(told).toContainEqual(expect.objectContaining({ code: "turn_stopped" }));
  expect(assetsIn(told)).toEqual([]);
  expect(filesOf(dataDir, story.id)).toEqual(before);
  expect(sceneIn(await collect(story.choose(1))).assets).toHaveLength(3);
  expect(filesOf(dataDir, story.id)).toHaveLength(4);
});

it("[EN404] what a program that was killed had taken in is gone when the story is opened again", async () => {
  const dataDir = await withPainter(PAINTS);
  const engine = await engineOn(dataDir);
  const { id } = await begun(engine);
  await engine.close();
  const orphan = `${"0".repeat(64)}.png`;
  writeFileSync(join(dataDir, "assets", id, orphan), "nobody's");
  writeFileSync(join(dataDir, "assets", id, ".added"), `${orphan}\n${LANTERN}\n`);
  await (await engineOn(dataDir)).resume(id);
  expect(filesOf(dataDir, id)).toEqual([LANTERN, TOWER].sort());
});

it("[EN405] a story that is deleted takes its files along, whatever ends the program in between", async () => {
  const dataDir = await withPainter(PAINTS);
  const engine = await engineOn(dataDir);
  const { id } = await begun(engine);
  expect(await engine.deletePlaythrough("../skills")).toBe(false);
  expect(existsSync(join(dataDir, "skills", "painter"))).toBe(true);
  const { id: other } = await engine.play(CAMPAIGN, { seed: "5", fresh: true });
  mkdirSync(join(dataDir, "assets", other), { recursive: true });
  await engine.close();
  // Both were being deleted: of one the journal is gone already.
  renameSync(join(dataDir, "assets", id), join(dataDir, "assets", `.deleted-${id}`));
  renameSync(join(dataDir, "assets", other), join(dataDir, "assets", ".deleted-gone"));
  const opened = await engineOn(dataDir);
  expect(readdirSync(join(dataDir, "assets"))).toEqual([id]);
  expect(filesOf(dataDir, id)).toEqual([LANTERN, TOWER].sort());
  expect(await opened.deletePlaythrough(id)).toBe(true);
  expect(readdirSync(join(dataDir, "assets"))).toEqual([]);
});

it("[EN401] a replay of a story with files finds no difference and keeps none of its own", async () => {
  const dataDir = await withPainter(`fs.writeFileSync("x.png", String(process.pid)); announce("x.png");`);
  const engine = await engineOn(dataDir);
  const { id } = await begun(engine);
  const before = filesOf(dataDir, id);
  expect(await engine.replay(id)).toMatchObject({ difference: null });
  expect(filesOf(dataDir, id)).toEqual(before);
});

it("[EN401] a folder for files that cannot be made costs the files, not the story", async () => {
  const dataDir = await withPainter(PAINTS);
  writeFileSync(join(dataDir, "assets"), "a file in its place");
  const { events } = await begun(await engineOn(dataDir));
  expect(sceneIn(events)).not.toHaveProperty("assets");
});

/** Puts the folders of its own that it can write in to every use that an earlier version was led astray by. */
const SMUGGLES = `
const home = given.config.home;
try { fs.rmSync(join(data, "assets"), { recursive: true }); } catch {}
fs.symlinkSync(join(home, ".config", "autostart"), join(data, "assets"));
fs.writeFileSync("x.desktop", "[Desktop Entry]");
announce("x.desktop");
fs.symlinkSync(home, "home");
announce("home/secret.txt");
announce(join(data, "assets", "player.desktop"));
`;

it.skipIf(machine.tier !== "bubblewrap")(
  "[EN406] a skill that must have a sandbox gets no file out of it by what it announces in a story",
  async () => {
    const home = await tempFolder();
    mkdirSync(join(home, ".config", "autostart"), { recursive: true });
    writeFileSync(join(home, ".config", "autostart", "player.desktop"), "the player's");
    writeFileSync(join(home, "secret.txt"), "the key");
    const dataDir = await withPainter(SMUGGLES);
    const schema = { type: "object", properties: { home: { type: "string", default: home } } };
    writeFileSync(join(dataDir, "skills", "painter", "config-schema.json"), JSON.stringify(schema));
    const engine = await openEngine({ dataDir });
    onTestFinished(() => engine.close());
    const { hash } = engine.skills.show("painter");
    expect(await engine.skills.agree("painter", hash ?? "")).toMatchObject({
      state: "ready",
      wishes: { sandbox: { tier: "bubblewrap" } },
    });
    const { id, events } = await begun(engine);
    expect(sceneIn(events).assets?.map(({ assetId }) => assetId)).toEqual(["x.desktop"]);
    const kept = `${sumOf("[Desktop Entry]")}.bin`;
    expect(filesOf(dataDir, id)).toEqual([kept]);
    expect(lstatSync(join(dataDir, "assets", id, kept)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, ".config", "autostart"))).toEqual(["player.desktop"]);
    expect(readdirSync(home).sort()).toEqual([".config", "secret.txt"]);
  },
);
