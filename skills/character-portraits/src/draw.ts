/** Draws somebody from a description, in one of four manners. */
import { completeLooks } from "./appearance.js";
import { readLooks } from "./description.js";
import { drawAvatar } from "./draw-avatar.js";
import { drawPaper } from "./draw-paper.js";
import { sized, toPng } from "./render.js";

export const PRESETS = ["realistic", "stylized", "anime", "pixel"] as const;
export type Preset = (typeof PRESETS)[number];

export interface Sitter {
  /** Decides what the description does not say: the same for the same person. */
  readonly id: string;
  readonly description: string;
  readonly kind?: string;
  readonly pronoun?: string;
}

export interface Manner {
  readonly preset: Preset;
  /** Pixels to a side. */
  readonly size: number;
  readonly format: "png" | "svg";
}

/** Squares to a side of a creature in the pixel preset: as coarse as its people. */
const SQUARES = 32;

export async function drawPortrait(sitter: Sitter, { preset, size, format }: Manner): Promise<Uint8Array> {
  const looks = completeLooks(readLooks(sitter.description, sitter), sitter.id);
  const svg = preset === "stylized" ? drawPaper(looks) : drawAvatar(looks, preset);
  if (format === "svg") return Buffer.from(sized(svg, size));
  return toPng(svg, size, preset === "pixel" && looks.kind !== "human" ? { pixels: SQUARES } : {});
}
