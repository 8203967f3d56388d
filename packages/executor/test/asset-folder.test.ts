// SPEC.md EX51, EX52 and EX402 to EX406. The tools are real processes, without a sandbox and in one; where there is none, what
// needs one is left out.
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AssetEvent, LIMITS, lowerLimits } from "@narratoria/protocol";
import { checkContract, type ToolInvocation } from "@narratoria/protocol/contracts";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import { endTools } from "../src/process/tool-process.js";
import { probeSandbox } from "../src/sandbox/probe-sandbox.js";
import { openSandbox } from "../src/sandbox/sandbox.js";
import { type AssetFolder, openAssetFolder } from "../src/tool/asset-folder.js";
import { mediaFormat } from "../src/tool/media-format.js";
import { fixtures, options, planOf, tempFolder, tool } from "./support.js";

const machine = await probeSandbox();
if (machine.tier !== "bubblewrap") console.warn(`Tests in the sandbox are left out: ${machine.sentence}`);

const HOSTILE = fileURLToPath(new URL("./fixtures/hostile-skill/", import.meta.url));
const SECRET = "the key to the tower";
const NEVER = new AbortController().signal;

afterEach(() => endTools({ now: true }));

interface Place {
  readonly folder: string;
  readonly assets: AssetFolder;
}

async function place(more: { maxBytes?: number; maxTurnBytes?: number } = {}): Promise<Place> {
  const folder = join(tempFolder(), "assets");
  return { folder, assets: await openAssetFolder(folder, { isKept: () => false, ...more }) };
}

const sumOf = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** All that lies in a folder, with its mode and what it holds. */
function snapshot(folder: string): unknown[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => {
      const info = lstatSync(join(folder, path));
      return [path, info.mode, info.isFile() ? readFileSync(join(folder, path), "utf8") : info.ino];
    });
}

/** The home of a player, and a skill beside it. */
function target(): { readonly root: string; readonly home: string; readonly skillDir: string } {
  const root = tempFolder();
  const [home, skillDir] = [join(root, "home"), join(root, "skills", "hostile-skill")];
  mkdirSync(join(home, ".config", "autostart"), { recursive: true });
  writeFileSync(join(home, ".bashrc"), "# the player's own\n");
  writeFileSync(join(home, "secret.txt"), SECRET);
  cpSync(HOSTILE, skillDir, { recursive: true });
  return { root, home, skillDir };
}

/** What the hostile skill comes to: what it announced and what was refused. */
async function smuggle(
  way: string,
  sandboxed: boolean,
  { home, skillDir }: { readonly home: string; readonly skillDir: string },
  { assets }: Place,
): Promise<PlanRun> {
  const sandbox = sandboxed ? await openSandbox({ scratchRoot: tempFolder() }) : undefined;
  if (sandbox) onTestFinished(() => sandbox.close());
  const script = { file: join(skillDir, "scripts", "smuggle.mjs"), skillDir, dataDir: join(skillDir, "data") };
  return executePlan(planOf([tool("a", "hostile-skill/smuggle", { input: { way, home } })]), {
    ...options({
      resolver: fixtures({ ...script, sandbox: sandboxed ? "required" : "off" }),
      assets,
      // Long enough alive after `done` for what is swapped meanwhile.
      grace: { lingerMs: 50, killAfterMs: 3_000 },
      ...(sandbox && { sandbox }),
    }),
  });
}

const WAYS: readonly (readonly [way: string, taken: number | null, reason: string | null])[] = [
  ["a link in the place of a folder", 1, null],
  ["links under the names that a copy might get", 1, null],
  ["a link to a file", 0, "its file lies outside the skill's own folders"],
  ["a link to the folder of a file", 0, "its file lies outside the skill's own folders"],
  ["a path that leads out", 0, "its file lies outside the skill's own folders"],
  ["a second name", 0, "its file has more names than one"],
  ["a pipe", 0, "it is not a regular file"],
  ["a device", 0, "its file lies outside the skill's own folders"],
  ["a file that is swapped for a link", null, null],
  ["a folder that is swapped for a link", null, null],
];

