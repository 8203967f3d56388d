/** Cast, places and the staging of beats: who, where and when, each with its evidence. */
import { PLACE_NOUNS, placePreposition } from "../enrich/seed-words.js";
import { stopNumbers } from "@narratoria/protocol/story";
import type { BeatReading, Evidence, PlaceEntry, PlotBeat } from "@narratoria/protocol/contracts";
import { castOfBeat, speakersOf, type StagePeople, tenseOf } from "./beat-cast.js";
import { clockOf } from "./beat-clock.js";
import { whoGoesOut } from "./beat-exits.js";
import { timeInHeading } from "./beat-head.js";
import { ownedPlaces, placeOfBeat } from "./beat-place.js";
import { type CastMember, type CastReading, evidenceOf, readCast, type Statement } from "./cast.js";
import { type Gazetteer, type KnownPlace, readGazetteer } from "./gazetteer.js";
import { tableRows } from "./mine/markdown.js";
import { type BeatPlace, decideHomes, type Homes, isMerePart } from "./homes.js";
import { readEpithets } from "./epithets.js";
import { kinOf } from "./kin.js";
import { headNoun } from "./kinds.js";
import { readBranches } from "./decisions/branches.js";
import { escape } from "./patterns.js";
import { FROM_SETTING } from "./place-prose.js";
import { placeByThings, thingsOfPlaces } from "./place-things.js";
import type { BeatSentences } from "./presence.js";
import type { ReadingSource } from "./read-story.js";
import { type DescribedPlace, describePlaces, exitsOf, partOf, prepositionOfPlace, roofOf } from "./sights.js";
import { findReach, type FoundReach } from "./reach.js";
import type { Halt } from "./road-of-beats.js";
import { readRoute, type Route } from "./route.js";
import type { Decision } from "./tally.js";
import { findTravellers } from "./travels.js";
import { readVoyage, underWay, type Voyage } from "./voyage.js";
import { storySpans } from "./texts.js";

/** Somebody with home and haunts. */
export interface SettledMember extends CastMember {
  readonly home?: string;
  readonly haunts: readonly string[];
  readonly homeEvidence: Evidence;
  /** Where it is said that they go where the player goes. */
  readonly travelEvidence?: Evidence;
}

/** A place as far as it needs no topics and things. */
export type ReadPlace = Omit<PlaceEntry, "sights" | "props" | "topic">;

export type StagedBeat = Pick<
  BeatReading,
  "place" | "cast" | "leaves" | "mentioned" | "everyone" | "clock" | "evidence"
>;

export interface World {
  readonly cast: ReadonlyMap<string, SettledMember>;
  readonly places: readonly ReadPlace[];
  /** What setting and lore say of each place, by its id. */
  readonly described: ReadonlyMap<string, DescribedPlace>;
  /** Ids of places by the lore file about them. */
  readonly placeOfFile: ReadonlyMap<string, string>;
  readonly beats: ReadonlyMap<string, StagedBeat>;
  /** Who comes aboard with a beat and sails with the player from then on, by its id. */
  readonly boards: ReadonlyMap<string, readonly string[]>;
  /** How places follow each other; absent where nothing says. */
  readonly route?: Route;
  /** Whom a speaker's name means. */
  resolvePerson(name: string): string | undefined;
  /** The place that a name means. */
  resolvePlace(name: string): string | undefined;
}

/** Score from which a home that is only guessed makes its place one of the story. */
const LIKELY = 3;
/** Standing from which a place is one that can be gone to, whatever else is said of it. */
const DESTINATION = 3;

/**
 * Reads who is in a campaign, where it plays and how its beats are staged.
 *
 * @param told - The same texts without what is the teller's alone: what places look like comes from these.
 * @param statements - What the campaign's own storybook says of people, by id.
 */
