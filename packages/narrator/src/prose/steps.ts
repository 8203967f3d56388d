import type { Person, SceneBrief, SceneDirection } from "@narratoria/protocol/story";
import { capitalise, contentWords, countWords } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import type { ToldSentence } from "../scene/composer.js";
import type { SceneDraft } from "../storybook.js";
import { outcomeWords } from "./in-plain-words.js";
import { wordsIn } from "./checks/scene-facts.js";

/** One thing that happens in a scene, as the storybook tells it. */
export interface Step {
  /** The storybook's sentences. */
  readonly sentences: readonly ToldSentence[];
  /** The same, joined. */
  readonly text: string;
  /** What the prompt says of it. */
  readonly order: string;
  /** Words of the author's that have to stand in the scene unchanged. */
  readonly kept?: readonly KeptWords[];
  /** Whether something is lost where nobody tells it: a gesture or a greeting may be left out. */
  readonly matters: boolean;
  /** Content words by which it is known: those of no other step, and of nobody's name. */
  readonly marks: ReadonlySet<string>;
}

/** A line or a document of the author's. */
export interface KeptWords {
  /** Without quotation marks. */
  readonly text: string;
  /** How the prompt calls whoever says it; empty where it is not spoken. */
  readonly speaker: string;
}

/** Passages of a frame that tell nothing that later scenes rely on. */
const LOOSE = /^(?:react |detail|ground |time$|speech|callback|thread|hook|knowledge|exit|enter)/;
const DEED = /^deed /;
const QUOTED = /“([^”]*)”/g;

/**
 * Parts a storybook's scene into the steps of a prompt. A deed and what happens stand as they are; what somebody says of lore is theirs
 * to word; an author's line of dialogue stays word for word. Implements rules NA701, NA1101 and NA1105.
 */
export function stepsOf(draft: SceneDraft, brief: SceneBrief & Partial<SceneDirection>, story: StoryIndex): Step[] {
  const told = draft.sentences.filter(({ paragraph }) => paragraph < draft.paragraphs.length);
  const sentences = told.some((one) => !isLook(one)) ? told.filter((one) => !isLook(one)) : told;
  let speaker = "";
  let lastNamed: Person | undefined;
  let followsSpeech = false;
  const seen = new Set<string>();
  const groups = groupsOf(sentences);
  const names = contentWords(story.matter.people.map(({ name, short }) => `${name} ${short}`).join(" "));
  const dice = groups.findIndex(([first]) => DEED.test(first?.key ?? ""));
  return groups.map((group, at) => {
    const text = textOf(group);
    const others = contentWords(groups.map((one) => (one === group ? "" : textOf(one))).join(" "));
    const words = [...marksIn(text)].filter((word) => !names.has(word) && !SAID.has(word));
    const own = words.filter((word) => !others.has(word));
    const marks = new Set(own.length >= LEAST_MARKS ? own : words);
    const [first] = group;
    const key = first?.key ?? "";
    const spoken = spokenIn(text);
    const named = personIn(text, story);
    if (spoken !== "") {
      const goesOn = followsSpeech && tagIn(text) === "" ? speaker : undefined;
      const newcomer = whoIntroducesThemselves(text, spoken, seen, story);
      const known =
        newcomer?.short ?? speakerIn(text, first?.npc, story) ?? goesOn ?? otherSpeaker(text, lastNamed, story);
      speaker = known ?? (speaker === "" ? onlySpeaker(text, brief, story) : speaker);
    }
    followsSpeech = spoken !== "";
    for (const key of story.names.keysIn(text)) seen.add(key);
    lastNamed = named ?? (first?.npc === undefined ? lastNamed : story.people.get(first.npc));
    const plain = { sentences: group, text, marks, matters: !LOOSE.test(key) || group.some(namesSource) };
    if (spoken === "" && /^\*[^*]+\*$/.test(text))
      return {
        ...plain,
        order: "A text to be read (word for word, below).",
        kept: [{ text, speaker: "" }],
        matters: true,
      };
    if (spoken !== "" && isOfPlayer(text, story) && !isAuthorsLine(group, spoken, story))
      return { ...plain, order: `${text} (to be reported, without quotation marks)` };
    if (spoken !== "") {
      // What somebody does as they speak stays with the speech.
      const isBare = isTagOnly(text);
      if (isAuthorsLine(group, spoken, story)) {
        const kept = linesOf(text, speaker, story);
        const isOne = isBare && kept.length === 1;
        const order = isOne
          ? `${capitalise(speaker)} says (word for word, below)`
          : `${text} (the speech word for word)`;
        return { ...plain, order, kept, matters: true };
      }
      const order = isBare
        ? `${capitalise(speaker)} says, in words of their own: ${withStop(spoken)}`
        : `${text} (the speech in words of their own)`;
      return { ...plain, order };
    }
    const outcome = at === dice && brief.outcome !== "none" ? ` (The dice say: ${outcomeWords(brief, story)})` : "";
    const from = goesOnFrom(groups, at);
    const goesOn = from === undefined ? "" : ` (This goes on from step ${from + 1}.)`;
    return { ...plain, order: `${text}${outcome}${goesOn}` };
  });
}

