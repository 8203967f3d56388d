import { createHash } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a zip file, each field of which may lie. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** As a directory tells it; 0o100644 unless given. */
  readonly mode?: number;
  readonly deflate?: boolean;
  /** What the directory tells in place of the truth. */
  readonly central?: Partial<Fields>;
  /** What the file's own header tells in place of what the directory does. */
  readonly local?: Partial<Fields & { name: string }>;
  readonly extra?: Buffer;
  /** The extra fields before the file itself. */
  readonly localExtra?: Buffer;
}

interface Fields {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly attributes: number;
  readonly offset: number;
}

/** The checksum list of some entries, right whatever they hold. */
export function sumsOf(entries: readonly RawEntry[], change: (text: string) => string = (text) => text): RawEntry {
  const lines = entries
    .filter(({ name }) => !String(name).endsWith("/"))
    .map(
      ({ name, data }) =>
        `${createHash("sha256")
          .update(data ?? "")
          .digest("hex")}  ${String(name)}\n`,
    );
  return { name: "SHA256SUMS", data: change(`# narratoria archive 1\n${lines.join("")}`) };
}

/** The bytes of a zip file as it is written here and nowhere else, so that nothing of what is tested takes part. */
export function rawZip(entries: readonly RawEntry[], end: Partial<Record<"count" | "disk", number>> = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data = "", mode = 0o100644, deflate = false, central = {}, local = {}, ...more } of entries) {
    const { extra, localExtra = Buffer.alloc(0) } = more;
    const bytes = Buffer.from(data);
    const packed = deflate ? deflateRawSync(bytes) : bytes;
    const told: Fields = {
      flags: 0x800,
      method: deflate ? 8 : 0,
      crc: crc32(bytes),
      packed: packed.length,
      size: bytes.length,
      attributes: (mode << 16) >>> 0,
      offset: at,
      ...central,
    };
    const own = { ...told, ...local };
    const nameBytes = Buffer.from(name);
    const ownName = local.name === undefined ? nameBytes : Buffer.from(local.name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    writeFields(head, 6, own, ownName.length, localExtra.length);
    parts.push(head, ownName, localExtra, packed);
    at += head.length + ownName.length + localExtra.length + packed.length;
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE((3 << 8) | 63, 4);
    record.writeUInt16LE(20, 6);
    writeFields(record, 8, told, nameBytes.length, extra?.length ?? 0);
    record.writeUInt32LE(told.attributes, 38);
    record.writeUInt32LE(told.offset, 42);
    directory.push(record, nameBytes, extra ?? Buffer.alloc(0));
  }
  const list = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(end.disk ?? 0, 4);
  last.writeUInt16LE(end.count ?? entries.length, 8);
  last.writeUInt16LE(end.count ?? entries.length, 10);
  last.writeUInt32LE(list.length, 12);
  last.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, last]);
}

/** Flags to extra length: the fields that both kinds of header have in the same order. */
function writeFields(into: Buffer, at: number, told: Fields, nameBytes: number, extraBytes: number): void {
  into.writeUInt16LE(told.flags, at);
  into.writeUInt16LE(told.method, at + 2);
  into.writeUInt16LE(0x21, at + 6);
  into.writeUInt32LE(told.crc, at + 8);
  into.writeUInt32LE(told.packed, at + 12);
  into.writeUInt32LE(told.size, at + 16);
  into.writeUInt16LE(nameBytes, at + 20);
  into.writeUInt16LE(extraBytes, at + 22);
}
