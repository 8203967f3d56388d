/** All scripts of the skill in the one process that is kept for them. */
import { defineTools } from "@narratoria/protocol/skill";
import { initializePerceptionTool } from "../initialize-perception.js";
import { queryPerceptionTool } from "../query-perception.js";
import { updatePerceptionTool } from "../update-perception.js";

defineTools({
  "initialize-perception": initializePerceptionTool,
  "update-perception": updatePerceptionTool,
  "query-perception": queryPerceptionTool,
});
