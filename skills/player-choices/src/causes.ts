/** Why a choice is offered: the reason that a player has for it, as data. What has none is offered only for want of anything else. */
import { headOf } from "@narratoria/protocol/english";
import type { Effect } from "@narratoria/protocol/story";
import { beatAtHand } from "./aftermath.js";
import type { Candidate, Cause } from "./candidate.js";
import type { CaseFile } from "./case-file.js";
import { lastNamed } from "./fresh-names.js";
import { isAtIssue } from "./issues.js";
import * as knowledge from "./knowledge.js";
import { replyKind } from "./replies.js";
import { sceneTexts } from "./take-up.js";
import type { View } from "./view.js";
import { bare } from "./words.js";

/** What a scene gives reasons with. */
export interface Moment {
  readonly file: CaseFile;
  /** Keys that this scene's text names. */
  readonly fresh: ReadonlySet<string>;
  /** What this scene tells. */
  readonly texts: readonly string[];
  /** Ids of the questions that the author has put into the story and that are open. */
  readonly questions: ReadonlySet<string>;
  /** Whether the player goes on talking where they talked in the scene before. */
  readonly isSameTalk: boolean;
}

export function momentOf(view: View, file: CaseFile, happened: readonly Effect[], fresh: ReadonlySet<string>): Moment {
  return {
    file,
    fresh,
    texts: sceneTexts(view, happened),
    questions: new Set((view.matter.questions ?? []).map(({ id }) => id)),
    isSameTalk: view.placeBefore === view.placeId && view.memory.arrived < view.scene,
  };
}

/** A candidate with its cause; without one it is idle, and comes after what has one. (rule PC5725) */
export function withCause(view: View, one: Candidate, moment: Moment): Candidate {
  if (one.idle) return one;
  const cause = causeOf(view, one, moment);
  if (cause !== undefined) return { ...one, cause };
  return { ...one, idle: true, salience: one.salience - weakness(view, one) };
}

/** The way on, and a word with somebody, come before a page on a place. */
function weakness(view: View, { verb, bind }: Candidate): number {
  if (verb !== "ask" || bind.topic === undefined) return 0;
  return isPlaceTopic(view, bind.topic) ? 3 : 0.5;
}

export const isPlaceTopic = (view: View, topic: string): boolean =>
  view.matter.places.some(({ id, topic: of = id }) => of === topic);

function causeOf(view: View, one: Candidate, moment: Moment): Cause | undefined {
  if (one.rows !== undefined || one.check !== undefined) return "author";
  if (one.answers !== undefined || one.bind.beat !== undefined) return "answer";
  if (one.due || one.insists || one.closes || one.waits || one.passesTime || one.bind.ending !== undefined)
    return "due";
  if (one.attitude !== undefined || one.own !== undefined || replyKind(one.verb, one.bind) !== undefined) return "self";
  if (one.takesUp) return "said";
  switch (one.verb) {
    case "ask":
      return isAskedFor(view, one, moment) ? "said" : undefined;
    case "gossip":
      return isSpokenOf(view, one, moment) ? "said" : undefined;
    case "decide":
      if (one.bind.npc === undefined) return isBeforePlayer(view, one, moment) ? "hand" : undefined;
      return isStillOpen(view, one, moment) ? "said" : undefined;
    case "accept":
    case "refuse":
    case "help":
      return isOfNow(view, one) ? "self" : undefined;
    case "press":
    case "bluff":
      return isHeld(view, one, moment) ? "said" : undefined;
    case "search":
    case "read":
    case "force":
    case "sneak":
    case "use":
    case "give":
      return "hand";
    case "go":
    case "follow":
    case "flee":
    case "rest":
      return "due";
    default:
      return "said";
  }
}

/**
 * Whether a player has a reason to ask just this person about a topic: what was told puts it at issue, or an open question of the author's
 * turns on it and one of the last scenes has named it; and whoever is asked has words of their own on it, has to do with it by trade or
 * heart, or is among the few who know. (rules PC3300 and PC5726)
 */
