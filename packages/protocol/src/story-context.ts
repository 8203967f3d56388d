/** The parts of a story that a script can ask for: the keys of `context` in its manifest, their kinds and types. */
import type { PastEntry } from "./story-player.js";
import type { RollRules } from "./generated/contracts.js";
import type { JsonValue } from "./json.js";
import type { BeatMatter, ChoiceSlot, EndingMatter, Hook, Matter, StoryPast } from "./story.js";

/** Somebody, in session state. */
export interface PersonState {
  /** Id of the place where they are; empty where they are nowhere. */
  readonly place: string;
  readonly alive: boolean;
  /** For the player, from -100 to 100. */
  readonly feeling: number;
  /** Number of the scene in which the player met them; absent until then. */
  readonly met?: number;
  /** Ids of the factions to which they belong. */
  readonly factions?: readonly string[];
  readonly [key: string]: unknown;
}

/** Each part of a story, by its key in `context`. */
export interface StoryParts {
  readonly seed: string;
  readonly scene: number;
  readonly choice: ChoiceSlot | null;
  readonly scenes: readonly {
    readonly scene: number;
    readonly choice: string | null;
    readonly summary: string;
    readonly location: string;
    readonly people: readonly string[];
  }[];
  readonly past: StoryPast;
  readonly facts: Matter;
  readonly hooks: readonly Hook[];
  readonly constraints: { readonly lines: readonly string[]; readonly laws: readonly object[] };
  readonly beat: BeatMatter | null;
  readonly ending: EndingMatter | null;
  readonly stats: readonly {
    readonly name: string;
    readonly min: number;
    readonly max: number;
    readonly default: number;
    readonly description?: string;
  }[];
  readonly rules: RollRules | null;
  readonly clock: { readonly minutes: number };
  readonly weather: string;
  readonly place: string;
  readonly player: {
    readonly name: string;
    readonly stats: Readonly<Record<string, number>>;
    readonly traits: readonly string[];
    readonly conditions: Readonly<Record<string, unknown>>;
    /** What was true of them before the story, where they said who they are. */
    readonly past?: readonly PastEntry[];
    /** What they may not do, in their author's words. */
    readonly restrictions?: readonly string[];
  };
  readonly inventory: Readonly<Record<string, { readonly name: string; readonly count: number }>>;
  readonly people: Readonly<Record<string, PersonState>>;
  readonly factions: Readonly<Record<string, number>>;
  readonly flags: Readonly<Record<string, JsonValue>>;
  readonly world: Readonly<Record<string, unknown>>;
  readonly beats: Readonly<Record<string, unknown>>;
  readonly threads: Readonly<Record<string, unknown>>;
  readonly storybook: Readonly<Record<string, unknown>>;
}

/**
 * What a script is given of the story: the parts that its manifest asks for and the story has. Other keys are those that skills put into session
 * state by a `state_patch`.
 */
export type StoryContext = Partial<StoryParts> & { readonly [key: string]: unknown };

/** What kind of value a part of a story is. */
export type ContextKind = "text" | "number" | "object" | "list";

/** The kind of each part, by its key. Every script carries this table, so that it says no more. */
export const CONTEXT_KINDS: Readonly<Record<keyof StoryParts, ContextKind>> = {
  seed: "text",
  scene: "number",
  choice: "object",
  scenes: "list",
  past: "object",
  facts: "object",
  hooks: "list",
  constraints: "object",
  beat: "object",
  ending: "object",
  stats: "list",
  rules: "object",
  clock: "object",
  weather: "text",
  place: "text",
  player: "object",
  inventory: "object",
  people: "object",
  factions: "object",
  flags: "object",
  world: "object",
  beats: "object",
  threads: "object",
  storybook: "object",
};

/** Whether a key is a part of every story. */
export function isContextKey(key: string): key is keyof StoryParts {
  return Object.hasOwn(CONTEXT_KINDS, key);
}

/**
 * What a script was given, as its types say: a part of the story that is of another kind is left out, as a script is also run by hand.
 *
 * @param given - `context` of the tool input.
 */
export function storyContextOf(given: Readonly<Record<string, unknown>>): StoryContext {
  const entries = Object.entries(given).filter(([key, value]) => !isContextKey(key) || isOf(CONTEXT_KINDS[key], value));
  return Object.fromEntries(entries);
}

function isOf(kind: ContextKind, value: unknown): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "number") return typeof value === "number";
  if (kind === "list") return Array.isArray(value);
  return typeof value === "object" && !Array.isArray(value);
}
