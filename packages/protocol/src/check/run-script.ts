import { type ChildProcessByStdio, spawn } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { StreamJudge, type Judgement } from "../judge-stream.js";
import { type ScriptCommand, toolEnvironment } from "../launch.js";
import { LIMITS, type ToolLimits } from "../limits.js";
import { endLeftovers, type Leftover, runningNow, statOf } from "./leftovers.js";

/** What a process is given, and what is done to it. */
export interface RunPlan {
  /** Bytes of standard input, written in these pieces, then its end; null for no standard input at all. */
  readonly stdin: readonly Uint8Array[] | null;
  /** Wait until the process waits as well, and note what it did by then. */
  readonly afterWaiting?: boolean;
  /** SIGTERM: once the process waits for its input, or once it has it and this has come to pass. */
  readonly terminate?: "waiting" | (() => Promise<unknown>);
  /** Stop reading its output before it has its input. */
  readonly closeStdout?: boolean;
  /** Of the tool input. */
  readonly requestId?: string;
  /** Keep the process: the pieces are lines, and each is written when the one before it has its `done`. */
  readonly resident?: boolean;
}

export interface RunSettings {
  /** Holds one folder for each run; whoever made it removes it. */
  readonly scratchRoot: string;
  readonly timeoutMs: number;
  readonly limits: ToolLimits;
  /** How long the end of a process may take. */
  readonly graceMs: number;
  readonly lingerMs: number;
  readonly signal?: AbortSignal;
}

/** What could be seen of one run. Times in milliseconds. */
export interface Observation {
  readonly judgement: Judgement;
  /** `stopped`: it ended within the grace time once it was told to; `killed`: it did not. */
  readonly ended: "itself" | "timeout" | "lingered" | "faulty" | "stopped" | "killed" | "unstartable";
  /** What it did before it had its input. */
  readonly early: { readonly stdout: Buffer; readonly ended: boolean; readonly files: readonly string[] };
  /** Of a resident process, one for each line; the judgement is that of the last. */
  readonly answers: readonly Judgement[];
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly stderrBytes: number;
  /** From when it had its input. */
  readonly firstEventMs: number | null;
  readonly doneMs: number | null;
  readonly wallMs: number;
  readonly leftovers: readonly Leftover[];
  /** Files outside of the data folder and the temporary folder that no asset event announced. */
  readonly strays: readonly string[];
  readonly assetFaults: readonly string[];
  /** Its own folders, which stand in its answers. */
  readonly folder: string;
  readonly reason: string | null;
}

/**
 * Runs a script once, as the runtime does: no shell, a process group of its own, an environment built from nothing. It never
 * rejects for what the script does.
 */
export async function runScript(command: ScriptCommand, plan: RunPlan, settings: RunSettings): Promise<Observation> {
  const folder = realpathSync(mkdtempSync(join(settings.scratchRoot, "run-")));
  const places = {
    work: join(folder, "work"),
    home: join(folder, "home"),
    tmp: join(folder, "tmp"),
    data: join(folder, "data"),
  };
  for (const place of Object.values(places)) mkdirSync(place, { mode: 0o700 });
  const before = runningNow();
  const env = toolEnvironment(places.work, places.data, process.platform, process.env);
  // The runtime has one folder for all three; apart, they tell where a script put what.
  const child = spawn(command.program, [...command.args], {
    cwd: places.work,
    env: { ...env, HOME: places.home, TMPDIR: places.tmp, ...(plan.resident && { NARRATORIA_RESIDENT: "1" }) },
    shell: false,
    windowsHide: true,
    detached: process.platform !== "win32",
    stdio: [plan.stdin === null ? "ignore" : "pipe", "pipe", "pipe"],
  }) as Script;
  const run = new Run(child, plan, settings);
  if (child.pid !== undefined) alive.add(child.pid);
  try {
    const early = await run.start(() => strayFiles(places, []));
    await run.over;
    const leftovers = child.pid === undefined ? [] : await endLeftovers(child.pid, folder, before);
    const assets = run.judge.assets.map((asset) => asset.path);
    return {
      ...run.result(),
      early,
      leftovers,
      strays: strayFiles(places, assets),
      assetFaults: assets.flatMap((path) => assetFault(path, places, settings.limits.assetBytes) ?? []),
      folder,
    };
  } finally {
    if (child.pid !== undefined) alive.delete(child.pid);
  }
}

type Script = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Leaders of the process groups that run now. */
const alive = new Set<number>();

/** Kills all that this kit has started, for a kit that is itself being ended. */
export function killRuns(): void {
  for (const pid of alive) signalGroup(pid, "SIGKILL");
}

