/** What a player is told when something went wrong: what happened, what it means for the story, what can be done. */
import { isNetworkError } from "@narratoria/protocol";
import { generatedWarning, type Problem } from "@narratoria/campaign";
import type { Finding } from "@narratoria/persistence";
import type { ToolResult } from "@narratoria/protocol/contracts";
import type { SkillNews, SkillStanding } from "@narratoria/skills";
import type { WriterFault } from "./host/script-writer.js";

export interface Notice {
  readonly code: string;
  readonly message: string;
  /** What can be done, in words that hold in any shell. A shell adds what is done in it, such as its command, by the code. */
  readonly action: string;
  /** The name of the skill that it is about. */
  readonly skill?: string;
}

/** What a notice about a skill needs to know of it. */
export type SkillNames = Pick<SkillStanding, "name" | "displayName">;

/**
 * Words a skill's failure for the player. (UI.md 9; architecture 8.3.4)
 *
 * @param result - How its tool ended.
 * @param required - Whether the turn could not be made without it.
 */
export function skillFailed({ name, displayName }: SkillNames, result: ToolResult, required: boolean): Notice {
  const code = result.error?.code ?? "";
  const without = required ? "" : " The story goes on without it.";
  const greedy = TOOK_TOO_MUCH.get(code);
  if (greedy !== undefined) {
    return {
      code: "skill_greedy",
      message: `${displayName} ${greedy}.${without}`,
      action: "Nothing is lost. If it keeps happening, turn it off, or ask whoever made it.",
      skill: name,
    };
  }
  if (isNetworkError(code)) {
    return {
      code: "skill_offline",
      message: `${displayName} could not reach the network.${without}`,
      action: "Nothing is lost. Check your connection; it is tried again.",
      skill: name,
    };
  }
  const how = result.state === "timeout" ? "took too long and was stopped" : "failed";
  return {
    code: result.state === "timeout" ? "skill_timeout" : "skill_failed",
    message: `${displayName} ${how}.${without}`,
    action: "Nothing is lost.",
    skill: name,
  };
}

/** Words that a skill was not started, as its folder is not what the player agreed to. (HARDENING 2.2 row 52) */
export function skillChanged({ name, displayName }: SkillNames): Notice {
  return {
    code: "skill_waiting",
    message: `${displayName} has changed and waits for your agreement again. The story goes on without it.`,
    action: AGREE_AGAIN,
    skill: name,
  };
}

const AGREE_AGAIN = "Look at what has changed, and agree to it again.";

/** By the code of the failure. */
const TOOK_TOO_MUCH: ReadonlyMap<string, string> = new Map([
  ["MEMORY_QUOTA", "took too much memory and was stopped"],
  ["PROCESS_QUOTA", "started too many processes and was stopped"],
  ["DISK_QUOTA", "keeps too much in its data folder and was stopped"],
]);

/**
 * Words that a skill is not used any more.
 *
 * @param failure - The code of its failure in this turn, if there was one.
 */
export function skillOff({ name, displayName }: SkillNames, failure = ""): Notice {
  const why = CANNOT_START.has(failure) ? "cannot be started" : "failed too often";
  return {
    code: "skill_off",
    message: `${displayName} ${why} and is off until you restart.`,
    action: "Leave and start again.",
    skill: name,
  };
}

/** Codes of failures that no further try can mend. */
const CANNOT_START: ReadonlySet<string> = new Set([
  "SPAWN_FAILED",
  "SANDBOX_FAILED",
  "SANDBOX_MISSING",
  "SCRIPT_NOT_READABLE",
  "INTERPRETER_NOT_FOUND",
]);

/**
 * Words why a skill is not used, with what brings it back; null of one that is. (architecture 3.6; HARDENING 3.13)
 */
export function skillNotUsed({ name, displayName, state, changes, problems }: SkillStanding): Notice | null {
  const without = "The story goes on without it.";
  switch (state) {
    case "waiting":
      if (changes) return skillChanged({ name, displayName });
      return {
        code: "skill_waiting",
        message: `${displayName} waits for your agreement. ${without}`,
        action: "Look at what it asks for, and agree to it.",
        skill: name,
      };
    case "disabled":
      return {
        code: "skill_disabled",
        message: `${displayName} is turned off. ${without}`,
        action: "Turn it on to use it.",
        skill: name,
      };
    case "off":
      return {
        code: "skill_crashed",
        message: `${displayName} crashed three times and stays off until it changes. ${without}`,
        action: "Install a newer version of it, or turn it on to try again.",
        skill: name,
      };
    case "unheld":
      return {
        code: "skill_unheld",
        message: `${displayName} runs in a sandbox only, and there is none on this machine. ${without}`,
        action: "Install a sandbox, or agree to it without one.",
        skill: name,
      };
    case "faulty": {
      const fault = problems.find(({ severity }) => severity === "error");
      const where = fault ? `${fault.file}:${fault.line} ${fault.message}` : without;
      return {
        code: "skill_faulty",
        message: `${displayName} cannot be used. ${where}`,
        action: "Mend or remove its folder, and start again.",
        skill: name,
      };
    }
    case "ready":
    case "replaced":
      return null;
  }
}

