/** How much speaks for each candidate, and which of them fill the slots. */
import type { Random } from "@narratoria/protocol/random";
import { type Bindings, type Verb, VERBS } from "@narratoria/protocol/story";
import { attitudeOf } from "./attitude-words.js";
import { beatAtHand, freshBeat, isAboutBeat, isOpenedByBeat } from "./aftermath.js";
import type { Candidate } from "./candidate.js";
import { isPlaceTopic } from "./causes.js";
import { turnsBack } from "./journey-candidates.js";
import { lastNamed } from "./fresh-names.js";
import { isPresent } from "./knowledge.js";
import { OPERATORS } from "./operators.js";
import { isAWord, replyKind } from "./replies.js";
import type { View } from "./view.js";
import { isVague } from "./wording.js";
import { bare, hasWord } from "./words.js";

/** Offers (sets of choices) over which the use of a verb counts against it. */
export const VERB_WINDOW = 12;
const VERB_PENALTY = 0.35;
/** Uses from which on more say nothing: there is a way to go in almost every set. */
const MOST_USES = 4;
const SETUP_PENALTY = 1.2;
const NOISE = 0.7;
/** An offer passed over this often in a row rests for this many scenes; what the story waits for, for fewer. */
const PASSES = 2;
const REST = 4;
const DUE_REST = 2;
/** Scenes for which a deed that presses rests. */
const PRESS_REST = 2;
/** Scenes for which a journey that presses rests once it was passed over twice, where nobody could say where it leads. */
const WAY_REST = 2;
/** Scenes for which a pastime rests that nothing speaks for. */
const IDLE_REST = 4;
/** The same for letting come what is on its way. */
const ON_REST = 1;
/** Scenes for which a journey rests for which time is let pass first. */
const WAIT_REST = 2;
/** From this scene on, four in five choices come from what was learned in play, as far as there is enough. (SC-034) */
const QUOTA_FROM = 6;
const QUOTA = 0.8;
/** Offers about one thing, one after the other, read like an interrogation. */
const TOPIC_WINDOW = 6;
const TOPIC_PENALTY = 0.15;
/** Where one stands is the last thing one would ask about. */
const HERE_PENALTY = 0.5;
/** What is of the same spirit as a choice already in the set counts so much less, for each. */
const STANCE_PENALTY = 0.8;
/**
 * Names that one scene can bring in without turning into a list of names: one to speak of, and where else one could go; with nobody
 * about, or too little to do, three ways to go.
 */
const MOST_BROUGHT_IN = 2;
const MOST_AT_ALL = 3;
const MOST_TO_SPEAK_OF = 1;

export interface Scored {
  readonly candidate: Candidate;
  /** What it is. */
  readonly key: string;
  readonly score: number;
  /** Keys that the text of this scene must name if this is offered. */
  readonly bringIn: readonly string[];
  /** Those of them that are not people who stand by. */
  readonly news: readonly string[];
  /** Passed over too often of late, or offered in the scene before: offered only where nothing else is left. */
  readonly rests: boolean;
  /** It is about a topic that was named some scenes ago, and is still in mind. */
  readonly recalls: boolean;
  /** It rests only because it was offered in the scene before, and once at most before that: it can still be done. */
  readonly stays: boolean;
  /** It takes up what was just said or seen. */
  readonly follows: boolean;
  /** What it is about was named in this scene or one of the two before, somebody who stands by only in this scene or the last. */
  readonly recent?: boolean;
}

/** What an offer is, so that it is known again: its verb and all that it acts on. */
export function offerKey(verb: Verb | string, bind: Bindings): string {
  const { npc, npc2, topic, place, item, prop, thread, memory, beat, ending } = bind;
  const answer = beat === undefined ? "" : bind.text;
  const parts = [
    deedOf({ verb, bind }),
    npc,
    npc2,
    topic,
    verb === "go" || verb === "follow" ? place : "",
    item,
    prop,
    thread,
    memory,
    beat,
    answer,
    ending,
  ];
  return parts
    .map((part) => part ?? "")
    .join("|")
    .replace(/\|+$/, "");
}

/** Keys of everything that the wording of a candidate names. */
export function namedBy(
  view: View,
  { verb, bind, rows, answers }: Pick<Candidate, "verb" | "bind" | "rows" | "answers">,
): readonly string[] {
  // What an author has written is offered when the author says so, whatever it names. (rule PC3165)
  if (rows !== undefined || answers !== undefined) return [];
  const keys: string[] = [];
  if (bind.npc) keys.push(`npc:${bind.npc}`);
  if (bind.npc2) keys.push(`npc:${bind.npc2}`);
  if (bind.topic) keys.push(`topic:${bind.topic}`);
  // What lies there, or is offered, is taken where it is seen; what is asked for has been named.
  if (bind.item && verb !== "decide" && bind.beat === undefined) keys.push(`item:${bind.item}`);
  // A thing that the player has been shown needs no other mention.
  if (bind.prop && verb !== "decide") keys.push(`prop:${bind.prop}`);
  if (bind.place && bind.place !== view.placeId && (verb === "go" || verb === "follow" || verb === "flee")) {
    keys.push(`place:${bind.place}`);
  }
  // A decision, a motive: words of the author's, with names in them.
  if (bind.text && bind.memory === undefined) keys.push(...namesIn(view, bind.text));
  return [...new Set(keys)].filter((key) => key !== `place:${view.placeId}`);
}

/** Topics, people and places that a text of the author's names. */
export function namesIn(view: View, text: string): readonly string[] {
  const names = (form: string): boolean => hasWord(text, bare(form));
  return [
    ...view.matter.topics.flatMap(({ id, np }) => (names(np) ? [`topic:${id}`] : [])),
    ...view.matter.people.flatMap(({ id, short }) => (names(short) ? [`npc:${id}`] : [])),
    ...view.matter.places.flatMap(({ id, name }) => (names(name) ? [`place:${id}`] : [])),
  ];
}

/**
 * Scores all candidates.
 *
 * @param fresh - Keys that the effects and the beat of this turn name: they will stand in this scene's text.
 */
