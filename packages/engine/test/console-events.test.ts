// What a console is told of tools, as real processes and as the executor's events. They need the workspace to be built.
import { expect, it } from "vitest";
import { checkContract } from "@narratoria/protocol/contracts";
import type { EngineEvent } from "../src/index.js";
import { TurnConsole } from "../src/story/console-events.js";
import { collect, engineOn, tempFolder } from "./support/play.js";
import { skillFolder, type SmallSkill } from "./support/small-skills.js";

const CAMPAIGN = "the-piano-on-the-third-landing";

type ConsoleEvent = Extract<EngineEvent, { type: "log" | "error" }>;

const toConsole = (events: readonly EngineEvent[]): ConsoleEvent[] =>
  events.flatMap((event) => (event.type === "log" || event.type === "error" ? [event] : []));

async function opening(...skills: readonly SmallSkill[]): Promise<ConsoleEvent[]> {
  const engine = await engineOn(await tempFolder(), { skills: [await skillFolder(...skills)] });
  const events = await collect((await engine.play(CAMPAIGN, { seed: "5" })).begin());
  for (const event of events) expect(checkContract("engine-event", event)).toEqual([]);
  // What the runtime says of plans and searches has a rule of its own.
  return toConsole(events).filter((one) => one.source !== "runtime" || one.type !== "log" || one.level !== "debug");
}

it("[EN484] passes on what tools log and report, in order, with the tool that says it", async () => {
  const script = `
    say({ type: "log", level: "debug", message: "Looking" });
    say({ type: "log", level: "warn", message: "Clouds", fields: { cover: 0.7 } });
    say({ type: "error", errorCode: "NO_SKY", errorMessage: "there is no sky", details: { indoors: true } });
    done();`;
  const by = { source: "tool", toolId: "sky-run", toolPath: "sky/run" };
  expect(await opening({ name: "sky", script })).toEqual([
    { type: "log", level: "debug", message: "Looking", ...by },
    { type: "log", level: "warn", message: "Clouds", fields: { cover: 0.7 }, ...by },
    { type: "error", code: "NO_SKY", message: "there is no sky", details: { indoors: true }, ...by },
  ]);
});

it.each<[string, Omit<SmallSkill, "name">, object[]]>([
  [
    "says itself why it failed, once for each try",
    {
      script: 'say({ type: "error", errorCode: "NO_SKY", errorMessage: "there is no sky" }); done(false);',
      manifest: { retryPolicy: { maxRetries: 1, backoffMs: 1 } },
    },
    [
      { type: "error", code: "NO_SKY", source: "tool" },
      { type: "log", level: "warn", message: "It is tried again in 1 ms (retry 1).", source: "runtime" },
      { type: "error", code: "NO_SKY", source: "tool" },
    ],
  ],
  [
    "fails without a word",
    { script: "done(false);", manifest: { retryPolicy: { maxRetries: 0 } } },
    [{ type: "error", code: "TOOL_FAILED", message: "the tool reported that it failed", source: "runtime" }],
  ],
  [
    "crashes",
    { script: 'console.error("out of ink"); process.exit(3);', manifest: { retryPolicy: { maxRetries: 0 } } },
    [
      {
        type: "error",
        code: "PROCESS_EXIT",
        message: "the tool ended with exit code 3",
        details: expect.objectContaining({ stderr: "out of ink" }),
        source: "runtime",
      },
    ],
  ],
  [
    "breaks the protocol",
    { script: 'say({ type: "shout" });', manifest: { retryPolicy: { maxRetries: 0 } } },
    [{ type: "error", code: "UNKNOWN_TYPE", source: "runtime" }],
  ],
  [
    "sends a field that is of no use",
    { script: 'say({ type: "log", level: "info", message: "Up", timestamp: "noon" }); done();' },
    [
      { type: "log", level: "info", message: "Up", source: "tool" },
      {
        type: "log",
        level: "warn",
        message: expect.stringContaining('"timestamp" was ignored'),
        source: "runtime",
        toolId: "sky-run",
      },
    ],
  ],
])("[EN484] tells a console of a tool that %s", async (_what, skill, told) => {
  expect(await opening({ name: "sky", ...skill })).toMatchObject(told);
});

it("[EN485] cleans and bounds what it passes on", () => {
  const events: EngineEvent[] = [];
  const turn = new TurnConsole((event) => events.push(event));
  const event = { version: "0", type: "log", level: "info" } as const;
  const hear = (message: string, fields?: object): void =>
    turn.hear({
      type: "tool-event",
      toolId: "a",
      provisional: true,
      event: { ...event, message, ...(fields && { fields: { ...fields } }) },
    });
  hear("a\u001b[2Jb\u202ec");
  hear("x".repeat(5_000));
  hear("\u0007");
  hear("many", { list: "y".repeat(5_000) });
  hear("hidden", { "k\u009b": "v\u202e\u001b" });
  expect(events).toMatchObject([
    { message: "a[2Jbc" },
    { message: `${"x".repeat(1_999)}…` },
    { message: "(nothing that can be shown)" },
    { message: "many (5,011 characters of fields are left out)" },
    { message: "hidden", fields: { k: "v" } },
  ]);
  for (let count = 0; count < 2_000; count++) hear("again");
  expect(events).toHaveLength(1_001);
  expect(events.at(-1)).toMatchObject({ type: "log", level: "warn", source: "runtime" });
  for (const one of events) expect(checkContract("engine-event", one)).toEqual([]);
});
