/** Pictures and sounds, decoded: their measures, and what is broken in them. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { MediaHeader } from "./media-header.js";
import { HEAD_BYTES, readMediaHeader, TAIL_BYTES } from "./media-header.js";

/** A picture or sound as it was found on the disk. */
export interface ReadMedia {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly format: MediaHeader["format"];
  /** In pixels; of pictures. */
  readonly width?: number;
  readonly height?: number;
  /** Of sounds. */
  readonly durationSeconds?: number;
  /** In kbit/s; of sounds. */
  readonly bitrate?: number;
  /** Why it can be neither drawn nor played; null where nothing is wrong. */
  readonly fault: string | null;
}

const MOST_BYTES = 50 * 1024 * 1024;
/** A decoder holds four bytes for each. */
export const MOST_PIXELS = 40_000_000;
const MOST_KEPT = 2_000;

interface Kept {
  readonly print: string;
  readonly read: Promise<ReadMedia>;
}

const kept = new Map<string, Kept>();
/** What came of bytes that could be decoded, by their SHA-256: it is the same wherever they lie. */
const byContent = new Map<string, ReadMedia>();

function keepContent(read: ReadMedia): void {
  byContent.set(read.sha256, read);
  const [oldest] = byContent.keys();
  if (byContent.size > MOST_KEPT && oldest !== undefined) byContent.delete(oldest);
}

/** Takes what another process found out about pictures and sounds, which are then not decoded here. (rule CA2202) */
export function learnMedia(found: readonly ReadMedia[]): void {
  for (const read of found) keepContent(read);
}

/**
 * Reads a picture or a sound and decodes it, once for as long as the file is the same. Implements rules CA1300 to CA1302 and CA2202.
 *
 * @param path - Absolute.
 * @returns With a `fault` where there is no such file, too.
 */
export async function readMedia(path: string): Promise<ReadMedia> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return unread("The file is not there.");
  if (found.size > MOST_BYTES) return unread("The file has more than 50 MiB.");
  const print = `${found.size} ${found.mtimeMs} ${found.ino}`;
  const known = kept.get(path);
  if (known?.print === print) return known.read;
  const read = readAnew(path);
  kept.delete(path);
  kept.set(path, { print, read });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return read;
}

const unread = (fault: string): ReadMedia => ({ sha256: "", sizeBytes: 0, format: "unknown", fault });

async function readAnew(path: string): Promise<ReadMedia> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return unread("The file cannot be read.");
  const header = readMediaHeader(bytes.subarray(0, HEAD_BYTES), bytes.subarray(-TAIL_BYTES), bytes.length);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const known = byContent.get(sha256);
  if (known !== undefined) return known;
  const read = await decoded(bytes, sha256, header);
  if (read.fault === null) keepContent(read);
  return read;
}

async function decoded(bytes: Buffer, sha256: string, header: MediaHeader): Promise<ReadMedia> {
  const { format } = header;
  const base = {
    sha256,
    sizeBytes: bytes.length,
    format,
    ...(header.width !== undefined && header.height !== undefined && { width: header.width, height: header.height }),
  };
  if (bytes.length === 0) return { ...base, fault: "The file is empty." };
  if (header.isCut) return { ...base, fault: "The file ends before its content does." };
  if (format === "png" || format === "jpeg" || format === "webp") return { ...base, ...(await drawn(bytes, header)) };
  if (format === "mp3" || format === "ogg" || format === "wav" || format === "flac")
    return { ...base, ...(await heard(bytes, format)) };
  return { ...base, fault: "These bytes are no picture and no sound that is known." };
}

/** Decodes a picture to find out whether it can be. */
async function drawn(
  bytes: Buffer,
  { format, width = 0, height = 0 }: MediaHeader,
): Promise<Pick<ReadMedia, "width" | "height" | "fault">> {
  if (width * height > MOST_PIXELS) return { width, height, fault: "The picture has more than 40 million pixels." };
  try {
    const { decode } = await decoderOf(format);
    const image = decode(bytes);
    return image.width > 0 && image.height > 0
      ? { width: image.width, height: image.height, fault: null }
      : { fault: "The picture has no size." };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : "";
    return { fault: `The picture cannot be drawn (${why}).` };
  }
}

interface Decoder {
  decode(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };
}

/** Loaded when the first picture of its kind is looked at. */
async function decoderOf(format: MediaHeader["format"]): Promise<Decoder> {
  if (format === "png") return import("@cwasm/lodepng");
  return format === "webp" ? import("@cwasm/webp") : import("@cwasm/jpeg-turbo");
}

/**
 * The points of a picture, four bytes each: red, green, blue, and how solid it is.
 *
 * @returns Null for a file that cannot be drawn.
 */
export async function decodePicture(
  path: string,
): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray } | null> {
  const { format, fault } = await readMedia(path);
  if (fault !== null) return null;
  if (format !== "png" && format !== "webp" && format !== "jpeg") return null;
  const { decode } = await decoderOf(format);
  return decode(await readFile(path));
}

const MIME: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
};

/** Walks over the frames of a sound: what gives no length cannot be played. */
async function heard(bytes: Buffer, format: string): Promise<Pick<ReadMedia, "durationSeconds" | "bitrate" | "fault">> {
  if (format === "ogg" && !hasLastPage(bytes)) return { fault: "The file ends before its content does." };
  try {
    const { parseBuffer } = await import("music-metadata");
    const given = { mimeType: MIME[format] ?? "", size: bytes.length };
    const { format: told } = await parseBuffer(bytes, given, { duration: true, skipCovers: true });
    const { duration, bitrate } = told;
    if (duration === undefined || !(duration > 0)) return { fault: "The sound has no length." };
    return {
      durationSeconds: Math.round(duration * 1000) / 1000,
      ...(bitrate !== undefined && bitrate > 0 && { bitrate: Math.round(bitrate / 1000) }),
      fault: null,
    };
  } catch (error) {
    return { fault: `The sound cannot be played (${error instanceof Error ? error.message.split("\n")[0] : ""}).` };
  }
}

/** Whether the last page of an Ogg stream says that it is the last one. (RFC 3533, 6) */
function hasLastPage(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf("OggS", undefined, "latin1");
  return at >= 0 && ((bytes[at + 5] ?? 0) & 0x04) !== 0;
}
