import type { Evidence, ReadPassage } from "@narratoria/protocol/contracts";
import { splitSentences } from "@narratoria/protocol/english";
import { type Block, blocksToMarkdown, markdownBlocks } from "./blocks.js";
import {
  headsTellersPart,
  isLabelAlone,
  isTellersBox,
  labelOf,
  labelsTellersPart,
  stopsPlayers,
  TELLERS_ASIDE,
} from "./teller-words.js";

type Audience = ReadPassage["audience"];

/** What a block is, and why. */
export interface Verdict {
  readonly audience: Audience;
  readonly certainty: Evidence["certainty"];
  readonly why: string;
  /** The block's words without its label and without the marks around a text that is read aloud. */
  readonly text: string;
  /** Sentences of it that are the teller's alone, and are left out of the text. */
  readonly cut?: string;
}

/** Opens what is read to the player; beside it the unmarked is the teller's. */
const READ_ALOUD =
  /^[*_>\s]*(?:\*\*|__)?(?:read(?:[- ](?:aloud|this|out))?(?: to the players?)?|box(?:ed text)?|player text|players? (?:hear|see|read)|for the players?|handout)(?:\*\*|__)?(?:\s*[:.](?:\*\*|__)?[*_\s]*|[*_ \t]*\n[>*_\s]*)|^[>\s]*(?:\*\*|__)read[- ]aloud(?:\*\*|__)\s+(?=\S)/i;
/** Opens what is the teller's alone. Titles that stories have too (keeper, master, judge) are no such label. */
const TELLER_LABEL =
  /^[*_>([\s]*(?:(?:GM|DM|MC|ST|game ?master|dungeon ?master|narrator|storyteller|director)(?:['’]s)?(?: (?:notes?|only|eyes only|info(?:rmation)?|advice|tip|guidance))?|(?:(?:an? )?(?:notes?|advice|guidance|tips?|word) )?(?:to|for) (?:whoever|whomever|anyone who|anybody who|those who|(?:the )?(?:one|person|people|ones)(?: who)?) (?:is |are )?(?:tells?|telling|runs?|running|narrates?|narrating)(?: (?:it|this|the)(?: (?:story|tale|campaign|module|game))?)?|(?:notes?|advice|guidance|tips?) (?:to|for) the (?:GM|DM|game ?master|narrator|storyteller|teller|director|model|AI)|for the (?:GM|DM|game ?master|narrator|storyteller|teller|director|model|AI)(?: only)?|(?:behind the scenes|spoilers?|designer['’]?s notes?|author['’]?s notes?|stage directions?|staging|running (?:the|this) \p{L}+|how to (?:run|tell|play) (?:it|this)|what(?:['’]s| is) (?:true|really (?:true|going on|happening))(?: underneath)?|the truth(?: underneath| of it)?|underneath|what (?:it|(?:the|this) (?:story|tale|campaign|module|game|evening|adventure))(?:['’]s| is) (?:really )?about|what (?:really happened|nobody knows)|what (?:the |your )?[\p{L}’' -]{2,30}? (?:do(?:es)?|did) not (?:know|say|tell)(?: (?:you|at first|yet|anybody|anyone))?|what (?:only )?(?:the )?(?:GM|DM|MC|game ?master|dungeon ?master|narrator|storyteller|teller|director|model|AI) (?:alone )?(?:knows?|(?:should|must|may|ought to|has to|needs? to) (?:know|remember|keep in mind))))\s*(?:\*\*|__|[*_])?\s*(?:\([^)]*\)\s*)?[:.)\]]/iu;
