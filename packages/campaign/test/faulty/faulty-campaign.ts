import { readFileSync } from "node:fs";
/**
 * A campaign with one fault, made from one without any: what is changed, and what `narratoria validate` must say of it. A change is a
 * replacement in a file, a file's whole content, or null to take the file out.
 */
export interface FaultyCampaign {
  readonly name: string;
  /** By path; a second replacement in a file has its path with `#2`. */
  readonly change: Readonly<Record<string, string | Uint8Array | null | readonly [from: string, to: string]>>;
  readonly file: string;
  /** Words on the line at which it must be reported; a number where no words stand there. */
  readonly at: string | number;
  readonly severity: "error" | "warning" | "notice";
  readonly code: string;
  readonly says: RegExp;
}

export type Row = readonly [
  name: string,
  change: FaultyCampaign["change"],
  file: string,
  at: string | number,
  severity: FaultyCampaign["severity"],
  code: string,
  says: RegExp,
];

export const campaignsOf = (rows: readonly Row[]): FaultyCampaign[] =>
  rows.map(([name, change, file, at, severity, code, says]) => ({ name, change, file, at, severity, code, says }));

/** A picture of one pixel by one. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);
export const pngOf = (width: number, height: number): Buffer => {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
export const OGG = readFileSync(
  new URL("../../../../test/campaigns/the-salt-ledger/music/ambient/scale_room.ogg", import.meta.url),
);
export const WEBP = Buffer.concat([Buffer.from("RIFF\xff\xff\x00\x00WEBPVP8 ", "latin1"), Buffer.alloc(40, 1)]);
export const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), Buffer.alloc(40)]);
