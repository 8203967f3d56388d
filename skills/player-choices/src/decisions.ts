/** How somebody takes a decision of the player's about them. */
import type { Person } from "@narratoria/protocol/story";

/** Points of feeling, as for a promise and for a wrong of the same weight. */
const KIND = 15;
const UNKIND = -15;

const KIND_ACTS =
  /^(?:help|thank|trust|forgive|defend|protect|spare|comfort|back|support|side with|stand by|stand up for|speak up for|save|rescue|free|feed|shelter|believe|apologi[sz]e to)$/;
const UNKIND_ACTS =
  /^(?:accuse|threaten|betray|deceive|cheat|lie to|insult|mock|rob|strike|hit|blame|denounce|report|turn (?:in|away|against)|side against|send away|abandon|doubt|defy|humiliate|shame|sell out|give (?:up|away))$/;

/**
 * Reads how somebody takes a decision that names them as its object: "forgive Osk" well, "betray Osk" ill, anything else not at all.
 * (rule PC511)
 *
 * @param text - A bare infinitive: "stand by Marta and her brother".
 */
export function takenAs(text: string, person: Person | undefined): number {
  if (!person) return 0;
  const forms = [person.name, person.short];
  const at = Math.min(...forms.map((form) => text.indexOf(form)).filter((index) => index > 0));
  const verb = Number.isFinite(at) ? text.slice(0, at).trim().toLowerCase() : "";
  if (KIND_ACTS.test(verb)) return KIND;
  return UNKIND_ACTS.test(verb) ? UNKIND : 0;
}
