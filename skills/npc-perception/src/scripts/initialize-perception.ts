import { defineTool } from "@narratoria/protocol/skill";
import { initializePerceptionTool } from "../initialize-perception.js";

defineTool(initializePerceptionTool);
