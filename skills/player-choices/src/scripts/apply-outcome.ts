import { defineTool } from "@narratoria/protocol/skill";
import { applyOutcomeTool } from "../apply-outcome.js";

defineTool(applyOutcomeTool);
