/** How somebody will not speak of a topic, and why. */
import { countWords } from "@narratoria/protocol/english";
import { type Effect, storyTies } from "@narratoria/protocol/story";
import type { View } from "./view.js";

/** Somebody will not speak of a topic; the reason is something they want that touches it, or that keeps them silent anyway. */
export function refusal(view: View, npc: string, topic: string): Effect {
  const reason = reasonOf(view, npc, view.topics.get(topic)?.np ?? "");
  return { kind: "refuse", npc, topic, ...(reason === undefined ? {} : { reason }) };
}

/**
 * Somebody will not speak of a thing that has no page of its own. The reason gives away nothing of what they keep: it shares no rare word with it.
 * (rule PC3306)
 *
 * @returns Undefined where nothing says why: a bare refusal answers nobody.
 */
export function refusalOfThing(view: View, npc: string, name: string): Effect | undefined {
  const ties = storyTies(view.matter);
  const kept = view.matter.facts.filter(
    ({ id, said, confided }) => confided === true && said === npc && !view.known.facts[id],
  );
  const own = new RegExp(name.match(/\p{L}{4,}/gu)?.join("|") ?? "(?!)", "giu");
  const reason = touching(view, npc, name).find((wish) =>
    // The thing itself is what both are about.
    kept.every(({ text }) => ties.shared(wish.replace(own, " "), text) === 0),
  );
  return reason === undefined ? undefined : { kind: "refuse", npc, reason };
}

function reasonOf(view: View, npc: string, name: string): string | undefined {
  const [touched] = touching(view, npc, name);
  return touched ?? (view.people.get(npc)?.motives ?? []).find((text) => isTellable(text) && RESERVE.test(text));
}

/** What somebody wants, as far as it can be told, that has a word of a name. */
function touching(view: View, npc: string, name: string): readonly string[] {
  const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const words = new Set(wordsOf(name));
  const motives = (view.people.get(npc)?.motives ?? []).filter(isTellable);
  return motives.filter((text) => wordsOf(text).some((word) => words.has(word)));
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
