/** Pictures and sounds of a story: those that its campaign brings and those that skills made for its scenes. */
import { existsSync } from "node:fs";
import { extname } from "node:path";
import type { SceneAsset } from "@narratoria/protocol/contracts";
import { readMedia } from "@narratoria/campaign";
import { clean } from "./scene/scene-parts.js";
import type { SceneEvent } from "./scene/scene-record.js";
import type { StageDirector } from "./stage/stage-director.js";

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
  /** When the model made it, ISO 8601; absent where nobody knows. */
  readonly madeAt?: string;
  /** Ids of the people whom it shows. */
  readonly people: readonly string[];
  /** Id of the place that it shows. */
  readonly place?: string;
  /** Ids of the beats that name it: it tells of them before they come. */
  readonly beats?: readonly string[];
  /** Whether nothing says what of the story a campaign's picture shows: it may tell of what is still to come. */
  readonly isUnknown?: boolean;
  /** Whether it is the picture of the whole story. */
  readonly isCover?: boolean;
  /** The scene it was made for; null of the campaign's own. */
  readonly scene: number | null;
  readonly turnId: string | null;
  /** Whether the file is gone: a shell shows a placeholder. */
  readonly missing: boolean;
  /** Whether its bytes are what its media type says, and shells may show it. */
  readonly showable: boolean;
  /** Why it cannot be shown or played; absent where it can, or is gone. */
  readonly fault?: string;
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
 * Lists the assets of a story: the campaign's in the order of its files, then those of the scenes, the earliest first. Implements rules
 * EN747 and EN1815.
 *
 * @param scenes - As shells see them.
 */
export async function assetsIn(
  director: Pick<StageDirector, "files" | "altOf" | "madeBy" | "pathOf">,
  scenes: readonly SceneEvent[],
): Promise<StoryAsset[]> {
  const own = director.files.map(async (known): Promise<StoryAsset> => {
    const { file, people, place, beats, use } = known;
    const path = director.pathOf(file);
    const mediaType = MEDIA_TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
    const isThere = existsSync(path);
    const [made, { fault }] = await Promise.all([director.madeBy(file), readMedia(path)]);
    return {
      id: file,
      kind: kindOf(mediaType),
      mediaType,
      path,
      alt: director.altOf(known),
      origin: "campaign",
      madeBy: made?.model ?? null,
      ...(made && made.date !== "" && { madeAt: made.date }),
      people,
      ...(place !== null && { place }),
      ...(beats.length > 0 && { beats }),
      isUnknown:
        kindOf(mediaType) === "image" && use === "scene" && place === null && people.length + beats.length === 0,
      isCover: use === "cover",
      scene: null,
      turnId: null,
      missing: !isThere,
      showable: fault === null,
      ...(isThere && fault !== null && { fault }),
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
