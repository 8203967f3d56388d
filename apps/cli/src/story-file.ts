/** A story as a file: to be read, to be played again, to be imported; whole or not at all. */
import { createWriteStream } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Engine, ExportFormat } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { EXPORT_FORMATS } from "./export-formats.js";

export interface FileFlags {
  readonly format?: ExportFormat;
  /** Its ending says the format where `format` does not. */
  readonly out?: string;
  readonly replace?: boolean;
}

/** Endings of files by what is in them. */
const FORMATS: Readonly<Record<string, ExportFormat>> = {
  ".md": "markdown",
  ".markdown": "markdown",
  ".html": "html",
  ".htm": "html",
  ".json": "json",
  ".epub": "epub",
  ".twee": "twee",
  ".tw": "twee",
};

/** @throws {CliError} Where the ending of the file says nothing. */
export function formatOf({ format, out }: FileFlags): ExportFormat {
  const found = format ?? (out === undefined ? "markdown" : FORMATS[extname(out).toLowerCase()]);
  if (found !== undefined) return found;
  throw new CliError(
    `Say with --format what ${out} is to be: ${EXPORT_FORMATS.slice(0, -1).join(", ")} or ${EXPORT_FORMATS.at(-1)}.`,
    EXIT.usage,
  );
}

/** @throws {CliError} Where the file is there and not to be replaced. */
export async function refuseToReplace({ out, replace = false }: FileFlags): Promise<void> {
  if (out === undefined || replace || !(await exists(out))) return;
  throw new CliError(`${out} is there already. Name another file, or replace it with --replace.`);
}

/** Writes the story on the screen to a file whose ending says the format. */
export async function exportStory(
  engine: Engine,
  id: string,
  flags: FileFlags & { readonly out: string },
): Promise<void> {
  const format = formatOf(flags);
  await refuseToReplace(flags);
  await writeWhole(flags.out, engine.export(id, { format }));
}

/** Under its own name only when it is whole. */
export async function writeWhole(file: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const unfinished = `${file}.part-${process.pid}`;
  try {
    await pipeline(pieces, createWriteStream(unfinished, { flags: "wx", mode: 0o600 }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (
      error instanceof Error &&
      "code" in error &&
      ["ENOENT", "EACCES", "ENOTDIR", "EISDIR"].includes(String(error.code))
    ) {
      throw new CliError(`${file} cannot be written. Check its folder, or name another file.`);
    }
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
