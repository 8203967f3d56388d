/** What was found out about pictures and sounds when the program was built, so that players need not decode them. */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Campaign } from "../campaign.js";
import { learnMedia, type ReadMedia, readMedia } from "./read-media.js";

/**
 * Decodes the pictures and sounds of campaigns and lays what came of it into a file that travels with the program. (rule CA2202)
 *
 * @param campaigns - Loaded ones.
 * @param file - Where it is written.
 */
export async function shipMedia(campaigns: readonly Campaign[], file: string): Promise<void> {
  const found: ReadMedia[] = [];
  for (const { dir, art, music } of campaigns)
    for (const path of [...art, ...music]) found.push(await readMedia(join(dir, ...path.split("/"))));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(found.filter(({ fault }) => fault === null)));
  // What an administrator installs everybody may read.
  await chmod(file, 0o644);
}

/** Takes what {@link shipMedia} found: files of the same content are not decoded in this process. Without the file they are. */
export async function learnShippedMedia(file: string): Promise<void> {
  try {
    const found: unknown = JSON.parse(await readFile(file, "utf8"));
    if (Array.isArray(found)) learnMedia(found.filter(isReadMedia));
  } catch {
    // They are decoded when they are shown.
  }
}

const isMeasure = (value: unknown): boolean => value === undefined || typeof value === "number";

function isReadMedia(value: unknown): value is ReadMedia {
  if (typeof value !== "object" || value === null) return false;
  const one: { readonly [key in keyof ReadMedia]?: unknown } = value;
  return (
    typeof one.sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(one.sha256) &&
    typeof one.sizeBytes === "number" &&
    typeof one.format === "string" &&
    one.fault === null &&
    [one.width, one.height, one.durationSeconds, one.bitrate].every(isMeasure)
  );
}
