/** Weak signs of where somebody is at home: words that a role or a profile shares with the name or the text of one place alone. */
import { allMatches } from "@narratoria/protocol/english";
import type { NpcProfile } from "@narratoria/protocol/contracts";
import type { Gazetteer, KnownPlace } from "./gazetteer.js";
import { LEFT } from "./claimed-places.js";
import { headNoun, opensWithVerb } from "./kinds.js";
import { isTitle } from "./lexicon.js";
import type { NameParts } from "./names.js";
import type { PlacesOfSpan } from "./place-of-span.js";
import { FROM_SETTING } from "./place-prose.js";
import type { Span } from "./texts.js";

export interface HomeSign {
  readonly id: string;
  readonly place: string;
  readonly weight: number;
  readonly file: string;
  readonly text: string;
  readonly why: string;
}

interface Person {
  readonly id: string;
  readonly profile: NpcProfile;
  readonly parts: NameParts | undefined;
}

/** A place that has the calling in its text: "The gate boy." below "The Porter's Lodge". */
const NAMED_THERE = 1.6;
/** A place whose text has it in passing. */
const PASSING_THERE = 0.3;
/** A place whose name and a role have a stem in common: "printer" and "the printing house". */
const SAME_STEM = 1.5;
/** A place in which a thing of somebody's profile stands, and no other. */
const THING_THERE = 0.95;
/** A place that has the company to which somebody belongs. */
const COMPANY_THERE = 1.4;
/** Letters that two words must share at their beginning to be of one stem. */
const STEM = 5;

const DWELLING =
  /^\s+(?:\p{Ll}+\s+)?(?:cottage|house|flat|room|rooms|home|place|cabin|hut|shack|boat|office|shop|workshop|tent|cell|lodge|lodgings|quarters|bed|bunk|chair|desk|counter|stool|hole|den|lair|nest|kennel|stall)\b/u;

const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
/** Words that are no calling, or that anybody's role may have. */
const ANYBODY =
  /^(?:person|man|woman|boy|girl|child|friend|mother|father|son|daughter|sister|brother|wife|husband|widow|one|player|leader|member|owner|head|chief|mayor|king|queen|passenger|visitor|guest|stranger|somebody|something|villain|hero|rival|ally|merchant|antagonist|suspect|victim|witness|keeper|master|mistress|hand|worker|servant)$/;

/** Reads the weak signs of all people. (rule CA1102) */
export function homeSigns(
  people: readonly Person[],
  spans: readonly Span[],
  gazetteer: Gazetteer,
  placesOf: PlacesOfSpan,
  things: ReadonlyMap<string, string>,
): HomeSign[] {
  return [
    ...callingsInTexts(people, spans, gazetteer, placesOf),
    ...stemsInNames(people, gazetteer),
    ...thingsInProfiles(people, things, gazetteer),
    ...companiesInTexts(people, spans, gazetteer, placesOf),
  ];
}

/** What somebody is by their role and by a name that is one: "gate boy", "ferryman", "verger". */
function callingsOf({ profile, parts }: Person): string[] {
  const found = new Set<string>();
  for (const clause of profile.role.split(/[.;:,()]+/)) {
    const phrase = clause
      .trim()
      .toLowerCase()
      .replace(/^(?:the|an?|his|her|their)\s+/, "");
    if (phrase === "" || opensWithVerb(clause.trim())) continue;
    const noun = headNoun(phrase);
    if (noun.length > 3 && !ANYBODY.test(noun)) found.add(noun);
    const words: readonly string[] = phrase.match(WORD) ?? [];
    const at = words.indexOf(noun);
    // "Gate boy": two words say who, where one says it of anybody.
    if (at > 0 && noun.length > 2) found.add(`${words[at - 1]} ${noun}`);
  }
  if (parts?.article === true) found.add(parts.words.join(" ").toLowerCase());
  for (const word of parts?.words.slice(0, parts.titles) ?? [])
    if (isTitle(word) && word.length > 4 && !/^(?:mister|missus|madam|young|little)/i.test(word))
      found.add(word.toLowerCase());
  return [...found];
}

