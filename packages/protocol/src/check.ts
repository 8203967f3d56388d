export { main as skillCheck } from "./check/cli.js";
export { type CheckOptions, checkSkill, NoSkillError } from "./check/check-skill.js";
export { type Check, type Fault, faultsOf, type ScriptReport, type SkillReport } from "./check/report.js";
export { type InspectOptions, type Inspection, inspectSkill, printInspection } from "./check/inspect.js";
