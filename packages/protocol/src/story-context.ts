/** The parts of a story that a script can ask for: the keys of `context` in its manifest, what each holds, and their types. */
import type { RollRules } from "./generated/contracts.js";
import type { JsonValue } from "./json.js";
import type { BeatMatter, ChoiceSlot, EndingMatter, Hook, Matter, StoryPast } from "./story.js";
import { nearest } from "./suggest.js";

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

type Kind = "text" | "number" | "object" | "list";

/** The keys of `context`: what kind of value each has, and what it says. `docs/context.md` lists the same. */
export const CONTEXT_KEYS: Readonly<Record<keyof StoryParts, { readonly kind: Kind; readonly says: string }>> = {
  seed: { kind: "text", says: "What all chance is drawn from; every script is given it." },
  scene: { kind: "number", says: "Number of the scene that is being made; 0 for the opening." },
  choice: { kind: "object", says: "The choice that the player made; null for the opening." },
  scenes: { kind: "list", says: "Summaries of the last six scenes, oldest first." },
  past: {
    kind: "object",
    says: "The story so far, of one size however long it is: chapters, last scenes, people met, open threads, known facts.",
  },
  facts: {
    kind: "object",
    says: "What the campaign says about the matter at hand: facts, topics, places, people, questions.",
  },
  hooks: {
    kind: "list",
    says: "What waits for the player: beats elsewhere, deeds that a beat waits for, journeys, endings.",
  },
  constraints: { kind: "object", says: "The author's laws, as `lines` to be read and `laws` to be checked." },
  beat: { kind: "object", says: "The plot beat that happens in this scene; null where none does." },
  ending: { kind: "object", says: "The ending that is told in this scene; null where none is." },
  stats: { kind: "list", says: "The campaign's stats with their bounds." },
  rules: { kind: "object", says: "How dice are thrown, where the author says so; else null." },
  clock: { kind: "object", says: "In-game time: `minutes` since the first midnight of the story." },
  weather: { kind: "text", says: "The weather in a word; empty where nothing says." },
  place: { kind: "text", says: "Id of the place where the player is." },
  player: { kind: "object", says: "The player's name, stats, traits and conditions." },
  inventory: { kind: "object", says: "What the player carries: name and count, by id." },
  people: {
    kind: "object",
    says: "Everybody by id: place, whether alive, feeling for the player, scene in which they met.",
  },
  factions: { kind: "object", says: "Standing with each faction, by id." },
  flags: { kind: "object", says: "What scripts and beats have set, by name." },
  world: { kind: "object", says: "What is known, what was visited, and what beats have changed." },
  beats: { kind: "object", says: "How each plot beat stands, by id." },
  threads: { kind: "object", says: "Promises, debts and other open matters, by id." },
  storybook: { kind: "object", says: "What the storyteller remembers of its own telling." },
};

/** Whether a key is a part of every story. */
export function isContextKey(key: string): key is keyof StoryParts {
  return Object.hasOwn(CONTEXT_KEYS, key);
}

/** The part of a story whose key this most likely misspells; null for a key of every story, and for one that only a skill can have meant. */
export function misspeltContextKey(key: string): string | null {
  return isContextKey(key) ? null : nearest(key, Object.keys(CONTEXT_KEYS));
}

/**
 * What a script was given, as its types say: a part of the story that is of another kind is left out, as a script is also run by hand.
 *
 * @param given - `context` of the tool input.
 */
export function storyContextOf(given: Readonly<Record<string, unknown>>): StoryContext {
  const entries = Object.entries(given).filter(
    ([key, value]) => !isContextKey(key) || isOf(CONTEXT_KEYS[key].kind, value),
  );
  return Object.fromEntries(entries);
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "number") return typeof value === "number";
  if (kind === "list") return Array.isArray(value);
  return typeof value === "object" && !Array.isArray(value);
}
