// The licences of all that is shipped and written by others: packages as they are, packages that a build put into our files, and Node.
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";

/** @typedef {import("./contents.mjs").Package} Package */

/**
 * Returns the packages whose code, fonts or pictures a build put into files of ours: the development dependencies that sources import, and
 * what those depend on.
 *
 * @param {string} root - The workspace, installed.
 * @param {readonly string[]} folders - The packages of ours that are shipped.
 * @returns {Package[]}
 */
export function builtInPackages(root, folders) {
  const found = new Map();
  const take = (name, from) => {
    const folder = folderOf(name, from);
    if (folder === null || found.has(folder)) return;
    const manifest = manifestOf(folder);
    found.set(folder, { name, version: manifest.version, folder });
    const needed = [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.peerDependencies ?? {})];
    for (const dependency of needed) take(dependency, folder);
  };
  for (const folder of folders.map((path) => join(root, path))) {
    const { devDependencies = {} } = manifestOf(folder);
    const imported = importedPackages(join(folder, "src"));
    for (const name of Object.keys(devDependencies)) {
      if (imported.has(name) && !name.startsWith("@narratoria/")) take(name, folder);
    }
  }
  return [...found.values()];
}

/**
 * Returns the text that goes with the download.
 *
 * @param {readonly Package[]} packages
 * @param {string} nodeLicence - Text of the licence of Node, which holds those of all that is built into it.
 * @throws {Error} Where a package names no licence.
 */
export function noticesText(packages, nodeLicence) {
  const unique = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  const licences = [...unique]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { folder }]) => ({ title, ...licenceOf(folder, title) }));
  const sections = licences.map(({ title, name, by, source, texts }) =>
    [
      RULER,
      title,
      `Licence: ${name}`,
      ...(by === undefined ? [] : [`By: ${by}`]),
      ...(source === undefined ? [] : [`Source: ${source}`]),
      ...(texts.length > 0 ? texts : [textElsewhere(name, by, licences)]).map((text) => `\n${text}`),
    ].join("\n"),
  );
  return [
    "Narratoria is under the MIT licence, in the file LICENSE. The download also holds what others wrote, under these licences.",
    ...sections,
    // It is by far the longest.
    `${RULER}\nNode.js\n\n${nodeLicence.trim()}`,
    "",
  ].join("\n\n");
}

/**
 * Finds the licence of a Node binary, where releases and packages of systems put it.
 *
 * @param {string} node - Path of the binary.
 * @throws {Error} Where there is none, naming the option that says where it is.
 */
export function nodeLicenceOf(node) {
  const folder = dirname(realpathSync(node));
  const places = ["LICENSE", "../LICENSE", "../share/doc/nodejs/LICENSE", "../share/doc/node/LICENSE"];
  const file = [...places, "../share/doc/nodejs/copyright"].map((place) => join(folder, place)).find(existsSync);
  if (file === undefined) throw new Error(`No licence was found near ${node}. Say where it is: --node-licence FILE.`);
  return file;
}

const RULER = "-".repeat(80);

/** Who it is by, where it comes from, and every licence and notice that the package carries. */
function licenceOf(folder, title) {
  const { license: name, author, homepage, repository } = manifestOf(folder);
  if (typeof name !== "string")
    throw new Error(`${title} names no licence. Find out which it has before it is shipped.`);
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  return {
    name,
    by: typeof author === "string" ? author : author?.name,
    source: homepage ?? (typeof repository === "string" ? repository : repository?.url),
    texts,
  };
}

/** What stands in place of a text that a package names and does not carry. */
function textElsewhere(name, by, licences) {
  if (name === "MIT" && by !== undefined) {
    // Ours is the same but for who holds the rights.
    return readFileSync(new URL("../../LICENSE", import.meta.url), "utf8")
      .replace(/^Copyright .*$/m, `Copyright (c) ${by}`)
      .trim();
  }
  const other = licences.find((one) => one.name === name && one.texts.length > 0);
  return other === undefined
    ? `The text of this licence: https://spdx.org/licenses/${name}.html`
    : `The text of this licence stands in the section of ${other.title}.`;
}

/** Names of the packages that sources import, in code and in style sheets. */
function importedPackages(folder) {
  const names = new Set();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:[cm]?tsx?|css)$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const [, specifier] of text.matchAll(
      /(?:\bfrom|\bimport|@import(?:\s+url\()?|\bimport\(|\brequire\()\s*["']([^"'.][^"']*)["']/g,
    )) {
      const [scope, name] = specifier.split("/");
      names.add(scope.startsWith("@") ? `${scope}/${name}` : scope);
    }
  }
  return names;
}

/** The folder of a package as Node finds it from another one; null where it is not installed, as optional ones may be. */
function folderOf(name, from) {
  if (builtinModules.includes(name)) return null;
  for (let folder = realpathSync(from); ; folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (existsSync(join(place, "package.json"))) return realpathSync(place);
    if (folder === dirname(folder)) return null;
  }
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
