/** A small campaign with pictures and music of one author's habits. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadCampaign, readStory } from "@narratoria/campaign";
import { afterAll, beforeAll } from "vitest";
import { shippedEmbedder } from "../../src/embedding.js";
import { type SceneToStage, StageDirector } from "../../src/stage/stage-director.js";

/** One white point. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);

/** Half a second of silence. */
export const WAV = wavOf(4000);

function wavOf(samples: number): Buffer {
  const bytes = Buffer.alloc(44 + samples, 128);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(samples, 40);
  return bytes;
}

const SETTING = `# Harrow Ferry

The old mill stands above the weir. The old mill is a grain mill with a cracked wheel.

The Drowned Ferry Stage lies in the mud below the village. Ropes hang from its posts.

The Gull is a tavern with a low roof. Carters drink there, and rain drums on its slates.

The chapel stands on the hill. Its bell has no tongue.

The mill pond is still and green.
`;

const profile = (name: string, role: string, more: object = {}): string =>
  JSON.stringify({ name, role, personality: { traits: ["patient"] }, ...more });

const BASE: Readonly<Record<string, string>> = {
  "manifest.json": JSON.stringify({
    title: "Harrow Ferry",
    version: "1.0.0",
    author: "A. Writer",
    description: "A village by a river.",
  }),
  "world/setting.md": SETTING,
  "plot/premise.md": "You come to the old mill to ask for work.",
  ...Object.fromEntries(
    ["The Old Mill", "The Drowned Ferry Stage", "The Gull", "The Chapel", "The Mill Pond"].map((name) => [
      `lore/places/${name.toLowerCase().replaceAll(" ", "-")}.md`,
      `# ${name}\n\n${(SETTING.split("\n\n").find((text) => text.toLowerCase().startsWith(name.toLowerCase())) ?? "").trim()}\n`,
    ]),
  ),
  "characters/npcs/nesa/profile.json": profile("Nesa Brosi", "Wheelwright", {
    background: "Nesa lives at the old mill.",
  }),
  "characters/npcs/odo/profile.json": profile("Odo Marsh", "Ferryman", {
    background: "Odo lives at the Drowned Ferry Stage.",
  }),
};

const homes: string[] = [];

/** Removes what `dressed` wrote: called once by each file of tests that uses it. */
export function removeAfterwards(): void {
  afterAll(() => Promise.all(homes.splice(0).map((home) => rm(home, { recursive: true, force: true }))));
}

/** A campaign that was read. `place` gives the ids of its places as the reading has them. */
export interface DressedCampaign {
  readonly dir: string;
  readonly director: StageDirector;
  readonly place: (name: string) => string;
}

/**
 * Writes and reads the campaign, with a folder of its own.
 *
 * @param files - What it holds beside its texts: a text, or the bytes of a picture or sound.
 * @param embedder - Null where no meaning is compared.
 */
export async function dressed(
  files: Readonly<Record<string, string | Buffer>>,
  embedder: typeof shippedEmbedder | null = shippedEmbedder,
): Promise<DressedCampaign> {
  const home = await mkdtemp(join(tmpdir(), "narratoria-stage-"));
  homes.push(home);
  const dir = join(home, "harrow-ferry");
  for (const [file, bytes] of Object.entries({ ...BASE, ...files })) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), bytes);
  }
  const { campaign } = await loadCampaign(dir);
  if (campaign === null) throw new Error("the campaign cannot be read");
  const reading = await readStory(campaign);
  const place = (name: string): string => {
    const found = reading.places.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new Error(`no place ${name} among ${reading.places.map((one) => one.name).join(", ")}`);
    return found.id;
  };
  return { dir, director: new StageDirector(campaign, reading, embedder), place };
}

/**
 * As `dressed`, before the tests of the group that it stands in.
 *
 * @returns What gives the campaign to a test.
 */
export function dressedBefore(...given: Parameters<typeof dressed>): () => DressedCampaign {
  let campaign: DressedCampaign | undefined;
  beforeAll(async () => {
    campaign = await dressed(...given);
  }, 240_000);
  return () => {
    if (campaign === undefined) throw new Error("The campaign is there once the tests run.");
    return campaign;
  };
}

/** A quiet scene at noon with nobody there, and what is different. */
export function sceneAt(place: string, more: Partial<SceneToStage> = {}): SceneToStage {
  return {
    scene: 4,
    place,
    hour: 12,
    weather: "",
    sceneType: "quiet",
    people: [],
    names: new Map([
      ["nesa", "Nesa Brosi"],
      ["odo", "Odo Marsh"],
    ]),
    beat: null,
    isEnding: false,
    made: [],
    ...more,
  };
}
