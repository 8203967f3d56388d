import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom, deriveSeed, type Random } from "@narratoria/protocol/random";
import {
  type Bindings,
  type ChoiceSlot,
  type Deed,
  type Effect,
  type Outcome,
  type SceneBrief,
  type SceneType,
  type StoryMemory,
  type Verb,
  type VerbClass,
  VERBS,
} from "@narratoria/protocol/story";
import type { StoryIndex, SceneDraft, Storybook } from "../../src/index.js";

/**
 * A small world that makes briefs, so that the narrator can be walked for hundreds of scenes without the rules of the game: every
 * verb, every effect, people who come and go, debts, beats. It knows nothing of how the scenes are told.
 */
export interface Step {
  readonly brief: SceneBrief;
  readonly state: JsonObject;
  readonly draft: SceneDraft;
}

const ROLLED = new Set<Verb>([
  "ask",
  "press",
  "confront",
  "bluff",
  "settle",
  "help",
  "search",
  "watch",
  "follow",
  "face",
  "sneak",
  "force",
  "flee",
  "warn",
  "use",
]);

const SCENES: Readonly<Record<VerbClass, SceneType>> = {
  inquire: "dialogue",
  push: "dialogue",
  bond: "quiet",
  remember: "dialogue",
  look: "danger",
  move: "travel",
  act: "danger",
  end: "resolution",
};

const DEEDS: Partial<Record<Verb, readonly [string, string]>> = {
  ask: ["[ask] {npc.o} about {topic}", "[ask] {npc.o} about {topic} and got nowhere"],
  press: ["[hold] {npc.o} to it", "[press] {npc.o} too hard"],
  settle: ["[pay] {npc.o} what you owed", "could not pay {npc.o} what you owed"],
  give: ["[give] {npc.o} {item}", "[offer] {npc.o} {item} in vain"],
  trust: ["[tell] {npc.o} what you knew", "[tell] {npc.o} too much"],
  help: ["[help] {npc.o} when it counted", "[be] no help to {npc.o}"],
  use: ["[show] {npc.o} {item}", "[wave] {item} at {npc.o}"],
};

interface World {
  state: JsonObject;
  memories: StoryMemory[];
  slots: ChoiceSlot[];
}

const bagOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
const bag = (state: JsonObject, ...path: string[]): Record<string, unknown> =>
  path.reduce<Record<string, unknown>>((at, key) => bagOf(at[key]), state as Record<string, unknown>);

/** Walks a story with random choices; yields each scene as it is told. */
export function* walk(story: StoryIndex, storybook: Storybook, seed: string, scenes: number): Generator<Step> {
  const random = createRandom(`walk ${seed}`);
  const place = story.matter.places[0]?.id ?? "here";
  const world: World = {
    state: {
      clock: { minutes: 17 * 60 },
      weather: "",
      place,
      player: { name: "", stats: {}, traits: [], conditions: {} },
      inventory: { "brass-tally": { name: "brass tally", count: 1 } },
      people: Object.fromEntries(
        story.matter.people.map((person) => [person.id, { place: person.home, alive: true, feeling: 0, since: 0 }]),
      ),
      world: {
        known: {
          facts: {},
          topics: Object.fromEntries(
            story.names
              .keysIn(story.opening.join(" "))
              .filter((key) => key.startsWith("topic:"))
              .map((key) => [key.slice(6), 0]),
          ),
          motives: {},
          relations: {},
        },
        visited: { [place]: 0 },
      },
      threads: {},
      storybook: {},
    },
    memories: [],
    slots: [],
  };
  const beats = [...story.beats.values()];
  for (let scene = 0; scene < scenes; scene++) {
    const taken = scene === 0 ? undefined : random.pick(world.slots);
    const brief = turn(
      story,
      world,
      random,
      scene,
      seed,
      taken,
      scene > 0 && scene % 5 === 0 ? beats.shift() : undefined,
    );
    const draft = storybook.tell(brief, world.state);
    const state = world.state;
    world.state = mergePatch(world.state, draft.patch);
    // What was clicked is what happens: the wording variant travels with the slot.
    world.slots = world.slots.map((slot) => {
      const echo = draft.choices.find((choice) => choice.id === slot.id)?.echo;
      return echo === undefined ? slot : { ...slot, echo };
    });
    yield { brief, state, draft };
  }
}