function isAskedFor(view: View, { bind, about, serves = [] }: Candidate, moment: Moment): boolean {
  const { npc = "", topic } = bind;
  if (topic === undefined || about !== undefined) return true;
  const { redirect } = view.memory;
  if (redirect?.npc === npc && redirect.topic === topic) return true;
  const np = bare(view.topics.get(topic)?.np ?? topic);
  const key = `topic:${topic}`;
  const { things } = view.memory;
  const before = things?.scene === view.scene - 1 ? things.names : [];
  const isTold = isAtIssue(moment.texts, np) || (moment.fresh.has(key) && isAtIssue(moment.texts, headOf(np)));
  const wasTold =
    moment.isSameTalk &&
    (before.some((name) => np.endsWith(name)) ||
      // What the player has only just heard of is news.
      (view.known.topics[topic] ?? Number.NEGATIVE_INFINITY) >= view.scene - 1 ||
      (things === undefined && lastNamed(view, key) >= view.scene - 1));
  // Beside a beat nobody asks what bears on the story at large. (rule PC5900)
  const isOpen =
    view.beat === null &&
    serves.some((id) => moment.questions.has(id)) &&
    lastNamed(view, key) >= view.scene - NAMED_LATELY;
  if (!(isTold || wasTold || isOpen)) return false;
  // Before one goes somewhere one asks about it; for its own sake nobody is asked about a place. (rule PC4212)
  if (isPlaceTopic(view, topic) && !isAwaited(view, topic)) return false;
  return (
    view.people.get(npc)?.topics.includes(topic) === true ||
    knowledge.answers(view, topic, npc).some(({ said, knownBy }) => said === npc || knownBy !== "common") ||
    // What somebody keeps to themselves is refused, and that is an answer.
    knowledge.reserved(view, topic, npc).length > 0 ||
    (view.beat?.people.includes(npc) === true && isTold)
  );
}

/** Scenes for which what was named is in mind. */
const NAMED_LATELY = 6;

const isAwaited = (view: View, topic: string): boolean =>
  view.beat === null &&
  view.hooks.some((hook) => hook.kind === "beat-elsewhere" && view.places.get(hook.place)?.topic === topic);

/** Whether whom a question is about is at issue, or is whom the player is to see, and whoever is asked has something of their own to say of them. */
function isSpokenOf(view: View, { bind, serves = [] }: Candidate, moment: Moment): boolean {
  const { npc = "", npc2 = "" } = bind;
  const key = `npc:${npc2}`;
  const short = view.people.get(npc2)?.short ?? "";
  const isToBeSeen =
    view.beat === null &&
    view.hooks.some((hook) => hook.kind === "beat-elsewhere" && (hook.host === npc2 || hook.people?.[0] === npc2));
  const isOpen =
    view.beat === null &&
    serves.some((id) => moment.questions.has(id)) &&
    lastNamed(view, key) >= view.scene - NAMED_LATELY;
  const isTold = isAtIssue(moment.texts, short);
  if (!(isToBeSeen || isOpen || isTold)) return false;
  const isClose = knowledge.sayable(view, npc).some(({ to }) => to === npc2);
  return (
    isClose ||
    view.people.get(npc)?.relations.some(({ to }) => to === npc2) === true ||
    knowledge.knownAbout(view, npc, npc2).some(({ said, knownBy }) => said === npc || knownBy !== "common")
  );
}

/** Whether a thing that somebody is asked about would help with what is open, or is at issue in the beat that they are in. */
function isStillOpen(view: View, { bind }: Candidate, { file, texts }: Moment): boolean {
  const { npc = "", fact, prop } = bind;
  if (fact === undefined || prop === undefined || file.wanted.has(fact)) return true;
  return view.beat?.people.includes(npc) === true && isAtIssue(texts, bare(prop));
}

/** Whether what was just told has put a thing before the player: nobody looks at the furniture while something happens. */
function isBeforePlayer(view: View, { bind: { prop } }: Candidate, { texts }: Moment): boolean {
  return prop === undefined || view.beat === null || isAtIssue(texts, headOf(prop));
}

/** Scenes after which a wish that was heard is no longer something to help with, or to turn down. */
const WISH_LATELY = 1;

/** Whether help, a promise or a no is for somebody whom the scene is about, and on a wish that was heard not long ago, if on any. */
function isOfNow(view: View, { bind }: Candidate): boolean {
  const { npc = "", text, thread } = bind;
  if (thread !== undefined) return true;
  // Nobody offers help with nothing in particular while something happens, or at the end. (rule PC5902)
  if (text === undefined) return view.beat === null && view.hooks.every(({ kind }) => kind !== "ending");
  if (view.beat !== null && !view.beat.people.includes(npc)) return false;
  const heard = view.known.motives[npc]?.[text];
  return heard === undefined || view.scene - heard <= WISH_LATELY;
}

/** Whether somebody has refused to speak of it, or a beat at hand or something that was learned gives the player a hold on them. */
function isHeld(view: View, { bind }: Candidate, { texts }: Moment): boolean {
  const { npc = "", topic, fact } = bind;
  if (fact !== undefined && view.known.facts[fact] !== undefined) return true;
  if (topic === undefined) return false;
  if (knowledge.hasRefused(view, npc, topic)) return true;
  const beat = beatAtHand(view);
  if (beat?.people.includes(npc) !== true || !beat.names.includes(`topic:${topic}`)) return false;
  const np = bare(view.topics.get(topic)?.np ?? topic);
  return view.beat === null || isAtIssue(texts, np) || isAtIssue(texts, headOf(np));
}