export function readWorld(
  source: ReadingSource,
  told: ReadingSource,
  statements: ReadonlyMap<string, Statement>,
  playerForms: readonly string[],
): World {
  const spans = storySpans(source);
  const cast = readCast(source, spans, statements);
  const gazetteer = readGazetteer(source, spans, cast.mentions.people, playerForms);
  const { homes, beats, voyage } = stage(
    source,
    spans,
    cast,
    gazetteer,
    playerForms,
    thingsOfPlaces(describePlaces(told, gazetteer)),
  );
  const used = new Set<string>();
  for (const { place } of beats.values()) if (place !== undefined) used.add(place);
  const stages = used.size;
  for (const decision of homes.home.values()) {
    const home = gazetteer.byId.get(decision.value);
    // A count comes from a country, and is at home in none of the places of a story of one house. (rule CA802)
    if (home?.region === true && stages > 1 && !used.has(home.id)) continue;
    if (decision.certainty !== "guessed" || decision.score >= LIKELY || (home?.standing ?? 0) >= FROM_SETTING)
      used.add(decision.value);
  }
  const halts = new Set([...beats.values()].flatMap(({ place }) => place ?? []));
  const kept = gazetteer.places.filter(({ id, standing, region }) =>
    // On a voyage nobody goes to the ship that they are in, or to what is in her hold. (rule CA4304)
    voyage === undefined ? used.has(id) || (standing >= DESTINATION && !region) : halts.has(id),
  );
  const own = kept.length > 0 ? kept : wholePlace(source, gazetteer);
  const route = readRoute(source, gazetteer, own, [...beats.values()].map(haltOf));
  const isStop = (id: string): boolean => route?.stops.includes(id) === true;
  // The page of a village that says how far it is to another is no page about a road. (rule CA5926)
  const roadPage = route !== undefined && route.stops.length > 0 ? route.evidence.file : undefined;
  const isOfTheRoad = ({ id, file }: KnownPlace): boolean => file !== undefined && file === roadPage && !isStop(id);
  if (route !== undefined)
    putOnTheRoad(source, route, beats, gazetteer, (id) => own.some((one) => one.id === id && isOfTheRoad(one)));
  const chosen = own.filter((place) => !isOfTheRoad(place));
  const known = new Set(chosen.map(({ id }) => id));
  const described = describePlaces(told, gazetteer, (id) => known.has(id));
  const [first] = source.beats;
  // Where nothing says where the story starts, it starts where its first beat is. (rule CA1546)
  const opensAt = first === undefined || requiredBy(first.conditions).length > 0 ? undefined : beats.get(first.id);
  const startsAt = startPlace(source, gazetteer);
  const opensIn = opensAt?.place === undefined ? undefined : gazetteer.byId.get(opensAt.place);
  const start =
    startsAt === undefined || (opensIn !== undefined && standsIn(opensIn, startsAt)) ? opensIn?.id : startsAt.id;
  const reaches = findReach(gazetteer, spans, source.beats);
  const inSetting = [...described.keys()];
  const rank = ({ id }: KnownPlace): number =>
    id === start ? -1 : (described.get(id)?.own.length ?? 0) > 0 ? inSetting.indexOf(id) : inSetting.length;
  const ordered = chosen.map((place) => [rank(place), place] as const).sort((a, b) => a[0] - b[0]);
  const travellers = new Map(
    findTravellers(
      source,
      cast,
      spans,
      [...beats.values()],
      playerForms,
      route === undefined ? undefined : stopNumbers(route),
    ),
  );
  if (route !== undefined) letGoAlong(route, beats, (id) => travellers.has(id));
  for (const id of voyage?.crew ?? []) if (!travellers.has(id)) travellers.set(id, sailor(source, id));
  return {
    ...(route === undefined ? {} : { route }),
    cast: new Map(
      cast.members.map((member) => [
        member.id,
        { ...settled(source, member, homes, known), ...travelsOf(source, travellers.get(member.id)) },
      ]),
    ),
    places: ordered.map(([, place]) =>
      placeEntry(source, place, described.get(place.id), gazetteer, known, reaches.get(place.id)),
    ),
    described,
    placeOfFile: new Map(
      ordered.flatMap(([, { id, file }]) => (file === undefined ? [] : [[file, id] as const])).reverse(),
    ),
    beats: new Map([...beats].map(([id, beat]) => [id, beat])),
    boards: voyage?.boards ?? new Map(),
    resolvePerson: cast.idOf,
    resolvePlace: (name) => {
      const place = gazetteer.resolve(name);
      return place !== undefined && known.has(place.id) ? place.id : undefined;
    },
  };
}

/**
 * Beats on a road whose place is only guessed and lies behind, or more than one stop ahead, happen wherever the player has come to; one that
 * is on the road itself, where its text names a stop. (rules CA5775 and CA5776)
 *
 * @param isOfTheRoad - Whether a place is what the text about the road is taken for.
 */
function putOnTheRoad(
  source: ReadingSource,
  route: Route,
  beats: Map<string, StagedBeat>,
  gazetteer: Gazetteer,
  isOfTheRoad: (place: string) => boolean,
): void {
  const number = stopNumbers(route);
  let reached = 0;
  for (const { id, description } of source.beats) {
    const beat = beats.get(id);
    if (beat === undefined) continue;
    const { place, ...rest } = beat;
    const isOnRoad = place !== undefined && isOfTheRoad(place);
    const stop = place === undefined ? undefined : number(place);
    const isGuess = beat.evidence.place.certainty === "guessed";
    const isOutOfOrder = isGuess && stop !== undefined && reached > 0 && (stop < reached || stop > reached + 1);
    if (!isOnRoad && !isOutOfOrder) {
      if (stop !== undefined) reached = Math.max(reached, stop);
      continue;
    }
    const named = [
      ...new Set(gazetteer.find(description).flatMap((one) => (number(one.id) === undefined ? [] : [one.id]))),
    ];
    const [only] = isOnRoad && named.length === 1 ? named : [];
    if (only !== undefined) reached = Math.max(reached, number(only) ?? 0);
    const why = only === undefined ? "on the road, wherever one has come to" : "named in the beat";
    const evidence = { ...beat.evidence, place: { ...beat.evidence.place, certainty: "guessed" as const, why } };
    beats.set(id, { ...rest, ...(only === undefined ? {} : { place: only }), evidence });
  }
}