/** How somebody looks, in their author's words: the prompt has it where it says who is here. (rule NA5840) */
const isLook = ({ key, sources }: ToldSentence): boolean =>
  key === undefined && sources.length > 0 && sources.every(({ kind }) => kind === "npc");

/** What says nothing without the sentence before it: "She has not." "Now it is yours." */
const LEANS = /^(?:he|she|it|they|this|that|these|those|his|her|its|their|now|then|so|nor|neither)\b/i;
const SHORT_WORDS = 5;

/**
 * The step that an author's sentence goes on from, where a line of dialogue has parted the two: by then nobody knows what it speaks of.
 * Implements rule NA1105.
 */
function goesOnFrom(groups: readonly (readonly ToldSentence[])[], at: number): number | undefined {
  const isRunning = (group: readonly ToldSentence[] | undefined): boolean =>
    group?.[0]?.key === undefined && group?.[0]?.sources.some(({ kind }) => kind === "beat") === true;
  const text = textOf(groups[at] ?? []);
  if (!isRunning(groups[at]) || isRunning(groups[at - 1])) return undefined;
  if (!LEANS.test(text) && countWords(text) > SHORT_WORDS) return undefined;
  const from = groups.slice(0, at).findLastIndex(isRunning);
  return from < 0 ? undefined : from;
}

const textOf = (group: readonly ToldSentence[]): string => group.map(({ text }) => text).join(" ");

/** Content words, and figures. */
const marksIn = (text: string): Set<string> => new Set([...contentWords(text), ...(text.match(/\p{N}+/gu) ?? [])]);

/** Fewer than these tell no step from another. */
const LEAST_MARKS = 3;

const SAID = contentWords(
  "says said asks asked tells told you your can could may might must will would over out off away back again any anybody anyone somebody someone nobody everybody",
);

/** What is said, without what stands between: “It was cut,” says Odile. “Somebody respected it.” is two sentences. */
function spokenIn(text: string): string {
  return joined([...withoutMentions(text).matchAll(QUOTED)].map(([, words = ""]) => words.trim()));
}

/** A word or two in marks that a sentence goes on around are no speech: "back from “the toilet”, smelling of smoke". (rule NA3406) */
function withoutMentions(text: string): string {
  return text.replace(/(?<=\p{L} )“(?!\p{Lu})([^”]{1,24})”(?=[,;]? \p{Ll}|\.$)/gu, (all: string, words: string) =>
    countWords(words) <= MENTION_WORDS && !/[.!?,…]$/.test(words) ? words : all,
  );
}

const MENTION_WORDS = 3;

const joined = (parts: readonly string[]): string =>
  parts.map((part, at) => (/^\p{Lu}/u.test(parts[at + 1] ?? "") ? part.replace(/,$/, ".") : part)).join(" ");