describe.each([
  ["without a sandbox", false],
  ["in the sandbox", true],
])("a hostile skill %s", (_, sandboxed) => {
  it.skipIf(process.platform === "win32" || (sandboxed && machine.tier !== "bubblewrap")).each(WAYS)(
    "[EX402] gets no byte out of its folders and none of the player's in by %s",
    async (way, taken, reason) => {
      const aim = target();
      const here = await place();
      const before = snapshot(aim.home);
      const { result, warnings } = await smuggle(way, sandboxed, aim, here);
      expect(result.success).toBe(true);
      expect(snapshot(aim.home)).toEqual(before);
      expect(readdirSync(aim.root).sort()).toEqual(["home", "skills"]);
      const assets = result.aggregatedAssets ?? [];
      const refused = warnings.filter(({ message }) => message.startsWith("asset "));
      if (taken !== null) expect(assets).toHaveLength(taken);
      else expect(assets.length + refused.length).toBeGreaterThan(0);
      for (const { checksum } of assets) expect(checksum).toBe(`sha256:${sumOf("mine")}`);
      const names = filesIn(here.folder).filter((name) => name !== ".added");
      expect(names).toEqual(assets.length > 0 ? [`${sumOf("mine")}.bin`] : []);
      for (const name of names) expect(lstatSync(join(here.folder, name)).mode & 0o7777).toBe(0o100600 & 0o777);
      if (reason !== null) expect(warnings.map(({ message }) => message).join("\n")).toContain(reason);
    },
  );

  it.skipIf(process.platform === "win32" || (sandboxed && machine.tier !== "bubblewrap"))(
    "[EX403] is held to what a turn may have by the length of its files, whatever room they take",
    async () => {
      const here = await place({ maxTurnBytes: 7 * 1024 * 1024 });
      const { result, warnings } = await smuggle("files of holes", sandboxed, target(), here);
      expect(LIMITS.turnAssetBytes).toBe(256 * 1024 * 1024);
      expect(result.aggregatedAssets).toHaveLength(3);
      const refused = warnings.map(({ message }) => message).filter((message) => message.startsWith("asset "));
      expect(refused).toHaveLength(9);
      expect(refused[0]).toBe('asset "hole-3.png" was refused: there is no more room for files of this turn or story');
    },
  );
});

const asset = (path: string): ToolInvocation =>
  tool("paint", "patches", { input: { files: [path], assets: [{ assetId: "picture", path }] } });

describe("assets", () => {
  it.each(["$DATA/cat.png", "sub/cat.png"])(
    "[EX51] are copied from the folders of their tool (%s), with all that is known of them",
    async (path) => {
      const { folder, assets } = await place();
      const resolver = fixtures();
      const { result } = await executePlan(planOf([asset(path)]), options({ resolver, assets }));
      const hash = sumOf("picture");
      expect(result.aggregatedAssets).toEqual([
        {
          assetId: "picture",
          kind: "image",
          mediaType: "image/png",
          path: join(folder, `${hash}.bin`),
          toolId: "paint",
          sizeBytes: 7,
          checksum: `sha256:${hash}`,
        },
      ]);
      expect(checkContract("execution-result", result)).toEqual([]);
      expect(readFileSync(join(folder, `${hash}.bin`), "utf8")).toBe("picture");
      expect(statSync(folder).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o700);
      // What the skill keeps is its own.
      if (path.startsWith("$DATA")) expect(existsSync(join(resolver.dataDir, "skill", "cat.png"))).toBe(true);
    },
  );

  it("[EX52] anywhere else, missing, or no file at all, are refused without harm to the tool", async () => {
    const outside = join(tempFolder(), "secret.png");
    writeFileSync(outside, "secret");
    const resolver = fixtures();
    const { folder, assets: kept } = await place();
    mkdirSync(join(resolver.dataDir, "skill", "folder.png"), { recursive: true });
    writeFileSync(join(resolver.dataDir, "skill", "huge.png"), "");
    truncateSync(join(resolver.dataDir, "skill", "huge.png"), LIMITS.assetBytes + 1);
    const assets = [outside, "../../secret.png", "missing.png", "$DATA/folder.png", "$DATA/huge.png", "$DATA"].map(
      (path, index) => ({ assetId: `a${index}`, path }),
    );
    const plan = planOf([tool("paint", "patches", { input: { assets } })]);
    const run = await executePlan(plan, options({ resolver, assets: kept }));
    expect(run.result.success).toBe(true);
    expect(run.result.aggregatedAssets).toEqual([]);
    expect(run.warnings).toHaveLength(6);
    expect(run.warnings[0]).toEqual({
      toolId: "paint",
      message: 'asset "a0" was refused: its file lies outside the skill\'s own folders',
    });
    expect(filesIn(folder)).toEqual([]);
  });

  it("[EX52] are refused where nobody keeps them", async () => {
    const run = await executePlan(planOf([asset("cat.png")]), options());
    expect(run.result).toMatchObject({ success: true, aggregatedAssets: [] });
    expect(run.warnings.map(({ message }) => message)).toEqual([
      "an asset was refused: no folder for assets was given",
    ]);
  });

  it("[EX130] over a lowered cap are refused", async () => {
    const { assets } = await place();
    const plan = planOf([asset("a.png")]);
    expect((await executePlan(plan, options({ assets }))).result.aggregatedAssets).toHaveLength(1);
    const resolver = fixtures({ limits: lowerLimits({ assetBytes: 1 }) });
    const run = await executePlan(plan, options({ resolver, assets }));
    expect(run.result.aggregatedAssets).toEqual([]);
    expect(run.warnings.map(({ message }) => message)).toEqual([expect.stringContaining("over 1 bytes")]);
  });

  it("[EX52] of an id that came before are refused; the first one stands", async () => {
    const { assets } = await place();
    const input = { files: ["a.png", "b.png"], assets: ["a.png", "b.png"].map((path) => ({ assetId: "same", path })) };
    const run = await executePlan(planOf([tool("paint", "patches", { input })]), options({ assets }));
    expect(run.result.aggregatedAssets).toHaveLength(1);
    expect(run.warnings.map(({ message }) => message)).toEqual([
      'line 2: asset "same" came twice; the first one stands',
    ]);
  });
});

