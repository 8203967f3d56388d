import type { Reading } from "@narratoria/protocol/contracts";
import { contentWords, countWords, isLemma, isWholeSentence, splitSentences } from "@narratoria/protocol/english";
import { type Block, markdownBlocks } from "./blocks.js";
import { markdownSections } from "./mine/markdown.js";
import { isKeptToOneself } from "./public-notes.js";
import { saysWhatStory } from "./story-notes.js";
import { isLabelAlone, labelOf } from "./teller-words.js";

/** Words from which a premise of one paragraph is parted in two. */
const LONG_PARAGRAPH = 40;

/** "**Hook.** The log is lost." is a label and its sentence; "**You** are the sixth." is a sentence. */
const LABEL = /^\s*(?:\*\*|__)(?:[^*_\n]{2,30}[.:](?:\*\*|__)|[^*_\n]{2,30}(?:\*\*|__)[.:])\s+(?=[\p{Lu}\p{N}“"*_])/u;

/** What a list's entry may be labelled by that says nothing of its own. */
const ANY_LABEL =
  /^(?:hook|problem|goal|aim|task|stakes?|note|twist|clue|fact|step|point|item|question|situation|setup|set-up|lead|rumou?r|what|who|when|where|why|how|start|opening|scene|act|part|then|now|first|second|third|fourth|finally|last|and|but|or|the (?:hook|problem|goal|stakes?|situation|question|twist))\b/iu;

/** "What you want", "What the queen needs": what stands behind it lacks its subject and verb. */
const WHAT_SOMEBODY_DOES =
  /^what (you|he|she|they|(?:the |your |my )?[\p{L}’' -]{2,30}?) ((?:want|need|have|owe|own|carry|fear|hope|like|hate|mean|intend|see|hear|know|remember)(?:s|es)?|has|carries)$/iu;

/** Words that one sentence can list. */
const LONG_LIST = 40;

/** Items of several sentences, and more words than one sentence holds, keep the form of a list. */
const isLongList = (items: readonly string[]): boolean =>
  items.some((text) => splitSentences(text).length > 1) ||
  items.reduce((sum, text) => sum + countWords(text), 0) > LONG_LIST;

/** The words of a block, without a label that opens it. */
function wordsOf(block: Block): string {
  if (block.kind === "quote") return plainWords(block.text);
  // "- **12, Pascoe.** Chest pain." is an entry about Pascoe: without its label nobody knows whose the pain is. (rule CA1574)
  if (block.kind === "item") {
    const found = LABEL.test(block.text) ? labelOf(block.text) : undefined;
    if (found !== undefined && !ANY_LABEL.test(found.label))
      return plainWords(`${found.label.replace(/[.:]+$/, "")}: ${found.rest.replace(/\n/g, " ")}`);
  }
  const isLabelled = LABEL.test(block.text);
  const text = plainWords(block.text.replace(LABEL, "").replace(/\n/g, " "));
  return isLabelled ? withLabelsSubject(text, labelOf(block.text)?.label ?? "") : text;
}

const plainWords = (text: string): string => markdownSections(text).flatMap((section) => section.paragraphs)[0] ?? "";

/** "**The job.**", "**Your errand.**": what the player is to do stands behind it. */
const TASK = /^(?:the|your|our) (job|task|errand|mission|aim|goal|charge|order|duty|work|assignment)$/iu;
/** "Then he'll lie down." */
const GOES_ON_WITH_THEN = /^(?:Then|And then|After that|Afterwards)\b/u;

/** "Find nine marks. Close the book. Then he'll lie down." as "Your job is to find nine marks, and to close the book." (rule CA1695) */
function asTask(text: string, label: string): string | undefined {
  const noun = TASK.exec(label)?.[1]?.toLowerCase();
  if (noun === undefined) return undefined;
  const sentences = splitSentences(text);
  const isCommand = (sentence: string): boolean =>
    /^\p{Lu}\p{Ll}+ [^,;:?“”"]*[.!]$/u.test(sentence) &&
    !GOES_ON_WITH_THEN.test(sentence) &&
    isLemma(/^\p{Lu}\p{Ll}+/u.exec(sentence)?.[0].toLowerCase() ?? "");
  const end = sentences.findIndex((sentence) => !isCommand(sentence));
  const deeds = sentences.slice(0, end < 0 ? undefined : end).map((sentence) => small(sentence.replace(/[.!]$/u, "")));
  const [first, ...others] = deeds;
  if (first === undefined) return undefined;
  const listed = others.map((deed, at) => `${at === others.length - 1 ? " and" : ""} to ${deed}`);
  return [
    `Your ${noun} is to ${first}${others.length === 0 ? "" : `,${listed.join(",")}`}.`,
    ...sentences.slice(deeds.length),
  ].join(" ");
}

/** "**What you want.** To know which. A bed." as "You want to know which. You want a bed." */
function withLabelsSubject(text: string, label: string): string {
  const task = asTask(text, label.replace(/[.:\s]+$/, ""));
  if (task !== undefined) return task;
  const [, who, verb] = WHAT_SOMEBODY_DOES.exec(label.replace(/[.:\s]+$/, "")) ?? [];
  if (who === undefined || verb === undefined) return text;
  const sentences = splitSentences(text);
  const isPlayer = /^(?:you|(?:the|your) (?:players?|pcs?|player characters?|characters?))$/iu.test(who);
  const wishes = isPlayer ? asWishes("you", verb.replace(/s$/u, ""), sentences) : undefined;
  if (wishes !== undefined) return wishes;
  const isPhrase = (sentence: string): boolean =>
    /^(?:Not )?To \p{Ll}/u.test(sentence) ||
    !(/[?]/.test(sentence) || (isWholeSentence(sentence) && !NAMES_A_THING.test(sentence)));
  if (!sentences.every((sentence) => isPhrase(sentence) && OPENS_SMALL.test(sentence))) return text;
  return sentences
    .map((sentence) => `${who.charAt(0).toUpperCase()}${who.slice(1)} ${verb.toLowerCase()} ${small(sentence)}`)
    .join(" ");
}

/** "Get to noon with six. Find out why.": what somebody wants, a verb each. */
function asWishes(who: string, verb: string, sentences: readonly string[]): string | undefined {
  const isWish = (sentence: string): boolean => isLemma(/^\p{Lu}\p{Ll}+/u.exec(sentence)?.[0].toLowerCase() ?? "");
  if (!/^want|^need|^hope|^mean|^intend/iu.test(verb) || !sentences.every(isWish)) return undefined;
  const [first = "", ...others] = sentences.map((sentence) => small(sentence.replace(/[.!]$/u, "")));
  const subject = `${who.charAt(0).toUpperCase()}${who.slice(1)} ${verb.toLowerCase()}`;
  const listed = others.map((wish, at) => `${at === others.length - 1 ? " and" : ""} to ${wish}`);
  return `${subject} to ${first}${others.length === 0 ? "" : `,${listed.join(",")}`}.`;
}

const NAMES_A_THING = /^(?:An?|No|Some|More|Enough) (?!.*\b(?:is|are|was|were|has|have|had|will|can|comes?)\b)/u;

/** A phrase whose first word may well be no name. */
const OPENS_SMALL =
  /^(?:An?|The|To|Not|One|Two|Three|Your|His|Her|Their|No|Nothing|Some|That|All|Every)\b|^\p{Lu}\p{Ll}+ (?:to|of|for|and|or|in|on|with|that|from)\b/u;

const small = (phrase: string): string => `${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`;

const isAsked = (block: Block): boolean => block.kind === "item" && /\?[*_”"]*$/.test(wordsOf(block));

/** Tells whether all of the list or table that follows a label is left out. */
function headsNothing(blocks: readonly Block[], at: number): boolean {
  if (blocks[at]?.kind !== "paragraph") return false;
  const end = blocks.findIndex(({ kind }, index) => index > at && (kind === "paragraph" || kind === "heading"));
  const below = blocks.slice(at + 1, end < 0 ? undefined : end);
  const isLeftOut = (block: Block): boolean => block.kind === "table" || block.kind === "fence" || isAsked(block);
  return below.length > 0 && below.every(isLeftOut);
}

/** "To choose among a wrong law obeyed and a wrong law broken.": what the player is to do. (rule CA1635) */
function asAim(text: string, heading: string): string {
  const put = withLabelsSubject(text, heading);
  if (put !== text) return put;
  const [first = ""] = splitSentences(text);
  const isAim = /\b(?:asked of|task|aim|goal|must do|have to do|needed|wanted)\b/iu.test(heading);
  return /^To \p{Ll}+[ ,]/u.test(first) && (isAim || !isWholeSentence(first)) ? `You are t${text.slice(1)}` : text;
}

/**
 * The paragraphs of the opening scene: the premise as written. A short list that a colon announces stays with it as one sentence, the
 * items of a longer one are paragraphs; tables and headings are no prose.
 *
 * @param premise - What the player may hear of `plot/premise.md`, Markdown.
 */
export function openingParagraphs(premise: string): string[] {
  const paragraphs: string[] = [];
  const announcedTables = new Set<number>();
  let announced = false;
  /** Whether the items of the list that is read keep lines of their own. */
  let lines = false;
  /** Paragraphs that were told before the last heading. */
  let underHeading = 0;
  const blocks = markdownBlocks(premise);
  for (const [at, block] of blocks.entries()) {
    const text = wordsOf(block);
    const item = block.kind === "item";
    // Questions in a list are what the author wants asked: nobody is told them.
    if (isAsked(block)) continue;
    if (isLabelAlone(block.text) && headsNothing(blocks, at)) continue;
    // "**What you know on day one**", above a list, is its heading. (rule CA1365)
    if (isLabelAlone(block.text) && blocks[at + 1]?.kind === "item" && !/[.!?:…]["”’)]?$/u.test(text)) {
      announced = false;
      continue;
    }
    // Under a heading of its own, below the prose, a list is an author's notes. (rule CA1365)
    const above = blocks.slice(0, at).findLast(({ kind }) => kind !== "item");
    if (block.kind === "heading") underHeading = paragraphs.length;
    if (item && above?.kind === "heading" && underHeading > 0) continue;
    if (block.kind === "table" && announced) announcedTables.add(paragraphs.length - 1);
    if (block.kind === "heading" || block.kind === "table" || block.kind === "fence" || text === "") {
      announced = false;
      continue;
    }
    if (item && blocks[at - 1]?.kind !== "item") {
      const end = blocks.findIndex(({ kind }, index) => index > at && kind !== "item");
      lines = isLongList(blocks.slice(at, end < 0 ? undefined : end).map(wordsOf));
    }
    const last = paragraphs.at(-1);
    if (item && announced && !lines && last !== undefined) {
      const joint = /:$/.test(last) ? " " : "; ";
      paragraphs[paragraphs.length - 1] = `${last.replace(/[.]$/, "")}${joint}${text.replace(/[.]$/, "")}.`;
      continue;
    }
    if (!item) announced = /:$/.test(text);
    paragraphs.push(item ? text.replace(/(?<![.!?…]["”’)]?)$/u, ".") : asAim(text, block.headings.at(-1) ?? ""));
  }
  // What announced a table that is not told announces nothing.
  const told = paragraphs
    .filter((_, index) => !announcedTables.has(index))
    .map(withoutConfidences)
    .filter((paragraph) => paragraph !== "");
  const [only = ""] = told;
  if (told.length === 1 && countWords(only) >= LONG_PARAGRAPH) {
    const sentences = splitSentences(only);
    if (sentences.length < 2) return told;
    const half = Math.ceil(sentences.length / 2);
    return [sentences.slice(0, half).join(" "), sentences.slice(half).join(" ")];
  }
  return told;
}

/** A paragraph without what somebody has told nobody. (rule CA1691) */
function withoutConfidences(paragraph: string): string {
  const sentences = splitSentences(paragraph);
  // "The story covers four days. It may end at the first bell.": that is said to the teller. (rule CA6000)
  const told = sentences.filter((sentence) => !isKeptToOneself(sentence) && !saysWhatStory(sentence));
  return told.length === sentences.length ? paragraph : told.join(" ");
}

/** "At 23:42 there's a bang." */
const AT_HOUR = /^(?:But |And |Then,? )?[Aa]t (\d{1,2})[.:](\d\d)(?: ?(p)\.?m\.?)?\b/u;

/**
 * A reading whose premise leaves to a later beat what happens at that beat's hour, where the first beat plays before it: "At 23:42 there's
 * a bang." (rule CA1696)
 */
export function withoutLaterHours(reading: Reading): Reading {
  const [first, ...later] = reading.beats;
  const opens = first?.clock?.minutes;
  if (opens === undefined) return reading;
  const isLater = (sentence: string): boolean => {
    const [, hour, minute = "", afternoon] = AT_HOUR.exec(sentence) ?? [];
    if (hour === undefined) return false;
    const at = (Number(hour) + (afternoon !== undefined && Number(hour) < 12 ? 12 : 0)) * 60 + Number(minute);
    const said = contentWords(sentence.replace(AT_HOUR, ""));
    return later.some(
      ({ clock, told }) =>
        clock?.minutes === at &&
        at > opens &&
        (clock.day ?? 1) === (first?.clock?.day ?? 1) &&
        [...contentWords(told.slice(0, 2).join(" "))].some((word) => said.has(word)),
    );
  };
  const left = reading.opening.flatMap(splitSentences).filter(isLater);
  if (left.length === 0) return reading;
  const opening = reading.opening
    .map((paragraph) =>
      splitSentences(paragraph)
        .filter((sentence) => !isLater(sentence))
        .join(" "),
    )
    .filter((paragraph) => paragraph !== "");
  const why = "a later beat tells it";
  return {
    ...reading,
    opening,
    leftOut: [...reading.leftOut, ...left.map((text) => ({ file: "plot/premise.md", line: 0, text, why }))],
  };
}
