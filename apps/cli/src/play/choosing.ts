/** Where answers come from when nobody is asked: rules that need no person, the same for the same seed. */
import type { SceneEvent } from "@narratoria/engine";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import { CliError } from "../errors.js";
import { sceneName } from "@narratoria/engine/shell";
import type { ChooseRule } from "../usage.js";

export interface Chooser {
  /**
   * @param seed - What `random` draws from, in a stream of its own, so that no roll in the story depends on who chooses.
   * @returns The number of a choice, 1 for the first, or null when there is nothing left to choose with.
   * @throws {CliError} If the list names a choice that this scene does not offer.
   */
  next(scene: SceneEvent, seed: string): number | null;
}

/** No story is longer, and a campaign without an ending would otherwise be played for ever. */
export const MOST_CHOICES = 1000;

export function createChooser(rule: ChooseRule): Chooser {
  let taken = 0;
  let lastScene = -1;
  let again = 0;
  return {
    next(scene, seed) {
      if (taken >= MOST_CHOICES) return null;
      // A scene that is offered again, because its turn failed, gets another draw.
      again = scene.scene === lastScene ? again + 1 : 0;
      lastScene = scene.scene;
      const count = scene.choices.length;
      const number = numberFor(rule, taken, () => {
        // Drawn by scene and not from one long stream, so that stopping and going on changes nothing.
        return createRandom(deriveSeed(seed, "choose", scene.scene, again)).int(count) + 1;
      });
      if (number === null) return null;
      if (number > count) {
        const offered = count === 1 ? "only choice 1" : `choices 1 to ${count}`;
        throw new CliError(`--choose names choice ${number}, and ${sceneName(scene.scene)} has ${offered}.`);
      }
      taken += 1;
      return number;
    },
  };
}

function numberFor(rule: ChooseRule, taken: number, draw: () => number): number | null {
  if (rule.kind === "first") return 1;
  return rule.kind === "random" ? draw() : (rule.numbers[taken] ?? null);
}
