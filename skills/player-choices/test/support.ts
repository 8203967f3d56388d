/** Shortcuts for tests: views of changed states, and slots that are not worth spelling out. */
import type { JsonObject } from "@narratoria/protocol";
import {
  type Bindings,
  type ChoiceSlot,
  type Fact,
  type Hook,
  type Matter,
  type Verb,
  VERBS,
} from "@narratoria/protocol/story";
import { readView, type View } from "../src/view.js";
import { RICH } from "./fixture-story.js";
import { contextOf, openingState } from "./walk.js";

/** Settings as a story has them that changes none. */
export const SETTINGS = {
  minOptions: 3,
  maxOptions: 4,
  showDifficultyThreshold: 0.15,
  consequenceHintVerbosity: "brief",
} as const;

/** Whatever is chosen next, the story ends: everything that is possible is a candidate. */
export const LAST: Hook = { kind: "ending", ending: "e", title: "E", last: true };

/** A line of somebody's own, as the reading takes it from the examples of a profile. */
export const lineOf = (said: string, text: string, at = 1): Fact => ({
  id: `${said}-says-${at}`,
  text,
  clause: text,
  topic: "",
  file: "",
  knownBy: [said],
  said,
  names: [],
});

/** The matter of a story with one more line of somebody's own. */
export const withLine = (said: string, text: string): Matter => ({
  ...RICH,
  facts: [...RICH.facts, lineOf(said, text)],
});

export interface Given extends Readonly<Record<string, unknown>> {
  readonly scene?: number;
  readonly seed?: string;
  /** Laid over the opening state. */
  readonly state?: JsonObject;
  readonly matter?: Matter;
}

export function contextWith(given: Given = {}): Record<string, unknown> {
  const { state = {}, matter = RICH, scene = 8, seed = "a test", ...rest } = given;
  // The premise has named every place, unless a test says otherwise.
  const named = Object.fromEntries(matter.places.map(({ id }) => [`place:${id}`, 0]));
  return contextOf(matter, openingState(matter, { storybook: { named }, ...state }), { scene, seed, ...rest });
}

/** The story before a choice. */
export function before(given: Given = {}): View {
  return readView(contextWith(given));
}

/** The story as choices are offered from it. */
export function staged(given: Given = {}, patch: JsonObject = {}): View {
  return readView(contextWith(given), { patch });
}

export function slotOf(verb: Verb, bind: Bindings = {}, rest: Partial<ChoiceSlot> = {}): ChoiceSlot {
  return {
    id: "s8-1",
    verb,
    class: VERBS[verb].class,
    bind,
    sources: [],
    text: "Do it",
    label: "Do",
    tags: [],
    ...rest,
  };
}
