import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import {
  appendFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  unlink,
} from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import { type AssetEvent, jsonByteLength, LIMITS } from "@narratoria/protocol";
import type { AggregatedAsset } from "@narratoria/protocol/contracts";
import { HEAD_BYTES, mediaFormat } from "./media-format.js";

/** Where a tool may have put its files, and what they may come to. */
export interface AssetSource {
  readonly toolId: string;
  /** The working folder of its try; a relative path counts from there. */
  readonly scratchDir: string;
  /** The data folder of its skill. */
  readonly dataDir: string;
  /** The largest file that is taken, in bytes; 50 MiB unless given. */
  readonly maxBytes?: number | undefined;
}

export interface TakenAssets {
  readonly assets: readonly AggregatedAsset[];
  /** The others: one entry for each, or for several that were refused alike. */
  readonly refused: readonly RefusedAsset[];
}

export interface RefusedAsset {
  /** What was refused and why, for the trace. */
  readonly message: string;
  /** Why, as a clause: "its file lies outside the skill's own folders". */
  readonly reason: string;
}

/**
 * A folder of the runtime's own that keeps the files which tools announce. No sandbox ever has it, and no tool names a file in
 * it: each is called by the hash of its bytes. What a turn adds stays only when the turn does. One turn at a time.
 * Implements rules EX51, EX52 and EX402 to EX406.
 */
export interface AssetFolder {
  /**
   * Copies the files that a tool announced. The tool may still run, and change, replace or remove them meanwhile: what is
   * judged is what is copied.
   *
   * @param signal - Aborted when nobody waits for the files any more; the answer comes at once then, and what is not copied yet
   * is refused.
   * @returns Never rejects.
   */
  take(events: readonly AssetEvent[], from: AssetSource, signal: AbortSignal): Promise<TakenAssets>;
  /**
   * Ends a turn: removes what it has added, but for what it came to.
   *
   * @param paths - The files that the turn names, as `take` gave them.
   */
  endTurn(paths: readonly string[]): Promise<void>;
}

/**
 * Opens a folder of assets and removes what a runtime that was killed has left in it. Nobody else may use it.
 *
 * @param folder - Made when it is needed, for its owner alone.
 * @param options.isKept - Whether the turn that was committed last names a file of this name.
 * @param options.maxBytes - What the folder may hold; 1 GiB unless given.
 * @param options.maxTurnBytes - What is read for one turn; 256 MiB unless given.
 * @throws What the file system reports for a folder that cannot be read.
 */
export async function openAssetFolder(
  folder: string,
  options: {
    readonly isKept: (name: string) => boolean;
    readonly maxBytes?: number;
    readonly maxTurnBytes?: number;
  },
): Promise<AssetFolder> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  if (names.includes(ADDED)) {
    const added = (await readFile(join(folder, ADDED), "utf8")).split("\n").filter((name) => FILE_NAME.test(name));
    for (const name of added) if (!options.isKept(name)) await remove(join(folder, name));
    await remove(join(folder, ADDED));
  }
  for (const name of names) if (PART_NAME.test(name)) await remove(join(folder, name));
  return new Folder(folder, options.maxBytes ?? LIMITS.storyAssetBytes, options.maxTurnBytes ?? LIMITS.turnAssetBytes);
}

/** What one turn has taken. Copies that outlast it find that it is over. */
class Turn {
  readonly added = new Set<string>();
  /** Files that are being given their names. */
  readonly adding = new Set<Promise<void>>();
  over = false;
  roomMetadataBytes: number = LIMITS.turnAssetMetadataBytes;
  constructor(
    public roomBytes: number,
    public roomFiles: number,
  ) {}
}

class Folder implements AssetFolder {
  #turn: Promise<Turn> | null = null;

  constructor(
    readonly folder: string,
    readonly maxBytes: number,
    readonly maxTurnBytes: number,
  ) {}

