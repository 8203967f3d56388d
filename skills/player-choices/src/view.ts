/** The story as a script of this skill sees it: the given context, read once and indexed. */
import { type JsonObject, type JsonValue, mergePatches } from "@narratoria/protocol";
import type { RollRules } from "@narratoria/protocol/contracts";
import { memoizeText, sentenceKey, splitPieces } from "@narratoria/protocol/english";
import { type CheckedLaw, lawsInForce } from "@narratoria/protocol/laws";
import type { Put } from "./put-to-player.js";
import {
  type AuthoredChoice,
  type BeatMatter,
  type ChoiceSlot,
  type Fact,
  type Hook,
  type Matter,
  type PastEntry,
  type Person,
  type Place,
  type Topic,
  VERBS,
} from "@narratoria/protocol/story";
import { list, number, numbers, objectOrNull, optionalNumber, record, text } from "./json-reading.js";
import type { Goal } from "./goals.js";
import { termsAllow } from "./terms.js";
import { readRumours, type Rumour } from "./rumours.js";

export interface StatDefinition {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly description?: string;
  /** What the rules say that it is for. */
  readonly uses?: string;
}

const THREAD_KINDS = ["debt", "watcher", "promise", "condition"] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

/** Something begun that waits: `threads.<id>` of session state. */
export interface Thread {
  readonly id: string;
  readonly kind: ThreadKind;
  readonly npc?: string;
  /** Scene in which it began. */
  readonly opened: number;
  readonly state: "open" | "due" | "closed";
  /** What it is about, in words. */
  readonly text: string;
}

/** The deed that an opinion rests on most. */
export interface Because {
  readonly text: string;
  readonly scene: number;
}

/** How things are with one person: `people.<id>` of session state. */
export interface Standing {
  readonly place: string;
  readonly alive: boolean;
  /** They go where the player goes. */
  readonly follows?: true;
  /** They sleep, or have just gone out: nobody speaks with them now. */
  readonly withdrawn?: true;
  /** Scene of the first meeting. */
  readonly met?: number;
  /** -100 to 100. */
  readonly feeling: number;
  /** How the player stands with the one of their factions that thinks worst of the player: -100 to 100, 0 where they have none. */
  readonly withFaction: number;
  /** What their opinion gives to a roll; absent where nobody has said. */
  readonly modifier?: number;
  /** Why they think as they do; absent where it does not count or nobody has said. */
  readonly because?: Because;
  /** The faction whose opinion `withFaction` is, where something is known of it. */
  readonly faction?: { readonly name: string; readonly because?: Because };
  /** Their values of stats, by the names of their author. */
  readonly stats: Readonly<Record<string, number>>;
  /** Scene in which they came to where they are. */
  readonly since: number;
  /** What they are after of themselves, or how it ended. */
  readonly goal?: Goal;
}

/** The last beat told and the decisions that it left open. */
/** Scenes for which the decisions of a beat are offered. */
export const DECISION_SCENES = 4;

export interface OpenBeat {
  readonly id: string;
  readonly title: string;
  readonly scene: number;
  readonly decisions: readonly string[];
  readonly people: readonly string[];
  readonly names: readonly string[];
  /** Where it happened: what it left to decide is decided there. Empty in a story kept by an older version. */
  readonly place: string;
  /** Choices of the author's own that have not been taken. */
  readonly choices: readonly AuthoredChoice[];
  /** What somebody has put to the player and has no answer to. */
  readonly offer?: Put;
  /** Ids of lines that its people can say to it unasked. */
  readonly sayings?: readonly string[];
  /** What the player has decided, as the name of its flag. */
  readonly decided?: string;
  /** Scene in which the player put one of its questions of which its author says what comes. */
  readonly asked?: number;
}

/** The topics that a beat spoke of. */
export interface RaisedTopics {
  readonly id: string;
  readonly title: string;
  readonly scene: number;
  readonly topics: readonly string[];
  readonly place: string;
  readonly people: readonly string[];
  readonly names: readonly string[];
}

/** Names of the things that a scene has named, those named last first. */
export interface ThingsNamed {
  readonly scene: number;
  readonly names: readonly string[];
}