export function scoreAll(
  view: View,
  candidates: readonly Candidate[],
  fresh: ReadonlySet<string>,
  random: Random,
): readonly Scored[] {
  const uses = new Map<string, number>();
  for (const verb of view.memory.verbs.slice(-VERB_WINDOW).flat()) uses.set(verb, (uses.get(verb) ?? 0) + 1);
  const topics = topicUses(view);
  return candidates.map((candidate): Scored => {
    const noise = NOISE * random.next();
    const key = offerKey(candidate.verb, candidate.bind);
    // A question about what has happened names nothing but whom it is put to.
    const isOfScene = candidate.about !== undefined || candidate.takesUp === true;
    // What somebody has come to ask about stood in the choice that was taken.
    const asked = `topic:${view.choice?.bind.topic ?? ""}`;
    const keys = namedBy(view, candidate).filter(
      (key) => !key.startsWith("topic:") || (candidate.about === undefined && !(candidate.takesUp && key === asked)),
    );
    const unset = keys.filter((key) => !isSetUp(view, key, fresh));
    const score =
      candidate.salience +
      relevance(view, candidate, keys) -
      (isAnswer(candidate) ? 0 : VERB_PENALTY * Math.min(MOST_USES, uses.get(candidate.verb) ?? 0)) -
      SETUP_PENALTY * unset.length -
      TOPIC_PENALTY * (topics.get(candidate.bind.topic ?? "") ?? 0) -
      (candidate.bind.topic !== undefined && candidate.bind.topic === view.place?.topic ? HERE_PENALTY : 0) -
      noise;
    // What one carries is never out of mind, once a text has said that one carries it.
    const isAtHand = (key: string): boolean => key.startsWith("item:") && view.named[key] !== undefined;
    const unnamed = keys.filter((key) => !isAtHand(key) && !fresh.has(key) && lastNamed(view, key) < view.scene - 1);
    const bringIn = unnamed.filter((key) => !isInMind(view, key));
    const follows = keys.some((one) => fresh.has(one) && !isHere(view, one)) || isOfScene;
    // Whoever stands by is no news.
    const news = bringIn.filter((one) => !isHere(view, one));
    const stays = canStay(view, candidate, key);
    return {
      candidate,
      key,
      score,
      bringIn,
      news,
      rests: rests(view, candidate, key),
      recalls: unnamed.length > bringIn.length,
      stays,
      follows,
      recent: isRecent(view, candidate, fresh),
    };
  });
}

/** Scenes for which what was named is recent. */
const RECENT = 2;

/** Whether what a choice is about was named a moment ago: its topic, its place, whom it speaks of, else whom it is done to. (rule PC4206) */
function isRecent(view: View, { verb, bind }: Candidate, fresh: ReadonlySet<string>): boolean {
  const { topic, npc, npc2, place } = bind;
  const isLately = (key: string, scenes: number): boolean =>
    fresh.has(key) || lastNamed(view, key) >= view.scene - scenes;
  if (topic !== undefined) return isLately(`topic:${topic}`, RECENT);
  if (npc2 !== undefined) return isLately(`npc:${npc2}`, RECENT);
  if (npc !== undefined) return isLately(`npc:${npc}`, 1);
  return verb === "go" && place !== undefined && isLately(`place:${place}`, 1);
}

/** How often each topic has been offered of late, whoever was to be asked. */
function topicUses(view: View): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const [key, { last }] of Object.entries(view.memory.offers)) {
    const topic = key.split("|")[3] ?? "";
    if (topic !== "" && view.scene - last < TOPIC_WINDOW) uses.set(topic, (uses.get(topic) ?? 0) + 1);
  }
  return uses;
}

/** Decisions are of one verb, and of as many kinds as there are beats and endings; what the story waits for is never worn out. */
function isAnswer({ bind, takesUp, due, insists, attitude }: Candidate): boolean {
  return (
    attitude !== undefined ||
    takesUp === true ||
    due === true ||
    insists === true ||
    bind.beat !== undefined ||
    bind.ending !== undefined
  );
}

/** Who stands by is always there to be spoken to: that takes up nothing. */
function isHere(view: View, key: string): boolean {
  return key.startsWith("npc:") && isPresent(view, key.slice(4));
}

function rests(view: View, candidate: Candidate, key: string): boolean {
  const { verb, bind, due, insists, answers, closes, waits } = candidate;
  // Time is not let pass again and again: who did not want to wait does something else first. (rule PC3162)
  const before = view.memory.offers[key];
  if (waits && before !== undefined && before.last < view.scene && view.scene - before.last <= WAIT_REST) return true;
  if (closes) return false;
  // What presses and was passed over twice lets something else come first, where anything else leads on. (rule PC68)
  if (insists && verb === "decide" && bind.beat !== undefined && before !== undefined && before.last < view.scene) {
    const isPassedOver = before.passed > 0 || before.last < view.scene - 1;
    const leadsOn = view.hooks.some((hook) => hook.kind !== "ending" && hook.beat !== bind.beat);
    return isPassedOver && leadsOn && view.scene - before.last <= PRESS_REST;
  }
  // Who has twice not set out does something else first. (rule PC3705)
  const isToSomebody = (candidate.seeks ?? bind.npc ?? bind.npc2) !== undefined;
  const isBlind = verb === "go" && waits === undefined && !isToSomebody && isVague(view, bind.place ?? "");
  if (insists && isBlind && before !== undefined && before.passed > 0 && before.last < view.scene)
    return view.scene - before.last <= WAY_REST;
  if (insists) return false;
  // The same pastime is not offered scene after scene. (rule PC6212)
  if (
    isPastime(candidate) &&
    candidate.idle === true &&
    before !== undefined &&
    view.scene - before.last <= (verb === "wait" ? ON_REST : IDLE_REST)
  )
    return true;
  if (isWornOut(view, candidate)) return true;
  // The same again reads as if nothing had happened.
  if (answers === undefined && view.memory.offers[key]?.last === view.scene - 1) return true;
  if (!due && isJustDone(view, verb, bind)) return true;
  if (!due && verb === "go" && bind.place !== undefined && turnsBack(view, bind.place)) return true;
  const offer = view.memory.offers[key];
  if (!offer || offer.passed < PASSES) return false;
  return view.scene - offer.last <= (due ? DUE_REST : REST);
}

