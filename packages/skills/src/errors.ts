import { NarratoriaError } from "@narratoria/protocol";

/** What was asked of a skill cannot be done. `message` is a sentence for the player, `action` what they can do. */
export class SkillError extends NarratoriaError {
  override readonly name = "SkillError";
  constructor(
    readonly code:
      | "unknown_skill"
      | "skill_changed"
      | "skill_faulty"
      | "no_agreement_needed"
      | "not_installed"
      | "settings_unwritable",
    message: string,
    readonly action: string,
  ) {
    super(message);
  }
}
