import type { CastEntry, Evidence, PlaceEntry, Reading } from "@narratoria/protocol/contracts";
import { slug } from "@narratoria/protocol/english";
import { CORRECTIONS, type Corrections } from "../corrections.js";

/** What an author's corrections name that the story does not know. */
export interface UnknownName {
  readonly pointer: string;
  readonly line: number;
  readonly name: string;
}

/**
 * Lays an author's corrections over a reading: what they say is stated, and holds. Implements rule CA347.
 *
 * @returns The reading, and place names in it that no place bears.
 */
export function applyCorrections(
  reading: Reading,
  { value, lines }: Corrections,
): { reading: Reading; unknown: UnknownName[] } {
  const unknown: UnknownName[] = [];
  const lineOf = (pointer: string): number => lines[pointer] ?? 0;
  const stated = (pointer: string): Evidence => ({
    certainty: "stated",
    file: CORRECTIONS,
    line: lineOf(pointer),
    why: "the author says so",
  });
  const places: PlaceEntry[] = reading.places.map((place) => ({ ...place }));
  for (const [name, entry] of Object.entries(value.places ?? {})) {
    const at = places.findIndex((place) => isPlace(place, name));
    const base = at < 0 ? newPlace(name, stated(`/places/${name}`)) : places[at];
    if (base === undefined) continue;
    const { called, aliases, preposition, indoors } = entry;
    const within =
      entry.within === undefined ? undefined : places.find((place) => isPlace(place, entry.within ?? ""))?.id;
    const place: PlaceEntry = {
      ...base,
      ...(called === undefined ? {} : { called, name: called }),
      ...(aliases === undefined ? {} : { aliases: [...new Set([...base.aliases, base.name, ...aliases])] }),
      ...(preposition === undefined ? {} : { preposition }),
      ...(indoors === undefined ? {} : { indoors }),
      ...(within === undefined ? {} : { within }),
      ...(entry.reach === undefined ? {} : { reach: { by: entry.reach, evidence: stated(`/places/${name}/reach`) } }),
      evidence: stated(`/places/${name}`),
    };
    if (at < 0) places.push(place);
    else places[at] = place;
  }
  const placeId = (name: string, pointer: string): string | undefined => {
    const id = places.find((place) => isPlace(place, name))?.id;
    if (id === undefined) unknown.push({ pointer, line: lineOf(pointer), name });
    return id;
  };
  const cast = reading.cast.map((entry): CastEntry => {
    const own = value.cast?.[entry.id];
    if (own === undefined) return entry;
    const pointer = `/cast/${entry.id}`;
    const home = own.home === undefined ? undefined : placeId(own.home, pointer);
    const { called, pronoun, plural, kind, body, speech, mobility, aliases, epithet, presentFrom, travels } = own;
    return {
      ...entry,
      ...(called === undefined ? {} : { called }),
      ...(pronoun === undefined ? {} : { pronoun }),
      ...(plural === undefined ? {} : { plural }),
      ...(kind === undefined ? {} : { kind }),
      ...(body === undefined ? {} : { body }),
      ...(speech === undefined ? {} : { speech }),
      ...(mobility === undefined ? {} : { mobility }),
      ...(travels === undefined ? {} : { travels }),
      ...(aliases === undefined ? {} : { aliases: [...new Set([...entry.aliases, ...aliases])] }),
      ...(epithet === undefined ? {} : { epithet }),
      ...(home === undefined ? {} : { home }),
      ...(presentFrom === undefined
        ? {}
        : {
            presence: {
              gone: entry.presence.gone,
              from: presentFrom,
              state:
                presentFrom === "start"
                  ? ("here" as const)
                  : presentFrom === "never"
                    ? ("absent" as const)
                    : ("later" as const),
            },
          }),
      evidence: {
        ...entry.evidence,
        ...(called === undefined ? {} : { called: stated(pointer) }),
        ...(pronoun === undefined ? {} : { pronoun: stated(pointer) }),
        ...(kind === undefined ? {} : { kind: stated(pointer) }),
        ...(speech === undefined ? {} : { speech: stated(pointer) }),
        ...(home === undefined ? {} : { home: stated(pointer) }),
        ...(presentFrom === undefined ? {} : { presence: stated(pointer) }),
        ...(travels === undefined ? {} : { travels: stated(pointer) }),
      },
    };
  });
  const beats = reading.beats.map((beat) => {
    const own = value.beats?.[beat.id];
    if (own === undefined) return beat;
    const pointer = `/beats/${beat.id}`;
    const place = own.place === undefined ? undefined : placeId(own.place, pointer);
    return {
      ...beat,
      ...(place === undefined ? {} : { place }),
      ...(own.cast === undefined ? {} : { cast: own.cast }),
      ...(own.everyone === undefined ? {} : { everyone: own.everyone }),
      evidence: {
        place: place === undefined ? beat.evidence.place : stated(pointer),
        cast: own.cast === undefined ? beat.evidence.cast : stated(pointer),
      },
    };
  });
  const acts = reading.acts.map((act) => {
    const own = value.acts?.[act.id];
    if (own === undefined) return act;
    const pointer = `/acts/${act.id}`;
    const place = own.place === undefined ? act.place : placeId(own.place, pointer);
    const npc =
      own.npc === undefined
        ? act.npc
        : cast.find(({ id, name, called }) => [id, name, called].includes(own.npc ?? ""))?.id;
    return {
      ...act,
      ...(own.text === undefined ? {} : { text: own.text }),
      ...(npc === undefined ? {} : { npc }),
      ...(place === undefined ? {} : { place }),
      needs: [...(npc === undefined ? [] : [`npc:${npc}`]), ...(place === undefined ? [] : [`place:${place}`])],
      evidence: stated(pointer),
    };
  });
  const laws = reading.laws.map((law) => {
    const index = (value.laws ?? []).findIndex(({ text }) => law.text.startsWith(text));
    const own = value.laws?.[index];
    if (own === undefined) return law;
    const words = own.forbids.map((word) => word.toLowerCase());
    return {
      ...law,
      forbids: own.forbids,
      checks: words.length === 0 ? [] : [{ kind: "phrase" as const, words }],
      evidence: stated(`/laws/${index}`),
    };
  });
  const questions = value.questions?.map((text, index) => ({
    ...(reading.questions.find((question) => question.text === text) ?? { clues: [], answeredBy: [], names: [] }),
    id: `question-${index + 1}`,
    text,
    from: "premise",
    evidence: stated("/questions"),
  }));
  return {
    reading: { ...reading, places, cast, beats, acts, laws, ...(questions === undefined ? {} : { questions }) },
    unknown,
  };
}

function isPlace({ id, name, called, aliases }: PlaceEntry, wanted: string): boolean {
  return id === wanted || [name, called, ...aliases].some((form) => slug(form) === slug(wanted));
}

function newPlace(name: string, evidence: Evidence): PlaceEntry {
  return {
    id: slug(name) || "here",
    name,
    called: name,
    aliases: [],
    preposition: "at",
    indoors: null,
    exits: [],
    sights: [],
    props: [],
    evidence,
  };
}
