/** Where the player stands towards what somebody here has just said: for it, against it, or silent. (rules PC5720 to PC5723) */
import { countWords, splitSentences } from "@narratoria/protocol/english";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import type { Effect, Person } from "@narratoria/protocol/story";
import { ATTITUDES, type Attitude, type Side, type SpeechAct } from "./attitude-words.js";
import { offerIn } from "./beat-offers.js";
import type { Candidate } from "./candidate.js";
import { facetsOf } from "./facets.js";
import { bids, spokenIn } from "./put-to-player.js";
import { ownLine } from "./replies.js";
import { factSource, personSource } from "./sources.js";
import { sceneTexts } from "./take-up.js";
import { type View, wasTold } from "./view.js";
import { capitalised, fill, hasWord } from "./words.js";

/** What was said last in this scene. */
interface Heard {
  readonly npc: string;
  readonly act: SpeechAct;
  /** Whom it was about. */
  readonly npc2?: string;
  /** Who else has a side in it. */
  readonly other?: string;
  /** Whoever speaks speaks of themselves. */
  readonly isOfSelf?: boolean;
  /** It bids the player not to do something. */
  readonly isDenied?: boolean;
  /** It says how life is, and not what was or is the case. */
  readonly isGeneral?: boolean;
  /** It was said to somebody else, or may have been. */
  readonly isAside?: true;
}

/** Scenes for which an attitude that was offered is offered to nobody. */
const REST = 6;
/** The same for standing by whoever acts in a beat. */
const BESIDE_REST = 2;
/** Sentences at the end of a speech that say what it comes to. */
const LAST = 2;
/** Sentences at the end of a beat in which somebody's state shows. */
const LAST_TOLD = 5;
/** The same, for somebody who weeps: that is not over so soon. */
const LAST_WEPT = 9;
/** Letters before the verb in which its subject stands. */
const NEAR = 40;
/** Somebody else than whoever is named: "to a small girl who is already crying". */
const ANOTHER = /\b(?:who|whose|girl|boy|woman|man|child|baby|children|somebody|someone|nobody|not|never|if)\b/iu;

