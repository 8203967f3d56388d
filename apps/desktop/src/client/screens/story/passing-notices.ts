/** Notices that go by themselves: the story has gone on, and what failed stands among what the tools of the turn did. */
import type { Notice } from "../../story/turn-now.js";

const OF_A_PROVIDER: ReadonlySet<string> = new Set(["storyteller_silent", "storyteller_slow"]);
/** Why one is not asked: that stays until the settings are looked at. */
const OF_SETTINGS: ReadonlySet<string> = new Set(["not_agreed", "unsafe_address", "bad_address", "no_model"]);
/** How old what is told as news may be: whoever opens the page later reads it in the workings. */
const NEWS_MS = 30_000;
const told = new Set<string>();

/** Whether a notice is of a network or a provider that failed: it moves no text, and goes by itself. (rule DT6100) */
export function isPassing({ code, cause = "" }: Pick<Notice, "code" | "cause">): boolean {
  return OF_A_PROVIDER.has(code) && !OF_SETTINGS.has(cause);
}

/** Whether a passing notice has only just come, and has not been told yet. */
export function isNews({ turn, seq, at }: Pick<Notice, "turn" | "seq" | "at">, now: number): boolean {
  const id = `${turn} ${seq}`;
  if (told.has(id) || now - at > NEWS_MS) return false;
  told.add(id);
  return true;
}
