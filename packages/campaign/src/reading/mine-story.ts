import type { EndingMatter, Fact, Place, StorySource, Topic } from "@narratoria/protocol/story";
import {
  countWords,
  createNameIndex,
  indexPhrases,
  isPair,
  isPlural,
  isQuality,
  isThing,
  capitalise,
  learnProperWords,
  looksFinite,
  type NameIndex,
  type PhraseIndex,
  type ProperWords,
  slug,
  splitSentences,
  withoutArticle,
  escapeRegExp,
} from "@narratoria/protocol/english";
import type { FrameProblem } from "@narratoria/protocol/frame-file";
import { readFrameFile } from "@narratoria/protocol/frame-file";
import { datedEntry, type Document } from "./documents.js";
import { mineBeat, mineEnding, type MinedBeat } from "./mine/beats.js";
import { namesNothing, topicTitle, withItsArticle } from "./mine/topic-names.js";
import { mineDescription, mineSentences, mineSights, type TellableSentence } from "./mine/facts.js";
import { markdownSections } from "./mine/markdown.js";
import type { MinedPerson, NameEntry } from "./mine/people.js";
import { peopleInTexts } from "./mine/people-in-texts.js";
import { minePerson, withTopics, wordsOfTopics } from "./mine/people.js";
import { openMatters, type SourceText } from "./mine/open-matters.js";
import { recurringThings, thingsOfSetting } from "./mine/recurring-things.js";
import { minePlaceProps, readProps } from "./mine/props.js";
import { createSoundNames, type SoundNames } from "./mine/sound-names.js";
import { isTitle } from "./lexicon.js";
import { isPlaceFile } from "./place-names.js";
import { lineOf } from "./locate.js";
import { openingParagraphs } from "./opening.js";
import type { PlayerWords } from "./player-words.js";
import type { ReadingSource } from "./read-story.js";
import type { Statement } from "./cast.js";
import { readWorld, type World } from "./world.js";

/** What the campaign's texts hold that can be told, asked about, looked at, gone to and said. */
/** A sentence that shows a place. */
interface MinedSight {
  readonly text: string;
  readonly file: string;
  /** It goes on from a sentence before it in its paragraph. */
  readonly inside?: true;
}

export interface MinedStory {
  readonly facts: readonly (Fact & { readonly voice?: string })[];
  readonly topics: readonly Topic[];
  readonly places: readonly Place[];
  readonly people: readonly MinedPerson[];
  readonly beats: readonly MinedBeat[];
  readonly endings: readonly EndingMatter[];
  /** Paragraphs of the opening scene: the premise. */
  readonly opening: readonly string[];
  /** Sentences of the setting that belong to no single place. */
  readonly general: readonly string[];
  /** Sentences of the setting that are facts, where there is no lore: they are found out, not looked at in passing. */
  readonly toFind: readonly string[];
  /** Forms under which each person is found in texts, by id. */
  readonly forms: ReadonlyMap<string, readonly string[]>;
  /** Who is in it, where it plays and how its beats are staged. */
  readonly world: World;
  /** What each place looks like, by its id. */
  readonly sights: ReadonlyMap<string, readonly MinedSight[]>;
  readonly proper: ProperWords;
  readonly names: NameIndex;
  readonly problems: readonly FrameProblem[];
}

