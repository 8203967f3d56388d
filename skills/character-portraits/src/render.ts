/** Turns pictures into files: SVG of a size, and PNG by resvg, which is WebAssembly and runs wherever the folder is copied. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

let ready: Promise<void> | null = null;

/** The same picture with a size of its own. */
export function sized(svg: string, size: number): string {
  const bare = svg.replace(/^<svg[^>]*>/, (tag) => tag.replace(/ (?:width|height)="[^"]*"/g, ""));
  return bare.replace(/^<svg/, `<svg width="${size}" height="${size}"`);
}

/** @param options.pixels - Draws the picture with so many pixels to a side, each of them a square. */
export async function toPng(
  svg: string,
  size: number,
  options: { readonly pixels?: number } = {},
): Promise<Uint8Array> {
  ready ??= initWasm(readFileSync(join(__dirname, "resvg.wasm")));
  await ready;
  return render(options.pixels === undefined ? svg : squares(svg, options.pixels), size).asPng();
}

function render(svg: string, size: number): ReturnType<InstanceType<typeof Resvg>["render"]> {
  return new Resvg(svg, { fitTo: { mode: "width", value: size }, font: { loadSystemFonts: false } }).render();
}

function squares(svg: string, pixels: number): string {
  // A square is of one colour, so no edge is softened.
  const { pixels: bytes } = render(svg.replace(/^<svg/, '<svg shape-rendering="crispEdges"'), pixels);
  const rects: string[] = [];
  for (let y = 0; y < pixels; y++) {
    for (let x = 0; x < pixels; x++) {
      const [r = 0, g = 0, b = 0] = bytes.subarray(4 * (y * pixels + x));
      rects.push(`<rect x="${x}" y="${y}" width="1" height="1" fill="rgb(${r},${g},${b})"/>`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pixels} ${pixels}" shape-rendering="crispEdges">${rects.join("")}</svg>`;
}
