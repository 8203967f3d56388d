/** Everything that could be offered now: each candidate is a verb, what it acts on, and why it is there. */
import type { Bindings, Fact, Person, SourceRef, StoryMemory, Verb } from "@narratoria/protocol/story";
import { deedInWords, isTelling } from "./deeds.js";
import { canTake, reckonable } from "./gains.js";
import * as knowledge from "./knowledge.js";
import { SENTIMENT_BOUND } from "./odds.js";
import { doneKey, RECKONED } from "./outcome.js";
import type { Thread, View } from "./view.js";
import { bare, infinitive } from "./words.js";

export interface Candidate {
  readonly verb: Verb;
  readonly bind: Bindings;
  readonly sources: readonly SourceRef[];
  /** How much its source speaks for it, about 0 to 3. */
  readonly salience: number;
  /** True when the story taught it: a memory, a known fact, a debt, a motive or relation found out, a beat that happened. */
  readonly learned: boolean;
  readonly tags: readonly string[];
  /** Offered whatever its score, as the story waits for it. */
  readonly due?: true;
  /** The memory that bears on it. */
  readonly memory?: StoryMemory;
  /** Known to be easy, so that no roll is made. */
  readonly easy?: true;
  /** The beat told in this scene to which this is one of the answers. */
  readonly answers?: string;
}

/** Scenes after which a memory may be called back, and after which it may be again. */
const CALLBACK_AGE = 4;
const CALLBACK_REST = 15;
/** Scenes after a journey in which nobody would think of turning back. */
const TURN_BACK = 2;
/** Scenes for which the decisions of a beat are offered. */
const DECISION_SCENES = 4;
/** Scenes in one place from which on leaving it is favoured, more so with each that follows. */
const DWELL = 4;
const READABLE =
  /\b(?:letter|book|ledger|page|map|notice|sign|log|diary|note|list|paper|card|register|chart|receipt|slate|label|almanac|plan|file|telegram|postcard|contract|deed|bill|roll|inscription|poster|board|plaque)s?\b/i;
const FORCEABLE =
  /\b(?:door|chest|drawer|gate|lid|shutter|lock|box|cupboard|hatch|cabinet|locker|trunk|case|safe|padlock|casket|crate)s?\b/i;

/**
 * Lists all candidates whose preconditions hold.
 *
 * @param recalled - Memories that bear on the scene, the most relevant first.
 */
export function candidatesFor(view: View, recalled: readonly StoryMemory[]): readonly Candidate[] {
  const all = [
    ...view.present.flatMap((person) => withPerson(view, person, recalled)),
    ...threads(view),
    ...alone(view),
    ...journeys(view),
    ...decisions(view),
  ];
  return all.filter((one) => {
    const key = doneKey(one.verb, view.placeId, one);
    // A place yields something more each time that another fact of it has come within reach.
    return key === undefined || one.verb === "search" || view.memory.done[key] === undefined;
  });
}

function withPerson(view: View, person: Person, recalled: readonly StoryMemory[]): readonly Candidate[] {
  const feeling = view.standing.get(person.id)?.feeling ?? 0;
  const friendly = feeling >= -SENTIMENT_BOUND;
  return [
    ...asking(view, person, feeling),
    ...pushing(view, person, feeling),
    ...(friendly ? trusting(view, person) : []),
    ...helping(view, person, friendly),
    ...showing(view, person),
    ...recalling(view, person, recalled),
    ...watching(view, person),
  ];
}

function asking(view: View, person: Person, feeling: number): readonly Candidate[] {
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
        salience: 1 + (volunteers ? 0.5 : 0) + (direct ? 0.3 : -0.4) + (redirected ? 1.5 : 0),
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
    ? [{ verb: "gossip", bind: { npc }, sources: [personSource(view, npc)], salience: 0.7, learned: false, tags: [] }]
    : [];
  return [...asks, ...gossip, ...talk];
}