function turn(
  story: StoryIndex,
  world: World,
  random: Random,
  scene: number,
  seed: string,
  taken: ChoiceSlot | undefined,
  beat: SceneBrief["beat"],
): SceneBrief {
  const rolled = taken !== undefined && ROLLED.has(taken.verb);
  const outcome: Outcome =
    !taken || !rolled ? "none" : random.pick(["success", "partial", "partial", "fail", "fail"] as const);
  const effects = taken ? effectsOf(story, world, random, taken, outcome) : [];
  for (const effect of effects) apply(story, world, scene, effect, taken);
  world.state = mergePatch(world.state, { clock: { minutes: Number(bag(world.state, "clock").minutes) + 12 } });
  if (beat) {
    world.state = mergePatch(world.state, {
      ...(beat.place === undefined ? {} : { place: beat.place }),
      people: Object.fromEntries(beat.people.map((id) => [id, { place: beat.place ?? String(world.state.place) }])),
    });
    learnNames(story, world, scene, [...beat.told, ...beat.dialogue.map((entry) => entry.line)].join(" "));
  }
  const recalled = world.memories.filter((memory) => memory.deed !== undefined).slice(-8);
  if (taken) remember(world, scene, taken, outcome);
  for (const id of presentIds(story, world))
    if (bag(world.state, "people", id).met === undefined)
      world.state = mergePatch(world.state, { people: { [id]: { met: scene } } });
  world.slots = offer(story, world, random, scene);
  const named = bag(world.state, "storybook", "named");
  const bringIn = new Set<string>();
  for (const slot of world.slots) {
    for (const key of keysOf(slot.bind)) {
      const last = named[key];
      if (!(typeof last === "number" && scene - last <= 1)) bringIn.add(key);
    }
  }
  return {
    scene,
    seed: deriveSeed(seed, scene),
    sceneType: taken ? SCENES[taken.class] : "quiet",
    ...(taken ? { choice: taken } : {}),
    outcome,
    effects,
    recalled,
    slots: world.slots,
    bringIn: [...bringIn].slice(0, 4),
    ...(beat ? { beat } : {}),
  };
}

const keysOf = ({ npc, npc2, topic, place, item }: Bindings): string[] =>
  (
    [
      ["npc", npc],
      ["npc", npc2],
      ["topic", topic],
      ["place", place],
      ["item", item],
    ] as const
  ).flatMap(([kind, id]) => (id === undefined ? [] : [`${kind}:${id}`]));

const presentIds = (story: StoryIndex, world: World): string[] =>
  story.matter.people
    .filter((person) => bag(world.state, "people", person.id).place === world.state.place)
    .map((person) => person.id);

function learnNames(story: StoryIndex, world: World, scene: number, text: string): void {
  const topics = story.names.keysIn(text).filter((key) => key.startsWith("topic:"));
  world.state = mergePatch(world.state, {
    world: { known: { topics: Object.fromEntries(topics.map((key) => [key.slice(6), scene])) } },
  });
}

