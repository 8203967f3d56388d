import { constants } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { ArchiveError, errnoOf, inWords } from "./errors.js";
import { isPlayersOwn, kindOf } from "./folder-kind.js";
import { CAPS, codePointOrder, nameFault, printable, twins } from "./names.js";
import type { Source, SourceFile } from "./source.js";

/**
 * Lists a campaign or skill folder. Hidden files, caches of Python, finished archives, and what a player put into a skill
 * are passed over; links and special files are refused, since no archive can hold them for another machine.
 * Implements rules SK114 and SK115.
 *
 * @throws {ArchiveError} `not_found`, `unknown_kind`, `unsafe` or `too_large`.
 */
export async function openFolder(path: string): Promise<Source> {
  const root = await folderAt(path);
  const name = basename(root);
  const fault = nameFault(name);
  if (fault !== null) {
    throw new ArchiveError("unsafe", `The folder's name ${printable(name)} cannot be used: ${fault}.`, "Rename it.");
  }
  const top = await readdir(root);
  const kind = kindOf(name, await withOneBelow(root, top));
  const files: SourceFile[] = [];
  const leftOut: string[] = [];
  let totalBytes = 0;
  const walk = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => codePointOrder(a.name, b.name))) {
      const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isPassedOver(entry.name) || isPlayersOwn(kind, inside)) {
        leftOut.push(entry.isDirectory() ? `${inside}/` : inside);
        continue;
      }
      const bad = nameFault(`${name}/${inside}`);
      if (bad !== null)
        throw new ArchiveError("unsafe", `The name ${printable(inside)} cannot be packed: ${bad}.`, "Rename it.");
      if (entry.isDirectory()) {
        if (depth >= CAPS.depth) throw tooDeep(inside);
        await walk(inside, depth + 1);
        continue;
      }
      if (!entry.isFile()) throw notAFile(inside, entry.isSymbolicLink());
      const found = await stat(join(root, inside));
      totalBytes += found.size;
      files.push({ path: inside, sizeBytes: found.size, executable: isExecutable(found.mode), sha256: null });
      if (files.length > CAPS.files || totalBytes > CAPS.totalBytes) throw tooLarge();
    }
  };
  await walk("", 0).catch((error: unknown) => {
    throw inWords(error, `The folder ${root} cannot be read`);
  });
  const pair = twins(files.map((file) => file.path));
  if (pair !== null) {
    const [one, other] = pair.map(printable);
    throw new ArchiveError("unsafe", `Many systems cannot tell ${one} from ${other}.`, "Rename one of them.");
  }
  files.sort((a, b) => codePointOrder(a.path, b.path));
  return { kind, name, files, leftOut, read: (file) => readFile(root, file), close: async () => {} };
}

async function folderAt(path: string): Promise<string> {
  try {
    const root = await realpath(path);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") throw inWords(error, `${path} cannot be read`);
    throw new ArchiveError("not_found", `There is no folder ${path}.`, "Check its name.");
  }
  throw new ArchiveError("not_found", `${path} is a file.`, "Name the folder of a campaign or skill.");
}

/** Names at the top, and the manifests one folder below, which only a hint needs. */
async function withOneBelow(root: string, top: readonly string[]): Promise<string[]> {
  const paths = [...top];
  for (const name of top.slice(0, 100)) {
    if (name.startsWith(".")) continue;
    for (const file of ["manifest.json", "skill.json", "SKILL.md"]) {
      const there = await stat(join(root, name, file)).then(
        () => true,
        () => false,
      );
      if (there) paths.push(`${name}/${file}`);
    }
  }
  return paths;
}

/** Whether a file or folder of this name is never packed nor installed. */
export function isPassedOver(name: string): boolean {
  return name.startsWith(".") || name === "__pycache__" || /\.narratoria$/i.test(name);
}

function isExecutable(mode: number): boolean {
  return process.platform !== "win32" && (mode & constants.S_IXUSR) !== 0;
}

async function readFile(root: string, file: SourceFile) {
  const handle = await open(
    join(root, file.path),
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  const found = await handle.stat();
  if (!found.isFile() || found.size !== file.sizeBytes) {
    await handle.close();
    throw new ArchiveError(
      "damaged",
      `${printable(file.path)} was changed meanwhile.`,
      "Nothing was changed. Try again.",
    );
  }
  return handle.createReadStream();
}

function notAFile(path: string, link: boolean): ArchiveError {
  const what = link ? "a link" : "not an ordinary file";
  return new ArchiveError("unsafe", `${printable(path)} is ${what}.`, "Put the file itself there, or take it away.");
}

function tooDeep(path: string): ArchiveError {
  return new ArchiveError(
    "too_large",
    `Folders may lie ${CAPS.depth} deep; ${printable(path)} lies deeper.`,
    "Put it higher up.",
  );
}

export function tooLarge(totalBytes: number = CAPS.totalBytes): ArchiveError {
  const total = totalBytes / 1024 / 1024;
  const action = "Nothing was changed. Leave out what it can do without.";
  return new ArchiveError(
    "too_large",
    `A campaign or skill may have ${CAPS.files} files and ${total} MiB; this one has more.`,
    action,
  );
}
