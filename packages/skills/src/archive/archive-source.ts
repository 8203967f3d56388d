import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { NarratoriaError } from "@narratoria/protocol";
import { type Entry, type ExtraField, fromFdPromise, parseExtraFields, type ZipFile } from "yauzl";
import { readChecksums } from "./checksums.js";
import { ArchiveError, damaged, errnoOf, inWords, unsafe } from "./errors.js";
import { isPlayersOwn, kindOf } from "./folder-kind.js";
import { tooLarge } from "./folder-source.js";
import { CAPS, CHECKSUMS, codePointOrder, nameFault, printable, twins } from "./names.js";
import type { Source, SourceFile } from "./source.js";

const END_BYTES = 22;
const LOCAL_BYTES = 30;
const FLAGS = { encrypted: 0x1, sizesFollow: 0x8, utf8: 0x800, masked: 0x2000 } as const;
/** Volume label, device, reparse point: what an entry of a DOS disk may be other than a file or folder. */
const DOS_SPECIAL = 0x8 | 0x40 | 0x400;

/** Fields in which a program may find another name, or that a file is a link. */
const EXTRA = { unicodePath: 0x7075, unixKind: 0x756e } as const;

interface ArchiveEntry {
  readonly path: string;
  readonly folder: boolean;
  readonly entry: Entry;
}

/**
 * Opens an archive and judges all that can be judged before a byte of it is written: the form of the zip file, every name,
 * size and kind of file, and that the checksum list names just what is there. Implements rules SK101 to SK108.
 *
 * @throws {ArchiveError} `not_found`, `not_an_archive`, `unsafe`, `damaged`, `too_large` or `unknown_kind`.
 */
export async function openArchive(path: string): Promise<Source> {
  const handle = await openFile(path);
  try {
    return await readDirectory(handle);
  } catch (error) {
    await handle.close();
    throw asArchiveError(error);
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") throw inWords(error, `${path} cannot be read`);
    throw new ArchiveError("not_found", `There is no file ${path}.`, "Check its name.");
  }
}

async function readDirectory(handle: FileHandle): Promise<Source> {
  const info = await handle.stat();
  if (!info.isFile()) throw notAnArchive("It is not an ordinary file.");
  if (info.size > 2 * CAPS.totalBytes) throw tooLarge();
  const directoryAt = await checkEnd(handle, info.size);
  const zip = await fromFdPromise(handle.fd, {
    autoClose: false,
    lazyEntries: true,
    // Names are decoded here, since the zip library would take a field of its own choice for them.
    decodeStrings: false,
    validateEntrySizes: true,
  });
  if (zip.entryCount > CAPS.files + 1) throw tooLarge();
  const entries: ArchiveEntry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(readEntry(entry));
  await checkLayout(zip, entries, directoryAt);
  const pair = twins(entries.map(({ path: one }) => one));
  if (pair !== null) throw unsafe(`Many systems cannot tell ${printable(pair[0])} from ${printable(pair[1])}.`);
  const list = entries.find(({ path: one, folder }) => one === CHECKSUMS && !folder);
  if (list === undefined) throw notAnArchive(`It has no list of checksums (${CHECKSUMS}).`);
  const files = entries.filter((one) => one !== list && !one.folder);
  checkSizes(list, files);
  const name = topFolder(entries.filter((one) => one !== list));
  const kind = kindOf(
    name,
    files.map(({ path: one }) => one.slice(name.length + 1)),
  );
  const sums = await readList(zip, list.entry);
  const bare: SourceFile[] = files.map(({ path: one, entry }) => {
    const inside = one.slice(name.length + 1);
    if (isPlayersOwn(kind, inside)) throw unsafe(`It holds ${printable(inside)}, which is the player's own.`);
    const sha256 = sums.get(one);
    if (sha256 === undefined) throw damaged(`The list of checksums does not name ${printable(inside)}.`);
    const executable = ((entry.externalFileAttributes >>> 16) & constants.S_IXUSR) !== 0;
    return { path: inside, sizeBytes: entry.uncompressedSize, executable, sha256 };
  });
  const there = new Set(files.map(({ path: one }) => one));
  for (const one of sums.keys()) if (!there.has(one)) throw damaged(`${printable(one)} is missing from it.`);
  const byPath = new Map(files.map(({ path: one, entry }) => [one, entry]));
  return {
    kind,
    name,
    files: bare.sort((a, b) => codePointOrder(a.path, b.path)),
    leftOut: [],
    read: async (file) => {
      const entry = byPath.get(`${name}/${file.path}`);
      if (entry === undefined) throw damaged(`${printable(file.path)} is missing from it.`);
      return Readable.from(content(zip, entry, file.path));
    },
    close: () => handle.close(),
  };
}

