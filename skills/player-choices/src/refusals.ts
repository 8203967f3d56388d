/** How somebody will not speak of a topic, and why. */
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
  const motives = person?.motives ?? [];
  const reason = motives.find(touches) ?? motives.find((text) => RESERVE.test(text));
  return { kind: "refuse", npc, topic, ...(reason === undefined ? {} : { reason }) };
}

/** Somebody puts a question off until a beat: not in front of whoever is here and had no part in what raised it. (rule PC3105) */
export function putOff(view: View, npc: string, until: string): Effect {
  const party = new Set(view.memory.beat?.people);
  const others = view.present.filter((one) => one.id !== npc && one.speech === "words" && one.kind !== "animal");
  const before = others.find(({ id }) => !party.has(id));
  return { kind: "refuse", npc, until, ...(before === undefined ? {} : { before: before.id }) };
}

/** Whether a refusal says why: a bare one is an answer to nobody. (rule PC613) */
export function refusesWithReason(view: View, npc: string, topic: string): boolean {
  const effect = refusal(view, npc, topic);
  return effect.kind === "refuse" && effect.reason !== undefined;
}

/** What somebody wants who would rather not talk. */
const RESERVE = /\b(?:keep|secrets?|protect|hid(?:e|den)|avoid|not|never|nobody|out of)\b/i;
