import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mebibytes } from "./caps.js";
import type { Position, ProblemList } from "./problems.js";
import { START } from "./problems.js";
import { errno, type FoundFile } from "./scan-folder.js";

/**
 * Reads one file as text: UTF-8 to the letter, a byte order mark dropped, line ends made `\n`. Implements rules CA16 and CA17.
 *
 * @param capBytes - The most that is read.
 * @returns The text, or null when the file is unfit, which is then in `problems`.
 */
export function readText(root: string, file: FoundFile, capBytes: number, problems: ProblemList): string | null {
  const bytes = readBytes(root, file, capBytes, problems);
  if (bytes === null) return null;
  const fault = textFault(bytes);
  if (fault !== null) {
    problems.error(file.path, fault.at, "encoding", fault.message);
    return null;
  }
  const text = new TextDecoder("utf-8").decode(bytes);
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

function readBytes(root: string, file: FoundFile, capBytes: number, problems: ProblemList): Uint8Array | null {
  if (file.sizeBytes > capBytes) {
    const sizes = `${mebibytes(file.sizeBytes)}, and ${mebibytes(capBytes)} is the most that is read`;
    problems.error(file.path, START, "too_large", `This file has ${sizes}. It is left out: divide it into several.`);
    return null;
  }
  try {
    // Not following and not blocking: the entry may have become a link or a pipe since the folder was listed.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const descriptor = openSync(join(file.root ?? root, file.diskPath), flags);
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile() || stat.size > capBytes) throw new Error("the file changed while the folder was read");
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    problems.error(file.path, START, "unreadable", `This file cannot be read (${errno(error)}), so it is left out.`);
    return null;
  }
}

export function textFault(bytes: Uint8Array): { at: Position; message: string } | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { at: START, message: "This file is UTF-16. It is left out: save it as UTF-8." };
  }
  const zero = bytes.indexOf(0);
  if (zero >= 0) {
    const message = "This does not look like text: it holds a zero byte. It is left out.";
    return { at: positionOf(bytes, zero), message };
  }
  if (isUtf8(bytes)) return null;
  return { at: firstBadCharacter(bytes), message: "This is not valid UTF-8. The file is left out: save it as UTF-8." };
}

/** A newline byte is never part of a longer character, so the first faulty line can be found line by line. */
function firstBadCharacter(bytes: Uint8Array): Position {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline < 0 ? bytes.length : newline;
    const slice = bytes.subarray(start, end);
    if (!isUtf8(slice)) {
      const shown = new TextDecoder("utf-8").decode(slice);
      return { line, column: Math.max(0, shown.indexOf("\ufffd")) + 1 };
    }
    start = end + 1;
  }
  return START;
}

function positionOf(bytes: Uint8Array, offset: number): Position {
  let line = 1;
  let start = 0;
  for (;;) {
    const newline = bytes.indexOf(0x0a, start);
    if (newline < 0 || newline >= offset) break;
    line++;
    start = newline + 1;
  }
  return { line, column: offset - start + 1 };
}
