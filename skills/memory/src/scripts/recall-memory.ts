import { defineTool } from "@narratoria/protocol/skill";
import { recallMemoryTool } from "../recall-memory.js";

defineTool(recallMemoryTool);
