/** What can be done for or with somebody who is present: help, gifts, showing, reminding, watching. */
import { liesIn, type Person, type StoryMemory, type Verb } from "@narratoria/protocol/story";
import { beatAtHand } from "./aftermath.js";
import type { Candidate } from "./candidate.js";
import { deedInWords, isTelling } from "./deeds.js";
import { lastNamed } from "./fresh-names.js";
import * as gains from "./gains.js";
import * as knowledge from "./knowledge.js";
import { knownFactNaming } from "./knowledge.js";
import { memoizeView } from "./memoize-view.js";
import {
  factSource,
  itemSource,
  memoryKey,
  memorySource,
  motiveSource,
  personSource,
  threadSource,
} from "./sources.js";
import { namesIn } from "./scoring.js";
import type { View } from "./view.js";
import { wishesToSay } from "./wishes.js";
import { fill, hasWord } from "./words.js";

/** Scenes after which a memory may be called back, and after which it may be again. */
const CALLBACK_AGE = 4;

const CALLBACK_REST = 15;
/** Deeds that nobody brings up with whom they were done to. */
const UNSPOKEN: readonly Verb[] = ["sneak", "bluff", "watch", "follow", "force", "press", "confront"];

/** Words of a wish that stands in a choice as a plain object. */
const MOST_WISH_WORDS = 10;

/** Verbs of a wish that nobody else can lend a hand with. */
const NO_ACT =
  /^(?:to )?(?:not|never|always|only|be|become|have|know|feel|believe|hear|see|say|speak|ask|tell|stay|remain|seem|want|like|love|hate|decide|choose|make up|live|die|get (?:to|through)|keep .{1,40} (?:in the family|alive|afloat|going|running|on the air|fed|safe))\b/i;

/** A wish that waits for a time, or lasts until then. */
const LATER = /\b(?:until|till|before|when|once|after|one day|some day)\b/i;

/** Whether a wish is an act, in a few words, that somebody else can help with. (rule PC71) */
function canBeHelpedWith(motive: string): boolean {
  return /^(?:to )?\p{Ll}+ /u.test(motive) && !NO_ACT.test(motive) && motive.split(/\s+/).length <= MOST_WISH_WORDS + 1;
}

/** Whether a wish can be done where the player is: it names no other place, and nobody who is not here. (rule PC6453) */
function canBeDoneHere(view: View, npc: string, motive: string): boolean {
  return namesIn(view, motive).every((key) => {
    const [kind, id = ""] = key.split(":");
    if (kind === "npc") return id === npc || knowledge.isPresent(view, id);
    const place = kind === "place" ? view.places.get(id) : undefined;
    return place === undefined || id === view.placeId || (view.place !== undefined && liesIn(view.place, place));
  });
}

/** A thing that is known, or somebody's: "sell the ladder", "find out what my father meant". */
const DEFINITE = /\b(?:the|this|that|these|those|my|his|her|its|our|their) \p{L}/u;

/** Whether a wish is for something certain: "to feed people" or "to retire" is how somebody lives, and no errand. (rule PC1904) */
function isErrand(view: View, npc: string, motive: string): boolean {
  const isOfSomething = DEFINITE.test(motive) || namesIn(view, motive).some((key) => key !== `npc:${npc}`);
  return isOfSomething && canBeHelpedWith(motive);
}

