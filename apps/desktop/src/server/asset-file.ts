/** Pictures, music and films of a story, whole or in part. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { LinkedFile } from "./file-links.js";

/** Nothing else is drawn or played, whatever a campaign calls it. */
const SHOWN = /^(?:image\/(?:png|jpeg|webp|gif|avif)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+)$/;

/** @returns The status it was answered with; 404 where nothing was answered yet, as there is no such file. */
export async function answerAsset(
  { path, mediaType }: LinkedFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!SHOWN.test(mediaType)) return false;
  const file = await openRegular(path);
  if (file === null) return false;
  try {
    const { size, mtimeMs } = await file.stat();
    const tag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    response.setHeader("Content-Type", mediaType);
    response.setHeader("Cache-Control", "private, no-cache");
    response.setHeader("Accept-Ranges", "bytes");
    response.setHeader("ETag", tag);
    if (request.headers["if-none-match"] === tag) {
      response.writeHead(304).end();
      return true;
    }
    const { range, "if-range": unless } = request.headers;
    const part = range === undefined || (unless !== undefined && unless !== tag) ? null : readRange(range, size);
    if (part === "unsatisfiable") {
      response.removeHeader("Content-Type");
      response.writeHead(416, { "Content-Range": `bytes */${size}`, "Content-Length": 0 }).end();
      return true;
    }
    const { first, last } = part ?? { first: 0, last: size - 1 };
    response.writeHead(part === null ? 200 : 206, {
      "Content-Length": last - first + 1,
      ...(part === null ? {} : { "Content-Range": `bytes ${first}-${last}/${size}` }),
    });
    if (request.method === "HEAD" || size === 0) response.end();
    else await pipeline(file.createReadStream({ start: first, end: last, autoClose: false }), response);
    return true;
  } finally {
    await file.close();
  }
}

/** Opens a regular file, and no link to one; a pipe or device is not waited for. */
async function openRegular(path: string): Promise<FileHandle | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => null);
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/**
 * Reads a `Range` header.
 *
 * @returns The bytes that are wanted; null where the header is none that we know, and the whole is answered.
 */
function readRange(
  range: string,
  size: number,
): { readonly first: number; readonly last: number } | "unsatisfiable" | null {
  if (!/^bytes=/.test(range)) return null;
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  // Several parts at once are asked for by no player; answering them costs more than it gives.
  if (from === "" && to === "") return "unsatisfiable";
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "unsatisfiable" : { first, last };
}
