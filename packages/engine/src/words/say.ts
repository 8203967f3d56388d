/** The one catalogue of messages: what the engine says to a player, in the language of the process. */
import { ENGLISH } from "./english.js";
import { GERMAN } from "./german.js";

export type MessageKey = keyof typeof ENGLISH;
export type MessageValues = Readonly<Record<string, string | number>>;

/** The languages there are. English is complete, and stands in wherever another lacks a message. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

const CATALOGUES: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en: ENGLISH, de: GERMAN };

let current: Language = "en";

/** Chooses the language for the whole process. What was said before stays as it is. */
export function speak(language: Language): void {
  current = language;
}

/** The language of the process. */
export function language(): Language {
  return current;
}

/**
 * A message with its parameters filled in. Implements rule EN730.
 *
 * @param values - By name; a number is written as it is.
 */
export function say(key: MessageKey, values: MessageValues = {}, as: Language = current): string {
  return filled(CATALOGUES[as][key], values, as).replaceAll(/ {2,}/g, " ").trim();
}

/** `{name}`, `{name, plural, one {...} other {...}}` and `{name, select, word {...} other {...}}`: as much of ICU as is used. */
function filled(template: string, values: MessageValues, as: Language): string {
  let text = "";
  for (let at = 0; at < template.length; ) {
    if (template[at] !== "{") {
      text += template[at++];
      continue;
    }
    const end = closing(template, at);
    text += valueOf(template.slice(at + 1, end), values, as);
    at = end + 1;
  }
  return text;
}

function valueOf(inside: string, values: MessageValues, as: Language): string {
  const [, name = "", kind, cases = ""] = /^(\w+)(?:, (plural|select), (.*))?$/s.exec(inside) ?? [];
  const value = values[name] ?? "";
  if (kind === undefined) return String(value);
  const known = casesOf(cases);
  const exact = kind === "plural" && value === 0 ? known.get("zero") : undefined;
  const word = kind === "plural" ? new Intl.PluralRules(as).select(Number(value)) : String(value);
  return filled(exact ?? known.get(word) ?? known.get("other") ?? "", values, as);
}

function casesOf(text: string): Map<string, string> {
  const cases = new Map<string, string>();
  for (let at = text.indexOf("{"), from = 0; at >= 0; at = text.indexOf("{", from)) {
    const end = closing(text, at);
    cases.set(text.slice(from, at).trim(), text.slice(at + 1, end));
    from = end + 1;
  }
  return cases;
}

/** Where the brace that opens at `open` is closed. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}
