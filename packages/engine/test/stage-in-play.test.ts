// SPEC.md EN1804, EN1813 to EN1815, EN6158, EN6159: the stage of scenes that are played. They need the workspace to be built.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonObject } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { smallCampaign } from "./support/campaign.js";
import type { Engine } from "../src/index.js";
import { AssetRecords } from "../src/stage/asset-records.js";
import { dressed, PNG, removeAfterwards, WAV } from "./support/dressed-campaign.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const NOTE = {
  generated: true,
  source_model: "a-model",
  generated_at: "2026-01-01T00:00:00Z",
  seed_data: "a landing",
};

const PROVENANCE = { source_model: "a-model", generated_at: "2026-01-01T00:00:00Z", seed_data: "a weir" };
const MISSING =
  "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data)";
const FALSE = "Human-created asset must not contain provenance (generated=false conflicts with provenance object)";

removeAfterwards();

/** The asset records of a story, as its export has them. */
async function exportedAssets(engine: Engine, id: string): Promise<JsonObject[]> {
  let text = "";
  for await (const piece of engine.export(id, { format: "json" })) text += piece;
  const { records } = JSON.parse(text) as { records: { dataType: string; record: JsonObject }[] };
  return records.filter(({ dataType }) => dataType === "asset").map(({ record }) => record);
}

/** The small campaign with a picture of the landing, a broken one, and a piece of music. */
async function dressedPiano(dataDir: string): Promise<string> {
  const campaign = await smallCampaign(join(dataDir, "campaigns", "strap"), {
    "art/places/third-landing.png.provenance.json": JSON.stringify(NOTE),
  });
  const files: readonly (readonly [string, Buffer])[] = [
    ["art/places/third-landing.png", PNG],
    ["art/places/third-landing-2.png", PNG.subarray(0, 50)],
    ["music/quiet.wav", WAV],
  ];
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(campaign, path)), { recursive: true });
    await writeFile(join(campaign, path), bytes);
  }
  return campaign;
}

it("[EN1813] [EN3007] tells the background before the prose, and the same in the finished scene and when it is opened again", async () => {
  const dataDir = await tempFolder();
  const campaign = await dressedPiano(dataDir);
  const engine = await engineOn(dataDir, { embedder: null });
  const story = await engine.play("strap", { seed: "1" });
  const events = await collect(story.begin());
  const path = join(campaign, "art", "places", "third-landing.png");
  const picture = {
    asset: "art/places/third-landing.png",
    by: "place",
    generated: { model: "a-model", date: "2026-01-01T00:00:00Z" },
  };
  const { stage } = sceneIn(events);
  expect(stage?.background).toMatchObject({ ...picture, path });
  expect(stage?.music).toMatchObject({
    asset: "music/quiet.wav",
    path: join(campaign, "music", "quiet.wav"),
    since: 0,
  });
  expect(stage?.why).toHaveLength(2);
  const told = events.find((event) => event.type === "progress" && event.background !== undefined);
  expect(told).toMatchObject({ stage: "writing", background: picture });
  const types = events.map(({ type }) => type);
  expect(events.indexOf(told ?? events[0]!)).toBeLessThan(types.indexOf("prose"));
  const { id } = story;
  const past = async () => (await (await engine.history(id)).scenes())[0]?.stage;
  expect(await past()).toEqual(stage);
  await story.close();
  expect(await past()).toEqual(stage);
  const again = await engine.resume(id);
  expect(sceneIn(await collect(again.begin())).stage).toEqual(stage);
  await again.close();
  await rm(path);
  expect((await past())?.background?.path).toBeUndefined();
  expect(await past()).toMatchObject({ background: picture });
});

it("[EN1815] lists a broken file with its fault, and a generated one with model and date", async () => {
  const dataDir = await tempFolder();
  await dressedPiano(dataDir);
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  await collect(story.begin());
  const assets = await engine.assets(story.id);
  expect(assets.find(({ id }) => id === "art/places/third-landing-2.png")).toMatchObject({
    showable: false,
    missing: false,
    fault: "The file ends before its content does.",
  });
  expect(assets.find(({ id }) => id === "art/places/third-landing.png")).toMatchObject({
    showable: true,
    madeBy: "a-model",
    madeAt: NOTE.generated_at,
  });
});

it("[EN1818] keeps what a scene shows in the store, with measures, words, links and provenance", async () => {
  const dataDir = await tempFolder();
  await dressedPiano(dataDir);
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  await collect(story.begin());
  await collect(story.choose(1));
  const assets = await exportedAssets(engine, story.id);
  expect(assets.map(({ path }) => path).sort()).toEqual(["art/places/third-landing.png", "music/quiet.wav"]);
  expect(assets.find(({ path }) => path === "art/places/third-landing.png")).toMatchObject({
    type: "image",
    generated: true,
    provenance: { source_model: "a-model", generated_at: NOTE.generated_at, seed_data: "a landing" },
    image_metadata: { format: "png", width: 1, height: 1, alt_text: "The third landing" },
    relationships: { entity_links: ["third-landing"] },
    checksum: `sha256:${createHash("sha256").update(PNG).digest("hex")}`,
    data: "",
  });
  expect(assets.find(({ type }) => type === "audio")).toMatchObject({
    generated: false,
    audio_metadata: { format: "wav", duration_seconds: 0.5, loop: true },
  });
});

