/** Places among what stands beside each other in headings, lists and tables. */
import { allMatches, looksFinite, splitSentences } from "@narratoria/protocol/english";
import { headNoun, kindOfNoun } from "./kinds.js";
import {
  fold,
  isAbstract,
  isCommonTopic,
  isHeadingName,
  isPlaceNoun,
  NOT_A_PLACE,
  NUMBERED,
  placeHeaded,
  placeNames,
  withoutThe,
} from "./place-names.js";
import { isTime } from "./no-places.js";
import type { PutThere } from "./place-prose.js";

/** Sections about when and not about where. */
export const ABOUT_TIME =
  /^(?:the\s+)?(?:(?:\p{L}+\s+)?(?:year|years|calendar|months?|seasons?|days|weeks?|hours?|times?|feasts?|festivals?|holidays?|holy days|watches|history|chronology|timeline|schedule|timetable|dates?|clock)|when(?: .*)?)(?:\s+(?:of|and|in)\b.*)?$/iu;

/** Nearest heading above a point of a Markdown text; empty where there is none. */
export const headingAbove = (text: string, at: number): string =>
  [...text.slice(0, at).matchAll(/^#{1,6}\s+(.*?)\s*#*\s*$/gmu)].at(-1)?.[1] ?? "";

/** How many of a list must be known for places so that the rest is: a setting is about places before anything else. */
export const IN_SETTING = { least: 1, share: 0.3 };

export const IN_LORE = { least: 2, share: 0.5 };

const IN_PROSE = { least: 3, share: 0.5 };

const PARTS = { least: 1, share: 0.5 };

/** Share of headings or entries below which nothing but what one sees must stand. */
const SHOWN = 0.6;
const FEWEST_SHOWN = 2;

/** A heading or an entry of a list, with what it stands beside. */
interface Entry {
  /** What all have in common that stand beside each other. */
  readonly group: string;
  /** Heading above it. */
  readonly above: string;
  readonly text: string;
  /** What the author says first below it or behind it. */
  readonly opening: string;
}

/** Headings under one heading, and bold openings of the entries of one list or table. */
export function entriesOf(markdown: string): Entry[] {
  const found: Entry[] = [];
  const path: string[] = [];
  let list = 0;
  let blank = true;
  const lines = markdown.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    // The head of a table says what its rows are.
    if (/^\s*\|/.test(line) && /^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? "")) continue;
    const [, marks, heading = ""] = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? [];
    if (marks !== undefined) {
      path.length = marks.length - 1;
      if (marks.length > 1)
        found.push({
          group: `${marks} ${path.join("/")}`,
          above: path.at(-1) ?? "",
          text: heading,
          opening: lines.slice(at + 1).find((next) => next.trim() !== "") ?? "",
        });
      path[marks.length - 1] = heading;
      list++;
      blank = true;
      continue;
    }
    // "Boat deck: two launches.", "Engine flat, below.": paragraphs that open with what each is about.
    const opening = blank ? /^(\p{Lu}[\p{L}'’]*(?:[ -][\p{L}'’]+){0,3})[:,.](?=\s)/u.exec(line)?.[1] : undefined;
    blank = line.trim() === "";
    if (opening !== undefined) found.push({ group: `p${list}`, above: path.at(-1) ?? "", text: opening, opening: "" });
    for (const match of allMatches(line, /(?:\*\*|__)(.+?)(?:\*\*|__)(?=(\s*:)?)/gu)) {
      const text = (match[1] ?? "").replace(/[.,]$/, "");
      const first = /^[\s>]*$/.test(line.slice(0, match.index));
      if (
        !first &&
        match[2] === undefined &&
        text.length < 60 &&
        /^(?:the\s+)?[\p{Lu}\p{Lo}]/iu.test(text) &&
        !/:$/.test(text)
      )
        found.push({ group: `b${list}`, above: path.at(-1) ?? "", text, opening: "" });
    }
    const item = /^\s*(?:[-*+]|\d+[.)]|\|)?\s*(?:\*\*|__)(.{2,60}?)(?:\*\*|__)/.exec(line)?.[1];
    const cell = /^\s*\|\s*([^|*_]{2,60}?)\s*\|/.exec(line)?.[1];
    if (item !== undefined && /^\s*(?:\*\*|__)/.test(line)) {
      found.push({
        group: `b${list}`,
        above: path.at(-1) ?? "",
        text: item.replace(/[.:,]$/, ""),
        opening: behind(line, item),
      });
      continue;
    }
    // "- Room 1: the Colonel.": what stands before the colon is what the entry is about.
    const label = /^\s*(?:[-*+]|\d+[.)])\s+([^:|*_.]{2,40}):\s/.exec(line)?.[1];
    if (item === undefined && label !== undefined && (placeHeaded(label) || NUMBERED.test(label)))
      found.push({ group: `:${list}`, above: path.at(-1) ?? "", text: label, opening: behind(line, label) });
    const text = item ?? (cell !== undefined && !/^[-: ]+$/.test(cell) ? cell : undefined);
    if (text !== undefined)
      found.push({
        group: `${item === undefined ? "|" : "*"}${list}`,
        above: path.at(-1) ?? "",
        text: text.replace(/[.:,]$/, ""),
        opening: behind(line, text),
      });
  }
  return found;
}

