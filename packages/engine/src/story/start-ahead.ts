/** Guesses what a story will run next, so that its processes wait for it instead of the player for them. */
import { availableParallelism } from "node:os";
import type { ResolvedScript, WarmPool } from "@narratoria/executor";
import { createPatternPlanner, type PlanRequest } from "@narratoria/narrator";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import type { SkillRegistry } from "@narratoria/skills";
import { planSkills } from "./plan-skills.js";
import { toolPathsOf } from "../scene/settled-tools.js";

/** A choice that comes sooner is made by a program, and a program that leaves at once is not to be kept. */
const READING_STARTS_AFTER_MS = 30;

/**
 * Starts the scripts that a new story begins with, then those of its first choice: whoever chooses at once finds them there. Where the
 * program has one core alone, the first scene needs it.
 *
 * @param warm - Null where nothing is to be started ahead.
 */
export async function startOpeningAhead(warm: WarmPool | null, registry: SkillRegistry): Promise<void> {
  const opening = await usualPlan(registry, "opening");
  const turn = await expectedScripts(warm, registry);
  const scripts = [...scriptsFor([opening], registry), ...turn];
  await warm?.startAhead([...new Set(scripts)], { recheck: (script) => registry.recheck(script) });
}

/**
 * The scripts that the next turn will run, whichever choice is taken: their processes start while the scene of this one is told, and whoever
 * chooses at once finds them there. Implements rule EN6300.
 *
 * @returns None where nothing is started ahead, or where the program has one core alone: telling the scene needs it.
 */
export async function expectedScripts(warm: WarmPool | null, registry: SkillRegistry): Promise<ResolvedScript[]> {
  if (warm === null || availableParallelism() === 1) return [];
  const plans = SOME_CHOICES.map((slot) => usualPlan(registry, "turn", slot));
  return scriptsFor(await Promise.all(plans), registry);
}

/** A choice that dice decide, and one without for those who have no dice: a turn is planned for a choice alone. */
const SOME_CHOICES: readonly ChoiceSlot[] = [
  { roll: { modifiers: [], bonus: 0, odds: { success: 50, partial: 0, fail: 50 } } },
  {},
].map((rolls) => ({
  id: "any",
  verb: "go",
  class: "move",
  bind: {},
  sources: [],
  text: "Go on",
  label: "Go on",
  tags: [],
  ...rolls,
}));

/** What a model can do before a choice is taken. Neither rejects. */
export interface ModelAhead {
  /** Has the plan of a choice written. */
  plan(slot: ChoiceSlot, signal: AbortSignal): Promise<void>;
  /** Has the beginning of the next scene's prompt read. */
  read(signal: AbortSignal): Promise<void>;
  /** Has the scene of a choice written. */
  write(slot: ChoiceSlot, signal: AbortSignal): Promise<void>;
}

/** Scenes that are written ahead of one choice. */
const SCENES_AHEAD = 3;

/** The time in which the player reads, put to use. */
export class ReadingTime {
  private timer: NodeJS.Timeout | undefined;
  private stop = new AbortController();

  /** @param model - Null where no model tells. */
  constructor(
    private readonly warm: WarmPool | null,
    private readonly registry: SkillRegistry,
    private readonly model: ModelAhead | null,
  ) {}

  /**
   * The scene is on the table: starts what its choices would run, one process for each script, and has a model decide the plan
   * of the likeliest choice, read the beginning of what it is going to tell, write that scene, and so on for the other choices.
   */
  begin(slots: readonly ChoiceSlot[]): void {
    this.end();
    if (slots.length === 0) return;
    this.timer = setTimeout(() => {
      if (this.warm) void this.startAhead(this.warm, slots);
      if (this.model) void prepare(this.model, byLikelihood(slots), this.stop.signal);
    }, READING_STARTS_AFTER_MS).unref();
  }

  /** Whoever has chosen is going to wait: what the choice runs is started while its plan is made. */
  chosen(slot: ChoiceSlot): void {
    if (this.warm) void this.startAhead(this.warm, [slot]);
  }

  /** The player has chosen, or gone: what is under way is stopped. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.stop.abort();
    this.stop = new AbortController();
  }

  private async startAhead(warm: WarmPool, slots: readonly ChoiceSlot[]): Promise<void> {
    const mine = this.timer;
    const plans = await Promise.all(slots.map((slot) => usualPlan(this.registry, "turn", slot)));
    if (mine !== this.timer) return;
    await startScripts(warm, plans, this.registry);
  }
}

/** One after the other, as a model writes one thing at a time. */
async function prepare(model: ModelAhead, slots: readonly ChoiceSlot[], signal: AbortSignal): Promise<void> {
  // A scene is written by its plan; what is not written is planned all the same.
  for (const [at, slot] of slots.entries()) {
    if (!signal.aborted) await model.plan(slot, signal);
    if (at === 0 && !signal.aborted) await model.read(signal);
    if (at < SCENES_AHEAD && !signal.aborted) await model.write(slot, signal);
  }
}

/** What answers the plot is what the scene leads up to; else the first stands first for a reason. */
function byLikelihood(slots: readonly ChoiceSlot[]): ChoiceSlot[] {
  return slots.toSorted((a, b) => Math.min(b.tags.length, 1) - Math.min(a.tags.length, 1));
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
    // Somebody may be met, and a faction may hear of it.
    newcomers: ["somebody"],
    hasFactions: true,
    recall: { query: slot?.text ?? "", characters: [] },
    skills: planSkills(registry, kind),
    disabledSkills: registry.disabled(),
    prompts: [],
    ...(slot ? { slot } : {}),
  };
  return createPatternPlanner().generate(request, { signal: new AbortController().signal });
}

async function startScripts(warm: WarmPool | null, plans: readonly unknown[], registry: SkillRegistry): Promise<void> {
  await warm?.startAhead(scriptsFor(plans, registry), { recheck: (script) => registry.recheck(script) });
}

/** Each script once, in the order in which the longest of the plans needs them. */
function scriptsFor(plans: readonly unknown[], registry: SkillRegistry): ResolvedScript[] {
  const paths = plans.map(toolPathsOf).sort((a, b) => b.length - a.length);
  return [...new Set(paths.flat())].flatMap((path) => {
    const resolved = registry.resolve(path);
    return resolved.ok ? [resolved.script] : [];
  });
}
