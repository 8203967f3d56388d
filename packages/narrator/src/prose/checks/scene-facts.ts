import type { ReadLaw } from "@narratoria/protocol/contracts";
import type { Effect, Outcome } from "@narratoria/protocol/story";
import type { StoryIndex } from "../../index-story.js";

/** What a model's sentence is held against. */
export interface SceneFacts {
  readonly story: StoryIndex;
  /** Words of the campaign: see `wordsOf`. */
  readonly words: CampaignWords;
  /** Those in force. */
  readonly laws: readonly ReadLaw[];
  readonly outcome: Outcome;
  readonly effects: readonly Effect[];
  /** Whether the player is in another place than before. */
  readonly moved: boolean;
  /** What this scene has told so far, in order: the storybook's sentences and the model's. */
  readonly told: readonly string[];
  /** What this paragraph holds of the model's own. */
  readonly own: readonly string[];
  /** Paragraphs of the last thirty scenes. */
  readonly past: readonly string[];
  /** What the model was told to do and shown: its own words do not come back. */
  readonly instructions: readonly string[];
}

/** What can be known of a campaign's language from its texts. */
export interface CampaignWords {
  /** Every word, small. */
  readonly all: ReadonlySet<string>;
  /** Words that are written with a capital somewhere. */
  readonly capital: ReadonlySet<string>;
  /** The commonest words, by which a language is known. */
  readonly common: ReadonlySet<string>;
  /** The script that it is written in. */
  readonly script: RegExp;
}

/**
 * Looks at one sentence.
 *
 * @returns What is wrong with it, as an order to whoever wrote it ("Do not ..."); null where nothing is.
 */
export type Check = (sentence: string, facts: SceneFacts) => string | null;

/** The sentence without what stands in quotation marks. */
export const unquoted = (sentence: string): string => sentence.replace(/“[^”]*(?:”|$)/g, " ");

/** Its words, small, with straight apostrophes. */
export const wordsIn = (text: string): string[] =>
  (text.normalize("NFC").match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? []).map((word) =>
    word.toLowerCase().replaceAll("’", "'"),
  );
