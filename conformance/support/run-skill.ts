import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@narratoria/protocol";

/** What a script of ours gives for an input, run as a process of its own. */
export async function runSkill(
  path: string,
  given: {
    readonly input?: object;
    readonly context?: object;
    readonly config?: object;
    readonly dependencies?: object;
  },
  dataDir: string,
): Promise<{ readonly output: JsonObject; readonly ms: number }> {
  const [skill = "", script = ""] = path.split("/");
  const file = fileURLToPath(new URL(`../../skills/${skill}/scripts/${script}.cjs`, import.meta.url));
  await mkdir(dataDir, { recursive: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [file], { cwd: dataDir, env: { NARRATORIA_DATA_DIR: dataDir } });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  child.stdin.end(JSON.stringify({ requestId: "r", tool: skill, operation: script, host: null, ...given }));
  await new Promise((resolve) => child.on("close", resolve));
  const done = JSON.parse(text.trim().split("\n").at(-1) ?? "{}") as { ok?: boolean; output?: JsonObject };
  if (done.ok !== true) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
  return { output: done.output ?? {}, ms: performance.now() - startedAt };
}
