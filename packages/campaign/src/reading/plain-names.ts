/** Campaigns that speak of people and places by their ids, and of places in the headings of a film script, in plain names. */
import { escapeRegExp } from "@narratoria/protocol/english";
import type { NpcProfile, PlotBeat } from "@narratoria/protocol/contracts";
import { withHeadingsAsSubjects } from "./heading-subjects.js";
import { asTitle, isPlaceFile } from "./place-names.js";
import type { ReadingSource } from "./read-story.js";
import { namesInSmallLetters, scriptAsProse, taggedWords, withoutBullets, withoutTags } from "./screenplay.js";
import { ownWords, withSpeech } from "./script-lines.js";
import { placeIdsIn, type SpokenId, spokenPerson, spokenPlace, withThings } from "./spoken-ids.js";

/** "loc_customs_office", "customs-office", "zeds": no name that anybody would say. */
const looksLikeId = (text: string): boolean => /^[\p{Ll}\p{N}]+(?:[_-][\p{Ll}\p{N}]+)*$/u.test(text);
const PREFIX = /^(?:loc|locations?|places?|rooms?|areas?|zones?|sites?|maps?|npc|char|character|person|pc)[_-]+/i;

const keyOf = (text: string): string =>
  text
    .replace(PREFIX, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .replace(/^(?:the|an?) /, "")
    .trim();

/** "INT. OFFICE - NIGHT.", "EXT. POOL - LATER" */
const SLUGLINE =
  /^\s*(?:\*\*)?(?:INT|EXT|I\/E|INT\.?\/EXT)[.:]?\s+(.+?)\s*(?:[-–—]+\s*(?:[A-Z' ]*(?:DAY|NIGHT|DAWN|DUSK|MORNING|EVENING|AFTERNOON|NOON|MIDNIGHT|LATER|CONTINUOUS|SAME|SUNSET|SUNRISE)[A-Z' ]*))?\s*(?:\*\*)?(?:[.:\n]|$)\s*/;

/** The source with names where its author wrote ids. Nothing else is changed. */
export function withPlainNames(source: ReadingSource): ReadingSource {
  const lore = source.lore.map((entry) => titled(entry, source));
  const places = placeNames({ ...source, lore });
  const ids = idReplacer(source, lore, places);
  // The id of a beat says when somebody first appears, and names no place. (rule CA721)
  const beats = new Set(source.beats.map(({ id }) => id));
  const people = source.npcs.map(({ profile }) => profile.name);
  const inSmall = namesInSmallLetters(people, [source.premise, ...source.beats.map(({ description }) => description)]);
  const replace: Replace = (text, by) => inSmall(ids(withoutFootnotes(text), by));
  const place = (id: string): string => (beats.has(id) ? id : (places.get(id) ?? nameOfPlace(id, places, source)));
  return {
    ...source,
    premise: replace(scriptAsProse(source.premise, people), "story"),
    setting: replace(withoutIds(source.setting)),
    lore: lore.map((entry) => {
      const text = replace(withoutIds(entry.text));
      return { ...entry, text: isPlaceFile(entry.file) ? withHeadingsAsSubjects(text) : text };
    }),
    endings: source.endings.map((ending) => ({
      ...ending,
      body: withSpeech(withoutPoints(replace(scriptAsProse(withoutTags(ending.body), people), "story")), people),
    })),
    ...(source.secrets === undefined
      ? {}
      : { secrets: Object.fromEntries(Object.entries(source.secrets).map(([id, text]) => [id, replace(text)])) }),
    ...(source.startingLocation === undefined ? {} : { startingLocation: place(source.startingLocation) }),
    npcs: source.npcs.map((npc) => ({ ...npc, profile: plainProfile(npc.profile, replace, place, people) })),
    beats: source.beats.map((beat) => plainBeat(beat, replace, place, people)),
  };
}

/** "# LOCATION: THE SUNK BELL", "## Handout 3: The Goat": what kind of thing a page is about, before its name. (rule CA5414) */
const KIND_IN_HEADING =
  /^(#{1,6}[ \t]+)(?:location|place|site|faction|organi[sz]ation|group|item|object|artefact|artifact|event|handout|npc|person|character|creature|lore|custom|history)s?(?:[ \t]+(?:#[ \t]?)?\d{1,2}\p{L}?)?[ \t]*[:–—][ \t]*(?=\S)([^\n]*)/gimu;

/** A heading without the kind of thing before its name; a name in capitals as it stands in prose. */
const withoutKinds = (text: string): string =>
  text.replace(KIND_IN_HEADING, (_, marks: string, name: string) => `${marks}${asTitle(name)}`);

/** A file about a place without a heading is about what texts call so: "zeds.md" is about Zed's. */
function titled<T extends { readonly file: string; readonly text: string }>(given: T, source: ReadingSource): T {
  const text = withoutKinds(given.text);
  const entry = text === given.text ? given : { ...given, text };
  if (!isPlaceFile(entry.file) || /^#{1,6}\s/m.test(entry.text)) return entry;
  const base = baseOf(entry.file);
  const spelt = looksLikeId(base) ? spelling(keyOf(base), source) : undefined;
  return spelt === undefined ? entry : { ...entry, text: `# ${spelt}\n\n${entry.text}` };
}

const baseOf = (file: string): string => file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");

/** Names of places by the ids under which beats, tags and the player's template may have them. */
function placeNames(source: ReadingSource): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { file, text } of source.lore) {
    if (!isPlaceFile(file)) continue;
    const heading = /^#{1,6}\s+(.+?)\s*#*\s*$/m.exec(text)?.[1];
    if (heading !== undefined && !HEADED_BY_ID.test(heading)) names.set(baseOf(file), heading);
  }
  for (const text of [source.setting, ...source.lore.map((entry) => entry.text)])
    for (const [, , id = "", name = ""] of text.matchAll(DEFINES_ID)) if (!names.has(id)) names.set(id, name.trim());
  const texts = proseOf(source, source.lore);
  for (const id of placeIdsIn(texts)) if (!names.has(id)) names.set(id, spokenPlace(id, texts));
  return names;
}

/** "loc_dining", "loc_train: NT 417", "loc_kostel, loc_tunnel": a heading that is no name. */
const HEADED_BY_ID = /^[\p{Ll}\p{N}]+_[\p{Ll}\p{N}_]+/u;

/** "- loc_dock: Dock, where your shuttle sits.": an entry that says what an id stands for. (rule CA1106) */
const DEFINES_ID =
  /^([ \t]*[-*+][ \t]+)`?((?:loc|locations?|places?|rooms?|areas?|zones?|sites?)_[\p{Ll}\p{N}_]+)`?[ \t]*[:=–—-][ \t]*((?:[Tt]he )?\p{Lu}[^.,;:(|\n]{0,40})/gmu;

/** A text without its footnotes and their marks. (rule CA1366) */
const withoutFootnotes = (text: string): string =>
  text.replace(/(?:^|\s+)\[\^[^\]\s]+\]:[^\n]*/gu, "").replace(/\[\^[^\]\s]+\]/gu, "");

