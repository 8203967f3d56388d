import {
  contentWords,
  createNameIndex,
  headOf,
  type NameIndex,
  withoutArticle,
  escapeRegExp,
} from "@narratoria/protocol/english";
import type { StoryIndex } from "./index-story.js";

/**
 * What a choice names that the text has not: people, places, topics and things of the story. A choice names nothing that was
 * never mentioned. Implements rule NA86).
 *
 * @param story - The mined campaign, which knows what is a name.
 * @param choice - The text of the choice.
 * @param heardSoFar - The text to look in: paragraphs and earlier choices, of the whole story or of the last two scenes.
 * @param carried - Names of things that the campaign gives the player, as "the brass tally".
 * @returns Keys such as `npc:osk`, `topic:bell-rope`, `thing:the tin cup`; empty for a sound choice.
 */
export function unheardNames(
  story: Pick<StoryIndex, "names" | "matter">,
  choice: string,
  heardSoFar: readonly string[],
  carried: readonly string[] = [],
): string[] {
  const heard = heardSoFar.join("\n");
  const known = new Set(story.names.keysIn(heard));
  // "The weigher" is somebody, to whoever has met her.
  for (const { id, epithet } of story.matter.people)
    if (epithet !== undefined && heard.toLowerCase().includes(epithet.toLowerCase())) known.add(`npc:${id}`);
  for (const { id, np } of story.matter.topics ?? []) if (isDoneIn(heard, np)) known.add(`topic:${id}`);
  const unnamed = story.names.keysIn(choice).filter((key) => !known.has(key));
  const things = thingIndex(story, carried)
    .keysIn(choice)
    .filter((key) => !namesThing(heard, key.slice("thing:".length)) && !isDoneIn(heard, key.slice("thing:".length)))
    // "Find a quiet corner" is any corner, and none that has to be known.
    .filter((key) => namesThing(choice.replace(/\ban? (?:\p{L}+ )?\p{L}+/giu, ""), key.slice("thing:".length)));
  return [...unnamed, ...things.filter((key) => story.names.keysIn(key).length === 0)];
}

/** Whether a text tells of what a noun of doing names: of "the knocking" by "the rock knocks back". (rule NA6612) */
function isDoneIn(text: string, np: string): boolean {
  const words = withoutArticle(np);
  if (!/^\p{Ll}{3,}ing$/u.test(words)) return false;
  const has = contentWords(text);
  return [...contentWords(words)].every((word) => has.has(word));
}

/** Whether a text speaks of a thing: by its head word, as "the cup" does of a tin cup. */
export function namesThing(text: string, np: string): boolean {
  const { head, pattern } = headOfThing(np);
  // A pattern that looks behind itself takes a thousand times as long as looking for the word.
  return pattern !== null && text.toLowerCase().includes(head) && pattern.test(text);
}

interface ThingHead {
  /** In small letters. */
  readonly head: string;
  readonly pattern: RegExp | null;
}

const patterns = new Map<string, ThingHead>();

/** A story has some hundred things, asked for with every sentence. */
function headOfThing(np: string): ThingHead {
  const known = patterns.get(np);
  if (known !== undefined) return known;
  const head = headOf(np);
  const words = escapeRegExp(head);
  const pattern = head === "" ? null : new RegExp(`(?<![\\p{L}\\p{N}])${words}(?:s|es)?(?![\\p{L}\\p{N}])`, "iu");
  const found = { head: head.toLowerCase(), pattern };
  if (patterns.size >= MOST_PATTERNS) patterns.clear();
  patterns.set(np, found);
  return found;
}

/** Kept at most; more than the things of a large campaign. */
const MOST_PATTERNS = 2000;

const indexes = new WeakMap<object, Map<string, NameIndex>>();

/** Built once a story, as a walk asks for it with every choice. */
function thingIndex({ matter }: Pick<StoryIndex, "matter">, carried: readonly string[]): NameIndex {
  const ofStory = indexes.get(matter) ?? new Map<string, NameIndex>();
  indexes.set(matter, ofStory);
  const key = carried.join("\n");
  const known = ofStory.get(key);
  if (known) return known;
  const things = [
    // "The corner" of a place is a word like any other.
    ...matter.places.flatMap(({ props }) =>
      props.flatMap(({ np, use }) => (use === "area" && withoutArticle(np) === headOf(np) ? [] : [np])),
    ),
    ...matter.people.flatMap(({ props, inventory }) => [...props.map(({ np }) => np), ...inventory]),
    ...carried,
  ];
  const index = createNameIndex(things.map((np) => ({ form: withoutArticle(np), key: `thing:${np}` })));
  ofStory.set(key, index);
  return index;
}