export function helping(view: View, person: Person, friendly: boolean): readonly Candidate[] {
  const npc = person.id;
  const promised = view.threads.find((thread) => thread.kind === "promise" && thread.npc === npc);
  // A deed of which nothing can be told is done only where the story waits for how they feel. (rule PC71)
  const isWanted = view.hooks.some((hook) => hook.kind === "tag" && hook.measure !== undefined && hook.npc === npc);
  const found = knowledge
    .foundMotives(view, npc)
    .filter((motive) => isWanted || gains.touchedBy(view, npc, motive).length > 0)
    .filter((motive) => canBeHelpedWith(motive) && canBeDoneHere(view, npc, motive));
  const helps = found.map(
    (motive): Candidate => ({
      verb: "help",
      bind: { npc, text: motive, ...(promised ? { thread: promised.id } : {}) },
      sources: [promised ? threadSource(promised) : motiveSource(person, motive)],
      // What is to last, or to wait, is promised before anything is done for it.
      salience: promised ? 1.8 : LATER.test(motive) && friendly ? 0.6 : 1.2,
      learned: true,
      tags: [],
    }),
  );
  // A promise is something that has happened: it needs no answer but itself. (rule PC721)
  const promises = knowledge
    .foundMotives(view, npc)
    .filter(
      (motive) =>
        isErrand(view, npc, motive) &&
        friendly &&
        !isPledged(view) &&
        view.memory.done[`help:${npc}:${motive}`] === undefined &&
        // Who was told no has had an answer.
        view.memory.done[`promise:${npc}:${motive}`] === undefined,
    )
    .map(
      (motive): Candidate => ({
        verb: "accept",
        bind: { npc, text: motive },
        ...promiseInWords(view, npc, motive),
        sources: [motiveSource(person, motive)],
        salience: LATER.test(motive) ? 1.4 : 0.6,
        learned: true,
        tags: [],
      }),
    );
  const refusals = promises.flatMap(({ bind, sources }) => denying(view, npc, bind.text ?? "", sources));
  // Nobody parts with a thing for nothing: a gift is for who wants it.
  const gifts = view.inventory
    .filter((item) => mentions(person, item.name) && !wasGiven(view, npc, item.id))
    .map(
      (item): Candidate => ({
        verb: "give",
        bind: { npc, item: item.id },
        sources: [itemSource(item)],
        salience: 1.2,
        learned: false,
        tags: [],
      }),
    );
  return [...helps, ...promises, ...refusals, ...gifts, ...(friendly && !promised ? offering(view, person) : [])];
}

/** Key in `world.choices.done` of having given somebody something. */
export const gaveKey = (npc: string): string => `gave:${npc}`;

/**
 * Whether somebody has had what they want of the player, or could have had it: a gift is offered once, and not beside what a beat puts to
 * the player. (rule PC4203)
 */
function wasGiven(view: View, npc: string, item: string): boolean {
  const open = view.beat ?? view.memory.beat;
  const isPut =
    open !== undefined && open.decisions.length + (open.choices ?? []).length > 0 && beatAtHand(view) !== undefined;
  const isWanted = view.hooks.some((hook) => hook.kind === "tag" && hook.measure !== undefined && hook.npc === npc);
  if (view.memory.done[gaveKey(npc)] !== undefined) return true;
  return (
    isPut ||
    (!isWanted &&
      Object.keys(view.memory.offers).some((key) => key.startsWith(`give|${npc}|`) && key.includes(`|${item}`)))
  );
}

/** Who waits for a promise that was put off can also be told no: to leave it open is all that a player could do to them otherwise. (rule PC5550) */
function denying(view: View, npc: string, motive: string, sources: Candidate["sources"]): readonly Candidate[] {
  const wasPutOff = Object.entries(view.memory.offers).some(
    ([key, { last }]) => key.startsWith(`accept|${npc}`) && last < view.scene,
  );
  const text = wasPutOff ? fill("Tell {npc} that you will not help {npc.o}", view, { npc }) : null;
  if (text === null) return [];
  return [{ verb: "refuse", bind: { npc, text: motive }, text, sources, salience: 0.9, learned: true, tags: [] }];
}

/** What a wish adds to the deed itself: what else it is for, and what it comes before. */
const ADDED = /(?:, | )(?:before|so that|because|while|without|even if|if|though|although|as long as)\b.*$|, .*$/iu;

/** A promise names the deed and leaves out what its wish adds: "to get Berta to rest before her back gives out". (rule PC3304) */
function promiseInWords(view: View, npc: string, motive: string): { readonly text?: string } {
  const deed = motive.replace(ADDED, "");
  if (deed === motive || deed.split(" ").length < 3) return {};
  const text = fill("Promise {npc} that you will help {npc.o} {text}", view, { npc, text: deed });
  return text === null ? {} : { text };
}

