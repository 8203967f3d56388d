import { type Criterion, LONG } from "./support/criterion.js";
import { runReport } from "./support/report.js";

/** A playing command is killed, started again and looked at: scenes, files, processes. More of it: `npm run kill-report`. */
export const sc019: Criterion = {
  id: "SC-019",
  title: "Cross-restart persistence",
  target: "all that was told is there after a restart",
  measure: () => runReport("kill-report", LONG ? 200 : 2),
};
