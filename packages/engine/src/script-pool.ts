/** The processes of scripts that an engine starts ahead of need and keeps, and those that several engines share. */
import {
  createWarmPool,
  openSandbox,
  type ResolvedScript,
  type Sandbox,
  type WarmPool,
  type WarmTool,
} from "@narratoria/executor";
import { isInShippedSkill } from "./shipped-skills.js";

/** Enough for a process of each script that a story uses. */
const WAITING_PROCESSES = 16;

/** Processes of the scripts we ship that several engines of one program share, whatever their data folders. `await using` closes it. */
export interface SharedScripts extends AsyncDisposable {
  /** Ends the processes. Engines that were given them go on, with a process for each invocation of these scripts. Idempotent. */
  close(): Promise<void>;
}

/**
 * Makes ready what engines share, for a program that opens many: a server with a data folder for each player, or tests. A process
 * starts once an engine needs it, handles one invocation at a time, and serves whichever engine needs it next. Implements rule
 * EN2700.
 *
 * ```ts
 * await using scripts = await openScripts();
 * await using engine = await openEngine({ dataDir, scripts });
 * ```
 */
export async function openScripts(): Promise<SharedScripts> {
  return new KeptScripts(await openSandbox());
}

class KeptScripts implements SharedScripts {
  readonly shares: (script: ResolvedScript) => boolean;
  readonly warm: WarmPool;
  private engines = 0;
  private closed = false;

  constructor(readonly sandbox: Sandbox) {
    const ships = isShipped();
    // One with a data folder is bound to it from its start.
    this.shares = (script) => script.dataFolder === false && script.resident === true && ships(script);
    this.warm = createWarmPool({ resident: this.shares, maxWaiting: WAITING_PROCESSES, sandbox });
  }

  enter(): void {
    this.engines++;
  }

  async leave(): Promise<void> {
    this.engines--;
    await this.closeSandbox();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.warm.close();
    await this.closeSandbox();
  }

  /** Its sockets are those of the engines that are still open. */
  private async closeSandbox(): Promise<void> {
    if (this.closed && this.engines === 0) await this.sandbox.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** What an engine runs its scripts in. */
export interface ScriptRoom {
  readonly sandbox: Sandbox;
  /** Null where no process is to be started ahead of need. */
  readonly warm: WarmPool | null;
  /** Ends what belongs to the engine alone. */
  close(): Promise<void>;
}

export interface ScriptRoomOptions {
  readonly startAhead?: boolean;
  readonly residentScripts?: boolean;
  readonly scripts?: SharedScripts;
}

export async function openScriptRoom(options: ScriptRoomOptions): Promise<ScriptRoom> {
  const shared = options.scripts instanceof KeptScripts ? options.scripts : null;
  shared?.enter();
  const sandbox = shared?.sandbox ?? (await openSandbox());
  const own = poolFor(options, sandbox);
  const shares = shared !== null && options.residentScripts !== false;
  return {
    sandbox,
    warm: own && shares ? new SharingPool(own, shared) : own,
    async close() {
      await own?.close();
      await (shared === null ? sandbox.close() : shared.leave());
    },
  };
}

function poolFor({ startAhead = true, residentScripts }: ScriptRoomOptions, sandbox: Sandbox): WarmPool | null {
  if (!startAhead && residentScripts !== true) return null;
  if (residentScripts === false) return createWarmPool({ maxWaiting: WAITING_PROCESSES, sandbox });
  return createWarmPool({ resident: residentScripts ?? isShipped(), maxWaiting: WAITING_PROCESSES, sandbox });
}

/** An engine's own processes beside those that it shares. Its end is the end of its own alone. */
class SharingPool implements WarmPool {
  constructor(
    private readonly own: WarmPool,
    private readonly shared: KeptScripts,
  ) {}

  async startAhead(...[scripts, options]: Parameters<WarmPool["startAhead"]>): Promise<void> {
    const { shares, warm } = this.shared;
    const isOwn = (script: ResolvedScript): boolean => !shares(script);
    const { later = [] } = options ?? {};
    await Promise.all([
      warm.startAhead(scripts.filter(shares), { ...options, later: later.filter(shares) }),
      this.own.startAhead(scripts.filter(isOwn), { ...options, later: later.filter(isOwn) }),
    ]);
  }

  fileOf(script: ResolvedScript): string {
    return (this.shared.shares(script) ? this.shared.warm : this.own).fileOf(script);
  }

  take(...[script, found, grace]: Parameters<WarmPool["take"]>): WarmTool | null {
    return (this.shared.shares(script) ? this.shared.warm : this.own).take(script, found, grace);
  }

  countStart(outcome: Promise<unknown>): void {
    this.own.countStart(outcome);
  }

  drop(skill: string): void {
    this.own.drop(skill);
    this.shared.warm.drop(skill);
  }

  dismiss(): void {
    this.own.dismiss();
  }

  close(): Promise<void> {
    return this.own.close();
  }
}

/** @returns A test of scripts for being among those of the skills that come with the program. */
function isShipped(): (script: ResolvedScript) => boolean {
  const isInside = isInShippedSkill();
  return ({ file }) => isInside(file);
}
