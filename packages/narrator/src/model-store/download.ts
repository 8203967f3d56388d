/** Fetches one large file: in pieces side by side, going on where it stopped, and in place only once it is what it should be. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, type FileHandle, mkdir, open, rename, rm, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readPlainFile } from "@narratoria/protocol/files";
import { ModelError } from "../errors.js";
import { Changed, type HttpSource, openHttpSource, Passing, type Piece } from "./http-source.js";

export interface DownloadProgress {
  readonly step: "fetching" | "checking";
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Null while nobody can tell. */
  readonly secondsLeft: number | null;
  /** For how long nothing has come, where that is long: the server is asked again by itself. */
  readonly quietSeconds?: number;
}

export interface DownloadOptions {
  readonly url: string;
  /** Where the file goes; `<target>.part` and `<target>.part.json` beside it hold what has come so far. */
  readonly target: string;
  readonly bytes?: number | null;
  /** SHA-256 in hexadecimal; where null, the one that the server says, if it does. */
  readonly sha256?: string | null;
  readonly token?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Looks at the whole file before it gets its name. @throws {ModelError} Where it is not what it should be. */
  readonly check?: (path: string) => Promise<unknown>;
  /** Size of a piece, pieces at a time, tries without a single byte, the first wait between them, and how long no byte may come. */
  readonly pieceBytes?: number;
  readonly parallel?: number;
  readonly tries?: number;
  readonly backoffMs?: number;
  readonly stallMs?: number;
  /** Silence from which it is told that nothing comes, again and again; 5 s when left out. */
  readonly quietMs?: number;
  /** Free bytes on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  readonly now?: () => number;
}

export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the hash was held against one known beforehand, one from the server, or none. */
  readonly checkedAgainst: "catalogue" | "server" | "nothing";
}

/** What has come so far. Pieces are named by their index; one that is not here is fetched from its beginning. */
interface Kept {
  readonly url: string;
  readonly totalBytes: number;
  readonly etag: string | null;
  readonly sha256: string | null;
  readonly pieceBytes: number;
  readonly done: number[];
}

const QUIET_MS = 5_000;
const LEFT_FREE_BYTES = 64 << 20;

/**
 * @throws {ModelError} `download_failed`, `wrong_file`, `disk_full`. What has come is kept, unless it is not what it should be.
 * @throws `signal.reason` once the signal fires; what has come is kept.
 */
export async function download(options: DownloadOptions): Promise<Downloaded> {
  const { url, target, token, stallMs = 30_000, env = process.env } = options;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const source = await openHttpSource(url, { token, stallMs, env });
  try {
    for (let again = 0; ; again += 1) {
      try {
        return await new Download(options, source).watched();
      } catch (error) {
        if (!(error instanceof Changed)) throw error;
        await forgetPart(target);
        if (again > 0)
          throw new ModelError(
            "download_failed",
            "The file at the server changes while it is fetched.",
            "Try again later.",
          );
      }
    }
  } finally {
    await source.close();
  }
}

/** How many bytes of a file have come in earlier tries, and of how many; null where nothing can be gone on with. */
export async function fetchedPart(
  target: string,
): Promise<{ readonly doneBytes: number; readonly totalBytes: number } | null> {
  const kept = await readKept(target);
  if (kept === null) return null;
  return { doneBytes: kept.done.reduce((sum, index) => sum + pieceSize(kept, index), 0), totalBytes: kept.totalBytes };
}

/** Removes what has come of a file so far. */
export async function forgetPart(target: string): Promise<void> {
  for (const path of [`${target}.part`, `${target}.part.json`]) await rm(path, { force: true });
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(
  path: string,
  { signal, onBytes }: { readonly signal?: AbortSignal | undefined; readonly onBytes?: (bytes: number) => void } = {},
): Promise<string> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, ...(signal ? { signal } : {}) })) {
    hash.update(chunk);
    bytes += chunk.length;
    onBytes?.(bytes);
  }
  return hash.digest("hex");
}

class Download {
  private readonly part: string;
  private readonly startedAt: number;
  private doneBytes = 0;
  private newBytes = 0;
  private lastByteAt = 0;

  constructor(
    private readonly options: DownloadOptions,
    private readonly source: HttpSource,
  ) {
    this.part = `${options.target}.part`;
    this.startedAt = this.now();
  }

  /** Runs it, and tells of silence meanwhile: tries and the waits between them come to minutes. Implements rule NA743. */
  async watched(): Promise<Downloaded> {
    const { quietMs = QUIET_MS } = this.options;
    const watch = setInterval(() => {
      const silentMs = this.now() - Math.max(this.lastByteAt, this.startedAt);
      if (silentMs >= quietMs) this.tell("fetching", this.doneBytes, this.total, silentMs / 1000);
    }, quietMs / 2);
    try {
      return await this.run(() => clearInterval(watch));
    } finally {
      clearInterval(watch);
    }
  }

