import { defineTool } from "@narratoria/protocol/skill";
import { updatePerceptionTool } from "../update-perception.js";

defineTool(updatePerceptionTool);