  async take(events: readonly AssetEvent[], from: AssetSource, signal: AbortSignal): Promise<TakenAssets> {
    const assets: AggregatedAsset[] = [];
    const refused: RefusedAsset[] = [];
    /** Those that `refused` does not name one by one. */
    let unnamed = 0;
    if (events.length === 0) return { assets, refused };
    const takeAll = async (): Promise<void> => {
      for (const [index, event] of events.entries()) {
        if (signal.aborted) return;
        try {
          assets.push(await this.#take(event, from, signal));
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof NoMoreFiles) {
            unnamed = events.length - index - 1;
            refused.push(refusedAlike(events.length - index, error.message));
            return;
          }
          const reason = reasonOf(error);
          refused.push({ message: `asset "${event.assetId.slice(0, 80)}" was refused: ${reason}`, reason });
        }
      }
    };
    // A file system that does not answer holds up the copy, and nobody else.
    let onAbort: () => void = () => {};
    const aborted = new Promise<void>((resolve) => {
      onAbort = resolve;
      signal.addEventListener("abort", onAbort);
      if (signal.aborted) resolve();
    });
    await Promise.race([takeAll(), aborted]);
    signal.removeEventListener("abort", onAbort);
    const left = events.length - assets.length - refused.length - unnamed;
    if (left === 0) return { assets, refused };
    return { assets: [...assets], refused: [...refused, refusedAlike(left, "there was no time left to copy it")] };
  }

  async endTurn(paths: readonly string[]): Promise<void> {
    const turn = await this.#turn?.catch(() => null);
    this.#turn = null;
    if (!turn) return;
    turn.over = true;
    await Promise.allSettled(turn.adding);
    if (turn.added.size === 0) return;
    const kept = new Set(paths);
    for (const name of turn.added) if (!kept.has(join(this.folder, name))) await remove(join(this.folder, name));
    await remove(join(this.folder, ADDED));
  }

  async #take(event: AssetEvent, from: AssetSource, signal: AbortSignal): Promise<AggregatedAsset> {
    const { assetId, kind, mediaType, metadata } = event;
    if (Math.max(assetId.length, kind.length, mediaType.length) > MOST_CHARS) {
      throw new Refusal(`its id, kind or media type is longer than ${MOST_CHARS} characters`);
    }
    const metadataBytes = metadata ? jsonByteLength(metadata) : 0;
    if (metadataBytes > LIMITS.assetMetadataBytes) {
      throw new Refusal(`its metadata is over ${LIMITS.assetMetadataBytes} bytes`);
    }
    this.#turn ??= this.#begin();
    const turn = await this.#turn;
    if (--turn.roomFiles < 0) throw new NoMoreFiles(`a turn may have ${LIMITS.turnAssets} files`);
    if (metadataBytes > turn.roomMetadataBytes) {
      throw new Refusal(`the files of a turn may have ${LIMITS.turnAssetMetadataBytes} bytes of metadata together`);
    }
    turn.roomMetadataBytes -= metadataBytes;
    const { source, sizeBytes } = await openSource(event.path, from);
    try {
      // By its length, not by the room that it takes: a file of holes is copied as long as it says it is.
      if (sizeBytes > turn.roomBytes) throw new Refusal("there is no more room for files of this turn or story");
      turn.roomBytes -= sizeBytes;
      const { hash, head, part } = await this.#copy(source, sizeBytes, () => signal.aborted || turn.over);
      const format = mediaFormat(mediaType, head);
      const name = `${hash}.${format ?? "bin"}`;
      const adding = this.#add(part, name, sizeBytes, turn);
      turn.adding.add(adding);
      await adding.finally(() => turn.adding.delete(adding));
      return {
        assetId,
        kind,
        mediaType,
        path: join(this.folder, name),
        toolId: from.toolId,
        sizeBytes,
        checksum: `sha256:${hash}`,
        ...(format && { format }),
        ...(metadata && { metadata }),
      };
    } finally {
      await source.close();
    }
  }

  async #begin(): Promise<Turn> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      let held = 0;
      for (const name of await readdir(this.folder)) held += (await lstat(join(this.folder, name))).size;
      return new Turn(Math.min(this.maxTurnBytes, this.maxBytes - held), LIMITS.turnAssets);
    } catch (error) {
      this.#turn = null;
      throw error;
    }
  }

  /** In pieces, so that the runtime does other things in between. */
  async #copy(
    source: FileHandle,
    sizeBytes: number,
    isOver: () => boolean,
  ): Promise<{ readonly part: string; readonly hash: string; readonly head: Uint8Array }> {
    const part = join(this.folder, `.${randomBytes(8).toString("hex")}.part`);
    const target = await open(part, WRITE_NEW, 0o600);
    try {
      const sum = createHash("sha256");
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      let head: Uint8Array | undefined;
      for (let done = 0; done < sizeBytes; ) {
        if (isOver()) throw new Refusal("the turn is over");
        const { bytesRead } = await source.read(buffer, 0, Math.min(CHUNK_BYTES, sizeBytes - done), done);
        if (bytesRead === 0) throw new Refusal("its file grew shorter while it was read");
        const piece = buffer.subarray(0, bytesRead);
        head ??= Uint8Array.from(piece.subarray(0, HEAD_BYTES));
        sum.update(piece);
        await target.writeFile(piece);
        done += bytesRead;
      }
      await target.datasync();
      await target.close();
      return { part, hash: sum.digest("hex"), head: head ?? new Uint8Array() };
    } catch (error) {
      await target.close().catch(() => {});
      await remove(part);
      throw error;
    }
  }

  /** Gives a copy its name, unless a file of that name, and so of the same bytes, is there. */
  async #add(part: string, name: string, sizeBytes: number, turn: Turn): Promise<void> {
    const path = join(this.folder, name);
    try {
      if (turn.over) throw new Refusal("the turn is over");
      const there = await lstat(path).catch(() => null);
      if (there?.isFile() && there.size === sizeBytes) return;
      // Noted first: what is added and not noted would never go.
      if (!turn.added.has(name)) await appendFile(join(this.folder, ADDED), `${name}\n`, { mode: 0o600 });
      turn.added.add(name);
      await rename(part, path);
    } finally {
      await remove(part);
    }
  }
}

