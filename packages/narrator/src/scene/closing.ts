import type { SceneBrief } from "@narratoria/protocol/story";
import { fillingOf } from "./bindings.js";
import { bringInAll, keysOfSlot } from "./bring-in.js";
import type { Composer } from "./composer.js";

/** Scenes for which a hook of the same verb rests. */
const VERB_REST = 3;

/**
 * The last lines: what the choices will name and the scene has not. A beat has the last word itself, and nothing comes after it but
 * such names. Where the story's author wrote hooks, one of them closes a scene that has nothing left to name.
 */
export function closeScene(composer: Composer, brief: SceneBrief): void {
  // What no text has ever named is brought in, also where the brief counts on a sentence that was told otherwise.
  const never = brief.slots
    .flatMap((slot) => [
      ...keysOfSlot(slot).filter((key) => /^(?:npc|place):/.test(key)),
      // The words of what the story waits for are its author's, and may name what no text has; a beat introduces whom its choices name.
      ...(slot.bind.beat === undefined || slot.bind.beat === brief.beat?.id
        ? []
        : composer.story.names.keysIn(slot.bind.text ?? "")),
    ])
    .filter((key) => /^(?:npc|place|topic):/.test(key) && !composer.memory.named.has(key) && !isHere(composer, key));
  const missing = [...new Set([...brief.bringIn, ...never])].filter((key) => !isKnown(composer, key));
  if (missing.length > 0) bringInAll(composer, missing, brief.slots, brief.beat === undefined);
  else if (!brief.beat) sayHook(composer, brief);
}

/** Whether the text has named it, in this scene or any other. (rule NA43) */
export function isKnown({ named, memory }: Composer, key: string): boolean {
  return named.has(key) || memory.named.has(key);
}

const isHere = ({ stage }: Composer, key: string): boolean =>
  key === `place:${stage.place?.id}` || stage.onStage.has(key.slice("npc:".length));

function sayHook(composer: Composer, brief: SceneBrief): void {
  for (const slot of brief.slots) {
    if (!composer.hasRested(`hook ${slot.verb}`, VERB_REST)) continue;
    const fill = fillingOf(slot.bind, composer.stage, composer.story, brief.recalled);
    // What has just been told is not told again for a hook.
    const { fact, ...others } = fill;
    const justTold = brief.effects.some((effect) => effect.kind === "learn" && effect.fact === fact?.id);
    const said = composer.say({
      keys: [`hook ${slot.verb}`],
      fill: justTold ? others : fill,
      must: false,
      bound: true,
      choice: slot,
      sources: slot.sources,
    });
    if (!said) continue;
    composer.rest(`hook ${slot.verb}`);
    return;
  }
}
