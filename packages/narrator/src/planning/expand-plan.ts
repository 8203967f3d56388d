import type { JsonObject } from "@narratoria/protocol";
import type { PlanJson, ToolInvocation } from "@narratoria/protocol/contracts";
import type { SceneType } from "@narratoria/protocol/story";
import { splitSentences } from "@narratoria/protocol/english";
import { fallbackNarration } from "../template-scene.js";
import { type CompactPlan, type OpenDecisions, openDecisions } from "./compact-plan.js";
import type { PlanRequest, PlanSkill } from "./plan-request.js";
import { usualInput } from "./script-input.js";

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

/** For skills whose manifests say nothing: a player waits for every further try. */
const RETRY = { maxRetries: 1, backoffMs: 100 } as const;
const MAX_QUERY = 400;
/** So many scripts may be run beside those of the turn itself; more would keep the player waiting. */
const MAX_BESIDE = 8;
/** So many people form an opinion in one scene; others do when they are met again. */
const MOST_NEWCOMERS = 12;
const MAX_TOOL_ID = 64;

/**
 * Makes the whole plan of what was decided about it: ids, inputs, dependencies, requirements. Whatever is decided, the plan
 * fits the contract, has no cycle and names only tools that there are; what the rules need is in it, or it is narration only.
 * Implements rules NA80 to NA84, NA125, NA130 and NA480 to NA483).
 *
 * @param compact - What was decided; what is not open at this moment is left out of it.
 * @param request - What the plan is for.
 * @param requestId - The plan's own id, a UUID.
 * @param open - What is open, where the caller has worked it out already.
 */
export function expandPlan(
  compact: CompactPlan,
  request: PlanRequest,
  requestId: string,
  open: OpenDecisions = openDecisions(request),
): PlanJson {
  const draft = new PlanDraft(request);
  if (request.kind === "opening") planOpening(draft, request);
  else if (!planDeed(draft, request, compact)) draft.tools.length = 0;
  if (draft.tools.length > 0) planBeside(draft, request, compact, open);
  const { tools } = draft;
  return {
    requestId,
    tools,
    parallel: tools.some((tool) => tool.async === true),
    disabledSkills: [...request.disabledSkills],
    metadata: { generationAttempt: Math.max(1, request.attempt), parentPlanId: request.parentPlanId },
    ...(tools.length === 0 && {
      narrative: fallbackNarration(request.slot?.text ?? "", request.scene).join("\n\n"),
    }),
  };
}

/** Tools in order. A tool waits only for tools that stand before it, so there is no cycle. */
class PlanDraft {
  readonly tools: ToolInvocation[] = [];
  private readonly disabled: ReadonlySet<string>;

  constructor(private readonly request: PlanRequest) {
    this.disabled = new Set(request.disabledSkills);
  }

  has(skill: string, script: string): boolean {
    return this.find(skill, script) !== undefined;
  }

  /** The skill, where the plan may use this script of it. */
  private find(skill: string, script: string): PlanSkill | undefined {
    if (this.disabled.has(skill)) return undefined;
    return this.request.skills.find(
      ({ name, health, scripts }) =>
        name === skill && health !== "permanentFailure" && scripts.some((one) => one.name === script),
    );
  }

  add(
    toolId: string,
    toolPath: string,
    input: JsonObject,
    after: readonly string[],
    more: { readonly required?: boolean; readonly async?: boolean } = {},
  ): void {
    const [skill = "", script = ""] = toolPath.split("/");
    const known = this.find(skill, script);
    if (!known) return;
    const timeout = more.required ? null : longerTimeout(known, script);
    this.tools.push({
      toolId,
      toolPath,
      input,
      dependencies: after.filter((id) => this.tools.some((tool) => tool.toolId === id)),
      required: more.required ?? known.scripts.some(({ name, required }) => name === script && required === true),
      async: more.async ?? false,
      ...(timeout === null ? {} : { timeout }),
      ...(known.hasRetryPolicy ? {} : { retryPolicy: RETRY }),
    });
  }
}

/** What is ready as soon as what it waits for: it runs beside others that are. */
const AT_ONCE = { async: true };
/** Those whose opinion a turn changes. */
const OPINIONS = ["greet", "perceive", "repute"];

function planOpening(draft: PlanDraft, request: PlanRequest): void {
  const { recall, premise = [] } = request;
  planGreeting(draft, request);
  // A player may have listed factions that the story does not name.
  draft.add("repute", "reputation/update-reputation", {}, [], AT_ONCE);
  draft.add("choices", "player-choices/generate-choices", {}, OPINIONS);
  draft.add("narrate", "storyteller/narrate", {}, [...OPINIONS, "choices"]);
  draft.add(
    "remember",
    "memory/store-memory",
    { summary: openingMemory(premise), characters: [...recall.characters], significance: "low", tags: ["opening"] },
    ["narrate"],
  );
}

/** Letters of a premise that are remembered: whole sentences. */
const MOST_PREMISE = 450;

/** What the opening is remembered by: the premise, as far as it is a memory's length. (rule NA590) */
function openingMemory(premise: readonly string[]): string {
  const kept = ["The story began."];
  let room = MOST_PREMISE;
  for (const sentence of premise.flatMap((paragraph) => splitSentences(paragraph))) {
    room -= sentence.length + 1;
    if (room < 0) break;
    kept.push(sentence);
  }
  return kept.join(" ");
}

/** Whoever meets the player for the first time forms an opinion, whatever the deed comes to. (rule NA482) */
function planGreeting(draft: PlanDraft, { newcomers = [] }: PlanRequest): void {
  if (newcomers.length === 0) return;
  const npcs = newcomers.slice(0, MOST_NEWCOMERS);
  draft.add("greet", "npc-perception/initialize-perception", { npcs }, [], AT_ONCE);
}

