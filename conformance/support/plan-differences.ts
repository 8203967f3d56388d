/** In what two plans for the same turn differ, and with that what the scene is given. */
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { PlanJson } from "@narratoria/protocol/contracts";

/** A line for each tool that one plan alone has, and for each input that is another: "recall: query + flood". */
export function planDifferences(plan: PlanJson, other: PlanJson): string[] {
  const before = new Map(other.tools.map((tool) => [tool.toolId, tool]));
  const now = new Map(plan.tools.map((tool) => [tool.toolId, tool]));
  const added = [...now.values()].filter(({ toolId }) => !before.has(toolId)).map(({ toolPath }) => `+ ${toolPath}`);
  const dropped = [...before.values()].filter(({ toolId }) => !now.has(toolId)).map(({ toolPath }) => `- ${toolPath}`);
  const changed = [...now.values()].flatMap(({ toolId, input = {} }) => {
    const was: JsonObject = before.get(toolId)?.input ?? {};
    if (!before.has(toolId)) return [];
    const keys = [...new Set([...Object.keys(was), ...Object.keys(input)])];
    return keys
      .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(input[key]))
      .map((key) => `${toolId}: ${key} ${inWords(was[key], input[key])}`);
  });
  return [...added, ...dropped, ...changed];
}

/** Words that a text has gained and lost, else both values. */
function inWords(was: JsonValue | undefined, is: JsonValue | undefined): string {
  if (typeof was !== "string" || typeof is !== "string")
    return `${JSON.stringify(was) ?? "none"} -> ${JSON.stringify(is) ?? "none"}`;
  const [before, after] = [was.split(" "), is.split(" ")];
  const gained = after.filter((word) => !before.includes(word)).map((word) => `+ ${word}`);
  const lost = before.filter((word) => !after.includes(word)).map((word) => `- ${word}`);
  return [...gained, ...lost].join(" ");
}