/** Words that files of a skill were not taken. @param reason - As the executor gave it for the first of them. */
export function assetsRefused({ name, displayName }: SkillNames, count: number, reason: string): Notice {
  const files = count === 1 ? "A file" : `${count} files`;
  const message = `${files} that ${displayName} made cannot be shown: ${reason}.`;
  return { code: "asset_refused", message, action: "", skill: name };
}

/** Words that a skill in use has settings that do not fit; null where they do. (architecture 3.6) */
export function skillMisconfigured({ name, displayName, state, misconfigured }: SkillStanding): Notice | null {
  if (state !== "ready" || misconfigured === null) return null;
  return {
    code: "skill_misconfigured",
    message: `The settings of ${displayName} are not in order. ${misconfigured}`,
    action: "Change them where they do not fit.",
    skill: name,
  };
}

/** Words that a skill we ship is not there. */
export function skillMissing(name: string): Notice {
  return {
    code: "skill_missing",
    message: `The skill ${name} is missing. The story goes on without it.`,
    action: "Install Narratoria again.",
    skill: name,
  };
}

/** Words that a skill is not there any more. */
export function skillRemoved({ name, displayName }: SkillNames): Notice {
  return {
    code: "skill_removed",
    message: `${displayName} is gone. The story goes on without it.`,
    action: "Put its folder back, or install it again.",
    skill: name,
  };
}

/** Words what became of a skill while the story was open; null where another notice tells it. */
export function skillNews({ name, displayName, what, state }: SkillNews): Notice | null {
  if (what === "removed") return skillRemoved({ name, displayName });
  if (what === "kept") {
    return {
      code: "skill_kept",
      message: `${displayName} cannot be read as it is now, so it stays as it was.`,
      action: "Finish what is being copied.",
      skill: name,
    };
  }
  if (state !== "ready") return null;
  const message = what === "added" ? `${displayName} is new.` : `${displayName} has changed.`;
  return { code: `skill_${what}`, message: `${message} It is used from here on.`, action: "Go on.", skill: name };
}

/** Words that a campaign is played without its faulty parts. (contract facts, decision 10) */
export function campaignFaults(faults: readonly Problem[]): Notice {
  const first = faults[0];
  const where = first ? `${first.file}${first.line ? `:${first.line}` : ""} ${first.message}` : "";
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : "";
  return {
    code: "campaign_faults",
    message: `Something in this campaign is wrong and is left out: ${where}${more}`,
    action: "The story can be played.",
  };
}

/** Words that a model made parts of a campaign. (architecture 6.2.11) */
export function generatedAssets(count: number): Notice {
  return { code: "generated_assets", message: generatedWarning(count), action: "The story can be played." };
}

/** Words the loss of a scene to a damaged disk. */
export function sceneDamaged(goesOnFrom: number): Notice {
  return {
    code: "scene_damaged",
    message: `The last scene was damaged and left out. The story goes on from ${sceneName(goesOnFrom)}.`,
    action: "Choose how it goes on.",
  };
}

/** Words that a story has no scene left that it could go on from. */
export function nothingToGoOnFrom(title: string): Notice {
  return {
    code: "scenes_damaged",
    message: `Every scene that ${title} could go on from is damaged on the disk.`,
    action: REPAIR,
  };
}

/** What is wrong with one story. */
export type StoryFinding = Extract<Finding, { readonly playthroughId: string }>;

/** Words that the disk is full, and that saving goes on in the room set aside for that. (HARDENING 2.6 row 141) */
export function reserveUsed({ bytes }: { readonly bytes: number }): Notice {
  return {
    code: "disk_full",
    message: `The disk is full. Your story is still saved, in ${Math.round(bytes / 2 ** 20)} MB that Narratoria keeps for this.`,
    action: "Free some space soon. When that room is used up too, no scene can be saved.",
  };
}

