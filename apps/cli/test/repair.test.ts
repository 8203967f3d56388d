import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEngine } from "@narratoria/engine";
import { repairLines, savedText } from "../src/doctor.js";
import { type Answer, typed } from "./fake-terminal.js";

const BIN = fileURLToPath(new URL("../bin/narratoria.js", import.meta.url));
let data = "";

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "narratoria-repair-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Answer> => typed(...args, "--data", data);

it("[CL95] a damaged file is told with its remedy, mended, and played on; what cannot be mended stays as it is", async () => {
  const file = join(data, "narratoria.db");
  // One is made where a play lasts a while.
  const withoutBackup = () => rmSync(join(data, "backups"), { recursive: true, force: true });
  await run("play", "--choose", "first", "--turns", "2", "--plain");
  expect(await run("doctor", "--repair")).toEqual({
    code: 0,
    out: "Your stories are sound. There was nothing to repair.\n",
    err: "",
  });
  const bytes = readFileSync(file);
  bytes.fill(0, 40, 44); // the count of what the schema was changed by, which nothing needs to be read by
  truncateSync(file, bytes.length - 4096);
  const ill = await run("play", "--choose", "first", "--turns", "1", "--plain");
  // The story that is told meanwhile is not kept. (rule EN1423)
  expect(ill).toMatchObject({ code: 0, err: "" });
  expect(ill.out).toContain("`narratoria doctor --repair`");
  withoutBackup();
  const mended = await run("doctor", "--repair");
  expect(mended.out).toMatch(
    /^Saved: 1 story with [123] scenes?\. There was no backup; .*\n(?:.* told (?:is|are) lost\. .*\n)?The file as it was is kept as .*\.corrupt-\d+\.\n$/,
  );
  expect(mended.code).toBe(0);
  expect(await run("play", "--choose", "first", "--turns", "1", "--plain")).toMatchObject({ code: 0, err: "" });

  withoutBackup();
  writeFileSync(file, "Once upon a time");
  const lost = await run("doctor", "--repair");
  expect(lost).toMatchObject({ code: 1, out: "" });
  expect(lost.err).toMatch(
    /^Error: Nothing can be read of .* left as it is\. To start anew, move it to another place\.\n$/,
  );
  expect(readFileSync(file, "utf8")).toBe("Once upon a time");
}, 240_000);

it("[CL96] what stories take up on the disk is told, by the list and by doctor", async () => {
  await run("play", "--choose", "first", "--turns", "1", "--plain");
  const [story] = JSON.parse((await run("playthroughs", "list", "--json")).out);
  expect(story.bytes).toBeGreaterThan(1_000);
  expect((await run("doctor")).out).toMatch(/^ok {4}Saved stories: 1, in 1 MB(?:, and 1 MB of backups)?$/m);
  expect(savedText(0, { database: 0, backups: 0 })).toBe("Saved stories: 0");
  expect(savedText(3, { database: 5 * 1024 ** 2, backups: 2 * 1024 ** 3 })).toBe(
    "Saved stories: 3, in 5 MB, and 2.0 GB of backups",
  );
}, 240_000);

it("[CL95] of damaged scenes it says which came back and how many did not", () => {
  const backup = { file: "b.db", madeAt: Date.UTC(2030, 1, 3, 12), stories: 2, turns: 9 };
  const nothingLost = { restored: 0, lost: 0 };
  expect(
    repairLines({
      kept: "k",
      whole: true,
      backup,
      stories: 2,
      turns: 10,
      damaged: 1,
      gone: 0,
      doubtful: 0,
      edited: 0,
      ...nothingLost,
    }),
  ).toEqual([
    expect.stringMatching(
      /^Saved: 2 stories with 10 scenes\. The backup of 3 February 2030 at \d\d:00 stood in for what was missing or could not be read\.$/,
    ),
    "1 scene stays damaged, and no backup has it. Its story goes on around it.",
    "The file as it was is kept as k.",
  ]);
  expect(
    repairLines({
      kept: null,
      whole: true,
      backup: null,
      stories: 2,
      turns: 10,
      damaged: 3,
      gone: 0,
      doubtful: 0,
      edited: 0,
      ...nothingLost,
    }),
  ).toEqual(["3 scenes stay damaged, and no backup has them. Their stories go on around them."]);
  expect(
    repairLines({
      kept: null,
      whole: true,
      backup,
      stories: 1,
      turns: 1,
      damaged: 0,
      gone: 0,
      doubtful: 0,
      edited: 0,
      ...nothingLost,
    }),
  ).toHaveLength(1);
  expect(
    repairLines({
      kept: "k",
      whole: true,
      backup: null,
      stories: 1,
      turns: 4,
      damaged: 1,
      gone: 2,
      doubtful: 0,
      edited: 0,
      ...nothingLost,
    }),
  ).toEqual([
    "Saved: 1 story with 4 scenes.",
    "1 scene stays damaged, and no backup has it. Its story goes on around it.",
    "2 things that stories remembered could not be read any more, and are gone.",
    "The file as it was is kept as k.",
  ]);
  const none = { backup: null, stories: 1, turns: 4, damaged: 0, gone: 0, edited: 0, ...nothingLost };
  expect(repairLines({ kept: "k", whole: true, doubtful: 1, ...none })).toEqual([
    "Saved: 1 story with 4 scenes.",
    "1 memory or other detail reads differently from how it was written, and no backup has it. It is kept as it reads.",
    "The file as it was is kept as k.",
  ]);
  expect(repairLines({ ...none, kept: null, whole: true, doubtful: 0, edited: 1 })).toEqual([
    "1 scene, memory or other detail was changed by hand. It is kept as it reads now.",
  ]);
  expect(repairLines({ kept: "k", whole: false, doubtful: 0, ...none })[0]).toBe(
    "Saved: 1 story with 4 scenes. There was no backup; what could not be read is lost.",
  );
});

