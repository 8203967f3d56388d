/**
 * What each verb does, by outcome. A success delivers; a partial success delivers and costs; a failure changes something
 * that the next choice can take up. Everything is decided before the dice are thrown.
 */
import { headOf } from "@narratoria/protocol/english";
import type { Random } from "@narratoria/protocol/random";
import type { Bindings, ChoiceRows, ChoiceSlot, Effect, Outcome, Verb } from "@narratoria/protocol/story";
import * as costs from "./costs.js";
import * as gains from "./gains.js";
import { answers, isPresent, knowsFact, reserved, whoElseKnows } from "./knowledge.js";
import { answerTo, PAST_MARK } from "./old-times.js";
import { putOff } from "./put-off.js";
import { goingThere } from "./goals.js";
import { felt } from "./sentiment.js";
import type { Weight } from "./weights.js";
import { sayingsOn } from "./take-up.js";
import { isAWord, ownLine, replyKind, replyRegard } from "./replies.js";
import { minutesTo } from "./roads.js";
import { happenedAt, lineToNews } from "./talk-candidates.js";
import { takenAs } from "./decisions.js";
import { isAsking, isLooking } from "./due-candidates.js";
import { minutesWaited, restMinutes } from "./waiting.js";
import { type View, wasTold } from "./view.js";
import { bare, called, hasWord, slug } from "./words.js";
import { refusal, refusalOfThing } from "./refusals.js";

export type Rows = { readonly [outcome in Outcome]: readonly Effect[] };

interface Moment {
  readonly view: View;
  readonly bind: Bindings;
  readonly random: Random;
  readonly tags: readonly string[];
  /** What the author says comes of it. */
  readonly result?: string | undefined;
  /** What the author says comes of it, by how the roll comes out. */
  readonly rows?: ChoiceRows | undefined;
}

type Row = readonly (Effect | null | undefined)[];
interface Draft {
  readonly success?: Row;
  readonly partial?: Row;
  readonly fail?: Row;
  readonly none?: Row;
}

/**
 * Decides the effects of a choice for every outcome.
 *
 * @param random - Seeded for this invocation; the same seed gives the same rows.
 */
export function outcomesOf(view: View, slot: ChoiceSlot, random: Random): Rows {
  const moment: Moment = { view, bind: slot.bind, random, tags: slot.tags, result: slot.result, rows: slot.rows };
  const draft = DEEDS[slot.verb](moment);
  const success = clean(draft.success ?? draft.none ?? []);
  const none = clean(draft.none ?? draft.success ?? []);
  const partial = clean(draft.partial ?? [...success, costs.cost(view, random, slot.bind.npc)]);
  const fail = clean(draft.fail ?? [costs.mishap(view, random)]);
  return {
    success: atLeast(success, moment),
    partial: atLeast(partial, moment),
    fail: atLeast(fail, moment),
    none: atLeast(none, moment),
  };
}

/** Whether the player says something of themselves, or what one like them makes of what was told or could do. */
const isOfOneself = ({ memory = "", text = "" }: Bindings): boolean =>
  text.startsWith("tell ") || memory.startsWith(`${PAST_MARK}view:`);

/** A line of somebody's own, which they say to whoever tells them something. (rule PC5000) */
function toldOwn(view: View, npc: string): Effect | null {
  const line = ownLine(view, npc, []);
  return line === undefined ? null : { kind: "learn", fact: line.id, from: npc, whole: true, how: "told" };
}

/** No scene without a change: where nothing is left to gain, somebody comes or time goes by. */
function atLeast(row: readonly Effect[], { view, random }: Moment): readonly Effect[] {
  return row.length > 0 ? row : clean(coming(view, costs.arrival(view, random) ?? costs.lostTime(random)));
}

function clean(row: Row): readonly Effect[] {
  return row.filter((effect): effect is Effect => effect !== null && effect !== undefined);
}

/** Whoever comes in says what they want, if that is no secret. (rule PC6355) */
function coming(view: View, comes: Effect | null): Row {
  const person = comes?.kind === "arrive" ? view.people.get(comes.npc) : undefined;
  return [comes, person?.speech === "words" ? gains.ownWish(view, person.id) : null];
}

