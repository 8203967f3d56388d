/** What a deed can bring: something told, found or overheard, a motive, a relation, a thing. */
import { contentWords, countWords, headOf, isAbout, isSaidInReply } from "@narratoria/protocol/english";
import type { Random } from "@narratoria/protocol/random";
import {
  type Effect,
  type Fact,
  isDocumented,
  namesTopic,
  type Prop,
  standsAlone,
  storyTies,
} from "@narratoria/protocol/story";
import { freshBeat, topicsOf } from "./aftermath.js";
import { inquiries } from "./case-file.js";
import {
  answers,
  bearingOn,
  canTell,
  findable,
  seenHere,
  isOnlyKinship,
  keptAbout,
  plainMotives,
  knownAbout,
  knowsFact,
  overhearable,
  reserved,
  sayable,
  saysSomething,
  tellsWhenAsked,
  stillKept,
  untold,
} from "./knowledge.js";
import { ownLine } from "./replies.js";
import { sayingOnScene, sayingsOn } from "./take-up.js";
import type { View } from "./view.js";
import { wishesAtHand } from "./wishes.js";
import { bare, hasWord, slug } from "./words.js";

/** What somebody tells; null where they have nothing to tell. */
export const toldBy = (npc: string, fact: Fact | undefined): Effect | null =>
  fact ? { kind: "learn", fact: fact.id, from: npc, whole: true, how: "told" } : null;

/**
 * The answer to a question: of what this person can say on it the first that names it and helps with what is open, else the first; a paper
 * is read from where the player has got to. Null where this person has none. (rules PC60 and PC431)
 */
export function answer(view: View, npc: string, topic: string): Effect | null {
  const facts = answers(view, topic, npc);
  const about = view.topics.get(topic);
  if (facts.some(isDocumented) || !about) return toldBy(npc, facts[0]);
  const naming = new Set(facts.filter((fact) => namesTopic(fact, about) && fact.inside !== true).map(({ id }) => id));
  const clue = inquiries(view)
    .flatMap(({ clues }) => clues)
    .find(({ id }) => naming.has(id));
  return toldBy(npc, clue ?? facts[0]);
}

/** Whatever somebody can say that names a topic, where they have no answer of their own to it. (rule PC3505) */
export function anythingOn(view: View, npc: string, topic: string): Effect | null {
  const key = `topic:${topic}`;
  return toldBy(
    npc,
    view.unlearned.find(
      (fact) =>
        (fact.topic === topic || fact.names.includes(key)) &&
        fact.keptBy === undefined &&
        !isDocumented(fact) &&
        (fact.said === undefined
          ? standsAlone(fact, view.topics.get(fact.topic))
          : saysSomething(fact.text) && !isSaidInReply(fact.text)) &&
        canTell(view, npc, fact),
    ),
  );
}

/** "Go and read about Scheele", "look up the tides", "consult the almanac". */
const READS = /\b(?:read(?: up)?(?: about| on)?|study|consult|look up|go through|leaf through) (.+)$/iu;

/** What is read of a thing that a page is about: the first that is not known of it. Null where no one page is meant. (rule PC728) */
export function onReading(view: View, text: string): Effect | null {
  const object = contentWords(READS.exec(text)?.[1]?.split(/[,;.]/)[0] ?? "");
  if (object.size === 0) return null;
  const [topic, ...others] = view.matter.topics.filter(
    ({ np, facts }) => facts.length > 0 && [...contentWords(np)].some((word) => object.has(word)),
  );
  const [fact] = topic === undefined || others.length > 0 ? [] : untold(view, topic.id);
  const isOpen = fact !== undefined && (fact.knownBy === "common" || isDocumented(fact)) && fact.said === undefined;
  return isOpen ? { kind: "learn", fact: fact.id, whole: true, how: "found" } : null;
}

/** What somebody adds who has only said how things are between them and somebody else: what they know of them. (rule PC1704) */
export const moreAbout = (view: View, npc: string, of: string): Effect | null =>
  toldBy(npc, knownAbout(view, npc, of)[0]);

/** What somebody says of somebody else: how things are between them, else what they know of them. */
export function answerAbout(view: View, npc: string, of: string): Effect | null {
  return relation(view, npc, of) ?? toldBy(npc, knownAbout(view, npc, of)[0]);
}

