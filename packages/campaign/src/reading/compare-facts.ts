/** Comparison of a reading with what a person found in the same campaign. */
import type { BeatReading, CastEntry, Evidence, PlaceEntry, Reading } from "@narratoria/protocol/contracts";
import { slug, withoutArticle } from "@narratoria/protocol/english";
import { kindOfNoun } from "./kinds.js";

/** What a person found in a campaign. `null` says that the text leaves it open, and is not held against a reading. */
export interface CampaignFacts {
  readonly cast?: readonly CastFacts[];
  readonly beatStaging?: readonly BeatFacts[];
  readonly places?: readonly (string | { readonly name: string; readonly alsoSpelt?: readonly string[] })[];
}

interface CastFacts {
  readonly name: string;
  readonly called?: string | null;
  readonly pronoun?: string | null;
  readonly kind?: string | null;
  readonly homePlace?: string | null;
  /** "start", "never", "dead", or a beat's id. */
  readonly presentFrom?: string | null;
}

interface BeatFacts {
  readonly id: string;
  readonly place?: string | null;
  /** Full names, or what prose calls them. */
  readonly cast?: readonly string[];
}

/** The rows of a comparison. `castFound`: of those who belong in a beat; `castRight`: of those put there. */
export const FACT_ROWS = [
  "called",
  "pronoun",
  "kind",
  "presentFrom",
  "home",
  "place",
  "castFound",
  "castRight",
] as const;

export type FactRow = (typeof FACT_ROWS)[number];

export interface FactDifference {
  readonly row: FactRow;
  /** Name of the person or id of the beat. */
  readonly about: string;
  readonly expected: string;
  readonly read: string;
  readonly certainty: Evidence["certainty"];
}

export interface FactsComparison {
  readonly rows: Readonly<Record<FactRow, { readonly right: number; readonly of: number }>>;
  readonly differences: readonly FactDifference[];
  /** Differences in what the reading says the author states: never right. */
  readonly statedWrong: readonly FactDifference[];
}

/**
 * Holds a reading against what a person found in the same campaign.
 *
 * @param facts - Parsed facts file; what it leaves out or leaves open is not compared. Case and articles do not matter.
 */
export function compareWithFacts(reading: Reading, facts: CampaignFacts): FactsComparison {
  const rows = Object.fromEntries(FACT_ROWS.map((row) => [row, { right: 0, of: 0 }])) as Record<
    FactRow,
    { right: number; of: number }
  >;
  const differences: FactDifference[] = [];
  const hold = (right: boolean, difference: FactDifference): void => {
    rows[difference.row].of++;
    if (right) rows[difference.row].right++;
    else differences.push(difference);
  };
  const places = new Map(reading.places.map((place) => [place.id, place]));
  const spellings = spellingsOf(facts);
  const people = facts.cast ?? [];

  for (const wanted of people) {
    const entry = entryOf(reading, wanted.name);
    const about = wanted.name;
    const compare = (row: FactRow, expected: string | null | undefined, read: string, of?: Evidence, ok?: boolean) => {
      const certainty = of?.certainty ?? "guessed";
      if (expected !== null && expected !== undefined)
        hold(ok ?? key(expected) === key(read), { row, about, expected, read, certainty });
      else if (expected === null && certainty === "stated" && read !== "")
        differences.push({ row, about, expected: "nothing", read, certainty });
    };
    const evidence = entry?.evidence;
    compare("called", wanted.called, entry?.called ?? "", evidence?.called);
    compare("pronoun", wanted.pronoun, entry?.pronoun ?? "", evidence?.pronoun);
    compare("kind", wantedKind(wanted.kind), plain(entry?.kind ?? ""), evidence?.kind);
    const from = presentFrom(entry);
    // Who is about from the start, and comes into the story with a beat, may be given either. (rule CA1522)
    const same =
      from === wanted.presentFrom ||
      (from === "never" && wanted.presentFrom === "dead") ||
      (wanted.presentFrom !== undefined && wanted.presentFrom === entry?.presence.enters);
    compare("presentFrom", wanted.presentFrom, from, evidence?.presence, same);
    const home = entry?.home === undefined ? undefined : places.get(entry.home);
    compare("home", wanted.homePlace, home?.name ?? "", evidence?.home, isPlace(home, wanted.homePlace, spellings));
  }

  for (const wanted of facts.beatStaging ?? []) {
    const beat = reading.beats.find(({ id }) => id === wanted.id);
    const about = wanted.id;
    const place = beat?.place === undefined ? undefined : places.get(beat.place);
    const placeCertainty = beat?.evidence.place.certainty ?? "guessed";
    const placeDifference = { row: "place" as const, about, read: place?.name ?? "", certainty: placeCertainty };
    if (wanted.place !== null && wanted.place !== undefined)
      hold(isPlace(place, wanted.place, spellings), { ...placeDifference, expected: wanted.place });
    else if (wanted.place === null && place !== undefined && placeCertainty === "stated")
      differences.push({ ...placeDifference, expected: "nothing" });
    if (wanted.cast !== undefined) compareCast(reading, beat, wanted.cast, people, about, hold);
  }
  return { rows, differences, statedWrong: differences.filter(({ certainty }) => certainty === "stated") };
}

