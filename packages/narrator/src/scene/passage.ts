/** How far an answer runs on: the author's paragraph rather than one sentence of it. */
import {
  type Fact,
  goesOnSaying,
  isDocumented,
  isDrawnUp,
  isSayable,
  namesTopic,
  type Person,
  RELATIVE_TIME,
  type SceneBrief,
  storyTies,
  type Topic,
} from "@narratoria/protocol/story";
import { countWords, headOf, isWholeSentence, lacksNoun, leansOnOther, singular } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import type { Stage } from "./stage.js";

/** Words after which an answer takes up no further fact, words that it may have at most, and facts that it may run on by. */
const FULL_ANSWER = 60;
const LONGEST_ANSWER = 80;
/** The same where what stands before the first fact of a page is told with it. */
const LONGEST_OPENING = 120;
const MOST_MORE = 3;
/** Words from which on an answer is no bare sentence. */
const FEW_WORDS = 20;
/** A story of fewer facts keeps each paragraph for a question of its own. */
export const MANY_FACTS = 60;

/** What an answer tells besides its fact. */
export interface Passage {
  /** Facts that it tells as well, and that are known after it. */
  readonly more: readonly Fact[];
  /** All that is said, sentence by sentence; absent where nobody says it. */
  readonly passage?: readonly string[];
}

/** Whether somebody may know it and speak of it; nobody speaks of themselves by name. Without a speaker: what everybody knows. */
export const isTellable = (fact: Fact, speaker: string | undefined): boolean =>
  (fact.knownBy === "common" || (speaker !== undefined && fact.knownBy.includes(speaker))) &&
  fact.keptBy === undefined &&
  fact.said === undefined &&
  fact.after === undefined &&
  !fact.names.includes(`npc:${speaker}`) &&
  !isDocumented(fact) &&
  isSayable(fact);

const wholeOf = ({ text, tail }: Fact): string[] => (tail === undefined ? [text] : [text, tail]);
const wordsIn = (sentences: readonly string[]): number =>
  sentences.reduce((sum, sentence) => sum + countWords(sentence), 0);

/**
 * The paragraph that an answer tells: from the first sentence of it that is not known, on to the author's next facts on the same topic in
 * the same file, with what stands between them. Each is such as the speaker may know and the player does not. A paper is read on as it
 * stands; of somebody who is asked about, only what names them is told. (rules NA374, NA450 and NA460)
 */
export function passageOf(
  fact: Fact,
  speaker: Person | undefined,
  { effects, choice, slots }: Pick<SceneBrief, "effects" | "choice"> & Partial<Pick<SceneBrief, "slots">>,
  stage: Pick<Stage, "knowsFact">,
  story: StoryIndex,
  wasTold: (text: string) => boolean,
): Passage {
  // An example line is whole.
  if (fact.said !== undefined) return { more: [] };
  const { facts } = story.matter;
  const isPaper = isDocumented(fact);
  const isSmall = facts.length < MANY_FACTS;
  const ownEffects = new Set(effects.flatMap((effect) => (effect.kind === "learn" ? [effect.fact] : [])));
  // What answers a question that is offered next is told then. (rule NA5751)
  const asked = new Set((slots ?? []).flatMap(({ bind, verb }) => (verb === "decide" ? (bind.fact ?? []) : [])));
  const about = choice?.verb === "gossip" && choice.bind.npc2 !== undefined ? `npc:${choice.bind.npc2}` : undefined;
  const topic = story.topics.get(fact.topic);
  // Whoever has nothing to do with a thing says of it only what names it.
  const isStranger =
    speaker !== undefined && topic !== undefined && !isPaper && !storyTies(story.matter).concerns(speaker, fact.topic);
  // What is asked about goes on to the end of its paragraph all the same, as long as it speaks of nobody. (rule NA5905)
  const isPageAsked = choice?.verb === "ask" && choice.bind.topic === fact.topic;
  const isFree = (next: Fact): boolean =>
    next.file === fact.file &&
    next.topic === fact.topic &&
    !stage.knowsFact(next.id) &&
    !ownEffects.has(next.id) &&
    !asked.has(next.id) &&
    !wasTold(next.text) &&
    (isPaper ? isDocumented(next) : isTellable(next, speaker?.id)) &&
    !(isStranger && !namesTopic(next, topic) && !(isPageAsked && next.inside === true && !namesPerson(next)));
  let words = wordsIn(wholeOf(fact));
  const at = facts.indexOf(fact);

  // Of another page than the question's, what answers it is told by itself. (rule NA3250)
  const isOfOther = isOtherThing(fact, topic, choice) && !leansOnOther(fact.text) && !lacksNoun(fact.text);
  const before: Fact[] = [];
  for (
    let first = fact, index = at - 1;
    first.inside === true && first.apart !== true && !isPaper && !isOfOther && index >= 0;
    index--
  ) {
    const previous = facts[index];
    if (!previous || !isFree(previous) || before.length >= MOST_MORE) break;
    const more = wordsIn([...wholeOf(previous), ...(first.lead ?? [])]);
    if (words + more > FULL_ANSWER) break;
    before.unshift(previous);
    words += more;
    first = previous;
  }

  const after: Fact[] = [];
  // What somebody tells of themselves goes on as they would say it, and no text does that. (rule NA781)
  const isOwn = speaker !== undefined && fact.names.includes(`npc:${speaker.id}`);
  for (const next of isOwn ? [] : facts.slice(at + 1)) {
    if (before.length + after.length >= MOST_MORE || words >= FULL_ANSWER || !isFree(next)) break;
    // In a small story the next paragraph answers the next question, unless this one is a bare sentence. (rule NA5755)
    if (isSmall && !isPaper && next.inside !== true && words >= FEW_WORDS) break;
    if (about !== undefined && !next.names.includes(about)) break;
    // What follows a gap leans on what was left out.
    if (next.apart === true && next.inside === true && !isPaper) break;
    // A label between two sentences begins another entry. (rule NA780)
    if (
      !isPaper &&
      speaker !== undefined &&
      !wholeOf(next)
        .concat(next.lead ?? [])
        .every(goesOnSaying)
    )
      break;
    const more = wordsIn([...wholeOf(next), ...(isPaper ? [] : (next.lead ?? []))]);
    if (words + more > LONGEST_ANSWER) break;
    after.push(next);
    words += more;
  }

  if (speaker === undefined || isPaper || fact.keptBy !== undefined) return { more: after };
  if (isOwn) return { more: [], passage: wholeOf(fact) };
  const chain = [...before, fact, ...after];
  const isAsked = choice?.bind.topic !== undefined && choice.bind.topic === fact.topic;
  const bare = isOfOther ? chain.map((one) => (one === fact ? withoutLead(one) : one)) : chain;
  const told = isStranger ? bare.map((one) => withoutRestOn(one, story)) : bare;
  const passage = inOrder(told, speaker, words, wasTold, isAsked);
  // What names whom the question is about is the answer. (rule NA552)
  const name = about === undefined ? undefined : story.people.get(about.slice("npc:".length))?.short;
  const from = name === undefined ? 0 : passage.findIndex((one) => one.includes(name) && isWholeSentence(one));
  return { more: [...before, ...after], passage: passage.slice(Math.max(0, from)) };
}

