/** Finds in one pass over a text who and what it names. */
import { allMatches, isLemma, looksFinite, memoizeText } from "@narratoria/protocol/english";
import { OTHER_TITLES, PLACE_NOUNS } from "./lexicon.js";

/** A form under which somebody or something is named. */
export interface NameForm {
  /** As written, without article: "Odile Marchetti", "hare", "boy from the mill". */
  readonly form: string;
  readonly id: string;
  /** `whole`: the full name. `part`: a part of a longer name, none beside a foreign name. `epithet`: a common noun for them. */
  readonly kind: "whole" | "part" | "epithet";
  /** Whether it stands only after "the". */
  readonly article?: boolean;
  /** Whether adjectives may stand between "the" and the form: "the old goose". */
  readonly described?: boolean;
  /** Whether the word is one of the language too, so that at the start of a sentence its neighbour decides. */
  readonly common?: boolean;
}

export interface Mention {
  /** One id, or more where the form is shared. */
  readonly ids: readonly string[];
  readonly form: string;
  readonly kind: NameForm["kind"];
  readonly start: number;
  readonly end: number;
  readonly possessive: boolean;
  /** Whether "the" stands before it. */
  readonly article: boolean;
}

export interface MentionIndex {
  /** In the order of the text, the longest form at each place. */
  find(text: string): Mention[];
}

interface Entry {
  readonly tokens: readonly string[];
  readonly lower: readonly string[];
  /** Which of the words have a possessive: "the Captain's cubicle", "Petrie's". */
  readonly owners: readonly boolean[];
  readonly form: string;
  readonly forms: NameForm[];
}