/** Opens the file that a tool named and makes sure, of what was opened, that it is one of the tool's own. */
async function openSource(
  path: string,
  { scratchDir, dataDir, maxBytes = LIMITS.assetBytes }: AssetSource,
): Promise<{ readonly source: FileHandle; readonly sizeBytes: number }> {
  const roots = [await realpath(scratchDir), await realpath(dataDir)];
  const real = await realpath(isAbsolute(path) ? path : join(scratchDir, path));
  const root = roots.find((one) => real.startsWith(one + sep));
  if (root === undefined) throw new Refusal(OUTSIDE);
  // Not opened to find that out: opening a device may do something.
  if (!(await lstat(real)).isFile()) throw new Refusal(NO_FILE);
  const source = await open(real, READ);
  try {
    const info = await source.stat();
    if (!info.isFile()) throw new Refusal(NO_FILE);
    if (info.nlink !== 1) throw new Refusal("its file has more names than one");
    if (info.size > maxBytes) throw new Refusal(`its file is over ${maxBytes} bytes`);
    if (!(await liesBelow(source, root, real))) throw new Refusal(OUTSIDE);
    return { source, sizeBytes: info.size };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Where an open file lies: the kernel says so on Linux. Elsewhere it is looked at once more under the name it was opened by. */
async function liesBelow(file: FileHandle, root: string, path: string): Promise<boolean> {
  if (process.platform === "linux") {
    const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => null);
    if (opened !== null) return opened.startsWith(root + sep);
  }
  const [one, other] = [await file.stat({ bigint: true }), await lstat(path, { bigint: true })];
  return (await realpath(path)) === path && one.ino === other.ino && one.dev === other.dev;
}

/** What is wrong with an asset, in words. */
class Refusal extends Error {}

/** None of those that follow is taken either. */
class NoMoreFiles extends Refusal {}

export function refusedAlike(count: number, reason: string): RefusedAsset {
  return { message: `${count === 1 ? "an asset was" : `${count} assets were`} refused: ${reason}`, reason };
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return "its file is not there";
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk is full";
  return code === "" ? String(error) : `its file cannot be taken over (${code})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch(() => {});
}

const OUTSIDE = "its file lies outside the skill's own folders";
const NO_FILE = "it is not a regular file";

const MOST_CHARS = 200;
const CHUNK_BYTES = 256 * 1024;
/** Names of the files that a turn has added, one a line, until the turn is over. */
const ADDED = ".added";
const FILE_NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;
const PART_NAME = /^\.[0-9a-f]{16}\.part$/;

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
/** Not waiting for the other end of a pipe that took the file's place. */
const READ = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
const WRITE_NEW = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