/**
 * What somebody has to say to news, or to a thing that they are shown: what they know of the same thing. How things are between them and
 * others, and what they want, is no answer to it. Null where it touches nothing of theirs. (rules PC432 and PC3142)
 */
export const reply = (view: View, npc: string, fact: Pick<Fact, "text" | "names">): Effect | null =>
  toldBy(npc, bearingOn(view, npc, fact)[0]);

/** Whether a sentence is about a thing that a wish names, and does not only name one like it on the way. (rule PC5754) */
const isOnWish = (text: string, wish: string): boolean =>
  [...wish.matchAll(THING_OF_WISH)]
    .flatMap(([, one = "", two]) => (two === undefined ? [one] : [one, two]))
    .some((noun) => isAbout(text, `the ${noun}`));

/** "The drawer" and "the great rope" of a wish. */
const THING_OF_WISH = /(?<=\b(?:the|an?|his|her|their|my|our|this|that) )(\p{L}{3,})(?: (\p{L}{3,}))?/gu;

/** What somebody says who has been helped with a wish: something of theirs that is about a thing of the wish. */
export const thanks = (view: View, npc: string, wish: string): Effect | null =>
  toldBy(
    npc,
    touchedBy(view, npc, wish).find((fact) => fact.said !== undefined || isOnWish(fact.text, wish)),
  );

