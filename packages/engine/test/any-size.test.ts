import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Campaign } from "@narratoria/campaign";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngine } from "../src/index.js";
import { StageDirector } from "../src/stage/stage-director.js";
import { KeptCampaigns } from "../src/kept-campaigns.js";
import { type OpeningProgress, readCampaign } from "../src/read-campaign.js";
import { writeSizedCampaign } from "../src/testing.js";

let home: string;
let campaign: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "narratoria-any-size-"));
  campaign = join(home, "campaign");
  await writeSizedCampaign(campaign, { bytes: 60_000 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Changes the times of a file, and nothing else. */
const touch = (seconds: number): void =>
  utimesSync(join(campaign, "manifest.json"), new Date(1000 * seconds), new Date(1000 * seconds));

describe("the stage of a campaign", () => {
  /** Processor time, which other programs have little part in. */
  const workOf = (run: () => unknown): number => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };

  it("[EN3410] searches no text where there are no files, and of a large one with files what is read", async () => {
    const { campaign: plain, reading } = await readCampaign(campaign);
    const unread = new Map(plain.texts);
    unread[Symbol.iterator] = () => {
      throw new Error("a text was searched");
    };
    expect(new StageDirector({ ...plain, texts: unread }, reading, null).files).toEqual([]);
    const withPicture = (times: number): Campaign => ({
      ...plain,
      art: ["art/mill.png"],
      lore: plain.lore.map((entry) => ({ ...entry, text: entry.text.repeat(times) })),
      texts: new Map([...plain.texts].map(([file, text]) => [file, /^lore/.test(file) ? text.repeat(times) : text])),
    });
    const [ordinary, large] = [withPicture(8), withPicture(150)];
    const stage = (of: Campaign) => new StageDirector(of, reading, null);
    expect(stage(large).files.map(({ file }) => file)).toEqual(["art/mill.png"]);
    expect(workOf(() => stage(large).files)).toBeLessThan(4 * workOf(() => stage(ordinary).files));
  });
});

describe("opening a campaign", () => {
  it("[EN6601] tells which files are its own without reading what they belong to", async () => {
    const { campaign: plain, reading } = await readCampaign(campaign);
    const unread = new Proxy(reading, {
      get() {
        throw new Error("the reading was asked");
      },
    });
    const dressed = { ...plain, art: ["art/mill.png"], music: ["music/rain.wav"] };
    const director = new StageDirector(dressed, unread, null);
    const asked = ["art/mill.png", "music/rain.wav", "art/made.png"];
    expect(asked.map((file) => director.has(file))).toEqual([true, true, false]);
    expect(() => director.files).toThrow("the reading was asked");
  });

  it("[EN515] a second time reads nothing anew, until a file of it is written", async () => {
    const first = await readCampaign(campaign);
    expect(await readCampaign(campaign)).toBe(first);
    writeFileSync(join(campaign, "plot/premise.md"), "You came to the Mill to ask about nothing at all.\n");
    const second = await readCampaign(campaign);
    expect(second).not.toBe(first);
    expect(second.campaign.premise).toBe("You came to the Mill to ask about nothing at all.");
  });

  it("[EN2200] reads nothing anew for another data folder, unless that one holds generated files", async () => {
    const first = await readCampaign(campaign, null, {}, join(home, "one", "generated"));
    expect(await readCampaign(campaign, null, {}, join(home, "other", "generated"))).toBe(first);
    const generated = join(home, "third", "generated");
    mkdirSync(generated, { recursive: true });
    expect(await readCampaign(campaign, null, {}, generated)).not.toBe(first);
  });

  it("[EN515] takes what it means from the cache where only the times of its files are others", async () => {
    const cacheDir = join(home, "readings");
    touch(1);
    const first = await readCampaign(campaign, cacheDir);
    const [kept = ""] = readdirSync(cacheDir);
    touch(2);
    const second = await readCampaign(campaign, cacheDir);
    expect(second.reading).toEqual(first.reading);
    expect(readdirSync(cacheDir)).toEqual([kept]);
  });

  it("[EN515] keeps the eight used last, and long ones only as long as somebody holds them", () => {
    const kept = new KeptCampaigns<{ readonly at: number }>();
    for (let at = 0; at < 10; at++) kept.put(`c${at}`, "p", { at }, 10);
    expect(kept.get("c0", "p")).toBeNull();
    expect(kept.get("c1", "p")).toBeNull();
    expect(kept.get("c2", "p")).toEqual({ at: 2 });
    expect(kept.get("c2", "q")).toBeNull();
    const long = { at: 99 };
    kept.put("long", "p", long, 100_000_000);
    expect(kept.get("long", "p")).toBe(long);
    expect(kept.get("c9", "p")).toEqual({ at: 9 });
  });

  it("[EN516] says how far it has come: file by file, then what it means", async () => {
    const seen: OpeningProgress[] = [];
    const engine = await openEngine({ dataDir: join(home, "data"), startAhead: false });
    try {
      writeFileSync(join(campaign, "plot/premise.md"), "You came to the Mill.\n");
      await engine.play(campaign, { onProgress: (progress) => seen.push(progress) });
      expect(seen[0]).toEqual({ stage: "files", files: 0, of: 60 });
      expect(seen.at(-1)).toMatchObject({ stage: "meaning", letters: expect.closeTo(60_000, -4) });
      expect(seen.length).toBe(61);
      expect(readdirSync(join(home, "data", "cache", "readings")).length).toBe(1);
    } finally {
      await engine.close();
    }
  });

  it("[EN517] ends when its signal says so, and leaves no story behind", async () => {
    const engine = await openEngine({ dataDir: join(home, "stopped"), startAhead: false });
    try {
      writeFileSync(join(campaign, "plot/premise.md"), "You came to the Mill by night.\n");
      const stop = new AbortController();
      const opening = engine.play(campaign, {
        signal: stop.signal,
        onProgress: (progress) => progress.stage === "files" && progress.files === 20 && stop.abort(),
      });
      await expect(opening).rejects.toMatchObject({ name: "AbortError" });
      await expect(engine.play(campaign, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        name: "AbortError",
      });
      expect(await engine.playthroughs()).toEqual([]);
      await engine.play(campaign);
      expect((await engine.playthroughs()).length).toBe(1);
    } finally {
      await engine.close();
    }
  });

  it("[EN517] writes no reading where the engine only looks", async () => {
    const dataDir = join(home, "looked");
    const engine = await openEngine({ dataDir, startAhead: false });
    const story = await engine.play(campaign);
    await story.begin();
    await engine.close();
    rmSync(join(dataDir, "cache"), { recursive: true, force: true });
    touch(3);
    const looking = await openEngine({ dataDir, readOnly: true });
    await looking.replay(story.id);
    await looking.close();
    expect(readdirSync(dataDir)).not.toContain("cache");
  });
});