const CONFESSES =
  /\b(?:it|that|there) (?:was|were) me\b|\bbeing a coward\b|\b(?:my|all my) (?:fault|doing)\b|(?:^|[.!?…] )I(?: never)? (?:did it|took|stole|lied|sold|forged|cheated|burn(?:ed|t)|killed|hid|broke|betrayed|signed|kept it|let (?:him|her|them|it) (?:go|die|drown|fall|burn)|told (?:nobody|no one|them)|should(?:n['’]t| not)? have (?!said\b)|ought (?:not )?to have|was (?:wrong|a coward|afraid))\b/iu;
const WARNS =
  /^(?:mind (?:how|where|the|your)|watch (?:out|your|where)|careful|be careful|take care|keep (?:away|off|out|clear)|stay (?:away|out|off)|look out|beware|I would(?:n['’]t| not)|I['’]d not)\b|\bor you(?:['’]ll| will)\b|\byou(?:['’]ll| will) (?:drown|die|freeze|fall|hang|regret|be sorry|get (?:hurt|killed))\b/iu;
const GRIEVES =
  /\b(?:crying(?! out)|weeps?|weeping|wept|sobs?|sobbed|sobbing|in tears|tears (?:in|on|down|run|are|come)|(?:hands?|voice|lips?|chin|mouth)(?: \p{Ll}+)? (?:shakes?|shook|shaking|trembles?|trembled|is shaking|are shaking)|breaks? down|puts? (?:his|her|their) (?:face|head) in (?:his|her|their) hands)\b/iu;
const PLEADS = /^please\b|\bplease[.!]$|\bI can(?:['’]t|not)(?: bear| do| go on| any more)?[.!…]/iu;
/** How life is, in the view of whoever says so. */
const OF_LIFE =
  /\b(?:always|never|nobody|no one|everybody|everyone|nothing|only|too|should|must|ought|better|worse|best|worst|right|wrong|fair)\b|\byou can(?:['’]t|not)\b/iu;
/** What was the case, or somebody did. */
const WAS =
  /\b(?:was|were|wasn['’]t|weren['’]t|had|hadn['’]t|did|didn['’]t|knew|saw|heard|told|wrote|said|took|gave|made|left|sent|swore|kept|came|went|found|lost|paid|stood|sold|broke|burnt|stole|\p{Ll}{2,}ed)\b/iu;
/** What somebody says they are sure of, or denies. */
const SURE =
  /\bI (?:know|swear|am (?:sure|certain|right)|['’]m (?:sure|certain|right)|believe|reckon)\b|\b(?:he|she|they|it|that|there) (?:is|are|does|do)(?: not|n['’]t)\b|\b(?:lies?|lying|fault|trust)\b/iu;
/**
 * What somebody denies, swears to, or says of all: another could hold it to be otherwise. A fact in passing is neither believed nor doubted.
 * (rule PC6500)
 */
const CONTESTED =
  /\b(?:never|not|nobody|nothing|no one|none|neither|nor|always|everybody|everyone|nowhere|lie[sd]?|lying|liars?|fault|blame|guilty|innocent|swear|swore|certain|sure|true|untrue|must have|cannot have|would have)\b|n['’]t\b/iu;
/** What is a wish, a taste, a question of manners or a joke on oneself: nobody believes or doubts it. */
const OF_TASTE =
  /\bI(?:['’]d| would| should)(?: not|n['’]t)? (?:like|love|rather|prefer|say|have)\b|\bI(?: do(?: not|n['’]t))? (?:want|need|wish|hope|ask|beg|prefer|like|love|hate)\b|\bI am asking\b|\bto be \p{Ll}+ed[.!]|\bif (?:you|anybody|nobody|somebody)\b/iu;
/** Words of a claim, at least. */
const CLAIM = 4;
/** What is told of somebody behind their back. */
const IN_CONFIDENCE =
  /\b(?:told|tells|tell) (?:nobody|no one)\b|\b(?:nobody|no one) (?:knows|knew|was told)\b|\b(?:secret(?:ly)?|never told|hid(?:es|den)?|lie[ds]|lying|ste(?:als|ole|aling)|drinks|drunk|owes?|debts?|afraid|ashamed|cheat(?:s|ed)|cried|cries|weeps|wept|left (?:him|her|them))\b/iu;
const OF_SELF = /\b(?:I|me|my|mine|we|us|our)\b/u;
const DENIES =
  /^(?:no\b(?! doubt)|nonsense|rubbish|never\b|nothing of the (?:sort|kind)|point of order|not (?:true|so|at all)|you(?:['’]re| are) (?:wrong|mistaken|lying)|that(?:['’]s| is) (?:not|a lie|nonsense)|it(?:['’]s| is) (?:not|ours|mine)|we paid|I (?:never|did not|didn['’]t) (?:say|said|do|did)|we(?:['’]re| are) nothing of the sort)\b/iu;

/** What an attitude answers whole: nobody need say anything to it. */
const ANSWERS: ReadonlySet<SpeechAct> = new Set(["confession", "question", "quarrel", "sorrow"]);

/** Attitudes towards the last that was said in this scene, one for it and one against it or silent. */
export function attitudes(view: View, happened: readonly Effect[]): readonly Candidate[] {
  const last = lastHeard(view, happened);
  const heard = last ?? atHand(view);
  if (heard === undefined) return [];
  const texts = sceneTexts(view, happened);
  const random = createRandom(deriveSeed(view.seed, "attitudes"));
  const both = heard.other === undefined ? [heard] : [heard, { ...heard, npc: heard.other }];
  return both.flatMap((one): readonly Candidate[] => {
    const line = ownLine(view, one.npc, texts) ?? (one.act === "presence" ? ownLine(view, one.npc, []) : undefined);
    // Thanks that nobody answers lead nowhere. (rule PC6201)
    if (one.act === "answer" && line === undefined) return [];
    const open = ATTITUDES[one.act].filter(
      (attitude) =>
        (one.isAside === true || attitude.isOfSides !== true) &&
        (one.isDenied !== true || attitude.isOfDeed !== true) &&
        (one.isGeneral === undefined || attitude.isOf === undefined || (attitude.isOf === "life") === one.isGeneral) &&
        (one.isAside !== true || attitude.isShown === true) &&
        (one.isOfSelf !== true || attitude.isOfOthers !== true) &&
        (line !== undefined || attitude.regard !== undefined) &&
        (one.act !== "presence" || isCalledFor(view, attitude, line !== undefined)) &&
        (attitude.id !== "wait-for" || !hasSpokenNow(view, one.npc)) &&
        (one.act === "quarrel" ||
          !wasOffered(view, attitude.id, view.beat !== null && one.act === "presence" ? BESIDE_REST : REST)),
    );
    // Standing by somebody who says nothing is one thing to do, in whatever words.
    const sides: readonly Side[] =
      one.act === "quarrel"
        ? ["with"]
        : one.act === "presence"
          ? [line === undefined ? "with" : view.beat === null ? "silent" : random.pick(["with", "silent"])]
          : ["with", "against", "silent"];
    return sides.flatMap((side): readonly Candidate[] => {
      const fitting = open.filter((attitude) => attitude.side === side);
      if (fitting.length === 0) return [];
      const attitude = random.pick(fitting);
      const text = fill(attitude.text, view, {
        npc: one.npc,
        ...(one.npc2 === undefined ? {} : { npc2: one.npc2 }),
      });
      // What nobody answers is offered for want of more, but where it is an answer itself. (rule PC5841)
      const isSpare = one.act === "presence" || (line === undefined && !ANSWERS.has(one.act));
      // Who stands by somebody who has nothing to say, while nothing happens, passes the time.
      const isVain = one.act === "presence" && line === undefined && view.beat === null;
      if (text === null) return [];
      const found = towards(view, one, { attitude, text, isSpare: isSpare && !isVain, fact: line?.id });
      return [isVain ? { ...found, idle: true, salience: 0 } : found];
    });
  });
}

/**
 * Whether somebody can be stood by or waited for: in the scene of a beat and before the end one stands by them or looks on; elsewhere one
 * waits for what they have to say, where they have something.
 */
function isCalledFor(view: View, { id }: Attitude, hasLine: boolean): boolean {
  const isCharged = view.beat !== null || view.hooks.some(({ kind }) => kind === "ending");
  return isCharged ? id !== "wait-for" : id === (hasLine ? "wait-for" : "stand-by");
}

/** Whether somebody has just been dealt with, or had a part in a beat of this scene or the last: nobody waits for them to begin. (rule PC6201) */
const hasSpokenNow = ({ beat, choice, memory, scene }: View, npc: string): boolean =>
  choice?.bind.npc === npc ||
  beat?.people.includes(npc) === true ||
  (memory.beat !== undefined && scene - memory.beat.scene <= 1 && memory.beat.people.includes(npc));

function towards(
  view: View,
  { npc }: Heard,
  {
    attitude,
    text,
    isSpare,
    fact,
  }: {
    readonly attitude: Attitude;
    readonly text: string;
    readonly isSpare: boolean;
    readonly fact: string | undefined;
  },
): Candidate {
  const line = fact === undefined ? undefined : view.facts.get(fact);
  return {
    verb: "decide",
    bind: { npc, text, ...(fact === undefined ? {} : { fact }) },
    text: capitalised(text),
    sources: [line === undefined ? personSource(view, npc) : factSource(line)],
    salience: isSpare ? 0 : attitude.side === "silent" ? 0.3 : 0.5,
    learned: true,
    tags: [],
    attitude: attitude.side,
    ...(isSpare ? { spare: true as const } : {}),
  };
}

const wasOffered = ({ memory, scene }: View, id: string, rest = REST): boolean =>
  Object.entries(memory.offers).some(
    ([key, { last }]) => key.startsWith(`attitude-${id}|`) && last < scene && scene - last <= rest,
  );

/** The last that somebody here has said in this scene, in its beat or to what the player did; nothing where the beat waits for an answer to it. */
function lastHeard(view: View, happened: readonly Effect[]): Heard | undefined {
  return view.beat === null ? inAnswer(view, happened) : inBeat(view);
}

const isListener = (view: View, npc: string): boolean =>
  view.present.some(({ id, speech }) => id === npc && speech === "words");

/** Whoever acts at the end of a beat that leaves nothing to be said, else whom the player has to do with: they are there. */
function atHand(view: View): Heard | undefined {
  const { beat, choice, present } = view;
  // Who has said who they are has something of their own to say. (rule PC5001)
  if (facetsOf(view).length > 0) return undefined;
  const able = present.filter(({ id, kind }) => isListener(view, id) && kind === "human");
  const last = (beat?.told ?? []).flatMap((text) => splitSentences(text)).slice(-LAST_TOLD);
  const acting = last.toReversed().flatMap((sentence) => able.filter(({ short }) => hasWord(sentence, short)));
  const ofBeat = able.filter(({ id }) => beat?.people.includes(id));
  const met = able.filter(({ id }) => id === choice?.bind.npc);
  const [person] = [...acting, ...ofBeat, ...(beat === null ? [...met, ...able] : [])];
  return person === undefined ? undefined : { npc: person.id, act: "presence", isAside: true };
}

/** What somebody has said to what the player asked or did. */
function inAnswer(view: View, happened: readonly Effect[]): Heard | undefined {
  const { choice } = view;
  for (const effect of happened.toReversed()) {
    if (effect.kind === "motive" && isListener(view, effect.npc)) return { npc: effect.npc, act: "wish" };
    if (effect.kind === "refuse" && isListener(view, effect.npc)) return { npc: effect.npc, act: "refusal" };
    const from = effect.kind === "learn" && effect.whole && effect.how === "told" ? effect.from : undefined;
    const npc = effect.kind === "relation" ? effect.npc : from;
    if (npc === undefined || !isListener(view, npc)) continue;
    const about = choice?.verb === "gossip" && choice.bind.npc === npc ? choice.bind.npc2 : undefined;
    const fact = effect.kind === "learn" ? view.facts.get(effect.fact) : undefined;
    // What was told before is not told again: then nothing was said.
    if (fact !== undefined && wasTold(view.told, fact.text)) return { npc, act: "refusal" };
    if (fact?.said === npc) {
      const act = actOf([fact.text]);
      // Who is asked something, and asks back, waits for no answer.
      return act === undefined || act === "question"
        ? undefined
        : { npc, act, isOfSelf: OF_SELF.test(fact.text), ...natureOf(fact.text) };
    }
    const said = fact?.text ?? (effect.kind === "relation" ? effect.text : "");
    if (about !== undefined && canBeMet(view, about) && IN_CONFIDENCE.test(said))
      return { npc, act: "gossip", npc2: about };
    return { npc, act: "answer" };
  }
  return undefined;
}

const canBeMet = (view: View, npc: string): boolean =>
  view.standing.get(npc)?.alive === true && view.people.get(npc)?.speech === "words";

/** What was said last in the beat of this scene. */
function inBeat(view: View): Heard | undefined {
  const { beat } = view;
  if (beat === null) return undefined;
  const people = beat.people.flatMap((id) => view.people.get(id) ?? []);
  const spoken = spokenIn(beat, people).filter(({ npc }) => isListener(view, npc));
  const last = spoken.at(-1);
  const grieving = grievesIn(view, beat.told, people);
  if (grieving !== undefined) return { npc: grieving, act: "sorrow" };
  const put = offerIn(view, beat);
  if (last === undefined || (put !== undefined && put.kind !== "remark" && put.npc === last.npc)) return undefined;
  const before = spoken.findLast(({ npc }) => npc !== last.npc);
  if (before !== undefined && DENIES.test(last.text.trim()))
    return { npc: last.npc, act: "quarrel", other: before.npc };
  const isAside = new Set(spoken.map(({ npc }) => npc)).size > 1 && !/\byou\b/u.test(last.how ?? "");
  const act = actOf(spoken.filter(({ npc }) => npc === last.npc).map(({ text }) => text));
  // What is said to somebody else, or to nobody, bids the player nothing.
  if (act === undefined || (isAside && ["order", "warning", "question"].includes(act))) return undefined;
  return {
    npc: last.npc,
    act,
    isOfSelf: OF_SELF.test(last.text),
    ...natureOf(last.text),
    ...(isAside ? { isAside: true } : {}),
  };
}

const natureOf = (text: string): Pick<Heard, "isDenied" | "isGeneral"> => ({
  isDenied: splitSentences(text)
    .slice(-LAST)
    .some((one) => DENIED.test(one)),
  isGeneral: isOfLife(text),
});

/** What somebody does with the last of their speeches; nothing where it leaves nothing to be said. */
function actOf(speeches: readonly string[]): SpeechAct | undefined {
  const text = speeches.at(-1) ?? "";
  const last = splitSentences(text)
    .map((one) => one.trim())
    .slice(-LAST);
  if (last.some((one) => PLEADS.test(one))) return "sorrow";
  if (CONFESSES.test(text)) return "confession";
  if (last.some((one) => one.endsWith("?"))) return "question";
  if (last.some((one) => WARNS.test(one))) return "warning";
  if (last.some((one) => bids(one)) || (countWords(text) < CLAIM && speeches.slice(-LAST).some(bidsLast)))
    return last.some((one) => bids(one) && PROMISED.test(one)) ? "order" : undefined;
  return countWords(text) >= CLAIM && last.some(isClaim) ? "claim" : undefined;
}

/** Whether a sentence says what was or is so, or how life is, and somebody could doubt it. (rule PC6202) */
const isClaim = (sentence: string): boolean =>
  countWords(sentence) >= CLAIM &&
  !sentence.endsWith("?") &&
  !OF_TASTE.test(sentence) &&
  CONTESTED.test(sentence) &&
  (isCase(sentence) || OF_LIFE.test(sentence));

const isCase = (sentence: string): boolean => WAS.test(sentence) || SURE.test(sentence);

/** Whether the last claim of a speech is on life, and not on what was so. */
function isOfLife(text: string): boolean {
  const claim = splitSentences(text).slice(-LAST).findLast(isClaim);
  return claim !== undefined && !isCase(claim);
}

/** What takes its time, and can be promised: the rest is done at once, or not. (rule PC6202) */
const PROMISED =
  /\b(?:promise|see (?:that|to)|make sure|look after|take care of|keep|bring|fetch|find|tell|let|forget|remember|come back|never|send|help|wait|go (?:and|to|back)|don['’]t|do not|you must|you(?:['’]ll| will) have to|I (?:want|need|ask|beg) you)\b/iu;
const DENIED = /\b(?:don['’]t|do not|never|must(?: not|n['’]t))\b/iu;

const bidsLast = (text: string): boolean => splitSentences(text).slice(-LAST).some(bids);

/** Whoever weeps or trembles at the end of a beat. */
function grievesIn(view: View, told: readonly string[], people: readonly Person[]): string | undefined {
  const sentences = told.flatMap((text) => splitSentences(text)).slice(-LAST_WEPT);
  const at = sentences.findLastIndex((sentence) => {
    const found = GRIEVES.exec(sentence);
    return found !== null && !ANOTHER.test(sentence.slice(Math.max(0, found.index - NEAR), found.index));
  });
  if (at < 0) return undefined;
  const before = sentences.slice(0, at + 1).toReversed();
  const named = before
    .flatMap((sentence) => people.filter(({ short }) => hasWord(sentence, short)).slice(-1))
    .find(({ id, kind }) => isListener(view, id) && kind === "human");
  return named?.id;
}