  /** @param onFetched - Called when all bytes are here. */
  private async run(onFetched: () => void): Promise<Downloaded> {
    const { signal } = this.options;
    signal?.throwIfAborted();
    const kept = await this.begin();
    const file = await open(this.part, "r+");
    try {
      await this.fetchAll(kept, file);
      await file.sync();
    } finally {
      await file.close();
    }
    onFetched();
    return this.finish(kept);
  }

  /** What is there from before, or a new beginning; the first byte is asked for to learn what there is to fetch. */
  private async begin(): Promise<Kept> {
    const { url, target, bytes, pieceBytes = 16 << 20, freeBytes = freeOn } = this.options;
    const first = await this.patiently(() => this.source.read(0, 1, this.options.signal));
    first.body.on("error", () => {}).destroy();
    const totalBytes = first.totalBytes ?? bytes ?? null;
    if (totalBytes === null)
      throw new ModelError(
        "download_failed",
        "The server does not say how large the file is.",
        "Fetch it by hand and add the file.",
      );
    if (bytes != null && bytes !== totalBytes) throw wrongSize(totalBytes, bytes);
    const fresh: Kept = {
      url,
      totalBytes,
      etag: first.etag,
      sha256: first.sha256,
      pieceBytes: first.whole ? totalBytes : pieceBytes,
      done: [],
    };
    const before = await readKept(target);
    const same =
      before !== null && before.totalBytes === totalBytes && before.etag === fresh.etag && before.url === url;
    const kept = same ? { ...before, sha256: fresh.sha256 } : fresh;
    this.doneBytes = kept.done.reduce((sum, index) => sum + pieceSize(kept, index), 0);
    const needed = totalBytes - this.doneBytes + LEFT_FREE_BYTES;
    const free = await freeBytes(dirname(target));
    if (free < needed) throw diskFull(needed, free);
    if (!same) {
      await forgetPart(target);
      await writeFile(this.part, "", { mode: 0o600 });
      await this.keep(kept);
    }
    return kept;
  }

  private async fetchAll(kept: Kept, file: FileHandle): Promise<void> {
    const { parallel = 4, signal } = this.options;
    const waiting = Array.from({ length: Math.ceil(kept.totalBytes / kept.pieceBytes) }, (_, index) => index).filter(
      (index) => !kept.done.includes(index),
    );
    const failed = new AbortController();
    const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    const work = async (): Promise<void> => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        await this.fetchPiece(kept, index, file, stop);
        // On the disk before it counts as there.
        await file.datasync();
        kept.done.push(index);
        await this.keep(kept);
      }
    };
    const results = await Promise.allSettled(
      Array.from({ length: Math.min(parallel, waiting.length) }, () =>
        work().catch((error: unknown) => {
          failed.abort(error);
          throw error;
        }),
      ),
    );
    signal?.throwIfAborted();
    if (results.some(({ status }) => status === "rejected")) throw diskFault(failed.signal.reason);
  }

  /** One piece, from wherever the last try broke off. */
  private async fetchPiece(kept: Kept, index: number, file: FileHandle, signal: AbortSignal): Promise<void> {
    const from = index * kept.pieceBytes;
    const to = from + pieceSize(kept, index);
    let at = from;
    await this.patiently(
      async () => {
        const piece = await this.source.read(at, to, signal);
        if (piece.etag !== kept.etag || (piece.totalBytes ?? kept.totalBytes) !== kept.totalBytes) {
          piece.body.on("error", () => {}).destroy();
          throw new Changed("The file has changed.");
        }
        try {
          at = await this.writePiece(piece, at, to, file);
        } catch (error) {
          at = error instanceof BrokenOff ? error.at : at;
          throw error instanceof BrokenOff ? new Passing("The connection broke off.") : error;
        }
        if (at < to) throw new Passing("The connection broke off.");
      },
      () => at,
      signal,
    );
  }

  private async writePiece(piece: Piece, wanted: number, to: number, file: FileHandle): Promise<number> {
    let at = wanted;
    // A server that knows no pieces sends the whole; what comes before ours is let go by.
    let skip = wanted - piece.from;
    try {
      for await (const chunk of piece.body) {
        const bytes: Buffer = chunk;
        const useful = bytes.subarray(Math.min(skip, bytes.length), Math.min(bytes.length, skip + to - at));
        skip -= Math.min(skip, bytes.length);
        if (useful.length > 0) await file.write(useful, 0, useful.length, at).catch(raise);
        at += useful.length;
        this.count(useful.length);
        if (at >= to) break;
      }
    } catch (error) {
      if (error instanceof ModelError) throw error;
      throw new BrokenOff(at);
    } finally {
      piece.body.on("error", () => {}).destroy();
    }
    return at;
  }

  /** Tries again after what passes, waiting twice as long each time; a try that brought something forward counts as none. */
  private async patiently<T>(
    work: () => Promise<T>,
    place: () => number = () => 0,
    stop = this.options.signal,
  ): Promise<T> {
    const { tries = 8, backoffMs = 500 } = this.options;
    let failures = 0;
    for (;;) {
      const before = place();
      try {
        return await work();
      } catch (error) {
        stop?.throwIfAborted();
        if (!(error instanceof Passing)) throw error;
        failures = place() > before ? 1 : failures + 1;
        if (failures >= tries) {
          throw new ModelError(
            "download_failed",
            error.message,
            "What has come is kept. Run the same command again to go on.",
          );
        }
        await wait(
          Math.max(error.waitMs, backoffMs * 2 ** (failures - 1)),
          undefined,
          stop ? { signal: stop } : {},
        ).catch(() => {});
        stop?.throwIfAborted();
      }
    }
  }

  private async finish(kept: Kept): Promise<Downloaded> {
    const { target, sha256, signal, check } = this.options;
    const actual = await hashFile(this.part, {
      signal,
      onBytes: (doneBytes) => this.tell("checking", doneBytes, kept.totalBytes),
    });
    const expected = sha256 ?? kept.sha256;
    try {
      if (expected !== null && expected !== actual) throw wrongHash();
      await check?.(this.part);
    } catch (error) {
      // Nothing of it can be trusted, so nothing of it is kept.
      await forgetPart(target);
      throw error;
    }
    await chmod(this.part, 0o444);
    await rename(this.part, target);
    await rm(`${target}.part.json`, { force: true });
    return {
      bytes: kept.totalBytes,
      sha256: actual,
      checkedAgainst: sha256 ? "catalogue" : expected === null ? "nothing" : "server",
    };
  }

  private count(bytes: number): void {
    this.doneBytes += bytes;
    this.newBytes += bytes;
    this.lastByteAt = this.now();
    if (this.total > 0) this.tell("fetching", Math.min(this.doneBytes, this.total), this.total);
  }

  private total = 0;

  private tell(step: DownloadProgress["step"], doneBytes: number, totalBytes: number, quietSeconds?: number): void {
    const seconds = Math.max(0.001, (this.now() - this.startedAt) / 1000);
    const bytesPerSecond = this.newBytes / seconds;
    const secondsLeft = step === "fetching" && bytesPerSecond > 0 ? (totalBytes - doneBytes) / bytesPerSecond : null;
    const quiet = quietSeconds === undefined ? {} : { quietSeconds };
    this.options.onProgress?.({ step, doneBytes, totalBytes, bytesPerSecond, secondsLeft, ...quiet });
  }

  /** Written beside and renamed: it is the old one or the new one, whenever we are killed. */
  private async keep(kept: Kept): Promise<void> {
    this.total = kept.totalBytes;
    this.keeping = this.keeping.then(async () => {
      const path = `${this.part}.json`;
      await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
      await rename(`${path}.new`, path);
    });
    await this.keeping;
  }

  private keeping: Promise<void> = Promise.resolve();

  private now(): number {
    return (this.options.now ?? (() => performance.now()))();
  }
}

