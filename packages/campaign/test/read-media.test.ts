// SPEC.md CA1300 to CA1302 and CA2202: pictures and sounds are decoded.
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import {
  checkCampaign,
  decodePicture,
  learnShippedMedia,
  loadCampaign,
  readMedia,
  readStory,
  shipMedia,
} from "../src/index.js";

const LEDGER = fileURLToPath(new URL("../../../test/campaigns/the-salt-ledger/", import.meta.url));
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "narratoria-media-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it("[CA1300] reads the measures of a picture and of each kind of sound", async () => {
  const at = (path: string) => readMedia(join(LEDGER, path));
  expect(await at("art/characters/wim_okonjo.webp")).toMatchObject({ format: "webp", fault: null });
  expect(await at("art/locations/salt-square.jpg")).toMatchObject({ format: "jpeg", fault: null });
  expect(await at("music/ambient/deep_drip.wav")).toMatchObject({ format: "wav", durationSeconds: 0.6, bitrate: 64 });
  expect(await at("music/ambient/scale_room.ogg")).toMatchObject({ format: "ogg", durationSeconds: 0.6 });
  expect((await at("music/tension/no_pumps.mp3")).durationSeconds).toBeGreaterThan(0.1);
});

it("[CA1300] reads a file again when it changed, and gives its checksum", async () => {
  const file = join(folder(), "a.png");
  writeFileSync(file, PNG);
  const sha256 = createHash("sha256").update(PNG).digest("hex");
  const first = await readMedia(file);
  expect(first).toEqual({ sha256, sizeBytes: PNG.length, format: "png", width: 1, height: 1, fault: null });
  expect(await readMedia(file)).toBe(first);
  expect(await decodePicture(file)).toMatchObject({ width: 1, height: 1 });
  writeFileSync(file, PNG.subarray(0, 60));
  expect(await readMedia(file)).toMatchObject({ fault: "The file ends before its content does." });
});

/** A sound that was never read before: silence would be known from elsewhere. */
function unheard(seconds: number): Buffer {
  const [rate, head] = [8000, Buffer.alloc(44)];
  const samples = randomBytes(rate * seconds);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write("data", 36);
  return Buffer.concat([head, samples]);
}

it("[CA2202] takes measures that travel with the program for files of the same content, wherever they lie", async () => {
  const dir = folder();
  mkdirSync(join(dir, "music", "ambient"), { recursive: true });
  writeFileSync(join(dir, "manifest.json"), JSON.stringify({ title: "The Weighbridge", version: "1.0.0" }));
  writeFileSync(join(dir, "music", "ambient", "drip.wav"), unheard(1));
  const { campaign } = await loadCampaign(dir);
  const shipped = join(folder(), "readings", "media.json");
  await shipMedia(campaign === null ? [] : [campaign], shipped);
  const [found] = JSON.parse(readFileSync(shipped, "utf8"));
  expect(found).toMatchObject({ format: "wav", durationSeconds: 1 });

  const [known, other] = [unheard(1), unheard(1)];
  const sha256 = createHash("sha256").update(known).digest("hex");
  writeFileSync(shipped, JSON.stringify([{ ...found, sha256, durationSeconds: 9 }, { sha256: "a" }, null]));
  await learnShippedMedia(shipped);
  await learnShippedMedia(join(dir, "manifest.json"));
  await learnShippedMedia(join(dir, "none.json"));
  const at = async (bytes: Buffer) => {
    const file = join(folder(), "a.wav");
    writeFileSync(file, bytes);
    return (await readMedia(file)).durationSeconds;
  };
  expect([await at(known), await at(known), await at(other)]).toEqual([9, 9, 1]);
});

const zeroed = Buffer.concat([PNG.subarray(0, 43), Buffer.alloc(8), PNG.subarray(51)]);

it.each([
  ["nothing", Buffer.alloc(0), "The file is empty."],
  ["text", Buffer.from("a mill"), "These bytes are no picture and no sound that is known."],
  ["pixels that cannot be unpacked", zeroed, expect.stringMatching(/^The picture cannot be drawn \(.+\)\.$/)],
  ["a picture's start", PNG.subarray(0, 24), "The file ends before its content does."],
  ["the start of an Ogg stream", Buffer.from("OggS\0\0the rest is missing"), "The file ends before its content does."],
  ["a FLAC of nothing", Buffer.from("fLaC0000000000000000"), expect.stringMatching(/^The sound /)],
])("[CA1301] says what is wrong with %s", async (_, bytes, fault) => {
  const file = join(folder(), "a");
  writeFileSync(file, bytes);
  expect(await readMedia(file)).toMatchObject({ fault });
  expect(await decodePicture(file)).toBeNull();
});

it("[CA1301] says that a file is not there", async () => {
  expect(await readMedia(join(folder(), "none.png"))).toMatchObject({ fault: "The file is not there." });
});

it("[CA1302] finds a picture whose header is sound and whose pixels are not", async () => {
  const dir = folder();
  const manifest = { title: "A Mill", version: "1.0.0", author: "A. Writer", description: "A mill." };
  writeFileSync(join(dir, "manifest.json"), JSON.stringify(manifest));
  mkdirSync(join(dir, "art"));
  writeFileSync(join(dir, "art", "mill.png"), zeroed);
  const { campaign, problems } = await loadCampaign(dir);
  expect(problems.some(({ file }) => file === "art/mill.png")).toBe(false);
  if (!campaign) throw new Error("no campaign");
  const found = await checkCampaign(campaign, readStory(campaign));
  expect(found.filter(({ code }) => code === "media_damaged")).toMatchObject([
    { file: "art/mill.png", message: expect.stringMatching(/cannot be drawn/) },
  ]);
});
