import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { repairLines, savedText } from "../src/doctor.js";

const BIN = fileURLToPath(new URL("../bin/narratoria.js", import.meta.url));
let data = "";

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "narratoria-repair-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

function run(...args: string[]): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [BIN, ...args, "--data", data], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out, err })));
}

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
  expect(ill).toMatchObject({ code: 1, out: "" });
  expect(ill.err).toContain("`narratoria doctor --repair`");
  withoutBackup();
  const mended = await run("doctor", "--repair");
  expect(mended.out).toMatch(
    /^Saved: 1 story with [123] scenes?\. There was no backup; .*\nThe damaged file is kept as .*\.corrupt-\d+\.\n$/,
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
}, 60_000);

it("[CL96] what stories take up on the disk is told, by the list and by doctor", async () => {
  await run("play", "--choose", "first", "--turns", "1", "--plain");
  const [story] = JSON.parse((await run("playthroughs", "list", "--json")).out);
  expect(story.bytes).toBeGreaterThan(1_000);
  expect((await run("doctor")).out).toMatch(/^ok {4}Saved stories: 1, in 1 MB(?:, and 1 MB of backups)?$/m);
  expect(savedText(0, { database: 0, backups: 0 })).toBe("Saved stories: 0");
  expect(savedText(3, { database: 5 * 1024 ** 2, backups: 2 * 1024 ** 3 })).toBe(
    "Saved stories: 3, in 5 MB, and 2.0 GB of backups",
  );
}, 60_000);

it("[CL95] of damaged scenes it says which came back and how many did not", () => {
  const backup = { file: "b.db", madeAt: Date.UTC(2030, 1, 3, 12), stories: 2, turns: 9 };
  expect(repairLines({ kept: "k", backup, stories: 2, turns: 10, damaged: 1, gone: 0 })).toEqual([
    expect.stringMatching(
      /^Saved: 2 stories with 10 scenes\. The backup of 3 February 2030 at \d\d:00 stood in for what could not be read\.$/,
    ),
    "1 scene stays damaged, and no backup has it. Its story goes on around it.",
    "The damaged file is kept as k.",
  ]);
  expect(repairLines({ kept: null, backup: null, stories: 2, turns: 10, damaged: 3, gone: 0 })).toEqual([
    "3 scenes stay damaged, and no backup has them. Their stories go on around them.",
  ]);
  expect(repairLines({ kept: null, backup, stories: 1, turns: 1, damaged: 0, gone: 0 })).toHaveLength(1);
  expect(repairLines({ kept: "k", backup: null, stories: 1, turns: 4, damaged: 1, gone: 2 })).toEqual([
    "Saved: 1 story with 4 scenes.",
    "1 scene stays damaged, and no backup has it. Its story goes on around it.",
    "2 things that stories remembered could not be read any more, and are gone.",
    "The damaged file is kept as k.",
  ]);
});
