import type { JsonObject, ToolInput } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { inputText } from "../src/tool/tool-input.js";

it("[EX37] writes each part of the view as JSON once for all scripts of a plan", () => {
  let written = 0;
  const facts = { toJSON: () => ({ written: ++written, quote: "“No \\ comma”" }) };
  const input = (context: object): ToolInput => ({
    requestId: "plan/one",
    tool: "memory",
    operation: "recall",
    input: { query: 'a "bell"' },
    dependencies: { roll: null },
    context: context as JsonObject,
    config: {},
    host: null,
  });
  const known = new WeakMap<object, string>();
  const first = inputText(input({ scene: 3, place: "the mill", nobody: null, left: undefined, facts }), known);
  const second = inputText(input({ facts, list: [1, "two", null], 'a "b"': true }), known);
  expect(written).toBe(1);
  expect(JSON.parse(first)).toEqual({
    ...input({}),
    context: { scene: 3, place: "the mill", nobody: null, facts: { written: 1, quote: "“No \\ comma”" } },
  });
  expect(JSON.parse(second).context).toEqual({
    facts: { written: 1, quote: "“No \\ comma”" },
    list: [1, "two", null],
    'a "b"': true,
  });
  expect(JSON.parse(inputText(input({}), known))).toEqual(input({}));
});