/** Scenes, and offers in them, after which a topic that nobody has taken up wears out. (rule PC3107) */
const WORN_SCENES = 10;
const WORN_OFFERS = 4;
/** Offers in so many scenes after which nobody is held to the same thing again for a while. */
const WORN_PRESSES = 2;

/** Whether questions about a topic were passed over so often, whoever was to be asked, that they are left for a while. */
function isWornOut(view: View, { verb, bind: { npc, topic }, due, about, takesUp }: Candidate): boolean {
  if (topic === undefined || (verb !== "ask" && verb !== "press") || due || about !== undefined || takesUp)
    return false;
  const isOfIt = (key: string): boolean =>
    verb === "press" ? key.startsWith(`press|${npc ?? ""}||${topic}`) : key.split("|")[3] === topic;
  const offers = Object.entries(view.memory.offers).filter(
    ([key, { last }]) => isOfIt(key) && last < view.scene && view.scene - last <= WORN_SCENES,
  );
  const most = verb === "press" ? WORN_PRESSES : WORN_OFFERS;
  return offers.reduce((sum, [, { passed }]) => sum + 1 + passed, 0) >= most;
}

/** Whether a deed here that was left in the scene before can be offered again where only filler is left. (rule PC617) */
function canStay(view: View, { verb, bind, empty }: Candidate, key: string): boolean {
  const offer = view.memory.offers[key];
  return (
    offer?.last === view.scene - 1 &&
    offer.passed < PASSES &&
    empty !== true &&
    VERBS[verb].class !== "move" &&
    !isJustDone(view, verb, bind)
  );
}

/** What the choice before has done, or tried: the same at once, or the same question in other words. */
function isJustDone(view: View, verb: Verb, bind: Bindings): boolean {
  const { choice } = view;
  if (!choice) return false;
  if (offerKey(choice.verb, choice.bind) === offerKey(verb, bind)) return true;
  // "Ask Osk about the log", of the topic and of the thing, is one question.
  const plain = { sources: [], salience: 0, learned: false, tags: [], takesUp: true } as const;
  const [taken, next] = [choice, { verb, bind }].map(
    (one): Candidate => ({ ...plain, verb: one.verb, bind: one.bind }),
  );
  if (taken && next && bind.npc !== undefined && choice.bind.npc === bind.npc && isSameThing(taken, next)) return true;
  const questions: readonly Verb[] = ["ask", "bluff", "press"];
  return (
    questions.includes(choice.verb) &&
    (verb === "ask" || verb === "bluff") &&
    choice.bind.npc === bind.npc &&
    choice.bind.topic === bind.topic
  );
}

/** How much it speaks for a choice that it leads to where the player's choices lean. */
const LEADS = 0.5;

/** What the last beat was about, and what has only just come up, goes on. */
function relevance(view: View, candidate: Candidate, keys: readonly string[]): number {
  const { bind } = candidate;
  const beat = freshBeat(view);
  const ofBeat =
    keys.some((key) => beat?.names.includes(key)) || (bind.npc !== undefined && beat?.people.includes(bind.npc));
  // After a beat the question that everybody has is the one about what has just been seen.
  const justHeard = bind.topic !== undefined && view.known.topics[bind.topic] === view.scene;
  // Subtly: no more than what speaks for a topic that has only just come up. (rule PC2840)
  const leads = view.leaning.size > 0 && keys.some((key) => view.leaning.has(key));
  return (ofBeat ? 0.5 : 0) + (isAboutBeat(view, candidate) ? 0.9 : 0) + (justHeard ? 0.5 : 0) + (leads ? LEADS : 0);
}

/** Scenes for which a topic that a text has named can be asked about without being named again. (rule PC657) */
const IN_MIND = 10;

const isInMind = (view: View, key: string): boolean =>
  key.startsWith("topic:") && lastNamed(view, key) >= view.scene - IN_MIND;

function isSetUp(view: View, key: string, fresh: ReadonlySet<string>): boolean {
  const [kind = "", id = ""] = key.split(":");
  return fresh.has(key) || (kind === "npc" && isPresent(view, id)) || lastNamed(view, key) >= view.scene - 2;
}

type Rule = (chosen: readonly Scored[], next: Scored) => boolean;

/** What a choice does: an answer to a remark is another deed than a question about a thing, and each attitude is one of its own. */
function deedOf({ verb, bind }: { readonly verb: Verb | string; readonly bind: Bindings }): string {
  const attitude = verb === "decide" ? attitudeOf(bind) : undefined;
  return attitude === undefined ? (replyKind(verb, bind) ?? verb) : `attitude-${attitude.id}`;
}

const oneVerb: Rule = (chosen, next) =>
  chosen.every(
    (one) => deedOf(one.candidate) !== deedOf(next.candidate) || areAlternatives(one.candidate, next.candidate),
  );

/** One of a verb, but for journeys, which have a rule of their own. */
const otherVerbs: Rule = (chosen, next) => isJourney(next) || oneVerb(chosen, next);

/** One of a verb, but for questions. */
const otherDeeds: Rule = (chosen, next) => isQuestion(next) || otherVerbs(chosen, next);

const twoOfAVerb: Rule = (chosen, next) =>
  chosen.filter((one) => one.candidate.verb === next.candidate.verb).length < 2;

const oneTopic: Rule = (chosen, next) => {
  const { topic } = next.candidate.bind;
  return topic === undefined || chosen.every((one) => one.candidate.bind.topic !== topic);
};

const fewOfOneSource: Rule = (chosen, next) => {
  const kind = next.candidate.sources[0]?.kind;
  const ofKind = chosen.filter((one) => !one.candidate.insists && one.candidate.sources[0]?.kind === kind);
  return kind === undefined || kind === "question" || kind === "beat" || ofKind.length < 2;
};

const oneJourney: Rule = (chosen, next) => !isJourney(next) || !chosen.some(isJourney);

const twoJourneys: Rule = (chosen, next) => !isJourney(next) || chosen.filter(isJourney).length < 2;

/** A beat has the last word of its scene: nothing is brought up after it. */
const nothingNew: Rule = (_, { bringIn, recalls, candidate }) =>
  (bringIn.length === 0 && !recalls) || candidate.insists === true;

