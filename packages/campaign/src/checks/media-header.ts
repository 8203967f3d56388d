/** What the first and last bytes of a picture or a sound say of it. */

/** Bytes from the start of a file that are looked at; pictures give their size there. */
export const HEAD_BYTES = 256 * 1024;
/** Bytes from its end. */
export const TAIL_BYTES = 64;

export interface MediaHeader {
  /** What the bytes are, whatever the file is called. */
  readonly format: "png" | "jpeg" | "webp" | "gif" | "svg" | "mp3" | "ogg" | "wav" | "flac" | "unknown";
  /** In pixels, where the bytes give them. */
  readonly width?: number;
  readonly height?: number;
  /** Whether the file ends before its content does. */
  readonly isCut: boolean;
}

/**
 * Reads the header of a picture or a sound without decoding it.
 *
 * @param head - At most {@link HEAD_BYTES} from the start.
 * @param tail - At most {@link TAIL_BYTES} from the end.
 * @param sizeBytes - Of the whole file.
 */
export function readMediaHeader(head: Buffer, tail: Buffer, sizeBytes: number): MediaHeader {
  const text = (from: number, to: number): string => head.toString("latin1", from, to);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return png(head, tail);
  if (text(0, 3) === "\xff\xd8\xff") return jpeg(head, tail);
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return webp(head, sizeBytes);
  if (text(0, 4) === "RIFF" && text(8, 12) === "WAVE") return { format: "wav", isCut: isRiffCut(head, sizeBytes) };
  if (text(0, 4) === "GIF8") return { format: "gif", isCut: false };
  if (text(0, 4) === "OggS") return { format: "ogg", isCut: false };
  if (text(0, 4) === "fLaC") return { format: "flac", isCut: false };
  if (text(0, 3) === "ID3") return { format: "mp3", isCut: false };
  const [first = 0, second = 0] = head;
  // A frame of MPEG audio: eleven bits set, and a layer.
  if (first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0) return { format: "mp3", isCut: false };
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text(0, 2048)))
    return { format: "svg", isCut: false };
  return { format: "unknown", isCut: false };
}

function png(head: Buffer, tail: Buffer): MediaHeader {
  const isCut = tail.indexOf("IEND", 0, "latin1") < 0;
  if (head.length < 24 || head.toString("latin1", 12, 16) !== "IHDR") return { format: "png", isCut: true };
  return { format: "png", width: head.readUInt32BE(16), height: head.readUInt32BE(20), isCut };
}

/** Walks over the segments before the picture: each says how long it is. */
function jpeg(head: Buffer, tail: Buffer): MediaHeader {
  const isCut = tail.lastIndexOf("\xff\xd9", undefined, "latin1") < 0;
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) break;
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: "jpeg", height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7), isCut };
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = isBare ? 0 : head.readUInt16BE(at + 2);
    if (!isBare && length < 2) break;
    at += 2 + length;
  }
  return { format: "jpeg", isCut };
}

function webp(head: Buffer, sizeBytes: number): MediaHeader {
  const isCut = isRiffCut(head, sizeBytes) || head.length < 30;
  if (head.length < 30) return { format: "webp", isCut };
  const kind = head.toString("latin1", 12, 16);
  if (kind === "VP8X")
    return { format: "webp", width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1, isCut };
  if (kind === "VP8L") {
    const bits = head.readUInt32LE(21);
    return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isCut };
  }
  if (kind === "VP8 ")
    return { format: "webp", width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff, isCut };
  return { format: "webp", isCut };
}

const isRiffCut = (head: Buffer, sizeBytes: number): boolean =>
  head.length < 12 || head.readUInt32LE(4) + 8 > sizeBytes + 1;
