/** Puts names and verb forms into short templates. */
import { isNumbered, pastTense, pronounForms } from "@narratoria/protocol/english";
import type { Bindings, Fact, Person } from "@narratoria/protocol/story";
import type { View } from "./view.js";

export function objectPronoun(person: Person): string {
  return pronounForms(person).object;
}

/**
 * Fills a template: `{npc}` (short name), `{npc.o}` (him, her, them), `{npc.p}` (his, her, their), `{npc.s knows|know}` (she
 * knows, they know), the same for `npc2`, and `{topic} {place} {item} {prop} {text} {fact}`; `[ask]` becomes "asked".
 *
 * @param names - With "pronoun", `{npc.o}` is a pronoun as written; with "name" it is the short name, for a text that stands
 * alone.
 * @returns The text, or null where a slot has nothing to stand for it.
 */
export function fill(
  template: string,
  view: View,
  bind: Bindings,
  names: "pronoun" | "name" = "pronoun",
): string | null {
  let missing = false;
  const filled = template
    .replace(/\[([a-z]+)\]/g, (_, lemma: string) => pastTense(lemma))
    .replace(/\{(\w+)(?:\.(\w+))?(?: ([^|}]+)\|([^}]+))?\}/g, (_, slot: string, form = "", one = "", many = "") => {
      const word =
        slot === "npc" || slot === "npc2"
          ? personWord(view, bind[slot], form, one, many, names)
          : thingWord(view, bind, slot);
      if (word === null) missing = true;
      return word ?? "";
    });
  return missing ? null : filled;
}

function personWord(
  view: View,
  id: string | undefined,
  form: string,
  one: string,
  many: string,
  names: "pronoun" | "name",
): string | null {
  const person = id === undefined ? undefined : view.people.get(id);
  if (!person) return null;
  const forms = pronounForms(person);
  if (form === "s") return `${forms.subject} ${forms.plural ? many : one}`;
  if (form === "o") return names === "name" ? person.short : forms.object;
  if (form === "p") return names === "name" ? possessive(person.short) : forms.possessive;
  return person.short;
}

function thingWord(view: View, bind: Bindings, slot: string): string | null {
  switch (slot) {
    case "topic":
      return view.topics.get(bind.topic ?? "")?.np ?? null;
    case "place":
      return view.places.get(bind.place ?? "")?.name ?? null;
    case "item":
      return itemName(view, bind.item);
    case "prop":
      return bind.prop === undefined ? null : definite(bind.prop);
    case "fact":
      return clauseOf(view.facts.get(bind.fact ?? ""));
    case "text":
      return bind.text === undefined ? null : infinitive(bind.text);
    default:
      return null;
  }
}

/** A fact inside another sentence; what somebody says in the first person fits into none. */
export const clauseOf = (fact: Fact | undefined): string | null =>
  fact === undefined || fact.said !== undefined ? null : fact.clause;

/** "the brass tally": an item as something the player has at hand. */
function itemName(view: View, id: string | undefined): string | null {
  const item = view.inventory.find((one) => one.id === id);
  return item ? definite(item.name) : null;
}

/** "a jar" as "the jar"; what has an owner or a name of its own stays as it is. */
export function definite(np: string): string {
  // "Half a loaf" has its article, and a number needs none.
  if (/^(?:the|your|his|her|their|its|half|both|several)\s/i.test(np) || /^\p{Lu}/u.test(np) || /^\w+['’]s\s/.test(np))
    return np;
  // "Carriage four" is told from the others by its number.
  if (isNumbered(np)) return np;
  return `the ${np.replace(/^(?:an?|one|some)\s+/i, "")}`;
}

/** "a jar" as "jar". */
export function bare(np: string): string {
  return np.replace(/^(?:the|an?|some|one)\s+/i, "");
}

/** A thing as it is called without its article; one that is called by a name with "the" ("the Cord") keeps it. (rule PC5600) */
export const called = (np: string): string => (/^the \p{Lu}/u.test(np) ? np : bare(np));

export function possessive(name: string): string {
  return `${name}’s`;
}

/** Whether a text holds these words as words, not as a part of others. */
export function hasWord(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return words !== "" && at >= 0 && !/\p{L}/u.test(`${text.charAt(at - 1)}${text.charAt(at + words.length)}`);
}

/** A motive as it follows "to" or "help her": the infinitive without its "to" and without a stop. */
export function infinitive(motive: string): string {
  return motive.replace(/^to\s+/i, "").replace(/[.!]$/, "");
}

export function slug(words: string): string {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Possibly", "nearly", "happily"; no "tally", no "family". */
const ADVERB =
  /\b(?!assembly\b)\p{L}{2,}(?:bly|ously|fully|lessly|[ae]ntly|ately|edly|ingly|\p{L}{3}ally|\p{L}{2}ily|[^aeioul\W]ely|arly|rdly|ckly|ghtly|stly)\b/giu;

/** A text without "possibly", "nearly": how something is done or said is no matter that two texts have in common. (rule PC6352) */
export const withoutAdverbs = (text: string): string => text.replace(ADVERB, " ");