/** Each verb with the person it needs; a choice that lost its person does what can be done alone. */
function withPerson(deed: (moment: Moment, npc: string) => Draft): (moment: Moment) => Draft {
  return (moment) => {
    const { npc } = moment.bind;
    return npc !== undefined && moment.view.people.has(npc) ? deed(moment, npc) : lookAround(moment);
  };
}

const DEEDS: Readonly<Record<Verb, (moment: Moment) => Draft>> = {
  ask: withPerson((moment, npc) => asked(moment, npc)),

  press: withPerson(({ view, bind, random }, npc) => {
    const gain = gains.wrung(view, npc, bind.topic);
    return {
      success: [gain],
      partial: [gain, costs.cost(view, random, npc, true)],
      fail: [refused(view, npc, bind.topic), felt(view, npc, "slight"), elsewhere(view, npc, bind.topic)],
    };
  }),

  bluff: withPerson(({ view, bind, random }, npc) => {
    const gain = gains.wrung(view, npc, bind.topic);
    return {
      success: [gain],
      partial: [gain, random.chance(0.5) ? felt(view, npc, "slight") : costs.cost(view, random, npc, true)],
      fail: [refused(view, npc, bind.topic), felt(view, npc, "offence", bind), elsewhere(view, npc, bind.topic)],
    };
  }),

  confront: withPerson(({ view, bind }, npc) => {
    const closes = closeThread(view, bind.thread);
    const gain = bind.npc2 === undefined ? gains.ownWish(view, npc) : gains.answerTo(view, npc, bind.npc2);
    return {
      success: [gain, closes],
      partial: [gain, closes, felt(view, npc, "offence", bind)],
      fail: [felt(view, npc, "wrong", bind), costs.exit(view, npc)],
    };
  }),

  gossip: withPerson(({ view, bind }, npc) => {
    // A question about somebody is answered about them, or not at all.
    const gain = bind.npc2 === undefined ? null : gains.answerAbout(view, npc, bind.npc2);
    const more = gain?.kind === "relation" && bind.npc2 !== undefined ? gains.moreAbout(view, npc, bind.npc2) : null;
    return { none: [gain ?? felt(view, npc, "courtesy"), more] };
  }),

  trust: withPerson(({ view, bind }, npc) => {
    // Who is told what somebody wants says what they alone know of them. (rule PC1705)
    if (bind.npc2 !== undefined && bind.fact === undefined && bind.text === undefined) {
      return { none: [felt(view, npc, "courtesy"), gains.answerToWish(view, npc, bind.npc2)] };
    }
    if (bind.text === undefined) {
      const news = view.facts.get(bind.fact ?? "");
      return { none: [felt(view, npc, "courtesy"), news ? gains.reply(view, npc, news) : null] };
    }
    // What happened somewhere is met with a line of their own: what its names have to do with is no answer to it. (rules PC3142 and PC5402)
    const happened = happenedAt(view, bind.place);
    return { none: [felt(view, npc, "courtesy"), gains.toldBy(npc, happened && lineToNews(view, npc, happened))] };
  }),

  recall: withPerson(({ view, bind }, npc) => ({
    none: [felt(view, npc, "courtesy"), gains.keptBack(view, npc, bind.fact)],
  })),

  help: withPerson(({ view, bind }, npc) => {
    const kept = closeThread(view, bind.thread ?? promiseTo(view, npc));
    // Who is offered help says what they want. (rule PC720)
    if (bind.text === undefined) return { none: [gains.ownWish(view, npc), felt(view, npc, "courtesy")] };
    return { none: [felt(view, npc, "service"), kept, gains.thanks(view, npc, bind.text)] };
  }),

  give: withPerson(({ view, bind }, npc) => {
    const item = view.inventory.find((one) => one.id === bind.item);
    const thanks = item ? gains.reply(view, npc, { text: item.name, names: [] }) : null;
    return {
      none: [
        item ? { kind: "item", id: item.id, name: called(item.name), gained: false, npc } : null,
        felt(view, npc, "favour"),
        thanks,
      ],
    };
  }),

  settle: withPerson(({ view, random }, npc) => ({
    success: [{ kind: "paid", npc }, felt(view, npc, "favour")],
    partial: [
      { kind: "paid", npc },
      random.chance(0.5) ? costs.wornOut(view, random, "tired") : costs.lostTime(random),
    ],
    fail: [costs.lostTime(random), felt(view, npc, "slight")],
  })),

  warn: withPerson(({ view, bind }, npc) => {
    const gain = bind.npc2 === undefined ? null : gains.answerTo(view, npc, bind.npc2);
    return { none: [felt(view, npc, "favour", bind), gain] };
  }),

  // Who has told meanwhile what they had to say of a thing takes it kindly to be shown it. (rule PC5753)
  use: withPerson(({ view, bind }, npc) => ({
    none: [gains.onThing(view, npc, bind.item, bind.topic) ?? felt(view, npc, "courtesy")],
  })),

  listen: (moment) => {
    const { view, random } = moment;
    const heard = gains.trace(view, random, "overheard") ?? costs.arrival(view, random) ?? costs.lostTime(random);
    return { none: coming(view, heard) };
  },

  search: (moment) => lookAround(moment),
  force: (moment) => {
    const { view, random } = moment;
    const found = find(moment);
    return {
      success: [found],
      partial: [found, costs.wornOut(view, random, "bruised")],
      fail: [costs.wornOut(view, random, "bruised"), costs.mishap(view, random)],
    };
  },
  sneak: (moment) => {
    const { view, bind, random } = moment;
    const found = find(moment);
    const { npc } = bind;
    const seenBy = npc !== undefined && isPresent(view, npc) ? npc : costs.whoNotices(view, undefined)?.id;
    return {
      success: [found],
      partial: [found, seenBy === undefined ? costs.lostTime(random) : { kind: "noticed", by: seenBy }],
      fail: seenBy === undefined ? [costs.mishap(view, random)] : [felt(view, seenBy, "offence")],
    };
  },

  watch: (moment) => {
    const { view, bind, random } = moment;
    const { npc } = bind;
    if (npc === undefined || !view.people.has(npc)) {
      const seen = costs.arrival(view, random) ?? gains.trace(view, random, "found");
      return { none: coming(view, seen) };
    }
    return { none: [gains.trace(view, random, "overheard")] };
  },

  read: ({ view, bind, random }) => ({
    // What is carried is read; what stands here speaks of here.
    none: [
      bind.item !== undefined
        ? gains.inPaper(view, bind.item)
        : bind.prop !== undefined
          ? gains.onProp(view, bind.prop)
          : gains.trace(view, random, "found"),
    ],
  }),

  wait: ({ view, bind, random }) => {
    if (bind.beat !== undefined) {
      const minutes = minutesWaited(view.minutes, bind.text ?? "");
      const time: Effect | null = minutes === undefined ? null : { kind: "time", minutes };
      return { none: [time, { kind: "flag", name: "time-goes-on" }] };
    }
    const comes = (): Effect | null => costs.arrival(view, random);
    const heard = (): Effect | null => gains.trace(view, random, "overheard");
    const brings = random.chance(0.75) ? (comes() ?? heard()) : (heard() ?? comes());
    return { none: [{ kind: "time", minutes: 60 }, ...coming(view, brings)] };
  },

  reckon: ({ view, random }) => {
    const pairs = gains.reckonable(view);
    const pair = pairs.length > 0 ? random.pick(pairs) : undefined;
    return { none: [pair ? { kind: "reckon", facts: [pair[0].id, pair[1].id] } : costs.lostTime(random)] };
  },

  go: ({ view, bind, random }) => ({
    // Whoever is gone to about something says what they have to say on it. (rule PC1810)
    none: [
      onTheWay(view, bind.place),
      moveTo(view, bind.place),
      answerThere(view, bind),
      joining(view, bind.place, random),
    ],
  }),

  follow: ({ view, bind }) => {
    const { npc, place } = bind;
    const leaves = npc !== undefined && isPresent(view, npc) && place !== undefined ? leaving(npc, place) : null;
    return { none: [leaves, onTheWay(view, place), moveTo(view, place)] };
  },

  flee: ({ view, bind }) => ({
    none: [onTheWay(view, bind.place), moveTo(view, bind.place), closeThread(view, bind.thread)],
  }),

  face: ({ view, bind }) => {
    const { npc } = bind;
    const closes = closeThread(view, bind.thread);
    const comes = npc !== undefined && !isPresent(view, npc) && view.place ? arriving(npc, view.placeId) : null;
    return { none: [comes, closes] };
  },

  rest: ({ view, random }) => {
    const recovered = view.conditions.filter((name) => name !== "hungry").slice(0, 2);
    const cleared = recovered.map((name): Effect => ({ kind: "condition", name, gained: false }));
    const pairs = gains.reckonable(view);
    const thought = pairs.length > 0 && random.chance(0.5) ? random.pick(pairs) : undefined;
    return {
      none: [
        { kind: "time", minutes: restMinutes(view.minutes) },
        ...cleared,
        thought ? { kind: "reckon", facts: [thought[0].id, thought[1].id] } : null,
      ],
    };
  },

  decide: ({ view, bind, tags, random, result, rows }) => {
    const { npc, fact } = bind;
    if (rows !== undefined) return authored(tags[0] ?? "decided", rows, costs.cost(view, random, npc));
    if (npc !== undefined && bind.until !== undefined) return { none: [putOff(view, npc, bind.until)] };
    const kept = closeThread(view, bind.thread);
    if (npc !== undefined && bind.memory?.startsWith(PAST_MARK))
      return {
        none: [
          result === undefined ? null : { kind: "authored", text: result },
          // Nobody warms to whom they have a grudge against for being reminded of it.
          (view.standing.get(npc)?.feeling ?? 0) < 0 ? null : felt(view, npc, "courtesy"),
          answerTo(view, npc, bind.text ?? "") ?? (isOfOneself(bind) ? toldOwn(view, npc) : null),
        ],
      };
    // Whoever is answered, or kept company, says a line of their own to it, and shows how they take it. (rules PC1700, PC1701)
    if (npc !== undefined && replyKind("decide", bind) !== undefined) {
      const line = fact !== undefined && view.facts.has(fact) && !knowsFact(view, fact) ? fact : undefined;
      const regard = replyRegard(bind);
      return {
        none: [
          regard === undefined ? null : felt(view, npc, regard),
          line === undefined ? null : { kind: "learn", fact: line, from: npc, whole: true, how: "told" },
        ],
      };
    }
    // A question that the beat has raised is answered by whom it is put to.
    if (fact !== undefined && npc !== undefined && view.facts.has(fact))
      return {
        none: [
          // Who is talked to for their own sake thinks better of whoever does it. (rule PC6200)
          isAWord(bind) ? felt(view, npc, "courtesy") : null,
          { kind: "learn", fact: stillUntold(view, npc, fact, bind.prop), from: npc, whole: true, how: "told" },
        ],
      };
    // Whoever keeps something back on a thing says nothing about it. (rule PC3306)
    if (isUnspoken(bind) && npc !== undefined)
      return { none: [refusalOfThing(view, npc, bind.prop ?? "") ?? { kind: "refuse", npc }] };
    if (fact !== undefined && npc === undefined && bind.prop !== undefined && view.facts.has(fact))
      return { none: [{ kind: "learn", fact, whole: true, how: "found" }] };
    // A thing that is looked at closely shows what its author says of it.
    if (bind.prop !== undefined && result !== undefined) return { none: [shownOf(view, bind.prop, result, random)] };
    const found = bind.item !== undefined && !view.inventory.some(({ id }) => id === bind.item) ? bind.item : undefined;
    const taken = npc === undefined ? undefined : takenAs(bind.text ?? "", view.people.get(npc), view.present);
    // What is done elsewhere is done there, with whoever is taken along. (rule PC6450)
    const goes = bind.beat === undefined ? null : moveTo(view, bind.place);
    const along = goes !== null && bind.npc2 !== undefined && isPresent(view, bind.npc2) ? bind.npc2 : undefined;
    const done: Row = [
      { kind: "flag", name: tags[0] ?? slug(bind.text ?? bind.beat ?? "decided") },
      goes === null ? null : onTheWay(view, bind.place),
      goes,
      along === undefined || bind.place === undefined ? null : leaving(along, bind.place),
      npc === undefined || taken === undefined ? null : felt(view, npc, taken),
      found === undefined ? null : { kind: "item", id: found, name: found.replaceAll("-", " "), gained: true },
      result === undefined ? null : { kind: "authored", text: result },
      (result === undefined || goes !== null) && bind.beat !== undefined ? reaction(view, bind) : null,
      kept,
    ];
    return { none: done, fail: [npc === undefined ? costs.lostTime(random) : felt(view, npc, "slight")] };
  },

  accept: ({ view, bind, tags }) => {
    const { npc } = bind;
    // What is done or said at once is no promise.
    const offer = bind.beat === undefined ? undefined : view.memory.beat?.offer;
    const isDone = offer?.yes !== undefined && offer.yes === bind.text;
    // Nobody gives thanks for an answer.
    const isAnswer = offer?.kind === "question";
    const promised = npc !== undefined && !isDone && promiseTo(view, npc) === undefined ? openPromise(npc) : null;
    return {
      none: [
        bind.beat === undefined ? null : { kind: "flag", name: tags[0] ?? slug(bind.text ?? bind.beat) },
        handedOver(view, bind),
        npc === undefined || isAnswer ? null : felt(view, npc, bind.beat === undefined ? "service" : "courtesy"),
        promised,
        npc === undefined
          ? null
          : isAnswer
            ? gains.onAnswer(view, npc, answersPut(view, bind))
            : gains.onBeat(view, npc, bind.text ?? ""),
      ],
    };
  },

  refuse: ({ view, bind, tags }) => {
    const { npc } = bind;
    // No is an answer to a question, and nobody minds it.
    const isAnswer = bind.beat !== undefined && view.memory.beat?.offer?.kind === "question";
    return {
      none: [
        bind.beat === undefined ? null : { kind: "flag", name: tags[0] ?? slug(bind.text ?? bind.beat) },
        // A word taken back weighs more than a no, and a no to somebody's wish more than one to what a beat offers.
        npc === undefined || isAnswer ? null : felt(view, npc, refusalOf(bind)),
        closeThread(view, bind.thread),
        npc === undefined || !isAnswer ? null : gains.onAnswer(view, npc, answersPut(view, bind)),
      ],
    };
  },

  end: ({ bind }) => ({ none: [{ kind: "flag", name: `ending-${slug(bind.ending ?? "story")}` }] }),
};