function effectsOf(story: StoryIndex, world: World, random: Random, slot: ChoiceSlot, outcome: Outcome): Effect[] {
  const { bind, verb } = slot;
  const here = String(world.state.place);
  const present = presentIds(story, world);
  const known = bag(world.state, "world", "known");
  const knownFacts = bagOf(known.facts);
  const untold = story.matter.facts.filter(
    (fact) =>
      knownFacts[fact.id] === undefined &&
      bagOf(known.topics)[fact.topic] !== undefined &&
      // What somebody says in their own words is said by them alone.
      (fact.said === undefined || fact.said === bind.npc),
  );
  const onTopic = untold.filter((fact) => fact.topic === bind.topic);
  const elsewhere = story.matter.people.filter((person) => !present.includes(person.id));
  const learn = (how: "told" | "found" | "overheard", whole: boolean): Effect[] => {
    const fact =
      how === "told"
        ? (onTopic[0] ?? (untold.length > 0 ? random.pick(untold) : undefined))
        : untold.length > 0
          ? random.pick(untold)
          : undefined;
    if (!fact) return [];
    return [
      {
        kind: "learn",
        fact: fact.id,
        whole,
        how,
        ...(how === "told" && bind.npc !== undefined ? { from: bind.npc } : {}),
      },
    ];
  };
  const cost = (): Effect[] => {
    const options: Effect[] = [{ kind: "time", minutes: random.pick([30, 45, 60, 90]) }];
    if (bind.npc !== undefined) {
      options.push({ kind: "owe", npc: bind.npc }, { kind: "feeling", npc: bind.npc, delta: -10 });
    }
    const other = story.matter.people.find((person) => person.id !== bind.npc);
    if (other) options.push({ kind: "noticed", by: other.id });
    if (!["tired", "cold"].some((name) => bag(world.state, "player", "conditions")[name] === true))
      options.push({ kind: "condition", name: random.pick(["tired", "cold"]), gained: true });
    return [random.pick(options)];
  };
  const setback = (): Effect[] => {
    const options: Effect[] = [];
    if (bind.npc !== undefined) {
      options.push({ kind: "feeling", npc: bind.npc, delta: -10 });
      const to = elsewhere[0];
      if (to && bind.topic !== undefined)
        options.push(
          { kind: "redirect", npc: bind.npc, to: to.id, topic: bind.topic },
          { kind: "redirect", npc: bind.npc, to: to.id, topic: bind.topic },
        );
      const home = story.people.get(bind.npc)?.home;
      if (home !== undefined && home !== here) options.push({ kind: "leave", npc: bind.npc, place: home });
    }
    if (elsewhere.length > 0 && present.length < 3)
      options.push({ kind: "arrive", npc: random.pick(elsewhere).id, place: here });
    options.push({ kind: "time", minutes: 40 });
    return [random.pick(options)];
  };
  const gain = (whole: boolean): Effect[] => {
    const person = bind.npc === undefined ? undefined : story.people.get(bind.npc);
    if (person && random.chance(0.2)) {
      const motives = person.motives.filter(
        (text) => bag(known as JsonObject, "motives", person.id)[text] === undefined,
      );
      if (motives[0] !== undefined) return [{ kind: "motive", npc: person.id, text: motives[0] }];
      const relation = person.relations.find(
        (entry) => bagOf(known.relations)[`${person.id}>${entry.to}`] === undefined,
      );
      if (relation) return [{ kind: "relation", npc: person.id, to: relation.to, text: relation.text }];
    }
    return learn(person ? "told" : "found", whole);
  };
  switch (verb) {
    case "go":
    case "follow":
    case "flee":
    case "sneak":
      if (outcome === "fail" && verb !== "flee") return setback();
      return [
        ...(bind.place === undefined ? [] : ([{ kind: "move", place: bind.place }] as Effect[])),
        ...(verb === "follow" && bind.npc !== undefined ? [] : []),
        ...(outcome === "partial" ? cost() : []),
      ];
    case "rest":
      return [
        ...Object.keys(bag(world.state, "player", "conditions")).map(
          (name): Effect => ({ kind: "condition", name, gained: false }),
        ),
        { kind: "time", minutes: 120 },
      ];
    case "wait":
      return elsewhere.length > 0 && random.chance(0.5)
        ? [{ kind: "arrive", npc: random.pick(elsewhere).id, place: here }]
        : [{ kind: "time", minutes: 45 }];
    case "listen":
      return learn("overheard", true);
    case "read":
      return learn("found", true);
    case "give":
      return bind.item === undefined || bind.npc === undefined
        ? []
        : [
            {
              kind: "item",
              id: bind.item,
              name: bag(world.state, "inventory", bind.item).name as string,
              gained: false,
              npc: bind.npc,
            },
            { kind: "feeling", npc: bind.npc, delta: 15 },
          ];
    case "trust":
    case "recall":
      return bind.npc === undefined ? [] : [{ kind: "feeling", npc: bind.npc, delta: 10 }, ...gain(true)];
    case "gossip":
      return learn("told", true);
    case "settle":
      if (bind.npc === undefined) return [];
      return outcome === "fail"
        ? [{ kind: "feeling", npc: bind.npc, delta: -5 }]
        : [
            { kind: "paid", npc: bind.npc },
            { kind: "thread", id: bind.thread ?? "", npc: bind.npc, state: "closed" },
            ...(outcome === "success" ? gain(true) : []),
          ];
    case "reckon": {
      const ids = Object.keys(knownFacts);
      return ids.length < 2 ? [] : [{ kind: "reckon", facts: [random.pick(ids), ids.at(-1) ?? ""] }];
    }
    case "help":
      if (outcome === "fail") return [{ kind: "time", minutes: 60 }];
      return [{ kind: "feeling", npc: bind.npc ?? "", delta: 15 }, ...(outcome === "partial" ? cost() : [])];
    case "search": {
      if (outcome === "fail") return setback();
      const prop = story.places
        .get(here)
        ?.props.find(
          (known_) =>
            known_.use === "movable" &&
            /^an? /.test(known_.np) &&
            bag(world.state, "inventory")[known_.np.replace(/^an? /, "").replace(/ /g, "-")] === undefined,
        );
      const found: Effect[] =
        prop && random.chance(0.4)
          ? [
              {
                kind: "item",
                id: prop.np.replace(/^an? /, "").replace(/ /g, "-"),
                name: prop.np.replace(/^an? /, ""),
                gained: true,
              },
            ]
          : learn("found", outcome === "success");
      return [...found, ...(outcome === "partial" ? cost() : [])];
    }
    case "watch":
      if (outcome === "fail") return setback();
      return [...gain(true), ...(outcome === "partial" ? cost() : [])];
    default:
      if (outcome === "fail") return setback();
      return [
        ...gain(outcome !== "partial" || random.chance(0.4)),
        ...(outcome === "partial"
          ? cost()
          : outcome === "success" && bind.npc !== undefined && random.chance(0.4)
            ? [{ kind: "feeling", npc: bind.npc, delta: 8 } as Effect]
            : []),
      ];
  }
}

