/** Draws a file of any kind that a campaign may bring. */
import { decodedPicture } from "./decoded-picture.js";
import { drawDecoded, type Overlay, type PictureManner, type PicturePlace } from "./pictures.js";

/** @returns Null for a file that cannot be drawn. */
export async function drawFile(path: string, place: PicturePlace, manner: PictureManner): Promise<Overlay | null> {
  const picture = await decodedPicture(path);
  if (picture === null) return null;
  if (manner !== "sixel") return drawDecoded(path, picture, place, manner);
  const { image2sixel } = await import("sixel");
  return drawDecoded(path, picture, place, manner, (data, width, height) => image2sixel(data, width, height));
}
