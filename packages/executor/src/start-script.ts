import { mkdirSync } from "node:fs";
import { type ScriptCommand, toolEnvironment } from "@narratoria/protocol/launch";
import type { ResolvedScript } from "./resolver.js";
import { type GraceTimes, startToolProcess, type ToolProcess } from "./tool-process.js";

/**
 * Starts the process of a script in a folder that is already there, with the data folder that its skill keeps.
 *
 * @param command - As `findScript` gave it for the script.
 * @param options.resident - Whether it is to stay for further inputs.
 * @throws What the file system or `spawn` reports when it cannot be.
 */
export function startScript(
  script: ResolvedScript,
  command: ScriptCommand,
  options: { readonly cwd: string; readonly grace: GraceTimes; readonly resident?: boolean },
): ToolProcess {
  mkdirSync(script.dataDir, { recursive: true, mode: 0o700 });
  const { cwd, grace, resident = false } = options;
  return startToolProcess(command, { cwd, env: scriptEnvironment(script, cwd, resident), grace, resident });
}

/** The environment of a script's process; all of it is fixed when the process starts. */
export function scriptEnvironment(script: ResolvedScript, cwd: string, resident: boolean): Record<string, string> {
  const env = toolEnvironment(cwd, script.dataDir, process.platform, process.env);
  return resident ? { ...env, NARRATORIA_RESIDENT: "1" } : env;
}
