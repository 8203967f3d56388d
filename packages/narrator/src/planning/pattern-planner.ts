import { randomUUID } from "node:crypto";
import { type CompactPlan, type OpenDecisions, openDecisions } from "./compact-plan.js";
import { expandPlan } from "./expand-plan.js";
import type { PlanGenerator, PlanRequest } from "./plan-request.js";

/**
 * The deterministic plan generator: one pattern for each scene type, for openings and for endings, and whichever skills' own
 * words say that they are for this moment. It leaves out the tools of skills that are disabled or missing; where a skill is
 * missing without which nothing can be decided, the plan is narration only.
 *
 * @param options.newId - Makes plan ids (UUIDs).
 */
export function createPatternPlanner(options: { readonly newId?: () => string } = {}): PlanGenerator {
  const newId = options.newId ?? randomUUID;
  return {
    async generate(request, { signal }) {
      signal.throwIfAborted();
      const open = openDecisions(request);
      const plan = expandPlan(patternOf(request, open), request, newId(), open);
      return { ...plan, metadata: { ...plan.metadata, planner: { by: "pattern" as const } } };
    },
  };
}

/** At most so many skills that nobody asked for. */
const MOST_FITTING = 3;

/** What is usual at this moment. */
export function patternOf({ sceneType, beat }: PlanRequest, { scripts }: OpenDecisions): CompactPlan {
  const run: string[] = [];
  const skills = new Set<string>();
  for (const { label, skill, fit, input } of scripts) {
    if (input === null || fit < 1 || skills.has(skill) || run.length === MOST_FITTING) continue;
    run.push(label);
    skills.add(skill);
  }
  return { scene: beat ? "resolution" : sceneType, about: [], past: "", run };
}

/**
 * Whether what is usual leaves something in doubt: a skill whose author's words meet the moment in part, more that fit than
 * are run, or a plan that has failed. Where nothing is, another pair of eyes would only cost the player its time. (rule NA266)
 */
export function leavesDoubt({ failure }: PlanRequest, { scripts }: OpenDecisions): boolean {
  const sound = scripts.filter(({ unreliable }) => !unreliable);
  const fitting = new Set(sound.filter(({ fit, input }) => fit >= 1 && input !== null).map(({ skill }) => skill));
  return failure !== undefined || fitting.size > MOST_FITTING || sound.some(({ skill }) => !fitting.has(skill));
}
