import type { JsonObject } from "@narratoria/protocol";
import { splitSentences } from "@narratoria/protocol/english";
import type { StoryMemory } from "@narratoria/protocol/story";
import type { PastTurn } from "@narratoria/persistence";
import { readMemory } from "../scene/story-values.js";
import { summaryOf } from "../scene/scene-record.js";
import type { SceneSummary } from "./view.js";

/** Turns whose memories are kept at hand for beats and endings. */
export const REMEMBERED_TURNS = 400;

/** A memory as the journal keeps it. */
export interface KeptMemory {
  readonly id: string;
  readonly record: JsonObject;
}

/** The opening's memory without the author's words: they say nothing of what the player did. */
function withoutPremise(memory: StoryMemory): StoryMemory {
  if (!memory.tags.includes("opening")) return memory;
  return { ...memory, summary: splitSentences(memory.summary)[0] ?? memory.summary };
}

/** What a playthrough has at hand of its own past: the way that led to where it stands, and nothing beside it. */
export class Remembered {
  private readonly past: SceneSummary[] = [];
  private readonly all: StoryMemory[] = [];
  /** Memory ids by the scene they are of: what a shell shows as a source names a scene, the same in every run of a story. */
  private readonly sceneOfMemory = new Map<string, string>();

  /** @param turns - From the oldest on. */
  static of(turns: readonly PastTurn[]): Remembered {
    const remembered = new Remembered();
    for (const turn of turns) remembered.add(summaryOf(turn), turn.memories);
    return remembered;
  }

  /** Summaries of the scenes, oldest first. */
  get scenes(): readonly SceneSummary[] {
    return this.past;
  }

  /** What the player lived through, in the order in which it was made; what beats told is in their own records. */
  get memories(): readonly StoryMemory[] {
    return this.all;
  }

  /** A scene more. */
  add(summary: SceneSummary, memories: readonly KeptMemory[]): void {
    this.past.push(summary);
    for (const { id, record } of memories) {
      const memory = readMemory(record, summary.scene);
      if (memory && !memory.tags.some((tag) => tag === "beat" || tag === "heard"))
        this.all.push(withoutPremise(memory));
      this.sceneOfMemory.set(id, `scene-${summary.scene}`);
    }
  }

  /** What a source is known by outside: a memory's own id is another in every run of the same story. */
  publicRef(ref: string): string {
    return this.sceneOfMemory.get(ref) ?? ref;
  }

  /**
   * Whether some memory has all the longer words of a text.
   *
   * @param npc - Only memories in which this person takes part count, where given.
   */
  mentions(text: string, npc?: string): boolean {
    const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    if (words.length === 0) return false;
    return this.all.some((memory) => {
      if (npc !== undefined && !memory.characters.includes(npc)) return false;
      const summary = memory.summary.toLowerCase();
      // A shared stem is enough ("betrayed" answers to "betrayal"); meaning beyond words needs an embedder.
      return words.every((word) => summary.includes(word.slice(0, Math.max(4, word.length - 3))));
    });
  }
}
