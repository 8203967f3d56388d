// SPEC.md EN1816, EN1817, EN1821 and EN1822: what authors are told of pictures and sounds, and what goes with an archive.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { install, pack, stageCampaign, type StageReport, validateCampaign } from "../src/index.js";
import { dressed, PNG, removeAfterwards, WAV } from "./support/dressed-campaign.js";

removeAfterwards();

const NOTE = JSON.stringify({
  generated: true,
  source_model: "a-model",
  generated_at: "2026-01-01T00:00:00Z",
  seed_data: "a mill",
});

describe("a campaign with pictures and sounds", () => {
  let dir = "";
  let report: StageReport;
  beforeAll(async () => {
    ({ dir } = await dressed({
      "art/locations/old-mill-day.png": PNG,
      "art/locations/old-mill-night.png": PNG,
      "art/locations/old-mill-day.png.provenance.json": NOTE,
      "art/characters/nesa.png": PNG,
      "art/characters/odo.png": PNG.subarray(0, 50),
      "art/items/bell.png": PNG,
      "art/volcano.png": PNG,
      "art/01.png": PNG,
      "music/quiet.wav": WAV,
      "music/beat.wav": WAV,
      "plot/beats.json": JSON.stringify({
        beats: [
          {
            id: "beat_001",
            title: "The Rope",
            description: "You find a rope at the old mill.",
            priority: "high",
            music: "music/beat.wav",
          },
        ],
      }),
    }));
    report = await stageCampaign(dir);
  }, 60_000);

  it("[EN1816] says what each place, person and beat would show and play", () => {
    const mill = report.places.find(({ id }) => id === "old-mill");
    expect(mill?.shown.map(({ when, background, music }) => [when, background?.asset, music?.asset])).toEqual([
      ["by day", "art/locations/old-mill-day.png", "music/quiet.wav"],
      ["by night", "art/locations/old-mill-night.png", "music/quiet.wav"],
    ]);
    const gull = report.places.find(({ id }) => id === "gull");
    expect(gull?.shown).toMatchObject([{ when: "", background: null, music: { asset: "music/quiet.wav" } }]);
    expect(report.people.find(({ id }) => id === "nesa")?.portrait?.asset).toBe("art/characters/nesa.png");
    expect(report.people.find(({ id }) => id === "odo")?.portrait).toBeNull();
    expect(report.beats).toMatchObject([
      { id: "beat_001", shown: [{ music: { asset: "music/beat.wav", by: "beat" } }] },
    ]);
    expect(report.beats[0]?.shown[0]?.why).toHaveLength(2);
  });

  it("[EN1817] names what is broken, what nothing would show, and what a model made", () => {
    expect(report.broken).toEqual([{ file: "art/characters/odo.png", why: "The file ends before its content does." }]);
    expect(report.idle.map(({ file }) => file).sort()).toEqual(["art/01.png", "art/items/bell.png", "art/volcano.png"]);
    expect(report.idle.find(({ file }) => file === "art/volcano.png")?.why).toContain('near to "volcano"');
    expect(report.generated).toEqual([
      { file: "art/locations/old-mill-day.png", why: "a-model", date: "2026-01-01T00:00:00Z" },
    ]);
  });

  it.each([
    ["escaped", "../../art/photo%2012.png"],
    ["in angle brackets", "<../../art/photo 12.png>"],
  ])("[EN1803] [EN1812] links a picture whose address has spaces, %s, and reads its words", async (_, address) => {
    const { dir: other } = await dressed({
      "art/photo 12.png": PNG,
      "lore/places/the-chapel.md": `# The Chapel\n\nIts bell has no tongue.\n\n![The bell](${address})\n`,
    });
    const { places } = await stageCampaign(other);
    expect(places.find(({ name }) => /chapel/i.test(name))?.shown).toMatchObject([
      { background: { asset: "art/photo 12.png", alt: "The bell" } },
    ]);
  });

  it("[EN3024] reports none of the files that scenes or covers have as unused", async () => {
    const { dir: other } = await dressed({
      "art/box/cover.png": PNG,
      "art/photo 12.png": PNG,
      "art/volcano.png": PNG,
      "lore/places/the-chapel.md": "# The Chapel\n\nIts bell has no tongue.\n\n![](../../art/photo%2012.png)\n",
      "music/grief.wav": WAV,
      "music/zzz.wav": WAV,
    });
    const { problems } = await validateCampaign(other);
    const unused = problems.filter(({ code }) => code === "unused_asset").map(({ file }) => file);
    expect(unused.sort()).toEqual(["art/volcano.png", "music/zzz.wav"]);
  });

  it("[EN3023] names the file that is shown instead of one that fits its place less", async () => {
    const { dir: other } = await dressed({ "art/chapel.png": PNG, "art/chapel_pews.png": PNG });
    const { idle } = await stageCampaign(other);
    expect(idle).toEqual([
      {
        file: "art/chapel_pews.png",
        why: "it is linked to the Chapel, and art/chapel.png fits better; a beat can name it",
      },
    ]);
  });

  it("[EN1821] [EN1822] packs it with a page on what a model made, and tells of it before and when it is installed", async () => {
    const told: string[] = [];
    const file = join(dir, "..", "harrow-ferry.narratoria");
    const packed = await pack(dir, { file, onGenerated: (files) => void told.push(...files.map((one) => one.file)) });
    const mark = {
      file: "art/locations/old-mill-day.png",
      model: "a-model",
      date: "2026-01-01T00:00:00Z",
      seed: "a mill",
    };
    expect(told).toEqual([mark.file]);
    expect(packed.generated).toEqual([mark]);
    const installed = await install(file, { dataDir: join(dir, "..", "data") });
    expect(installed.generated).toEqual([mark]);
    expect(readFileSync(join(installed.dir, "PROVENANCE.md"), "utf8")).toContain(
      "| art/locations/old-mill-day.png | a-model | 2026-01-01T00:00:00Z | a mill |",
    );
    expect(installed.problems.filter(({ file: where }) => where === "PROVENANCE.md")).toEqual([]);
  });
});
