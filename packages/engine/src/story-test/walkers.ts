/** What walks through a campaign: engines with data folders of their own, one in this process or several in processes of theirs. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { readToldScenes, type ToldScene } from "@narratoria/narrator";
import { openStore, type Store } from "@narratoria/persistence";
import { getPath } from "@narratoria/protocol";
import { compilingOnce, nodeEnvironment, nodeProgram, OPTIMISE_LATE, packagePath } from "@narratoria/protocol/launch";
import { generatedFolder } from "../enrich-campaign.js";
import { openEngine } from "../open-engine.js";
import { type PlotPart, type WhyAnswer, whyNot } from "../plot/why-beat.js";
import { indexed } from "../prepared-campaign.js";
import { type ReadCampaign, readCampaign } from "../read-campaign.js";
import { Remembered, REMEMBERED_TURNS } from "../story/remembered.js";
import { momentOf } from "../story/turn-start.js";
import { deadEndOf } from "./faults.js";
import type { DeadEnd } from "./report.js";
import { walkIn, type WalkedStory, type WalkPlan } from "./walk-story.js";

export interface NamedPlan extends WalkPlan {
  readonly name: string;
}

/** One walk, with all that it is judged by. */
export interface Walked {
  readonly plan: NamedPlan;
  readonly story: WalkedStory;
  readonly scenes: readonly ToldScene[];
  readonly deadEnd: Omit<DeadEnd, "walk"> | null;
}

export interface TestProgress {
  /** Walks that have ended, and how many there are. */
  readonly walks: number;
  readonly of: number;
  readonly scenes: number;
}

/** Where walks go. */
export interface Ground {
  /** The campaign's folder. */
  readonly dir: string;
  /** Folder with what was understood of campaigns before. */
  readonly readings: string;
  /** Folder for the stories, which somebody else removes. */
  readonly aside: string;
}

export interface WalkOptions {
  readonly signal?: AbortSignal;
  /** Told after each scene. */
  readonly onScene?: () => void;
}

interface Walker {
  /** @throws What `signal` was aborted with; what `Engine.play` throws. */
  walk(plan: NamedPlan, options: WalkOptions): Promise<Walked>;
  close(): Promise<void>;
}

/** One story waits for its scripts while another is told. */
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
const MOST_PROCESSES = 4;
/** An engine with its scripts takes most of one. */
const BYTES_EACH = 2 * 2 ** 30;
/** Fewer turns than these are walked before another engine has warmed up. */
const TURNS_EACH = 120;

/**
 * Takes all walks, as many at once as the machine has room for. Implements rule EN2426.
 *
 * @returns In the order of the plans.
 * @throws What a walk threw; the others have ended then.
 */
export async function walkAll(
  ground: Ground,
  plans: readonly NamedPlan[],
  { signal, onScene }: { readonly signal?: AbortSignal; readonly onScene?: (progress: TestProgress) => void } = {},
  { program, processes }: Room = roomFor(plans),
): Promise<Walked[]> {
  let scenes = 0;
  const options: WalkOptions = {
    ...(signal && { signal }),
    onScene: () => onScene?.({ walks: walked.size, of: plans.length, scenes: ++scenes }),
  };
  const walked = new Map<NamedPlan, Walked>();
  const waiting = [...plans];
  const here = new SharedWalker(ground);
  const lanes: Walker[] =
    program === null || processes < 2
      ? Array.from({ length: Math.min(AT_ONCE, plans.length) }, () => here)
      : Array.from({ length: processes }, (_, at) => new WalkerApart(program, inOwnFolder(ground, at), here));
  const walkOn = async (walker: Walker): Promise<void> => {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) walked.set(plan, await walker.walk(plan, options));
  };
  try {
    // One that fails ends the others: nobody goes on with what is not waited for.
    await Promise.all(
      lanes.map((walker) =>
        walkOn(walker).catch((error) => {
          waiting.length = 0;
          throw error;
        }),
      ),
    );
  } finally {
    await Promise.all([...lanes, here].map((walker) => walker.close()));
  }
  return plans.flatMap((plan) => walked.get(plan) ?? []);
}

/** What the machine has room for. */
export interface Room {
  /** What a process runs; null where all walks are taken in this one. */
  readonly program: string | null;
  readonly processes: number;
}

function roomFor(plans: readonly NamedPlan[]): Room {
  const turns = plans.reduce((sum, plan) => sum + plan.turns, 0);
  const most = [availableParallelism(), totalmem() / BYTES_EACH, turns / TURNS_EACH, plans.length].map(Math.floor);
  return { program: walkingProgram(), processes: Math.min(MOST_PROCESSES, ...most) };
}

const inOwnFolder = (ground: Ground, at: number): Ground => ({ ...ground, aside: join(ground.aside, `walker-${at}`) });