/** A set of nothing but questions makes an interview of the story: one of three, and where there is a fourth it may be another. */
const fewQuestions: Rule = (chosen, next) => {
  const asked = chosen.filter(isQuestion);
  if (!isQuestion(next) || asked.length === 0) return true;
  // Two that take up what was just told are what any reader would ask. (rule PC612)
  const areBothAsked = [...asked, next].every(({ candidate }) => candidate.takesUp === true);
  return asked.length === 1 && (chosen.length === 3 || areBothAsked);
};

/** No two questions of a set are about one topic. (rule PC655) */
const otherQuestions: Rule = (chosen, next) => !isQuestion(next) || oneTopic(chosen.filter(isQuestion), next);

/** A second question goes to somebody else: two people have two things to say. */
const otherAsked: Rule = (chosen, next) =>
  !isQuestion(next) ||
  chosen.filter(isQuestion).every((one) => one.candidate.bind.npc !== next.candidate.bind.npc) ||
  chosen.length === 3;

const twoQuestions: Rule = (chosen, next) => !isQuestion(next) || chosen.filter(isQuestion).length < 2;

/** Whoever is heard out says what comes to their mind: once in a set is enough, and only beside something else. (rule PC472) */
const isHearing = ({ candidate: { verb, bind, takesUp } }: Scored): boolean =>
  verb === "decide" &&
  bind.fact !== undefined &&
  bind.beat === undefined &&
  bind.prop === undefined &&
  takesUp !== true &&
  replyKind(verb, bind) === undefined;
const oneHearing: Rule = (chosen, next) => !isHearing(next) || !chosen.some(isHearing);

/** One remark is answered in a set, and one person kept company. */
const oneReply: Rule = (chosen, { candidate: { verb, bind } }) => {
  const kind = replyKind(verb, bind);
  if (kind === "attitude") return true;
  return kind === undefined || chosen.every(({ candidate: one }) => replyKind(one.verb, one.bind) !== kind);
};

/** Attitudes in a set, at most. */
export const MOST_ATTITUDES = 2;

/** Two attitudes of a set differ in their side, or in whose side they take. (rule PC5721) */
const otherSides: Rule = (chosen, { candidate: { attitude, bind } }) => {
  if (attitude === undefined) return true;
  const others = chosen.filter(({ candidate: one }) => one.attitude !== undefined);
  return (
    others.length < MOST_ATTITUDES &&
    others.every(({ candidate: one }) => one.attitude !== attitude || one.bind.npc !== bind.npc)
  );
};

const noSpare: Rule = (_, { candidate }) => candidate.spare !== true;

/** One attitude is enough beside anything else that a reason speaks for. (rule PC5721) */
const oneAttitude: Rule = (chosen, { candidate: { attitude } }) =>
  attitude === undefined || chosen.every(({ candidate: one }) => one.attitude === undefined);

const onePastime: Rule = (chosen, next) =>
  !isPastime(next.candidate) || !chosen.some((one) => isPastime(one.candidate));

const oneFiller: Rule = (chosen, next) => !isFiller(next.candidate) || !chosen.some((one) => isFiller(one.candidate));

/** Constraints on a set of choices, those first that are given up first when too few choices remain. */
const SOFT: readonly Rule[] = [fewOfOneSource, oneVerb, oneTopic];

/** Nobody goes round asking one after the other what they want. */
const isOfWish = ({ candidate: { verb, bind } }: Scored): boolean =>
  verb === "ask" && bind.npc !== undefined && bind.topic === undefined;
const oneWish: Rule = (chosen, next) => !isOfWish(next) || !chosen.some(isOfWish);

/** Never given up: the same thing is not offered twice, and not more is brought in than a scene can bear. */
const always = (mostBroughtIn: number): readonly Rule[] => [
  (chosen, next) =>
    chosen.every(
      (one) =>
        one.key !== next.key &&
        !(isJourney(one) && isJourney(next) && one.candidate.bind.place === next.candidate.bind.place),
    ),
  (chosen, next) => chosen.every((one) => !isSameAct(one.candidate, next.candidate)),
  oneHearing,
  oneWish,
  oneReply,
  otherSides,
  (chosen, next) => chosen.every((one) => !isSameThing(one.candidate, next.candidate)),
  (chosen, next) => next.bringIn.length === 0 || canBear(mostBroughtIn, [...chosen, next]),
];

/** Nobody is looked for in two places, and one goes on in one way. (rule PC3210) */
function oneWay(view: View): Rule {
  const wayOf = ({ candidate: { bind, seeks, text } }: Scored): string | undefined =>
    seeks ?? bind.npc ?? (text === undefined && isVague(view, bind.place ?? "") ? "on" : undefined);
  return (chosen, next) =>
    !isJourney(next) ||
    chosen.every((one) => !isJourney(one) || wayOf(one) === undefined || wayOf(one) !== wayOf(next));
}

/** A thing that is asked about or looked at, whoever is asked. */
const thingOf = ({ bind, takesUp }: Candidate): string | undefined =>
  bind.prop ?? (takesUp || bind.fact !== undefined ? askedAbout(bind) : undefined);

/** "ask Osk about the inventory" asks about the inventory. */
const askedAbout = ({ text }: Bindings): string | undefined => / about (the [^,]+)$/.exec(text ?? "")?.[1];

/** Whether a name ends with a thing's: "the locked drawer" is "the drawer". */
const isNamedIn = (thing: string, name: string): boolean => ` ${name}`.endsWith(thing.replace(/^the\b/, ""));

/** Two choices about one thing, or one about it and one about the topic of that name. (rule PC655) */
function isSameThing(one: Candidate, other: Candidate): boolean {
  const things = [thingOf(one), thingOf(other)];
  if (things[0] !== undefined && things[1] !== undefined)
    return isNamedIn(things[0], things[1]) || isNamedIn(things[1], things[0]);
  const [asked, thing] = things[0] === undefined ? [one, things[1]] : [other, things[0]];
  const topic = asked.bind.topic?.replace(/^the-/, "").replaceAll("-", " ");
  return thing !== undefined && topic !== undefined && isNamedIn(thing, `the ${topic}`);
}

