/** Pictures on a terminal: by kitty's protocol, by iTerm2's, by sixels, or in half blocks of 24-bit colour. */
import { readFileSync, statSync } from "node:fs";
import { inflateSync } from "node:zlib";
import type { SmallPicture } from "./decoded-picture.js";

/** How a terminal shows pictures. */
export type PictureManner = "kitty" | "iterm2" | "sixel" | "blocks";

/** Where pictures may be drawn: row and column of the upper left corner, from 0, and cells. */
export interface PicturePlace {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
}

/** Something to be written on top of a frame. */
export interface Overlay extends PicturePlace {
  /** What is the same has the same key. */
  readonly key: string;
  /** What is written in each row from the first; a picture in one piece is in the first row alone. */
  readonly drawn: readonly string[];
  /** What lays it where it was, for a terminal that still has it; undefined where it has to be written whole. */
  readonly again?: string;
  /** What removes it, beyond text that is written over it. */
  readonly removal: string;
}

/** A larger file is not read for a picture of some cells. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_PIXELS = 2048;

/**
 * How this terminal shows pictures, going by its own environment variables; null where it does not say that it can. (rule CL540)
 *
 * @param utf8 - Whether half blocks can be written.
 */
export function pictureManner(env: NodeJS.ProcessEnv, utf8: boolean): PictureManner | null {
  const { TERM = "", TERM_PROGRAM = "", LC_TERMINAL = "" } = env;
  if (env["NO_COLOR"] || TERM === "dumb" || TERM === "") return null;
  // What stands between hands on text and colours alone.
  const passesText = Boolean(env["TMUX"]) || /^(?:screen|tmux)/.test(TERM);
  if (!passesText) {
    if (env["KITTY_WINDOW_ID"] || TERM === "xterm-kitty" || TERM_PROGRAM === "ghostty") return "kitty";
    if (TERM_PROGRAM === "iTerm.app" || TERM_PROGRAM === "WezTerm" || LC_TERMINAL === "iTerm2") return "iterm2";
    if (/^(?:foot|mlterm|contour|yaft)/.test(TERM) || TERM_PROGRAM === "mintty" || /sixel/.test(TERM)) return "sixel";
  }
  return utf8 && /^(?:truecolor|24bit)$/i.test(env["COLORTERM"] ?? "") ? "blocks" : null;
}

/** Points of a cell, where the terminal does not say: what most fonts come to. */
const CELL = { width: 10, height: 20 };

/** Writes sixels: the library is loaded for terminals that show them. */
export type WriteSixels = (data: Uint8ClampedArray, width: number, height: number) => string;

/**
 * A picture that has been decoded as it is written on a terminal, as large as its place and in its own shape.
 *
 * @param sixels - Needed for a terminal that shows sixels.
 */
export function drawDecoded(
  key: string,
  picture: SmallPicture,
  place: PicturePlace,
  manner: PictureManner,
  sixels?: WriteSixels,
): Overlay | null {
  const { columns, rows } = place;
  const overlay = { ...place, key: `${manner} ${key} ${JSON.stringify(place)}`, removal: "" };
  if (manner === "blocks") return { ...overlay, drawn: halfBlocks(picture, columns, rows) };
  if (manner === "kitty") {
    const { rgba, width, height } = picture;
    return {
      ...overlay,
      drawn: [kitty(Buffer.from(rgba), `f=32,s=${width},v=${height}`, columns, rows)],
      again: kittyAgain(columns, rows),
      removal: `\u001b_Ga=d,d=I,i=${KITTY_ID},q=2;\u001b\\`,
    };
  }
  if (manner !== "sixel" || !sixels) return null;
  const [width, height] = [columns * CELL.width, rows * CELL.height];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = picture.at(Math.floor((x * picture.width) / width), Math.floor((y * picture.height) / height));
      data.set([...color, 255], (y * width + x) * 4);
    }
  return { ...overlay, drawn: [sixels(data, width, height)] };
}

/**
 * A picture as it is written on a terminal.
 *
 * @param path - Of a file; null for a silhouette.
 * @returns Null for a picture that cannot be shown this way.
 */
export function drawPicture(path: string | null, place: PicturePlace, manner: PictureManner): Overlay | null {
  const bytes = path === null ? null : readPicture(path);
  if (path !== null && bytes === null) return null;
  const { columns, rows } = place;
  const overlay = { ...place, key: `${manner} ${path ?? "silhouette"} ${JSON.stringify(place)}`, removal: "" };
  // A silhouette is small enough to be drawn by hand; files other than PNG are for iTerm2 to read.
  if (manner === "iterm2" && bytes) {
    const size = `size=${bytes.length};width=${columns};height=${rows};preserveAspectRatio=1`;
    return { ...overlay, drawn: [`\u001b]1337;File=inline=1;${size}:${bytes.toString("base64")}\u0007`] };
  }
  if (manner === "kitty" && bytes) {
    return isPng(bytes)
      ? {
          ...overlay,
          drawn: [kitty(bytes, "f=100", columns, rows)],
          again: kittyAgain(columns, rows),
          removal: `\u001b_Ga=d,d=I,i=${KITTY_ID},q=2;\u001b\\`,
        }
      : null;
  }
  const pixels = bytes ? decodePng(bytes) : SILHOUETTE;
  return pixels ? { ...overlay, drawn: halfBlocks(pixels, columns, rows) } : null;
}

