/** What a player is told when something went wrong: what happened, what it means for the story, what can be done. */
import type { CampaignChanges } from "./campaign-changes.js";
import type { EnrichedCampaign } from "./enrich-campaign.js";
import { isNetworkError } from "@narratoria/protocol";
import { generatedWarning, isNewerFormat, type Problem, STORYBOOK_GENERATOR } from "@narratoria/campaign";
import type { Finding } from "@narratoria/persistence";
import type { CampaignManifest, NoticeAction, NoticeEvent, ToolResult } from "@narratoria/protocol/contracts";
import type { SkillNews, SkillStanding } from "@narratoria/skills";
import type { HistoryTrouble } from "./without-history.js";
import type { StoryStart } from "./story/start-at.js";
import type { WriterFault } from "./host/script-writer.js";
import { language, type MessageKey, type MessageValues, say } from "./words/say.js";

/** Something that the player should know: how grave it is, what happened, why, and what can be done about it. */
export type Notice = Omit<NoticeEvent, "type">;

/** What a notice about a skill needs to know of it. */
export type SkillNames = Pick<SkillStanding, "name" | "displayName">;

/** The turn that the player can go back to from a notice; null where there is none. */
export interface TurnBefore {
  readonly turnId: string;
  readonly scene: number;
}

interface Matter {
  readonly severity: Notice["severity"];
  readonly message: string;
  readonly action?: string;
  readonly skill?: string;
  readonly cause?: string | undefined;
  readonly actions?: readonly NoticeAction[];
}

function notice(code: string, { action = "", skill, cause, actions = [], ...rest }: Matter): Notice {
  return {
    code,
    ...rest,
    action,
    ...(cause === undefined || cause === "" ? {} : { cause }),
    ...(skill === undefined ? {} : { skill }),
    actions,
  };
}

/** A notice whose words stand in the catalogue under its code. */
function known(
  code: MessageKey,
  severity: Notice["severity"],
  action: MessageKey,
  values: MessageValues = {},
  more: Partial<Matter> = {},
): Notice {
  return notice(code, { severity, message: say(code, values), action: say(action), ...more });
}

/** An action with its words. */
function actionOf(
  what: NoticeAction["do"],
  more: Omit<NoticeAction, "do" | "label"> = {},
  values: MessageValues = {},
): NoticeAction {
  return { do: what, label: say(`do.${what}`, values), ...more };
}

/** Codes of failures for which a tool took too much. */
const TOOK_TOO_MUCH: ReadonlySet<string> = new Set(["MEMORY_QUOTA", "PROCESS_QUOTA", "DISK_QUOTA"]);

/** The parts of a scene that stand-ins are made for, by the tools that make them. */
export type StandIn = keyof typeof STAND_INS;

const STAND_INS = {
  narrate: { says: "storybook_stands_in", action: "storybook_stands_in.action" },
  choices: { says: "choices_stand_in", action: "plain_choices.action" },
} as const;

/**
 * Words a skill's failure for the player.
 *
 * @param result - How its tool ended.
 * @param required - Whether the turn could not be made without it.
 * @param again - Whether the turn can be taken again.
 * @param standIn - What stands in for what it would have made; null where nothing does.
 */
export function skillFailed(
  { name, displayName: skill }: SkillNames,
  result: ToolResult,
  required: boolean,
  again: boolean,
  standIn: StandIn | null = null,
): Notice {
  const { code = "", message: why = "" } = result.error ?? {};
  const without = standIn ? say(STAND_INS[standIn].says) : required ? "" : say("goes_on_without");
  const about = {
    severity: "degraded",
    skill: name,
    cause: [code, why].filter(Boolean).join(": "),
    actions: again ? [actionOf("retry_tool", { toolId: result.toolId, skill: name })] : [],
  } as const;
  const told = (key: "skill_greedy" | "skill_offline" | "skill_timeout" | "skill_failed", action: MessageKey): Notice =>
    notice(key, { ...about, message: `${say(key, { skill, how: code })} ${without}`.trim(), action: say(action) });
  if (TOOK_TOO_MUCH.has(code)) return told("skill_greedy", "skill_greedy.action");
  if (isNetworkError(code)) return told("skill_offline", "skill_offline.action");
  const action = standIn ? STAND_INS[standIn].action : "nothing_lost";
  return told(result.state === "timeout" ? "skill_timeout" : "skill_failed", action);
}