/** Opens an engine that walks in this process. */
export async function openWalker({ dir, readings, aside }: Ground, signal?: AbortSignal): Promise<Walker> {
  const read = await readCampaign(dir, readings, signal && { signal }, generatedFolder(dir, aside));
  const mined = indexed(read.reading);
  const engine = await openEngine({
    dataDir: aside,
    residentScripts: true,
    narrator: "storybook",
    checkStory: true,
    // The folder goes when the walks are over.
    keepTraces: false,
    durable: false,
  });
  const store = await openStore({ dataDir: aside, readOnly: true }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return {
    async walk(plan, options) {
      const story = await walkIn(engine, dir, mined, plan, options);
      const scenes = readToldScenes((await store.history(story.id)).reverse());
      const left = scenes.at(-1)?.ended ? [] : await stillToCome(read, store, story.id);
      return { plan, story, scenes, deadEnd: deadEndOf(scenes, left) };
    },
    async close() {
      await store.close();
      await engine.close();
    },
  };
}

/** One engine of this process, opened once somebody walks. */
class SharedWalker implements Walker {
  #opening: Promise<Walker> | null = null;

  constructor(private readonly ground: Ground) {}

  async walk(plan: NamedPlan, options: WalkOptions): Promise<Walked> {
    this.#opening ??= openWalker(this.ground, options.signal);
    return (await this.#opening).walk(plan, options);
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    await (await opening?.catch(() => null))?.close();
  }
}

/** What a walking process is sent, and what it sends. */
export interface WalkRequest {
  readonly plan: NamedPlan;
}
export type WalkMessage = { readonly scene: true } | { readonly walked: Walked };

/** How long a process may take to end its engine. */
const CLOSING_MS = 5_000;

/** One engine in a process of its own; where that comes to nothing, its walks are taken here. */
class WalkerApart implements Walker {
  readonly #child: ChildProcess | null;
  readonly #gone: Promise<unknown>;

  constructor(
    program: string,
    ground: Ground,
    private readonly instead: Walker,
  ) {
    this.#child = startWalker(program, ground);
    this.#gone = this.#child === null ? Promise.resolve() : once(this.#child, "exit").catch(() => {});
  }

  async walk(plan: NamedPlan, options: WalkOptions): Promise<Walked> {
    return (await this.#ask(plan, options)) ?? this.instead.walk(plan, options);
  }

  /** @returns Null where the process is gone. */
  async #ask(plan: NamedPlan, { signal, onScene }: WalkOptions): Promise<Walked | null> {
    const child = this.#child;
    if (child === null || !child.connected) return null;
    signal?.throwIfAborted();
    const done = new AbortController();
    try {
      return await new Promise<Walked | null>((resolve, reject) => {
        const stop = (): void => reject(signal?.reason);
        signal?.addEventListener("abort", stop, { once: true, signal: done.signal });
        const hear = (message: unknown): void => {
          const heard = message as WalkMessage;
          if ("walked" in heard) resolve({ ...heard.walked, plan });
          else onScene?.();
        };
        child.on("message", hear);
        done.signal.addEventListener("abort", () => child.off("message", hear), { once: true });
        void this.#gone.then(() => resolve(null));
        const request: WalkRequest = { plan };
        child.send(request, (error) => error && resolve(null));
      });
    } finally {
      done.abort();
    }
  }

  /** Ends its engine, and its scripts with it. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    if (child.connected) child.disconnect();
    const late = setTimeout(() => child.kill("SIGKILL"), CLOSING_MS);
    await this.#gone;
    clearTimeout(late);
  }
}

function startWalker(program: string, ground: Ground): ChildProcess | null {
  const once = compilingOnce();
  // Node loads these certificates at every start, and nothing is fetched here.
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  try {
    return fork(program, [JSON.stringify(ground)], {
      execPath: nodeProgram(),
      execArgv: once.length === 0 ? [] : [...once, OPTIMISE_LATE],
      env: { ...environment, ...nodeEnvironment() },
      // Ctrl-C is for this process, which then ends the other.
      detached: process.platform !== "win32",
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  } catch {
    return null;
  }
}

/** Beside this file once built. From sources there is none: it would run what was built last. */
function walkingProgram(): string | null {
  if ((import.meta.url ?? "").endsWith(".ts")) return null;
  return packagePath({
    moduleUrl: import.meta.url,
    beside: ["walking-child.js"],
    bundled: "programs/walking-child.mjs",
    installed: ["@narratoria/engine", "dist/walking-child.js"],
  });
}

/** Beats and endings that have not come where a story stands, and what each waits for. */
async function stillToCome({ campaign, reading }: ReadCampaign, store: Store, id: string): Promise<WhyAnswer[]> {
  const head = await store.head(id);
  if (head === null) return [];
  const mined = indexed(reading);
  const remembered = Remembered.of((await store.past(id, REMEMBERED_TURNS)).reverse());
  const moment = momentOf({ campaign, mined, remembered }, { scene: head.scene + 1, state: head.state, slot: null });
  const titles = new Map(campaign.beats.map((beat) => [beat.id, beat.title]));
  const parts: PlotPart[] = [
    ...campaign.beats
      .filter((beat) => !["fired", "skipped"].includes(String(getPath(head.state, `beats.${beat.id}.state`))))
      .map((beat) => ({ kind: "beat" as const, id: beat.id, title: beat.title, conditions: beat.conditions, beat })),
    ...campaign.endings
      .filter(({ breaksOff }) => !breaksOff)
      .map((ending) => ({
        kind: "ending" as const,
        id: ending.id,
        title: ending.title,
        conditions: ending.conditions,
      })),
  ];
  return parts.map((part) => whyNot(part, moment, titles, (place) => mined.places.get(place)?.name ?? place));
}
