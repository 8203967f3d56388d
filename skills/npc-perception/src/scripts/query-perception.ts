import { defineTool } from "@narratoria/protocol/skill";
import { queryPerceptionTool } from "../query-perception.js";

defineTool(queryPerceptionTool);
