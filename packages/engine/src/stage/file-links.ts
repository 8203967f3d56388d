/** Which place and which people the words of a file name. */
import type { Reading } from "@narratoria/protocol/contracts";
import { foldedWords, isNeutral, isNumber, isTelling, qualifierOf } from "./file-words.js";

export interface Named {
  readonly kind: "place" | "person" | "topic";
  readonly id: string;
  readonly words: readonly string[];
  /** Of a person: whether this is one word of a longer name. */
  readonly isPart?: boolean;
  /** Of a person: whether it says what they are: "the keeper of the mill". */
  readonly isEpithet?: boolean;
  /** Of a person whose name it is. */
  readonly pronoun?: string | null;
  readonly home?: string;
  /** Words of a place's name that are whose it is: "Mord" of Mord's cairn. */
  readonly owners?: readonly string[];
}

/** What a file is, as far as it matters for its links. */
export interface LinkedFile {
  readonly isMusic: boolean;
  /** Whether its folder is one of portraits. */
  readonly isPortrait: boolean;
  readonly byKeywords: boolean;
  readonly proper: ReadonlySet<string>;
}

export interface FoundLinks {
  readonly place: string | null;
  /** All places that are named whole. */
  readonly places: readonly string[];
  /** Whether the place is named whole, and not by a part of its name. */
  readonly isNamedWhole: boolean;
  readonly people: readonly string[];
  /** Words that are no name. */
  readonly free: readonly string[];
}

const TITLES =
  /^(?:captain|dr|doctor|sister|brother|father|mother|lady|lord|sir|mr|mrs|miss|ms|master|madame?|old|young|saint|st|uncle|aunt|king|queen|prince|princess|professor|colonel|major|sergeant|inspector)$/;
const TITLES_OF_HER = /^(?:sister|mother|lady|mrs|miss|ms|madame?|aunt|queen|princess)$/;
const TITLES_OF_HIM = /^(?:brother|father|lord|sir|mr|uncle|king|prince)$/;

const BESIDE = new Set(
  "by in at near from behind over above below under with on and beside before after to across toward".split(" "),
);

/** Tell one place from another, and mean neither: "old bridge" is not the Old Mill. */
const ADJECTIVES = new Set(
  `old new great little big north south east west upper lower high low long short black white red green blue grey gray yellow brown golden
  silver dark bright lost dry wet cold hot warm deep silent forgotten royal holy sacred first second third last middle inner outer back front
  side main wild stone iron wooden`.split(/\s+/),
);

/** Say nothing of a place: "mess" is the mess room. */
const ROOM = new Set(["room", "chamber"]);

