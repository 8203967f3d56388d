/**
 * What the player could still do for a beat or an ending that waits, as hooks for the choices. Pure.
 */
import { getPath } from "@narratoria/protocol";
import type { PlotBeat, ReadAct } from "@narratoria/protocol/contracts";
import type { Hook } from "@narratoria/protocol/story";
import {
  actsIn,
  type BeatConditions,
  type BeatMoment,
  type BeatState,
  beatState,
  isPast,
  isReachable,
  missingTags,
  npcStateHolds,
  playerStateHolds,
  PRIORITY,
  sceneCount,
  slugOf,
  storyHolds,
  worldHolds,
} from "./conditions.js";

/** A beat whose window is open and which something of the player's is missing for. */
export interface WaitingBeat {
  readonly beat: Pick<PlotBeat, "id" | "title" | "priority">;
  /** Where it happens, and who is in it. */
  readonly place?: string | undefined;
  readonly people: readonly string[];
  readonly since: number;
  readonly wants: readonly Want[];
}

/** Something that the player can do towards a beat or an ending. */
export interface Want {
  /** The tag of a choice that answers it. */
  readonly tag: string;
  readonly act?: ReadAct;
}

/** As many deeds that the story waits for are offered at once: more would leave no room for anything else. */
const MOST_ACTS = 2;

/** At its end there is nothing else: the player chooses between all last pages. */
const MOST_LAST_ACTS = 4;

/** Scenes after which a beat that waits for a deed has it offered in every scene. */
const PRESSES_AFTER: Readonly<Record<string, number>> = { critical: 3, high: 5 };

const PRESSES_AFTER_ALL = 8;

/** Scenes in which nothing has brought the story on, after which what matters is offered in every scene. */
const QUIET_UNTIL_IT_PRESSES = 2;

/**
 * What the player could still do for a set of conditions, the first step first: a feeling or a state before the deed that closes it.
 */
export function wantsOf(
  conditions: BeatConditions,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): readonly Want[] {
  const actFor = (tag: string, condition: string): ReadAct | undefined =>
    moment.acts?.find(
      (act) => (act.id === tag || act.id === slugOf(tag)) && act.for.some((one) => one.condition === condition),
    );
  if (!worldHolds(conditions.world_state, moment)) return [];
  const steps: Want[] = [];
  const { player_state: own, npc_state: theirs = {} } = conditions;
  if (own !== undefined && !playerStateHolds(own, moment)) {
    const act = actFor(own, "player_state");
    if (act) steps.push({ tag: own, act });
    else if (moment.acts) return [];
  }
  for (const [npc, text] of Object.entries(theirs)) {
    if (typeof text !== "string" || npcStateHolds(npc, text, moment)) continue;
    const act = moment.acts?.find(
      ({ npc: of, for: uses, id }) =>
        of === npc && id === `${npc}-${slugOf(text)}` && uses.some(({ condition }) => condition === "npc_state"),
    );
    if (act) steps.push({ tag: text, act });
    else if (moment.acts) return [];
  }
  if (steps.length > 0) return steps;
  if (!storyHolds(conditions, moment, stateOf))
    return actsIn(conditions, moment, stateOf).map((tag) => ({ tag, ...given(actFor(tag, "custom")) }));
  return missingTags(conditions, moment).map((tag) => ({ tag, ...given(actFor(tag, "player_choice")) }));
}

const given = (act: ReadAct | undefined): Pick<Want, "act"> => (act ? { act } : {});

/** Deeds that the story waits for, those that press first. */
export function actHooks(waiting: readonly WaitingBeat[], moment: BeatMoment, idle: boolean): readonly Hook[] {
  const rank = (one: WaitingBeat): number => {
    const { beat, since } = one;
    const age = moment.scene - since;
    // Of two that matter alike, what leads to where the player's choices lean goes first. (rule EN2821)
    const leads = moment.leaning?.beats.includes(beat.id) === true ? LEADS : 0;
    return leads + (presses(one, moment) ? 100 : 0) + 10 * (PRIORITY[beat.priority ?? "medium"] ?? 2) + age;
  };
  const hooks = [...waiting]
    .sort((a, b) => rank(b) - rank(a))
    .flatMap((one, index) => hooksOf(one, moment, presses(one, moment) || (idle && index === 0)));
  const deeds = new Set<string>();
  const most = hooks.some((hook) => hook.kind === "tag" && hook.closes) ? MOST_LAST_ACTS : MOST_ACTS;
  return hooks.filter((hook) => {
    const key = hook.kind === "tag" ? `${hook.tag}|${hook.measure ?? ""}` : "";
    if (deeds.has(key) || deeds.size === most) return false;
    deeds.add(key);
    return true;
  });
}

/** Less than a step of priority. */
const LEADS = 5;

/** The tags that waiting beats want, and whether one of them has waited long. */
export function awaitedTags(waiting: readonly WaitingBeat[], moment: BeatMoment): ReadonlyMap<string, boolean> {
  const tags = new Map<string, boolean>();
  for (const one of waiting)
    for (const { tag } of one.wants) tags.set(tag, tags.get(tag) === true || presses(one, moment));
  return tags;
}

/** What matters presses at once where nothing else brings the story on. (rule EN1504) */
function presses(
  { beat, since, wants }: Pick<WaitingBeat, "beat" | "since" | "wants">,
  { scene, quiet = 0 }: BeatMoment,
): boolean {
  const matters = beat.priority === "critical" || beat.priority === "high";
  if (matters && quiet >= QUIET_UNTIL_IT_PRESSES && wants.some(({ act }) => act?.measure === undefined)) return true;
  return scene - since >= (PRESSES_AFTER[beat.priority ?? ""] ?? PRESSES_AFTER_ALL);
}

