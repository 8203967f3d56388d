/** Everything that could be offered now. */
import { type Effect, isTalk, type Person, type StoryMemory, type Verb } from "@narratoria/protocol/story";
import { attitudes } from "./attitudes.js";
import { aftermath } from "./aftermath.js";
import { helping, recalling, showing } from "./bond-candidates.js";
import type { Candidate } from "./candidate.js";
import { type CaseFile, inquirySource, openCases, servedByNames } from "./case-file.js";
import { momentOf, withCause } from "./causes.js";
import { decisions, wanted } from "./due-candidates.js";
import { journeys } from "./journey-candidates.js";
import * as knowledge from "./knowledge.js";
import { doneKey } from "./outcome.js";
import { alone } from "./place-candidates.js";
import { openers } from "./openers.js";
import { confiding, oldTimes } from "./old-times.js";
import { inCharacter } from "./own-past.js";
import { tellings } from "./own-tellings.js";
import { isFriendly } from "./regard.js";
import { isLabel } from "./labels.js";
import { freshNames } from "./fresh-names.js";
import { isForbidden } from "./restrictions.js";
import { keepingCompany, replying, wordsWith } from "./replies.js";
import { firstOnTheWay, stopsAhead } from "./roads.js";
import { factSource, threadSource } from "./sources.js";
import { isLastChoice, MOST_ATTITUDES } from "./scoring.js";
import { takingUp } from "./take-up.js";
import { fill } from "./words.js";
import { asking, pushing, trusting } from "./talk-candidates.js";
import { DUE_AFTER } from "./threads.js";
import type { View } from "./view.js";

/**
 * Lists all candidates whose preconditions hold.
 *
 * @param recalled - Memories that bear on the scene, the most relevant first.
 * @param happened - The effects of this turn.
 */
export function candidatesFor(
  view: View,
  recalled: readonly StoryMemory[],
  happened: readonly Effect[] = [],
): readonly Candidate[] {
  const file = openCases(view);
  const first = [
    ...view.present.flatMap((person) => withPerson(view, person, recalled, file)),
    ...threads(view),
    ...alone(view, file),
    ...journeys(view, file),
    ...decisions(view),
    ...aftermath(view),
    ...takingUp(view, happened),
    ...replying(view, happened),
    ...tellings(view, happened),
    ...attitudes(view, happened),
  ];
  const all = [...first, ...openers(view, first), ...wordsWith(view, happened)];
  const fresh = freshNames(view, happened);
  const moment = momentOf(view, file, happened, fresh);
  const told = toldNow(view, happened);
  const possible = all
    .map((one) =>
      inCharacter(view, withCause(view, cameFor(view, wanted(view, grounded(view, pursued(one, file)))), moment)),
    )
    .filter((one) => {
      if (isOutOfReach(view, one) || !canAnswer(view, one) || isForbidden(view, one) || isOfLabel(view, one))
        return false;
      if (one.verb === "ask" && one.bind.topic !== undefined && told.has(one.bind.topic)) return false;
      const key = doneKey(one.verb, view.placeId, one);
      // A place yields something more each time that another fact of it has come within reach.
      return key === undefined || one.verb === "search" || view.memory.done[key] === undefined;
    });
  // What would give nothing is left out as long as a set can be made of the rest. (rule PC495)
  const rich = possible.filter(({ empty, due, insists }) => !empty || due || insists);
  // Of the attitudes to one remark no more than two stand in a set, and of searches one. (rules PC62 and PC5721)
  const towards = rich.filter(({ attitude }) => attitude !== undefined).length;
  const searches = rich.filter(({ verb }) => verb === "search").length;
  const different = rich.length - Math.max(0, towards - MOST_ATTITUDES) - Math.max(0, searches - 1);
  return different >= ENOUGH && !isLastChoice(view) ? rich : possible;
}

/** Whoever has come to see somebody about something can ask it first of all. (rule PC620) */
function cameFor({ choice }: View, one: Candidate): Candidate {
  const { npc, topic } = choice?.verb === "go" ? choice.bind : {};
  const isIt = npc !== undefined && topic !== undefined && one.bind.npc === npc && one.bind.topic === topic;
  return isIt && one.verb === "ask" ? { ...one, takesUp: true, salience: one.salience + 1 } : one;
}

