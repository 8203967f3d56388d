import { defineTool } from "@narratoria/protocol/skill";
import { evaluateChoiceTool } from "../evaluate-choice.js";

defineTool(evaluateChoiceTool);
