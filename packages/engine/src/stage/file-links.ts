/** Which place and which people the words of a file name. */
import type { Reading } from "@narratoria/protocol/contracts";
import { foldedWords, isNeutral, isNumber, isSounding, isTelling, otherFormOf, qualifierOf } from "./file-words.js";
import type { StoryWords } from "./story-words.js";

export interface Named {
  readonly kind: "place" | "person" | "topic";
  readonly id: string;
  readonly words: readonly string[];
  /** The name as one word: "nobodysfault". */
  readonly joined: string;
  /** Of a person: whether this is one word of a longer name. */
  readonly isPart?: boolean;
  /** Of a person: whether it says what they are: "the keeper of the mill". */
  readonly isEpithet?: boolean;
  /** Of a person whose name it is. */
  readonly pronoun?: string | null;
  /** Of a person: what they are, up to the first comma: "Crown tax collector". */
  readonly role?: readonly string[];
  readonly home?: string;
  /** Words of a place's name that are whose it is: "Mord" of Mord's cairn. */
  readonly owners?: readonly string[];
  /** Of a place: the word for what it is, by this name: "loft" of "the loft over the shed". */
  readonly what?: string;
  /** Of a part of a place's name that stands before a preposition: the words behind it. "Prop room" of "the prop room at the Skylark". */
  readonly behind?: readonly string[];
}

