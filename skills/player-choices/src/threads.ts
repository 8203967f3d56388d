/** What happens by itself: threads that come due, and people who come and go. (STORYBOOK 4, threads and dwell) */
import type { Random } from "@narratoria/protocol/random";
import type { Effect } from "@narratoria/protocol/story";
import { arrival, exit } from "./costs.js";
import { isPresent } from "./knowledge.js";
import { DECISION_SCENES, type View } from "./view.js";

/** Scenes after which a thread comes due by itself. */
const DUE_AFTER = 6;
/** Scenes that a visitor stays. */
const VISIT = 2;
/** Scenes with one person after which that person leaves or somebody comes. */
const DWELL = 3;

/**
 * The thread that comes due in this scene, at most one and each once: the oldest. A debt or a promise is spoken of by the
 * person it is owed to, so they must be here; whoever watches shows themselves; a condition makes itself felt.
 */
export function dueThread(view: View, taken: ReadonlySet<string>): readonly Effect[] {
  const waiting = view.threads
    .filter((thread) => thread.state === "open" && view.scene - thread.opened >= DUE_AFTER && !taken.has(thread.id))
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
 * Who goes and who comes so that a scene does not stand still: visitors go home after two scenes, and after three scenes
 * with one person somebody leaves or comes. At most one of it in a scene.
 *
 * @param stays - People who must not leave: those of a beat, and whoever has just come or spoken. Nor does anybody while an
 * answer of the player's is waited for that concerns them.
 */
export function dwell(view: View, random: Random, stays: ReadonlySet<string>): readonly Effect[] {
  const isFree = ({ id }: { readonly id: string }): boolean => !stays.has(id) && !isAwaited(view, id);
  const free = view.present.filter(isFree);
  const visitor = free.find((person) => {
    const since = view.standing.get(person.id)?.since ?? 0;
    return person.home !== view.placeId && view.scene - since >= VISIT;
  });
  if (visitor) {
    const leaves = exit(view, visitor.id);
    if (leaves) return [leaves];
  }
  const long = view.present.find((person) => (view.memory.company[person.id] ?? 0) >= DWELL);
  if (!long) return [];
  const leaves = isFree(long) ? exit(view, long.id) : null;
  const comes = view.present.length === 1 ? arrival(view, random) : null;
  const happens = comes ?? leaves;
  return happens ? [happens] : [];
}