/** Lines of an ending that count points: "- +2 trust with Dot". */
const withoutPoints = (text: string): string => text.replace(/^[ \t]*[-*•][ \t]+[+−–-]\d[^\n]*$/gmu, "");

/** The entry without the id. */
const withoutIds = (text: string): string =>
  text.replace(DEFINES_ID, (_, mark: string, _id: string, name: string) => `${mark}**${name.trim()}**`);

/** The words of an id that no file has, as texts spell them. */
function nameOfPlace(id: string, places: ReadonlyMap<string, string>, source: ReadingSource): string {
  if (!looksLikeId(id) || /^(?:beat|scene|act|chapter|part|day)[_-]?\d/i.test(id)) return id;
  const key = keyOf(id);
  for (const [known, name] of places) if (keyOf(known) === key || keyOf(name) === key) return name;
  if (!id.includes("_")) return id;
  return spelling(key, source) ?? `the ${key}`;
}

/** How texts spell some words, apostrophes and capitals included. */
function spelling(key: string, source: ReadingSource): string | undefined {
  if (key === "") return undefined;
  const letters = key.split(" ").map((word) => [...word].map((letter) => escapeRegExp(letter)).join("['’]?"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${letters.join("[\\s-]+")}(?![\\p{L}\\p{N}])`, "iu");
  for (const text of [source.setting, source.premise, ...source.beats.map(({ description }) => description)]) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && (found.toLowerCase() !== key || /^\p{Lu}/u.test(found))) return found;
  }
  return undefined;
}

/** Puts names for ids; in what the story tells, people have the name by which they are called. */
type Replace = (text: string, by?: "story") => string;

/** All that is read of a campaign, but for its rules. */
const proseOf = (source: ReadingSource, lore: ReadingSource["lore"]): readonly string[] => [
  source.premise,
  source.setting,
  ...lore.map(({ text }) => text),
  ...source.beats.flatMap(({ description, title, location = "", consequences = [], outcomes = [], dialogue = [] }) => [
    description,
    title,
    location,
    ...consequences,
    ...outcomes.map((one) => one.description),
    ...dialogue.map(({ line }) => line),
  ]),
  ...source.endings.map(({ body }) => body),
  ...Object.values(source.secrets ?? {}),
  ...source.npcs.flatMap(({ profile }) => [
    profile.role,
    profile.background ?? "",
    ...(profile.motivations ?? []),
    ...Object.values(profile.relationships ?? {}),
    ...(profile.speech_patterns?.examples ?? []),
  ]),
];

/** Puts names in the place of ids that no prose would hold: those with an underscore. */
function idReplacer(source: ReadingSource, lore: ReadingSource["lore"], places: ReadonlyMap<string, string>): Replace {
  const names = new Map<string, SpokenId>();
  const same = (name: string): SpokenId => ({ first: name, again: name });
  for (const npc of source.npcs) if (npc.id.includes("_")) names.set(npc.id, spokenPerson(npc, source.npcs));
  for (const [id, name] of places) if (id.includes("_")) names.set(id, same(name.replace(/^The\b/, "the")));
  const texts = proseOf(source, lore);
  const used = [...names.keys()].filter((id) => texts.some((text) => text.includes(id)));
  if (used.length === 0) return withThings;
  const ids = used
    .sort((a, b) => b.length - a.length)
    .map((id) => escapeRegExp(id))
    .join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_/.-])(the )?(${ids})(?![\\p{L}\\p{N}_/]|\\.\\w)`, "giu");
  return (text, by) => {
    const said = new Set<string>();
    return withThings(text)
      .replace(pattern, (whole, article: string | undefined, id: string, at: number) => {
        const name = names.get(id);
        if (name === undefined) return whole;
        const spoken = by === "story" || said.has(id) ? name.again : name.first;
        said.add(id);
        const named = article === undefined || /^the /.test(spoken) ? spoken : `${article}${spoken}`;
        const opens = /(?:^|[.!?…]["”’]?\s+|\n\s*)$/u.test(text.slice(0, at)) || /^The /.test(article ?? "");
        return opens ? `${named.charAt(0).toUpperCase()}${named.slice(1)}` : named;
      })
      .replace(/(?<![\p{L}])(\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3}) \((?:\1|(?<=\b\1 \()\p{L}+)\)/gu, "$1");
  };
}

function plainProfile(
  profile: NpcProfile,
  replace: Replace,
  place: (id: string) => string,
  people: readonly string[],
): NpcProfile {
  const { metadata, speech_patterns: speech } = profile;
  const first = metadata?.first_appearance;
  return {
    ...profile,
    role: replace(profile.role),
    ...(speech?.examples === undefined
      ? {}
      : {
          speech_patterns: {
            ...speech,
            examples: speech.examples.flatMap((line) => ownWords(replace(line, "story"), profile.name, people)),
          },
        }),
    ...(profile.background === undefined ? {} : { background: replace(profile.background) }),
    ...(profile.motivations === undefined ? {} : { motivations: profile.motivations.map((text) => replace(text)) }),
    ...(profile.relationships === undefined
      ? {}
      : {
          relationships: Object.fromEntries(
            Object.entries(profile.relationships).map(([key, text]) => [key, replace(text)]),
          ),
        }),
    ...(metadata === undefined
      ? {}
      : {
          metadata: {
            ...metadata,
            ...(first === undefined ? {} : { first_appearance: place(first) }),
            ...(metadata.tags === undefined
              ? {}
              : { tags: metadata.tags.map((tag) => (PREFIX.test(tag) ? place(tag) : tag)) }),
          },
        }),
  };
}

function plainBeat(
  beat: PlotBeat,
  replace: Replace,
  place: (id: string) => string,
  people: readonly string[],
): ReadingSource["beats"][number] {
  const slug = SLUGLINE.exec(beat.description);
  const whole = slug === null ? beat.description : beat.description.slice(slug[0].length);
  const described = withoutBullets(withoutTags(scriptAsProse(whole, people)));
  const location = beat.location ?? (slug === null ? undefined : inSmallLetters(slug[1] ?? ""));
  const tagged = taggedWords(whole);
  return {
    ...beat,
    ...(tagged.length === 0 ? {} : { tagged }),
    title: replace(plainTitle(beat.title)),
    description: withSpeech(replace(described === "" ? beat.description : described, "story"), people),
    ...(location === undefined ? {} : { location: place(location) }),
    ...(beat.dialogue === undefined
      ? {}
      : {
          dialogue: beat.dialogue.flatMap((one) =>
            ownWords(replace(one.line, "story"), one.speaker, people).map((line) => ({ ...one, line })),
          ),
        }),
    ...(beat.consequences === undefined
      ? {}
      : { consequences: beat.consequences.map((text) => replace(text, "story")) }),
    ...(beat.outcomes === undefined
      ? {}
      : {
          outcomes: beat.outcomes.map((one) => ({
            ...one,
            description: replace(withoutTags(one.description), "story"),
          })),
        }),
  };
}

/** "beat_01_audit" is no title: "Audit" is. */
function plainTitle(title: string): string {
  if (!/^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+$/u.test(title)) return title;
  const words = title.replace(/^(?:beat|scene|act|chapter)_?\d*_?/i, "").replace(/_/g, " ");
  return words === "" ? title : words.charAt(0).toUpperCase() + words.slice(1);
}

function inSmallLetters(name: string): string {
  return /\p{Ll}/u.test(name)
    ? name
    : name.toLowerCase().replace(/(^|\s)(\p{L})/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
}
