/** What happens by itself: threads that come due, and people who go home. */
import type { Effect } from "@narratoria/protocol/story";
import { isNear } from "./costs.js";
import { isPresent } from "./knowledge.js";
import { DECISION_SCENES, type View } from "./view.js";

/** Scenes after which a thread comes due by itself. */
export const DUE_AFTER = 6;

/**
 * The thread that comes due in this scene, at most one and each once: the oldest. A debt is spoken of by the
 * person it is owed to, so they must be here; whoever watches shows themselves; a condition makes itself felt.
 */
export function dueThread(view: View, taken: ReadonlySet<string>): readonly Effect[] {
  const waiting = view.threads
    // Nobody presses for what takes a story to do. (rule PC1904)
    .filter(
      (thread) =>
        thread.kind !== "promise" &&
        thread.state === "open" &&
        view.scene - thread.opened >= DUE_AFTER &&
        !taken.has(thread.id),
    )
    .sort((a, b) => a.opened - b.opened || (a.id < b.id ? -1 : 1));
  for (const thread of waiting) {
    const npc = thread.npc;
    // Nobody is rested without a rest: the condition only makes itself felt.
    if (thread.kind === "condition") return [{ kind: "thread", id: thread.id, state: "due" }];
    if (npc === undefined || view.standing.get(npc)?.alive === false) continue;
    const due: Effect = { kind: "thread", id: thread.id, npc, state: "due" };
    if (isPresent(view, npc)) return [due];
    if (thread.kind === "watcher" && view.place) return [{ kind: "arrive", npc, place: view.placeId }, due];
  }
  return [];
}

/** In-game minutes after which a hurt or weariness is over without a rest. */
const HEALED_AFTER = 2 * 1440;

/** Conditions that time has healed. (rule PC519) */
export function healed(view: View): readonly Effect[] {
  return view.conditions.flatMap((name): Effect[] => {
    const since = view.memory.hurt[name];
    return since !== undefined && view.minutes - since >= HEALED_AFTER
      ? [{ kind: "condition", name, gained: false }]
      : [];
  });
}

/** Whether somebody was in a beat that still waits, here, for the player's decision. */
function isAwaited({ memory, scene, placeId }: View, npc: string): boolean {
  const { beat } = memory;
  return (
    beat !== undefined &&
    beat.decisions.length > 0 &&
    beat.place === placeId &&
    scene - beat.scene < DECISION_SCENES &&
    beat.people.includes(npc)
  );
}

/**
 * Who goes home from the place that the player leaves: whoever is a visitor there and does not come along. Nobody sees it, and nothing is
 * told of it; while the player stays, whoever is there stays. (rule PC13)
 *
 * @param along - People who go where the player goes.
 * @returns Their homes by their ids.
 */
export function goingHome(view: View, along: ReadonlySet<string>): ReadonlyMap<string, string> {
  const free = view.present.filter(
    ({ id, home, homeIsGuess }) =>
      homeIsGuess !== true &&
      !along.has(id) &&
      view.standing.get(id)?.follows !== true &&
      !isAwaited(view, id) &&
      home !== view.placeId &&
      view.places.has(home) &&
      isNear(view, home),
  );
  return new Map(free.map(({ id, home }) => [id, home]));
}
