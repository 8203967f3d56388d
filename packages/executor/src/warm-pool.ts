import { mkdirSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { LIMITS } from "@narratoria/protocol";
import { findGuardedCommand } from "./orphan-guard.js";
import type { ResolvedScript } from "./resolver.js";
import { makeScratch, type Scratch } from "./scratch.js";
import { type ScriptCommand, toolEnvironment } from "@narratoria/protocol/launch";
import { type GraceTimes, startToolProcess, type ToolProcess } from "./tool-process.js";

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
}

/**
 * Processes that were started ahead of need and wait for their input. Handed to `executePlan` as `warm`; the rest of it is
 * for whoever knows what is played next. One pool may serve any number of plans. Implements rules EX90 to EX97 (DESIGN 4).
 */
export interface WarmPool {
  /**
   * Starts a process for each of these scripts for which none waits, as the cores allow. What an earlier call asked for and
   * has not come to be started is forgotten. What cannot be started is left to the plan, which says why.
   *
   * @param scripts - The most urgent first; a script that stands here twice is to have two processes.
   * @param grace - The times that a process may take over its end once it has its input.
   */
  startAhead(scripts: readonly ResolvedScript[], grace?: GraceTimes): Promise<void>;
  /** Takes a process out for one invocation. @returns Null when none waits that is as good as a new one. */
  take(script: ResolvedScript, command: ScriptCommand): WarmTool | null;
  /** Counts an invocation among what keeps the cores busy, until it is over or its start surely is. */
  countStart(outcome: Promise<unknown>): void;
  /** Kills what waits, and forgets what was asked for. */
  dismiss(): void;
  /** Kills what waits, and starts nothing more: from then on every take is in vain. Settles when all is gone. Idempotent. */
  close(): Promise<void>;
}

/** A process that waits for its input, and the folder it was started in, which is its taker's to remove. */
export interface WarmTool {
  readonly tool: ToolProcess;
  readonly cwd: string;
  readonly scratch: Scratch;
}

export function createWarmPool(options: WarmPoolOptions = {}): WarmPool {
  return new Pool(options);
}

/** Nobody can see from outside when a process has come to wait. This is what the start of an interpreter takes. */
const START_MS = 40;

interface Wanted {
  readonly script: ResolvedScript;
  readonly command: ScriptCommand;
  readonly grace: GraceTimes;
}

interface Waiting extends WarmTool {
  readonly identity: string;
  readonly stamp: string;
  readonly ageTimer: NodeJS.Timeout;
  started(): void;
}

