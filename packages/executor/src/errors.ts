import { NarratoriaError } from "@narratoria/protocol";

export type PlanErrorCode =
  | "invalid_plan"
  | "plan_too_large"
  | "duplicate_tool_id"
  | "unknown_dependency"
  | "circular_dependency"
  | "unknown_tool"
  | "skill_disabled"
  | "invalid_input";

/** The plan itself is wrong: running it again cannot help, a new plan can. `executePlan` turns it into a failed result. */
export class PlanError extends NarratoriaError {
  override readonly name = "PlanError";

  constructor(
    readonly code: PlanErrorCode,
    /** The tools to blame, in plan order; for a cycle, in the order of the cycle. */
    readonly toolIds: readonly string[],
    message: string,
  ) {
    super(message);
  }
}

/**
 * Something is wrong with the host services: thrown by `openHostServer`, and by a service that wants its caller to get a
 * certain code and HTTP status. Whatever else a service throws reaches the caller as a bare 500.
 */
export class HostError extends NarratoriaError {
  override readonly name = "HostError";

  constructor(
    readonly code: string,
    message: string,
    /** HTTP status of the answer, 400 to 599. */
    readonly status: number = 500,
  ) {
    super(message);
  }
}
