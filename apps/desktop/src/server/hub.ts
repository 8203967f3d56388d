/** What happens beside the story that is told: work in the background, and news that every open page must hear. */
import { randomUUID } from "node:crypto";
import { type Trouble, troubleOf } from "./answers.js";

/** Something that takes a while: a download, an installation. */
export interface Job {
  readonly id: string;
  readonly kind: "install" | "model" | "runtime" | "verify" | "test" | "opening";
  /** What it is about, such as the name of a model. */
  readonly subject: string;
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly done: number;
  /** How much there is to do in all, in the same unit; null where nobody knows. */
  readonly of: number | null;
  /** How much of it is done in a second; null where nobody knows. */
  readonly perSecond: number | null;
  readonly trouble: Trouble | null;
  /** What came of it, such as the name of the campaign that was installed. */
  readonly result: string | null;
}

/** What a turn takes or tells, for pages that did not ask for it. */
export interface TurnAim {
  /** The words of the choice that it takes; null where it takes none. */
  readonly chosen: string | null;
  /** Id of the turn whose scene it tells again; null where it tells another. */
  readonly retells: string | null;
}

export interface TurnEnd {
  readonly turn: string;
  /** Whether it came to nothing: the last of its events says why. */
  readonly failed: boolean;
}

/** News for all pages. A page asks anew for what it shows of it. */
export type News =
  | { readonly type: "job"; readonly job: Job }
  /** A turn is being taken. */
  | ({ readonly type: "turn_begun"; readonly story: string; readonly turn: string } & TurnAim)
  /** A turn is over, whatever came of it. */
  | ({ readonly type: "turn_over"; readonly story: string } & TurnEnd)
  /** The turn that was taken last, when a page begins to follow a story; null where none is over since the story was opened. */
  | { readonly type: "standing"; readonly story: string; readonly over: TurnEnd | null }
  | {
      readonly type: "changed";
      readonly what: "library" | "preferences" | "skills" | "models" | "portraits" | "memories" | "backups";
    };

/** A job as the work sees it. */
export interface Working {
  readonly signal: AbortSignal;
  progress(done: number, of: number | null, perSecond?: number): void;
}

interface Held {
  job: Job;
  readonly stop: AbortController;
  /** Settles when the work is over, whatever came of it. */
  over: Promise<void>;
}

/** Progress is told in so many steps at most. */
const STEPS = 400;

/** So many jobs that are over are kept for pages that were away. */
const KEPT = 20;

export class Hub {
  readonly #listeners = new Set<(news: News) => void>();
  readonly #jobs = new Map<string, Held>();

  /** @returns What ends the listening. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }

  jobs(): Job[] {
    return [...this.#jobs.values()].map(({ job }) => job);
  }

  /** Begins work in the background. @param work - Gives what came of it, in a word, or null. */
  begin(kind: Job["kind"], subject: string, work: (working: Working) => Promise<string | null>): Job {
    const same = [...this.#jobs.values()].find(
      ({ job }) => job.state === "running" && job.kind === kind && job.subject === subject,
    );
    if (same) return same.job;
    const stop = new AbortController();
    const held: Held = {
      stop,
      over: Promise.resolve(),
      job: {
        id: randomUUID(),
        kind,
        subject,
        state: "running",
        done: 0,
        of: null,
        perSecond: null,
        trouble: null,
        result: null,
      },
    };
    this.#jobs.set(held.job.id, held);
    const change = (changes: Partial<Job>): void => {
      held.job = { ...held.job, ...changes };
      this.tell({ type: "job", job: held.job });
    };
    change({});
    const progress: Working["progress"] = (done, of, perSecond) => {
      const step = (value: number): number => (of === null ? value : Math.floor((value / of) * STEPS));
      if (of === held.job.of && step(done) === step(held.job.done)) return;
      change({ done, of, perSecond: perSecond ?? null });
    };
    held.over = work({ signal: stop.signal, progress }).then(
      (result) => change({ state: "done", result }),
      (error: unknown) =>
        change(stop.signal.aborted ? { state: "stopped" } : { state: "failed", trouble: troubleOf(error).body }),
    );
    for (const [id, { job }] of this.#jobs) {
      if (this.#jobs.size <= KEPT) break;
      if (job.state !== "running") this.#jobs.delete(id);
    }
    return held.job;
  }

  /** @returns Whether there was such a job. */
  stop(id: string): boolean {
    this.#jobs.get(id)?.stop.abort();
    return this.#jobs.has(id);
  }

  /** Stops the work on something, and waits until it is over. */
  async end(subject: string): Promise<void> {
    const running = [...this.#jobs.values()].filter(({ job }) => job.state === "running" && job.subject === subject);
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ over }) => over));
  }

  close(): void {
    for (const { stop } of this.#jobs.values()) stop.abort();
    this.#listeners.clear();
  }
}
