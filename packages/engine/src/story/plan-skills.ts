import { inputFaults } from "@narratoria/protocol";
import type { PlanRequest, PlanSkill } from "@narratoria/narrator";
import type { SkillRegistry } from "@narratoria/skills";

/** The skills as a plan generator is told of them, the most important first. */
export function planSkills(registry: SkillRegistry, kind: PlanRequest["kind"]): PlanSkill[] {
  const byPriority = [...registry.list()].sort((a, b) => b.priority - a.priority);
  return byPriority.map(({ name, guide, capabilities, scripts, retryPolicy }) => ({
    name,
    guide,
    capabilities,
    scripts: scripts
      .filter(({ when }) => !when.includes("open"))
      .map((script) => ({
        name: script.name,
        description: script.description,
        timeoutMs: script.timeoutMs,
        required: script.required,
        ofItself: script.when.includes(kind),
        standsAlone: script.inputShape === null || inputFaults(script.inputShape, {}).length === 0,
        ...(script.inputShape === null ? {} : { shape: script.inputShape }),
        ...(script.input === undefined ? {} : { input: script.input }),
      })),
    hasRetryPolicy: retryPolicy !== null,
    health: registry.health(name),
  }));
}
