import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { PlanJson, PlannedBy } from "@narratoria/protocol/contracts";
import { ModelError } from "../errors.js";
import type { ModelHost } from "../model-host/model-host.js";
import { type CompactPlan, compactSchema, type OpenDecisions, openDecisions, readCompactPlan } from "./compact-plan.js";
import { expandPlan } from "./expand-plan.js";
import { leavesDoubt, patternOf } from "./pattern-planner.js";
import { planPrompt, planSystem } from "./plan-prompt.js";
import type { PlanGenerator, PlanOptions, PlanRequest } from "./plan-request.js";

export interface ModelPlannerOptions {
  readonly host: Pick<ModelHost, "write" | "preload" | "status">;
  /** What kind of story it is, in a few sentences. */
  readonly story: string;
  /** From the question to the plan, whoever writes it: within the 5,000 that a plan may take, with room for what comes after. */
  readonly budgetMs?: number;
  /** Whether the model's judgement is asked for: one that cannot tell a scene has none. It is not when left out. */
  readonly judges?: () => boolean;
  /** The same for a plan that nobody waits for yet; 30 s when left out. */
  readonly aheadMs?: number;
  /** Makes plan ids (UUIDs), and the word that fences a stranger's texts in prompts. */
  readonly newId?: () => string;
}

const BUDGET_MS = 4_500;
/** While the player reads there is more. */
const AHEAD_MS = 30_000;
/** A whole compact plan has 30 to 45; what runs on is cut and asked for again. */
const MAX_TOKENS = 80;
/** What the inputs of scripts take beside that. */
const INPUT_TOKENS = 80;
/** What is judged takes so much more. */
const JUDGEMENT_TOKENS = 60;
const MAX_GENERATIONS = 2;
/** After so many plans in a row that came too late, the model is left alone for so many turns. */
const LATE_IN_A_ROW = 2;
const TURNS_OFF = 10;

type Generation = NonNullable<PlannedBy["generations"]>[number];

/**
 * Has a language model decide about plans, under a grammar of what exists now; the whole plan is made by code. After two
 * answers that are no plan, or when time is over, the patterns decide: there is always a plan, and its metadata say whose it
 * is and why. A player waits for the model only where the patterns are in doubt; openings have no past to plan by. Implements
 * rules NA260 to NA266.
 */
export function createModelPlanner(options: ModelPlannerOptions): PlanGenerator {
  return new ModelPlanner(options);
}

class ModelPlanner implements PlanGenerator {
  private readonly newId: () => string;
  private readonly budgetMs: number;
  private readonly fence: string;
  private late = 0;
  private turnsOff = 0;
  private lastScene = -1;

  constructor(private readonly options: ModelPlannerOptions) {
    this.newId = options.newId ?? randomUUID;
    this.budgetMs = options.budgetMs ?? BUDGET_MS;
    this.fence = this.newId().slice(0, 8);
  }

  async generate(request: PlanRequest, { signal, ahead = false }: PlanOptions): Promise<PlanJson> {
    signal.throwIfAborted();
    const open = openDecisions(request, request.kind !== "opening" && this.options.judges?.() === true);
    const draft = patternOf(request, open);
    const startedAt = performance.now();
    const instead = ahead ? this.reasonNeverToAsk(request) : this.reasonNotToAsk(request, open);
    const asked =
      instead === null ? await this.ask({ request, open, draft, ahead }, signal) : { generations: [], instead };
    signal.throwIfAborted();
    const { compact, generations } = asked;
    const model = this.options.host.status.model?.id;
    const planner: PlannedBy = {
      by: compact ? "model" : "pattern",
      ...(model === undefined ? {} : { model }),
      timeMs: rounded(performance.now() - startedAt),
      generations: [...generations],
      ...(ahead ? { ahead } : {}),
      ...(asked.instead === undefined ? {} : { instead: asked.instead }),
    };
    const plan = expandPlan(compact ?? draft, request, this.newId(), open);
    if (request.kind === "opening") this.warmUp(request, signal);
    return { ...plan, metadata: { ...plan.metadata, planner } };
  }

  /** In words for the trace; null where the model is to be asked. */
  private reasonNeverToAsk({ kind }: PlanRequest): string | null {
    if (kind === "opening") return "An opening has no past to plan by.";
    return this.options.host.status.state === "given-up" ? "The model has been given up." : null;
  }

