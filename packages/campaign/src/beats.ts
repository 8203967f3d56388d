import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { NameIndex } from "./name-index.js";
import { omit } from "./omit.js";
import type { Place, ProblemList } from "./problems.js";
import { didYouMean } from "./suggest.js";

/** The conditions of a beat or an ending. */
export type BeatConditions = NonNullable<PlotBeat["conditions"]>;

/** What is needed to judge a file that refers to beats and people. */
export interface BeatContext {
  readonly file: string;
  readonly problems: ProblemList;
  readonly names: NameIndex;
  /** Takes each expression, to be judged once all that can set its names has been read. */
  onExpression?(source: string, at: Place, inText?: true): void;
  /** Ids of beats by their titles in small letters, for whoever names a beat by its title. */
  readonly titles?: ReadonlyMap<string, string>;
  /** Place of a value by its JSON pointer. */
  locate(pointer: string): Place;
}

/** A beat with the JSON pointer at which its file holds it. */
export interface PlacedBeat {
  readonly beat: PlotBeat;
  readonly pointer: string;
}

/**
 * Takes out of valid beats what no contract can see: ids given twice, references that lead nowhere, requirements that wait
 * for each other, windows that close before they open. Names of people become ids. Implements rules CA40 to CA45.
 *
 * @param placed - Beats in file order.
 * @returns Beats that can all happen as far as their references go.
 */
export function settleBeats(placed: readonly PlacedBeat[], context: BeatContext): PlotBeat[] {
  const unique = dropTwins(placed, context);
  const ids = unique.map(({ beat }) => beat.id);
  const titles = new Map(unique.map(({ beat }) => [beat.title.trim().toLowerCase(), beat.id]));
  const settled = unique.map(({ beat, pointer }) => ({
    beat: settleBeat(beat, pointer, ids, { ...context, titles }),
    pointer,
  }));
  return breakCycles(settled, context);
}

function dropTwins(placed: readonly PlacedBeat[], { file, problems, locate }: BeatContext): PlacedBeat[] {
  const taken = new Map<string, string>();
  return placed.filter(({ beat, pointer }) => {
    const title = taken.get(beat.id);
    if (title === undefined) {
      taken.set(beat.id, beat.title);
      return true;
    }
    problems.error(
      file,
      locate(`${pointer}/id`),
      "duplicate_id",
      `"${beat.id}" is already the id of "${title}". This beat is left out.`,
    );
    return false;
  });
}

function settleBeat(beat: PlotBeat, pointer: string, ids: readonly string[], context: BeatContext): PlotBeat {
  const { conditions, timeout, outcomes, dialogue, ...rest } = beat;
  const others = ids.filter((id) => id !== beat.id);
  const fallback = timeout?.fallback_beat;
  const keepsFallback =
    fallback === undefined ||
    isKnownBeat(fallback, `${pointer}/timeout/fallback_beat`, others, context, "falls back on", beat.id);
  return {
    ...rest,
    ...(conditions && { conditions: settleConditions(conditions, `${pointer}/conditions`, ids, context, beat.id) }),
    ...(timeout && { timeout: keepsFallback ? timeout : omit(timeout, "fallback_beat") }),
    ...(outcomes && { outcomes: settleOutcomes(outcomes, `${pointer}/outcomes`, others, beat.id, context) }),
    ...(dialogue && {
      dialogue: dialogue.map((line, index) => ({
        ...line,
        speaker: person(line.speaker, `${pointer}/dialogue/${index}/speaker`, context),
      })),
    }),
  };
}

/**
 * Settles the conditions of a beat or an ending: unknown beats are dropped from them, people are named by id. Implements
 * rules CA41, CA43 and CA45.
 *
 * @param pointer - Where the conditions stand in their file.
 * @param ids - All beats there are.
 * @param own - Id of the beat whose conditions they are: it cannot be one of those of which one must have happened. (rule CA5502)
 */
