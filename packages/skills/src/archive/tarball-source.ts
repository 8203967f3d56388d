/** Skills as npm packs them: a `.tgz` file with one folder in it. */
import { type FileHandle, open } from "node:fs/promises";
import { constants } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { isJsonObject, type JsonValue, NarratoriaError } from "@narratoria/protocol";
import { type ParsedTarEntryWithData, unpackTar } from "modern-tar";
import { ArchiveError, damaged, errnoOf, inWords, unsafe } from "./errors.js";
import { isPlayersOwn, kindOf } from "./folder-kind.js";
import { isPassedOver, tooLarge } from "./folder-source.js";
import { CAPS, codePointOrder, nameFault, printable, twins } from "./names.js";
import { declaredName } from "./skill-name.js";
import type { Source, SourceFile } from "./source.js";

/** All of it is held in memory, and nobody can agree to a skill of more bytes. */
const TARBALL_BYTES = 128 * 1024 * 1024;
/** Each file has a header of 512 bytes, and its content ends at a multiple of that. */
const TAR_OVERHEAD = 1024;
const EXECUTABLE = 0o100;
/** Of a package's name, by npm's own rules. */
const MOST_NAME = 214;

/** True for a file that is compressed as npm compresses packages. */
export async function isTarball(path: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await openToRead(path);
  } catch {
    // Whoever reads it as an archive says what is wrong with it.
    return false;
  }
  try {
    if (!(await handle.stat()).isFile()) return false;
    const start = Buffer.alloc(2);
    const { bytesRead } = await handle.read(start, 0, 2, 0);
    return bytesRead === 2 && start[0] === 0x1f && start[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/** Without O_NONBLOCK, opening a pipe would wait for somebody to write into it. */
const openToRead = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));

/**
 * Opens a skill that `npm pack` packed. Names, kinds and sizes of its files are judged as those of our own archives are. Scripts of
 * its `package.json` are never run, and what it depends on is not fetched. Implements rules SK720 to SK722.
 *
 * @throws {ArchiveError} `not_an_archive`, `unsafe`, `damaged`, `too_large` or `unknown_kind`.
 */
export async function openTarball(path: string): Promise<Source> {
  try {
    return sourceOf(await entriesIn(path));
  } catch (error) {
    throw error instanceof NarratoriaError ? error : inWords(error, `${path} cannot be read`);
  }
}

async function entriesIn(path: string): Promise<ParsedTarEntryWithData[]> {
  const packed = await readPacked(path);
  const most = Math.min(
    TARBALL_BYTES + CAPS.files * TAR_OVERHEAD,
    Math.max(CAPS.ratioFromBytes, packed.length * CAPS.ratio),
  );
  let bytes: Buffer;
  try {
    bytes = await promisify(gunzip)(packed, { maxOutputLength: most });
  } catch (error) {
    if (errnoOf(error) === "ERR_BUFFER_TOO_LARGE") throw tooLargeTarball();
    throw damaged("It is cut short, or its bytes were changed.");
  }
  try {
    return await unpackTar(bytes, { strict: true });
  } catch {
    throw damaged("It holds no list of files that can be read.");
  }
}

async function readPacked(path: string): Promise<Buffer> {
  const handle = await openToRead(path);
  try {
    const { size } = await handle.stat();
    if (size > TARBALL_BYTES) throw tooLargeTarball();
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function sourceOf(entries: readonly ParsedTarEntryWithData[]): Source {
  const files: SourceFile[] = [];
  const contents = new Map<string, Uint8Array>();
  const leftOut: string[] = [];
  let total = 0;
  let top: string | null = null;
  for (const { header, data = new Uint8Array() } of entries) {
    const { type = "file", mode = 0 } = header;
    if (type === "pax-global-header") continue;
    const shown = printable(header.name);
    if (type !== "file" && type !== "directory") throw unsafe(`${shown} is a link, a device or no plain file.`);
    const whole = type === "directory" ? header.name.replace(/\/$/, "") : header.name;
    const [folder = "", ...parts] = whole.split("/");
    if (folder !== (top ??= folder)) throw unsafe(`It holds ${shown} beside its one folder.`);
    const inside = parts.join("/");
    if (type === "file" && inside === "") throw unsafe(`It holds the file ${shown}, where its one folder should be.`);
    // What is above must not come out by way of a part that is passed over.
    const fault = parts.length === 0 ? null : nameFault(whole.split("/").map(unhidden).join("/"));
    if (fault !== null) throw unsafe(`The name ${shown} in it cannot be used: ${fault}.`);
    if (type === "directory") continue;
    if (parts.some(isPassedOver)) {
      leftOut.push(inside);
      continue;
    }
    if (isPlayersOwn("skill", inside)) throw unsafe(`It holds ${printable(inside)}, which is the player's own.`);
    total += data.length;
    const executable = (mode & EXECUTABLE) !== 0;
    files.push({ path: inside, sizeBytes: data.length, executable, sha256: null });
    contents.set(inside, data);
    if (files.length > CAPS.files || total > TARBALL_BYTES) throw tooLargeTarball();
  }
  const paths = files.map(({ path }) => path);
  const pair = twins(paths);
  if (pair !== null) throw unsafe(`Many systems cannot tell ${printable(pair[0])} from ${printable(pair[1])}.`);
  const kind = kindOf(top ?? "It", paths);
  if (kind !== "skill") {
    throw new ArchiveError("unknown_kind", "It holds a campaign.", "Campaigns come in .narratoria files.");
  }
  const textOf = (path: string): string | null => {
    const data = contents.get(path);
    return data === undefined ? null : new TextDecoder().decode(data);
  };
  const name = declaredName(textOf("skill.json"), textOf("SKILL.md"));
  if (name === null) throw new ArchiveError("invalid", "The skill in it has no name.", "Ask whoever made it for one.");
  return {
    kind,
    name,
    files: files.sort((a, b) => codePointOrder(a.path, b.path)),
    leftOut,
    problems: missingPackages(textOf("package.json"), paths),
    read: async ({ path }) => Readable.from([Buffer.from(contents.get(path) ?? [])], { objectMode: false }),
    close: async () => {},
  };
}

/** Says which packages its scripts may ask for in vain. Implements rule SK722. */
function missingPackages(manifest: string | null, paths: readonly string[]): NonNullable<Source["problems"]> {
  const missing = dependenciesIn(manifest ?? "{}").filter(
    (name) => !paths.some((path) => path.startsWith(`node_modules/${name}/`)),
  );
  if (missing.length === 0) return [];
  const message = `It needs ${missing.join(", ")}, which it does not bring along: its author can bundle each script into one file.`;
  return [{ file: "package.json", line: 1, message, severity: "warning" }];
}

function dependenciesIn(manifest: string): string[] {
  try {
    const value: JsonValue = JSON.parse(manifest);
    const { dependencies = {} } = isJsonObject(value) ? value : {};
    return isJsonObject(dependencies) ? Object.keys(dependencies).map((name) => name.slice(0, MOST_NAME)) : [];
  } catch {
    // A manifest that only npm reads says nothing to us.
    return [];
  }
}

/** A part of a path with a letter for the dot of a hidden one, which npm packs and we pass over. `..` stays what it is. */
const unhidden = (part: string): string => (/^\.[^.]/.test(part) ? `_${part.slice(1)}` : part);

function tooLargeTarball(): ArchiveError {
  return tooLarge(TARBALL_BYTES);
}