/** "**For the narrator, under the counter.**": said to the teller, with how. */
const FOR_THE_TELLER =
  /^[*_>([\s]*(?:for|to|a (?:note|word) (?:for|to)) (?:the )?(?:GM|DM|game ?master|narrator|storyteller|teller|whoever (?:tells|runs|narrates) (?:this|it)),\s[^.:!?*\n]{2,40}[.:](?:\*\*|__|[*_])?/iu;
/** Headings of the teller's part in any file. */
const TELLER_HEADING =
  /^(?:\d[\d.]*\s*)?(?:(?:GM|DM|narrator)(?:['’]s)?\b.*|.*\b(?:for the (?:GM|DM|narrator|game ?master)|(?:GM|DM|game ?master|narrator|storyteller)(?:['’]s)? (?:notes?|only|section|guidance))\b.*|behind the scenes|spoilers?|.*\beyes only\b.*|(?:author|designer)['’]?s notes?|the truth(?: underneath| of it)?|what(?:['’]s| is| was) (?:true|really (?:true|going on|happening))(?: underneath)?|what really happened|.*\bif (?:nobody|no one|the (?:players?|PCs?|heroes)) (?:do(?:es)?|acts?|interferes?|helps?|steps? in)\b.*|(?:what )?(?:lies|lay|is|hides) (?:beneath|underneath|below|behind (?:it|this|everything)|hidden)(?: it| it all| all (?:this|that))?|(?:what(?:['’]s| is| was| lies| lay) )?(?:really )?(?:under(?:neath)?|beneath|below|behind|at the (?:bottom|root|heart|back) of) (?:(?:it|this|that|everything)(?: all)?|all (?:of )?(?:it|this|that))|what(?:['’]s| is| was) (?:actually|truly|in fact) (?:true|going on|happening|wrong)|what (?:only )?(?:the )?(?:GM|DM|narrator|storyteller|teller|game ?master|director) (?:alone )?(?:knows?|(?:should|must|needs? to|ought to) know)|how to (?:run|tell)\b.*|running (?:the|this)\b.*|running notes?)(?:\s*\([^)]*\))?$/iu;
