import type { ToolResult } from "@narratoria/protocol/contracts";
import { expect, it } from "vitest";
import { SettledTools } from "../src/scene/settled-tools.js";

const result = (toolId: string, state: ToolResult["state"]) => ({ toolId, state }) as ToolResult;

it("[EN8] reports each tool once and in plan order, a failure only when the plan is over", () => {
  const told: string[] = [];
  const tools = new SettledTools(["a", "b", "c", "d"], ({ toolId, state }) => told.push(`${toolId} ${state}`));
  tools.add(result("b", "success"), "s/b");
  expect(told).toEqual([]);
  tools.add(result("a", "success"), "s/a");
  expect(told).toEqual(["a success", "b success"]);
  tools.add(result("c", "failed"), "s/c");
  tools.add(result("d", "success"), "s/d");
  expect(told).toHaveLength(2);
  tools.flush([result("d", "success"), result("c", "success"), result("b", "success"), result("a", "success")]);
  expect(told).toEqual(["a success", "b success", "c success", "d success"]);
});
