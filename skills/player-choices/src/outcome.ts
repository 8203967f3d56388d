/** Carries a choice out: the row that the roll selects, what happens besides, and the patch that follows. */
import type { JsonObject } from "@narratoria/protocol";
import { type ChoiceSlot, type Effect, type Outcome, type StoryMemory, VERBS } from "@narratoria/protocol/story";
import { memoryOfBeat } from "./beat-memory.js";
import { askedAfter, beatAskedAbout } from "./aftermath.js";
import { gaveKey } from "./bond-candidates.js";
import { memoryOf } from "./deeds.js";
import { authoredWords, holdsBack, isLooking, isSilent, onlyAsks } from "./due-candidates.js";
import { howKnown } from "./knowledge.js";
import { PAST_MARK } from "./old-times.js";
import { OPERATORS } from "./operators.js";
import { putOffKey } from "./put-off.js";
import { PatchBuilder, possible, write } from "./patches.js";
import { type Errand, errands, goingThere, noteErrands } from "./goals.js";
import { hearsay, type Heard, noteRumours, opinionsOf, spreading } from "./rumours.js";
import { minutesTo } from "./roads.js";
import { isUnspoken } from "./effects.js";
import { unspokenKey } from "./take-up.js";
import { dueThread, goingHome, healed } from "./threads.js";
import { askedKeys, happenedAt, toldOfKey } from "./talk-candidates.js";
import type { OpenBeat, View } from "./view.js";
import { bare, slug } from "./words.js";

export interface Applied {
  readonly outcome: Outcome;
  /** Everything that happened, in the order in which it is told. */
  readonly effects: readonly Effect[];
  readonly memory: StoryMemory;
  /** What everybody remembers who was in the beat of this scene. */
  readonly witnessed?: StoryMemory;
  readonly patch: JsonObject;
  /** How each who told something comes to know it, for whoever reads the trace. */
  readonly knowledge: readonly Knowledge[];
  /** Who has gone somewhere of themselves, and what for. */
  readonly errands: readonly Errand[];
}

interface Knowledge {
  readonly npc: string;
  /** What they told. */
  readonly fact?: string;
  /** Scene of a deed that they know of. */
  readonly deed?: number;
  readonly how: string;
  /** Scene in which they were told, or saw it. */
  readonly scene?: number;
}

/**
 * Applies an outcome.
 *
 * @param view - The story before the choice.
 * @param slot - The choice taken.
 * @param row - The effects decided for this outcome.
 */
export function applyOutcome(view: View, slot: ChoiceSlot, outcome: Outcome, row: readonly Effect[]): Applied {
  const own = possible(view, row);
  const heard = spreading(view);
  const said = hearsay(view, slot, outcome);
  const effects = possible(view, [
    ...own,
    ...besides(view, slot, own),
    ...healed(view),
    ...opinionsOf(view, heard),
    ...(said ? [said] : []),
  ]).flatMap((effect) => inTime(view, slot, effect));
  const patch = new PatchBuilder();
  for (const [npc, home] of unseen(view, slot, own)) {
    patch.set(["people", npc, "place"], home);
    patch.set(["people", npc, "since"], view.scene);
  }
  const gone = errands(view, slot.bind.place).filter(
    ({ npc }) => !effects.some((effect) => "npc" in effect && effect.npc === npc),
  );
  for (const effect of effects) write(view, patch, effect);
  const along = slot.verb === "go" && slot.bind.place !== undefined ? goingThere(view, slot.bind.place) : undefined;
  const joins = along && effects.some((effect) => effect.kind === "arrive" && effect.npc === along.npc);
  noteErrands(view, patch, joins ? [...gone, along] : gone);
  noteGoal(view, patch, slot, outcome);
  const spent = effects.reduce((sum, effect) => sum + (effect.kind === "time" ? effect.minutes : 0), 0);
  // Every scene takes time: no clock of the story ever stands still.
  const goes = Math.max(5, ownMinutes(view, slot, effects) + spent);
  patch.set(["clock", "minutes"], view.minutes + Math.max(1, Math.min(goes, timeLeft(view, slot))));
  for (const name of view.conditions)
    if (view.memory.hurt[name] === undefined) patch.set(["world", "choices", "hurt", name], view.minutes);
  for (const effect of effects)
    if (effect.kind === "condition")
      patch.set(["world", "choices", "hurt", effect.name], effect.gained ? view.minutes : null);
  for (const tag of slot.tags) patch.set(["flags", tag], view.scene);
  note(view, patch, slot, outcome, effects);
  const memory = memoryOf(view, slot, outcome, own);
  noteRumours(view, patch, { slot, outcome, memory, heard });
  const witnessed = memoryOfBeat(view);
  return {
    outcome,
    effects,
    memory,
    ...(witnessed ? { witnessed } : {}),
    patch: patch.build(),
    errands: gone,
    knowledge: [...knowledgeOf(view, effects), ...deedsKnown(view, heard, said)],
  };
}

