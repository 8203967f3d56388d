// What each root script does. Installing and building come first and only when something changed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runQuietly, runVisibly } from "./children.mjs";
import { buildStamp, installStamp, stampHolds, typesStamp, writeStamp } from "./stamps.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CLI = join(ROOT, "apps", "cli", "bin", "narratoria.js");
const DESKTOP = join(ROOT, "apps", "desktop", "bin", "narratoria-desktop.js");

/** Name of the root script → what it does. Each gives its exit code, or nothing where the process goes on by itself. */
const COMMANDS = {
  start: (args) => player(CLI, args),

  /** The same in a window. */
  desktop: (args) => player(DESKTOP, args),

  async test(args) {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    // Without them the tests that load a model say so and are skipped.
    await modelLibraries();
    const reporters = ["--reporter=default", "--reporter=./tools/closing-line-reporter.mjs"];
    return node(binOf("vitest"), ["run", ...reporters, ...args]);
  },

  async build() {
    return (await install()) || build();
  },

  /** What models run on, for the tests that load one. Playing needs it only once a model has been set up. */
  async "model-libraries"() {
    return (await install()) || (await build()) || modelLibraries();
  },

  async lint() {
    let worst = await install();
    if (worst) return worst;
    for (const [name, bin, args] of [
      ["oxlint", "oxlint", ["--deny-warnings"]],
      ["knip", "knip", ["--no-progress"]],
      ["@biomejs/biome", "biome", ["format"]],
    ]) {
      worst = Math.max(worst, await node(binOf(name, bin), args));
    }
    return worst;
  },

  async format(args) {
    return (await install()) || node(binOf("@biomejs/biome", "biome"), ["format", "--write", ...args]);
  },

  async typecheck() {
    const unready = await install();
    if (unready) return unready;
    // What runs in a browser knows other globals than the rest.
    const projects = ["tsconfig.json", join("apps", "desktop", "tsconfig.json")];
    for (const project of projects) {
      const code = await node(binOf("typescript-native", "tsc"), ["-p", project]);
      if (code !== 0) return code;
    }
    return 0;
  },

  /** Type declarations for publishing, beside the built files. Building alone makes JavaScript only. */
  async types() {
    return (await install()) || (await build()) || types();
  },

  /** Packs every package as it is published, and uses the tarballs as somebody does who installs them with npm. */
  async "pack-test"() {
    return (await install()) || (await build()) || (await types()) || node(join("tools", "pack-test", "run.mjs"), []);
  },

  /** Makes the download that needs no Node, for the platform that this runs on. */
  async package(args) {
    return (await install()) || (await build()) || node(join("tools", "package", "run.mjs"), args);
  },

  async bench(args) {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    return node(join("benchmarks", "bench.mjs"), args);
  },

  /** Measures of success as one table; `--long` for as long as each asks, ids (`SC-031`) for those alone. */
  async conformance(args) {
    const long = args.includes("--long");
    const ids = args.filter((arg) => arg !== "--long");
    const unknown = ids.find((id) => !/^SC-\d{3}$/i.test(id));
    if (unknown !== undefined) {
      process.stderr.write(`Error: ${unknown} names no measure. Use ids like SC-031, and --long for the long forms.\n`);
      return 2;
    }
    const unready = (await install()) || (await build());
    if (unready) return unready;
    const only = ids.length > 0 ? ["-t", `(?:${ids.join("|").toUpperCase()})\\b`] : [];
    const flags = [
      "run",
      "--silent",
      "--reporter=./tools/conformance-reporter.mjs",
      ...only,
      "test/conformance.test.ts",
    ];
    return node(binOf("vitest"), flags, { ...process.env, NARRATORIA_LONG: long ? "1" : "0" });
  },

  /** Walks the bundled stories and measures their prose and choices. */
  async "story-report"(args) {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    return node(join("benchmarks", "story-report.mjs"), args);
  },

  /** Kills a play at random moments, over and over, and looks at what is left. */
  async "kill-report"(args) {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    return node(join("benchmarks", "kill-report.mjs"), args);
  },

  /** Tells long stories straight and with undos and branches on the way, and compares them. */
  async "timeline-report"(args) {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    return node(join("benchmarks", "timeline-report.mjs"), args);
  },

  /** Writes the requests of scenes to files, and reads their answers back through the checks. */
  async "model-tape"(args) {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    return node(join("benchmarks", "model-tape.mjs"), args);
  },

  /** Has a small model plan the labelled actions, and says how it and the patterns did. */
  async "plan-report"() {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    const args = ["run", "test/conformance.test.ts", "-t", "SC-00[12]", "--disable-console-intercept"];
    return node(binOf("vitest"), args, { ...process.env, NARRATORIA_LONG: "1" });
  },

  /** Runs every example in a data folder of its own. */
  async examples() {
    const unready = (await install()) || (await build());
    if (unready) return unready;
    const home = mkdtempSync(join(tmpdir(), "narratoria-examples-"));
    try {
      for (const name of readdirSync(join(ROOT, "examples"))) {
        const file = join("examples", name, "main.mjs");
        if (!existsSync(join(ROOT, file))) continue;
        const code = await node(file, [], { ...process.env, NARRATORIA_HOME: home });
        if (code !== 0) return code;
      }
      return 0;
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
};

/** A player runs in this very process: no second start-up, and the terminal, signals and the exit code are its own. */
async function player(file, args) {
  const unready = (await install()) || (await build());
  if (unready) return unready;
  process.chdir(whereTyped(process.env, process.cwd()));
  process.argv.splice(1, process.argv.length - 1, file, ...args);
  await import(pathToFileURL(file).href);
}

/**
 * The folder that a path on the command line is meant from: npm and pnpm start scripts at the root and say where they were called.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} cwd - Where this process was started.
 * @returns {string}
 */
export function whereTyped(env, cwd) {
  const typed = env.INIT_CWD;
  return typed && existsSync(typed) ? typed : cwd;
}

/**
 * Runs one command and ends the process with its exit code.
 *
 * @param {string | undefined} name - A key of the table above.
 * @param {string[]} args - Passed on to what the command runs.
 */
export async function main(name, args) {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(
      `Error: there is no command ${name ?? "(none)"}. Use one of: ${Object.keys(COMMANDS).join(", ")}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const code = await command(args);
  if (code !== undefined) process.exitCode = code;
}

/** Installs the libraries unless they are there. @returns {Promise<number>} An exit code. */
async function install() {
  const stamp = installStamp(ROOT);
  if (stampHolds(ROOT, "install", stamp)) return 0;
  const args = ["install", "--frozen-lockfile", "--prefer-offline", "--config.confirmModulesPurge=false"];
  const code = await runQuietly(pnpm(args), {
    root: ROOT,
    env: quietEnvironment(),
    title: "Installing the libraries (a minute or two the first time)",
    name: "install",
    advice: "Check the network connection and run the same command again.",
  });
  if (code === 0) writeStamp(ROOT, "install", stamp);
  return code;
}

/** Builds what is stale. @returns {Promise<number>} An exit code. */
function build() {
  return turbo("build", "Building", buildStamp);
}

/** Makes the type declarations that are stale; what they belong to must have been built. @returns {Promise<number>} An exit code. */
function types() {
  // What was built is not built again: somebody may be running it.
  return turbo("types", "Making type declarations", typesStamp, ["--only"]);
}

/** Runs a task of turbo.json in every package, unless its stamp holds. */
async function turbo(task, title, stampOf, flags = []) {
  if (stampHolds(ROOT, task, stampOf(ROOT))) return 0;
  const code = await runQuietly(pnpm(["exec", "turbo", "run", task, ...flags, "--output-logs=errors-only"]), {
    root: ROOT,
    env: quietEnvironment(),
    title,
    name: task,
    advice: "Mend what it names and run the same command again.",
  });
  // Taken again afterwards, as it holds the names of what was made.
  if (code === 0) writeStamp(ROOT, task, stampOf(ROOT));
  return code;
}

/** Installs what models run on with the player's own installer, unless it is there. @returns {Promise<number>} An exit code. */
function modelLibraries() {
  return node(join("tools", "install-model-libraries.mjs"), []);
}

/** Nothing is reported to anybody, and a NODE_ENV of the shell must not leave the build tools out of an install. */
function quietEnvironment() {
  const { NODE_ENV: _, ...env } = process.env;
  return { ...env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
}

/** The pinned pnpm: the one on the path when it is the right one, else fetched by npx and kept in npm's cache. */
export function pnpm(args) {
  const pin = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).packageManager;
  const version = pin.slice(pin.indexOf("@") + 1);
  // On Windows both are .cmd files, which only a shell can start.
  const shell = process.platform === "win32";
  const own = spawnSync("pnpm", ["--version"], { cwd: ROOT, encoding: "utf8", shell, windowsHide: true });
  return own.status === 0 && own.stdout.trim() === version
    ? { file: "pnpm", args, shell }
    : { file: "npx", args: ["-y", `pnpm@${version}`, ...args], shell };
}

function node(file, args, env = process.env) {
  return runVisibly({ file: process.execPath, args: [file, ...args] }, { root: ROOT, env });
}

/** The script behind a tool's command, so that it runs without pnpm and without a shell. */
function binOf(name, bin = name) {
  const folder = join(ROOT, "node_modules", name);
  const declared = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).bin;
  return join(folder, typeof declared === "string" ? declared : declared[bin]);
}