/** One act in two wordings: to help somebody and to promise it, to press them and a deed of the author's that begins so. */
function isSameAct(one: Candidate, other: Candidate): boolean {
  // Who is spoken to and who is kept company say one line. (rule PC6200)
  if (one.bind.fact !== undefined && one.bind.fact === other.bind.fact && one.bind.npc === other.bind.npc) return true;
  // Two questions about two things are two.
  if (one.bind.fact !== undefined && one.verb === "decide") return false;
  if (other.bind.fact !== undefined && other.verb === "decide") return false;
  if (replyKind(one.verb, one.bind) !== undefined || replyKind(other.verb, other.bind) !== undefined) return false;
  if (one.bind.npc === undefined || one.bind.npc !== other.bind.npc) return false;
  const verbs = [one.verb, other.verb];
  // Nobody is told of what they can be asked about.
  if (verbs.includes("ask") && verbs.includes("trust") && one.bind.topic === other.bind.topic) return true;
  // Who is offered help says what they want.
  if (verbs.includes("ask") && verbs.includes("help") && [one, other].every(({ bind }) => isBare(bind))) return true;
  if (verbs.includes("help") && verbs.includes("accept") && one.bind.text === other.bind.text) return true;
  const begins = ({ verb, bind }: Candidate): string =>
    verb === "decide" ? (bind.text?.split(" ")[0]?.toLowerCase() ?? "") : (SAID_AS[verb] ?? verb);
  return (one.verb === "decide") !== (other.verb === "decide") && begins(one) === begins(other);
}

/** Whether a choice names somebody, and nothing that it is about. */
const isBare = ({ topic, text }: Bindings): boolean => topic === undefined && text === undefined;

/** The first words of an author's deed for what a verb does. */
const SAID_AS: Partial<Record<Verb, string>> = { trust: "tell", use: "show", gossip: "ask", recall: "remind" };

function canBear(most: number, set: readonly Scored[]): boolean {
  const names = (of: readonly Scored[]): number => new Set(of.flatMap(({ news }) => news)).size;
  const silent = new Set(set.flatMap(({ bringIn, news }) => bringIn.filter((key) => !news.includes(key))));
  // What has just happened is spoken of in any case, and every answer to it belongs there.
  const free = set.filter(({ candidate }) => candidate.answers === undefined);
  const spokenOf = free.filter((one) => !isJourney(one) && one.candidate.about === undefined);
  return silent.size <= MOST_TO_SPEAK_OF && names(free) <= most && names(spokenOf) <= MOST_TO_SPEAK_OF;
}

/** What a beat leaves open is one question: its answers belong side by side. */
function areAlternatives(one: Candidate, other: Candidate): boolean {
  return one.answers !== undefined && one.answers === other.answers;
}

function isJourney({ candidate }: Scored): boolean {
  return VERBS[candidate.verb].class === "move";
}

function isQuestion({ candidate: { verb, bind, answers } }: Scored): boolean {
  // What a beat puts to the player is one question, in whatever words its answers begin.
  if (answers !== undefined) return false;
  return (
    verb === "ask" ||
    verb === "gossip" ||
    (verb === "decide" &&
      bind.fact !== undefined &&
      bind.npc !== undefined &&
      // Who is heard out, or let go on, is asked nothing.
      !/^(?:let|hear) /.test(bind.text ?? "") &&
      !isAWord(bind) &&
      replyKind(verb, bind) === undefined) ||
    (verb === "decide" && bind.npc !== undefined && /^ask /.test(bind.text ?? ""))
  );
}

const FILLERS: readonly Verb[] = ["rest", "wait", "listen", "search"];

/** Rest, waiting, listening and looking about: a story has little of it. */
function isFiller(candidate: Candidate): boolean {
  return candidate.idle === true ? candidate.passesTime !== true : isPastime(candidate);
}

/** Rest, waiting, listening, searching and watching nobody in particular. */
export function isPastime({ verb, bind, passesTime }: Candidate): boolean {
  return passesTime !== true && (FILLERS.includes(verb) || (verb === "watch" && bind.npc === undefined));
}

/** What takes a moment and asks for no answer: the story may end after it. */
function isPause({ verb, bind }: Pick<Candidate, "verb" | "bind">): boolean {
  return verb === "wait" || verb === "listen" || (verb === "watch" && bind.npc === undefined);
}

/** Whether the story ends whatever is chosen next. */
export function isLastChoice({ hooks }: View): boolean {
  return hooks.some((hook) => hook.kind === "ending" && hook.last === true);
}

/** Deeds that say who the player is: kind, bold, honest or sly. */
const TELLING: readonly Verb[] = [
  "help",
  "give",
  "trust",
  "warn",
  "settle",
  "accept",
  "refuse",
  "press",
  "confront",
  "bluff",
  "face",
  "recall",
];

function saysWho({ candidate }: Scored): boolean {
  // What nothing speaks for says nothing either. (rule PC4205)
  if (candidate.idle === true) return false;
  return TELLING.includes(candidate.verb) || replyKind(candidate.verb, candidate.bind) !== undefined;
}

/** Whether something is said or done to somebody who is here. (rule PC727) */
function isDealing(view: View, { candidate }: Scored): boolean {
  const { bind, verb } = candidate;
  return bind.npc !== undefined && VERBS[verb].class !== "move" && isPresent(view, bind.npc) && !isFiller(candidate);
}

/** Of all that was offered of late, this much may be filler. */
const FILLER_SHARE = 0.1;

/**
 * Whether this set may hold a filler: none beside a beat or while the story waits for something, and not more than a tenth of what was
 * offered of late. A night's sleep gives way only to what is due now. (rule PC62)
 */
function mayIdle(view: View, count: number): (candidate: Candidate) => boolean {
  const sets = view.memory.verbs.slice(-VERB_WINDOW);
  const offered = sets.flat().length + count;
  const used = sets.flat().filter((verb) => FILLERS.some((one) => one === verb)).length;
  const hasRoom = used === 0 || used + 1 <= FILLER_SHARE * offered;
  const waits = view.hooks.some((hook) => hook.kind !== "ending");
  const presses = view.hooks.some(
    (hook) =>
      (hook.kind === "tag" && hook.presses === true) ||
      (hook.kind === "beat-elsewhere" && hook.when !== "soon") ||
      (hook.kind === "beat-later" && hook.due === true),
  );
  const nearBeat = beatAtHand(view) !== undefined;
  return ({ verb, idle, salience }) =>
    idle !== true && hasRoom && !nearBeat && (verb === "rest" && salience > 1 ? !presses : !waits);
}

