/** The kinds of files that shells may show. All others are shown as placeholders. */
export type MediaFormat = "png" | "jpeg" | "webp" | "mp3" | "ogg" | "wav" | "flac" | "mp4" | "webm";

/** How many bytes from the start of a file are needed to tell its format. */
export const HEAD_BYTES = 16;

const FORMATS: ReadonlyMap<string, MediaFormat> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpeg"],
  ["image/webp", "webp"],
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/ogg", "ogg"],
  ["application/ogg", "ogg"],
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
  ["audio/wave", "wav"],
  ["audio/vnd.wave", "wav"],
  ["audio/flac", "flac"],
  ["audio/x-flac", "flac"],
  ["video/mp4", "mp4"],
  ["video/webm", "webm"],
]);

/** What the files of a format begin with, as characters of one byte; a dot stands for any byte. */
const BEGINNINGS: { readonly [format in MediaFormat]: RegExp } = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF....WEBP/s,
  // With a tag in front, or a frame header: eleven bits set, then a version and a layer that exist.
  mp3: /^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/,
  ogg: /^OggS/,
  wav: /^RIFF....WAVE/s,
  flac: /^fLaC/,
  mp4: /^....ftyp/s,
  webm: /^\x1a\x45\xdf\xa3/,
};

/**
 * The format of a file that says what it is and is what it says. Implements rule EX405.
 *
 * @param mediaType - As it was announced, parameters and all.
 * @param head - The first bytes of the file.
 * @returns Null for a type that no shell shows, and for a file that is of another type than it was announced as.
 */
export function mediaFormat(mediaType: string, head: Uint8Array): MediaFormat | null {
  const format = FORMATS.get(mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  return format !== undefined && BEGINNINGS[format].test(Buffer.from(head).toString("latin1")) ? format : null;
}
