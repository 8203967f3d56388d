/** What can be said to somebody who is present: questions, pressure, confidences, warnings. */
import type { Bindings, Fact, Person } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import * as knowledge from "./knowledge.js";
import { knownFactNaming } from "./knowledge.js";
import { SENTIMENT_BOUND } from "./odds.js";
import { factSource, personSource, topicSource } from "./sources.js";
import type { View } from "./view.js";
import { bare, hasWord, infinitive } from "./words.js";

export function asking(view: View, person: Person, feeling: number): readonly Candidate[] {
  const npc = person.id;
  const asks = Object.keys(view.known.topics).flatMap((topic): Candidate[] => {
    const direct = knowledge.untold(view, topic, npc).length > 0;
    const detour = !direct && knowledge.bridges(view, topic, npc).length > 0;
    if (!direct && !detour) return [];
    const volunteers = person.topics.includes(topic);
    const common = knowledge.untold(view, topic, npc)[0]?.knownBy === "common";
    const redirected = view.memory.redirect?.npc === npc && view.memory.redirect.topic === topic;
    const naming = knownFactNaming(view, topic);
    return [
      {
        verb: "ask",
        bind: { npc, topic },
        sources: [naming ? factSource(naming) : topicSource(view, topic)],
        salience: 1 + (volunteers ? 0.5 : 0) + (direct ? 0.3 : -0.4) + (redirected ? 1.5 : 0) - vague(view, topic),
        learned: naming !== undefined || redirected,
        tags: [],
        // Who talks about it unasked, or is fond of the player, needs no persuading, and common talk only some goodwill.
        ...(direct && (feeling > SENTIMENT_BOUND || (volunteers && feeling >= 0) || (common && feeling >= 10))
          ? { easy: true }
          : {}),
      },
    ];
  });
  // Nobody is talked about to their face.
  const others = knowledge
    .relations(view, npc, false)
    .filter(({ to }) => knowledge.knowsPerson(view, to) && !knowledge.isPresent(view, to));
  const gossip = others.map(
    ({ to }): Candidate => ({
      verb: "gossip",
      bind: { npc, npc2: to },
      sources: [personSource(view, to)],
      salience: 1,
      learned: view.standing.get(to)?.met !== undefined,
      tags: [],
    }),
  );
  const volunteers = knowledge.volunteered(view, person).length > 0;
  const talk: Candidate[] = volunteers
    ? [{ verb: "gossip", bind: { npc }, sources: [personSource(view, npc)], salience: 0.5, learned: false, tags: [] }]
    : [];
  return [...asks, ...gossip, ...talk];
}

/** Where there is no lore, a place is what one asks about last: it can be seen. So can the place where one stands. */
const VAGUE_PENALTY = 0.8;

function vague(view: View, topic: string): number {
  const ofPlace = view.places.get(topic)?.topic === topic;
  const [first] = view.topics.get(topic)?.facts ?? [];
  const isPlain = topic === view.place?.topic || (first !== undefined && view.facts.get(first)?.file === SETTING);
  return ofPlace && isPlain ? VAGUE_PENALTY : 0;
}

const SETTING = "world/setting.md";

export function pushing(view: View, person: Person, feeling: number): readonly Candidate[] {
  const npc = person.id;
  const gainable = knowledge.hiddenMotives(view, npc).length > 0 || knowledge.relations(view, npc, false).length > 0;
  // How a place is built is nothing that anybody could be held to.
  const places = new Set(view.matter.places.flatMap(({ topic }) => topic ?? []));
  const presses = view.learned
    .filter((fact) => concerns(view, fact, person) && (fact.keptBy ?? npc) === npc)
    .filter((fact) => !places.has(fact.topic) || fact.names.includes(`npc:${npc}`))
    .filter((fact) => gainable || knowledge.untold(view, fact.topic, npc).length > 0)
    .map(
      (fact): Candidate => ({
        verb: "press",
        bind: { npc, ...subjectOf(fact) },
        sources: [factSource(fact)],
        salience: 1.1 + (view.memory.shared[`${npc}:${fact.id}`] === undefined ? 0 : 0.3) - vague(view, fact.topic),
        learned: true,
        tags: [],
      }),
    );
  const bluffs = Object.keys(view.known.topics)
    .filter((topic) => knowledge.untold(view, topic, npc).length > 0)
    .map((topic): Candidate => {
      const naming = knownFactNaming(view, topic);
      const secret = knowledge.untold(view, topic, npc).some((fact) => fact.knownBy !== "common");
      return {
        verb: "bluff",
        bind: { npc, topic },
        sources: [naming ? factSource(naming) : topicSource(view, topic)],
        salience: 0.4 + (secret ? 0.8 : 0) - vague(view, topic),
        learned: naming !== undefined,
        tags: [],
      };
    });
  const confronts = knowledge
    .relations(view, npc, true)
    .filter(() => gainable)
    .map(
      ({ to, text }): Candidate => ({
        verb: "confront",
        bind: { npc, npc2: to, text },
        sources: [{ kind: "npc", ref: npc, text: `${person.short} ${text}` }],
        salience: 0.9 + (feeling < -SENTIMENT_BOUND ? 0.4 : 0),
        learned: true,
        tags: [],
      }),
    );
  return [...presses, ...bluffs, ...confronts];
}

