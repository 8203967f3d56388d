/** A file that the page sends: its bytes come as they are, and lie in a folder of their own until they are used. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface ReceivedFile {
  /** Absolute path. */
  readonly path: string;
  remove(): Promise<void>;
}

/** @returns Why nothing is kept, where it is not. */
export async function receiveFile(
  request: Request,
  name: string,
  mostBytes: number,
): Promise<ReceivedFile | "empty" | "too_large"> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) return "too_large";
  const bytes = request.body ?? new Blob([]).stream();
  const folder = await mkdtemp(join(tmpdir(), "narratoria-received-"));
  const path = join(folder, name);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  let size = 0;
  const limited = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      size += piece.byteLength;
      if (size > mostBytes) throw new TooLarge();
      yield piece;
    }
  };
  try {
    await pipeline(
      Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]),
      limited,
      createWriteStream(path, { mode: 0o600 }),
    );
  } catch (error) {
    await remove();
    if (error instanceof TooLarge) return "too_large";
    throw error;
  }
  if (size > 0) return { path, remove };
  await remove();
  return "empty";
}

class TooLarge extends Error {}