/** What a file is, as far as it matters for its links. */
export interface LinkedFile {
  readonly isMusic: boolean;
  /** Whether its folder is one of portraits. */
  readonly isPortrait: boolean;
  /** Whether its folder is one of places. */
  readonly isOfPlaces: boolean;
  readonly byKeywords: boolean;
  readonly proper: ReadonlySet<string>;
  /** Words that its name has with "'s". */
  readonly owners: ReadonlySet<string>;
  /** Words that its name has with an s, with or without an apostrophe. */
  readonly possessives: ReadonlySet<string>;
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
  /^(?:captain|capt|sgt|lt|prof|ald|insp|supt|cmdr|mme|mlle|monsieur|herr|frau|fraulein|signora?|signorina|senora?|senorita|don|dona|dr|doctor|sister|brother|father|mother|lady|lord|sir|mr|mrs|miss|ms|master|madame?|old|young|saint|st|uncle|aunt|king|queen|prince|princess|professor|colonel|major|sergeant|inspector|reverend|rev|hon|honourable|honorable)$/;
const TITLES_OF_HER =
  /^(?:mme|mlle|frau|fraulein|signora|signorina|senora|senorita|dona|sister|mother|lady|mrs|miss|ms|madame?|aunt|queen|princess)$/;
const TITLES_OF_HIM = /^(?:monsieur|herr|signor|senor|don|brother|father|lord|sir|mr|uncle|king|prince)$/;

const BESIDE = new Set(
  "by in at near from behind over above below under with on and beside before after to across toward".split(" "),
);

/** Whether a word says where something lies. */
export const isBeside = (word: string): boolean => BESIDE.has(word);

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
  const all = (one: Omit<Named, "words" | "joined">, names: readonly (string | undefined)[]): Named[] =>
    names.flatMap((name): Named[] => {
      const words = wordsOf(name);
      return words.length > 0 && !words.every(isNumber) ? [{ ...one, words, joined: joinedName(name ?? "") }] : [];
    });
  const taken = new Set(places.flatMap(({ topic }) => topic ?? []));
  const series = seriesAmong(places);
  const named = [
    ...places.flatMap(({ id, name, called, aliases }) => {
      const owners = [name, called, ...aliases].flatMap((one) =>
        [...one.matchAll(/(\p{L}+)['’]s\b/gu)].flatMap(([, owner]) => wordsOf(owner)),
      );
      const spoken = [name, called, ...aliases];
      return [
        ...[name, called, id, ...aliases].flatMap((one) => {
          const what = foldedWords(one.split(PREPOSITION)[0] ?? "").at(-1);
          return all({ kind: "place", id, owners, ...(what !== undefined && { what }) }, [one]);
        }),
        ...spoken.flatMap((one) => all({ kind: "place", id }, [lettersOf(one), letterOf(one, series)])),
        ...spoken.flatMap((one) => headOf(one).flatMap((head) => all({ kind: "place", id, ...head }, [head.words]))),
        // "Knots" is Knots & Co.
        ...all({ kind: "place", id }, spoken.flatMap((one) => /^([^&]+?)\s*&/.exec(one)?.[1] ?? []).filter(isBare)),
      ];
    }),
    ...cast.flatMap(({ id, name, called, aliases, epithet, pronoun, home, role }) => {
      const what = wordsOf(role?.split(/[,;]/)[0]);
      const person = { kind: "person", id, pronoun, role: what, ...(home !== undefined && { home }) } as const;
      const whole = wordsOf(name);
      const [first = "", ...others] = whole;
      // Of "Professor Oona Blatt" each name means her, as far as nobody else has it.
      const parts = others.length > 0 ? [...(TITLES.test(first) ? [] : [first]), ...others.filter(isSaid)] : [];
      const isPart = ({ words }: Named): boolean =>
        others.length > 0 && words.length === 1 && whole.includes(words[0] ?? "");
      return [
        ...all(person, [name, called, id, ...aliases, ...parts]).map((one) => ({ ...one, isPart: isPart(one) })),
        // "Destrevel" is Captain d'Estrevel.
        ...all(person, name.match(/\p{L}+['’]\p{Lu}\p{L}+/gu)?.map((word) => word.replace(/['’]/, "")) ?? []).map(
          (one) => ({
            ...one,
            isPart: true,
          }),
        ),
        // "Sir L." is Sir Lionel.
        ...all(person, TITLES.test(first) ? others.filter(isSaid).map((word) => `${first} ${word.charAt(0)}`) : []).map(
          (one) => ({ ...one, isPart: true }),
        ),
        ...all({ ...person, isEpithet: true }, [epithet]),
      ];
    }),
    ...topics.flatMap(({ id, np }) => (taken.has(id) ? [] : all({ kind: "topic", id }, [np]))),
  ];
  return named.sort((one, other) => other.words.length - one.words.length);
}

const PREPOSITION = /\s(?:of|at|in|on|by|near|outside|behind|under|above|below|beside|over|to|from)\s/i;

const isSaid = (word: string, at: number, words: readonly string[]): boolean =>
  at === words.length - 1 || (word.length > 2 && !TITLES.test(word) && !BESIDE.has(word));

/** "Nobody's Fault" as "nobodysfault", which a file may be called. */
function joinedName(name: string): string {
  const words = name.replace(/\([^)]*\)/g, " ").replace(/['’]/gu, "");
  return foldedWords(
    (words.match(/\p{L}+|\p{N}+/gu) ?? [])
      .filter((word) => !/^(?:the|a|an|of)$/i.test(word))
      .join("")
      .toLowerCase(),
  ).join("");
}

/** "Side room 19" as "SR19": first letters of at least two words, and the number behind them. */
function lettersOf(name: string): string | undefined {
  const words = foldedWords(name);
  const number = words.at(-1) ?? "";
  const letters = words.slice(0, -1).map((word) => word.charAt(0));
  return isNumber(number) && letters.length > 1 ? `${letters.join("")}${number}` : undefined;
}

/** "Bay" where there are a Bay One and a Bay Two: what several places are called that are told apart by their numbers. */
function seriesAmong(places: Reading["places"]): ReadonlySet<string> {
  const having = new Map<string, Set<string>>();
  for (const { id, name, called, aliases } of places)
    for (const [what = "", number, ...more] of [name, called, ...aliases].map(foldedWords))
      if (number !== undefined && isCount(number) && more.length === 0)
        having.set(what, (having.get(what) ?? new Set()).add(id));
  return new Set([...having].filter(([, ids]) => ids.size > 1).map(([what]) => what));
}

/** "Bay One" as "B1", where it is one of several bays. */
function letterOf(name: string, series: ReadonlySet<string>): string | undefined {
  const [what = "", number = ""] = foldedWords(name);
  // Alone, "a" and "v" are an article and a version.
  return series.has(what) && isCount(number) && !/^[av]/.test(what) ? `${what.charAt(0)} ${number}` : undefined;
}

const isCount = (word: string): boolean => otherFormOf(word) !== undefined || isNumber(word);

const isBare = (name: string): boolean => !PREPOSITION.test(` ${name} `);

/** The words of a place's name before its preposition, where they are more than one, and those behind it. */
export function headOf(name: string): { readonly words: string; readonly behind: readonly string[] }[] {
  const at = PREPOSITION.exec(name);
  if (at === null) return [];
  const words = name.slice(0, at.index);
  return foldedWords(words).length > 1 ? [{ words, behind: foldedWords(name.slice(at.index + at[0].length)) }] : [];
}

/**
 * Other places that have the pictures or pieces of each place. Implements rules EN3009, EN3012 and EN4503.
 *
 * @returns By place: those of which it is the only one of its kind ("the hall" of the parish hall), those that lie in it by their names, and
 * those that are its edges and middle ("the crest of the weir").
 */
export function placesAlike(
  { places }: Pick<Reading, "places">,
  { proper, pairsTold }: Pick<StoryWords, "proper" | "pairsTold">,
): Map<
  string,
  { readonly same: readonly string[]; readonly within: readonly string[]; readonly parts: readonly string[] }
> {
  const named = places.map(({ id, name, called, aliases }) => ({ id, names: [name, called, ...aliases] }));
  const kindOf = (name: string): string | undefined => foldedWords(name.split(PREPOSITION)[0] ?? "").at(-1);
  const kinds = named.map(({ id, names }) => ({
    id,
    kinds: new Set(names.map(kindOf)),
    heads: names.map((name) => foldedWords(name.split(PREPOSITION)[0] ?? "")),
    names: names.map(foldedWords),
  }));
  const same = (id: string): string[] =>
    kinds
      .filter(({ names }) => names.every(({ length }) => length === names[0]?.length))
      .filter(({ id: bare, names: [words = []] }) => {
        const [word = ""] = words;
        const others = kinds.filter(
          (one) =>
            one.id !== bare &&
            (words.length === 1
              ? one.kinds.has(word)
              : one.heads.some(
                  (head) => head.length > words.length && head.slice(-words.length).join() === words.join(),
                )),
        );
        const isOnly = others.length === 1 && others[0]?.id === id && !words.some((one) => proper.has(one));
        return isOnly && !isToldOtherwise(word, words.length === 1 ? (others[0]?.names.flat() ?? []) : null, pairsTold);
      })
      .map((one) => one.id);
  const within = (id: string, names: readonly string[]): string[] => {
    // "The bay" of a sick bay is what it is: Bay Nine does not lie in it.
    const isKindAlone = (words: readonly string[]): boolean =>
      words.length === 1 && names.some((one) => foldedWords(one).length > 1 && foldedWords(one).at(-1) === words[0]);
    return named
      .filter((other) => other.id !== id)
      .filter((other) =>
        other.names.some((one) =>
          names.map(foldedWords).some((words) => {
            const [, behind = ""] = one.split(PREPOSITION);
            const isName = words.length > 0 && words.every((word) => proper.has(word));
            return (
              holds(foldedWords(behind), words) || (isName && !isKindAlone(words) && holds(foldedWords(one), words))
            );
          }),
        ),
      )
      .map((other) => other.id);
  };
  const parts = (id: string, names: readonly string[]): string[] => {
    const own = new Set(names.map((name) => foldedWords(name).join(" ")));
    return named
      .filter((other) => other.id !== id && other.names.some((one) => own.has(wholeOf(one))))
      .map((other) => other.id);
  };
  return new Map(
    named.map(({ id, names }) => [id, { same: same(id), within: within(id, names), parts: parts(id, names) }]),
  );
}

/** How often two words stand together that are the name of a kind. */
const LEAST_TOLD = 2;
const NO_KIND =
  /^(?:one|two|three|this|that|these|those|his|her|its|their|our|your|my|no|every|each|any|some|whole|same|other|another|next|last|only)$/;

/**
 * Whether the texts know another one of a kind: where there is a telephone exchange, "the exchange" need not be the corn exchange. Words that
 * are said of any place are none. (rule EN5606)
 *
 * @param own - Words of the names of the place that the bare word may mean.
 */
function isToldOtherwise(word: string, own: readonly string[] | null, pairsTold: ReadonlyMap<string, number>): boolean {
  if (own === null) return false;
  return [...pairsTold].some(([pair, times]) => {
    const [first = "", second] = pair.split(" ");
    const isKind = second === word && times >= LEAST_TOLD && !own.includes(first);
    return (
      isKind &&
      first.length > 3 &&
      !BESIDE.has(first) &&
      !NO_KIND.test(first) &&
      !ADJECTIVES.has(first) &&
      !/(?:ed|ing|y|ly|ful|ous|est|er)$/.test(first)
    );
  });
}

/** "The crest of the weir" is seen with the weir. The foot of a tower is not: a picture of the tower may be of its rooms. */
const PART = /^(?:the\s+)?(?:\w+\s+)?(?:crest|edge|brink|rim|middle|cent(?:re|er)|end|bank)\s+of\s+/i;

/** The folded name of what a place is an edge or the middle of; empty where it is none. */
const wholeOf = (name: string): string => (PART.test(name) ? foldedWords(name.replace(PART, "")).join(" ") : "");

const holds = (whole: readonly string[], part: readonly string[]): boolean =>
  part.length > 0 &&
  part.length <= whole.length &&
  whole.some((_, at) => part.every((word, i) => whole[at + i] === word));

/** Finds names in the phrases of a file: the longest name first, and the first place that is named whole. */
export function linksOf(
  phrases: readonly (readonly string[])[],
  names: readonly Named[],
  file: LinkedFile,
): FoundLinks {
  const found = namesOf(phrases, names, file);
  if (!file.isPortrait || found.people.length > 0 || found.place !== null) return found;
  // "Folks/tax collector" is the only one whose role has these words.
  const said = found.free.filter(isLoose);
  const isSaidOf = (role: readonly string[]): boolean =>
    holds(role, said) && (said.length > 1 || said[0] === role.at(-1));
  const bearers = new Set(names.flatMap(({ id, role }) => (role !== undefined && isSaidOf(role) ? [id] : [])));
  const [bearer] = bearers;
  if (bearer !== undefined && bearers.size === 1) return { ...found, people: [bearer], free: [] };
  // "crew/robot" is the only one who is a robot of any kind.
  for (const word of found.free.filter(isLoose)) {
    const [who, ...more] = new Set(
      names.flatMap(({ id, isEpithet, words }) => (isEpithet && words.at(-1) === word ? [id] : [])),
    );
    if (who !== undefined && more.length === 0)
      return { ...found, people: [who], free: found.free.filter((one) => one !== word) };
  }
  return found;
}

function namesOf(phrases: readonly (readonly string[])[], names: readonly Named[], file: LinkedFile): FoundLinks {
  const places: string[] = [];
  const people: string[] = [];
  const free: string[] = [];
  /** Whose a thing is that a file shows. */
  const owning: string[] = [];
  /** A surname that is all of a place's name: "Marlow's". */
  const shops: { readonly people: readonly string[]; readonly place: string; readonly isMarked: boolean }[] = [];
  /** A surname that a place bears as well. */
  const either: { readonly person: string; readonly place: string }[] = [];
  const unnamed: string[][] = [];
  /** Words beside the place, and those of the file's own name, which comes first. */
  let beside: readonly string[] = [];
  let own: PartOfName | null = null;
  for (const words of phrases) {
    const named: { readonly id: string; readonly at: number; readonly behind?: readonly string[] }[] = [];
    const others: string[] = [];
    let owner: Named | null = null;
    const all = placeOfAll(words, names);
    if (all !== null) {
      named.push({ id: all.id, at: 0 });
      others.push(...words.filter((word) => !all.words.includes(word)));
    }
    for (let at = all === null ? 0 : words.length; at < words.length; ) {
      const borne = file.isPortrait ? null : borneAt(words, at, names);
      if (borne !== null) {
        shops.push({ ...borne, isMarked: file.possessives.has(words[at] ?? "") });
        at += 1;
        continue;
      }
      const found = nameAt(words, at, names);
      const { one, length } = found;
      if (one?.kind === "place" && !isElsewhere(one, owner, file))
        named.push({ id: one.id, at, ...(one.behind && { behind: one.behind }) });
      else if (one?.kind === "person") {
        // "Mr Penrose's fireside" is in the rooms that are called his.
        const isOwner = file.owners.has(one.words.at(-1) ?? "");
        const untitled = one.words.filter((word) => !TITLES.test(word));
        const bare = untitled.length > 0 ? untitled : one.words;
        const bearing = (one.isPart || isOwner || file.isOfPlaces) && !file.isPortrait ? placesWith(bare, names) : [];
        const [place] = bearing;
        if (bearing.length === 1 && place !== undefined) either.push({ person: one.id, place });
        else if (isOwner && !file.isPortrait && at + length < words.length) owning.push(one.id);
        else people.push(one.id);
        // "Garland, Tom": a surname that others have too, before the first name.
        if (bearing.length === 0 && isNameOf(one.id, others.at(-1), names) && words[at - 1] === others.at(-1))
          others.pop();
        // "Mrs Trumble" is hers altogether.
        if (TITLES.test(others.at(-1) ?? "")) others.pop();
      } else others.push(...words.slice(at, at + length));
      owner = one?.kind === "person" ? one : null;
      at += length;
    }
    const part = partAmong(named, names);
    if (part === null) return { ...linked([], people, phrases.flat(), names), isNamedWhole: false };
    if (part) named.splice(0, named.length, part);
    const [first, second] = named;
    // "Mill by the river" is the mill; "mill river" may be either.
    if (first && second && first.id !== second.id && !words.slice(first.at, second.at).some((word) => BESIDE.has(word)))
      return { ...linked([], people, phrases.flat(), names), isNamedWhole: false };
    // The file's own name comes first: what a part of it means counts before the name of a folder.
    if (unnamed.length === 0 && named.length === 0 && !file.byKeywords) own = placeOfPart(others, names, file);
    if (places.length === 0)
      beside = named.length > 0 ? [...free.slice(0, unnamed[0]?.length ?? 0), ...others] : beside;
    if (own === null) places.push(...named.map(({ id }) => id));
    free.push(...others);
    unnamed.push(others);
  }
  const loose = free.filter(isLoose);
  const isNamedWhole = places.length > 0;
  // "Zita's stove", in the folder of the galley, shows the galley whoever is there.
  if (places.length === 0) people.push(...owning);
  // "Quill shop" is the place, "quill" alone is who bears the name.
  for (const { person, place } of either)
    if (places.length === 0 && (loose.length > 0 || file.isOfPlaces)) places.push(place);
    else if (!places.includes(place)) people.push(person);
  // "Marlows counter" and "MARLOW ironmongers" are the shop; "marlow", and "marlow_ironmonger" of the only one who is that, are who bears the name.
  for (const { people: bearers, place, isMarked } of shops) {
    const [bearer] = bearers;
    const isSaidOf = (word: string): boolean =>
      names.some(({ id, role }) => bearers.includes(id) && role?.includes(word) === true);
    const isPerson = !isMarked && !file.isOfPlaces && bearers.length === 1 && loose.every(isSaidOf);
    if (isPerson && bearer !== undefined) people.push(bearer);
    else if (places.length === 0) {
      places.push(place);
      // "Butcher" beside the shop's name is what is sold there.
      people.splice(0, people.length, ...people.filter((id) => !bearers.includes(id)));
    }
  }
  if (places.length === 0) {
    const part = own ?? unnamed.map((words) => placeOfPart(words, names, file)).find((one) => one !== null);
    const several = part || !file.isMusic ? undefined : unnamed.map((words) => placesOfPart(words, names, file))[0];
    places.push(...(part ? [part.id] : (several?.ids ?? [])));
    const taken = new Set(part?.words ?? several?.words);
    const others = free.filter((word) => !taken.has(word));
    return { ...linked(places, people, others, names), isNamedWhole };
  }
  // A word of one other place's name beside it: what is shown is neither. "Room" is of no place where several are rooms.
  const isStray = beside.filter(isLoose).some((word) => {
    const [having, ...more] = placesWith([word], names);
    if (having === undefined || more.length > 0 || having === places[0]) return false;
    // "Reeds" beside a name are no islands, whatever the reed islands are called.
    return (
      file.proper.has(word) ||
      // Water is heard at the ferry, whatever else is called after water.
      (!file.isMusic && names.some(({ id, words, what }) => id === having && (what ?? words.at(-1)) === word))
    );
  });
  // Keywords are words to be found by: each adds to what a file is found for.
  return { ...linked(isStray && !file.byKeywords ? [] : places, people, free, names), isNamedWhole };
}

/** The one place that is called by a surname alone, as its owner's, and those who bear that surname, where a file has it and no more of a name. */
function borneAt(
  words: readonly string[],
  at: number,
  names: readonly Named[],
): { readonly people: readonly string[]; readonly place: string } | null {
  const word = words[at] ?? "";
  const bare = names.filter((name) => name.words.length === 1 && name.words[0] === word && name.kind !== "topic");
  const places = new Set(
    bare.flatMap(({ kind, id, owners }) => (kind === "place" && owners?.includes(word) ? [id] : [])),
  );
  const people = [...new Set(bare.flatMap(({ kind, id }) => (kind === "person" ? [id] : [])))];
  const [place] = places;
  if (place === undefined || places.size > 1 || people.length === 0) return null;
  const isLonger = (from: number): boolean =>
    names.some((name) => name.words.length > 1 && startsAt(words, from, name) > 1 && from + name.words.length > at);
  const isOfName = isLonger(at) || (at > 0 && isLonger(at - 1));
  const isBeside = [words[at - 1], words[at + 1]].some(
    (one) => people.some((id) => isNameOf(id, one, names)) || TITLES.test(one ?? ""),
  );
  return isOfName || isBeside ? null : { people, place };
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

/** The place whose longer name has all words of a phrase that say something, where it says more than a shorter name among them. */
function placeOfAll(phrase: readonly string[], names: readonly Named[]): Named | null {
  const words = [...new Set(phrase.filter(isLoose))];
  if (words.length < 2) return null;
  const having = names.filter((name) => words.every((word) => name.words.includes(word)));
  const [only] = having;
  if (only?.kind !== "place" || having.some(({ kind, id }) => kind !== "place" || id !== only.id)) return null;
  // A name that stands there as it is needs no finding.
  return having.some((name) => holds(phrase, name.words)) ? null : only;
}

/**
 * The one of two named places that is called by the first words of its name, and so is a part of the other.
 *
 * @returns Undefined where none is; null where it is the part of a third: "swan back room" is not the back room of the Gull.
 */
function partAmong<N extends { readonly id: string; readonly behind?: readonly string[] }>(
  named: readonly N[],
  names: readonly Named[],
): N | null | undefined {
  const parts = named.filter(({ behind }) => behind !== undefined);
  const others = named.filter(({ behind }) => behind === undefined);
  const [part] = parts;
  if (part === undefined || parts.length > 1 || others.length === 0) return undefined;
  const owners = names.filter(({ kind, words }) => kind === "place" && holds(part.behind ?? [], words));
  const isOf =
    owners.length === 0 || others.every(({ id }) => owners.some((owner) => owner.id === id) || id === part.id);
  return isOf ? part : null;
}

const isNameOf = (person: string, word: string | undefined, names: readonly Named[]): boolean =>
  names.some(
    ({ kind, id, isEpithet, words }) =>
      kind === "person" && id === person && !isEpithet && words.length > 1 && words.includes(word ?? ""),
  );

const isLoose = (word: string): boolean => qualifierOf(word) === null && !isNeutral(word);

/** The name that begins at a word, the longest there is; null where two share it, and where it is but a thing's. */
function nameAt(
  words: readonly string[],
  at: number,
  names: readonly Named[],
): { readonly one: Named | null; readonly length: number } {
  const here = beginningWith(words[at] ?? "", names).filter((name) => startsAt(words, at, name) > 0);
  const [longest] = here;
  if (longest === undefined) return { one: null, length: 1 };
  const length = startsAt(words, at, longest);
  const alike = here.filter((name) => startsAt(words, at, name) === length && name.kind !== "topic");
  const title = words[at - 1] ?? "";
  const pronoun = TITLES_OF_HER.test(title) ? "she" : TITLES_OF_HIM.test(title) ? "he" : null;
  const meant = alike.filter((name) => pronoun === null || name.kind !== "person" || name.pronoun === pronoun);
  // A name that two share is nobody's, unless a first letter beside it says whose: "Brosi, N".
  const initials = [words[at + length], words[at - 1]].filter((word) => word?.length === 1);
  const letters = (person: string): readonly string[] =>
    names
      .filter(({ kind, id, isPart, isEpithet }) => kind === "person" && id === person && !isPart && !isEpithet)
      .flatMap((name) => name.words.filter((word) => !longest.words.includes(word)))
      .map((word) => word.charAt(0));
  const isOne = (some: readonly Named[]): boolean => new Set(some.map(({ id, kind }) => `${kind} ${id}`)).size === 1;
  const lettered = meant.filter(
    ({ kind, id }) => kind === "person" && letters(id).some((one) => initials.includes(one)),
  );
  const own = isOne(meant) ? meant : isOne(lettered) ? lettered : [];
  return { one: own.find(({ isPart }) => !isPart) ?? own[0] ?? null, length };
}

const beginnings = new WeakMap<readonly Named[], ReadonlyMap<string, readonly Named[]>>();

/** Names whose first word this is, or which are written as this one word, in the order of the list. */
function beginningWith(word: string, names: readonly Named[]): readonly Named[] {
  const known = beginnings.get(names);
  if (known) return known.get(word) ?? [];
  const index = new Map<string, Named[]>();
  for (const name of names) {
    for (const start of new Set([name.words[0] ?? "", name.words.join(""), name.joined])) {
      const alike = index.get(start);
      if (alike) alike.push(name);
      else index.set(start, [name]);
    }
  }
  beginnings.set(names, index);
  return index.get(word) ?? [];
}

/** How many words from `at` on are the name, written as one word or as several; 0 where they are not. */
function startsAt(words: readonly string[], at: number, { words: name, joined }: Named): number {
  if (name.every((word, index) => words[at + index] === word)) return name.length;
  return name.length > 1 && (words[at] === name.join("") || words[at] === joined) ? 1 : 0;
}

/** "Augie's roof" is not the roof, but another one. */
function isElsewhere({ id, words, behind }: Named, owner: Named | null, { proper }: LinkedFile): boolean {
  const isKind = behind !== undefined || (words.length === 1 && words.every((word) => !proper.has(word)));
  return owner !== null && isKind && owner.home !== id;
}

/** Ids of the places whose longer names have all these words. */
function placesWith(parts: readonly string[], names: readonly Named[]): string[] {
  const found = names.filter(
    ({ kind, words }) => kind === "place" && words.length > parts.length && parts.every((word) => words.includes(word)),
  );
  return [...new Set(found.map(({ id }) => id))];
}

/** A place, and the words of its name that a file has. */
interface PartOfName {
  readonly id: string;
  readonly words: readonly string[];
}

/** The one place whose longer name has these words: "ferry stage" is the Drowned Ferry Stage, "plume" the Plume of Feathers. */
function placeOfPart(phrase: readonly string[], names: readonly Named[], file: LinkedFile): PartOfName | null {
  const numbered = placeOfNumber(phrase, names);
  if (numbered) return numbered;
  const told = phrase.filter((word) => qualifierOf(word) === null && !isNumber(word));
  const loose = told.filter(isLoose);
  // "Market shouting" is what is heard at the Market Raft. (rule EN5814)
  const isHeard = (word: string): boolean =>
    file.isMusic && isSounding(word) && !names.some((name) => name.words.includes(word));
  const unheard = loose.filter((word) => !isHeard(word));
  for (const words of [told, loose, loose.filter((word) => !file.proper.has(word)), unheard]) {
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
    const isEnough = last === words[0] || only.what === words[0] || (ROOM.has(last ?? "") && only.words.length === 2);
    // Beside pictures of places, one word that no other name has is enough: "assembly" is the assembly hall.
    const isOfPlaces = file.isOfPlaces && !ADJECTIVES.has(words[0] ?? "");
    if (words.length > 1 || isEnough || isOfPlaces || file.isMusic) return { id: only.id, words };
  }
  const pair = placeOfPair(phrase, names) ?? (file.isMusic ? placeOfKind(loose, names) : null);
  if (pair !== null) return pair;
  for (const word of told) {
    const bearing = parentsAmong(names.filter(({ words, isEpithet }) => words.includes(word) && !isEpithet));
    const [only] = bearing;
    const isOne = only?.kind === "place" && bearing.every(({ kind, id }) => kind === "place" && id === only.id);
    // Neither whose it is nor where it lies: "the road to Arling" is not Arling.
    const isOwn = bearing.every(
      ({ words, owners }) =>
        !owners?.includes(word) && !words.slice(0, words.indexOf(word)).some((one) => BESIDE.has(one)),
    );
    const isName = file.proper.has(word) && !ADJECTIVES.has(word) && !isTelling(word);
    // "Docking" is the docking hatch: what is done there is no place by itself.
    const isDoing = /.ing$/.test(word) && loose.length === 1 && bearing.every(({ words }) => words[0] === word);
    if (isOne && isOwn && (isName || isDoing)) return { id: only.id, words: [word] };
  }
  return null;
}

/** Two words that stand together in the name of one place and in no other name: "ice house drip" is at Marlow's ice house. */
function placeOfPair(phrase: readonly string[], names: readonly Named[]): PartOfName | null {
  for (const [at, first] of phrase.entries()) {
    const pair = [first, phrase[at + 1] ?? ""];
    if (pair.some((word) => word === "" || isNumber(word) || ADJECTIVES.has(word) || !isLoose(word))) continue;
    const having = names.filter(({ words, isEpithet }) => !isEpithet && words.length > 2 && holds(words, pair));
    const [only] = having;
    if (only?.kind !== "place" || having.some(({ kind, id }) => kind !== "place" || id !== only.id)) continue;
    return { id: only.id, words: pair };
  }
  return null;
}

/** "Kitchen kettle" is heard in the only kitchen: the word for what one place alone is, and no other name has, is enough for a piece. */
function placeOfKind(words: readonly string[], names: readonly Named[]): PartOfName | null {
  for (const word of words) {
    if (ADJECTIVES.has(word) || ROOM.has(word) || isTelling(word)) continue;
    const having = names.filter((name) => name.words.includes(word));
    const [only] = having;
    if (only?.kind !== "place" || having.some(({ kind, id }) => kind !== "place" || id !== only.id)) continue;
    if ((only.what ?? only.words.at(-1)) === word) return { id: only.id, words: [word] };
  }
  return null;
}

/** "Old 80" is Old Highway 80: its number and one more word of its name mean the only place that has both. */
function placeOfNumber(phrase: readonly string[], names: readonly Named[]): PartOfName | null {
  const numbers = phrase.filter((word) => isNumber(word) && names.some(({ words }) => words.includes(word)));
  for (const number of numbers) {
    const having = names.filter(({ words }) => words.includes(number));
    const more = [...new Set(phrase)].filter(
      (word) => !isNumber(word) && having.some(({ words }) => words.includes(word)),
    );
    const meant = having.filter(({ words }) => more.every((word) => words.includes(word)));
    const [only] = meant;
    if (more.length === 0 || only?.kind !== "place" || meant.some(({ kind, id }) => kind !== "place" || id !== only.id))
      continue;
    return { id: only.id, words: [number, ...more] };
  }
  return null;
}

/** All places whose longer names have the words of a phrase that has a name among them. */
function placesOfPart(
  phrase: readonly string[],
  names: readonly Named[],
  { proper }: LinkedFile,
): { readonly ids: readonly string[]; readonly words: readonly string[] } | undefined {
  const words = phrase.filter(isLoose);
  if (!words.some((word) => proper.has(word) && !ADJECTIVES.has(word))) return undefined;
  const having = names.filter((name) => words.every((word) => name.words.includes(word)));
  const ids = [...new Set(having.flatMap(({ kind, id }) => (kind === "place" ? [id] : [])))];
  return ids.length > 1 && having.every(({ kind }) => kind !== "person") ? { ids, words } : undefined;
}

/** Names without those that have another of them within: of "Skylark" and "prop room at the Skylark" the first. */
function parentsAmong(names: readonly Named[]): Named[] {
  return names.filter(
    ({ kind, id, words }) =>
      kind !== "place" ||
      !names.some(
        (one) => one.kind === "place" && one.id !== id && one.words.length < words.length && holds(words, one.words),
      ),
  );
}
