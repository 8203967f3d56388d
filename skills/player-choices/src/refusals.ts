/** How somebody will not speak of a topic, and why. */
import { countWords } from "@narratoria/protocol/english";
import type { Effect } from "@narratoria/protocol/story";
import type { View } from "./view.js";

/** Somebody will not speak of a topic; the reason is something they want that touches it, or that keeps them silent anyway. */
export function refusal(view: View, npc: string, topic: string): Effect {
  const person = view.people.get(npc);
  const words = new Set(
    view.topics
      .get(topic)
      ?.np.toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [],
  );
  const touches = (text: string): boolean =>
    (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
  const motives = (person?.motives ?? []).filter(isTellable);
  const reason = motives.find(touches) ?? motives.find((text) => RESERVE.test(text));
  return { kind: "refuse", npc, topic, ...(reason === undefined ? {} : { reason }) };
}

/** Words of a wish that can be told as a reason, at most. */
const MOST_REASON_WORDS = 12;

/** Whether a wish can be told after a name as why somebody is silent: short, plain, and nothing of a secret. (rule PC3205) */
const isTellable = (wish: string): boolean =>
  /^to (?!not\b|never\b)\p{Ll}/u.test(wish) &&
  countWords(wish) <= MOST_REASON_WORDS &&
  !/\bsecret|[!?;:]|\.(?=.)/i.test(wish);

/** Whether a refusal says why: a bare one is an answer to nobody. (rule PC613) */
export function refusesWithReason(view: View, npc: string, topic: string): boolean {
  const effect = refusal(view, npc, topic);
  return effect.kind === "refuse" && effect.reason !== undefined;
}

/** What somebody wants who would rather not talk. */
const RESERVE = /\b(?:keep|secrets?|protect|hid(?:e|den)|avoid|not|never|nobody|out of)\b/i;
