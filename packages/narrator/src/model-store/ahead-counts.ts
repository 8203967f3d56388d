import { stat } from "node:fs/promises";
import { readRecords, writeRecords } from "./records.js";

/** How often a scene was there when its choice was taken: written to its end, begun, or neither. */
export interface AheadCounts {
  readonly scenes: number;
  readonly whole: number;
  readonly begun: number;
}

const NONE: AheadCounts = { scenes: 0, whole: 0, begun: 0 };

/** Counts a scene that a model was asked for; where the folder cannot be written to, it is not counted. Implements rule NA3350. */
export async function countAhead(dataDir: string, path: string, ready: "whole" | "begun" | null): Promise<void> {
  try {
    const { size, mtimeMs } = await stat(path);
    const records = await readRecords(dataDir);
    const { scenes, whole, begun } = (await aheadCounts(dataDir, path)) ?? NONE;
    const counts = {
      scenes: scenes + 1,
      whole: whole + (ready === "whole" ? 1 : 0),
      begun: begun + (ready === "begun" ? 1 : 0),
    };
    const ahead = { ...records.ahead, [path]: { bytes: size, mtimeMs, ...counts } };
    await writeRecords(dataDir, { ...records, ahead });
  } catch {
    // The scene was told all the same.
  }
}

/** What was counted of a model's scenes; null where it has told none, or its file is another by now. */
export async function aheadCounts(dataDir: string, path: string): Promise<AheadCounts | null> {
  const known = (await readRecords(dataDir)).ahead?.[path];
  const info = known && (await stat(path).catch(() => null));
  if (!known || info?.size !== known.bytes || info.mtimeMs !== known.mtimeMs) return null;
  const { scenes, whole, begun } = known;
  return { scenes, whole, begun };
}
