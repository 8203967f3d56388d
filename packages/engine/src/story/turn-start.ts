/** Everything that is decided of a turn before a plan is asked for. */
import { atOnce, getPath, isJsonObject, type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import {
  type BeatMatter,
  type ChoiceSlot,
  type EndingMatter,
  type Hook,
  liesIn,
  minutesBetween,
  type Person,
  type Place,
  type SceneType,
  stopsFrom,
  type Verb,
} from "@narratoria/protocol/story";
import type { Campaign } from "@narratoria/campaign";
import { guideTo, type StoryIndex } from "@narratoria/narrator";
import type { Turn } from "@narratoria/persistence";
import {
  authoredHooks,
  type ChoiceChanges,
  changesOfChoice,
  endingHooks,
  momentAhead,
  setByAuthor,
  takenChoice,
  toldNow,
  worldSetByAuthor,
} from "../plot/authored-choices.js";
import { type OwnWay, ownWay, wayDecided } from "../plot/decided-way.js";
import { type BeatDecision, decideBeats, foreseen, placesAhead, rivalsIn } from "../plot/beats.js";
import { variedBeat, variedEnding } from "../plot/varied-scenes.js";
import { answersTags, type BeatMoment, holdsNow, slugOf, waysNotTaken, waysPassedBy } from "../plot/conditions.js";
import { opensWithBeat } from "../plot/opening-beat.js";
import { quietScenes, wasEmpty } from "../plot/pace.js";
import { climaxIn, decisionIn } from "../plot/still-ahead.js";
import { endingTrend } from "../plot/ending-trend.js";
import { decideEndings, endingThatComes, endingThatFollows, LEAVE_TAKING, nearnessTo } from "../plot/endings.js";
import { comesAlike, comesOut, decidesIn, isLeftOpen, settledMatter, withSettled } from "../plot/outcomes.js";
import { changePatches, minuteOfBeat, withOutcome, withoutSentAway } from "../plot/stage-beat.js";
import { returnPatch, withdrawalPatch, withdrawalsIn } from "../plot/withdrawals.js";
import { daysBehind, settingOut, weekdayOf } from "../scene/clock.js";
import { sceneTypeOf } from "../scene/scene-type.js";
import { initialState, placeId } from "./initial-state.js";
import { leaningOf } from "./leaning.js";
import type { Player } from "./player-character.js";
import type { Remembered } from "./remembered.js";
import { buildingView } from "./view.js";

export interface TurnStart {
  readonly scene: number;
  readonly base: JsonObject;
  readonly slot: ChoiceSlot | null;
  readonly beat: BeatMatter | null;
  readonly ending: EndingMatter | null;
  readonly decision: BeatDecision | null;
  /** What the plot wants offered. */
  readonly hooks: readonly Hook[];
  /** What is decided of the plot, for session state. */
  readonly patch: JsonObject;
  /** What the author's choice that was taken changes, when its scene has been told. */
  readonly changes?: ChoiceChanges;
  readonly sceneType: SceneType;
  readonly seed: string;
  readonly view: JsonObject;
}

/** Where a story stands when a choice is taken. */
export interface Standing {
  readonly campaign: Campaign;
  readonly mined: StoryIndex;
  /** The playthrough's seed. */
  readonly seed: string;
  /** The turn before; null before the opening. */
  readonly head: Turn | null;
  readonly remembered: Remembered;
  /** Who the player is, in a story that has not begun. */
  readonly player: Player | undefined;
  /** State before the opening, where it has been made already. */
  readonly first?: JsonObject | undefined;
  /** The beat that the opening tells, of a story that does not begin at its beginning. */
  readonly starts?: BeatMatter | null | undefined;
}

/** Whether the player has a reason to know a place: they are or have been there, or it is the home of somebody they know of. */
function isKnownPlace(state: JsonObject, { people }: StoryIndex["matter"], place: string): boolean {
  const knows = (id: string): boolean =>
    getPath(state, `people.${id}.met`) !== undefined || getPath(state, `storybook.named.npc:${id}`) !== undefined;
  return (
    state["place"] === place ||
    getPath(state, `world.visited.${place}`) !== undefined ||
    people.some(({ id, home }) => home === place && knows(id))
  );
}

/** Places of which the story has not come to a part, and which nothing else makes known: Orsk, of which only the mill is played. (rule EN5301) */
export function wholesAhead(
  places: readonly Place[],
  ahead: ReadonlySet<string>,
  isKnown: (place: string) => boolean,
): readonly string[] {
  const parts = places.filter(({ id }) => ahead.has(id));
  return places.flatMap((place) =>
    !ahead.has(place.id) && !isKnown(place.id) && parts.some((part) => liesIn(part, place)) ? [place.id] : [],
  );
}

/**
 * Every place but where the player is and where something waits, as long as no beat has been told and one waits elsewhere: nobody looks about
 * a house before they have come to it. (rule EN5402)
 */
export function beforeItBegins(
  beats: Campaign["beats"],
  places: readonly Pick<Place, "id">[],
  { base, hooks, fires }: { readonly base: JsonObject; readonly hooks: readonly Hook[]; readonly fires: boolean },
): readonly string[] {
  const waits = new Set(hooks.flatMap((hook) => (hook.kind === "beat-elsewhere" ? [hook.place] : [])));
  return fires || hasBegun(beats, base) || waits.size === 0
    ? []
    : places.flatMap(({ id }) => (waits.has(id) || id === base["place"] ? [] : [id]));
}

/** Whether a beat of the story has been told. */
const hasBegun = (beats: Campaign["beats"], state: JsonObject): boolean =>
  beats.some(({ id }) => getPath(state, `beats.${id}.state`) === "fired");

/** Stops of a journey, at least. */
const FEWEST_STOPS = 6;

/**
 * Places that a journey has left behind: where the beats go through six places or more and come back to none, those before the last one that
 * has been reached. Nobody turns back for one at which nothing waits. (rule EN5400)
 *
 * @param beats - The campaign's beats, in the author's order.
 */
export function stopsBehind(
  beats: Campaign["beats"],
  { state, placeOf }: Pick<BeatMoment, "state" | "placeOf">,
  hooks: readonly Hook[],
): readonly string[] {
  const halts = beats.flatMap((one) => placeOf(one) ?? []).filter((place, at, all) => place !== all[at - 1]);
  if (halts.length < FEWEST_STOPS || new Set(halts).size < halts.length) return [];
  const at = halts.indexOf(String(state["place"] ?? ""));
  const waiting = new Set(
    hooks.flatMap((hook) => (hook.kind === "ending" || hook.place === undefined ? [] : [hook.place])),
  );
  return halts.slice(0, Math.max(at, 0)).filter((place) => !waiting.has(place));
}

/**
 * Homes that the player has not seen of people whom a beat is still to bring in, with nobody else about and nothing that waits: one would
 * find an empty room. (rule EN846)
 *
 * @param next - Where the beat of this scene takes the player.
 */
export function emptyHomes(
  { people }: { readonly people: readonly Pick<Person, "id" | "home" | "enters">[] },
  state: JsonObject,
  hooks: readonly Hook[],
  next?: string,
): readonly string[] {
  const standing = new Map(people.map(({ id }) => [id, getPath(state, `people.${id}.place`)]));
  const taken = new Set<unknown>([...standing.values(), state["place"], next]);
  for (const hook of hooks) if (hook.kind !== "ending") taken.add(hook.place);
  const homes = people.flatMap(({ id, home, enters }) =>
    enters !== undefined && standing.get(id) === "" ? [home] : [],
  );
  return homes.filter(
    (home) => home !== "" && !taken.has(home) && getPath(state, `world.visited.${home}`) === undefined,
  );
}

/** Stops of the story's road between two places; 0 where one of them is not on it. */
function stopsBetween({ places }: StoryIndex, from: string, to: string): number {
  return Math.abs(stopsFrom(places.get(from), places.get(to)) ?? 0);
}

/** Whether a beat lies behind on the story's road, and its day is over. */
function isPassed(
  { places }: Pick<StoryIndex, "places">,
  beat: Pick<BeatMatter, "place" | "clock"> | undefined,
  state: JsonObject,
): boolean {
  const day = beat?.clock?.day;
  const now = getPath(state, "clock.minutes");
  const stops = stopsFrom(places.get(String(state["place"] ?? "")), places.get(beat?.place ?? ""));
  return day !== undefined && typeof now === "number" && stops !== undefined && stops < 0 && day * 1440 <= now;
}

const changedIn = new WeakMap<StoryIndex, ReadonlySet<string>>();

/** Paths of the world's state that what comes of a beat or of an author's choice changes. */
function changedPaths(story: StoryIndex, campaign: Campaign): ReadonlySet<string> {
  const known = changedIn.get(story);
  if (known) return known;
  const all = [...story.beats.values()].flatMap(({ changes = [], outcomes = [], choices = [] }) => [
    ...changes,
    ...choices.flatMap((one) => one.changes ?? []),
    ...outcomes.flatMap((one) => one.changes ?? []),
  ]);
  const ofBeats = all.flatMap((one) =>
    one.kind === "world" ? [one.path.replace(/^world\./, "")] : one.kind === "flag" ? [flagPath(one.name)] : [],
  );
  const paths = new Set([...ofBeats, ...worldSetByAuthor(campaign), ...[...authoredIn(campaign).keys()].map(flagPath)]);
  changedIn.set(story, paths);
  return paths;
}

const flagPath = (name: string): string => `flags.${name}`;

const authoredTags = new WeakMap<Campaign, ReadonlyMap<string, string>>();

function authoredIn(campaign: Campaign): ReadonlyMap<string, string> {
  const known = authoredTags.get(campaign) ?? setByAuthor(campaign);
  authoredTags.set(campaign, known);
  return known;
}

interface LastPages {
  readonly rivals: ReadonlyMap<string, readonly string[]>;
  readonly climax?: string;
  readonly decision?: string;
  /** Ids of beats by the ending that they lead to. */
  readonly pages: ReadonlyMap<string, string>;
}

const lastPages = new WeakMap<Campaign, LastPages>();

/** How a campaign closes, found once for it. */
export function lastPagesOf(campaign: Campaign, { endings, beats }: StoryIndex): LastPages {
  const known = lastPages.get(campaign);
  if (known) return known;
  const pages = new Map(
    [...endings.values()].flatMap(({ id, page }) => (page === undefined ? [] : [[id, page] as const])),
  );
  const leading = new Set(pages.values());
  const rivals = rivalsIn(campaign.beats, ({ id }) => leading.has(id));
  const climax = climaxIn(campaign.beats, rivals);
  const put = new Set([
    ...authoredIn(campaign).keys(),
    ...[...beats.values()].flatMap(({ decisions, choices = [] }) =>
      [...decisions, ...choices.map(({ text }) => text)].map(slugOf),
    ),
  ]);
  const isPut = (tag: string): boolean => put.has(tag) || put.has(slugOf(tag));
  const asked = campaign.endings.flatMap(({ id, conditions: { player_choice, player_choices = [] } = {} }) =>
    pages.has(id) ? [] : [...(player_choice === undefined ? [] : [player_choice]), ...player_choices],
  );
  const decision = asked.some((tag) => !isPut(tag))
    ? decisionIn(campaign.beats.filter(({ id }) => !leading.has(id) && !rivals.has(id)))
    : undefined;
  const found = {
    pages,
    rivals,
    ...(climax === undefined ? {} : { climax }),
    ...(decision === undefined ? {} : { decision }),
  };
  lastPages.set(campaign, found);
  return found;
}

/** How long a story lasts, how much of it has been told, and the day that it may not pass yet. */
interface Days {
  readonly now: number;
  readonly days: number;
  readonly share: number;
  readonly last: number;
  /** The minute of the first beat to come that has a day and an hour; undefined where none has. */
  readonly next?: number;
}

/** The days of a story whose author says how many it has; undefined for any other. */
function daysOf(state: JsonObject, scene: number, mined: StoryIndex): Days | undefined {
  const days = mined.calendar?.days;
  const now = getPath(state, "clock.minutes");
  if (days === undefined || typeof now !== "number" || !mined.length) return undefined;
  const beats = [...mined.beats.values()];
  const ahead = beats.filter(({ id }) => getPath(state, `beats.${id}.state`) !== "fired");
  const share = Math.max(scene / mined.length, beats.length === 0 ? 0 : 1 - ahead.length / beats.length);
  // The story does not pass the day of a beat that is still to come.
  const dated = ahead.flatMap(({ clock }) => clock?.day ?? []);
  const minutes = ahead.flatMap(({ clock }) =>
    clock?.day === undefined || clock.minutes === undefined ? [] : [(clock.day - 1) * 1440 + clock.minutes],
  );
  const next = minutes.length === 0 ? {} : { next: Math.min(...minutes) };
  return { now, days, share, last: Math.min(days, ...dated), ...next };
}

/** A way that takes so many minutes takes them. */
const LONG_WAY = 45;
/** Share of a way after which one may as well have arrived. */
const ON_THE_WAY = 0.75;

/**
 * A beat that moves the player along the story's road comes when the way there has been gone; one that they have set out for themselves
 * has its way told by that journey. (rule EN652)
 */
export function afterTheWay<Beat extends Pick<BeatMatter, "place" | "clock">>(
  beat: Beat,
  state: JsonObject,
  slot: Pick<ChoiceSlot, "verb"> | null,
  { places }: { readonly places: ReadonlyMap<string, Pick<Place, "id" | "road" | "ways">> },
): Beat {
  const from = places.get(String(state["place"] ?? ""));
  const to = places.get(beat.place ?? "");
  const way = minutesBetween(places.values(), from, to) ?? 0;
  const now = getPath(state, "clock.minutes");
  if (way < LONG_WAY || typeof now !== "number" || slot?.verb === "go") return beat;
  const then = now + way;
  // At its own hour of the day on which one arrives, or of the day before where most of the way is behind one by then.
  const hour = beat.clock?.minutes ?? then % 1440;
  const early = Math.ceil((now + ON_THE_WAY * way - hour) / 1440) + 1;
  const day = beat.clock?.minutes === undefined ? Math.floor(then / 1440) + 1 : early;
  if (beat.clock?.day !== undefined && beat.clock.day >= day) return beat;
  return { ...beat, clock: { minutes: then % 1440, ...beat.clock, day } };
}

/** Minutes for which a story that has gone past the hour of a beat waits for it. */
const JUST_MISSED = 60;

/**
 * The minute that nothing passes which the player only spends time with: that of the next beat to come that has a day and an hour.
 * (rule EN2503)
 */
export function nextHour(state: JsonObject, beats: Iterable<Pick<BeatMatter, "id" | "clock">>): number | undefined {
  const now = Number(getPath(state, "clock.minutes") ?? 0);
  const hours = [...beats].flatMap(({ id, clock }) => {
    const isOver = ["fired", "skipped"].includes(String(getPath(state, `beats.${id}.state`)));
    if (isOver || clock?.day === undefined || clock.minutes === undefined) return [];
    const at = (clock.day - 1) * 1440 + clock.minutes;
    return at > now - JUST_MISSED ? [at] : [];
  });
  return hours.length === 0 ? undefined : Math.min(...hours);
}

const MORNING = 480;

/** The minute of a beat on a day of its own to which the player goes. (rule EN5775) */
export function hourOfArrival(
  slot: Pick<ChoiceSlot, "verb" | "bind"> | null,
  beat: Pick<BeatMatter, "place" | "clock"> | null,
  state: JsonObject,
): number | undefined {
  if (slot?.verb !== "go" || slot.bind.place === undefined || beat?.place !== slot.bind.place) return undefined;
  const { day, minutes = MORNING } = beat.clock ?? {};
  const then = day === undefined ? 0 : (day - 1) * 1440 + minutes;
  return then > Number(getPath(state, "clock.minutes") ?? 0) ? then : undefined;
}

/** Minutes that a beat takes, of which nothing says how long it lasts, and that are left before the next one with an hour of its own. */
const OF_A_BEAT = 20;
const BEFORE_THE_HOUR = 5;

/** State in which the time of a beat that was told in the last scene has gone by. (rule EN5941) */
export function afterLastBeat(
  state: JsonObject,
  scene: number,
  beats: ReadonlyMap<string, Pick<BeatMatter, "id" | "clock">>,
): JsonObject {
  const now = getPath(state, "clock.minutes");
  const wasTold = ({ id }: Pick<BeatMatter, "id">): boolean =>
    getPath(state, `beats.${id}.state`) === "fired" && getPath(state, `beats.${id}.scene`) === scene - 1;
  if (typeof now !== "number" || ![...beats.values()].some(wasTold)) return state;
  const next = nextHour(state, beats.values()) ?? Number.POSITIVE_INFINITY;
  const minutes = Math.min(now + OF_A_BEAT, next - BEFORE_THE_HOUR);
  return minutes > now ? mergePatch(state, { clock: { minutes } }) : state;
}

/** A journey chosen late at night is made in the morning. */
function whenSetOut(state: JsonObject, slot: ChoiceSlot | null, scene: number, mined: StoryIndex): JsonObject {
  const known = slot?.verb === "go" ? daysOf(state, scene, mined) : undefined;
  if (!known) return state;
  const minutes = settingOut(known.now, known.last, known.next);
  return minutes === known.now ? state : mergePatch(state, { clock: { minutes } });
}

/** Minutes that may go by before a beat: any where the player waits or rests, days on a way, hours within any other scene. */
const WITHIN_A_SCENE = 300;
const ON_A_WAY = 3 * 1440;

const mayPass = (verb: Verb): number =>
  verb === "wait" || verb === "rest"
    ? Number.POSITIVE_INFINITY
    : verb === "go" || verb === "follow" || verb === "flee"
      ? ON_A_WAY
      : WITHIN_A_SCENE;

/**
 * Minutes by which a beat's own time would jump, where nothing that the player has chosen lets them pass: a journey to the beat itself
 * waits for its hour. (rules EN902 and EN1503)
 */
export function jumpFor(
  beat: (Pick<BeatMatter, "clock"> & Partial<Pick<BeatMatter, "id" | "place">>) | undefined,
  state: JsonObject,
  slot: (Pick<ChoiceSlot, "verb"> & Partial<Pick<ChoiceSlot, "bind" | "sources">>) | null,
): number {
  if (slot === null) return 0;
  const { verb, bind, sources = [] } = slot;
  const goesToIt = verb === "go" && bind?.place === beat?.place && sources.some(({ ref }) => ref === beat?.id);
  if (goesToIt) return 0;
  const then = minuteOfBeat(state, beat?.clock);
  const jump = (then ?? 0) - Number(getPath(state, "clock.minutes") ?? 0);
  return jump > mayPass(slot.verb) ? jump : 0;
}

/**
 * A beat without a day of its own comes a day or more later where the story has fallen behind its days; not one that answers what the
 * player has just done, or that they have just gone to, nor before the player lets time pass. (rules EN650 and EN902)
 */
export function inItsDays<Beat extends Pick<BeatMatter, "clock">>(
  beat: Beat,
  decision: BeatDecision | null,
  slot: Pick<ChoiceSlot, "verb" | "tags"> | null,
  known: Days | undefined,
): Beat {
  if (!known || (slot?.verb !== "wait" && slot?.verb !== "rest") || beat.clock?.day !== undefined) return beat;
  if (decision?.fires && answersTags(decision.fires, slot?.tags ?? [])) return beat;
  const behind = daysBehind(known.now, known.days, known.share, known.last);
  return behind === 0 ? beat : { ...beat, clock: { ...beat.clock, day: Math.floor(known.now / 1440) + 1 + behind } };
}

/** Adds to a hook that waits for its time, or leads to what does, when that is, from the hour at which the beat of this scene plays. (rule EN960) */
export function dated(
  hook: Hook,
  state: JsonObject,
  told: Pick<BeatMatter, "clock"> | null,
  {
    beats,
    calendar,
  }: { readonly beats: ReadonlyMap<string, Pick<BeatMatter, "clock">> } & Pick<StoryIndex, "calendar">,
): Hook {
  if (hook.kind !== "beat-later" && hook.kind !== "beat-elsewhere") return hook;
  const before = getPath(state, "clock.minutes");
  const now = minuteOfBeat(state, told?.clock) ?? (typeof before === "number" ? before : 0);
  const then = minuteOfBeat(mergePatch(state, { clock: { minutes: now } }), beats.get(hook.beat)?.clock);
  // A journey takes hours, and needs no other word for them.
  if (then === undefined || (hook.kind === "beat-elsewhere" && then - now <= WITHIN_A_SCENE)) return hook;
  const weekday = calendar?.weekday === undefined ? {} : { weekday: weekdayOf(then, calendar.weekday) };
  return { ...hook, minutes: then - now, ...weekday };
}

/** Whether a choice is an attitude to which nobody has anything to say: it is taken, and the story goes on. (rule EN5918) */
const isGesture = ({ verb, bind, tags, roll }: ChoiceSlot): boolean =>
  verb === "decide" &&
  bind.npc !== undefined &&
  [bind.beat, bind.memory, bind.fact, bind.ending].every((one) => one === undefined) &&
  tags.length === 0 &&
  roll === undefined;

/**
 * Whether a choice answers a beat, and its author has written nothing of what comes of it; what comes of every decision of the beat alike
 * comes of the beat.
 */
function isBare({ verb, bind, tags, result, rows, roll }: ChoiceSlot, beats: StoryIndex["beats"]): boolean {
  const isOfBeat = comesAlike(beats.get(bind.beat ?? "")?.choices ?? []);
  // What is said to a question in a beat is an answer to it, and nothing more.
  const isSaid = tags.some((tag) => /^(?:took|refused)-question-/u.test(tag));
  return (
    (verb === "decide" || isSaid) &&
    bind.beat !== undefined &&
    bind.fact === undefined &&
    (result === undefined || isOfBeat) &&
    rows === undefined &&
    roll === undefined
  );
}

/** A decision that puts a question to somebody. */
const ASKS = /^(?:ask|question)\b(?! (?:\p{L}+ )?(?:to|for)\b)/iu;

/** Deeds that only let time go by. */
const IDLE: readonly Verb[] = ["wait", "rest", "listen"];

/** Whether a choice decides what a beat has put to the player. */
const isDecision = ({ verb, bind }: ChoiceSlot): boolean =>
  (verb === "decide" || verb === "accept" || verb === "refuse") && bind.beat !== undefined && bind.fact === undefined;

/** Scenes for which a decision stays open where it was put. */
const DECISION_SCENES = 4;

/** Whether a beat's decision is still open where the player is: nobody is taken elsewhere before they have decided. (rule EN3142) */
function isUndecided(state: JsonObject, scene: number, slot: ChoiceSlot | null): boolean {
  const open = getPath(state, "world.choices.beat");
  if (!isJsonObject(open) || open["decided"] !== null || open["place"] !== state["place"]) return false;
  if (slot !== null && (isDecision(slot) || slot.verb === "go")) return false;
  const choices = Array.isArray(open["choices"]) ? open["choices"] : [];
  const decisions = Array.isArray(open["decisions"]) ? open["decisions"] : [];
  const put = decisions.length + choices.filter((one) => isJsonObject(one) && one["decides"] === true).length;
  const since = open["scene"];
  return put > 1 && typeof since === "number" && scene - since < DECISION_SCENES;
}

/** Whether somebody of the story is where the player is. */
const isHere = (state: JsonObject, npc: string): boolean =>
  getPath(state, `people.${npc}.alive`) !== false && getPath(state, `people.${npc}.place`) === state["place"];

/** Id of whoever of a beat takes the player to it from where they are. Whoever travels with the player leads nowhere. (rule EN5300) */
export function guideOf(
  { people }: { readonly people: ReadonlyMap<string, Pick<Person, "id" | "name" | "short" | "mobility" | "kind">> },
  beat: Pick<BeatMatter, "people" | "told"> | undefined,
  state: JsonObject,
): string | undefined {
  const cast = (beat?.people ?? []).flatMap((id) => people.get(id) ?? []);
  const leads = cast.filter(({ mobility, kind }) => mobility === "walks" && kind !== "machine");
  const leadsAway = (id: string): boolean => isHere(state, id) && getPath(state, `people.${id}.follows`) !== true;
  return beat && guideTo(leads, beat.told, leadsAway)?.id;
}

/** "He is Osk, he says", "a woman called Nina", "you find Osk alive": a beat in which somebody is found, or said to be who they are. */
const IS_NAMED_THERE =
  /\b(?:he|she|they|it)(?: is|['’]s| are|['’]re)(?: called| named)? $|\b(?:called|named|name is|names? (?:him|her|them)self|calls? (?:him|her|them)self|introduces? (?:him|her|them)self as|this is|says (?:he|she) is) $|\b(?:find|finds|found|discover|discovers|discovered)\b[^.!?]*$|(?:^|[.!?] )(?:In|On|At|By|Behind|Under|Beside|Inside|Before|Among|Above|There|Here)\b[^.!?;]* (?:is|are|was|were|sits|sat|lies|lay|stands|stood|waits|waited) $/iu;
/** "comes in", behind a name: who comes to a beat is not there before it. */
const COMES_THERE =
  /^[^.!?;]{0,60}?\b(?:comes?|came|arrives?|arrived|enters?|entered|walks? (?:in|up|out)|walked (?:in|up|out)|returns?|returned|appears?|appeared|bursts?|is brought|are brought|is carried|steps? (?:in|out|up))\b/u;

/**
 * Id of whoever of a beat is at its place already, and may be spoken of before it: somebody who talks, and whom the beat does not name as one
 * whom nobody knows. (rule EN3500)
 */
export function hostOf(
  { people }: { readonly people: ReadonlyMap<string, Pick<Person, "name" | "short" | "speech" | "kind">> },
  beat: Pick<BeatMatter, "people" | "told" | "place"> | undefined,
  state: JsonObject,
): string | undefined {
  const told = (beat?.told ?? []).join(" ");
  const isAnnounced = ({ short, name }: Pick<Person, "name" | "short">): boolean => {
    const at = told.includes(name) ? told.indexOf(name) : told.indexOf(short);
    if (at < 0) return false;
    const called = told.startsWith(name, at) ? name : short;
    return IS_NAMED_THERE.test(told.slice(0, at)) || COMES_THERE.test(told.slice(at + called.length));
  };
  const placeOf = (id: string): string => String(getPath(state, `people.${id}.place`) ?? "");
  return (beat?.people ?? []).find((id) => {
    const person = people.get(id);
    return (
      person?.speech === "words" &&
      person.kind === "human" &&
      getPath(state, `people.${id}.alive`) !== false &&
      getPath(state, `people.${id}`) !== undefined &&
      (placeOf(id) === "" || placeOf(id) === beat?.place) &&
      !isAnnounced(person)
    );
  });
}

/** What beats and endings are decided from, as a scene begins. */
export function momentOf(
  {
    campaign,
    mined,
    remembered,
  }: Pick<Standing, "campaign" | "mined"> & { readonly remembered: Pick<Remembered, "mentions"> },
  { scene, state, slot }: { readonly scene: number; readonly state: JsonObject; readonly slot: ChoiceSlot | null },
): BeatMoment {
  const { rivals, climax, decision } = lastPagesOf(campaign, mined);
  const authored = authoredIn(campaign);
  return {
    scene,
    state,
    quiet: isUndecided(state, scene, slot) ? 0 : quietScenes(campaign.beats, { scene, state }, mined.matter.questions),
    wasEmpty: wasEmpty({ scene, state }),
    tags: [...(slot?.tags ?? []), ...decidedEnding(campaign, slot)],
    // Who has asked somebody waits for the answer, and is led nowhere. (rule EN5403)
    isBare: slot !== null && isBare(slot, mined.beats) && !ASKS.test(slot.bind.text ?? ""),
    letsTimePass: slot?.verb === "wait" || slot?.verb === "rest",
    isIdle:
      slot !== null &&
      (IDLE.includes(slot.verb) ||
        isGesture(slot) ||
        // Who looks for what is not there has spent time. (rule EN5919)
        slot.empty === true ||
        (slot.verb === "watch" && slot.bind.npc === undefined) ||
        // Who looks about before anything has begun has nothing better to do either. (rule EN5402)
        (slot.verb === "search" && !hasBegun(campaign.beats, state))),
    isAlone: slot !== null && isDecision(slot) && mined.matter.people.every(({ id }) => !isHere(state, id)),
    ...(slot?.verb === "go" && slot.bind.place ? { destination: slot.bind.place } : {}),
    placeOf: (beat) => mined.beats.get(beat.id)?.place ?? placeId(beat.location, mined.matter),
    dayOf: (beat) => mined.beats.get(beat.id)?.clock?.day,
    hourOf: (beat) => mined.beats.get(beat.id)?.clock?.minutes,
    peopleOf: (beat) => mined.beats.get(beat.id)?.people ?? [],
    guideTo: (beat) => guideOf(mined, mined.beats.get(beat.id), state),
    hostOf: (beat) => hostOf(mined, mined.beats.get(beat.id), state),
    jumpTo: (beat) => jumpFor(mined.beats.get(beat.id), state, slot),
    stopsTo: (place) => stopsBetween(mined, String(state["place"] ?? ""), place),
    isPassed: (beat) => isPassed(mined, mined.beats.get(beat.id), state),
    ...(slot?.verb === "wait" && slot.bind.beat !== undefined ? { awaited: slot.bind.beat } : {}),
    leavesOpen: (beat) => {
      const matter = mined.beats.get(beat.id);
      return matter !== undefined && isLeftOpen(matter);
    },
    decidesIn: (beat) => decidesIn(beat.id, slot),
    comesOut: (beat) => {
      const matter = mined.beats.get(beat.id);
      return matter && comesOut(matter, slot);
    },
    changes: (path) => changedPaths(mined, campaign).has(path.replace(/^world\./, "")),
    remembers: (text, npc) => remembered.mentions(text, npc),
    acts: mined.acts.map((act) => ({ ...act, text: authored.get(act.id) ?? act.text })),
    authored,
    rivals,
    ...(climax === undefined ? {} : { climax }),
    ...(decision === undefined ? {} : { decision }),
    closed: waysNotTaken(mined.beats.values(), mergePatch(state, flagsOfChoice(slot, scene))),
    passedBy: waysPassedBy(mined.beats.values(), state),
    ...(mined.length === undefined ? {} : { length: mined.length }),
  };
}

/** The tag of a decision that an ending follows from, which is known as soon as it is taken. (rule EN5843) */
function decidedEnding({ endings }: Pick<Campaign, "endings">, slot: ChoiceSlot | null): readonly string[] {
  const { beat, text } = slot?.bind ?? {};
  if (beat === undefined || text === undefined) return [];
  const tag = slugOf(text);
  const follows = endings.some(
    ({ conditions = {} }) => conditions.player_choice === tag && conditions.requires_beat === beat,
  );
  return follows ? [tag] : [];
}

/** The tags of the choice that leads into a scene, as flags. */
const flagsOfChoice = (slot: ChoiceSlot | null, scene: number): JsonObject => ({
  flags: Object.fromEntries((slot?.tags ?? []).map((tag) => [tag, scene])),
});

export function startTurn(standing: Standing, slot: ChoiceSlot | null): TurnStart {
  return atOnce(startingTurn(standing, slot));
}

/** As `startTurn`, with stops at which other work may go on. */
export function* startingTurn(
  { campaign, mined, head, remembered, player, first, starts, ...story }: Standing,
  slot: ChoiceSlot | null,
): Generator<void, TurnStart> {
  const scene = head ? head.scene + 1 : 0;
  const begun = afterLastBeat(head?.state ?? first ?? initialState(campaign, mined, player), scene, mined.beats);
  const base = whenSetOut(begun, slot, scene, mined);
  const seed = deriveSeed(story.seed, "turn", scene);
  const closing = lastPagesOf(campaign, mined);
  const unled = momentOf({ campaign, mined, remembered }, { scene, state: base, slot });
  const trend =
    slot === null
      ? null
      : endingTrend(campaign, {
          moment: unled,
          memories: remembered.memories,
          pages: closing.pages,
          nearness: nearnessTo(remembered.memories),
        });
  const moment = trend === null ? unled : { ...unled, leaning: { ending: trend.ending, beats: trend.beats } };
  const comes = slot ? endingThatComes(moment) : undefined;
  const given = slot?.verb === "end" ? (slot.bind.ending ?? "") : comes;
  const decided = given === undefined ? decidedOf({ campaign, mined, starts }, slot, moment, seed) : null;
  const chosen =
    given ?? (slot && decided ? endingOf(slot, decided, campaign, { moment, beats: mined.beats }) : undefined);
  const taken = takenChoice(campaign, slot);
  const findPlace = (name: string): string | undefined => placeId(name, mined.matter);
  const changes = taken ? changesOfChoice(taken, findPlace) : changesOfDecision(mined, slot);
  const known = changes && slot?.roll === undefined ? changePatches(base, changes.none, scene) : [];
  const toldAt = { ...moment, state: known.reduce<JsonObject>((state, patch) => mergePatch(state, patch), base) };
  const holds = (condition: string): boolean => holdsNow(condition, toldAt);
  const last = chosen === undefined ? null : (mined.endings.get(chosen) ?? LEAVE_TAKING);
  const page = last && variedEnding(campaign, last, holds);
  const ending =
    page && taken?.of?.id === page.id
      ? opensWith(page, taken.then?.told === undefined ? undefined : toldNow(taken.then.told, toldAt))
      : page;
  const decision = ending ? null : decided;
  const whole = decision?.fires ? mined.beats.get(decision.fires.id) : undefined;
  const told =
    whole && withoutSentAway(variedBeat(campaign, whole, mined.matter.people, holds), toldAt.state, mined.people);
  const fired = told
    ? afterTheWay(
        inItsDays(withOutcome(told, decision?.outcome), decision, slot, daysOf(base, scene, mined)),
        base,
        slot,
        mined,
      )
    : slot === null && starts
      ? variedBeat(campaign, starts, mined.matter.people, holds)
      : null;
  const before = decision?.settles && mined.beats.get(decision.settles.beat.id);
  const settled =
    decision?.settles && before
      ? settledMatter(variedBeat(campaign, before, mined.matter.people, holds), decision.settles.outcome, slot, base)
      : null;
  const beat = fired && settled ? withSettled(fired, settled) : (fired ?? settled);
  const stands = withWithdrawals(base, mined, slot, { fired, settled });
  const after = { ...moment, state: mergePatch(stands, { ...decision?.patch }) };
  const rolled = slot?.roll !== undefined;
  const ahead = momentAhead({ moment: after, taken, changes, rolled });
  const endings = decision
    ? decideEndings(campaign, {
        // A beat of this very scene may be the last.
        moment: ahead,
        open: decision.open,
        goesOn: decision.goesOn,
        memories: remembered.memories,
        pages: closing.pages,
        ...(mined.length === undefined ? {} : { length: mined.length }),
      })
    : { hooks: [], patch: ending ? { world: { end: { ending: ending.id, since: scene, told: true } } } : {} };
  const own = authoredHooks(campaign, {
    moment: after,
    beat: beat?.id,
    taken,
    changes,
    rolled,
    awaited: decision?.awaited ?? new Map(),
    placeId: findPlace,
  });
  const hooks = decision
    ? [
        ...own,
        ...decision.hooks.map((hook) => dated(hook, base, beat, mined)),
        ...endingHooks(campaign, endings.hooks, { moment: ahead }),
      ]
    : ending
      ? []
      : [...own, ...foreseen(campaign.beats, moment)];
  yield;
  const isKnown = (place: string): boolean => isKnownPlace(base, mined.matter, place);
  // Where the story goes on is gone to, whether or not anybody has spoken of it. (rule EN6456)
  const isHooked = (place: string): boolean =>
    hooks.some((hook) => hook.kind === "beat-elsewhere" && hook.place === place);
  const toCome = placesAhead(campaign.beats, moment, (place) => isKnown(place) || isHooked(place));
  const placesToCome = new Set([
    ...toCome,
    ...wholesAhead(
      mined.matter.places,
      toCome,
      (id) => isKnown(id) || campaign.beats.some((one) => moment.placeOf(one) === id),
    ),
    ...emptyHomes(mined.matter, base, hooks, beat?.place),
    ...stopsBehind(campaign.beats, moment, hooks),
    ...beforeItBegins(campaign.beats, mined.matter.places, { base, hooks, fires: beat !== null }),
  ]);
  yield;
  const led = slot === null || beat || ending ? slot : withOwnWay(slot, mined, stands);
  const view = yield* buildingView({
    ahead: placesToCome,
    campaign,
    matter: mined.matter,
    laws: mined.laws,
    rules: mined.rules,
    state: stands,
    scene,
    scenes: remembered.scenes,
    slot: led,
    hooks,
    beat,
    ending,
    until: nextHour(base, mined.beats.values()),
    by: hourOfArrival(slot, beat, base),
  });
  const patch = withLeaning({ ...decision?.patch, ...endings.patch }, base, leaningOf(trend, campaign, mined));
  const sceneType = sceneTypeOf(led, beat);
  return {
    scene,
    base: stands,
    slot: led,
    beat,
    ending,
    decision,
    hooks,
    patch,
    ...(changes ? { changes } : {}),
    sceneType,
    seed,
    view,
  };
}

/** What a beat's author says that a choice of it changes; a deed that fails changes nothing. (rule EN3471) */
function changesOfDecision({ beats }: StoryIndex, slot: ChoiceSlot | null): ChoiceChanges | undefined {
  const { beat, text } = slot?.bind ?? {};
  const own = beat === undefined ? undefined : beats.get(beat)?.choices?.find((choice) => choice.text === text);
  const done = own?.changes ?? [];
  return done.length === 0 ? undefined : { none: done, success: done, partial: done, fail: [] };
}

/** State in which whoever goes out or to sleep in this scene by the author's words is known to have, and who has come back is there. (rule EN3321) */
function withWithdrawals(
  base: JsonObject,
  { matter }: StoryIndex,
  slot: ChoiceSlot | null,
  { fired, settled }: { readonly fired: BeatMatter | null; readonly settled: BeatMatter | null },
): JsonObject {
  const needed = fired?.people ?? [];
  const state = mergePatch(base, returnPatch(base, needed));
  const told = [
    ...(slot?.result === undefined || slot.roll !== undefined ? [] : [slot.result]),
    ...(settled?.told ?? []),
  ];
  const there = matter.people.filter(({ id }) => isHere(state, id) && !needed.includes(id));
  const now = getPath(state, "clock.minutes");
  if (told.length === 0 || there.length === 0 || typeof now !== "number") return state;
  return mergePatch(state, withdrawalPatch(withdrawalsIn(told, there, slot?.bind.npc), now));
}

function withLeaning(patch: JsonObject, base: JsonObject, leaning: JsonObject | null): JsonObject {
  const before = getPath(base, "world.leaning");
  if (leaning === null && before === undefined) return patch;
  const { world } = patch;
  return { ...patch, world: { ...(isJsonObject(world) ? world : {}), leaning } };
}

/** Where a decision of a beat takes the player by itself; nowhere where dice are thrown or its author says what comes of it. (rule EN6500) */
function ownWayOf(slot: ChoiceSlot, mined: StoryIndex, state: JsonObject): OwnWay | undefined {
  const { verb, bind } = slot;
  const { text } = bind;
  if (verb !== "decide" || text === undefined || !isBare(slot, mined.beats)) return undefined;
  return ownWay(text, { people: mined.matter.people, places: mined.places }, state, bind.npc);
}

/** A decision with the way that it takes the player, in a scene in which nothing else happens. */
function withOwnWay(slot: ChoiceSlot, mined: StoryIndex, state: JsonObject): ChoiceSlot {
  const way = ownWayOf(slot, mined, state);
  if (way === undefined) return slot;
  const { place, npc, along } = way;
  // Who stays behind has nothing to do with it.
  const { npc: _, ...rest } = slot.bind;
  const meant = npc ?? along;
  const bind = {
    ...rest,
    place,
    ...(meant === undefined ? {} : { npc: meant }),
    ...(along === undefined ? {} : { npc2: along }),
  };
  return { ...slot, bind };
}

/** The ways beside the one that was taken of what a beat left to the player. */
function otherWays({ bind: { beat, text = "" } }: ChoiceSlot, beats: StoryIndex["beats"]): readonly string[] {
  const { choices = [], decisions = [] } = beats.get(beat ?? "") ?? {};
  return [...choices.map((one) => one.text), ...decisions].filter((one) => slugOf(one) !== slugOf(text));
}

/** A place that is no more than one stop of the road away. (rule EN5771) */
export const withinAStop = (place: string | undefined, { stopsTo }: Pick<BeatMoment, "stopsTo">): string | undefined =>
  place !== undefined && (stopsTo?.(place) ?? 0) > 1 ? undefined : place;

/** What is decided of beats; in an opening only where the first is told with the premise. */
function decidedOf(
  { campaign, mined, starts }: Pick<Standing, "campaign" | "mined" | "starts">,
  slot: ChoiceSlot | null,
  moment: BeatMoment,
  seed: string,
): BeatDecision | null {
  if (slot === null && (starts !== undefined || !opensWithBeat(campaign, mined, moment))) return null;
  // An opening goes to where its beat is.
  const own = slot === null ? undefined : ownWayOf(slot, mined, moment.state);
  const goal =
    slot === null
      ? mined.beats.get(campaign.beats[0]?.id ?? "")?.place
      : isBare(slot, mined.beats)
        ? (withinAStop(wayDecided(slot.bind.text ?? "", campaign.beats, mined.places, moment), moment) ?? own?.place)
        : undefined;
  // Nor is anybody taken to where another way of the same decision would have gone. (rule EN4800)
  const others = slot === null ? [] : otherWays(slot, mined.beats);
  const refused = new Set(
    others.flatMap((text) => wayDecided(text, campaign.beats, mined.places, moment) ?? []).filter((id) => id !== goal),
  );
  const decide = (given: BeatMoment): BeatDecision => {
    const from = refused.size === 0 ? given : { ...given, refused };
    return decideBeats(campaign.beats, from, createRandom(deriveSeed(seed, "beats")));
  };
  const decided = decide(goal === undefined ? moment : { ...moment, destination: goal });
  if (slot === null) return decided.fires === campaign.beats[0] ? decided : null;
  if (goal === undefined || (decided.fires && moment.placeOf(decided.fires) === goal)) return decided;
  // Who goes somewhere of their own accord is taken nowhere else. (rule EN6500)
  const elsewhere = own === undefined ? [] : [...mined.places.keys()].filter((id) => id !== own.place);
  return decide(own === undefined ? moment : { ...moment, refused: new Set([...refused, ...elsewhere]) });
}

/** The ending that a decision brings at once, where nothing else comes of it. (rule EN2505) */
function endingOf(
  slot: ChoiceSlot,
  { fires, settles, goesOn }: BeatDecision,
  campaign: Campaign,
  { moment, beats }: { readonly moment: BeatMoment; readonly beats: StoryIndex["beats"] },
): string | undefined {
  const { beat, text = "" } = slot.bind;
  if (fires || settles || beat === undefined || !isBare(slot, beats)) return undefined;
  return endingThatFollows(campaign, { moment, goesOn }, { beat, tag: slot.tags[0] ?? slugOf(text) });
}

/** An ending that a choice of the author's has led to: what is told of the choice comes first. */
function opensWith(ending: EndingMatter, told: string | undefined): EndingMatter {
  return told === undefined ? ending : { ...ending, paragraphs: [told, ...ending.paragraphs] };
}
