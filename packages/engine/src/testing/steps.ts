/** How walks for tests and reports take their steps. */
import type { Random } from "@narratoria/protocol/random";
import type { Story } from "../story/story.js";

/** A choice that is no ending: what ends a story soon leaves little to compare. */
export function choiceGoingOn(story: Story, random: Random, other?: string): string | null {
  const open = (story.scene?.choices ?? []).filter(
    ({ id, sources }) => id !== other && !sources.some(({ kind }) => kind === "ending"),
  );
  return open[random.int(Math.max(1, open.length))]?.id ?? null;
}

/** Waits for the end of a turn. */
export async function untilDone(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}
