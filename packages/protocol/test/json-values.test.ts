// SPEC.md PR6 and PR113: single values, accepted and refused as RFC 8259 has it.
import { readFileSync } from "node:fs";
import { NdjsonDecoder, ProtocolError } from "@narratoria/protocol";
import { parseDocument } from "@narratoria/protocol/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { syntaxFault } from "../src/syntax-fault.js";

const values: { text: string; valid: boolean }[] = JSON.parse(
  readFileSync(new URL("../../../conformance/ndjson/json-values.cases.json", import.meta.url), "utf8"),
);

function codeOf(run: () => unknown): string {
  try {
    run();
    return "none";
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}

function decode(bytes: Buffer, chunkBytes: number): unknown[] {
  const decoder = new NdjsonDecoder();
  const lines = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    lines.push(...decoder.push(bytes.subarray(at, at + chunkBytes)));
  return [...lines, ...decoder.end()].map(({ value }) => value);
}

it("[PR6] there are more than a hundred of each kind that counts", () => {
  expect(values.length).toBeGreaterThanOrEqual(200);
});

it.each(values)("[PR6] $text is a value: $valid", ({ text, valid }) => {
  for (const bytes of [Buffer.from(text), Buffer.from(`${text}\n`)]) {
    for (const chunkBytes of [bytes.length, 1]) {
      if (valid) expect(decode(bytes, chunkBytes)).toEqual([JSON.parse(text)]);
      else expect(codeOf(() => decode(bytes, chunkBytes))).toBe("invalid_json");
    }
  }
});

it.each(values)("[PR113] $text is a document's JSON: $valid", ({ text, valid }) => {
  const code = codeOf(() => parseDocument("done-event", text));
  expect(code === "invalid_json").toBe(!valid);
  if (!valid) expect(syntaxFault(text)).toBeLessThanOrEqual(text.length);
});

it("[PR113] the place of a fault is where a good text was broken, or after it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, position) => {
      const text = JSON.stringify(value, null, 1);
      const at = position % (text.length + 1);
      const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`;
      const fault = syntaxFault(broken);
      expect(fault).toBeLessThanOrEqual(at);
      // No token goes beyond its line, so the fault lies on the line that was broken.
      expect(fault).toBeGreaterThanOrEqual(at === 0 ? 0 : broken.lastIndexOf("\n", at - 1) + 1);
    }),
  );
});
