/** What is told of the place that the player comes to. */
import type { Fact } from "@narratoria/protocol/story";
import { countWords } from "@narratoria/protocol/english";
import type { Composer } from "./composer.js";
import { isKept } from "./explain.js";
import { isTellable } from "./passage.js";

/** Sentences that a place is told in at least before a gap in its author's order ends the telling. */
const FEW_SIGHTS = 2;
/** Sentences of a place on one visit, and the words after which no further one is begun: on a first one, a later one, before a beat. */
export const MOST_SIGHTS = 5;
const SIGHT_WORDS = 50;
const SIGHT_WORDS_LATER = 25;
const SIGHT_WORDS_OF_BEAT = 25;
/** Words told of a place after which no other paragraph is begun: before a beat, and where there is none. (rule NA5901) */
const FEW_SIGHT_WORDS_OF_BEAT = 15;
const FEW_SIGHT_WORDS = 30;

/**
 * The place in its author's own order, a paragraph from its first sentence on: the first one on a first visit, and on a later one what has
 * not been told, from where the telling stopped. Where no file describes it, what everybody knows of it. (rules NA371, NA451 and NA604)
 */
export function arrive(composer: Composer): void {
  const { stage, story } = composer;
  const { place, firstVisit } = stage;
  if (!place) return;
  const sources = [{ kind: "place" as const, ref: place.id, text: place.name }];
  const key = `place:${place.id}`;
  const start = composer.words;
  const enough = composer.coming.length > 0 ? SIGHT_WORDS_OF_BEAT : firstVisit ? SIGHT_WORDS : SIGHT_WORDS_LATER;
  const few = composer.coming.length > 0 || !firstVisit ? FEW_SIGHT_WORDS_OF_BEAT : FEW_SIGHT_WORDS;
  const toldWords = (): number => composer.words - start;
  const sights = place.sentences;
  const inside = new Set(place.inside);
  let last: string | undefined;
  let told = 0;
  // Whoever comes back to what happens looks at that.
  const isOccupied = !firstVisit && composer.coming.length > 0;
  for (const sentence of isOccupied ? [] : untold(composer, sights)) {
    const before = sights[sights.indexOf(sentence) - 1];
    const goesOn = inside.has(sentence);
    // A paragraph is told by itself, but for one that is as short as a heading.
    if (!goesOn && told > 0 && toldWords() >= few) break;
    const follows = before !== undefined && before === last;
    // What goes on from a sentence that is not told has no subject, unless it names the place.
    if (goesOn && !follows && !story.names.keysIn(sentence).includes(key)) continue;
    // Later on, what stands beside it is no news of it.
    if (!firstVisit && BESIDE.test(sentence)) continue;
    if (told >= MOST_SIGHTS || toldWords() > enough) break;
    const isTold = composer.tell(sentence, sources, false, follows ? before : undefined);
    if (isTold) {
      told++;
      last = sentence;
    }
    // What comes after a gap leans on what was left out.
    else if (told >= FEW_SIGHTS) break;
  }
  if (told > 0 || isOccupied) return;
  // What the setting says of it elsewhere, in a sentence about it.
  if (firstVisit)
    for (const sentence of untold(composer, story.general))
      if (isSubject(composer, sentence, key) && composer.tell(sentence, sources, false)) return;
  const [known = []] = knownOf(composer, place.id, place.topic);
  known.every((one, at) => composer.tell(one, sources, false, known[at - 1]));
  // Somebody who comes for the first time sees what they have been told of.
  const [first] = sights;
  if (toldWords() === 0 && firstVisit && first !== undefined && story.names.keysIn(first).includes(key))
    composer.tell(first, sources, false, undefined, true);
}

const BESIDE = /^(?:behind|beside|above|below|beyond|next to|opposite|near|under|over|outside|before|past|from) /i;

/** Whether a sentence is about a place, and not about one beside it. */
function isSubject({ story }: Composer, sentence: string, key: string): boolean {
  // "Birdie, who died at the Bushel" is about Birdie. (rule NA6504)
  const [first] = story.names.keysIn(sentence).filter((one) => /^(?:place|npc):/u.test(one));
  return first === key && !BESIDE.test(sentence);
}

/** What everybody could tell of a place, from the first sentence of a paragraph about it on; the telling counts as known. */
export function knownOf(composer: Composer, place: string, topic: string | undefined): readonly (readonly string[])[] {
  const { story, stage } = composer;
  const isTold = (fact: Fact): boolean =>
    isTellable(fact, undefined) && !stage.knowsFact(fact.id) && !isKept(composer, fact) && !composer.wasTold(fact.text);
  const { facts } = story.matter;
  return facts.flatMap((fact, at) => {
    const isAbout = (topic !== undefined && fact.topic === topic) || isSubject(composer, fact.text, `place:${place}`);
    // A sentence that does not name the place goes on from what one does not read. (rule NA3112)
    const isNamed = story.names.keysIn(fact.text).includes(`place:${place}`);
    if (!isAbout || !isNamed || fact.inside === true || !isTold(fact)) return [];
    const texts: string[] = [];
    let words = 0;
    for (const next of facts.slice(at)) {
      const isNext = next === fact || (next.inside === true && next.apart !== true && next.lead === undefined);
      if (!isNext || next.file !== fact.file || !isTold(next) || words > SIGHT_WORDS_LATER) break;
      const whole = next.tail === undefined ? next.text : `${next.text} ${next.tail}`;
      texts.push(whole);
      words += countWords(whole);
    }
    return [texts];
  });
}

/**
 * Sentences not told within the last thirty scenes, in the author's order.
 *
 * @param findings - Also those that are there to be found out.
 */
export function untold(composer: Composer, sentences: readonly string[], findings = false): string[] {
  return sentences.filter(
    (sentence) =>
      !composer.wasTold(sentence) &&
      // What answers a question that is offered next is told then. (rule NA5751)
      !composer.askedNext.lines.has(sentence) &&
      ((findings && !composer.stage.firstVisit) || !composer.toFind.has(sentence)),
  );
}
