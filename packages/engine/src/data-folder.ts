import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EngineError } from "./errors.js";

/**
 * Makes the data folder, unless it is there.
 *
 * @throws {EngineError} `data_folder` where nothing can be written in it.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    throw new EngineError(
      "data_folder",
      `The data folder ${dataDir} cannot be used: it is not a folder that can be written to.`,
      "Name another, or make it writable. Stories that are in it can still be listed, read and exported.",
    );
  }
}

/** Level by level: where nothing can be made, as below /proc, a recursive `mkdir` of Node 20 tries for ever. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Somebody else may have just made it.
    if (!(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
