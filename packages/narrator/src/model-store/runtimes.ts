/** The native libraries that models run on: installed on request into a folder of the player's, found there by the model host. */
import { randomBytes } from "node:crypto";
import { access, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { nodeProgram } from "@narratoria/protocol/launch";
import { readPlainFile } from "@narratoria/protocol/files";
import { ModelError } from "../errors.js";
import { folderBytes } from "./folder-bytes.js";
import { runNode } from "./run-node.js";
import { findNpm, type NpmCommand, npmEnvironment, npmSaysWhy } from "./npm.js";
import { type Machine, RUNTIMES, type RuntimeName, type RuntimeRecipe, runsOn } from "./runtime-recipes.js";

/** A native library that has been installed and has been seen to work. */
export interface Runtime {
  readonly name: RuntimeName;
  readonly version: string;
  /** Its own folder. */
  readonly dir: string;
  /** Absolute path of its ES module, to be imported by whoever runs it. */
  readonly entry: string;
  /** Whether what computes on a graphics card was installed with it. */
  readonly gpu: boolean;
  /** What it takes up on disk, in bytes. */
  readonly bytes: number;
}

export interface InstallProgress {
  readonly step: "fetching" | "checking";
  /** 0 to 1; an estimate while fetching. */
  readonly done: number;
}

export interface InstallRuntimeOptions {
  readonly name: RuntimeName;
  /** The folder of all runtimes, such as `<data>/runtimes`; made where it is missing. */
  readonly dir: string;
  /** Also what computes on a graphics card. */
  readonly gpu?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: InstallProgress) => void;
  /** How npm is run; found beside Node or on the path unless given. */
  readonly npm?: NpmCommand;
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
}

/** Written last, before the folder gets its name: what has this file is whole. */
const MARK = "narratoria-runtime.json";
const WORKING = ".installing-";
const INSTALL_TIMEOUT_MS = 30 * 60_000;
const PROOF_TIMEOUT_MS = 120_000;

/**
 * Finds a library that `installRuntime` has put there.
 *
 * @param dir - The folder of all runtimes.
 * @returns Null where it is not installed in the version that we use.
 */
export async function findRuntime(
  name: RuntimeName,
  dir: string,
  { platform, arch }: Pick<Machine, "platform" | "arch"> = process,
): Promise<Runtime | null> {
  const { version, entry } = RUNTIMES[name];
  const own = folderOf(name, resolve(dir));
  try {
    const mark: unknown = JSON.parse(await readPlainFile(join(own, MARK)));
    if (typeof mark !== "object" || mark === null || !("version" in mark) || mark.version !== version) return null;
    // A data folder may have travelled to another kind of machine.
    if (!("machine" in mark) || mark.machine !== `${platform}-${arch}`) return null;
    const bytes = "bytes" in mark && typeof mark.bytes === "number" ? mark.bytes : 0;
    const gpu = "gpu" in mark && mark.gpu === true;
    return { name, version, dir: own, entry: join(own, entry), gpu, bytes };
  } catch {
    return null;
  }
}

/**
 * Installs a native library with npm, loads it once in a process of its own, and only then gives its folder the name that
 * `findRuntime` looks for. What is there already is kept. Rules NA200 to NA206.
 *
 * @throws {ModelError} `install_failed` with what to do: no npm, no network, no build for this machine, or it does not load.
 * @throws `signal.reason` once the signal fires; the next try begins with what npm has kept.
 */
