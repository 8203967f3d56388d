import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs one of the reports in `benchmarks/`; whether it ended well, and its last lines. */
export function runReport(name: string, runs: number): Promise<{ readonly met: boolean; readonly found: string }> {
  const file = fileURLToPath(new URL(`../../benchmarks/${name}.mjs`, import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [file, "--runs", String(runs)], (error, stdout, stderr) => {
      resolve({ met: error === null, found: (stdout + stderr).trim().replaceAll("\n", " ") });
    });
  });
}