it("[EN6158] keeps the files of the campaign that no scene shows, in the turns after the opening", async () => {
  const dataDir = await tempFolder();
  const campaign = await dressedPiano(dataDir);
  await writeFile(join(campaign, "art", "places", "nowhere.png"), PNG);
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  await collect(story.begin());
  const paths = async (): Promise<unknown[]> => (await exportedAssets(engine, story.id)).map(({ path }) => path).sort();
  expect(await paths()).toEqual(["art/places/third-landing.png", "music/quiet.wav"]);
  await collect(story.choose(1));
  await collect(story.choose(1));
  expect(await paths()).toEqual(["art/places/nowhere.png", "art/places/third-landing.png", "music/quiet.wav"]);
});

it("[EN6159] shows as made by a machine what does not say by which, and has the store refuse it", async () => {
  const dataDir = await tempFolder();
  const campaign = await dressedPiano(dataDir);
  await writeFile(join(campaign, "art", "places", "third-landing.png.provenance.json"), '{"generated": true}');
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  const { stage } = sceneIn(await collect(story.begin()));
  expect(stage?.background).toMatchObject({ generated: { model: "its note does not say which", date: "" } });
  const paths = (await exportedAssets(engine, story.id)).map(({ path }) => path);
  expect(paths).not.toContain("art/places/third-landing.png");
  await engine.close();
  const logs = join(dataDir, "logs");
  const log = (await Promise.all((await readdir(logs)).map((file) => readFile(join(logs, file), "utf8")))).join("");
  expect(log.split("\n").find((line) => line.includes("asset refused"))).toContain(MISSING);
});

const MADE = {
  assetId: "weir",
  kind: "background",
  mediaType: "image/png",
  toolId: "paint",
  sizeBytes: PNG.length,
} as const;
const SHA = createHash("sha256").update(PNG).digest("hex");

it.each([
  ["nothing", {}, null],
  ["generated, and by what", { generated: true, provenance: PROVENANCE }, null],
  ["generated, and not by what", { generated: true }, `${MISSING}`],
  ["made by a person, and by what model", { generated: false, provenance: PROVENANCE }, `${FALSE}`],
])(
  "[EN1819, EN1820] takes a skill's picture that says %s, or refuses it in the words of the document",
  async (_, metadata, message) => {
    const folder = await tempFolder();
    await writeFile(join(folder, `${SHA}.png`), PNG);
    const { director } = await dressed({});
    const asset = { ...MADE, path: `${SHA}.png`, checksum: `sha256:${SHA}`, format: "png" as const, metadata };
    const about = { scene: 3, at: "2026-01-01T00:00:00.000Z", folder, language: "en" };
    const { records, refused } = await new AssetRecords(director, async () => null).made([asset], about);
    const told = refused.map(({ toolId, message: words }) => ({ toolId, message: words }));
    expect(told).toEqual(message === null ? [] : [{ toolId: "paint", message }]);
    if (message !== null) return;
    expect(records).toMatchObject([
      {
        generated: true,
        provenance:
          "generated" in metadata
            ? PROVENANCE
            : { source_model: "paint", generated_at: about.at, seed_data: "scene 3: weir" },
        image_metadata: { width: 1, height: 1 },
      },
    ]);
  },
);

it("[EN1823] keeps a file anew where the story has it with other bytes, and not where it has it as it is", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, `${SHA}.png`), PNG);
  const { director } = await dressed({});
  const asset = { ...MADE, path: `${SHA}.png`, checksum: `sha256:${SHA}`, format: "png" as const };
  const about = { scene: 3, at: "2026-01-01T00:00:00.000Z", folder, language: "en" };
  const kept = async (checksum: string | null): Promise<number> =>
    (await new AssetRecords(director, async () => checksum).made([asset], about)).records.length;
  expect([await kept(null), await kept("sha256:another"), await kept(asset.checksum)]).toEqual([1, 1, 0]);
});

it("[EN1823] does not keep again what a story has when it is opened anew", async () => {
  const dataDir = await tempFolder();
  await dressedPiano(dataDir);
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  await collect(story.begin());
  await story.close();
  const kept = async (): Promise<object[]> => {
    let text = "";
    for await (const piece of engine.export(story.id, { format: "json" })) text += piece;
    const { records } = JSON.parse(text) as { records: { dataType: string }[] };
    return records.filter(({ dataType }) => dataType === "asset");
  };
  const before = await kept();
  expect(before).toHaveLength(2);
  const again = await engine.resume(story.id);
  await collect(again.choose(1));
  // With the ids and times that they had.
  expect(await kept()).toEqual(before);
});
