import { stat } from "node:fs/promises";
import { type MeasuredFile, readRecords, writeRecords } from "./records.js";

/** How fast a model was on this machine when it was measured. */
export type MeasuredModel = Pick<MeasuredFile, "path" | "bytes" | "tokensPerSecond">;

/** Remembers how fast a model is here; where the folder cannot be written to, nothing is. Implements rule NA292. */
export async function rememberRate(dataDir: string, path: string, tokensPerSecond: number): Promise<void> {
  try {
    const { size, mtimeMs } = await stat(path);
    await writeRecords(dataDir, {
      ...(await readRecords(dataDir)),
      measured: { path, bytes: size, mtimeMs, tokensPerSecond },
    });
  } catch {
    // It was measured all the same, and can be again.
  }
}

/** What was measured last, if its file is still the same. */
export async function measuredModel(dataDir: string): Promise<MeasuredModel | null> {
  const { measured } = await readRecords(dataDir);
  const info = measured && (await stat(measured.path).catch(() => null));
  if (!measured || info?.size !== measured.bytes || info.mtimeMs !== measured.mtimeMs) return null;
  const { path, bytes, tokensPerSecond } = measured;
  return { path, bytes, tokensPerSecond };
}
