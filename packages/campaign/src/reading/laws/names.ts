/** Finds people in constraints by the names that texts give them. */
import type { CastEntry } from "@narratoria/protocol/contracts";
import { isVerb } from "@narratoria/protocol/english";
import { ANIMALS } from "./families.js";
import type { NameBook, Subject } from "./subjects.js";
import { ADVERBS, AUXILIARIES, CONJUNCTIONS, PREPOSITIONS, PRONOUNS } from "./words.js";

/** What laws need to know of somebody. */
export type LawCast = Pick<CastEntry, "name" | "called" | "aliases" | "epithet" | "role" | "pronoun" | "kind">;

/** Everybody of a story, by their names. */
export interface LawNames extends NameBook {
  readonly people: readonly Subject[];
  readonly animals: readonly Subject[];
}

export const withoutThe = (name: string): string => name.replace(/^(?:the|an?) /i, "");
const withoutStop = (word: string): string => word.replace(/(?<=\p{L}{2})\.$/u, "");
const bareWord = (word: string): string => word.replace(/'s?$/, "");

const TITLES =
  /^(?:mr|mister|mrs|ms|miss|dr|doctor|professor|captain|lieutenant|sergeant|major|colonel|general|sir|lady|lord|dame|brother|sister|father|mother|uncle|aunt|old|young|big|little|king|queen|prince|princess|the|saint|st)$/i;
/** "He who sits upon the wall" is no name. */
const PRONOUN = /^(?:no|yes|nobody|none|he|she|it|they|who|whoever|one|him|her|them)$/i;
/** Words that may open a sentence, and no name. */
const OPENERS = /^(?:the|an?|no|nobody|nothing|there|it|he|she|they|of|and|in|on|at|if|all)$/i;

/**
 * Makes a book of names.
 *
 * @param proper - Words of the campaign that are names, lower case.
 * @param about - Which places are the whole of the story, and which roles more than one has.
 */
export function nameBook(
  cast: readonly LawCast[],
  proper: ReadonlySet<string>,
  { isWhole, isShared: isSharedRole }: { isWhole(place: string): boolean; isShared(role: string): boolean },
): LawNames {
  const bearers = counted(cast.flatMap(({ name }) => [...new Set(name.split(/\s+/))]));
  const beasts = counted(cast.flatMap(({ role, kind }) => (kind === "human" ? [] : animalsIn(role))));
  const entries = cast.map((entry) => {
    const { name, called, aliases, epithet, pronoun, role, kind } = entry;
    const bare = name.replace(/\s*[([,].*$/, "").trim();
    const alone = bare.split(/\s+/).filter((word) => /^\p{Lu}\p{L}{2,}/u.test(word) && !TITLES.test(word));
    // "Keeper of Returns" is nobody's first name.
    const single = bare.includes(" of ") || /^(?:the|a)\b/i.test(bare) ? [] : [alone[0], alone.at(-1)];
    // Whoever is an animal is also called by what they are, where there is but one. A donkey boy is no donkey.
    const beast = kind === "human" ? [] : animalsIn(role).filter((animal) => beasts.get(animal) === 1);
    // "Mr Marsh" is as likely the father as the son.
    const surname = KIN.test(role) && alone.length > 1 ? alone.at(-1) : undefined;
    const isShared = (form: string): boolean =>
      surname !== undefined &&
      form !== called &&
      (form === surname || (TITLES.test(form.split(/[. ]/)[0] ?? "") && form.endsWith(` ${surname}`) && form !== bare));
    const forms = [
      called,
      bare,
      ...aliases.filter((alias) => /^\p{Lu}|^the /u.test(alias)),
      ...single.flatMap((word) => (word !== undefined && bearers.get(word) === 1 ? [word] : [])),
      ...(epithet === undefined || isSharedRole(withoutThe(epithet)) ? [] : [epithet]),
      ...beast,
    ].map(withoutThe);
    const subject: Subject = {
      forms: [...new Set(forms)].filter(
        (form) =>
          form.length > 1 &&
          !PRONOUN.test(form) &&
          !isShared(form) &&
          (form === bare || !TITLES.test(withoutStop(form))),
      ),
      named: true,
      pronoun,
    };
    return { subject, animal: entry.kind === "animal" || beast.length > 0 };
  });
  const byFirst = new Map<string, { readonly subject: Subject; readonly form: readonly string[] }[]>();
  for (const { subject } of entries)
    for (const form of subject.forms.map((words) => words.split(/\s+/).map(withoutStop))) {
      const first = bareWord((form[0] ?? "").toLowerCase());
      byFirst.set(first, [...(byFirst.get(first) ?? []), { subject, form }]);
    }
  const isName = (word: string): boolean => /^\p{Lu}/u.test(word) && proper.has(bareWord(word.toLowerCase()));
  const shared = new Set(entries.flatMap(({ subject }) => subject.forms.flatMap((form) => form.split(/\s+/))));
  return {
    people: entries.map(({ subject }) => subject),
    animals: entries.flatMap(({ subject, animal }) => (animal ? [subject] : [])),
    isPerson: (phrase) =>
      entries.some(({ subject }) => subject.forms.some((form) => form === phrase && /^\p{Lu}/u.test(form))),
    isWhole,
    find(words) {
      let best: { subject: Subject; length: number } | null = null;
      const title = words[0] ?? "";
      if (TITLES.test(title) && /^\p{Lu}/u.test(title))
        // "Lady Hester" is Lady Hester Pryce.
        for (const { subject, form } of byFirst.get(bareWord((words[1] ?? "").toLowerCase())) ?? [])
          if (
            subject.forms.some((own) => own.startsWith(`${title} `)) &&
            form.every((word, at) => isWord(words[at + 1], word))
          )
            best = { subject, length: form.length + 1 };
      for (const { subject, form } of byFirst.get(bareWord((words[0] ?? "").toLowerCase())) ?? [])
        if (form.length > (best?.length ?? 0) && form.every((word, at) => isWord(words[at], word)))
          best = { subject, length: form.length };
      const namesake = namesakeAt(words, best?.length ?? 0, { isName, shared });
      return namesake ?? best ?? strangerAt(words, isName, shared);
    },
  };
}

/** A name has to have its capital; a noun that stands for somebody need not. */
const isWord = (word: string | undefined, form: string): boolean =>
  word !== undefined &&
  (word === form || bareWord(word) === form || (word.toLowerCase() === form && !/^\p{Lu}/u.test(form)));

interface KnownNames {
  readonly isName: (word: string) => boolean;
  /** Words of the names of the cast. */
  readonly shared: ReadonlySet<string>;
}

/** Whose son or widow somebody is bears the same name. */
const KIN =
  /\b(?:son|daughter|widow(?:er)?|wife|husband|(?:younger |elder |twin )?(?:brother|sister)|mother|father|uncle|aunt|nephew|niece|cousin|heir)\b(?: (?:of|to)\b|$|[,;.])/i;

/** "Tom Harker", where the cast knows a Captain Harker: a first name and a surname that only one of the two has. */
function namesakeAt(
  words: readonly string[],
  length: number,
  { isName, shared }: KnownNames,
): ReturnType<NameBook["find"]> {
  const [first = "", second = ""] = words;
  if (length > 1 || !NAME_WORD.test(first) || !NAME_WORD.test(second) || /['’]s?$/.test(first)) return null;
  if (OPENERS.test(first) || TITLES.test(first) || TITLES.test(second) || isOrdinary(first)) return null;
  const last = bareWord(second);
  const known = length === 1 ? isName(second) : shared.has(last);
  const forms = [`${first} ${last}`, ...(shared.has(first) ? [] : [first])];
  return known ? { subject: { forms, named: true, pronoun: null }, length: 2 } : null;
}

/** Words that stand before a name at the beginning of a sentence, and are none. */
const isOrdinary = (word: string): boolean => {
  const lower = word.toLowerCase();
  return (
    PREPOSITIONS.has(lower) ||
    PRONOUNS.has(lower) ||
    ADVERBS.has(lower) ||
    AUXILIARIES.has(lower) ||
    CONJUNCTIONS.has(lower) ||
    (isVerb(lower) &&
      !/^(?:will|mark|grant|rob|pat|sue|bill|frank|jack|drew|chuck|josh|dawn|faith|grace)$/.test(lower)) ||
    /^(?:poor|dear|late|dead|good|only|neither|both|whatever|if|as|because|since|although|though|so|now)$/.test(lower)
  );
};

const NAME_WORD = /^\p{Lu}\p{Ll}+(?:['’]s?)?$/u;

/** A name of somebody or something that is not in the cast: the dead, a place, a ship. */
function strangerAt(
  words: readonly string[],
  isName: (word: string) => boolean,
  shared: ReadonlySet<string>,
): ReturnType<NameBook["find"]> {
  if (OPENERS.test(words[0] ?? "") || WHEN.test(words[0] ?? "")) return null;
  let length = HONORIFICS.test(words[0] ?? "") && isName(words[1] ?? "") ? 1 : 0;
  while (isName(words[length] ?? "")) length++;
  // Who is named by a law alone has two names at least.
  const [first = "", second = ""] = words;
  const isPair = NAME_WORD.test(first) && NAME_WORD.test(second) && !TITLES.test(first) && !isOrdinary(first);
  if (length === 0 && isPair && !/['’]s?$/.test(first))
    return { subject: { forms: [`${first} ${bareWord(second)}`], named: true, pronoun: null }, length: 2 };
  if (length === 0) return null;
  const known = length;
  // "The Privy Seal": a name goes on as long as its words have capitals.
  while (known < 3 && length < 3 && NAME_WORD.test(words[length] ?? "") && !/'s?$/.test(words[length - 1] ?? ""))
    length++;
  const full = words.slice(0, length).map(bareWord);
  const isTitled = TITLES.test(full[0] ?? "");
  const short = (isTitled && length > 1 ? full.at(-1) : full[0]) ?? "";
  // What somebody of the cast is called too says nothing of who is meant.
  const isUnclear = (word: string): boolean => word.length < 3 || TITLES.test(word) || shared.has(word);
  const forms = new Set([
    full.join(" "),
    ...(isUnclear(short) || (length > known && !isTitled) ? [] : [short]),
    // "Miss Octavia Pell" is Octavia, whoever else is a Pell.
    ...(isTitled && length > 2 ? [full.slice(1).join(" "), ...(isUnclear(full[1] ?? "") ? [] : [full[1] ?? ""])] : []),
  ]);
  return { subject: { forms: [...forms], named: true, pronoun: null }, length };
}

const WHEN =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)$/;
const HONORIFICS = /^(?:Mr|Mister|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Captain|Professor)$/;

const BEASTS = new Set(ANIMALS);
const animalsIn = (role: string): string[] =>
  (role.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => BEASTS.has(word));

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