/** Whether a promise of the player's waits: nobody gives their word right and left. (rule PC1904) */
const isPledged = ({ threads }: View): boolean => threads.some(({ kind }) => kind === "promise");

/** Scenes for which nobody else is offered help after somebody was. */
const HELP_REST = 4;

/** Whoever was met, and has a plain wish that the player does not know of, can be offered help: they say what it is. (rule PC720) */
function offering(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const met = view.standing.get(npc)?.met;
  const isKnown = knowledge.foundMotives(view, npc).length > 0;
  // Whom the player has come to see is not left standing there. (rule PC726)
  const isSought = view.choice?.verb === "go" && view.choice.bind.npc === npc && view.choice.bind.topic === undefined;
  if (!isSought && (met === undefined || met >= view.scene)) return [];
  if (isKnown || person.speech !== "words") return [];
  // Nobody offers help with the next breath to whom they have turned down.
  if (view.choice?.verb === "refuse" && view.choice.bind.npc === npc) return [];
  // Nobody is offered help with what nobody can help with, a machine with what it does, nor anybody again who was passed over.
  // A stranger is not told what has nothing to do with what goes on. (rule PC5751)
  const [wish] = wishesToSay(view, npc);
  if (person.kind === "machine" || wish === undefined || !canBeHelpedWith(wish)) return [];
  if (wasAnybodyOffered(view, npc) || (view.memory.offers[`help|${npc}`]?.passed ?? 0) > 0) return [];
  // Who was not looked for has asked for nothing, unless the story waits for how they feel. (rule PC3301)
  const isWanted = view.hooks.some((hook) => hook.kind === "tag" && hook.measure !== undefined && hook.npc === npc);
  return [
    {
      verb: "help",
      bind: { npc },
      text: isSought ? `Ask ${person.short} what you can do` : `Offer ${person.short} your help`,
      sources: [personSource(view, npc)],
      salience: isSought ? 1.6 : 1.1,
      learned: true,
      tags: [],
      ...(isSought ? { takesUp: true } : isWanted ? {} : { idle: true }),
    },
  ];
}

/** Whether somebody else was offered help of late. */
const wasAnybodyOffered = ({ memory, scene }: View, npc: string): boolean =>
  Object.entries(memory.offers).some(
    ([key, { last }]) => /^help\|[^|]+$/.test(key) && key !== `help|${npc}` && scene - last <= HELP_REST,
  );

/** Scenes for which a thing that could have been shown to somebody is shown to nobody. (rule PC666) */
const SHOWN_REST = 8;

/** Whether it was offered of late to show a thing, to whomever. */
const wasHeldOut = memoizeView(({ memory, scene }, item: string): boolean =>
  Object.entries(memory.offers).some(([key, { last }]) => {
    const [verb, , , , , shown] = key.split("|");
    return verb === "use" && shown === item && last < scene && scene - last < SHOWN_REST;
  }),
);

/** Scenes for which a thing that was named, or come by, is one to be shown. */
const SHOWN_LATELY = 1;

/** Whether the player came by a thing a few scenes ago, or one of the last scenes has named it. */
function isOfLately({ memory, scene }: View, { id, name }: { readonly id: string; readonly name: string }): boolean {
  const taken = memory.done[`take:${id}`];
  const { things } = memory;
  const head = headOf(name);
  const named =
    things === undefined ? [] : [things, ...things.earlier].filter((one) => scene - one.scene <= SHOWN_LATELY);
  return (
    (taken !== undefined && scene - taken <= SHOWN_LATELY) ||
    named.some(({ names }) => names.some((one) => ` ${one}`.endsWith(` ${head}`)))
  );
}

