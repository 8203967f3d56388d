import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const REPORT = fileURLToPath(new URL("../../../benchmarks/kill-report.mjs", import.meta.url));

// A few of the rounds that `pnpm kill-report` makes by the hundred; SC-019 makes others.
it("[CL43] killed at random moments, a play has lost no finished turn, damaged no file and left nothing running, and goes on", async () => {
  const child = spawn(process.execPath, [REPORT, "--runs", "4", "--seed", "7"]);
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(out).toMatch(/^4 runs killed, .*\nNothing lost, nothing damaged, nothing left running\.\n$/);
  expect(code).toBe(0);
}, 120_000);