/** What this skill remembers from scene to scene, under `world.choices` of session state. */
export interface ChoiceMemory {
  /** The verbs offered, one list a scene, newest last. */
  readonly verbs: readonly (readonly string[])[];
  /** Offers by what they are: how often passed over in a row, and the scene of the last offer. */
  readonly offers: Readonly<Record<string, { readonly passed: number; readonly last: number }>>;
  /** Memories used as a reason, by their scene and deed, and the scene of their last use. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Scene in which the player came to where they are. */
  readonly arrived: number;
  /** Scenes in a row with each person who is present. */
  readonly company: Readonly<Record<string, number>>;
  /** The person and topic that somebody pointed to last. */
  readonly redirect?: { readonly npc: string; readonly topic: string; readonly scene: number };
  /** Facts that passed between a person and the player, whoever told: keys `npc:fact`. */
  readonly shared: Readonly<Record<string, number>>;
  /** What has been done and cannot be done again: props searched, motives helped, things taken, pairs reckoned. */
  readonly done: Readonly<Record<string, number>>;
  readonly beat?: OpenBeat;
  /** Things that the last scene has named, and those that the scenes before it have, the latest first. */
  readonly things?: ThingsNamed & { readonly earlier: readonly ThingsNamed[] };
  /** The last beats and the topics that they brought up, the oldest first. */
  readonly raised: readonly RaisedTopics[];
  /** Conditions, and the in-game minute from which each is known. */
  readonly hurt: Readonly<Record<string, number>>;
  /** Who left last while the player was there, and for where. */
  readonly left?: { readonly npc: string; readonly place: string; readonly scene: number };
  /** Where the player came from last. */
  readonly came?: { readonly from: string; readonly scene: number };
}

export interface View {
  readonly scene: number;
  readonly seed: string;
  readonly minutes: number;
  /** The minute of the next beat that has an hour of its own: no time that is only spent goes past it. */
  readonly until?: number;
  /** The minute of the beat to which the player goes: they come by then. */
  readonly by?: number;
  readonly placeId: string;
  /** Where the player stood before the beat of a staged view. */
  readonly placeBefore: string;
  /** Absent where the campaign describes no such place. */
  readonly place?: Place;
  readonly stats: readonly StatDefinition[];
  /** How dice are thrown. */
  readonly rules: RollRules;
  readonly statValues: Readonly<Record<string, number>>;
  readonly traits: readonly string[];
  /** What was true of the player before the story. */
  readonly past: readonly PastEntry[];
  /** What the player may not do, in their author's words. */
  readonly restrictions: readonly string[];
  readonly conditions: readonly string[];
  readonly inventory: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  /** Those that are not closed. */
  readonly threads: readonly Thread[];
  readonly memory: ChoiceMemory;
  /** Deeds of the player's that are talked of. */
  readonly rumours: readonly Rumour[];
  /** Keys (`npc:`, `topic:`, ...) and the scene whose text named them last. */
  readonly named: Readonly<Record<string, number>>;
  /** Keys of the sentences that the last thirty scenes have told. */
  readonly told: ReadonlySet<string>;
  readonly known: {
    readonly facts: Readonly<Record<string, number>>;
    readonly topics: Readonly<Record<string, number>>;
    readonly motives: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly relations: Readonly<Record<string, number>>;
  };
  /** Everything learned, the latest first. */
  readonly learned: readonly Fact[];
  /** Keys that something learned names, also where the fact itself is not given. */
  readonly heardOf: ReadonlySet<string>;
  /** What has not been learned yet, in the author's order. */
  readonly unlearned: readonly Fact[];
  /** What their speakers keep to themselves, as far as its time has come, and the player has not heard. */
  readonly confided: readonly Fact[];
  readonly visited: Readonly<Record<string, number>>;
  /** Beats that have happened, and the scene of each. */
  readonly played: Readonly<Record<string, number>>;
  readonly matter: Matter;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly topics: ReadonlyMap<string, Topic>;
  readonly places: ReadonlyMap<string, Place>;
  readonly people: ReadonlyMap<string, Person>;
  readonly standing: ReadonlyMap<string, Standing>;
  /** How the player stands with the factions of the story, by the names that their author gives them. */
  readonly factions: readonly { readonly name: string; readonly standing: number }[];
  /** Everybody alive who is where the player is; in a staged view also whoever the beat of this scene brings. */
  readonly present: readonly Person[];
  readonly hooks: readonly Hook[];
  /** What no text of the story may say: those in force. */
  readonly laws: readonly CheckedLaw[];
  readonly choice: ChoiceSlot | null;
  readonly beat: BeatMatter | null;
  /** Keys of people, topics and places that lead to the ending that the player's choices lean to. */
  readonly leaning: ReadonlySet<string>;
  /** True when the choice leads to an ending: nothing is offered after it. */
  readonly ending: boolean;
}

const STATE_KEYS = [
  "clock",
  "place",
  "player",
  "inventory",
  "people",
  "factions",
  "flags",
  "world",
  "beats",
  "threads",
  "storybook",
];

