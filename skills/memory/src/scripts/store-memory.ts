import { defineTool } from "@narratoria/protocol/skill";
import { storeMemoryTool } from "../store-memory.js";

defineTool(storeMemoryTool);
