import type { ReadLaw } from "@narratoria/protocol/contracts";
import type { Effect, Outcome } from "@narratoria/protocol/story";
import { contentWords, memoizeText } from "@narratoria/protocol/english";
import type { StoryIndex } from "../../index-story.js";
import type { KeptWords } from "../steps.js";

/** What a model's sentence is held against. */
export interface SceneFacts {
  readonly story: StoryIndex;
  /** Words of the campaign. */
  readonly words: CampaignWords;
  /** Those in force. */
  readonly laws: readonly ReadLaw[];
  readonly outcome: Outcome;
  readonly effects: readonly Effect[];
  /** Whether the player is in another place than before. */
  readonly moved: boolean;
  /** Ids of everybody who is in the scene. */
  readonly present: ReadonlySet<string>;
  /** What the prompt tells of this story, without rules and samples: whatever it says may be said. */
  readonly given: string;
  /** The storybook's telling of the scene: what it says happens may happen. */
  readonly draft: string;
  /** Words of the author's that stand unchanged. */
  readonly kept: readonly KeptWords[];
  /** What this scene has told so far, in order. */
  readonly told: readonly string[];
  /** Paragraphs of earlier scenes. */
  readonly past: readonly string[];
  /** Sentences that no scene may tell yet. */
  readonly locked: readonly string[];
  /** What people keep to themselves, each in one text. */
  readonly secrets: readonly string[];
}

/** What can be known of a campaign's language from its texts. */
export interface CampaignWords {
  /** Every word, small. */
  readonly all: ReadonlySet<string>;
  /** How often each content word comes in what is written for players. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words that are written with a capital somewhere. */
  readonly capital: ReadonlySet<string>;
  /** The commonest words, by which a language is known. */
  readonly common: ReadonlySet<string>;
  /** The script that it is written in. */
  readonly script: RegExp;
}

/**
 * Looks at one sentence, with all of the speech that is in it.
 *
 * @returns What is wrong with it, as an order to whoever wrote it ("Do not ..."); null where nothing is.
 */
export type Check = (sentence: string, facts: SceneFacts) => string | null;

/** What of a prompt says what the player has with them, and in its group the things. */
export const CARRIES = /(?:have with you|has with them): ([^\n]*?)\.(?:\n|$)/;

/**
 * Speech in single quotation marks, as some authors write it: it ends with a stop before its mark, which an apostrophe does not have. Of a
 * speech of several sentences each may be read by itself: the first has no closing mark, the last no opening one.
 */
const SINGLE =
  /(?<![\p{L}\p{N}])‘(?=[\p{L}\p{N}])[^‘]*?[.,!?…—]’(?!\p{L})|(?<=^|[\s“])‘(?=[\p{L}\p{N}])(?![^]*’(?!\p{L}))[^]*$|^[^‘“]*?[.,!?…—]’(?!\p{L})/gu;

/** The sentence without what stands in quotation marks or, as a text that is read, in asterisks. */
export const unquoted = (sentence: string): string =>
  sentence
    .replace(/“[^”]*(?:”|$)/g, " “” ")
    .replace(/\*[^*]+(?:\*|$)/g, " “” ")
    .replace(SINGLE, " “” ");

/** What stands in quotation marks. */
export const quotedIn = (sentence: string): string[] => {
  const double = [...sentence.matchAll(/“([^”]*)(?:”|$)/g)].map(([, words = ""]) => words);
  return [...double, ...singleQuoted(sentence)];
};

/** What stands in single ones, as some authors write speech. */
export const singleQuoted = (text: string): string[] =>
  (text.replace(/“[^”]*(?:”|$)/g, "").match(SINGLE) ?? []).map((words) => words.replace(/^‘|’$/g, ""));

/** Its words, small, with straight apostrophes. Each sentence is held against the same texts of its scene. */
export const wordsIn = memoizeText((text): readonly string[] =>
  (text.normalize("NFC").match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? []).map((word) =>
    word.toLowerCase().replaceAll("’", "'"),
  ),
);

const wordSets = new Map<string, ReadonlySet<string>>();
const MOST_SETS = 8;

/** The words of a long text, made once for all sentences of a scene. */
export function wordSet(text: string): ReadonlySet<string> {
  const known = wordSets.get(text);
  if (known) return known;
  const made = new Set(wordsIn(text).flatMap((word) => [word, word.replace(/'s$/, "")]));
  if (wordSets.size >= MOST_SETS) wordSets.clear();
  wordSets.set(text, made);
  return made;
}

/** Whether the draft says the same of the player: "you follow" where it says "You follow". */
export function draftHas({ draft }: Pick<SceneFacts, "draft">, words: string): boolean {
  const wanted = contentWords(words);
  const has = contentWords(draft);
  return wanted.size > 0 && [...wanted].every((word) => has.has(word));
}

/** The prompt from where the scene is on: what earlier scenes were about is elsewhere. */
export const whereAndOn = (given: string): string => {
  const at = given.indexOf("# WHERE AND WHEN");
  return (at < 0 ? given : given.slice(at)).replace(/^You have met .*$/gmu, "");
};