function compareCast(
  reading: Reading,
  beat: BeatReading | undefined,
  wanted: readonly string[],
  people: readonly CastFacts[],
  about: string,
  hold: (right: boolean, difference: FactDifference) => void,
): void {
  const certainty = beat?.evidence.cast.certainty ?? "guessed";
  const there = new Set(beat?.cast ?? []);
  const expected = new Set(
    wanted.map((name) => {
      const fact = people.find((one) => key(one.name) === key(name) || key(one.called ?? "") === key(name));
      return entryOf(reading, fact?.name ?? name)?.id ?? name;
    }),
  );
  for (const id of expected)
    hold(there.has(id), { row: "castFound", about, expected: id, read: "not there", certainty: "guessed" });
  for (const id of there)
    hold(expected.has(id), { row: "castRight", about, expected: "not there", read: id, certainty });
}

const key = (text: string): string => slug(text.replace(/\([^)]*\)/g, " "));

const wantedKind = (kind: string | null | undefined): string | null | undefined =>
  kind === null || kind === undefined || /^(?:human|animal|machine|other)$/.test(kind)
    ? kind
    : plain(kindOfNoun(kind) ?? kind);

/** A facts file knows four kinds, and may say "automaton" for one of them. */
function plain(kind: string): string {
  return kind === "spirit" || kind === "voice" || kind === "group" ? "other" : kind;
}

function presentFrom(entry: CastEntry | undefined): string {
  return entry === undefined ? "" : entry.presence.from;
}

function entryOf(reading: Reading, name: string): CastEntry | undefined {
  return (
    reading.cast.find((entry) => key(entry.name) === key(name)) ??
    reading.cast.find((entry) => key(entry.called) === key(name))
  );
}

/** The key of a name that is only whose the place is. */
const OF_ONE = /^[^-]+-s$/u;

/** All spellings of a place that the facts know, by each of them. */
function spellingsOf(facts: CampaignFacts): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const place of facts.places ?? []) {
    const forms = typeof place === "string" ? [place] : [place.name, ...(place.alsoSpelt ?? [])];
    const keys = new Set(forms.flatMap(placeKeys));
    for (const one of keys) found.set(one, new Set([...(found.get(one) ?? []), ...keys]));
  }
  return found;
}

/** "Bir Sadda (the First Well)" is Bir Sadda, the First Well, and both together. */
function placeKeys(name: string): string[] {
  const inner = /\(([^)]*)\)/.exec(name)?.[1];
  return [name.replace(/[(),]/g, " "), name.replace(/\([^)]*\)/g, " "), name.split(",")[0] ?? "", inner ?? ""]
    .map((form) => slug(withoutArticle(form.trim())).replace(/(?:^|-)(?:the|an?)(?=-)/g, ""))
    .filter((form) => form !== "");
}

function isPlace(
  place: PlaceEntry | undefined,
  wanted: string | null | undefined,
  spellings: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (place === undefined || wanted === null || wanted === undefined) return false;
  const right = new Set(placeKeys(wanted).flatMap((one) => [one, ...(spellings.get(one) ?? [])]));
  return [place.name, place.called, ...place.aliases].some((form) =>
    // "Wachtel's" is short for "Wachtel's Feed and Seed".
    placeKeys(form).some(
      (one) => right.has(one) || [...right].some((other) => OF_ONE.test(other) && one.startsWith(`${other}-`)),
    ),
  );
}
