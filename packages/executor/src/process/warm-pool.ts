import { readdirSync, readFileSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { LIMITS } from "@narratoria/protocol";
import { clearFolderNow } from "@narratoria/protocol/files";
import { findScript, type StartableScript } from "./find-script.js";
import type { ResolvedScript } from "../tool/resolver.js";
import { makeScratch, type Scratch } from "./scratch.js";
import type { SandboxTier } from "../sandbox/describe-sandbox.js";
import { type Sandbox, sandboxFault } from "../sandbox/sandbox.js";
import { launchOf, startScript } from "./start-script.js";
import type { GraceTimes, ToolProcess } from "./tool-process.js";

export interface WarmPoolOptions {
  /**
   * How long a process may wait, in milliseconds; ten minutes unless given. Whoever has not chosen by then has left the
   * table, and gets the memory back; and what a script loaded at its start (its modules, the time zone) has gone stale.
   */
  readonly maxAgeMs?: number;
  /** How many processes may wait; 8 unless given. */
  readonly maxWaiting?: number;
  /** How many may be starting at once; the number of cores unless given. */
  readonly concurrency?: number;
  /** The folder for working folders; the temporary folder unless given. */
  readonly scratchRoot?: string;
  /**
   * Whether the process of a script that allows it in its manifest is kept for further invocations: of every such script, or of
   * those that a function of the caller picks. None is unless given.
   */
  readonly resident?: boolean | ((script: ResolvedScript) => boolean);
  /** After how many invocations a process that is kept gives way to a new one; 1,000 unless given. */
  readonly maxCalls?: number;
  /** How much memory such a process may hold between two invocations, in bytes (Linux only); 256 MiB unless given. */
  readonly maxMemoryBytes?: number;
  /** What holds the processes back; nothing does unless given. The plans that are handed the pool must be given the same. */
  readonly sandbox?: Sandbox;
}

/** Why a script must not be started any more, or null: `recheck` of its resolver. */
type Recheck = (script: ResolvedScript) => object | null;

export interface StartAheadOptions {
  /** Asked right before each start; a script that it takes back is not started. Every script is started unless given. */
  readonly recheck?: Recheck;
  /** The times that a process may take over its end once it has its input. */
  readonly grace?: GraceTimes;
  /**
   * Scripts that are wanted when all that runs now is over; none unless given. They come after the others, and a kept process that is
   * out for an invocation stands for its script: it will be back. (rule EX6302)
   */
  readonly later?: readonly ResolvedScript[];
}

/**
 * Processes that wait for their input: those that were started ahead of need, and those that are kept. Handed to
 * `executePlan` as `warm`; the rest of it is for whoever knows what is played next. One pool may serve any number of plans.
 * Implements rules EX90 to EX97 and EX102 to EX105.
 */
export interface WarmPool {
  /**
   * Starts a process for each of these scripts for which none waits, as the cores allow. What an earlier call asked for and
   * has not come to be started is forgotten. What cannot be started is left to the plan, which says why.
   *
   * @param scripts - The most urgent first; a script that stands here twice is to have two processes.
   */
  startAhead(scripts: readonly ResolvedScript[], options?: StartAheadOptions): Promise<void>;
  /** The file that an invocation of a script starts: where its process is kept, that may be one for several scripts. (rule EX5550) */
  fileOf(script: ResolvedScript): string;
  /**
   * Takes a process out for one invocation. Where the script's process is to be kept and none waits, it is a new one.
   *
   * @param found - What `fileOf` names, as it stands on the disk.
   * @param grace - The times that a new one may take over its end.
   * @returns Null when none waits that is as good as a new one.
   * @throws What the file system or `spawn` reports when a new one cannot be started.
   */
  take(script: ResolvedScript, found: StartableScript, grace?: GraceTimes): WarmTool | null;
  /** Counts an invocation among what keeps the cores busy, until it is over or its start surely is. */
  countStart(outcome: Promise<unknown>): void;
  /** Kills what waits of one skill, whose folder is not what it was, and forgets what was asked for of it. */
  drop(skill: string): void;
  /** Kills what waits, and forgets what was asked for. */
  dismiss(): void;
  /** Kills what waits, and starts nothing more: from then on every take is in vain. Settles when all is gone. Idempotent. */
  close(): Promise<void>;
}

/** A process that was taken out for one invocation. */
export interface WarmTool {
  readonly tool: ToolProcess;
  /** Whether it has had an invocation before: it may then have died of what it was left with. */
  readonly kept: boolean;
  /** The invocation is over and nothing in the working folder is needed any more. To be called once, whatever came of it. */
  release(): void;
}

export function createWarmPool(options: WarmPoolOptions = {}): WarmPool {
  return new Pool(options);
}

/** Nobody can see from outside when a process has come to wait. This is what the start of an interpreter takes. */
const START_MS = 40;

interface Wanted {
  readonly script: ResolvedScript;
  readonly found: StartableScript;
  readonly grace: GraceTimes;
  readonly recheck: Recheck;
}

/** A process of the pool, waiting or taken out. */
interface Member {
  readonly tool: ToolProcess;
  readonly scratch: Scratch;
  readonly skill: string;
  readonly identity: string;
  readonly stamp: string;
  readonly ageTimer: NodeJS.Timeout;
  /** How many invocations it has had. */
  calls: number;
  /** Its memory was looked at then, on the clock of `performance.now()`. */
  weighedAt: number;
  /** When its folder was last changed, where it is empty as of then; else null. */
  emptySince: number | null;
  /** It is to have no more invocations. */
  worn: boolean;
  started(): void;
}

class Pool implements WarmPool {
  readonly #maxAgeMs: number;
  readonly #maxWaiting: number;
  readonly #concurrency: number;
  readonly #scratchRoot: string | undefined;
  readonly #resident: (script: ResolvedScript) => boolean;
  readonly #maxCalls: number;
  readonly #maxMemoryBytes: number;
  readonly #sandbox: Sandbox | undefined;
  /** The least wanted first. */
  #waiting: Member[] = [];
  /** Taken out for an invocation, to be kept after it. */
  readonly #lent = new Set<Member>();
  #wanted: Wanted[] = [];
  #requests = 0;
  #busy = 0;
  /** Settles when no more can be started for now. */
  #starting: Promise<void> | undefined;
  #closed = false;
  /** Scripts that ended without having been given anything, by file, with the version of the file that did. */
  readonly #impatient = new Map<string, string>();
  readonly #leaving = new Set<Promise<void>>();
  readonly #identities = new WeakMap<
    ResolvedScript,
    {
      readonly command: unknown;
      readonly zone: string | undefined;
      readonly tier: SandboxTier | undefined;
      readonly identity: string;
    }
  >();

  constructor(options: WarmPoolOptions) {
    this.#maxAgeMs = options.maxAgeMs ?? 10 * 60_000;
    this.#maxWaiting = options.maxWaiting ?? 8;
    this.#concurrency = Math.max(1, options.concurrency ?? availableParallelism());
    this.#scratchRoot = options.scratchRoot;
    const { resident = false } = options;
    this.#resident = typeof resident === "function" ? resident : () => resident;
    this.#maxCalls = options.maxCalls ?? 1_000;
    this.#maxMemoryBytes = options.maxMemoryBytes ?? 256 * 1024 * 1024;
    this.#sandbox = options.sandbox;
  }

  async startAhead(
    scripts: readonly ResolvedScript[],
    { recheck = () => null, grace = GRACE, later = NO_SCRIPTS }: StartAheadOptions = {},
  ): Promise<void> {
    const request = ++this.#requests;
    const soon = this.#onceEach(scripts);
    const first = [...soon, ...this.#whenAllIsBack(later, soon)].slice(0, this.#maxWaiting);
    if (first.length === 0) {
      this.#wanted = [];
      return;
    }
    const found = await Promise.all(first.map((script) => findScript(this.fileOf(script))));
    if (request !== this.#requests) return;
    const unclaimed = [...this.#waiting];
    const claimed: Member[] = [];
    this.#wanted = [];
    for (const [index, script] of first.entries()) {
      const startable = found[index];
      if (!startable?.ok || sandboxFault(script, this.#sandbox)) continue;
      const identity = this.#identityOf(script, startable);
      const at = unclaimed.findIndex((waiting) => waiting.identity === identity);
      if (at !== -1) claimed.push(...unclaimed.splice(at, 1));
      else if (!this.#comesBack(script, identity, index >= soon.length))
        this.#wanted.push({ script, found: startable, grace, recheck });
    }
    // Last in line to make room for others.
    this.#waiting = [...unclaimed, ...claimed];
    await this.#startWanted();
  }

  fileOf(script: ResolvedScript): string {
    return (this.#keeps(script) ? script.keptFile : undefined) ?? script.file;
  }

  take(script: ResolvedScript, found: StartableScript, grace = GRACE): WarmTool | null {
    const identity = this.#identityOf(script, found);
    const fit = this.#waiting.filter((one) => one.identity === identity);
    // One that has had invocations before answers sooner than one that may still be starting.
    for (const waiting of fit.sort((a, b) => b.calls - a.calls)) {
      if (waiting.stamp !== found.stamp || !waiting.tool.running) {
        this.#end(waiting);
        continue;
      }
      this.#leave(waiting);
      // Where it is kept, the deadline of the invocation holds the runtime open as long as it must.
      if (waiting.calls === 0) holdRuntimeOpen(waiting.tool, true);
      return this.#lend(waiting);
    }
    // The caller starts one now; it takes the place of the one that was to be started.
    const next = this.#wanted.findIndex((wanted) => this.#identityOf(wanted.script, wanted.found) === identity);
    if (next !== -1) this.#wanted.splice(next, 1);
    if (!this.#keeps(script) || this.#closed) return null;
    return this.#lend(this.#open({ script, found, grace }));
  }

  countStart(outcome: Promise<unknown>): void {
    void outcome.then(this.#occupy());
  }

  drop(skill: string): void {
    this.#wanted = this.#wanted.filter(({ script }) => script.skill !== skill);
    for (const waiting of this.#waiting) if (waiting.skill === skill) this.#end(waiting);
  }

  dismiss(): void {
    this.#requests++;
    this.#wanted = [];
    for (const waiting of this.#waiting) this.#end(waiting);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.dismiss();
    await Promise.all(this.#leaving);
  }

  /** Starts what is wanted, each in a turn of the event loop of its own: to start a process takes milliseconds in which nothing else is done. */
  #startWanted(): Promise<void> {
    if (!this.#mayStart()) return Promise.resolve();
    this.#starting ??= this.#startOneByOne();
    return this.#starting;
  }

  async #startOneByOne(): Promise<void> {
    for (let next = this.#wanted.shift(); next; next = this.#mayStart() ? this.#wanted.shift() : undefined) {
      this.#start(next);
      await setImmediate();
    }
    this.#starting = undefined;
  }

  #mayStart(): boolean {
    return !this.#closed && this.#wanted.length > 0 && this.#busy < this.#concurrency;
  }

  #start(wanted: Wanted): void {
    const { script, found } = wanted;
    if (this.#impatient.get(this.fileOf(script)) === found.stamp) return;
    // It may have waited for its turn to start, and nobody has agreed to what lies there now.
    if (wanted.recheck(script)) return this.drop(script.skill);
    try {
      const member = this.#open(wanted);
      member.started = this.#occupy();
      this.#wait(member);
    } catch {
      // The disk is full, or there are too many processes. Whoever needs the tool meets the same, and says so.
    }
  }

  #open({ script, found, grace }: Omit<Wanted, "recheck">): Member {
    const scratch = makeScratch(this.#scratchRoot);
    try {
      const tool = startScript(script, found, { cwd: scratch.next(), grace, ...this.#settingOf(script) });
      const member: Member = {
        tool,
        scratch,
        skill: script.skill,
        identity: this.#identityOf(script, found),
        stamp: found.stamp,
        ageTimer: setTimeout(() => this.#wearOut(member), this.#maxAgeMs).unref(),
        calls: 0,
        weighedAt: Number.NEGATIVE_INFINITY,
        emptySince: null,
        worn: false,
        started: () => {},
      };
      void tool.gone.then(() => {
        if (!this.#waiting.includes(member)) return;
        // It ended of its own accord: started ahead again, it would do its work again without having been asked.
        if (member.calls === 0 && (tool.child.exitCode ?? -1) >= 0)
          this.#impatient.set(this.fileOf(script), found.stamp);
        this.#end(member);
      });
      return member;
    } catch (error) {
      this.#remove(scratch, Promise.resolve());
      throw error;
    }
  }

  /** Joins those that wait, as the one that is wanted most. */
  #wait(member: Member): void {
    // Somebody who leaves is not kept by what was started in case they stay.
    if (member.calls <= 1) holdRuntimeOpen(member.tool, false);
    this.#waiting.push(member);
    const [last] = this.#waiting;
    if (last && this.#waiting.length > this.#maxWaiting) this.#end(last);
  }

  #lend(member: Member): WarmTool {
    if (member.tool.resident) this.#lent.add(member);
    return { tool: member.tool, kept: member.calls > 0, release: () => this.#release(member) };
  }

  #release(member: Member): void {
    const { tool, scratch } = member;
    this.#lent.delete(member);
    if (tool.fed) member.calls++;
    if (this.#fitToStay(member)) {
      this.#wait(member);
      return;
    }
    clearTimeout(member.ageTimer);
    holdRuntimeOpen(tool, true);
    // One that has its only input ends by itself, or is being ended.
    if (tool.resident || !tool.fed) tool.kill();
    this.#remove(scratch, tool.gone);
  }

  #fitToStay(member: Member): boolean {
    const { tool } = member;
    if (this.#closed || !tool.resident || !tool.running || tool.ended) return false;
    if (member.worn || member.calls >= this.#maxCalls) return false;
    const now = performance.now();
    if (now - member.weighedAt > WEIGH_EVERY_MS) {
      member.weighedAt = now;
      if (residentBytes(tool.child.pid) > this.#maxMemoryBytes) return false;
    }
    return this.#emptyFolder(member);
  }

  /** What an invocation left in its working folder is not for the next one to find. @returns False when it cannot be removed. */
  #emptyFolder(member: Member): boolean {
    const { cwd } = member.tool;
    try {
      const changedAt = statSync(cwd).mtimeMs;
      // To look into the folder takes longer than all else about keeping a process.
      if (changedAt === member.emptySince) return true;
      const names = readdirSync(cwd);
      // Nothing else is done meanwhile. A process that leaves more than that gives way to a new one.
      if (names.length > 0 && !clearFolderNow(cwd, LEFT_ENTRIES)) return false;
      // The clock of a file system goes by steps, so what changed just now may change again unseen.
      const longAgo = names.length === 0 && Date.now() - changedAt > CLOCK_STEP_MS;
      member.emptySince = longAgo ? changedAt : null;
      return true;
    } catch {
      return false;
    }
  }

  #wearOut(member: Member): void {
    member.worn = true;
    if (this.#waiting.includes(member)) this.#end(member);
  }

  /** One process does for scripts of a skill that share one, as a plan seldom runs two of them at once. */
  #onceEach(scripts: readonly ResolvedScript[]): ResolvedScript[] {
    const shared = new Set<string>();
    return scripts.filter((script) => {
      if (!this.#shares(script)) return true;
      const file = this.fileOf(script);
      if (shared.has(file)) return false;
      shared.add(file);
      return true;
    });
  }

  /** A kept process that is wanted before serves a script again afterwards. */
  #whenAllIsBack(later: readonly ResolvedScript[], soon: readonly ResolvedScript[]): ResolvedScript[] {
    const files = new Set(soon.map((script) => this.fileOf(script)));
    return this.#onceEach(later).filter((script) => !this.#keeps(script) || !files.has(this.fileOf(script)));
  }

  /**
   * Whether a kept process is only out for an invocation: of another script of the skill that shares it (rule EX5551), or of any that
   * will be over by then (rule EX6302).
   */
  #comesBack(script: ResolvedScript, identity: string, later: boolean): boolean {
    if (!(later ? this.#keeps(script) : this.#shares(script))) return false;
    return [...this.#lent].some((member) => member.identity === identity);
  }

  #settingOf(script: ResolvedScript): { readonly resident: boolean; readonly sandbox: Sandbox | undefined } {
    return { resident: this.#keeps(script), sandbox: this.#sandbox };
  }

  #shares(script: ResolvedScript): boolean {
    return script.keptFile !== undefined && this.#keeps(script);
  }

  #keeps(script: ResolvedScript): boolean {
    return script.resident === true && this.#resident(script);
  }

  /** All that is fixed when a process starts, but for its own folder. */
  #identityOf(script: ResolvedScript, found: StartableScript): string {
    const known = this.#identities.get(script);
    const { command } = found;
    const tier = this.#sandbox?.tierFor(script);
    // Of the runtime's own environment the time zone alone is handed on.
    const zone = process.env.TZ;
    if (known && known.command === command && known.zone === zone && known.tier === tier) return known.identity;
    const identity = JSON.stringify(launchOf(script, found, { cwd: "", ...this.#settingOf(script) }));
    this.#identities.set(script, { command, zone, tier, identity });
    return identity;
  }

  /** @returns What ends it; it ends by itself when a start is surely over. */
  #occupy(): () => void {
    this.#busy++;
    let over = false;
    const release = (): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      this.#busy--;
      void this.#startWanted();
    };
    const timer = setTimeout(release, START_MS).unref();
    return release;
  }

  #leave(member: Member): void {
    this.#waiting = this.#waiting.filter((one) => one !== member);
    member.started();
  }

  /** A process that was given nothing has nothing to bring to an end, so it is not asked. */
  #end(member: Member): void {
    this.#leave(member);
    clearTimeout(member.ageTimer);
    holdRuntimeOpen(member.tool, true);
    member.tool.kill();
    this.#remove(member.scratch, member.tool.gone.then(member.tool.closePipes));
  }

  #remove(scratch: Scratch, after: Promise<void>): void {
    const removed = after.then(scratch.remove).catch(() => {});
    this.#leaving.add(removed);
    void removed.then(() => this.#leaving.delete(removed));
  }
}

const NO_SCRIPTS: readonly never[] = [];

const GRACE: GraceTimes = {
  killAfterMs: LIMITS.killAfterMs,
  pipeMs: LIMITS.pipeGraceMs,
  lingerMs: LIMITS.lingerMs,
};

function holdRuntimeOpen({ child }: ToolProcess, hold: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    if (handle !== child && !(handle instanceof Socket)) continue;
    if (hold) handle.ref();
    else handle.unref();
  }
}

const LEFT_ENTRIES = 200;

/** More than any common file system takes for a step. */
const CLOCK_STEP_MS = 2_100;

/** Asked no more often than this: the answer takes longer than a short invocation. */
const WEIGH_EVERY_MS = 1_000;

/** @returns The memory that a process holds; 0 where the system does not tell. */
function residentBytes(pid: number | undefined): number {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
