// The page on the fields of a campaign's files is made from their contracts.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { REFERENCE, referenceText } from "./author-reference.mjs";

const page = readFileSync(fileURLToPath(new URL(`../${REFERENCE}`, import.meta.url)), "utf8");

it("is what the contracts give; else run: node tools/author-reference.mjs", () => {
  expect(page).toBe(referenceText());
});

it("has only links that lead to one of its tables or to a page that is there", () => {
  const anchors = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  for (const [, target] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(target);
});
