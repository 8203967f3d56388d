/** What the author's lore says of the matter of a beat: told with it, by whoever may know it, and kept for it before. */
import { countWords } from "@narratoria/protocol/english";
import { type BeatMatter, type Fact, type Person, storyTies } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import type { Composer } from "./composer.js";
import { isTellable } from "./passage.js";
import { lacksIntroduction } from "./referents.js";
import { unfitHere } from "./sound-sentence.js";

/** Rare words that a fact and a beat have to share; the storyteller, who is nobody, needs more. */
const SHARED_WORDS = 2;
const SHARED_BY_NOBODY = 3;
/** Sentences and words of one explanation. */
const MOST_SENTENCES = 3;
const MOST_WORDS = 50;

/** All that a beat says. */
const textsOf = ({ told, dialogue }: BeatMatter): string[] => [...told, ...dialogue.map(({ line }) => line)];

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length;

const wordsOfFacts = new WeakMap<StoryIndex, ReadonlyMap<string, ReadonlySet<string>>>();

/** The rare words of each fact by its id, found once a story. */
function factWords(story: StoryIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const known = wordsOfFacts.get(story);
  if (known) return known;
  const ties = storyTies(story.matter);
  const made = new Map(story.matter.facts.map((fact) => [fact.id, ties.rareWords(wholeOf(fact))]));
  wordsOfFacts.set(story, made);
  return made;
}

const NONE: ReadonlySet<string> = new Set();

const keptFor = new WeakMap<StoryIndex, ReadonlyMap<string, string>>();

/** The beat that each fact waits for: the first that shares enough of its rare words. Found once a story. */
export function beatsOfFacts(story: StoryIndex): ReadonlyMap<string, string> {
  const known = keptFor.get(story);
  if (known) return known;
  const made = new Map<string, string>();
  for (const beat of story.beats.values()) {
    const words = storyTies(story.matter).rareWords(textsOf(beat).join("\n"));
    for (const { id } of story.matter.facts)
      if (!made.has(id) && shared(factWords(story).get(id) ?? NONE, words) >= SHARED_BY_NOBODY) made.set(id, beat.id);
  }
  keptFor.set(story, made);
  return made;
}

/** Whether a fact is kept for a beat that is still to come, so that nobody tells it unasked. (rule NA435) */
export function isKept({ story, stage }: Composer, fact: Fact): boolean {
  const beat = beatsOfFacts(story).get(fact.id);
  return beat !== undefined && !stage.hasHappened(beat);
}

/** Whether a fact answers a question that the choices put next. (rule NA3442) */
export const answersNext = ({ askedNext }: Composer, { id, topic, names }: Fact): boolean =>
  askedNext.facts.has(id) || [...askedNext.topics].some((one) => one === topic || names.includes(`topic:${one}`));

interface Explanation {
  readonly fact: Fact;
  readonly speaker?: Person;
  readonly score: number;
}

/**
 * Tells up to three sentences of lore that share rare words with a beat and that the player does not know: in the mouth of somebody
 * present who may know them, else as told. Implements rule NA434.
 *
 * @param people - Who may speak, first choice first.
 * @param of - Words of which the lore must have one, where not all that the beat says is meant.
 * @returns Whether anything was told.
 */
export function explain(
  composer: Composer,
  beat: BeatMatter,
  people: readonly Person[],
  { most = MOST_WORDS, of }: { readonly most?: number; readonly of?: string } = {},
): boolean {
  const { story, stage } = composer;
  const ties = storyTies(story.matter);
  const about = ties.rareWords(textsOf(beat).join("\n"));
  const matter = of === undefined ? undefined : ties.rareWords(of);
  // Whoever has just had the author's word says no more than that. (rule NA551)
  const speakers = people.filter(
    ({ id, speech }) => speech === "words" && composer.isHere(id) && !composer.spokeLast(id),
  );
  let best: Explanation | undefined;
  for (const fact of story.matter.facts) {
    const score = shared(factWords(story).get(fact.id) ?? NONE, about);
    if (score < SHARED_WORDS || score <= (best?.score ?? 0) || !isFree(composer, fact)) continue;
    if (matter && shared(factWords(story).get(fact.id) ?? NONE, matter) === 0) continue;
    const speaker = speakers.find(
      (one) =>
        isTellable(fact, one.id) &&
        ties.knowsOf(one, fact) &&
        !saysOwnName(fact, one) &&
        !isOfOwnSecret(story, one, fact),
    );
    if (speaker) best = { fact, speaker, score };
    else if (score >= SHARED_BY_NOBODY && isTellable(fact, undefined)) best = { fact, score };
  }
  if (!best || countWords(wholeOf(best.fact)) > most) return false;
  const { fact, speaker } = best;
  const more = runsOn(composer, fact, speaker, about, most);
  const sources = [{ kind: "lore" as const, ref: fact.id, text: fact.text }];
  const isTold = speaker
    ? composer.say({ keys: ["speech fact"], fill: { npc: speaker, fact, whole: true, more }, must: false, sources })
    : [fact, ...more].filter((one) => composer.tell(wholeOf(one), sources, false)).length > 0;
  if (!isTold) return false;
  for (const { id } of [fact, ...more]) composer.named.add(`fact:${id}`);
  return !stage.knowsFact(fact.id);
}

/** Rare words that lore shares with what somebody keeps to themselves, from which on they do not speak of it. */
const OF_SECRET = 2;

/** Whether lore bears on what somebody keeps to themselves: nobody tells it unasked whom it gives away. (rule NA6356) */
export const isOfOwnSecret = ({ matter }: StoryIndex, { id }: Person, fact: Fact): boolean =>
  matter.facts.some(
    (secret) =>
      secret.confided === true &&
      secret.said === id &&
      !secret.id.startsWith(`${id}-says-`) &&
      storyTies(matter).shared(wholeOf(fact), secret.text) >= OF_SECRET,
  );

const wholeOf = ({ text, tail }: Fact): string => (tail === undefined ? text : `${text} ${tail}`);

const saysOwnName = (fact: Fact, { name, short }: Person): boolean =>
  wholeOf(fact).includes(name) || wholeOf(fact).includes(short);

function isFree(composer: Composer, fact: Fact): boolean {
  return (
    // What goes on from a sentence that is not told explains nothing. (rule NA609)
    fact.inside !== true &&
    !answersNext(composer, fact) &&
    !lacksIntroduction(fact.text, [...composer.texts, ...composer.coming, ...composer.memory.lately].join("\n")) &&
    !composer.stage.knowsFact(fact.id) &&
    !composer.wasTold(fact.text) &&
    unfitHere(fact.text, composer.texts, false) === null
  );
}

/** The author's next sentences, as long as they lean on the last one or are about the same matter. */
function runsOn(
  composer: Composer,
  first: Fact,
  speaker: Person | undefined,
  about: ReadonlySet<string>,
  most: number,
): readonly Fact[] {
  const { story, stage } = composer;
  const { facts } = story.matter;
  const more: Fact[] = [];
  let words = countWords(wholeOf(first));
  for (const next of facts.slice(facts.indexOf(first) + 1)) {
    if (next.file !== first.file || next.topic !== first.topic || more.length >= MOST_SENTENCES - 1) break;
    const leans = unfitHere(next.text, [], false) === "leans";
    if (!leans && shared(factWords(story).get(next.id) ?? NONE, about) === 0) break;
    words += countWords(wholeOf(next));
    if (words > most || !isTellable(next, speaker?.id) || stage.knowsFact(next.id) || composer.wasTold(next.text))
      break;
    if (speaker && saysOwnName(next, speaker)) break;
    more.push(next);
  }
  return more;
}
