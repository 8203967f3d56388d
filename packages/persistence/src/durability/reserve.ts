/** Room on the disk that is kept for the turn that no longer fits. */
import { rmSync } from "node:fs";
import { open, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

/** More than the write-ahead log ever holds, so that the log can be folded in as well. */
export const RESERVE_BYTES = 16 * 1024 * 1024;
/** The reserve is for a disk that fills up later; one that is nearly full is not made fuller. */
const LEAST_FREE_BYTES = 4 * RESERVE_BYTES;

export function reserveFile(dataDir: string): string {
  return join(dataDir, "reserve");
}

/** Makes the reserve where there is none and room for it. It holds noughts that are really on the disk. */
export async function fillReserve(dataDir: string): Promise<void> {
  const file = reserveFile(dataDir);
  if ((await stat(file).catch(() => null))?.size === RESERVE_BYTES) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < LEAST_FREE_BYTES) return;
  const part = `${file}.part`;
  try {
    const handle = await open(part, "w", 0o600);
    try {
      const piece = Buffer.alloc(1024 * 1024);
      for (let written = 0; written < RESERVE_BYTES; written += piece.length) await handle.write(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Gives the reserve up. @returns Whether there was one. */
export function releaseReserve(dataDir: string): boolean {
  try {
    rmSync(reserveFile(dataDir));
    return true;
  } catch {
    return false;
  }
}
