import type { PastOfStory } from "@narratoria/narrator";
import type { Store } from "@narratoria/persistence";
import { textsIn } from "../scene/story-values.js";
import type { Remembered } from "./remembered.js";

/** Scenes whose words are not to come again. */
const KEPT_SCENES = 30;
/** Summaries of what came before those that a narrator is shown whole. */
const SUMMARIES = 6;
const SHOWN_WHOLE = 2;

/** The words of the last scenes, for a narrator that is a model: read from the journal once, when they are first asked for. */
export class ToldPast {
  private scenes: (readonly string[])[] | null = null;

  constructor(
    private readonly store: Pick<Store, "history">,
    private readonly playthroughId: string,
  ) {}

  /** The story stands elsewhere. */
  forget(): void {
    this.scenes = null;
  }

  /** A scene more. */
  add(paragraphs: readonly string[]): void {
    if (this.scenes) this.scenes = [...this.scenes, paragraphs].slice(-KEPT_SCENES);
  }

  async read(remembered: Remembered): Promise<PastOfStory> {
    this.scenes ??= (await this.store.history(this.playthroughId, { limit: KEPT_SCENES }))
      .map(({ sceneRecord }) => textsIn(sceneRecord["paragraphs"]))
      .reverse();
    const summaries = remembered.scenes.slice(0, -SHOWN_WHOLE).slice(-SUMMARIES);
    return {
      scenes: [...this.scenes],
      summaries: summaries.map(({ summary }) => summary).filter((summary) => summary !== ""),
    };
  }
}
