/** What somebody wants that has to do with what goes on: only that is said to a stranger who asks. */
import { headOf, memoizeText, namesVeryThing } from "@narratoria/protocol/english";
import { storyTies } from "@narratoria/protocol/story";
import { freshBeat } from "./aftermath.js";
import { plainMotives } from "./knowledge.js";
import { memoizeView } from "./memoize-view.js";
import type { View } from "./view.js";
import { hasWord } from "./words.js";

/** Scenes for which what a text has named is at hand. */
const LATELY = 3;

/** What can be said of somebody who is asked what they want, by the names in it that the story has at hand. (rule PC5751) */
export const wishesAtHand = memoizeView((view, npc: string): readonly string[] => {
  const beat = freshBeat(view)?.names ?? [];
  const isAtHand = (key: string): boolean =>
    beat.includes(key) || (view.named[key] ?? Number.NEGATIVE_INFINITY) > view.scene - LATELY;
  const ties = storyTies(view.matter);
  const told = [...(view.beat?.told ?? []), ...(view.beat?.dialogue ?? []).map(({ line }) => line)].join(" ");
  const things = thingsOfLate(view);
  return plainMotives(view, npc).filter(
    (wish) =>
      things.some((thing) => hasWord(wish, thing)) ||
      ties.shared(wish, told) > 0 ||
      namesIn(view, wish).some((key) => key !== `npc:${npc}` && isAtHand(key)),
  );
});

/** Scenes after a first meeting from which on somebody is no stranger. */
const ACQUAINTED = 5;

/** What somebody says of what they want to the player: what is at hand, and to whom they have known for a while anything. (rule PC5751) */
export function wishesToSay(view: View, npc: string): readonly string[] {
  const atHand = wishesAtHand(view, npc);
  const met = view.standing.get(npc)?.met;
  const isStranger = met === undefined || view.scene - met < ACQUAINTED;
  return atHand.length > 0 || isStranger ? atHand : plainMotives(view, npc);
}

/** Nouns of the things that the last scenes have named. */
function thingsOfLate({ memory, scene }: View): readonly string[] {
  const { things } = memory;
  if (things === undefined) return [];
  return [things, ...things.earlier]
    .filter((one) => scene - one.scene <= LATELY)
    .flatMap(({ names }) => names.map((name) => name.split(" ").at(-1) ?? name));
}

/** Keys of the people, places and things of the story that a wish names. */
function namesIn({ matter }: View, wish: string): readonly string[] {
  const has = (name: string): boolean => name.length > 2 && hasWord(wish, name);
  return [
    ...matter.people.flatMap(({ id, short, name }) => (has(short) || has(name) ? [`npc:${id}`] : [])),
    ...matter.places.flatMap(({ id, name }) => (has(withoutThe(name)) ? [`place:${id}`] : [])),
    ...matter.topics.flatMap(({ id, np }) => (speaksOf(wish, np) ? [`topic:${id}`] : [])),
  ];
}

const withoutThe = memoizeText((name) => name.replace(/^the /iu, ""));

const speaksOf = (wish: string, np: string): boolean =>
  /^(?:the )?\p{Ll}/u.test(np)
    ? headOf(np).length > 2 && namesVeryThing(wish, /^the /u.test(np) ? np : `the ${np}`)
    : hasWord(wish, withoutThe(np));
