import { stat } from "node:fs/promises";
import type { ModelProbe } from "../model-host/probe-model.js";
import { readRecords, writeRecords } from "./records.js";

/** Remembers what a model can do, if the probe was whole; where the folder cannot be written to, nothing is. Implements rule NA742. */
export async function rememberProbe(dataDir: string, path: string, probe: ModelProbe): Promise<void> {
  if (!probe.whole) return;
  try {
    const { size, mtimeMs } = await stat(path);
    const records = await readRecords(dataDir);
    const probed = { ...records.probed, [path]: { bytes: size, mtimeMs, probe } };
    await writeRecords(dataDir, { ...records, probed });
  } catch {
    // It was found out all the same, and can be again.
  }
}

/** What a model was found to be able to do; null where it was not tried, or its file is another by now. */
export async function probedModel(dataDir: string, path: string): Promise<ModelProbe | null> {
  const known = (await readRecords(dataDir)).probed?.[path];
  const info = known && (await stat(path).catch(() => null));
  return known && info?.size === known.bytes && info.mtimeMs === known.mtimeMs ? known.probe : null;
}
