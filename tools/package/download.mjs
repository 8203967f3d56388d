// Puts the download together: the program, the Node that runs it, what starts it, and what stands on the system around it.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { programFiles } from "./contents.mjs";
import { builtInPackages, nodeLicenceOf, noticesText } from "./notices.mjs";

/** @typedef {import("./archives.mjs").Entry} Entry */

const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const PROGRAMS = {
  narratoria: "cli/bin/narratoria.js",
  "narratoria-desktop": "desktop/bin/narratoria-desktop.js",
};

/**
 * Returns every entry of the download's folder.
 *
 * @param {string} root - The workspace, built.
 * @param {{ node: string, nodeLicence?: string, platform?: NodeJS.Platform }} options - `node` is the binary to ship.
 * @returns {Promise<Entry[]>}
 * @throws {Error} Where something is missing that has to be shipped.
 */
export async function downloadEntries(root, { node, nodeLicence, platform = process.platform }) {
  const { files, packages } = await programFiles(root);
  const licence = readFileSync(nodeLicence ?? nodeLicenceOf(node), "utf8");
  const windows = platform === "win32";
  return [
    ...files.map(({ path, from }) => ({ path, data: readFileSync(from) })),
    { path: windows ? "runtime/node.exe" : "runtime/node", data: readFileSync(node), executable: true },
    { path: "LICENSE", data: readFileSync(join(root, "LICENSE")) },
    {
      path: "THIRD-PARTY-NOTICES.txt",
      data: Buffer.from(noticesText([...packages, ...builtInPackages(root, ownPackages(root))], licence)),
    },
    ...Object.entries(PROGRAMS).map(([name, script]) => launcher(name, script, windows)),
    ...(await sharedEntries(root, platform)),
  ];
}

/**
 * Returns the entries of the Debian package: the folder in /opt, its commands, and what desktops show.
 *
 * @param {readonly Entry[]} entries - Those of the download's folder for Linux.
 * @returns {Entry[]}
 */
export function systemEntries(entries) {
  const licence = entries.find(({ path }) => path === "LICENSE");
  const notices = "\nThe licences of what others wrote are in /opt/narratoria/THIRD-PARTY-NOTICES.txt.\n";
  return [
    ...entries.map((entry) => ({
      ...entry,
      path: entry.path.startsWith("share/") ? `usr/${entry.path}` : `opt/narratoria/${entry.path}`,
    })),
    ...Object.keys(PROGRAMS).map((name) => ({ path: `usr/bin/${name}`, link: `../../opt/narratoria/${name}` })),
    { path: "usr/share/doc/narratoria/copyright", data: Buffer.concat([licence.data, Buffer.from(notices)]) },
  ];
}

/**
 * Returns the libraries of the system that the binaries ask for, as a Debian package names them. They are read from the names of symbol
 * versions in the binaries, so that a package that was made on a new system is not installed on an old one.
 *
 * @param {readonly Entry[]} entries
 * @returns {string}
 */
export function neededLibraries(entries) {
  const binaries = entries.filter(({ path }) => /(?:^runtime\/node|\.node)$/.test(path));
  const glibc = highestVersion(binaries, "GLIBC_");
  const stdc = highestVersion(binaries, "GLIBCXX_3.4.");
  // The release of GCC that brought each version of the C++ library.
  const [, gcc] = GCC_OF.findLast(([version]) => version <= (stdc[0] ?? 0)) ?? GCC_OF[0];
  const versioned = (name, version) => (version === "" ? name : `${name} (>= ${version})`);
  return [versioned("libc6", glibc.join(".")), versioned("libstdc++6", gcc), "libgcc-s1"].join(", ");
}

const GCC_OF = [
  [0, ""],
  [21, "5"],
  [22, "6"],
  [23, "7"],
  [25, "8"],
  [26, "9"],
  [29, "11"],
  [30, "12"],
  [31, "13"],
  [33, "14"],
];

