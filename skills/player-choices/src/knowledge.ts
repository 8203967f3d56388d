/** Who knows what: the player's frontier of knowledge, and what each person could tell. */
import type { Fact, Person, Topic } from "@narratoria/protocol/story";
import type { View } from "./view.js";

/** True when the player has heard of this topic. Only such topics may stand in a choice. */
function knowsTopic(view: View, topic: string): boolean {
  return view.known.topics[topic] !== undefined;
}

export function knowsFact(view: View, fact: string): boolean {
  return view.known.facts[fact] !== undefined;
}

/** True when the player has met this person, sees them or has heard the name. */
export function knowsPerson(view: View, npc: string): boolean {
  return (
    view.standing.get(npc)?.met !== undefined ||
    view.named[`npc:${npc}`] !== undefined ||
    isPresent(view, npc) ||
    view.heardOf.has(`npc:${npc}`)
  );
}

export function knowsPlace(view: View, place: string): boolean {
  const topic = view.places.get(place)?.topic;
  return (
    view.visited[place] !== undefined ||
    view.named[`place:${place}`] !== undefined ||
    place === view.placeId ||
    (topic !== undefined && knowsTopic(view, topic)) ||
    view.heardOf.has(`place:${place}`)
  );
}

export function isPresent(view: View, npc: string): boolean {
  return view.present.some((person) => person.id === npc);
}

/** True when this person knows the fact: everybody does, or they do, or it passed between them and the player. */
export function personKnows(view: View, npc: string, fact: Fact): boolean {
  return (
    fact.knownBy === "common" || fact.knownBy.includes(npc) || view.memory.shared[`${npc}:${fact.id}`] !== undefined
  );
}

/** Whoever knows a fact can tell it, unless it names them: nobody speaks of themselves by name. */
function canTell(view: View, npc: string, fact: Fact): boolean {
  return personKnows(view, npc, fact) && !fact.names.includes(`npc:${npc}`);
}

/** Facts of a topic that the player has not heard yet, in the author's order; with `npc`, those that they can tell. */
export function untold(view: View, topic: string, npc?: string): readonly Fact[] {
  return (view.topics.get(topic)?.facts ?? []).flatMap((id) => {
    const fact = view.facts.get(id);
    if (!fact || knowsFact(view, id)) return [];
    return npc === undefined || canTell(view, npc, fact) ? [fact] : [];
  });
}

/**
 * What this person can answer when asked about a topic: untold facts of it, else such as name it. Nothing else is an answer.
 */
export function answers(view: View, topic: string, npc: string): readonly Fact[] {
  const own = untold(view, topic, npc);
  if (own.length > 0) return own;
  const key = `topic:${topic}`;
  return view.unlearned.filter((fact) => fact.names.includes(key) && canTell(view, npc, fact));
}

/** What this person knows of a topic and tells nobody who only asks: what names them, and anything once they have refused. */
export function reserved(view: View, topic: string, npc: string): readonly Fact[] {
  return untold(view, topic).filter(
    (fact) => personKnows(view, npc, fact) && (!canTell(view, npc, fact) || hasRefused(view, npc, topic)),
  );
}

export function hasRefused(view: View, npc: string, topic: string): boolean {
  return view.memory.done[refusedKey(npc, topic)] !== undefined;
}

/** Key in `world.choices.done` of a topic that somebody will not speak of. */
export const refusedKey = (npc: string, topic: string): string => `refused:${npc}:${topic}`;

/** Untold facts that name somebody, and that this person can tell. */
export function knownAbout(view: View, npc: string, of: string): readonly Fact[] {
  return view.unlearned.filter((fact) => fact.names.includes(`npc:${of}`) && canTell(view, npc, fact));
}

/** Common facts that could be overheard: of the place first, then any that name it, then of topics already heard of. */
export function overhearable(view: View): readonly Fact[] {
  return traces(view, 2);
}

/** Common facts that could be found where the player stands: of this place, or naming it. What lies here speaks of nothing else. */
export function findable(view: View): readonly Fact[] {
  return traces(view, 1);
}

