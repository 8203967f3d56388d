/** How a skill stands, in words and a shape. */
import type { HealthState } from "@narratoria/engine";
import { CircleAlert, CircleCheck, CircleOff, type LucideIcon, RotateCw, Shield, TriangleAlert } from "lucide-react";
import type { askSkills } from "./ask-skills.js";

export type Skill = Awaited<ReturnType<typeof askSkills>>["skills"][number];

export interface SkillWords {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly tone: "good" | "warn" | "bad" | "quiet";
}

export function skillWords(
  { state, changes, misconfigured }: Pick<Skill, "state" | "changes" | "misconfigured">,
  health: HealthState | undefined,
): SkillWords {
  switch (state) {
    case "waiting":
      return {
        words: changes === null ? "off until you allow it" : "changed, so it is off until you allow it again",
        icon: Shield,
        tone: "quiet",
      };
    case "disabled":
      return { words: "off: you turned it off", icon: CircleOff, tone: "quiet" };
    case "off":
      return { words: "off: it crashed three times", icon: CircleAlert, tone: "bad" };
    case "unheld":
      return { words: "off: it needs a sandbox, and there is none", icon: Shield, tone: "quiet" };
    case "replaced":
      return { words: "not used: another copy is", icon: CircleOff, tone: "quiet" };
    case "faulty":
      return { words: "cannot be used", icon: CircleAlert, tone: "bad" };
    case "ready":
      if (misconfigured !== null) return { words: "a setting needs attention", icon: TriangleAlert, tone: "warn" };
      return HEALTH[health ?? "healthy"];
  }
}

const HEALTH: Readonly<Record<HealthState, SkillWords>> = {
  healthy: { words: "healthy", icon: CircleCheck, tone: "good" },
  degraded: { words: "degraded: 3 failures in a row", icon: TriangleAlert, tone: "warn" },
  temporaryFailure: { words: "no answer: tried again with the next turn", icon: RotateCw, tone: "warn" },
  permanentFailure: { words: "off until restart, or until you turn it on", icon: CircleAlert, tone: "bad" },
};

/** Whether its switch is on. */
export function isOn({ state }: Pick<Skill, "state">, health: HealthState | undefined): boolean {
  return state === "ready" && health !== "permanentFailure";
}

/** Where a skill is from. */
export function originText({ version, origin, author }: Pick<Skill, "version" | "origin" | "author">): string {
  const from = {
    bundled: "shipped with Narratoria",
    user: author === null ? "not ours" : `by ${author}, not ours`,
    extra: "from a folder of yours",
    dev: "in the making",
  }[origin];
  return version === "" ? from : `${version}, ${from}`;
}
