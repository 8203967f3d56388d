import type { PlanGenerator, PlanRequest } from "@narratoria/narrator";
import { isByModel } from "../timeline/written-plans.js";

/**
 * Has the plans of choices written while the player reads. One is used where the very same is asked for then, to the
 * last skill and person; else it was for nothing, and nobody waits for it. Implements rules EN342, EN343 and EN3450.
 */
export class PreparedPlans implements PlanGenerator {
  private readonly planner: PlanGenerator;
  private stop = new AbortController();
  /** By what was asked. */
  private readonly ready = new Map<string, unknown>();

  /** @param planner - A model's: what patterns write is there at once. */
  constructor(planner: PlanGenerator) {
    this.planner = planner;
  }

  /** Never rejects. What is asked for meanwhile ends it. */
  async prepare(request: PlanRequest, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    const { stop } = this;
    try {
      const plan = await this.planner.generate(request, {
        signal: AbortSignal.any([signal, stop.signal]),
        ahead: true,
      });
      if (!stop.signal.aborted && isByModel(plan)) this.ready.set(JSON.stringify(request), plan);
    } catch {
      // It would have been a help.
    }
  }

  /** The plan that waits for the very same request, which stays; undefined where there is none. */
  peek(request: PlanRequest): unknown {
    return this.ready.get(JSON.stringify(request));
  }

  async generate(request: PlanRequest, options: { readonly signal: AbortSignal }): Promise<unknown> {
    const ready = this.peek(request);
    this.drop();
    return ready ?? this.planner.generate(request, options);
  }

  private drop(): void {
    this.stop.abort();
    this.stop = new AbortController();
    this.ready.clear();
  }
}
