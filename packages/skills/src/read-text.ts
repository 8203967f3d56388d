import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { FileError, resolveInside } from "@narratoria/protocol/files";

/** A text file, or why there is none. */
export type TextFile =
  | { readonly state: "read"; readonly text: string; readonly cut: boolean; readonly byteOrderMark: boolean }
  | { readonly state: "absent" }
  | { readonly state: "unfit"; readonly reason: string };

/**
 * Reads the start of a text file inside a folder. What a link leads to outside of the folder is not read.
 *
 * @param root - The folder that the file must lie in once links are followed.
 * @param path - Relative, with `/` between its parts.
 * @param maxBytes - The rest of a longer file is left unread, and `cut` is true.
 */
export async function readText(root: string, path: string, maxBytes: number): Promise<TextFile> {
  let file: string;
  try {
    file = await resolveInside(root, path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.code === "not_found"
      ? { state: "absent" }
      : { state: "unfit", reason: `It cannot be used: ${error.message}.` };
  }
  let bytes: Buffer | null;
  try {
    bytes = await readStart(file, maxBytes + 1);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return { state: "unfit", reason: `It cannot be read${code}.` };
  }
  if (bytes === null) return { state: "unfit", reason: "It is not a plain file." };
  return decode(bytes, maxBytes);
}

/** Null when the path leads to something other than a plain file. */
async function readStart(file: string, maxBytes: number): Promise<Buffer | null> {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(found.size, maxBytes));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
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
