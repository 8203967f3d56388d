/** Which names an archive may hold, and how much of everything. The same rules for packing and for installing. */
import { pathFault } from "@narratoria/protocol/files";

/** */
export const CAPS = {
  files: 5_000,
  totalBytes: 512 * 1024 * 1024,
  /** Of a file that inflates to more than `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
  depth: 16,
  partBytes: 200,
  pathBytes: 1_000,
  /** Of the checksum list: each file's line, at its longest. */
  listBytes: 6 * 1024 * 1024,
} as const;

/** The checksum list, beside the folder that the archive holds. */
export const CHECKSUMS = "SHA256SUMS";

/**
 * Why a path may not stand in an archive. It must mean the same file on every system, so the strictest one judges.
 *
 * @param path - With `/` between its parts.
 * @returns A phrase such as "it leads upwards", or null.
 */
export function nameFault(path: string): string | null {
  const fault = pathFault(path, "win32");
  if (fault !== null) return fault;
  if (Buffer.byteLength(path) > CAPS.pathBytes) return `it is longer than ${CAPS.pathBytes} bytes`;
  const parts = path.split("/");
  if (parts.length > CAPS.depth + 1) return `it lies more than ${CAPS.depth} folders deep`;
  for (const part of parts) {
    if (part.startsWith(".")) return "it is hidden";
    // A path of nothing but spaces, or a space at the front, looks like another one.
    if (part !== part.trim()) return "a part begins or ends with a space";
    if (Buffer.byteLength(part) > CAPS.partBytes) return `a part is longer than ${CAPS.partBytes} bytes`;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\u0000-\u001f\u007f-\u009f<>:"|?*\\]/.test(part)) return "it holds a character that not every system allows";
    // What turns the direction of writing or cannot be seen makes one name look like another.
    if (/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/.test(part))
      return "it holds a character that cannot be seen";
  }
  if (/\.(narratoria|zip)$/i.test(path)) return "it is an archive itself";
  return null;
}

/** A name as the most forgiving disk reads it: composed letters, no difference between large and small. */
function folded(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/**
 * Finds two paths that some disk cannot keep apart: the same but for case or composition, also of a folder on the way, or
 * a file where another path has a folder.
 *
 * @returns The pair, or null.
 */
export function twins(paths: readonly string[]): readonly [string, string] | null {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const path of paths) {
    const key = folded(path);
    const first = files.get(key);
    if (first !== undefined) return [first, path];
    files.set(key, path);
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end);
      const other = folders.get(folded(folder));
      if (other !== undefined && other !== folder) return [other, folder];
      folders.set(folded(folder), folder);
    }
  }
  for (const [key, path] of files) {
    const folder = folders.get(key);
    if (folder !== undefined) return [path, `${folder}/`];
  }
  return null;
}

/** A name for a message: short, and with nothing in it that a terminal would obey. */
export function printable(path: string): string {
  const text = JSON.stringify(path.length > 120 ? `${path.slice(0, 120)}…` : path);
  return text.replace(
    /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function codePointOrder(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** How the names of working folders begin: hidden; a process and a number follow. */
export const WORK = ".narratoria-install-";