/** Minutes before the hour of a beat that are left to it. */
const BEFORE_THE_HOUR = 5;
/** A way that takes so many minutes takes them. */
const LONG_WAY = 45;
/** No shorter time is told. */
const WORTH_TELLING = 10;

/**
 * Minutes that may go by before the next beat with an hour of its own, unless the player waits for a beat or the way is a long one.
 * (rule PC1905)
 */
function timeLeft(view: View, { verb, bind }: Pick<ChoiceSlot, "verb" | "bind">): number {
  const { until, minutes } = view;
  const isLongWay = bind.place !== undefined && bind.place !== view.placeId && minutesTo(view, bind.place) >= LONG_WAY;
  const isFree = until === undefined || (verb === "wait" && bind.beat !== undefined) || isLongWay;
  return isFree ? Number.POSITIVE_INFINITY : Math.max(0, until - minutes - BEFORE_THE_HOUR);
}

/** An effect, with no more time in it than is left. */
function inTime(view: View, slot: ChoiceSlot, effect: Effect): readonly Effect[] {
  if (effect.kind !== "time") return [effect];
  const minutes = Math.min(effect.minutes, timeLeft(view, slot));
  if (minutes === effect.minutes) return [effect];
  const whole = minutes - (minutes % 5);
  return whole < WORTH_TELLING ? [] : [{ ...effect, minutes: whole }];
}

function knowledgeOf(view: View, effects: readonly Effect[]): readonly Knowledge[] {
  return effects.flatMap((effect) => {
    if (effect.kind !== "learn" || effect.how !== "told" || effect.from === undefined) return [];
    const fact = view.facts.get(effect.fact);
    const known = fact && howKnown(view, effect.from, fact);
    return known ? [{ npc: effect.from, fact: effect.fact, ...known }] : [];
  });
}

/** Who has heard of which deed from whom, and how somebody knows of the one that they bring up. (rule PC515) */
function deedsKnown(view: View, heard: readonly Heard[], said: Effect | null): readonly Knowledge[] {
  const name = (npc: string): string => view.people.get(npc)?.short ?? npc;
  const fresh = heard.map(({ rumour, npc, from }) => ({
    npc,
    deed: rumour.scene,
    how: `${name(from)} told them`,
    scene: view.scene,
  }));
  if (said?.kind !== "hearsay") return fresh;
  const { npc, from, scene } = said;
  const known = view.rumours.find((rumour) => rumour.scene === scene)?.known[npc];
  return [...fresh, { npc, deed: scene, how: `${name(from)} told them`, ...(known ? { scene: known.scene } : {}) }];
}

/** "Unload and lose a day", "wait two days for the water to fall", "give it an hour". */
const LOSES =
  /\b(?:los(?:e|ing)|wait(?:ing)?|rest(?:ing)?|stay(?:ing)?|spend(?:ing)?|tak(?:e|ing)|giv(?:e|ing)(?: it| him| her| them)?|stop(?:ping)?|camp(?:ing)?|lay up|lie up|hold)(?: here| there| over| up| for| out){0,2} (half an?|an?|one|two|three|four|five|six) (?:whole |full |extra )?(hour|day|night|week)s?\b/i;
const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6 };
const SPANS: Readonly<Record<string, number>> = { hour: 60, night: 600, day: 1440, week: 10_080 };

/** Minutes that a decision loses by its own words. (rule PC5772) */
function minutesLost(text: string): number {
  const [, count = "", unit = ""] = LOSES.exec(text) ?? [];
  const whole = SPANS[unit.toLowerCase()] ?? 0;
  return count.toLowerCase().startsWith("half") ? whole / 2 : whole * (COUNTS[count.toLowerCase()] ?? 1);
}

/** Minutes that the deed itself takes; a way that was told as a span of time takes that alone. */
function ownMinutes(view: View, { verb, bind }: ChoiceSlot, effects: readonly Effect[]): number {
  const moves = effects.some(({ kind }) => kind === "move");
  const lost = verb === "decide" ? minutesLost(bind.text ?? "") : 0;
  if (lost > 0) return lost;
  if (!moves || bind.place === undefined) return OPERATORS[verb].minutes;
  return effects.some(({ kind }) => kind === "time") ? 0 : minutesTo(view, bind.place);
}