const TOKEN =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*|\.(?=[\p{L}\p{N}])[\p{L}\p{N}]+)*/gu;
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  "the a an and but or nor so yet for if when while as because since though although until unless after before once where wherever whenever then now here there in on at to from by with without of about over under up down out off into onto upon through between behind beside near past only even just still also not never always perhaps maybe today tonight tomorrow yesterday what who whom whose which why how that this these those it its he she they we you i his her their our your my is are was were has have had do does did will would can could may might must shall should let ask tell give see like unlike except inside outside both either neither all every each any some no poor dear gm dm meanwhile later first next finally suddenly o oh ah yes well".split(
    " ",
  ),
);
/** Verbs before which a word that opens a sentence is a name. */
const NAME_VERBS =
  /^(?:is|are|was|were|has|have|had|does|do|did|can|could|would|must|may|might|will|shall|isn['’]t|aren['’]t|wasn['’]t|hasn['’]t|doesn['’]t|don['’]t|didn['’]t|can['’]t|won['’]t|says?|said|asks?|asked|tells?|told|comes?|came|goes|went|knows?|knew|thinks?|thought|wants?|wanted|looks?|looked|keeps?|kept|takes?|took|gives?|gave|gets?|got|makes?|made|puts?|sits?|sat|stands?|stood|walks?|walked|turns?|turned|holds?|held|leaves?|left|finds?|found|sees?|saw|hears?|heard|lives?|lived|spells?|never|always|alone|himself|herself|itself|themselves|who|whose|and|too)$/i;
const ELDER = /^(?:elder|younger|great|first|second|third|fourth|fifth|older|old|senior|junior)$/i;

/** @param forms - A form that two share names both: whoever asks must not take it for one of them. */
export function createMentionIndex(forms: readonly NameForm[]): MentionIndex {
  const entries = new Map<string, Entry>();
  for (const form of forms) {
    const read = tokensOf(form.form);
    const tokens = read.map(({ word }) => word);
    const owners = read.map(({ possessive }) => possessive);
    if (tokens.length === 0) continue;
    const key = `${tokens.join(" ")}|${owners.join()}|${form.article === true}`;
    const known = entries.get(key);
    if (known) {
      if (!known.forms.some(({ id }) => id === form.id)) known.forms.push(form);
    } else
      entries.set(key, {
        owners,
        tokens,
        lower: tokens.map((word) => word.toLowerCase()),
        form: form.form,
        forms: [form],
      });
  }
  const byFirst = new Map<string, Entry[]>();
  for (const entry of entries.values()) {
    const first = entry.lower[0] ?? "";
    const list = byFirst.get(first) ?? [];
    list.push(entry);
    byFirst.set(first, list);
  }
  for (const list of byFirst.values())
    list.sort(
      (a, b) =>
        b.tokens.length - a.tokens.length ||
        b.owners.filter(Boolean).length - a.owners.filter(Boolean).length ||
        Number(b.forms[0]?.article) - Number(a.forms[0]?.article),
    );
  /** Words of each id's own names: they are no foreign neighbours. */
  const own = new Map<string, Set<string>>();
  for (const { id, form } of forms) {
    const set = own.get(id) ?? new Set();
    for (const { word } of tokensOf(form)) set.add(word.toLowerCase());
    own.set(id, set);
  }
  return {
    find(text) {
      const tokens = tokensOf(text);
      const found: Mention[] = [];
      for (let at = 0; at < tokens.length; at++) {
        const entries = byFirst.get(tokens[at]?.lower ?? "");
        const entry = entries && matchAt(text, tokens, at, entries, own);
        if (entry === undefined) continue;
        const last = tokens[at + entry.tokens.length - 1];
        const first = tokens[at];
        if (last === undefined || first === undefined) continue;
        found.push({
          ids: entry.forms.map(({ id }) => id),
          form: entry.form,
          kind: entry.forms[0]?.kind ?? "part",
          start: first.start,
          end: last.end,
          possessive:
            (last.possessive &&
              entry.owners.at(-1) !== true &&
              !isContraction(text, tokens, at + entry.tokens.length)) ||
            /^['’](?!\p{L})/u.test(text.slice(last.end, last.end + 2)),
          article: tokens[at - 1]?.word.toLowerCase() === "the",
        });
        at += entry.tokens.length - 1;
      }
      return found;
    },
  };
}

/** What "'s" stands for "is" or "has" before: "Bobby's on the table", "Dot's had it", "Pim's not here". */
const AFTER_IS =
  /^(?:on|in|at|up|out|off|back|here|there|home|not|never|always|already|just|still|only|been|got|had|gone|done|a|an|the|going|fixing|trying|waiting|standing|sitting|lying|coming|looking|asleep|awake|alone|afraid|sorry|gonna|supposed|about|like|too|very|so|all|right|under|over|behind|beside|with|from|to)$/i;

/** Whether the "'s" before a word is a verb and no possessive. */
function isContraction(text: string, tokens: readonly Token[], next: number): boolean {
  const word = tokens[next]?.word ?? "";
  const before = tokens[next - 1];
  if (before === undefined || !/^\s+$/.test(text.slice(before.end, tokens[next]?.start ?? before.end))) return false;
  return AFTER_IS.test(word);
}

interface Token {
  readonly word: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly possessive: boolean;
}

/** Letters of sentences whose words are kept: several indexes look through each, and words take more room than letters. */
const TOKEN_LETTERS = 200_000;

const tokensOf = memoizeText((text): readonly Token[] => {
  const tokens: Token[] = [];
  for (const match of allMatches(text, TOKEN)) {
    const raw = match[0];
    const possessive = /['’]s$/i.test(raw);
    const word = possessive ? raw.slice(0, -2) : raw;
    tokens.push({ word, lower: word.toLowerCase(), start: match.index, end: match.index + raw.length, possessive });
  }
  return tokens;
}, TOKEN_LETTERS);

const isCapital = (word: string): boolean => /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word);

function matchAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  entries: readonly Entry[],
  own: ReadonlyMap<string, ReadonlySet<string>>,
): Entry | undefined {
  const first = tokens[at];
  if (first === undefined) return undefined;
  for (const entry of entries) {
    if (!entry.tokens.every((word, index) => sameWord(word, tokens[at + index], entry, index))) continue;
    if (!adjacent(text, tokens, at, entry.tokens.length)) continue;
    const form = entry.forms[0];
    if (form === undefined) continue;
    if (form.article === true && !hasArticle(text, tokens, at, form.described === true)) continue;
    const words = own.get(form.id) ?? new Set<string>();
    const cased = isCapital(entry.tokens[0] ?? "");
    if (cased && form.kind === "part" && foreignNeighbour(text, tokens, at, entry.tokens.length, words)) continue;
    if (cased && elderFollows(tokens, at + entry.tokens.length - 1, words)) continue;
    if (form.common === true && entry.tokens.length === 1 && opens(text, first.start)) {
      const next = tokens[at + 1];
      const comma = next !== undefined && /^\s*,/.test(text.slice(first.end, next.start));
      if (!first.possessive && !comma && !acts(text, tokens, at + 1)) continue;
    }
    return entry;
  }
  return undefined;
}

/** "the hare" may be "The Hare" in a title; "Will" is not "will". Only the last word may be a possessive. */
function sameWord(word: string, token: Token | undefined, entry: Entry, index: number): boolean {
  if (token === undefined) return false;
  const owner = entry.owners[index] === true;
  const last = index === entry.tokens.length - 1;
  if (owner ? !token.possessive : token.possessive && !last) return false;
  if (token.word === word) return true;
  if (token.lower !== word.toLowerCase()) return false;
  return !isCapital(word) || isCapital(token.word);
}

/** Words after which another of the kind is meant: "the other captain", "the last captain". */
const ANOTHER =
  /^(?:night|day|head|under|assistant|deputy|relief|junior|senior|chief|other|next|last|first|second|third|new|former|late|dead|same|only|own|whole|few|many|two|three|four|nearest|and|or|of|in|on|at|to|with|is|was)$/;

/** Whether "the" stands before the word, with at most two adjectives between them if it may be described. */
function hasArticle(text: string, tokens: readonly Token[], at: number, described: boolean): boolean {
  for (let back = 1; back <= (described ? 3 : 1); back++) {
    const token = tokens[at - back];
    const following = tokens[at - back + 1];
    if (token === undefined || following === undefined) return false;
    if (!/^\s+$/.test(text.slice(token.end, following.start))) return false;
    if (token.word.toLowerCase() === "the") return !token.possessive;
    if (token.possessive || isCapital(token.word) || ANOTHER.test(token.word) || FUNCTION_WORDS.has(token.word))
      return false;
  }
  return false;
}

/** Only spaces, or the full stop of a title, between the words. */
function adjacent(text: string, tokens: readonly Token[], at: number, length: number): boolean {
  for (let index = at; index < at + length - 1; index++) {
    const between = text.slice(tokens[index]?.end, tokens[index + 1]?.start);
    if (!/^(?:\.?\s+|\s*[“”"'’()]\s*|\s+[“”"'‘(]|,\s+|\s+&\s+)$/.test(between)) return false;
  }
  return true;
}

/** Marks after which a sentence, a speech or a list entry opens. */
const OPENS_NEXT = ".!?:;—–“\"‘'(*]|";

/** Whether the place is the start of a sentence, a speech or a list entry. */
function opens(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  return before === "" || OPENS_NEXT.includes(before.charAt(before.length - 1));
}

function foreignNeighbour(
  text: string,
  tokens: readonly Token[],
  at: number,
  length: number,
  words: ReadonlySet<string>,
): boolean {
  const before = tokens[at - 1];
  const first = tokens[at];
  if (before !== undefined && first !== undefined && !before.possessive) {
    const gap = text.slice(before.end, first.start);
    const near = /^\s+$/.test(gap) || /^\.\s+$/.test(gap);
    const lower = before.word.toLowerCase();
    const initial = /^\p{Lu}$/u.test(before.word);
    if (
      near &&
      isCapital(before.word) &&
      !/^\p{N}/u.test(before.word) &&
      (gap.startsWith(".") ? initial || (before.word.length <= 4 && !opens(text, before.start)) : true) &&
      !words.has(lower) &&
      !FUNCTION_WORDS.has(lower) &&
      // "In the Assize Hall Dell calls": a place stands before whoever acts there.
      !(PLACE_NOUNS.has(lower) && acts(text, tokens, at + length)) &&
      !(OTHER_TITLES.has(lower) && !/^(?:old|young|little|big|master|elder)$/.test(lower))
    )
      return !opens(text, before.start) || !/^(?:\p{L}+ly|\p{L}+ing)$/u.test(lower);
  }
  const last = tokens[at + length - 1];
  const next = tokens[at + length];
  if (next === undefined || last === undefined || last.possessive) return false;
  const gap = text.slice(last.end, next.start);
  if (/^\s*&\s*$/.test(gap)) return true;
  const lower = next.word.toLowerCase();
  return /^\s+$/.test(gap) && /^\p{Lu}\p{Ll}/u.test(next.word) && !words.has(lower) && !FUNCTION_WORDS.has(lower);
}

/** What rain, light or a number may do as well as somebody so called. */
const THINGS_DO =
  /^(?:falls?|fell|drips?|pours?|beats?|drums?|streams?|starts?|began|begins?|stops?|stopped|shines?|blows?|grows?|drifts?|lies|lay|runs?|of|fills?|rises?|rose|breaks?|broke|blooms?|dies|died)$/i;

const OBJECT =
  /^(?:the|an?|it|him|her|them|themselves|himself|herself|itself|up|out|down|off|away|back|their|his|its|you|your|my|our|two|three|four|five|everyone|everybody|everything|nothing|something)$/;

/** Whether the word opens what only somebody does: "Seven carries the syrup", "Rain light the wall". */
function acts(text: string, tokens: readonly Token[], at: number): boolean {
  const verb = tokens[at];
  const before = tokens[at - 1];
  if (verb === undefined || before === undefined || isCapital(verb.word)) return false;
  if (!/^\s+$/.test(text.slice(before.end, verb.start))) return false;
  if (NAME_VERBS.test(verb.word)) return true;
  if (THINGS_DO.test(verb.word)) return false;
  const third = /[^s\W]s$/.test(verb.word);
  if (third && looksFinite(verb.word)) return true;
  // An object behind it tells a verb from a noun: "Bishop dictates two pages", but "Seven sisters walk".
  const next = tokens[at + 1];
  if (next !== undefined && /^(?:themselves|himself|herself|itself)$/.test(next.word)) return true;
  return next !== undefined && (third || isLemma(verb.word)) && OBJECT.test(next.word);
}

/** "Pinch the Elder" is not Pinch the Younger. */
function elderFollows(tokens: readonly Token[], last: number, words: ReadonlySet<string>): boolean {
  const the = tokens[last + 1];
  const next = tokens[last + 2];
  if (the?.word !== "the" || next === undefined) return false;
  return isCapital(next.word) && ELDER.test(next.word) && !words.has(next.word.toLowerCase());
}
