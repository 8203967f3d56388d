import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLogFile } from "../src/trace/log-file.js";
import { tempFolder } from "./support.js";

const linesOf = (folder: string, name = "narratoria.log"): unknown[] =>
  readFileSync(join(folder, name), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);

describe("a log file", () => {
  it("[EX117] holds one JSON object a line, in order, for its owner only", async () => {
    const folder = join(tempFolder(), "logs");
    const log = openLogFile(folder);
    for (let n = 0; n < 100; n++) log.write({ n });
    await log.flush();
    log.write({ n: 100 });
    await log.close();
    log.write({ n: 101 });
    await log.flush();
    expect(linesOf(folder)).toEqual(Array.from({ length: 101 }, (_, n) => ({ n })));
    if (process.platform !== "win32") {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(join(folder, "narratoria.log")).mode & 0o777).toBe(0o600);
    }
  });

  it.skipIf(process.platform === "win32")("[EX426] is begun anew where a named pipe lies in its place", async () => {
    const folder = tempFolder();
    execFileSync("mkfifo", [join(folder, "narratoria.log")]);
    const log = openLogFile(folder);
    log.write({ n: 1 });
    await log.close();
    expect(linesOf(folder)).toEqual([{ n: 1 }]);
  });

  it("[EX117] goes on where an earlier one stopped, and makes nothing before there is something to say", async () => {
    const folder = join(tempFolder(), "logs");
    await openLogFile(folder).close();
    expect(() => statSync(folder)).toThrow();
    for (const n of [1, 2]) {
      const log = openLogFile(folder);
      log.write({ n });
      await log.close();
    }
    expect(linesOf(folder)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("[EX117] keeps five files, none larger than it may be", async () => {
    const folder = tempFolder();
    const log = openLogFile(folder, { fileBytes: 1_000 });
    for (let n = 0; n < 100; n++) {
      log.write({ n, text: "x".repeat(80) });
      await log.flush();
    }
    await log.close();
    const names = readdirSync(folder).sort();
    expect(names).toEqual([1, 2, 3, 4].map((n) => `narratoria.${n}.log`).concat("narratoria.log"));
    for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000);
    const all = [...names.slice(0, 4).reverse(), "narratoria.log"].flatMap((name) => linesOf(folder, name));
    expect(all.at(-1)).toMatchObject({ n: 99 });
    const numbers = all.map((line) => (line as { n: number }).n);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  });

  it("[EX117] cuts what would make a line over 8 KiB", async () => {
    const folder = tempFolder();
    const log = openLogFile(folder);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key-${n}`, "\u{1}".repeat(100)]));
    for (const entry of [{ event: "tool", message: "m".repeat(100_000) }, many]) log.write(entry);
    await log.close();
    const text = readFileSync(join(folder, "narratoria.log"), "utf8");
    for (const line of text.split("\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8 * 1024);
    expect(linesOf(folder)[0]).toMatchObject({ event: "tool", message: expect.stringMatching(/^m+…$/) });
  });

  it("[EX117] escapes what could move the cursor of a terminal, or turn its text", async () => {
    const folder = tempFolder();
    const log = openLogFile(folder);
    log.write({ message: "a\u001b[2Jb\u009bc\u202ed\n" });
    await log.close();
    const text = readFileSync(join(folder, "narratoria.log"), "utf8");
    expect(text).toBe('{"message":"a\\u001b[2Jb\\u009bc\\u202ed\\n"}\n');
  });

  it("[EX117] that cannot be written, or is given what cannot be, harms nobody", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "logs"), "in the way");
    const log = openLogFile(join(folder, "logs"));
    log.write({ n: 1 });
    await log.close();
    const other = openLogFile(join(folder, "other"));
    const round: { self?: object } = {};
    round.self = round;
    other.write(round);
    other.write({ n: 1n });
    other.write({ n: 2 });
    await other.close();
    await other.close();
    expect(linesOf(join(folder, "other"))).toEqual([{ n: 2 }]);
    mkdirSync(join(folder, "blocked", "narratoria.log"), { recursive: true });
    const blocked = openLogFile(join(folder, "blocked"));
    blocked.write({ n: 3 });
    await blocked.close();
  });
});
