/** Which sentences of the author's have to do with each other: what ties them is a name, or a word that the story seldom uses. */
import { contentWords } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";

/** A word ties two passages where it stands in so many sentences of the story at most, or in this share of them. */
const MOST_SENTENCES = 6;
const MOST_SHARE = 0.02;

/** Names and rare words of a text. */
export interface Ties {
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const rareWords = new WeakMap<StoryIndex, (text: string) => ReadonlySet<string>>();

/** Finds the rare words of a text, after counting those of the story once. */
function rareIn(story: StoryIndex): (text: string) => ReadonlySet<string> {
  const known = rareWords.get(story);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const sentence of story.authored)
    for (const word of contentWords(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(MOST_SENTENCES, Math.floor(story.authored.size * MOST_SHARE));
  const names = new Set(
    [...story.matter.people, ...story.matter.places].flatMap(({ name }) => [...contentWords(name)]),
  );
  const rare = (text: string): ReadonlySet<string> =>
    new Set([...contentWords(text)].filter((word) => (counts.get(word) ?? 0) <= most && !names.has(word)));
  rareWords.set(story, rare);
  return rare;
}

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
