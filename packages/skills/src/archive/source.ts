import type { Readable } from "node:stream";
import type { FolderVerdict, Kind } from "./folder-kind.js";

/** How far it has come, in bytes of the files themselves. */
export interface Progress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** A file that is to be packed or installed. */
export interface SourceFile {
  /** Path inside the folder, with `/` between its parts. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly executable: boolean;
  /** What its content must come to; null where nothing was promised. */
  readonly sha256: string | null;
}

/** A campaign or skill as files to be read one after the other, in an archive or a folder. */
export interface Source {
  readonly kind: Kind;
  /** Name of its folder. */
  readonly name: string;
  /** By path, in code point order. */
  readonly files: readonly SourceFile[];
  /** What was passed over, such as hidden files. */
  readonly leftOut: readonly string[];
  /** What is wrong with it beside what a check of its folder finds. */
  readonly problems?: FolderVerdict["problems"];
  read(file: SourceFile): Promise<Readable>;
  close(): Promise<void>;
}
