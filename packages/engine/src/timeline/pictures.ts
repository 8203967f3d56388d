/** The pictures of an exported story: what the stage showed, each once, where it was first shown. */
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { readMedia } from "@narratoria/campaign";
import type { SceneEvent } from "../scene/scene-record.js";
import { escaped } from "./html-text.js";
import type { ToldStory } from "./told-story.js";

export interface Picture {
  /** Within the export, from 1. */
  readonly number: number;
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
  /** What it shows, for whoever does not see it. */
  readonly alt: string;
  /** What made it; null where people did. */
  readonly madeBy: string | null;
  readonly bytes: Uint8Array;
}

/** By the id of the turn that first showed them. */
export type Pictures = ReadonlyMap<string, readonly Picture[]>;
export const NO_PICTURES: Pictures = new Map();

const MEDIA_TYPES: Readonly<Record<string, Picture["mediaType"]>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
};
/** Bytes of all pictures of an export; what would be more is left out. */
const MOST_BYTES = 64 * 1024 * 1024;

type Stage = NonNullable<SceneEvent["stage"]>;
interface Shown {
  readonly alt: string;
  readonly path?: string | undefined;
  readonly generated?: { readonly model: string } | undefined;
}

/** @param here - Gives the pictures of a stage their paths on this machine; one that is not there has none. */
export async function picturesIn({ branches }: ToldStory, here: (stage: Stage) => Stage): Promise<Pictures> {
  const found = new Map<string, Picture[]>();
  const seen = new Set<string>();
  let bytes = 0;
  let number = 0;
  for (const { turnId, event } of branches.flatMap(({ scenes }) => scenes)) {
    if (event?.stage === undefined) continue;
    const { background, portraits } = here(event.stage);
    const shown: readonly Shown[] = [
      ...(background ? [background] : []),
      ...portraits.flatMap(({ picture, name }) => (picture ? [{ ...picture, alt: picture.alt || name }] : [])),
    ];
    for (const { path, alt, generated } of shown) {
      if (path === undefined || seen.has(path)) continue;
      seen.add(path);
      const read = await pictureAt(path, MOST_BYTES - bytes);
      if (read === null) continue;
      bytes += read.bytes.byteLength;
      const picture = { ...read, number: ++number, alt, madeBy: generated?.model ?? null };
      found.set(turnId, [...(found.get(turnId) ?? []), picture]);
    }
  }
  return found;
}

/** A picture whose bytes are what its name says; a file that has gone or is damaged is none. */
async function pictureAt(path: string, most: number): Promise<Pick<Picture, "mediaType" | "bytes"> | null> {
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()];
  if (mediaType === undefined || (await readMedia(path)).fault !== null) return null;
  try {
    return (await stat(path)).size > most ? null : { mediaType, bytes: await readFile(path) };
  } catch {
    return null;
  }
}

export const dataOf = ({ mediaType, bytes }: Picture): string =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;

/** "picture-3.webp" */
export const fileOf = ({ number, mediaType }: Picture): string =>
  `picture-${number}.${mediaType === "image/jpeg" ? "jpg" : mediaType.slice("image/".length)}`;

/** Who made it, as readers are told; empty where people did. */
export const creditOf = ({ madeBy }: Picture): string => (madeBy === null ? "" : `Picture made by ${madeBy}`);

/** A picture as HTML, well-formed as XML too. @param src - Where it is. */
export function figure(picture: Picture, src: string): string {
  const credit = creditOf(picture);
  const caption = credit === "" ? "" : `<figcaption>${escaped(credit)}</figcaption>`;
  return `<figure><img src="${src}" alt="${escaped(picture.alt)}" />${caption}</figure>`;
}
