import type { JsonObject } from "@narratoria/protocol";
import type { Bindings, ChoiceSlot, Effect, Outcome, SceneBrief, Verb } from "@narratoria/protocol/story";
import type { SceneDraft } from "../../src/index.js";
import { storybook } from "./fixture-story.js";

/** A choice slot with nothing in it that a test does not name. */
export function slot(verb: Verb, bind: Bindings, more: Partial<ChoiceSlot> = {}): ChoiceSlot {
  return {
    id: `${verb}-1`,
    verb,
    class: "inquire",
    bind,
    sources: [],
    text: "Do it",
    label: "Do it",
    tags: [],
    ...more,
  };
}

/** A brief of an ordinary turn. */
export function brief(choice: ChoiceSlot, effects: readonly Effect[] = [], more: Partial<SceneBrief> = {}): SceneBrief {
  return {
    scene: 6,
    seed: "seed",
    sceneType: "dialogue",
    choice,
    outcome: "none",
    effects,
    recalled: [],
    slots: [],
    bringIn: [],
    ...more,
  };
}

/** Session state in the Weigh House, where Orsolya is at home and known; Jonas is in the yard. */
export function state(more: JsonObject = {}): JsonObject {
  return {
    clock: { minutes: 15 * 60 },
    weather: "",
    place: "weigh-house",
    people: {
      orsolya: { place: "weigh-house", alive: true, met: 0, feeling: 0 },
      jonas: { place: "long-yard", alive: true, met: 0, feeling: 0 },
    },
    inventory: {},
    threads: {},
    world: { visited: { "weigh-house": 0 } },
    storybook: {
      met: { orsolya: 0, jonas: 0 },
      named: { "npc:orsolya": 0, "npc:jonas": 0 },
      seen: { "weigh-house": 0 },
      stage: { place: "weigh-house", people: ["orsolya"] },
    },
    ...more,
  };
}

export const tell = (
  choice: ChoiceSlot,
  effects: readonly Effect[] = [],
  more: Partial<SceneBrief> = {},
  at: JsonObject = state(),
): SceneDraft => storybook.tell(brief(choice, effects, more), at);

/** One scene under many seeds, so that what holds does not hold by luck. */
export function tellings(
  choice: ChoiceSlot,
  effects: readonly Effect[],
  more: Partial<SceneBrief> = {},
  at: JsonObject = state(),
  seeds = 25,
): SceneDraft[] {
  return Array.from({ length: seeds }, (_, index) => tell(choice, effects, { ...more, seed: `seed-${index}` }, at));
}

export const textOf = (draft: SceneDraft): string => draft.paragraphs.join("\n");

export const OUTCOMES: readonly Outcome[] = ["success", "partial", "fail", "none"];
