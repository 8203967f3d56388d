import { type Criterion, LONG } from "./support/criterion.js";
import { runReport } from "./support/report.js";

/** A writer of turns is killed at any moment, beside a log of what it was told is safe. */
export const sc026: Criterion = {
  id: "SC-026",
  title: "Zero data loss",
  target: "every acknowledged turn is there after a kill, whole",
  measure: () => runReport("commit-kill-report", LONG ? 500 : 25),
};
