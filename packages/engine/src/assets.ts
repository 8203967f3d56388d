/** Pictures and sounds of a story: those that its campaign brings and those that skills made for its scenes. */
import { existsSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import type { SceneAsset } from "@narratoria/protocol/contracts";
import { readPlainFile } from "@narratoria/protocol/files";
import type { Campaign } from "@narratoria/campaign";
import { clean } from "./scene/scene-parts.js";
import type { SceneEvent } from "./scene/scene-record.js";

/** A file that belongs to a story. */
export interface StoryAsset {
  /** By which it is asked for; the same as long as the file is. */
  readonly id: string;
  readonly kind: "image" | "audio" | "video" | "other";
  readonly mediaType: string;
  /** Absolute path. */
  readonly path: string;
  /** What it shows, for whoever does not see it. */
  readonly alt: string;
  readonly origin: "campaign" | "skill";
  /** The model that made it, or the tool; null where people did. */
  readonly madeBy: string | null;
  /** Ids of the people whom it shows. */
  readonly people: readonly string[];
  /** The scene it was made for; null of the campaign's own. */
  readonly scene: number | null;
  readonly turnId: string | null;
  /** Whether the file is gone: a shell shows a placeholder. */
  readonly missing: boolean;
  /** Whether its bytes are what its media type says, and shells may show it. */
  readonly showable: boolean;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
  ".flac": "audio/flac",
};

/**
 * Lists the assets of a story: the campaign's in the order of its files, then those of the scenes, the earliest first. Implements
 * rule EN747.
 *
 * @param scenes - As shells see them.
 */
export async function assetsIn(
  { dir, art, music, npcs }: Pick<Campaign, "dir" | "art" | "music" | "npcs">,
  scenes: readonly SceneEvent[],
): Promise<StoryAsset[]> {
  const portraits = new Map(
    npcs.flatMap(({ id, profile, portrait }) => (portrait ? [[portrait, { id, name: profile.name }]] : [])),
  );
  const files = [...new Set([...art, ...portraits.keys(), ...music])];
  const own = files.map(async (file): Promise<StoryAsset> => {
    const path = join(dir, ...file.split("/"));
    const mediaType = MEDIA_TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
    const person = portraits.get(file);
    return {
      id: file,
      kind: kindOf(mediaType),
      mediaType,
      path,
      alt: person?.name ?? wordsOf(basename(file, extname(file))),
      origin: "campaign",
      madeBy: await modelOf(path),
      people: person ? [person.id] : [],
      scene: null,
      turnId: null,
      missing: !existsSync(path),
      showable: mediaType !== "application/octet-stream",
    };
  });
  const made = new Map<string, StoryAsset>();
  for (const { scene, turnId, assets = [] } of scenes)
    for (const asset of assets)
      if (!made.has(asset.checksum)) made.set(asset.checksum, madeAsset(asset, scene, turnId));
  return [...(await Promise.all(own)), ...made.values()];
}

function madeAsset(asset: SceneAsset, scene: number, turnId: string): StoryAsset {
  const { assetId, checksum, mediaType, path, toolId, metadata = {}, format, missing } = asset;
  const told = ["alt", "alt_text", "description", "title"].map((name) => metadata[name]).find(isWords);
  const shown = metadata["characterId"];
  return {
    id: checksum,
    kind: kindOf(mediaType),
    mediaType,
    path,
    alt: clean(told ?? "").slice(0, 500) || wordsOf(assetId),
    origin: "skill",
    madeBy: toolId,
    people: isWords(shown) ? [shown] : [],
    scene,
    turnId,
    missing: missing === true,
    showable: format !== undefined && missing !== true,
  };
}

function kindOf(mediaType: string): StoryAsset["kind"] {
  const [kind] = mediaType.split("/");
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "other";
}

/** "the-drowned_ferry" as words. */
function wordsOf(name: string): string {
  return clean(name.replace(/[-_.]+/g, " ")) || "file";
}

function isWords(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** The model that made a file, as the note beside it says. */
async function modelOf(path: string): Promise<string | null> {
  try {
    const note: JsonValue = JSON.parse(await readPlainFile(`${path}.provenance.json`));
    const model = isJsonObject(note) ? note["source_model"] : null;
    return isWords(model) ? clean(model).slice(0, 200) : null;
  } catch {
    return null;
  }
}
