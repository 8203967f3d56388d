export { ArchiveError, type ArchiveErrorCode } from "./archive/errors.js";
export type { FieldKind, FormField } from "./config-form/form-model.js";
export type {
  SaveOutcome,
  SettingChanges,
  SettingFault,
  SettingField,
  SettingsForm,
} from "./config-form/settings-form.js";
export { settingFromText } from "./config-form/text-value.js";
export { type DiscoverOptions, discoverSkills, type SkillFolder } from "./discover-skills.js";
export { SkillError } from "./errors.js";
export type { FolderChanges } from "./folder-print.js";
export { HEALTHY, type Health, type HealthState, nextHealth, type Outcome } from "./health.js";
export {
  type LibraryOptions,
  openLibrary,
  type SkillEntry,
  type SkillLibrary,
  type SkillNews,
  type SkillStanding,
  type SkillState,
} from "./library.js";
export { nameFault as skillNameFault } from "./manifest.js";
export { type JsonText, parseJsonObject } from "./json-text.js";
export type { Problem } from "./problems.js";
export {
  createRegistry,
  type RegistrySource,
  type Resolution,
  type ResolvedScript,
  type SkillRegistry,
} from "./registry.js";
export type { SandboxPolicy, Skill, SkillOrigin, SkillScript } from "./skill.js";
export { type FolderWatch, watchFolders } from "./watch-folders.js";
export type { AgreeOptions } from "./standings.js";
export type { SandboxNote, SkillWishes } from "./wishes.js";
