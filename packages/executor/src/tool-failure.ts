import type { JsonObject } from "@narratoria/protocol";

export type FailureCategory = "tool_failure" | "circular_dependency" | "timeout" | "invalid_json" | "process_error";

/** Why a tool has no result, as it stands in the trace. */
export interface ToolFailure {
  /** Stable; callers branch on it. */
  readonly code: string;
  /** What is wrong, in a sentence. */
  readonly message: string;
  readonly category: FailureCategory;
  readonly details?: JsonObject;
}

/** Why a run is to end before its time. It is the `reason` of the abort signal that every invocation is given. */
export class RunStop extends Error {
  constructor(readonly failure: ToolFailure) {
    super(failure.message);
  }
}

export const CANCELLED: ToolFailure = {
  code: "CANCELLED",
  message: "the turn was cancelled",
  category: "process_error",
};

/** The reason behind an abort: one of ours, or, whatever the caller's signal gave as reason, a cancelled turn. */
export function stopFailure(signal: AbortSignal): ToolFailure {
  return signal.reason instanceof RunStop ? signal.reason.failure : CANCELLED;
}
