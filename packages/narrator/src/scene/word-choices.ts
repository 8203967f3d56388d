import type { ChoiceSlot } from "@narratoria/protocol/story";
import { capitalise } from "../english/nouns.js";
import { curlyQuotes, sentenceKey } from "../english/sentences.js";
import { fillingOf } from "./bindings.js";
import { keysOfSlot } from "./bring-in.js";
import type { Composer } from "./composer.js";

/** A choice of more letters than this no longer reads at a glance. */
const MAX_LETTERS = 125;

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
 * Words the choices that code has decided on. The code's own words stand where no frame fits. Implements STORYBOOK 7 (rules
 * NA57 to NA59).
 */
export function wordChoices(composer: Composer, slots: readonly ChoiceSlot[]): WordedChoices {
  const taken = new Set<string>();
  const frames = new Set<string>();
  const choices = slots.map((slot): WordedChoice => {
    const fill = fillingOf(slot.bind, composer.stage, composer.story);
    const heard = heardFor(composer, slot);
    const accept = (text: string): boolean =>
      text.length <= MAX_LETTERS && !taken.has(sentenceKey(text)) && composer.story.names.keysIn(text).every(heard);
    const worded = composer.wordChoice(
      { keys: [`choice ${slot.verb}`], fill, must: false, bound: true, choice: slot },
      (text, frame) => accept(text) && !frames.has(frame.id),
    );
    let text = worded ? worded.text.replace(/\.$/, "") : capitalise(curlyQuotes(slot.text));
    const reason = slot.reason === undefined ? undefined : `${text.replace(/[.]$/, "")}, ${curlyQuotes(slot.reason)}`;
    // "Seeing that you told her" needs somebody to be named before it.
    const named = fill.npc === undefined || text.includes(fill.npc.short);
    if (reason !== undefined && named && reason.length <= MAX_LETTERS && !/[?!:]/.test(text)) text = reason;
    taken.add(sentenceKey(text));
    if (worded) frames.add(worded.frame.id);
    return { id: slot.id, text, ...(worded?.echo === undefined ? {} : { echo: worded.echo }) };
  });
  return { choices, frames };
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
