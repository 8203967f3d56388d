/** What is said of a turn that came to nothing. */
import { sceneName } from "@narratoria/engine/shell";
import type { FailedTurn } from "../../story/live-story.js";

export interface FailureWords {
  readonly title: string;
  /** What it means, and what can be done. */
  readonly text: string;
  /** Whether it is the data folder's trouble, which is looked after in its settings. */
  readonly ofData: boolean;
}

/** By the code of the notice: why a turn could not be written down. */
const NOT_SAVED: Readonly<Record<string, string>> = {
  disk_full: "The disk is full. Free some space, then try again.",
  busy: "Another program has the data folder in use. It is often free again in a moment.",
  unwritable: "Narratoria may not write to its data folder. Make it writable, then try again.",
  io: "The disk could not read or write. Check that it is healthy, then try again.",
};

/** @param scene - Number of the scene that the story stands on; null before the opening. */
export function failureWords({ notices }: Pick<FailedTurn, "notices">, scene: number | null): FailureWords {
  const last = notices.at(-1);
  const why = last && NOT_SAVED[last.code];
  const safe = scene === null ? "" : ` ${capital(sceneName(scene))} is safe.`;
  if (why !== undefined) return { title: "This turn could not be saved", text: `${why}${safe}`, ofData: true };
  const said = [last?.message, last?.action].filter((text) => text !== undefined && text !== "").join(" ");
  return { title: "This turn came to nothing", text: `${said}${safe}`.trim(), ofData: false };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