const namesSource = ({ sources }: ToldSentence): boolean =>
  sources.some(({ kind }) => kind === "beat" || kind === "lore" || kind === "question");

/** Sentences of one speech stand together: in a draft they are cut at each stop. */
function groupsOf(sentences: readonly ToldSentence[]): ToldSentence[][] {
  const groups: ToldSentence[][] = [];
  let open = 0;
  let isQuoting = false;
  let paragraph = -1;
  for (const sentence of sentences) {
    const last = groups.at(-1);
    const isSame = last !== undefined && sentence.paragraph === paragraph;
    const goesOn =
      isSame &&
      (open > 0 ||
        isQuoting ||
        /^\p{Ll}/u.test(sentence.text) ||
        isBareSpeech(sentence, last) ||
        isScrap(sentence, last));
    if (goesOn) last.push(sentence);
    else {
      groups.push([sentence]);
      open = 0;
      isQuoting = false;
    }
    paragraph = sentence.paragraph;
    open = Math.max(0, open + count(sentence.text, "“") - count(sentence.text, "”"));
    isQuoting = quotesOn(sentence.text, isQuoting);
  }
  return groups;
}

/** Whether what single marks quote goes on after a sentence: ‘Light going. Dew none.’ is one text. An apostrophe ends nothing. */
function quotesOn(text: string, isQuoting: boolean): boolean {
  const from = text.search(/(?<![\p{L}\p{N}])‘(?=[\p{L}\p{N}])/u);
  if (!isQuoting && from < 0) return false;
  return !/[.,!?…]’(?!\p{L})|\p{L}’(?=[.,;:!?]|$)/u.test(from < 0 ? text : text.slice(from));
}

const SCRAP_WORDS = 3;

/** "A hatch." "J.P." "1961.": what says nothing alone is one step with what stands before it. Implements rule NA1107. */
function isScrap({ text, key }: ToldSentence, before: readonly ToldSentence[]): boolean {
  const [first] = before;
  return key === undefined && first?.key === undefined && !/[“”*]/.test(`${text}${textOf(before)}`)
    ? countWords(text) <= SCRAP_WORDS && !LEANS.test(text)
    : false;
}

/** Speech without a word on who speaks, after speech of the same passage; in an author's running text it may be somebody else's. */
const isBareSpeech = ({ text, key, frameId }: ToldSentence, before: readonly ToldSentence[]): boolean =>
  /^“[^”]*”?$/.test(text) &&
  key !== undefined &&
  before.some((one) => one.text.includes("“") && one.key === key && one.frameId === frameId);

const count = (text: string, mark: string): number => text.split(mark).length - 1;

const withStop = (words: string): string => words.replace(/,$/, ".").replace(/(?<![.!?…])$/, ".");

/** Beats' lines, and lines of a profile: whoever says them says them so. */
function isAuthorsLine(group: readonly ToldSentence[], spoken: string, story: StoryIndex): boolean {
  const isBeats = ({ key, sources }: ToldSentence): boolean =>
    key === "beat line" || (key === undefined && sources.some(({ kind }) => kind === "beat"));
  if (group.some((one) => isBeats(one) || one.sources.some(({ ref }) => /-says-\d+$/.test(ref)))) return true;
  const said = wordsIn(spoken).join(" ");
  return [...story.people.values()].some(({ lines }) => lines.some((line) => wordsIn(line).join(" ") === said));
}

/** Whether the player is the one who speaks: their words are reported. (rule NA3403) */
function isOfPlayer(text: string, { calls }: StoryIndex): boolean {
  const before = text.slice(0, text.indexOf("“")).toLowerCase();
  const starts = before.startsWith("you ") || (calls !== undefined && before.startsWith(`${calls} `));
  return starts && /\b(?:say|says|said|ask|asks|asked|tell|tells|told|answer|answers|answered)\b/.test(before);
}

/** What stands around a speech: "one of them pants". */
const tagIn = (text: string): string => text.replace(QUOTED, " ").trim();

