import type { PlanJson } from "@narratoria/protocol/contracts";
import { expect, it } from "vitest";
import { planDifferences } from "../conformance/support/plan-differences.js";

const plan = (tools: readonly { toolId: string; input?: object }[]): PlanJson =>
  ({ tools: tools.map((tool) => ({ toolPath: `skill/${tool.toolId}`, ...tool })) }) as unknown as PlanJson;

it("a report of plans says which tools one alone has, and in what inputs differ", () => {
  const patterns = plan([
    { toolId: "recall", input: { query: "the book Maud" } },
    { toolId: "choices", input: {} },
    { toolId: "herbal" },
  ]);
  const model = plan([
    { toolId: "recall", input: { query: "the book Maud flood" } },
    { toolId: "choices", input: { offer: "open_the_sluice" } },
    { toolId: "glass" },
  ]);
  expect(planDifferences(model, patterns)).toEqual([
    "+ skill/glass",
    "- skill/herbal",
    "recall: query + flood",
    'choices: offer none -> "open_the_sluice"',
  ]);
  expect(planDifferences(model, model)).toEqual([]);
});
