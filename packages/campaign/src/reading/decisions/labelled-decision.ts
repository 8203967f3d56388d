/** What an author puts behind a label: "**Decision:** which cab? Duchess (no talking). Bishop (jokes). Snail (24 mph)." */
import type { AuthorChoice, PlotBeat } from "@narratoria/protocol/contracts";
import { capitalise, isWholeSentence, splitSentences, thirdPerson, verbLemmas } from "@narratoria/protocol/english";
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
/** "Which cab?": what one rides in. */
const RIDDEN =
  /^(?:which|what) (?:cab|car|lorry|truck|van|bus|coach|carriage|cart|wagon|waggon|sledge|sleigh|compartment)\b/iu;
/** A list, one way a line. */
const LISTED = /^\s*(?:[-*•]\s|\(?[A-Ha-h1-9][).]\s)[^\n]*\n\s*(?:[-*•]\s|\(?[A-Ha-h1-9][).]\s)/u;
/** Most ways that are put so. */
const MOST = 6;

const TOLD_OF_PLAYER =
  /((?:\*\*|__)?(?:decisions?|decide|choices?|choose)(?:\*\*|__)?\s*:(?:\*\*|__)?\s+)(?:the (?:player|party)|you) (\p{Ll}[^.?!\n]*, or [^.?!\n]*)/giu;

/** "**Decision:** the player climbs out, or lets Bram do it" as what is chosen: "climb out, or let Bram do it". (rule CA6457) */
export const asBidden = (description: string): string =>
  description.replace(TOLD_OF_PLAYER, (whole, label: string, deeds: string) => {
    const bidden = deeds.replace(/(?<=^|, or |, | or )\p{Ll}+s(?= )/gu, (verb) => verbLemmas(verb)[0] ?? verb);
    return /^(?:must|may|can|has|have|is|are|will|should|decides?|chooses?)\b/u.test(deeds)
      ? whole
      : `${label}${bidden}`;
  });

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
  const bracketed = inBrackets(rest);
  if (bracketed.length > 1) return { told: [before, ...below].join("\n\n").trim(), choices: bracketed };
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
    const way = TELLS.test(sentence) ? undefined : wayOf(sentence, question, RIDDEN.test(sentences[0] ?? ""));
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
  // What is said behind the ways of what happens then is told when one is chosen. (rule CA5707)
  const behind = sentences.slice(at);
  const isTheirs = behind.findIndex((sentence) => nextOf(sentence) === undefined);
  const after = behind.slice(0, isTheirs < 0 ? undefined : isTheirs).flatMap((sentence) => nextOf(sentence) ?? []);
  const choices = ways.map((text, index) => {
    const tag = tags.length === ways.length ? tags[index] : undefined;
    const result = after.length === 0 ? {} : { result: after.join(" ") };
    return { text, ...(tag === undefined ? {} : { tag }), ...result, decides: true };
  });
  const told = [[before, ...behind.slice(after.length)].join(" "), ...below].join("\n\n").trim();
  return { told, choices };
}

/** "Hide it (Osk nods), or hand it over (he blows it out)": ways with what comes of each in brackets, and nothing else. (rule CA6501) */
function inBrackets(text: string): readonly AuthorChoice[] {
  const parts = text.trim().split(/(?<=\))[,;.]?\s+(?:or\s+(?:else\s+)?)?/u);
  const read = parts.flatMap((part): readonly AuthorChoice[] => {
    const [, way = "", result = ""] = /^(?:either |or )?([^()]+?)\s*\(([^()]+)\)[.;]?$/isu.exec(part) ?? [];
    const deed = wayOf(way, false);
    const told = `${capitalise(result.replace(/[.\s]+$/u, ""))}.`;
    return deed === undefined || !isWholeSentence(told) ? [] : [{ text: deed, result: told, decides: true }];
  });
  return read.length === parts.length ? read : [];
}

/** "Then he rides on ahead.", "Afterwards she laughs." */
const THEN = /^(?:and )?(?:then|after(?:wards| that)|at that|with that),? (?=(?:he|she|they|it|the|\p{Lu}\p{L}+)\b)/iu;
/** "She will argue.", "Osk will go." */
const WILL =
  /^(He|She|They|It|(?:The )?\p{Lu}[\p{L}’'-]+) (?:will|shall) (?!(?:not|never|be|have)\b)(\p{Ll}+)\b([^?“”"]*[.!])$/u;

/** A sentence behind a decision that tells what happens then, as it is told when it does. */
function nextOf(sentence: string): string | undefined {
  if (/\b(?:if|unless|whoever|whichever|depending)\b/iu.test(sentence)) return undefined;
  if (THEN.test(sentence)) return capitalise(sentence.replace(THEN, ""));
  const [, who = "", verb = "", rest = ""] = WILL.exec(sentence.trim()) ?? [];
  return who === "" ? undefined : `${who} ${who === "They" ? verb : thirdPerson(verb)}${rest}`;
}

/** "Duchess (Dora, no talking).", "tell Dora (and she must stop).", "Right, Marl, and knock.": one way, in few words. */
function wayOf(sentence: string, isAsked: boolean, isRidden = false): string | undefined {
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
  return isAsked && isName ? `${isRidden ? "ride in" : "choose"} ${plain}` : undefined;
}