/** Callings that only one of the people has. */
function ownCallings(people: readonly Person[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string | null>();
  for (const person of people)
    for (const calling of callingsOf(person))
      owners.set(calling, owners.has(calling) && owners.get(calling) !== person.id ? null : person.id);
  return new Map([...owners].flatMap(([calling, id]) => (id === null ? [] : [[calling, id] as const])));
}

function callingsInTexts(
  people: readonly Person[],
  spans: readonly Span[],
  gazetteer: Gazetteer,
  placesOf: PlacesOfSpan,
): HomeSign[] {
  const owners = ownCallings(people);
  if (owners.size === 0) return [];
  const pattern = new RegExp(
    `(?:\\b(the|an?|our)\\s+|^)(?:(?:old|young|blind|head|town|village|ship['’]s)\\s+)?(${[...owners.keys()]
      .sort((a, b) => b.length - a.length)
      .map((one) => one.replace(/[.*+?^\${}()|[\]\\]/g, "\\$&"))
      .join("|")})(['’]s)?(?![\\p{L}-])`,
    "giu",
  );
  const found: HomeSign[] = [];
  for (const span of spans) {
    if (span.kind !== "setting" && span.kind !== "lore") continue;
    const here = placesOf(span);
    for (const sentence of span.sentences)
      for (const match of allMatches(sentence.plain, pattern)) {
        const id = owners.get((match[2] ?? "").toLowerCase());
        if (id === undefined) continue;
        const [place] = here;
        const after = sentence.plain.slice(match.index + match[0].length);
        const opens =
          match.index === 0 &&
          ((match[3] !== undefined && DWELLING.test(after)) ||
            /^\s*(?:[.,;:]|$|(?:is|has|sits|sleeps|lives|keeps|works|stands)\b)/u.test(after));
        if (place !== undefined && here.length === 1)
          found.push({
            id,
            place,
            weight: opens ? NAMED_THERE : PASSING_THERE,
            file: span.file,
            text: sentence.text,
            why: `the text on the place has the ${match[2]}`,
          });
        // "the engineer has a house on the Riva"
        const end = match.index + match[0].length;
        const [, said = ""] =
          /^((?:\s+|,\s+who\s+)(?:has|keeps|lives|sleeps|sits|works|is|stays|rents|lodges)\b[^.;:]{0,40}?\b(?:in|at|on|over|above|behind|aboard)\s+(?:the\s+)?)/u.exec(
            sentence.plain.slice(end),
          ) ?? [];
        const stated =
          said === ""
            ? undefined
            : gazetteer.mentions(sentence).find(({ start }) => Math.abs(start - end - said.length) <= 4);
        if (stated !== undefined)
          found.push({
            id,
            place: stated.id,
            weight: 3,
            file: span.file,
            text: sentence.text,
            why: "the text has them there",
          });
      }
  }
  return found;
}

const nameWords = (place: KnownPlace): string[] => [
  ...new Set(
    [place.name, ...place.aliases].flatMap((form) =>
      (form.toLowerCase().match(WORD) ?? []).flatMap((word) => [word, ...word.split("-")]),
    ),
  ),
];

/** "printer" and "the printing house", "dean" and "the Deanery", "anchoress" and "the Anchorhold". */
function isOneStem(calling: string, word: string): boolean {
  if (calling.length < 4 || word.length < 4 || calling === "officer") return false;
  const [short, long] = calling.length < word.length ? [calling, word] : [word, calling];
  if (long.startsWith(short))
    return /^(?:|s|e?ry|y|age|e?r|ess|hold|house|room|hall|man|woman|er|ist|ing|-?(?:keeper|warden|hand|boy|girl|wife|master|mistress|yard))$/.test(
      long.slice(short.length),
    );
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared++;
  return shared >= STEM && shared >= short.length - 3;
}

function stemsInNames(people: readonly Person[], gazetteer: Gazetteer): HomeSign[] {
  const places = gazetteer.places.filter(({ region, standing }) => !region && standing >= FROM_SETTING);
  const words = new Map(places.map((place) => [place.id, nameWords(place)]));
  return people.flatMap((person): HomeSign[] => {
    const own = callingsOf(person)
      .flatMap((calling) => calling.split(" "))
      .filter((word) => !ANYBODY.test(word));
    const [clause = ""] = person.profile.role.split(/[.;:,()]/);
    if (LEFT.test(clause)) return [];
    const [phrase = ""] = clause.toLowerCase().split(/\s+(?:of|at|in|on|to|for|with|from|who|and)\s+/);
    const before = (phrase.match(WORD) ?? []).slice(0, -1);
    const claimed = places.filter(({ id }) =>
      (words.get(id) ?? []).some(
        (word) =>
          own.some((calling) => isOneStem(calling, word)) || before.some((one) => one.length > 3 && one === word),
      ),
    );
    const [place] = claimed;
    return place === undefined || claimed.length > 1
      ? []
      : [
          {
            id: person.id,
            place: place.id,
            weight: SAME_STEM,
            file: `characters/npcs/${person.id}/profile.json`,
            text: person.profile.role,
            why: "the place has a word of their calling",
          },
        ];
  });
}

function thingsInProfiles(
  people: readonly Person[],
  things: ReadonlyMap<string, string>,
  gazetteer: Gazetteer,
): HomeSign[] {
  return people.flatMap(({ id, profile }) => {
    const found = new Map<string, string>();
    for (const match of `${profile.role}. ${profile.background ?? ""}`.matchAll(
      /\b(?:the|his|her|their|its)\s+(?:\p{Ll}[\p{Ll}’'-]*\s+)?(\p{Ll}[\p{Ll}’'-]{3,})\b/giu,
    ))
      for (const noun of match[0].toLowerCase().split(/\s+/).slice(1)) {
        const place = things.get(noun);
        if (place !== undefined && gazetteer.byId.get(place)?.region === false) found.set(place, noun);
      }
    const [only] = found;
    if (only === undefined || found.size > 1) return [];
    const [place, noun] = only;
    return [
      {
        id,
        place,
        weight: THING_THERE,
        file: `characters/npcs/${id}/profile.json`,
        text: profile.background ?? profile.role,
        why: `the profile has the ${noun}, which stands there`,
      },
    ];
  });
}

/** "Leader of the Alley Cats", where the text of one place alone says that the Alley Cats meet there. */
function companiesInTexts(
  people: readonly Person[],
  spans: readonly Span[],
  gazetteer: Gazetteer,
  placesOf: PlacesOfSpan,
): HomeSign[] {
  const names = new Map<string, string[]>();
  const own = new Set(people.flatMap(({ parts }) => parts?.words ?? []));
  for (const { id, profile } of people)
    for (const [name] of profile.role.matchAll(/\p{Lu}\p{Ll}+(?: (?:of )?\p{Lu}\p{Ll}+)+/gu))
      if (!name.split(" ").some((word) => own.has(word))) {
        const key = name.replace(/s$/, "");
        names.set(key, [...(names.get(key) ?? []), id]);
      }
  return [...names].flatMap(([name, ids]): HomeSign[] => {
    // "Runs the Blue Goose" names a place, and no company.
    if (gazetteer.resolve(name) !== undefined || gazetteer.find(name).length > 0) return [];
    const found = new Map<string, Span>();
    for (const span of spans) {
      if ((span.kind !== "setting" && span.kind !== "lore") || !span.text.includes(name)) continue;
      const here = placesOf(span);
      const [place] = here;
      if (place !== undefined && here.length === 1) found.set(place, span);
    }
    const [only] = found;
    if (only === undefined || found.size > 1) return [];
    const [place, { file, text }] = only;
    return ids.map((id) => ({
      id,
      place,
      weight: COMPANY_THERE,
      file,
      text,
      why: `the text on the place has the ${name}`,
    }));
  });
}
