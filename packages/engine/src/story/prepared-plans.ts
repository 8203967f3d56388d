import type { PlanGenerator, PlanRequest } from "@narratoria/narrator";
import { isByModel } from "../timeline/written-plans.js";

/**
 * Has the plan of the likeliest choice written while the player reads. It is used where the very same is asked for then, to the
 * last skill and person; else it was for nothing, and nobody waits for it. Implements rules EN342 and EN343.
 */
export class PreparedPlans implements PlanGenerator {
  private readonly planner: PlanGenerator;
  private stop = new AbortController();
  private ready: { readonly request: string; readonly plan: unknown } | null = null;

  /** @param planner - A model's: what patterns write is there at once. */
  constructor(planner: PlanGenerator) {
    this.planner = planner;
  }

  /** Never rejects. What is asked for meanwhile ends it. */
  async prepare(request: PlanRequest, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.drop();
    const { stop } = this;
    try {
      const plan = await this.planner.generate(request, {
        signal: AbortSignal.any([signal, stop.signal]),
        ahead: true,
      });
      if (!stop.signal.aborted && isByModel(plan)) this.ready = { request: JSON.stringify(request), plan };
    } catch {
      // It would have been a help.
    }
  }

  /** The plan that waits for the very same request, which stays; undefined where there is none. */
  peek(request: PlanRequest): unknown {
    return this.ready?.request === JSON.stringify(request) ? this.ready.plan : undefined;
  }

  async generate(request: PlanRequest, options: { readonly signal: AbortSignal }): Promise<unknown> {
    const { ready } = this;
    this.drop();
    if (ready?.request === JSON.stringify(request)) return ready.plan;
    return this.planner.generate(request, options);
  }

  private drop(): void {
    this.stop.abort();
    this.stop = new AbortController();
    this.ready = null;
  }
}