/** All names of places, people and things, the longest first. */
export function namesIn({ cast, places, topics }: Reading): Named[] {
  const wordsOf = (name: string | undefined): string[] => foldedWords((name ?? "").replace(/\([^)]*\)/g, " "));
  const all = (one: Omit<Named, "words">, names: readonly (string | undefined)[]): Named[] =>
    names.flatMap((name): Named[] => {
      const words = wordsOf(name);
      return words.length > 0 && !words.every(isNumber) ? [{ ...one, words }] : [];
    });
  const taken = new Set(places.flatMap(({ topic }) => topic ?? []));
  const named = [
    ...places.flatMap(({ id, name, called, aliases }) => {
      const owners = [name, called, ...aliases].flatMap((one) =>
        [...one.matchAll(/(\p{L}+)['’]s\b/gu)].flatMap(([, owner]) => wordsOf(owner)),
      );
      return all({ kind: "place", id, owners }, [name, called, id, ...aliases]);
    }),
    ...cast.flatMap(({ id, name, called, aliases, epithet, pronoun, home }) => {
      const person = { kind: "person", id, pronoun, ...(home !== undefined && { home }) } as const;
      const whole = wordsOf(name);
      const [first = "", ...others] = whole;
      const parts = others.length > 0 ? [...(TITLES.test(first) ? [] : [first]), others.at(-1)] : [];
      const isPart = ({ words }: Named): boolean =>
        others.length > 0 && words.length === 1 && whole.includes(words[0] ?? "");
      return [
        ...all(person, [name, called, id, ...aliases, ...parts]).map((one) => ({ ...one, isPart: isPart(one) })),
        ...all({ ...person, isEpithet: true }, [epithet]),
      ];
    }),
    ...topics.flatMap(({ id, np }) => (taken.has(id) ? [] : all({ kind: "topic", id }, [np]))),
  ];
  return named.sort((one, other) => other.words.length - one.words.length);
}

/** Finds names in the phrases of a file: the longest name first, and the first place that is named whole. */
export function linksOf(
  phrases: readonly (readonly string[])[],
  names: readonly Named[],
  file: LinkedFile,
): FoundLinks {
  const places: string[] = [];
  const people: string[] = [];
  const free: string[] = [];
  /** A surname that a place bears as well. */
  const either: { readonly person: string; readonly place: string }[] = [];
  const unnamed: string[][] = [];
  for (const words of phrases) {
    const named: { readonly id: string; readonly at: number }[] = [];
    const others: string[] = [];
    let owner: Named | null = null;
    for (let at = 0; at < words.length; ) {
      const found = nameAt(words, at, names);
      const { one, length } = found;
      if (one?.kind === "place" && !isElsewhere(one, owner, file)) named.push({ id: one.id, at });
      else if (one?.kind === "person") {
        const bearing = one.isPart && !file.isPortrait ? placesWith(one.words, names) : [];
        const [place] = bearing;
        if (bearing.length === 1 && place !== undefined) either.push({ person: one.id, place });
        else people.push(one.id);
        // "Mrs Trumble" is hers altogether.
        if (TITLES.test(others.at(-1) ?? "")) others.pop();
      } else others.push(...words.slice(at, at + length));
      owner = one?.kind === "person" ? one : null;
      at += length;
    }
    const [first, second] = named;
    // "Mill by the river" is the mill; "mill river" may be either.
    if (first && second && first.id !== second.id && !words.slice(first.at, second.at).some((word) => BESIDE.has(word)))
      return { ...linked([], people, phrases.flat(), names), isNamedWhole: false };
    places.push(...named.map(({ id }) => id));
    free.push(...others);
    unnamed.push(others);
  }
  const loose = free.filter(isLoose);
  const isNamedWhole = places.length > 0;
  // "Quill shop" is the place, "quill" alone is who bears the name.
  for (const { person, place } of either)
    if (places.length === 0 && loose.length > 0) places.push(place);
    else if (!places.includes(place)) people.push(person);
  if (places.length === 0) {
    const part = unnamed.map((words) => placeOfPart(words, names, file)).find((one) => one !== null);
    if (part) places.push(part.id);
    const taken = new Set(part?.words);
    const others = free.filter((word) => !taken.has(word));
    return { ...linked(places, people, others, names), isNamedWhole };
  }
  // A word of one other place's name beside it: what is shown is neither. "Room" is of no place where several are rooms.
  const isStray = loose.some((word) => {
    const [having, ...more] = placesWith([word], names);
    return having !== undefined && more.length === 0 && having !== places[0];
  });
  // Keywords are words to be found by: each adds to what a file is found for.
  return { ...linked(isStray && !file.byKeywords ? [] : places, people, free, names), isNamedWhole };
}

function linked(
  places: readonly string[],
  people: readonly string[],
  free: readonly string[],
  names: readonly Named[],
): Omit<FoundLinks, "isNamedWhole"> {
  const [place = null] = places;
  // "ferry stage" may be found by its last word alone: the first one is of the same name.
  const ofPlace = new Set(names.flatMap(({ kind, id, words }) => (kind === "place" && id === place ? words : [])));
  return {
    place,
    places: [...new Set(places)],
    people: [...new Set(people)],
    free: free.filter((word) => !ofPlace.has(word)),
  };
}

const isLoose = (word: string): boolean => qualifierOf(word) === null && !isNeutral(word);

/** The name that begins at a word, the longest there is; null where two share it, and where it is but a thing's. */
function nameAt(
  words: readonly string[],
  at: number,
  names: readonly Named[],
): { readonly one: Named | null; readonly length: number } {
  const here = names.filter((name) => startsAt(words, at, name.words) > 0);
  const [longest] = here;
  if (longest === undefined) return { one: null, length: 1 };
  const length = startsAt(words, at, longest.words);
  const alike = here.filter((name) => startsAt(words, at, name.words) === length && name.kind !== "topic");
  const title = words[at - 1] ?? "";
  const pronoun = TITLES_OF_HER.test(title) ? "she" : TITLES_OF_HIM.test(title) ? "he" : null;
  const meant = alike.filter((name) => pronoun === null || name.kind !== "person" || name.pronoun === pronoun);
  // A name that two share is nobody's.
  const ids = new Set(meant.map(({ id, kind }) => `${kind} ${id}`));
  return { one: ids.size === 1 ? (meant.find(({ isPart }) => !isPart) ?? meant[0] ?? null) : null, length };
}

/** How many words from `at` on are the name, written as one word or as several; 0 where they are not. */
function startsAt(words: readonly string[], at: number, name: readonly string[]): number {
  if (name.every((word, index) => words[at + index] === word)) return name.length;
  return name.length > 1 && words[at] === name.join("") ? 1 : 0;
}

/** "Augie's roof" is not the roof, but another one. */
function isElsewhere({ id, words }: Named, owner: Named | null, { proper }: LinkedFile): boolean {
  const isKind = words.length === 1 && words.every((word) => !proper.has(word));
  return owner !== null && isKind && owner.home !== id;
}

/** Ids of the places whose longer names have all these words. */
function placesWith(parts: readonly string[], names: readonly Named[]): string[] {
  const found = names.filter(
    ({ kind, words }) => kind === "place" && words.length > parts.length && parts.every((word) => words.includes(word)),
  );
  return [...new Set(found.map(({ id }) => id))];
}

/** The one place whose longer name has these words: "ferry stage" is the Drowned Ferry Stage, "plume" the Plume of Feathers. */
function placeOfPart(
  phrase: readonly string[],
  names: readonly Named[],
  file: LinkedFile,
): { readonly id: string; readonly words: readonly string[] } | null {
  const told = phrase.filter((word) => qualifierOf(word) === null && !isNumber(word));
  const loose = told.filter(isLoose);
  for (const words of [told, loose, loose.filter((word) => !file.proper.has(word))]) {
    const fitting = names.filter(
      (name) =>
        !name.isEpithet &&
        (name.kind !== "topic" || words.length < 2) &&
        name.words.length > words.length &&
        words.every((word) => name.words.includes(word)),
    );
    const [only] = fitting;
    if (words.length === 0 || only?.kind !== "place") continue;
    if (fitting.some(({ kind, id }) => kind !== "place" || id !== only.id)) continue;
    // The last word says what it is, but for a room's; any other one word is too little for a picture.
    const last = only.words.at(-1);
    const isEnough = last === words[0] || (ROOM.has(last ?? "") && only.words.length === 2);
    if (words.length > 1 || isEnough || file.isMusic) return { id: only.id, words };
  }
  for (const word of told) {
    const bearing = names.filter(({ words, isEpithet }) => words.includes(word) && !isEpithet);
    const [only] = bearing;
    const isOne = only?.kind === "place" && bearing.every(({ kind, id }) => kind === "place" && id === only.id);
    // Neither whose it is nor where it lies: "the road to Arling" is not Arling.
    const isOwn = bearing.every(
      ({ words, owners }) =>
        !owners?.includes(word) && !words.slice(0, words.indexOf(word)).some((one) => BESIDE.has(one)),
    );
    const isName = file.proper.has(word) && !ADJECTIVES.has(word) && !isTelling(word);
    if (isOne && isOwn && isName) return { id: only.id, words: [word] };
  }
  return null;
}
