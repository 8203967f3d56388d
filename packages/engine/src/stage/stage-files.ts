/** What the files of a campaign are linked to: places, people and beats, by texts that name them, by keywords or by name. */
import { basename, dirname } from "node:path/posix";
import type { Reading } from "@narratoria/protocol/contracts";
import { type Campaign, withReadLore } from "@narratoria/campaign";
import { linksOf, type Named, namesIn, placesAlike } from "./file-links.js";
import { mentionsIn, NO_MENTIONS } from "./file-mentions.js";
import {
  type FileUse,
  foldedWords,
  isAmongPlaces,
  isNeutral,
  isNumber,
  isPlain,
  isTelling,
  qualifierOf,
  type Qualifiers,
  qualifiersOf,
  wordsOfFile,
  wordsOfName,
} from "./file-words.js";
import { type StoryWords, storyWords } from "./story-words.js";

/** A picture or a piece of music of a campaign, and what it belongs to. */
export interface StageFile {
  /** Path in the campaign. */
  readonly file: string;
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
  readonly people: readonly string[];
  /** Beats and endings that name it. */
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
const AMBIENT = /ambi|atmo|backgr|everyday/i;

/** Reads what each picture and sound of a campaign belongs to. Implements rules EN1800 to EN1803. */
export function stageFiles(campaign: Campaign, reading: Reading): StageFile[] {
  const names = namesIn(reading);
  const mentions = mentionsIn(campaign, reading);
  const portraits = new Map(campaign.npcs.flatMap(({ id, portrait }) => (portrait ? [[portrait, id]] : [])));
  const voices = new Set(campaign.npcs.flatMap(({ profile }) => profile.voice ?? []));
  const files = [...new Set([...campaign.art, ...portraits.keys(), ...campaign.music])].filter(
    (file) => !voices.has(file),
  );
  const words = storyWords(withReadLore(campaign), new Set(files.flatMap(foldedWords)));
  const alike = placesAlike(reading, words.proper);
  const marks = marksIn(files, words);
  const ofPeople = groupsOfPeople(files, names, words);
  const ofPlaces = foldersOfPlaces(files, names, words);
  return files.map((file): StageFile => {
    const sidecar = campaign.texts.get(file + SIDECAR);
    const keywords = sidecar === undefined ? null : keywordsIn(sidecar);
    const told = wordsOfFile(file, keywords === null || keywords.length === 0 ? null : keywords);
    const { saidUse } = told;
    const isNamed = keywords === null;
    const group = isNamed && told.use === "scene" ? groupsOf(file).find((one) => ofPeople.has(one)) : undefined;
    const isAmongPeople = group !== undefined;
    const use = isAmongPeople ? "portrait" : told.use;
    // What a group is called says nothing of the one whom a picture shows.
    const own = isAmongPeople
      ? [ownWords(file, group)]
      : isNamed && ofPlaces.has(dirname(file))
        ? [ownWords(file, `${dirname(file)}/`)]
        : told.phrases;
    const phrases = own.map((phrase) =>
      spelledOut(isNamed && marks.has(phrase[0] ?? "") ? phrase.slice(1) : phrase, file, words),
    );
    const kind = /^music\//.test(file) ? "audio" : "image";
    // Of a path the file's own name counts before its folders; of keywords the first.
    const by = keywords === null ? "name" : "keywords";
    const found = linksOf(sidecar === undefined ? phrases.toReversed() : phrases, names, {
      isMusic: kind === "audio",
      isPortrait: use === "portrait",
      isOfPlaces: isNamed && isAmongPlaces(file),
      byKeywords: keywords !== null,
      proper: words.proper,
      owners: ownersIn(keywords === null ? basename(file) : keywords.join("\n")),
    });
    const named = mentions.get(file) ?? NO_MENTIONS;
    const person = portraits.get(file);
    const place = named.places.length === 1 ? (named.places[0] ?? null) : found.place;
    const people = [...new Set([...(person === undefined ? [] : [person]), ...named.people, ...found.people])];
    const byText = person !== undefined || named.people.length > 0 || named.places.length > 0 || named.beats.length > 0;
    const linked = place !== null || people.length > 0;
    const rest = found.free.filter((word) => qualifierOf(word) === null && !isNeutral(word));
    const isMoment = (word: string): boolean =>
      isTelling(word) || (rest.includes(word) && keywords === null && words.coming.has(word) && !isPlain(word));
    const known = {
      file,
      kind,
      place,
      isNamedWhole: place !== null && found.place === place && found.isNamedWhole,
      alsoAt: [
        ...(kind === "audio" ? found.places.filter((one) => one !== place) : []),
        ...(place === null ? [] : (alike.get(place)?.same ?? [])),
      ],
      within: place === null ? [] : (alike.get(place)?.within ?? []),
      people,
      beats: named.beats,
      by: byText ? "text" : linked ? by : null,
      qualifiers: linked || byText ? qualifiersOf(found.free) : qualifiersIn(found.free, kind),
      rest,
      telling: found.free.filter(isMoment),
      foreign: rest.filter((word) => words.proper.has(word)),
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
      (use === "scene" && said === null && !isAmongPlaces(file) && isOfOneAlone(known, campaign, reading));
    return { ...known, use: isPortrait ? "portrait" : (said ?? use) };
  });
}

/** A picture that lies nowhere in particular. */
const BY_NAME = { isMusic: false, isOfPlaces: false, byKeywords: false, owners: new Set<string>() };

const ownersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/(\p{L}+)['’]s(?!\p{L})/gu)].flatMap(([, owner = ""]) => foldedWords(owner)));

/** A folder or a first word that groups fewer files says nothing of them. */
const LEAST_ALIKE = 3;

/** First words that names of files share and no text of the campaign has: they say what kind of file it is. */
function marksIn(files: readonly string[], { all }: StoryWords): Set<string> {
  const firsts = files.flatMap((file) => foldedWords(basename(file))[0] ?? []);
  return new Set(firsts.filter((word) => !all.has(word) && firsts.filter((one) => one === word).length >= LEAST_ALIKE));
}

/** What a picture is grouped by: its folder, and the first word of its name. */
function groupsOf(file: string): string[] {
  if (!file.startsWith("art/")) return [];
  const [first = ""] = foldedWords(basename(file));
  return [...(dirname(file) === "art" ? [] : [`${dirname(file)}/`]), `${dirname(file)}/${first}`];
}

/** Words of a file's name without that of its group. */
function ownWords(file: string, group: string): string[] {
  const words = wordsOfName(file);
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
  const isOfPeople = (group: string, members: readonly string[]): boolean =>
    members.length >= LEAST_ALIKE && 2 * members.filter((file) => isOfOneAlone(file, group)).length >= members.length;
  return new Set([...groups].filter(([group, members]) => isOfPeople(group, members)).map(([group]) => group));
}

/** Folders that are called by no name, and in which files mean several places by their own names: the folder means none of them. */
function foldersOfPlaces(files: readonly string[], names: readonly Named[], words: StoryWords): Set<string> {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file);
    const context = { ...BY_NAME, isPortrait: false, proper: words.proper };
    const { place } = linksOf([ownWords(file, `${folder}/`)], names, context);
    const isName = foldedWords(basename(folder)).some((word) => words.proper.has(word));
    if (place !== null && folder.includes("/") && !isName)
      folders.set(folder, (folders.get(folder) ?? new Set()).add(place));
  }
  return new Set([...folders].filter(([, places]) => places.size > 1).map(([folder]) => folder));
}

/** A piece that is called "theme" and nothing else opens the story. */
function qualifiersIn(words: readonly string[], kind: StageFile["kind"]): Qualifiers {
  const found = qualifiersOf(words);
  const isTheme = kind === "audio" && words.includes("theme") && words.every(isNeutral);
  return isTheme ? { ...found, moods: ["opening"] } : found;
}

/** Whether a picture shows one person and nothing else: by its name, who they are and how they look, or by a page on them. */
function isOfOneAlone(
  { file, kind, place, people, beats, by, rest, telling, foreign, qualifiers }: Omit<StageFile, "use">,
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
    wordsOfName(file).at(-1) === word &&
    telling.length + foreign.length === 0 &&
    !things.some((np) => foldedWords(np).includes(word))
  );
}

/** Writes out names that a file's name has by their first letters, and words that the texts write as two: "ML_bridge" is on the Morven Lass. */
function spelledOut(phrase: readonly string[], file: string, { codes, pairs }: StoryWords): readonly string[] {
  return phrase.flatMap((word) => {
    const isCode = word.length < 5 && new RegExp(`(?<!\\p{L})${word.toUpperCase()}(?!\\p{L})`, "u").test(file);
    return (isCode && codes.get(word)) || pairs.get(word) || [word];
  });
}

function keywordsIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*$/, "").trim());
  return lines.filter((line) => line !== "");
}
