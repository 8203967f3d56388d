import { createHash, randomBytes } from "node:crypto";
import { lstat, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fitsSkillFolder } from "@narratoria/protocol";
import { openArchive } from "./archive-source.js";
import { ArchiveError, cancelled, damaged, errnoOf, inWords } from "./errors.js";
import { type CheckFolder, checkSkill, type FolderVerdict, type Kind, PLAYERS_OWN } from "./folder-kind.js";
import { openFolder, tooLarge } from "./folder-source.js";
import { CAPS, printable, WORK } from "./names.js";
import { declaredName } from "./skill-name.js";
import type { Progress, Source, SourceFile } from "./source.js";
import { isTarball, openTarball } from "./tarball-source.js";

export interface InstallFoldersOptions {
  /** An archive, the folder of a campaign or skill, or a skill in a `.tgz` file of npm's. */
  readonly from: string;
  /** Where campaigns and skills are installed; made when needed. */
  readonly folders: Readonly<Record<Kind, string>>;
  readonly checkCampaign: CheckFolder;
  /** Names that a skill may not take, since skills that are shipped have them. */
  readonly takenSkills?: readonly string[];
  /** Whether what is installed under that name is replaced; it is not unless this is true. */
  readonly replace?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** What says a skill's name is no longer. */
const NAMING_BYTES = 1024 * 1024;

export interface Installed {
  readonly kind: Kind;
  readonly name: string;
  readonly title: string;
  /** Absolute path of its folder. */
  readonly dir: string;
  /** Whether another one stood there. */
  readonly replaced: boolean;
  readonly files: number;
  readonly bytes: number;
  /** What the check said, errors that left parts out included. */
  readonly problems: FolderVerdict["problems"];
}

/**
 * Installs a campaign or skill: judged, unpacked beside its place, held against its checksums, checked as a folder, and only
 * then renamed into place. Whatever goes wrong, what stood there before stands there still, and nothing else is left.
 * Implements rules SK101 to SK113.
 *
 * @throws {ArchiveError} For every reason there is, with a sentence and what to do.
 */
export async function installFrom(options: InstallFoldersOptions): Promise<Installed> {
  const source = await openSource(options.from);
  try {
    return await install(source, options);
  } finally {
    await source.close();
  }
}

async function openSource(path: string): Promise<Source> {
  const isFolder = await stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
  const source = isFolder
    ? await openFolder(path)
    : (await isTarball(path))
      ? await openTarball(path)
      : await openArchive(path);
  return source.kind === "skill" ? namedAsSkill(source) : source;
}

/** The source under the name that its skill has, where its folder is called as an npm package of that skill is. (rule SK8) */
async function namedAsSkill(source: Source): Promise<Source> {
  const textOf = async (path: string): Promise<string | null> => {
    const file = source.files.find((one) => one.path === path);
    if (file === undefined || file.sizeBytes > NAMING_BYTES) return null;
    const parts: Buffer[] = [];
    for await (const part of await source.read(file)) if (Buffer.isBuffer(part)) parts.push(part);
    return Buffer.concat(parts).toString("utf8");
  };
  if (!/skill-/.test(source.name)) return source;
  const name = declaredName(await textOf("skill.json"), await textOf("SKILL.md"));
  return name === null || !fitsSkillFolder(name, source.name) ? source : { ...source, name };
}

async function install(source: Source, options: InstallFoldersOptions): Promise<Installed> {
  const { kind, name, files } = source;
  const { signal } = options;
  const parent = resolve(options.folders[kind]);
  const target = join(parent, name);
  if (kind === "skill" && options.takenSkills?.includes(name)) {
    throw new ArchiveError(
      "exists",
      `The skill ${name} comes with Narratoria.`,
      "Another skill needs a name of its own.",
    );
  }
  // No later than here, so that a stop asked for while the archive was judged leaves not even a folder.
  if (signal?.aborted) throw cancelled();
  const made = await makeFolder(parent);
  const work = join(parent, `${WORK}${process.pid}-${randomBytes(6).toString("hex")}`);
  try {
    await recoverInstalls(parent);
    const replaced = await standsThere(target, options.replace ?? false, kind);
    await mkdir(join(work, "new"), { recursive: true, mode: 0o700 });
    const staged = join(work, "new", name);
    await writeFiles(source, staged, options);
    const verdict = await (kind === "campaign" ? options.checkCampaign(staged) : checkSkill(staged));
    if (verdict.title === null) throw unusable(kind, name, verdict);
    if (signal?.aborted) throw cancelled();
    await putInPlace(work, target, kind, replaced);
    await rm(work, { recursive: true, force: true });
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return {
      kind,
      name,
      title: verdict.title,
      dir: target,
      replaced,
      files: files.length,
      bytes,
      problems: [...verdict.problems, ...(source.problems ?? [])],
    };
  } catch (error) {
    await undo(work, target);
    if (made !== undefined) await removeEmpty(made, parent);
    throw inWords(error, `${name} cannot be installed in ${parent}`);
  }
}

/** @returns The first folder that had to be made, undefined when all were there. */
async function makeFolder(path: string): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw inWords(error, `The folder ${path} cannot be made`);
  }
}

