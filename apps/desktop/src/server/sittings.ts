/** The stories that are open, and the turn that each of them takes. */
import type { HealthState, OpeningOptions, PlayerCharacter, Story, TurnEvents } from "@narratoria/engine";
import type { News, TurnAim, TurnEnd } from "./hub.js";
import type { Shell } from "./shell.js";

/** A page seldom shows more than one; others are closed, the one that was asked for longest ago first. */
const MOST_OPEN = 3;

/** From the best to the worst. */
const HEALTH: readonly HealthState[] = ["healthy", "temporaryFailure", "degraded", "permanentFailure"];

const AIMLESS: TurnAim = { chosen: null, retells: null };

/** An open story. */
export class Sitting {
  #stop = new AbortController();
  #running: TurnEvents | null = null;
  #aim = AIMLESS;
  #over: TurnEnd | null = null;

  constructor(
    readonly story: Story,
    private readonly tell: (news: News) => void,
  ) {}

  /** Id of the turn that is being taken; null where none is. */
  get running(): string | null {
    return this.#running?.turn ?? null;
  }

  /** What the turn that is being taken takes or tells; nothing where none is. */
  get aim(): TurnAim {
    return this.#running === null ? AIMLESS : this.#aim;
  }

  /** How the turn taken last ended; null while it is taken, and where there is none. */
  get over(): TurnEnd | null {
    return this.#running === null ? this.#over : null;
  }

  /**
   * Takes a turn, which goes on whoever listens to it.
   *
   * @returns The turn's id, as its events call it.
   * @throws What `take` throws before anything happens.
   */
  take(take: (story: Story, signal: AbortSignal) => TurnEvents, aim = AIMLESS): string {
    const stop = new AbortController();
    const events = take(this.story, stop.signal);
    this.#stop = stop;
    this.#running = events;
    this.#aim = aim;
    const story = this.story.id;
    this.tell({ type: "turn_begun", story, turn: events.turn, ...aim });
    const over = (failed: boolean): void => {
      const end = { turn: events.turn, failed };
      if (this.#running === events) {
        this.#running = null;
        this.#over = end;
      }
      this.tell({ type: "turn_over", story, ...end });
    };
    // Its failure is told to those who follow the events.
    events.then(
      () => over(false),
      () => over(true),
    );
    return events.turn;
  }

  /** Stops the turn: the story stays as it was. */
  stop(): void {
    this.#stop.abort();
  }
}

export class Sittings {
  readonly #open = new Map<string, Promise<Sitting>>();

  constructor(private readonly shell: Pick<Shell, "engine" | "hub">) {}

  /** The open story of that id, opened where it is not. @throws As `Engine.resume`. */
  of(id: string, options?: OpeningOptions): Promise<Sitting> {
    const known = this.#open.get(id);
    if (known) {
      this.#open.delete(id);
      this.#open.set(id, known);
      return known;
    }
    return this.#keep(
      id,
      this.shell.engine.resume(id, options).then((story) => this.#sitDown(story)),
    );
  }

  /** A new story of a campaign, with its opening on the way. @throws As `Engine.play` and `Story.begin`. */
  async start(
    campaign: string,
    { character, seed }: { readonly character?: PlayerCharacter | undefined; readonly seed?: string | undefined },
    options?: OpeningOptions,
  ): Promise<Sitting> {
    const story = await this.shell.engine.play(campaign, {
      ...options,
      fresh: true,
      ...(seed === undefined ? {} : { seed }),
    });
    const sitting = this.#sitting(story);
    try {
      sitting.take((story, signal) => story.begin({ signal, ...(character === undefined ? {} : { character }) }));
    } catch (error) {
      await story.close();
      throw error;
    }
    this.#listen(story);
    return this.#keep(story.id, Promise.resolve(sitting));
  }

  /** Closes a story, where it is open. */
  async close(id: string): Promise<void> {
    const sitting = this.#open.get(id);
    this.#open.delete(id);
    await (await sitting?.catch(() => null))?.story.close();
  }

  /** Whether a turn is being taken in any of them. */
  async areTelling(): Promise<boolean> {
    const sittings = await Promise.all([...this.#open.values()].map((sitting) => sitting.catch(() => null)));
    return sittings.some((sitting) => sitting?.running);
  }

  /** How far skills can be relied on in the stories that are open: the worst that any of them saw. */
  async skillHealth(): Promise<Readonly<Record<string, HealthState>>> {
    const worst = new Map<string, HealthState>();
    for (const open of this.#open.values()) {
      const health = (await open.catch(() => null))?.story.skillHealth() ?? {};
      for (const [skill, state] of Object.entries(health))
        if (HEALTH.indexOf(state) >= HEALTH.indexOf(worst.get(skill) ?? "healthy")) worst.set(skill, state);
    }
    return Object.fromEntries(worst);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }

  #keep(id: string, sitting: Promise<Sitting>): Promise<Sitting> {
    this.#open.set(id, sitting);
    sitting.then(
      ({ story }) => this.#listen(story),
      () => this.#open.delete(id),
    );
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MOST_OPEN) break;
      void this.close(oldest);
    }
    return sitting;
  }

  readonly #heard = new WeakSet<Story>();

  #listen(story: Story): void {
    if (this.#heard.has(story)) return;
    this.#heard.add(story);
    story.onPortrait(() => this.shell.hub.tell({ type: "changed", what: "portraits" }));
  }

  #sitting(story: Story): Sitting {
    return new Sitting(story, (news) => this.shell.hub.tell(news));
  }

  #sitDown(story: Story): Sitting {
    const sitting = this.#sitting(story);
    sitting.take((story, signal) => story.begin({ signal }));
    return sitting;
  }
}
