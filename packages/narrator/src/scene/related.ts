/** Which sentences of the author's have to do with each other: what ties them is a name, or a word that the story seldom uses. */
import { type Place, storyTies } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";

/** Names and rare words of a text. */
export interface Ties {
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const rareIn = (story: StoryIndex): ((text: string) => ReadonlySet<string>) => storyTies(story.matter).rareWords;

/**
 * Returns what a text can be tied by.
 *
 * @param texts - Sentences, or single words such as a topic's name.
 * @param keys - Names that belong to it besides those in its words, as `topic:the-bell`.
 */
export function tiesOf(story: StoryIndex, texts: readonly string[], keys: readonly string[] = []): Ties {
  const text = texts.join("\n");
  return { names: new Set([...keys, ...story.names.keysIn(text)]), words: rareIn(story)(text) };
}

const factTies = new WeakMap<StoryIndex, ReadonlyMap<string, Ties>>();

/** Returns the ties of each fact by id, found once a story. */
export function tiesOfFacts(story: StoryIndex): ReadonlyMap<string, Ties> {
  const known = factTies.get(story);
  if (known) return known;
  const rare = rareIn(story);
  const made = new Map(
    story.matter.facts.map(({ id, text, tail, topic, names }) => [
      id,
      { names: new Set([...names, `topic:${topic}`]), words: rare(`${text} ${tail ?? ""}`) },
    ]),
  );
  factTies.set(story, made);
  return made;
}

/** Counts the ties between two passages; 0 where they have nothing to do with each other. */
export function tieCount(a: Ties, b: Ties): number {
  const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
    [...one].filter((entry) => other.has(entry)).length;
  return 2 * common(a.names, b.names) + common(a.words, b.words);
}

/** Without the place where it is told. */
export const withoutPlace = (names: ReadonlySet<string>, place: Place | undefined): ReadonlySet<string> =>
  new Set([...names].filter((key) => key !== `place:${place?.id}` && key !== `topic:${place?.topic}`));

/** Without people. */
export const withoutPeople = (names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...names].filter((key) => !key.startsWith("npc:")));