it("[CL443] a story that is gone with its log is named by the list, doctor and play, and brought back", async () => {
  await run("play", "--choose", "first", "--turns", "2", "--plain");
  const told = (await run("playthroughs", "export", "last")).out;
  // As it is made by itself after a while; one that a slow start has made already holds the opening alone.
  rmSync(join(data, "backups"), { recursive: true, force: true });
  const engine = await openEngine({ dataDir: data });
  await Reflect.get(engine, "store").tidy();
  await engine.close();
  // The file as it was before anything was told: the log was never folded in, and is gone.
  rmSync(join(data, "narratoria.db"));
  await (await openEngine({ dataDir: join(data, "fresh") })).close();
  renameSync(join(data, "fresh", "narratoria.db"), join(data, "narratoria.db"));

  const lost =
    /One Wheel Over: The opening and scenes 1 to 2 were told and are not in the file any more\. The backup of .* has all of it\./;
  const list = await run("playthroughs", "list");
  expect(list).toMatchObject({ code: 0, out: "", err: expect.stringMatching(lost) });
  expect(JSON.parse((await run("playthroughs", "list", "--json")).out)).toEqual([]);
  expect((await run("doctor")).out).toMatch(lost);
  const refused = await run("play", "--choose", "first", "--turns", "1", "--plain");
  expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringMatching(lost) });
  expect(refused.err).toContain("doctor --repair");
  expect(refused.err).toContain("add --new");
  const anew = await run("play", "--new", "--choose", "first", "--turns", "1", "--plain");
  expect(anew).toMatchObject({ code: 0, out: expect.stringMatching(lost) });

  const mended = await run("doctor", "--repair");
  expect(mended.out).toMatch(/^Saved: 2 stories with 5 scenes\. .*\n3 scenes that were missing came back\.\n/);
  const stories = JSON.parse((await run("playthroughs", "list", "--json")).out).map(({ id }: { id: string }) => id);
  const exported = await Promise.all(stories.map((id: string) => run("playthroughs", "export", id)));
  expect(exported.map(({ out }) => out)).toContain(told);
  expect((await run("doctor", "--repair")).out).toContain("sound");
}, 240_000);

const ownDisk = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

/** On a disk of 96 MB: plays, has the reserve made, fills the disk, and runs each command. A line of JSON holds what came of them. */
const ON_A_FULL_DISK = `
  const { spawnSync } = await import("node:child_process");
  const { openSync, readdirSync, writeSync } = await import("node:fs");
  const { openEngine } = await import(process.env.ENGINE);
  const data = process.env.DISK + "/data";
  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [process.env.BIN, ...args, "--data", data], { encoding: "utf8" });
    return { code: status, out: stdout, err: stderr, reserve: readdirSync(data).includes("reserve") };
  };
  run("play", "--choose", "first", "--turns", "1", "--plain");
  // As it is made by itself after a while.
  const engine = await openEngine({ dataDir: data });
  await Reflect.get(engine, "store").tidy();
  await engine.close();
  const filler = openSync(process.env.DISK + "/filler", "w");
  for (let size = 1 << 20; size >= 512; ) {
    try {
      if (writeSync(filler, Buffer.alloc(size)) < size) size /= 2;
    } catch {
      size /= 2;
    }
  }
  const results = [
    run("playthroughs", "list"),
    run("playthroughs", "export", "last"),
    run("doctor"),
    run("play", "--choose", "first", "--turns", "1", "--plain"),
  ];
  console.log(JSON.stringify(results));
`;

it.skipIf(!ownDisk)(
  "[CL442] on a full disk stories are listed, exported and checked, and played on in the reserve",
  () => {
    const { stdout, stderr } = spawnSync(
      "unshare",
      ["-rm", "sh", "-c", 'mount -t tmpfs -o size=96m tmpfs "$DISK" && exec "$NODE" --input-type=module -e "$PROGRAM"'],
      {
        encoding: "utf8",
        env: {
          ...process.env,
          DISK: data,
          BIN,
          NODE: process.execPath,
          PROGRAM: ON_A_FULL_DISK,
          ENGINE: new URL("../../../packages/engine/dist/index.js", import.meta.url).href,
        },
      },
    );
    expect(stderr).toBe("");
    const [list, exported, checked, played] = JSON.parse(stdout);
    expect(list).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("One Wheel Over, scene 1"),
      reserve: true,
    });
    expect(exported).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(/^# One Wheel Over\n/),
      reserve: true,
    });
    expect(checked).toMatchObject({ code: 1, reserve: true });
    expect(checked.out).toMatch(/^fails Data folder: .*, 0 MB free\. Free some space, or saving may fail\.$/m);
    expect(checked.out).toMatch(/^ok {4}Saved stories: 1, /m);
    expect(played).toMatchObject({ code: 0, err: "", reserve: false });
    expect(played.out).toMatch(/^Note: The disk is full\. Your story is still saved, in 16 MB /m);
    expect(played.out).toMatch(/One Wheel Over, scene 2|Scene 2/);
  },
  240_000,
);
