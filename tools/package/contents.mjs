// Which files the download holds: the code that our programs load, found by following their imports, and the data that they read.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { build } from "esbuild";

/** What is started by path: the two programs, what runs in a process of its own, and a file whose folder tells which code this is. */
const PROGRAMS = [
  "apps/cli/bin/narratoria.js",
  "apps/desktop/bin/narratoria-desktop.js",
  "packages/campaign/dist/reading-child.js",
  "packages/engine/dist/walking-child.js",
  "packages/narrator/dist/model-child.js",
  "packages/protocol/dist/english.js",
];

/** The page of the desktop app. */
const CLIENT = join("dist", "client");

/** Files and folders that packages read while they run, package by package. */
const DATA = {
  "apps/cli": ["dist/narratoria.1", "templates"],
  "apps/desktop": [CLIENT],
  "packages/engine": ["bundled/campaigns", "bundled/readings"],
  "packages/narrator": ["NOTICE", "assets", "storybook"],
  "packages/protocol": ["dist/twin", "twins"],
};

/** The same of each of our skills, which is nothing but such files. */
const SKILL_DATA = ["package.json", "skill.json", "SKILL.md", "config-schema.json", "scripts"];

/** Native addons, which are loaded by a path that is put together at run time. */
const ADDONS = { "better-sqlite3": ["build/Release/better_sqlite3.node"] };

/** A library that is used where somebody has installed it, and never shipped. */
const OPTIONAL = new Set(["hnswlib-node", "react-devtools-core"]);

/**
 * @typedef {{ path: string, from: string }} File - `path` inside the download, `/` between its parts; `from` on this machine.
 * @typedef {{ name: string, version: string, folder: string }} Package
 */

/**
 * Returns the program's files, below `app/`.
 *
 * @param {string} root - The workspace, built.
 * @returns {Promise<{ files: File[], packages: Package[] }>} Sorted by path and by name. `packages` are those of others that the files belong to.
 * @throws {Error} Where an import leads nowhere, or one package comes in two versions.
 */
export async function programFiles(root) {
  const code = await loadedFiles(root);
  const packages = new Map();
  const files = new Map();
  const add = (owner, inside) => {
    const from = join(owner.folder, inside);
    files.set(`app/node_modules/${owner.name}/${inside.split(sep).join("/")}`, from);
  };
  for (const file of code) {
    const { owner, manifests } = packageOf(file);
    const known = packages.get(owner.name);
    if (known && known.folder !== owner.folder) {
      throw new Error(`${owner.name} comes as ${known.version} and as ${owner.version}, and only one can be shipped.`);
    }
    packages.set(owner.name, owner);
    for (const path of [file, ...manifests]) add(owner, relative(owner.folder, path));
  }
  const skills = readdirSync(join(root, "skills")).map((name) => [`skills/${name}`, SKILL_DATA]);
  for (const [folder, names] of [...Object.entries(DATA), ...skills]) {
    const { owner } = packageOf(join(root, folder, "package.json"));
    for (const name of names) {
      const found = filesAt(owner.folder, name);
      for (const inside of name === CLIENT ? withoutStale(owner.folder, found) : found) add(owner, inside);
    }
  }
  for (const [name, addons] of Object.entries(ADDONS)) for (const addon of addons) add(packages.get(name), addon);
  return {
    files: [...files].map(([path, from]) => ({ path, from })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    packages: [...packages.values()]
      .filter(({ name }) => !name.startsWith("@narratoria/"))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Absolute paths of all code that the programs can load. A `dist` may hold chunks of older builds as well, which nothing imports. */
async function loadedFiles(root) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: PROGRAMS,
    outdir: "unused",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    // As Node resolves: without the conditions that only bundlers know.
    conditions: [],
    mainFields: ["main"],
    treeShaking: false,
    ignoreAnnotations: true,
    // The paths of the workspace lead to sources.
    tsconfigRaw: "{}",
    logLevel: "silent",
    plugins: [{ name: "optional libraries", setup: leaveOutOptional }],
  });
  return Object.keys(metafile.inputs).map((path) => join(root, path));
}

function leaveOutOptional({ onResolve }) {
  onResolve({ filter: /^[\w@]/ }, ({ path }) => (OPTIONAL.has(path) ? { path, external: true } : undefined));
}

/** The package that a file belongs to, and every `package.json` between the two: those tell Node how the file is to be read. */
function packageOf(file) {
  const manifests = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (!existsSync(manifest)) {
      if (folder === dirname(folder)) throw new Error(`${file} belongs to no package.`);
      continue;
    }
    manifests.push(manifest);
    const { name, version } = JSON.parse(readFileSync(manifest, "utf8"));
    if (name !== undefined && version !== undefined) return { owner: { name, version, folder }, manifests };
  }
}

/** Paths of a file, or of all files below a folder, from the package's own folder. */
function filesAt(folder, name) {
  const path = join(folder, name);
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) throw new Error(`${path} is missing. Build the workspace first.`);
  if (info.isFile()) return [name];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/**
 * Leaves out what an older build left in a folder: files with a hash in their name that no file names which stays.
 *
 * @param {string} folder
 * @param {string[]} paths - From `folder`.
 */
export function withoutStale(folder, paths) {
  const kept = paths.filter((path) => !HASHED.test(path));
  const hashed = new Set(paths.filter((path) => HASHED.test(path)));
  for (const path of kept) {
    if (!/\.(?:html|js|css|json|webmanifest)$/.test(path)) continue;
    const text = readFileSync(join(folder, path), "utf8");
    for (const other of hashed) {
      if (!text.includes(basename(other))) continue;
      hashed.delete(other);
      // The loop comes to it as well, since an array's iterator sees what is added.
      kept.push(other);
    }
  }
  return kept;
}

const HASHED = /-[\w-]{8}\.\w+$/;