export function trusting(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const trusts = view.learned
    .filter((fact) => isNews(view, fact, person))
    // Nobody speaks of what somebody keeps while they stand by.
    .filter(({ keptBy }) => keptBy === undefined || !knowledge.isPresent(view, keptBy))
    .map(
      (fact): Candidate => ({
        verb: "trust",
        bind: { npc, ...newsOf(fact) },
        sources: [factSource(fact)],
        salience:
          0.9 +
          (fact.names.includes(`npc:${npc}`) ? 0.5 : 0) +
          (fact.knownBy === "common" ? -0.3 : 0.3) -
          vague(view, fact.topic),
        learned: true,
        tags: [],
      }),
    );
  const warnings = view.threads
    .flatMap((thread) => (thread.kind === "watcher" && thread.npc !== undefined ? [thread.npc] : []))
    .filter((about) => about !== npc && view.people.has(about) && !knowledge.isPresent(view, about))
    .map((about): Candidate => warning(view, npc, about, 0.5));
  const against = knowledge
    .relations(view, npc, true)
    .filter(({ to }) => !knowledge.isPresent(view, to) && threatens(view, to, person))
    .map(({ to }): Candidate => warning(view, npc, to, 0.7));
  return [...trusts, ...warnings, ...against];
}

function subjectOf({ id, topic }: Fact): Bindings {
  return { fact: id, ...(topic === "" ? {} : { topic }) };
}

/** What was found among somebody's things is told as theirs. */
function newsOf(fact: Fact): Bindings {
  return { ...subjectOf(fact), ...(fact.keptBy === undefined ? {} : { npc2: fact.keptBy }) };
}

/** What somebody is known to want gives cause for a warning if it touches this person: by name, or in what they talk of. No kin. */
function threatens(view: View, about: string, person: Person): boolean {
  const other = view.people.get(about);
  if (!other || surname(other.name) === surname(person.name)) return false;
  const names = [person.short, ...person.topics.flatMap((topic) => view.topics.get(topic)?.np ?? [])].map(bare);
  return knowledge.foundMotives(view, about).some((motive) => names.some((name) => hasWord(motive, name)));
}

const surname = (name: string): string => name.split(" ").slice(1).at(-1) ?? name;

/**
 * Worth telling somebody: what they cannot know, what is said about themselves, or what others told the player of things
 * that are not this person's own. Nobody is told what they told, or twice.
 */
function isNews(view: View, fact: Fact, person: Person): boolean {
  if (view.memory.shared[`${person.id}:${fact.id}`] !== undefined || fact.keptBy === person.id) return false;
  // How somebody lives is no news to them; what is said about them may be.
  if (fact.file === SETTING && fact.names.includes(`npc:${person.id}`)) return false;
  if (!knowledge.personKnows(view, person.id, fact) || fact.names.includes(`npc:${person.id}`)) return true;
  const fromOthers = view.matter.people.some((other) => view.memory.shared[`${other.id}:${fact.id}`] !== undefined);
  return fromOthers && !person.topics.includes(fact.topic);
}

/** True when a fact is about this person, came from them, or lies near to what they talk about. */
function concerns(view: View, fact: Fact, person: Person): boolean {
  return (
    fact.names.includes(`npc:${person.id}`) ||
    view.memory.shared[`${person.id}:${fact.id}`] !== undefined ||
    person.topics.includes(fact.topic)
  );
}

function warning(view: View, npc: string, about: string, salience: number): Candidate {
  const [motive] = knowledge.foundMotives(view, about);
  const other = view.people.get(about);
  const text = motive ? `${other?.short} wants to ${infinitive(motive)}` : `${other?.short} has an eye on you`;
  return {
    verb: "warn",
    bind: { npc, npc2: about },
    sources: [{ kind: motive ? "npc" : "memory", ref: about, text }],
    salience,
    learned: true,
    tags: [],
  };
}
