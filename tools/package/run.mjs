// Makes the download for the platform that this runs on: a folder that needs no Node, a tarball of it, and on Linux a Debian package.
// `npm run package` builds first and runs this; `--check` then plays from what was made.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { debianPackage, tarGz } from "./archives.mjs";
import { checkDebianPackage, checkFolder, checkTarball } from "./check.mjs";
import { commitTime, downloadEntries, neededLibraries, systemEntries, whyNotShipped } from "./download.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OPTIONS = {
  check: { type: "boolean", default: false },
  "check-only": { type: "boolean", default: false },
  "folder-only": { type: "boolean", default: false },
  out: { type: "string", default: join(ROOT, "out") },
  node: { type: "string", default: process.execPath },
  "node-licence": { type: "string" },
  help: { type: "boolean", default: false },
};
const USAGE = `Usage: npm run package -- [options]
  --check              play from what was made
  --check-only         play from what was made before, and make nothing
  --folder-only        make no archives
  --out FOLDER         where it is put (default: out)
  --node FILE          the Node to ship (default: the one that runs this)
  --node-licence FILE  its licence (default: looked for near it)
`;
const DEBIAN_ARCHITECTURES = { x64: "amd64", arm64: "arm64", arm: "armhf" };

try {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) process.stdout.write(USAGE);
  else await main(values);
} catch (error) {
  const isUsage = error.code?.startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`Error: ${error.message}\n${isUsage ? USAGE : ""}`);
  process.exitCode = isUsage ? 2 : 1;
}

async function main(options) {
  const { out, node, "folder-only": folderOnly, "check-only": checkOnly } = options;
  const fault = node === process.execPath ? whyNotShipped(process.config.variables) : null;
  if (fault !== null) throw new Error(fault);
  const { version } = JSON.parse(readFileSync(join(ROOT, "apps", "cli", "package.json"), "utf8"));
  const time = commitTime(ROOT, process.env);
  const name = `narratoria-${version}-${process.platform}-${process.arch}`;
  const folder = resolve(out, name);
  const tarball = folderOnly ? null : `${folder}.tar.gz`;
  // Later commits of one version are newer packages.
  const debianVersion = `${version}+${new Date(time * 1000).toISOString().replace(/[-:]/g, "").replace("T", ".").slice(0, 15)}`;
  const architecture = DEBIAN_ARCHITECTURES[process.arch] ?? process.arch;
  const isDebian = !folderOnly && process.platform === "linux";
  const debian = isDebian ? resolve(out, `narratoria_${debianVersion}_${architecture}.deb`) : null;

  if (!checkOnly) {
    const entries = await downloadEntries(ROOT, { node, nodeLicence: options["node-licence"] });
    writeFolder(folder, entries, time);
    // Both at once, as each packs the same large Node.
    await Promise.all([
      tarball && tarGz(entries, { time, prefix: `${name}/` }).then((data) => writeFileSync(tarball, data)),
      debian &&
        debianPackage(systemEntries(entries), {
          time,
          control: controlFields(entries, debianVersion, architecture),
        }).then((data) => writeFileSync(debian, data)),
    ]);
    process.stdout.write(sizesTable(entries, [tarball, debian].filter(Boolean)));
  }
  if (!checkOnly && !options.check) return;
  if (tarball === null) await checkFolder(folder);
  else await checkTarball(tarball);
  if (debian !== null) await checkDebianPackage(debian, folder);
}

function writeFolder(folder, entries, time) {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, data, executable = false } of entries) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data, { mode: executable ? 0o755 : 0o644 });
    utimesSync(file, time, time);
  }
}

/** What a Debian package says of itself. */
function controlFields(entries, version, architecture) {
  return {
    Package: "narratoria",
    Version: version,
    Architecture: architecture,
    Maintainer: "Narratoria contributors <contributors@narratoria.invalid>",
    Depends: neededLibraries(entries),
    Recommends: "bubblewrap, chromium | www-browser",
    Section: "games",
    Priority: "optional",
    Description: `interactive stories on your own machine
 You choose what to do, dice decide how it goes, and the story remembers.
 Nothing leaves the machine while you play, and no account, server or model
 is needed. It plays in the terminal and in a window.`,
  };
}

function sizesTable(entries, archives) {
  const parts = new Map();
  const add = (part, bytes) => parts.set(part, (parts.get(part) ?? 0) + bytes);
  for (const { path, data } of entries) add(partOf(path), data.length);
  const total = [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
  const rows = [
    ...[...parts].sort(([, a], [, b]) => b - a).map(([part, bytes]) => [part, bytes, ""]),
    [`The folder, ${entries.length} files`, total, ""],
    ...archives.map((file) => {
      const data = readFileSync(file);
      return [basename(file), data.length, `  sha256 ${createHash("sha256").update(data).digest("hex")}`];
    }),
  ];
  const width = Math.max(...rows.map(([part]) => part.length));
  return rows
    .map(([part, bytes, more]) => `${part.padEnd(width)}  ${(bytes / 1e6).toFixed(1).padStart(6)} MB${more}\n`)
    .join("");
}

function partOf(path) {
  const modules = "app/node_modules/";
  if (path.startsWith("runtime/")) return "Node";
  if (/^@narratoria\/(?:engine\/bundled|skill-[\w-]+)\//.test(path.slice(modules.length)))
    return "Campaigns and skills";
  if (path.startsWith(`${modules}@narratoria/narrator/assets/`)) return "Word vectors";
  if (path.startsWith(`${modules}@narratoria/`)) return "Narratoria";
  if (path.startsWith(modules)) return "Libraries";
  return "Launchers, icons, licences";
}
