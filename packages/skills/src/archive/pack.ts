import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ReadStreamOptions, ZipFile } from "yazl";
import { checksumText } from "./checksums.js";
import { ArchiveError, cancelled, damaged, inWords } from "./errors.js";
import { type AddedText, type CheckFolder, checkSkill, type FolderVerdict, type Kind } from "./folder-kind.js";
import { openFolder } from "./folder-source.js";
import { CHECKSUMS } from "./names.js";
import type { Progress, Source, SourceFile } from "./source.js";

export interface PackOptions {
  /** The folder of a campaign or skill; its name is what it will be installed as. */
  readonly dir: string;
  /** The archive to write; a folder gets `<name>.narratoria` in it. */
  readonly file: string;
  readonly checkCampaign: CheckFolder;
  /** Whether a file that is there already is replaced; it is not unless this is true. */
  readonly replace?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Packed {
  readonly kind: Kind;
  readonly name: string;
  readonly title: string;
  /** Absolute path of the archive. */
  readonly file: string;
  readonly files: number;
  /** Of the archive. */
  readonly bytes: number;
  /** What was passed over: hidden files, caches, archives, a player's settings and data. */
  readonly leftOut: readonly string[];
  /** Warnings and notices of the check. */
  readonly problems: FolderVerdict["problems"];
}

/** Already compressed: to try it again takes time and saves nothing. */
const COMPRESSED = /\.(png|jpe?g|webp|gif|mp3|ogg|flac|m4a|woff2|gz|tgz|bz2|xz|7z|docx|xlsx|pptx|gguf)$/i;

/**
 * Packs a campaign or skill folder into one file. The same folder gives the same bytes: files by name, no times, no owner.
 * It is checked first, and one with errors is not packed. Implements rules SK100 and SK109 to SK115.
 *
 * @throws {ArchiveError} With `file` as it was before.
 */
export async function packFolder(options: PackOptions): Promise<Packed> {
  const { signal } = options;
  const source = await openFolder(options.dir);
  const file = await targetOf(options.file, source.name);
  if (!options.replace) await mustBeFree(file);
  const dir = await realpath(options.dir);
  const verdict = await (source.kind === "campaign" ? options.checkCampaign(dir) : checkSkill(dir));
  refuseFaulty(source, verdict);
  const added = verdict.added ?? [];
  const names = new Set(added.map(({ path }) => path.toLowerCase()));
  const packed = { ...source, files: source.files.filter(({ path }) => !names.has(path.toLowerCase())) };
  const temporary = join(dirname(file), `.narratoria-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await writeArchive(packed, added, temporary, options);
    await sync(temporary);
    if (signal?.aborted) throw cancelled();
    if (!options.replace) await mustBeFree(file);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw inWords(error, `${file} cannot be written`);
  }
  return {
    kind: source.kind,
    name: source.name,
    title: verdict.title ?? source.name,
    file,
    files: packed.files.length + added.length,
    bytes: (await stat(file)).size,
    leftOut: source.leftOut,
    problems: verdict.problems,
  };
}

async function targetOf(wanted: string, name: string): Promise<string> {
  const path = resolve(wanted);
  const isFolder = await stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
  return isFolder ? join(path, `${name}.narratoria`) : path;
}

async function mustBeFree(file: string): Promise<void> {
  const there = await lstat(file).then(
    () => true,
    () => false,
  );
  if (there)
    throw new ArchiveError(
      "exists",
      `There is a file ${file} already.`,
      "Say that it is to be replaced, or give another name.",
    );
}

function refuseFaulty({ kind, name }: Source, verdict: FolderVerdict): void {
  const errors = verdict.problems.filter(({ severity }) => severity === "error");
  if (verdict.title !== null && errors.length === 0) return;
  const [first] = errors;
  const where = first === undefined ? "" : ` ${first.file}:${first.line ?? 1} ${first.message}`;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more.` : "";
  throw new ArchiveError("invalid", `The ${kind} ${name} has errors and is not packed.${where}${more}`);
}

async function writeArchive(
  source: Source,
  added: readonly AddedText[],
  path: string,
  { signal, onProgress }: PackOptions,
): Promise<void> {
  const zip = new ZipFile();
  const sums = new Map<string, string>();
  const totalBytes = source.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let doneBytes = 0;
  const count = (bytes: number): void => {
    doneBytes += bytes;
    onProgress?.({ doneBytes, totalBytes });
  };
  const failed = new AbortController();
  const stop = (error: unknown): void => failed.abort(error);
  zip.on("error", stop);
  for (const file of source.files) {
    const name = `${source.name}/${file.path}`;
    zip.addReadStreamLazy(name, entryOptions(file), (give) => {
      const stream = Readable.from(hashed(source, file, count, (sum) => sums.set(name, sum)));
      // The zip library does not listen to it.
      stream.once("error", stop);
      give(null, stream);
    });
  }
  for (const { path: place, text } of added) {
    const name = `${source.name}/${place}`;
    const bytes = Buffer.from(text);
    sums.set(name, createHash("sha256").update(bytes).digest("hex"));
    zip.addReadStreamLazy(name, entryOptions(null), (give) => give(null, Readable.from([bytes])));
  }
  // The last of all, so that each file is read once.
  zip.addReadStreamLazy(CHECKSUMS, entryOptions(null), (give) => {
    give(null, Readable.from([Buffer.from(checksumText(sums))]));
  });
  zip.end();
  const signals = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);
  try {
    await pipeline(zip.outputStream, createWriteStream(path, { flags: "wx", mode: 0o644 }), { signal: signals });
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    if (!failed.signal.aborted) throw error;
    const reason: unknown = failed.signal.reason;
    const changed = reason instanceof Error && reason.message.includes("unexpected number of bytes");
    throw changed ? damaged("A file was changed while it was packed.") : reason;
  }
}

async function* hashed(
  source: Source,
  file: SourceFile,
  count: (bytes: number) => void,
  ended: (sum: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const part of await source.read(file)) {
    if (!Buffer.isBuffer(part)) continue;
    hash.update(part);
    count(part.length);
    yield part;
  }
  ended(hash.digest("hex"));
}

/** The first moment that a zip file can tell, in whatever zone: times would make two archives of one folder differ. */
function entryOptions(file: SourceFile | null): Partial<ReadStreamOptions> {
  return {
    mtime: new Date(1980, 0, 1),
    forceDosTimestamp: true,
    mode: file?.executable ? 0o100755 : 0o100644,
    compressionLevel: file !== null && COMPRESSED.test(file.path) ? 0 : 9,
    ...(file === null ? {} : { size: file.sizeBytes }),
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
