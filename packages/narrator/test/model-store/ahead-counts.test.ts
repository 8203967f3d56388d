// SPEC.md NA3350: how often a scene was written when its choice was taken.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { aheadCounts, countAhead } from "../../src/model-store.js";

const folder = mkdtempSync(join(tmpdir(), "narratoria-ahead-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("[NA3350] counts scenes by the file of their model, as long as that is the same", async () => {
  const model = join(folder, "a.gguf");
  writeFileSync(model, "weights");
  expect(await aheadCounts(folder, model)).toBeNull();
  for (const ready of ["whole", "begun", null, "whole"] as const) await countAhead(folder, model, ready);
  expect(await aheadCounts(folder, model)).toEqual({ scenes: 4, whole: 2, begun: 1 });
  expect(await aheadCounts(folder, join(folder, "b.gguf"))).toBeNull();
  writeFileSync(model, "other weights");
  expect(await aheadCounts(folder, model)).toBeNull();
  await countAhead(folder, model, "begun");
  expect(await aheadCounts(folder, model)).toEqual({ scenes: 1, whole: 0, begun: 1 });
});

it("[NA3350] counts nothing where the model or the folder is gone", async () => {
  await countAhead(folder, join(folder, "nothing.gguf"), "whole");
  await countAhead(join(folder, "nowhere"), join(folder, "a.gguf"), "whole");
  expect(await aheadCounts(folder, join(folder, "nothing.gguf"))).toBeNull();
});
