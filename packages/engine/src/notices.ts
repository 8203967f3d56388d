/** What a player is told when something went wrong: what happened, what it means for the story, what can be done. */
import type { Problem } from "@narratoria/campaign";
import type { ToolResult } from "@narratoria/protocol/contracts";

export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly action: string;
}

/**
 * Words a skill's failure for the player. (UI.md 9; architecture 8.3.4)
 *
 * @param name - The skill's display name.
 * @param result - How its tool ended.
 * @param required - Whether the turn could not be made without it.
 */
export function skillFailed(name: string, result: ToolResult, required: boolean): Notice {
  const how = result.state === "timeout" ? "took too long and was stopped" : "failed";
  return {
    code: result.state === "timeout" ? "skill_timeout" : "skill_failed",
    message: required ? `${name} ${how}.` : `${name} ${how}. The story goes on without it.`,
    action: "Nothing is lost. If it keeps happening, run `narratoria doctor`.",
  };
}

/** Words that a skill is not used any more. */
export function skillOff(name: string): Notice {
  return {
    code: "skill_off",
    message: `${name} failed too often and is off until you restart.`,
    action: "Leave and start again. If it keeps happening, run `narratoria doctor`.",
  };
}

/** Words that a campaign is played without its faulty parts. (contract facts, decision 10) */
export function campaignFaults(faults: readonly Problem[]): Notice {
  const first = faults[0];
  const where = first ? `${first.file}${first.line ? `:${first.line}` : ""} ${first.message}` : "";
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : "";
  return {
    code: "campaign_faults",
    message: `Something in this campaign is wrong and is left out: ${where}${more}`,
    action: "The story can be played. `narratoria validate` shows every problem.",
  };
}

/** Words the loss of a scene to a damaged disk. */
export function sceneDamaged(goesOnFrom: number): Notice {
  const where = goesOnFrom === 0 ? "the opening" : `scene ${goesOnFrom}`;
  return {
    code: "scene_damaged",
    message: `The last scene was damaged and left out. The story goes on from ${where}.`,
    action: "Choose how it goes on.",
  };
}

export const NOTICES = {
  interrupted: {
    code: "turn_interrupted",
    message:
      "Narratoria was closed in the middle of a scene. That scene had not been written down; everything before it is safe.",
    action: "Choose again.",
  },
  noPlan: {
    code: "no_plan",
    message: "The narrator found no way to do this. Your choice changed nothing, and the same choices are open.",
    action: "Choose again.",
  },
  stopped: {
    code: "turn_stopped",
    message: "You stopped this turn. Nothing was written down. Your choices are as they were.",
    action: "Choose again when you like.",
  },
  storybookWrote: {
    code: "storybook_wrote",
    message:
      "The storyteller could not write this scene, so the storybook wrote it. Your choice and your roll count as usual.",
    action: "Go on.",
  },
  plainChoices: {
    code: "plain_choices",
    message: "The choices could not be made for this scene, so plain ones stand in.",
    action: "Choose one; the next scene tries again.",
  },
  nothingToUndo: {
    code: "nothing_to_undo",
    message: "This is the opening. There is nothing to undo.",
    action: "Choose how the story goes on.",
  },
  undone: { code: "undone", message: "The last choice was taken back.", action: "Choose again." },
} as const satisfies Record<string, Notice>;
