/** The `apply-outcome` script: what happened, as a list to be told, as a patch of the state and as a memory. */
import { declareTool, ToolFailure } from "@narratoria/protocol/skill";
import type { Effect, Outcome } from "@narratoria/protocol/story";
import { list, record } from "./json-reading.js";
import { applyOutcome } from "./outcome.js";
import { readView } from "./view.js";

const OUTCOMES: readonly Outcome[] = ["success", "partial", "fail"];

export const applyOutcomeTool = declareTool({
  input: { type: "object", properties: {} },
  run(_input, { emit, context, dependencies }) {
    const view = readView(context);
    const slot = view.choice;
    if (!slot) throw new ToolFailure("no_choice", "There is no choice to carry out: the context holds none.");
    const evaluation = record(dependencies.evaluate);
    const rows = record(evaluation.outcomes);
    if (Object.keys(rows).length === 0) {
      throw new ToolFailure("not_evaluated", 'The choice has not been evaluated: "evaluate" gave no outcomes.');
    }
    const rolled = record(dependencies.roll).outcome;
    const outcome = OUTCOMES.find((one) => one === rolled) ?? "none";
    if (evaluation.roll === true && outcome === "none") {
      throw new ToolFailure("not_rolled", 'The choice needs a roll, and "roll" gave no outcome.');
    }
    const applied = applyOutcome(view, slot, outcome, list<Effect>(rows[outcome]));
    emit.statePatch(applied.patch);
    return applied;
  },
});
