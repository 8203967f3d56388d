import { type BigIntStats, type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { breather } from "@narratoria/protocol";
import { CAPS, mebibytes } from "./caps.js";
import { type ProblemList, START } from "./problems.js";

/** A regular file inside the campaign folder. */
export interface FoundFile {
  /** Path inside the campaign, `/` between its parts, normalised to NFC: the name everything else knows it by. */
  readonly path: string;
  /** The path as the disk spells it. */
  readonly diskPath: string;
  /** The folder that it lies in, where that is not the campaign's own. */
  readonly root?: string;
  readonly sizeBytes: number;
  /** Which file it is and when it was last written, as far as the disk says: another where the content may be another. */
  readonly stamp: string;
}

/**
 * Every file that may be read. A path that a campaign names is looked up here and nowhere else, so no wording of it can
 * reach a file outside the folder.
 */
export interface Listing {
  readonly files: ReadonlyMap<string, FoundFile>;
  /** Paths of links, which are never followed: a file that seems to be there and is not used. */
  readonly links: ReadonlySet<string>;
  /** Folders, empty ones too. */
  readonly folders: ReadonlySet<string>;
}

/**
 * Lists the files of a campaign folder. Links of any kind and special files are left out with a warning, hidden files and
 * folders in silence. Implements rules CA10 to CA15.
 *
 * @param root - The real path of the campaign folder.
 * @param options - `hardLinks`: read files that other names share, as package managers leave them in an installed package.
 * @throws What the file system reports when the root itself cannot be read.
 */
export async function scanFolder(
  root: string,
  problems: ProblemList,
  options: { hardLinks: boolean; signal?: AbortSignal },
): Promise<Listing> {
  const found: { path: string; diskPath: string }[] = [];
  const links = new Set<string>();
  const folders = new Set<string>();
  let level = [{ path: "", entries: readdirSync(root, { withFileTypes: true }) }];
  const breathe = breather();
  let full = false;
  for (let depth = 1; level.length > 0 && !full; depth++) {
    const below: string[] = [];
    for (const { path: folder, entries } of level) {
      for (const entry of inOrder(entries)) {
        if (entry.name.startsWith(".")) continue;
        const diskPath = folder === "" ? entry.name : `${folder}/${entry.name}`;
        const path = diskPath.normalize("NFC");
        if (found.length + folders.size + links.size >= CAPS.files) {
          full = true;
        } else if (entry.isSymbolicLink()) {
          links.add(path);
          problems.warning(
            path,
            START,
            "link",
            "This is a link, and links are not followed. Put the file itself here.",
          );
        } else if (entry.isDirectory()) {
          folders.add(path);
          if (depth < CAPS.folderDepth) below.push(diskPath);
          else
            problems.error(
              path,
              START,
              "too_large",
              `Folders may lie ${CAPS.folderDepth} deep; what is in this one is not read.`,
            );
        } else if (entry.isFile()) {
          found.push({ path, diskPath });
        } else {
          problems.warning(path, START, "special_file", "This is not an ordinary file, so it is not read.");
        }
      }
    }
    level = [];
    for (const path of below) {
      level.push(readSubfolder(root, path, problems));
      await breathe();
    }
  }
  if (full)
    problems.error(
      "",
      START,
      "too_large",
      `A campaign may hold ${CAPS.files} files; the rest of this one is not read.`,
    );
  const candidates = await measure(root, dropTwins(found, problems), problems, { ...options, links });
  return { files: candidates, links, folders };
}

function readSubfolder(root: string, path: string, problems: ProblemList): { path: string; entries: Dirent[] } {
  try {
    return { path, entries: readdirSync(join(root, path), { withFileTypes: true }) };
  } catch (error) {
    problems.error(path.normalize("NFC"), START, "unreadable", `This folder cannot be read (${errno(error)}).`);
    return { path, entries: [] };
  }
}

/** Two names that some systems take for one: which of them is used must not depend on the disk. */
function dropTwins(
  found: readonly { path: string; diskPath: string }[],
  problems: ProblemList,
): { path: string; diskPath: string }[] {
  const taken = new Map<string, string>();
  const kept: { path: string; diskPath: string }[] = [];
  for (const file of [...found].sort((a, b) => codePointOrder(a.diskPath, b.diskPath))) {
    const folded = file.path.toLowerCase();
    const twin = taken.get(folded);
    if (twin === undefined) {
      taken.set(folded, file.path);
      kept.push(file);
    } else {
      problems.warning(
        file.path,
        START,
        "twin_names",
        `Many systems cannot tell this name from "${twin}", so only "${twin}" is used. Rename one of them.`,
      );
    }
  }
  return kept;
}

async function measure(
  root: string,
  found: readonly { path: string; diskPath: string }[],
  problems: ProblemList,
  options: { hardLinks: boolean; links: Set<string>; signal?: AbortSignal },
): Promise<Map<string, FoundFile>> {
  const breathe = breather();
  const files = new Map<string, FoundFile>();
  let total = 0;
  let full = false;
  for (const file of found) {
    await breathe();
    options.signal?.throwIfAborted();
    const stat = statOf(join(root, file.diskPath));
    if (!stat?.isFile()) {
      problems.warning(file.path, START, "unreadable", "This file cannot be read, so it is not used.");
      continue;
    }
    const sizeBytes = Number(stat.size);
    if (stat.nlink > 1n && !options.hardLinks) {
      options.links.add(file.path);
      problems.warning(
        file.path,
        START,
        "link",
        "This file shares its contents with another name (a hard link), so it is not read. Put a copy of it here.",
      );
      continue;
    }
    if (total + sizeBytes > CAPS.totalBytes) {
      full = true;
      continue;
    }
    total += sizeBytes;
    const stamp = `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`;
    files.set(file.path, { path: file.path, diskPath: file.diskPath, sizeBytes, stamp });
  }
  if (full) {
    const cap = mebibytes(CAPS.totalBytes);
    problems.error(
      "",
      START,
      "too_large",
      `A campaign may come to ${cap}; the files of this one that go beyond are not read.`,
    );
  }
  return files;
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}

function inOrder(entries: readonly Dirent[]): Dirent[] {
  return [...entries].sort((a, b) => codePointOrder(a.name, b.name));
}

function codePointOrder(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The system's name for a fault ("EACCES"), for the end of a message. */
export function errno(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown fault";
}
