/**
 * The texts in a PNG file, and the file without them.
 *
 * By hand: the packages for it read whole files into arrays of the length that a chunk claims, which may be 4 GiB. Here nothing is
 * taken that the file does not have.
 */
import { crc32 } from "node:zlib";
import { refuse } from "./imported.js";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TEXT_CHUNKS = ["tEXt", "zTXt", "iTXt"];
const MOST_CHUNKS = 100_000;

export interface PngTexts {
  /** Texts of `tEXt` chunks by their keyword; of two with one keyword the last. */
  readonly texts: ReadonlyMap<string, Buffer>;
  /** Keywords of compressed and international texts, which no character card uses. They are not unpacked. */
  readonly packed: readonly string[];
  /** The picture without any text. */
  readonly picture: Uint8Array;
}

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

/**
 * Reads the texts of a PNG file. Nothing is unpacked, and no more memory is taken than the file has bytes.
 *
 * @throws {CampaignError} `not_importable` where the file is cut short or damaged.
 */
export function readPngTexts(file: Uint8Array): PngTexts {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const texts = new Map<string, Buffer>();
  const packed: string[] = [];
  const kept: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  for (let count = 0; ; count++) {
    if (count >= MOST_CHUNKS) refuse(`This PNG file has more than ${MOST_CHUNKS} chunks.`);
    if (at + 12 > bytes.length) refuse("This PNG file is cut short: it has no end.");
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) {
      refuse(`This PNG file is damaged: its part ${JSON.stringify(type)} claims ${length} bytes and is shorter.`);
    }
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (TEXT_CHUNKS.includes(type)) {
      if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(end - 4)) {
        refuse(`This PNG file is damaged: the checksum of its part ${JSON.stringify(type)} does not fit.`);
      }
      const zero = data.indexOf(0);
      const keyword = data.toString("latin1", 0, zero < 0 ? Math.min(79, data.length) : Math.min(79, zero));
      if (type === "tEXt" && zero >= 0) texts.set(keyword, data.subarray(zero + 1));
      else packed.push(keyword);
    } else kept.push(bytes.subarray(at, end));
    at = end;
    if (type === "IEND") return { texts, packed, picture: Buffer.concat(kept) };
  }
}