export function settleConditions(
  conditions: BeatConditions,
  pointer: string,
  ids: readonly string[],
  context: BeatContext,
  own?: string,
): BeatConditions {
  const { scene_count, requires_beat, requires_any_beat, npc_state, ...rest } = conditions;
  if (rest.custom !== undefined)
    context.onExpression?.(rest.custom.expression, context.locate(`${pointer}/custom/expression`));
  const required = list(requires_beat).filter((id, index, all) => {
    const at = typeof requires_beat === "string" ? "" : `/${index}`;
    if (!isKnownBeat(id, `${pointer}/requires_beat${at}`, ids, context, "requires")) return false;
    if (all.indexOf(id) === index) return true;
    context.problems.notice(
      context.file,
      context.locate(`${pointer}/requires_beat${at}`),
      "duplicate_id",
      `"${id}" stands in this list twice. Once is enough.`,
    );
    return false;
  });
  const others = ids.filter((id) => id !== own);
  const anyOf = list(requires_any_beat).filter((id, index) =>
    isKnownBeat(id, `${pointer}/requires_any_beat/${index}`, others, context, "requires", own),
  );
  return {
    ...rest,
    ...(scene_count && { scene_count: settleWindow(scene_count, `${pointer}/scene_count`, context) }),
    ...(required.length > 0 && { requires_beat: required.length === 1 ? first(required) : required }),
    ...(anyOf.length > 0 && { requires_any_beat: anyOf }),
    ...(npc_state && { npc_state: settleStates(npc_state, `${pointer}/npc_state`, context) }),
  };
}

/** States by id; of two for one person, named in two ways, the last holds. */
function settleStates(
  states: NonNullable<BeatConditions["npc_state"]>,
  pointer: string,
  context: BeatContext,
): Record<string, string> {
  const settled: Record<string, string> = {};
  for (const [name, text] of Object.entries(states)) {
    const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const id = person(name, at, context);
    if (Object.hasOwn(settled, id)) {
      const message = `These conditions name "${id}" twice, and only the last of the two holds: "${text}".`;
      context.problems.warning(context.file, context.locate(at), "contradiction", message);
    }
    settled[id] = text;
  }
  return settled;
}

function settleWindow(
  window: NonNullable<BeatConditions["scene_count"]>,
  pointer: string,
  { file, problems, locate }: BeatContext,
): NonNullable<BeatConditions["scene_count"]> {
  const { min, max } = window;
  if (min === undefined || max === undefined || min <= max) return window;
  const message = `The window closes (max ${max}) before it opens (min ${min}). The max is left out.`;
  problems.error(file, locate(`${pointer}/max`), "window_closed", message);
  return omit(window, "max");
}

function settleOutcomes(
  outcomes: NonNullable<PlotBeat["outcomes"]>,
  pointer: string,
  others: readonly string[],
  own: string,
  context: BeatContext,
): NonNullable<PlotBeat["outcomes"]> {
  const { shares, sum } = shareProbabilities(outcomes.map(({ probability }) => probability));
  if (sum !== null) {
    const message = `The probabilities come to ${Math.round(sum * 1000) / 1000}. They are scaled so that they come to 1.`;
    context.problems.warning(context.file, context.locate(pointer), "probabilities", message);
  }
  return outcomes.map((outcome, index) => {
    const target = outcome.triggers_beat;
    const at = `${pointer}/${index}/triggers_beat`;
    const keeps = target === undefined || isKnownBeat(target, at, others, context, "triggers", own);
    return { ...(keeps ? outcome : omit(outcome, "triggers_beat")), probability: shares[index] ?? 0 };
  });
}

/**
 * Probabilities that come to 1: missing ones share what is left, all are scaled when that is not possible. Implements rule
 * CA44.
 *
 * @returns `sum` is what was given, where it had to be scaled, else null.
 */
export function shareProbabilities(given: readonly (number | undefined)[]): { shares: number[]; sum: number | null } {
  const sum = given.reduce<number>((total, value) => total + (value ?? 0), 0);
  const missing = given.filter((value) => value === undefined).length;
  const left = missing > 0 ? Math.max(0, 1 - sum) / missing : 0;
  const shares = given.map((value) => value ?? left);
  const total = shares.reduce((all, value) => all + value, 0);
  if (Math.abs(total - 1) < 1e-6) return { shares, sum: null };
  return { shares: total > 0 ? shares.map((value) => value / total) : shares.map(() => 1 / shares.length), sum };
}

