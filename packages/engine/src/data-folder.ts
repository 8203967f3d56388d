import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EngineError } from "./errors.js";
import { say } from "./words/say.js";

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
      say("error.data_folder", { folder: dataDir }),
      say("error.data_folder.action"),
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