/** What is to be found among this person's things and has not been, in the author's order. */
export function stillKept(view: View, npc: string): readonly Fact[] {
  return view.unlearned.filter((fact) => fact.keptBy === npc);
}

function traces(view: View, farthest: number): readonly Fact[] {
  const here = view.place?.topic;
  const common = view.unlearned.filter((fact) => fact.knownBy === "common");
  const rank = (fact: Fact): number => {
    if (here !== undefined && fact.topic === here) return 0;
    if (fact.names.includes(`place:${view.placeId}`)) return 1;
    return knowsTopic(view, fact.topic) ? 2 : 3;
  };
  return common
    .map((fact, order) => ({ fact, order, rank: rank(fact) }))
    .filter((one) => one.rank <= farthest)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map((one) => one.fact);
}

/** Topics that this person brings up unasked and has something left to say about. */
export function volunteered(view: View, person: Person): readonly Topic[] {
  return person.topics.flatMap((id) => {
    const topic = view.topics.get(id);
    return topic && untold(view, id, person.id).length > 0 ? [topic] : [];
  });
}

/** Somebody other than `npc` who could tell more about a topic, and can be met: those near it first. */
export function whoElseKnows(view: View, topic: string, npc: string): Person | undefined {
  const others = view.matter.people.filter(
    (person) => person.id !== npc && canBeMet(view, person) && answers(view, topic, person.id).length > 0,
  );
  const volunteers = (person: Person): boolean => person.topics.includes(topic);
  const alone = (person: Person): boolean => answers(view, topic, person.id).some((fact) => fact.knownBy !== "common");
  return others.find(alone) ?? others.find(volunteers);
}

/** Whether somebody is alive, can answer, and is to be found somewhere. */
function canBeMet(view: View, { id, speech }: Person): boolean {
  const how = view.standing.get(id);
  return how?.alive === true && view.places.has(how.place) && speech === "words";
}

/** Motives of this person that have been found out. */
export function foundMotives(view: View, npc: string): readonly string[] {
  const found = view.known.motives[npc] ?? {};
  return (view.people.get(npc)?.motives ?? []).filter((motive) => found[motive] !== undefined);
}

export function hiddenMotives(view: View, npc: string): readonly string[] {
  const found = view.known.motives[npc] ?? {};
  const motives = view.people.get(npc)?.motives ?? [];
  // "Wants to not to be asked" is no sentence.
  return motives.filter((motive) => found[motive] === undefined && !/^(?:to\s+)?not\b/i.test(motive));
}

/** Words of a relative clause in a wish after which it is no longer plain. */
const LONG_CLAUSE = 12;

/** Hidden motives that somebody says of themselves when asked: plain wishes without a condition or a secret. */
export function plainMotives(view: View, npc: string): readonly string[] {
  return hiddenMotives(view, npc).filter((motive) => {
    const clause = /\b(?:who|which|that)\b(.*)$/i.exec(motive)?.[1] ?? "";
    return !/\b(?:without|secrets?)\b/i.test(motive) && clause.split(/\s+/).length <= LONG_CLAUSE;
  });
}

export interface Relation {
  readonly npc: string;
  readonly to: string;
  readonly text: string;
}

/** What is between this person and others: found out already, or not. */
export function relations(view: View, npc: string, found: boolean): readonly Relation[] {
  return (view.people.get(npc)?.relations ?? []).flatMap(({ to, text }) => {
    const known = view.known.relations[`${npc}>${to}`] !== undefined;
    return known === found && view.people.has(to) ? [{ npc, to, text }] : [];
  });
}

/** The fact through which the player heard of a topic: the last one learned that names it. */
export function knownFactNaming(view: View, topic: string): Fact | undefined {
  return view.learned.find((fact) => fact.topic === topic || fact.names.includes(`topic:${topic}`));
}

/** Whether somebody may come to where the player is: they are about in the story, and can walk. */
export function canCome(view: View, { id, mobility }: Person): boolean {
  const how = view.standing.get(id);
  return how?.alive === true && how.place !== "" && mobility === "walks";
}