/** The last record of the file, which must end it: nothing before the first file, nothing after the last. */
async function checkEnd(handle: FileHandle, size: number): Promise<number> {
  const end = Buffer.alloc(END_BYTES);
  const { bytesRead } = await handle.read(end, 0, END_BYTES, Math.max(0, size - END_BYTES));
  if (bytesRead < END_BYTES) throw notAnArchive("It is too short.");
  const start = Buffer.alloc(4);
  await handle.read(start, 0, 4, 0);
  if (end.readUInt32LE(0) !== 0x06054b50) {
    if (start.readUInt32LE(0) !== 0x04034b50) throw notAnArchive("It is no zip file.");
    throw damaged("It is cut short, or something was added at its end.");
  }
  const [disk, startDisk, here, all] = [4, 6, 8, 10].map((at) => end.readUInt16LE(at));
  if (disk !== 0 || startDisk !== 0 || here !== all) throw unsafe("It is one part of several.");
  const directoryAt = end.readUInt32LE(16);
  if (end.readUInt16LE(20) !== 0 || directoryAt + end.readUInt32LE(12) !== size - END_BYTES) {
    throw unsafe("Something was put before, between or after its parts.");
  }
  return directoryAt;
}

function readEntry(entry: Entry): ArchiveEntry {
  const raw = textOf(entry);
  const folder = raw.endsWith("/");
  const path = folder ? raw.slice(0, -1) : raw;
  const fault = nameFault(path);
  if (fault !== null) throw unsafe(`The name ${printable(raw)} in it cannot be used: ${fault}.`);
  const flags = entry.generalPurposeBitFlag;
  if ((flags & (FLAGS.encrypted | FLAGS.masked)) !== 0) {
    throw unsafe(`${printable(path)} is encrypted.`);
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw unsafe(`${printable(path)} is compressed in a way that is not known here.`);
  }
  const kind = (entry.externalFileAttributes >>> 16) & constants.S_IFMT;
  const plain = kind === 0 || kind === (folder ? constants.S_IFDIR : constants.S_IFREG);
  const dosFolder = (entry.externalFileAttributes & 0x10) !== 0;
  if (!plain || (dosFolder && !folder) || (entry.externalFileAttributes & DOS_SPECIAL) !== 0) {
    throw unsafe(`${printable(path)} is a link, a device or something else that is no plain file.`);
  }
  checkExtraFields(entry.extraFields, entry.fileNameRaw, path);
  if (folder && (entry.uncompressedSize !== 0 || entry.compressedSize !== 0)) {
    throw unsafe(`The folder ${printable(path)} has a content.`);
  }
  return { path, folder, entry };
}

/**
 * Some programs take the name from the field "Info-ZIP Unicode Path" and the kind of file from "ASi Unix": another one there
 * makes two files of one entry, whichever of the two was looked at. Implements rule SK423.
 */
function checkExtraFields(fields: readonly ExtraField[], name: Buffer, path: string): void {
  for (const { id, data } of fields) {
    // A version and the checksum of the name stand before the other name.
    const other = id === EXTRA.unicodePath ? data.subarray(5) : null;
    if (other !== null && !other.equals(name)) throw unsafe(`It names ${printable(path)} in two ways.`);
    if (id === EXTRA.unixKind) throw unsafe(`${printable(path)} is said to be of another kind of file.`);
  }
}

function textOf(entry: Entry): string {
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw);
  } catch {
    throw unsafe("A name in it is not written in UTF-8.");
  }
  const ascii = entry.fileNameRaw.every((byte) => byte < 0x80);
  if (!ascii && (entry.generalPurposeBitFlag & FLAGS.utf8) === 0) {
    throw unsafe(`The name ${printable(name)} in it can be read in two ways.`);
  }
  return name;
}

/**
 * The files must lie side by side from the first byte to the directory, each as the directory tells it. Then no byte is read
 * twice (how a few kilobytes become terabytes) and no other program sees other files in it.
 */
