import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject, type JsonObject } from "../json.js";
import type { Judgement } from "../judge-stream.js";
import type { FakeGrant, FakeHost, HostMood } from "./fake-host.js";
import { type GoodInput, goodInputs, SECRET } from "./good-inputs.js";
import { brokenInputs, hostileInputs, piecesOf, tolerableInputs } from "./odd-inputs.js";
import type { ScriptUnderTest, SkillUnderTest } from "./read-skill.js";
import { Findings, type ScriptReport } from "./report.js";
import { RULES, type Rule, streamRule } from "./rules.js";
import { type Observation, type RunPlan, type RunSettings, runScript } from "./run-script.js";

/** What the runs of all scripts share. */
export interface CheckSetting {
  readonly host: FakeHost;
  readonly run: Omit<RunSettings, "timeoutMs" | "limits">;
  /** Instead of the script's own timeout. */
  readonly timeoutMs?: number;
  /** Lets so many runs go at once, and counts them. */
  readonly pool: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A script that hangs with every input is not waited for each time. */
const MOST_TIMEOUTS = 3;
const AMPLE_MS = 3_000;
/** After so long without a word a player wonders. */
const SLOW_WORD_MS = 2_000;

/** Runs a script against good, odd, hostile and broken inputs, and says what it makes of them. */
export async function checkScript(
  skill: SkillUnderTest,
  script: ScriptUnderTest,
  setting: CheckSetting,
): Promise<ScriptReport> {
  const examination = new Examination(skill, script, setting);
  await examination.all();
  return examination.report();
}

/** What is special about one run beside its input. */
type Treatment = Omit<RunPlan, "stdin" | "requestId"> & { readonly mood?: HostMood | "gone" | "none" };

class Examination {
  readonly #findings: Findings;
  readonly #notes: string[] = [];
  #timeouts = 0;
  #skipped = 0;
  #first: Observation | null = null;

  constructor(
    readonly skill: SkillUnderTest,
    readonly script: ScriptUnderTest,
    readonly setting: CheckSetting,
  ) {
    this.#findings = new Findings(script.name);
  }

  report(): ScriptReport {
    if (this.#skipped > 0) {
      this.#notes.push(`${this.#skipped} more runs were left out, as ${MOST_TIMEOUTS} had not ended in their time`);
    }
    const { firstEventMs = null, doneMs = null } = this.#first ?? {};
    const { name, path } = this.script;
    const stderr = this.#first === null ? [] : lastLines(this.#first.stderr);
    return { script: name, path, checks: this.#findings.checks, notes: this.#notes, stderr, firstEventMs, doneMs };
  }

  async all(): Promise<void> {
    const goods = goodInputs(this.skill, this.script);
    const [base] = goods;
    if (base === undefined) return;
    const first = await this.#good(base);
    if (first === null || first.ended === "unstartable") return;
    this.#first = first;
    if ((first.firstEventMs ?? 0) > SLOW_WORD_MS) {
      this.#notes.push(
        `its first event comes after ${Math.round(first.firstEventMs ?? 0)} ms; a log event before would show that it works`,
      );
    }
    const good = base.input;
    await Promise.all([
      ...goods.slice(1).map((input) => this.#good(input)),
      this.#tolerant(good, first),
      this.#odd(good),
      this.#started(good, first),
      this.#stopped(good, first),
      this.#hosted(good),
      this.#stays(good, first),
    ]);
  }

  async #good(good: GoodInput): Promise<Observation | null> {
    const seen = await this.#run(good.from, good.input, {});
    if (seen === null) return null;
    const { outcome, error } = seen.judgement;
    this.#answered(RULES.good, good.from, seen);
    if (outcome === "failed" && good.promised) {
      const what = `it failed: ${quoted(error?.message ?? "")}`;
      this.#findings.fault(RULES.good, { case: good.from, what, ...stderrOf(seen) });
    } else if (outcome === "failed") {
      this.#notes.push(`it turned down the input that the kit made up (${good.from}): ${quoted(error?.message ?? "")}`);
      this.#notes.push(`an example in examples/${this.script.name}.json would show it at work`);
    }
    this.#findings.looked(RULES.assets);
    for (const what of seen.assetFaults) this.#findings.fault(RULES.assets, { case: good.from, what });
    return seen;
  }

  async #tolerant(good: JsonObject, first: Observation): Promise<void> {
    await Promise.all(
      tolerableInputs(this.#withHost(good, "answers").input).map(async ({ name, text, whole }) => {
        const seen = await this.#run(name, text, {});
        if (seen === null) return;
        if (this.#answered(RULES.tolerant, name, seen) && whole) this.#sameOutcome(RULES.tolerant, name, seen, first);
      }),
    );
  }

