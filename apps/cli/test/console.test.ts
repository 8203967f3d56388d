import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { EngineEvent } from "@narratoria/engine";
import { expect, it, onTestFinished } from "vitest";
import { consoleLine, withConsole } from "../src/play/console-lines.js";
import { playLines } from "../src/play/play-lines.js";
import { sceneText } from "../src/play/plain-text.js";
import { createJsonPrinter, createPlainPrinter } from "../src/play/printers.js";
import { fakeStory, numbered } from "./fake-story.js";
import { typed } from "./fake-terminal.js";

const BIN = fileURLToPath(new URL("../bin/narratoria.js", import.meta.url));
const by = { source: "tool", toolId: "sky-run", toolPath: "sky/run" } as const;

it.each<[EngineEvent, string | null]>([
  [{ type: "log", level: "info", message: "Looking up", ...by }, "info  sky/run: Looking up"],
  [
    { type: "log", level: "warn", message: "Clouds", fields: { cover: 0.7 }, ...by },
    'warn  sky/run: Clouds {"cover":0.7}',
  ],
  [
    { type: "error", code: "NO_SKY", message: "there is no sky", details: { indoors: true }, ...by },
    'error sky/run: there is no sky (NO_SKY) {"indoors":true}',
  ],
  [
    { type: "error", code: "TOOL_TIMEOUT", message: "the tool took longer than 5000 ms", ...by, source: "runtime" },
    "error sky/run: the tool took longer than 5000 ms (TOOL_TIMEOUT)",
  ],
  [
    { type: "error", code: "PLAN_FAILED", message: "no plan was ready", source: "runtime" },
    "error plan: no plan was ready (PLAN_FAILED)",
  ],
  [
    { type: "tool", toolId: "sky-run", toolPath: "sky/run", state: "success", executionTimeMs: 14 },
    "tool  sky/run: success, 14 ms",
  ],
  [{ type: "log", level: "debug", message: "a\u001b[2J\nb", ...by }, "debug sky/run: a [2J b"],
  [{ type: "planning", attempt: 1 }, null],
])("[CL480] writes %j on one line", (event, line) => {
  expect(consoleLine(event)).toBe(line);
});

it("[CL480] cuts a line that is long", () => {
  const long = { type: "log", level: "info", message: "x".repeat(2_000), ...by } as const;
  expect(consoleLine(long)).toHaveLength(1_000);
});

const LINES: readonly EngineEvent[] = [
  { type: "log", level: "info", message: "Looking up", ...by },
  { type: "error", code: "NO_SKY", message: "there is no sky", ...by },
];

it("[CL480] keeps logs off standard output in plain text, and in the stream of events", async () => {
  for (const json of [false, true]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const printer = json ? createJsonPrinter(stdout, stderr) : createPlainPrinter(stdout);
    const story = fakeStory([numbered(0)], { before: () => LINES });
    const signal = new AbortController().signal;
    await playLines({
      story,
      printer: withConsole(printer, stderr),
      chooser: null,
      input: null,
      turns: 0,
      seed: null,
      signal,
    });
    stdout.end();
    stderr.end();
    const out = await text(stdout);
    expect(await text(stderr)).toBe("info  sky/run: Looking up\nerror sky/run: there is no sky (NO_SKY)\n");
    if (json)
      expect(
        out
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line).type),
      ).toContain("log");
    else expect(out).toBe(sceneText(numbered(0)));
  }
});

it("[CL480] --log shows what a skill logs and why it failed, as its author tries it", async () => {
  const home = mkdtempSync(join(tmpdir(), "narratoria-console-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dir = join(home, "skills", "sky");
  mkdirSync(join(dir, "scripts"), { recursive: true });
  const scripts = [{ name: "run", path: "scripts/run.mjs", when: ["opening"] }];
  const about = { name: "sky", version: "1.0.0", description: "Looks up.", retryPolicy: { maxRetries: 0 }, scripts };
  writeFileSync(join(dir, "skill.json"), JSON.stringify(about));
  const event = JSON.stringify({ version: "0", type: "log", level: "info", message: "Looking up" });
  writeFileSync(join(dir, "scripts", "run.mjs"), `console.log(${JSON.stringify(event)}); process.exitCode = 3;`);
  const place = ["--data", join(home, "data"), "--skills", join(home, "skills")];
  expect((await typed("skills", "agree", "sky", "--yes", "--without-sandbox", ...place)).code).toBe(0);
  const { code, out, err } = await typed("play", "--plain", "--turns", "0", "--log", ...place);
  expect([code, out.includes("What do you do?"), out.includes("Looking up")]).toEqual([0, true, false]);
  expect(err).toContain("info  sky/run: Looking up\n");
  expect(err).toMatch(/^error sky\/run: the tool ended with exit code 3 \(PROCESS_EXIT\)/m);
  expect(err).toMatch(/^tool {2}sky\/run: failed, \d+ ms$/m);
});

it("[CL484] a skill that is copied while a story is played is told with one of the next scenes", async () => {
  const home = mkdtempSync(join(tmpdir(), "narratoria-reload-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const args = ["play", "--plain", "--seed", "7", "--data", home];
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  let out = "";
  let scenes = 0;
  for await (const chunk of child.stdout) {
    out += String(chunk);
    const now = out.split("What do you do?").length - 1;
    if (now === scenes) continue;
    scenes = now;
    if (scenes === 1) {
      mkdirSync(join(home, "skills", "lantern"), { recursive: true });
      writeFileSync(join(home, "skills", "lantern", "SKILL.md"), "---\nname: lantern\ndescription: Light.\n---\n");
    }
    // Nobody can tell from outside when the change is seen: a turn is taken until it is, or for far too long.
    child.stdin.write(scenes > 100 || out.includes("lantern waits") ? "q\n" : "1\n");
  }
  expect(out).toContain("Note: lantern waits for your agreement.");
});