/** What somebody can tell that has a rare word of a wish, the nearest first. */
export function touchedBy(view: View, npc: string, wish: string): readonly Fact[] {
  const ties = storyTies(view.matter);
  const person = view.people.get(npc);
  if (!person) return [];
  return view.unlearned
    .filter((fact) => !isDocumented(fact) && !fact.names.includes(`npc:${npc}`) && fact.keptBy === undefined)
    .filter((fact) => standsAlone(fact, view.topics.get(fact.topic)))
    .filter((fact) => canTell(view, npc, fact) && ties.knowsOf(person, fact))
    .map((fact) => ({ fact, score: ties.shared(wish, fact.text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ fact }) => fact);
}

/** What only pressure brings out: what a person keeps back on a topic, else what they would not say to somebody they think ill of. */
export function wrung(view: View, npc: string, topic: string | undefined): Effect | null {
  if (topic === undefined) return null;
  return toldBy(npc, reserved(view, topic, npc)[0] ?? answers(view, topic, npc)[0]);
}

/** A fact that lies open to be found here, or can be overheard. */
export function trace(view: View, random: Random, how: "found" | "overheard", whole = true): Effect | null {
  // Where nobody is, nothing is said. (rule PC496)
  if (how === "overheard" && !view.present.some(({ speech }) => speech === "words")) return null;
  const fact = early(how === "found" ? seenHere(view) : overhearable(view), random);
  return fact ? { kind: "learn", fact: fact.id, whole, how } : null;
}

/** What lies among the things of somebody whose home this is: found there, and nowhere else. */
export function kept(view: View, random: Random, npc: string): Effect | null {
  if (view.people.get(npc)?.home !== view.placeId) return null;
  const fact = early(stillKept(view, npc), random);
  return fact ? { kind: "learn", fact: fact.id, whole: true, how: "found" } : null;
}

/** What somebody says who is pressed on what the player knows of them and somebody else: their side of it, else what they alone know. */
export function answerTo(view: View, npc: string, of: string): Effect | null {
  const side = sayable(view, npc).find((one) => one.to === of && !isOnlyKinship(one));
  return (side === undefined ? null : relation(view, npc, of)) ?? answerToWish(view, npc, of);
}

/** What somebody says who is told what somebody else wants: what they alone know of them. (rule PC1705) */
export const answerToWish = (view: View, npc: string, of: string): Effect | null =>
  toldBy(npc, keptAbout(view, npc, of)[0]);

/** What somebody says of a thing that they are shown. */
export function onThing(view: View, npc: string, item: string | undefined, topic: string | undefined): Effect | null {
  const thing = view.inventory.find(({ id }) => id === item);
  // Who is shown one paper shows no other in return. (rule PC5753)
  // A rule for all of a kind is no word on the one that is held out. (rule PC6352)
  const told =
    topic === undefined
      ? []
      : answers(view, topic, npc).filter(
          (fact) => !isDocumented(fact) && (fact.said !== undefined || !OF_ALL.test(fact.text)),
        );
  const own = toldBy(npc, told[0]);
  if (own !== null || !thing) return own;
  // Who has something to say of such a thing says it to whoever holds it out. (rule PC618)
  const person = view.people.get(npc);
  const said = person && sayingsOn(view, person, bare(headOf(thing.name.split(",")[0] ?? "")).toLowerCase())[0];
  return said ? toldBy(npc, said) : reply(view, npc, { text: thing.name, names: [] });
}

/** "A boat is never renamed", "Every lamp must have its number". */
const OF_ALL =
  /^(?:an?|no|every|each|all|any) (?:[\p{L}’'-]+ ){1,3}(?:(?:is|are) (?:never|always|not)|must|shall|may (?:not|never))\b/iu;

/** What of a thing's name says which it is: "of appointment", "the County's", "from Osk". */
const SAYS_WHICH = /\b(?:of|from|to|for|by|about) .+$|[\p{L}-]+['’]s?(?= )|\b\p{Lu}[\p{L}'’-]+/gu;

/** What stands in a paper that the player carries, from where they have got to: a document of that name, or what names such a thing. */
export function inPaper(view: View, item: string): Effect | null {
  const thing = view.inventory.find(({ id }) => id === item);
  const head = thing === undefined ? "" : headOf(thing.name.split(",")[0] ?? "");
  // "The letter of appointment" is not any letter. (rule PC4801)
  const own = [...contentWords((thing?.name.match(SAYS_WHICH) ?? []).join(" "))].filter((word) => word !== head);
  const isOf = (np: string): boolean =>
    hasWord(np.toLowerCase(), head) && (own.length === 0 || own.some((word) => contentWords(np).has(word)));
  const fact = view.unlearned.find(
    (one) => head.length > 2 && isDocumented(one) && isOf(view.topics.get(one.topic)?.np ?? ""),
  );
  return fact ? { kind: "learn", fact: fact.id, whole: true, how: "found" } : null;
}

/** What is to be learned here of a thing that can be read: what has its noun in it. */
export function onProp(view: View, np: string): Effect | null {
  const head = headOf(np);
  const fact = findable(view).find(({ text }) => head.length > 2 && hasWord(text.toLowerCase(), head));
  return fact ? { kind: "learn", fact: fact.id, whole: true, how: "found" } : null;
}

/**
 * What somebody says first who is given a promise: of what the last beat spoke of, where it is theirs or the promise is about it. (rule PC6352)
 *
 * @param promise - The promise in its words.
 */
export function onBeat(view: View, npc: string, promise: string): Effect | null {
  const beat = freshBeat(view);
  if (beat === undefined || !beat.people.includes(npc)) return null;
  const words = contentWords(promise);
  for (const topic of topicsOf(view, beat)) {
    const isMeant = words.has([...contentWords(headOf(view.topics.get(topic)?.np ?? ""))].at(-1) ?? "");
    const person = view.people.get(npc);
    const isTheirs = person !== undefined && storyTies(view.matter).concerns(person, topic);
    const said = isMeant || isTheirs ? answer(view, npc, topic) : null;
    if (said !== null) return said;
  }
  return toldBy(npc, sayingOnScene(view, npc));
}

/**
 * What somebody says to the answer that they have had: a line of their own to the beat at hand, where they have one that shares a rare word
 * with what they asked or were told. (rule PC3508)
 *
 * @param answers - What can be said to them, and what was.
 */
export function onAnswer(view: View, npc: string, answers: readonly string[]): Effect | null {
  const ties = storyTies(view.matter);
  const sayings = freshBeat(view)?.sayings ?? [];
  const own = view.confided.filter(({ id, said }) => said === npc && sayings.includes(id));
  const said = [...own, ...[sayingOnScene(view, npc) ?? []].flat()].find(
    (fact) => fact.said === npc && ties.shared(fact.text, answers.join(" ")) > 0,
  );
  return toldBy(npc, said);
}

/** What somebody can say to a question in an author's words: what they know, or have to say, that shares most rare words with it. (rule PC1906) */
export function onQuestion(view: View, npc: string, question: string): Effect | null {
  const ties = storyTies(view.matter);
  const person = view.people.get(npc);
  if (!person) return null;
  const own = view.confided.filter((fact) => fact.said === npc && tellsWhenAsked(fact));
  const known = view.unlearned.filter(
    (fact) =>
      fact.inside !== true &&
      !isDocumented(fact) &&
      ((fact.said === npc && tellsWhenAsked(fact)) ||
        (fact.said === undefined &&
          fact.keptBy === undefined &&
          canTell(view, npc, fact) &&
          ties.knowsOf(person, fact))) &&
      standsAlone(fact, view.topics.get(fact.topic)),
  );
  const best = [...own, ...known]
    .map((fact) => ({ fact, score: ties.shared(`${fact.text} ${fact.asked ?? ""}`, question) }))
    .sort((a, b) => b.score - a.score)[0];
  // "Ask about the verdigris" names its thing, and needs no second word in common.
  const about = /\babout (?:the |an? |your |his |her |their )?([\p{L}’'-]+)$/u.exec(question)?.[1];
  const isNamed =
    best &&
    about !== undefined &&
    hasWord(`${best.fact.text} ${best.fact.asked ?? ""}`.toLowerCase(), about.toLowerCase());
  return best && (best.score >= FEWEST_SHARED || (isNamed && best.score > 0)) ? toldBy(npc, best.fact) : null;
}

/** "Don't ask me tonight", "That is a good question": said to whoever asks, whatever it was. */
const OF_ASKING =
  /(?:(?:\bnot|n[’']t|\bnow you) ask me|(?:^|[.!?] )Ask me|\ba (?:very |fair |good |hard )+question|(?:^|[.!?] )You ask (?:was|what|why|who|if|how))\b(?! (?:for|to be)\b)/u;

/** What somebody says who is asked what they have no answer to: a line of theirs that speaks of being asked. (rule PC1912) */
export const onBeingAsked = (view: View, npc: string): Effect | null =>
  toldBy(
    npc,
    [...view.confided, ...view.unlearned].find(
      ({ id, said, text }) =>
        said === npc && id.startsWith(`${npc}-says-`) && OF_ASKING.test(text) && !knowsFact(view, id),
    ),
  );

/** Rare words that a question and what answers it have in common: one alone may be anything's. */
const FEWEST_SHARED = 2;

/** A line of somebody's own to a deed that nothing was said with: the one nearest to its words, if it has to do with them at all. (rule PC1906) */
export function onDeed(view: View, npc: string, deed: string): Effect | null {
  const line = ownLine(view, npc, [deed]);
  const isNear = line !== undefined && storyTies(view.matter).shared(line.text, deed) > 0;
  return isNear ? toldBy(npc, line) : null;
}

/**
 * What somebody has of their own to say to the beat that a decision belongs to: of the lines that share a rare word with it the one that shares
 * most with the deed. (rule PC5752)
 */
export function onDecision(view: View, npc: string, deed: string): Effect | null {
  const ties = storyTies(view.matter);
  const [best] = (view.memory.beat?.sayings ?? [])
    .flatMap((id) => view.facts.get(id) ?? [])
    .filter((fact) => fact.said === npc && !knowsFact(view, fact.id) && view.confided.includes(fact))
    .map((fact, at) => ({ fact, score: ties.shared(fact.text, deed) - at / 100 }))
    .sort((one, other) => other.score - one.score);
  return toldBy(npc, best?.fact);
}

/** Rare words that lore must share with what somebody has said, and with all of the beat that they said it in, to explain it. */
const OF_LINE = 1;
const OF_BEAT = 2;

/**
 * What somebody can say who is asked in the scene of a beat what they mean: a line of their own that shares a rare word with their last
 * words in it, else lore that shares most with these. (rules PC663 and PC1600)
 */
export function meaning(view: View, npc: string): Fact | undefined {
  const { beat } = view;
  const person = view.people.get(npc);
  const line = beat?.dialogue.findLast(({ speaker }) => speaker === npc)?.line;
  if (line === undefined || person === undefined) return undefined;
  const ties = storyTies(view.matter);
  const own = view.confided.find(
    (fact) =>
      fact.said === npc &&
      fact.id.startsWith(`${npc}-says-`) &&
      fact.asked === undefined &&
      ties.shared(fact.text, line) > 0,
  );
  if (own !== undefined) return own;
  const all = [...(beat?.told ?? []), ...(beat?.dialogue ?? []).map(({ line: words }) => words)].join(" ");
  return view.unlearned
    .filter(
      (fact) => fact.said === undefined && fact.keptBy === undefined && fact.inside !== true && !isDocumented(fact),
    )
    .filter((fact) => canTell(view, npc, fact) && standsAlone(fact, view.topics.get(fact.topic)))
    .filter((fact) => ties.knowsOf(person, fact))
    .map((fact) => ({ fact, line: ties.shared(fact.text, line), all: ties.shared(fact.text, all) }))
    .filter((one) => one.line >= OF_LINE && one.all >= OF_BEAT)
    .sort((one, other) => other.all - one.all)
    .at(0)?.fact;
}

/** A fact that somebody comes out with who is reminded of a kindness. */
export function keptBack(view: View, npc: string, fact: string | undefined): Effect | null {
  const kept = fact === undefined ? undefined : view.facts.get(fact);
  return kept && !knowsFact(view, kept.id) ? toldBy(npc, kept) : null;
}

/** What somebody says that they want, when asked. */
export function ownWish(view: View, npc: string): Effect | null {
  // What has to do with what goes on is said first. (rule PC5751)
  const [text] = [...wishesAtHand(view, npc), ...plainMotives(view, npc)];
  return text === undefined ? null : { kind: "motive", npc, text };
}

/** What somebody can say of how things are between them and somebody else. */
function relation(view: View, npc: string, to: string): Effect | null {
  const one = sayable(view, npc).find((known) => known.to === to);
  return one ? { kind: "relation", npc: one.npc, to: one.to, text: one.text } : null;
}

/** The id under which something picked up lies in the inventory. */
function itemId(np: string): string {
  return slug(bare(np));
}

/** True for a prop that can be put in a pocket and has not been taken before. */
export function canTake(view: View, prop: Prop): boolean {
  return (
    prop.use === "movable" &&
    !prop.plural &&
    !/^(?:the|his|her|their)\s/i.test(prop.np) &&
    bare(prop.np).split(" ").length <= 4 &&
    !/\b(?:bed|bench|table|chair|stool|pot|barrel|cart|boat|ladder|trunk|chest|stove|dog|cat|hen|goat|horse|bell|sack|crate|basket|lamp|clock)s?\b/i.test(
      prop.np,
    ) &&
    view.memory.done[`take:${itemId(prop.np)}`] === undefined &&
    !view.inventory.some((item) => item.id === itemId(prop.np))
  );
}

export function pickedUp(prop: Prop): Effect {
  return { kind: "item", id: itemId(prop.np), name: bare(prop.np), gained: true };
}

/** One of the first two, so that the author's order mostly holds and two evenings still differ. */
function early<T>(items: readonly T[], random: Random): T | undefined {
  return items.length > 1 && random.chance(0.3) ? items[1] : items[0];
}

/** Two known facts of different topics that share names or rare words: worth laying side by side. */
export function reckonable(view: View): readonly (readonly [Fact, Fact])[] {
  const known = Object.keys(view.known.facts)
    .flatMap((id) => view.facts.get(id) ?? [])
    // What is said over again is short.
    .filter(
      (fact) =>
        fact.said === undefined &&
        countWords(fact.clause) <= MOST_THOUGHT &&
        !/[;:“"]/.test(fact.clause) &&
        standsAlone(fact, view.topics.get(fact.topic)),
    );
  const ties = storyTies(view.matter);
  const keysOf = ({ names }: Fact): readonly string[] => names.filter((key) => /^(?:npc|topic):/.test(key));
  const pairs: (readonly [Fact, Fact])[] = [];
  known.forEach((one, index) => {
    for (const other of known.slice(index + 1)) {
      if (one.topic === other.topic || view.memory.done[reckonKey(one.id, other.id)] !== undefined) continue;
      const keys = new Set(keysOf(one));
      const common = keysOf(other).filter((key) => keys.has(key)).length + ties.shared(one.text, other.text);
      if (common >= ENOUGH_COMMON) pairs.push([one, other]);
    }
  });
  return pairs;
}

/** Words of a fact that is thought over. */
const MOST_THOUGHT = 16;

/** Names and rare words that two facts share which bear on each other. */
const ENOUGH_COMMON = 2;

export function reckonKey(one: string, other: string): string {
  return `reckon:${[one, other].sort().join("|")}`;
}
