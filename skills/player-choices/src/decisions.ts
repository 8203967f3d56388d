/** How somebody takes a decision of the player's about them. */
import type { Person } from "@narratoria/protocol/story";
import type { Weight } from "./weights.js";

/** Pronouns of whom something is done to. */
export const OBJECT: Readonly<Record<string, RegExp>> = {
  he: /\bhim\b/,
  // "Her sister" is somebody else.
  she: /\bher(?=$| (?:to|from|with|at|in|on|by|and|or|for|about|again|back|up|down|out|off|the|an?|what|how|who|where|why|that)\b)/,
  they: /\bthem\b/,
};

/** The pronoun under which a deed names whom it is done to: "ask him what he has there". */
export const objectIn = (text: string): string | undefined =>
  Object.entries(OBJECT).find(([, form]) => form.test(text))?.[0];

/** Acts by what they are to whom they are done to. */
const ACTS: readonly (readonly [Weight, RegExp])[] = [
  ["courtesy", /^(?:thank|comfort|believe|feed|apologi[sz]e to)$/],
  ["favour", /^(?:trust|forgive|back|support|side with|stand by|stand up for|speak up for)$/],
  ["service", /^(?:help|defend|protect|shelter)$/],
  ["rescue", /^(?:spare|save|rescue|free)$/],
  ["slight", /^(?:doubt|defy|mock)$/],
  ["offence", /^(?:accuse|blame|insult|deceive|cheat|lie to|humiliate|shame)$/],
  ["wrong", /^(?:threaten|rob|strike|hit|report|denounce|abandon|send away|turn away)$/],
  ["betrayal", /^(?:betray|sell out|give (?:up|away)|turn (?:in|against)|side against)$/],
];

/**
 * Reads how somebody takes a decision that names them as its object: "forgive Osk" well, "betray Osk" ill, anything else (undefined) not at all.
 * (rule PC511)
 *
 * @param text - A bare infinitive: "stand by Marta and her brother".
 * @param present - Everybody here: one of them alone may be "him". (rule PC729)
 */
export function takenAs(text: string, person: Person | undefined, present: readonly Person[] = []): Weight | undefined {
  if (!person) return undefined;
  // "Help him": there is one whom that can mean.
  const isOnly =
    person.pronoun !== null && present.every(({ id, pronoun }) => id === person.id || pronoun !== person.pronoun);
  const object = isOnly && person.pronoun !== null ? OBJECT[person.pronoun] : undefined;
  const pronounAt = object === undefined ? -1 : text.search(object);
  const forms = [person.name, person.short];
  const at = Math.min(...[...forms.map((form) => text.indexOf(form)), pronounAt].filter((index) => index > 0));
  const verb = Number.isFinite(at) ? text.slice(0, at).trim().toLowerCase() : "";
  return ACTS.find(([, words]) => words.test(verb))?.[0];
}
