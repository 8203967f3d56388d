import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { findInside } from "./find-inside.js";

/** A text file, or why there is none. */
export type TextFile =
  | { readonly state: "read"; readonly text: string; readonly cut: boolean; readonly byteOrderMark: boolean }
  | { readonly state: "absent" }
  | { readonly state: "unfit"; readonly reason: string };

/**
 * Reads the start of a text file inside a folder. What a link leads to outside of the folder is not read.
 * Synchronous on purpose: the files are small and many, and handing each to another thread takes ten times as long.
 *
 * @param root - The folder that the file must lie in once links are followed.
 * @param path - Relative, with `/` between its parts.
 * @param maxBytes - The rest of a longer file is left unread, and `cut` is true.
 */
export function readText(root: string, path: string, maxBytes: number): TextFile {
  const found = findInside(root, path);
  if (found.state === "absent") return { state: "absent" };
  if (found.state === "refused") return { state: "unfit", reason: `It cannot be used: ${found.reason}.` };
  let bytes: Buffer | null;
  try {
    bytes = readStart(found.file, maxBytes + 1);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return { state: "unfit", reason: `It cannot be read${code}.` };
  }
  if (bytes === null) return { state: "unfit", reason: "It is not a plain file." };
  return decode(bytes, maxBytes);
}

/** Null when the path leads to something other than a plain file. */
function readStart(file: string, maxBytes: number): Buffer | null {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(found.size, maxBytes));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(handle, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}

function decode(bytes: Buffer, maxBytes: number): TextFile {
  const start = bytes.subarray(0, 2).toString("hex");
  if (start === "fffe" || start === "feff") {
    return { state: "unfit", reason: "It is written in UTF-16. Save it as UTF-8." };
  }
  const cut = bytes.length > maxBytes;
  const byteOrderMark = bytes.subarray(0, 3).toString("hex") === "efbbbf";
  try {
    // While streaming, a character that the cut went through is held back and not an error.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, maxBytes), { stream: cut });
    return { state: "read", text, cut, byteOrderMark };
  } catch {
    return { state: "unfit", reason: "It is not written in UTF-8. Save it as UTF-8." };
  }
}
