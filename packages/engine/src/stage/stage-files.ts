/** What the files of a campaign are linked to: places, people and beats, by texts that name them, by keywords or by name. */
import { basename, dirname } from "node:path/posix";
import type { Reading } from "@narratoria/protocol/contracts";
import { type Campaign, withReadLore } from "@narratoria/campaign";
import { type FoundLinks, isBeside, linksOf, type Named, namesIn, placesAlike } from "./file-links.js";
import { mentionsIn, NO_MENTIONS } from "./file-mentions.js";
import {
  type FileUse,
  foldedWords,
  foreignTimes,
  isAmongPlaces,
  isForeign,
  isLater,
  isNeutral,
  isNumber,
  isPlain,
  isRoman,
  isSounding,
  isTelling,
  isWorn,
  otherFormOf,
  qualifierOf,
  type Qualifiers,
  qualifiersOf,
  wordsOfFile,
  wordsOfName,
} from "./file-words.js";
import { withoutSignatures } from "./signatures.js";
import { type StoryWords, storyWords } from "./story-words.js";

/** A picture or a piece of music of a campaign, and what it belongs to. */
export interface StageFile {
  /** Path in the campaign. */
  readonly file: string;
  /** The path without who made it at the end of its name. */
  readonly title: string;
  readonly kind: "image" | "audio";
  readonly use: FileUse;
  /** The place it shows; null where it shows none that is known. */
  readonly place: string | null;
  /** Whether its words name that place whole. */
  readonly isNamedWhole: boolean;
  /** Further places that a piece of music is named after: a picture shows one place, music may belong to several. */
  readonly alsoAt: readonly string[];
  /** Places that lie in its place by their names: its music is theirs where they have none. */
  readonly within: readonly string[];
  /** Places that are edges of its place or the middle of it, and those that further keywords name: its pictures are theirs where they have none. */
  readonly parts: readonly string[];
  readonly people: readonly string[];
  /** Beats and endings that name it, or that it is named after. */
  readonly beats: readonly string[];
  /** How it is linked: by a text of the author's that names it, by its keywords or by its name. */
  readonly by: "text" | "keywords" | "name" | null;
  readonly qualifiers: Qualifiers;
  /** Whether its weather is one that stays for days and the story's open texts have. */
  readonly isLastingWeather: boolean;
  /** Words that neither a link nor a qualifier accounts for. */
  readonly rest: readonly string[];
  /** Words that tell of one moment of the story, or that nothing but what is still to come has. */
  readonly telling: readonly string[];
  /** Those of them that are parts of names: of places and people that it is not linked to. */
  readonly foreign: readonly string[];
  /** Whether it is meant for the background of all that happens. */
  readonly isAmbient: boolean;
  /** Numbers that are no part of a link. */
  readonly numbers: readonly string[];
  /** A year before the story's that its name has. */
  readonly pastYear: string | null;
  /** Files that name it. */
  readonly referencedBy: readonly string[];
  readonly keywords: readonly string[];
}

const SIDECAR = ".keywords.txt";
const AMBIENT = /ambi|atmo|backgr|everyday|(?<![a-z])(?:amb|bgs)(?![a-z])/i;

/** The pictures and sounds of a campaign that a scene may have: all but those that are somebody's voice. */
export function filesToStage({ npcs, art, music }: Pick<Campaign, "npcs" | "art" | "music">): string[] {
  const voices = new Set(npcs.flatMap(({ profile }) => profile.voice ?? []));
  const portraits = npcs.flatMap(({ portrait }) => portrait ?? []);
  return [...new Set([...art, ...portraits, ...music])].filter((file) => !voices.has(file));
}

