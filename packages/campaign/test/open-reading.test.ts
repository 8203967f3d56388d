import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeHostProgram } from "@narratoria/protocol/launch";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Campaign, loadCampaign, openReading, printFolder, readStory } from "../src/index.js";
import { modulesFrom, ReadingCache, readingKey } from "../src/reading/reading-cache.js";
import { boundedSourceOf } from "../src/reading/read-story.js";
import { readApart } from "../src/reading/read-apart.js";

const made: string[] = [];
afterAll(async () => {
  for (const dir of made) await rm(dir, { recursive: true, force: true });
});

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "narratoria-reading-"));
  made.push(dir);
  return dir;
}

const FILES = {
  "manifest.json": JSON.stringify({ title: "The Weighbridge", version: "1.0.0" }),
  "world/setting.md": "# Coldharbour\n\n## The Weigh House\n\nBrass scales hang over the long counter.\n",
  "plot/premise.md": "You came to have a cart of salt weighed.\n",
  "lore/the-salt-book.md": "# The Salt Book\n\nEvery cart of salt is entered in the Salt Book.\n",
};

async function campaignIn(dir: string, files: Readonly<Record<string, string>> = FILES): Promise<Campaign> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  const { campaign } = await loadCampaign(dir);
  if (!campaign) throw new Error("the campaign cannot be read");
  return campaign;
}

/** Long enough for a process of its own, and read in no time. */
const LONG = `# The Long Book\n\n<!-- ${"x".repeat(400_000)} -->The clerk of the yard counted the lamps in the Weigh House.\n`;