/** A tool's own folders, with a file in them. */
function source(bytes: string | Buffer = "mine"): {
  readonly toolId: string;
  readonly scratchDir: string;
  readonly dataDir: string;
} {
  const [scratchDir, dataDir] = [tempFolder(), tempFolder()];
  writeFileSync(join(scratchDir, "x.png"), bytes);
  return { toolId: "a", scratchDir, dataDir };
}

const announced = (more: Partial<AssetEvent> = {}): AssetEvent => ({
  version: "0",
  type: "asset",
  assetId: "a",
  kind: "image",
  mediaType: "image/png",
  path: "x.png",
  ...more,
});

describe("a folder of assets", () => {
  it("[EX404] answers at once when nobody waits any more, and keeps nothing of what was not copied", async () => {
    const { folder, assets } = await place();
    const from = source(Buffer.alloc(LIMITS.assetBytes, "x"));
    const stop = new AbortController();
    const events = [1, 2, 3].map((number) => announced({ assetId: String(number) }));
    const over = assets.take(events, from, stop.signal);
    // A copy is under way once its file is there.
    await expect.poll(() => filesIn(folder).filter((name) => name.endsWith(".part")), { interval: 1 }).toHaveLength(1);
    const stoppedAt = performance.now();
    stop.abort();
    const { assets: taken, refused } = await over;
    expect(performance.now() - stoppedAt).toBeLessThan(1_000);
    const reason = "there was no time left to copy it";
    expect([taken, refused]).toEqual([[], [{ message: `3 assets were refused: ${reason}`, reason }]]);
    await expect.poll(() => filesIn(folder), { interval: 1 }).toEqual([]);
    expect(await assets.take(events, from, stop.signal)).toMatchObject({ assets: [], refused: { length: 1 } });
  });

  it("[EX404] a plan that is stopped does not wait for a copy", async () => {
    const { folder, assets } = await place();
    const stop = new AbortController();
    const files = Array.from({ length: 8 }, (_, number) => `hole-${number}.png`);
    const resolver = fixtures();
    mkdirSync(join(resolver.dataDir, "skill"), { recursive: true });
    for (const file of files) {
      writeFileSync(join(resolver.dataDir, "skill", file), file);
      truncateSync(join(resolver.dataDir, "skill", file), 30 * 1024 * 1024);
    }
    const input = { assets: files.map((file) => ({ assetId: file, path: `$DATA/${file}` })) };
    const over = executePlan(
      planOf([tool("paint", "patches", { input })]),
      options({ resolver, assets, signal: stop.signal }),
    );
    await expect.poll(() => filesIn(folder).length, { interval: 1 }).toBeGreaterThan(0);
    const stoppedAt = performance.now();
    stop.abort();
    expect((await over).failure).toBe("the turn was cancelled");
    expect(performance.now() - stoppedAt).toBeLessThan(1_000);
    await assets.endTurn([]);
    await expect.poll(() => filesIn(folder), { interval: 1 }).toEqual([]);
  });

  it("[EX404] a tool's own time ends its copies, and what it did counts", async () => {
    const assets: AssetFolder = {
      take: (events, _, signal) =>
        new Promise((resolve) => {
          const late = { message: `${events.length} late`, reason: "late" };
          signal.addEventListener("abort", () => resolve({ assets: [], refused: [late] }));
        }),
      endTurn: async () => {},
    };
    const run = await executePlan(
      planOf([asset("cat.png")]),
      options({ assets, toolTimeoutMs: 1_500, grace: { lingerMs: 1, killAfterMs: 150 } }),
    );
    expect(run.result).toMatchObject({ success: true, aggregatedAssets: [] });
    expect(run.refusedAssets).toEqual([{ toolId: "paint", reason: "late" }]);
    expect(run.warnings).toContainEqual({ toolId: "paint", message: "1 late" });
  });

  it("[EX403] counts what it holds, what a turn has read and how many files, and refuses what is more", async () => {
    const { assets } = await place({ maxBytes: 10 });
    const take = async (bytes: string, more: Partial<AssetEvent> = {}): Promise<unknown> => {
      const {
        assets: [one],
        refused: [reason],
      } = await assets.take([announced(more)], source(bytes), NEVER);
      return one?.sizeBytes ?? reason?.reason;
    };
    expect(await take("12345")).toBe(5);
    // A second time it is no second file, and has been read all the same.
    expect(await take("12345")).toBe(5);
    expect(await take("1")).toMatch(/no more room/);
    await assets.endTurn([]);
    expect(await take("1234567890")).toBe(10);
    await assets.endTurn([]);
    const { assets: many, refused } = await (await place()).assets.take(
      Array.from({ length: LIMITS.turnAssets + 5 }, (_, number) => announced({ assetId: String(number) })),
      source(),
      NEVER,
    );
    expect(many).toHaveLength(LIMITS.turnAssets);
    expect(refused.map(({ message }) => message)).toEqual([
      `5 assets were refused: a turn may have ${LIMITS.turnAssets} files`,
    ]);
  });

  it("[EX403] refuses long names and much metadata", async () => {
    const { assets } = await place();
    const long = "x".repeat(201);
    const events = [
      announced({ assetId: long }),
      announced({ kind: long }),
      announced({ mediaType: `image/png;a="${long}"` }),
      announced({ metadata: { text: "x".repeat(LIMITS.assetMetadataBytes) } }),
      announced({ metadata: { text: "x".repeat(LIMITS.assetMetadataBytes - 20) } }),
    ];
    const { assets: taken, refused } = await assets.take(events, source(), NEVER);
    expect(taken).toEqual([expect.objectContaining({ metadata: events[4]?.metadata })]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 3 }, () => "its id, kind or media type is longer than 200 characters"),
      `its metadata is over ${LIMITS.assetMetadataBytes} bytes`,
    ]);
  });

  it("[EX403] refuses files whose metadata is too much for one turn", async () => {
    const { assets } = await place();
    const text = "x".repeat(LIMITS.assetMetadataBytes - 20);
    const events = Array.from({ length: 10 }, (_, at) => announced({ assetId: String(at), metadata: { text } }));
    const { assets: taken, refused } = await assets.take(events, source(), NEVER);
    expect(taken).toHaveLength(8);
    expect(refused.map(({ reason }) => reason)).toEqual([
      "the files of a turn may have 131072 bytes of metadata together",
      "the files of a turn may have 131072 bytes of metadata together",
    ]);
    expect((await assets.take([announced()], source(), NEVER)).assets).toHaveLength(1);
    await assets.endTurn([]);
    expect((await assets.take(events.slice(0, 1), source(), NEVER)).assets).toHaveLength(1);
  });

  it("[EX406] keeps of a turn what the turn names, and all of the turns before", async () => {
    const { folder, assets } = await place();
    const take = async (bytes: string): Promise<string> =>
      (await assets.take([announced()], source(bytes), NEVER)).assets[0]?.path ?? "";
    const first = await take("one");
    await take("another");
    await assets.endTurn([first]);
    expect(filesIn(folder)).toEqual([`${sumOf("one")}.bin`]);
    // The same bytes once more, in a turn that comes to nothing.
    expect(await take("one")).toBe(first);
    await take("two");
    await assets.endTurn([]);
    expect(filesIn(folder)).toEqual([`${sumOf("one")}.bin`]);
    await assets.endTurn([]);
  });

  it("[EX406] keeps nothing of a copy that comes to its end after its turn", async () => {
    const { folder, assets } = await place();
    const over = assets.take([announced()], source(Buffer.alloc(20 * 1024 * 1024, "x")), NEVER);
    await expect.poll(() => filesIn(folder).filter((name) => name.endsWith(".part")), { interval: 1 }).toHaveLength(1);
    await assets.endTurn([]);
    expect((await over).refused.map(({ message }) => message)).toEqual(['asset "a" was refused: the turn is over']);
    expect(filesIn(folder)).toEqual([]);
  });

  it("[EX406] opened again after its runtime was killed, it removes what the last turn does not name", async () => {
    const { folder, assets } = await place();
    const before = await assets.take([announced()], source("before"), NEVER);
    await assets.endTurn([before.assets[0]?.path ?? ""]);
    await assets.take([announced()], source("named"), NEVER);
    await assets.take([announced()], source("not named"), NEVER);
    writeFileSync(join(folder, ".0123456789abcdef.part"), "half");
    // What a note that was cut off, or written over, names, is no file of the folder.
    appendFileSync(join(folder, ".added"), "../../../home/.bashrc\n0123");
    const named = `${sumOf("named")}.bin`;
    await openAssetFolder(folder, { isKept: (name) => name === named });
    expect(filesIn(folder)).toEqual([`${sumOf("before")}.bin`, named].sort());
  });

  it("[EX406] makes a copy anew whose file was cut short", async () => {
    const { assets } = await place();
    const {
      assets: [first],
    } = await assets.take([announced()], source("whole"), NEVER);
    await assets.endTurn([first?.path ?? ""]);
    truncateSync(first?.path ?? "", 2);
    await assets.take([announced()], source("whole"), NEVER);
    expect(readFileSync(first?.path ?? "", "utf8")).toBe("whole");
  });

  it.skipIf(process.platform === "win32")("[EX402] follows no link in its own folder", async () => {
    const { folder, assets } = await place();
    const elsewhere = join(tempFolder(), "elsewhere");
    writeFileSync(elsewhere, "mine");
    mkdirSync(folder);
    symlinkSync(elsewhere, join(folder, `${sumOf("mine")}.bin`));
    const {
      assets: [taken],
    } = await assets.take([announced()], source("mine"), NEVER);
    expect(lstatSync(taken?.path ?? "").isFile()).toBe(true);
    expect(readFileSync(elsewhere, "utf8")).toBe("mine");
  });
});

