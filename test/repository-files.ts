import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The checkout. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What a build makes; nobody writes it, so nobody's rules hold for it. */
const MADE =
  /(^|\/)(node_modules|dist|bundled|coverage|\.turbo|\.git)(\/|$)|^skills\/[^/]+\/scripts\/|^packages\/protocol\/contracts\//;

/**
 * Every file of the project that people keep, `/` between the parts of its path: what git tracks or would track, or in a
 * copy without git whatever no build has made.
 */
export function repositoryFiles(): string[] {
  const kept = existsSync(`${ROOT}.git`)
    ? execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
        cwd: ROOT,
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      }).split("\0")
    : readdirSync(ROOT, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          `${entry.parentPath}/${entry.name}`.slice(ROOT.length).replaceAll("\\", "/").replace(/^\/+/, ""),
        );
  return [...new Set(kept)].filter((path) => path !== "" && !MADE.test(path) && existsSync(ROOT + path)).sort();
}

export function read(path: string): string {
  return readFileSync(ROOT + path, "utf8");
}

/** A package of the workspace. */
export interface Package {
  /** Folder, such as `packages/protocol`. */
  readonly folder: string;
  readonly manifest: {
    readonly name: string;
    readonly license?: string;
    readonly private?: boolean;
    readonly exports?: Readonly<Record<string, unknown>>;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
    readonly peerDependencies?: Readonly<Record<string, string>>;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  };
}

export function workspacePackages(files: readonly string[]): Package[] {
  return files
    .filter((path) =>
      /^(packages|skills|apps|examples)\/[^/]+\/package\.json$|^(benchmarks|conformance)\/package\.json$/.test(path),
    )
    .map((path) => ({ folder: path.slice(0, -"/package.json".length), manifest: JSON.parse(read(path)) }));
}