/** How many choices of a scene's set are to be learned ones: over five sets the share comes out exact. (rule PC23) */
const learnedIn = (scene: number, count: number): number =>
  Math.floor(QUOTA * count * (scene + 1)) - Math.floor(QUOTA * count * scene);

const isAsked = (text = ""): boolean => text.startsWith("ask ");

/**
 * How much sooner one thing for which nothing speaks is offered than another: who is here is heard before they are asked about this and
 * that, and both come before time is passed or one sets out for nothing. (rule PC3409)
 */
function forWantOfBetter({ candidate, recent }: Scored): number {
  const { verb, bind, idle, own } = candidate;
  // To let come what is on its way goes before looking about for nothing. (rule PC6211)
  if (isPastime(candidate)) return verb === "search" ? -1 : verb === "wait" && bind.text !== undefined ? -0.6 : -2;
  if (idle !== true) return 0;
  // For who the player is.
  if (own !== undefined) return 2.5;
  // Who has not spoken has nothing to be heard out on.
  if (verb === "decide" && bind.fact !== undefined) return isAsked(bind.text) ? 0.5 : -1.5;
  if (verb === "go") return recent === true ? 0 : -0.8;
  return recent === true ? 0.3 : -0.5;
}

/** The score of a choice beside those already in the set: a reader wants ways to differ, not shades of one. */
function worth(chosen: readonly Scored[], next: Scored): number {
  const { candidate, score } = next;
  const { stance } = OPERATORS[candidate.verb];
  const alike = chosen.filter((one) => stance !== undefined && OPERATORS[one.candidate.verb].stance === stance).length;
  return score + forWantOfBetter(next) - STANCE_PENALTY * alike;
}

/**
 * Fills the slots: what the story waits for first, then after a beat what it opens, then one choice that serves the oldest inquiry, one
 * that takes up what was just said, one that says who the player is, then what was learned in play up to its share, then the rest.
 * (rules PC63 to PC66)
 *
 * @param inquiries - Ids of what is open, the oldest first.
 * @param count - How many to offer, if there are as many.
 * @param least - So many must be found, even if constraints have to be given up one after the other.
 */
