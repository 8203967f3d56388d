/** One place of several names: the author says that they are the same, or they differ in how a word is put. */
import { allMatches } from "@narratoria/protocol/english";
import { PLACE_NOUNS } from "./lexicon.js";
import { type Draft, merge, tellsApart } from "./place-drafts.js";
import { fold, withoutThe } from "./place-names.js";

const NAME = "(?:[Tt]he )?[\\p{L}][\\p{L}’'.-]*(?: (?:of (?:the )?|the )?[\\p{L}][\\p{L}’'.-]*){0,3}";
const MANY = `${NAME}(?:, ${NAME})*,? (?:and|or) ${NAME}`;

/** Each with its names in the first group, or in the first and the second. */
const SAID = [
  // "The long room, the schoolroom and Miss Abb's room are all one and the same."
  new RegExp(
    `(?:^|[.!?;]["”’)]*\\s+|\\n)(${MANY}) (?:are|is) (?:all |both |really |in fact )*(?:one and )?the same(?: (?:place|spot|room|house|building|street|village|town|carriage|car|ship|boat|hall))?(?=[,.;:]|\\s+and\\b|$)`,
    "gu",
  ),
  new RegExp(
    `(?:^|[.!?;]["”’)]*\\s+|\\n)(${MANY}) (?:are|is) (?:all |both |only |just )*(?:(?:two|three|four|several|different) )?names (?:for|of) (?:one|the same) `,
    "gu",
  ),
  // "the Long Shed, which the hands call the Oven", "the fort, also known as the Tooth"
  new RegExp(
    `(?:^|[^\\p{L}])((?:[Tt]he )?\\p{L}[\\p{L}’'-]*(?: \\p{L}[\\p{L}’'-]*){0,2}), (?:which|that) (?:\\p{L}+ ){1,4}calls? ((?:[Tt]he )?\\p{Lu}[\\p{L}’'-]*(?: \\p{Lu}[\\p{L}’'-]*){0,2})(?![\\p{L}])`,
    "gu",
  ),
  new RegExp(
    `(?:^|[^\\p{L}])((?:[Tt]he )?\\p{L}[\\p{L}’'-]*(?: \\p{L}[\\p{L}’'-]*){0,2}),? (?:\\()?(?:also|otherwise|sometimes|commonly|properly) (?:known as|called) ((?:[Tt]he )?\\p{Lu}[\\p{L}’'-]*(?: \\p{Lu}[\\p{L}’'-]*){0,2})(?![\\p{L}])`,
    "gu",
  ),
];

/** "The kitchen is the galley to the crew.": two names in a text that speaks of what things are called. */
const IS_THE = new RegExp(
  `(?:^|[.!?;]["”’)]*\\s+|\\n)(The [\\p{L}’'-]+(?: [\\p{L}’'-]+){0,2}) is (the [\\p{L}’'-]+(?: [\\p{L}’'-]+)?)(?: (?:to|in|for) (?:the )?[\\p{L}’'-]+(?: [\\p{L}’'-]+){0,2})?(?=[.;])`,
  "gu",
);
const OF_NAMES = /\b(?:calls?|called|names?|named|known as)\b/i;

/**
 * Joins the places of which a text says that they are one. A name of which nothing else is known becomes another form of the place
 * beside it. (rule CA6450)
 */
export function joinSameByWord(texts: readonly string[], drafts: Draft[], byForm: Map<string, Draft>): void {
  for (const text of texts)
    for (const paragraph of text.split(/\n\s*\n/)) {
      for (const said of SAID)
        for (const [, first = "", second] of allMatches(paragraph, said))
          joinAll(
            second === undefined ? first.split(/,? (?:and|or) |, /u) : [nameAtEnd(first, byForm), second],
            drafts,
            byForm,
          );
      if (OF_NAMES.test(paragraph))
        for (const [, a = "", b = ""] of allMatches(paragraph, IS_THE))
          if ([a, b].every((name) => byForm.has(fold(name)) || isPlaceNoun(name))) joinAll([a, b], drafts, byForm);
    }
}

/** "Fort Anvil" of "stands Fort Anvil". */
function nameAtEnd(words: string, byForm: ReadonlyMap<string, Draft>): string {
  const all = words.split(" ");
  const ends = all.map((_, at) => all.slice(at).join(" "));
  return ends.find((end) => byForm.has(fold(end))) ?? words;
}

