import type { PlanMoment, PlanRequest, PlanSkill } from "../../src/index.js";
import { slot } from "./briefs.js";

/** A skill of which nothing is said but the names of its scripts. */
export function skill(
  name: string,
  scripts: readonly string[],
  more: {
    readonly ofThemselves?: readonly string[];
    readonly standAlone?: boolean;
    readonly guide?: string;
    readonly capabilities?: readonly string[];
    readonly health?: string;
  } = {},
): PlanSkill {
  return {
    name,
    guide: more.guide ?? "",
    capabilities: more.capabilities ?? [],
    scripts: scripts.map((script) => ({
      name: script,
      description: "",
      ofItself: more.ofThemselves?.includes(script) ?? false,
      standsAlone: more.standAlone ?? true,
    })),
    health: more.health ?? "healthy",
  };
}

/** The skills that we ship. */
export const SHIPPED: readonly PlanSkill[] = [
  skill("storyteller", ["narrate"]),
  skill("dice-roller", ["roll-dice"]),
  skill("memory", ["store-memory", "recall-memory"]),
  skill("player-choices", ["evaluate-choice", "apply-outcome", "generate-choices"]),
  skill("npc-perception", ["initialize-perception", "update-perception", "query-perception"]),
  skill("reputation", ["update-reputation", "query-reputation"]),
];

export const MOMENT: PlanMoment = {
  place: "the Weigh House",
  indoor: true,
  partOfDay: "afternoon",
  weather: "",
  people: [{ id: "orsolya", name: "Orsolya", stranger: false }],
  topics: [{ id: "salt-book", name: "the Salt Book" }],
};

/** A turn in which Orsolya is asked about the Salt Book, and the dice decide. */
export function turn(more: Partial<PlanRequest> = {}): PlanRequest {
  return {
    kind: "turn",
    scene: 3,
    attempt: 1,
    parentPlanId: null,
    slot: slot(
      "ask",
      { npc: "orsolya", topic: "salt-book" },
      {
        id: "c1",
        text: "Ask Orsolya",
        roll: { modifiers: [], bonus: 0, odds: { success: 17, partial: 41, fail: 42 } },
      },
    ),
    sceneType: "dialogue",
    moment: MOMENT,
    recall: { query: "the Salt Book", characters: ["orsolya"] },
    skills: SHIPPED,
    disabledSkills: [],
    prompts: [],
    ...more,
  };
}

/** The same, with a skill of which it cannot be told whether it is meant for this moment. */
export function turnInDoubt(more: Partial<PlanRequest> = {}): PlanRequest {
  const guide = "Use it when a letter is read at the Weigh House.";
  return turn({ skills: [...SHIPPED, skill("seal-lens", ["look"], { guide })], ...more });
}
