import { randomUUID } from "node:crypto";
import type { JsonObject } from "@narratoria/protocol";
import type { BeatMatter, ChoiceSlot, SceneType } from "@narratoria/protocol/story";
import type { PlanJson, ToolInvocation } from "@narratoria/protocol/contracts";
import { fallbackNarration } from "./template-scene.js";

/** A skill as a plan generator sees it. */
export interface PlanSkill {
  readonly name: string;
  readonly scripts: readonly string[];
  /** Those of its scripts that are run of themselves in scenes of this kind. */
  readonly ofThemselves?: readonly string[];
  /** How it fares: healthy, degraded, temporaryFailure or permanentFailure. */
  readonly health: string;
}

/** What is asked of a plan generator for one attempt at one turn. */
export interface PlanRequest {
  readonly kind: "opening" | "turn" | "ending";
  /** Number of the scene to be made; 0 is the opening. */
  readonly scene: number;
  /** 1 for the first plan of a turn, at most 5. */
  readonly attempt: number;
  readonly parentPlanId: string | null;
  /** The choice taken; absent in the opening. */
  readonly slot?: ChoiceSlot;
  readonly sceneType: SceneType;
  /** The beat that happens in this scene. */
  readonly beat?: BeatMatter;
  /** Words and people that bear on the scene, for the search of memories. */
  readonly recall: { readonly query: string; readonly characters: readonly string[] };
  /** Skills there are, the one to be preferred first. */
  readonly skills: readonly PlanSkill[];
  readonly disabledSkills: readonly string[];
  /** Behavioural prompts of the skills that can be used, each with the skill's name and at most 8 KiB; the pattern planner needs none. */
  readonly prompts: readonly { readonly skill: string; readonly text: string }[];
}

/** Writes plans. A generator that cannot keep to a contract rejects; the replan loop answers. */
export interface PlanGenerator {
  /**
   * @returns Plan JSON; callers check it against the contract, whoever wrote it.
   * @throws What `options.signal` was aborted with, once it was.
   */
  generate(request: PlanRequest, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** How the plan of a turn differs by the kind of scene: how much is recalled, and what else is searched for. */
const PATTERNS: Readonly<
  Record<SceneType, { readonly recallLimit: number; readonly people: boolean; readonly words: string }>
> = {
  travel: { recallLimit: 4, people: true, words: "arrived place" },
  dialogue: { recallLimit: 6, people: true, words: "" },
  danger: { recallLimit: 4, people: false, words: "failed found noticed" },
  quiet: { recallLimit: 6, people: true, words: "promised owed helped" },
  resolution: { recallLimit: 8, people: true, words: "" },
};

const RETRY = { maxRetries: 1, backoffMs: 100 } as const;
const MAX_QUERY = 400;
/** So many scripts may be run of themselves; more would keep the player waiting. */
const MAX_OF_THEMSELVES = 8;

/**
 * The deterministic plan generator: one pattern for each scene type, for openings and for endings. It leaves out the tools of
 * skills that are disabled or missing; where a skill is missing without which nothing can be decided, the plan is narration
 * only. Implements DESIGN 3 and architecture 5.4 and 7.2 (rules NA80 to NA85).
 *
 * @param options.newId - Makes plan ids (UUIDs).
 */
export function createPatternPlanner(options: { readonly newId?: () => string } = {}): PlanGenerator {
  const newId = options.newId ?? randomUUID;
  return {
    async generate(request, { signal }) {
      signal.throwIfAborted();
      return planFor(request, newId());
    },
  };
}

function planFor(request: PlanRequest, requestId: string): PlanJson {
  const disabled = new Set(request.disabledSkills);
  const has = (skill: string, script: string): boolean =>
    !disabled.has(skill) &&
    request.skills.some(
      (known) => known.name === skill && known.health !== "permanentFailure" && known.scripts.includes(script),
    );
  const tools: ToolInvocation[] = [];
  const add = (
    toolId: string,
    toolPath: string,
    input: JsonObject,
    after: readonly string[],
    more: { readonly required?: boolean; readonly async?: boolean } = {},
  ): void => {
    const [skill = "", script = ""] = toolPath.split("/");
    if (!has(skill, script)) return;
    tools.push({
      toolId,
      toolPath,
      input,
      dependencies: after.filter((id) => tools.some((tool) => tool.toolId === id)),
      required: more.required ?? false,
      async: more.async ?? false,
      retryPolicy: RETRY,
    });
  };
  /** Last and side by side, so that no scene waits for them before it is told, nor long after; each sees what happened. */
  const addThoseOfThemselves = (after: readonly string[]): void => {
    const all = request.skills.flatMap(({ name, ofThemselves = [] }) =>
      ofThemselves.map((script) => ({ name, script })),
    );
    const wanted = all.filter(({ name, script }) => has(name, script)).slice(0, MAX_OF_THEMSELVES);
    for (const { name, script } of wanted) add(`${name}-${script}`, `${name}/${script}`, {}, after, { async: true });
  };
  const plan = (): PlanJson => ({
    requestId,
    tools,
    parallel: tools.some((tool) => tool.async === true),
    disabledSkills: [...request.disabledSkills],
    metadata: { generationAttempt: Math.max(1, request.attempt), parentPlanId: request.parentPlanId },
  });
  const narrationOnly = (): PlanJson => ({
    ...plan(),
    tools: [],
    narrative: fallbackNarration(request.slot?.text ?? "", request.scene).join("\n\n"),
  });

  if (request.kind === "opening") {
    add("choices", "player-choices/generate-choices", {}, []);
    add("narrate", "storyteller/narrate", {}, ["choices"]);
    add(
      "remember",
      "memory/store-memory",
      { summary: "The story began.", characters: [...request.recall.characters], significance: "low" },
      ["narrate"],
    );
    addThoseOfThemselves([]);
    return tools.length > 0 ? plan() : narrationOnly();
  }

  const { slot } = request;
  const rolls = slot?.roll !== undefined;
  // Without these nothing can be decided, and prose about nothing would be a lie.
  const decidable =
    has("player-choices", "evaluate-choice") &&
    has("player-choices", "apply-outcome") &&
    (!rolls || has("dice-roller", "roll-dice"));
  if (!slot || !decidable) return narrationOnly();

  const pattern = PATTERNS[request.beat ? "resolution" : request.sceneType];
  add("evaluate", "player-choices/evaluate-choice", { choiceId: slot.id }, [], { required: true });
  if (rolls)
    add("roll", "dice-roller/roll-dice", { formula: "2d6", modifiersFrom: "evaluate" }, ["evaluate"], {
      required: true,
    });
  add("outcome", "player-choices/apply-outcome", {}, ["evaluate", "roll"], { required: true });
  const query = `${request.recall.query} ${pattern.words}`.trim().slice(0, MAX_QUERY);
  if (query !== "") {
    add(
      "recall",
      "memory/recall-memory",
      { query, limit: pattern.recallLimit, ...(pattern.people ? { characters: [...request.recall.characters] } : {}) },
      [],
    );
  }
  if (request.kind !== "ending") add("choices", "player-choices/generate-choices", {}, ["outcome", "recall"]);
  add("narrate", "storyteller/narrate", {}, ["evaluate", "roll", "outcome", "recall", "choices"]);
  add("remember", "memory/store-memory", { summaryFrom: "outcome" }, ["outcome", "narrate"]);
  addThoseOfThemselves(["outcome"]);
  return plan();
}
