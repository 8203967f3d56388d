/** What an author's name for somebody is made of, and the forms under which texts may call them. */
import { isQuality } from "@narratoria/protocol/english";
import { FOLLOWING_TITLES, HE_TITLES, isTitle, SHE_TITLES } from "./lexicon.js";
import type { NameForm } from "./mentions.js";

export interface NameParts {
  /** As the author gives it. */
  readonly name: string;
  /** The name without remarks, nicknames and initials: "Josiah Tarrant". */
  readonly plain: string;
  /** Words of the plain name, without a leading article. */
  readonly words: readonly string[];
  /** "the", where the name has an article. */
  readonly article: boolean;
  /** Number of titles that it opens with. */
  readonly titles: number;
  /** Whether it ends with a title, as "Head Sir" does. */
  readonly titled: boolean;
  /** What stands in quotation marks: "Long Joe". */
  readonly nicknames: readonly string[];
  /** What stands in brackets, or after a comma as a name: "the Lord High Drainer". */
  readonly aliases: readonly string[];
  /** What stands after a comma and is no name: "who is a goose", "R.N.". */
  readonly remark: string;
}

/** Takes a name apart. */
export function partsOf(name: string): NameParts {
  const aliases: string[] = [];
  const nicknames: string[] = [];
  let rest = name.replace(/\(([^)]*)\)/g, (_, inner: string) => {
    const alias = inner.trim().replace(/^(?:a\.?k\.?a\.?|also|or|called|known as|née|born)\s+/i, "");
    if (alias !== "" && !/^(?:he|she|they|it)\b/i.test(alias)) aliases.push(alias);
    return " ";
  });
  rest = rest.replace(
    /["“«]([^"”»]+)["”»]|(?<=^|\s)['‘]([^'’]+)['’](?=\s|$)/gu,
    (_, double?: string, single?: string) => {
      nicknames.push((double ?? single ?? "").trim());
      return " ";
    },
  );
  const [head = "", ...tail] = rest.split(/\s*[,;]\s*|\s+[–—]\s+/);
  const remark = tail.join(", ").trim();
  if (/^(?:the|called|known as)\s+\p{Lu}/u.test(remark)) aliases.push(remark.replace(/^(?:called|known as)\s+/, ""));
  // "Rafael Luna, El Zurdo", and no "Ann Dow, R.N." or "Tom Bly, Esq."
  else if (
    /^(?:a\.?k\.?a\.?\s+)?\p{Lu}\p{Ll}+(?:\s+\p{Lu}[\p{Ll}'’-]+){0,2}$/u.test(remark) &&
    !/^(?:esq|esquire|jr|junior|sr|senior|phd|md|bart|ret|retired|deceased|dead|late)\b/i.test(remark)
  )
    aliases.push(remark.replace(/^a\.?k\.?a\.?\s+/i, ""));
  const article = /^the\s+/i.test(head.trim());
  const words = head
    .trim()
    .replace(/^(?:the|an?)\s+/i, "")
    .split(/\s+/)
    .filter((word) => word !== "" && !/^\p{Lu}\.?$/u.test(word) && !/^(?:\p{Lu}\.){2,}$/u.test(word));
  let titles = 0;
  while (titles < words.length - 1 && isTitle(words[titles] ?? "")) titles++;
  const plain = `${article ? `${/^The /.test(head.trim()) ? "The" : "the"} ` : ""}${words.join(" ")}`;
  const last = words.length > 1 ? words.at(-1)?.toLowerCase() : undefined;
  const titled = last !== undefined && titles === 0 && FOLLOWING_TITLES.has(last);
  return { name, plain, words, article, titles, titled, nicknames, aliases, remark };
}

const LINKS =
  /^(?:of|the|de|da|di|du|del|della|von|van|der|den|la|le|el|al|bin|ibn|ben|ap|y|e|and|from|in|with|at|on|to|d['’].*)$/i;
const FOREIGN_ARTICLE = /^(?:il|lo|la|el|le|les|los|las|der|die|das|den|het|os|as|o|a)$/i;
const isName = (word: string): boolean => /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word) || /^d['’]\p{Lu}/u.test(word);
const bare = (word: string): string => word.toLowerCase().replace(/\.$/, "");

/** A form that prose may use, with how it would be written in mid-sentence. */
export interface Candidate extends NameForm {
  /** As it stands in mid-sentence: "the Captain". */
  readonly called: string;
}

/** Titles that texts give to somebody whose name has none. */
const GIVEN_TITLES = [
  "Mr.",
  "Mrs.",
  "Miss",
  "Ms.",
  "Dr.",
  "Mr",
  "Mrs",
  "Ms",
  "Dr",
  "Doctor",
  "Captain",
  "Professor",
  "Sergeant",
  "Sister",
  "Brother",
  "Lady",
  "Lord",
  "Sir",
];
const NONE: ReadonlySet<string> = new Set();
const TITLE_SPELLINGS: readonly (readonly string[])[] = [
  ["dr", "doctor"],
  ["prof", "professor"],
  ["capt", "captain"],
  ["lt", "lieutenant"],
  ["sgt", "sergeant"],
  ["col", "colonel"],
  ["gen", "general"],
  ["rev", "reverend"],
  ["st", "saint"],
  ["insp", "inspector"],
  ["cdr", "commander"],
  ["cpl", "corporal"],
  ["pte", "private"],
  ["det", "detective"],
  ["cllr", "councillor"],
];

/**
 * Lists the forms under which texts may call somebody: contiguous parts of the name, nicknames, a title with the last name,
 * and a title with its article.
 *
 * @param sex - As far as the profile shows it: no text calls a woman Mr.
 */
export function candidatesOf(id: string, parts: NameParts, sex: "he" | "she" | null = null): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (form: string, kind: NameForm["kind"], article: boolean): void => {
    const core = form.replace(/^(?:the|an?)\s+/i, "").trim();
    if (core === "" || !/[\p{L}]/u.test(core)) return;
    const called = article ? `the ${core}` : core;
    const key = `${core}|${article}`;
    if (!found.has(key)) found.set(key, { form: core, id, kind, called, ...(article ? { article } : {}) });
  };
  const { words, article, titles } = parts;
  const common = words.every((word) => !isName(word) || LINKS.test(word));
  add(words.join(" "), "whole", article || common);
  if (article) add(words.join(" "), "whole", false);
  for (const nickname of parts.nicknames) add(nickname, "whole", /^the\s/i.test(nickname));
  for (const alias of parts.aliases) add(alias, "whole", /^the\s/i.test(alias));
  for (const nickname of parts.nicknames) {
    const last = words.at(-1);
    if (last !== undefined && words.length > 1 && !/^the\s/i.test(nickname)) add(`${nickname} ${last}`, "whole", false);
  }
  const linked = (word: string | undefined): boolean => word === undefined || LINKS.test(word);
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      if (from === 0 && to === words.length) continue;
      const run = words.slice(from, to);
      const first = run[0] ?? "";
      const last = run.at(-1) ?? "";
      if (linked(first) && !/^(?:de|da|di|du|von|van|la|le|al|el|d['’])/i.test(first)) continue;
      // "Il" of Il Muto is an article.
      if (run.length === 1 && FOREIGN_ARTICLE.test(first)) continue;
      if (linked(last) || (!isName(first) && !common) || (!isName(last) && !common)) continue;
      // After a link stands what somebody is of: no name of theirs ("Returns" of the Keeper of Returns).
      const link = words.slice(0, from).findIndex((word) => /^(?:of|from|in|with|at|on|to|and)$/i.test(word));
      if (link >= 0) continue;
      // Nobody is called "Slow" of Slow Thomas. (rule CA485)
      if (from === 0 && run.length === 1 && isQuality(first)) continue;
      // Nor "Head" of Head Sir: what comes before the title is an office or a place as often as a name. (rule CA800)
      if (parts.titled && words.length === 2 && from === 0) continue;
      const isBareTitle = run.every((word) => isTitle(word));
      const epithet = article || common || words[from - 1]?.toLowerCase() === "the";
      if (common && to - from < words.length && (words[to] === undefined || !linked(words[to]))) continue;
      if (isBareTitle || epithet) add(run.join(" "), "part", true);
      if (!isBareTitle && !common && !(article && from === 0 && to - from === 1)) add(run.join(" "), "part", false);
    }
  }
  if (parts.titled && words.length === 2) add(words[1] ?? "", "part", false);
  // "Lieutenant Hugh Penhallow" is Lieutenant Penhallow too.
  const stem = words.slice(0, endOfName(words));
  const last = stem.at(-1);
  if (last !== undefined && isName(last)) {
    for (let at = 0; at < titles; at++) if (stem.length > at + 1) add(`${stem[at]} ${last}`, "part", false);
    if (titles === 0 && !article && !common && stem.length > 1)
      for (const title of GIVEN_TITLES)
        if (!(sex === "he" ? SHE_TITLES : sex === "she" ? HE_TITLES : NONE).has(bare(title)))
          add(`${title} ${last}`, "part", false);
    if (titles > 0) {
      const title = bare(stem[0] ?? "");
      for (const spelling of TITLE_SPELLINGS.find((list) => list.includes(title)) ?? [])
        if (spelling !== title) {
          const written = spelling[0]?.toUpperCase() + spelling.slice(1);
          add(`${written} ${last}`, "part", false);
          if (stem.length > 2) add(`${written} ${stem.slice(1).join(" ")}`, "whole", false);
          // "The Doctor sleeps badly": a title is written out where it stands alone. (rule CA613)
          if (spelling.length > 4) add(written, "part", true);
        }
    }
  }
  return [...found.values()];
}

/** Where the name itself ends and "of Lower Puddle", "the Second" begins. */
function endOfName(words: readonly string[]): number {
  const at = words.findIndex((word, index) => index > 0 && /^(?:of|from|the|in|with|at)$/i.test(word));
  return at < 0 ? words.length : at;
}

/** The sex that titles in a name say, before any "of": the last of them counts. */
export function titleSex(parts: NameParts): "he" | "she" | null {
  if (parts.words.length < 2 && !parts.article) return null;
  const before = parts.words.slice(0, endOfName(parts.words));
  let sex: "he" | "she" | null = null;
  for (const [index, word] of before.entries()) {
    // A last word is a name unless the whole is a title with its article: "Sister" of "the Sister".
    if (index === before.length - 1 && !parts.article && !parts.titled) break;
    if (HE_TITLES.has(bare(word))) sex = "he";
    else if (SHE_TITLES.has(bare(word))) sex = "she";
  }
  return sex;
}
