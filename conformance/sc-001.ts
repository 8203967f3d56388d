import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createModelPlanner, createPatternPlanner, openModelHost } from "@narratoria/narrator";
import { checkContract } from "@narratoria/protocol/contracts";
import { inWords, isRight, readActions, select, type Selection } from "./support/actions.js";
import type { Criterion } from "./support/criterion.js";

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

/**
 * Plans of the labelled actions, as the scenes of one long story, by SmolLM2. Each must be there and fit its contract in time,
 * whoever wrote it; of what the model finished, 95% must be a plan at the first try; and a second pass, in which the model has
 * all the time it wants, must choose skills no worse than the patterns do.
 */
export const sc001: Criterion = {
  id: "SC-001",
  title: "Plan generation speed",
  target: "valid plans for 95% of 100 inputs within 5 seconds",
  async measure() {
    if (process.env.NARRATORIA_LONG !== "1")
      return { met: false, skipped: true, found: "`npm run plan-report` measures it, which takes some minutes" };
    const missing = [MODEL, RUNTIME].find((path) => !existsSync(path));
    if (missing !== undefined) return { met: false, skipped: true, found: `there is no ${missing}` };
    const count = Number(process.env.NARRATORIA_PLANS ?? 120);
    const all = await readActions("actions");
    const set = { ...all, actions: all.actions.filter((_, index) => (index * count) % 120 < count) };
    const story = "The Drowned Bell. A harbour town, its scales and its lantern keepers.";
    const host = openModelHost({ model: MODEL, runtime: RUNTIME });
    const { signal } = new AbortController();
    try {
      await host.countTokens(["The model is loaded while the opening is read."], { signal });
      const played = await select(createModelPlanner({ host, story }), set, LIMIT_MS);
      const patient = await select(createModelPlanner({ host, story, budgetMs: 120_000 }), set, 130_000);
      const patterns = await select(createPatternPlanner(), set);
      const inTime = played.filter(
        ({ timeMs, plan }) => timeMs < LIMIT_MS && checkContract("plan-json", plan).length === 0,
      );
      const generations = patient.flatMap(({ plan }) => plan.metadata?.planner?.generations?.slice(0, 1) ?? []);
      const first = generations.filter(({ fault }) => fault === null).length;
      const right = (those: readonly Selection[]): number => those.filter(isRight).length;
      return {
        met:
          inTime.length >= 0.95 * played.length &&
          first >= 0.95 * generations.length &&
          right(patient) >= right(patterns),
        found: [
          `${inTime.length}/${played.length} valid within 5 s, slowest ${slowest(played)} ms, ${byModel(played)} by the model`,
          `unhurried: ${byModel(patient)} by the model, ${first}/${generations.length} at the first try, middle ${middle(patient)} ms, ${tokens(patient)} tokens`,
          `skills: model ${inWords(patient)}; patterns ${inWords(patterns)}`,
          ...patient
            .filter((one) => !isRight(one))
            .map(({ action, missing: less, needless }) => `${action.text}: -${less.join()} +${needless.join()}`),
        ].join("\n"),
      };
    } finally {
      await host.close();
    }
  },
};

const byModel = (those: readonly Selection[]): number =>
  those.filter(({ plan }) => plan.metadata?.planner?.by === "model").length;

const slowest = (those: readonly Selection[]): number => Math.round(Math.max(...those.map(({ timeMs }) => timeMs)));

function middle(those: readonly Selection[]): number {
  const times = those.map(({ timeMs }) => timeMs).sort((a, b) => a - b);
  return Math.round(times[Math.floor(times.length / 2)] ?? 0);
}

/** "28 to 47", of the generations that were finished. */
function tokens(those: readonly Selection[]): string {
  const counts = those.flatMap(({ plan }) =>
    (plan.metadata?.planner?.generations ?? []).flatMap((one) => one.tokens ?? []),
  );
  return `${Math.min(...counts)} to ${Math.max(...counts)}`;
}