/**
 * Whether there is a beat of this id; says so where there is none.
 *
 * @param own - Id of the beat that refers, where it may not mean itself.
 */
export function isKnownBeat(
  id: string,
  pointer: string,
  ids: readonly string[],
  { file, problems, locate, titles }: BeatContext,
  verb: string,
  own?: string,
): boolean {
  if (ids.includes(id)) return true;
  if (id === own) {
    problems.error(file, locate(pointer), "refers_to_itself", `"${id}" ${verb} itself. That is left out.`);
    return false;
  }
  const titled = titles?.get(id.trim().toLowerCase());
  const hint = titled === undefined ? didYouMean(id, ids) : ` That is the title of "${titled}". Write its id.`;
  problems.error(
    file,
    locate(pointer),
    "unknown_beat",
    `This ${verb} "${id}", but there is no such beat here.${hint} It is left out.`,
  );
  return false;
}

/** The id of whoever is named; a name that is nobody's stays as written. */
function person(name: string, pointer: string, { file, problems, names, locate }: BeatContext): string {
  const id = names.resolve(name);
  if (id !== null) return id;
  const hint = didYouMean(name, names.spellings);
  problems.warning(
    file,
    locate(pointer),
    "unknown_character",
    `"${name}" is the name of no character, or of more than one.${hint}`,
  );
  return name;
}

/** Each cycle of `requires_beat` loses the requirement of the first of its beats, so that they can all happen. */
function breakCycles(placed: readonly PlacedBeat[], { file, problems, locate }: BeatContext): PlotBeat[] {
  const beats = new Map(placed.map(({ beat }) => [beat.id, beat]));
  const order = placed.map(({ beat }) => beat.id);
  for (let cycle = findCycle(beats); cycle !== null; cycle = findCycle(beats)) {
    const start = cycle.reduce((a, b) => (order.indexOf(a) <= order.indexOf(b) ? a : b));
    const turned = [...cycle.slice(cycle.indexOf(start)), ...cycle.slice(0, cycle.indexOf(start))];
    const next = turned[1] ?? start;
    const path = [...turned, start].join(" \u2192 ");
    const pointer = placed.find(({ beat }) => beat.id === start)?.pointer ?? "";
    problems.error(
      file,
      locate(`${pointer}/conditions/requires_beat`),
      "beat_cycle",
      `These beats wait for each other: ${path}. "${start}" no longer requires "${next}".`,
    );
    const beat = beats.get(start);
    if (beat?.conditions === undefined) break;
    const { requires_beat, ...rest } = beat.conditions;
    const required = list(requires_beat).filter((id) => id !== next);
    const kept = required.length > 0 ? { requires_beat: required.length === 1 ? first(required) : required } : {};
    beats.set(start, { ...beat, conditions: { ...rest, ...kept } });
  }
  return [...beats.values()];
}

/** The first cycle met on the way down from each beat in turn; iterative, since a chain may be as long as a file. */
function findCycle(beats: ReadonlyMap<string, PlotBeat>): string[] | null {
  const done = new Set<string>();
  for (const root of beats.keys()) {
    const path: { id: string; next: string[] }[] = [];
    const enter = (id: string): void => {
      path.push({ id, next: [...list(beats.get(id)?.conditions?.requires_beat)] });
    };
    if (!done.has(root)) enter(root);
    while (path.length > 0) {
      const top = path.at(-1);
      const id = top?.next.shift();
      if (id === undefined) {
        const finished = path.pop();
        if (finished) done.add(finished.id);
        continue;
      }
      const seen = path.findIndex((step) => step.id === id);
      if (seen >= 0) return path.slice(seen).map((step) => step.id);
      if (!done.has(id)) enter(id);
    }
  }
  return null;
}

export function list(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

function first(ids: readonly string[]): string {
  return ids[0] ?? "";
}