/**
 * Topics that this turn tells of to the end of a paragraph: what has just been answered, and the place that the player has come to and sees.
 * (rule PC3506)
 */
function toldNow(view: View, happened: readonly Effect[]): ReadonlySet<string> {
  const answered = happened.flatMap((effect) => {
    const fact = effect.kind === "learn" && effect.whole ? view.facts.get(effect.fact) : undefined;
    // A line of somebody's is all that they say; a page goes on.
    return fact === undefined || fact.said !== undefined ? [] : [fact.topic, view.choice?.bind.topic ?? ""];
  });
  const here = view.memory.arrived === view.scene && view.scene > 0 ? (view.place?.topic ?? "") : "";
  return new Set([...answered, here].filter((topic) => topic !== ""));
}

/**
 * Whether a journey would pass a stop of the road, or go back along it where nothing presses: the road is gone from stop to stop.
 * (rule PC5770)
 */
function isOutOfReach(view: View, { verb, bind }: Candidate): boolean {
  const { place } = bind;
  if (place === undefined || !/^(?:go|follow|flee)$/.test(verb)) return false;
  const ahead = stopsAhead(view, place);
  if (ahead === undefined || ahead === 0) return false;
  if (ahead === 1) return view.places.get(place)?.road?.part !== undefined && !isWaitedFor(view, place);
  return ahead > 1 || !isWaitedFor(view, place);
}

/** Whether something presses at a place, or the way to it goes by there. */
const isWaitedFor = (view: View, place: string): boolean =>
  view.hooks.some((hook) => {
    if (hook.kind !== "beat-elsewhere" && hook.kind !== "tag") return false;
    const presses = hook.kind === "tag" ? hook.presses === true : hook.when === "due";
    return presses && hook.place !== undefined && (hook.place === place || firstOnTheWay(view, hook.place) === place);
  });

/** Candidates of which a set of choices can be made. */
const ENOUGH = 4;

/** Nobody is asked who has no words to answer with: a dog is helped, fed and watched. */
function canAnswer(view: View, { verb, bind }: Candidate): boolean {
  const person = bind.npc === undefined ? undefined : view.people.get(bind.npc);
  // However it was come by, a page that has somebody's name is not what they are asked about. (rule PC1610)
  if (person !== undefined && bind.topic !== undefined && isTalk(verb) && knowledge.isOwnName(view, person, bind.topic))
    return false;
  return person === undefined || person.speech === "words" || !isTalk(verb) || verb === "help" || verb === "give";
}

/** Whether the words of a choice would have a label in them: "ask Osk about tea, a guide". (rule PC3405) */
function isOfLabel(view: View, { bind: { topic }, text, due, takesUp }: Candidate): boolean {
  const np = topic === undefined ? undefined : view.topics.get(topic)?.np;
  return np !== undefined && text === undefined && due !== true && takesUp !== true && isLabel(np);
}

/** Verbs that find something out about whom they are done to, and about whom they speak of. */
const ABOUT: readonly Verb[] = ["gossip", "watch", "confront", "press", "bluff", "follow", "sneak"];

/** Whoever is looked for, watched, pressed or spoken of may be whom a question names. */
function pursued(one: Candidate, file: CaseFile): Candidate {
  const { npc, npc2, place, topic } = one.bind;
  const isAbout = ABOUT.includes(one.verb) || one.verb === "go" || (one.verb === "ask" && topic === undefined);
  if (!isAbout || one.due) return one;
  const keys = [`npc:${npc2 ?? npc ?? ""}`, ...(one.verb === "go" ? [`place:${place ?? ""}`] : [])];
  const serves = servedByNames(file, keys).filter((id) => !one.serves?.includes(id));
  if (serves.length === 0) return one;
  const all = [...(one.serves ?? []), ...serves];
  return {
    ...one,
    serves: all,
    sources: one.serves?.length ? one.sources : [...inquirySource(file, all), ...one.sources],
  };
}

