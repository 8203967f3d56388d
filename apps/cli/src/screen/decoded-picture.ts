/** Pictures of any kind that a campaign may bring, decoded and small enough for a terminal. */
import type { Pixels } from "./pictures.js";

/** As many points as a terminal can show in the cells of a picture. */
const MOST_WIDE = 480;
const MOST_KEPT = 12;

/** A picture as bytes of red, green, blue and how solid it is, four for each point. */
export interface SmallPicture extends Pixels {
  readonly rgba: Uint8ClampedArray;
}

const kept = new Map<string, Promise<SmallPicture | null>>();

/**
 * Decodes a PNG, JPEG or WebP and makes it small. The last ones are kept.
 *
 * @returns Null for a file that cannot be drawn.
 */
export function decodedPicture(path: string): Promise<SmallPicture | null> {
  const known = kept.get(path);
  if (known) return known;
  const decoded = decode(path).catch(() => null);
  kept.set(path, decoded);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return decoded;
}

async function decode(path: string): Promise<SmallPicture | null> {
  const { decodePicture } = await import("@narratoria/engine");
  const image = await decodePicture(path);
  return image && shrunk(image);
}

/** The mean of the points that each one stands for; what is clear is white. */
export function shrunk(image: {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}): SmallPicture {
  const width = Math.min(image.width, MOST_WIDE);
  const height = Math.max(1, Math.round((image.height * width) / image.width));
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, image.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, image.width);
      rgba.set(mean(image, left, right, top, bottom), (y * width + x) * 4);
    }
  }
  return {
    width,
    height,
    rgba,
    at(x, y) {
      const from = (y * width + x) * 4;
      return [rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0];
    },
  };
}

function span(at: number, of: number, points: number): readonly [number, number] {
  const from = Math.floor((at * points) / of);
  return [from, Math.max(from + 1, Math.floor(((at + 1) * points) / of))];
}

function mean(
  { width, data }: { readonly width: number; readonly data: Uint8ClampedArray },
  left: number,
  right: number,
  top: number,
  bottom: number,
): number[] {
  const sum = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const from = (y * width + x) * 4;
      const solid = (data[from + 3] ?? 255) / 255;
      for (const channel of [0, 1, 2])
        sum[channel] = (sum[channel] ?? 0) + (data[from + channel] ?? 0) * solid + 255 * (1 - solid);
    }
  const count = (right - left) * (bottom - top);
  return [...sum.map((value) => Math.round(value / count)), 255];
}