function joinAll(names: readonly string[], drafts: Draft[], byForm: Map<string, Draft>): void {
  const known = names.flatMap((name) => byForm.get(fold(name)) ?? []);
  const [into] = [...new Set(known)].sort(byRank);
  if (into === undefined) return;
  // Other names have to be of places, too: "the mill and Old Tam are one and the same".
  const unknown = names.filter((name) => !byForm.has(fold(name)));
  if (known.length === 1 && !unknown.every((name) => isPlaceNoun(name) || /^the /i.test(name))) return;
  for (const one of known) if (one !== into && drafts.includes(one)) merge(into, one, byForm, drafts);
  for (const name of unknown) {
    into.forms.set(fold(name), withoutThe(name));
    byForm.set(fold(name), into);
  }
}

/** What the author speaks of most plainly as a place comes first. */
const byRank = (a: Draft, b: Draft): number =>
  Number(b.explicit) - Number(a.explicit) ||
  Number(b.file !== undefined) - Number(a.file !== undefined) ||
  b.standing - a.standing ||
  a.order - b.order;

const lastWord = (name: string): string => fold(name).split(" ").at(-1) ?? "";
const isPlaceNoun = (name: string): boolean => PLACE_NOUNS.has(lastWord(name));

/** Nouns of which an author may take the one or the other for the same thing. */
const SAME_KIND: ReadonlyMap<string, string> = new Map(
  [
    ["car", "carriage", "coach", "wagon", "waggon"],
    ["inn", "tavern", "pub", "alehouse"],
    ["bridge", "viaduct"],
    ["halt", "station"],
    ["wood", "woods", "forest"],
    ["hut", "cabin", "shack"],
    ["graveyard", "churchyard", "cemetery"],
    ["mine", "colliery", "pit"],
    ["shop", "store"],
    ["theatre", "theater", "playhouse"],
    ["harbour", "harbor", "port"],
  ].flatMap(([first = "", ...others]) => [first, ...others].map((noun) => [noun, first])),
);
const SAINT = /^(?:st|saint|sankt|san|santa|sint)$/;
/** Letters that two forms of a word share at least: "observation", "observatory". */
const STEM = 6;
/** Letters that an ending has at most. */
const ENDING = 4;
/**
 * Joins places whose names differ only in a saint's title, a possessive, the ending of a word, or in two nouns for one kind of thing:
 * "Oriel Halt" and "St. Oriel's Halt", "the Observation Car" and "the observatory carriage". Two with pages of their own, or that a
 * sentence names beside each other, are two. (rule CA6451)
 */
export function joinVariants(texts: readonly string[], drafts: Draft[], byForm: Map<string, Draft>): void {
  const variants = drafts.flatMap((draft) =>
    [...draft.forms.keys()].flatMap((form) => {
      const words = variantWords(form);
      return words.length < 2 || /\d/.test(form) ? [] : [{ draft, form, words }];
    }),
  );
  for (const [at, one] of variants.entries())
    for (const other of variants.slice(at + 1)) {
      if (one.draft === other.draft || !drafts.includes(one.draft) || !drafts.includes(other.draft)) continue;
      if (!isVariant(one.words, other.words) || isPersons(one, other) || isPersons(other, one)) continue;
      if (one.draft.file !== undefined && other.draft.file !== undefined && one.draft.file !== other.draft.file)
        continue;
      if (areBeside(texts, one.form, other.form)) continue;
      const [into = one.draft, from = other.draft] = [one.draft, other.draft].sort(byRank);
      merge(into, from, byForm, drafts);
    }
}

interface Variant {
  readonly form: string;
  readonly words: readonly string[];
}

const isSaints = ({ form }: Variant): boolean => SAINT.test((form.split(" ")[0] ?? "").replace(/\.$/, ""));
/** "Anne's house" is not St Anne's House. */
const isPersons = (one: Variant, other: Variant): boolean =>
  isSaints(one) && !isSaints(other) && /['’]s? /.test(other.form);

function variantWords(form: string): string[] {
  const words = form
    .replace(/['’]s?(?= |$)/g, "")
    .split(" ")
    .filter((word) => word !== "the");
  return words.filter((word, at) => !(SAINT.test(word.replace(/\.$/, "")) && words.length > 1 && at === 0));
}

function isVariant(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const last = a.length - 1;
  return a.every((word, at) => {
    const other = b[at] ?? "";
    if (word === other) return true;
    if (at === last) return SAME_KIND.has(word) && SAME_KIND.get(word) === SAME_KIND.get(other);
    return !tellsApart(word, other) && isSameStem(word, other);
  });
}

function isSameStem(a: string, b: string): boolean {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared >= STEM && a.length - shared <= ENDING && b.length - shared <= ENDING;
}

/** Whether one sentence names both. */
function areBeside(texts: readonly string[], a: string, b: string): boolean {
  return texts.some((text) =>
    text
      .toLowerCase()
      .split(/(?<=[.!?])\s+|\n/)
      .some((sentence) => {
        const plain = fold(sentence);
        return plain.includes(a) && plain.replaceAll(a, "").includes(b);
      }),
  );
}