export function fillSlots(
  view: View,
  scored: readonly Scored[],
  inquiries: readonly string[],
  count: number,
  least: number,
): readonly Scored[] {
  // Once the last page has been told nobody sets out any more.
  const closes = view.hooks.some((hook) => hook.kind === "ending" && hook.presses === true);
  // Nor do they walk out while they decide how the story closes. (rule PC650)
  const decides = scored.some(({ candidate }) => candidate.closes);
  const isHeld = closes || (decides && beatAtHand(view) !== undefined);
  const mayLeave = ({ candidate: { due, insists } }: Scored): boolean => !isHeld && (due === true || insists === true);
  const staying = closes || decides ? scored.filter((one) => !isJourney(one) || mayLeave(one)) : scored;
  const sorted = [...(staying.length < least ? scored : staying)].sort((a, b) => b.score - a.score);
  const all = sorted.filter(({ candidate }) => !candidate.passesTime);
  const mayFill = mayIdle(view, count);
  const possible = all.filter((one) => !one.rests && (!isFiller(one.candidate) || mayFill(one.candidate)));
  // What no text has spoken of is asked about only where too little else is left.
  const wanted = possible.filter(
    ({ news, candidate }) => candidate.due === true || !news.some((key) => key.startsWith("topic:")),
  );
  // Who has two ways to answer does not walk out between them. (rule PC3161)
  const isAsked = wanted.filter(({ candidate }) => candidate.answers !== undefined).length > 1;
  const staysToAnswer: Rule = (_, next) => !isAsked || !isJourney(next) || next.candidate.answers !== undefined;
  const base: readonly Rule[] = [
    fewQuestions,
    oneFiller,
    oneJourney,
    oneAttitude,
    noSpare,
    staysToAnswer,
    ...(view.beat ? [nothingNew] : []),
  ];
  const hard = (mostBroughtIn: number): readonly Rule[] => [...always(mostBroughtIn), otherQuestions, oneWay(view)];
  const never = hard(view.present.length > 0 ? MOST_BROUGHT_IN : MOST_AT_ALL);
  const chosen: Scored[] = [];
  const take = (from: readonly Scored[], until: number, under: readonly Rule[], laws = never): void => {
    while (chosen.length < Math.min(until, count)) {
      const fitting = from.filter((next) => [...laws, ...under].every((rule) => rule(chosen, next)));
      const [first] = fitting;
      if (!first) return;
      chosen.push(fitting.reduce((best, next) => (worth(chosen, next) > worth(chosen, best) ? next : best), first));
    }
  };
  if (isLastChoice(view)) {
    take(
      all.filter(({ candidate }) => candidate.bind.ending !== undefined),
      count,
      [],
    );
    // Who closes the story stands by those in it, rather than waiting for more. (rule PC5904)
    take(
      all.filter(({ candidate }) => candidate.attitude !== undefined),
      least,
      [],
    );
    take(
      all.filter(({ candidate }) => isPause(candidate)),
      least,
      [oneVerb],
    );
    if (chosen.length >= least) return chosen;
  }
  const rules = [...base, ...SOFT];
  /** Takes one of a kind, unless the set has one. */
  const takeOne = (from: readonly Scored[], is: (one: Scored) => boolean): void => {
    if (!chosen.some(is)) take(from.filter(is), chosen.length + 1, rules);
  };
  // What the author leaves to decide in this scene is offered whole, and two that can be done at any time. (rule PC770)
  const authored = wanted.filter(({ candidate }) => candidate.rows !== undefined);
  take(
    authored.filter(({ candidate }) => candidate.answers !== undefined),
    count,
    [],
  );
  // What a beat puts to the player is offered whole, before anything else waits; three answers need nothing beside them but what says who
  // the player is. (rule PC1702)
  const answers = wanted.filter(
    ({ candidate }) => candidate.answers !== undefined && candidate.bind.until === undefined,
  );
  // What is still open of the beat before goes before what waits elsewhere, also where it is one answer. (rule PC1909)
  if (answers.length > 1 || view.beat === null) take(answers, count, [staysToAnswer]);
  /** What says who the player is: a word of theirs is no second answer, whatever its verb. (rule PC5003) */
  const takeOwn = (): void => {
    const isOwn = ({ candidate }: Scored): boolean => candidate.own === "deed";
    if (!chosen.some(isOwn)) take(wanted.filter(isOwn), chosen.length + 1, base);
  };
  if (answers.length >= least) {
    takeOwn();
    if (chosen.length >= least) return chosen;
  }
  take(
    wanted.filter(({ candidate }) => candidate.insists),
    Math.max(1, chosen.length),
    rules,
  );
  take(
    wanted.filter(({ candidate }) => candidate.closes),
    count,
    [],
  );
  take(
    authored.filter(({ candidate }) => candidate.answers === undefined),
    Math.max(2, chosen.length),
    [],
  );
  take(
    wanted.filter(({ candidate }) => candidate.due && candidate.rows === undefined),
    chosen.length + 2,
    rules,
  );
  // The question that a beat raises comes first, then what was just named. (rules PC471 and PC612)
  takeOne(wanted, ({ candidate: { bind } }) => bind.beat !== undefined && bind.fact !== undefined);
  takeOne(wanted, ({ candidate }) => candidate.takesUp === true);
  takeOwn();
  const near =
    beatAtHand(view) === undefined ? wanted : wanted.filter(({ candidate }) => isOpenedByBeat(view, candidate));
  const goesOn = ({ candidate }: Scored): boolean => isAboutBeat(view, candidate);
  takeOne(near, (one) => one.candidate.about !== undefined || goesOn(one));
  for (const from of near === wanted ? [wanted] : [near, wanted]) {
    for (const id of inquiries) {
      if (chosen.some(({ candidate }) => inquiries.some((one) => candidate.serves?.includes(one)))) break;
      takeOne(from, ({ candidate }) => candidate.serves?.includes(id) === true);
    }
    takeOne(from, ({ follows }) => follows);
    takeOne(from, ({ candidate }) => candidate.own !== undefined);
    // A deed says more of the player than an attitude.
    takeOne(from, (one) => saysWho(one) && one.candidate.attitude === undefined);
    takeOne(from, saysWho);
    takeOne(from, (one) => isDealing(view, one));
    // What nothing speaks for fills no more than three places, and none that a second question could. (rule PC4205)
    const isDueRest = ({ verb, salience }: Candidate): boolean => verb === "rest" && salience > 1;
    const solid = from.filter(({ candidate }) => !isFiller(candidate) || isDueRest(candidate));
    const isOfPlace = ({ candidate }: Scored): boolean => candidate.sources.every(({ kind }) => kind === "place");
    const isLearned = ({ candidate }: Scored): boolean => candidate.learned;
    if (view.scene >= QUOTA_FROM) {
      const room = count - learnedIn(view.scene, count);
      const others = chosen.filter(({ candidate }) => !candidate.learned).length;
      take(solid.filter(isLearned), count - Math.max(0, room - others), rules);
    }
    // After a beat three choices that it opens are enough, and so are three where only places are left to go to.
    const most = from === wanted && near !== wanted ? least : count;
    take(
      solid.filter((one) => !isOfPlace(one)),
      most,
      rules,
    );
    const beside = [
      noSpare,
      twoQuestions,
      oneJourney,
      oneTopic,
      otherDeeds,
      staysToAnswer,
      ...(view.beat ? [nothingNew] : []),
    ];
    take(solid, least, [...beside, otherAsked]);
    take(solid, least, beside);
    if (view.scene >= QUOTA_FROM) take(from.filter(isLearned), least, rules);
    take(
      from.filter((one) => !isOfPlace(one)),
      least,
      rules,
    );
    take(from, least, rules);
  }
  // One constraint at a time first, then a second journey that somebody or something waits for, then all constraints.
  for (const given of SOFT.filter((rule) => rule !== oneVerb))
    take(
      wanted,
      least,
      rules.filter((rule) => rule !== given),
    );
  // Who is here is spoken with before one sets out a second time: somebody else, then the same on something else.
  const here = wanted.filter((one) => !isJourney(one) && one.news.length === 0);
  take(here, least, [noSpare, oneAttitude, twoQuestions, otherAsked, oneFiller, oneTopic]);
  take(here, least, [noSpare, oneAttitude, twoQuestions, oneFiller, oneTopic]);
  // Before anything that no reason speaks for, another attitude can be taken. (rule PC5721)
  const attitudes = wanted.filter(({ candidate }) => candidate.attitude !== undefined);
  take(attitudes, least, [noSpare]);
  // Where so little is left, time goes on to the next beat, unless something waits elsewhere. (rule PC615)
  const passing = sorted.filter(({ candidate, rests }) => candidate.passesTime && !rests);
  if (!closes && !chosen.some(({ candidate }) => candidate.insists)) take(passing, least, []);
  // Whoever is here is let talk before time is passed for nothing. (rule PC653)
  const talk = all.filter((one) => !one.rests && isHearing(one));
  take(talk, least, [oneFiller]);
  const apart = [fewQuestions, oneFiller, twoJourneys, ...(view.beat ? [nothingNew] : [])];
  take(wanted, least, [...apart, otherVerbs]);
  for (let given = 1; given <= SOFT.length; given += 1) take(wanted, least, [...base, ...SOFT.slice(given)]);
  const late = view.beat ? [nothingNew] : [];
  const atAll = (from: readonly Scored[]): void => {
    take(from, least, [fewQuestions, oneFiller, oneJourney, ...late], hard(MOST_AT_ALL));
    take(from, least, [oneFiller, twoOfAVerb, oneJourney, ...late], hard(MOST_AT_ALL));
    take(from, least, [oneFiller, twoOfAVerb, twoJourneys, ...late], hard(MOST_AT_ALL));
  };
  atAll(wanted);
  // Where too little waits anywhere, there may be more to do elsewhere than here.
  const elsewhere = all.filter((one) => !one.rests && isJourney(one));
  // Nobody sets out for what nothing speaks for while somebody is here. (rule PC5901)
  const ways = view.present.length === 0 ? elsewhere : elsewhere.filter(({ candidate }) => candidate.idle !== true);
  take(ways, least, [fewQuestions, oneJourney, ...late]);
  take(here, least, [oneFiller, oneTopic]);
  take(ways, least, [fewQuestions, twoJourneys, ...late]);
  // With nobody about there is nothing but ways to go.
  if (view.present.length === 0) take(elsewhere, least, late, hard(MOST_AT_ALL));
  // Where nothing has been told yet but the premise, any way that it names leads on.
  if (view.scene === 0) take(wanted, least, [fewQuestions, oneFiller]);
  // With nothing left to do there is the place itself; better the same again than a dead end.
  const idle = all.filter(({ rests, candidate }) => !rests && isFiller(candidate));
  if (!closes) take(passing, least, []);
  // What can still be done here comes back before a filler, and what was passed over some scenes ago before a second. (rule PC617)
  const stays = all.filter((one) => one.stays && one.news.length === 0 && !isFiller(one.candidate));
  take(stays, least, [twoQuestions, otherAsked, otherDeeds, oneTopic]);
  take(stays, least, [twoQuestions, otherDeeds, oneTopic]);
  take(attitudes, least, []);
  // So does what is still in mind, after a beat too.
  take(
    possible.filter(({ recalls, news }) => recalls && news.length === 0),
    least,
    [twoQuestions, otherAsked, otherDeeds, oneFiller, oneJourney],
  );
  // What the story waits for comes back before anything that is there only because a verb is free. (rule PC3404)
  take(
    all.filter(({ candidate, news }) => candidate.due === true && !news.some((one) => one.startsWith("topic:"))),
    least,
    [fewQuestions, oneJourney, staysToAnswer, ...late],
  );
  // Whoever is here is asked what was just named, or let talk, and the way to what comes next is open, before what passes the time, and
  // that comes before what nothing speaks for. (rules PC1703 and PC5902)
  const isActive = ({ candidate }: Scored): boolean => !isPastime(candidate);
  const isWayOn = ({ candidate: { verb, sources } }: Scored): boolean => verb === "go" && sources[0]?.kind === "beat";
  const isNamed = (one: Scored): boolean => {
    const { verb, bind, text } = one.candidate;
    // What everybody knows of a place, and talk behind a companion's back, is nothing to begin of one's own accord. (rule PC5900)
    const isThin = verb === "gossip" ? text !== undefined : isPlaceTopic(view, bind.topic ?? "");
    return !isThin && (view.beat === null ? one.recent === true : one.follows);
  };
  const causeless = idle.filter(isActive);
  take(
    causeless.filter((one) => isWayOn(one) || isHearing(one) || (isQuestion(one) && isNamed(one))),
    least,
    [...base, oneVerb],
  );
  take(all.filter(isWayOn), least, [fewQuestions, oneJourney, staysToAnswer], hard(MOST_AT_ALL));
  // What passes the time is no answer to what has just happened, and is offered only where it brings something. (rule PC5903)
  const bringsSomething = ({ candidate }: Scored): boolean => isPastime(candidate) && candidate.empty !== true;
  const isCharged = view.beat !== null || view.hooks.some(({ kind }) => kind === "ending");
  if (!isCharged) take(idle.filter(bringsSomething), least, [oneVerb, onePastime]);
  take(causeless, least, [...base, oneVerb]);
  const again = all.filter(
    ({ rests, key, news, candidate }) =>
      !isPastime(candidate) &&
      !news.some((one) => one.startsWith("topic:")) &&
      (!rests || (view.memory.offers[key]?.last ?? view.scene) < view.scene - 1),
  );
  take(again, least, [fewQuestions, oneFiller, oneJourney, ...late]);
  take(again, least, [twoQuestions, oneFiller, ...late]);
  // What no text has named comes after all that, and before a filler.
  atAll(possible.filter(isActive));
  take(causeless, least, [fewQuestions, oneVerb]);
  // Nor does time pass while there is somewhere to go to or something to ask again.
  const active = all.filter(isActive);
  take(active, least, [fewQuestions, twoJourneys, oneTopic, ...late]);
  take(active, least, [twoQuestions, twoJourneys, oneTopic, ...late]);
  take(active, least, [twoJourneys], hard(MOST_AT_ALL));
  take(idle.filter(bringsSomething), least, [oneVerb, onePastime]);
  take(all, least, [onePastime]);
  take(all, least, [onePastime], always(MOST_AT_ALL));
  take(all, least, []);
  take(all, least, [], always(MOST_AT_ALL));
  // Rather one more way to go than fewer than three choices. (rule PC1604)
  take(
    all.filter((one) => isJourney(one) && one.bringIn.length === 1),
    least,
    [],
    always(Number.POSITIVE_INFINITY),
  );
  // A fourth is offered where there is one that is no filler, a deed towards somebody first. (rule PC1702)
  const isMore = ({ candidate }: Scored): boolean =>
    !isFiller(candidate) && candidate.empty !== true && candidate.spare !== true;
  take(
    wanted.filter((one) => isMore(one) && isDealing(view, one) && !isQuestion(one)),
    count,
    [otherDeeds, oneTopic, staysToAnswer, ...late],
  );
  take(
    near.filter((one) => isMore(one) && !isQuestion(one)),
    count,
    [twoJourneys, otherDeeds, oneTopic, staysToAnswer, ...late],
  );
  take(near.filter(isMore), count, [twoQuestions, twoJourneys, otherDeeds, oneTopic, staysToAnswer, ...late]);
  // Between two beats there is a way out.
  const wayOut = beatAtHand(view) === undefined ? elsewhere : [];
  take(
    wayOut.filter(({ candidate }) => candidate.empty !== true && candidate.idle !== true),
    count,
    [oneJourney, staysToAnswer, ...late],
  );
  return chosen;
}
