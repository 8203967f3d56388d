/**
 * What the journal keeps of what a plan's scripts gave: how each fared, and by what to tell whether it gives the same again. What
 * came of their output is in the turn itself: scene, patches, rolls, state and memories.
 */
import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { ExecutionResult, ToolResult } from "@narratoria/protocol/contracts";
import { keptAssets } from "./scene-assets.js";

const ULID = /"([0-7][0-9A-HJKMNP-TV-Z]{25})"/g;

/** A result without the output, events and merged patches of its tools. */
export function keptResult(result: ExecutionResult): object {
  const { aggregatedState: _, aggregatedAssets, toolResults, ...kept } = result;
  return { ...kept, aggregatedAssets: keptAssets(aggregatedAssets), toolResults: toolResults.map(keptTool) };
}

function keptTool(tool: ToolResult): object {
  const { output, events: _, ...kept } = tool;
  if (output === undefined) return kept;
  const text = JSON.stringify(output);
  // By these the journal knows which memories the turn may repeat, so that none of them stays in it when it is forgotten.
  const records = [...new Set([...text.matchAll(ULID)].map(([, id]) => id))];
  // What happened is what scenes are judged by afterwards.
  const effects = tool.toolId === "outcome" && output["effects"] !== undefined ? { effects: output["effects"] } : {};
  return { ...kept, outputHash: digest(text), ...effects, ...(records.length > 0 ? { records } : {}) };
}

/** What to compare an output by; those of older turns are kept whole. */
export function outputHash(tool: JsonObject): JsonValue {
  return tool["outputHash"] ?? digest(JSON.stringify(tool["output"] ?? null));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