/**
 * Reads the context of an invocation. Missing parts read as empty, so that a campaign of three files gives a view as well.
 *
 * @param context - What the runtime gave, by the keys of the manifest.
 * @param staged - For choices offered after a scene: the patch of the outcome is in place and the beat of the scene has
 * brought its people to where it happens. Without it the view is the story before the choice.
 * @throws {ProtocolError} If the patch holds a forbidden key.
 */
export function readView(
  context: Readonly<Record<string, unknown>>,
  staged?: { readonly patch: JsonObject; readonly opinions?: readonly JsonObject[] },
): View {
  const given = Object.fromEntries(STATE_KEYS.map((key) => [key, context[key] as JsonValue | undefined]));
  const state = mergePatches(given as JsonObject, [staged?.patch ?? {}, ...(staged?.opinions ?? [])]);
  const matter = readMatter(context.facts);
  const world = record(state.world);
  const known = record(world.known);
  const player = record(state.player);
  const beat = objectOrNull<BeatMatter>(context.beat);
  const placeId = (staged && beat?.place) || text(state.place);
  const places = withCarriers(byId(matter.places), text(world.stop));
  const people = record(state.people);
  const factions = numbers(state.factions);
  const standing = new Map(
    matter.people.map((person) => [
      person.id,
      readStanding(people[person.id], person, factions, record(world.factions)),
    ]),
  );
  // Whoever goes with the player is where the player is.
  for (const [npc, how] of standing)
    if (how.alive && record(people[npc]).follows === true) standing.set(npc, { ...how, place: placeId, follows: true });
  // Whoever goes out in the beat of this scene is not there when choices are offered.
  const left = new Map(staged ? (beat?.leaves ?? []).map(({ npc, place }) => [npc, place]) : []);
  for (const [npc, place] of left) {
    const before = standing.get(npc);
    if (before) standing.set(npc, { ...before, place });
  }
  const onStage = new Set(staged ? (beat?.people ?? []).filter((npc) => !left.has(npc)) : []);
  const place = places.get(placeId);
  const facts = byId(matter.facts);
  const played = playedBeats(state.beats);
  const knownFacts = numbers(known.facts);
  const told = new Set(Object.keys(record(record(state.storybook).ring)));
  const untold = matter.facts.filter(
    ({ id, text, after }) =>
      knownFacts[id] === undefined && !wasTold(told, text) && (after === undefined || played[after] !== undefined),
  );
  const inventory = Object.entries(record(state.inventory)).map(([id, item]) => ({
    id,
    name: text(record(item).name) || id.replaceAll("-", " "),
    count: optionalNumber(record(item).count) ?? 1,
  }));
  const visited = numbers(world.visited);
  const learned = Object.entries(knownFacts)
    .sort(([, a], [, b]) => b - a)
    .flatMap(([id]) => facts.get(id) ?? []);
  const knowledge = {
    facts: knownFacts,
    topics: numbers(known.topics),
    motives: Object.fromEntries(Object.entries(record(known.motives)).map(([npc, texts]) => [npc, numbers(texts)])),
    relations: numbers(known.relations),
  };
  const seen = { standing, learned, known: knowledge, visited, inventory };
  return {
    scene: number(context.scene),
    seed: text(context.seed),
    minutes: number(record(state.clock).minutes),
    ...(optionalNumber(record(state.clock).until) === undefined ? {} : { until: number(record(state.clock).until) }),
    ...(optionalNumber(record(state.clock).by) === undefined ? {} : { by: number(record(state.clock).by) }),
    placeId,
    placeBefore: text(state.place),
    ...(place ? { place } : {}),
    ...dice(context),
    statValues: numbers(player.stats),
    traits: list<unknown>(player.traits).map(text).filter(Boolean),
    past: list<PastEntry>(player.past),
    restrictions: list<unknown>(player.restrictions).map(text).filter(Boolean),
    conditions: Object.entries(record(player.conditions)).flatMap(([name, on]) => (on ? [name] : [])),
    inventory,
    threads: Object.entries(record(state.threads)).flatMap(([id, thread]) => readThread(id, thread)),
    memory: readChoiceMemory(record(world.choices)),
    rumours: readRumours(world.rumours),
    named: numbers(record(state.storybook).named),
    told,
    known: knowledge,
    learned,
    heardOf: new Set([...list<string>(record(context.facts).heard), ...learned.flatMap(({ names }) => names)]),
    unlearned: untold.filter(({ confided }) => confided !== true),
    confided: untold.filter((fact) => fact.confided === true && termsAllow(seen, fact)),
    played,
    visited,
    matter,
    facts,
    topics: byId(matter.topics),
    places,
    people: byId(matter.people),
    standing,
    factions: Object.entries(factions).flatMap(([id, how]) => {
      const { name } = record(record(world.factions)[id]);
      return typeof name === "string" ? [{ name, standing: how }] : [];
    }),
    present: matter.people.filter((person) => {
      const how = standing.get(person.id);
      if (staged && how?.withdrawn === true) return false;
      return how?.alive === true && (how.place === placeId || onStage.has(person.id));
    }),
    hooks: list<Hook>(context.hooks),
    laws: lawsInForce(readLaws(context.constraints), state),
    choice: choiceSlot(context.choice),
    beat,
    leaning: new Set(list<unknown>(record(world.leaning).names).map(text)),
    ending: objectOrNull(context.ending) !== null,
  };
}

