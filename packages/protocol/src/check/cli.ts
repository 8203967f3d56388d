import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { JsonObject } from "../json.js";
import { judgeStream } from "../judge-stream.js";
import { withControlsShown } from "../text.js";
import { checkSkill, NoSkillError } from "./check-skill.js";
import { type InspectOptions, inspectSkill, printInspection } from "./inspect.js";
import { printReport } from "./print-report.js";
import { faultsOf, type SkillReport } from "./report.js";
import { killRuns } from "./run-script.js";

const HELP = `narratoria-skill-check runs the scripts of a skill the way Narratoria does, with good, odd, hostile and broken
inputs, and says which rules of the protocol they break and what to do about it.

  narratoria-skill-check ./my-skill              check every script of a skill
  narratoria-skill-check ./my-skill --script x   check one of them
  narratoria-skill-check ./my-skill --inspect    run each script once and show all that it is given, sends and
                                                 writes to standard error
  narratoria-skill-check --stream out.ndjson     judge what a script has written; "-" reads standard input

The good inputs are those of examples/<script>.json in the skill's folder, else JSON in its SKILL.md that has an
"input", else one made from the script's inputSchema, else a scene of a story. The scripts run in folders of their
own and ask a host that the kit makes up.

  --script NAME   only the script of this name
  --timeout MS    give every run this long, instead of what the scripts declare
  --jobs N        so many runs at once (as many as there are cores, at most 4)
  --inspect       check nothing: show one run for each good input
  --input FILE    with --inspect: take the JSON of this file as the input; "-" reads standard input
  --json          the report as JSON, on standard output and nothing else
  --stream FILE   judge a recorded standard output: {outcome, events, warnings, error} as JSON
  --exit N        the exit code that went with it (0)
  --help          this page

Exit codes: 0 no faults, 1 faults, 2 wrong usage. With --stream, 1 says that the outcome is a protocol_error.
The rules are explained in SPEC.md of @narratoria/protocol.
`;

/** Where the command writes. */
export interface Terminal {
  out(text: string): void;
  /** Standard error: what went wrong, and how far it is. */
  err(text: string): void;
  /** Whether standard output shows colours. */
  readonly colour: boolean;
  /** Whether standard error can write over its last line. */
  readonly live: boolean;
  readonly width: number;
}

/** The terminal of this process. NO_COLOR, set to anything, means no. */
function ownTerminal(): Terminal {
  const { stdout, stderr } = process;
  return {
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    colour: stdout.isTTY === true && !process.env.NO_COLOR,
    live: stderr.isTTY === true,
    width: Math.min(stdout.isTTY ? stdout.columns : 100, 120),
  };
}

/** The command could not be understood. */
class UsageError extends Error {}

/**
 * The command `narratoria-skill-check`. Implements rules PR240 to PR246.
 *
 * @param args - The arguments behind the program's name.
 * @param terminal - Where it writes; the streams of this process unless given.
 * @returns The exit code: 0 no faults, 1 faults, 2 wrong usage.
 */
export async function main(args: readonly string[], terminal = ownTerminal()): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      terminal.out(HELP);
      return 0;
    }
    if (values.stream !== undefined) return judge(values.stream, values, positionals, terminal);
    if (values.exit !== undefined) throw new UsageError("--exit goes with --stream.");
    if (values.input !== undefined && !values.inspect) throw new UsageError("--input goes with --inspect.");
    if (positionals.length === 0) throw new UsageError("Which skill? Give the path of its folder.");
    if (values.inspect) {
      return await inspect(positionals, terminal, values.json ?? false, {
        ...(values.script !== undefined && { script: values.script }),
        ...(values.input !== undefined && { input: inputIn(values.input) }),
        ...(values.timeout !== undefined && { timeoutMs: numberFrom("--timeout", values.timeout, 1, 600_000) }),
      });
    }
    return await check(positionals, terminal, {
      json: values.json ?? false,
      ...(values.script !== undefined && { script: values.script }),
      ...(values.timeout !== undefined && { timeoutMs: numberFrom("--timeout", values.timeout, 1, 600_000) }),
      ...(values.jobs !== undefined && { jobs: numberFrom("--jobs", values.jobs, 1, 64) }),
    });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NoSkillError)) throw error;
    terminal.err(`${withControlsShown(error.message)}\nnarratoria-skill-check --help shows what there is.\n`);
    return 2;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        script: { type: "string" },
        timeout: { type: "string" },
        jobs: { type: "string" },
        inspect: { type: "boolean" },
        input: { type: "string" },
        json: { type: "boolean" },
        stream: { type: "string" },
        exit: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // Its first sentence names the option; the rest speaks of what only programmers of this command can change.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(/\. |\n/)[0]?.replace(/\.$/, "")}.`);
  }
}