export function showing(view: View, person: Person): readonly Candidate[] {
  return view.inventory.flatMap((item): Candidate[] => {
    if (wasHeldOut(view, item.id)) return [];
    const topic = topicOf(view, item.name);
    const naming = topic === undefined ? undefined : knownFactNaming(view, topic);
    // Nothing is held out that no text has spoken of lately, nor twice what somebody could have had of it. (rule PC4207)
    if (lastNamed(view, `item:${item.id}`) < view.scene - SHOWN_LATELY && !isOfLately(view, item)) return [];
    // Nobody is shown what has nothing to do with them.
    if (gains.onThing(view, person.id, item.id, topic) === null) return [];
    return [
      {
        verb: "use",
        bind: { npc: person.id, item: item.id, ...(topic === undefined ? {} : { topic }) },
        sources: [itemSource(item), ...(naming ? [factSource(naming)] : [])],
        salience: 0.4 + (topic === undefined ? 0 : 0.8) + (mentions(person, item.name) ? 0.8 : 0),
        learned: naming !== undefined,
        tags: [],
      },
    ];
  });
}

export function recalling(view: View, person: Person, recalled: readonly StoryMemory[]): readonly Candidate[] {
  return recalled.flatMap((memory): Candidate[] => {
    const { deed } = memory;
    if (memory.sure === false || !deed || deed.bind.npc !== person.id || view.scene - memory.scene < CALLBACK_AGE)
      return [];
    // Nobody is reminded of a wrong done to them, nor told of what was done in secret or wrung from them; reason clauses may hint at both.
    if (!isTelling(memory) || deed.polarity === "bad" || UNSPOKEN.includes(deed.verb)) return [];
    const key = memoryKey(memory);
    const last = view.memory.reasons[key];
    if (last !== undefined && view.scene - last < CALLBACK_REST) return [];
    const words = deedInWords(view, deed, "pronoun");
    const topic = deed.bind.topic;
    const kept = topic === undefined ? [] : knowledge.reserved(view, topic, person.id);
    // Whoever has nothing more to say to it is not reminded.
    if (words === null || kept[0] === undefined) return [];
    return [
      {
        verb: "recall",
        bind: { npc: person.id, memory: key, text: words, fact: kept[0].id },
        sources: [memorySource(memory)],
        salience: 1.2 + (memory.relevance ?? 0) * 0.5 + (memory.significance === "high" ? 0.3 : 0),
        learned: true,
        tags: [],
        memory,
      },
    ];
  });
}

/** The topic that a thing belongs to, of those that the player has heard of. */
const topicOf = memoizeView((view, item: string): string | undefined =>
  Object.keys(view.known.topics).find((id) => sharesWord(view.topics.get(id)?.np ?? "", item)),
);

/** Whether somebody wants such a thing: a brass bell is no brass tally. */
function mentions(person: Person, item: string): boolean {
  const thing = headOf(item);
  return thing.length > 2 && person.motives.some((words) => isForHaving(words.toLowerCase(), thing));
}

/**
 * Whether a wish is to have a thing: not to see it hung, to have it mended or to know what it is, which whoever carries it does not bring
 * about by giving it away. (rule PC6502)
 */
function isForHaving(wish: string, thing: string): boolean {
  if (!hasWord(wish, thing)) return false;
  const after = wish.slice(wish.indexOf(thing) + thing.length);
  return (
    !/^(?:to )?(?:see|watch|hear|know|learn|understand|prove|mend|repair|destroy|break|hang|lay|bury|burn|ring|keep .+ from)\b/u.test(
      wish,
    ) &&
    !/^[^,.;]{0,20}?\b(?:\p{Ll}+ed|hung|laid|cut|broken|burnt|sunk|rung|gone|put|taken|brought|kept|sold|sent|lost)\b/u.test(
      after,
    )
  );
}

/** "full skins of water, sealed" as "skins". */
function headOf(item: string): string {
  const [np = ""] = item.toLowerCase().split(/,| (?:of|on|with|in|from|for|out) /);
  // A tally-book is no book of just any kind.
  return np.match(/\p{L}+(?:-\p{L}+)*/gu)?.at(-1) ?? "";
}

function sharesWord(one: string, other: string): boolean {
  const words = new Set(one.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return (other.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
}
