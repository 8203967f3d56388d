import { createPatternPlanner, type PlanGenerator, type PlanRequest } from "@narratoria/narrator";
import type { Turn } from "@narratoria/persistence";

/** Plans for a replay: what a model wrote is taken from the journal, since nobody can write it again; patterns are asked anew. */
export class WrittenPlans implements PlanGenerator {
  private readonly usual = createPatternPlanner();
  private written: Turn["plans"][number] | null = null;

  /** Another turn is played again. */
  begin({ plans: [plan] }: Pick<Turn, "plans">): void {
    this.written = plan !== undefined && isByModel(plan) ? plan : null;
  }

  async generate(request: PlanRequest, options: { readonly signal: AbortSignal }): Promise<unknown> {
    const plan = this.written;
    this.written = null;
    return plan ?? this.usual.generate(request, options);
  }
}

/** Whether a model decided a plan, by what the plan says of itself. */
export function isByModel(plan: unknown): boolean {
  const member = (value: unknown, key: string): unknown =>
    isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return member(member(member(plan, "metadata"), "planner"), "by") === "model";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
