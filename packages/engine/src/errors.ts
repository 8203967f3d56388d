import { NarratoriaError } from "@narratoria/protocol";

export type EngineErrorCode =
  | "invalid_option"
  | "model_missing"
  | "campaign_not_found"
  | "campaign_broken"
  | "data_folder"
  | "playthrough_not_found"
  | "playthrough_campaign"
  | "story_busy"
  | "story_elsewhere"
  | "story_ended"
  | "no_such_choice"
  | "no_such_turn"
  | "no_such_beat"
  | "transcript_unusable"
  | "start_unusable"
  | "no_such_tool"
  | "not_of_the_story"
  | "cannot_tell_again"
  | "no_such_character"
  | "picture_unusable"
  | "scene_unreadable"
  | "export_failed"
  | "import_failed"
  | "skills_missing";

/** What keeps a story from opening or going on. `message` is a sentence for the player, `action` what they can do. */
export class EngineError extends NarratoriaError {
  override readonly name = "EngineError";
  constructor(
    readonly code: EngineErrorCode,
    message: string,
    readonly action: string = "",
  ) {
    super(message);
  }
}