describe("reading a campaign", () => {
  it("[CA293] gives the same in a process of its own, and holds nothing up there", async () => {
    const campaign = await campaignIn(await folder(), { ...FILES, "lore/long.md": LONG });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const reading = await openReading(campaign);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(reading).toEqual(readStory(campaign));
  });

  it("[CA293] is done here where no process can be started", async () => {
    const campaign = await campaignIn(await folder(), { ...FILES, "lore/long.md": LONG });
    describeHostProgram({ nodePath: join(await folder(), "no-such-node") });
    onTestFinished(() => describeHostProgram({ nodePath: process.execPath }));
    expect(await openReading(campaign)).toEqual(readStory(campaign));
  });

  it.skipIf(process.platform === "win32")(
    "[CA3225] has a process that compiles expressions once and loads no certificates",
    async () => {
      vi.stubEnv("NODE_EXTRA_CA_CERTS", "/etc/ssl/cert.pem");
      onTestFinished(() => void vi.unstubAllEnvs());
      const dir = await folder();
      const node = join(dir, "node");
      const keep = `echo "$@" > "${dir}/arguments"\necho "$NODE_EXTRA_CA_CERTS" > "${dir}/certificates"`;
      await writeFile(node, `#!/bin/sh\n${keep}\nexec "${process.execPath}" "$@"\n`, {
        mode: 0o755,
      });
      describeHostProgram({ nodePath: node });
      onTestFinished(() => describeHostProgram({ nodePath: process.execPath }));
      const campaign = await campaignIn(await folder());
      expect(await readApart(boundedSourceOf(campaign))).toEqual(readStory(campaign));
      expect(await readFile(join(dir, "arguments"), "utf8")).toMatch(/^--no-regexp-tier-up .*reading-child\.js\n$/);
      expect(await readFile(join(dir, "certificates"), "utf8")).toBe("\n");
    },
  );

  it("[CA293] holds nothing up as it is published, however short the campaign is", async () => {
    const published: typeof import("../src/index.js") = await import(new URL("../dist/index.js", import.meta.url).href);
    const dir = fileURLToPath(new URL("../../../campaigns/one-wheel-over/", import.meta.url));
    const { campaign } = await published.loadCampaign(dir, { hardLinks: true });
    if (!campaign) throw new Error("the campaign cannot be read");
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const reading = await published.openReading(campaign);
    clearInterval(timer);
    expect(reading.title).toBe(campaign.manifest.title);
    expect(turns).toBeGreaterThan(10);
  });

  it("[CA1414] takes what was shipped with the same code, and reads anew what is of other texts", async () => {
    const published: typeof import("../src/index.js") = await import(new URL("../dist/index.js", import.meta.url).href);
    const shippedDir = join(await folder(), "readings");
    const campaign = await campaignIn(await folder());
    await published.shipReading(campaign, shippedDir);
    const [name = ""] = await readdir(shippedDir);
    expect((await stat(join(shippedDir, name))).mode & 0o777).toBe(0o644);
    const key = name.replace(/\..*$/, "");
    await new ReadingCache(shippedDir).put(key, { ...readStory(campaign), title: "As shipped" });
    expect((await published.openReading(campaign, { shippedDir })).title).toBe("As shipped");
    const other = await campaignIn(await folder(), { ...FILES, "plot/premise.md": "You came for the lamps.\n" });
    expect((await published.openReading(other, { shippedDir })).title).toBe("The Weighbridge");
    const cacheDir = await folder();
    await published.openReading(campaign, { shippedDir, cacheDir });
    expect((await published.openReading(campaign, { cacheDir })).title).toBe("As shipped");
  });

  it("[CA2201] counts the modules that are imported as its code, not what an earlier build left beside them", async () => {
    const dir = await folder();
    const files = {
      "index.js": 'import "./part.js";\nexport { far } from "./far/far.js";\n',
      "part.js": 'const late = () => import("./late.js");\nconst noImport = from "./nothing.js";\n',
      "late.js": 'import "./index.js";\n',
      "far/far.js": 'import "../part.js";\nimport "a-library";\n',
      "chunk-LEFTOVER.js": "export const left = 1;\n",
    };
    await mkdir(join(dir, "far"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
    const texts = await modulesFrom([join(dir, "index.js")]);
    const { "chunk-LEFTOVER.js": _, ...code } = files;
    expect(texts.filter((text) => text !== "").toSorted()).toEqual(Object.values(code).toSorted());
  });

  it("[CA2200] is done once for campaigns of the same content", async () => {
    const [one, copy] = [await campaignIn(await folder()), await campaignIn(await folder())];
    const other = await campaignIn(await folder(), { ...FILES, "plot/premise.md": "You came for the lamps.\n" });
    const reading = await openReading(one);
    expect(await openReading(copy)).toBe(reading);
    expect(await openReading(other)).not.toBe(reading);
    for (let text = 0; text < 16; text++) {
      await openReading(await campaignIn(await folder(), { ...FILES, "lore/more.md": `Lamp ${text} is lit.\n` }));
    }
    const again = await openReading(one);
    expect(again).not.toBe(reading);
    expect(again).toEqual(reading);
  });

  it("[CA294] is stopped by its signal, before and in the middle, with the signal's reason", async () => {
    const campaign = await campaignIn(await folder(), { ...FILES, "lore/long.md": LONG });
    const reason = new Error("enough");
    await expect(openReading(campaign, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const stop = new AbortController();
    const reading = readApart(boundedSourceOf(campaign), stop.signal);
    setImmediate(() => stop.abort(reason));
    await expect(reading).rejects.toBe(reason);
  });

  it("[CA294] loading is stopped between two files, and says how far it has come", async () => {
    const dir = await folder();
    await campaignIn(dir);
    const seen: [number, number][] = [];
    await loadCampaign(dir, { onProgress: ({ files, of }) => seen.push([files, of]) });
    expect(seen.map(([, of]) => of)).toEqual([4, 4, 4, 4]);
    expect(seen.map(([files]) => files)).toEqual([0, 1, 2, 3]);
    const stop = new AbortController();
    const reason = new Error("enough");
    const loading = loadCampaign(dir, {
      signal: stop.signal,
      onProgress: ({ files }) => files === 2 && stop.abort(reason),
    });
    await expect(loading).rejects.toBe(reason);
  });
});

describe("readings that are kept", () => {
  it("[CA295] are found by the content that they were made from", async () => {
    const cacheDir = join(await folder(), "readings");
    const campaign = await campaignIn(await folder());
    const reading = await openReading(campaign, { cacheDir });
    expect(reading).toEqual(readStory(campaign));
    expect((await readdir(cacheDir)).length).toBe(1);
    const key = await readingKey(boundedSourceOf(campaign));
    await new ReadingCache(cacheDir).put(key, { ...reading, title: "From the cache" });
    const elsewhere = await campaignIn(await folder());
    expect((await openReading(elsewhere, { cacheDir })).title).toBe("From the cache");
  });

  it.each([
    ["a text", { ...FILES, "lore/the-salt-book.md": "# The Salt Book\n\nNobody has read the Salt Book.\n" }],
    [
      "front matter",
      { ...FILES, "lore/the-salt-book.md": `---\nknown_by: []\n---\n${FILES["lore/the-salt-book.md"]}` },
    ],
    ["a file more", { ...FILES, "lore/b.md": "# B\n\nThe bell has no rope.\n" }],
    ["a file's name", { ...FILES, "lore/the-salt-book.md": "", "lore/c.md": FILES["lore/the-salt-book.md"] }],
  ])("[CA295] are of no use for another content: %s", async (_, files) => {
    const [one, other] = [await campaignIn(await folder()), await campaignIn(await folder(), files)];
    expect(await readingKey(boundedSourceOf(one))).not.toBe(await readingKey(boundedSourceOf(other)));
  });

  it.each([
    ["emptied", () => ""],
    ["cut", (text: string) => text.slice(0, text.length / 2)],
    ["changed in one letter", (text: string) => text.replace("Coldharbour", "Coldharboar")],
    ["no JSON", () => "nonsense\nnonsense"],
    ["JSON with its checksum, and no reading", () => `${createHash("sha256").update("7").digest("hex")}\n7`],
  ])("[CA296] are read anew where the file was %s, and kept whole again", async (_, damage) => {
    const cacheDir = await folder();
    const campaign = await campaignIn(await folder());
    const reading = await openReading(campaign, { cacheDir });
    const path = join(cacheDir, (await readdir(cacheDir))[0] ?? "");
    const whole = await readFile(path, "utf8");
    await writeFile(path, damage(whole));
    expect(await openReading(campaign, { cacheDir })).toEqual(reading);
    expect(await readFile(path, "utf8")).toBe(whole);
  });

  it("[CA296] stand whole whoever writes them at the same time, and leave no parts", async () => {
    const cacheDir = await folder();
    const campaign = await campaignIn(await folder());
    const readings = await Promise.all(Array.from({ length: 8 }, () => openReading(campaign, { cacheDir })));
    expect(new Set(readings.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await readdir(cacheDir)).map((name) => name.replace(/^[0-9a-f]{64}/, ""))).toEqual([".reading"]);
  });

  it("[CA296] are done without where nothing can be written", async () => {
    const file = join(await folder(), "a-file");
    await writeFile(file, "");
    const campaign = await campaignIn(await folder());
    expect((await openReading(campaign, { cacheDir: join(file, "readings") })).title).toBe("The Weighbridge");
  });

  it("[CA297] are at most 64, those used last, and parts of a writer that died go with the others", async () => {
    const cacheDir = await folder();
    const cache = new ReadingCache(cacheDir);
    const reading = readStory(await campaignIn(await folder()));
    const long = new Date(Date.now() - 86_400_000);
    for (let one = 0; one < 70; one++) {
      const path = join(cacheDir, `${String(one).padStart(64, "0")}.reading`);
      await writeFile(path, "");
      await utimes(path, long, new Date(long.getTime() + one));
    }
    const part = join(cacheDir, "left.part");
    await writeFile(part, "");
    await utimes(part, long, long);
    const key = "f".repeat(64);
    await cache.put(key, reading);
    const left = await readdir(cacheDir);
    expect(left.length).toBeLessThanOrEqual(64);
    expect(left).toContain(`${key}.reading`);
    expect(left).toContain(`${"69".padStart(64, "0")}.reading`);
    expect(left).not.toContain(`${"".padStart(64, "0")}.reading`);
    expect(left).not.toContain("left.part");
    const before = (await stat(join(cacheDir, `${key}.reading`))).mtimeMs;
    await utimes(join(cacheDir, `${key}.reading`), long, long);
    expect(await cache.get(key)).toEqual(reading);
    expect((await stat(join(cacheDir, `${key}.reading`))).mtimeMs).toBeGreaterThanOrEqual(before);
  });
});

describe("the print of a folder", () => {
  it("[CA298] is the same as long as no file is written, and what loading says as well", async () => {
    const dir = await folder();
    await campaignIn(dir);
    const print = await printFolder(dir);
    expect(await printFolder(dir)).toBe(print);
    expect((await loadCampaign(dir)).print).toBe(print);
    await writeFile(join(dir, "lore/the-salt-book.md"), FILES["lore/the-salt-book.md"].replace("Every", "Avery"));
    expect(await printFolder(dir)).not.toBe(print);
  });
});