const refusalOf = ({ beat, thread }: Bindings): Weight =>
  beat !== undefined ? "slight" : thread === undefined ? "offence" : "wrong";

/** What can be said to whoever asked, and what was said. */
const answersPut = (view: View, { text = "" }: Bindings): readonly string[] => {
  const { yes, no = "" } = view.memory.beat?.offer ?? { yes: "" };
  return [text, yes, no];
};

/** A thing that is taken with an offer is carried from then on; one that is given is no longer. (rule PC1603) */
function handedOver(view: View, { item, npc }: Bindings): Effect | null {
  if (item === undefined) return null;
  const own = view.inventory.find(({ id }) => id === item);
  const name = called(own?.name ?? item.replaceAll("-", " "));
  return { kind: "item", id: item, name, gained: own === undefined, ...(npc === undefined ? {} : { npc }) };
}

/** Whether a question is one about a thing that nobody answers. */
export const isUnspoken = ({ npc, prop, fact, beat, until, text }: Bindings): boolean =>
  npc !== undefined &&
  prop !== undefined &&
  fact === undefined &&
  beat === undefined &&
  until === undefined &&
  isAsking(text ?? "");

/** "feel the wall", "look at the lead seal": what is looked at stands last. */
function answerThere(view: View, { npc, topic }: Bindings): Effect | null {
  return npc === undefined || topic === undefined ? null : gains.answer(view, npc, topic);
}