/** What happens by itself. After a journey nothing does: whoever is there is there. */
function besides(view: View, slot: ChoiceSlot, own: readonly Effect[]): readonly Effect[] {
  if (slot.verb === "end" || own.some((effect) => effect.kind === "move")) return [];
  const touched = new Set(
    own.flatMap((effect) => (effect.kind === "paid" ? [`debt-${effect.npc}`] : "id" in effect ? [effect.id] : [])),
  );
  if (slot.bind.thread) touched.add(slot.bind.thread);
  return dueThread(view, touched);
}

/** Who goes home from where the player no longer is. */
function unseen(view: View, slot: ChoiceSlot, own: readonly Effect[]): ReadonlyMap<string, string> {
  if (!own.some((effect) => effect.kind === "move")) return new Map();
  const moved = own.flatMap((effect) => (effect.kind === "leave" || effect.kind === "arrive" ? [effect.npc] : []));
  const followed = slot.bind.npc === undefined ? [] : [slot.bind.npc];
  return goingHome(view, new Set([...moved, ...followed, ...(view.beat?.people ?? [])]));
}

/** What a deed does for what somebody wants: help serves it, a promise taken back hinders it. (rule PC521) */
function noteGoal(view: View, patch: PatchBuilder, { verb, bind }: ChoiceSlot, outcome: Outcome): void {
  const { npc, text } = bind;
  if (npc === undefined || text === undefined || bind.beat !== undefined) return;
  if (!view.people.get(npc)?.motives.includes(text)) return;
  const state =
    verb === "help" ? (outcome === "fail" ? "hindered" : "served") : verb === "refuse" ? "hindered" : undefined;
  if (state !== undefined) patch.set(["people", npc, "goal"], { text, state, scene: view.scene });
}

/** How a deed begins that leaves a thing with somebody. */
const GIVES = /^(?:give|hand|return|sell|let \S+ have)\b/iu;

/** Key in `world.choices.done` of the last scene in which the player thought things over. */
export const RECKONED = "reckoned";

/** What this skill itself has to remember of the deed. */
function note(view: View, patch: PatchBuilder, slot: ChoiceSlot, outcome: Outcome, effects: readonly Effect[]): void {
  const { bind, verb } = slot;
  const done = doneKey(verb, view.placeId, slot);
  // Help that failed is still wanted.
  if (done && !(verb === "help" && outcome === "fail")) patch.set(["world", "choices", "done", done], view.scene);
  if (verb === "trust" && bind.npc && bind.fact) {
    patch.set(["world", "choices", "shared", `${bind.npc}:${bind.fact}`], view.scene);
  }
  const told = verb === "trust" && bind.text !== undefined ? happenedAt(view, bind.place) : undefined;
  if (told && bind.npc)
    patch.set(["world", "choices", "done", toldOfKey(bind.npc, told.place, told.scene)], view.scene);
  if (bind.npc) {
    const pressed = verb === "press" || verb === "bluff" ? `press ${bind.topic ?? ""}` : undefined;
    const asked = verb === "ask" ? (bind.topic ?? "") : pressed;
    const key =
      asked === undefined ? undefined : askedKeys(bind.npc, asked).find((one) => view.memory.done[one] === undefined);
    if (key !== undefined) patch.set(["world", "choices", "done", key], view.scene);
  }
  // Whoever is looked for about something is asked about it next.
  if (verb === "go" && bind.npc && bind.topic)
    patch.set(["world", "choices", "redirect"], { npc: bind.npc, topic: bind.topic, scene: view.scene });
  if (bind.npc !== undefined && bind.until !== undefined)
    patch.set(["world", "choices", "done", putOffKey(bind.npc, bind.text ?? "")], view.scene);
  if (verb === "decide" && bind.npc !== undefined && isUnspoken(bind))
    patch.set(["world", "choices", "done", unspokenKey(bind.npc, bare(bind.prop ?? ""))], view.scene);
  if (verb === "decide" && bind.prop !== undefined && bind.npc === undefined && isLooking(bind.text ?? ""))
    patch.set(["world", "choices", "done", lookedKey(view.placeId, bind.prop)], view.scene);
  const about = beatAskedAbout(slot);
  // Whoever has been given something, in whatever words, is given nothing more. (rule PC4203)
  if (bind.npc !== undefined && (verb === "give" || (VERBS[verb].class === "end" && GIVES.test(bind.text ?? ""))))
    patch.set(["world", "choices", "done", gaveKey(bind.npc)], view.scene);
  if (about !== undefined && bind.npc) patch.set(["world", "choices", "done", askedAfter(bind.npc, about)], view.scene);
  if (effects.some((effect) => effect.kind === "reckon")) {
    patch.set(["world", "choices", "done", RECKONED], view.scene);
  }
  if (verb === "recall" && bind.memory) patch.set(["world", "choices", "reasons", bind.memory], view.scene);
  const open = view.memory.beat;
  if (open && bind.beat === open.id && (verb === "decide" || verb === "accept" || verb === "refuse")) {
    // The question is answered; what it was about stays on everybody's mind, and so does what could be looked at as well.
    const taken = bind.text ?? "";
    const own = open.choices.find(({ text }) => authoredWords(text) === taken);
    // A question settles nothing, nor does holding back; a question can still be put when something is settled. (rule PC1909)
    const isOpen = own !== undefined && (onlyAsks(taken) || leavesOpen(own, open));
    const isDecision = (own?.decides ?? own === undefined) && !isOpen;
    const others = open.choices.filter(({ text, decides, tag, result }) => {
      const words = authoredWords(text);
      // Where the author says what comes of either, a question is one way among several. (rule PC4210)
      const isOtherWay = !onlyAsks(words) || (result !== undefined && own?.result !== undefined);
      if (words === taken || (isDecision && decides === true && isOtherWay)) return false;
      // Who has spoken can no longer say nothing.
      if (onlyAsks(taken) && tag === undefined && isSilent(words)) return false;
      return decides === true || isLooking(taken) || isLooking(words);
    });
    patch.set(["world", "choices", "beat", "scene"], view.scene);
    patch.set(
      ["world", "choices", "beat", "choices"],
      // What comes of each alike has come.
      others.map(({ result, ...one }) =>
        result === undefined || result === own?.result ? { ...one } : { ...one, result },
      ),
    );
    if (onlyAsks(taken) && own?.decides === true && own.result !== undefined)
      patch.set(["world", "choices", "beat", "asked"], view.scene);
    if (isDecision) {
      patch.set(["world", "choices", "beat", "decisions"], []);
      patch.set(["world", "choices", "beat", "offer"], null);
    }
    // Nothing is decided by what leaves a decision open.
    if (!isOpen || own?.decides !== true)
      patch.set(["world", "choices", "beat", "decided"], slug(bind.text ?? bind.beat));
  }
  const moved = effects.some((effect) => effect.kind === "move");
  const leaves = new Set(effects.flatMap((effect) => (effect.kind === "leave" ? [effect.npc] : [])));
  for (const npc of Object.keys(view.memory.company)) {
    if (moved || leaves.has(npc) || !view.present.some((person) => person.id === npc)) {
      patch.set(["world", "choices", "company", npc], null);
    }
  }
  if (moved) return;
  for (const person of view.present) {
    if (!leaves.has(person.id)) {
      patch.set(["world", "choices", "company", person.id], (view.memory.company[person.id] ?? 0) + 1);
    }
  }
}

