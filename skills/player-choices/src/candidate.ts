/** A choice that could be offered. */
import type { Side } from "./attitude-words.js";
import type { Bindings, ChoiceRows, SourceRef, StoryMemory, Verb } from "@narratoria/protocol/story";

/**
 * The reason that a player has for a choice: it answers what was put to them, is one of the author's own, leads on to what is due, takes up
 * what was said, is a deed with what is at hand, or says who they are. (rule PC5725)
 */
export type Cause = "answer" | "author" | "due" | "said" | "hand" | "self";

export interface Candidate {
  readonly verb: Verb;
  readonly bind: Bindings;
  readonly sources: readonly SourceRef[];
  /** How much its source speaks for it, about 0 to 3. */
  readonly salience: number;
  /** True when the story taught it: a memory, a known fact, a debt, a motive or relation found out, a beat that happened. */
  readonly learned: boolean;
  readonly tags: readonly string[];
  /** Offered whatever its score, as the story waits for it. */
  readonly due?: true;
  /** Offered before everything else and never at rest: the story goes there next, with the player or for the player. */
  readonly insists?: true;
  /** One of several deeds that close the story: they stand side by side. */
  readonly closes?: true;
  /** The memory that bears on it. */
  readonly memory?: StoryMemory;
  /** Known to be easy, so that no roll is made. */
  readonly easy?: true;
  /** The beat told in this scene to which this is one of the answers. */
  readonly answers?: string;
  /** The beat that this is a question about. */
  readonly about?: string;
  /** Time goes on to the next beat: offered where too little else is left. */
  readonly passesTime?: true;
  /** A journey for which time is let pass first. */
  readonly waits?: true;
  /** It takes up something that this scene or the one before has named. */
  readonly takesUp?: true;
  /** Ids of the open inquiries that it serves. */
  readonly serves?: readonly string[];
  /** There is nothing better to do than this: offered only where too little else is left. */
  readonly idle?: true;
  /** It would give nothing: offered only where nothing else is left. */
  readonly empty?: true;
  /** Why a player would choose it; absent where nothing speaks for it. */
  readonly cause?: Cause;
  /** Its words, where they are to stand as they are. */
  readonly text?: string;
  /** Id of whom a journey looks for. */
  readonly seeks?: string;
  /** What decides it, as the author says; a roll is made. */
  readonly check?: { readonly stat?: string; readonly difficulty?: string };
  /** What the author says comes of it. */
  readonly result?: string;
  /** What comes of a choice of the author's own, in place of what its verb would bring. */
  readonly rows?: ChoiceRows;
  /** Who the player is speaks for it, or it is done for that alone. */
  readonly own?: "reason" | "deed";
  /** It answers what was just said: for it, against it, or with silence. */
  readonly attitude?: Side;
  /** It is an attitude towards nothing that was said: offered only where too little else has a cause. */
  readonly spare?: true;
  /** What of the player its words come from. */
  readonly facet?: string;
}
