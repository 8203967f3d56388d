/** All scripts of the skill in the one process that is kept for them. */
import { defineTools } from "@narratoria/protocol/skill";
import { applyOutcomeTool } from "../apply-outcome.js";
import { evaluateChoiceTool } from "../evaluate-choice.js";
import { generateChoicesTool } from "../generate-choices.js";

defineTools({
  "evaluate-choice": evaluateChoiceTool,
  "apply-outcome": applyOutcomeTool,
  "generate-choices": generateChoicesTool,
});
