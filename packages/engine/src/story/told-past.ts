import type { PastOfStory } from "@narratoria/narrator";
import type { Store } from "@narratoria/persistence";
import type { JsonObject } from "@narratoria/protocol";
import type { Matter } from "@narratoria/protocol/story";
import { textsIn } from "../scene/story-values.js";
import { storyPast } from "./story-past.js";

/** Scenes whose words are not to come again. */
const KEPT_SCENES = 30;

/**
 * The past for a narrator that is a model: the story kept short, and the words of the last scenes, which are read from the journal
 * once, when they are first asked for.
 */
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

  /** @param state - Session state where the story stands. */
  async read(state: JsonObject, matter: Matter): Promise<PastOfStory> {
    this.scenes ??= (await this.store.history(this.playthroughId, { limit: KEPT_SCENES }))
      .map(({ sceneRecord }) => textsIn(sceneRecord["paragraphs"]))
      .reverse();
    return { scenes: [...this.scenes], story: storyPast(state, matter) };
  }
}
