/** Where a story stands, in short: for a shelf of stories. */
import { getPath } from "@narratoria/protocol";
import type { Turn, TurnOutline } from "@narratoria/persistence";
import type { SceneEvent } from "../scene/scene-record.js";
import { isText } from "../scene/story-values.js";
import { lately } from "../story/story-past.js";

export interface Bookmark {
  /** Name of the player's character; empty where it has none. */
  readonly character: string;
  readonly scene: number;
  /** In-story time and place of the last scene; empty where it does not say. */
  readonly time: string;
  readonly location: string;
  /** What happened last, at most three lines in their order. */
  readonly lately: readonly string[];
  /** How long the story was played. */
  readonly playedMs: number;
  /** When its last turn was made: milliseconds since 1970. */
  readonly playedAt: number;
}

/** A longer wait between two turns is time away from the story: so much of it counts. */
const LONGEST_TURN_MS = 5 * 60_000;

export function bookmarkOf(turn: Turn, scene: SceneEvent, outline: readonly TurnOutline[]): Bookmark {
  const name = getPath(turn.state, "player.name");
  return {
    character: isText(name) ? name : "",
    scene: turn.scene,
    time: scene.time,
    location: scene.location,
    lately: lately(turn.state),
    playedMs: playedMs(outline),
    playedAt: Math.max(...outline.map(({ createdAt }) => createdAt)),
  };
}

/** @param outline - All turns in the order in which they were made, those of every branch: all of them were played. */
export function playedMs(outline: readonly Pick<TurnOutline, "createdAt">[]): number {
  let sum = 0;
  for (const [place, { createdAt }] of outline.entries()) {
    const before = outline[place - 1]?.createdAt ?? createdAt;
    sum += Math.min(Math.max(0, createdAt - before), LONGEST_TURN_MS);
  }
  return sum;
}
