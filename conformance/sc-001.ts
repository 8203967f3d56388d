import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createModelPlanner, createPatternPlanner, openModelHost } from "@narratoria/narrator";
import { checkContract } from "@narratoria/protocol/contracts";
import { inWords, isRight, readActions, select, type Selection } from "./support/actions.js";
import { type Criterion, LONG } from "./support/criterion.js";
import { planDifferences } from "./support/plan-differences.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODEL = join(
  process.env.NARRATORIA_TEST_MODELS ?? join(ROOT, "..", "shared", "models"),
  "smollm2-135m-instruct-q4_1.gguf",
);
const RUNTIME = join(
  process.env.NARRATORIA_RUNTIMES ?? join(ROOT, "node_modules", ".cache", "narratoria", "runtimes"),
  "node-llama-cpp-3.22.1",
);
const LIMIT_MS = 5_000;
/** What the planner has of it. */
const BUDGET_MS = 4_500;
const PATIENT_MS = 120_000;

/** A model is asked for each of so many of the labelled actions. */
const COUNT = Number(process.env.NARRATORIA_PLANS ?? (LONG ? 100 : 3));
const OF_ALL = 120;
/** Plans of so many are asked for with what takes judgement. */
const JUDGED = 20;

/**
 * Plans of the labelled actions, as the scenes of one long story, by SmolLM2. A model is asked about each of them, also where the
 * patterns are sure: the plan must be there and fit its contract in time, whoever wrote it, and of what the model finished 95%
 * must be a plan at the first try. It is asked again with all the time that it wants, when it must finish each. In the long
 * form it must then choose skills no worse than the patterns do, and is asked as in play, where there is doubt.
 */
export const sc001: Criterion = {
  id: "SC-001",
  title: "Plan generation speed",
  target: "valid plans for 95% of 100 inputs within 5 seconds, 95% of the model's at the first generation",
  async measure() {
    const missing = [MODEL, RUNTIME].find((path) => !existsSync(path));
    if (missing !== undefined) return { met: false, skipped: true, found: `there is no ${missing}` };
    const all = await readActions("actions");
    const set = { ...all, actions: all.actions.filter((_, index) => (index * COUNT) % OF_ALL < COUNT) };
    const story = "The Drowned Bell. A harbour town, its scales and its lantern keepers.";
    const host = openModelHost({ model: MODEL, runtime: RUNTIME });
    const { signal } = new AbortController();
    const planner = (aheadMs: number) => createModelPlanner({ host, story, aheadMs });
    try {
      await host.countTokens(["The model is loaded while the opening is read."], { signal });
      const hurried = await select(planner(BUDGET_MS), set, { timeoutMs: LIMIT_MS, ahead: true });
      const patient = await select(planner(PATIENT_MS), set, { timeoutMs: 2 * PATIENT_MS, ahead: true });
      const isInTime = (those: readonly Selection[]): boolean => inTime(those) >= 0.95 * those.length;
      const holds = areGood(hurried) && isInTime(hurried) && areGood(patient) && finished(patient).length === COUNT;
      if (!LONG) return { met: holds, found: `${told(hurried)}; unhurried: ${told(patient)}` };
      const played = await select(createModelPlanner({ host, story }), set, { timeoutMs: LIMIT_MS });
      const patterns = await select(createPatternPlanner(), set);
      const judging = createModelPlanner({ host, story, aheadMs: PATIENT_MS, judges: () => true });
      const few = { ...set, actions: set.actions.slice(0, JUDGED) };
      const judged = await select(judging, few, { timeoutMs: 2 * PATIENT_MS, ahead: true });
      const right = (those: readonly Selection[]): number => those.filter(isRight).length;
      return {
        met: holds && areGood(played) && isInTime(played) && right(patient) >= right(patterns),
        found: [
          told(hurried),
          `in play, asked where in doubt: ${told(played)}`,
          `unhurried: ${told(patient)}, ${tokens(patient)} tokens`,
          `skills: model ${inWords(patient)}; patterns ${inWords(patterns)}`,
          ...patient
            .filter((one) => !isRight(one))
            .map(({ action, missing: less, needless }) => `${action.text}: -${less.join()} +${needless.join()}`),
          ...differing("the patterns'", patient, patterns),
          ...differing("the patterns', asked for its judgement as one that tells is", judged, patterns),
        ].join("\n"),
      };
    } finally {
      await host.close();
    }
  },
};

/** Where plans differ from others of the same actions, and in what the scene is given. */
function differing(what: string, those: readonly Selection[], others: readonly Selection[]): string[] {
  const all = those.map(({ action, plan }, at) => {
    const other = others[at];
    return { action, lines: other === undefined ? [] : planDifferences(plan, other.plan) };
  });
  const differ = all.filter(({ lines }) => lines.length > 0);
  return [
    `plans that differ from ${what}: ${differ.length} of ${those.length}`,
    ...differ.map(({ action, lines }) => `  ${action.text}: ${lines.join("; ")}`),
  ];
}

/** The first generations of those that the model finished: one that time cut off says nothing of what it would have been. */
const finished = (those: readonly Selection[]) =>
  those.flatMap(({ plan }) => {
    const first = plan.metadata?.planner?.generations?.[0];
    return first?.tokens === undefined ? [] : [first];
  });

const isValid = ({ plan }: Selection): boolean => checkContract("plan-json", plan).length === 0;

/** In time by the clock outside. */
const inTime = (those: readonly Selection[]): number =>
  those.filter((one) => isValid(one) && one.timeMs < LIMIT_MS).length;

function areGood(those: readonly Selection[]): boolean {
  const tries = finished(those);
  const valid = tries.filter(({ fault }) => fault === null).length;
  return those.every(isValid) && valid >= 0.95 * tries.length;
}

function told(those: readonly Selection[]): string {
  const tries = finished(those);
  const valid = tries.filter(({ fault }) => fault === null).length;
  const byModel = those.filter(({ plan }) => plan.metadata?.planner?.by === "model").length;
  const times = those.map(({ timeMs }) => timeMs).sort((a, b) => a - b);
  const ms = (at: number): number => Math.round(times[Math.floor(at)] ?? 0);
  return `${inTime(those)}/${those.length} valid within 5 s (middle ${ms(times.length / 2)} ms, slowest ${ms(times.length - 1)} ms), ${byModel} by the model, ${valid}/${tries.length} at its first try`;
}

/** "28 to 47", of the generations that were finished. */
function tokens(those: readonly Selection[]): string {
  const counts = those.flatMap(({ plan }) =>
    (plan.metadata?.planner?.generations ?? []).flatMap((one) => one.tokens ?? []),
  );
  return `${Math.min(...counts)} to ${Math.max(...counts)}`;
}
