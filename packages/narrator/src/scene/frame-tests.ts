import {
  type ChoiceSlot,
  type Fact,
  isDocumented,
  type Person,
  type Place,
  type SourceRef,
} from "@narratoria/protocol/story";
import { countWords, slug, withoutArticle } from "@narratoria/protocol/english";
import type { Test } from "../frames/frame.js";
import type { NarratorMemory } from "./narrator-memory.js";
import type { Filling } from "./realise.js";
import type { Stage } from "./stage.js";

/** Words of a fact that a deed says in passing. */
const BRIEF_WORDS = 16;

/** One thing to be said. */
export interface Unit {
  /** Keys of the frames that can say it, best first: a later key is tried only when none of an earlier one fits. */
  readonly keys: readonly string[];
  readonly fill: Filling;
  /** A must is said whatever it takes, short of repeating a sentence; a wish that finds no frame is dropped. */
  readonly must: boolean;
  readonly sources?: readonly SourceRef[];
  /** The choice whose wording variant deed frames follow. */
  readonly choice?: ChoiceSlot;
  /** What the hook closes on, or a callback, debt or thread that must not come again soon. */
  readonly minutes?: number;
  /** Turns of phrase, one of which leads in a sentence that opens without a quotation. */
  readonly lead?: readonly string[];
  /** For deeds, hooks and choices: people and things are those of the choice, never others that happen to be here. */
  readonly bound?: boolean;
  /** Keys that the words must name. */
  readonly mustName?: readonly string[];
}

/** The world at one point of the telling, as tags and open slots may ask about it. */
export interface Moment {
  readonly stage: Stage;
  readonly memory: NarratorMemory;
  /** Where the telling has got to: a deed is done where the player was, though the story then moves on. */
  readonly place: Place | undefined;
  /** How many people are here by now. */
  readonly company: number;
  /** What this scene's choice has put to somebody or looked into. */
  readonly done: ReadonlySet<string>;
  /** Keys of the things that this scene has named. */
  readonly props: ReadonlySet<string>;
  /** Sentences of the setting that are there to be found out. */
  readonly toFind: ReadonlySet<string>;
  isPlace(id: string): boolean;
  isHere(npc: string): boolean;
  /** Whether this person comes in the course of the scene and has not come yet. */
  awaits(npc: string): boolean;
  wasTold(text: string): boolean;
}

/** Whether a fact describes a place where somebody who is asked about it stands. */
export const describesHere = ({ topic, said, keptBy }: Fact, place: Place | undefined): boolean =>
  place?.topic !== undefined && topic === place.topic && said === undefined && keptBy === undefined;

/** Whether somebody lives where they are asked: it is theirs to tell of. (rule NA910) */
export const isAtHome = (npc: Person | undefined, place: Place | undefined): boolean =>
  npc !== undefined && place !== undefined && npc.home === place.id;

