/** The branches of a story, in words for people, and turns as people name them. */
import type { Branch, Store, TurnOutline } from "@narratoria/persistence";
import { EngineError } from "../errors.js";
import { say } from "../words/say.js";

/** A branch with a title. */
export interface StoryBranch extends Branch {
  /** What it is called: its name, else its first choice, else where it begins. */
  readonly title: string;
}

const LONGEST_TITLE = 60;

/** Gives every branch a title. */
export function titled(branches: readonly Branch[]): StoryBranch[] {
  return branches.map((branch) => ({ ...branch, title: titleOf(branch) }));
}

function titleOf({ name, firstChoice, start }: Branch): string {
  if (name !== null) return name;
  if (start === null) return say("first_told");
  if (firstChoice === null) return start.scene === 0 ? say("from_opening") : say("from_scene", { scene: start.scene });
  const words = firstChoice.replace(/[.\s]+$/, "");
  return words.length > LONGEST_TITLE ? `${words.slice(0, LONGEST_TITLE - 1).replace(/\s+\S*$/, "")}…` : words;
}

/**
 * A turn by its id, or by the number of its scene on the way to where the story stands.
 *
 * @throws {EngineError} `no_such_turn`.
 */
export async function findTurn(
  store: Store,
  playthroughId: string,
  wanted: number | string | undefined,
): Promise<TurnOutline> {
  const outlines = await store.outline(playthroughId);
  const byId = new Map(outlines.map((turn) => [turn.id, turn]));
  if (typeof wanted === "string") {
    const turn = byId.get(wanted);
    if (turn) return turn;
  } else if (wanted !== undefined) {
    const head = (await store.playthrough(playthroughId))?.head;
    for (let turn = byId.get(head ?? ""); turn; turn = byId.get(turn.parentId ?? "")) {
      if (turn.scene === wanted) return turn;
    }
  }
  throw new EngineError(
    "no_such_turn",
    typeof wanted === "number" ? say("error.no_such_scene", { scene: wanted }) : say("error.no_such_turn"),
    say(outlines.length > 0 ? "error.no_such_turn.action" : "error.no_such_turn_yet.action"),
  );
}