/** Words from which on a piece of text is a sentence that a reader knows again. */
const SENTENCE_WORDS = 3;

/** Whether a text, or a sentence of it, is among those that were told. (rules PC495 and PC497) */
export const wasTold = (told: ReadonlySet<string>, text: string): boolean =>
  told.size > 0 && keysOf(text).some((key) => told.has(key));

/** Keys of the sentences in a text that a reader knows again. */
const keysOf = memoizeText((text): readonly string[] =>
  splitPieces(text)
    .filter((piece) => piece.split(/\s+/).length >= SENTENCE_WORDS)
    .map(sentenceKey),
);

/** How dice are thrown where a campaign does not say: two dice, 7 to 9 at a cost, 10 and more without. */
export const USUAL_RULES: RollRules = {
  dice: { count: 2, sides: 6 },
  partial: 7,
  success: 10,
  bonuses: [],
  stats: [],
};

/** Rules and stats of a campaign, each stat with what both its definition and the rules say that it is for. */
function dice(context: Readonly<Record<string, unknown>>): Pick<View, "stats" | "rules"> {
  const rules = objectOrNull<RollRules>(context.rules) ?? USUAL_RULES;
  const stats = list<StatDefinition>(context.stats).flatMap((stat): StatDefinition[] => {
    const words = rules.stats.find(({ name }) => name.toLowerCase() === stat.name.toLowerCase())?.words;
    if (/\bnot rolled\b/i.test(`${stat.description ?? ""} ${words ?? ""}`)) return [];
    return [{ ...stat, ...(words === undefined ? {} : { uses: words }) }];
  });
  return { rules, stats };
}

