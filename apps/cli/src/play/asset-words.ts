/** The files of a scene as lines of text: what they are, and where. A terminal shows none of them. */
import type { SceneEvent } from "@narratoria/engine";
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import { plainWords, sizeText } from "@narratoria/engine/shell";

export type Asset = NonNullable<SceneEvent["assets"]>[number];

/** More would bury the story they belong to. */
const MOST_FILES = 5;
const MOST_TITLE = 100;
/** Where a skill may have put a title, the best first. */
const TITLES = ["title", "alt_text", "caption", "name", "description"];
const KINDS: { readonly [format in NonNullable<Asset["format"]>]: string } = {
  png: "Picture",
  jpeg: "Picture",
  webp: "Picture",
  mp3: "Sound",
  ogg: "Sound",
  wav: "Sound",
  flac: "Sound",
  mp4: "Film",
  webm: "Film",
};

/** One line for each file of a scene, and one for those that are too many. */
export function assetLines({ assets = [] }: SceneEvent): string[] {
  const more = assets.length - MOST_FILES;
  return [
    ...assets.slice(0, MOST_FILES).map(assetWords),
    ...(more > 0 ? [`And ${more === 1 ? "one more file" : `${more} more files`}.`] : []),
  ];
}

/**
 * What stands for a file: `Picture: A lantern (image/png, 512 x 512, 40 KB) /stories/assets/portrait.png`. Of a type that no shell shows it
 * says so.
 */
export function assetWords({
  assetId,
  kind,
  mediaType,
  metadata = {},
  sizeBytes,
  path,
  format,
  missing,
}: Asset): string {
  const type = plainWords(mediaType);
  const what = format ? type : [...new Set([plainWords(kind), type])].join(", ");
  const about = [what, ...measures(metadata), sizeText(sizeBytes)].join(", ");
  const named = `${format ? KINDS[format] : "File"}: ${titleIn(metadata) ?? plainWords(assetId)} (${about})`;
  if (missing) return `${named} is not here any more.`;
  return format ? `${named} ${path}` : `${named} is of a type that cannot be shown. ${path}`;
}

function titleIn(metadata: JsonObject): string | undefined {
  const given = TITLES.map((key) => metadata[key]).find(
    (value) => typeof value === "string" && plainWords(value) !== "",
  );
  if (typeof given !== "string") return undefined;
  const title = plainWords(given);
  return title.length <= MOST_TITLE ? title : `${title.slice(0, MOST_TITLE).trimEnd()}...`;
}

/** Width and height, and how long it lasts, as far as the skill has said. */
function measures({ width, height, duration_seconds: seconds }: JsonObject): string[] {
  return [
    ...(isAmount(width) && isAmount(height) ? [`${width} x ${height}`] : []),
    ...(isAmount(seconds) ? [`${Math.max(1, Math.round(seconds))} s`] : []),
  ];
}

function isAmount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && value > 0;
}