/**
 * Beats of those alone who go along on the road happen wherever they have come to, where their place is only guessed: what is carried along
 * can be looked at anywhere. (rule CA5778)
 */
function letGoAlong(route: Route, beats: Map<string, StagedBeat>, goesAlong: (id: string) => boolean): void {
  const number = stopNumbers(route);
  for (const [id, beat] of beats) {
    const { place, ...rest } = beat;
    const isGuess = beat.evidence.place.certainty === "guessed";
    const isOnRoad = place !== undefined && number(place) !== undefined;
    if (!isGuess || !isOnRoad || beat.cast.length === 0 || !beat.cast.every(goesAlong)) continue;
    const why = "on the road, wherever one has come to";
    beats.set(id, { ...rest, evidence: { ...beat.evidence, place: { ...beat.evidence.place, why } } });
  }
}

/** Where and when a beat is, as far as its author says so. */
const haltOf = ({ place, clock, evidence }: StagedBeat): Halt => ({
  ...(place === undefined || evidence.place.certainty === "guessed" ? {} : { place }),
  ...(clock?.day === undefined ? {} : { day: clock.day }),
  ...(clock?.minutes === undefined ? {} : { minutes: clock.minutes }),
});

/** What says of somebody that they sail with the player. */
const sailor = ({ npcs }: ReadingSource, id: string): Decision<string> => ({
  value: id,
  certainty: "inferred",
  score: 1,
  sign: {
    file: `characters/npcs/${id}/profile.json`,
    text: npcs.find((one) => one.id === id)?.profile.role ?? "",
    why: "of the ship's company, on a voyage",
  },
});

function travelsOf(
  source: ReadingSource,
  decision: Decision<string> | undefined,
): Pick<SettledMember, "travelEvidence"> {
  return decision === undefined ? {} : { travelEvidence: evidenceOf(source, decision) };
}

/**
 * Where nothing names a place, the one where the premise or the setting puts the player is it, else the campaign itself.
 * Implements rules CA115 and CA4604.
 */
function wholePlace(source: ReadingSource, gazetteer: Gazetteer): readonly KnownPlace[] {
  const region = gazetteer.places.find((place) => place.region);
  if (region !== undefined) return [region];
  const opening = openingPlace(source.premise) ?? openingPlace(source.setting);
  const isSomebody = source.npcs.some(({ profile }) => slugOf(profile.name) === slugOf(source.title));
  if (opening !== null || isSomebody) {
    const { name, preposition } = opening ?? { name: "this place", preposition: "at" };
    const why = "where the player is at the beginning";
    return [wholeCalled(name, { [preposition]: 1 }, { file: "plot/premise.md", text: name, why })];
  }
  // A title is a name: "The House of Rain" is the House of Rain in mid-sentence.
  const name = source.title.replace(/^(?:The|An?)\b/, (article) => article.toLowerCase());
  return [wholeCalled(name, {}, { file: "manifest.json", text: source.title, why: "the title" })];
}

/** The one place of a story that has no other. */
function wholeCalled(name: string, prepositions: KnownPlace["prepositions"], sign: KnownPlace["sign"]): KnownPlace {
  return { id: slugOf(name), name, called: name, aliases: [], standing: 1, region: true, prepositions, sign };
}

