import type { HeldStory } from "./story.js";

/** The part of a story that this list works with. */
type Listed = Pick<HeldStory, "id" | "whenClosed" | "retire">;

/**
 * The open stories of an engine, one for each playthrough. A closed story is only referenced weakly: an engine that plays one story after
 * another keeps no traces of the closed ones. Implements rules EN440 and EN940.
 */
export class OpenStories<Story extends Listed = HeldStory> {
  readonly #open = new Map<string, Story>();
  /** Closed stories that their owner may still hold, and that must refuse to go on once their playthrough is opened anew. */
  readonly #closed = new Map<string, WeakRef<Story>>();

  /** Adds a story until it is closed. */
  add(story: Story): void {
    const { id } = story;
    this.#forgetCollected();
    this.#closed.delete(id);
    this.#open.set(id, story);
    void story.whenClosed.then(() => {
      if (this.#open.get(id) !== story) return;
      this.#open.delete(id);
      this.#closed.set(id, new WeakRef(story));
    });
  }

  /** Returns the open story of a playthrough. */
  get(id: string): Story | undefined {
    return this.#open.get(id);
  }

  /** Returns all open stories. */
  all(): Story[] {
    return [...this.#open.values()];
  }

  /**
   * Retires the story of a playthrough, open or closed, before the playthrough is opened anew.
   *
   * @throws {EngineError} `story_busy` while a scene is told.
   */
  async retire(id: string): Promise<void> {
    await (this.#open.get(id) ?? this.#closed.get(id)?.deref())?.retire();
  }

  #forgetCollected(): void {
    for (const [id, story] of this.#closed) if (story.deref() === undefined) this.#closed.delete(id);
  }
}