export async function installRuntime(options: InstallRuntimeOptions): Promise<Runtime> {
  const { name, gpu = false, signal } = options;
  const dir = resolve(options.dir);
  const machine: Machine = { platform: options.platform ?? process.platform, arch: options.arch ?? process.arch, gpu };
  const there = await findRuntime(name, dir, machine);
  if (there !== null && (there.gpu || !gpu)) return there;
  signal?.throwIfAborted();
  if (!runsOn(name, machine)) throw noBuild(name, machine);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await clearLeftovers(dir);
  const working = join(dir, `${WORKING}${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    await fillFolder(working, RUNTIMES[name], machine, options);
    await putInPlace(working, name, dir, machine);
  } finally {
    await rm(working, { recursive: true, force: true });
  }
  const runtime = await findRuntime(name, dir, machine);
  if (runtime === null) throw new ModelError("install_failed", `${name} was installed and is gone again.`, AGAIN);
  return runtime;
}

/** A library that the app itself depends on. */
export interface AppRuntime {
  readonly name: RuntimeName;
  readonly version: string;
  /** The version that we are made for: one that fits is of the same major version, and no older. */
  readonly wanted: string;
  /** What can be used of it; null where its version does not fit. */
  readonly runtime: Runtime | null;
}

/**
 * Finds a library among the dependencies of the app: in the `node_modules` that we were installed in, or in one above. Rule NA901.
 *
 * @param from - The file or folder from which it is looked for; where we were installed when it is left out.
 * @returns Null where the app does not depend on it.
 */
export async function findAppRuntime(name: RuntimeName, from: string = import.meta.url): Promise<AppRuntime | null> {
  const { version: wanted, entry, module } = RUNTIMES[name];
  for (const folder of createRequire(from).resolve.paths(module) ?? []) {
    const dir = dirname(folder);
    const version = await versionIn(join(folder, module, "package.json"));
    if (version === null) continue;
    const fits = isAsNew(version, wanted) && (await exists(join(dir, entry)));
    // Nobody counted what it takes up: it is the app's own.
    const runtime = { name, version, dir, entry: join(dir, entry), gpu: true, bytes: 0 };
    return { name, version, wanted, runtime: fits ? runtime : null };
  }
  return null;
}

async function versionIn(manifest: string): Promise<string | null> {
  try {
    const { version }: { readonly version?: unknown } = JSON.parse(await readPlainFile(manifest));
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}

/** Whether a version is of the same major version as another, and no older. */
function isAsNew(version: string, other: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number);
  const [sameMajor = 0, leastMinor = 0, leastPatch = 0] = other.split(".").map(Number);
  return major === sameMajor && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const AGAIN = "Run the same command again.";
const WITHOUT = "The storybook needs nothing of it and goes on telling stories.";

const folderOf = (name: RuntimeName, dir: string): string => join(dir, `${name}-${RUNTIMES[name].version}`);

async function fillFolder(
  working: string,
  recipe: RuntimeRecipe,
  machine: Machine,
  { name, npm, signal, onProgress }: InstallRuntimeOptions,
): Promise<void> {
  await writeManifest(working, recipe, machine);
  onProgress?.({ step: "fetching", done: 0 });
  await runNpm(working, recipe, npm ?? (await findNpm()), signal, onProgress);
  for (const folder of recipe.useless(machine)) await rm(join(working, folder), { recursive: true, force: true });
  onProgress?.({ step: "checking", done: 1 });
  await prove(name, working, recipe, signal);
  const bytes = await folderBytes(working);
  const mark = {
    name,
    version: recipe.version,
    gpu: machine.gpu,
    machine: `${machine.platform}-${machine.arch}`,
    bytes,
  };
  await writeFile(join(working, MARK), `${JSON.stringify(mark, null, 2)}\n`);
}

async function writeManifest(working: string, recipe: RuntimeRecipe, machine: Machine): Promise<void> {
  const overrides: Record<string, string> = {};
  for (const [library, text] of Object.entries(recipe.standIns)) {
    const folder = join(working, "stand-ins", library);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ name: library, version: "0.0.0", main: "index.cjs" }),
    );
    await writeFile(join(folder, "index.cjs"), text);
    overrides[library] = `file:./stand-ins/${library}`;
  }
  await mkdir(working, { recursive: true, mode: 0o700 });
  const manifest = { private: true, dependencies: recipe.dependencies(machine), overrides };
  await writeFile(join(working, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function runNpm(
  working: string,
  recipe: RuntimeRecipe,
  npm: NpmCommand,
  signal: AbortSignal | undefined,
  onProgress: InstallRuntimeOptions["onProgress"],
): Promise<void> {
  let fetched = 0;
  const { code, tail } = await runNode({
    ...npm,
    // No scripts: the builds come as packages, and what a library's script would fetch is not wanted.
    args: [...npm.args, "install", "--prefix", working, ...NPM_FLAGS],
    cwd: working,
    env: npmEnvironment(process.env),
    timeoutMs: INSTALL_TIMEOUT_MS,
    signal,
    onLine(line) {
      // One line for each package that came, from the network or from npm's cache.
      if (!/npm http (?:fetch GET 200|cache).*\.tgz\b/.test(line)) return;
      fetched += 1;
      onProgress?.({ step: "fetching", done: Math.min(0.99, fetched / recipe.packages) });
    },
  });
  if (code !== 0) throw npmSaysWhy(tail);
}

const NPM_FLAGS = [
  "--omit=optional",
  "--ignore-scripts",
  "--install-links",
  "--no-audit",
  "--no-fund",
  "--no-package-lock",
  "--no-update-notifier",
  "--loglevel=http",
  // Whoever has no network is told so in seconds; npm would wait for more than a minute.
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=4000",
];

/** Loads the library in a process of its own: a fault of native code ends that one. */
async function prove(name: RuntimeName, working: string, recipe: RuntimeRecipe, signal: AbortSignal | undefined) {
  // A file, as the library starts processes that inherit how this one was started.
  const script = join(working, "prove.mjs");
  const entry = JSON.stringify(`./${recipe.entry}`);
  await writeFile(script, `const library = await import(${entry});\n${recipe.proof}\nprocess.exit(0);\n`);
  const { code, tail } = await runNode({
    file: nodeProgram(),
    args: [script],
    env: npmEnvironment(process.env),
    timeoutMs: PROOF_TIMEOUT_MS,
    signal,
  });
  if (code === 0) return;
  const why = tail.findLast((line) => /\bError\b/.test(line))?.trim();
  throw new ModelError(
    "install_failed",
    `${name} was fetched but does not run on this machine${why === undefined ? "." : `: ${why}`}`,
    WITHOUT,
  );
}

function noBuild(name: RuntimeName, { platform, arch }: Machine): ModelError {
  return new ModelError("install_failed", `There is no ${name} for ${platform} on ${arch}.`, WITHOUT);
}

/** Gives the folder its name. What stands there and is of another kind of machine, or lacks what is wanted now, makes room. */
async function putInPlace(working: string, name: RuntimeName, dir: string, machine: Machine): Promise<void> {
  const place = folderOf(name, dir);
  const good = async (): Promise<boolean> => {
    const there = await findRuntime(name, dir, machine);
    return there !== null && (there.gpu || !machine.gpu);
  };
  // Somebody else was quicker: theirs is as good, and may be in use.
  if (await good()) return;
  const old = `${working}-old`;
  await rename(place, old).catch(() => {});
  await rename(working, place).catch(async (error: unknown) => {
    if (!(await good())) throw error;
  });
  await rm(old, { recursive: true, force: true });
}

/** What an installation that was killed has left. */
async function clearLeftovers(dir: string): Promise<void> {
  for (const entry of await readdir(dir)) {
    const pid = entry.startsWith(WORKING) ? Number(entry.slice(WORKING.length).split("-")[0]) : Number.NaN;
    if (Number.isSafeInteger(pid) && !isAlive(pid)) await rm(join(dir, entry), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