async function standsThere(target: string, replace: boolean, kind: Kind): Promise<boolean> {
  const there = await lstat(target).catch(() => null);
  if (there === null) return false;
  if (!there.isDirectory()) {
    // A folder that an author linked here is the author's: nothing of it is moved or deleted.
    throw new ArchiveError("exists", `${target} is a link or a file.`, "Remove it first.");
  }
  if (replace) return true;
  const kept = kind === "skill" ? " Its settings and data are kept." : "";
  throw new ArchiveError(
    "exists",
    `There is a ${kind} ${basename(target)} already.`,
    `Say that it is to be replaced.${kept}`,
  );
}

async function writeFiles(
  source: Source,
  staged: string,
  { signal, onProgress }: InstallFoldersOptions,
): Promise<void> {
  const totalBytes = source.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let doneBytes = 0;
  const count = (bytes: number): void => {
    doneBytes += bytes;
    if (doneBytes > CAPS.totalBytes) throw tooLarge();
    if (signal?.aborted) throw cancelled();
    onProgress?.({ doneBytes, totalBytes });
  };
  await mkdir(staged, { mode: 0o755 });
  for (const file of source.files) {
    await mkdir(dirname(join(staged, file.path)), { recursive: true, mode: 0o755 });
    await writeFile(source, file, join(staged, file.path), count);
    count(0);
  }
}

async function writeFile(
  source: Source,
  file: SourceFile,
  path: string,
  count: (bytes: number) => void,
): Promise<void> {
  // Nothing in a campaign is ever run.
  const executable = file.executable && source.kind === "skill";
  const stream = await source.read(file);
  const hash = createHash("sha256");
  const handle = await open(path, "wx", executable ? 0o755 : 0o644);
  try {
    for await (const part of stream) {
      if (!Buffer.isBuffer(part)) continue;
      hash.update(part);
      await handle.writeFile(part);
      count(part.length);
    }
    await handle.sync();
  } finally {
    stream.destroy();
    await handle.close();
  }
  if (file.sha256 !== null && hash.digest("hex") !== file.sha256) {
    throw damaged(`${printable(file.path)} is not what its checksum says.`);
  }
}

function unusable(kind: Kind, name: string, { problems }: FolderVerdict): ArchiveError {
  const first = problems.find(({ severity }) => severity === "error");
  const where = first === undefined ? "" : ` ${first.file}:${first.line ?? 1} ${first.message}`;
  const message = `The ${kind} ${name} cannot be used, so it was not installed.${where}`;
  return new ArchiveError("invalid", message, "Ask whoever made it for a sound one.");
}

/**
 * Three steps of renaming, in an order that `recoverInstalls` can tell apart by what is there: the old one out of the way,
 * what is the player's over to the new one, the new one into place.
 */
async function putInPlace(work: string, target: string, kind: Kind, replaced: boolean): Promise<void> {
  const staged = join(work, "new", basename(target));
  if (replaced) {
    await mkdir(join(work, "old"), { mode: 0o700 });
    const old = join(work, "old", basename(target));
    await rename(target, old);
    if (kind === "skill") await moveOwn(old, staged);
  }
  await rename(staged, target).catch((error: unknown) => {
    if (!["ENOTEMPTY", "EEXIST"].includes(errnoOf(error))) throw error;
    throw new ArchiveError(
      "exists",
      `There is a ${kind} ${basename(target)} already.`,
      "Say that it is to be replaced.",
    );
  });
}

/** Moves what is the player's from one skill folder to another, if it is there. */
async function moveOwn(from: string, to: string): Promise<void> {
  for (const own of PLAYERS_OWN) {
    await rename(join(from, own), join(to, own)).catch((error: unknown) => {
      if (errnoOf(error) !== "ENOENT") throw error;
    });
  }
}

/** Takes an install back, wherever it broke off, and removes its working folder. */
async function undo(work: string, target: string): Promise<void> {
  const old = join(work, "old", basename(target));
  const [before, now] = [await isThere(old), await isThere(target)];
  if (before && !now) {
    await moveOwn(join(work, "new", basename(target)), old);
    await rename(old, target);
  }
  await rm(work, { recursive: true, force: true });
}

/**
 * Ends what an install left that was killed: the skill or campaign that was being replaced is put back, its working folder
 * goes. Installs of other processes that still run are let be.
 */
async function recoverInstalls(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^\.narratoria-install-(\d+)-[0-9a-f]{12}$/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const work = join(parent, name);
    const [old] = await readdir(join(work, "old")).catch(() => []);
    await undo(work, join(parent, old ?? name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}

async function removeEmpty(first: string, last: string): Promise<void> {
  for (let path = last; path.length >= first.length; path = dirname(path)) {
    await rmdir(path).catch(() => undefined);
  }
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