/** What the player knows about whom or what it concerns stands behind a choice that nothing learned stood behind. */
function grounded(view: View, one: Candidate): Candidate {
  // What the story waits for needs no other reason; but the way there may be one that a beat has named. (rule PC667)
  if (one.due && one.verb === "go") return spokenOf(view, one) ?? one;
  if (one.due || one.bind.beat !== undefined) return one;
  const isKnown = one.sources.some(({ kind, ref }) => kind === "memory" || (kind === "lore" && view.facts.has(ref)));
  if (isKnown) return one;
  return knownOf(view, one) ?? spokenOf(view, one) ?? one;
}

function knownOf(view: View, one: Candidate): Candidate | undefined {
  if (one.sources.some(({ kind }) => kind === "lore")) return undefined;
  const { npc, npc2, place } = one.bind;
  const keys = [
    ...(npc2 === undefined ? [] : [`npc:${npc2}`]),
    ...(npc === undefined ? [] : [`npc:${npc}`]),
    ...(place === undefined || place === view.placeId ? [] : [`place:${place}`]),
  ];
  for (const key of keys) {
    const fact = view.learned.find(({ names }) => names.includes(key));
    if (fact) return { ...one, sources: [...one.sources, factSource(fact)], learned: true };
  }
  return undefined;
}

/** A beat that has spoken of a topic, a place or somebody else stands behind a choice about it. (rule PC656) */
function spokenOf(view: View, one: Candidate): Candidate | undefined {
  if (one.sources.some(({ kind }) => kind === "beat") && one.verb !== "go") return undefined;
  const { topic, npc2, place } = one.bind;
  const keys = [
    `topic:${topic ?? ""}`,
    `npc:${npc2 ?? ""}`,
    ...(place === view.placeId ? [] : [`place:${place ?? ""}`]),
  ];
  const beat = view.memory.raised.findLast(({ names }) => keys.some((key) => names.includes(key)));
  if (!beat) return undefined;
  return { ...one, sources: [...one.sources, { kind: "beat", ref: beat.id, text: beat.title }], learned: true };
}

function withPerson(
  view: View,
  person: Person,
  recalled: readonly StoryMemory[],
  file: CaseFile,
): readonly Candidate[] {
  const friendly = isFriendly(view, person.id);
  return [
    ...asking(view, person, file),
    ...pushing(view, person, file),
    ...(friendly ? trusting(view, person) : []),
    ...helping(view, person, friendly),
    ...showing(view, person),
    ...recalling(view, person, recalled),
    ...keepingCompany(view, person),
    ...oldTimes(view, person),
    ...(friendly ? confiding(view, person) : []),
  ];
}

function threads(view: View): readonly Candidate[] {
  return view.threads.flatMap((thread): Candidate[] => {
    const { npc } = thread;
    const due = thread.state === "due";
    const age = Math.min(1, (view.scene - thread.opened) / 8);
    const base = { sources: [threadSource(thread)], learned: true, tags: [] } as const;
    if (npc !== undefined && view.standing.get(npc)?.alive !== true) return [];
    if (thread.kind === "debt" && npc !== undefined) {
      if (!knowledge.isPresent(view, npc)) return [];
      const willing = (view.standing.get(npc)?.feeling ?? 0) >= 0;
      const settle: Candidate = {
        ...base,
        verb: "settle",
        bind: { npc, thread: thread.id },
        salience: 1.4 + age + (due ? 0.6 : 0),
        // Who thinks well of the player takes what is offered.
        ...(willing ? { easy: true } : {}),
      };
      return [settle];
    }
    const canBeTakenBack = view.scene - thread.opened >= DUE_AFTER;
    if (thread.kind === "promise" && npc !== undefined && canBeTakenBack && knowledge.isPresent(view, npc)) {
      const text = fill("Tell {npc} that you will not help {npc.o} after all", view, { npc });
      const said = text === null ? {} : { text };
      return [{ ...base, ...said, verb: "refuse", bind: { npc, thread: thread.id }, salience: -3, idle: true }];
    }
    if (thread.kind === "watcher" && npc !== undefined) {
      const here = knowledge.isPresent(view, npc);
      const face: Candidate = { ...base, verb: "face", bind: { npc, thread: thread.id }, salience: 0.4 + 0.6 * age };
      const confront: Candidate = { ...base, verb: "confront", bind: { npc, thread: thread.id }, salience: 0.7 };
      return here ? [face, confront] : [face];
    }
    return [];
  });
}
