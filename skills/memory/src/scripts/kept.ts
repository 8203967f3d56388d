/** All scripts of the skill in the one process that is kept for them. */
import { defineTools } from "@narratoria/protocol/skill";
import { recallMemoryTool } from "../recall-memory.js";
import { storeMemoryTool } from "../store-memory.js";

defineTools({
  "store-memory": storeMemoryTool,
  "recall-memory": recallMemoryTool,
});