/** Words that a skill was not started, as its folder is not what the player agreed to. */
export function skillChanged({ name, displayName: skill }: SkillNames): Notice {
  return notice("skill_waiting", {
    severity: "degraded",
    message: say("skill_changed_waits", { skill }),
    action: say("skill_changed_waits.action"),
    skill: name,
    actions: [actionOf("agree", { skill: name })],
  });
}

/**
 * Words that a skill is not used any more.
 *
 * @param failure - The code of its failure in this turn, if there was one.
 */
export function skillOff({ name, displayName: skill }: SkillNames, failure = ""): Notice {
  const how = CANNOT_START.has(failure) ? "start" : "often";
  return known(
    "skill_off",
    "degraded",
    "skill_off.action",
    { skill, how },
    { skill: name, cause: failure, actions: [actionOf("enable", { skill: name })] },
  );
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
 * Words why a skill is not used, with what brings it back; null of one that is.
 */
export function skillNotUsed(standing: SkillStanding): Notice | null {
  const { name, displayName: skill, state, changes, problems } = standing;
  const told = (
    key: "skill_waiting" | "skill_disabled" | "skill_crashed" | "skill_unheld",
    action: NoticeAction["do"],
  ): Notice =>
    known(key, "degraded", `${key}.action`, { skill }, { skill: name, actions: [actionOf(action, { skill: name })] });
  switch (state) {
    case "waiting":
      return changes ? skillChanged(standing) : told("skill_waiting", "agree");
    case "disabled":
      return told("skill_disabled", "enable");
    case "off":
      return told("skill_crashed", "enable");
    case "unheld":
      return told("skill_unheld", "agree");
    case "faulty": {
      const fault = problems.find(({ severity }) => severity === "error");
      const why = fault ? `${fault.file}:${fault.line} ${fault.message}` : say("goes_on_without");
      return known("skill_faulty", "degraded", "skill_faulty.action", { skill, why }, { skill: name });
    }
    case "ready":
    case "replaced":
      return null;
  }
}

/** Words that files of a skill were not taken. @param why - As the executor gave it for the first of them. */
export function assetsRefused({ name, displayName: skill }: SkillNames, count: number, why: string): Notice {
  const message = say("asset_refused", { skill, count, why });
  return notice("asset_refused", { severity: "degraded", message, skill: name });
}

/** Words that a skill in use has settings that do not fit; null where they do. */
export function skillMisconfigured({
  name,
  displayName: skill,
  state,
  misconfigured: why,
}: SkillStanding): Notice | null {
  if (state !== "ready" || why === null) return null;
  const actions = [actionOf("open_settings", { skill: name })];
  return known(
    "skill_misconfigured",
    "degraded",
    "skill_misconfigured.action",
    { skill, why },
    { skill: name, actions },
  );
}

/** Words that a skill we ship is not there. */
export function skillMissing(name: string): Notice {
  return known("skill_missing", "degraded", "skill_missing.action", { skill: name }, { skill: name });
}

/** Words that a skill is not there any more. */
export function skillRemoved({ name, displayName: skill }: SkillNames): Notice {
  return known("skill_removed", "degraded", "skill_removed.action", { skill }, { skill: name });
}

/** Words what became of a skill while the story was open; null where another notice tells it. */
export function skillNews({ name, displayName: skill, what, state }: SkillNews): Notice | null {
  if (what === "removed") return skillRemoved({ name, displayName: skill });
  if (what === "kept") return known("skill_kept", "degraded", "skill_kept.action", { skill }, { skill: name });
  if (state !== "ready") return null;
  return known(what === "added" ? "skill_added" : "skill_changed", "info", "go_on", { skill }, { skill: name });
}

/** Words that a campaign is played without its faulty parts. */
export function campaignFaults(faults: readonly Problem[]): Notice {
  const first = faults[0];
  const where = first ? `${first.file}${first.line ? `:${first.line}` : ""} ${first.message}` : "";
  return known("campaign_faults", "degraded", "can_be_played", { where, more: Math.max(0, faults.length - 1) });
}

/** Words of what a manifest says that a player should know before the first scene. (rules EN2110 and EN2111) */
export function manifestNotices({
  player_count: players,
  campaign_format_version: format,
}: CampaignManifest): Notice[] {
  const least = players?.min ?? 1;
  return [
    ...(format !== undefined && isNewerFormat(format)
      ? [known("newer_format", "degraded", "can_be_played", { format })]
      : []),
    ...(least > 1 ? [known("for_several", "info", "for_several.action", { least })] : []),
  ];
}

/** Words that a campaign is not what it was when a story was played last. */
export function campaignUpdated(title: string, { version, files, people }: CampaignChanges): Notice {
  const count = ({ added, removed, changed }: CampaignChanges["files"]): number =>
    added.length + removed.length + changed.length;
  return known("campaign_updated", "info", "go_on", {
    title,
    version: version.to,
    same: version.from === version.to ? "yes" : "no",
    people: count(people),
    files: count(files),
  });
}

/** Words that a campaign was changed and is played as it was. @param why - The first fault, with file, line and column. */
export function campaignStays(why: string): Notice {
  return known("campaign_stays", "degraded", "campaign_stays.action", { why });
}

/** More would bury the scene. */
const MOST_PROBLEMS = 5;

/** Words for the problems that a campaign has gained since it was looked at last; none where it has gained none. */
export function campaignProblems(problems: readonly Problem[]): Notice[] {
  if (problems.length === 0) return [];
  const named = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
  return [known("campaign_problems", "info", "go_on", { count: problems.length, list: named.join(" ") })];
}

/** Words that a story begins at one of its beats, or with a state of its author's. */
export function startedAt({ beat, happened }: StoryStart): Notice {
  const values = { beat: beat ? `${beat.id} "${beat.title}"` : "", happened: happened.join(", ") };
  return known("started_at", "info", "go_on", {
    ...values,
    what: beat === null ? "state" : happened.length === 0 ? "first" : "beat",
  });
}

/** Words that a model made parts of a campaign. */
export function generatedAssets(count: number): Notice {
  // The words are those of the document.
  return notice("generated_assets", {
    severity: "info",
    message: generatedWarning(count),
    action: say("can_be_played"),
  });
}

/** Words the loss of a scene to a damaged disk. */
export function sceneDamaged(goesOnFrom: number): Notice {
  return known("scene_damaged", "failed", "choose_on_from_it", { scene: sceneName(goesOnFrom) }, mending());
}

/** Words that a story has no scene left that it could go on from. */
export function nothingToGoOnFrom(title: string): Notice {
  const message = say("nothing_to_go_on_from", { title });
  return notice("scenes_damaged", { severity: "failed", message, action: say("repair"), ...mending() });
}

const mending = (): Pick<Matter, "actions"> => ({ actions: [actionOf("repair"), actionOf("restore")] });

/** What is wrong with one story. */
export type StoryFinding = Extract<Finding, { readonly playthroughId: string }>;

/** Words that the disk is full, and that saving goes on in the room set aside for that. */
export function reserveUsed({ bytes }: { readonly bytes: number }): Notice {
  return known("disk_full", "failed", "disk_full.action", { megabytes: Math.round(bytes / 2 ** 20) });
}

/** Words what opening found of a story. */
export function foundAtOpening(finding: StoryFinding): Notice {
  if (finding.kind === "damaged_records") {
    const { count } = finding;
    return known("memories_damaged", "degraded", "repair", { count }, mending());
  }
  if (finding.kind === "edited") return changedByHand(finding);
  if (finding.kind === "damaged_story") return known("story_damaged", "failed", "story_damaged.action", {}, mending());
  const values = { scenes: scenesInWords(finding.scenes), count: finding.scenes.length };
  if (finding.kind === "damaged_turns") return known("scenes_damaged", "failed", "repair", values, mending());
  return lostScenes(finding, say("scenes_lost", values));
}

/** So many things that were changed by hand are named. */
const NAMED_EDITS = 3;
/** Of so many letters at most. */
const NAMED_LETTERS = 90;

/** Words that somebody changed what is kept of a story in its file, which stays so. */
function changedByHand({ scenes, records, story }: Extract<StoryFinding, { readonly kind: "edited" }>): Notice {
  const named = records.slice(0, NAMED_EDITS).map(({ type, words }) => {
    const short = words.length > NAMED_LETTERS ? `${words.slice(0, NAMED_LETTERS).trimEnd()}…` : words;
    return say("edited_record", { type, words: short });
  });
  const more = records.length - named.length;
  const told = [
    ...(scenes.length === 0 ? [] : [say("edited_scenes", { scenes: scenesInWords(scenes), count: scenes.length })]),
    ...named,
    ...(more > 0 ? [say("edited_more", { count: more })] : []),
    ...(story ? [say("edited_story")] : []),
  ];
  return notice("edited_by_hand", { severity: "info", message: told.join(" "), action: say("edited.action") });
}

function lostScenes(
  { backup, restorable, scenes, whole }: Extract<StoryFinding, { readonly kind: "lost_turns" }>,
  message: string,
): Notice {
  const code = whole ? (backup === null ? "story_lost" : "story_restorable") : "scenes_lost";
  const severity = "failed";
  if (backup === null) {
    const action = `${say("no_backup")} ${say(whole ? "a_repair_ends_this" : "go_on_from_here")}`;
    return notice(code, { severity, message, action, actions: [actionOf("repair")] });
  }
  const region = language() === "en" ? "en-GB" : language();
  const time = new Date(backup.madeAt).toLocaleString(region, { dateStyle: "long", timeStyle: "short" });
  const what = restorable.length === scenes.length ? say("all_of_it") : scenesInWords(restorable, { capital: false });
  const action = `${say("a_repair_brings_back")} ${whole ? "" : say("or_go_on")}`.trim();
  return notice(code, { severity, message: `${message} ${say("backup_has", { time, what })}`, action, ...mending() });
}

/**
 * Words what opening the data folder found, with the name of the story that it is about.
 *
 * @param titles - Of the stories there are, by their ids.
 */
export function foundInFolder(finding: Finding, titles: ReadonlyMap<string, string>): Notice {
  if (finding.kind === "reserve_used") return reserveUsed(finding);
  const { message, ...rest } = foundAtOpening(finding);
  const lostTitle = finding.kind === "lost_turns" ? finding.title : null;
  const title = titles.get(finding.playthroughId) ?? lostTitle ?? say("story_that_is_gone");
  return { ...rest, message: say("of_story", { title, message }) };
}

/** "The opening and scenes 4 to 6". */
function scenesInWords(scenes: readonly number[], { capital = true } = {}): string {
  const runs: [number, number][] = [];
  for (const scene of scenes) {
    const last = runs.at(-1);
    if (last && last[0] > 0 && last[1] === scene - 1) last[1] = scene;
    else runs.push([scene, scene]);
  }
  const names = runs.map(([from, to]) => (from === to ? sceneName(from) : say("scenes", { from, to })));
  const last = names.at(-1) ?? "";
  const text = names.length > 1 ? say("list_and", { first: names.slice(0, -1).join(", "), last }) : last;
  return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Words that a branch begins. */
export function branched(scene: number, name: string | null): Notice {
  return known("branched", "info", "choose_on_from_it", { scene: sceneName(scene), name: name ?? "none" });
}

/** Words that the story stands elsewhere now. */
export function wentTo(scene: number, branch: string): Notice {
  return known("went_to", "info", "choose_on_from_it", { scene: sceneName(scene), branch });
}

function sceneName(scene: number): string {
  return scene === 0 ? say("opening") : say("scene", { scene });
}

/** @param why - What is the matter with the model, in a sentence. */
export function modelGaveUp(why: string): Notice {
  return known("model_gave_up", "degraded", "model_gave_up.action", { why });
}

/** Of the storyteller that a player has elsewhere, and why nothing comes of it. */
export function writerFailed({ provider, code, message: why }: WriterFault): Notice {
  const refused = code === "not_agreed" || code === "unsafe_address" || code === "bad_address" || code === "no_model";
  const isNetwork = code === "unreachable";
  return notice("storyteller_silent", {
    severity: "degraded",
    message: say(refused ? "storyteller_not_asked" : "storyteller_silent", { provider, why }),
    action: say(isNetwork ? "check_connection" : code === "silent" ? "wait_longer" : "look_at_settings"),
    skill: "storyteller",
    cause: code,
    actions: [actionOf("open_settings", { skill: "storyteller" })],
  });
}

/** Of one that writes, and not all of a scene in the time that the player waits. Implements rule EN5603. */
export function writerSlow({ provider, code }: WriterFault): Notice {
  return notice("storyteller_slow", {
    severity: "info",
    message: say("storyteller_slow", { provider }),
    action: say("wait_longer"),
    skill: "storyteller",
    cause: code,
    actions: [actionOf("open_settings", { skill: "storyteller" })],
  });
}

/** Of one that has failed in several scenes in a row, and in how many it is not asked now. (rule EN1852) */
export function writerRests({ provider, code, message: why }: WriterFault, scenes: number): Notice {
  return notice("storyteller_silent", {
    severity: "degraded",
    message: say("storyteller_rests", { provider, why, scenes }),
    action: say("look_at_settings"),
    skill: "storyteller",
    cause: code,
    actions: [actionOf("open_settings", { skill: "storyteller" })],
  });
}

/**
 * Words that no plan came to anything, and what the player can decide.
 *
 * @param plans - How many were tried.
 * @param before - Where the choice was taken; null of an opening.
 * @param cause - Why the last one failed.
 */
export function noPlan(plans: number, before: TurnBefore | null, cause: string | null): Notice {
  const decided = plans >= MOST_PLANS;
  const back = before && actionOf("restart_from", before, { scene: sceneName(before.scene) });
  return notice("no_plan", {
    severity: "decision",
    message: say(decided ? "plans_failed" : "no_plan"),
    action: say(decided ? "plans_failed.action" : "choose_again"),
    cause: cause ?? undefined,
    actions: [actionOf("plain_scene"), ...(back ? [back] : []), ...(before ? [actionOf("tell_again")] : [])],
  });
}

/** The plans of a turn. */
const MOST_PLANS = 5;

/** Notices that say the same of every story. */
export const NOTICES = {
  interrupted: () => known("turn_interrupted", "info", "choose_again"),
  withoutHistory: ({ reason, isDamaged }: HistoryTrouble) =>
    notice(isDamaged ? "stories_damaged" : "without_history", {
      severity: isDamaged ? "failed" : "degraded",
      message: say("without_history", { reason }),
      action: say("without_history.action"),
      ...(isDamaged ? { actions: [actionOf("repair")] } : {}),
    }),
  enriched: ({ files, dir, source }: EnrichedCampaign) =>
    known(dir === null ? "enriched_nowhere" : "enriched", "info", dir === null ? "can_be_played" : "enriched.action", {
      count: files.length,
      dir: dir ?? "",
      by: source === STORYBOOK_GENERATOR ? say("by_storybook") : source,
    }),
  campaignChanged: () => known("campaign_changed", "info", "go_on"),
  stopped: () => known("turn_stopped", "info", "turn_stopped.action"),
  storybookWrote: (again: boolean) =>
    known("storybook_wrote", "degraded", "go_on", {}, { actions: again ? [actionOf("tell_again")] : [] }),
  plainChoices: (again: boolean) =>
    known("plain_choices", "degraded", "plain_choices.action", {}, { actions: again ? [actionOf("tell_again")] : [] }),
  nothingToUndo: () => known("nothing_to_undo", "info", "choose_on"),
  undone: () => known("undone", "info", "choose_again"),
  nothingToRedo: () => known("nothing_to_redo", "info", "choose_on"),
  redone: () => known("redone", "info", "choose_on"),
} as const;
