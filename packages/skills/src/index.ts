export { type DiscoverOptions, discoverSkills, type SkillFolder } from "./discover-skills.js";
export { HEALTHY, type Health, type HealthState, nextHealth, type Outcome } from "./health.js";
export type { Problem } from "./problems.js";
export { createRegistry, type Resolution, type ResolvedScript, type SkillRegistry } from "./registry.js";
export type { Skill, SkillOrigin, SkillScript } from "./skill.js";
