/** How beats come out: by what the player decides in them, else by chance. */
import { getPath, type JsonObject } from "@narratoria/protocol";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { contentWords } from "@narratoria/protocol/english";
import type { Random } from "@narratoria/protocol/random";
import type { BeatMatter, ChoiceSlot } from "@narratoria/protocol/story";
import type { BeatMoment } from "./conditions.js";

/** A beat that was told before and comes out now. */
export interface SettledBeat {
  readonly beat: PlotBeat;
  /** Index of the way in which it comes out. */
  readonly outcome: number;
}

/** Scenes after which a beat comes out though the player has not decided: for as long its decisions are offered. */
const SCENES_OPEN = 4;

/**
 * A beat whose outcome is open comes out when the player has decided in it, goes away, lets time pass, or is no longer asked. Whoever only asks
 * questions has not decided. (rule EN2500)
 *
 * @param since - The scene in which the beat was told.
 */
export function settledNow(
  beat: PlotBeat,
  moment: BeatMoment,
  since: number | undefined,
  random: Random,
): SettledBeat | undefined {
  const isOver = moment.letsTimePass === true || moment.scene - (since ?? moment.scene) >= SCENES_OPEN;
  if (moment.decidesIn?.(beat) !== true && moment.destination === undefined && !isOver) return undefined;
  const outcome = drawOutcome(beat, random, moment.comesOut?.(beat));
  return outcome === undefined ? undefined : { beat, outcome };
}

/**
 * Draws the way in which a beat comes out, by the author's chances.
 *
 * @param among - Indices of the ways that may be drawn; any where it is absent.
 */
export function drawOutcome(
  { outcomes = [] }: PlotBeat,
  random: Random,
  among?: readonly number[],
): number | undefined {
  if (outcomes.length === 0) return undefined;
  const given = outcomes.reduce((sum, { probability }) => sum + (probability ?? 0), 0);
  const unset = outcomes.filter(({ probability }) => probability === undefined).length;
  const share = unset > 0 ? Math.max(0, 1 - given) / unset : 0;
  const chances = outcomes.map(({ probability }) => probability ?? share);
  const isAble = (index: number): boolean => among === undefined || among.includes(index);
  // What the author gave no chance comes when nothing else can.
  const isPossible = chances.some((chance, index) => chance > 0 && isAble(index));
  const weights = chances.map((chance, index) => (isAble(index) ? (isPossible ? chance : 1) : 0));
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.findLastIndex((weight) => weight > 0);
}

/** Whether a beat comes out in ways between which the player has a say: it leaves decisions, or choices other than questions. */
export const isLeftOpen = ({ outcomes = [], decisions, choices = [] }: BeatMatter): boolean =>
  outcomes.length > 1 && (decisions.length > 0 || choices.some(({ fact }) => fact === undefined));

type Decided = Pick<ChoiceSlot, "verb" | "bind"> & { readonly result?: string };

/** The words of a decision that the player took in a beat. */
const decisionIn = (id: string, slot: Decided | null): string | undefined =>
  slot !== null && slot.verb !== "ask" && slot.bind.beat === id && slot.bind.fact === undefined
    ? slot.bind.text
    : undefined;

/** Whether a choice is a decision that a beat has left to the player. */
export const decidesIn = (id: string, slot: Decided | null): boolean => decisionIn(id, slot) !== undefined;

/** The outcomes that a choice may have come to by what the player did or left. */
function outcomesOfDeeds({ id, outcomes = [] }: BeatMatter, slot: Decided | null): readonly number[] {
  const words = decisionIn(id, slot)?.toLowerCase();
  const all = outcomes.flatMap((one, index) =>
    one.chosen === undefined ? [] : [{ ...one, chosen: one.chosen, index }],
  );
  const isIt = (chosen: readonly string[]): boolean =>
    words === undefined ? chosen.every(isLeftUndone) : chosen.some((one) => one.toLowerCase() === words);
  const decided = all.filter(({ chosen }) => isIt(chosen)).map(({ index }) => index);
  if (decided.length > 0 || words === undefined || all.length < outcomes.length) return decided;
  const named = closest(
    all.map(({ chosen, told, index }) => ({ told: [...chosen, ...told], index })),
    `${words} ${slot?.result ?? ""}`,
  );
  return named === undefined ? [] : [named];
}

/**
 * The ways in which a beat can come out after a choice: that which the decision is, else the one of whose words most are the decision's,
 * else all that are nobody's decision; where all are decisions and none was taken, one that leaves things be. (rule EN2501)
 *
 * @returns Indices of outcomes; undefined where any is as good.
 */
export function comesOut(beat: BeatMatter, slot: Decided | null): readonly number[] | undefined {
  const { id, outcomes = [] } = beat;
  const words = decisionIn(id, slot);
  const free = outcomes.map((one, index) => ({ ...one, index })).filter(({ chosen }) => chosen === undefined);
  const decided = words === undefined && free.length > 0 ? [] : outcomesOfDeeds(beat, slot);
  if (decided.length > 0) return decided;
  if (free.length === 0) return undefined;
  const named = words === undefined ? undefined : closest(free, `${words} ${slot?.result ?? ""}`);
  return named === undefined ? free.map(({ index }) => index) : [named];
}