/** The person named last in a text, outside of speech. */
function personIn(text: string, story: StoryIndex): Person | undefined {
  const named = story.names.keysIn(tagIn(text)).findLast((key) => key.startsWith("npc:"));
  return story.people.get(named?.slice("npc:".length) ?? "");
}

const SUBJECT_OF_TAG =
  /^[\s,]*((?:one|another|two|some|most|all) of [\p{L}’ ]+?|an?(?:other)? [\p{L}’-]+|the [\p{L}’-]+|some(?:body|one)) \p{L}+s\b/iu;

/** "says the man", "asks one of them": the same behind its verb. (rule NA6602) */
const OBJECT_OF_TAG =
  /^[\s,]*(?:says?|said|asks?|asked|answers?|answered|repl(?:ies|ied)|calls?|called|cries|cried|adds?|added|shouts?|shouted|whispers?|whispered|murmurs?|murmured|mutters?|muttered|remarks?|remarked) ((?:one|another|some) of [\p{L}’]+(?: [\p{L}’]+)?|(?:an?(?:other)?|the) (?:\p{Ll}+ )?[\p{Ll}’-]+|some(?:body|one))(?=[.,;:]|$| (?:in|at|on|to|from|behind|beside|with|by|and|as|who)\b)/u;

/**
 * Who says a line whose tag has no name: whoever the tag describes ("one of them pants"), else the person named last, unless the tag's
 * pronoun is another's. Implements rule NA1109.
 */
function otherSpeaker(text: string, lastNamed: Person | undefined, story: StoryIndex): string | undefined {
  const tag = tagIn(text);
  const described = SUBJECT_OF_TAG.exec(tag)?.[1] ?? OBJECT_OF_TAG.exec(tag)?.[1];
  if (described !== undefined) return described;
  const [pronoun] = tag.toLowerCase().match(/\b(?:he|she|they|it)\b/) ?? [];
  if (lastNamed === undefined) return undefined;
  return pronoun === undefined || lastNamed.pronoun === null || lastNamed.pronoun === pronoun
    ? story.people.get(lastNamed.id)?.short
    : undefined;
}

/** Who says the first line of a scene, whose tag has a pronoun alone: the one of its people who is called so. (rule NA3222) */
function onlySpeaker(
  text: string,
  { cast = [], beat }: SceneBrief & Partial<SceneDirection>,
  story: StoryIndex,
): string {
  const [pronoun] =
    tagIn(text)
      .toLowerCase()
      .match(/\b(?:he|she|they|it)\b/) ?? [];
  const ids = new Set([...cast.map(({ id }) => id), ...(beat?.people ?? [])]);
  const people = [...ids].flatMap((id) => story.people.get(id) ?? []);
  const fitting = people.filter((one) => pronoun === undefined || one.pronoun === null || one.pronoun === pronoun);
  return fitting.length === 1 ? (fitting[0]?.short ?? "") : (pronoun ?? "somebody");
}

/**
 * Who gives their own name in a speech that nobody's name stands beside: "“Leonard Pask,” he says, “and delighted.”", "“I want a bed. Tom
 * Probert.”". Whoever has been named in the scene already is spoken to instead. Implements rule NA6602.
 */
function whoIntroducesThemselves(
  text: string,
  spoken: string,
  seen: ReadonlySet<string>,
  story: StoryIndex,
): Person | undefined {
  if (story.names.keysIn(tagIn(text)).some((key) => key.startsWith("npc:"))) return undefined;
  const [, first = ""] = /^([^.,!?]+)[.,!?]/u.exec(spoken) ?? [];
  const [, last = ""] = /[.!?] ([^.,!?]+)[.!?]$/u.exec(spoken) ?? [];
  const called = ({ name }: Person): string[] => [name, ...name.split(" ").slice(-1)];
  const found = story.matter.people.filter(
    (person) =>
      !seen.has(`npc:${person.id}`) &&
      [first, last].some((given) => given !== "" && called(person).includes(given.trim())),
  );
  return found.length === 1 ? found[0] : undefined;
}

