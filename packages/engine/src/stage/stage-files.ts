/** What the files of a campaign are linked to: places, people and beats, by texts that name them, by keywords or by name. */
import type { Reading } from "@narratoria/protocol/contracts";
import type { Campaign } from "@narratoria/campaign";
import {
  type FileUse,
  foldedWords,
  isNeutral,
  qualifierOf,
  type Qualifiers,
  qualifiersOf,
  wordsOfFile,
} from "./file-words.js";

/** A picture or a piece of music of a campaign, and what it belongs to. */
export interface StageFile {
  /** Path in the campaign. */
  readonly file: string;
  readonly kind: "image" | "audio";
  readonly use: FileUse;
  /** The place it shows; null where it shows none that is known. */
  readonly place: string | null;
  /** Further places that a piece of music is named after: a picture shows one place, music may belong to several. */
  readonly alsoAt: readonly string[];
  readonly people: readonly string[];
  /** Beats and endings that name it. */
  readonly beats: readonly string[];
  /** How it is linked: by a text of the author's that names it, by its keywords or by its name. */
  readonly by: "text" | "keywords" | "name" | null;
  readonly qualifiers: Qualifiers;
  /** Words that neither a link nor a qualifier accounts for. */
  readonly rest: readonly string[];
  /** Files that name it. */
  readonly referencedBy: readonly string[];
  readonly keywords: readonly string[];
}

interface Named {
  readonly kind: "place" | "person" | "topic";
  readonly id: string;
  readonly words: readonly string[];
}

const SIDECAR = ".keywords.txt";

/** Reads what each picture and sound of a campaign belongs to. Implements rules EN1800 to EN1803. */
export function stageFiles(campaign: Campaign, reading: Reading): StageFile[] {
  const names = namesIn(reading);
  const mentions = mentionsIn(campaign, reading);
  const portraits = new Map(campaign.npcs.flatMap(({ id, portrait }) => (portrait ? [[portrait, id]] : [])));
  const voices = new Set(campaign.npcs.flatMap(({ profile }) => profile.voice ?? []));
  const files = [...new Set([...campaign.art, ...portraits.keys(), ...campaign.music])].filter(
    (file) => !voices.has(file),
  );
  return files.map((file): StageFile => {
    const sidecar = campaign.texts.get(file + SIDECAR);
    const keywords = sidecar === undefined ? null : keywordsIn(sidecar);
    const { phrases, use } = wordsOfFile(file, keywords === null || keywords.length === 0 ? null : keywords);
    // Of a path the file's own name counts before its folders; of keywords the first.
    const found = linksOf(sidecar === undefined ? phrases.toReversed() : phrases, names);
    const named = mentions.get(file) ?? NO_MENTIONS;
    const person = portraits.get(file);
    const place = named.places.length === 1 ? (named.places[0] ?? null) : found.place;
    const people = [...new Set([...(person === undefined ? [] : [person]), ...named.people, ...found.people])];
    const byText = person !== undefined || named.people.length > 0 || named.places.length > 0 || named.beats.length > 0;
    const linked = place !== null || people.length > 0;
    return {
      file,
      kind: /^music\//.test(file) ? "audio" : "image",
      use: person === undefined ? use : "portrait",
      place,
      alsoAt: /^music\//.test(file) ? found.places.filter((one) => one !== place) : [],
      people,
      beats: named.beats,
      by: byText ? "text" : linked ? (keywords === null ? "name" : "keywords") : null,
      qualifiers: qualifiersOf(found.free),
      rest: found.free.filter((word) => qualifierOf(word) === null && !isNeutral(word)),
      referencedBy: named.files,
      keywords: keywords ?? phrases.map((words) => words.join(" ")),
    };
  });
}

function keywordsIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*$/, "").trim());
  return lines.filter((line) => line !== "");
}

/** All names of places, people and things, the longest first. */
function namesIn({ cast, places, topics }: Reading): Named[] {
  const all = (kind: Named["kind"], id: string, names: readonly (string | undefined)[]): Named[] =>
    names.flatMap((name): Named[] => {
      const words = foldedWords((name ?? "").replace(/\([^)]*\)/g, " "));
      return words.length > 0 ? [{ kind, id, words }] : [];
    });
  const taken = new Set(places.flatMap(({ topic }) => topic ?? []));
  const named = [
    ...places.flatMap(({ id, name, called, aliases }) => all("place", id, [name, called, id, ...aliases])),
    ...cast.flatMap(({ id, name, called, aliases, epithet }) => {
      const [first = "", ...others] = foldedWords(name.replace(/\([^)]*\)/g, " "));
      const parts = others.length > 0 ? [...(TITLES.test(first) ? [] : [first]), others.at(-1)] : [];
      return all("person", id, [name, called, id, epithet, ...aliases, ...parts]);
    }),
    ...topics.flatMap(({ id, np }) => (taken.has(id) ? [] : all("topic", id, [np]))),
  ];
  return named.sort((one, other) => other.words.length - one.words.length);
}

const TITLES =
  /^(?:captain|dr|doctor|sister|brother|father|mother|lady|lord|sir|mr|mrs|miss|ms|master|madame?|old|young|saint|st|uncle|aunt|king|queen|prince|princess|professor|colonel|major|sergeant|inspector)$/;

const BESIDE = new Set(
  "by in at near from behind over above below under with on and beside before after to".split(" "),
);

