/** Whether pictures and sounds are what their names say, and whether anything uses them. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Reading } from "@narratoria/protocol/contracts";
import type { Campaign } from "../campaign.js";
import { fileTitle } from "../markdown.js";
import { foldName } from "../name-index.js";
import type { ProblemCode } from "../problem-codes.js";
import { type Problem, START } from "../problems.js";
import { HEAD_BYTES, readMediaHeader, TAIL_BYTES } from "./media-header.js";
import { MOST_PIXELS, readMedia } from "./read-media.js";

/** As many as 250 pictures of the size that a scene shows. */
const MOST_DECODED = 400_000_000;
const FORMAT_OF: Readonly<Record<string, string>> = {
  png: "png",
  jpg: "jpeg",
  jpeg: "jpeg",
  webp: "webp",
  mp3: "mp3",
  ogg: "ogg",
  wav: "wav",
  flac: "flac",
};

/** Looks at the bytes of each picture and sound, and decodes those whose bytes are what their names say. Implements rules CA743 and CA1302. */
export async function mediaFiles(campaign: MediaOf): Promise<Problem[]> {
  const portraits = campaign.npcs.flatMap(({ portrait }) => portrait ?? []);
  const problems: Problem[] = [];
  let pixels = 0;
  for (const file of new Set([...campaign.art, ...portraits, ...campaign.music])) {
    const lying = campaign.elsewhere.get(file) ?? file;
    const fault = faultOf(campaign.dir, lying);
    const warned = { file, ...START, severity: "warning" as const };
    if (fault !== null) problems.push({ ...warned, ...fault });
    if (fault !== null || pixels > MOST_DECODED) continue;
    const read = await readMedia(join(campaign.dir, ...lying.split("/")));
    pixels += (read.width ?? 0) * (read.height ?? 0);
    if (read.fault !== null) problems.push({ ...warned, code: "media_damaged", message: read.fault });
  }
  return problems;
}

type MediaOf = Pick<Campaign, "dir" | "art" | "music" | "npcs" | "elsewhere">;

function faultOf(dir: string, file: string): { readonly code: ProblemCode; readonly message: string } | null {
  const read = readEnds(join(dir, ...file.split("/")));
  if (read === null) return { code: "unreadable", message: "This file cannot be read." };
  const { format, width, height, isCut } = readMediaHeader(read.head, read.tail, read.sizeBytes);
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  const expected = FORMAT_OF[ending] ?? ending;
  if (format === "unknown")
    return {
      code: "media_damaged",
      message: `These bytes are no ${expected.toUpperCase()}, and no other kind that is known.`,
    };
  if (format === "svg" || format === "gif")
    return {
      code: "unsupported_media",
      message: `This is ${format.toUpperCase()}, which is not shown, whatever the file is called.`,
    };
  if (format !== expected)
    return {
      code: "media_mismatch",
      message: `This is ${format.toUpperCase()}, and its name says ${expected.toUpperCase()}.`,
    };
  if (width === 0 || height === 0) return { code: "media_damaged", message: "This picture has no size." };
  if (width !== undefined && height !== undefined && width * height > MOST_PIXELS)
    return {
      code: "media_size",
      message: `This picture has ${width} by ${height} pixels, ${Math.round((width * height) / 1e6)} million, and 40 million is the most that is shown.`,
    };
  if (isCut) return { code: "media_damaged", message: "This file ends before its content does." };
  return null;
}

function readEnds(path: string): { readonly head: Buffer; readonly tail: Buffer; readonly sizeBytes: number } | null {
  try {
    // As for texts: not following and not blocking, since the folder may have changed.
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = fstatSync(descriptor);
      const part = (length: number, at: number): Buffer => {
        const bytes = Buffer.alloc(Math.min(length, size));
        return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, Math.max(0, at)));
      };
      return { head: part(HEAD_BYTES, 0), tail: part(TAIL_BYTES, size - TAIL_BYTES), sizeBytes: size };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/**
 * Finds pictures and sounds that no beat and no profile names, and whose own names are nobody's and nothing's.
 * Implements rule CA744.
 */
export function unusedAssets(campaign: Campaign, { cast, places, topics, beats }: Reading): Problem[] {
  const { art, music, npcs } = campaign;
  const named = new Set([
    ...campaign.beats.flatMap(({ music: heard, background }) => [heard ?? [], background ?? []].flat()),
    ...npcs.flatMap(({ portrait, profile }) => [portrait ?? [], profile.voice ?? []].flat()),
  ]);
  const names = [
    ...cast.flatMap(({ id, name, called, aliases }) => [id, name, called, ...aliases]),
    ...places.flatMap(({ id, name, called, aliases }) => [id, name, called, ...aliases]),
    ...topics.flatMap(({ id, np }) => [id, np]),
    ...beats.flatMap(({ id, title }) => [id, title]),
  ].map((name) => words(name));
  return [...art, ...music].flatMap((file): Problem[] => {
    if (named.has(file) || campaign.texts.has(`${file}.keywords.txt`)) return [];
    const own = words(fileTitle(file).replace(/^npc /, ""));
    const shows = names.some((name) => name !== "" && (own.includes(name) || name.includes(own)));
    if (shows) return [];
    const message =
      "No beat and no profile names this file, and its own name is that of nobody and nothing in the story.";
    return [{ file, ...START, code: "unused_asset", severity: "notice", message }];
  });
}

const words = (name: string): string => foldName(name).replace(/^(?:the|a|an)-/, "");