function readPicture(path: string): Buffer | null {
  try {
    return statSync(path).size <= MOST_BYTES ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

const KITTY_ID = 77;
const KITTY_CHUNK = 4096;

/** One image has one id, so that the next portrait takes its place. */
function kitty(bytes: Buffer, format: string, columns: number, rows: number): string {
  const text = bytes.toString("base64");
  let out = "";
  for (let at = 0; at < text.length; at += KITTY_CHUNK) {
    const more = at + KITTY_CHUNK < text.length ? 1 : 0;
    const control = at === 0 ? `a=T,${format},i=${KITTY_ID},p=1,c=${columns},r=${rows},C=1,q=2,m=${more}` : `m=${more}`;
    out += `\u001b_G${control};${text.slice(at, at + KITTY_CHUNK)}\u001b\\`;
  }
  return out;
}

/** Places the image that the terminal has already: its data are not sent anew. */
const kittyAgain = (columns: number, rows: number): string =>
  `\u001b_Ga=p,i=${KITTY_ID},p=1,c=${columns},r=${rows},C=1,q=2;\u001b\\`;

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Colours of a point: red, green, blue, 0 to 255. */
  at(x: number, y: number): readonly [number, number, number];
}

/** Rows of upper half blocks: each cell shows two squares, one above the other. */
export function halfBlocks(pixels: Pixels, columns: number, rows: number): string[] {
  const color = (column: number, half: number): string => mean(pixels, column, half, columns, 2 * rows).join(";");
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from(
      { length: columns },
      (_, column) => `\u001b[38;2;${color(column, 2 * row)};48;2;${color(column, 2 * row + 1)}m▀`,
    );
    return `${cells.join("")}\u001b[0m`;
  });
}

/** The mean colour of the part of a picture that one square stands for. */
function mean({ width, height, at }: Pixels, column: number, row: number, columns: number, rows: number): number[] {
  const sum = [0, 0, 0];
  let count = 0;
  const [left, right] = [Math.floor((column * width) / columns), Math.ceil(((column + 1) * width) / columns)];
  const [top, bottom] = [Math.floor((row * height) / rows), Math.ceil(((row + 1) * height) / rows)];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const color = at(Math.min(x, width - 1), Math.min(y, height - 1));
      for (const [channel, value] of color.entries()) sum[channel] = (sum[channel] ?? 0) + value;
      count++;
    }
  }
  return sum.map((value) => Math.round(value / Math.max(1, count)));
}

/** Head and shoulders in one colour, for whom nobody could draw. */
const SILHOUETTE: Pixels = {
  width: 64,
  height: 64,
  at(x, y) {
    const head = ((x - 32) / 13) ** 2 + ((y - 24) / 16) ** 2 <= 1;
    const shoulders = y > 40 && ((x - 32) / 25) ** 2 + ((y - 64) / 22) ** 2 <= 1;
    const neck = Math.abs(x - 32) < 6 && y > 30 && y < 50;
    return head || shoulders || neck ? [38, 34, 48] : [174, 191, 216];
  },
};

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex");
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(PNG_START);

/**
 * Reads a PNG of 8 bits a channel in grey, RGB or RGBA that is not interlaced, as portraits are. What is clear is white.
 *
 * @returns Null for any other file.
 */
export function decodePng(bytes: Buffer): Pixels | null {
  try {
    return readPng(bytes);
  } catch {
    // Cut short, or no picture at all.
    return null;
  }
}

function readPng(bytes: Buffer): Pixels | null {
  if (!isPng(bytes)) return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = new Map([
    [0, 1],
    [2, 3],
    [4, 2],
    [6, 4],
  ]).get(bytes[25] ?? -1);
  const readable = bytes[24] === 8 && bytes[28] === 0 && channels !== undefined;
  if (!readable || width === 0 || height === 0 || Math.max(width, height) > MOST_PIXELS) return null;
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const stride = width * channels;
  const raw = inflateSync(Buffer.concat(parts), { maxOutputLength: (stride + 1) * height });
  if (raw.length < (stride + 1) * height) return null;
  const rows = unfiltered(raw, stride, height, channels);
  return {
    width,
    height,
    at(x, y) {
      const from = y * stride + x * channels;
      const value = (channel: number): number => rows[from + channel] ?? 0;
      const alpha = (channels === 4 ? value(3) : channels === 2 ? value(1) : 255) / 255;
      const shown = (channel: number): number => Math.round(value(channel) * alpha + 255 * (1 - alpha));
      return channels < 3 ? [shown(0), shown(0), shown(0)] : [shown(0), shown(1), shown(2)];
    },
  };
}

/** Undoes the filter of each row. (PNG specification, 9) */
function unfiltered(raw: Buffer, stride: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? (out[at - channels] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (out[at - stride - channels] ?? 0) : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      out[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