/** One process from its start to its end. */
class Run {
  judge: StreamJudge;
  /** What came of each line that a resident process was given. */
  readonly answers: Judgement[] = [];
  /** Settles when the process has ended and its output is read. */
  readonly over: Promise<void>;
  readonly #child: Script;
  readonly #plan: RunPlan;
  readonly #settings: RunSettings;
  readonly #stdout: Buffer[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  #resolve: () => void = () => {};
  #stdoutBytes = 0;
  #stderr = Buffer.alloc(0);
  #stderrBytes = 0;
  #stdoutEnded = false;
  #finished = false;
  #exit: { code: number | null; signal: string | null } | null = null;
  #ended: Observation["ended"] = "itself";
  #reason: string | null = null;
  #startedAt = performance.now();
  #fedAt: number | null = null;
  #firstEventMs: number | null = null;
  #doneMs: number | null = null;

  constructor(child: Script, plan: RunPlan, settings: RunSettings) {
    this.#child = child;
    this.#plan = plan;
    this.#settings = settings;
    this.judge = this.#newJudge();
    this.over = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    child.on("error", (error) => {
      if (child.pid !== undefined) return;
      this.#ended = "unstartable";
      this.#reason = error.message;
      this.#finish();
    });
    child.stdin?.on("error", () => {});
    child.stdout.on("error", () => {});
    child.stderr.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stdout.once("close", () => {
      this.#stdoutEnded = true;
      if (this.#exit !== null) this.#finish();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderrBytes += chunk.length;
      this.#stderr = Buffer.concat([this.#stderr, chunk]).subarray(-LIMITS.stderrBytes);
    });
    child.once("exit", (code, signal) => {
      this.#exit = { code, signal };
      if (this.#stdoutEnded) this.#finish();
      else this.#after(LIMITS.pipeGraceMs, () => this.#finish());
    });
    settings.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => this.#kill();

  /** Feeds the process, or does to it what the plan says. */
  async start(strays: () => string[]): Promise<Observation["early"]> {
    const { stdin, afterWaiting, terminate, closeStdout } = this.#plan;
    let early: Observation["early"] = { stdout: Buffer.alloc(0), ended: false, files: [] };
    if (this.#child.pid === undefined) return early;
    if (closeStdout) this.#child.stdout.destroy();
    if (afterWaiting || terminate === "waiting") {
      await this.#untilItWaits();
      early = { stdout: Buffer.concat(this.#stdout), ended: this.#exit !== null, files: strays() };
    }
    if (terminate === "waiting") this.#terminate();
    else {
      this.#fedAt = performance.now();
      if (this.judge.fault !== null) this.#giveUp();
      this.#after(this.#settings.timeoutMs, () => {
        if (this.#exit !== null) return;
        this.#ended = this.judge.done === null ? "timeout" : "lingered";
        this.#terminate();
      });
      await this.#feed(stdin ?? []);
      if (terminate !== undefined) void Promise.race([terminate(), this.over]).then(() => this.#terminate());
    }
    return early;
  }

  result(): Omit<Observation, "early" | "leftovers" | "strays" | "assetFaults" | "folder"> {
    const exit = this.#exit ?? { code: null, signal: null };
    // What we ended ourselves is judged by what it had said.
    const judgement = this.#plan.resident
      ? (this.answers.at(-1) ?? this.judge.settle())
      : this.#ended === "itself"
        ? this.judge.end(exit)
        : this.judge.settle();
    return {
      judgement,
      ended: this.#ended,
      answers: this.answers,
      stdout: Buffer.concat(this.#stdout),
      stderr: this.#stderr.toString("utf8"),
      stderrBytes: this.#stderrBytes,
      firstEventMs: this.#firstEventMs,
      doneMs: this.#doneMs,
      wallMs: performance.now() - this.#startedAt,
      reason: this.#reason,
    };
  }

  #read(chunk: Buffer): void {
    // Enough to search for secrets in; the judge has seen all of it.
    if (this.#stdoutBytes < KEPT_BYTES) this.#stdout.push(chunk);
    this.#stdoutBytes += chunk.length;
    this.judge.push(chunk);
    const now = performance.now() - (this.#fedAt ?? performance.now());
    if (this.judge.events.length > 0) this.#firstEventMs ??= now;
    if (this.judge.fault !== null && this.#fedAt !== null) this.#giveUp();
    else if (this.judge.done !== null && this.#plan.resident) this.#nextLine();
    else if (this.judge.done !== null && this.#doneMs === null) {
      this.#doneMs = now;
      this.#after(this.#settings.lingerMs, () => {
        if (this.#exit !== null) return;
        this.#ended = "lingered";
        this.#kill();
      });
    }
  }

  /** What follows a fault is of no use, so the runtime kills the process at once. */
  #giveUp(): void {
    this.#ended = "faulty";
    this.#kill();
  }

  #nextLine(): void {
    this.answers.push(this.judge.settle());
    const line = this.#plan.stdin?.[this.answers.length];
    if (line === undefined) {
      this.#child.stdin?.end();
      this.#after(this.#settings.graceMs, () => {
        if (this.#exit !== null) return;
        this.#ended = "killed";
        this.#kill();
      });
      return;
    }
    this.judge = this.#newJudge();
    this.#child.stdin?.write(line);
  }

  #newJudge(): StreamJudge {
    const { requestId } = this.#plan;
    const { limits } = this.#settings;
    return new StreamJudge(requestId === undefined ? { limits } : { requestId, limits });
  }

  async #feed(pieces: readonly Uint8Array[]): Promise<void> {
    const { stdin } = this.#child;
    if (stdin === null) return;
    if (this.#plan.resident) {
      stdin.write(pieces[0] ?? new Uint8Array());
      return;
    }
    for (const [index, piece] of pieces.entries()) {
      if (stdin.destroyed) return;
      stdin.write(piece);
      // Each piece is to arrive alone, so that a script which takes the first for all is found out. However long it takes to
      // start, it has read the first one and waits for more before the next comes.
      if (pieces.length > 1) await (index === 0 ? this.#untilItWaits() : sleep(PIECE_MS));
    }
    stdin.end();
  }

  /** Until the process sleeps and has used no time for a while: then it has come to where it reads. */
  async #untilItWaits(): Promise<void> {
    const { pid } = this.#child;
    const until = performance.now() + MOST_WAIT_MS;
    await sleep(LEAST_WAIT_MS);
    if (process.platform !== "linux" || pid === undefined) return;
    for (let calm = 0, ticks = -1; calm < CALM_LOOKS && performance.now() < until && this.#exit === null; ) {
      const stat = statOf(pid);
      calm = stat !== null && stat.state === "S" && stat.ticks === ticks ? calm + 1 : 0;
      ticks = stat?.ticks ?? -1;
      await sleep(LOOK_MS);
    }
  }

  #terminate(): void {
    if (this.#exit !== null) return;
    if (this.#ended === "itself") this.#ended = "stopped";
    this.#child.stdin?.destroy();
    signalGroup(this.#child.pid, "SIGTERM");
    this.#after(this.#settings.graceMs, () => {
      if (this.#exit !== null) return;
      if (this.#ended === "stopped") this.#ended = "killed";
      this.#kill();
    });
  }

  #kill(): void {
    signalGroup(this.#child.pid, "SIGKILL");
  }

  #finish(): void {
    this.#finished = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#settings.signal?.removeEventListener("abort", this.#onAbort);
    this.#child.stdin?.destroy();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#resolve();
  }

  #after(ms: number, run: () => void): void {
    // Nothing is waited for once it is over, or the kit itself would not end.
    if (this.#finished) return;
    // What came in time is read before the time is up, also on a machine that was busy.
    this.#timers.push(setTimeout(() => setImmediate(run), ms));
  }
}

const KEPT_BYTES = 1024 * 1024;
const PIECE_MS = 2;
const LEAST_WAIT_MS = 100;
const MOST_WAIT_MS = 3_000;
const LOOK_MS = 20;
const CALM_LOOKS = 3;

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

interface Places {
  readonly tmp: string;
  readonly work: string;
  readonly home: string;
  readonly data: string;
}

function strayFiles(places: Places, announced: readonly string[]): string[] {
  const allowed = new Set(announced.map((path) => realPathOf(path, places.work)));
  return (["work", "home"] as const).flatMap((name) =>
    readdirSync(places[name], { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !allowed.has(realPathOf(join(entry.parentPath, entry.name), "")))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name).slice(places[name].length + 1);
        return `${path} in its ${name === "work" ? "working" : "home"} folder`;
      }),
  );
}

/** What the runtime would refuse an asset for; null where it would take it. */
function assetFault(path: string, places: Places, mostBytes: number): string | null {
  const real = realPathOf(path, places.work);
  if (real === null) return `${path} is not there`;
  if (!Object.values(places).some((place: string) => real.startsWith(place + sep))) {
    return `${path} lies outside of the script's own folders`;
  }
  const found = lstatSync(real);
  if (!found.isFile()) return `${path} is not a plain file`;
  if (found.nlink !== 1) return `${path} has more names than one`;
  return found.size > mostBytes ? `${path} has ${found.size} bytes; ${mostBytes} are the most` : null;
}

function realPathOf(path: string, base: string): string | null {
  try {
    return realpathSync(isAbsolute(path) ? path : join(base, path));
  } catch {
    return null;
  }
}
