// tar, ar and Debian packages, written here so that no program is needed and the same entries always give the same bytes.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/**
 * @typedef {{ path: string, data: Buffer, executable?: boolean } | { path: string, link: string }} Entry - A file, or a symbolic link. `path`
 *   has `/` between its parts.
 */

const BLOCK = 512;

/**
 * Returns a gzipped tar. Entries are sorted, folders are added, everything belongs to root and has one time.
 *
 * @param {readonly Entry[]} entries
 * @param {{ time: number, prefix?: string }} options - `time` in seconds; `prefix` is put before every path.
 * @returns {Promise<Buffer>}
 * @throws {Error} Where a path is too long for the format.
 */
export async function tarGz(entries, { time, prefix = "" }) {
  const parts = [];
  for (const entry of withFolders(entries)) {
    parts.push(header(entry, time, prefix));
    if (entry.data === undefined) continue;
    parts.push(entry.data, Buffer.alloc(-entry.data.length & (BLOCK - 1)));
  }
  parts.push(Buffer.alloc(2 * BLOCK));
  const packed = await promisify(gzip)(Buffer.concat(parts), { level: 6 });
  // The byte that names the system on which it was made.
  packed[9] = 255;
  return packed;
}

/**
 * Returns a Debian package.
 *
 * @param {readonly Entry[]} entries - By their path on the system, without the leading `/`.
 * @param {{ time: number, control: Readonly<Record<string, string>> }} options - `control` holds the fields of the package in their order.
 * @returns {Promise<Buffer>}
 */
export async function debianPackage(entries, { time, control }) {
  const files = withFolders(entries).filter(({ data }) => data !== undefined);
  const size = Math.ceil(files.reduce((sum, { data }) => sum + data.length, 0) / 1024);
  const fields = Object.entries({ ...control, "Installed-Size": String(size) });
  const sums = files.map(({ path, data }) => `${createHash("md5").update(data).digest("hex")}  ${path}\n`);
  const about = [
    { path: "control", data: Buffer.from(fields.map(([name, value]) => `${name}: ${value}\n`).join("")) },
    { path: "md5sums", data: Buffer.from(sums.join("")) },
  ];
  const [controlTar, dataTar] = await Promise.all([
    tarGz(about, { time, prefix: "./" }),
    tarGz(entries, { time, prefix: "./" }),
  ]);
  return ar(
    [
      { name: "debian-binary", data: Buffer.from("2.0\n") },
      { name: "control.tar.gz", data: controlTar },
      { name: "data.tar.gz", data: dataTar },
    ],
    time,
  );
}

/** Returns an archive in the format of `ar`. */
function ar(members, time) {
  const parts = [Buffer.from("!<arch>\n")];
  for (const { name, data } of members) {
    const fields = [
      name.padEnd(16),
      String(time).padEnd(12),
      "0     ",
      "0     ",
      "100644  ",
      String(data.length).padEnd(10),
      "`\n",
    ];
    parts.push(Buffer.from(fields.join("")), data);
    if (data.length % 2 === 1) parts.push(Buffer.from("\n"));
  }
  return Buffer.concat(parts);
}

/** Sorted, with every folder before what it holds. */
function withFolders(entries) {
  const all = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path } of entries) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end + 1);
      if (!all.has(folder)) all.set(folder, { path: folder });
    }
  }
  return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The block of a tar (ustar) that stands before an entry. */
function header({ path, data, executable = false, link }, time, prefix) {
  const block = Buffer.alloc(BLOCK);
  const { name, parent } = split(prefix + path);
  const isPlain = data !== undefined && !executable;
  const mode = link !== undefined ? 0o777 : isPlain ? 0o644 : 0o755;
  block.write(name, 0, 100, "utf8");
  block.write(octal(mode, 8), 100, "latin1");
  block.write(octal(0, 8), 108, "latin1");
  block.write(octal(0, 8), 116, "latin1");
  block.write(octal(data?.length ?? 0, 12), 124, "latin1");
  block.write(octal(time, 12), 136, "latin1");
  block.write(" ".repeat(8), 148, "latin1");
  block.write(data !== undefined ? "0" : link !== undefined ? "2" : "5", 156, "latin1");
  block.write(link ?? "", 157, 100, "utf8");
  block.write("ustar\x0000root", 257, "latin1");
  block.write("root", 297, "latin1");
  block.write(parent, 345, 155, "utf8");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

/** A path of more than 100 bytes is kept in two fields, parted at a `/`. */
function split(path) {
  if (Buffer.byteLength(path) <= 100) return { name: path, parent: "" };
  for (let at = path.indexOf("/"); at > 0 && at < path.length - 1; at = path.indexOf("/", at + 1)) {
    const [parent, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(parent) <= 155) return { name, parent };
  }
  throw new Error(`This path is too long for a tar: ${path}`);
}

function octal(value, width) {
  return `${value.toString(8).padStart(width - 1, "0")}\0`;
}
