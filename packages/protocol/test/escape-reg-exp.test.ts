import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeRegExp } from "../src/english.js";

it("[PR5841] makes of any text a pattern that matches it and nothing else", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const pattern = new RegExp(`^${escapeRegExp(text)}$`, "u");
      expect(pattern.test(text)).toBe(true);
      expect(pattern.test(other)).toBe(other === text);
    }),
  );
  expect(escapeRegExp("Mr. Ó (the elder)?")).toBe("Mr\\. Ó \\(the elder\\)\\?");
});
