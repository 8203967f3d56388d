import { type ChoiceSlot, type Verb, VERBS } from "@narratoria/protocol/story";
import { capitalise, curlyQuotes, orderWithoutYou, sentenceKey } from "@narratoria/protocol/english";
import { isLawful } from "@narratoria/protocol/laws";
import { type Frame, isAfter } from "../frames/frame.js";
import { fillingOf } from "./bindings.js";
import { keysOfSlot } from "./bring-in.js";
import type { Composer } from "./composer.js";
import type { Filling } from "./realise.js";

/** A choice of more letters than this no longer reads at a glance. */
export const MAX_LETTERS = 125;

export interface WordedChoice {
  readonly id: string;
  readonly text: string;
  /** The wording variant, for the deed that follows if this is taken. */
  readonly echo?: string;
}

export interface WordedChoices {
  readonly choices: readonly WordedChoice[];
  /** Frames and texts used, so that the next scenes word theirs otherwise. */
  readonly frames: ReadonlySet<string>;
}

/**
 * Words the choices that code has decided on. The code's own words stand where no frame fits. Rules NA57 to NA59.
 */
export function wordChoices(composer: Composer, slots: readonly ChoiceSlot[]): WordedChoices {
  const taken = new Set<string>();
  const frames = new Set<string>();
  const opens = new Set<string>();
  const choices = slots.map((slot): WordedChoice => {
    const fill = fillingOf(slot.bind, composer.stage, composer.story);
    const heard = heardFor(composer, slot);
    const accept = (text: string): boolean =>
      text.length <= MAX_LETTERS &&
      isLawful(text, composer.laws, { order: true }) &&
      !taken.has(sentenceKey(text)) &&
      !(QUESTIONS.includes(slot.verb) && opens.has(firstWord(text))) &&
      composer.story.names.keysIn(text).every(heard);
    const worded = composer.wordChoice(
      { keys: [`choice ${slot.verb}`], fill, must: false, bound: true, choice: slot },
      (text, frame) => accept(text) && saysAll(frame, slot, fill) && isTrueHere(frame, slot, composer),
    );
    const order = worded ? worded.text.replace(/\.$/, "") : capitalise(curlyQuotes(codeWords(slot)));
    const { calls } = composer.story;
    const text = calls === undefined ? order : orderWithoutYou(order, calls);
    taken.add(sentenceKey(text));
    if (QUESTIONS.includes(slot.verb)) opens.add(firstWord(text));
    if (worded) frames.add(worded.frame.id);
    return { id: slot.id, text, ...(worded?.echo === undefined ? {} : { echo: worded.echo }) };
  });
  return { choices, frames };
}

/** Two of them in a set begin with different words. */
const QUESTIONS: readonly Verb[] = ["ask", "gossip"];

const firstWord = (text: string): string => text.split(" ")[0] ?? text;

/**
 * Whether a wording says what the choice is about: who looks behind the stove is not told to search the house. (rule NA100)
 */
function saysAll({ slots, tests }: Frame, { verb }: ChoiceSlot, fill: Filling): boolean {
  const says = (name: "prop" | "item" | "npc2" | "npc"): boolean => fill[name] === undefined || slots.includes(name);
  // What has just happened is what "that" is, without a name.
  const isSaid = tests.some(({ name }) => name === "after");
  const about = fill.topic === undefined || slots.includes("topic") || slots.includes("fact") || isSaid;
  return (
    says("prop") &&
    says("item") &&
    (says("npc2") || verb === "confront") &&
    (says("npc") || tests.some(isAfter) || VERBS[verb].class === "end" || verb === "flee") &&
    (about || verb === "use")
  );
}

/** Whoever leaves in this scene can no longer be spoken to. */
function isTrueHere({ tests }: Frame, { bind }: ChoiceSlot, { stage }: Composer): boolean {
  return tests.every(({ name }) => name !== "talk") || stage.present.some(({ id }) => id === bind.npc);
}

/** The slot's own words, which end in its reason. */
function codeWords({ text, reason }: ChoiceSlot): string {
  return reason !== undefined && text.endsWith(`, ${reason}`) ? text.slice(0, -reason.length - 2) : text;
}

/** Scenes whose text a choice may take a name from: this one, and the one before. */
const HEARD_SCENES = 1;

/**
 * Whether a name may stand in the wording: the text of this scene or the last holds it, or the choice itself is about it.
 * What is remembered may name whatever was ever named. (rule NA87)
 */
function heardFor({ memory, stage, named }: Composer, slot: ChoiceSlot): (key: string) => boolean {
  const own = keysOfSlot(slot)
    .filter((key) => key !== `place:${stage.place?.id ?? ""}`)
    // A place and the topic of its name are one name.
    .flatMap((key) => [key, key.replace(/^place:/, "topic:"), key.replace(/^topic:/, "place:")]);
  const since = slot.bind.memory === undefined ? stage.scene - HEARD_SCENES : 0;
  return (key) => own.includes(key) || named.has(key) || (memory.named.get(key) ?? -1) >= since;
}
