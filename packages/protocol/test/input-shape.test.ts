import { expect, it } from "vitest";
import { inputFaults, readInputShape } from "../src/index.js";

it("[PR118] reads a schema as far as it goes, and asks no more than it does", () => {
  const shape = readInputShape({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: ["who", 7],
    properties: {
      who: { type: "string", minLength: 1, pattern: "^(a+)+$" },
      mood: { enum: ["glad", "sad"], type: "string" },
      mixed: { type: "string", enum: ["one", null] },
      either: { type: ["string", "null"] },
      sum: { anyOf: [{ type: "number" }, { type: "string" }] },
      steps: { type: "array", maxItems: 2, items: { type: "object", properties: { at: { type: "integer" } } } },
      loose: { type: "array", items: { $ref: "#/elsewhere" } },
    },
  });
  if (shape === null) throw new Error("the schema was not read");
  expect(shape).toEqual({
    type: "object",
    required: ["who"],
    properties: {
      who: { type: "string", minLength: 1 },
      mood: { type: "string", enum: ["glad", "sad"] },
      mixed: { type: "string" },
      steps: { type: "array", maxItems: 2, items: { type: "object", properties: { at: { type: "integer" } } } },
      loose: { type: "array" },
    },
  });
  expect(inputFaults(shape, { who: "Osk", mixed: "two", either: 7, sum: [], loose: [{}], more: true })).toEqual([]);
  expect(inputFaults(shape, { mood: "wry", steps: [{ at: 1.5 }] })).toEqual([
    '"who" is missing',
    '"mood" must be one of "glad", "sad", got "wry"',
    '"steps[0].at" must be a whole number, got 1.5',
  ]);
});

it.each([[null], [[]], [true], [{}], [{ type: "array" }], [{ properties: {} }]])(
  "[PR118] %j is no schema of an input",
  (schema) => {
    expect(readInputShape(schema)).toBeNull();
  },
);
