/** The `evaluate-choice` script: what a choice tries, what counts for and against it, and its effects for every outcome. */
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import { declareTool, ToolFailure } from "@narratoria/protocol/skill";
import type { Evaluation } from "@narratoria/protocol/story";
import { outcomesOf } from "./effects.js";
import { OPERATORS } from "./operators.js";
import { readView } from "./view.js";

/** What a roll is made with: its label, dice and bands. */
interface RollTerms {
  readonly label: string;
  readonly bonus: number;
  readonly dice: string;
  readonly partialFrom: number;
  readonly successFrom: number;
}

export const evaluateChoiceTool = declareTool({
  input: {
    type: "object",
    properties: { choiceId: { type: "string", description: "The id of the choice taken." } },
    required: ["choiceId"],
  },
  run({ choiceId }, { context }) {
    const view = readView(context);
    const slot = view.choice;
    if (!slot) throw new ToolFailure("no_choice", "There is no choice to evaluate: the context holds none.");
    if (slot.id !== choiceId) {
      throw new ToolFailure("unknown_choice", `The choice taken is "${slot.id}", not "${choiceId}".`);
    }
    const operator = OPERATORS[slot.verb];
    if (!operator) throw new ToolFailure("unknown_verb", `The choice has an unknown verb, "${String(slot.verb)}".`);
    const evaluation: Evaluation & RollTerms = {
      choiceId,
      label: slot.label,
      verb: slot.verb,
      sceneType: operator.sceneType,
      // The odds were shown with the choice; what counted then counts now.
      roll: slot.roll !== undefined,
      ...(slot.roll?.stat === undefined ? {} : { stat: slot.roll.stat }),
      modifiers: slot.roll?.modifiers ?? [],
      bonus: slot.roll?.bonus ?? 0,
      dice: `${view.rules.dice.count}d${view.rules.dice.sides}`,
      partialFrom: view.rules.partial,
      successFrom: view.rules.success,
      ...(slot.difficulty === undefined ? {} : { difficulty: slot.difficulty }),
      outcomes: outcomesOf(view, slot, createRandom(deriveSeed(view.seed, "evaluate"))),
    };
    return evaluation;
  },
});
