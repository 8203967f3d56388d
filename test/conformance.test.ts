import { expect, it, type TaskMeta } from "vitest";
import { sc001 } from "../conformance/sc-001.js";
import { sc002 } from "../conformance/sc-002.js";
import { sc003 } from "../conformance/sc-003.js";
import { sc004 } from "../conformance/sc-004.js";
import { sc006 } from "../conformance/sc-006.js";
import { sc009 } from "../conformance/sc-009.js";
import { sc010 } from "../conformance/sc-010.js";
import { sc011 } from "../conformance/sc-011.js";
import { sc007 } from "../conformance/sc-007.js";
import { sc008 } from "../conformance/sc-008.js";
import { sc015 } from "../conformance/sc-015.js";
import { sc016 } from "../conformance/sc-016.js";
import { sc017 } from "../conformance/sc-017.js";
import { sc018 } from "../conformance/sc-018.js";
import { sc019 } from "../conformance/sc-019.js";
import { sc023 } from "../conformance/sc-023.js";
import { sc024 } from "../conformance/sc-024.js";
import { sc025 } from "../conformance/sc-025.js";
import { sc026 } from "../conformance/sc-026.js";
import { sc028 } from "../conformance/sc-028.js";
import { sc029 } from "../conformance/sc-029.js";
import { sc031 } from "../conformance/sc-031.js";
import { sc032 } from "../conformance/sc-032.js";
import { sc034 } from "../conformance/sc-034.js";
import { sc042 } from "../conformance/sc-042.js";
import { sc012 } from "../conformance/sc-012.js";
import { sc013 } from "../conformance/sc-013.js";
import { sc014 } from "../conformance/sc-014.js";
import { sc021 } from "../conformance/sc-021.js";
import { sc022 } from "../conformance/sc-022.js";
import { sc030 } from "../conformance/sc-030.js";
import { sc038 } from "../conformance/sc-038.js";
import { sc020 } from "../conformance/sc-020.js";
import { sc036 } from "../conformance/sc-036.js";
import { sc027 } from "../conformance/sc-027.js";
import { sc037 } from "../conformance/sc-037.js";
import { sc005 } from "../conformance/sc-005.js";
import { sc033 } from "../conformance/sc-033.js";
import { sc035 } from "../conformance/sc-035.js";
import { sc039 } from "../conformance/sc-039.js";
import { sc040 } from "../conformance/sc-040.js";
import { sc041 } from "../conformance/sc-041.js";
import { sc043 } from "../conformance/sc-043.js";
import { sc044 } from "../conformance/sc-044.js";
import { sc045 } from "../conformance/sc-045.js";
import { sc046 } from "../conformance/sc-046.js";
import { sc047 } from "../conformance/sc-047.js";
import { sc048 } from "../conformance/sc-048.js";
import { type Criterion, LONG } from "../conformance/support/criterion.js";

declare module "vitest" {
  interface TaskMeta {
    criterion?: { id: string; title: string; target: string; found?: string };
  }
}

const CRITERIA: readonly Criterion[] = [
  sc001,
  sc002,
  sc003,
  sc004,
  sc006,
  sc010,
  sc011,
  sc007,
  sc008,
  sc009,
  sc015,
  sc016,
  sc017,
  sc018,
  sc019,
  sc023,
  sc024,
  sc025,
  sc026,
  sc028,
  sc029,
  sc031,
  sc032,
  sc012,
  sc013,
  sc014,
  sc021,
  sc022,
  sc030,
  sc038,
  sc020,
  sc034,
  sc036,
  sc027,
  sc037,
  sc042,
  sc005,
  sc033,
  sc035,
  sc039,
  sc040,
  sc041,
  sc043,
  sc044,
  sc045,
  sc046,
  sc047,
  sc048,
];

const timeout = LONG ? 4 * 60 * 60 * 1000 : 240_000;

it.for(CRITERIA)("$id $title: $target", { timeout }, async ({ measure, id, title, target }, { skip, task }) => {
  const meta: TaskMeta = task.meta;
  // For `npm run conformance`, which makes a table of these.
  meta.criterion = { id, title, target };
  const { met, found, skipped } = await measure();
  meta.criterion.found = found;
  if (skipped) skip(found);
  console.info(`${id}: ${found}`);
  expect(met, found).toBe(true);
});
