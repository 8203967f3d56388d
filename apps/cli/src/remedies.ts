import type { EngineEvent } from "@narratoria/engine";

type EngineNotice = Pick<Extract<EngineEvent, { type: "notice" }>, "code" | "action" | "skill">;

const REPAIR = "The command for a repair, once no story is open, is `narratoria doctor --repair`.";

/** What the command line offers against an error of a library, which knows no commands: by the error's name and code. */
const REMEDIES: Readonly<Record<string, string>> = {
  "EngineError.data_folder": "--data names the folder.",
  "EngineError.campaign_broken": "`narratoria validate` shows every problem.",
  "EngineError.playthrough_not_found": "`narratoria playthroughs list` shows those there are.",
  "EngineError.scene_unreadable": "The command for that is `narratoria doctor --repair`.",
  "StoreError.locked": "--data names the folder.",
  "StoreError.newer_version": "--data names the folder.",
  "StoreError.corrupt": "The command for a repair is `narratoria doctor --repair`.",
  "ModelError.no_runtime": "`narratoria models setup` installs them.",
  "ModelError.no_model": "`narratoria models list` shows the models there are, `narratoria models pull` fetches one.",
  "ModelError.model_broken": "`narratoria models verify` checks it.",
  "ModelError.download_failed": "A file that was fetched by hand is added by `narratoria models add`.",
  "ArchiveError.exists": "--replace does that.",
  "ArchiveError.not_an_archive": "The command for that is `narratoria pack`.",
  "ArchiveError.invalid":
    "`narratoria validate` shows every problem of a campaign, `narratoria-skill-check` those of a skill.",
  "SkillError.not_installed": "`narratoria skills disable` turns it off.",
  "SkillError.no_agreement_needed": "`narratoria skills enable` turns it on.",
};

/** What the command line offers against what a notice tells, by its code. `SKILL` stands for the skill that it is about. */
const NOTICE_REMEDIES: Readonly<Record<string, string>> = {
  skill_greedy: "`narratoria skills disable SKILL` turns it off.",
  skill_failed: "If it keeps happening, run `narratoria doctor`.",
  skill_timeout: "If it keeps happening, run `narratoria doctor`.",
  skill_off: "If it keeps happening, run `narratoria doctor`.",
  skill_waiting: "`narratoria skills show SKILL` tells what it asks for, `narratoria skills agree SKILL` agrees.",
  skill_disabled: "`narratoria skills enable SKILL` turns it on.",
  skill_crashed: "`narratoria skills enable SKILL` turns it on.",
  skill_unheld:
    "`narratoria skills show SKILL` tells how to get one, `narratoria skills agree SKILL --without-sandbox` agrees.",
  skill_misconfigured: "`narratoria skills config SKILL` shows them, and how they are changed.",
  skill_kept: "`narratoria skills show SKILL` tells what is wrong.",
  storyteller_silent: "`narratoria skills config SKILL` shows its settings.",
  campaign_stays: "`narratoria validate` shows every problem.",
  campaign_faults: "`narratoria validate` shows every problem.",
  memories_damaged: REPAIR,
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