/** Places, with what carries the player at the stop of the road that they have come to. (rule PC5771) */
function withCarriers(places: ReadonlyMap<string, Place>, stop: string): ReadonlyMap<string, Place> {
  const road = places.get(stop)?.road;
  if (road === undefined) return places;
  return new Map(
    [...places].map(([id, place]) => [
      id,
      place.carries === true ? { ...place, road: { ...road, part: true } } : place,
    ]),
  );
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function readMatter(value: unknown): Matter {
  const matter = record(value);
  return {
    facts: list(matter.facts),
    // A chapter's number is nothing to ask about.
    topics: list<Topic>(matter.topics).filter(({ np }) => !/^[\P{L}IVXLC]*$/u.test(np)),
    places: list(matter.places),
    people: list(matter.people),
    questions: list(matter.questions),
    opening: list(matter.opening),
  };
}

function playedBeats(value: unknown): Readonly<Record<string, number>> {
  const played = Object.entries(record(value)).flatMap(([id, beat]) =>
    record(beat).state === "fired" ? [[id, number(record(beat).scene)] as const] : [],
  );
  return Object.fromEntries(played);
}

/** Laws that a context gives, each with its checks. */
function readLaws(constraints: unknown): CheckedLaw[] {
  return list<unknown>(record(constraints).laws).flatMap((law) => {
    const checks = list<CheckedLaw["checks"][number]>(record(law).checks).filter(
      ({ kind, words }) => typeof kind === "string" && Array.isArray(words),
    );
    return checks.length === 0 ? [] : [{ checks }];
  });
}

function readBecause(value: unknown): { readonly because?: Because } {
  const { text, scene } = record(value);
  return typeof text === "string" && text !== "" ? { because: { text, scene: number(scene) } } : {};
}

function readStanding(
  value: unknown,
  person: Person,
  factions: Readonly<Record<string, number>>,
  known: Readonly<Record<string, unknown>>,
): Standing {
  const given = record(value);
  const met = optionalNumber(given.met);
  const modifier = optionalNumber(given.modifier);
  const standings = list<string>(given.factions).flatMap((id) => {
    const standing = factions[id];
    return standing === undefined ? [] : [{ id, standing }];
  });
  const [worst] = standings.toSorted((a, b) => a.standing - b.standing);
  const faction = record(worst && known[worst.id]);
  return {
    place: typeof given.place === "string" ? given.place : person.home,
    alive: given.alive !== false,
    ...(record(given.withdrawn).how !== undefined ? { withdrawn: true as const } : {}),
    ...(met === undefined ? {} : { met }),
    feeling: number(given.feeling),
    withFaction: worst?.standing ?? 0,
    ...(modifier === undefined ? {} : { modifier }),
    ...readBecause(given.because),
    ...(typeof faction.name === "string" ? { faction: { name: faction.name, ...readBecause(faction.because) } } : {}),
    stats: numbers(given.stats),
    since: number(given.since),
    ...readGoal(given.goal),
  };
}

function readGoal(value: unknown): { readonly goal?: Goal } {
  const { text: words, state, scene, place } = record(value);
  const known = (["pursued", "tried", "served", "hindered"] as const).find((one) => one === state);
  if (known === undefined || typeof words !== "string") return {};
  return { goal: { text: words, state: known, scene: number(scene), ...(typeof place === "string" ? { place } : {}) } };
}

function readThread(id: string, value: unknown): Thread[] {
  const given = record(value);
  const kind = THREAD_KINDS.find((one) => one === given.kind);
  const state = given.state === "due" ? "due" : given.state === "closed" ? "closed" : "open";
  if (!kind || state === "closed") return [];
  const npc = text(given.npc);
  return [{ id, kind, ...(npc ? { npc } : {}), opened: number(given.opened), state, text: text(given.text) }];
}

function readThings(value: unknown): ThingsNamed {
  const { scene, names } = record(value);
  return { scene: number(scene), names: list<string>(names) };
}

function readChoiceMemory(value: JsonObject): ChoiceMemory {
  const redirect = record(value.redirect);
  const left = record(value.left);
  const beat = record(value.beat);
  const came = record(value.came);
  const offers = Object.entries(record(value.offers)).map(([key, offer]) => {
    return [key, { passed: number(record(offer).passed), last: number(record(offer).last) }] as const;
  });
  return {
    verbs: list<unknown>(value.verbs).map((verbs) => list<string>(verbs)),
    offers: Object.fromEntries(offers),
    reasons: numbers(value.reasons),
    arrived: number(value.arrived),
    company: numbers(value.company),
    ...(redirect.npc
      ? { redirect: { npc: text(redirect.npc), topic: text(redirect.topic), scene: number(redirect.scene) } }
      : {}),
    ...(value.things === undefined
      ? {}
      : {
          things: {
            ...readThings(value.things),
            earlier: list<unknown>(record(value.things).earlier).map(readThings),
          },
        }),
    shared: numbers(value.shared),
    raised: list<unknown>(value.raised).map((one) => {
      const { id, title, scene, topics, place, people, names } = record(one);
      return {
        id: text(id),
        title: text(title),
        scene: number(scene),
        topics: list<string>(topics),
        place: text(place),
        people: list<string>(people),
        names: list<string>(names),
      };
    }),
    done: numbers(value.done),
    hurt: numbers(value.hurt),
    ...(beat.id
      ? {
          beat: {
            id: text(beat.id),
            title: text(beat.title),
            scene: number(beat.scene),
            decisions: list<string>(beat.decisions),
            people: list<string>(beat.people),
            names: list<string>(beat.names),
            place: text(beat.place),
            choices: list<AuthoredChoice>(beat.choices),
            ...readOffer(beat.offer),
            sayings: list<string>(beat.sayings),
            ...(text(beat.decided) ? { decided: text(beat.decided) } : {}),
            ...(optionalNumber(beat.asked) === undefined ? {} : { asked: number(beat.asked) }),
          },
        }
      : {}),
    ...(came.from ? { came: { from: text(came.from), scene: number(came.scene) } } : {}),
    ...(left.npc ? { left: { npc: text(left.npc), place: text(left.place), scene: number(left.scene) } } : {}),
  };
}

function readOffer(value: unknown): { readonly offer?: Put } {
  const { npc, kind, yes, no } = record(value);
  const known = (["offer", "request", "invitation", "question", "remark"] as const).find((one) => one === kind);
  if (known === undefined || typeof npc !== "string" || typeof yes !== "string") return {};
  return { offer: { npc, kind: known, yes, ...(typeof no === "string" ? { no } : {}) } };
}

/** A choice that this skill made: one with a verb that it knows, and with what it acts on. */
function choiceSlot(value: unknown): ChoiceSlot | null {
  const { verb, bind } = record(value);
  return typeof verb === "string" && Object.hasOwn(VERBS, verb) && objectOrNull(bind) ? objectOrNull(value) : null;
}
