/** Finds people in constraints by the names that texts give them. */
import type { CastEntry } from "@narratoria/protocol/contracts";
import { ANIMALS } from "./families.js";
import type { NameBook, Subject } from "./subjects.js";

/** What laws need to know of somebody. */
export type LawCast = Pick<CastEntry, "name" | "called" | "aliases" | "epithet" | "role" | "pronoun" | "kind">;

/** Everybody of a story, by their names. */
export interface LawNames extends NameBook {
  readonly people: readonly Subject[];
  readonly animals: readonly Subject[];
}

export const withoutThe = (name: string): string => name.replace(/^(?:the|an?) /i, "");
const bareWord = (word: string): string => word.replace(/'s?$/, "");

const TITLES =
  /^(?:mr|mrs|ms|miss|dr|doctor|professor|captain|lieutenant|sergeant|major|colonel|general|sir|lady|lord|dame|brother|sister|father|mother|uncle|aunt|old|young|big|little|king|queen|prince|princess|the|saint|st)$/i;
/** "He who sits upon the wall" is no name. */
const PRONOUN = /^(?:he|she|it|they|who|whoever|one|him|her|them)$/i;
/** Words that may open a sentence, and no name. */
const OPENERS = /^(?:the|an?|no|nobody|nothing|there|it|he|she|they|of|and|in|on|at|if|all)$/i;

/**
 * Makes a book of names.
 *
 * @param proper - Words of the campaign that are names, lower case.
 */
export function nameBook(cast: readonly LawCast[], proper: ReadonlySet<string>): LawNames {
  const bearers = counted(cast.flatMap(({ name }) => [...new Set(name.split(/\s+/))]));
  const beasts = counted(cast.flatMap(({ role }) => animalsIn(role)));
  const entries = cast.map((entry) => {
    const { name, called, aliases, epithet, pronoun, role } = entry;
    const bare = name.replace(/\s*[([,].*$/, "").trim();
    const alone = bare.split(/\s+/).filter((word) => /^\p{Lu}\p{L}{2,}/u.test(word) && !TITLES.test(word));
    // "Keeper of Returns" is nobody's first name.
    const single = bare.includes(" of ") || /^(?:the|a)\b/i.test(bare) ? [] : [alone[0], alone.at(-1)];
    // Whoever is an animal is also called by what they are, where there is but one.
    const beast = animalsIn(role).filter((animal) => beasts.get(animal) === 1);
    const forms = [
      called,
      bare,
      ...aliases.filter((alias) => /^\p{Lu}|^the /u.test(alias)),
      ...single.flatMap((word) => (word !== undefined && bearers.get(word) === 1 ? [word] : [])),
      ...(epithet === undefined ? [] : [epithet]),
      ...beast,
    ].map(withoutThe);
    const subject: Subject = {
      forms: [...new Set(forms)].filter(
        (form) => form.length > 1 && !PRONOUN.test(form) && (form === bare || !TITLES.test(form)),
      ),
      named: true,
      pronoun,
    };
    return { subject, animal: entry.kind === "animal" || beast.length > 0 };
  });
  const byFirst = new Map<string, { readonly subject: Subject; readonly form: readonly string[] }[]>();
  for (const { subject } of entries)
    for (const form of subject.forms.map((words) => words.split(/\s+/))) {
      const first = bareWord((form[0] ?? "").toLowerCase());
      byFirst.set(first, [...(byFirst.get(first) ?? []), { subject, form }]);
    }
  const isName = (word: string): boolean => /^\p{Lu}/u.test(word) && proper.has(bareWord(word.toLowerCase()));
  return {
    people: entries.map(({ subject }) => subject),
    animals: entries.flatMap(({ subject, animal }) => (animal ? [subject] : [])),
    find(words) {
      let best: { subject: Subject; length: number } | null = null;
      for (const { subject, form } of byFirst.get(bareWord((words[0] ?? "").toLowerCase())) ?? [])
        if (form.length > (best?.length ?? 0) && form.every((word, at) => isWord(words[at], word)))
          best = { subject, length: form.length };
      return best ?? strangerAt(words, isName);
    },
  };
}

/** A name has to have its capital; a noun that stands for somebody need not. */
const isWord = (word: string | undefined, form: string): boolean =>
  word !== undefined &&
  (word === form || bareWord(word) === form || (word.toLowerCase() === form && !/^\p{Lu}/u.test(form)));

/** A name of somebody or something that is not in the cast: the dead, a place, a ship. */
function strangerAt(words: readonly string[], isName: (word: string) => boolean): ReturnType<NameBook["find"]> {
  if (OPENERS.test(words[0] ?? "")) return null;
  let length = 0;
  while (isName(words[length] ?? "")) length++;
  if (length === 0) return null;
  const full = words.slice(0, length).map(bareWord);
  const short = (TITLES.test(full[0] ?? "") && length > 1 ? full.at(-1) : full[0]) ?? "";
  const forms = new Set([full.join(" "), ...(short.length < 3 || TITLES.test(short) ? [] : [short])]);
  return { subject: { forms: [...forms], named: true, pronoun: null }, length };
}

const BEASTS = new Set(ANIMALS);
const animalsIn = (role: string): string[] =>
  (role.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => BEASTS.has(word));

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