function apply(story: StoryIndex, world: World, scene: number, effect: Effect, slot: ChoiceSlot | undefined): void {
  const patch = (part: JsonObject): void => {
    world.state = mergePatch(world.state, part);
  };
  switch (effect.kind) {
    case "learn": {
      const fact = story.facts.get(effect.fact);
      patch({ world: { known: { facts: { [effect.fact]: scene } } } });
      if (fact) learnNames(story, world, scene, `${fact.text} ${fact.tail ?? ""}`);
      return;
    }
    case "motive":
      return patch({ world: { known: { motives: { [effect.npc]: { [effect.text]: scene } } } } });
    case "relation":
      return patch({ world: { known: { relations: { [`${effect.npc}>${effect.to}`]: scene } } } });
    case "feeling":
      return patch({
        people: {
          [effect.npc]: { feeling: Number(bag(world.state, "people", effect.npc).feeling ?? 0) + effect.delta },
        },
      });
    case "owe":
      return patch({
        threads: { [`debt-${effect.npc}`]: { kind: "debt", npc: effect.npc, opened: scene, text: "", state: "open" } },
      });
    case "noticed":
      return patch({
        threads: {
          [`watcher-${effect.by}`]: { kind: "watcher", npc: effect.by, opened: scene, text: "", state: "open" },
        },
      });
    case "paid":
      return patch({ threads: { [`debt-${effect.npc}`]: null } });
    case "arrive":
    case "leave":
      return patch({ people: { [effect.npc]: { place: effect.place, since: scene } } });
    case "move": {
      patch({ place: effect.place, world: { visited: { [effect.place]: scene } } });
      if (slot?.verb === "follow" && slot.bind.npc !== undefined)
        patch({ people: { [slot.bind.npc]: { place: effect.place } } });
      return;
    }
    case "time":
      return patch({ clock: { minutes: Number(bag(world.state, "clock").minutes) + effect.minutes } });
    case "condition":
      return patch({ player: { conditions: { [effect.name]: effect.gained ? true : null } } });
    case "item":
      return patch({ inventory: { [effect.id]: effect.gained ? { name: effect.name, count: 1 } : null } });
    default:
  }
}

