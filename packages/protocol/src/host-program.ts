/**
 * What the program that runs Narratoria is, where that cannot be told from Node alone: which binary is Node, and where the files lie
 * that packages read at run time. A fact of the process, like its environment: it holds for all that is opened in it.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface HostProgram {
  /** Path of the Node that runs scripts and models; when left out, the binary of this process. */
  readonly nodePath?: string;
  /**
   * The folder with all files that packages read at run time (`skills`, `campaigns`, `storybook`, `assets`, `programs`), for a program that
   * was bundled into one file; when left out they are looked for beside that file and where the packages are installed.
   */
  readonly bundledDir?: string;
}

let given: HostProgram = {};

/** Says what the program is; what is left out stays as it was said before. */
export function describeHostProgram({ nodePath, bundledDir }: HostProgram): void {
  given = { ...given, ...(nodePath !== undefined && { nodePath }), ...(bundledDir !== undefined && { bundledDir }) };
}

/** Path of the Node that runs scripts. In Electron that is Electron itself, which `nodeEnvironment` keeps from opening a window. */
export function nodeProgram(): string {
  return given.nodePath ?? process.execPath;
}

/** What a process needs in its environment so that `nodeProgram()` runs a script as Node does. */
export function nodeEnvironment(): Readonly<Record<string, string>> {
  const isElectron = process.versions["electron"] !== undefined && given.nodePath === undefined;
  return isElectron ? { ELECTRON_RUN_AS_NODE: "1" } : {};
}

/** Where a package's file or folder may lie. */
export interface PackagePath {
  /** `import.meta.url` of the module that asks, which a CommonJS bundle leaves undefined. */
  readonly moduleUrl: string | undefined;
  /** Relative to the module's folder: in `dist`, and in `src` of a checkout. */
  readonly beside: readonly string[];
  /** Inside the folder of `HostProgram.bundledDir`. */
  readonly bundled: string;
  /** The package, and the path inside it where it is installed. */
  readonly installed: readonly [name: string, path: string];
}

/** Returns the first of the places of a package's file at which there is something; null where there is nothing at any. */
export function packagePath({ moduleUrl, beside, bundled, installed }: PackagePath): string | null {
  const module = modulePath(moduleUrl);
  const folder = dirname(module);
  const places = [
    ...(given.bundledDir === undefined ? [] : [join(given.bundledDir, bundled)]),
    ...beside.map((path) => join(folder, path)),
    join(folder, "bundled", bundled),
  ];
  const found = places.find((path) => existsSync(path));
  if (found !== undefined) return found;
  try {
    const [name, path] = installed;
    const there = join(dirname(createRequire(module).resolve(`${name}/package.json`)), path);
    return existsSync(there) ? there : null;
  } catch {
    return null;
  }
}

/** Path of the file that holds the code of a module. @param url - Its `import.meta.url`. */
export function modulePath(url: string | undefined): string {
  if (url?.startsWith("file:")) return fileURLToPath(url);
  // A CommonJS bundle has its own name instead.
  return typeof __filename === "string" ? __filename : (process.argv[1] ?? join(process.cwd(), "program.js"));
}
