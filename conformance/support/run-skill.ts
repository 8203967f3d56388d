import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";

/** What a script is given besides the names of its skill and itself. */
interface Given {
  readonly input?: object;
  readonly context?: object;
  readonly config?: object;
  readonly dependencies?: object;
}

const fileOf = (skill: string, script: string): string =>
  fileURLToPath(new URL(`../../skills/${skill}/scripts/${script}.cjs`, import.meta.url));

/** The scores of what a script gives a list of. */
export const scoresIn = (list: JsonValue | undefined): readonly number[] =>
  (Array.isArray(list) ? list : []).flatMap((one: JsonValue) =>
    isJsonObject(one) && typeof one["score"] === "number" ? one["score"] : [],
  );

/** What a script of ours gives for an input, run as a process of its own. */
export async function runSkill(
  path: string,
  given: Given,
  dataDir: string,
): Promise<{ readonly output: JsonObject; readonly ms: number }> {
  const [skill = "", script = ""] = path.split("/");
  const file = fileOf(skill, script);
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

/**
 * Has one process of a script of ours answer one input after another, as it does in play.
 *
 * @param work - Given what asks the script; the process ends with it.
 */
export async function withSkill<Result>(
  path: string,
  dataDir: string,
  work: (ask: (given: Given) => Promise<JsonObject>) => Promise<Result>,
): Promise<Result> {
  const [skill = "", script = ""] = path.split("/");
  const env = { NARRATORIA_DATA_DIR: dataDir, NARRATORIA_RESIDENT: "1" };
  const child = spawn(process.execPath, [fileOf(skill, script)], { cwd: dataDir, env });
  const closed = new Promise((resolve) => child.on("close", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    return await work(async (given) => {
      child.stdin.write(
        `${JSON.stringify({ requestId: "r", tool: skill, operation: script, host: null, ...given })}\n`,
      );
      for (;;) {
        const { value: line, done: over } = await lines.next();
        if (over) throw new Error(`${path} ended before its answer`);
        const event = JSON.parse(line) as { type?: string; ok?: boolean; output?: JsonObject };
        if (event.type !== "done") continue;
        if (event.ok !== true) throw new Error(`${path} failed: ${line.slice(0, 500)}`);
        return event.output ?? {};
      }
    });
  } finally {
    child.stdin.end();
    await closed;
  }
}