/** Words what opening found of a story. (HARDENING 2.6) */
export function foundAtOpening(finding: StoryFinding): Notice {
  if (finding.kind === "damaged_records") {
    const { count } = finding;
    return {
      code: "memories_damaged",
      message:
        count === 1
          ? "One of the things that the story remembers is damaged on the disk, and left out."
          : `${count} of the things that the story remembers are damaged on the disk, and left out.`,
      action: REPAIR,
    };
  }
  if (finding.kind === "damaged_story") {
    return {
      code: "story_damaged",
      message:
        "What is kept of the story beside its scenes, such as its seed, its title and its branches, is damaged on the disk.",
      action: "A repair brings back what can be told of it, or what a backup still has.",
    };
  }
  const { scenes } = finding;
  const one = scenes.length === 1;
  const names = scenesInWords(scenes);
  if (finding.kind === "damaged_turns") {
    return {
      code: "scenes_damaged",
      message: `${names} ${one ? "is" : "are"} damaged on the disk and cannot be shown. The story goes on around ${one ? "it" : "them"}.`,
      action: REPAIR,
    };
  }
  return lostScenes(
    finding,
    `${names} ${one ? "was" : "were"} told and ${one ? "is" : "are"} not in the file any more.`,
  );
}

const REPAIR = "A repair brings back what a backup still has.";

function lostScenes(
  { backup, restorable, scenes, whole }: Extract<StoryFinding, { readonly kind: "lost_turns" }>,
  message: string,
): Notice {
  const code = whole ? (backup === null ? "story_lost" : "story_restorable") : "scenes_lost";
  if (backup === null) {
    const goOn = whole ? "A repair puts an end to this notice." : "Go on from here.";
    return { code, message, action: `No backup has what is missing. ${goOn}` };
  }
  const madeAt = new Date(backup.madeAt).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
  const has = restorable.length === scenes.length ? "all of it" : scenesInWords(restorable, { capital: false });
  const goOn = whole ? "" : " Or go on from here.";
  return {
    code,
    message: `${message} The backup of ${madeAt} has ${has}.`,
    action: `A repair brings that back.${goOn}`,
  };
}

/**
 * Words what opening the data folder found, with the name of the story that it is about.
 *
 * @param titles - Of the stories there are, by their ids.
 */
export function foundInFolder(finding: Finding, titles: ReadonlyMap<string, string>): Notice {
  if (finding.kind === "reserve_used") return reserveUsed(finding);
  const { message, ...notice } = foundAtOpening(finding);
  const lostTitle = finding.kind === "lost_turns" ? finding.title : null;
  const title = titles.get(finding.playthroughId) ?? lostTitle ?? "A story that is gone";
  return { ...notice, message: `${title}: ${message}` };
}

/** "The opening and scenes 4 to 6". */
function scenesInWords(scenes: readonly number[], { capital = true } = {}): string {
  const runs: [number, number][] = [];
  for (const scene of scenes) {
    const last = runs.at(-1);
    if (last && last[0] > 0 && last[1] === scene - 1) last[1] = scene;
    else runs.push([scene, scene]);
  }
  const names = runs.map(([from, to]) => (from === to ? sceneName(from) : `scenes ${from} to ${to}`));
  const text = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
  return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Words that a branch begins. */
export function branched(scene: number, name: string | null): Notice {
  const called = name === null ? "A new branch" : `The branch “${name}”`;
  return {
    code: "branched",
    message: `${called} begins at ${sceneName(scene)}. What was told before is kept.`,
    action: "Choose how it goes on.",
  };
}

/** Words that the story stands elsewhere now. */
export function wentTo(scene: number, branch: string): Notice {
  return {
    code: "went_to",
    message: `Back at ${sceneName(scene)}, on the branch “${branch}”.`,
    action: "Choose how it goes on.",
  };
}

function sceneName(scene: number): string {
  return scene === 0 ? "the opening" : `scene ${scene}`;
}

/** @param reason - What is the matter with the model, in a sentence. */
export function modelGaveUp(reason: string): Notice {
  return {
    code: "model_gave_up",
    message: `The storybook tells the story from here on. ${reason}`,
    action: "Go on. The model is tried again when you next start Narratoria.",
  };
}

/** Of the storyteller that a player has elsewhere, and why nothing comes of it. (architecture 4.1.1) */
export function writerFailed({ provider, code, message }: WriterFault): Notice {
  const refused = code === "not_agreed" || code === "unsafe_address" || code === "bad_address" || code === "no_model";
  return {
    code: "storyteller_silent",
    message: refused
      ? `The storyteller you chose, ${provider}, is not asked. ${message} The story is told on this machine instead.`
      : `The storyteller you chose, ${provider}, did not answer. ${message} The story goes on without it.`,
    action:
      code === "unreachable" || code === "silent"
        ? "Go on; nothing is lost. Check your connection."
        : "Go on; nothing is lost. Look at its settings.",
    skill: "storyteller",
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
  nothingToRedo: {
    code: "nothing_to_redo",
    message: "Nothing was taken back here, so there is nothing to bring again.",
    action: "Choose how the story goes on.",
  },
  redone: { code: "redone", message: "What was taken back is here again.", action: "Choose how the story goes on." },
} as const satisfies Record<string, Notice>;