class Pool implements WarmPool {
  readonly #maxAgeMs: number;
  readonly #maxWaiting: number;
  readonly #concurrency: number;
  readonly #scratchRoot: string | undefined;
  /** The least wanted first. */
  #waiting: Waiting[] = [];
  #wanted: Wanted[] = [];
  #requests = 0;
  #busy = 0;
  #closed = false;
  /** Scripts that ended without having been given anything, by file, with the version of the file that did. */
  readonly #impatient = new Map<string, string>();
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: WarmPoolOptions) {
    this.#maxAgeMs = options.maxAgeMs ?? 10 * 60_000;
    this.#maxWaiting = options.maxWaiting ?? 8;
    this.#concurrency = Math.max(1, options.concurrency ?? availableParallelism());
    this.#scratchRoot = options.scratchRoot;
  }

  async startAhead(scripts: readonly ResolvedScript[], grace = GRACE): Promise<void> {
    const request = ++this.#requests;
    const found = await Promise.all(scripts.slice(0, this.#maxWaiting).map(({ file }) => findGuardedCommand(file)));
    if (request !== this.#requests) return;
    const unclaimed = [...this.#waiting];
    const claimed: Waiting[] = [];
    this.#wanted = [];
    for (const [index, script] of scripts.slice(0, this.#maxWaiting).entries()) {
      const command = found[index];
      if (!command?.ok) continue;
      const identity = identityOf(script, command.command);
      const at = unclaimed.findIndex((waiting) => waiting.identity === identity);
      if (at === -1) this.#wanted.push({ script, command: command.command, grace });
      else claimed.push(...unclaimed.splice(at, 1));
    }
    // Last in line to make room for others.
    this.#waiting = [...unclaimed, ...claimed];
    this.#startWanted();
  }

  take(script: ResolvedScript, command: ScriptCommand): WarmTool | null {
    const identity = identityOf(script, command);
    const stamp = stampOf(script.file);
    for (const waiting of this.#waiting.filter((one) => one.identity === identity)) {
      if (waiting.stamp !== stamp || !waiting.tool.running) {
        this.#end(waiting);
        continue;
      }
      this.#leave(waiting);
      holdRuntimeOpen(waiting.tool, true);
      return waiting;
    }
    // The caller starts one now; it takes the place of the one that was to be started.
    const next = this.#wanted.findIndex((wanted) => identityOf(wanted.script, wanted.command) === identity);
    if (next !== -1) this.#wanted.splice(next, 1);
    return null;
  }

  countStart(outcome: Promise<unknown>): void {
    void outcome.then(this.#occupy());
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

  #startWanted(): void {
    while (!this.#closed && this.#busy < this.#concurrency) {
      const next = this.#wanted.shift();
      if (!next) return;
      this.#start(next);
    }
  }

  #start({ script, command, grace }: Wanted): void {
    // Read before the process can read the script, so that a change in between shows.
    const stamp = stampOf(script.file);
    if (stamp === null || this.#impatient.get(script.file) === stamp) return;
    const scratch = makeScratch(this.#scratchRoot);
    try {
      const cwd = scratch.next();
      mkdirSync(script.dataDir, { recursive: true, mode: 0o700 });
      const env = toolEnvironment(cwd, script.dataDir, process.platform, process.env);
      const tool = startToolProcess(command, { cwd, env, grace });
      // Somebody who leaves is not kept by what was started in case they stay.
      holdRuntimeOpen(tool, false);
      const waiting: Waiting = {
        tool,
        cwd,
        scratch,
        identity: identityOf(script, command),
        stamp,
        started: this.#occupy(),
        ageTimer: setTimeout(() => this.#end(waiting), this.#maxAgeMs).unref(),
      };
      this.#waiting.push(waiting);
      const [last] = this.#waiting;
      if (last && this.#waiting.length > this.#maxWaiting) this.#end(last);
      void tool.gone.then(() => {
        if (!this.#waiting.includes(waiting)) return;
        // It ended of its own accord: started ahead again, it would do its work again without having been asked.
        if ((tool.child.exitCode ?? -1) >= 0) this.#impatient.set(script.file, stamp);
        this.#end(waiting);
      });
    } catch {
      // The disk is full, or there are too many processes. Whoever needs the tool meets the same, and says so.
      this.#remove(scratch, Promise.resolve());
    }
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
      this.#startWanted();
    };
    const timer = setTimeout(release, START_MS).unref();
    return release;
  }

  #leave(waiting: Waiting): void {
    clearTimeout(waiting.ageTimer);
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    waiting.started();
  }

  /** A process that was given nothing has nothing to bring to an end, so it is not asked. */
  #end(waiting: Waiting): void {
    this.#leave(waiting);
    holdRuntimeOpen(waiting.tool, true);
    waiting.tool.kill();
    this.#remove(waiting.scratch, waiting.tool.gone);
  }

  #remove(scratch: Scratch, after: Promise<void>): void {
    const removed = after.then(scratch.remove).catch(() => {});
    this.#leaving.add(removed);
    void removed.then(() => this.#leaving.delete(removed));
  }
}

const GRACE: GraceTimes = {
  killAfterMs: LIMITS.killAfterMs,
  pipeMs: LIMITS.pipeGraceMs,
  lingerMs: LIMITS.lingerMs,
};

/** All that is fixed when a process starts, but for its own folder. */
function identityOf(script: ResolvedScript, command: ScriptCommand): string {
  const env = toolEnvironment("", script.dataDir, process.platform, process.env);
  return JSON.stringify([command.program, command.args, env]);
}

/** Tells one version of a file from another; null where there is none to be read. */
function stampOf(file: string): string | null {
  try {
    const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true });
    return [dev, ino, size, mtimeNs].join(":");
  } catch {
    return null;
  }
}

function holdRuntimeOpen({ child }: ToolProcess, hold: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    if (handle !== child && !(handle instanceof Socket)) continue;
    if (hold) handle.ref();
    else handle.unref();
  }
}