interface FoundLinks {
  readonly place: string | null;
  /** All places that are named whole. */
  readonly places: readonly string[];
  readonly people: readonly string[];
  /** Words that are no name. */
  readonly free: readonly string[];
}

/** Finds names in the phrases of a file: the longest name first, and the first place that is named whole. */
function linksOf(phrases: readonly (readonly string[])[], names: readonly Named[]): FoundLinks {
  const places: string[] = [];
  const people: string[] = [];
  const free: string[] = [];
  for (const words of phrases) {
    const named: { readonly id: string; readonly at: number }[] = [];
    for (let at = 0; at < words.length; ) {
      const here = names.filter((name) => startsAt(words, at, name.words) > 0);
      const [longest] = here;
      if (longest === undefined) {
        free.push(words[at] ?? "");
        at++;
        continue;
      }
      const length = startsAt(words, at, longest.words);
      const alike = here.filter((name) => startsAt(words, at, name.words) === length && name.kind !== "topic");
      const ids = new Set(alike.map(({ id, kind }) => `${kind} ${id}`));
      // A name that two share is nobody's.
      if (ids.size === 1 && alike[0]?.kind === "place") named.push({ id: alike[0].id, at });
      else if (ids.size === 1 && alike[0]) people.push(alike[0].id);
      else free.push(...words.slice(at, at + length));
      at += length;
    }
    const [first, second] = named;
    // "Mill by the river" is the mill; "mill river" may be either.
    if (first && second && first.id !== second.id && !words.slice(first.at, second.at).some((word) => BESIDE.has(word)))
      return { place: null, places: [], people: [...new Set(people)], free: phrases.flat() };
    places.push(...named.map(({ id }) => id));
  }
  const loose = free.filter((word) => qualifierOf(word) === null && !isNeutral(word));
  if (places.length === 0 && loose.length > 0) {
    const part = placeOfPart(loose, names);
    if (part !== null)
      return {
        place: part,
        places: [part],
        people: [...new Set(people)],
        free: free.filter((word) => !loose.includes(word)),
      };
  }
  // A word of another place's name beside it: what is shown is neither.
  const isStray = loose.some((word) =>
    names.some(
      ({ kind, id, words }) => kind === "place" && id !== places[0] && words.length > 1 && words.includes(word),
    ),
  );
  const [place = null] = isStray ? [] : places;
  // "ferry stage" may be found by its last word alone: the first one is of the same name.
  const ofPlace = new Set(names.flatMap(({ kind, id, words }) => (kind === "place" && id === place ? words : [])));
  const others = place === null ? [] : [...new Set(places)];
  return { place, places: others, people: [...new Set(people)], free: free.filter((word) => !ofPlace.has(word)) };
}

/** How many words from `at` on are the name, written as one word or as several; 0 where they are not. */
function startsAt(words: readonly string[], at: number, name: readonly string[]): number {
  if (name.every((word, index) => words[at + index] === word)) return name.length;
  return name.length > 1 && words[at] === name.join("") ? 1 : 0;
}

/** The one place whose longer name has all these words: "ferry stage" is the Drowned Ferry Stage. */
function placeOfPart(loose: readonly string[], names: readonly Named[]): string | null {
  const fitting = names.filter(
    ({ words }) => words.length > loose.length && loose.every((word) => words.includes(word)),
  );
  const ids = new Set(fitting.map(({ kind, id }) => `${kind} ${id}`));
  const [only] = fitting;
  if (ids.size !== 1 || only?.kind !== "place") return null;
  // The last word says what it is; any other one word is too little.
  return loose.length > 1 || only.words.at(-1) === loose[0] ? only.id : null;
}

interface Mentions {
  readonly places: readonly string[];
  readonly people: readonly string[];
  readonly beats: readonly string[];
  readonly files: readonly string[];
}

const NO_MENTIONS: Mentions = { places: [], people: [], beats: [], files: [] };

/** Where the texts of a campaign name its files: profiles, beats, and any other page. */
function mentionsIn({ texts, beats, npcs, art, music, lore }: Campaign, { places }: Reading): Map<string, Mentions> {
  const all = new Map<string, { places: string[]; people: string[]; beats: string[]; files: string[] }>();
  const at = (file: string) => {
    const known = all.get(file) ?? { places: [], people: [], beats: [], files: [] };
    all.set(file, known);
    return known;
  };
  for (const { id, music: heard, background } of beats)
    for (const file of [heard, background]) if (file !== undefined) at(file).beats.push(id);
  const people = new Set(npcs.map(({ id }) => id));
  const placeOfPage = new Map(
    lore.flatMap(({ file, title }) => {
      const words = foldedWords(title).join(" ");
      const place = places.find(({ name, called, aliases }) =>
        [name, called, ...aliases].some((one) => foldedWords(one).join(" ") === words),
      );
      return place ? [[file, place.id] as const] : [];
    }),
  );
  const files = [...art, ...music];
  for (const [path, text] of texts) {
    if (path.endsWith(SIDECAR) || !/(?:art|music)\//.test(text)) continue;
    for (const file of files) {
      if (!text.includes(file)) continue;
      at(file).files.push(path);
      const [, person] = /^characters\/npcs\/([^/]+)\//.exec(path) ?? [];
      if (person !== undefined && people.has(person)) at(file).people.push(person);
      const place = placeOfPage.get(path);
      if (place !== undefined && !at(file).places.includes(place)) at(file).places.push(place);
    }
  }
  return all;
}