function highestVersion(entries, prefix) {
  let highest = [];
  for (const { data } of entries) {
    for (let at = data.indexOf(prefix); at >= 0; at = data.indexOf(prefix, at + 1)) {
      const [text] = /^[\d.]*/.exec(data.toString("latin1", at + prefix.length, at + prefix.length + 16)) ?? [""];
      const version = text.split(".").map(Number);
      if (text !== "" && compareVersions(version, highest) > 0) highest = version;
    }
  }
  return highest;
}

function compareVersions(one, other) {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Tells why a Node cannot be shipped: one that was built to use libraries of its machine runs on no other.
 *
 * @param {Readonly<Record<string, unknown>>} variables - `process.config.variables` of that Node.
 * @returns {string | null} What is wrong with it; null where nothing is.
 */
export function whyNotShipped(variables) {
  const shared = Object.keys(variables).filter((name) => /^node_shared/.test(name) && isTrue(variables[name]));
  return shared.length === 0
    ? null
    : `This Node uses libraries of this machine (${shared.join(", ")}) and would run on no other. Run this with a Node from https://nodejs.org.`;
}

const isTrue = (value) => value === true || value === "true";

/**
 * Returns the time of the commit, in seconds, which every file gets. `SOURCE_DATE_EPOCH` stands in for it.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} Where neither is there.
 */
export function commitTime(root, env) {
  const git = () => spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).stdout;
  const time = Number(env.SOURCE_DATE_EPOCH || git() || Number.NaN);
  if (Number.isSafeInteger(time)) return time;
  throw new Error("There is no commit whose time the files could get. Set SOURCE_DATE_EPOCH to a time in seconds.");
}

/** Icons, and on Linux also what desktops and `man` look for, in the folders that they look in. */
async function sharedEntries(root, platform) {
  const svg = readFileSync(new URL("./narratoria.svg", import.meta.url));
  const pictures = await renderIcons(root, svg);
  if (platform !== "linux") {
    return [
      { path: "icons/narratoria.svg", data: svg },
      ...pictures.map(({ size, data }) => ({ path: `icons/narratoria-${size}.png`, data })),
    ];
  }
  const icons = "share/icons/hicolor";
  const manual = gzipSync(readFileSync(join(root, "apps", "cli", "dist", "narratoria.1")), { level: 9 });
  manual[9] = 255;
  return [
    { path: `${icons}/scalable/apps/narratoria.svg`, data: svg },
    ...pictures.map(({ size, data }) => ({ path: `${icons}/${size}x${size}/apps/narratoria.png`, data })),
    {
      path: "share/applications/narratoria.desktop",
      data: readFileSync(new URL("./narratoria.desktop", import.meta.url)),
    },
    { path: "share/man/man1/narratoria.1.gz", data: manual },
  ];
}

/** The library is the one that portraits are drawn with. */
async function renderIcons(root, svg) {
  const requireOf = createRequire(join(root, "skills", "character-portraits", "package.json"));
  const { Resvg, initWasm } = requireOf("@resvg/resvg-wasm");
  await initWasm(readFileSync(requireOf.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return ICON_SIZES.map((size) => ({
    size,
    data: Buffer.from(new Resvg(svg.toString("utf8"), { fitTo: { mode: "width", value: size } }).render().asPng()),
  }));
}

function launcher(name, script, windows) {
  const template = readFileSync(new URL(windows ? "./launcher.cmd" : "./launcher.sh", import.meta.url), "utf8");
  const text = template.replace("@PROGRAM@", windows ? script.replaceAll("/", "\\") : script);
  return windows
    ? // The shell of Windows reads no other line ends well.
      { path: `${name}.cmd`, data: Buffer.from(text.replaceAll("\n", "\r\n")) }
    : { path: name, data: Buffer.from(text), executable: true };
}

/** Folders of the packages that are shipped, from the workspace. */
function ownPackages(root) {
  return ["apps", "packages", "skills"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
}
