/** Pictures of any size as ones that a portrait needs. */

/** A portrait is shown at most so large, in pixels of either side. */
const LARGEST = 1024;
const QUALITY = 0.9;

/**
 * Makes a picture as small as a portrait needs to be.
 *
 * @returns WebP in base64.
 * @throws {Error} With a sentence for the player, where the browser cannot read the file.
 */
export async function smallPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error("This file is no picture that can be shown. Use a PNG, JPEG or WebP picture.");
  });
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: "image/webp", quality: QUALITY })).arrayBuffer(),
  );
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
