/** Lists of what the player may choose, under a label or a heading, with what comes of each. */
import type { AuthorChoice } from "@narratoria/protocol/contracts";
import { contentWords, splitSentences, verbLemmas } from "@narratoria/protocol/english";
import { type ListEntry, branchesOf } from "./branches.js";
import { isBare, isDeed, lowered } from "./deed-words.js";

/** A line by itself that announces a list: "Choice:", "### Options", "**What do you do?**", "The player may:". */
const LABEL =
  /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]+)?[*_]{0,3}(?:(?:the |your |a |player['’]?s? |(?:the )?player['’]s )?(?:choices?|options?|decisions?|decide|choose|ways|possibilities|alternatives)(?: here| now| point| to make)?|(?:(?:so|now|and),? )?what (?:do|will|would|should|can|must) (?:you|we|they|i|the [\p{L}-]+(?: [\p{L}-]+)?) (?:do|say|choose|answer|decide)(?: (?:now|next|here))?|(?:you|they|the [\p{Ll}-]+|the \p{Lu}[\p{L}-]+|players?) (?:(?:now )?(?:decides?|chooses?)|(?:can|may|could|might|must(?: now)? (?:choose|decide)(?: whether)?|ha(?:ve|s) to (?:choose|decide)))(?: to| one of(?: these)?)?|(?:it is |it['’]s )?(?:up to you|your (?:call|choice|move|turn)))[ \t]*[:.?…]*[*_]{0,3}[:.?]?[ \t]*$/iu;
/** An entry of such a list. */
const ITEM = /^[ \t]*(?:[-*•–][ \t]+|\(?\d{1,2}[.)][ \t]+|\(?[A-Ha-h][.)][ \t]+)(?=\S)/u;
/** A paragraph that begins with its way in bold: "**Hide it.** Osk nods." */
const BOLD = /^[ \t]*\*\*[^*\n]{2,90}\*\*/u;
/** A row of a table. */
const ROW = /^[ \t]*\|(.+)\|[ \t]*$/u;
const RULE = /^[ \t]*\|[\s|:-]+\|[ \t]*$/u;
/** The head of a table of ways. */
const WAYS_HEAD =
  /^(?:the )?(?:choices?|options?|decisions?|ways?|if (?:you|they|the [\p{Ll}]+)|what (?:you|they) do|you|do|action|deed)\b/iu;
const MOST = 6;
/** A way as it is marked off: in bold, in quotation marks. */
const MARKED = /^(?:\*\*|__)(.{2,90}?)(?:\*\*|__)\s*(.*)$/su;
const QUOTED = /^(?:["“]([^"“”]{2,90})["”])\s*(?:[:—–-]|->|→|=>)\s*(.*)$/su;
const ARROW = /^(.{2,120}?)\s*(?:->|→|=>|⇒)\s*(.*)$/su;
const COLON = /^((?:[^:“”"\n]|["“][^"“”\n]*["”]){2,110}?):\s+(.*)$/su;
const DASH = /^((?:[^—–“”"\n]|["“][^"“”\n]*["”]){2,110}?)\s+(?:[—–]|-)\s+(.*)$/su;
/** "If you hide it, Osk nods." */
const IF = /^(?:and |but |or )?(?:if|when|should) (?:you|they|the players?)\s+(.+?)(?:,| then|:)\s+(.*)$/isu;
const OTHERWISE = /^(?:otherwise|if (?:not|you do not|you don['’]t|they do not|they don['’]t))[,:]\s*(.*)$/isu;
const YOU =
  /^(?:if |when )?(?:you|they|the players?) (?:(?:can|may|could|might|choose to|decide to|chooses to|decides to) )?(?=\p{Ll})/iu;
/** Marks and remarks round a way's words. */
const TRIMMED = /^[\s*_]+|[\s*_:.!;,]+$/gu;
const IN_QUOTES = /^["“]([^"“”]+)["”]$/u;
/** "(tag: hid_it)", "[hid_it]", "`hid_it`": for the program. */
const TAGS =
  /\s*(?:[([{](?:(?:tag|flag|sets?|choice|id)s?\s*[:=]?\s*)?[`*]*\p{Ll}[\p{Ll}\d]*(?:[_-][\p{Ll}\d]+)+[`*]*[)\]}]|`\p{Ll}[\p{Ll}\d_]*`)/giu;

/** What a text says besides a list of ways, and the ways. */
export interface OptionList {
  readonly told: string;
  readonly choices: readonly AuthorChoice[];
}

/**
 * Reads the first list of ways that stands under a label or a heading of its own, or in a table whose head says so: bulleted, numbered or
 * lettered entries, or paragraphs that begin in bold, each a deed with what comes of it behind a mark, in its next sentences or in entries
 * below it, or in sentences behind the list that take each up ("If you hide it, Osk nods."). (rule CA6501)
 *
 * @param asYou - Says of the player what a sentence says of whoever plays.
 * @returns Undefined where there is no such list, or it holds fewer than two deeds.
 */
export function optionList(description: string, asYou: (sentence: string) => string): OptionList | undefined {
  const lines = description.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const isTable = ROW.test(lines[at] ?? "") && RULE.test(lines[at + 1] ?? "");
    if (!isTable && !LABEL.test(lines[at] ?? "")) continue;
    const block = isTable ? tableFrom(lines, at) : entriesFrom(lines, at + 1);
    if (block === undefined) continue;
    const entries = block.entries.map((text) => entryOf(text, asYou));
    const read = entries.every((entry) => entry !== undefined) ? branchesOf(entries.flatMap((one) => one ?? [])) : [];
    if (read.length < 2 || read.length < entries.length) continue;
    const { taken, left } = takenUp(
      lines.slice(block.end).join("\n"),
      read.map(({ text }) => text),
      asYou,
    );
    const choices = read.map(({ text, result }, index): AuthorChoice => {
      const all = [result, taken[index]].filter((one) => one !== undefined && one !== "").join(" ");
      return { text, ...(all === "" ? {} : { result: all }), decides: true };
    });
    return { told: [lines.slice(0, at).join("\n").trim(), left.trim()].filter(Boolean).join("\n\n"), choices };
  }
  return undefined;
}

interface Block {
  readonly entries: readonly string[];
  /** Index of the first line behind them. */
  readonly end: number;
}

/** Entries below a label, each with the lines that go on with it. */
function entriesFrom(lines: readonly string[], from: number): Block | undefined {
  const entries: string[] = [];
  let indent = 0;
  let end = from;
  let form: RegExp | undefined;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    const depth = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    form ??= [ITEM, BOLD].find((one) => one.test(line));
    if (form === undefined) return undefined;
    if (form.test(line) && (entries.length === 0 || depth <= indent)) {
      if (entries.length === 0) indent = depth;
      entries.push(line.replace(form === ITEM ? ITEM : /^[ \t]*/u, "").trim());
    } else if ((lines[at - 1] ?? "").trim() !== "" || depth > indent) {
      // What is indented, or follows without a gap, goes on with its entry.
      const last = entries.pop() ?? "";
      entries.push(`${last}\n${line.replace(ITEM, "").trim()}`);
    } else break;
    end = at + 1;
  }
  return entries.length < 2 || entries.length > MOST ? undefined : { entries, end };
}

/** Rows of a table of ways: the first cell is the way, the next what follows. */
function tableFrom(lines: readonly string[], from: number): Block | undefined {
  const cells = (line: string): readonly string[] => (ROW.exec(line)?.[1] ?? "").split("|").map((cell) => cell.trim());
  if (!WAYS_HEAD.test(cells(lines[from] ?? "")[0]?.replace(/[*_]/gu, "") ?? "")) return undefined;
  const entries: string[] = [];
  let at = from + 2;
  for (; ROW.test(lines[at] ?? ""); at++) {
    const [way = "", ...rest] = cells(lines[at] ?? "");
    entries.push(`**${way.replace(/[*_]/gu, "")}** ${rest.filter((cell) => /\p{L}/u.test(cell)).join(" ")}`);
  }
  return entries.length < 2 || entries.length > MOST ? undefined : { entries, end: at };
}

/** A deed in its bare form: "You hide it", "If the player hides it" and "Hiding it" give "hide it". */
function bareDeed(words: string): string | undefined {
  const plain = words.replace(TRIMMED, "").replace(IN_QUOTES, "$1").replace(TRIMMED, "");
  const said = lowered(plain.replace(YOU, ""));
  const [verb = "", ...rest] = said.split(" ");
  if (isBare(verb) || isDeed(said, true)) return said;
  const lemma =
    YOU.test(plain) || /ing$/u.test(verb) ? verbLemmas(verb).find((one) => one !== verb && isBare(one)) : undefined;
  return lemma === undefined ? undefined : [lemma, ...rest].join(" ");
}

/** An entry as a deed and what comes of it, by the first mark that leaves a deed before it. */
function entryOf(text: string, asYou: (sentence: string) => string): ListEntry | undefined {
  const given = text.replace(TAGS, "").trim();
  const [first = "", ...below] = given.split("\n");
  const inOne = given.replace(/\n/gu, " ");
  const [sentence = "", ...next] = splitSentences(inOne);
  const behindIf = IF.exec(asYou(inOne));
  const ways: readonly (readonly [string | undefined, string | undefined])[] = [
    [MARKED.exec(inOne)?.[1], MARKED.exec(inOne)?.[2]],
    [QUOTED.exec(inOne)?.[1], QUOTED.exec(inOne)?.[2]],
    [behindIf?.[1], behindIf?.[2]],
    [ARROW.exec(inOne)?.[1], ARROW.exec(inOne)?.[2]],
    [COLON.exec(inOne)?.[1], COLON.exec(inOne)?.[2]],
    [DASH.exec(inOne)?.[1], DASH.exec(inOne)?.[2]],
    below.length > 0 ? [first, below.join(" ")] : [undefined, undefined],
    [sentence, next.join(" ")],
  ];
  for (const [way, rest = ""] of ways) {
    if (way === undefined || splitSentences(way).length > 1) continue;
    const deed = bareDeed(asYou(way).replace(/\s*\([^()]*\)/gu, ""));
    const after = rest.replace(/^\s*(?:[:—–-]|->|→|=>)\s*/u, "").trim();
    if (deed !== undefined) return { words: deed, after };
  }
  return undefined;
}

/** What a sentence behind a list begins to say of one of its ways, with the sentences that go on with it. */
interface TakenUp {
  /** What the player does, undefined for "otherwise". */
  readonly condition: string | undefined;
  readonly told: string[];
  readonly paragraph: number;
}

/** What sentences behind a list say of its ways, by the way, and what they say besides. */
function takenUp(
  text: string,
  ways: readonly string[],
  asYou: (sentence: string) => string,
): { readonly taken: readonly (string | undefined)[]; readonly left: string } {
  const paragraphs = text.split(/\n\s*\n|\n(?=[ \t]*(?:[-*•][ \t]+)?(?:\*\*)?(?:If|When|Should|Otherwise)\b)/u);
  const found: TakenUp[] = [];
  const besides = paragraphs.map((paragraph, at) => {
    const rest: string[] = [];
    for (const sentence of splitSentences(paragraph.replace(ITEM, "").replace(/\*\*/gu, "").replace(/\n/gu, " "))) {
      const [, condition, after = ""] = IF.exec(asYou(sentence)) ?? [];
      const other = OTHERWISE.exec(sentence)?.[1];
      const open = found.findLast((one) => one.paragraph === at);
      if (condition !== undefined || other !== undefined)
        found.push({ condition, told: [capitalised(other ?? after)], paragraph: at });
      else if (open === undefined) rest.push(sentence);
      else open.told.push(sentence);
    }
    return rest;
  });
  const of = waysTakenUp(found, ways);
  const taken = ways.map((_, way) => {
    const told = found.flatMap((one, at) => (of[at] === way ? one.told : []));
    return told.length === 0 ? undefined : told.join(" ");
  });
  const left = paragraphs.flatMap((paragraph, at) => {
    const isTaken = found.some((one, index) => one.paragraph === at && of[index] !== undefined);
    const rest = besides[at] ?? [];
    return !isTaken ? [paragraph] : rest.length === 0 ? [] : [rest.join(" ")];
  });
  return { taken, left: left.join("\n\n") };
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** The way that each takes up: by "the second", by its words, and in the order of the list where as many are left of both. */
function waysTakenUp(found: readonly TakenUp[], ways: readonly string[]): readonly (number | undefined)[] {
  const of: (number | undefined)[] = found.map(({ condition }) => {
    const [, ordinal] = /\bthe (first|second|third|fourth|fifth|sixth|last)\b/u.exec(condition ?? "") ?? [];
    const at = ordinal === "last" ? ways.length - 1 : ORDINALS.indexOf(ordinal ?? "");
    return at >= 0 && at < ways.length && !/\bthe (?:first|second|third|last)\b/u.test(ways[at] ?? "") ? at : undefined;
  });
  const open = (): readonly number[] => ways.flatMap((_, way) => (of.includes(way) ? [] : [way]));
  for (const [at, { condition }] of found.entries())
    if (of[at] === undefined && condition !== undefined) of[at] = nearest(condition, ways, open());
  const unmatched = found.flatMap((_, at) => (of[at] === undefined ? [at] : []));
  const free = open();
  if (unmatched.length === free.length) unmatched.forEach((at, index) => (of[at] = free[index]));
  return of;
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The way that a condition takes up: the one of the same verb, else the one with which it shares most words. */
function nearest(condition: string, ways: readonly string[], open: readonly number[]): number | undefined {
  const verbOf = (words: string): readonly string[] => verbLemmas(words.split(" ")[0] ?? "");
  const verbs = verbOf(lowered(condition));
  const shared = (at: number): number => {
    const words = contentWords(ways[at] ?? "");
    const common = [...contentWords(condition)].filter((word) => words.has(word)).length;
    const isSameVerb = verbOf(ways[at] ?? "").some((verb) => verbs.includes(verb));
    return common + (isSameVerb ? 1 : 0);
  };
  const best = open.toSorted((one, other) => shared(other) - shared(one))[0];
  const second = open.filter((at) => at !== best).some((at) => best !== undefined && shared(at) === shared(best));
  return best !== undefined && shared(best) > 0 && !second ? best : undefined;
}
