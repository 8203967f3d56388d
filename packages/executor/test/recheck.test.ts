import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { executePlan } from "../src/plan/execute-plan.js";
import { fixtures, options, planOf, resultOf, tempFolder, tool } from "./support.js";

it("[EX240] a script that its resolver takes back right before its start is not started, and no other try is made", async () => {
  const resolver = fixtures();
  const recheck = (): { code: string; message: string } => ({
    code: "SKILL_CHANGED",
    message: "it is not what it was",
  });
  const plan = planOf([tool("light", "lights-torch", { retryPolicy: { maxRetries: 2, backoffMs: 10 } })]);
  const { result } = await executePlan(plan, options({ resolver: { ...resolver, recheck } }));
  expect(resultOf(result.toolResults, "light")).toMatchObject({
    state: "failed",
    retryCount: 0,
    error: { code: "SKILL_CHANGED" },
    events: [],
  });
});

it.skipIf(process.platform === "win32")("[EX241] a native fault is told beside the failure", async () => {
  const file = join(tempFolder(), "crashes.mjs");
  writeFileSync(file, 'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000);');
  const resolver = fixtures({ file });
  const plan = planOf([tool("light", "lights-torch", { retryPolicy: { maxRetries: 0, backoffMs: 10 } })]);
  await executePlan(plan, options({ resolver }));
  expect(new Set(resolver.verdicts.map(([, verdict]) => verdict))).toEqual(
    new Set(["failure", "crashed", "retries_exhausted"]),
  );
});
