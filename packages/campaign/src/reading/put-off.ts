/** Questions that a beat raises and that only a later one answers: whoever is asked puts them off. */
import type { BeatReading, CastEntry, Reading } from "@narratoria/protocol/contracts";
import {
  headOf,
  isNameable,
  isOfBody,
  isThing,
  isVerb,
  memoizeText,
  singular,
  type Thing,
  thingsIn,
} from "@narratoria/protocol/english";

type AuthorChoice = BeatReading["choices"][number];

/** What such questions are found from, beside the reading. */
export interface PutOffContext {
  /** Tags and states that beats and endings wait for: "read_the_notebook". */
  readonly acts: readonly string[];
  readonly secrets: readonly string[];
}

/** What a thing weighs as one of the plot's by where else it stands. */
const WEIGHTS = { title: 3, act: 3, ending: 2, secret: 2, beat: 1 } as const;
/** A thing of the plot has so much weight. */
const ENOUGH = 4;
/** Passages in which a word that may be a verb, or two words, stand as a thing's name, at least. */
const NAMED = 3;
/** A thing that stands in so large a part of all beats is everywhere. */
const EVERYWHERE = 0.6;
/** Beats ahead among which the answer lies, at most. */
const FAR = 8;

/** A question that is put off until a beat. */
interface PutOff {
  readonly npc: string;
  readonly thing: string;
  readonly until: string;
  readonly points: number;
}

/** A passage in which a question arises: the premise, or a beat. */
interface Passage {
  readonly texts: readonly string[];
  readonly people: readonly CastEntry[];
  /** Where it stands among the beats. */
  readonly at: number;
}

/**
 * Adds to each beat, and to the opening, at most one question about a thing that the plot turns on, to somebody who has to do with it and
 * is in the beat that answers it. (rule CA1541)
 */
export function withPutOff(reading: Reading, context: PutOffContext): Reading {
  const { cast, beats } = reading;
  const weigh = weights(reading, context);
  const isOne = things(reading);
  const asked = new Set<string>();
  const questionOf = ({ texts, people, at }: Passage, taken: readonly AuthorChoice[]): AuthorChoice[] => {
    const found = thingsOf(texts)
      .filter(isOne)
      .flatMap((thing) =>
        people.flatMap((person): PutOff[] => {
          if (person.speech !== "words" || asked.has(`${person.id} ${thing.noun}`)) return [];
          const weight = weigh(thing.noun);
          if (weight < ENOUGH) return [];
          const until = beats.findIndex(
            (beat, index) => index > at && index - at <= FAR && beat.cast.includes(person.id) && has(beat, thing.noun),
          );
          const matter = until < 0 ? 0 : hasToDo(person, thing.noun, texts);
          if (matter === 0) return [];
          const points = weight + matter + (thing.name === thing.noun ? 0 : 1) - (until - at) / 4;
          return [{ npc: person.id, thing: thing.name, until: beats[until]?.id ?? "", points }];
        }),
      );
    const [best] = found
      .filter(({ thing }) => taken.every(({ text }) => !text.endsWith(` ${thing}`)))
      .toSorted((one, other) => other.points - one.points);
    if (best === undefined) return [];
    const noun = best.thing.split(" ").at(-1) ?? "";
    for (const { id } of people) asked.add(`${id} ${noun}`);
    const called = cast.find(({ id }) => id === best.npc)?.called ?? best.npc;
    return [{ text: `ask ${called} about the ${best.thing}`, asks: best.npc, until: best.until }];
  };
  const opening = questionOf({ texts: reading.opening, people: atFirst(reading), at: -1 }, []);
  return {
    ...reading,
    ...(opening.length === 0 ? {} : { openingChoices: opening }),
    beats: beats.map((beat, at) => {
      const people = cast.filter(({ id }) => beat.cast.includes(id));
      const added = questionOf({ texts: textsOf(beat), people, at }, beat.choices);
      return added.length === 0 ? beat : { ...beat, choices: [...beat.choices, ...added] };
    }),
  };
}

/** Whoever is in the first beat, and named in the premise. */
function atFirst({ cast, beats, opening }: Reading): readonly CastEntry[] {
  const text = opening.join(" ");
  return cast.filter(({ id, called, name }) => {
    const isNamed = [called, name].some((form) => text.includes(form));
    return isNamed && beats[0]?.cast.includes(id) === true;
  });
}