/** "Say it isn't your business", "decide not to sign": what it comes to that nothing is decided. */
const isLeftUndone = (deed: string): boolean =>
  /^(?:do nothing|decide not|refuse|decline|keep (?:out|quiet|silent|still|your)|stay (?:out|quiet|silent|where)|say (?:nothing|no\b)|wait\b|walk (?:away|on|past)|turn away|look away|leave (?:it|him|her|them|things)\b|let (?:it|him|her|them)\b|(?:do not|don[’']t)\b)|\b(?:isn[’']t|is not|none of) your\b/iu.test(
    deed,
  );

/** The one outcome that shares most words with a decision: words that all of them have count for nothing. */
function closest(
  outcomes: readonly { readonly told: readonly string[]; readonly index: number }[],
  words: string,
): number | undefined {
  const said = contentWords(words);
  const texts = outcomes.map(({ told, index }) => ({ index, words: contentWords(told.join(" ")) }));
  const isTelling = (word: string): boolean => texts.some((text) => !text.words.has(word));
  const shares = texts
    .map((text) => ({
      index: text.index,
      shared: [...said].filter((word) => text.words.has(word) && isTelling(word)).length,
    }))
    .sort((one, other) => other.shared - one.shared);
  const [best, next] = shares;
  return best !== undefined && best.shared > 0 && best.shared > (next?.shared ?? 0) ? best.index : undefined;
}

/** Whether the same comes of each deed that a beat puts to the player: it comes of the beat, and not of what is done. */
export function comesAlike(choices: NonNullable<BeatMatter["choices"]>): boolean {
  const deeds = choices.filter(({ asks }) => asks === undefined);
  return deeds.length > 1 && deeds.every(({ result }) => result === deeds[0]?.result);
}

/**
 * What a scene tells of a beat that comes out in it, with whoever of the beat is still there. Where the author says what comes of the
 * decision, or of another in the beat, an outcome that has no words of it is not told beside it, and only holds. What comes of a deed that the
 * player has not done is not told and does not hold. (rule EN2502)
 */
export function settledMatter(
  whole: BeatMatter,
  outcome: number,
  slot: Decided | null,
  state: JsonObject,
): BeatMatter | null {
  const { id, title, people, names, outcomes = [], choices = [] } = whole;
  const drawn = outcomes[outcome];
  if (drawn === undefined) return null;
  if (drawn.chosen !== undefined && !outcomesOfDeeds(whole, slot).includes(outcome)) return null;
  const free = outcomes.map((one, index) => ({ ...one, index })).filter(({ chosen }) => chosen === undefined);
  const isBeside =
    slot !== null &&
    !comesAlike(choices) &&
    drawn.chosen === undefined &&
    (slot.result !== undefined || choices.some(({ result }) => result !== undefined)) &&
    decidesIn(id, slot) &&
    closest(free, `${slot.bind.text ?? ""} ${slot.result ?? ""}`) === undefined;
  // Whoever has gone away without a word does not see how it comes out. (rule EN4301)
  const isLeft = drawn.chosen === undefined && putsDeeds(whole) && !decidesIn(id, slot) && hasLeft(whole, slot, state);
  const told = isBeside || isLeft ? [] : drawn.told;
  const changes = drawn.changes ?? [];
  if (told.length === 0 && changes.length === 0) return null;
  const place = getPath(state, "place");
  return {
    id,
    title,
    told,
    decisions: [],
    dialogue: [],
    // Whoever goes away leaves the others where they are.
    people: slot?.verb === "go" ? [] : people.filter((npc) => getPath(state, `people.${npc}.place`) === place),
    names,
    ...(changes.length === 0 ? {} : { changes }),
  };
}

/** Whether a beat puts deeds to the player. */
const putsDeeds = ({ decisions, choices = [] }: BeatMatter): boolean =>
  decisions.length > 0 || choices.some(({ decides }) => decides === true);

/** Whether the player leaves the place of a beat, or has left it. */
const hasLeft = ({ place }: BeatMatter, slot: Decided | null, state: JsonObject): boolean =>
  slot?.verb === "go" || (place !== undefined && getPath(state, "place") !== place);

/** A beat that is told right after another has come out: what came of that stands first. */
export function withSettled(beat: BeatMatter, settled: BeatMatter): BeatMatter {
  const shift = settled.told.length;
  const changes = [...(settled.changes ?? []), ...(beat.changes ?? [])];
  return {
    ...beat,
    told: [...settled.told, ...beat.told],
    dialogue: beat.dialogue.map((line) => (line.at === undefined ? line : { ...line, at: line.at + shift })),
    ...(changes.length === 0 ? {} : { changes }),
  };
}
