import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIMITS } from "@narratoria/protocol";
import { HostError } from "../errors.js";

const PREFIX = "narratoria-host-";
const SOCKET = "h.sock";
/** A folder whose socket is not there yet may belong to a runtime that is just starting. */
const YOUNG_MS = 60_000;

/** Where a host server listens, and how to leave nothing behind. */
export interface HostAddress {
  readonly socketPath: string;
  remove(): Promise<void>;
}

/**
 * Finds a place for a host server's socket: in a fresh folder that only its owner may enter, as a socket itself is open to
 * every user. Folders that killed runtimes left behind are removed on the way. Implements rules EX60, EX61 and EX72.
 *
 * @param options.parent - The folder to make the fresh one in. By default the user's runtime folder, else the temporary one.
 * @throws {HostError} `socket_path_too_long`, or `socket_folder` when the folder cannot be made.
 */
export async function makeHostAddress(options: {
  readonly parent: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}): Promise<HostAddress> {
  const random = randomBytes(16).toString("hex");
  if (options.platform === "win32") {
    return { socketPath: `\\\\.\\pipe\\narratoria-${random}`, remove: async () => {} };
  }
  const usual = [options.env.XDG_RUNTIME_DIR, tmpdir(), "/tmp"].filter(
    (folder): folder is string => folder !== undefined && folder !== "",
  );
  const candidates = options.parent === undefined ? usual : [options.parent];
  // Node 20 binds a path that is too long cut short: it listens, in the wrong place.
  const name = `${PREFIX}${random.slice(0, 16)}`;
  const fits = candidates.filter((folder) => Buffer.byteLength(join(folder, name, SOCKET)) <= LIMITS.socketPathBytes);
  if (fits.length === 0) {
    const message = `the folder ${candidates[0]} has too long a name for a socket; a path of at most ${LIMITS.socketPathBytes} bytes is needed`;
    throw new HostError("socket_path_too_long", message);
  }
  let fault: unknown;
  for (const parent of fits) {
    const folder = join(parent, name);
    try {
      await mkdir(folder, { mode: 0o700 });
    } catch (error) {
      fault = error;
      continue;
    }
    await sweepStale(parent, name);
    return { socketPath: join(folder, SOCKET), remove: () => rm(folder, { recursive: true, force: true }) };
  }
  const reason = fault instanceof Error ? fault.message : String(fault);
  throw new HostError("socket_folder", `no folder for the host services could be made: ${reason}`);
}

/**
 * The kernel says who is still there: a socket of a dead runtime refuses the connection.
 *
 * @param own - Stays, even where the clock of the disk is not that of the machine.
 */
async function sweepStale(parent: string, own: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const mine = names.filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(
    mine.map(async (name) => {
      const folder = join(parent, name);
      try {
        const info = await lstat(folder);
        if (!info.isDirectory() || (process.getuid && info.uid !== process.getuid())) return;
        const state = await probe(join(folder, SOCKET));
        const stale = state === "refused" || (state === "missing" && Date.now() - info.mtimeMs > YOUNG_MS);
        if (stale) await rm(folder, { recursive: true, force: true });
      } catch {
        // Somebody else removed it, or it is not ours to remove: either way it is no concern of this run.
      }
    }),
  );
}

function probe(socketPath: string): Promise<"answers" | "refused" | "missing" | "unknown"> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve("answers");
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve("refused");
      else resolve(error.code === "ENOENT" ? "missing" : "unknown");
    });
  });
}
