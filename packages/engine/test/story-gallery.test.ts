import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { assetsIn } from "../src/assets.js";
import { smallCampaign } from "./support/campaign.js";
import { PNG } from "./support/dressed-campaign.js";
import { engineOn, tempFolder } from "./support/play.js";

it("[EN747] lists what the campaign brings, with words for it and who made it, and finds each by its id", async () => {
  const dataDir = await tempFolder();
  const campaign = await smallCampaign(join(dataDir, "campaigns", "strap"), {
    "art/places/the-third_landing.png.provenance.json": JSON.stringify({
      generated: true,
      source_model: "a-model",
      generated_at: "2026-01-01T00:00:00Z",
      seed_data: "x",
    }),
  });
  await mkdir(join(campaign, "art", "places"), { recursive: true });
  await writeFile(join(campaign, "art", "places", "the-third_landing.png"), PNG);
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  await story.begin();
  const landing = {
    id: "art/places/the-third_landing.png",
    kind: "image",
    mediaType: "image/png",
    path: join(campaign, "art", "places", "the-third_landing.png"),
    alt: "The third landing",
    origin: "campaign",
    madeBy: "a-model",
    people: [],
    scene: null,
    missing: false,
    showable: true,
  };
  expect(await engine.assets(story.id)).toContainEqual(expect.objectContaining(landing));
  expect(await engine.asset(story.id, landing.id)).toMatchObject(landing);
  expect(await engine.asset(story.id, "../../etc/passwd")).toBeNull();
});

it("[EN747] lists what skills made once each, with its scene, and says what cannot be shown", async () => {
  const asset = {
    assetId: "bell_tower",
    kind: "image",
    mediaType: "image/png",
    path: "/data/a.png",
    toolId: "paint",
    sizeBytes: 9,
    checksum: `sha256:${"0".repeat(64)}`,
  };
  const model = { ...asset, assetId: "tower", mediaType: "model/gltf", checksum: `sha256:${"1".repeat(64)}` };
  const scenes = [
    { scene: 2, turnId: "t2", assets: [{ ...asset, format: "png", metadata: { alt: "A bell\u0007 tower" } }, model] },
    { scene: 3, turnId: "t3", assets: [asset] },
  ] as never;
  const file = { use: "scene", place: null, people: [], beats: [] };
  const files = [
    { ...file, file: "characters/npcs/odo/portrait.png", people: ["odo"] },
    { ...file, file: "music/tide.mp3" },
  ] as never;
  const director = {
    files,
    altOf: ({ file: path }: { readonly file: string }) => (path.startsWith("music") ? "tide" : "Odo Marsh"),
    madeBy: async () => null,
    pathOf: (path: string) => `/nowhere/${path}`,
  };
  const found = await assetsIn(director, scenes);
  expect(found).toMatchObject([
    { id: "characters/npcs/odo/portrait.png", alt: "Odo Marsh", people: ["odo"], origin: "campaign", missing: true },
    { id: "music/tide.mp3", kind: "audio", mediaType: "audio/mpeg", alt: "tide", madeBy: null },
    {
      id: asset.checksum,
      alt: "A bell tower",
      origin: "skill",
      madeBy: "paint",
      scene: 2,
      turnId: "t2",
      showable: true,
    },
    { id: model.checksum, kind: "other", alt: "tower", scene: 2, showable: false },
  ]);
});
