/** What a turn is doing, in words. */
import { waitingWords } from "@narratoria/engine/shell";
import type { TurnNow } from "../../story/turn-now.js";

/** What a skill of ours does, in a word. */
const DOES: Readonly<Record<string, string>> = {
  memory: "Remembering",
  "dice-roller": "Rolling",
  "character-portraits": "Drawing",
  "player-choices": "Weighing your choices",
  storyteller: "Writing the scene",
  "npc-perception": "Seeing who saw it",
  reputation: "Hearing what is said of you",
};
/** Shorter pauses before another try are over before they are read. */
const LEAST_PAUSE_MS = 1_000;

export function stageWords({ stage, steps }: Pick<TurnNow, "stage" | "steps">): string {
  // What a tool came to last is the last that was told of it.
  const last = new Map(steps.map((step) => [step.toolId, step]));
  const pause = [...last.values()].findLast(
    ({ state, delayMs = 0 }) => state === "waiting" && delayMs >= LEAST_PAUSE_MS,
  );
  if (pause !== undefined)
    return `${words(skillOf(pause.toolPath)) || "A skill"} failed: retrying in ${Math.round((pause.delayMs ?? 0) / 1000)} s`;
  if (stage === null || stage.stage === "planning") return "Considering";
  if (stage.waiting) return waitingWords(stage.waiting);
  if (stage.stage === "writing") return "Writing the scene";
  const skill = skillOf(stage.toolPath ?? "");
  return DOES[skill] ?? `Asking ${words(skill) || "a skill"}`;
}

function skillOf(toolPath: string): string {
  return toolPath.split("/").filter((part) => part !== "skills")[0] ?? "";
}

function words(name: string): string {
  const spaced = name.replace(/[-_]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
