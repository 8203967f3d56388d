import type { ToolResult } from "@narratoria/protocol/contracts";

/**
 * Reports each tool of a plan once, in plan order, as early as that allows: a success as soon as all tools before it are
 * reported, anything else when the plan is over, since a repeat of the plan may still make it good.
 */
export class SettledTools {
  private readonly waiting = new Map<string, { readonly result: ToolResult; readonly toolPath: string }>();
  private readonly reported = new Set<string>();

  constructor(
    private readonly order: readonly string[],
    private readonly report: (result: ToolResult, toolPath: string) => void,
  ) {}

  add(result: ToolResult, toolPath: string): void {
    this.waiting.set(result.toolId, { result, toolPath });
    for (const toolId of this.order) {
      if (this.reported.has(toolId)) continue;
      const next = this.waiting.get(toolId);
      if (next?.result.state !== "success") return;
      this.tell(toolId, next.result, next.toolPath);
    }
  }

  /** The plan is over: these results hold. */
  flush(results: readonly ToolResult[]): void {
    const byId = new Map(results.map((result) => [result.toolId, result]));
    for (const toolId of this.order) {
      const result = byId.get(toolId);
      if (result && !this.reported.has(toolId)) this.tell(toolId, result, this.waiting.get(toolId)?.toolPath ?? "");
    }
  }

  private tell(toolId: string, result: ToolResult, toolPath: string): void {
    this.reported.add(toolId);
    this.report(result, toolPath);
  }
}

/** The ids of a plan's tools in its order; none where it is no plan. */
export function toolIdsOf(plan: unknown): string[] {
  return toolsOf(plan).flatMap((tool) => ("toolId" in tool && typeof tool.toolId === "string" ? [tool.toolId] : []));
}

/** The paths of a plan's tools in its order; none where it is no plan. */
export function toolPathsOf(plan: unknown): string[] {
  return toolsOf(plan).flatMap((tool) =>
    "toolPath" in tool && typeof tool.toolPath === "string" ? [tool.toolPath] : [],
  );
}

/** The skill whose script a tool of a turn's last plan was; null where the plan has no such tool. */
export function skillOfTool(turn: { readonly plans: readonly unknown[] } | null, toolId: string): string | null {
  const tool = toolsOf(turn?.plans.at(-1)).find((one) => "toolId" in one && one.toolId === toolId);
  const path = tool && "toolPath" in tool && typeof tool.toolPath === "string" ? tool.toolPath : null;
  return path === null ? null : (path.replace(/^skills\//, "").split("/")[0] ?? null);
}

function toolsOf(plan: unknown): object[] {
  if (typeof plan !== "object" || plan === null || !("tools" in plan) || !Array.isArray(plan.tools)) return [];
  return plan.tools.filter((tool: unknown) => typeof tool === "object" && tool !== null);
}
