// SPEC.md PR520: the caps as the README tells them are those that hold.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LIMITS } from "../src/index.js";

const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

it("[PR520] each cap in the README's table has the value that holds", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const cells = [...readme.matchAll(/\| `(\w+)`[^|]*\| ([\d,]+) ?(\w*) (?=\|)/g)];
  const told = cells.map(([, name = "", number = "", unit = ""]) => [
    name,
    Number(number.replaceAll(",", "")) * (UNITS[unit] ?? 1),
  ]);
  expect(told.length).toBeGreaterThan(15);
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(Object.entries(LIMITS).filter(([name]) => told.some(([one]) => one === name))),
  );
});
