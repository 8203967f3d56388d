// Packs every package as it is published, installs the tarballs with plain npm into an empty folder outside the workspace, and uses
// them there as their users do. `npm run pack-test` builds first and runs this.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { pnpm } from "../workspace/commands.mjs";
import { output } from "./output.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const APP = fileURLToPath(new URL("./app/", import.meta.url));
const WINDOWS = process.platform === "win32";

/** What belongs to the run of a script that this is started by, or to the player's own stories. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NARRATORIA_|NODE_OPTIONS$|INIT_CWD$)/i.test(name)),
);
const work = mkdtempSync(join(tmpdir(), "narratoria-pack-"));
const app = join(work, "app");
/** What npm is given to install with. */
let installing = env;
const pinned = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).devDependencies;

try {
  const tarballs = await step("pack", pack);
  await Promise.all([step("publint and attw", () => lint(tarballs)), step("npm install", () => install(tarballs))]);
  await step("links in the pages of packages", () => links());
  cpSync(APP, app, { recursive: true });
  await Promise.all([
    step("TypeScript", types),
    (async () => {
      await step("the dozen lines", dozenLines);
      await step("examples of shells", shells);
      await step("npx narratoria play", play);
      await step("npx narratoria-skill-check", checkSkill);
      await step("libraries of the app", libraries);
      await step("narratoria-desktop", page);
      await step("bundled by esbuild", oneFile);
    })(),
  ]);
  await step("two of the skills and one of the app's own", () => ownSkills(tarballs));
  await step("an installation without scripts", withoutScripts);
  process.stdout.write("The packed packages hold.\n");
} catch (error) {
  process.stderr.write(`Error: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function step(name, act) {
  const startedAt = performance.now();
  try {
    const result = await act();
    process.stdout.write(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

/** @returns The tarballs' paths. Packing runs what a release runs, so that a tarball without declarations shows here. */
async function pack() {
  const folder = join(work, "tarballs");
  mkdirSync(folder);
  const filters = ["--filter", "./packages/*", "--filter", "./apps/*", "--filter", "./skills/*"];
  const { file, args, shell } = pnpm(["-r", ...filters, "pack", "--pack-destination", folder]);
  await output(file, args, { cwd: ROOT, env, shell });
  return readdirSync(folder).map((name) => join(folder, name));
}

/** What publint and attw find. Packages are ES modules for every reader: `require` loads those since Node 20.19. */
async function lint(tarballs) {
  const found = [];
  for (const path of tarballs) {
    const data = readFileSync(path);
    const tarball = new Uint8Array(data);
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    found.push(...messages.map((message) => `${pkg.name}: ${formatMessage(message, pkg, { color: false })}`));
    if (pkg.exports === undefined) continue;
    const { problems, types } = await checkPackage(createPackageFromTarballData(tarball));
    if (types === false) found.push(`${pkg.name}: there are no types`);
    for (const problem of problems ?? []) {
      const ignored = ["node10", "node16-cjs"].includes(problem.resolutionKind);
      if (!ignored) found.push(`${pkg.name}: ${JSON.stringify(problem)}`);
    }
  }
  if (found.length > 0) throw new Error(`found\n${found.join("\n")}`);
}

async function install(tarballs) {
  mkdirSync(app);
  const dependencies = Object.fromEntries([
    ...tarballs.map((path) => [nameIn(path), `file:${path}`]),
    ["@types/node", pinned["@types/node"]],
  ]);
  writeFileSync(
    join(app, "package.json"),
    JSON.stringify({ name: "app", private: true, type: "module", dependencies }),
  );
  const flags = ["--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline", "--loglevel=error"];
  installing = await withBuiltAddon();
  await npm(["install", ...flags], { env: installing });
}

function nameIn(tarball) {
  const pkg = createPackageFromTarballData(new Uint8Array(readFileSync(tarball)));
  return pkg.packageName;
}

/**
 * SQLite's addon takes more than a minute to compile where no ready one can be fetched. The installer takes the one that this
 * workspace has, as it would take a fetched one.
 */
async function withBuiltAddon() {
  const folder = dirname(
    createRequire(join(ROOT, "packages", "persistence", "package.json")).resolve("better-sqlite3/package.json"),
  );
  const addon = join("build", "Release", "better_sqlite3.node");
  if (!existsSync(join(folder, addon))) return env;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const name = `better-sqlite3-v${version}-node-v${process.versions.modules}-${process.platform}-${process.arch}.tar.gz`;
  const prebuilds = join(work, "prebuilds");
  mkdirSync(prebuilds);
  await output("tar", ["czf", join(prebuilds, name), "-C", folder, addon], { cwd: work, env });
  return { ...env, npm_config_better_sqlite3_local_prebuilds: prebuilds };
}

/** A relative link of an installed page leads to an installed file, also from one package to another. */
function links() {
  const scope = join(app, "node_modules", "@narratoria");
  const pages = readdirSync(scope).flatMap((name) =>
    readdirSync(join(scope, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const name of readdirSync(scope)) {
    for (const file of ["README.md", "SPEC.md", "LICENSE"]) {
      if (!existsSync(join(scope, name, file))) throw new Error(`${name} has no ${file}`);
    }
  }
  const dead = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link]) => resolve(dirname(page), decodeURIComponent(link)))
      .filter((target) => !existsSync(target))
      .map((target) => `${relative(scope, page)} links to ${relative(scope, target)}`),
  );
  if (dead.length > 0) throw new Error(`these links are dead\n${dead.join("\n")}`);
}

async function dozenLines() {
  cpSync(join(ROOT, "examples", "engine-in-a-dozen-lines", "main.mjs"), join(app, "dozen-lines.mjs"));
  for (const file of ["dozen-lines.mjs", "dozen-lines.cjs"]) await tellsAStory(file);
}

async function shells() {
  cpSync(join(ROOT, "examples", "shells"), join(app, "shells"), {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  const home = mkdtempSync(join(work, "home-"));
  await output(process.execPath, [join("shells", "main.mjs")], { cwd: app, env: { ...env, NARRATORIA_HOME: home } });
}

/** Every entry that has types is imported by a strict program, also where the libraries' own declarations are checked. */
async function types() {
  const scope = join(app, "node_modules", "@narratoria");
  const entries = readdirSync(scope).flatMap((name) => {
    const { exports = {} } = JSON.parse(readFileSync(join(scope, name, "package.json"), "utf8"));
    return Object.keys(exports)
      .filter((key) => exports[key].types !== undefined)
      .map((key) => `@narratoria/${name}${key.slice(1)}`);
  });
  const imports = entries.map((entry, index) => `import * as entry${index} from ${JSON.stringify(entry)};`);
  const all = `export const all = [${entries.map((_, index) => `entry${index}`).join(", ")}];`;
  writeFileSync(join(app, "every-entry.ts"), `${imports.join("\n")}\n${all}\n`);
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  for (const project of ["nodenext", "bundler"]) {
    await output(process.execPath, [tsc, "-p", join(app, `tsconfig.${project}.json`)], { cwd: app, env });
  }
  for (const file of ["dozen-lines.js", "dozen-lines.cjs"]) await tellsAStory(join("out", file));
}

/** The program in one file: with the packages around it, and with nothing but the folder of its files. */
async function oneFile() {
  const example = join(app, "one-file");
  cpSync(join(ROOT, "examples", "one-file"), example, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  symlinkSync(realpathSync(join(ROOT, "node_modules", "esbuild")), join(app, "node_modules", "esbuild"), "junction");
  const options =
    "--bundle --platform=node --target=node20 --external:better-sqlite3 --external:hnswlib-node --log-level=error";
  for (const format of ["esm", "cjs"]) {
    const outfile = join("around", format === "esm" ? "app.mjs" : "app.cjs");
    const banner = "--banner:js=import { createRequire as r } from 'node:module'; const require = r(import.meta.url);";
    await output(
      process.execPath,
      [
        join(ROOT, "node_modules", "esbuild", "bin", "esbuild"),
        join("one-file", "app.mjs"),
        ...options.split(" "),
        ...(format === "esm" ? [banner] : []),
        `--format=${format}`,
        `--outfile=${outfile}`,
      ],
      { cwd: app, env },
    );
    await tellsAStory(outfile);
  }
  const home = mkdtempSync(join(work, "home-"));
  await output(process.execPath, [join("one-file", "main.mjs")], { cwd: app, env: { ...env, NARRATORIA_HOME: home } });
}

async function play() {
  const home = join(work, "play");
  const told = await npx(["narratoria", "play", "--plain", "--choose", "random", "--turns", "3", "--data", home]);
  if (!/^1\. /m.test(told)) throw new Error(`no choices in\n${told}`);
  const listed = await npx(["narratoria", "playthroughs", "list", "--data", home]);
  if (!listed.includes("One Wheel Over")) throw new Error(`no story in\n${listed}`);
}

/** The player in a window serves its page, with all that the page names. */
async function page() {
  const program = join("node_modules", "@narratoria", "desktop", "bin", "narratoria-desktop.js");
  const args = [program, "--no-open", "--data", join(work, "desktop")];
  const child = spawn(process.execPath, args, { cwd: app, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(child.stdout, "data");
    const [origin] = /http:\/\/[^/]+/.exec(String(line)) ?? [];
    if (origin === undefined) throw new Error(`no address in\n${line}`);
    const text = await (await fetch(origin)).text();
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target);
    if (named.length === 0) throw new Error(`the page names nothing\n${text}`);
    for (const target of named) {
      const { status } = await fetch(new URL(target, origin));
      if (status !== 200) throw new Error(`${target} is answered with ${status}`);
    }
  } finally {
    child.kill();
  }
}

async function checkSkill() {
  await npx(["narratoria", "skills", "new", "lantern"]);
  await npx(["narratoria-skill-check", "lantern"]);
}

/** What models run on is taken from the app's own dependencies, where it has any. */
async function libraries() {
  const home = join(app, "node_modules", "@huggingface", "transformers");
  mkdirSync(join(home, "dist"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "name": "@huggingface/transformers", "version": "4.9.9" }');
  writeFileSync(join(home, "dist", "transformers.node.mjs"), "");
  const told = await npx(["narratoria", "doctor", "--data", join(work, "libraries")]);
  rmSync(home, { recursive: true });
  if (!told.includes("transformers 4.9.9, installed beside Narratoria"))
    throw new Error(`the doctor does not know what the app depends on\n${told}`);
}

/** An app in a folder of its own: the engine with two of our skills, and a skill whose schemas are zod's, from a tarball as npm packs it. */
async function ownSkills(tarballs) {
  const skill = join(work, "skill-lantern");
  cpSync(join(APP, "skill-lantern"), skill, { recursive: true });
  const esbuild = join(ROOT, "node_modules", "esbuild", "bin", "esbuild");
  const libraries = [join(app, "node_modules"), join(ROOT, "packages", "protocol", "node_modules")];
  await output(
    process.execPath,
    [esbuild, "src/light.ts", "--bundle", "--platform=node", "--outfile=scripts/light.cjs", "--log-level=error"],
    { cwd: skill, env: { ...env, NODE_PATH: libraries.join(delimiter) } },
  );
  await npx(["narratoria-skill-manifest", skill]);
  await npx(["narratoria-skill-check", skill]);
  await npm(["pack", "--loglevel=error"], { cwd: skill });
  const packed = join(skill, "acme-skill-lantern-1.0.0.tgz");

  const own = join(work, "own");
  mkdirSync(own);
  const left = (name) => /^@narratoria\/(?:cli|desktop|skill-(?!memory$|player-choices$))/.test(name);
  const named = [...tarballs.map((path) => [nameIn(path), path]), ["@acme/skill-lantern", packed]];
  const dependencies = Object.fromEntries(
    named.filter(([name]) => !left(name)).map(([name, path]) => [name, `file:${path}`]),
  );
  writeFileSync(join(own, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  cpSync(join(APP, "own-skills.mjs"), join(own, "main.mjs"));
  const flags = ["--omit=optional", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
  await npm(["install", ...flags, "--loglevel=error"], { cwd: own, env: installing });
  await output(process.execPath, ["main.mjs"], { cwd: own, env: { ...env, NARRATORIA_HOME: join(work, "own-home") } });

  const home = join(work, "player-home");
  await npx(["narratoria", "skills", "install", packed, "--yes", "--without-sandbox", "--data", home]);
  const told = await npx(["narratoria", "play", "--plain", "--choose", "first", "--turns", "1", "--data", home]);
  if (!told.includes("The lantern burns low."))
    throw new Error(`the skill that was installed does nothing in\n${told}`);
}

/** What `--ignore-scripts` leaves: the doctor names a command, and that command mends it. */
async function withoutScripts() {
  rmSync(join(app, "node_modules", "better-sqlite3", "build"), { recursive: true });
  const told = await npx(["narratoria", "doctor", "--data", join(work, "doctor")]).then(
    () => "",
    (error) => error.message,
  );
  const [, command] = /`npm (rebuild [^`]+)`/.exec(told) ?? [];
  if (command === undefined) throw new Error(`the doctor names no remedy\n${told}`);
  await npm(command.split(" "), { env: installing });
  await npx(["narratoria", "doctor", "--data", join(work, "doctor")]);
}

/** Runs a program of the app in a data folder of its own: it tells a scene with choices. */
async function tellsAStory(file) {
  const home = mkdtempSync(join(work, "home-"));
  const told = await output(process.execPath, [file], { cwd: app, env: { ...env, NARRATORIA_HOME: home } });
  if (told.trim() === "") throw new Error(`${file} told nothing`);
}

function npm(args, options = {}) {
  return output("npm", args, { cwd: app, env, shell: WINDOWS, ...options });
}

function npx(args) {
  return output("npx", ["--no", ...args], { cwd: app, env, shell: WINDOWS });
}
