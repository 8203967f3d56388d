import { copyFile, mkdir, realpath, rename, stat } from "node:fs/promises";
import { extname, isAbsolute, join, sep } from "node:path";
import { type AssetEvent, LIMITS } from "@narratoria/protocol";
import type { AggregatedAsset } from "@narratoria/protocol/contracts";

/**
 * Takes over a file that a tool announced. It must be a regular file in the tool's own folders; one in its scratch folder is
 * moved to its data folder, as the scratch folder goes with the invocation. Implements rules EX51 and EX52.
 *
 * @param event - What the tool sent; a relative path counts from its working folder.
 * @param folders.name - A name for the file that no other asset has.
 * @returns The asset, or a sentence on why it was refused. The invocation is not affected.
 */
export async function takeAsset(
  event: AssetEvent,
  folders: {
    readonly scratchDir: string;
    readonly dataDir: string;
    readonly name: string;
    readonly toolId: string;
    readonly maxBytes?: number | undefined;
  },
): Promise<AggregatedAsset | string> {
  const refused = (reason: string): string => `asset "${event.assetId.slice(0, 80)}" was refused: ${reason}`;
  try {
    const scratch = await realpath(folders.scratchDir);
    const data = await realpath(folders.dataDir);
    const real = await realpath(isAbsolute(event.path) ? event.path : join(scratch, event.path));
    const inScratch = real.startsWith(scratch + sep);
    if (!inScratch && !real.startsWith(data + sep)) return refused("its file lies outside the skill's own folders");
    const info = await stat(real);
    if (!info.isFile()) return refused("it is not a regular file");
    const { maxBytes = LIMITS.assetBytes } = folders;
    if (info.size > maxBytes) return refused(`its file is over ${maxBytes} bytes`);
    const path = inScratch ? await move(real, join(data, "assets"), folders.name) : real;
    const { assetId, kind, mediaType } = event;
    return { assetId, kind, mediaType, path, toolId: folders.toolId };
  } catch (error) {
    return refused(
      error instanceof Error && "code" in error ? `its file cannot be read (${String(error.code)})` : String(error),
    );
  }
}

async function move(from: string, folder: string, name: string): Promise<string> {
  const ending = extname(from);
  const to = join(folder, `${name}${/^\.[A-Za-z0-9]{1,8}$/.test(ending) ? ending : ""}`);
  await mkdir(folder, { recursive: true });
  // The temporary folder is often another file system.
  await rename(from, to).catch(() => copyFile(from, to));
  return to;
}
