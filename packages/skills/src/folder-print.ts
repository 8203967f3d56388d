import { createHash } from "node:crypto";
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What stands in a skill's folder: what an agreement is bound to. */
export interface FolderPrint {
  /** One hash over names, modes and bytes of all that is in the folder, as hexadecimal digits. */
  readonly hash: string;
  /** The hash of each file and link by its path, to tell what changed. */
  readonly files: ReadonlyMap<string, string>;
}

/** Changes when anything in the folder does, and costs no reading of files: sizes, times and places on the disk. */
export type FolderStamp = string;

/** What was written between two prints of a folder, by path. */
export interface FolderChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The folder holds something that no agreement can be bound to; `message` says what. */
export class UnfitFolder extends Error {}

/** A skill with more than this is not one that somebody could have looked through. */
const MAX_ENTRIES = 5_000;
const MAX_BYTES = 128n * 1024n * 1024n;
const MAX_DEPTH = 32;
/** Written while the skill is used, and so no part of what was agreed to: its caches and its settings. */
const OWN_AFFAIRS: ReadonlySet<string> = new Set(["data", "config.json"]);

type Entry = { readonly path: string; readonly name: string; readonly stat: BigIntStats } & (
  | { readonly kind: "file" | "link" }
  | { readonly kind: "folder"; readonly inside: readonly Entry[] }
);

/** Whether a path inside of a skill's folder is left out of its print, so that nothing there may be run or read as the skill's own. */
export function isOwnAffair(path: string): boolean {
  return OWN_AFFAIRS.has((path.split("/", 1)[0] ?? "").toLowerCase());
}

/**
 * Hashes a skill's folder as a Merkle tree. Implements rules SK71 and SK72.
 *
 * @param dir - Real path of the folder.
 * @param leaveOut - Names in it that are not looked at.
 * @throws {UnfitFolder} When it is too large, or holds a link that leads out or a device.
 */
export function printFolder(dir: string, leaveOut: readonly string[] = []): FolderPrint {
  const files = new Map<string, string>();
  const hashOf = (entry: Entry): string => {
    const mode = process.platform === "win32" ? 0 : Number(entry.stat.mode & 0o777n);
    if (entry.kind === "folder") return sha256(`folder ${mode}\n${linesOf(entry.inside)}`);
    const file = join(dir, entry.path);
    const hash =
      entry.kind === "link"
        ? sha256(`link ${readlinkSync(file)}`)
        : sha256(`file ${mode} ${sha256(readFileSync(file))}`);
    files.set(entry.path, hash);
    return hash;
  };
  const linesOf = (entries: readonly Entry[]): string =>
    entries.map((entry) => `${JSON.stringify(entry.name)} ${hashOf(entry)}\n`).join("");
  return { hash: sha256(linesOf(entriesOf(dir, leaveOut))), files };
}

/**
 * A stamp of the same files that `printFolder` reads.
 *
 * @throws {UnfitFolder} As `printFolder` does; what the file system reports where the folder is gone.
 */
export function stampFolder(dir: string, leaveOut: readonly string[] = []): FolderStamp {
  const lines: string[] = [];
  const add = (entries: readonly Entry[]): void => {
    for (const entry of entries) {
      const { mode, size, mtimeNs, ctimeNs, ino } = entry.stat;
      if (entry.kind === "folder") lines.push(`${entry.path}/ ${mode}`);
      // Of a folder the names in it are looked at, since its own times also change with the skill's caches.
      else lines.push(`${entry.path} ${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino}`);
      if (entry.kind === "folder") add(entry.inside);
    }
  };
  add(entriesOf(dir, leaveOut));
  return sha256(lines.join("\n"));
}

/** What is different between two prints. */
export function changesBetween(before: FolderPrint["files"], after: FolderPrint["files"]): FolderChanges {
  const old = [...before.keys()].sort();
  return {
    added: [...after.keys()].filter((name) => !before.has(name)).sort(),
    removed: old.filter((name) => !after.has(name)),
    changed: old.filter((name) => after.has(name) && after.get(name) !== before.get(name)),
  };
}

function entriesOf(dir: string, leaveOut: readonly string[]): Entry[] {
  const omitted = new Set([...OWN_AFFAIRS, ...leaveOut]);
  let count = 0;
  let bytes = 0n;
  const inFolder = (folder: string, depth: number): Entry[] => {
    if (depth > MAX_DEPTH) throw new UnfitFolder(`Its folders are nested more than ${MAX_DEPTH} deep.`);
    const names = readdirSync(join(dir, folder)).filter((name) => folder !== "" || !omitted.has(name));
    return names.sort().map((name) => {
      if (++count > MAX_ENTRIES) throw new UnfitFolder(`It holds more than ${MAX_ENTRIES} files.`);
      const path = folder === "" ? name : `${folder}/${name}`;
      const stat = lstatSync(join(dir, path), { bigint: true });
      if (stat.isDirectory()) return { path, name, stat, kind: "folder", inside: inFolder(path, depth + 1) };
      if (stat.isSymbolicLink()) {
        checkLink(dir, path);
        return { path, name, stat, kind: "link" };
      }
      if (!stat.isFile()) throw new UnfitFolder(`"${path}" is neither a file nor a folder.`);
      bytes += stat.size;
      if (bytes > MAX_BYTES) throw new UnfitFolder(`It holds more than ${MAX_BYTES / 1024n / 1024n} MiB.`);
      return { path, name, stat, kind: "file" };
    });
  };
  return inFolder("", 1);
}

/** What a link leads to must be hashed where it lies: inside of the folder, and not among what may change. */
function checkLink(dir: string, path: string): void {
  let inside: string;
  try {
    inside = relative(dir, realpathSync.native(join(dir, path))).replaceAll(sep, "/");
  } catch {
    throw new UnfitFolder(`The link "${path}" leads nowhere.`);
  }
  if (inside === ".." || inside.startsWith("../") || /^([A-Za-z]:|\/)/.test(inside)) {
    throw new UnfitFolder(`The link "${path}" leads out of the skill's folder.`);
  }
  if (isOwnAffair(inside)) throw new UnfitFolder(`The link "${path}" leads to what may change at any time.`);
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
