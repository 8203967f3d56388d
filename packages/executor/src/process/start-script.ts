import { lstatSync, mkdirSync } from "node:fs";
import { type ScriptCommand, toolEnvironment } from "@narratoria/protocol/launch";
import type { StartableScript } from "./find-script.js";
import type { ResolvedScript } from "../tool/resolver.js";
import { type Sandbox, sandboxFault } from "../sandbox/sandbox.js";
import { type GraceTimes, startToolProcess, type ToolProcess } from "./tool-process.js";

export interface ScriptSetting {
  readonly cwd: string;
  /** Whether it is to stay for further inputs. */
  readonly resident: boolean;
  /** What holds it back; undefined where nothing does. */
  readonly sandbox: Sandbox | undefined;
}

/**
 * Starts the process of a script in a folder that is already there, with the data folder that its skill keeps.
 *
 * @param found - As `findScript` gave it for the script.
 * @throws {SandboxError} Where it must run in a sandbox and there is none; what the file system or `spawn` reports when it
 * cannot be started.
 */
export function startScript(
  script: ResolvedScript,
  found: StartableScript,
  options: ScriptSetting & { readonly grace: GraceTimes },
): ToolProcess {
  const dataDir = dataFolderOf(script);
  if (dataDir !== null) makeDataFolder(dataDir);
  const { cwd, grace, resident, sandbox } = options;
  const { command, env } = launchOf(script, found, options);
  const apart = sandbox?.tierFor(script) === "bubblewrap";
  return startToolProcess(command, { cwd, env, grace, resident, apart });
}

/** A link in its place would open whatever it leads to: the sandbox lets a skill write where its data folder really lies. */
function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (lstatSync(dataDir).isDirectory()) return;
  throw new Error(`the data folder ${dataDir} is a link; a folder must stand there, so remove the link`);
}

/** The data folder that a script is given; null for one that has no use for it. (rule EX2700) */
export function dataFolderOf({ dataDir, dataFolder = true }: ResolvedScript): string | null {
  return dataFolder ? dataDir : null;
}

/** The folders in which a script may write. */
export function writableFolders(script: ResolvedScript, cwd: string): readonly string[] {
  const dataDir = dataFolderOf(script);
  return dataDir === null ? [cwd] : [cwd, dataDir];
}

/** What is fixed when a script's process starts: its command, sandbox and all, and its environment. */
export function launchOf(
  script: ResolvedScript,
  found: StartableScript,
  { cwd, resident, sandbox }: ScriptSetting,
): { readonly command: ScriptCommand; readonly env: Record<string, string> } {
  const fault = sandboxFault(script, sandbox);
  if (fault !== null) throw fault;
  const env = toolEnvironment(cwd, dataFolderOf(script) ?? cwd, process.platform, process.env);
  const held = sandbox !== undefined && sandbox.tierFor(script) !== "none";
  return {
    command: held ? sandbox.contain(found.plain, script, cwd) : found.command,
    env: resident ? { ...env, NARRATORIA_RESIDENT: "1" } : env,
  };
}