const HEADING_CLAUSE =
  /^(?:what|how|why|when|where|who|if|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b/i;
const SECTION_OF_A_TEXT =
  /^(?:overview|introduction|summary|notes?|history|description|details|background|appearance|see also|rumou?rs|sources|hooks?|secrets?)$/i;

/** A beat's title can be asked about if it is a noun phrase: "A Drawer With a Name", but not "Marta Shows Her Hand". */
function isNounPhraseTitle(title: string, people: readonly { readonly name: string }[]): boolean {
  if (HEADING_CLAUSE.test(title) || /[?!:]/.test(title) || !/^(?:the|a|an)\s/i.test(title)) return false;
  const words = title.split(/\s+/).slice(1);
  if (words.length === 0 || words.length > 5) return false;
  if (people.some(({ name }) => title.startsWith(name.split(" ")[0] ?? name))) return false;
  return !words.slice(1).some((word) => looksFinite(word));
}

/** "lore/shore/songs-for-climbing.md" gives "songs for climbing". */
const nameOfFile = (file: string): string =>
  file
    .replace(/^.*\//, "")
    .replace(/\.[^.]*$/, "")
    .replace(/[-_]+/g, " ");

/** Text without what a file's name has not: case, apostrophes, hyphens. */
const plainly = (text: string): string => text.toLowerCase().replace(/['’]/g, "").replace(/-/g, " ");

/** "don lalos rules" of a text that begins "Don Lalo's rules" has that form. */
function asTextHas(name: string, text: string): string {
  // An expression costs more to compile than a text to look through, and most texts do not have the name of their file.
  if (!plainly(text).includes(plainly(name))) return name;
  const words = name.split(" ").map((word) => [...word].map((letter) => escapeRegExp(letter)).join("['’]?"));
  return new RegExp(`(?<![\\p{L}])${words.join("[ -]")}(?![\\p{L}])`, "iu").exec(text)?.[0] ?? name;
}

/** Sentences of a place that are taken from lore, where the setting has no section for it. */
const LOOKS = 8;

/** Paragraphs of a text about a place that are told as they stand: what it is comes first. */
const SHOWN_WHOLE = 2;

/** Whether a sentence about a place says what one sees there, and not what happened. */
const isLook = (text: string): boolean =>
  !/\b(?:1[0-9]|20)\d{2}\b|\b(?:years? ago|used to|once|nobody knows|since then|said to|they say|called)\b/i.test(text);

/** Words of names that say nobody: "The Admiral", "Old Bartholomew". (rule CA5901) */
const NO_ONES = /^(?:the|an?|of|and|old|young|little|big|great|new|miss|mrs?|ms|dr)\.?$/i;

/** Names that hold one of some words, as an expression; one that finds nothing where there are none. */
function formsWithWords(forms: readonly string[], words: ReadonlySet<string>): RegExp {
  const found = forms
    .map(withoutArticle)
    .filter((form) => form.split(/\s+/).some((word) => words.has(word.replace(/['’]s$/, ""))))
    .sort((one, other) => other.length - one.length);
  return found.length === 0
    ? /(?!)/u
    : new RegExp(`(?<!\\p{L})(?:${found.map(escapeRegExp).join("|")})(?!\\p{L})`, "giu");
}

/** What was, and what somebody did. */
const OF_THEN =
  /\b(?:was|were|had|did|said|asked|told|went|came|took|got|gave|knew|thought|found|made|put|sent|stood|sat|(?:would|could|must|might) have)\b|['’]d (?:been|have)\b/iu;
const OF_NOW =
  /\b(?:is|are|has|have|does|do|can|will|may|must|would|could)\b(?! have\b)|(?<=\b(?:it|there|that|he|she|they|you))['’](?:s|re)\b/iu;
/** What is no sight: hearsay, and where it is, seen from elsewhere. */
const NO_SIGHT =
  /^(?:one day|one night|once),? \p{Ll}|\b(?:years? ago|used to|nobody knows|since then|said to|they say|(?:miles|leagues|hours|days) (?:off|away|from))\b/iu;

/** Whether a sentence says how something is, by its first verb, and not what happened there. (rule CA5903) */
function isOfToday(text: string): boolean {
  const plain = text.replace(/[“"][^”"]*[”"]/gu, " ");
  const then = plain.search(OF_THEN);
  const now = plain.search(OF_NOW);
  return !NO_SIGHT.test(plain) && (then < 0 || (now >= 0 && now < then));
}

/** How many times as many sentences are in the past where the past is how an author writes: essays on how it came about stay below it. */
const PAST_SHARE = 2;

/** Whether pages are written in the past, where that says nothing of when it was. */
function isToldOfThen(paragraphs: readonly string[]): boolean {
  const sentences = paragraphs.flatMap(splitSentences);
  const count = (of: RegExp): number => sentences.filter((sentence) => of.test(sentence)).length;
  return count(OF_THEN) > PAST_SHARE * count(OF_NOW);
}

/** "It's the front room of a cottage", under the name of the post office: the post office is. (rule CA5902) */
const withItsName = (text: string, name: string): string =>
  text.replace(
    /^It(?:['’]s| (is|has|stands|lies|runs|smells))(?= )/u,
    (_, verb = "is") => `${capitalise(name)} ${verb}`,
  );

/** Whether it speaks of nobody of the cast, who may be elsewhere. */
const isOfNobody = (text: string, people: ReadonlySet<string>): boolean =>
  !(text.match(/\p{Lu}[\p{L}'’-]+/gu) ?? []).some((word) => people.has(word.replace(/['’]s$/, "")));

/** "Salzweg ridge", "Odenholm moor": what lies in a country has a name before it, where a deck or a room has a noun. */
const LIES_OPEN =
  /^(?:[Tt]he )?(\p{Lu}\p{Ll}{3,}) (?:ridge|pass|moor|valley|dale|bay|hill|fell|forest|wood|woods|lake|loch|marsh|heath|down|downs|fen|cove|island|castle|abbey|priory|crossing|junction)\b/u;
/** Words for which of several such places is meant. */
const NO_NAME =
  /^(?:main|upper|lower|front|back|rear|north|south|east|west|northern|southern|eastern|western|inner|outer|little|great|small|common|first|second|third|last|left|right|middle|central|open|empty|dead|dark|high|long)$/i;

/** "Salzweg" of a location "Salzweg ridge", where no text has the word in small letters. (rule CA5302) */
function namesInLocations({ beats }: Pick<ReadingSource, "beats">, text: string): readonly string[] {
  return beats.flatMap(({ location = "" }) => {
    const [, word = ""] = LIES_OPEN.exec(location) ?? [];
    const isSmall = new RegExp(`(?<!\\p{L})${word.toLowerCase()}(?!\\p{L})`, "u").test(text);
    return word === "" || NO_NAME.test(word) || isSmall ? [] : [word];
  });
}

/** Letters at the start of a sentence among which the place that it is about is named. */
const EARLY_LETTERS = 24;

/** Whether a sentence opens with a place, and not with where something else is. */
function opensWith(
  text: string,
  { name, called, aliases }: Pick<World["places"][number], "name" | "called" | "aliases">,
): boolean {
  const lower = text.toLowerCase();
  const at = Math.min(
    ...[name, called, ...aliases]
      .map((form) => lower.indexOf(withoutArticle(form).toLowerCase()))
      .filter((one) => one >= 0),
    Infinity,
  );
  return (
    at <= EARLY_LETTERS &&
    !/^(?:behind|beside|above|below|beyond|next to|opposite|near|under|over|outside|before|past|from|to|in|at|on) /i.test(
      text,
    )
  );
}

/** What stands for something that a sentence before it has named. */
export const STANDS_FOR_ANOTHER =
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|these|those|both|neither|(?:the|a) (?:first|second|third|fourth|fifth|last|other|others|same|rest|\p{Ll}+est)(?= (?:is|are|was|were|has|had|of them)\b|[,.;])|most people|the (?:two|three|four|five) of them)\b|\b(?:do|does|did|asks?|knows?|tells?)\.$/iu;

/**
 * Sentences of a place without those that stand for something in a sentence which was left out before them: after "They do it at noon" has
 * gone, "Musicians come to write it down" says nothing. Implements rule CA391.
 *
 * @param paragraphs - The author's, in their order.
 */
function withoutOrphans<Sight extends { readonly text: string }>(
  sights: readonly Sight[],
  paragraphs: readonly string[],
): readonly Sight[] {
  const texts = paragraphs.map(splitSentences);
  const kept: Sight[] = [];
  for (const sight of sights) {
    const [first = ""] = splitSentences(sight.text);
    const own = texts.find((sentences) => sentences.includes(first));
    const before = own?.[own.indexOf(first) - 1];
    const isCut = before !== undefined && kept.at(-1)?.text.includes(before) !== true;
    if (!isCut || !STANDS_FOR_ANOTHER.test(first)) kept.push(sight);
  }
  return kept;
}

/** Sentences of a place that are told on a first visit. */
const SEEN_AT_ONCE = 2;

/**
 * Mines a campaign: what can be told, asked about, looked at, gone to and said, in the author's own words. Pure;
 * rules CA101 to CA116; some ten milliseconds for a campaign of thirty files.
 *
 * @param given - The campaign's texts, without what is the teller's alone. Secrets are not among them: only beats reveal those.
 * @param player - What the texts call the player.
 * @param documents - Lore files that are documents, by path: their sentences are told as what stands in them.
 * @param whole - The same texts with what is the teller's alone and with secrets: evidence of who and where.
 */
export function mineStory(
  given: StorySource & Pick<ReadingSource, "text">,
  player: PlayerWords,
  documents: ReadonlyMap<string, Document> = new Map(),
  whole: ReadingSource = given,
): MinedStory {
  const spokenOf = peopleInTexts(given.npcs.length > 0 ? { premise: "", setting: "" } : given);
  const npcs = [...given.npcs, ...spokenOf.npcs];
  const source = { ...given, npcs };
  const problems: FrameProblem[] = [];
  const frameSections = source.frames.flatMap(({ file, text }) =>
    readFrameFile(text).map((section) => ({ ...section, file })),
  );

  const lore = source.lore.map((entry) => ({ ...entry, sections: markdownSections(entry.text) }));
  const setting = markdownSections(source.setting);
  const personNames = source.npcs.map(({ profile }) => profile.name.replace(/(?<!\p{L})\p{Ll}\S*/gu, ""));
  const running = [
    ...setting.flatMap((section) => section.paragraphs),
    ...lore.flatMap((entry) => entry.sections.flatMap((section) => section.paragraphs)),
    ...markdownSections(source.premise).flatMap((section) => section.paragraphs),
    ...source.npcs.flatMap(({ profile }) => [
      profile.background ?? "",
      profile.appearance ?? "",
      ...(profile.speech_patterns?.examples ?? []),
      ...Object.values(profile.relationships ?? {}),
      ...(profile.motivations ?? []),
    ]),
    ...source.beats.flatMap((beat) => [beat.description, ...(beat.dialogue ?? []).map(({ line }) => line)]),
    ...source.endings.flatMap((ending) => markdownSections(ending.body).flatMap((section) => section.paragraphs)),
  ];
  const allText = running.join("\n");
  const phrases = indexPhrases(allText);
  // "Site manager for Meridian Fresh": how a name is written stands in roles as well. (rule CA5301)
  const roleTexts = source.npcs.map(({ profile }) => profile.role).join("\n");
  const proper = learnProperWords(
    running,
    [...personNames, ...namesInLocations(source, allText)],
    indexPhrases(`${allText}\n${roleTexts}`),
  );
  const sound = createSoundNames(allText);
  const personWords = new Set(personNames.flatMap((name) => name.split(/\s+/)).filter((word) => !NO_ONES.test(word)));

  // People, as far as they need no topics.
  const names = new Map<string, NameEntry>();
  const stated = new Map<string, { readonly file: string; readonly line: number }>();
  const listedProps = new Map<string, string[]>();
  const kept = new Map<string, { readonly file: string; readonly texts: readonly string[] }>();
  const warnOfStranger = ({ file, line }: { readonly file: string; readonly line: number }, name: string): void => {
    if (source.npcs.some(({ id, profile }) => profile.name === name || id === slug(name))) return;
    problems.push({ file, line, message: `No character is called "${name}".`, severity: "warning" });
  };
  for (const section of frameSections) {
    const nameOf = /^names\s+(.+)$/i.exec(section.heading)?.[1];
    if (nameOf !== undefined) {
      const words = section.items.map((item) => item.text).join("; ");
      const field = (name: string): string | undefined =>
        new RegExp(`(?:^|;)\\s*${name}:\\s*([^;]+)`, "i").exec(words)?.[1]?.trim();
      const short = field("short");
      const epithet = field("epithet");
      const pronoun = field("pronoun");
      warnOfStranger(section, nameOf);
      stated.set(slug(nameOf), { file: section.file, line: section.line });
      names.set(slug(nameOf), {
        ...(short === undefined ? {} : { short }),
        ...(epithet === undefined ? {} : { epithet }),
        ...(pronoun === "he" || pronoun === "she" || pronoun === "they" || pronoun === "it" ? { pronoun } : {}),
      });
    }
    const propsOf = /^props\s+(.+)$/i.exec(section.heading)?.[1];
    if (propsOf !== undefined)
      listedProps.set(
        slug(propsOf),
        section.items.map((item) => item.text),
      );
    const keptBy = /^keeps\s+(.+)$/i.exec(section.heading)?.[1];
    if (keptBy !== undefined) {
      warnOfStranger(section, keptBy);
      kept.set(slug(keptBy), { file: section.file, texts: section.items.map((item) => item.text) });
    }
  }
  const statements = new Map(
    npcs.flatMap(({ id, profile }) => {
      const key = [slug(profile.name), slug(id)].find((one) => names.has(one));
      const entry = key === undefined ? spokenOf.names.get(id) : names.get(key);
      if (entry === undefined) return [];
      const at = key === undefined ? undefined : stated.get(key);
      const statement: Statement = {
        ...entry,
        certainty: at === undefined ? "inferred" : "stated",
        file: at?.file ?? "world/setting.md",
        line: at?.line ?? 0,
      };
      return [[id, statement] as const];
    }),
  );
  const world = readWorld({ ...whole, npcs }, source, statements, player.forms);
  const placeNames = new Map(world.places.map(({ id, name }) => [id, name]));
  const { placeOfFile } = world;

  const titleOf = (entry: (typeof lore)[number]): string =>
    placeNames.get(placeOfFile.get(entry.file) ?? "") ??
    entry.sections.find((section) => section.heading !== "")?.heading ??
    asTextHas(nameOfFile(entry.file), entry.text);

  // Topics: headings of lore that is not only a place's, and noun-phrase titles of beats.
  interface Draft {
    np: string;
    paragraphs: string[];
    file: string;
    knownBy: Fact["knownBy"];
  }
  const drafts = new Map<string, Draft[]>();
  const topicNps = new Map<string, string>();
  for (const entry of lore) {
    let id = slug(titleOf(entry));
    const fileTitle = titleOf(entry);
    for (const section of entry.sections) {
      const ownTopic =
        section.heading !== "" &&
        section.level <= 2 &&
        !HEADING_CLAUSE.test(section.heading) &&
        !SECTION_OF_A_TEXT.test(section.heading) &&
        countWords(section.heading) <= 7;
      // "How Dobbs Became Thunder" is a clause: what stands below it is found out, and nobody is asked about it.
      const title = ownTopic ? section.heading : id === "" ? fileTitle : undefined;
      const named = topicTitle(title ?? fileTitle);
      // "For Climbing" in songs-for-climbing.md is about the songs.
      const stem = named === null ? asTextHas(nameOfFile(entry.file), entry.text) : "";
      const name =
        named ?? (stem.toLowerCase().endsWith(` ${(title ?? fileTitle).toLowerCase()}`) ? topicTitle(stem) : null);
      const clause = (!ownTopic && HEADING_CLAUSE.test(fileTitle)) || name === null;
      if (ownTopic)
        id =
          (section.level === 1 ? placeOfFile.get(entry.file) : undefined) ??
          world.resolvePlace(section.heading) ??
          slug(section.heading);
      const ofFile = !ownTopic && !entry.sections.some(({ heading }) => heading !== "");
      const np = clause || name === null ? undefined : topicName(name, ofFile, sound, proper);
      if (np !== undefined && !topicNps.has(id)) topicNps.set(id, placeNames.get(id) ?? np);
      const list = drafts.get(id) ?? [];
      list.push({
        np: topicNps.get(id) ?? fileTitle,
        paragraphs: [...section.paragraphs],
        file: entry.file,
        knownBy: entry.knownBy !== undefined && entry.knownBy.length > 0 ? entry.knownBy : "common",
      });
      drafts.set(id, list);
    }
  }
  for (const beat of source.beats) {
    const id = slug(beat.title);
    if (
      !topicNps.has(id) &&
      !placeNames.has(id) &&
      isNounPhraseTitle(
        beat.title,
        source.npcs.map(({ profile }) => profile),
      )
    ) {
      const np = topicName(beat.title, true, sound, proper);
      if (np !== undefined) topicNps.set(id, `the ${withoutArticle(np)}`);
    }
  }
  // Without lore the setting is all there is to find out.
  const loreless = drafts.size === 0;
  if (loreless) {
    for (const section of setting) {
      const heading = section.heading === "" ? source.title : section.heading;
      const id = world.resolvePlace(heading) ?? slug(heading);
      if (section.paragraphs.length === 0 || id === "") continue;
      topicNps.set(id, placeNames.get(id) ?? proper.nounPhrase(heading));
      drafts.set(id, [
        {
          np: topicNps.get(id) ?? heading,
          paragraphs: [...section.paragraphs],
          file: "world/setting.md",
          knownBy: "common",
        },
      ]);
    }
  }
  const sentences = [...markdownSections(source.premise), ...setting].flatMap(({ paragraphs }) =>
    paragraphs.flatMap(splitSentences),
  );
  const texts = sourceTexts(source);
  const placesAndPeople = [
    ...world.places.flatMap(({ name, called, aliases }) => [name, called, ...aliases]),
    ...source.npcs.map(({ profile }) => profile.name),
  ].map((name) => ` ${withoutArticle(name).toLowerCase()} `);
  const roles = source.npcs.map(({ profile }) => ` ${profile.role.toLowerCase().replace(/[^\p{L}]+/gu, " ")} `);
  const titles = [...topicNps.values()].map((np) => ` ${np.toLowerCase()} `);
  const open = openMatters(
    source.premise,
    texts,
    (core) =>
      [...placesAndPeople, ...roles].some((name) => name.includes(` ${core} `)) ||
      titles.some((title) => title.endsWith(` ${core} `)),
  );
  const lines = source.npcs.flatMap(({ profile }) => profile.speech_patterns?.examples ?? []);
  // A place that somebody has something to say of can be asked about; the number of a flat cannot.
  for (const { id, name } of loreless ? [] : world.places)
    if (!topicNps.has(id) && /^\P{N}{4,}$/u.test(name) && lines.some((line) => line.includes(name)))
      topicNps.set(id, name);
  const taken = [
    ...open,
    ...world.places.flatMap(({ name, called, aliases }) => [name, called, ...aliases]),
    ...topicNps.values(),
    ...source.npcs.flatMap(({ id, profile }) => [profile.name, profile.role, ...(world.cast.get(id)?.aliases ?? [])]),
  ];
  const comesBack = loreless
    ? thingsOfSetting(sentences, [...placeNames.values(), ...source.npcs.map(({ profile }) => profile.name)])
    : recurringThings(talkedAbout(source, setting, lore), lines, taken, Object.values(whole.secrets ?? {}));
  const things = (loreless ? [...comesBack, ...open] : [...open, ...comesBack])
    .map((np) => ({ id: slug(np), np }))
    .filter(({ id }, at, all) => !topicNps.has(id) && all.findIndex((other) => other.id === id) === at);
  for (const { id, np } of things) topicNps.set(id, np);

  const notTheirs = (text: string): boolean => ![...spokenOf.theirs].some((own) => text.includes(own));

  // "Sorensen's gate" speaks of no Sorensen. (rule CA5901)
  const theirPlaces = formsWithWords(
    world.places.flatMap(({ name, called, aliases }) => [name, called, ...aliases]),
    personWords,
  );
  const tellsOfThen = isToldOfThen(lore.flatMap(({ sections }) => sections.flatMap(({ paragraphs }) => paragraphs)));
  /** Whether a text is a page with the name of a place that stands among others. */
  const isPage = (file: string): boolean => !tellsOfThen && placeOfFile.has(file) && !isPlaceFile(file);
  // What a place looks like: its section of the setting, else what the setting and lore about it say in passing.
  const sights = new Map<string, MinedSight[]>();
  const plainPlaces: Place[] = world.places.map((place) => {
    const { id, name, indoors, within } = place;
    const described = world.described.get(id) ?? { own: [], named: [], lore: [] };
    const own = described.own.length > 0;
    // What a text about it says comes before what others say of it in passing. (rule CA541)
    const passing = described.lore.length > 0 ? [] : described.named;
    const looks = own ? described.own : [...described.lore, ...passing.filter(({ text }) => opensWith(text, place))];
    const opening = looks.find(({ text, file }) => isPage(file) && /[.!?]["”]?$/u.test(text));
    const seen = looks.flatMap((look, at) => {
      const { text, file } = look;
      return mineSights(
        [look === opening ? withItsName(text, name) : text],
        name,
        proper,
        (sentence) =>
          notTheirs(sentence) &&
          (own ||
            (isOfNobody(sentence.replace(theirPlaces, " "), personWords) &&
              (isPage(file)
                ? isOfToday(sentence)
                : isLook(sentence) || (described.lore.length > 0 && at < SHOWN_WHOLE)))),
        // Whether a sight leans on the one before it is no part of a reading.
      ).map((sight) => ({ text: sight.text, ...(sight.inside && { inside: sight.inside }), file }));
    });
    const whole = withoutOrphans(
      seen,
      looks.map(({ text }) => text),
    ).slice(0, own ? undefined : LOOKS);
    sights.set(id, whole);
    const sentences = whole.map(({ text }) => text);
    const list = listedProps.get(id) ?? listedProps.get(slug(name)) ?? [];
    return {
      id,
      name,
      indoor: indoors === true,
      sentences,
      props:
        list.length > 0
          ? list.flatMap((text) => readProps(text, "fixture"))
          : // Nobody looks behind the place where they stand, or behind one that is elsewhere.
            minePlaceProps(sentences, proper).filter(({ np }) => !placeNames.has(slug(np))),
      ...(topicNps.has(id) ? { topic: id } : {}),
      ...(within === undefined ? {} : { within }),
    };
  });
  const drafted = source.npcs.map((npc) => ({
    npc,
    person: minePerson(
      npc,
      world.cast.get(npc.id),
      names.get(slug(npc.profile.name))?.epithet ?? names.get(slug(npc.id))?.epithet,
      (listedProps.get(slug(npc.profile.name)) ?? listedProps.get(slug(npc.id)) ?? []).flatMap((text) =>
        readProps(text, "worn"),
      ),
    ),
  }));

  // Names: a first name stands for its owner where nobody else bears it.
  const firstNames = drafted.map(({ person }) => withoutArticle(person.name).split(/\s+/)[0] ?? person.name);
  const forms = new Map(
    drafted.map(({ person }, at) => {
      const first = firstNames[at] ?? person.name;
      const own =
        firstNames.filter((name) => name === first).length === 1 &&
        first.length > 2 &&
        !isTitle(first) &&
        !/^(?:Chief|Widow|Old)$/.test(first);
      const aliases = world.cast.get(person.id)?.aliases ?? [];
      return [person.id, [...new Set([person.name, person.short, ...aliases, ...(own ? [first] : [])])]] as const;
    }),
  );
  const index = createNameIndex([
    ...[...forms].flatMap(([id, list]) => list.map((form) => ({ form, key: `npc:${id}` }))),
    ...[...topicNps].map(([id, np]) => ({ form: np, key: `topic:${id}` })),
    ...world.places.flatMap(({ id, name, called, aliases }) =>
      [name, called, ...aliases].map((form) => ({ form, key: `place:${id}` })),
    ),
  ]);

  // Facts.
  const subjects = new Map(
    drafted.flatMap(({ person }) =>
      person.pronoun === "they" || person.pronoun === null
        ? []
        : [[person.short, person.pronoun] as const, [person.name, person.pronoun] as const],
    ),
  );
  const facts: (Fact & { readonly voice?: string })[] = [];
  const topicFacts = new Map<string, string[]>();
  for (const [id, sections] of drafts) {
    // What a newcomer sees on coming in is no discovery.
    const atOnce = new Set(
      loreless ? plainPlaces.find((place) => place.id === id)?.sentences.slice(0, SEEN_AT_ONCE) : [],
    );
    for (const section of sections) {
      const document = documents.get(section.file);
      const mined = (paragraphs: readonly string[]): TellableSentence[] =>
        mineSentences(paragraphs, section.np, proper, subjects, document !== undefined);
      // Where a paper lies it is found.
      const lies = document === undefined ? [] : placesOfPaper(index.keysIn(document.provenance));
      for (const sentence of document === undefined
        ? mined(section.paragraphs)
        : claimsOf(section.paragraphs, document, mined)) {
        if (atOnce.has(sentence.text) || !notTheirs(sentence.text)) continue;
        const ids = topicFacts.get(id) ?? [];
        const factId = `${id}-${ids.length + 1}`;
        ids.push(factId);
        topicFacts.set(id, ids);
        const { lead, rest, ...alone } = sentence;
        facts.push({
          id: factId,
          ...alone,
          ...(lead?.every(notTheirs) === true ? { lead } : {}),
          ...(rest?.every(notTheirs) === true ? { rest } : {}),
          topic: topicNps.has(id) ? id : "",
          file: section.file,
          knownBy: section.knownBy,
          ...(document === undefined ? {} : { voice: document.np }),
          names: [...new Set([...index.keysIn(`${sentence.text} ${sentence.tail ?? ""}`), ...lies])],
        });
      }
    }
  }
  // What lies among somebody's things speaks of them, and of whatever it names.
  for (const { npc, person } of drafted) {
    const own = kept.get(slug(npc.profile.name)) ?? kept.get(slug(npc.id));
    for (const [at, words] of (own?.texts ?? []).entries()) {
      const [text = "", ...rest] = splitSentences(words);
      const names = index.keysIn(words);
      const named = names.find((key) => key.startsWith("topic:"))?.slice("topic:".length);
      const tail = rest.join(" ");
      facts.push({
        id: `${person.id}-keeps-${at + 1}`,
        text,
        clause: proper.lowerFirst(text).replace(/\.$/, ""),
        ...(tail === "" ? {} : { tail }),
        topic: named ?? "",
        file: own?.file ?? "",
        knownBy: [person.id],
        keptBy: person.id,
        names: [...new Set([...names, `npc:${person.id}`])],
      });
    }
  }
  // What the setting comes back to, and what a premise leaves open, is made of facts about other things.
  for (const { id } of things.filter((thing) => loreless || open.includes(thing.np)))
    topicFacts.set(
      id,
      facts.flatMap((fact) => (fact.names.includes(`topic:${id}`) ? [fact.id] : [])),
    );
  const speaking = new Map<string, Set<string>>();
  for (const { of, text } of [{ of: "premise", text: source.premise }, ...texts])
    for (const key of index.keysIn(text)) speaking.set(key, (speaking.get(key) ?? new Set()).add(of));
  const topics: Topic[] = [...topicNps].map(([id, np]) => ({
    id,
    np,
    plural: isPluralTopic(np, phrases),
    sources: speaking.get(`topic:${id}`)?.size ?? 0,
    facts: topicFacts.get(id) ?? [],
  }));

  const speakerId = world.resolvePerson;
  const topicWords = wordsOfTopics(topics, facts);
  const people = drafted.map(({ npc, person }) =>
    withTopics(
      person,
      npc.profile,
      Object.entries(npc.profile.relationships ?? {}).flatMap(([name, text]) => {
        const to = speakerId(name);
        return to === undefined || to === person.id
          ? []
          : [
              {
                to,
                text: text
                  .trim()
                  .replace(/[.]+$/, "")
                  .replace(/^\p{Lu}(?=\p{Ll})/u, (letter, at: number) =>
                    at === 0 && !proper.has(text.split(/\s/)[0] ?? "") ? letter.toLowerCase() : letter,
                  ),
              },
            ];
      }),
      topicWords,
      plainPlaces.find((place) => place.id === person.home),
    ),
  );
  const general = mineDescription(
    setting
      .filter((section) => section.level <= 1 || world.resolvePlace(section.heading) === undefined)
      .flatMap((section) => section.paragraphs),
    "",
    proper,
  ).filter(notTheirs);
  return {
    facts,
    topics,
    places: plainPlaces,
    people,
    beats: source.beats.map((beat) => {
      const staged = world.beats.get(beat.id);
      return {
        ...mineBeat(beat, index, speakerId, player, lineOf(given, "plot/beats.json", `"${beat.id}"`)),
        ...(staged === undefined ? {} : { place: staged.place, people: staged.cast }),
      };
    }),
    endings: source.endings.map((ending) => mineEnding(ending, player)),
    opening: openingParagraphs(source.premise).map((paragraph) => inSecondPerson(paragraph, player)),
    general,
    toFind: loreless ? facts.flatMap(({ text, tail }) => (tail === undefined ? [text] : [text, tail])) : [],
    sights,
    world,
    forms,
    proper,
    names: index,
    problems,
  };
}

/** A paragraph that speaks of the player, with "you" for them; any other as it stands. (rule CA1046) */
const inSecondPerson = (paragraph: string, player: PlayerWords): string =>
  player.forms.some((form) => paragraph.toLowerCase().includes(form.toLowerCase()))
    ? splitSentences(paragraph).map(player.inSecondPerson).join(" ")
    : paragraph;

/** All that is written beside the premise, each text with whose it is. */
function sourceTexts({ setting, lore, npcs, beats, endings }: StorySource): SourceText[] {
  return [
    { of: "setting", text: setting },
    ...lore.map(({ file, text }) => ({ of: file, text })),
    ...npcs.map(({ id, profile }) => ({
      of: id,
      text: [
        profile.background ?? "",
        ...(profile.motivations ?? []),
        ...(profile.goals ?? []).map(({ description }) => description),
        ...Object.values(profile.relationships ?? {}),
        ...(profile.speech_patterns?.examples ?? []),
        ...(profile.inventory ?? []),
      ].join("\n"),
    })),
    ...beats.map(({ id, description, dialogue }) => ({
      of: id,
      text: [description, ...(dialogue ?? []).map(({ line }) => line)].join("\n"),
    })),
    ...endings.map(({ id, body }) => ({ of: id, text: body })),
  ];
}

/** Texts by what they are from, of all that the player may be told. */
function talkedAbout(
  { premise, npcs, beats }: StorySource,
  setting: readonly { readonly paragraphs: readonly string[] }[],
  lore: readonly { readonly sections: readonly { readonly paragraphs: readonly string[] }[] }[],
): readonly string[] {
  const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join("\n\n");
  return [
    joined(markdownSections(premise).flatMap(({ paragraphs }) => paragraphs)),
    ...setting.map(({ paragraphs }) => joined(paragraphs)),
    ...lore.map(({ sections }) => joined(sections.flatMap(({ paragraphs }) => paragraphs))),
    ...beats.map(({ description, dialogue }) => joined([description, ...(dialogue ?? []).map(({ line }) => line)])),
    ...npcs.map(({ profile }) =>
      joined([
        profile.background,
        ...(profile.motivations ?? []),
        ...Object.values(profile.relationships ?? {}),
        ...(profile.speech_patterns?.examples ?? []),
      ]),
    ),
  ];
}

/** Words of a paper that is told whole where none of its sentences can be told alone. */
const SHORT_PAPER = 40;

/** What stands in a document, in its order: whole entries under their dates, else sentences; a short paper whole. */
function claimsOf(
  paragraphs: readonly string[],
  document: Document,
  mine: (paragraphs: readonly string[]) => readonly TellableSentence[],
): TellableSentence[] {
  const entries = paragraphs.map(datedEntry);
  const isDated = entries.filter((entry) => entry !== null).length >= 2;
  const claims: TellableSentence[] = [];
  let between: string[] = [];
  const tellBetween = (): void => {
    claims.push(...mine(between).map((one) => asClaim(one, document)));
    between = [];
  };
  paragraphs.forEach((paragraph, at) => {
    const entry = isDated ? entries[at] : null;
    if (!entry) {
      between.push(paragraph);
      return;
    }
    tellBetween();
    claims.push(asClaim({ text: entry.text, clause: "" }, document, entry.date));
  });
  tellBetween();
  if (claims.length > 0) return claims;
  const whole = paragraphs.join(" ").replace(/[*_]+/g, "").trim();
  return whole === "" || countWords(whole) > SHORT_PAPER ? [] : [asClaim({ text: whole, clause: "" }, document)];
}

/** The place at which a paper lies, of what is named on where it comes from: the last and nearest to it. */
const placesOfPaper = (keys: readonly string[]): string[] => keys.filter((key) => key.startsWith("place:")).slice(-1);

/** A sentence of a document as what stands in it: its own words, in its own voice, under its date if it has one. */
function asClaim({ text, tail }: TellableSentence, { np }: Document, date = ""): TellableSentence {
  const words = tail === undefined ? text : `${text} ${tail}`;
  const quoted = `“${words.replace(/[“”"]/g, "'")}”`;
  const under = date === "" ? "it says" : `it says under ${date}`;
  return { text: `In ${np} ${under}: ${quoted}`, clause: `in ${np} ${under}: ${quoted}` };
}

/**
 * The name of a topic as running text writes it. A title that stands nowhere in it is taken for the author's own name of the thing; the
 * name of a file, or of a beat, is none: its last words are, where the text has them as a thing. (rules CA480 and CA481)
 */
function topicName(title: string, needsProof: boolean, sound: SoundNames, proper: ProperWords): string | undefined {
  const core = withoutArticle(title);
  const words = core.split(" ");
  const last = core.split(/[\s-]+/).at(-1) ?? "";
  if (/^(?:no|this|that|these|those|same|all|some|any|every) /i.test(core) || namesNothing(core)) return undefined;
  if (!needsProof) {
    const given = proper.nounPhrase(withCapitals(title, proper));
    const found = sound.asWritten(core) ?? given;
    const written = withoutArticle(found);
    // A title of one plain noun that running text has as a thing ("the road", "a pencil") is that thing. (rule CA5720)
    if (/^(?:the|an?) \p{Ll}+$/u.test(found) && /^\p{Ll}+$/u.test(written)) return `the ${written}`;
    // Of a name that is shouted, or joined, the title knows better.
    const isPlain = written.split(" ").length === words.length && !/\p{Lu}{2}/u.test(written);
    return withItsArticle(isPlain ? `${/^the /i.test(given) ? "the " : ""}${written}` : given);
  }
  if (isQuality(last) || looksFinite(last) || /\b(?:since|until|before|after|than) /i.test(core)) return undefined;
  const written = sound.asWritten(core);
  if (written !== undefined) return written;
  const [before = "", noun = ""] = words.slice(-2);
  // "The rye at Easter" is not "the at Easter".
  const isPhrase = /^(?:at|in|on|by|from|to|of|for|with|and|or)$/iu.test(before);
  const pair = words.length > 2 && !isPhrase && isPair(before, noun) ? sound.asWritten(`${before} ${noun}`) : undefined;
  if (pair !== undefined && !/^\p{Lu}/u.test(pair)) return `the ${withoutArticle(pair)}`;
  const one = isThing(last.toLowerCase()) ? sound.asWritten(last) : undefined;
  return one?.startsWith("the ") === true ? one : undefined;
}

/** Number of a topic: as the campaign's own texts use it, else by its head noun. */
/** A name from a file, in small letters, with the capitals that the texts give its words. */
function withCapitals(name: string, proper: ProperWords): string {
  if (/\p{Lu}/u.test(name)) return name;
  return name.replace(/\p{L}+/gu, (word) => (proper.has(capitalise(word)) ? capitalise(word) : word));
}

function isPluralTopic(np: string, phrases: PhraseIndex): boolean {
  let singular = 0;
  let plural = 0;
  for (const at of phrases.offsetsOf(np, true)) {
    const next = /^ ([a-z]+)/i.exec(phrases.text.slice(at + np.length, at + np.length + 6))?.[1]?.toLowerCase();
    if (next === "is" || next === "was" || next === "has" || next === "does") singular++;
    else if (next === "are" || next === "were" || next === "have" || next === "do") plural++;
  }
  return singular === plural ? isPlural(np) : plural > singular;
}
