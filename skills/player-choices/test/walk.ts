/** Plays a story with the rules alone, as the runtime would: evaluate, roll, apply, generate, scene after scene. */
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import type { BeatMatter, ChoiceSlot, Effect, Hook, Matter, Outcome, StoryMemory } from "@narratoria/protocol/story";
import { outcomesOf } from "../src/effects.js";
import { makeOffer, type Offer, type OfferSettings } from "../src/offer.js";
import { applyOutcome } from "../src/outcome.js";
import { namedBy } from "../src/scoring.js";
import { readView, type View } from "../src/view.js";
import { STATS } from "./fixture-story.js";

export const SETTINGS: OfferSettings = {
  minOptions: 3,
  maxOptions: 4,
  showDifficultyThreshold: 0.15,
  consequenceHintVerbosity: "brief",
};

export interface Step {
  readonly scene: number;
  /** The state before the choices were offered, with the outcome in it. */
  readonly view: View;
  readonly offer: Offer;
  readonly chosen: ChoiceSlot | null;
  readonly outcome: Outcome;
  readonly effects: readonly Effect[];
  readonly memory: StoryMemory | null;
  readonly state: JsonObject;
}

export interface WalkOptions {
  readonly matter: Matter;
  readonly seed: string;
  readonly scenes: number;
  readonly state?: JsonObject;
  readonly hooks?: (scene: number, state: JsonObject) => readonly Hook[];
  readonly beat?: (scene: number) => BeatMatter | null;
  readonly pick?: (slots: readonly ChoiceSlot[], index: number) => ChoiceSlot | undefined;
}

/** State before the opening, in the layout of session state. */
export function openingState(matter: Matter, change: JsonObject = {}): JsonObject {
  const place = matter.places[0]?.id ?? "here";
  const state: JsonObject = {
    clock: { minutes: 1020 },
    place,
    player: { name: "", stats: Object.fromEntries(STATS.map((stat) => [stat.name, 10])), traits: [], conditions: {} },
    inventory: matter.people.length > 0 ? { "brass-tally": { name: "brass tally", count: 1 } } : {},
    people: Object.fromEntries(
      matter.people.map((one) => [one.id, { place: one.home, alive: true, feeling: 0, since: 0 }]),
    ),
    flags: {},
    world: {
      known: {
        facts: {},
        topics: Object.fromEntries(matter.topics.slice(0, 2).map(({ id }) => [id, 0])),
        motives: {},
        relations: {},
      },
      visited: { [place]: 0 },
    },
    beats: {},
    threads: {},
    storybook: {},
  };
  return mergePatch(state, change);
}

export function contextOf(
  matter: Matter,
  state: JsonObject,
  more: { readonly scene: number; readonly seed: string } & Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    ...state,
    facts: matter,
    stats: STATS,
    hooks: [],
    constraints: { lines: [], laws: [] },
    choice: null,
    beat: null,
    ending: null,
    ...more,
  };
}

/** Plays on with choices drawn from the seed. */
export function walk(options: WalkOptions): readonly Step[] {
  const { matter, seed } = options;
  const steps: Step[] = [];
  const memories: StoryMemory[] = [];
  let state = options.state ?? openingState(matter);
  let slots: readonly ChoiceSlot[] = [];
  for (let scene = 0; scene <= options.scenes; scene += 1) {
    const random = createRandom(deriveSeed(seed, "pick", scene));
    const index = slots.length > 0 ? random.int(slots.length) : 0;
    const chosen = options.pick?.(slots, index) ?? slots[index] ?? null;
    const hooks = options.hooks?.(scene, state) ?? [];
    const beat = options.beat?.(scene) ?? null;
    const at = (script: string): Record<string, unknown> =>
      contextOf(matter, state, { scene, seed: deriveSeed(seed, scene, script), choice: chosen, hooks, beat });
    let outcome: Outcome = "none";
    let effects: readonly Effect[] = [];
    let memory: StoryMemory | null = null;
    let patch: JsonObject = {};
    if (chosen) {
      const rows = outcomesOf(readView(at("evaluate")), chosen, createRandom(deriveSeed(seed, scene, "rows")));
      outcome = chosen.roll ? rolled(chosen, createRandom(deriveSeed(seed, scene, "roll"))) : "none";
      const applied = applyOutcome(readView(at("apply")), chosen, outcome, rows[outcome]);
      ({ effects, memory, patch } = applied);
    }
    const view = readView(at("generate"), { patch });
    const recalled = recall(memories, view, chosen);
    const offer = makeOffer(view, effects, recalled, SETTINGS);
    state = mergePatch(mergePatch(state, patch), offer.patch);
    state = mergePatch(state, told(view, chosen, effects, offer, beat));
    if (memory) memories.push({ ...memory, id: `m${scene}` });
    steps.push({ scene, view, offer, chosen, outcome, effects, memory, state });
    slots = offer.slots;
  }
  return steps;
}

function rolled(slot: ChoiceSlot, random: ReturnType<typeof createRandom>): Outcome {
  const natural = 2 + random.int(6) + random.int(6);
  const total = natural + (slot.roll?.bonus ?? 0);
  if (natural === 12 || (natural !== 2 && total >= 10)) return "success";
  return natural === 2 || total <= 6 ? "fail" : "partial";
}

/** Memories of whoever is present, as recall would find them: the weighty ones first. */
function recall(memories: readonly StoryMemory[], view: View, chosen: ChoiceSlot | null): readonly StoryMemory[] {
  const people = new Set([...view.present.map(({ id }) => id), chosen?.bind.npc ?? ""]);
  return memories
    .filter((memory) => memory.characters.some((id) => people.has(id)) || memory.location === view.placeId)
    .slice(-8)
    .map((memory, index) => ({ ...memory, relevance: 0.9 - index / 20 }));
}

/** What a narrator would note: everything that effects, deed and bringIn name stands in the text, and so do those present. */
function told(
  view: View,
  chosen: ChoiceSlot | null,
  effects: readonly Effect[],
  offer: Offer,
  beat: BeatMatter | null,
): JsonObject {
  const keys = new Set<string>([
    ...offer.bringIn,
    ...(beat?.names ?? []),
    ...view.present.map(({ id }) => `npc:${id}`),
  ]);
  if (chosen) for (const key of namedBy(view, chosen)) keys.add(key);
  for (const effect of effects) {
    if ("npc" in effect && effect.npc) keys.add(`npc:${effect.npc}`);
    if (effect.kind === "learn") for (const name of view.facts.get(effect.fact)?.names ?? []) keys.add(name);
    if (effect.kind === "redirect" || effect.kind === "relation") keys.add(`npc:${effect.to}`);
    if (effect.kind === "noticed") keys.add(`npc:${effect.by}`);
    if (effect.kind === "item") keys.add(`item:${effect.id}`);
    if (effect.kind === "move" || effect.kind === "leave") keys.add(`place:${effect.place}`);
  }
  return {
    storybook: { named: Object.fromEntries([...keys].map((key) => [key, view.scene])) },
    people: Object.fromEntries(
      view.present.flatMap((person) =>
        view.standing.get(person.id)?.met === undefined ? [[person.id, { met: view.scene }]] : [],
      ),
    ),
  };
}