function speakerIn(text: string, npc: string | undefined, story: StoryIndex): string | undefined {
  const [named] = story.names.keysIn(text.replace(QUOTED, " ")).filter((key) => key.startsWith("npc:"));
  const id = npc ?? named?.slice("npc:".length);
  return id === undefined ? undefined : story.people.get(id)?.short;
}

/** The lines of a dialogue, each with whoever says it: a speech without a word on that goes on with the one before. */
function linesOf(text: string, first: string, story: StoryIndex): KeptWords[] {
  const lines: { parts: string[]; speaker: string }[] = [];
  for (const [, words = "", tag = ""] of withoutMentions(text).matchAll(/“([^”]*)”([^“]*)/g)) {
    const [named] = story.names.keysIn(tag).filter((key) => key.startsWith("npc:"));
    const called = story.people.get(named?.slice("npc:".length) ?? "")?.short;
    const last = lines.at(-1);
    const speaker = called ?? SUBJECT_OF_TAG.exec(tag)?.[1];
    if (last && (speaker === undefined || speaker === last.speaker)) last.parts.push(words.trim());
    else lines.push({ parts: [words.trim()], speaker: speaker ?? first });
  }
  return lines.map(({ parts, speaker }) => ({ text: withStop(joined(parts)), speaker }));
}

/** Words of a tag: "says Sister Ineke". */
const MOST_OF_TAG = 3;

/** Whether nothing stands around a speech but who says it. */
function isTagOnly(text: string): boolean {
  const rest = text.replace(QUOTED, " ").replace(/\b(?:says?|asks?|adds?|goes on|tells? you)\b/g, " ");
  return (rest.match(/\p{L}+/gu) ?? []).length <= MOST_OF_TAG;
}

/** Share of a step's content words that a scene has to have for it to be told. */
const TOLD_SHARE = 0.25;
/** Share of them that one sentence has, or two that follow each other, where the step's own words are all said otherwise. */
const SENTENCE_SHARE = 0.4;
/** A step of so few words can be told with none of them: "He arrives without haste." */
const FEW_MARKS = 3;

/**
 * The steps that a scene has not told: a short one counts as told where the steps around it are.
 * Implements rules NA723 and NA1108.
 */
export function missingSteps(told: readonly string[], steps: readonly Step[]): Step[] {
  const isTold = steps.map((step) => tells(told, step));
  return steps.filter((step, at) => {
    const around = [isTold[at - 1], isTold[at + 1]];
    const isShort = step.kept === undefined && step.marks.size <= FEW_MARKS && steps.length > 1;
    return isTold[at] === false && !(isShort && around.every((one) => one !== false));
  });
}

/** Whether a scene tells a step, in whatever words. */
function tells(told: readonly string[], step: Step): boolean {
  const scene = told.join(" ");
  if (step.kept) return step.kept.every(({ text }) => holdsWords(scene, text));
  if (step.marks.size === 0) return true;
  const words = [...contentWords(step.text)];
  const inOnePlace = told.some((text, at) => {
    const near = contentWords(`${text} ${told[at + 1] ?? ""}`);
    return words.filter((word) => near.has(word)).length >= SENTENCE_SHARE * words.length;
  });
  if (inOnePlace) return true;
  const has = marksIn(scene);
  const found = [...step.marks].filter((word) => has.has(word)).length;
  return found >= Math.max(1, Math.floor(step.marks.size * TOLD_SHARE));
}

/** Whether words stand in a text, one after the other: marks and a "she says" between two quotations count for nothing. */
export function holdsWords(text: string, words: string): boolean {
  const wanted = ` ${wordsIn(words).join(" ")} `;
  const speech = [...text.matchAll(QUOTED)].map(([, spoken = ""]) => spoken).join(" ");
  return [text, speech].some((one) => ` ${wordsIn(one).join(" ")} `.includes(wanted));
}