function judge(
  file: string,
  values: { exit?: string; json?: boolean },
  positionals: readonly string[],
  terminal: Terminal,
): number {
  if (positionals.length > 0) throw new UsageError("--stream judges a file alone; leave the folder out.");
  const code = values.exit === undefined ? 0 : numberFrom("--exit", values.exit, 0, 255);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${error instanceof Error && "code" in error ? String(error.code) : String(error)}).`,
    );
  }
  const { outcome, events, warnings, error } = judgeStream(bytes, { code });
  terminal.out(`${jsonText({ outcome, events, warnings, error })}\n`);
  return outcome === "protocol_error" ? 1 : 0;
}

async function inspect(
  folders: readonly string[],
  terminal: Terminal,
  json: boolean,
  options: InspectOptions,
): Promise<number> {
  const runs = (await Promise.all(folders.map((folder) => inspectSkill(folder, options)))).flat();
  const text = json ? JSON.stringify(runs, null, 2) : runs.map(printInspection).join("\n\n");
  // Line by line: what a script says is shown, and nothing of it obeyed.
  terminal.out(`${text.split("\n").map(withControlsShown).join("\n")}\n`);
  return runs.every(({ outcome }) => outcome === "success") ? 0 : 1;
}

function inputIn(file: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} holds no input: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new UsageError(`${file} holds no input: that is a JSON object.`);
}

async function check(
  folders: readonly string[],
  terminal: Terminal,
  options: { json: boolean; script?: string; timeoutMs?: number; jobs?: number },
): Promise<number> {
  const stop = new AbortController();
  const interrupted = (): void => {
    stop.abort();
    killRuns();
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, interrupted);
  try {
    return await checkAll(folders, terminal, options, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    terminal.err("\nStopped.\n");
    return 130;
  } finally {
    for (const signal of signals) process.off(signal, interrupted);
  }
}

async function checkAll(
  folders: readonly string[],
  terminal: Terminal,
  { json, ...rest }: { json: boolean; script?: string; timeoutMs?: number; jobs?: number },
  signal: AbortSignal,
): Promise<number> {
  const progress = new Progress(terminal);
  const skills: SkillReport[] = [];
  for (const folder of folders) {
    const report = await checkSkill(folder, {
      ...rest,
      signal,
      onRun: ({ script, runs }) => progress.show(script, runs),
    });
    progress.clear();
    skills.push(report);
    if (json) continue;
    const between = skills.length < folders.length ? "\n\n" : "\n";
    terminal.out(`${printReport(cleaned(report), terminal)}${between}`);
  }
  const ok = skills.every((report) => report.ok);
  if (json) {
    const faults = skills.flatMap((report) => faultsOf(report).map((fault) => ({ skill: report.skill, ...fault })));
    terminal.out(`${jsonText({ ok, faults, skills })}\n`);
  }
  return ok ? 0 : 1;
}

/** JSON in which a terminal finds nothing to obey. */
function jsonText(value: object): string {
  return withControlsShown(JSON.stringify(value, null, 2));
}

/** The report with what a skill has written shown and not obeyed. Implements rule PR427. */
function cleaned(report: SkillReport): SkillReport {
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return withControlsShown(value);
    if (typeof value !== "object" || value === null) return value;
    return Array.isArray(value)
      ? value.map(visit)
      : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visit(one)]));
  };
  return visit(report) as SkillReport;
}

/** Says on standard error how far it is, once that takes more than a second. */
class Progress {
  readonly #since = performance.now();
  #script = "";
  #shown = false;

  constructor(readonly terminal: Terminal) {}

  show(script: string, runs: number): void {
    if (performance.now() - this.#since < QUIET_MS) return;
    const shown = withControlsShown(script);
    if (this.terminal.live) {
      this.terminal.err(`\r\u001b[2K${shown}: ${runs} runs`);
      this.#shown = true;
      // A line that cannot be written over is written once for each script.
    } else if (script !== this.#script) this.terminal.err(`Checking ${shown} ...\n`);
    this.#script = script;
  }

  clear(): void {
    if (this.#shown) this.terminal.err("\r\u001b[2K");
    this.#shown = false;
  }
}

const QUIET_MS = 1_000;

function numberFrom(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`${option} must be a whole number from ${least} to ${most}, not "${text.slice(0, 40)}".`);
}