/** False where nothing can be decided: prose about nothing would be a lie. */
function planDeed(draft: PlanDraft, request: PlanRequest, compact: CompactPlan): boolean {
  const { slot } = request;
  const rolls = slot?.roll !== undefined;
  const decidable =
    draft.has("player-choices", "evaluate-choice") &&
    draft.has("player-choices", "apply-outcome") &&
    (!rolls || draft.has("dice-roller", "roll-dice"));
  if (!slot || !decidable) return false;
  const must = { required: true, async: true };
  draft.add("evaluate", "player-choices/evaluate-choice", { choiceId: slot.id }, [], must);
  if (rolls)
    draft.add("roll", "dice-roller/roll-dice", { formula: "2d6", modifiersFrom: "evaluate" }, ["evaluate"], must);
  draft.add("outcome", "player-choices/apply-outcome", {}, ["evaluate", "roll"], must);
  const recall = recallInput(request, compact);
  if (recall) draft.add("recall", "memory/recall-memory", recall, [], AT_ONCE);
  planGreeting(draft, request);
  draft.add("perceive", "npc-perception/update-perception", {}, ["outcome", "greet"], AT_ONCE);
  if (request.hasFactions) draft.add("repute", "reputation/update-reputation", {}, ["outcome"], AT_ONCE);
  const known = ["outcome", "recall", ...OPINIONS];
  if (request.kind !== "ending") draft.add("choices", "player-choices/generate-choices", offerOf(compact), known);
  draft.add("narrate", "storyteller/narrate", wishesOf(request, compact), ["evaluate", "roll", ...known, "choices"]);
  draft.add("remember", "memory/store-memory", { summaryFrom: "outcome" }, ["outcome", "narrate"]);
  return true;
}

/** What was judged, as the scene is given it; nothing where nobody judged. (rule NA3341) */
function wishesOf({ moment }: PlanRequest, { judgement }: CompactPlan): JsonObject {
  const acts = moment.people.find(({ name }) => name === judgement?.acts)?.id;
  const wanted: JsonObject = {
    ...(acts === undefined ? {} : { acts }),
    ...(judgement === undefined || judgement.tension === "same" ? {} : { tension: judgement.tension }),
  };
  return Object.keys(wanted).length === 0 ? {} : { wanted };
}

/** The deed that was judged to follow, for whoever makes the choices; nothing where nobody judged. (rule NA3420) */
const offerOf = ({ judgement }: CompactPlan): JsonObject =>
  judgement === undefined || judgement.offer === "" ? {} : { offer: judgement.offer };

/** Null where there is nothing to search for. */
function recallInput({ recall, moment, beat, sceneType }: PlanRequest, compact: CompactPlan): JsonObject | null {
  const pattern = PATTERNS[beat || sceneType === "resolution" ? "resolution" : compact.scene];
  const names = compact.about.filter((name) => !recall.query.includes(name));
  const query = [recall.query, ...names, compact.past, compact.judgement?.seek, pattern.words]
    .filter(Boolean)
    .join(" ")
    .slice(0, MAX_QUERY);
  if (query === "") return null;
  const meant = moment.people.filter(({ name }) => compact.about.includes(name)).map(({ id }) => id);
  const characters = [...new Set([...meant, ...(pattern.people ? recall.characters : [])])];
  return { query, limit: pattern.recallLimit, ...(pattern.people || characters.length > 0 ? { characters } : {}) };
}

/** Last and side by side, so that no scene waits for them before it is told, nor long after; each sees what happened. */
function planBeside(draft: PlanDraft, request: PlanRequest, compact: CompactPlan, open: OpenDecisions): void {
  const { skills } = request;
  const ofThemselves = skills.flatMap(({ name, scripts }) =>
    scripts
      .filter(({ ofItself }) => ofItself)
      .map((script) => ({ skill: name, script: script.name, input: usualInput(script, request) ?? {} })),
  );
  const asked = open.scripts
    .filter(({ label }) => compact.run.includes(label))
    .flatMap(({ label, skill, script, input: usual }) => {
      const input = compact.inputs?.[label] ?? usual;
      return input === null ? [] : [{ skill, script, input }];
    });
  const wanted = [...ofThemselves, ...asked].filter(({ skill, script }) => draft.has(skill, script));
  for (const { skill, script, input } of wanted.slice(0, MAX_BESIDE)) {
    const name = `${skill}-${script}`;
    const taken = name.length > MAX_TOOL_ID || draft.tools.some(({ toolId }) => toolId === name);
    const toolId = taken ? `beside-${draft.tools.length}` : name;
    draft.add(toolId, `${skill}/${script}`, input, ["outcome", "narrate"], AT_ONCE);
  }
}

/**
 * The time of a script whose skill has failed lately, as its own may have been too short: twice that of its manifest.
 *
 * @returns Milliseconds; null where the manifest's holds. (rule NA481)
 */
function longerTimeout({ health, scripts }: PlanSkill, script: string): number | null {
  const timeoutMs = scripts.find(({ name }) => name === script)?.timeoutMs ?? LONGEST_GROWN_MS;
  if (health === "healthy" || timeoutMs >= LONGEST_GROWN_MS) return null;
  return Math.min(2 * timeoutMs, LONGEST_GROWN_MS);
}

/** Nobody waits longer for a script because it failed before than for one whose manifest says nothing. */
const LONGEST_GROWN_MS = 30_000;