class BrokenOff extends Error {
  constructor(readonly at: number) {
    super("broken off");
  }
}

const pieceSize = ({ totalBytes, pieceBytes }: Kept, index: number): number =>
  Math.min(pieceBytes, totalBytes - index * pieceBytes);

/** A disk that refuses is no fault of the server's, and trying again is no use. */
function raise(error: unknown): never {
  throw diskFault(error);
}

function diskFault(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(null, 0);
  return error;
}

function diskFull(needed: number | null, free: number): ModelError {
  const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
  const what =
    needed === null
      ? "The disk is full."
      : `It needs ${gigabytes(needed)} on the disk, and ${gigabytes(free)} are free.`;
  return new ModelError("disk_full", what, "Free some space, then run the same command again.");
}

const wrongHash = (): ModelError =>
  new ModelError(
    "wrong_file",
    "The file does not match its checksum and was not kept.",
    "Run the same command again to fetch it anew.",
  );

const wrongSize = (actual: number, expected: number): ModelError =>
  new ModelError(
    "wrong_file",
    `The server has a file of ${actual} bytes where ${expected} were expected.`,
    "Take another model.",
  );

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** What was kept of an earlier try; null where there is nothing that can be gone on with. */
async function readKept(target: string): Promise<Kept | null> {
  try {
    const value: unknown = JSON.parse(await readPlainFile(`${target}.part.json`));
    const part = await open(`${target}.part`, "r+");
    await part.close();
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  if (!("url" in value && "totalBytes" in value && "pieceBytes" in value && "etag" in value && "done" in value))
    return false;
  const { totalBytes, pieceBytes, done } = value;
  if (typeof totalBytes !== "number" || typeof pieceBytes !== "number" || !(pieceBytes > 0) || !Array.isArray(done))
    return false;
  const pieces = Math.ceil(totalBytes / pieceBytes);
  return (
    new Set(done).size === done.length && done.every((index) => Number.isInteger(index) && index >= 0 && index < pieces)
  );
}
