/** Guesses what a story will run next, so that its processes wait for it instead of the player for them. (DESIGN 4) */
import type { ResolvedScript, WarmPool } from "@narratoria/executor";
import { createPatternPlanner, type PlanRequest } from "@narratoria/narrator";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import type { SkillRegistry } from "@narratoria/skills";
import { planSkills } from "./plan-skills.js";
import { toolPathsOf } from "../scene/settled-tools.js";

/** A choice that comes sooner is made by a program, and a program that leaves at once is not to be kept. */
const READING_STARTS_AFTER_MS = 30;

/**
 * Starts the scripts that a new story begins with.
 *
 * @param warm - Null where nothing is to be started ahead.
 */
export async function startOpeningAhead(warm: WarmPool | null, registry: SkillRegistry): Promise<void> {
  await warm?.startAhead(scriptsFor([await usualPlan(registry, "opening")], registry));
}

/** The time in which the player reads, put to use. */
export class ReadingTime {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly warm: WarmPool | null,
    private readonly registry: SkillRegistry,
  ) {}

  /** The scene is on the table: starts what its choices would run, one process for each script. */
  begin(slots: readonly ChoiceSlot[]): void {
    this.end();
    if (!this.warm || slots.length === 0) return;
    this.timer = setTimeout(() => void this.startAhead(slots), READING_STARTS_AFTER_MS).unref();
  }

  /** The player has chosen, or gone. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async startAhead(slots: readonly ChoiceSlot[]): Promise<void> {
    const mine = this.timer;
    const plans = await Promise.all(slots.map((slot) => usualPlan(this.registry, "turn", slot)));
    if (mine !== this.timer) return;
    await this.warm?.startAhead(scriptsFor(plans, this.registry));
  }
}

/** Whoever will write the plan, the usual one is the best guess, and made in no time. */
function usualPlan(registry: SkillRegistry, kind: PlanRequest["kind"], slot?: ChoiceSlot): Promise<unknown> {
  const request: PlanRequest = {
    kind,
    scene: 0,
    attempt: 1,
    parentPlanId: null,
    sceneType: "quiet",
    moment: { place: "", indoor: true, partOfDay: "afternoon", weather: "", people: [], topics: [] },
    recall: { query: slot?.text ?? "", characters: [] },
    skills: planSkills(registry, kind),
    disabledSkills: registry.disabled(),
    prompts: [],
    ...(slot ? { slot } : {}),
  };
  return createPatternPlanner().generate(request, { signal: new AbortController().signal });
}

/** Each script once, in the order in which the longest of the plans needs them. */
function scriptsFor(plans: readonly unknown[], registry: SkillRegistry): ResolvedScript[] {
  const paths = plans.map(toolPathsOf).sort((a, b) => b.length - a.length);
  return [...new Set(paths.flat())].flatMap((path) => {
    const resolved = registry.resolve(path);
    return resolved.ok ? [resolved.script] : [];
  });
}
