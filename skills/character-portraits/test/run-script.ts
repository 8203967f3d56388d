import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

const skill = fileURLToPath(new URL("..", import.meta.url));

/** Runs a script as a process of its own. @param folder - Working folder and data folder. @param options - Of Node. */
export async function runScript(
  script: string,
  input: object | string,
  folder = tmpdir(),
  options: readonly string[] = [],
) {
  const file = isAbsolute(script) ? script : join(skill, `scripts/${script}.cjs`);
  const child = spawn(process.execPath, [...options, file], {
    cwd: folder,
    env: { NARRATORIA_DATA_DIR: folder },
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  const status = await new Promise((resolve) => child.on("close", resolve));
  const events = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, events, done: events.at(-1) };
}

/** The example of a script. */
export const example = (script: string) => JSON.parse(readFileSync(join(skill, `examples/${script}.json`), "utf8"));
