import type { EngineEvent } from "@narratoria/engine";
import { OWN } from "./own-command.js";

type EngineNotice = Pick<Extract<EngineEvent, { type: "notice" }>, "code" | "action" | "skill">;

const REPAIR = `The command for a repair, once no story is open, is \`${OWN} doctor --repair\`.`;

/** What the command line offers against an error of a library, which knows no commands: by the error's name and code. */
const REMEDIES: Readonly<Record<string, string>> = {
  "EngineError.data_folder": "--data names the folder.",
  "EngineError.campaign_broken": `\`${OWN} validate\` shows every problem.`,
  "EngineError.playthrough_not_found": `\`${OWN} playthroughs list\` shows those there are.`,
  "EngineError.scene_unreadable": `The command for that is \`${OWN} doctor --repair\`.`,
  "StoreError.locked": "--data names the folder.",
  "StoreError.newer_version": "--data names the folder.",
  "StoreError.corrupt": `The command for a repair is \`${OWN} doctor --repair\`.`,
  "ModelError.no_runtime": `\`${OWN} models setup\` installs them.`,
  "ModelError.no_model": `\`${OWN} models list\` shows the models there are, \`${OWN} models pull\` fetches one.`,
  "ModelError.model_broken": `\`${OWN} models verify\` checks it.`,
  "ModelError.download_failed": `A file that was fetched by hand is added by \`${OWN} models add\`.`,
  "ArchiveError.exists": "--replace does that.",
  "ArchiveError.not_an_archive": `The command for that is \`${OWN} pack\`.`,
  "ArchiveError.invalid": `\`${OWN} validate\` shows every problem of a campaign, \`${OWN} skills test\` those of a skill.`,
  "SkillError.not_installed": `\`${OWN} skills disable\` turns it off.`,
  "SkillError.no_agreement_needed": `\`${OWN} skills enable\` turns it on.`,
};

/** What the command line offers against what a notice tells, by its code. `SKILL` stands for the skill that it is about. */
const NOTICE_REMEDIES: Readonly<Record<string, string>> = {
  skill_greedy: `\`${OWN} skills disable SKILL\` turns it off.`,
  skill_failed: `If it keeps happening, run \`${OWN} doctor\`.`,
  skill_timeout: `If it keeps happening, run \`${OWN} doctor\`.`,
  skill_off: `If it keeps happening, run \`${OWN} doctor\`.`,
  skill_waiting: `\`${OWN} skills show SKILL\` tells what it asks for, \`${OWN} skills agree SKILL\` agrees.`,
  skill_disabled: `\`${OWN} skills enable SKILL\` turns it on.`,
  skill_crashed: `\`${OWN} skills enable SKILL\` turns it on.`,
  skill_unheld: `\`${OWN} skills show SKILL\` tells how to get one, \`${OWN} skills agree SKILL --without-sandbox\` agrees.`,
  skill_misconfigured: `\`${OWN} skills config SKILL\` shows them, and how they are changed.`,
  skill_kept: `\`${OWN} skills show SKILL\` tells what is wrong.`,
  storyteller_silent: `\`${OWN} skills config SKILL\` shows its settings.`,
  storyteller_slow: `\`${OWN} skills config SKILL --set patience=60\` has it waited for longer.`,
  campaign_stays: `\`${OWN} validate\` shows every problem.`,
  campaign_faults: `\`${OWN} validate\` shows every problem.`,
  memories_damaged: REPAIR,
  stories_damaged: REPAIR,
  story_damaged: REPAIR,
  scenes_damaged: REPAIR,
  scenes_lost: REPAIR,
  story_lost: REPAIR,
  story_restorable: REPAIR,
};

/** The notice with the command that carries out its action. */
export function withCommand<T extends EngineNotice>(notice: T): T {
  const remedy = NOTICE_REMEDIES[notice.code]?.replaceAll("SKILL", notice.skill ?? "NAME");
  return remedy === undefined ? notice : { ...notice, action: [notice.action, remedy].filter(Boolean).join(" ") };
}

type Severity = Extract<EngineEvent, { type: "notice" }>["severity"];

const WEIGHTS: Readonly<Record<Severity, number>> = { decision: 3, failed: 2, degraded: 1, info: 0 };

/** Returns notices with the gravest first: the first is the one that a player is sure to see. Equal ones keep their order. */
export function byWeight<T extends { readonly severity: Severity }>(notices: readonly T[]): T[] {
  return notices.toSorted((one, other) => WEIGHTS[other.severity] - WEIGHTS[one.severity]);
}

/** Returns the sentence for an error, empty where the error says all there is to say. */
export function remedyFor(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // Where nothing can be saved, a repair is no remedy.
  if (code === "corrupt" && !/\ba repair\b/i.test(error.message)) return "";
  return REMEDIES[`${error.name}.${code}`] ?? "";
}