async function checkLayout(zip: ZipFile, entries: readonly ArchiveEntry[], directoryAt: number): Promise<void> {
  const inPlace = [...entries].sort(
    (a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader,
  );
  let at = 0;
  for (const [index, { path, entry }] of inPlace.entries()) {
    const next = inPlace[index + 1]?.entry.relativeOffsetOfLocalHeader ?? directoryAt;
    if (entry.relativeOffsetOfLocalHeader !== at) throw gap();
    const local = await zip.readLocalFileHeaderPromise(entry);
    const same = FLAGS.encrypted | FLAGS.sizesFollow | FLAGS.utf8;
    const sizesFollow = (entry.generalPurposeBitFlag & FLAGS.sizesFollow) !== 0;
    const agrees =
      entry.fileNameRaw.equals(local.fileName) &&
      local.compressionMethod === entry.compressionMethod &&
      (local.generalPurposeBitFlag & same) === (entry.generalPurposeBitFlag & same) &&
      (sizesFollow ||
        (local.crc32 === entry.crc32 &&
          local.compressedSize === entry.compressedSize &&
          local.uncompressedSize === entry.uncompressedSize));
    if (!agrees) throw unsafe(`It tells of ${printable(path)} in two ways.`);
    checkExtraFields(parseExtraFields(local.extraField), local.fileName, path);
    const end = at + LOCAL_BYTES + local.fileNameLength + local.extraFieldLength + entry.compressedSize;
    // Behind a file whose sizes follow stand its checksum and sizes, 12 bytes, with or without 4 that announce them.
    if (sizesFollow ? next - end !== 12 && next - end !== 16 : next !== end) throw gap();
    at = next;
  }
}

function gap(): ArchiveError {
  return unsafe("Its parts overlap, or something lies hidden between them.");
}

function checkSizes(list: ArchiveEntry, files: readonly ArchiveEntry[]): void {
  if (list.entry.uncompressedSize > CAPS.listBytes) throw tooLarge();
  let totalBytes = 0;
  for (const { path, entry } of [list, ...files]) {
    totalBytes += entry.uncompressedSize;
    const { uncompressedSize, compressedSize } = entry;
    if (uncompressedSize > CAPS.ratioFromBytes && uncompressedSize > CAPS.ratio * compressedSize) {
      throw unsafe(`${printable(path)} would grow to more than ${CAPS.ratio} times its size.`);
    }
  }
  if (totalBytes > CAPS.totalBytes) throw tooLarge();
}

function topFolder(entries: readonly ArchiveEntry[]): string {
  const name = entries[0]?.path.split("/")[0] ?? "";
  for (const { path, folder } of entries) {
    if (!path.startsWith(`${name}/`) && !(folder && path === name)) {
      throw unsafe(`Everything in it must lie in one folder, and ${printable(path)} does not.`);
    }
  }
  if (name === "") throw notAnArchive("There is nothing in it.");
  return name;
}

async function readList(zip: ZipFile, entry: Entry): Promise<Map<string, string>> {
  const parts: Buffer[] = [];
  for await (const part of content(zip, entry, CHECKSUMS)) parts.push(part);
  try {
    return readChecksums(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts)));
  } catch (error) {
    throw error instanceof NarratoriaError ? error : damaged("The list of checksums is not written in UTF-8.");
  }
}

/** A file's bytes; never more than its size says, and an error at their end when they are not what was packed. */
async function* content(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  let [length, sum] = [0, 0];
  try {
    for await (const part of await zip.openReadStreamPromise(entry)) {
      if (!Buffer.isBuffer(part)) continue;
      length += part.length;
      if (length > entry.uncompressedSize) throw unsafe(`${printable(path)} is larger than it says.`);
      sum = crc32(part, sum);
      yield part;
    }
  } catch (error) {
    if (error instanceof NarratoriaError || errnoOf(error) === "EIO") throw error;
    throw damaged(`${printable(path)} cannot be unpacked.`);
  }
  if (length !== entry.uncompressedSize || sum !== entry.crc32) throw damaged(`${printable(path)} is damaged.`);
}

function notAnArchive(why: string): ArchiveError {
  const action = "Pack the folder of a campaign or a skill to make one.";
  return new ArchiveError("not_an_archive", `This is no .narratoria archive. ${why}`, action);
}

/** The zip library's own errors are plain ones: all it stumbles over is an archive that it cannot read. */
function asArchiveError(error: unknown): unknown {
  if (error instanceof NarratoriaError || !(error instanceof Error)) return error;
  if (errnoOf(error) !== "") return inWords(error, "The archive cannot be read");
  return damaged("It cannot be read as a zip file.");
}