function remember(world: World, scene: number, slot: ChoiceSlot, outcome: Outcome): void {
  const templates = DEEDS[slot.verb];
  const deed: Deed | undefined =
    templates === undefined || outcome === "none"
      ? undefined
      : {
          verb: slot.verb,
          bind: slot.bind,
          outcome,
          polarity: outcome === "success" ? "good" : outcome === "fail" ? "bad" : "mixed",
          template: outcome === "fail" ? templates[1] : templates[0],
        };
  world.memories.push({
    id: `m${scene}`,
    summary: `You did this in scene ${scene}.`,
    scene,
    characters: slot.bind.npc === undefined ? [] : [slot.bind.npc],
    location: String(world.state.place),
    significance: "medium",
    tags: [],
    ...(deed === undefined ? {} : { deed }),
  });
}

function offer(story: StoryIndex, world: World, random: Random, scene: number): ChoiceSlot[] {
  const here = String(world.state.place);
  const present = presentIds(story, world);
  const known = bag(world.state, "world", "known");
  const topics = Object.keys(bagOf(known.topics)).filter((id) => story.topics.has(id));
  const facts = Object.keys(bagOf(known.facts));
  const items = Object.keys(bag(world.state, "inventory"));
  const place = story.places.get(here);
  const away = story.matter.places.filter((entry) => entry.id !== here);
  const candidates: { verb: Verb; bind: Bindings; text: string }[] = [];
  const add = (verb: Verb, bind: Bindings, text: string): void => {
    candidates.push({ verb, bind, text });
  };
  for (const npc of present) {
    if (topics.length > 0) {
      add("ask", { npc, topic: random.pick(topics) }, "Ask about something");
      add("bluff", { npc, topic: random.pick(topics) }, "Let on that you know");
      add(
        "gossip",
        {
          npc,
          ...(story.matter.people.length > 1
            ? { npc2: random.pick(story.matter.people.filter((person) => person.id !== npc)).id }
            : { topic: random.pick(topics) }),
        },
        "Talk",
      );
    }
    if (facts.length > 0) {
      const fact = random.pick(facts);
      const topic = story.facts.get(fact)?.topic ?? "";
      add("press", { npc, fact, topic }, "Press");
      add("trust", { npc, fact, topic }, "Trust");
      add("confront", { npc, fact, topic }, "Confront");
    }
    for (const item of items) add(random.pick(["use", "give"] as const), { npc, item }, "Show it");
    const motives = Object.keys(bagOf(bagOf(known.motives)[npc]));
    if (motives[0] !== undefined) add("help", { npc, text: motives[0].replace(/^to /, "") }, "Help");
    if (bag(world.state, "threads", `debt-${npc}`).kind !== undefined)
      add("settle", { npc, thread: `debt-${npc}` }, "Pay what you owe");
    if (bag(world.state, "threads", `watcher-${npc}`).kind !== undefined)
      add("face", { npc, thread: `watcher-${npc}` }, "Turn and face it");
    add("watch", { npc }, "Watch");
    if (away.length > 0) add("follow", { npc, place: random.pick(away).id }, "Follow");
  }
  for (const prop of place?.props ?? []) if (prop.use !== "area") add("search", { prop: prop.np, place: here }, "Look");
  for (const to of away) add("go", { place: to.id }, "Go");
  add("wait", {}, "Wait");
  add("rest", {}, "Rest");
  add("listen", { place: here }, "Listen");
  if (facts.length > 3) add("reckon", {}, "Think it over");
  if (away.length > 0) add(random.pick(["sneak", "flee"] as const), { place: random.pick(away).id }, "Slip away");
  const slots: ChoiceSlot[] = [];
  for (const { verb, bind, text } of random.shuffle(candidates)) {
    if (slots.some((slot) => slot.verb === verb) || slots.length >= 4) continue;
    slots.push({
      id: `${scene}-${slots.length}`,
      verb,
      class: VERBS[verb].class,
      bind,
      sources: [],
      text,
      label: text,
      tags: [],
    });
  }
  return slots;
}
