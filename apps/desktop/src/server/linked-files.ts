/** Scenes and pictures as the page gets them: with addresses in the place of paths. */
import { extname } from "node:path";
import type { SceneEvent } from "@narratoria/engine";
import type { FileLinks } from "./file-links.js";

/** What a browser can draw or play, by the ending of a file. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
};

/** @returns The address of a picture; null where there is none that a page may show. */
export function linkedPicture(path: string | null, links: FileLinks): string | null {
  const mediaType = path === null ? undefined : MEDIA_TYPES[extname(path).toLowerCase()];
  return path === null || mediaType === undefined ? null : links.link({ path, mediaType });
}

type Asset = NonNullable<SceneEvent["assets"]>[number];

export type LinkedAsset = Omit<Asset, "path"> & {
  /** Null where it cannot be shown. */
  readonly url: string | null;
};

export type LinkedScene = Omit<SceneEvent, "assets"> & { readonly assets: readonly LinkedAsset[] };

export function linkedScene({ assets = [], ...scene }: SceneEvent, links: FileLinks): LinkedScene {
  return { ...scene, assets: assets.map((asset) => linkedAsset(asset, links)) };
}

export function linkedAsset<A extends Asset>({ path, ...asset }: A, links: FileLinks) {
  const { format, missing, mediaType } = asset;
  return { ...asset, url: format === undefined || missing ? null : links.link({ path, mediaType }) };
}