const textsOf = ({ told, moments }: Pick<BeatReading, "told" | "moments">): readonly string[] => [
  ...told,
  ...moments.flatMap(({ lines }) => lines.map(({ line }) => line)),
];

const thingsOf = (texts: readonly string[]): readonly Thing[] =>
  thingsIn(texts.join(" ")).filter((thing) => isNameable(thing) && isThing(thing.noun));

/** What is worn: in most texts no thing of the plot. */
const GARMENT = /^(?:apron|cap|boot|shoe|sock|glove|trouser|shirt|overall|slipper|skirt|scarf|belt)s?$/;

/** What is named often and asked about seldom: acts, times and measures. */
const NO_MATTER =
  /^(?:wait|look|come|act|member|already|always|minute|second|call|cry|laugh|turn|run|walk|talk|thought|idea|rush|move|matter|need|nod|smile|glance|voice|breath|silence|pause|half|dark|size|shape|colou?r|sound|smell|taste|weight|length|price)s?$/;

/** Tells things from people, from what has a page of its own and so an answer, and from words that only stand where a thing would. */
function things({ cast, topics, facts, beats, endings, opening }: Reading): (thing: Thing) => boolean {
  const people = cast
    .flatMap(({ name, called, aliases, role, kind }) => [name, called, ...aliases, role.split(",")[0] ?? "", kind])
    .join(" ");
  const open = new Set(facts.flatMap(({ id, locked }) => (locked === undefined ? [id] : [])));
  const told = new Set(
    topics.flatMap(({ np, facts: own }) =>
      own.some((id) => open.has(id)) ? [singular(headOf(np).toLowerCase())] : [],
    ),
  );
  const passages = [opening, ...beats.map(textsOf), ...endings.map(({ paragraphs }) => paragraphs)].map((texts) =>
    thingsIn(texts.join(" ")),
  );
  const uses = (name: string): number => passages.filter((all) => all.some((thing) => thing.name === name)).length;
  return ({ name, noun }) => {
    if (isOfBody(noun) || GARMENT.test(noun) || NO_MATTER.test(noun)) return false;
    if (told.has(singular(noun)) || mentions(people, noun)) return false;
    return (name === noun && !isVerb(noun)) || uses(name) >= (name === noun ? NAMED : 2);
  };
}

const ofBeats = new WeakMap<BeatReading, ReadonlySet<string>>();

/** Whether a beat has a noun, in either number. Its words are put together once: many nouns are looked for in every beat. */
function has(beat: BeatReading, noun: string): boolean {
  const words = ofBeats.get(beat) ?? wordsIn([beat.title, ...textsOf(beat)].join(" "));
  ofBeats.set(beat, words);
  return words.has(singular(noun.toLowerCase()));
}

/** The words of a text, each as the singular of a noun. */
const wordsIn = memoizeText(
  (text): ReadonlySet<string> => new Set((text.toLowerCase().match(/[\p{L}-]+/gu) ?? []).map(singular)),
);

/** Whether a text has a noun, in either number. */
const mentions = (text: string, noun: string): boolean => wordsIn(text).has(singular(noun.toLowerCase()));

/** How much a person has to do with a thing: by what they say of it, what they want or how they stand to others; else by doing something with it. */
function hasToDo({ called, name, lines, wants, relations }: CastEntry, noun: string, texts: readonly string[]): number {
  const own = [...lines, ...wants, ...relations].map(({ text }) => text);
  if (own.some((text) => mentions(text, noun))) return 2;
  return texts.some((text) => mentions(text, noun) && [called, name].some((form) => text.includes(form))) ? 1 : 0;
}

function weights({ beats, endings }: Reading, { acts, secrets }: PutOffContext): (noun: string) => number {
  const known = new Map<string, number>();
  const pages = endings.map(({ title, paragraphs }) => [title, ...paragraphs].join(" "));
  return (noun) => {
    const before = known.get(noun);
    if (before !== undefined) return before;
    const count = (texts: readonly string[]): number => texts.filter((text) => mentions(text, noun)).length;
    const inBeats = beats.filter((beat) => has(beat, noun)).length;
    const turns =
      WEIGHTS.title * count(beats.map(({ title }) => title)) +
      WEIGHTS.act * count(acts.map((act) => act.replace(/[-_]+/g, " "))) +
      WEIGHTS.ending * count(pages) +
      WEIGHTS.secret * count(secrets);
    const weight = inBeats > EVERYWHERE * beats.length ? 0 : turns + WEIGHTS.beat * inBeats;
    known.set(noun, weight);
    return weight;
  };
}