/** Reads what each picture and sound of a campaign belongs to. Implements rules EN1800 to EN1803 and EN4500 to EN4506. */
export function stageFiles(campaign: Campaign, reading: Reading): StageFile[] {
  const names = namesIn(reading);
  const mentions = mentionsIn(campaign, reading);
  const portraits = new Map(campaign.npcs.flatMap(({ id, portrait }) => (portrait ? [[portrait, id]] : [])));
  const files = filesToStage(campaign);
  const ofFiles = new Set(files.flatMap(foldedWords));
  const words = { ...storyWords(withReadLore(campaign), ofFiles), foreign: foreignTimes(ofFiles) };
  const alike = placesAlike(reading, words);
  const unsigned = withoutSignatures(files, words);
  const titles = [...unsigned.values()].map((title) => withoutCredit(title, words));
  const marks = marksIn(titles, words);
  const stems = new Set(titles.map(stemOf));
  const ofPeople = groupsOfPeople(titles, names, words);
  const ofPlaces = foldersOfPlaces(titles, names, words);
  const ofBeats = beatsByName(campaign, names);
  const common = new Map(["art/", "music/"].map((kind) => [kind, commonFolder(titles, kind, names, words)]));
  return files.map((file, at): StageFile => {
    // Its path without who made it.
    const title = titles[at] ?? file;
    const sidecar = campaign.texts.get(file + SIDECAR);
    const keywords = sidecar === undefined ? null : keywordsIn(sidecar);
    const read = wordsOfFile(
      title,
      keywords === null || keywords.length === 0 ? null : keywords,
      common.get(/^[^/]+\//.exec(title)?.[0] ?? ""),
    );
    const { saidUse } = read;
    const isNamed = keywords === null;
    const group = isNamed && read.use === "scene" ? groupsOf(title).find((one) => ofPeople.has(one)) : undefined;
    const isAmongPeople = group !== undefined;
    const use = isAmongPeople ? "portrait" : read.use;
    // What a group is called says nothing of the one whom a picture shows.
    const own = isAmongPeople
      ? [ownWords(title, group)]
      : isNamed && ofPlaces.has(dirname(title)) && !isOfItsFolder(title, names, words)
        ? [ownWords(title, `${dirname(title)}/`)]
        : read.phrases;
    const isByNight = isNamed && isNightOf(title, stems);
    const unmarked = (phrase: readonly string[]): readonly string[] =>
      isNamed && marks.has(phrase[0] ?? "") ? phrase.slice(1) : phrase;
    const whole = own.map((phrase) => spelledOut(unmarked(phrase), title, words, names));
    const asides = isNamed && !isAmongPeople ? withAsideApart(whole, title, names, words) : whole;
    const phrases = isByNight ? [...asides.slice(0, -1), [...(asides.at(-1) ?? []), "night"]] : asides;
    const kind = /^music\//.test(file) ? "audio" : "image";
    // Of a path the file's own name counts before its folders; of keywords the first.
    const by = keywords === null ? "name" : "keywords";
    const found = linksOf(sidecar === undefined ? phrases.toReversed() : phrases, names, {
      isMusic: kind === "audio",
      isPortrait: use === "portrait",
      isOfPlaces: isNamed && isAmongPlaces(file),
      byKeywords: keywords !== null,
      proper: words.proper,
      owners: ownersIn(keywords === null ? basename(title) : keywords.join("\n")),
      possessives: possessivesIn(keywords === null ? basename(title) : keywords.join("\n")),
    });
    const named = mentions.get(file) ?? NO_MENTIONS;
    const told = use === "scene" ? ofBeats(isNamed ? [unmarked(wordsOfName(title))] : phrases, file, found) : null;
    const person = portraits.get(file);
    const place = named.places.length === 1 ? (named.places[0] ?? null) : found.place;
    const people = [...new Set([...(person === undefined ? [] : [person]), ...named.people, ...found.people])];
    const beats = [...new Set([...named.beats, ...(told === null ? [] : [told])])];
    const byText = person !== undefined || named.people.length > 0 || named.places.length > 0 || named.beats.length > 0;
    const linked = place !== null || people.length > 0;
    // "Oven ticking" is what is heard of the oven.
    const isHeard = (word: string): boolean =>
      kind === "audio" && keywords === null && isSounding(word) && !words.all.has(word);
    // What a folder is called says nothing against the place that a name in it means.
    const inFolders = new Set(dirname(title).split("/").flatMap(foldedWords));
    const isOfFolder = (word: string): boolean => inFolders.has(word) && !wordsOfName(title).includes(word);
    const rest = found.free.filter((word) => qualifierOf(word) === null && !isNeutral(word) && !isHeard(word));
    const isMoment = (word: string): boolean =>
      isTelling(word) ||
      (rest.includes(word) && keywords === null && words.coming.has(word) && !isPlain(word) && !isWorn(word));
    const known = {
      file,
      title,
      kind,
      place,
      isNamedWhole: place !== null && found.place === place && found.isNamedWhole,
      alsoAt: [
        ...(kind === "audio" ? found.places.filter((one) => one !== place) : []),
        ...(place === null ? [] : (alike.get(place)?.same ?? [])),
      ],
      within: place === null ? [] : (alike.get(place)?.within ?? []),
      parts: [
        ...(place === null ? [] : (alike.get(place)?.parts ?? [])),
        ...(kind === "image" && keywords !== null
          ? placesListed(phrases, names, words).filter((one) => one !== place)
          : []),
      ],
      people,
      beats,
      by: byText ? "text" : linked || told !== null ? by : null,
      qualifiers: linked || byText ? qualifiersOf(found.free) : qualifiersIn(found.free, kind),
      rest,
      telling: found.free.filter(isMoment),
      foreign: rest.filter((word) => words.proper.has(word) && !(found.isNamedWhole && isNamed && isOfFolder(word))),
      isAmbient: AMBIENT.test(keywords === null ? file : keywords.join(" ")),
      numbers: found.free.filter(isNumber),
      pastYear: found.free.find((word) => words.pastYears.has(word)) ?? null,
      isLastingWeather: qualifiersOf(found.free).weathers.every(
        (one) => one === "wind" || (one === "snow" && words.open.has(one)),
      ),
      referencedBy: named.files,
      keywords: keywords ?? phrases.map((words) => words.join(" ")),
    } as const;
    const said = place === null && kind === "image" && use === "scene" ? saidUse : null;
    // Beside portraits, a picture of two people or of a place is what it would be elsewhere.
    if (isAmongPeople && (people.length !== 1 || place !== null || known.telling.length > 0))
      return { ...known, use: said ?? "scene" };
    const isPortrait =
      person !== undefined ||
      (use === "scene" && said === null && !isAmongPlaces(file) && isOfOneAlone(known, title, campaign, reading));
    return { ...known, use: isPortrait ? "portrait" : (said ?? use) };
  });
}

/** A piece's path without words in brackets at its end that no text has: who plays it, and on what. (rule EN5811) */
function withoutCredit(file: string, { all }: StoryWords): string {
  const [, before, aside = "", suffix] = /^(music\/.*\S)\s*[([]([^()[\]]+)[)\]](\.[a-z0-9]+)$/i.exec(file) ?? [];
  const isSaying = (word: string): boolean => all.has(word) || qualifierOf(word) !== null || isTelling(word);
  return before === undefined || foldedWords(aside).some(isSaying) ? file : `${before}${suffix}`;
}

const stemOf = (file: string): string => file.replace(/\.[a-z0-9]+$/i, "");

/** Whether a file is called as another one with an n behind it: "roof_n" beside "roof" is the roof by night. */
function isNightOf(file: string, stems: ReadonlySet<string>): boolean {
  const [, day] = /^(.*[\p{L}\p{N}])[ _-]+n$/iu.exec(stemOf(file)) ?? [];
  return day !== undefined && stems.has(day);
}

/** A picture that lies nowhere in particular. */
const BY_NAME = {
  isMusic: false,
  isOfPlaces: false,
  byKeywords: false,
  owners: new Set<string>(),
  possessives: new Set<string>(),
};

const ownersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/(\p{L}+)['’]s(?!\p{L})/gu)].flatMap(([, owner = ""]) => foldedWords(owner)));

/** Words with an s behind them, as "Marlow's" is often written in names of files: "marlows_counter". */
const possessivesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/(\p{L}{3,}?)['’]?s(?!\p{L})/gu)].flatMap(([, owner = ""]) => foldedWords(owner)));

/** A folder or a first word that groups fewer files says nothing of them. */
const LEAST_ALIKE = 3;

/** First words that names of files share and no text of the campaign has: they say what kind of file it is. */
function marksIn(files: readonly string[], { all }: StoryWords): Set<string> {
  const firsts = files.flatMap((file) => foldedWords(basename(file))[0] ?? []);
  return new Set(firsts.filter((word) => !all.has(word) && firsts.filter((one) => one === word).length >= LEAST_ALIKE));
}

/** What a picture is grouped by: its folder, the first word of its name, and the folder of folders that it lies in. */
function groupsOf(file: string): string[] {
  if (!file.startsWith("art/")) return [];
  const [first = ""] = foldedWords(basename(file));
  const folder = dirname(file);
  const above = dirname(folder);
  return [
    ...(folder === "art" ? [] : [`${folder}/`]),
    `${folder}/${first}`,
    ...(folder === "art" || above === "art" ? [] : [above + EACH]),
  ];
}

/** Behind a folder: each of its folders has the pictures of one subject. */
const EACH = "/*/";

/** Words of a file's name without that of its group, with that of its own folder where the group is one of folders. */
function ownWords(file: string, group: string): string[] {
  const words = wordsOfName(file);
  if (group.endsWith(EACH)) return [...foldedWords(basename(dirname(file))), ...words];
  return group.endsWith("/") ? words : words.slice(1);
}

/** Groups of pictures of which at least half are named after one person and nothing else. Implements rule EN3008. */
function groupsOfPeople(files: readonly string[], names: readonly Named[], words: StoryWords): Set<string> {
  const groups = new Map<string, string[]>();
  for (const file of files) for (const group of groupsOf(file)) groups.set(group, [...(groups.get(group) ?? []), file]);
  const isOfOneAlone = (file: string, group: string): boolean => {
    const context = { ...BY_NAME, isPortrait: true, proper: words.proper };
    const { place, people, free } = linksOf([ownWords(file, group)], names, context);
    return place === null && people.length === 1 && free.every(isNeutral);
  };
  const oneOf = (file: string, group: string): string | null => {
    const context = { ...BY_NAME, isPortrait: true, proper: words.proper };
    const { place, people } = linksOf([ownWords(file, group)], names, context);
    return place === null && people.length === 1 ? (people[0] ?? null) : null;
  };
  // "player_sheila", "big_dave_gloves": nearly everybody has one picture there, whatever else it says of them.
  const isOfEach = (group: string, members: readonly string[]): boolean => {
    const shown = members.flatMap((file) => oneOf(file, group) ?? []);
    const people = new Set(shown).size;
    return people >= LEAST_ALIKE && 4 * shown.length >= 3 * members.length && 4 * people >= 3 * shown.length;
  };
  const isOfPeople = (group: string, members: readonly string[]): boolean =>
    members.length >= LEAST_ALIKE &&
    (2 * members.filter((file) => isOfOneAlone(file, group)).length >= members.length ||
      (group.endsWith("/") && !group.endsWith(EACH) && isOfEach(group, members)));
  return new Set([...groups].filter(([group, members]) => isOfPeople(group, members)).map(([group]) => group));
}

/** The folder that all files of a kind lie in, where it is called by no name; empty for fewer than three files. Implements rule EN5815. */
function commonFolder(
  files: readonly string[],
  kind: string,
  names: readonly Named[],
  { proper }: Pick<StoryWords, "proper">,
): string {
  const [first, ...others] = files.filter((file) => file.startsWith(kind)).map((file) => dirname(file).split("/"));
  if (first === undefined || others.length + 1 < LEAST_ALIKE) return "";
  const differs = first.findIndex((folder, at) => others.some((one) => one[at] !== folder));
  const shared = differs < 0 ? first : first.slice(0, differs);
  const isName = shared
    .map(foldedWords)
    .some(
      (said) =>
        names.some((name) => name.words.join(" ") === said.join(" ")) ||
        said.some((word) => proper.has(word) && names.some((name) => name.words.includes(word))),
    );
  return isName ? "" : shared.join("/");
}

/** Folders that are called by no name, and in which files mean several places by their own names: the folder means none of them. */
function foldersOfPlaces(files: readonly string[], names: readonly Named[], words: FileStoryWords): Set<string> {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file);
    const context = { ...BY_NAME, isPortrait: false, proper: words.proper };
    const { place } = linksOf([spelledOut(ownWords(file, `${folder}/`), file, words, names)], names, context);
    const isName = foldedWords(basename(folder)).some(
      (word) => words.proper.has(word) && names.some((name) => name.words.includes(word)),
    );
    const isOfWhatComes = foldedWords(basename(folder)).some(isLater);
    if (place !== null && folder.includes("/") && !isName && !isOfWhatComes)
      folders.set(folder, (folders.get(folder) ?? new Set()).add(place));
  }
  return new Set([...folders].filter(([, places]) => places.size > 1).map(([folder]) => folder));
}

/** Whether a picture in a folder that is called by the name of a place says nothing else of what it shows: "Fellhythe/general view". */
function isOfItsFolder(file: string, names: readonly Named[], { proper }: StoryWords): boolean {
  const folder = dirname(file);
  const context = { ...BY_NAME, isPortrait: false, proper };
  const isSilent = (word: string): boolean => isNeutral(word) || isPlain(word) || qualifierOf(word) !== null;
  return wordsOfName(file).every(isSilent) && linksOf([foldedWords(basename(folder))], names, context).isNamedWhole;
}

/** Places that keywords name, each of them a name and nothing else. */
function placesListed(
  phrases: readonly (readonly string[])[],
  names: readonly Named[],
  { proper }: StoryWords,
): string[] {
  const context = { ...BY_NAME, byKeywords: true, isPortrait: false, proper };
  const found = phrases.map((phrase) => linksOf([phrase], names, context));
  return found.flatMap(({ place, people, free, isNamedWhole }) =>
    place !== null && isNamedWhole && people.length + free.length === 0 ? [place] : [],
  );
}

/** "Signature tune" and "title theme" are what a story opens with. */
const THEMES = new Set(["theme", "signature", "title", "menu"]);

/** A piece that is called "theme" and nothing else opens the story. */
function qualifiersIn(words: readonly string[], kind: StageFile["kind"]): Qualifiers {
  const found = qualifiersOf(words);
  const isTheme =
    kind === "audio" &&
    words.some((word) => THEMES.has(word)) &&
    words.every((word) => isNeutral(word) || THEMES.has(word));
  return isTheme ? { ...found, moods: ["opening"] } : found;
}

/** Whether a picture shows one person and nothing else: by its name, who they are and how they look, or by a page on them. */
function isOfOneAlone(
  { kind, place, people, beats, by, rest, telling, foreign, qualifiers }: Omit<StageFile, "use">,
  title: string,
  { npcs }: Campaign,
  { cast, places, topics }: Reading,
): boolean {
  const [person] = people;
  if (kind !== "image" || place !== null || person === undefined || people.length > 1 || beats.length > 0) return false;
  if (by === "text") return true;
  const { role = "", epithet = "" } = cast.find(({ id }) => id === person) ?? {};
  const { appearance = "" } = npcs.find(({ id }) => id === person)?.profile ?? {};
  const own = new Set(foldedWords([role, epithet, appearance].join(" ")));
  if (qualifiers.times.length + qualifiers.weathers.length > 0) return false;
  const strange = rest.filter((word) => !own.has(word));
  // One word behind a name, "yeo_sparks", may be what they are called. It is not, where it means a thing or what is still to come.
  const [word, ...more] = strange;
  if (word === undefined) return true;
  const things = [...topics.map(({ np }) => np), ...places.flatMap(({ props }) => props.map(({ np }) => np))];
  return (
    more.length === 0 &&
    by === "name" &&
    wordsOfName(title).at(-1) === word &&
    telling.length + foreign.length === 0 &&
    !things.some((np) => foldedWords(np).includes(word))
  );
}

/**
 * Writes out names that a file's name has by their first letters, words that the texts write as two ("ML_bridge" is on the Morven Lass), and
 * numbers as names have them ("bay1" is Bay One).
 */
function spelledOut(
  phrase: readonly string[],
  file: string,
  { codes, pairs, all, foreign }: FileStoryWords,
  names: readonly Named[],
): readonly string[] {
  const isBehind = (before: string, second: string): boolean =>
    names.some(
      ({ kind, words }) =>
        kind !== "topic" && words.some((word, at) => word === second && at > 0 && words[at - 1] === before),
    );
  return joinedIn(phrase, names).flatMap((word, at, phrase) => {
    const other = otherFormOf(word);
    const before = phrase[at - 1] ?? "";
    if (other !== undefined && isBehind(before, other) && !isBehind(before, word)) return [other];
    const isCode = word.length < 5 && new RegExp(`(?<!\\p{L})${word.toUpperCase()}(?!\\p{L})`, "u").test(file);
    const next = phrase[at + 1] ?? "";
    if (other !== undefined && isBehind(other, next) && !isBehind(word, next)) return [other];
    const street = STREETS.get(word);
    if (street !== undefined && isBehind(before, street)) return [street];
    const long = shortened(word, { before, next }, names, all);
    if (long !== undefined) return [long];
    const time = names.some(({ words }) => words.includes(word)) ? undefined : foreign.get(word);
    if (time !== undefined && (isForeign(word) || !all.has(word))) return [time];
    return (isCode && codes.get(word)) || pairs.get(word) || roomOf(word, names) || [word];
  });
}

type FileStoryWords = StoryWords & { readonly foreign: ReadonlyMap<string, string> };

/** Shorter words are shortened only behind another word of the name, and longer ones are never. */
const LEAST_BEGINNING = 4;
const MOST_SHORTENED = 4;

/**
 * The word of a place's name that a word is short for: "Nuns' Br." is the Nuns' Bridge, "Halfway Is" Halfway Island. Where no text has the
 * word, its beginning alone is enough: "Cauldst".
 */
function shortened(
  word: string,
  { before, next }: { readonly before: string; readonly next: string },
  names: readonly Named[],
  all: ReadonlySet<string>,
): string | undefined {
  const places = names.filter(({ kind }) => kind === "place");
  if (places.some(({ words }) => words.includes(word)) || isBeside(word) || isNumber(word)) return undefined;
  const only = (longer: readonly string[]): string | undefined => {
    const [one, ...more] = new Set(longer);
    return more.length === 0 ? one : undefined;
  };
  const among = (isRight: (one: string, before: string | undefined, next: string | undefined) => boolean) =>
    only(places.flatMap(({ words }) => words.filter((one, at) => isRight(one, words[at - 1], words[at + 1]))));
  const isShort = word.length > 1 && word.length <= MOST_SHORTENED;
  const behind = isShort && before !== "" ? among((one, last) => last === before && isShortOf(word, one)) : undefined;
  // "E. passage" is the east passage.
  const ahead =
    word.length <= MOST_SHORTENED && next !== ""
      ? among((one, _, then) => then === next && isShortOf(word, one))
      : undefined;
  if (behind ?? ahead) return behind ?? ahead;
  return word.length >= LEAST_BEGINNING && !all.has(word)
    ? among((one) => one.startsWith(word) && one.length <= 2 * word.length)
    : undefined;
}

/** Whether a word is the beginning of a longer one, or its first letter and some of its consonants. */
function isShortOf(word: string, whole: string): boolean {
  if (word.length >= whole.length) return false;
  if (whole.startsWith(word)) return true;
  const letters = [...whole];
  const isWithin = [...word].every((letter) => {
    const at = letters.indexOf(letter);
    letters.splice(0, at + 1);
    return at >= 0;
  });
  return isWithin && word[0] === whole[0] && !/[aeiou]/.test(word.slice(1));
}

/** As they stand behind the name of a street. */
const STREETS: ReadonlyMap<string, string> = new Map(
  Object.entries({ st: "street", rd: "road", ln: "lane", ave: "avenue", sq: "square", hse: "house", stn: "station" }),
);
/** Shorter names may be there by chance. */
const LEAST_JOINED = 6;

/** Two words as one, where a name is written so: "bee-keeper" is the Beekeeper. */
function joinedIn(phrase: readonly string[], names: readonly Named[]): readonly string[] {
  return phrase.flatMap((word, at) => {
    const isName = (one: string): boolean =>
      one.length >= LEAST_JOINED && names.some(({ words }) => words.length === 1 && words[0] === one);
    if (isName(word + (phrase[at + 1] ?? " "))) return [word + (phrase[at + 1] ?? "")];
    return at > 0 && isName((phrase[at - 1] ?? "") + word) ? [] : [word];
  });
}

/** "Schoolroom" is a room of the school, and "schoolyard" the yard where that is a place. */
function roomOf(word: string, names: readonly Named[]): readonly string[] | undefined {
  if (names.some(({ words }) => words.includes(word))) return undefined;
  const [, of = "", part = ""] = /^(.{3,})(room|yard|house|hall|gate|door)$/.exec(word) ?? [];
  const isPlace = (name: string): boolean =>
    names.some(({ kind, words }) => kind === "place" && words.length === 1 && words[0] === name);
  return (/room|yard/.test(part) && isPlace(of)) || isPlace(part) ? [of, part] : undefined;
}

/** Sets the words in brackets at the end of a file's name apart where a name stands before them: "The Lounge (piano)". */
function withAsideApart(
  phrases: readonly (readonly string[])[],
  file: string,
  names: readonly Named[],
  words: StoryWords,
): readonly (readonly string[])[] {
  const aside = foldedWords(/\S\s*[([]([^()[\]]+)[)\]]$/.exec(file.replace(/\.[a-z0-9]+$/i, ""))?.[1] ?? "");
  const own = phrases.at(-1) ?? [];
  const main = own.slice(0, own.length - aside.length);
  if (aside.length === 0 || main.length === 0 || own.slice(main.length).join() !== aside.join()) return phrases;
  const isMusic = file.startsWith("music/");
  const found = linksOf([main], names, { ...BY_NAME, isMusic, isPortrait: false, proper: words.proper });
  // "Dining (spoons)" is a piece of the dining room.
  return found.isNamedWhole || (isMusic && found.place !== null) ? [...phrases.slice(0, -1), aside, main] : phrases;
}

const BEAT_FOLDERS = new Set(["beat", "chapter", "ending", "episode", "illustration", "plot", "scene", "story"]);

/**
 * Finds the beat or ending that a file is named after: by its id with a number, or by its whole id or title or a clause of the title, where
 * the file names no place and no person. One word is enough in a folder of beats alone. Implements rule EN4500.
 */
function beatsByName(
  { beats, endings }: Campaign,
  names: readonly Named[],
): (phrases: readonly (readonly string[])[], file: string, found: FoundLinks) => string | null {
  const things = new Set(names.flatMap(({ kind, words }) => (kind === "topic" ? [words.join(" ")] : [])));
  const all = [...beats, ...endings].map(({ id, title }) => ({
    id,
    words: foldedWords(id),
    titles: [
      ...new Set([title, ...title.split(/\s*[,:;/|()]\s*|\s+[–—-]\s+/)].map((one) => foldedWords(one).join(" "))),
    ],
  }));
  return (phrases, file, { place, people }) => {
    const isTold = file
      .split("/")
      .slice(1, -1)
      .some((folder) => foldedWords(folder).some((one) => BEAT_FOLDERS.has(one)));
    // "Black bean" may be a picture of the bean, whatever beat is called after it too.
    const isThing = (words: readonly string[]): boolean => file.startsWith("art/") && things.has(words.join(" "));
    const isEnough = (words: readonly string[]): boolean => isTold || (words.length > 1 && !isThing(words));
    const isOf = (own: readonly string[], { words, titles }: (typeof all)[number]): boolean => {
      const isNumbered = words.length > 1 && words.some(isNumber);
      if (isNumbered && words.every((word, at) => own[at] === word)) return true;
      if (place !== null || people.length > 0) return false;
      // "01 Nine Dry" is the first track, "XIV. Nine Dry" the fourteenth plate.
      const first = own.findIndex((word) => !isNumber(word) && !isRoman(word));
      return [own, own.slice(Math.max(first, 0))].some(
        (said) => isEnough(said) && (said.join(" ") === words.join(" ") || titles.includes(said.join(" "))),
      );
    };
    const [only, ...more] = all.filter((one) => phrases.some((own) => isOf(own, one)));
    return only !== undefined && more.length === 0 ? only.id : null;
  };
}

function keywordsIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*$/, "").trim());
  return lines.filter((line) => line !== "");
}
