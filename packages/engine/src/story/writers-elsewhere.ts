import type { GenerateRequest } from "@narratoria/protocol/contracts";
import type { ModelNarrator, TextWriter } from "@narratoria/narrator";
import { ScriptWriter, type WriterFault } from "../host/script-writer.js";

/** A scene for which a script has writers of its own. */
export interface OfferedWriter {
  readonly providers: readonly string[];
  readonly faults?: readonly WriterFault[];
  /** How long the player waits for the whole scene. */
  readonly patienceMs?: number;
}

export interface WritersElsewhereOptions {
  /** Makes a narrator of whoever writes. */
  readonly narratorOf: (writer: TextWriter) => ModelNarrator;
  /** The model of this machine, which steps in; null where there is none. */
  readonly local: TextWriter | null;
  /** Milliseconds by a clock that is never set. */
  readonly now?: () => number;
}

/** So many scenes in a row without an answer, and so many scenes in which a provider is not asked after that. */
const FAILURES = 3;
export const SCENES_OFF = 5;
/** The code of a provider's fault that has written, but not all of it in the time that the player waits. */
const SLOW = "slow";

/** How a provider has done lately. */
interface Standing {
  /** Scenes in a row without an answer. */
  failures: number;
  /** Scenes in which it is still not to be asked. */
  scenesOff: number;
  /** Until when it wants to be left alone. */
  restUntil: number;
  /** What it failed by last. */
  fault?: WriterFault;
}

/** A scene that is being told by them. */
interface Telling {
  readonly writer: ScriptWriter;
  readonly providers: readonly string[];
  readonly failed: Set<string>;
}

/**
 * The storytellers that a player has elsewhere: each asked as long as it answers, left alone for a while where it does not.
 * Implements rules EN331 and EN333.
 */
export class WritersElsewhere {
  readonly #options: WritersElsewhereOptions;
  readonly #now: () => number;
  readonly #standings = new Map<string, Standing>();
  #narrator: ModelNarrator | null = null;
  #telling: Telling | null = null;
  /** What went wrong first of all. */
  fault: WriterFault | null = null;
  /** Who was the first not to come to the end of a scene in the time that the player waits. */
  slow: WriterFault | null = null;
  #rests: WriterFault | null = null;

  constructor(options: WritersElsewhereOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Who tells a scene; null where that is left to whoever tells on this machine.
   *
   * @param ask - Takes pieces to the script.
   */
  narratorFor(
    { providers, faults = [], patienceMs }: OfferedWriter,
    ask: (piece: object) => void,
  ): ModelNarrator | null {
    for (const fault of faults) this.fault ??= fault;
    const asked = providers.filter((name) => this.#mayAsk(this.#standingOf(name)));
    if (asked.length === 0) return null;
    const failed = new Set<string>();
    const writer = new ScriptWriter(asked, {
      ask,
      onFault: (fault) => {
        // It has written, and is asked again.
        if (fault.code === SLOW) {
          this.slow ??= fault;
          return;
        }
        this.fault ??= fault;
        failed.add(fault.provider);
        const standing = this.#standingOf(fault.provider);
        standing.fault = fault;
        standing.restUntil = Math.max(standing.restUntil, this.#now() + (fault.retryAfterMs ?? 0));
      },
      instead: this.#options.local,
      ...(patienceMs === undefined ? {} : { patienceMs }),
      now: this.#now,
    });
    this.#telling = { writer, providers: asked, failed };
    this.#narrator ??= this.#options.narratorOf(this.#writerNow());
    return this.#narrator;
  }

  /** What a script's other request brings. */
  take(part: GenerateRequest): void {
    this.#telling?.writer.take(part);
  }

  /** The scene is told. */
  over(): void {
    const { writer, providers, failed } = this.#telling ?? { writer: null, providers: [], failed: new Set<string>() };
    this.#telling = null;
    if (writer === null || writer.asked === 0) return;
    // A script that said nothing at all speaks for the first it would have asked.
    if (writer.failed && failed.size === 0) failed.add(providers[0] ?? "");
    const answered = providers.find((name) => !failed.has(name));
    if (answered !== undefined) this.#standingOf(answered).failures = 0;
    for (const name of providers.filter((one) => failed.has(one))) {
      const standing = this.#standingOf(name);
      standing.failures++;
      if (standing.failures < FAILURES) continue;
      standing.failures = 0;
      standing.scenesOff = SCENES_OFF;
      this.#rests = standing.fault ?? null;
    }
  }

  /** Who is not asked for some scenes from now on, and what it failed by last; told once. (rule EN1852) */
  takeRest(): WriterFault | null {
    const rests = this.#rests;
    this.#rests = null;
    return rests;
  }

  #mayAsk(standing: Standing): boolean {
    if (this.#now() < standing.restUntil) return false;
    if (standing.scenesOff === 0) return true;
    standing.scenesOff--;
    return false;
  }

  #standingOf(name: string): Standing {
    const known = this.#standings.get(name) ?? { failures: 0, scenesOff: 0, restUntil: Number.NEGATIVE_INFINITY };
    this.#standings.set(name, known);
    return known;
  }

  /** One narrator serves all scenes, and each scene has a writer of its own. */
  #writerNow(): TextWriter {
    const now = (): ScriptWriter => {
      if (!this.#telling) throw new Error("no scene is being told");
      return this.#telling.writer;
    };
    return {
      get status() {
        return now().status;
      },
      write: (request, options) => now().write(request, options),
    };
  }
}
