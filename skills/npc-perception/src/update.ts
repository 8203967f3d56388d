/** How scores change in one turn. */
import type { JsonObject } from "@narratoria/protocol";
import { list, number, optionalNumber, record, text } from "./json-reading.js";
import { mainReason, type Perception, type Reason } from "./kept.js";
import { clamp, modifierOf } from "./perception.js";
import type { Settings } from "./settings.js";

export interface Change {
  readonly npc: string;
  readonly delta: number;
  readonly reason: string;
}

/** The feelings that a deed changed. */
export function changesOf(outcome: unknown): Change[] {
  const { effects, memory } = record(outcome);
  // The memory's own words: by them the journal knows it again, so that it can be forgotten.
  const reason = text(record(memory).summary);
  return list<unknown>(effects).flatMap((effect) => {
    const { kind, npc, delta, reason: heard } = record(effect);
    return kind === "feeling" && typeof npc === "string"
      ? [{ npc, delta: number(delta), reason: text(heard) || reason }]
      : [];
  });
}

/** What the beat of this scene is going to change: it is in effect when the scene has been told. */
function comingChanges(beat: unknown): Change[] {
  const { changes, title } = record(beat);
  return changesOf({ effects: changes, memory: { summary: `what happened in "${text(title)}"` } });
}

/** Everybody of whom something is to be said in this turn: whom a deed touched, and whoever has a score. */
export function concernedIn(
  { people: given, beat }: Readonly<Record<string, unknown>>,
  changes: readonly Change[],
): string[] {
  const people = record(given);
  const known = Object.keys(people).filter((id) => optionalNumber(record(people[id]).perceived) !== undefined);
  return [...new Set([...changes, ...comingChanges(beat)].map(({ npc }) => npc).concat(known))];
}

export interface Updated {
  readonly perceptions: readonly Perception[];
  /** Those of them that are to be stored. */
  readonly changed: readonly Perception[];
  readonly patch: JsonObject;
}

/**
 * Works out all scores after a turn.
 *
 * @param context - The turn's `scene` and `beat`, and `people` before it.
 * @param kept - Scores as of the story's clock.
 */
export function updatePerceptions(
  context: Readonly<Record<string, unknown>>,
  kept: ReadonlyMap<string, Perception>,
  changes: readonly Change[],
  settings: Settings,
): Updated {
  const scene = number(context.scene);
  const people = record(context.people);
  const perceptions: Perception[] = [];
  const changed: Perception[] = [];
  const patches: [string, JsonObject][] = [];
  const coming = comingChanges(context.beat);
  for (const npc of concernedIn(context, changes)) {
    const state = record(people[npc]);
    const feeling = number(state.feeling);
    const before = kept.get(npc);
    const drift = before && optionalNumber(state.perceived) !== undefined ? feeling - number(state.perceived) : 0;
    const reasonsOf = (list: readonly Change[]): Reason[] =>
      list.flatMap((one) => (one.npc === npc ? [{ scene, text: one.reason, delta: one.delta }] : []));
    const later = reasonsOf(coming);
    const own: Reason[] = [
      ...(drift === 0 ? [] : [{ scene: scene - 1, text: driftReason(state, scene - 1), delta: drift }]),
      ...reasonsOf(changes.map((change) => weighed(change, state.temper))),
      ...later,
    ];
    const perception: Perception = {
      npc,
      score: clamp((before?.score ?? feeling) + sumOf(own)),
      reasons: [...(before?.reasons ?? []), ...own.filter((one) => one.text !== "")],
      decayRate: settings.decayRate,
    };
    perceptions.push(perception);
    if (own.length > 0 || before?.decayRate !== settings.decayRate) changed.push(perception);
    const next = stateOf(perception.score, settings);
    // The runtime adds what comes of the beat itself.
    const because = mainReason(perception.score, perception.reasons);
    const reason = because === null && state.because === undefined ? {} : { because };
    const patch = { ...next, feeling: next.feeling - sumOf(later), ...reason };
    const same =
      own.length === 0 &&
      Object.entries(patch).every(([name, value]) => JSON.stringify(state[name]) === JSON.stringify(value));
    if (npc in people && !same) patches.push([npc, patch]);
  }
  return { perceptions, changed, patch: patches.length === 0 ? {} : { people: Object.fromEntries(patches) } };
}

/** Why others than this skill changed a feeling in a scene, where they say. (rule NP4400) */
function driftReason({ changedBy }: Readonly<Record<string, unknown>>, scene: number): string {
  const { text: why, scene: of } = record(changedBy);
  return (of === scene && text(why)) || "what happened";
}

/** A deed as it counts with somebody of this temper: a share of it where it did them good, or ill. (rule NP21) */
function weighed(change: Change, temper: unknown): Change {
  const { good, ill } = record(temper);
  const share = optionalNumber(change.delta < 0 ? ill : good);
  return share === undefined ? change : { ...change, delta: change.delta * clampShare(share) };
}

/** Nobody's temper makes a deed more than twice what it was, or turns it round. */
const clampShare = (share: number): number => Math.min(2, Math.max(0, share));

function sumOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { delta }) => sum + delta, 0);
}

/** Somebody's part of session state. */
export function stateOf(
  score: number,
  { modifierScale }: Settings,
): { readonly feeling: number; readonly perceived: number; readonly modifier: number } {
  const feeling = Math.round(score) || 0;
  return { feeling, perceived: feeling, modifier: modifierOf(score, modifierScale) };
}
