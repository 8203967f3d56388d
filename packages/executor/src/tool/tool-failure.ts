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

/** Whatever reason the caller gave. */
export const CANCELLED: ToolFailure = {
  code: "CANCELLED",
  message: "the turn was cancelled",
  category: "process_error",
};
