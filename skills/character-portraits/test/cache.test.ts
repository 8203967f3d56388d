// SPEC.md CP17.
import { closeSync, mkdtempSync, openSync, rmdirSync } from "node:fs";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PortraitCache } from "../src/cache.js";

// Without the rule this test never ends.
it.runIf(platform() === "linux")("[CP17] keeps nothing in a data folder that has been removed, and says so", () => {
  const dir = mkdtempSync(join(tmpdir(), "portraits-"));
  const open = openSync(dir, "r");
  const before = process.env["NARRATORIA_DATA_DIR"];
  onTestFinished(() => {
    closeSync(open);
    if (before === undefined) delete process.env["NARRATORIA_DATA_DIR"];
    else process.env["NARRATORIA_DATA_DIR"] = before;
  });
  rmdirSync(dir);
  process.env["NARRATORIA_DATA_DIR"] = `/proc/self/fd/${open}`;
  const portrait = { character: "osk", name: "Osk", description: "old", preset: "stylized", size: 256, vector: [] };
  expect(() =>
    new PortraitCache("portraits", "a story").keep({ ...portrait, source: "local" }, Buffer.from("x"), "png"),
  ).toThrow(/ENOENT/);
});