/** "You stand in the hall", "you have come to Ada Finch's shop", "The yard is white with dust." */
const STANDS =
  /\b[Yy]ou\b[^.;:!?]{0,30}?\s(in|at|on|aboard|to|into|outside|inside)\s((?:the|an?|your|\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)?['’]s)\s(?:\p{Ll}+\s){0,2}?(\p{Ll}+))(?=[\s.,;:!?]|$)/gu;
const LIES = /(?:^|[.!?]\s)(The\s(?:\p{Ll}+\s)?(\p{Ll}+))\s(?:is|was|lies|stands|has)\b/gu;

function openingPlace(text: string): { readonly name: string; readonly preposition: string } | null {
  const bare = text.replace(/^\s*#.*$/gm, "").replace(/[*_]/g, "");
  for (const [, word = "", phrase = "", head = ""] of bare.matchAll(STANDS)) {
    const preposition = /^(?:in|at|on|aboard)$/.test(word) ? word : placePreposition(head);
    if (PLACE_NOUNS.has(head)) return { name: phrase.replace(/^an?\s/, "the "), preposition };
  }
  for (const [, phrase = "", head = ""] of bare.matchAll(LIES))
    if (PLACE_NOUNS.has(head)) return { name: phrase.replace(/^The/, "the"), preposition: placePreposition(head) };
  return null;
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:the|an?)\s+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "here";

function settled(source: ReadingSource, member: CastMember, homes: Homes, known: ReadonlySet<string>): SettledMember {
  const decision = homes.home.get(member.id);
  const haunts = (homes.haunts.get(member.id) ?? []).filter((id) => known.has(id));
  const [haunt] = haunts;
  const home =
    decision === undefined || known.has(decision.value)
      ? decision
      : haunt === undefined
        ? undefined
        : { ...decision, value: haunt, certainty: "guessed" as const };
  return {
    ...member,
    ...(home === undefined ? {} : { home: home.value }),
    haunts: haunts.filter((id) => id !== home?.value),
    homeEvidence: evidenceOf(source, home, "nothing says where"),
  };
}

/** "The player's yard" is yours. (rule CA3222) */
const asYours = (name: string): string => name.replace(/\bthe (?:player|PC|reader)['’]s(?= )/giu, "your");

/**
 * The place that locations name behind a part of it: "Hôtel de l'Oasis, Touggourt", where Touggourt is a place too. (rule CA5300)
 */
function wholeInLocations(
  { beats, startingLocation }: ReadingSource,
  place: KnownPlace,
  gazetteer: Gazetteer,
): string | undefined {
  for (const location of [...beats.map((beat) => beat.location), startingLocation]) {
    const [, , tail] = /^([^,(]+), ((?:the )?\p{Lu}[^,(]*)/iu.exec(location ?? "") ?? [];
    if (location === undefined || tail === undefined || !/^(?:the )?\p{Lu}/u.test(tail)) continue;
    const whole = gazetteer.resolve(tail.trim());
    if (whole === undefined || whole.id === place.id || gazetteer.resolve(location)?.id !== place.id) continue;
    return whole.id;
  }
  return undefined;
}

function placeEntry(
  source: ReadingSource,
  place: KnownPlace,
  described: DescribedPlace | undefined,
  gazetteer: Gazetteer,
  known: ReadonlySet<string>,
  reach: FoundReach | undefined,
): ReadPlace {
  const within = partOf(place, described, gazetteer) ?? wholeInLocations(source, place, gazetteer);
  const exits = exitsOf(place, described, gazetteer).filter(({ to }) => known.has(to));
  if (within !== undefined && known.has(within) && !exits.some(({ to }) => to === within)) exits.push({ to: within });
  return {
    id: place.id,
    name: asYours(place.name),
    called: asYours(place.called),
    aliases: place.aliases.filter((alias) => alias !== place.name && alias !== place.called),
    preposition: prepositionOfPlace(place),
    indoors: roofOf(place, described),
    exits,
    ...(within !== undefined && known.has(within) ? { within } : {}),
    ...(reach === undefined ? {} : { reach: reachEntry(source, reach) }),
    evidence: evidenceOf(source, {
      value: place.id,
      certainty: place.standing >= 4 ? "stated" : place.standing >= 2 ? "inferred" : "guessed",
      score: place.standing,
      sign: place.sign,
    }),
  };
}

function reachEntry(
  source: ReadingSource,
  { by, needs, beat, certainty, sign }: FoundReach,
): NonNullable<ReadPlace["reach"]> {
  const evidence = evidenceOf(source, { value: by, certainty, score: 1, sign });
  return { by, ...(needs === undefined ? {} : { needs }), ...(beat === undefined ? {} : { beat }), evidence };
}

/** Stages beats and settles homes: each helps the other, twice over. */
function stage(
  source: ReadingSource,
  spans: ReturnType<typeof storySpans>,
  cast: CastReading,
  gazetteer: Gazetteer,
  playerForms: readonly string[],
  things: ReadonlyMap<string, string>,
): { homes: Homes; beats: Map<string, StagedBeat>; voyage?: Voyage } {
  const { members, idOf } = cast;
  const never = new Set(members.filter(({ presence }) => presence.from === "never").map(({ id }) => id));
  const order = source.beats.map(({ id }) => id);
  const present = presenceByBeat(members, order);
  const kin = kinOf(source, idOf);
  const people: StagePeople = {
    members,
    idOf,
    present,
    epithets: readEpithets(source, members, cast.mentions.people, spans, kin, playerForms),
    kin,
    firstIn: new Map(
      source.npcs.flatMap(({ id, profile }) => {
        const first = profile.metadata?.first_appearance;
        return first === undefined || !order.includes(first) ? [] : [[id, first] as const];
      }),
    ),
    entersAt: new Map(
      members.flatMap(({ id, presence: { enters } }) =>
        enters === undefined ? [] : [[id, order.indexOf(enters)] as const],
      ),
    ),
    tense: tenseOf(cast.beats),
  };
  const owned = ownedPlaces(gazetteer, cast.mentions.people);
  // Whom only what the player might do brings in is not there: "Take it to Osk and it is a fist." (rule CA1598)
  const happening = cast.beats.map((beat) => withoutBranches(beat, playerForms));
  const own = happening.map((beat) => placeOfBeat(beat, gazetteer, owned));
  const speakers = cast.beats.map(({ beat }) => [
    ...new Set((beat.dialogue ?? []).flatMap(({ speaker }) => speakersOf(speaker, idOf))),
  ]);
  // "Siop Eluned" is a shop, and Eluned need not be there.
  const staged = happening.map((beat) => ({
    ...beat,
    sentences: beat.sentences.map((peopled) => {
      const within = gazetteer.mentions(peopled.sentence);
      const mentions = peopled.mentions.filter(
        ({ start, end, form, kind }) =>
          !within.some(
            (place) =>
              place.start <= start &&
              end <= place.end &&
              (place.end - place.start > end - start || (kind === "part" && form.includes(" "))),
          ),
      );
      return mentions.length === peopled.mentions.length ? peopled : { ...peopled, mentions };
    }),
  }));
  const castAt = (places: readonly (string | undefined)[], homes: ReadonlyMap<string, string>) =>
    staged.map((beat, index) => castOfBeat(beat, index, people, places[index], homes));
  const tables = [{ file: "world/setting.md", text: source.setting }, ...source.lore].flatMap(({ file, text }) =>
    tableRows(text).map((cells) => ({ file, cells })),
  );
  const homesFrom = (places: readonly (string | undefined)[], casts: ReturnType<typeof castAt>): Homes =>
    decideHomes(
      source.npcs,
      spans,
      cast.mentions,
      gazetteer,
      places.map(
        (place, index): BeatPlace => ({ place, speakers: speakers[index] ?? [], cast: casts[index]?.cast ?? [] }),
      ),
      never,
      tables,
      things,
    );
  const ownPlaces = own.map((decision) => decision?.value);
  let casts = castAt(ownPlaces, new Map());
  const homes = withHosts(source, cast, people, homesFrom(ownPlaces, casts));
  const homeOf = new Map([...homes.home].map(([id, { value }]) => [id, value]));
  const byPeople = (index: number): Decision<string> | undefined =>
    placeByPeople(speakers[index] ?? [], [...(casts[index]?.cast ?? [])], homeOf) ?? placeByHost(index);
  const castHomes = (index: number): string[] => [...(casts[index]?.cast ?? [])].flatMap((id) => homeOf.get(id) ?? []);
  // "Äiti writes your coffee on the slate": whoever a beat opens with is at home in it, where others are elsewhere. (rule CA1107)
  const placeByHost = (index: number): Decision<string> | undefined => {
    const fixed = members.find(
      ({ id, mobility }) => mobility === "fixed" && casts[index]?.cast.includes(id) && homeOf.has(id),
    );
    const stands = fixed === undefined ? undefined : homeOf.get(fixed.id);
    if (stands !== undefined)
      return {
        value: stands,
        certainty: "guessed",
        score: 1,
        sign: { file: "plot/beats.json", text: "", why: "where what never moves stands" },
      };
    const [opening] = staged[index]?.sentences.filter(({ sentence }) => sentence.span.kind === "beat") ?? [];
    const host = opening?.mentions.find(
      ({ spoken, possessive, start }) => !spoken && !possessive && start <= OPENS_BEAT,
    );
    const value = host === undefined || !castHomes(index).length ? undefined : homeOf.get(host.id);
    return value === undefined || opening === undefined
      ? undefined
      : {
          value,
          certainty: "guessed",
          score: 1,
          sign: { file: "plot/beats.json", text: opening.sentence.text, why: "where the first to act lives" },
        };
  };
  const needed = new Set(cast.beats.flatMap(({ beat }) => requiredBy(beat.conditions)));
  // What the player decides at the end is decided where the beat before has put it. (rule CA602)
  const closes = ({ id, conditions = {} }: PlotBeat): boolean =>
    !needed.has(id) &&
    requiredBy(conditions).length > 0 &&
    (conditions.player_choice ?? conditions.player_choices ?? conditions.custom) !== undefined;
  // What stands in one place only: two such things say more than where somebody lives, one says more than nothing.
  const byThings = cast.beats.map((beat) => placeByThings(beat, things));
  const places: (Decision<string> | undefined)[] = cast.beats.map((beat, index) => {
    const seen = byThings[index];
    const named = own[index] ?? (index === 0 ? startOf(source, gazetteer) : undefined);
    if (closes(beat.beat) || goesOn(beat)) return named;
    // "Il Muto comes up the stair": a stair without a name is a part of the place where he is.
    const isPart = named !== undefined && named.certainty === "guessed" && isMerePart(gazetteer.byId.get(named.value));
    if (named !== undefined && !isPart) return named;
    if (seen !== undefined && (seen.count > 1 || castHomes(index).includes(seen.value))) return seen;
    return byPeople(index) ?? ((casts[index]?.cast.length ?? 0) > 0 ? seen : undefined) ?? named;
  });
  // Where nothing says, a beat plays where the one that it needs did.
  cast.beats.forEach(({ beat, sentences }, index) => {
    if (places[index] !== undefined) return;
    const previous = (goesOn({ beat, sentences }) ? order[index - 1] : undefined) ?? [];
    for (const needed of [requiredBy(beat.conditions), previous].flat()) {
      const at = order.indexOf(needed);
      const before = at < 0 ? undefined : places[at];
      if (before === undefined) continue;
      places[index] = {
        ...before,
        certainty: "guessed",
        sign: { file: "plot/beats.json", text: beat.description, why: `where ${needed} was` },
      };
      return;
    }
    places[index] = byPeople(index);
  });
  const voyage = readVoyage(
    source,
    members,
    own.map((decision) => (decision?.certainty === "stated" ? decision.value : undefined)),
  );
  if (voyage !== undefined) places.splice(0, places.length, ...underWay(places));
  casts = castAt(
    places.map((decision) => decision?.value),
    homeOf,
  );
  const settledHomes = withFirstMeetings(source, homes, places, casts, never);
  const beats = new Map<string, StagedBeat>();
  const timesOf = ({ id, description }: PlotBeat): readonly string[] => {
    const noted = source.beats.find((one) => one.id === id)?.notes?.when ?? [];
    return noted.length > 0 ? noted : timeInHeading(description);
  };
  cast.beats.forEach(({ beat, sentences }, index) => {
    const staged = casts[index];
    if (staged === undefined) return;
    const place = places[index];
    const clock = clockOf(sentences, beat.location, timesOf(beat), beat.title);
    const leaves = whoGoesOut(sentences, (id) => members.find((one) => one.id === id)?.pronoun ?? undefined).filter(
      (id) => staged.cast.includes(id),
    );
    beats.set(beat.id, {
      ...(place === undefined ? {} : { place: place.value }),
      cast: [...staged.cast],
      ...(leaves.length === 0 ? {} : { leaves }),
      mentioned: [...staged.mentioned],
      everyone: staged.everyone,
      ...(clock === undefined ? {} : { clock }),
      evidence: {
        place: evidenceOf(source, place, "the beat leaves it open"),
        cast: evidenceOf(source, staged.castSign),
      },
    });
  });
  return { homes: settledHomes, beats, ...(voyage === undefined ? {} : { voyage }) };
}

/** A beat's sentences without those that put deeds to the player. */
function withoutBranches(
  beat: CastReading["beats"][number],
  playerForms: readonly string[],
): CastReading["beats"][number] {
  const player = new RegExp(`(?<!\\p{L})(?:${playerForms.map(escape).join("|")})(?!\\p{L})`, "giu");
  const asYou = (text: string): string => (playerForms.length === 0 ? text : text.replace(player, "you"));
  const own = beat.sentences.filter(({ sentence }) => sentence.span.kind === "beat");
  const texts = own.map(({ sentence }) => asYou(sentence.text));
  const { taken } = readBranches(texts, texts);
  const left = new Set(own.filter((_, at) => taken.has(at)));
  return left.size === 0 ? beat : { ...beat, sentences: beat.sentences.filter((one) => !left.has(one)) };
}

/** Somebody of whom nothing says where they are is guessed to be where a beat first has them, with the fewest others. (rule CA1103) */
function withFirstMeetings(
  source: ReadingSource,
  homes: Homes,
  places: readonly (Decision<string> | undefined)[],
  casts: readonly { readonly cast: ReadonlySet<string> | readonly string[] }[],
  never: ReadonlySet<string>,
): Homes {
  const home = new Map(homes.home);
  for (const { id } of source.npcs) {
    if (home.has(id) || never.has(id)) continue;
    const met = casts
      .flatMap(({ cast }, index) => {
        const there = [...cast];
        const place = places[index];
        return place === undefined || !there.includes(id) ? [] : [{ place, index, others: there.length }];
      })
      .sort((a, b) => a.others - b.others || a.index - b.index);
    const [first] = met;
    if (first === undefined) continue;
    const text = source.beats[first.index]?.description ?? "";
    home.set(id, {
      value: first.place.value,
      certainty: "guessed",
      score: 0.5,
      sign: { file: "plot/beats.json", text, why: "a beat has them there" },
    });
  }
  return { ...homes, home };
}

/** Letters before somebody with whom a beat opens: "The Warden". */
const OPENS_BEAT = 4;

const LATER =
  /^(?:(?:an?|half an|\p{Ll}+) (?:hour|minute|moment|while|quarter of an hour|minutes|hours|moments) later|(?:minutes|moments|hours) later|nobody has (?:moved|left|spoken)|no one has (?:moved|left|spoken))\b/iu;
const STILL = /^(?:(?:he|she|they|it|nobody|everybody|everyone) (?:is|are|was|were) still|still there)\b/i;

/** Whether a beat goes on where the one before it stopped: "An hour later nobody has moved", "She is still drinking". (rule CA611) */
function goesOn({ sentences }: BeatSentences): boolean {
  const opening = sentences.find(({ sentence }) => sentence.span.kind === "beat")?.sentence.plain ?? "";
  return LATER.test(opening) || STILL.test(opening);
}

/** "Lives with her aunt": the home of somebody else is theirs, unless their own profile names one. */
function withHosts(source: ReadingSource, cast: CastReading, { kin }: StagePeople, homes: Homes): Homes {
  const home = new Map(homes.home);
  const { idOf } = cast;
  for (const { id, profile } of source.npcs) {
    // "His lodger" in the profile of the host, "Lies in his loft" in that of the guest.
    for (const [name, text] of Object.entries(profile.relationships ?? {})) {
      const other = idOf(name);
      if (other === undefined || other === id) continue;
      const [guest, host] = LODGER.test(text) ? [other, id] : IN_THEIR_HOUSE.test(text) ? [id, other] : [];
      const theirs = host === undefined ? undefined : homes.home.get(host);
      if (guest === undefined || theirs === undefined || home.get(guest)?.certainty === "stated") continue;
      const sign = { file: `characters/npcs/${id}/profile.json`, text, why: "the profile says with whom they live" };
      home.set(guest, { ...theirs, certainty: theirs.certainty === "guessed" ? "guessed" : "inferred", sign });
    }
  }
  // "Rab's daughter, eight years old", "the vicar's dog", "maid to Mrs. Ames": they live with whom they belong to.
  for (const { id, profile } of source.npcs) {
    if (home.has(id) && home.get(id)?.certainty !== "guessed") continue;
    const [clause = ""] = profile.role.split(/[.;:()]/);
    const [owner] = cast.mentions.find(clause).filter((mention) => mention.id !== id);
    const noun = owner === undefined ? "" : headNoun(owner.possessive ? clause.slice(owner.end) : clause);
    const near = owner?.possessive === true || DEPENDENT_OF.test(clause);
    const theirs = owner === undefined || !near || !LIVES_WITH.test(noun) ? undefined : homes.home.get(owner.id);
    if (theirs === undefined) continue;
    const sign = {
      file: `characters/npcs/${id}/profile.json`,
      text: profile.role,
      why: "the role says to whom they belong",
    };
    home.set(id, { ...theirs, certainty: theirs.certainty === "guessed" ? "guessed" : "inferred", sign });
  }
  // Once more for those who live with somebody who lives with somebody.
  for (let round = 0; round < 2; round++)
    for (const { id, profile } of source.npcs) {
      if (home.get(id)?.certainty === "stated") continue;
      for (const text of (profile.background ?? "").split(/(?<=[.!?])\s+/)) {
        const company = LIVES_TOGETHER.exec(text)
          ?.slice(1)
          .find((one) => one !== undefined);
        if (company === undefined) continue;
        const [, first = "", second = ""] = /^(?:his|her|their|its) (\p{Ll}+)(?: (\p{Ll}+))?/u.exec(company) ?? [];
        const host =
          cast.mentions.find(company).find((mention) => mention.id !== id)?.id ??
          kin.get(id)?.get(second) ??
          kin.get(id)?.get(first);
        const theirs = host === undefined ? undefined : home.get(host);
        if (theirs === undefined) continue;
        const sign = { file: `characters/npcs/${id}/profile.json`, text, why: "the profile says with whom they live" };
        home.set(id, { ...theirs, certainty: theirs.certainty === "guessed" ? "guessed" : "inferred", sign });
        break;
      }
    }
  return { ...homes, home };
}

/** "Lives with his aunt", "shares a room with her brother", "was raised by her and never left". (rule CA610) */
const LIVES_TOGETHER =
  /\b(?:(?:lives?|lodges?|stays|boards|rooms)|(?:shares?|sharing) (?:a|an|the|one|his|her|their) (?:\p{Ll}+ )?(?:room|rooms|house|flat|apartment|bed|bunk|berth|cabin|cottage|hut|tent|roof|lodgings|digs|cell|van|caravan|kennel|stall)) with ([^.,;:]{2,40})|\b(?:raised|brought up|kept|reared) by ([^.,;:]{2,40}?),? and (?:has |had )?(?:never left|stayed|still lives there)\b/iu;

/** Who lives in the house of whom they belong to. */
const LIVES_WITH =
  /^(?:son|daughter|child|baby|boy|girl|wife|husband|grandson|granddaughter|mother|father|grandmother|nephew|niece|ward|maid|housemaid|valet|butler|housekeeper|servant|page|nurse|nanny|governess|companion|lodger|apprentice|dog|hound|puppy|terrier|collie|cat|kitten|parrot|bird|canary|goat|pony|horse|donkey|mule|hen|goose|pig|robot|familiar)$/;
const DEPENDENT_OF =
  /^(?:the |an? )?(?:\p{Ll}+ ){0,2}(?:son|daughter|child|wife|husband|mother|father|grandson|granddaughter|nephew|niece|ward|maid|valet|butler|housekeeper|servant|page|nurse|companion|apprentice|dog|cat|parrot) (?:of|to) (?:the )?\p{Lu}/iu;
const LODGER = /^(?:his|her|their|my|the)?\s*(?:\p{Ll}+ )?(?:lodger|house ?guest|boarder)\b/iu;
const IN_THEIR_HOUSE =
  /^(?:(?:he|she|they)\s+)?(?:lies|sleeps|lodges|lives|hides|stays|boards|is hidden)(?: \p{Ll}+)? (?:in|at|under|above|over) (?:his|her|their) (?:\p{Ll}+ )?(?:loft|house|barn|attic|room|rooms|cellar|roof|spare room|shed|hut|cottage|flat|kitchen|stable)\b/iu;

/** Where the story starts, for a first beat that needs nothing and does not say where it plays. (rule CA1410) */
function startOf(source: ReadingSource, gazetteer: Gazetteer): Decision<string> | undefined {
  const {
    beats: [first],
    startingLocation,
  } = source;
  const place = startPlace(source, gazetteer);
  if (place === undefined || requiredBy(first?.conditions).length > 0) return undefined;
  return {
    value: place.id,
    certainty: "inferred",
    score: 3,
    sign: { file: "characters/player/template.json", text: startingLocation ?? "", why: "where the story starts" },
  };
}

/** Whether a house has its address in a street: whoever starts in the street is at its door. (rule CA1571) */
const standsIn = (house: KnownPlace, street: KnownPlace): boolean =>
  house.aliases.some((alias) => /^\d/.test(alias) && alias.endsWith(` ${street.name.replace(/^the /i, "")}`));

/** Where an author says that the story starts: "the Griddle", and "outside the Griddle, Northbound" too. (rule CA1546) */
function startPlace(
  { startingLocation }: Pick<ReadingSource, "startingLocation">,
  gazetteer: Gazetteer,
): KnownPlace | undefined {
  if (startingLocation === undefined) return undefined;
  const [named] = gazetteer
    .find(startingLocation)
    .flatMap(({ id }) => gazetteer.byId.get(id) ?? [])
    .filter(({ region }) => region !== true);
  return gazetteer.resolve(startingLocation) ?? named;
}

function requiredBy(conditions: unknown): string[] {
  const { requires_beat, requires_any_beat } = (conditions ?? {}) as {
    requires_beat?: string | string[];
    requires_any_beat?: string[];
  };
  return [...[requires_beat ?? []].flat(), ...(requires_any_beat ?? [])].reverse();
}

/** The home of those who speak, else of those who are there, if they agree. */
function placeByPeople(
  speakers: readonly string[],
  cast: readonly string[],
  homes: ReadonlyMap<string, string>,
): Decision<string> | undefined {
  for (const people of [speakers, cast]) {
    const found = new Set(people.flatMap((id) => homes.get(id) ?? []));
    const [home] = found;
    if (home !== undefined && (found.size === 1 || people === speakers))
      return {
        value: home,
        certainty: "guessed",
        score: 1,
        sign: {
          file: "plot/beats.json",
          text: "",
          why: found.size === 1 ? "where those live who are in it" : "where the first to speak lives",
        },
      };
  }
  return undefined;
}

/** The numbers of the beats in which each of the cast can be. */
function presenceByBeat(
  members: readonly CastMember[],
  order: readonly string[],
): ReadonlyMap<string, ReadonlySet<number>> {
  return new Map(
    members.map(({ id, presence }) => {
      const can = new Set<number>();
      const from =
        presence.from === "start"
          ? 0
          : presence.from === "never"
            ? order.length
            : Math.max(0, order.indexOf(presence.from));
      for (let index = from; index < order.length; index++) {
        const gone = presence.gone.some(({ from: since, until, state }) => {
          const start = order.indexOf(since);
          const end = until === undefined ? order.length : order.indexOf(until);
          // Somebody who dies in a beat is there for it; somebody who is found missing is not.
          return start >= 0 && (state === "dead" ? index > start : index >= start) && index < end;
        });
        if (!gone) can.add(index);
      }
      return [id, can] as const;
    }),
  );
}