function pushing(view: View, person: Person, feeling: number): readonly Candidate[] {
  const npc = person.id;
  const gainable = knowledge.hiddenMotives(view, npc).length > 0 || knowledge.relations(view, npc, false).length > 0;
  const known = knownFacts(view);
  const presses = known
    .filter((fact) => concerns(view, fact, person))
    .filter((fact) => gainable || knowledge.untold(view, fact.topic, npc).length > 0)
    .map(
      (fact): Candidate => ({
        verb: "press",
        bind: { npc, fact: fact.id, topic: fact.topic },
        sources: [factSource(fact)],
        salience: 1.1 + (view.memory.shared[`${npc}:${fact.id}`] === undefined ? 0 : 0.3),
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
        salience: 0.4 + (secret ? 0.8 : 0),
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

function trusting(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const trusts = knownFacts(view)
    // What everybody knows is no confidence, and nobody is told what they told.
    .filter((fact) => !knowledge.personKnows(view, npc, fact) || notYetShared(view, npc, fact, person))
    .map(
      (fact): Candidate => ({
        verb: "trust",
        bind: { npc, fact: fact.id, topic: fact.topic },
        sources: [factSource(fact)],
        salience: 0.9 + (fact.names.includes(`npc:${npc}`) ? 0.5 : 0) + (fact.knownBy === "common" ? -0.3 : 0.3),
        learned: true,
        tags: [],
      }),
    );
  const warnings = view.threads
    .flatMap((thread) => (thread.kind === "watcher" && thread.npc !== undefined ? [thread.npc] : []))
    .filter((about) => about !== npc && view.people.has(about) && !knowledge.isPresent(view, about))
    .map((about): Candidate => warning(view, npc, about, 0.8));
  const against = knowledge
    .relations(view, npc, true)
    .filter(({ to }) => knowledge.foundMotives(view, to).length > 0 && !knowledge.isPresent(view, to))
    .map(({ to }): Candidate => warning(view, npc, to, 1));
  return [...trusts, ...warnings, ...against];
}

/** A common fact near to this person, that nobody has yet spoken of with them. */
function notYetShared(view: View, npc: string, fact: Fact, person: Person): boolean {
  return (
    view.memory.shared[`${npc}:${fact.id}`] === undefined &&
    (fact.names.includes(`npc:${npc}`) || person.topics.includes(fact.topic)) &&
    fact.knownBy === "common"
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

function helping(view: View, person: Person, friendly: boolean): readonly Candidate[] {
  const npc = person.id;
  const found = knowledge.foundMotives(view, npc);
  const promised = view.threads.find((thread) => thread.kind === "promise" && thread.npc === npc);
  const helps = found.map(
    (motive): Candidate => ({
      verb: "help",
      bind: { npc, text: motive, ...(promised ? { thread: promised.id } : {}) },
      sources: [promised ? threadSource(promised) : motiveSource(person, motive)],
      salience: 1.2 + (promised ? 0.6 : 0),
      learned: true,
      tags: [],
    }),
  );
  const promises = found
    .filter(() => friendly && !promised)
    .map(
      (motive): Candidate => ({
        verb: "accept",
        bind: { npc, text: motive },
        sources: [motiveSource(person, motive)],
        salience: 0.6,
        learned: true,
        tags: [],
      }),
    );
  const gifts = view.inventory.map(
    (item): Candidate => ({
      verb: "give",
      bind: { npc, item: item.id },
      sources: [{ kind: "item", ref: item.id, text: `you carry ${article(item.name)}` }],
      salience: 0.5 + (mentions(person, item.name) ? 0.8 : 0),
      learned: false,
      tags: [],
    }),
  );
  return [...helps, ...promises, ...gifts];
}

function showing(view: View, person: Person): readonly Candidate[] {
  return view.inventory.map((item): Candidate => {
    const topic = Object.keys(view.known.topics).find((id) => sharesWord(view.topics.get(id)?.np ?? "", item.name));
    const naming = topic === undefined ? undefined : knownFactNaming(view, topic);
    return {
      verb: "use",
      bind: { npc: person.id, item: item.id, ...(topic === undefined ? {} : { topic }) },
      sources: [
        { kind: "item", ref: item.id, text: `you carry ${article(item.name)}` },
        ...(naming ? [factSource(naming)] : []),
      ],
      salience: 0.9 + (topic === undefined ? 0 : 0.5) + (mentions(person, item.name) ? 0.5 : 0),
      learned: naming !== undefined,
      tags: [],
    };
  });
}

function recalling(view: View, person: Person, recalled: readonly StoryMemory[]): readonly Candidate[] {
  return recalled.flatMap((memory): Candidate[] => {
    const { deed } = memory;
    if (!deed || deed.bind.npc !== person.id || view.scene - memory.scene < CALLBACK_AGE) return [];
    // Nobody is reminded of a wrong done to them; that is what reason clauses are for.
    if (!isTelling(memory) || deed.polarity === "bad") return [];
    const key = memoryKey(memory);
    const last = view.memory.reasons[key];
    if (last !== undefined && view.scene - last < CALLBACK_REST) return [];
    const words = deedInWords(view, deed, "pronoun");
    if (words === null) return [];
    return [
      {
        verb: "recall",
        bind: { npc: person.id, memory: key, text: words },
        sources: [memorySource(memory)],
        salience: 1.2 + (memory.relevance ?? 0) * 0.5 + (memory.significance === "high" ? 0.3 : 0),
        learned: true,
        tags: [],
        memory,
      },
    ];
  });
}

function watching(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  if (knowledge.hiddenMotives(view, npc).length === 0 && knowledge.relations(view, npc, false).length === 0) return [];
  return [
    {
      verb: "watch",
      bind: { npc },
      sources: [personSource(view, npc)],
      salience: 0.8,
      learned: false,
      tags: [],
    },
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
    if (thread.kind === "promise" && npc !== undefined && due && knowledge.isPresent(view, npc)) {
      return [{ ...base, verb: "refuse", bind: { npc, thread: thread.id }, salience: 0.7 }];
    }
    if (thread.kind === "watcher" && npc !== undefined) {
      const here = knowledge.isPresent(view, npc);
      const face: Candidate = { ...base, verb: "face", bind: { npc, thread: thread.id }, salience: 1.1 + age };
      const confront: Candidate = { ...base, verb: "confront", bind: { npc, thread: thread.id }, salience: 1 };
      return here ? [face, confront] : [face];
    }
    return [];
  });
}

function alone(view: View): readonly Candidate[] {
  const { place } = view;
  const here = place ? [{ kind: "place", ref: place.id, text: place.name } as const] : [];
  const traces = knowledge.traces(view);
  const tired = view.conditions.length > 0;
  const naming =
    traces.length > 0 ? knownFacts(view).find((fact) => fact.names.includes(`place:${view.placeId}`)) : undefined;
  const searched = view.memory.done[`search:${view.placeId}:`];
  const plain = { learned: false, tags: [] } as const;
  const props = (place?.props ?? []).filter((prop) => prop.use === "fixture" || prop.use === "movable");
  const readable = (place?.props ?? []).filter((prop) => prop.use !== "worn" && READABLE.test(prop.np));
  const forceable = (place?.props ?? []).filter((prop) => FORCEABLE.test(prop.np) && prop.use !== "worn");
  const yields = traces.length > 0 || (place?.props ?? []).some((prop) => canTake(view, prop));
  // Where nothing is left to find, no dice are thrown for it.
  const effort: Pick<Candidate, "easy"> = yields ? {} : { easy: true };
  const strangers = view.present.filter((person) => (view.standing.get(person.id)?.feeling ?? 0) <= SENTIMENT_BOUND);
  return [
    ...props
      .filter((prop) => view.memory.done[`search:${view.placeId}:${prop.np}`] === undefined)
      .map(
        (prop): Candidate => ({
          ...plain,
          verb: "search",
          bind: placed(view, { prop: prop.np }),
          sources: [{ kind: "place", ref: view.placeId, text: prop.np }, ...(naming ? [factSource(naming)] : [])],
          salience: (yields ? 0.6 : 0.1) + (naming ? 0.4 : 0),
          learned: naming !== undefined,
        }),
      ),
    {
      ...plain,
      verb: "search",
      bind: placed(view, {}),
      sources: here,
      salience: (yields ? 0.5 : 0) - (searched === undefined ? 0 : 0.6),
      ...effort,
    },
    ...readable.map(
      (prop): Candidate => ({
        ...plain,
        verb: "read",
        bind: placed(view, { prop: prop.np }),
        sources: [{ kind: "place", ref: view.placeId, text: prop.np }],
        salience: traces.length > 0 ? 0.9 : 0,
      }),
    ),
    ...view.inventory
      .filter((item) => READABLE.test(item.name))
      .map(
        (item): Candidate => ({
          ...plain,
          verb: "read",
          bind: { item: item.id },
          sources: [{ kind: "item", ref: item.id, text: `you carry ${article(item.name)}` }],
          salience: traces.length > 0 ? 1 : 0.1,
        }),
      ),
    ...(yields ? forceable : []).map(
      (prop): Candidate => ({
        ...plain,
        verb: "force",
        bind: placed(view, { prop: prop.np }),
        sources: [{ kind: "place", ref: view.placeId, text: prop.np }],
        salience: 0.5,
      }),
    ),
    ...(yields ? strangers : []).map(
      (person): Candidate => ({
        ...plain,
        verb: "sneak",
        bind: placed(view, { npc: person.id }),
        sources: [personSource(view, person.id)],
        salience: 0.4 + (person.home === view.placeId ? 0.4 : 0),
      }),
    ),
    {
      ...plain,
      verb: "listen",
      bind: placed(view, {}),
      sources: here,
      salience: traces.length > 0 && view.present.length > 0 ? 0.5 : 0.1,
    },
    {
      ...plain,
      verb: "watch",
      bind: placed(view, {}),
      sources: here,
      salience: view.present.length > 0 ? 0 : 0.4,
      // To sit and see who comes is no feat; to watch a person unnoticed is.
      easy: true,
    },
    { ...plain, verb: "wait", bind: placed(view, {}), sources: here, salience: view.present.length > 0 ? 0.1 : 0.3 },
    ...(worthReckoning(view)
      ? [{ ...plain, verb: "reckon", bind: {}, sources: reckonSources(view), salience: 0.6, learned: true } as const]
      : []),
    {
      ...plain,
      verb: "rest",
      bind: placed(view, {}),
      sources: tired
        ? [{ kind: "stat", ref: view.conditions[0] ?? "", text: `you are ${view.conditions.join(" and ")}` }]
        : here,
      salience: tired ? 1 : 0.1,
    },
  ];
}

/** Thinking it over is worth while once there is something new to think about. */
function worthReckoning(view: View): boolean {
  const last = view.memory.done[RECKONED] ?? 0;
  const since = Object.values(view.known.facts).filter((scene) => scene > last).length;
  return since >= 3 && reckonable(view).length > 0;
}

function journeys(view: View): readonly Candidate[] {
  const stayed = view.scene - view.memory.arrived;
  const restless = stayed >= DWELL ? 1 + 0.3 * (stayed - DWELL) : 0;
  const travels = view.matter.places
    .filter((place) => place.id !== view.placeId)
    .map((place): Candidate => {
      const naming = knownFacts(view).find((fact) => fact.names.includes(`place:${place.id}`));
      const fresh = view.visited[place.id] === undefined;
      const familiar = knowledge.knowsPlace(view, place.id);
      return {
        verb: "go",
        bind: { place: place.id },
        sources: [naming ? factSource(naming) : placeSource(view, place.id)],
        salience: 0.6 + (fresh ? 0.8 : 0) + restless - (familiar ? 0 : 0.4) - (turnsBack(view, place.id) ? 1 : 0),
        learned: naming !== undefined,
        tags: [],
      };
    });
  const visits = view.matter.people.flatMap((person): Candidate[] => {
    const how = view.standing.get(person.id);
    if (!how?.alive || how.place === view.placeId || !view.places.has(how.place)) return [];
    if (knowledge.isPresent(view, person.id) || !knowledge.knowsPerson(view, person.id)) return [];
    const debt = view.threads.find((thread) => thread.npc === person.id && thread.kind !== "watcher");
    const pointed = view.memory.redirect?.npc === person.id && view.scene - view.memory.redirect.scene <= 6;
    // Only where they live can they be looked for: nobody knows where somebody else has wandered off to.
    if (how.place !== person.home) return [];
    return [
      {
        verb: "go",
        bind: { place: how.place, npc: person.id },
        sources: [debt ? threadSource(debt) : personSource(view, person.id)],
        salience: 0.8 + restless - (turnsBack(view, how.place) ? 1 : 0) + (pointed ? 1.5 : 0) + (debt ? 0.6 : 0),
        learned: debt !== undefined || pointed || how.met !== undefined,
        tags: [],
      },
    ];
  });
  const { left } = view.memory;
  const gone = left && left.scene === view.scene ? view.people.get(left.npc) : undefined;
  const follows: Candidate[] =
    gone && left && view.places.has(left.place) && left.place !== view.placeId
      ? [
          {
            verb: "follow",
            bind: { npc: gone.id, place: left.place },
            sources: [personSource(view, gone.id)],
            salience: 1.6,
            learned: view.standing.get(gone.id)?.met !== undefined,
            tags: [],
          },
        ]
      : [];
  return [...travels, ...visits, ...follows, ...flights(view)];
}

/** True for the way back to where the player has only just come from. */
function turnsBack(view: View, place: string): boolean {
  const { came } = view.memory;
  return came?.from === place && view.scene - came.scene <= TURN_BACK;
}

/** Getting away is offered from somebody who hates the player, and from whoever has shown that they watch. */
function flights(view: View): readonly Candidate[] {
  const hostile = view.present.find((person) => (view.standing.get(person.id)?.feeling ?? 0) < -45);
  const watcher = view.threads.find(
    (thread) =>
      thread.kind === "watcher" &&
      thread.state === "due" &&
      thread.npc !== undefined &&
      knowledge.isPresent(view, thread.npc),
  );
  const npc = watcher?.npc ?? hostile?.id;
  const refuge = view.matter.places.find((place) => place.id !== view.placeId && view.visited[place.id] !== undefined);
  if (npc === undefined || !refuge) return [];
  return [
    {
      verb: "flee",
      bind: { npc, place: refuge.id, ...(watcher ? { thread: watcher.id } : {}) },
      sources: [watcher ? threadSource(watcher) : personSource(view, npc)],
      salience: 1,
      learned: true,
      tags: [],
    },
  ];
}

/** What the last beat, waiting beats and endings want offered. */
function decisions(view: View): readonly Candidate[] {
  const open = view.beat ? { ...view.beat, scene: view.scene, place: view.placeId } : view.memory.beat;
  // Nobody measures a ladle two streets away from it.
  const fresh = open && view.scene - open.scene < DECISION_SCENES && open.place === view.placeId ? open : undefined;
  const ofBeat = (fresh?.decisions ?? []).map((text): Candidate => {
    const words = infinitive(text);
    const npc = fresh?.people.find((id) => knowledge.isPresent(view, id));
    const verb: Verb = /^(?:refuse|decline|reject|deny|turn down)\b/i.test(words)
      ? "refuse"
      : /^(?:accept|agree|promise|say yes)\b/i.test(words)
        ? "accept"
        : "decide";
    return {
      verb,
      bind: { beat: fresh?.id ?? "", text: words, ...(npc === undefined ? {} : { npc }) },
      sources: [{ kind: "beat", ref: fresh?.id ?? "", text: fresh?.title ?? "" }],
      salience: 2.2,
      learned: true,
      tags: [],
      ...(view.beat && fresh ? { answers: fresh.id } : {}),
    };
  });
  const hooks = view.hooks.flatMap((hook): Candidate[] => {
    if (hook.kind === "ending") {
      const source = { kind: "ending", ref: hook.ending, text: hook.title } as const;
      return [
        {
          verb: "end",
          bind: { ending: hook.ending, text: hook.title },
          sources: [source],
          salience: 3,
          learned: true,
          tags: [],
          due: true,
        },
      ];
    }
    const source = { kind: "beat", ref: hook.beat, text: hook.title } as const;
    if (hook.kind === "beat-elsewhere") {
      if (hook.place === view.placeId || !view.places.has(hook.place)) return [];
      return [
        {
          verb: "go",
          bind: { place: hook.place },
          sources: [source],
          salience: 2.5,
          learned: true,
          tags: [],
          due: true,
        },
      ];
    }
    const whereabouts = hook.npc === undefined ? undefined : view.standing.get(hook.npc)?.place;
    const npcAway = hook.npc !== undefined && !knowledge.isPresent(view, hook.npc);
    const place = hook.place ?? (npcAway ? whereabouts : undefined);
    if (place !== undefined && place !== view.placeId && view.places.has(place)) {
      const bind = { place, ...(npcAway && whereabouts === place ? { npc: hook.npc } : {}) };
      return [{ verb: "go", bind, sources: [source], salience: 1.6, learned: true, tags: [], due: true }];
    }
    if (npcAway) return [];
    const text = tagInWords(view, hook.tag);
    return [
      {
        verb: "decide",
        bind: { beat: hook.beat, text, ...(hook.npc === undefined ? {} : { npc: hook.npc }) },
        sources: [source],
        salience: 1.9,
        learned: true,
        tags: [hook.tag],
        due: true,
      },
    ];
  });
  return [...ofBeat, ...hooks];
}

/** "side-with-osk" as "side with Osk": names get back the form that they are known by. */
export function tagInWords(view: View, tag: string): string {
  let words = tag.replaceAll(/[-_]+/g, " ").trim();
  const proper = [
    ...view.matter.people.flatMap((person) => [person.name, person.short]),
    ...view.matter.topics.map((topic) => bare(topic.np)),
    ...view.matter.places.map((place) => bare(place.name)),
  ].filter((name) => /\p{Lu}/u.test(name));
  for (const name of proper.sort((a, b) => b.length - a.length)) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    words = words.replace(new RegExp(`(?<![\\p{L}])${escaped}(?![\\p{L}])`, "giu"), name);
  }
  return words;
}

/** What a memory is known by: its id, else its scene and deed. */
export function memoryKey(memory: StoryMemory): string {
  return memory.id ?? `${memory.scene}:${memory.deed?.verb ?? ""}`;
}

export function memorySource(memory: StoryMemory): SourceRef {
  const when = memory.scene === 0 ? "the opening" : `scene ${memory.scene}`;
  return {
    kind: "memory",
    ref: memoryKey(memory),
    text: `${memory.summary.replace(/\.$/, "")} (${when})`,
  };
}

function knownFacts(view: View): readonly Fact[] {
  return Object.entries(view.known.facts)
    .sort(([, a], [, b]) => b - a)
    .flatMap(([id]) => view.facts.get(id) ?? []);
}

/** The fact through which the player heard of a topic: the last one learned that names it. */
function knownFactNaming(view: View, topic: string): Fact | undefined {
  return knownFacts(view).find((fact) => fact.topic === topic || fact.names.includes(`topic:${topic}`));
}

/** True when a fact is about this person, came from them, or lies near to what they talk about. */
function concerns(view: View, fact: Fact, person: Person): boolean {
  return (
    fact.names.includes(`npc:${person.id}`) ||
    view.memory.shared[`${person.id}:${fact.id}`] !== undefined ||
    person.topics.includes(fact.topic)
  );
}

function placed(view: View, bind: Bindings): Bindings {
  return view.place ? { ...bind, place: view.placeId } : bind;
}

function factSource(fact: Fact): SourceRef {
  return { kind: "lore", ref: fact.id, text: fact.text };
}

function topicSource(view: View, topic: string): SourceRef {
  return { kind: "lore", ref: topic, text: view.topics.get(topic)?.np ?? topic };
}

function personSource(view: View, npc: string): SourceRef {
  return { kind: "npc", ref: npc, text: view.people.get(npc)?.short ?? npc };
}

function motiveSource(person: Person, motive: string): SourceRef {
  const want = person.pronoun === "they" && person.short === "they" ? "want" : "wants";
  return { kind: "npc", ref: person.id, text: `${person.short} ${want} to ${infinitive(motive)}` };
}

function placeSource(view: View, place: string): SourceRef {
  return { kind: "place", ref: place, text: view.places.get(place)?.name ?? place };
}

function threadSource(thread: Thread): SourceRef {
  return { kind: "memory", ref: thread.id, text: `${thread.text} (scene ${thread.opened})` };
}

function reckonSources(view: View): readonly SourceRef[] {
  const [pair] = reckonable(view);
  return (pair ?? []).map(factSource);
}

function article(name: string): string {
  if (/^(?:the|an?|your|some)\s/i.test(name) || /^\p{Lu}/u.test(name)) return name;
  return /s$/.test(name) && !/ss$/.test(name) ? name : `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

function mentions(person: Person, item: string): boolean {
  return [...person.motives, ...person.inventory].some((words) => sharesWord(words, item));
}

function sharesWord(one: string, other: string): boolean {
  const words = new Set(one.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return (other.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
}
