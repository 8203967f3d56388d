// Stamps tell whether an install or a build still holds, without asking pnpm or turbo: reading file sizes and times takes
// milliseconds where starting either takes a second.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a build makes, and what no build reads. */
const OUTPUTS = new Set(["dist", "scripts", "bundled", "contracts"]);
const IGNORED = new Set(["node_modules", ".turbo", "test", ...OUTPUTS]);
const PACKAGE_FOLDERS = ["packages", "skills", "apps"];

/** What every build reads beside its own sources; `turbo.json` names the same. */
const BUILT_BY = [
  "package.json",
  "turbo.json",
  "tsconfig.base.json",
  "tools/letter-classes.mjs",
  "tools/plain-case.mjs",
  "tools/constant-text.mjs",
  "tools/escaped-letters.mjs",
  "tools/tsup-options.mjs",
];

/**
 * What the installed libraries depend on.
 *
 * @param {string} root - The workspace's folder.
 * @param {string} [nodeVersion] - Native addons are built for one Node, so another one installs anew.
 * @returns {string} A hash.
 */
export function installStamp(root, nodeVersion = process.version) {
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"])
    hash.update(readFileSync(join(root, file))).update("\0");
  return hash.update(nodeVersion).digest("hex");
}

/**
 * What the built files depend on: path, size and time of every source file, and the names of what was built from them.
 * Times may change where contents do not (a fresh checkout of the same commit); turbo then finds its cache and is quick.
 *
 * @param {string} root - The workspace's folder.
 * @returns {string} A hash.
 */
export function buildStamp(root) {
  const hash = createHash("sha256");
  for (const file of BUILT_BY) addFile(hash, join(root, file), file);
  for (const folder of ["contracts", "campaigns"]) addTree(hash, join(root, folder), folder);
  for (const folder of PACKAGE_FOLDERS) {
    for (const name of listed(join(root, folder))
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)) {
      const path = join(root, folder, name);
      addTree(hash, path, `${folder}/${name}`);
      // A deleted dist makes a build stale although no source changed; declarations, made by a step of their own, do not.
      for (const output of OUTPUTS) hash.update(`${output}: ${builtNames(join(path, output))}\n`);
    }
  }
  return hash.digest("hex");
}

/**
 * What the type declarations depend on: what was built, how declarations are made, and the names of those there are.
 *
 * @param {string} root - The workspace's folder.
 * @returns {string} A hash.
 */
export function typesStamp(root) {
  const hash = createHash("sha256").update(buildStamp(root));
  addFile(hash, join(root, "tools", "declarations.mjs"), "tools/declarations.mjs");
  for (const group of ["packages", "apps"]) {
    for (const { name } of listed(join(root, group))) {
      const made = listed(join(root, group, name, "dist")).filter((entry) => entry.name.endsWith(".d.ts"));
      hash.update(`${name}: ${made.map((entry) => entry.name)}\n`);
    }
  }
  return hash.digest("hex");
}

/** @returns {boolean} Whether the stamp of that name was written with this value. */
export function stampHolds(root, name, value) {
  try {
    return readFileSync(stampFile(root, name), "utf8") === value;
  } catch {
    return false;
  }
}

export function writeStamp(root, name, value) {
  const file = stampFile(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}

// Inside node_modules, so that deleting that folder forgets the stamps as well.
const stampFile = (root, name) => join(root, "node_modules", ".narratoria", name);

function addTree(hash, path, shown) {
  for (const entry of listed(path)) {
    if (IGNORED.has(entry.name)) continue;
    if (entry.isDirectory()) addTree(hash, join(path, entry.name), `${shown}/${entry.name}`);
    else if (entry.isFile()) addFile(hash, join(path, entry.name), `${shown}/${entry.name}`);
  }
}

function addFile(hash, path, shown) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info) hash.update(`${shown} ${info.size} ${info.mtimeMs}\n`);
}

function builtNames(path) {
  return listed(path)
    .filter((entry) => (entry.isFile() ? !/\.d\.m?ts$/.test(entry.name) : path.endsWith("bundled")))
    .map((entry) => entry.name);
}

function listed(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
