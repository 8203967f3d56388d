/** A playthrough as a reader sees it: every branch with the scenes that are its own. */
import { type PlaythroughSummary, type Store, StoreError } from "@narratoria/persistence";
import { EngineError } from "../errors.js";
import { eventOf, recordOf, type SceneEvent } from "../scene/scene-record.js";
import type { Heading } from "../shell.js";
import { type StoryBranch, titled } from "./branches.js";

export interface ToldScene {
  readonly turnId: string;
  readonly scene: number;
  /** Null where it is damaged on the disk. */
  readonly event: SceneEvent | null;
  /** Branches that leave here. */
  readonly leaves: readonly StoryBranch[];
}

export interface ToldBranch {
  readonly branch: StoryBranch;
  /** How many branches lie between it and the line of the opening. */
  readonly depth: number;
  readonly scenes: readonly ToldScene[];
}

export interface ToldStory {
  readonly playthrough: PlaythroughSummary;
  /** Each followed by those that leave it, the earliest first. */
  readonly branches: readonly ToldBranch[];
}

/** @param only - Id of the branch to read alone, with all that led to it; all of them when left out. */
export async function readStory(store: Store, playthrough: PlaythroughSummary, only?: string): Promise<ToldStory> {
  const all = titled(await store.branches(playthrough.id));
  const outline = await store.outline(playthrough.id);
  const byId = new Map(outline.map((turn) => [turn.id, turn]));
  const wanted = only === undefined ? null : new Set<string>();
  if (wanted) {
    const branch = all.find(({ id }) => id === only);
    for (let turn = byId.get(branch?.tip.turnId ?? ""); turn; turn = byId.get(turn.parentId ?? "")) wanted.add(turn.id);
  }
  const scenes = new Map<string, ToldScene[]>();
  for (const { id, scene, branchId } of outline) {
    if (branchId === null || (wanted && !wanted.has(id))) continue;
    const leaves = wanted ? [] : all.filter(({ start }) => start?.turnId === id);
    const list = scenes.get(branchId) ?? [];
    list.push({ turnId: id, scene, event: await eventAt(store, id), leaves });
    scenes.set(branchId, list);
  }
  const below = (parentId: string | null, depth: number): ToldBranch[] =>
    all
      .filter((branch) => branch.parentId === parentId)
      .sort((a, b) => (a.start?.scene ?? 0) - (b.start?.scene ?? 0))
      .flatMap((branch) => [{ branch, depth, scenes: scenes.get(branch.id) ?? [] }, ...below(branch.id, depth + 1)]);
  const branches = below(null, 0).filter(({ scenes: own }) => !wanted || own.length > 0);
  return { playthrough, branches };
}

async function eventAt(store: Store, turnId: string): Promise<SceneEvent | null> {
  try {
    const turn = await store.turn(turnId);
    return turn && eventOf(recordOf(turn), (ref) => ref, null);
  } catch (error) {
    // One scene that cannot be read does not take the others with it.
    const damaged = error instanceof StoreError && error.code === "damaged_turn";
    if (damaged || (error instanceof EngineError && error.code === "scene_unreadable")) return null;
    throw error;
  }
}

/** "the opening", "scene 4". */
export function sceneName(scene: number): string {
  return scene === 0 ? "the opening" : `scene ${scene}`;
}

/** "from scene 8 to scene 13, ended." */
export function wayWords({ start, tip, turns, ended }: StoryBranch): string {
  const from = start === null ? "the opening" : sceneName(start.scene);
  if (turns === 0) return `begins at ${from}, nothing told yet.`;
  return `${turns === 1 && start === null ? "the opening" : `from ${from} to ${sceneName(tip.scene)}`}${ended ? ", ended" : ""}.`;
}

/** "Follows scene 8." @param from - As the page names it. @param scenes - How many the branch has of its own. */
export function followsWords(from: string, scenes: number): string {
  return scenes === 0 ? `Follows ${from}; nothing is told of it yet.` : `Follows ${from}.`;
}

/** "Third evening, slack water". */
export function whenWords({ time, weather }: Heading): string {
  return [time, ...(weather ? [weather] : [])].join(", ");
}

/** "Win Odo over, charisma: 3 + 5, +1 he trusts you = 9. It works." */
export function rollWords(roll: NonNullable<SceneEvent["roll"]>): string {
  const what = [roll.label ?? roll.formula, ...(roll.stat ? [roll.stat] : [])].join(", ");
  const more = roll.modifiers.map(({ label, value }) => `, ${value < 0 ? "−" : "+"}${Math.abs(value)} ${label}`);
  const outcome = { success: "It works.", partial: "It works, at a cost.", fail: "It fails.", none: "" }[roll.outcome];
  const dice = roll.dice.length === 0 ? roll.formula : roll.dice.join(" + ");
  return `${what}: ${dice}${more.join("")} = ${roll.total}. ${outcome}`.trim();
}

export const DAMAGED = "This scene is damaged on the disk and cannot be shown.";
