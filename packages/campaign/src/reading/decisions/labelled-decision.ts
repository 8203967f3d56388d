/** What an author puts behind a label: "**Decision:** which cab? Duchess (no talking). Bishop (jokes). Snail (24 mph)." */
import type { AuthorChoice, PlotBeat } from "@narratoria/protocol/contracts";
import { splitSentences } from "@narratoria/protocol/english";
import { inFewWords, isDeed, lowered } from "./deed-words.js";

/** The label, bold or not, where a sentence begins. */
const LABEL =
  /(?<=^|[.!?…"”’)]\s|\n)(?:\*\*|__)?(?:(?:the |your |player['’]?s? )?(?:decisions?|decide|choices?|choose|options?|what is (?:to be )?decided|what(?:['’]s| is) the choice|to decide|to choose)|[^.:!?\n]{0,50}\bone of (?:these|the following|them))(?:\*\*|__)?\s*:(?:\*\*|__)?\s+/iu;
/** "**read_the_old_core**": the tag of one of them. */
const TAG = /(?:\*\*|__|`)(\p{Ll}[\p{Ll}\d]*(?:_[\p{Ll}\d]+)+)(?:\*\*|__|`)/gu;
/** "Sets told_dora, kept_quiet or dug_with_kesh": tags in the order of the ways. */
const SETS =
  /^(?:sets?|choice tags?|tags?|flags?)\s?:?\s+((?:\p{Ll}[\p{Ll}\d]*_[\p{Ll}\d_]+(?:,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+)?)+)/iu;
/** "Left, Upper Sallow, and say nothing": where a way turns. */
const TURNS = /^(left|right|straight(?: on)?|north|south|east|west|back|up|down|on)$/iu;
/** A sentence that tells what somebody does or is, and so is none of the ways. */
const TELLS =
  /^(?:(?:He|She|It|They|There|That|This|Nobody|Everybody|Somebody|Each|Either|Neither|Both|Whatever|Whichever|Nobody)\b|(?:The|An?|His|Her|Their) \p{Ll}|You (?!may|can|could|might))/u;
/** A list, one way a line. */
const LISTED = /^\s*(?:[-*•]\s|\(?[A-Ha-h1-9][).]\s)[^\n]*\n\s*(?:[-*•]\s|\(?[A-Ha-h1-9][).]\s)/u;
/** Most ways that are put so. */
const MOST = 6;

/** What stands behind a label, apart from what is told. */
export interface LabelledDecision {
  readonly told: string;
  readonly choices: readonly AuthorChoice[];
}

/**
 * Reads the ways that a beat puts behind a label, one sentence each, or by their tags. (rule CA5423)
 *
 * @returns Undefined where there is no label, or fewer than two ways behind it.
 */
export function labelledDecision({
  description,
  consequences = [],
}: Pick<PlotBeat, "description" | "consequences">): LabelledDecision | undefined {
  const label = LABEL.exec(description);
  if (label === null) return undefined;
  const [rest = "", ...below] = description.slice(label.index + label[0].length).split(/\n\s*\n/u);
  // A list with what comes of each behind an arrow is read as it stands. (rule CA1368)
  if (/->|→|=>|⇒/u.test(rest)) return undefined;
  const before = description.slice(0, label.index).trim();
  const ofTags = [...rest.matchAll(TAG)].map(([, tag = ""]) => ({
    text: tag.replaceAll("_", " "),
    tag,
    decides: true,
  }));
  if (ofTags.length > 1) return { told: [before, ...below].join("\n\n").trim(), choices: ofTags };
  const sentences = LISTED.test(rest)
    ? rest
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
    : splitSentences(rest);
  const question = /\?$/u.test(sentences[0] ?? "") && /^(?:which|what|who|where)\b/iu.test(sentences[0] ?? "");
  const ways: string[] = [];
  let at = question ? 1 : 0;
  for (; at < sentences.length && ways.length < MOST; at++) {
    const sentence = sentences[at] ?? "";
    const way = TELLS.test(sentence) ? undefined : wayOf(sentence, question);
    if (way === undefined) break;
    ways.push(way);
  }
  // "Decide: take the envelope, send him off, or ask him to stay."
  if (ways.length < 2 && !question) {
    const listed = (sentences[0] ?? "").split(/,\s*(?:or\s+)?|\s+or\s+/u).map((part) => wayOf(part, true));
    if (listed.length > 1 && listed.every((way) => way !== undefined)) {
      ways.splice(0, ways.length, ...listed.flatMap((way) => way ?? []));
      at = 1;
    }
  }
  if (ways.length < 2 || new Set(ways).size < ways.length) return undefined;
  const tags = consequences.flatMap((text) => SETS.exec(text)?.[1]?.match(/\p{Ll}[\p{Ll}\d]*_[\p{Ll}\d_]+/gu) ?? []);
  const choices = ways.map((text, index) => {
    const tag = tags.length === ways.length ? tags[index] : undefined;
    return { text, ...(tag === undefined ? {} : { tag }), decides: true };
  });
  return { told: [[before, ...sentences.slice(at)].join(" "), ...below].join("\n\n").trim(), choices };
}

/** "Duchess (Dora, no talking).", "tell Dora (and she must stop).", "Right, Marl, and knock.": one way, in few words. */
function wayOf(sentence: string, isAsked: boolean): string | undefined {
  const plain = sentence
    .replace(/\s*\([^()]*\)/gu, "")
    // "Find £2: your advance, or the tin", "go as she is, Teo says he can": how, and who thinks so.
    .replace(/(?<=\p{L}.{3,}):\s.*$|,\s(?:the )?\p{Lu}\p{L}+ (?:says?|thinks?|swears?|reckons?)\b.*$/su, "")
    .replace(/^(?:[-*•]\s+)?(?:\(?[A-Ha-h1-9][).]\s+)?/u, "")
    .replace(/^(?:or|and|either)\b,?\s+/iu, "")
    .replace(/[*_]/gu, "")
    .replace(/[.!?;]+$/u, "")
    .trim();
  const [first = "", ...parts] = plain.split(/,\s+/u);
  if (TURNS.test(first)) {
    const name = parts.find((part) => /^(?:the )?\p{Lu}/u.test(part));
    const deed = parts.map((part) => /^and (\p{Ll}.*)$/u.exec(part)?.[1]).find((one) => one !== undefined);
    return `go ${first.toLowerCase()}${name === undefined ? "" : `, to ${name}`}${deed === undefined ? "" : `, and ${deed}`}`;
  }
  const deed = lowered(plain);
  if (isDeed(deed, true)) return inFewWords(deed);
  if (
    isAsked &&
    /^the (?:\p{Ll}+ )?(?:road|way|path|trail|track|pass|bridge|train|boat|ferry|stairs?|lift)$/u.test(plain)
  )
    return `take ${plain}`;
  const isName = plain.split(/\s+/u).length <= 4 && /^(?:the )?\p{Lu}/u.test(plain);
  return isAsked && isName ? `choose ${plain}` : undefined;
}
