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
    .flatMap(keysOfSlot)
    .filter((key) => /^(?:npc|place):/.test(key) && !composer.memory.named.has(key) && !isHere(composer, key));
  const missing = [...new Set([...brief.bringIn, ...never])].filter((key) => !isKnown(composer, key));
  if (missing.length > 0) bringInAll(composer, missing);
  else if (!brief.beat) sayHook(composer, brief);
}

/** Scenes for which a reader needs no reminder of a name. */
const REMEMBERED_SCENES = 12;

/** Whether the text has named it lately: a thing of the place in this scene, anything else in one of the last. (rule NA43) */
export function isKnown({ named, memory, stage }: Composer, key: string): boolean {
  const last = /^(?:prop|item):/.test(key) ? undefined : memory.named.get(key);
  return named.has(key) || (last !== undefined && stage.scene - last <= REMEMBERED_SCENES);
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