const LOOKED_AT = /\b(?:the|an?|his|her|its|their) (\p{Ll}[\p{Ll}’' -]*)$/u;

/**
 * What comes of a choice of which its author says nothing: what is looked at shows what the place or somebody here has on it; what
 * is read up says the first that its page says; else whoever it concerns says what they have of their own to say to the beat. (rule PC728)
 */
function reaction(view: View, { npc, place, text = "" }: Bindings): Effect | null {
  const read = gains.onReading(view, text);
  if (read !== null) return read;
  const thing = isLooking(text) ? LOOKED_AT.exec(text)?.[1] : undefined;
  const head = thing === undefined ? "" : headOf(thing);
  if (head.length > 2) {
    const seen = view.place?.sentences.find((one) => !wasTold(view.told, one) && hasWord(one.toLowerCase(), head));
    if (seen !== undefined) return { kind: "authored", text: seen };
    const found = gains.onProp(view, head);
    if (found !== null) return found;
    const person = npc === undefined ? undefined : view.people.get(npc);
    const said = person && isPresent(view, person.id) ? sayingsOn(view, person, head)[0] : undefined;
    if (said && npc !== undefined) return { kind: "learn", fact: said.id, from: npc, whole: true, how: "told" };
  }
  if (npc === undefined) {
    if (place !== undefined && place !== view.placeId) return null;
    // Whoever of the beat stands by says what they have to say to it. (rule PC5752)
    const people = view.memory.beat?.people.filter((one) => isPresent(view, one)) ?? [];
    return people.map((one) => gains.onDecision(view, one, text)).find((one) => one !== null) ?? null;
  }
  if (!isPresent(view, npc) && view.standing.get(npc)?.place !== place) return null;
  const said = isAsking(text) ? (gains.onQuestion(view, npc, text) ?? gains.onBeingAsked(view, npc)) : null;
  return said ?? (IN_WORDS.test(text) ? null : gains.onDeed(view, npc, text)) ?? gains.onDecision(view, npc, text);
}

/** Deeds of words: whoever hears them answers them, or not at all. */
const IN_WORDS =
  /^(?:\p{Ll}+ly )?(?:ask|tell|say|answer|agree|refuse|promise|accuse|call|shout|lie|admit|confess|swear|explain|warn|offer|announce|insist|deny|thank|apologi[sz]e|argue|speak|talk|read|let)\b/u;

/** What an author has written of a choice comes of it, and nothing else; where nothing is written of half a success, it has its price. (rule PC772) */
function authored(tag: string, { success, partial, fail }: ChoiceRows, price: Effect | null): Draft {
  const flag: Effect = { kind: "flag", name: tag };
  return {
    none: [flag, ...success],
    success: [flag, ...success],
    partial: [flag, ...(partial ?? [...success, price])],
    ...(fail === undefined ? {} : { fail: [flag, ...fail] }),
  };
}

/** What a thing shows; where the scene before has told it, another sentence on it, else what is to be found here. (rule PC725) */
function shownOf(view: View, thing: string, sentence: string, random: Random): Effect | null {
  const head = headOf(thing);
  const untold = [sentence, ...(view.place?.sentences ?? []).filter((text) => hasWord(text.toLowerCase(), head))].find(
    (text) => !wasTold(view.told, text),
  );
  return untold === undefined ? gains.trace(view, random, "found") : { kind: "authored", text: untold };
}

/** The answer to a question; where the scene before has told it, the next thing that they have to say of the same. (rule PC610) */
function stillUntold(view: View, npc: string, fact: string, thing: string | undefined): string {
  if (thing === undefined || !knowsFact(view, fact)) return fact;
  const person = view.people.get(npc);
  const others = person ? sayingsOn(view, person, bare(thing)) : [];
  return (others[0] ?? answers(view, view.facts.get(fact)?.topic ?? "", npc)[0])?.id ?? fact;
}

/** A question is answered, by whoever is asked, or by a name of who would know, or refused. No dice are thrown for it. (rule PC60) */
function asked({ view, bind, random }: Moment, npc: string): Draft {
  const { topic } = bind;
  const warms = random.chance(0.3) ? felt(view, npc, "courtesy") : null;
  if (topic === undefined) return { none: [gains.ownWish(view, npc) ?? felt(view, npc, "courtesy"), warms] };
  const own = gains.answer(view, npc, topic);
  if (own !== null) return { none: [own, warms], fail: [refused(view, npc, topic), felt(view, npc, "slight")] };
  const bare = refusal(view, npc, topic);
  const hasReason = bare.kind === "refuse" && bare.reason !== undefined;
  // Who keeps it back and cannot say why sends on, as whoever does not know. (rule PC60)
  const other = reserved(view, topic, npc).length > 0 && hasReason ? undefined : whoElseKnows(view, topic, npc);
  // Nobody refuses without a reason who could say anything of it. (rule PC3505)
  const loose = other || hasReason ? null : gains.anythingOn(view, npc, topic);
  const sentOn: Effect = other ? { kind: "redirect", npc, to: other.id, topic } : (loose ?? bare);
  return { none: [sentOn], fail: [refused(view, npc, topic), felt(view, npc, "slight")] };
}

/** Where one way is shut another is named: who else could say it. (rule PC433) */
function elsewhere(view: View, npc: string, topic: string | undefined): Effect | null {
  const other = topic === undefined ? undefined : whoElseKnows(view, topic, npc);
  return other && topic !== undefined ? { kind: "redirect", npc, to: other.id, topic } : null;
}

function refused(view: View, npc: string, topic: string | undefined): Effect | null {
  return topic === undefined || !view.topics.has(topic) ? null : refusal(view, npc, topic);
}

/** Looking for something: a trace of what happened, a thing worth keeping, or whoever has left a trace of themselves. */
function lookAround(moment: Moment): Draft {
  return { none: [find(moment)] };
}

function find({ view, bind, random }: Moment): Effect | null {
  const prop = view.place?.props.find((one) => one.np === bind.prop);
  const near = prop && gains.canTake(view, prop) ? prop : view.place?.props.find((one) => gains.canTake(view, one));
  // Who goes through somebody's things finds those; who is alone in somebody's place may.
  const theirs =
    bind.npc !== undefined
      ? gains.kept(view, random, bind.npc)
      : prop === undefined && view.present.length === 0 && random.chance(0.5)
        ? keptHere(view, random)
        : null;
  if (theirs !== null) return theirs;
  const thing = near && random.chance(prop === near ? 0.6 : 0.25) ? gains.pickedUp(near) : null;
  return thing ?? gains.trace(view, random, "found") ?? (near ? gains.pickedUp(near) : null);
}

/** Something of whoever lives here. */
function keptHere(view: View, random: Random): Effect | null {
  for (const person of view.matter.people) {
    const found = gains.kept(view, random, person.id);
    if (found !== null) return found;
  }
  return null;
}

/** A way that takes longer than this is told, in minutes. */
const WORTH_TELLING = 45;

/** The time that a long way takes: it is told, and the clock goes with it. */
function onTheWay(view: View, place: string | undefined): Effect | null {
  const minutes = moveTo(view, place) === null || place === undefined ? 0 : minutesTo(view, place);
  return minutes >= WORTH_TELLING ? { kind: "time", minutes } : null;
}

/** Somebody who has the same way, as often as not. (rule PC5006) */
function joining(view: View, place: string | undefined, random: Random): Effect | null {
  const errand = place === undefined ? undefined : goingThere(view, place);
  return errand !== undefined && random.chance(0.5) ? arriving(errand.npc, errand.place) : null;
}

function moveTo(view: View, place: string | undefined): Effect | null {
  return place !== undefined && place !== view.placeId && view.places.has(place) ? { kind: "move", place } : null;
}

function leaving(npc: string, place: string): Effect {
  return { kind: "leave", npc, place };
}

function arriving(npc: string, place: string): Effect {
  return { kind: "arrive", npc, place };
}

function closeThread(view: View, id: string | undefined): Effect | null {
  const thread = view.threads.find((one) => one.id === id);
  if (!thread || thread.kind === "debt") return null;
  return { kind: "thread", id: thread.id, ...(thread.npc === undefined ? {} : { npc: thread.npc }), state: "closed" };
}

function promiseTo(view: View, npc: string): string | undefined {
  return view.threads.find((thread) => thread.kind === "promise" && thread.npc === npc)?.id;
}

function openPromise(npc: string): Effect {
  return { kind: "thread", id: `promise-${npc}`, npc, state: "opened" };
}