  /** The same for a turn that the player waits for. */
  private reasonNotToAsk(request: PlanRequest, open: OpenDecisions): string | null {
    const never = this.reasonNeverToAsk(request);
    if (request.kind === "opening") return never;
    const newTurn = request.scene !== this.lastScene;
    this.lastScene = request.scene;
    if (never !== null) return never;
    if (this.late >= LATE_IN_A_ROW) {
      this.late = 0;
      this.turnsOff = TURNS_OFF;
    }
    if (this.turnsOff > 0) {
      if (newTurn) this.turnsOff -= 1;
      return "The model was too slow for the last plans and is left alone for some turns.";
    }
    if (!leavesDoubt(request, open)) return "Nothing is open that the patterns are in doubt about.";
    // A replan has what is left of the player's patience, and a model that was late is not quicker the second time.
    if (!newTurn && this.late > 0) return "The model was too slow for this turn's first plan.";
    return null;
  }

  private async ask(
    question: Pick<Question, "request" | "open" | "draft" | "ahead">,
    signal: AbortSignal,
  ): Promise<Asked> {
    const budgetMs = question.ahead ? (this.options.aheadMs ?? AHEAD_MS) : this.budgetMs;
    const over = new AbortController();
    const both = AbortSignal.any([signal, over.signal]);
    const generations: Generation[] = [];
    let heard = false;
    const hear = (): void => {
      heard = true;
    };
    const work = this.tries({ ...question, budgetMs, generations, hear }, both);
    // Kept from outside: whatever the host does with its signal, the plan is there in time.
    const late = pause(budgetMs, undefined, { signal: both }).catch(() => {});
    const first = await Promise.race([work, late.then((): typeof LATE => LATE)]);
    over.abort();
    if (first !== LATE) {
      if (!question.ahead) this.late = 0;
      return { ...first, generations };
    }
    work.catch(() => {});
    // A model that is there and says nothing at all hangs, and is not waited for a second time.
    const hangs = !heard && this.options.host.status.state === "ready";
    if (!signal.aborted && !question.ahead) this.late += hangs ? LATE_IN_A_ROW : 1;
    return { generations: [...generations], instead: `The model had no plan within ${budgetMs} ms.` };
  }

  private async tries(
    { request, open, draft, ahead, budgetMs, generations, hear }: Question,
    signal: AbortSignal,
  ): Promise<Omit<Asked, "generations">> {
    const system = planSystem(request, this.options.story, this.fence, open.judged !== undefined);
    const schema = compactSchema(open);
    const startedAt = performance.now();
    let fault: string | undefined;
    for (let generation = 1; generation <= MAX_GENERATIONS; generation += 1) {
      const begunAt = performance.now();
      const note = (what: string | null, tokens?: number): void => {
        const timeMs = rounded(performance.now() - begunAt);
        generations.push({ timeMs, ...(tokens === undefined ? {} : { tokens }), fault: what });
      };
      try {
        const prompt = planPrompt(request, open, draft, fault);
        const ask = {
          sequence: "plan",
          system,
          prompt,
          maxTokens:
            MAX_TOKENS +
            (open.judged ? JUDGEMENT_TOKENS : 0) +
            (open.scripts.some(({ asked }) => asked !== null) ? INPUT_TOKENS : 0),
          schema,
          priority: ahead ? "ahead" : "now",
          timeoutMs: budgetMs,
        } as const;
        const written = await this.options.host.write(ask, { signal, onText: hear });
        if (written.ended === "gave_way") return { instead: "Something else was wanted first." };
        const read =
          written.ended === "length" ? { fault: "the plan was cut short" } : readCompactPlan(written.text, open);
        if (!("fault" in read)) {
          note(null, written.tokens.written);
          return { compact: read };
        }
        fault = read.fault;
        note(fault, written.tokens.written);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        note(reason.slice(0, 200));
        // What asking again cannot mend; a crash alone may be over with.
        if (!(error instanceof ModelError) || error.code !== "host_failed") return { instead: reason.slice(0, 200) };
        fault = undefined;
      }
      const taken = performance.now() - startedAt;
      if (generation < MAX_GENERATIONS && taken * 2 > budgetMs) {
        return { instead: "There was no time for the model to try again." };
      }
    }
    return { instead: `The model's plans were of no use: ${fault ?? "it failed twice"}.` };
  }

  /** The player reads the opening: time to have the constant part of the prompt read. */
  private warmUp(request: PlanRequest, signal: AbortSignal): void {
    const system = planSystem(request, this.options.story, this.fence, this.options.judges?.() === true);
    this.options.host.preload({ sequence: "plan", system, prompt: "" }, { signal }).catch(() => {});
  }
}

const LATE: unique symbol = Symbol("late");

interface Question {
  readonly request: PlanRequest;
  readonly open: OpenDecisions;
  readonly draft: CompactPlan;
  /** Whether nobody waits for it yet. */
  readonly ahead: boolean;
  readonly budgetMs: number;
  /** Filled as they come, so that those of a question that took too long are known. */
  readonly generations: Generation[];
  /** Called when the model says something. */
  readonly hear: () => void;
}

interface Asked {
  readonly compact?: CompactPlan;
  readonly generations: readonly Generation[];
  /** Why there is none. */
  readonly instead?: string;
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;
