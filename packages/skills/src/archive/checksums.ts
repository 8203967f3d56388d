import { CHECKSUMS, codePointOrder, printable } from "./names.js";
import { ArchiveError, damaged } from "./errors.js";

const FIRST_LINE = "# narratoria archive 1";

/**
 * The checksum list as `sha256sum --check` reads it, so that an unpacked archive can be checked with stock tools.
 *
 * @param sums - SHA-256 in hexadecimal by path, the folder's own name included.
 */
export function checksumText(sums: ReadonlyMap<string, string>): string {
  const lines = [...sums].sort(([a], [b]) => codePointOrder(a, b)).map(([path, sum]) => `${sum}  ${path}\n`);
  return `${FIRST_LINE}\n${lines.join("")}`;
}

/**
 * Reads a checksum list.
 *
 * @throws {ArchiveError} `not_an_archive` for the form of a newer version, `damaged` for anything that is no list.
 */
export function readChecksums(text: string): Map<string, string> {
  const [first, ...lines] = text.split("\n");
  if (first !== FIRST_LINE) {
    if (/^# narratoria archive \d+$/.test(first ?? "")) {
      const message = "This archive was packed by a newer Narratoria.";
      throw new ArchiveError("not_an_archive", message, "Bring yours up to date, then install it again.");
    }
    throw damaged(`The list of checksums (${CHECKSUMS}) is not one.`);
  }
  if (lines.pop() !== "") throw damaged("The list of checksums is cut short.");
  const sums = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sum === undefined || path === undefined) throw damaged(`Line ${index + 2} of the list of checksums is none.`);
    if (sums.has(path)) throw damaged(`The list of checksums names ${printable(path)} twice.`);
    sums.set(path, sum);
  }
  return sums;
}