/** What a line goes on with behind its label. */
const behind = (line: string, label: string): string =>
  line.slice(line.indexOf(label) + label.length).replace(/^[\s*_.:,|–—-]+/, "");

/** Longest opening that only shows something. */
const SHOWN_LETTERS = 120;

/**
 * Whether an author's first words show something that one sees: no verb ("Four cots, one taken."), or a thing with its state ("The
 * piano is locked."). What tells of customs, people or the past does neither.
 */
function showsSomething(opening: string): boolean {
  const [sentence = ""] = splitSentences(opening.replace(/[*_`]/g, "")).slice(0, 1);
  if (sentence === "" || sentence.length > SHOWN_LETTERS || /^(?:#|\||[-*+]\s)/.test(opening)) return false;
  const [phrase = ""] = sentence.split(/[,;:.]/);
  const words = sentence.match(/[\p{L}'’-]+/gu) ?? [];
  const isVerbless = !words.some((word) => /^\p{Ll}/u.test(word) && looksFinite(word));
  const noun = headNoun(phrase.replace(/^(?:the|an?|one|two|three|four|five|six|our)\s+/i, ""));
  return isPlaceNoun(noun) || (isVerbless && kindOfNoun(noun) === undefined && !ABOUT_TIME.test(phrase));
}

/**
 * Names of places among what stands beside each other: where most of it is known for a place, by its noun or because texts put
 * somebody there, the rest is, too.
 *
 * @param least - Places that must be known for it.
 */
/** "To Head Office, 3 March": where a letter goes is no place that it describes. (rule CA1545) */
const isNoName = (name: string): boolean =>
  NOT_A_PLACE.test(withoutThe(name)) ||
  isTime(name) ||
  /^(?:To|From|Dear|By|For|Re|About|After|Before|Since|Until)\s/.test(name);

export function placesAmongSiblings(
  entries: readonly Entry[],
  putThere: PutThere,
  people: ReadonlySet<string>,
  rule: { readonly least: number; readonly share: number },
  isSomebody: (name: string) => boolean = () => false,
): { readonly name: string; readonly text: string; readonly isSection: boolean }[] {
  interface Sibling {
    readonly name: string;
    readonly text: string;
    readonly known: boolean;
    readonly shown: boolean;
  }
  const groups = new Map<string, Sibling[]>();
  const above = new Map(entries.map((entry) => [entry.group, entry.above]));
  for (const { group, text, opening } of entries) {
    const list = groups.get(group) ?? [];
    groups.set(group, list);
    const [name = text] = placeNames(text).names;
    if (!isHeadingName(name) || isCommonTopic(name) || people.has(fold(name)) || isNoName(name) || isSomebody(name)) {
      list.push({ name: "", text, known: false, shown: false });
      continue;
    }
    const headed = placeHeaded(name);
    const known = headed || putThere(name) > 0;
    list.push({ name: !headed && isAbstract(name) ? "" : name, text, known, shown: known || showsSomething(opening) });
  }
  const places = new Set<string>();
  return [...groups].flatMap(([group, list]) => {
    if (ABOUT_TIME.test(above.get(group) ?? "")) return [];
    const known = list.filter((one) => one.known);
    // The parts of a place are places.
    const prose = group.startsWith("p");
    const { least, share } = prose ? IN_PROSE : places.has(above.get(group) ?? "") ? PARTS : rule;
    // Where most of what stands side by side only shows something, it shows places. (rule CA1101)
    const shown = list.filter((one) => one.shown).length;
    const isShown =
      !/^[p|]/.test(group) && list.length >= FEWEST_SHOWN && shown >= SHOWN * list.length && known.length > 0;
    if (!isShown && (known.length < least || known.length < share * list.length)) return [];
    for (const { text } of list) places.add(text);
    const isSection = isShown && group.startsWith("#");
    return list
      .filter(({ name, known: itself }) => name !== "" && (itself || !prose))
      .map(({ name, text, shown: itself }) => ({ name, text, isSection: isSection && itself }));
  });
}
