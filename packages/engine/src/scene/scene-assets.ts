/** Files that skills made for a scene: what the journal keeps of them, and what a shell is told. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { AggregatedAsset, SceneAsset } from "@narratoria/protocol/contracts";

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
    const path = folder === null ? asset.path : join(folder, basename(asset.path));
    return { ...asset, path, ...(folder !== null && existsSync(path) ? {} : { missing: true as const }) };
  });
}