/** Words of a choice that does two things, at most. */
const MOST_WORDS = 14;

/** What is offered for a beat that waits: what its people must feel, else all deeds that it waits for as one, since it tells them all. */
function hooksOf(
  { beat, place: there, people, wants }: WaitingBeat,
  moment: BeatMoment,
  pressing: boolean,
): readonly Hook[] {
  const hookOf = ({ tag, act }: Want): Extract<Hook, { kind: "tag" }> => {
    const npc = act?.npc !== undefined && canBeMet(act.npc, moment, act.place) ? act.npc : undefined;
    // Whoever is to go over the mud is not sent across it first. (rule EN844)
    const isWay = act !== undefined && there !== undefined && isWayTo(act, there);
    // Of a longer way the part is gone on which the beat comes.
    const goesBy = act !== undefined && isGoing(act) ? there : undefined;
    // Whoever is in the beat and not here is met where it happens, and the player goes one way. (rule EN4703)
    const isMetThere =
      npc !== undefined &&
      people.includes(npc) &&
      getPath(moment.state, `people.${npc}.place`) !== moment.state["place"];
    const place = isWay ? undefined : (goesBy ?? act?.place ?? (npc === undefined || isMetThere ? there : undefined));
    return {
      kind: "tag",
      beat: beat.id,
      title: beat.title,
      tag,
      ...(act ? { text: `${act.text.charAt(0).toLowerCase()}${act.text.slice(1)}` } : {}),
      ...(npc === undefined ? {} : { npc }),
      ...(place === undefined ? {} : { place }),
      ...(act?.topic === undefined ? {} : { topic: act.topic }),
      ...(act?.measure ? { measure: act.measure.feeling } : {}),
      people,
      ...((moment.rivals?.get(beat.id)?.length ?? 0) > 0 ? { closes: true } : {}),
      ...(pressing ? { presses: true } : {}),
    };
  };
  const open = wants.filter(({ tag }) => moment.authored?.has(tag) !== true);
  const feelings = open.filter(({ act }) => act?.measure).map(hookOf);
  const deeds = open.filter(({ act }) => !act?.measure).map(hookOf);
  const [first, ...rest] = deeds;
  if (!first || rest.length === 0) return [...feelings, ...deeds];
  const texts = deeds.map(({ text }) => text);
  const both = texts.includes(undefined) ? undefined : texts.join(" and ");
  const npc = deeds.find((hook) => hook.npc !== undefined)?.npc;
  return [
    ...feelings,
    {
      ...first,
      ...(both !== undefined && both.split(" ").length <= MOST_WORDS ? { text: both } : {}),
      ...(npc === undefined ? {} : { npc }),
      also: rest.map(({ tag }) => tag),
    },
  ];
}

/** Whether an act is the way to where its beat happens: going there, or going over what lies between. */
export function isWayTo({ verb, place, npc, measure }: ReadAct, there: string): boolean {
  return npc === undefined && measure === undefined && (place === undefined || place === there) && WAY_VERB.test(verb);
}

/** Whether an act is no more than to go to its place. */
const isGoing = ({ verb, place, npc, measure }: ReadAct): boolean =>
  place !== undefined &&
  npc === undefined &&
  measure === undefined &&
  /^(?:go|went|come|came)(?: back)?(?: to)?$/iu.test(verb);

/**
 * Tags that beats wait for and that the journey on which the player has just set out answers: the deed is that journey. (rule EN1502)
 */
export function waysTaken(beats: readonly PlotBeat[], moment: BeatMoment): readonly string[] {
  const { acts = [], destination } = moment;
  if (destination === undefined) return [];
  return beats.flatMap((beat) => {
    const { player_choice, player_choices = [] } = beat.conditions ?? {};
    const there = moment.placeOf(beat);
    return [...(player_choice === undefined ? [] : [player_choice]), ...player_choices].filter((tag) => {
      const act = acts.find(
        ({ id, for: uses }) => (id === tag || id === slugOf(tag)) && uses.some(({ id: of }) => of === beat.id),
      );
      if (!act) return false;
      if (isGoing(act)) return destination === act.place || destination === there;
      return there === destination && isWayTo(act, there);
    });
  });
}

/** What is ridden or rowed is no way, but for what one rides over or rows to. */
const WAY_VERB =
  /^(?:(?:row|rowed|ride|rode|sail|sailed|drive|drove) \p{Ll}|(?:go|went|cross|crossed|walk|walked|climb|climbed|swim|swam|wade|waded|descend|descended|march|marched|creep|crept|travel|travelled)\b)/iu;

/** Alive and somewhere, there if the deed is done in one place: whoever else is wanted for it comes with the beat. */
function canBeMet(npc: string, { state }: BeatMoment, place: string | undefined): boolean {
  const where = getPath(state, `people.${npc}.place`);
  return getPath(state, `people.${npc}.alive`) !== false && where !== "" && (place === undefined || where === place);
}

/**
 * What an ending waits for from the player, while all else that it asks for holds.
 *
 * @param ending - An ending with conditions.
 */
export function endingWants(
  ending: { readonly id: string; readonly title: string; readonly conditions: BeatConditions },
  moment: BeatMoment,
): readonly Hook[] {
  const stateOf = (id: string): BeatState | undefined => beatState(moment.state, id);
  const { conditions } = ending;
  const count = sceneCount(moment);
  if (isPast(conditions, count) || !isReachable(conditions, count, stateOf)) return [];
  const wants = wantsOf(conditions, moment, stateOf);
  return hooksOf({ beat: ending, people: [], since: moment.scene, wants }, moment, true);
}
