/** What the player can do with what somebody here has just said, and for whoever is here: agree, contradict, thank, keep company. */
import { countWords, isSaidInReply, splitSentences, standsAsSpeech } from "@narratoria/protocol/english";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import { type Bindings, type Effect, type Fact, type Person, storyTies, type Verb } from "@narratoria/protocol/story";
import { attitudeOf } from "./attitude-words.js";
import { offerIn } from "./beat-offers.js";
import type { Candidate } from "./candidate.js";
import { isOfOccasion, isPresent, knowsFact } from "./knowledge.js";
import { lineSubject } from "./line-subject.js";
import { spokenIn } from "./put-to-player.js";
import { isFriendly } from "./regard.js";
import { factSource, personSource } from "./sources.js";
import { sceneTexts } from "./take-up.js";
import type { View } from "./view.js";
import type { Weight } from "./weights.js";
import { capitalised, fill, withoutAdverbs } from "./words.js";

/** How a deed of this file begins, and how much better or worse whom it concerns thinks of the player for it. */
const KINDS = [
  { kind: "reply", begins: /^agree with /, regard: "courtesy" },
  { kind: "reply", begins: /^contradict /, regard: "slight" },
  { kind: "reply", begins: /^tell .+ that you doubt whether /, regard: "slight" },
  { kind: "reply", begins: /^thank .+ for (?!telling you$)/, regard: "courtesy" },
  { kind: "reply", begins: /^apologise to /, regard: "courtesy" },
  { kind: "reply", begins: /^tell .+ that it is all right$/, regard: "courtesy" },
  { kind: "company", begins: /^keep .+ company for a while$/, regard: "courtesy" },
] as const;

const kindOf = (verb: Verb | string, { npc, text = "" }: Bindings): (typeof KINDS)[number] | undefined =>
  verb === "decide" && npc !== undefined ? KINDS.find(({ begins }) => begins.test(text)) : undefined;

/** Whether a deed answers what somebody has said, or keeps them company; undefined for any other. */
export const replyKind = (verb: Verb | string, bind: Bindings): "reply" | "company" | "attitude" | undefined =>
  kindOf(verb, bind)?.kind ?? (verb === "decide" && attitudeOf(bind) !== undefined ? "attitude" : undefined);

/** What a reply or company is to whom it is given. */
export const replyRegard = (bind: Bindings): Weight | undefined => (kindOf("decide", bind) ?? attitudeOf(bind))?.regard;

/** "I'm sorry" is said at a grave and after a wrong: both are met with the same words. */
const SORRY =
  /\b(?:I['’]m|I am|we['’]re|we are) (?:\p{Ll}+ )?sorry\b(?! (?:to (?:say|tell|see|hear)|that (?:he|she|they|it|the|we)|for (?!(?:this|that|it|what)\b)))|\bforgive me\b|\bmy fault\b|\bI apologi[sz]e\b/iu;

/** What somebody holds against the player. */
const REPROACH =
  /\byou(?:['’]re| are) late\b|\byou (?:never|always|should(?:n['’]t| not)? have|ought (?:not )?to have|forgot|did(?:n['’]t| not)|have(?:n['’]t| not))\b|\byour fault\b/i;

/** "Anselmo gives you a lamp": whoever gives, and what. */
const GIVES =
  / (?:gives|hands|brings|buys|lends|pours|passes|fetches|finds|makes) you (an?|the|some|your) (\p{Ll}+(?: \p{Ll}+)?)(?=[.,;:]| (?:and|with|from|of|in|on|to|for|before|that|which)\b)/u;

/** Words of a remark that can be answered with agreement or contradiction, at least. */
const REMARK = 4;