describe("the format of a file", () => {
  const PNG = Buffer.from("\x89PNG\r\n\x1a\n....", "latin1");

  it.each([
    ["image/png", PNG, "png"],
    ["IMAGE/PNG; charset=x", PNG, "png"],
    ["image/jpeg", Buffer.from("\xff\xd8\xff\xe0", "latin1"), "jpeg"],
    ["image/webp", Buffer.from("RIFF\n\0\0\0WEBPVP8 "), "webp"],
    ["audio/mpeg", Buffer.from("ID3\x04"), "mp3"],
    ["audio/mpeg", Buffer.from("\xff\xfb\x90", "latin1"), "mp3"],
    ["audio/ogg", Buffer.from("OggS\0"), "ogg"],
    ["audio/wav", Buffer.from("RIFF....WAVEfmt "), "wav"],
    ["audio/flac", Buffer.from("fLaC"), "flac"],
    ["video/mp4", Buffer.from("\0\0\0 ftypisom"), "mp4"],
    ["video/webm", Buffer.from("\x1a\x45\xdf\xa3", "latin1"), "webm"],
    ["model/gltf-binary", Buffer.from("glTF"), null],
    ["image/svg+xml", Buffer.from("<svg onload='alert(1)'/>"), null],
    ["image/png", Buffer.from("<html>"), null],
    ["image/jpeg", PNG, null],
    ["image/webp", Buffer.from("RIFF....WAVE"), null],
    ["image/png", Buffer.alloc(0), null],
    ["__proto__", PNG, null],
  ])("[EX405] of %s is told by its type and its bytes", (mediaType, head, format) => {
    expect(mediaFormat(mediaType, head)).toBe(format);
  });

  it("[EX405] names the copy, and is told where shells may show it", async () => {
    const { assets } = await place();
    const {
      assets: [picture],
    } = await assets.take([announced()], source(PNG), NEVER);
    expect(picture).toMatchObject({ format: "png", path: expect.stringMatching(/[0-9a-f]{64}\.png$/) });
    const {
      assets: [page],
    } = await assets.take([announced({ path: "x.png" })], source("<html>"), NEVER);
    expect(page).not.toHaveProperty("format");
    expect(page?.path).toMatch(/\.bin$/);
  });
});
