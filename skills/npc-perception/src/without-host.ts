import type { Emit } from "@narratoria/protocol/skill";

/** A story goes on without the store; nothing of this turn is kept there. (rule NP14) */
export function warnWithoutHost(emit: Pick<Emit, "log">): void {
  emit.log("warn", "What people think is kept by the runtime, and this script was run without one.");
}
