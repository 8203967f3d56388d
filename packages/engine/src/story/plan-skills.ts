import type { PlanRequest, PlanSkill } from "@narratoria/narrator";
import type { SkillRegistry } from "@narratoria/skills";

/** The skills as a plan generator is told of them, the most important first. */
export function planSkills(registry: SkillRegistry, kind: PlanRequest["kind"]): PlanSkill[] {
  const byPriority = [...registry.list()].sort((a, b) => b.priority - a.priority);
  return byPriority.map(({ name, scripts }) => ({
    name,
    scripts: scripts.map((script) => script.name),
    ofThemselves: scripts.filter(({ when }) => when.includes(kind)).map((script) => script.name),
    health: registry.health(name),
  }));
}
