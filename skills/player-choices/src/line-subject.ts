/** What the player can ask somebody about to hear a line of theirs: a person, a place or a thing in it of which a scene has told. */
import { headOf, isOfBody, isThing, singular, thingsIn } from "@narratoria/protocol/english";
import type { Fact } from "@narratoria/protocol/story";
import { knowsPerson } from "./knowledge.js";
import { isLabel } from "./labels.js";
import type { View } from "./view.js";
import { bare, hasWord } from "./words.js";

/** Scenes for which what a text has named can be asked about in passing. */
const LATELY = 6;

/**
 * The name of what a line speaks of that the player has heard of lately: somebody who is not here, a thing of the last scenes, a topic, another
 * place. (rule PC6503)
 *
 * @returns Undefined where nothing in the line has been named: whoever says it is only talked to.
 */
export function lineSubject(view: View, npc: string, { text }: Pick<Fact, "text">): string | undefined {
  const isLately = (key: string): boolean => (view.named[key] ?? Number.NEGATIVE_INFINITY) >= view.scene - LATELY;
  const other = view.matter.people.find(
    ({ id, short }) =>
      id !== npc &&
      hasWord(text, short) &&
      isLately(`npc:${id}`) &&
      knowsPerson(view, id) &&
      view.present.every((one) => one.id !== id),
  );
  if (other !== undefined) return other.short;
  const { things } = view.memory;
  const kept = new Set(
    (things === undefined ? [] : [things, ...things.earlier])
      .filter(({ scene }) => view.scene - scene <= LATELY)
      .flatMap(({ names }) => names.map((name) => singular(name.split(" ").at(-1) ?? name))),
  );
  const thing = thingsIn(`${text} `).find(
    ({ name, noun }) => name === noun && kept.has(singular(noun)) && isThing(noun) && !isOfBody(noun),
  );
  if (thing !== undefined) return `the ${thing.noun}`;
  const topic = view.matter.topics.find(
    ({ id, np }) =>
      /^(?:the \p{L}|\p{Lu})/u.test(np) &&
      !isLabel(np) &&
      hasWord(text, bare(np)) &&
      isLately(`topic:${id}`) &&
      view.people.get(npc)?.short !== np &&
      view.place?.topic !== id &&
      headOf(np).length > 2,
  );
  if (topic !== undefined) return topic.np;
  return view.matter.places.find(
    ({ id, name }) => id !== view.placeId && hasWord(text, bare(name)) && isLately(`place:${id}`),
  )?.name;
}
