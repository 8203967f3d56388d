/** What each part of a story holds, for pages and checks; scripts do without it. */
import { CONTEXT_KINDS, type ContextKind, isContextKey, type StoryParts } from "./story-context.js";
import { nearest } from "./suggest.js";

const SAYS: Readonly<Record<keyof StoryParts, string>> = {
  seed: "What all chance is drawn from; every script is given it.",
  scene: "Number of the scene that is being made; 0 for the opening.",
  choice: "The choice that the player made; null for the opening.",
  scenes: "Summaries of the last six scenes, oldest first.",
  past: "The story so far, of one size however long it is: chapters, last scenes, people met, open threads, known facts.",
  facts: "What the campaign says about the matter at hand: facts, topics, places, people, questions.",
  hooks: "What waits for the player: beats elsewhere, deeds that a beat waits for, journeys, endings.",
  constraints: "The author's laws, as `lines` to be read and `laws` to be checked.",
  beat: "The plot beat that happens in this scene; null where none does.",
  ending: "The ending that is told in this scene; null where none is.",
  stats: "The campaign's stats with their bounds.",
  rules: "How dice are thrown, where the author says so; else null.",
  clock: "In-game time: `minutes` since the first midnight of the story.",
  weather: "The weather in a word; empty where nothing says.",
  place: "Id of the place where the player is.",
  player: "The player's name, stats, traits, conditions, past and restrictions.",
  inventory: "What the player carries: name and count, by id.",
  people: "Everybody by id: place, whether alive, feeling for the player, scene in which they met.",
  factions: "Standing with each faction, by id.",
  flags: "What scripts and beats have set, by name.",
  world: "What is known, what was visited, and what beats have changed.",
  beats: "How each plot beat stands, by id.",
  threads: "Promises, debts and other open matters, by id.",
  storybook: "What the storyteller remembers of its own telling.",
};

/** The keys of `context`: what kind of value each has, and what it says. `docs/context.md` lists the same. */
export const CONTEXT_KEYS = Object.fromEntries(
  Object.entries(SAYS).map(([key, says]) => [key, { kind: CONTEXT_KINDS[key as keyof StoryParts], says }]),
) as Readonly<Record<keyof StoryParts, { readonly kind: ContextKind; readonly says: string }>>;

/** The part of a story whose key this most likely misspells; null for a key of every story, and for one that only a skill can have meant. */
export function misspeltContextKey(key: string): string | null {
  return isContextKey(key) ? null : nearest(key, Object.keys(CONTEXT_KINDS));
}