  async #odd(good: JsonObject): Promise<void> {
    const bytes = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? Buffer.from(text) : text);
    await Promise.all([
      ...hostileInputs(this.#withHost(good, "answers").input).map(async ({ name, text }) => {
        // The runtime does not send more than the manifest allows.
        if (Buffer.byteLength(text) > this.script.limits.stdinBytes) return;
        const seen = await this.#run(name, text, {});
        if (seen !== null) this.#answered(RULES.hostile, name, seen);
      }),
      ...brokenInputs(good).map(async ({ name, text }) => {
        const seen = await this.#run(name, [bytes(text)], {});
        if (seen !== null) this.#answered(RULES.noInput, name, seen);
      }),
      (async () => {
        const name = "no standard input at all";
        const seen = await this.#run(name, null, {});
        if (seen !== null) this.#answered(RULES.noInput, name, seen);
      })(),
    ]);
  }

  /** Started ahead of need, and fed in pieces: with the same input, the same must come of it. */
  async #started(good: JsonObject, first: Observation): Promise<void> {
    const ahead = async (): Promise<void> => {
      const name = "a process that was started ahead";
      const seen = await this.#run(name, good, { afterWaiting: true });
      if (seen === null) return;
      const { stdout, ended, files } = seen.early;
      this.#findings.looked(RULES.silent);
      const fault = (what: string, excerpt?: string): void =>
        this.#findings.fault(RULES.silent, { case: name, what, ...(excerpt !== undefined && { line: 1, excerpt }) });
      if (stdout.length > 0) fault("it wrote before it had its input", escaped(stdout.toString("latin1")));
      if (ended) fault("it ended before it had its input");
      for (const file of files) fault(`before it had its input it wrote ${file}`);
      if (stdout.length > 0 || ended) return;
      if (this.#answered(RULES.silent, name, seen)) this.#sameOutcome(RULES.silent, name, seen, first);
      this.#sameEvents(name, seen, first);
    };
    const pieces = async (): Promise<void> => {
      const name = "its input in pieces";
      const { input } = this.#withHost(good, "answers");
      const seen = await this.#run(name, piecesOf(JSON.stringify(input)), {});
      if (seen === null) return;
      if (this.#answered(RULES.pieces, name, seen)) this.#sameOutcome(RULES.pieces, name, seen, first);
      this.#sameEvents(name, seen, first);
    };
    await Promise.all([ahead(), pieces()]);
  }

  async #stopped(good: JsonObject, first: Observation): Promise<void> {
    const stop = async (name: string, treatment: Treatment): Promise<void> => {
      const grant = this.#withHost(good, treatment.mood ?? "answers");
      const terminate = treatment.mood === "hangs" ? () => grant.called : treatment.terminate;
      const seen = await this.#run(name, [Buffer.from(JSON.stringify(grant.input))], {
        ...treatment,
        ...(terminate !== undefined && { terminate }),
      });
      if (seen === null) return;
      this.#findings.looked(RULES.stops);
      const within = `within ${this.setting.run.graceMs} ms`;
      if (seen.ended === "killed")
        this.#findings.fault(RULES.stops, { case: name, what: `it did not end ${within} of SIGTERM` });
      else if (seen.ended === "timeout" && treatment.closeStdout) {
        this.#findings.fault(RULES.stops, { case: name, what: "it went on though nobody reads what it writes" });
      }
    };
    // Half of the time it takes is about where it works.
    const midway = (first.doneMs ?? 0) / 2;
    await Promise.all([
      stop("SIGTERM while it waits for its input", { terminate: "waiting" }),
      stop("SIGTERM while it works", { terminate: () => sleep(midway) }),
      stop("its standard output closed", { closeStdout: true }),
      ...(this.skill.host.length > 0 ? [stop("SIGTERM while the host keeps it waiting", { mood: "hangs" })] : []),
    ]);
  }

  async #hosted(good: JsonObject): Promise<void> {
    if (this.skill.host.length === 0) return;
    const moods = [
      ["a host that refuses", "refuses"],
      ["a host that cannot be reached", "gone"],
      ["no host", "none"],
    ] as const;
    await Promise.all(
      moods.map(async ([name, mood]) => {
        const seen = await this.#run(name, good, { mood });
        if (seen !== null) this.#answered(RULES.host, name, seen);
      }),
    );
  }

  /** A resident process answers line after line; each answer must be the one that a new process gives. */
  async #stays(good: JsonObject, first: Observation): Promise<void> {
    if (this.script.kept === null) return;
    const name = "one process for several invocations";
    const { input } = this.#withHost(good, "answers");
    const inContext: JsonObject = { ...input, context: marking(input.context) };
    const inInput: JsonObject = { ...input, input: marking(input.input) };
    const lines = [input, input, inContext, input, inInput, input].map((line) =>
      Buffer.from(`${JSON.stringify(line)}\n`),
    );
    const seen = await this.#run(name, lines, { resident: true });
    if (seen === null) return;
    this.#findings.looked(RULES.resident);
    const fault = (what: string): void => this.#findings.fault(RULES.resident, { case: name, what });
    const broken =
      seen.answers.find(({ outcome }) => outcome === "protocol_error") ??
      (seen.ended === "faulty" ? seen.judgement : null);
    if (broken?.error) return fault(broken.error.message);
    if (seen.ended === "timeout") return fault("it did not answer in its time");
    if (seen.ended === "killed") return fault("it did not end with its standard input");
    // After a failure a process may end; another takes its place.
    const failed = seen.answers.some(({ outcome }) => outcome !== "success");
    if (seen.answers.length < lines.length && !failed) {
      return fault(`it ended after ${seen.answers.length} of ${lines.length} invocations`);
    }
    const alone = comparable(first.judgement, first.folder);
    for (const [index, answer] of seen.answers.entries()) {
      if (index === 2 || index === 4) continue;
      const events = comparable(answer, seen.folder);
      if (events.includes(MARK)) fault("an answer holds what belongs to the invocation before it");
      else if (events !== alone) fault("the same input came to something else once the process had served another");
    }
  }

  /** Whether the runtime could use what came; what it could not is a fault. */
  #answered(rule: Rule, name: string, seen: Observation): boolean {
    const { judgement, ended, reason } = seen;
    this.#findings.looked(rule);
    const { error, outcome, events } = judgement;
    if (ended === "unstartable") {
      this.#findings.fault(RULES.manifest, { case: name, what: `it could not be started: ${reason}` });
      return false;
    }
    // Told as a fault of timing already.
    if (ended === "timeout") return false;
    if (outcome === "protocol_error" && error !== null) {
      const { message, line, excerpt } = error;
      this.#findings.fault(
        rule,
        {
          case: name,
          what: message,
          ...(line !== undefined && { line }),
          ...(excerpt !== undefined && { excerpt }),
          ...stderrOf(seen),
        },
        streamRule(error),
      );
      return false;
    }
    this.#findings.looked(RULES.reason);
    const done = events.findLast((event) => event.type === "done");
    if (
      outcome === "failed" &&
      !events.some(({ type }) => type === "error") &&
      !(done?.type === "done" && done.summary)
    ) {
      const what = "done says that it failed, and nothing says why";
      this.#findings.fault(RULES.reason, { case: name, what, ...stderrOf(seen) });
    }
    return true;
  }

  #sameOutcome(rule: Rule, name: string, seen: Observation, first: Observation): void {
    const [now, before] = [seen.judgement.outcome, first.judgement.outcome];
    if (before !== "success" || now === before) return;
    const why = quoted(seen.judgement.error?.message ?? "");
    this.#findings.fault(rule, {
      case: name,
      what: `it failed, though it succeeds with the same input otherwise: ${why}`,
      ...stderrOf(seen),
    });
  }

  #sameEvents(name: string, seen: Observation, first: Observation): void {
    if (!this.script.context.includes("seed") || seen.judgement.outcome === "protocol_error") return;
    this.#findings.looked(RULES.seed);
    if (comparable(seen.judgement, seen.folder) === comparable(first.judgement, first.folder)) return;
    this.#findings.fault(RULES.seed, { case: name, what: "the same input and seed came to something else" });
  }

  /** One run, with what holds for every run. Null where it was left out. */
  async #run(
    name: string,
    stdin: JsonObject | string | readonly Uint8Array[] | null,
    { mood = "answers", ...treatment }: Treatment,
  ): Promise<Observation | null> {
    const command = treatment.resident ? this.script.kept : this.script.command;
    if (command === null) return null;
    return this.setting.pool(async () => {
      if (this.#timeouts >= MOST_TIMEOUTS) {
        this.#skipped++;
        return null;
      }
      const grant = isPlain(stdin) ? this.#withHost(stdin, mood) : null;
      const bytes =
        grant !== null
          ? [Buffer.from(JSON.stringify(grant.input))]
          : typeof stdin === "string"
            ? [Buffer.from(stdin)]
            : stdin;
      const timeoutMs = this.#timeoutMs() * (treatment.resident ? 4 : 1);
      const plan: RunPlan = { ...treatment, stdin: bytes as readonly Uint8Array[] | null };
      const seen = await runScript(command, plan, { ...this.setting.run, timeoutMs, limits: this.script.limits });
      this.#always(name, seen, timeoutMs, treatment.closeStdout !== true && treatment.resident !== true);
      return seen;
    });
  }

  /** Once a run has hung, the others are given what is ample for the good one, so that the author does not wait for each. */
  #timeoutMs(): number {
    const declared = this.setting.timeoutMs ?? this.script.timeoutMs;
    if (this.#timeouts === 0) return declared;
    return Math.min(declared, Math.max(AMPLE_MS, 3 * (this.#first?.doneMs ?? 0)));
  }

  /** What no run may do, whatever it was given. */
  #always(name: string, seen: Observation, timeoutMs: number, judged: boolean): void {
    const found = this.#findings;
    if (seen.ended === "timeout") this.#timeouts++;
    if (judged && seen.ended !== "stopped" && seen.ended !== "killed") {
      found.looked(RULES.timing);
      if (seen.ended === "timeout")
        found.fault(RULES.timing, {
          case: name,
          what: `it had not answered after ${timeoutMs} ms`,
          ...stderrOf(seen),
        });
      found.looked(RULES.exits);
      if (seen.ended === "lingered")
        found.fault(RULES.exits, { case: name, what: `it still ran ${this.setting.run.lingerMs} ms after done` });
      if (seen.judgement.warnings.includes("output after done was ignored")) {
        found.fault(RULES.exits, { case: name, what: "it wrote after done" });
      }
    }
    found.looked(RULES.files);
    for (const file of seen.strays) found.fault(RULES.files, { case: name, what: `it wrote ${file}` });
    found.looked(RULES.processes);
    for (const left of seen.leftovers)
      found.fault(RULES.processes, { case: name, what: `it left "${left.name}" running` });
    found.looked(RULES.stderr);
    if (seen.stderrBytes > this.script.limits.stderrBytes) {
      found.fault(RULES.stderr, { case: name, what: `it wrote ${seen.stderrBytes} bytes to standard error` });
    }
    found.looked(RULES.secrets);
    for (const [where, text] of [
      ["standard output", seen.stdout.toString("latin1")],
      ["standard error", seen.stderr],
    ] as const) {
      if (text.includes(TOKEN))
        found.fault(RULES.secrets, { case: name, what: `the host token stands in its ${where}` });
      if (text.includes(SECRET))
        found.fault(RULES.secrets, { case: name, what: `a setting marked x-sensitive stands in its ${where}` });
    }
  }

  #withHost(input: JsonObject, mood: HostMood | "gone" | "none"): { input: JsonObject; called: Promise<void> } {
    const never = new Promise<void>(() => {});
    const { host: services } = this.skill;
    if (services.length === 0 || mood === "none") return { input: { ...input, host: null }, called: never };
    const grant: FakeGrant = this.setting.host.grant(
      services,
      mood === "gone" ? "answers" : mood,
      isJsonObject(input.context) ? input.context : {},
      (what) => {
        this.#findings.fault(RULES.host, { case: "a call of the host", what });
      },
    );
    const socket = mood === "gone" ? `${grant.access.socket}.gone` : grant.access.socket;
    return { input: { ...input, host: { ...grant.access, socket } }, called: grant.called };
  }
}

