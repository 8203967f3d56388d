import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { nodeEnvironment, nodeProgram } from "./host-program.js";
import { OPTIMISE_LATE } from "./limits.js";
import { programFolders } from "./tool-environment.js";

/** A program and its arguments, as they are handed to the operating system. No shell is ever involved. */
export interface ScriptCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** What `commandFor` needs to know of the machine; a plain value, so that Windows is decided the same way everywhere. */
export interface CommandFacts {
  readonly platform: NodeJS.Platform;
  /** Path of the Node that runs scripts. */
  readonly node: string;
  /** What is said to that Node before the script; nothing where it is left out. */
  readonly nodeArgs?: readonly string[];
  /** The first line of the script, when it opens with `#!`; without those two characters. */
  readonly shebang: string | null;
}

/** A program by name, still to be looked up (the first that exists serves), or the script itself. */
export type CommandPlan =
  | { readonly kind: "program"; readonly names: readonly string[]; readonly args: readonly string[] }
  | { readonly kind: "direct" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Decides how a script is started: by its ending, then by its shebang, then directly. Implements rules EX30 and EX31 of the executor.
 *
 * @param file - Absolute path of the script.
 */
export function commandFor(file: string, facts: CommandFacts): CommandPlan {
  const windows = facts.platform === "win32";
  const ending = /\.[^./\\]*$/.exec(file)?.[0].toLowerCase() ?? "";
  if (windows && (ending === ".bat" || ending === ".cmd")) {
    return { kind: "refused", reason: "batch files can only be started through a shell, which skills never get" };
  }
  const known = interpreter(ending.slice(1), facts);
  if (known && ending !== "") return { kind: "program", ...known, args: [...known.args, file] };
  if (facts.shebang !== null) {
    const words = facts.shebang.trim().split(/[ \t]+/);
    const [first = "", ...rest] = /(^|[/\\])env$/.test(words[0] ?? "") ? words.slice(words[1] === "-S" ? 2 : 1) : words;
    const name = first.replace(/^.*[/\\]/, "");
    if (name !== "") {
      const mapped = interpreter(name, facts) ?? { names: [windows ? `${name}.exe` : first], args: [] };
      return { kind: "program", names: mapped.names, args: [...mapped.args, ...rest, file] };
    }
  }
  if (windows && ending !== ".exe" && ending !== ".com") {
    return { kind: "refused", reason: `nothing on this system is known to run "${ending || "a file without ending"}"` };
  }
  return { kind: "direct" };
}

/** @param name - A file ending without its dot, or the name of a program as a shebang gives it. */
function interpreter(name: string, facts: CommandFacts): { names: readonly string[]; args: readonly string[] } | null {
  const windows = facts.platform === "win32";
  switch (name) {
    case "js":
    case "mjs":
    case "cjs":
    case "node":
      return { names: [facts.node], args: facts.nodeArgs ?? [] };
    case "py":
    case "python":
    case "python3":
      // `py` is the launcher that python.org installs; `python3` on a fresh Windows opens the store instead of running.
      return windows ? { names: ["py.exe", "python.exe"], args: [] } : { names: ["python3"], args: [] };
    case "sh":
      return { names: [windows ? "sh.exe" : "sh"], args: [] };
    default:
      return null;
  }
}

/**
 * From so many bytes on a script has regular expressions by the hundred. V8 by itself compiles each to bytecode first and to machine
 * code at its second use; told to do the second alone, our largest script saves a quarter of its processor time. A small one loses
 * the 6 ms that Node takes longer to start with any such setting.
 */
const LARGE_SCRIPT_BYTES = 300_000;

/** What is said to Node to compile expressions once; to Electron nothing, which seals its settings. */
export const compilingOnce = (): readonly string[] =>
  "ELECTRON_RUN_AS_NODE" in nodeEnvironment() ? [] : ["--no-regexp-tier-up"];

/** What is said to Node before a large script. One invocation is over before code that was compiled for speed has paid for it. (rule EX6300) */
function largeScriptArgs(): readonly string[] {
  const once = compilingOnce();
  return once.length === 0 ? once : [...once, OPTIMISE_LATE];
}

/** What became of a script's command: ready to start, or one sentence on why it cannot be. */
export type FoundCommand =
  | { readonly ok: true; readonly command: ScriptCommand }
  | { readonly ok: false; readonly code: string; readonly message: string };

/**
 * Finds the program that runs a script, and makes sure that both exist. Implements rules EX30 and EX32 of the executor. Synchronous, as each
 * of its few questions to the file system is answered in microseconds, while a thread would have to be woken for each.
 *
 * @param file - Absolute path of the script.
 * @returns The command, or why there is none. Trying again does not help then.
 */
export function findCommand(file: string): FoundCommand {
  let facts: CommandFacts = { platform: process.platform, node: nodeProgram(), shebang: null };
  let plan: CommandPlan;
  try {
    const stats = statSync(file);
    if (stats.size >= LARGE_SCRIPT_BYTES) facts = { ...facts, nodeArgs: largeScriptArgs() };
    if (!stats.isFile()) return refusal("SCRIPT_NOT_A_FILE", `${file} is not a regular file`);
    plan = commandFor(file, facts);
    if (plan.kind !== "program") {
      facts = { ...facts, shebang: readShebang(file) };
      plan = commandFor(file, facts);
    }
  } catch (error) {
    return refusal("SCRIPT_NOT_READABLE", `${file} cannot be read (${codeOf(error)})`);
  }
  if (plan.kind === "refused") return refusal("SCRIPT_NOT_SUPPORTED", `${file} cannot be started: ${plan.reason}`);
  if (plan.kind === "direct") {
    if (isExecutable(file)) return { ok: true, command: { program: file, args: [] } };
    return refusal("SCRIPT_NOT_EXECUTABLE", `${file} is not marked executable and names no interpreter`);
  }
  for (const name of plan.names) {
    const program = findProgram(name);
    if (program !== null) return { ok: true, command: { program, args: plan.args } };
  }
  return refusal("INTERPRETER_NOT_FOUND", `${file} needs ${plan.names.join(" or ")}, which was not found`);
}

/**
 * Looks a program up in the fixed folders, then along the player's PATH: an interpreter that only they installed is better
 * than none, while what the system has is faster than the shims in front of it.
 *
 * @param name - A bare name, or an absolute path.
 */
export function findProgram(name: string): string | null {
  if (/[/\\]/.test(name)) return isExecutable(name) ? name : null;
  const own = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  for (const folder of [...programFolders(process.platform, process.env), ...own]) {
    const path = join(folder, name);
    if (isExecutable(path)) return path;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function readShebang(file: string): string | null {
  const descriptor = openSync(file, "r");
  try {
    const head = Buffer.alloc(256);
    const text = head.toString("latin1", 0, readSync(descriptor, head, 0, head.length, 0));
    return text.startsWith("#!") ? (text.slice(2).split(/\r?\n/, 1)[0] ?? "") : null;
  } finally {
    closeSync(descriptor);
  }
}

function refusal(code: string, message: string): FoundCommand {
  return { ok: false, code, message };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error";
}
