import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What is asked of the file system. */
export interface Paths {
  exists(path: string): boolean;
  /** The path itself where it leads nowhere. */
  real(path: string): string;
}

/**
 * What a program needs of the file system beside the system's own folders: of an interpreter that the player installed for
 * themselves (nvm, pyenv, asdf, Homebrew, a folder in their home) the program and its libraries. Never a folder in which they
 * keep anything else: of `~/.local/bin/python3` that is `~/.local/lib`, not `~/.local`. Implements rule EX252.
 *
 * @param program - Absolute path of the program that runs a script.
 * @returns Absolute paths to be readable; none for a program that the system has.
 */
export function interpreterPaths(program: string, paths: Paths): string[] {
  const named = new Set([program, paths.real(program)]);
  const needed = [...named].flatMap((path) => (ofSystem(path) ? [] : around(path)));
  return [...new Set(needed)].filter((path) => paths.exists(path));
}

/** What a path leads to; the path itself where it leads nowhere. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function ofSystem(path: string): boolean {
  return /^\/(usr|bin|sbin|lib|lib64|nix\/store|run\/current-system)\//.test(path);
}

function around(program: string): string[] {
  const whole = WHOLE.map((pattern) => pattern.exec(program)?.[1]).find((root) => root !== undefined);
  if (whole !== undefined) return [whole];
  const folder = dirname(program);
  const prefix = dirname(folder);
  const libraries = basename(folder) === "bin" ? ["lib", "lib64", "libexec", "pyvenv.cfg"] : [];
  return [program, ...libraries.map((name) => join(prefix, name))];
}

/**
 * Folders that hold programs and nothing else, of which a program may need any part: a shim starts another one of them, and
 * what Homebrew links together lies apart.
 */
const WHOLE: readonly RegExp[] = [
  /^(.*\/\.pyenv)\//,
  /^(.*\/\.asdf)\//,
  /^(.*\/\.volta)\//,
  /^(.*\/\.linuxbrew)\//,
  /^(\/opt\/[^/]+)\//,
];