/** The last words that somebody says to the player in this scene: in its beat, or as an answer of their own. */
function lastSaid(view: View, npc: string, happened: readonly Effect[]): string | undefined {
  const answers = happened.flatMap((effect) => {
    const fact = effect.kind === "learn" && effect.whole ? view.facts.get(effect.fact) : undefined;
    return fact?.said === npc ? [fact.text] : [];
  });
  const lines = (view.beat?.dialogue ?? []).flatMap(({ speaker, line }) => (speaker === npc ? [line] : []));
  return [...answers, ...lines].at(-1);
}

/** What somebody has given the player in this scene: "the drink". */
function given(view: View, { short }: Person): string | undefined {
  for (const text of view.beat?.told ?? []) {
    const at = text.indexOf(`${short} `);
    const found = at < 0 ? null : GIVES.exec(text.slice(at + short.length));
    // Nobody else may act between the name and the deed.
    if (found && !/[.,;:]/.test(text.slice(at + short.length, at + short.length + found.index)))
      return `the ${found[2] ?? ""}`;
  }
  return undefined;
}

/** How what somebody said can be answered, in the words of a choice; undefined where nothing is to be said to it. */
function answerTo(view: View, person: Person, said: string | undefined): string | undefined {
  const gift = given(view, person);
  if (gift !== undefined) return `thank ${person.short} for ${gift}`;
  if (said === undefined || /\?["”’]?$/.test(said) || countWords(said) < REMARK) return undefined;
  if (SORRY.test(said)) return `tell ${person.short} that it is all right`;
  const random = createRandom(deriveSeed(view.seed, `reply-${person.id}`));
  if (REPROACH.test(said)) return random.chance(0.6) ? `apologise to ${person.short}` : `contradict ${person.short}`;
  const opinion = opinionIn(said);
  if (opinion === undefined) return undefined;
  return random.chance(0.5) || /n['’]t\b|\b(?:not|no|never|nobody|nothing|none)\b/i.test(opinion)
    ? `agree with ${person.short} that ${opinion}`
    : `tell ${person.short} that you doubt whether ${opinion}`;
}

/** Words of an opinion, at least and at most, as it stands in a choice. */
const OPINION_WORDS = [4, 11] as const;
/** What holds for all cases, or says how much is right. */
const GENERAL =
  /\b(?:always|never|nobody|everybody|no one|everyone|nothing|everything|every|all|only|too|enough|should|must|ought|better|best|worse|worst|people|men|women|children|folk)\b/i;
/** Words that mean something only in the mouth of whoever says them, or there and then. */
const OF_SPEAKER =
  /\b(?:I|me|my|mine|myself|we|us|our|ours|you|your|yours|this|that|these|those|here|there|now|tonight|today|tomorrow|yesterday|he|she|they|him|her|them|his|its|their|it|let|please|sir|madam|love|dear|mister)\b|[“”"‘:;—…]/i;
/** What is the case now, or always. */
const FINITE =
  /^(?:the |an? |no |every |all |some |most )?(?:\p{L}[\p{L}’'-]*(?: \p{Ll}[\p{Ll}’'-]*){0,3}?) (?:is|are|isn['’]t|aren['’]t|has|have|hasn['’]t|haven['’]t|does|do|doesn['’]t|don['’]t|can|can['’]t|cannot|should|shouldn['’]t|must|mustn['’]t|ought|will|won['’]t)\b/iu;

/** What somebody holds of the world at large, as it stands after "that": "numbers don't take sides". (rule PC1900) */
function opinionIn(said: string): string | undefined {
  const [least, most] = OPINION_WORDS;
  for (const sentence of splitSentences(said).toReversed()) {
    const plain = sentence.trim().replace(/[.!”"’']+$/u, "");
    const [first = ""] = plain.split(" ");
    const words = countWords(plain);
    if (words < least || words > most || plain.includes(",") || OF_SPEAKER.test(plain)) continue;
    if (!GENERAL.test(plain) && !/(?<!s)s$/.test(first)) continue;
    if (!FINITE.test(plain) || isProper(plain)) continue;
    return plain.charAt(0).toLowerCase() + plain.slice(1);
  }
  return undefined;
}

/** Whether the first word is somebody's name, or may be: nothing then says that it can be written small. */
const isProper = (plain: string): boolean => {
  const [first = "", second = ""] = plain.split(" ");
  return (
    /^\p{Lu}\p{Ll}/u.test(second) ||
    (!GENERAL.test(first) && !/^(?:the|an?|no|some|most)$/i.test(first) && !/(?<!s)s$/.test(first))
  );
};

/** Scenes for which nobody's remark is answered after an answer to anybody's was offered. */
const REPLY_REST = 1;
/** Scenes for which nobody is kept company after it was offered to anybody, and the same person after it was offered to them. */
const COMPANY_REST = 5;
const SAME_COMPANY_REST = 9;

/** Whether a deed of a kind was offered, or done, in the last scenes. */
function wasOffered({ memory, scene, choice }: View, kind: string, rest: number, npc?: string): boolean {
  const taken =
    choice && replyKind(choice.verb, choice.bind) === kind && (npc === undefined || choice.bind.npc === npc);
  return (
    taken === true ||
    Object.entries(memory.offers).some(([key, { last }]) => {
      const [first, whom] = key.split("|");
      return first === kind && (npc === undefined || whom === npc) && last < scene && scene - last <= rest;
    })
  );
}

/**
 * The line of somebody's own that comes nearest to what the scene has said, of those that nothing else brings out: one that shares a rare
 * word with it. Where no text is given, one that can be said without an occasion. (rule PC3203)
 */
export function ownLine(view: View, npc: string, texts: readonly string[]): Fact | undefined {
  const ties = storyTies(view.matter);
  const said = texts.join(" ");
  // What answers words that nobody has said, or goes with something that nobody is doing, is said to no one. (rule PC6352)
  const isFit = ({ text }: Fact): boolean =>
    texts.length === 0
      ? standsAsSpeech(text) && !isOfOccasion(text)
      : !isSaidInReply(text) && ties.shared(withoutAdverbs(text), said) > 0;
  const isFree = (fact: Fact): boolean =>
    fact.said === npc &&
    fact.id.startsWith(`${npc}-says-`) &&
    fact.terms === undefined &&
    fact.asked === undefined &&
    !knowsFact(view, fact.id);
  const worth = ({ text, names }: Fact): number =>
    2 * ties.shared(text, said) - (names.some((key) => key.startsWith("topic:")) ? 1 : 0);
  return [...view.confided, ...view.unlearned]
    .filter((fact) => isFree(fact) && isFit(fact))
    .map((fact, at) => ({ fact, score: worth(fact) - at / 100 }))
    .sort((one, other) => other.score - one.score)
    .at(0)?.fact;
}

/**
 * One answer to the last remark of each who is here: they say a line of their own to it, or show how they take it. (rule PC1700)
 *
 * @param happened - The effects of this turn.
 */
export function replying(view: View, happened: readonly Effect[]): readonly Candidate[] {
  if (wasOffered(view, "reply", REPLY_REST)) return [];
  // What a beat asks is answered in its own words.
  const put = view.beat === null ? undefined : offerIn(view, view.beat);
  const asks = put?.kind === "remark" ? undefined : put?.npc;
  const texts = sceneTexts(view, happened);
  return view.present.flatMap((person): Candidate[] => {
    const npc = person.id;
    if (person.speech !== "words" || asks === npc) return [];
    const text = answerTo(view, person, lastSaid(view, npc, happened));
    if (text === undefined) return [];
    const line = ownLine(view, npc, texts);
    return [
      {
        verb: "decide",
        bind: { npc, text, ...(line === undefined ? {} : { fact: line.id }) },
        text: capitalised(text),
        sources: [line === undefined ? personSource(view, npc) : factSource(line)],
        salience: 0.9 + (line === undefined ? 0 : 0.4) + (text.startsWith("thank") ? 0.5 : 0),
        learned: true,
        tags: [],
        takesUp: true,
      },
    ];
  });
}

/** Scenes for which a word with the same person is not offered after it was. */
const SAME_WORD_REST = 3;

/** Whether a deed is a word with somebody, by its words. */
export const isAWord = ({ text = "" }: Bindings): boolean =>
  /^(?:have a word with|talk to|speak to|go on talking to) /.test(text);

/** The words for going up to somebody who has not spoken yet. */
const WORDS_WITH = ["have a word with {npc}", "talk to {npc}", "speak to {npc}"] as const;

/**
 * A word with each who is here, has not had the last word, and has a line of their own left to say: one to what was told, else one that can be
 * said without an occasion. It is offered before anything that only passes the time. (rule PC6200)
 *
 * @param happened - The effects of this turn.
 */
export function wordsWith(view: View, happened: readonly Effect[]): readonly Candidate[] {
  const { beat, choice, memory, scene } = view;
  const texts = sceneTexts(view, happened);
  const spoken =
    beat === null
      ? []
      : spokenIn(
          beat,
          beat.people.flatMap((id) => view.people.get(id) ?? []),
        );
  const heard = spoken.slice(-MOST_HEARD).map(({ npc }) => npc);
  const inTalk = beat === null ? choice?.bind.npc : undefined;
  const since = (npc: string): number => scene - (memory.offers[`decide|${npc}`]?.last ?? Number.NEGATIVE_INFINITY);
  const random = createRandom(deriveSeed(view.seed, "a-word"));
  return view.present.flatMap((person): readonly Candidate[] => {
    const npc = person.id;
    if (person.speech !== "words" || heard.includes(npc) || !isFriendly(view, npc)) return [];
    if (since(npc) > 0 && since(npc) <= SAME_WORD_REST) return [];
    const occasioned = texts.length === 0 ? undefined : ownLine(view, npc, texts);
    const line = occasioned ?? ownLine(view, npc, []);
    const words = npc === inTalk ? "go on talking to {npc}" : random.pick(WORDS_WITH);
    // Whoever has something to say on what was told of is asked about that. (rule PC6503)
    const subject = line === undefined ? undefined : lineSubject(view, npc, line);
    const text =
      line === undefined ? null : fill(subject === undefined ? words : `ask {npc} about ${subject}`, view, { npc });
    if (line === undefined || text === null) return [];
    return [
      {
        verb: "decide",
        bind: { npc, fact: line.id, text, ...(subject === undefined ? {} : { prop: subject }) },
        text: capitalised(text),
        sources: [personSource(view, npc)],
        salience:
          (npc === inTalk ? 0 : 0.4) + (occasioned === undefined ? 0 : 0.6) + (beat?.people.includes(npc) ? 0.3 : 0),
        learned: true,
        tags: [],
        idle: true,
      },
    ];
  });
}

/** Speeches at the end of a beat whose speakers have had their say. */
const MOST_HEARD = 2;

/** Company for somebody who was met before this scene and has a line of their own left to say. (rule PC1701) */
export function keepingCompany(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const met = view.standing.get(npc)?.met;
  if (person.speech !== "words" || met === undefined || met >= view.scene || !isPresent(view, npc)) return [];
  if (!isFriendly(view, npc) || wasOffered(view, "company", COMPANY_REST)) return [];
  if (wasOffered(view, "company", SAME_COMPANY_REST, npc)) return [];
  // What a beat opens goes first.
  if (view.beat !== null) return [];
  const line = ownLine(view, npc, []);
  if (line === undefined) return [];
  const text = `keep ${person.short} company for a while`;
  return [
    {
      verb: "decide",
      bind: { npc, text, fact: line.id },
      text: capitalised(text),
      sources: [personSource(view, npc)],
      salience: 0.6,
      learned: true,
      tags: [],
      // Company for its own sake is for want of anything else. (rule PC1701)
      idle: true,
    },
  ];
}
