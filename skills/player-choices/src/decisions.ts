/** How somebody takes a decision of the player's about them. */
import type { Person } from "@narratoria/protocol/story";

/** Pronouns of whom something is done to. */
const OBJECT: Readonly<Record<string, RegExp>> = {
  he: /\bhim\b/,
  // "Her sister" is somebody else.
  she: /\bher(?=$| (?:to|from|with|at|in|on|by|and|or|for|about|again|back|up|down|out|off)\b)/,
  they: /\bthem\b/,
};

/** The pronoun under which a deed names whom it is done to: "ask him what he has there". */
export const objectIn = (text: string): string | undefined =>
  Object.entries(OBJECT).find(([, form]) => form.test(text))?.[0];

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
 * @param present - Everybody here: one of them alone may be "him". (rule PC729)
 */
export function takenAs(text: string, person: Person | undefined, present: readonly Person[] = []): number {
  if (!person) return 0;
  // "Help him": there is one whom that can mean.
  const isOnly =
    person.pronoun !== null && present.every(({ id, pronoun }) => id === person.id || pronoun !== person.pronoun);
  const object = isOnly && person.pronoun !== null ? OBJECT[person.pronoun] : undefined;
  const pronounAt = object === undefined ? -1 : text.search(object);
  const forms = [person.name, person.short];
  const at = Math.min(...[...forms.map((form) => text.indexOf(form)), pronounAt].filter((index) => index > 0));
  const verb = Number.isFinite(at) ? text.slice(0, at).trim().toLowerCase() : "";
  if (KIND_ACTS.test(verb)) return KIND;
  return UNKIND_ACTS.test(verb) ? UNKIND : 0;
}