/** The same in premise, setting and rules, where such a word heads no lore. */
const TELLER_HEADING_OF_WORLD = /^(?:\d[\d.]*\s*)?(?:secrets?|staging|structure|outline|synopsis)$/iu;
/** "What happened in 1931": the story behind the story, unless the player is in it. (rule CA1707) */
const SAYS_WHAT_HAPPENED = /^what (?:really |actually |truly )?happened\b/iu;
const SAYS_YOU = /\byou(?:r|rs|['’](?:re|ve|ll|d))?\b/iu;
const TO_PLAYER = /\b(?:you|your|the players?|the PCs?)\b/iu;
const TONE_HEADING =
  /^(?:\d[\d.]*\s*)?(?:how it is told|how it feels|how it (?:sounds|reads)|how (?:it|this|the (?:story|prose|text|narration)|everything) (?:should|ought to|must|is to) (?:sound|read|feel|be (?:told|written))\b.*|(?:tone|register)\b.*|(?:style|voice)(?: and \p{L}+| of the (?:prose|story|narration|writing|telling))?|what it is about|themes?|mood|language)$/iu;
/** Headings of what the player is told or already knows. */
const PLAYER_HEADING =
  /^(?:\d[\d.]*\s*)?what (?:the|your|you)(?: (?:PCs?|players?|characters?|player characters?))? (?:(?:is|are|has been|have been|already) )?(?:told|knows?|hears?|sees?|remembers?)$/iu;
/** Introduces the questions that the author wants asked: they are aims, not prose. */
const QUESTION_LABEL =
  /^[*_>\s]*(?:(?:the )?(?:(?:central|big|open|main|unanswered|remaining) )?questions?(?: of (?:the|this) \p{L}+)?|what (?:the|this) (?:story|module|campaign|tale) asks|what you(?:['’]ll| will)? (?:want to|have to|need to) (?:know|find out)|questions?(?: to answer)?|what (?:the|your) (?:PC|player|character) may find out)(?:\*\*|__|[*_])?\s*[:.]?(?:\*\*|__|[*_])?\s*/iu;

/** Says by what id, or when, something comes. */
const AN_ID = /\bbeat_\d+\b/;
const WHEN_REACHED =
  /^[*_\s-]*(?:reached (?:when|by|if|after)|this is (?:the (?:end(?:ing)?|one|page(?: to read)?)|how (?:it|this|the story|all this) ends) (?:when|if|where|after)|(?:needed|requires?|required|requirements?|trigger(?:ed by)?|conditions?|unlocked (?:by|when|if))(?:\*\*|__|[*_])?\s*:|you get this (?:one|ending) (?:when|if))\b/i;
/** "If you promised Osk, and read.": a condition without what comes of it. (rule CA4808) */
const CONDITION_ALONE =
  /^[*_\s-]*[Ii]f (?:you|the (?:player|PC))\b[^,;:.!?“”"]*(?:, (?:and|or|but|then)(?! (?:you|he|she|it|they|the|an?|\p{Lu}\p{L}*)\b)[^,;:.!?“”"]*)*\.[*_\s]*$/u;
/** "If nothing was said by Saturday (beat ten).": a beat by its number. (rule CA5435) */
const A_NUMBERED_BEAT =
  /\((?:see )?beats? (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)\)/iu;
const REFERENCES: readonly RegExp[] = [AN_ID, WHEN_REACHED, CONDITION_ALONE, A_NUMBERED_BEAT];

/** Each is a sign that a teller is spoken to; two make it certain enough. */
const TELLER_SIGNS: readonly (readonly [RegExp, number, string])[] = [
  [/\bDC ?\d+\b/, 2, "a difficulty"],
  [/\b\d?d(?:4|6|8|10|12|20|100)\b/, 2, "dice"],
  [/\b(?:the )?(?:PCs?|player characters?|NPCs?)\b/, 1, "talk of a player character"],
  [/\b(?:the|a|your|most|some|few) players\b/i, 1, "talk of the players"],
  [AN_ID, 2, "an id"],
  [WHEN_REACHED, 2, "says when an ending comes"],
  [/\b[Ss]cenes? \d+[A-Z]?\b|\b(?:this|the next|the last|that) scene\b/, 1, "talk of scenes"],
  [
    /\b(?:see|cf\.|as in) (?:also )?(?:lore|plot|world|characters|section|chapter|scene|page)\b|\.md\b/i,
    1,
    "a cross reference",
  ],
  [
    // "When you do not answer" is no order. (rule CA5712)
    /(?<!\b(?:you|they|we|I|who|people|and you|to|could|would|will|can|may|might|must) )\b(?:do not|don['’]t|never) (?:say|tell|reveal|explain|show|give|let|resolve|answer|name|hurry|rush|make)\b/i,
    1,
    "an order to the teller",
  ],
  [
    /(?<!\b(?:you|they|we|I|or|to|could|would|will|can|may|might|must) )\blet (?:the PC|the player|them|him|her|it|this|that)\b[^.]{0,40}\b(?:come out|find|say|be wrong|discover|choose|guess|wait|stand|breathe|simmer|slip)\b/i,
    1,
    "an order to the teller",
  ],
  [
    /\b(?:give|play|describe|narrate|foreshadow|reveal|hint at|improvise|keep)\b (?:the|this|that|him|her|it|them|every|each|a)\b[^.]*\b(?:scene|bonus|roll|check|players?|PC|tone|slowly|straight|modifier)\b/i,
    1,
    "an order to the teller",
  ],
  [
    /\b(?:on a|with a) (?:success|failure|partial|hit|miss|\d+\+)\b|\b(?:roll|check|saving throw|modifier|hit points|bonus of)\b[^.]*(?:[+-]?\d|\bagainst\b)/i,
    1,
    "rules",
  ],
  [/\bthis (?:story|module|campaign|adventure)\b/i, 1, "talk of the story"],
];

/** "Roll d8 each night. Or pick.", "d10. T true, F false.": what stands below it is rolled for. */
const ROLLED = /^[*_\s(]*(?:(?:roll|throw)s? )?(?:a |an |one |\d)?d(?:3|4|6|8|10|12|20|66|100)\b/i;

/** Weight from which signs alone decide. */
const ENOUGH = 2;

const QUOTED_WHOLE = /^[“"]([\s\S]*)[”"]$/;

/**
 * Decides whom each block of a text addresses.
 *
 * @param blocks - One file's blocks, in order.
 * @param ofWorld - Whether the file is premise, setting or rules.
 */
function audienceOf(blocks: readonly Block[], ofWorld = false): Verdict[] {
  const marked = blocks.some(({ kind, text }) => kind !== "heading" && READ_ALOUD.test(text));
  const verdicts: Verdict[] = [];
  const title = blocks.find(({ kind, level }) => kind === "heading" && level === 1)?.text;
  const speaksToPlayer = (heading: string): boolean =>
    blocks.some(({ kind, text, headings }) => kind !== "heading" && headings.includes(heading) && TO_PLAYER.test(text));
  const isTellers = (heading: string): boolean =>
    TELLER_HEADING.test(heading) ||
    (ofWorld && TELLER_HEADING_OF_WORLD.test(heading)) ||
    (ofWorld && heading !== title && SAYS_WHAT_HAPPENED.test(heading) && !speaksToPlayer(heading)) ||
    headsTellersPart(heading, { ofWorld, isTitle: heading === title });
  let aloud = false;
  let stopped: string | undefined;
  let carried: CarriedLabel | undefined;
  let isRolled = false;
  for (const block of blocks) {
    const { kind, text, headings } = block;
    const plain = text.replace(/^[*_]+|[*_]+$/g, "").trim();
    const toTeller = (why: string): void => {
      verdicts.push({ audience: "teller", certainty: "stated", why, text });
    };
    if (stopped !== undefined) {
      toTeller(`after "${stopped}"`);
      continue;
    }
    if (stopsPlayers(text)) {
      stopped = text.slice(0, SHOWN);
      toTeller("tells those who play to stop reading");
      continue;
    }
    // The rows of a table that is rolled on are nobody's to tell. (rule CA1680)
    if (kind === "heading") isRolled = false;
    else if (kind === "paragraph") isRolled = ROLLED.test(text);
    else if (isRolled) {
      toTeller("rows of a table that is rolled on");
      continue;
    }
    if (kind === "heading") {
      aloud = false;
      carried = undefined;
      if (isTellers(text)) toTeller("a heading");
      else verdicts.push({ audience: "world", certainty: "stated", why: "a heading", text });
      continue;
    }
    const label = READ_ALOUD.exec(text)?.[0];
    if (label !== undefined) {
      aloud = true;
      carried = undefined;
      // The mark that opens the words closes them.
      const opened = /[*_]+$/.exec(label.trimEnd())?.[0] ?? "";
      const words = text.slice(label.length).trim();
      const rest = unquoted(opened !== "" && words.endsWith(opened) ? words.slice(0, -opened.length) : words);
      verdicts.push({ audience: "player", certainty: "stated", why: `marked "${label.trim()}"`, text: rest });
      continue;
    }
    const teller = tellersLabel(text, ofWorld);
    if (teller !== undefined) {
      aloud = false;
      const label = teller.replace(/[*_]/g, "").trim();
      toTeller(`marked "${label}"`);
      carried = carriedBy(text, label);
      continue;
    }
    if (carried !== undefined) {
      const taken = isTakenBy(carried, block);
      if (taken) {
        toTeller(`under "${carried.label}"`);
        carried = afterTaken(carried, block);
        continue;
      }
      carried = undefined;
    }
    if (aloud && (kind === "quote" || QUOTED_WHOLE.test(plain))) {
      verdicts.push({
        audience: "player",
        certainty: "stated",
        why: "follows a mark to read aloud",
        text: unquoted(text),
      });
      continue;
    }
    aloud = false;
    if (asksOnly(text, headings)) {
      verdicts.push({ audience: "teller", certainty: "inferred", why: "questions of the story", text });
      continue;
    }
    const tone = ofWorld ? headings.find((heading) => TONE_HEADING.test(heading)) : undefined;
    if (tone !== undefined) {
      verdicts.push({ audience: "tone", certainty: "stated", why: `under "${tone}"`, text });
      continue;
    }
    const heading = headings.find(isTellers);
    if (heading !== undefined) {
      toTeller(`under "${heading}"`);
      continue;
    }
    if (headings.some((one) => PLAYER_HEADING.test(one))) {
      verdicts.push({ audience: "player", certainty: "stated", why: `under "${headings.at(-1)}"`, text });
      continue;
    }
    const cut = withoutAsides(text) ?? (kind === "paragraph" ? withoutReferences(text) : undefined);
    if (cut !== undefined) {
      verdicts.push({ audience: "world", certainty: "inferred", why: "no mark", text: cut.text, cut: cut.sentences });
      continue;
    }
    const signs = signsOf(text);
    const weight = signs.reduce((sum, [, each]) => sum + each, 0);
    if (weight >= ENOUGH) {
      const why = signs.map(([name]) => name).join(", ");
      verdicts.push({ audience: "teller", certainty: "inferred", why, text });
    } else if (marked && kind === "paragraph" && weight > 0) {
      verdicts.push({ audience: "teller", certainty: "inferred", why: "unmarked beside what is read aloud", text });
    } else verdicts.push({ audience: "world", certainty: "inferred", why: "no mark", text });
  }
  return withoutBareLabels(blocks, verdicts);
}

/** The teller's label that opens a text. */
function tellersLabel(text: string, ofWorld: boolean): string | undefined {
  const found = (TELLER_LABEL.exec(text) ?? FOR_THE_TELLER.exec(text))?.[0];
  if (found !== undefined) return found;
  if (isTellersBox(text)) return text.split("\n")[0];
  const label = labelOf(text);
  return label !== undefined && labelsTellersPart(label, ofWorld) ? label.label : undefined;
}

/** A label of the teller's, as far as what stands below it is the teller's too. */
interface CarriedLabel {
  readonly label: string;
  /** It takes the list, table or quote behind it; one that ends in a colon, a paragraph instead; one that is wholly bold, all below it. */
  readonly takes: "list" | "paragraph" | "section";
}

function carriedBy(text: string, label: string): CarriedLabel | undefined {
  const isAlone = isLabelAlone(text);
  if (isAlone && /^[\s>([]*(?:\*\*|__).*(?:\*\*|__)[\s.:)\]]*$/s.test(text)) return { label, takes: "section" };
  if (/:[*_\s)\]]*$/.test(text)) return { label, takes: isAlone ? "paragraph" : "list" };
  return undefined;
}

const LISTED: ReadonlySet<Block["kind"]> = new Set(["item", "table", "quote", "fence"]);

function isTakenBy({ takes }: CarriedLabel, { kind, text }: Block): boolean {
  if (LISTED.has(kind)) return true;
  if (takes === "list") return false;
  // The next label begins something else.
  return labelOf(text)?.isMarked !== true;
}

function afterTaken(carried: CarriedLabel, { kind, text }: Block): CarriedLabel | undefined {
  if (carried.takes === "section" || LISTED.has(kind))
    return { ...carried, takes: carried.takes === "section" ? "section" : "list" };
  return /:[*_]*$/.test(text) ? { ...carried, takes: "list" } : undefined;
}

/** A label alone whose whole list is left out heads nothing, and is left out too. */
function withoutBareLabels(blocks: readonly Block[], verdicts: readonly Verdict[]): Verdict[] {
  const isTold = ({ audience }: Verdict): boolean => audience === "player" || audience === "world";
  return verdicts.map((verdict, at) => {
    const block = blocks[at];
    if (block?.kind !== "paragraph" || verdict.audience !== "world" || !isLabelAlone(block.text)) return verdict;
    const end = blocks.findIndex(({ kind }, index) => index > at && !LISTED.has(kind));
    const below = verdicts.slice(at + 1, end < 0 ? undefined : end);
    return below.length === 0 || below.some(isTold)
      ? verdict
      : { audience: "teller", certainty: "inferred", why: "heads what is not told", text: verdict.text };
  });
}

/** Questions alone, behind a label or under a heading that says that they are the story's. */
function asksOnly(text: string, headings: readonly string[]): boolean {
  const label = QUESTION_LABEL.exec(text)?.[0] ?? "";
  const labelled = label !== "" && /[:.]/.test(label);
  const heading = headings.at(-1);
  const under = heading !== undefined && QUESTION_LABEL.exec(heading)?.[0] === heading;
  if (!labelled && !under) return false;
  const sentences = splitSentences((labelled ? text.slice(label.length) : text).replace(/[*_]/g, ""));
  const asked = sentences.filter((sentence) => /\?[”"’']?$/.test(sentence)).length;
  return asked > 0 && asked * 2 >= sentences.length;
}

/** A text without what stands in it in brackets for the teller; undefined where nothing does. */
function withoutAsides(text: string): { readonly text: string; readonly sentences: string } | undefined {
  const asides = text.match(TELLERS_ASIDE);
  if (asides === null) return undefined;
  const left = text.replace(TELLERS_ASIDE, "").trim();
  return left === "" || weightOf(left) >= ENOUGH ? undefined : { text: left, sentences: asides.join(" ").trim() };
}

/** Sentences that must be left of a paragraph for one with an id to be cut out of it. */
const MOST_OF_IT = 2;

/**
 * A paragraph without the sentences that say by an id, or in so many words, when it is reached: "... and the second one is his. Reached when
 * Stroud has told the truth (beat_080)." Undefined where it has none, or hardly anything would be left, or the rest is the teller's too.
 */
function withoutReferences(text: string): { readonly text: string; readonly sentences: string } | undefined {
  const sentences = splitSentences(text);
  const isReference = (sentence: string): boolean => REFERENCES.some((pattern) => pattern.test(sentence));
  const cut = sentences.filter(isReference);
  if (cut.length > 0 && cut.length === sentences.length) return { text: "", sentences: cut.join(" ") };
  const rest = sentences.filter((sentence) => !isReference(sentence));
  if (cut.length === 0 || rest.length < MOST_OF_IT * cut.length) return undefined;
  const left = rest.join(" ");
  return weightOf(left) >= ENOUGH ? undefined : { text: left, sentences: cut.join(" ") };
}

const weightOf = (text: string): number => signsOf(text).reduce((sum, [, weight]) => sum + weight, 0);

function signsOf(text: string): (readonly [string, number])[] {
  return TELLER_SIGNS.flatMap(([pattern, weight, name]) => (pattern.test(text) ? [[name, weight] as const] : []));
}

/** The text without marks around the whole, the marks within raised to doubles. */
function unquoted(text: string): string {
  const inner = QUOTED_WHOLE.exec(text.trim())?.[1];
  if (inner === undefined) return text;
  // Speech inside a text in quotation marks stands in single ones.
  return inner.replace(/(^|[\s(—–-])['‘](?=\S)([^'’]*(?:['’](?=\p{L})[^'’]*)*)['’](?=[\s.,;:!?)—–-]|$)/gu, "$1“$2”");
}

/** "READ ALOUD: "The fog came in."" with the author's own words before or behind it in one paragraph. */
const READ_INLINE =
  /(?<!\n)(^|[^\S\n])(?:READ(?:[- ]ALOUD)?|Read[- ]aloud|ALOUD|BOX(?:ED TEXT)?|Box|BOXED)\s?:[^\S\n]*["“]([^"“”\n]+)["”](?=\s|$)/gu;
const TELLER_INLINE =
  /(?<=[.!?…"”)*_])[^\S\n]+(?:TELLER|KEEPER|REFEREE|GM|DM|MC|NARRATOR|STORYTELLER|GAME MASTER|JUDGE)(?:['’]S)?(?: NOTES?)?\s?:\s*/gu;

/** "It's mine, the one you haven't got": words of somebody who speaks of themselves. */
const OF_A_SPEAKER = /(?<![\p{L}’'])(?:I|me|my|mine|myself)(?![\p{L}-])/u;
/** "READ ALOUD: "The fog came in." Dolores pours.": plain words behind it. */
const GOES_ON_PLAIN =
  /^(?:READ(?:[- ]ALOUD)?|Read[- ]aloud|ALOUD|BOX(?:ED TEXT)?|Box|BOXED)\s?:[^\S\n]*["“][^"“”\n]+["”][^\S\n]+(?!(?:TELLER|KEEPER|REFEREE|GM|DM|MC|NARRATOR|STORYTELLER|GAME MASTER|JUDGE)\b)\S/u;

/** Letters in which a label that opens a text stands. */
const LABEL_LETTERS = 40;

/**
 * A text in which each part of a paragraph that mixes what is read aloud, plain words and what is for the teller is a paragraph of its own:
 * then the plain words are told up to the teller's. (rule CA5422)
 *
 * @returns Undefined where no paragraph mixes them.
 */
function withPartsApart(markdown: string): string | undefined {
  // What is read aloud in somebody's own words stays their speech.
  const apart = markdown.replace(READ_INLINE, (_, _before: string, words: string) =>
    OF_A_SPEAKER.test(words) ? ` “${words}”` : `\n\nREAD ALOUD: “${words}”\n\n`,
  );
  // A label at the head makes no mixture, unless plain words stand behind what is read aloud in its own paragraph. (rule CA5701)
  const isHeaded =
    READ_ALOUD.test(markdown.trimStart().slice(0, LABEL_LETTERS)) && !GOES_ON_PLAIN.test(markdown.trim());
  const isMixed = apart !== markdown && !isHeaded;
  return isMixed ? apart.replace(TELLER_INLINE, "\n\nGM: ").trim() : undefined;
}

/** A text's parts by whom they address. */
export interface Addressed {
  /** What may be told and mined, as Markdown. */
  readonly told: string;
  /** What is the teller's alone, paragraph by paragraph. */
  readonly teller: readonly { readonly text: string; readonly line: number }[];
  readonly passages: readonly ReadPassage[];
}

/** Letters of a passage that are shown to the author. */
export const SHOWN = 90;

/**
 * Parts a text into what the player may hear and what is meant for the teller.
 *
 * @param markdown - One file's text, or one text of a JSON file.
 * @param file - Its path inside the campaign.
 * @param firstLine - Line of the text's first line in the file.
 * @param ownWords - Whether the text is told as it stands, as premise, beats and endings are: then, beside a passage to be
 *   read aloud, all that is unmarked is the teller's.
 * @param happenings - What is told all the same of an entry of a list that is unmarked there.
 */
export function addressed(
  markdown: string,
  file: string,
  firstLine = 1,
  ownWords = false,
  happenings: (entry: string) => readonly string[] = () => [],
): Addressed {
  const apart = ownWords ? withPartsApart(markdown) : undefined;
  const blocks = markdownBlocks(apart ?? markdown);
  const verdicts = audienceOf(blocks, ownWords || /^(?:world|plot)\//.test(file));
  const marked = verdicts.some(({ why }) => why.startsWith("marked") && !why.includes("GM"));
  const hasAloud = verdicts.some(({ audience }) => audience === "player");
  const firstOfTeller = verdicts.findIndex(
    ({ audience, certainty }) => audience === "teller" && certainty === "stated",
  );
  const isPlain = (index: number): boolean => apart !== undefined && (firstOfTeller < 0 || index < firstOfTeller);
  const kept: Block[] = [];
  const teller: { text: string; line: number }[] = [];
  const passages: ReadPassage[] = [];
  // What says "you" without a mark is the player's, and so is what goes on from it under the same heading. (rule CA5434)
  let isToPlayer = false;
  blocks.forEach((block, index) => {
    let verdict = verdicts[index];
    if (verdict === undefined) return;
    if (block.kind === "heading" || verdict.audience === "teller") isToPlayer = false;
    else if (verdict.audience === "world" && SAYS_YOU.test(block.text) && !/\bif you\b/iu.test(block.text))
      isToPlayer = true;
    const line = block.line + firstLine - 1;
    if (
      ownWords &&
      marked &&
      hasAloud &&
      block.kind !== "heading" &&
      verdict.audience === "world" &&
      !isPlain(index) &&
      !(isToPlayer && file === "plot/premise.md")
    ) {
      const seen = block.kind === "item" ? happenings(block.text).join(" ") : "";
      if (seen !== "") kept.push({ ...block, kind: "paragraph", text: seen });
      verdict = { ...verdict, audience: "teller", certainty: "inferred", why: "unmarked beside what is read aloud" };
    }
    if (verdict.audience === "player" || verdict.audience === "world") {
      const kind = verdict.audience === "player" && block.kind === "quote" ? "paragraph" : block.kind;
      if (verdict.text !== "") kept.push({ ...block, kind, text: verdict.text });
    } else if (block.kind === "heading") return;
    else teller.push({ text: block.text, line });
    const cut = verdict.cut;
    if (cut !== undefined) teller.push({ text: cut, line });
    if (verdict.audience !== "world" || cut !== undefined)
      passages.push({
        file,
        line,
        text: (cut ?? block.text).slice(0, SHOWN),
        audience: cut === undefined ? verdict.audience : "teller",
        form:
          block.kind === "table"
            ? "table"
            : block.kind === "item"
              ? "list"
              : block.kind === "quote"
                ? "quote"
                : "prose",
        evidence: { certainty: verdict.certainty, file, line, why: cut === undefined ? verdict.why : "an id" },
      });
  });
  return { told: blocksToMarkdown(kept), teller, passages };
}
