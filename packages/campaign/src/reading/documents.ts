import { countWords, splitSentences } from "@narratoria/protocol/english";
import type { Block } from "./blocks.js";

/** A text that lies somewhere and is read, in its own voice and as its writer's claim. */
export interface Document {
  /** How it is spoken of: "the log of the barque Perpetua". */
  readonly np: string;
  /** Whose it is, as title, provenance or signature name them; empty where none does. */
  readonly writer: string;
  /** What says where it lies and whose hand it is in; empty where nothing does. */
  readonly provenance: string;
  readonly why: string;
}

/** One entry of a log or a diary, with the date that it stands under. */
export interface DatedEntry {
  /** As the author writes it: "D-18", "Thurs. 9 March". */
  readonly date: string;
  readonly text: string;
}

const KINDS =
  "letter|log|journal|diary|day-?book|notebook|note-?book|note|minutes|report|inventory|register|ledger|memo|memorandum|telegram|transcript|testament|will|deed|bulletin|newspaper|manifest|logbook|night-book|statement|confession|postcard|message|memoir|chronicle|recipe book|account book|card|slip|receipt|invitation|poster|playbill|order of the day|handbook|pamphlet|leaflet|notice|certificate|extract";
const FOLDER = /\/(?:letters?|logs?|journals?|diar(?:y|ies)|documents?|papers|notebooks?|transcripts?|messages)\//i;
const TITLE = new RegExp(
  `\\b(?:his|her|their) book$|^(?:from|out of|(?:a )?(?:page|leaf|leaves|pages) (?:from|of)) (?:[^\\s,.;:()]+ ){1,4}book\\b|^(?:from |extracts? from |a page (?:from|of) )?(?:(?:the|an?|my|his|her|their) )?(?:[^\\s,.;:()]+ ){0,3}?(?:${KINDS})s?\\b`,
  "i",
);
const OPENS_AS_KIND = new RegExp(`^(?:${KINDS})s?\\b`, "i");
const CORRESPONDENCE = /^(?:from )?(.{3,60}?) to ((?:the )?\p{Lu}.{2,60})$/u;
const PROVENANCE =
  /^(?:[*_]+|[*_]*\()(?:(?:an?|the|one|two|three) [^.]{3,80}?, )?(?:from\b|found |kept |in (?:the )?(?:hand|pencil|ink)|written |dictated |copied |printed |came |ruled |posted |pinned |the clean version|a fair copy|taken down|signed|(?:minutes|notes|proceedings) (?:were )?(?:taken|kept|recorded|written)\b|.{0,50}\bin .{2,30}\bhand\b|.{0,60}\bone copy only\b)/i;
const SALUTATION = /^(?:my )?dear(?:est)? [a-zà-ž]/i;
/** "From the visitors' book": a part of a paper. */
const EXTRACT =
  /^(?:from|out of|extracts? from|(?:an? )?(?:page|leaf|leaves|pages) (?:from|of)) (?:the|an?|his|her|their|my)\b/i;
const ENTRY =
  /^\**(?:\d{1,2}(?:st|nd|rd|th)? ?(?:to|–|-) ?)?(?:(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?[a-zà-ž]{3,}|[a-zà-ž]{3,9} \d{1,2}(?:st|nd|rd|th)?|[a-zà-ž]{3,9},? \d{4}|day \d+|\d{4}-\d\d-\d\d|\d{1,2}:\d\d|SD ?\d+)\b[^.]{0,20}[.,:]/i;
const SIGNED =
  /(?:yours (?:\w+ )*(?:sincerely|truly|faithfully|ever|affectionately)|i (?:have the honour to )?remain|believe me),?/i;

/** Weight of signs from which a text is a document. */
const ENOUGH = 2;

/**
 * Decides whether a lore file is a document.
 *
 * @param file - Its path.
 * @param blocks - Its blocks.
 * @returns How it is spoken of and whose it is, or null where it tells facts of the world.
 */
export function documentOf(file: string, blocks: readonly Block[]): Document | null {
  const title = (blocks.find(({ kind }) => kind === "heading")?.text ?? "").replace(/[*_]/g, "");
  const bodies = blocks.filter(({ kind }) => kind !== "heading" && kind !== "table");
  const first = bodies[0]?.text ?? "";
  const entries = bodies.filter(({ text }) => ENTRY.test(text.replace(/^\*+/, ""))).length;
  const running = bodies
    .map(({ text }) => text)
    .join(" ")
    .replace(/[“"][^”"]*[”"]/g, " ");
  const sentences = splitSentences(running);
  const own = sentences.filter((sentence) => /\b(?:I|I['’](?:m|ve|ll|d)|my|mine|me)\b/.test(sentence)).length;
  const share = sentences.length === 0 ? 0 : own / sentences.length;
  const signs: [string, number][] = [];
  if (FOLDER.test(`/${file}`)) signs.push(["its folder", 1]);
  if (TITLE.test(title)) signs.push(["its title", 1]);
  if (CORRESPONDENCE.test(title.replace(/[.,;].*$/, ""))) signs.push(["its title", 1]);
  if (PROVENANCE.test(first)) signs.push(["a line on where it comes from", 2]);
  if (bodies.some(({ text }) => SALUTATION.test(text))) signs.push(["a salutation", 2]);
  if (bodies.some(({ text }) => SIGNED.test(text))) signs.push(["a signature", 1]);
  if (entries >= 2) signs.push(["dated entries", 1]);
  if (entries >= 2 && TITLE.test(title) && EXTRACT.test(title)) signs.push(["a line on where it comes from", 2]);
  if (share >= 0.3 && sentences.length >= 3) signs.push(["a named I", 1]);
  const weight = signs.reduce((sum, [, each]) => sum + each, 0);
  // Without a voice of its own a dated list is a chronicle of the world, and so are the laws of a house.
  if (
    weight < ENOUGH ||
    (share < 0.1 && !signs.some(([name]) => name === "a line on where it comes from" || name === "its folder"))
  )
    return null;
  const said = PROVENANCE.test(first) ? first : "";
  const found = /,\s+(?:\p{Ll}+ )?(?:found|kept|lying|hidden|pinned|nailed|folded|left)\b.*$/u.exec(title)?.[0] ?? "";
  return {
    np: spokenOf(title, file),
    writer: writerOf(title, first),
    provenance: `${found} ${said}`.trim(),
    why: signs.map(([name]) => name).join(", "),
  };
}

/** What an entry stands under: a date, a day, a code of the calendar, an hour. */
const DATE =
  /^((?:(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?[a-zà-ž]{3,}(?: \d{4})?|[a-zà-ž]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|(?:day|night|week|watch|year|sol|entry) (?:the )?[a-z\d]+|\d{4}-\d\d-\d\d|\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?|[a-z]{1,2}[-–]\d{1,3}(?: to [a-z]{1,2}[-–]\d{1,3})?|\d{4})|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|evening|night|noon))?)\s*(?:[.:—–-]|,(?=\s+[A-Z]))\s+(?=\S)/i;

/** Letters of an entry that are told in one go. */
const ENTRY_LETTERS = 420;

/**
 * Takes a paragraph of a document for an entry: its date, and what stands below it, as far as whole sentences of it can be told in one
 * go. Null where it opens with no date.
 */
export function datedEntry(paragraph: string): DatedEntry | null {
  const plain = paragraph.replace(/[*_]+/g, "").trim();
  const [whole = "", date = ""] = DATE.exec(plain) ?? [];
  if (date === "") return null;
  let text = "";
  for (const sentence of splitSentences(plain.slice(whole.length))) {
    if (text !== "" && text.length + sentence.length > ENTRY_LETTERS) break;
    text = `${text} ${sentence}`.trim();
  }
  return text === "" ? null : { date: date.trim(), text };
}

/** The text without the line that says where it comes from: that line is nobody's claim. */
export function withoutProvenance(markdown: string): string {
  return markdown
    .split(/\n\s*\n/)
    .filter((paragraph) => !(PROVENANCE.test(paragraph.trim()) && /[*_)]$/.test(paragraph.trim())))
    .join("\n\n");
}

/** "Log of the barque Perpetua, of Leith; N. Crail, mate" gives "the log of the barque Perpetua". */
function spokenOf(title: string, file: string): string {
  const core = title.split(/[;:(]|\s[—–-]\s/)[0]?.trim() ?? "";
  const owned = /^(.{2,40}), (?:his|her|their) (\p{Ll}[\p{L} ]*)$/u.exec(core);
  if (owned) return `${owned[1] ?? ""}’s ${owned[2] ?? ""}`;
  const head = core.split(",")[0]?.trim() ?? "";
  const letter = CORRESPONDENCE.exec(head);
  if (letter && !TITLE.test(head))
    return `the letter from ${lowerArticle(letter[1] ?? "")} to ${lowerArticle(letter[2] ?? "")}`;
  const given = head.replace(/^(?:from|extracts? from)\s+/i, "");
  const bare = given.replace(/^(?:the|an?)\s+/i, "");
  const named = fileWords(file);
  // "Extraordinary general meeting" in minutes-of-1974.md is spoken of as the minutes of 1974.
  const isNamed = !TITLE.test(head) && !TITLE.test(bare) && /^\p{Ll}/u.test(named) && OPENS_AS_KIND.test(named);
  const short = bare === "" || countWords(bare) > 9 || isNamed ? named : bare;
  // "Crail's log", but "the Kadrû's book".
  if (/^\p{Lu}[\p{L}.'’ -]*['’]s? /u.test(short))
    return /^the\s/i.test(given) && short === bare ? `the ${short}` : short;
  if (!TITLE.test(short) && !EXTRACT.test(head))
    return `the account called “${lowerArticle(head === "" ? fileWords(file) : head)}”`;
  // "DECK LOG" is no abbreviation, as "PC" is one.
  const shouted = /^[\p{Lu}\P{L}]{5,}$/u.test(short);
  const [first = "", ...rest] = (shouted ? short.toLowerCase() : short).split(" ");
  return `the ${[/^\p{Lu}{2,}$/u.test(first) ? first : first.toLowerCase(), ...rest].join(" ")}`;
}

const fileWords = (file: string): string =>
  (file.split("/").at(-1) ?? "")
    .replace(/\.[^.]*$/, "")
    .replace(/[-_]+/g, " ")
    .replace(/^the /, "");
const lowerArticle = (text: string): string => text.replace(/^(?:The|An?)\b/, (article) => article.toLowerCase());

function writerOf(title: string, provenance: string): string {
  const of = /\b(?:of|by|from)\s+((?:(?:Dr|Mr|Mrs|Miss|Capt|Sgt|Lt)\.?\s+)?(?:\p{Lu}[\p{L}.'’-]*\s?){1,4})/u.exec(
    title,
  )?.[1];
  const owner =
    /^((?:\p{Lu}[\p{L}.'’-]*\s?){1,3}),? (?:his|her|their) /u.exec(title)?.[1] ??
    /^((?:\p{Lu}[\p{L}.-]*\s?){1,3})['’]s /u.exec(title)?.[1];
  const clean = (name: string | undefined): string | undefined => name?.replace(/(?<!\b\p{L})\.\s.*$/u, "").trim();
  const hand = /\bhand of ((?:\p{Lu}[\p{L}.'’-]*\s?){1,4})/u.exec(provenance)?.[1];
  const sender = CORRESPONDENCE.exec(title.replace(/[.,;].*$/, ""))?.[1];
  return (clean(hand) ?? owner ?? sender ?? clean(of) ?? "").trim();
}