/**
 * Whether a deed that holds back leaves the others of its beat to be done later: not where it is one of two, nor where the author says what comes
 * of it alone. (rules PC1909 and PC3700)
 */
function leavesOpen(own: OpenBeat["choices"][number], { choices, decisions }: OpenBeat): boolean {
  if (own.tag !== undefined || !holdsBack(authoredWords(own.text))) return false;
  const ways = choices.filter((one) => one.decides === true && !onlyAsks(authoredWords(one.text)));
  const isAnswered = own.result !== undefined && ways.some(({ result }) => result !== own.result);
  return own.decides !== true || (ways.length + decisions.length > 2 && !isAnswered);
}

/** What the player has looked at, and where, as a key of what was done. */
export const lookedKey = (place: string, prop: string): string => `looked:${place}:${prop}`;

/** What cannot be done a second time, as a key; undefined for what can. */
export function doneKey(verb: string, place: string, slot: Pick<ChoiceSlot, "bind">): string | undefined {
  const { npc, npc2, prop, item, text, topic, memory } = slot.bind;
  switch (verb) {
    case "decide":
      // Old times are brought up with somebody once.
      return memory?.startsWith(PAST_MARK) ? memory : undefined;
    case "search":
    case "force":
    case "read":
      return prop === undefined && item === undefined && verb !== "search"
        ? undefined
        : item === undefined
          ? `${verb}:${place}:${prop ?? ""}`
          : `${verb}:${item}`;
    case "sneak":
      return `sneak:${place}:${npc ?? ""}`;
    case "help":
      return `help:${npc}:${text}`;
    case "trust":
      return npc2 === undefined || slot.bind.fact !== undefined ? undefined : `tell:${npc}:${npc2}`;
    case "use":
      return `use:${npc}:${item}`;
    case "warn":
      return `warn:${npc}:${npc2 ?? topic ?? ""}`;
    case "confront":
      return `confront:${npc}:${npc2 ?? text ?? ""}`;
    case "accept":
    case "refuse":
      return `promise:${npc}:${text ?? ""}`;
    default:
      return undefined;
  }
}