/** More of what a script wrote to standard error would hide the rest of a report. */
const STDERR_LINES = 12;
const STDERR_LINE = 300;

/** The last lines of a text that say something. */
function lastLines(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines
    .slice(-STDERR_LINES)
    .map((line) => (line.length > STDERR_LINE ? `${line.slice(0, STDERR_LINE)}...` : line));
}

function stderrOf({ stderr }: Observation): { readonly stderr?: readonly string[] } {
  const lines = lastLines(stderr);
  return lines.length === 0 ? {} : { stderr: lines };
}

const MARK = "kit-mark-7c41";
const TOKEN = "kit-token-";

/** Every text at the top, marked. */
function marking(value: JsonObject[string]): JsonObject {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      typeof member === "string" && key !== "seed" ? `${member} ${MARK}` : member,
    ]),
  );
}

/** What a script said, without what may differ from run to run: times, the invocation's name, its own folders. */
function comparable({ events, outcome }: Judgement, folder: string): string {
  const said = events.map(({ timestamp: _time, requestId: _id, ...event }) => event);
  return `${outcome} ${JSON.stringify(said).replaceAll(folder, "")}`;
}

function isPlain(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 197)}...` : text);
}

/** The start of what was written, fit for a terminal. */
function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text
    .slice(0, 200)
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
