/** Files that skills made for a scene: what the journal keeps of them, and what a shell is told. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { AggregatedAsset, SceneAsset } from "@narratoria/protocol/contracts";

/** As an asset folder calls its files. */
const FILE_NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

/**
 * What the journal keeps of the files that a plan came to: all but the folder, which a data folder that is moved or taken to
 * another machine does not have.
 */
export function keptAssets(assets: readonly AggregatedAsset[] = []): SceneAsset[] {
  return assets.flatMap(({ toolId, sizeBytes, checksum, ...asset }) =>
    toolId === undefined || sizeBytes === undefined || checksum === undefined
      ? []
      : [{ ...asset, path: basename(asset.path), toolId, sizeBytes, checksum }],
  );
}

/**
 * The same as shells see it.
 *
 * @param folder - Where the story's files lie; null where nobody keeps them.
 */
export function assetsAt(folder: string | null, assets: readonly SceneAsset[]): SceneAsset[] {
  return assets.map((asset) => {
    // A story that was imported may name anything.
    const ours = folder !== null && FILE_NAME.test(asset.path);
    const path = ours ? join(folder, asset.path) : basename(asset.path);
    return { ...asset, path, ...(ours && existsSync(path) ? {} : { missing: true as const }) };
  });
}