/** A fact without the sentences behind it where they speak of somebody. (rule NA5905) */
const withoutRestOn = (fact: Fact, { names }: StoryIndex): Fact =>
  names.keysIn((fact.rest ?? []).join(" ")).some((key) => key.startsWith("npc:")) ? { ...fact, rest: [] } : fact;

const namesPerson = ({ names }: Fact): boolean => names.some((key) => key.startsWith("npc:"));

const withoutLead = (fact: Fact): Fact => ({ ...fact, lead: [] });

/** Whether a question is about another thing than the page that a fact stands on. */
function isOtherThing(fact: Fact, topic: Topic | undefined, choice: SceneBrief["choice"]): boolean {
  const { topic: asked, prop } = choice?.bind ?? {};
  if (asked !== undefined) return asked !== fact.topic;
  return prop !== undefined && (topic === undefined || singular(headOf(topic.np)) !== singular(headOf(prop)));
}

/** "1961 to now they had nine": an entry of annals, which nobody says. */
const ANNALS = /^(?:1\d|20)\d\d\b/u;

/** "Don't lie in front of it": in its first clause it means something that stands before it. */
const MEANS_ANOTHER = /^[^,;:]*\b(?:it|its|they|them|their|he|him|his|she|her|this|that|these|those)\b/iu;

/** Whether an answer can begin with a sentence: a whole one unless it was asked for, with no figure or reference, and with nothing that leans on another. */
const isOpening = (sentence: string, isAsked: boolean): boolean =>
  (isAsked || isWholeSentence(sentence)) &&
  !leansOnOther(sentence) &&
  /^["“'‘]?\p{Lu}/u.test(sentence) &&
  /\p{Ll}{3}/u.test(sentence);

/** The sentences of facts that follow each other, with those of the author's that stand between them, before and behind. */
function inOrder(
  chain: readonly Fact[],
  { name, short }: Person,
  words: number,
  wasTold: (text: string) => boolean,
  isAsked: boolean,
): readonly string[] {
  const isSaid = (sentence: string): boolean =>
    !wasTold(sentence) &&
    !RELATIVE_TIME.test(sentence) &&
    !ANNALS.test(sentence) &&
    !sentence.includes(name) &&
    !sentence.includes(short);
  // A page that is asked about is told from its first words, though they are many.
  let left = (isAsked && chain[0]?.inside !== true ? LONGEST_OPENING : LONGEST_ANSWER) - words;
  const isBeside = (one: string, isFirst: boolean): boolean =>
    isSaid(one) && (isFirst ? !isDrawnUp(one) : goesOnSaying(one));
  const beside = (sentences: readonly string[], isCounted: boolean, isFirst = false): readonly string[] => {
    // What opens an answer may be a word or two that say what the thing is: "A tool." (rule NA780)
    if (!sentences.every((one) => isBeside(one, isFirst))) return [];
    const length = isCounted ? 0 : wordsIn(sentences);
    if (length > left) return [];
    left -= length;
    return sentences;
  };
  return chain.flatMap((fact, index) => {
    const lead = fact.lead ?? [];
    // What leans on a sentence that is not told with it is left out, and so is all before one that cannot be said. (rule NA3122)
    const cut = index > 0 ? -1 : lead.findLastIndex((one) => !isBeside(one, true));
    const from =
      index > 0
        ? 0
        : lead.findIndex(
            (sentence, at) =>
              at > cut && isOpening(sentence, isAsked && cut < 0) && (cut < 0 || !MEANS_ANOTHER.test(sentence)),
          );
    return [
      ...(from < 0 ? [] : beside(lead.slice(from), index > 0, index === 0)),
      ...wholeOf(fact),
      ...beside(fact.rest ?? [], false),
    ];
  });
}
