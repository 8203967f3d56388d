import { defineTool } from "@narratoria/protocol/skill";
import { generateChoicesTool } from "../generate-choices.js";

defineTool(generateChoicesTool);