/** Whether a tag of a frame is true at this moment. */
export function holds(test: Test, unit: Unit, moment: Moment): boolean {
  const { stage, place } = moment;
  const isSeen = ({ text, topic: of }: Fact): boolean => moment.toFind.has(text) && moment.isPlace(of);
  const hasSeen = ({ id }: Place): boolean =>
    (id === place?.id && !stage.firstVisit) || moment.memory.seenPlaces.has(id);
  const wasDone = (key: string): boolean => moment.done.has(key) || moment.memory.done.has(key);
  const { npc, topic, prop, fact } = unit.fill;
  const anyOf = (values: readonly string[]): boolean => test.values.some((value) => values.includes(value));
  switch (test.name) {
    case "needs":
      return test.values.every((need) => isSure(need, unit, moment));
    case "talk":
      return npc !== undefined && stage.inTalk.has(npc.id) && !moment.awaits(npc.id);
    case "alone":
      return moment.company === 0;
    case "absent":
      return npc !== undefined && !moment.isHere(npc.id);
    case "beat":
      return unit.choice?.bind.beat !== undefined;
    case "nobeat":
      return unit.choice?.bind.beat === undefined;
    case "unasked":
      return npc === undefined || topic === undefined || !wasDone(askedKey(npc.id, topic.id));
    case "unsearched":
      return prop === undefined || !wasDone(searchedKey(prop.np));
    case "seen":
      return fact !== undefined && isSeen(fact);
    case "unseen":
      return fact === undefined || !isSeen(fact);
    // What describes the place where they stand is there to be seen, but told by whoever lives there. (rules NA546 and NA910)
    case "elsewhere":
      return fact === undefined || isAtHome(npc, place) || !describesHere(fact, place);
    case "visited":
      return unit.fill.place === undefined || hasSeen(unit.fill.place);
    case "unvisited":
      return unit.fill.place !== undefined && !hasSeen(unit.fill.place);
    case "due":
      return unit.choice?.sources.some(({ kind }) => kind === "beat") === true;
    case "common":
      return fact?.knownBy === "common";
    case "secret":
      return fact !== undefined && fact.knownBy !== "common";
    case "documented":
      return fact !== undefined && isDocumented(fact);
    case "undocumented":
      return [fact, unit.fill.fact2].every((one) => one === undefined || !isDocumented(one));
    case "company":
      return moment.company > 0;
    case "solo":
      return moment.company === 1;
    case "crowd":
      return moment.company > 1;
    case "indoor":
      return place?.indoor === true;
    case "outdoor":
      return place?.indoor === false;
    case "day":
      return stage.part !== "night" && stage.part !== "evening";
    case "night":
    case "morning":
    case "afternoon":
    case "evening":
      return stage.part === test.name;
    case "moved":
      return stage.moved;
    case "stayed":
      return !stage.moved;
    case "first":
      return stage.firstVisit;
    case "returned":
      return !stage.firstVisit;
    case "stranger":
      return npc !== undefined && !stage.metBefore(npc.id);
    case "known":
      return npc !== undefined && stage.metBefore(npc.id);
    case "home":
      return npc !== undefined && npc.home === place?.id;
    case "away":
      return npc !== undefined && npc.home !== place?.id;
    case "weather":
      return test.values.length === 0
        ? stage.weather !== undefined
        : stage.weather !== undefined && anyOf([stage.weather]);
    case "gain":
      return stage.gain;
    case "nogain":
      return !stage.gain;
    case "cost":
      return stage.cost;
    case "nocost":
      return !stage.cost;
    case "liked":
      return npc !== undefined && stage.feeling(npc.id) > 30;
    case "disliked":
      return npc !== undefined && stage.feeling(npc.id) < -30;
    case "debt":
      return (
        npc !== undefined &&
        stage.threads.some((thread) => thread.kind === "debt" && thread.npc === npc.id && thread.state !== "closed")
      );
    case "nodebt":
      return (
        npc === undefined ||
        !stage.threads.some((thread) => thread.kind === "debt" && thread.npc === npc.id && thread.state !== "closed")
      );
    case "plural":
      return topic?.plural ?? prop?.plural ?? false;
    case "singular":
      return !(topic?.plural ?? prop?.plural ?? false);
    case "long":
      return (unit.minutes ?? 0) >= 60;
    case "short":
      return (unit.minutes ?? 0) < 60;
    case "whole":
      return unit.fill.whole === true;
    case "half":
      return unit.fill.whole === false;
    case "brief":
      // Nobody is told by name what they are and do.
      if (npc !== undefined && fact?.text.includes(npc.short)) return false;
      return fact !== undefined && countWords(fact.clause) <= BRIEF_WORDS && !/[;:(“"—–]/.test(fact.clause);
    case "withtail":
      return fact?.tail !== undefined;
    case "outcome":
      return anyOf([stage.outcome]);
    case "who": {
      const isWho = (person: Person): boolean =>
        test.values.some((value) =>
          [person.id, slug(person.id), slug(person.name), slug(person.short)].includes(slug(value)),
        );
      return npc ? isWho(npc) : stage.present.some((person) => isWho(person) && moment.isHere(person.id));
    }
    case "at":
      return place !== undefined && test.values.some((value) => slug(value) === place?.id);
    case "style":
      return npc !== undefined && anyOf(npc.style.slice(0, 3));
    case "mood":
      return anyOf(stage.mood.slice(0, 3));
    case "genre":
      return anyOf(stage.genre);
    case "verb":
      return unit.choice !== undefined && anyOf([unit.choice.verb]);
    case "text":
      return unit.choice?.bind.text !== undefined && anyOf([slug(unit.choice.bind.text)]);
    case "after": {
      const { choice } = unit;
      const beats = choice?.verb === "ask" ? choice.sources.filter(({ kind }) => kind === "beat") : [];
      return test.values.length === 0 ? beats.length > 0 : anyOf(beats.map(({ ref }) => ref));
    }
    case "cond":
      return unit.fill.cond !== undefined && test.values.some((value) => unit.fill.cond?.includes(value));
    default:
      return true;
  }
}

/** Whether the reading is sure of what a frame takes for granted: of its person, of the place, of the world. */
function isSure(need: string, { fill }: Unit, { stage, place, memory }: Moment): boolean {
  const person = fill.npc;
  switch (need) {
    case "face":
    case "eyes":
    case "mouth":
    case "hands":
    case "feet":
    case "voice":
    case "clothes":
      return person?.body.includes(need) === true;
    case "words":
      return person === undefined || person.speech === "words";
    case "walks":
      return person?.mobility === "walks" || person?.mobility === undefined;
    case "pronoun":
      return person !== undefined && person.pronoun !== null && (fill.npc2 === undefined || fill.npc2.pronoun !== null);
    case "roof":
      return place?.indoor === true;
    case "sky":
      return place?.indoor === false;
    case "clock":
      return stage.clocks === true;
    case "animals":
      return stage.animals;
    case "been":
      return place !== undefined && (memory.seenPlaces.has(place.id) || !stage.firstVisit) && stage.beenHere;
    default:
      return false;
  }
}

/** Keys of what the player has done once, for frames that say it is still to do. */
export const askedKey = (npc: string, topic: string): string => `${npc}/${topic}`;
/** A question of the author's, by the echo that ties it to its answer. */
export const putKey = (npc: string, echo: string): string => `put:${npc}/${echo}`;
export const searchedKey = (np: string): string => `prop:${slug(withoutArticle(np))}`;
