/** Puts generated files on the disk, beside an author's own and never over one. Implements rules CA1207 and CA1208. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { GeneratedFile } from "./generated-files.js";

export interface WrittenFiles {
  /** The folder in which they lie; null where nothing could be written. */
  readonly dir: string | null;
  /** Paths in it. */
  readonly files: readonly string[];
}

/**
 * Writes files into the first of the folders that takes them all. What is there already stays as it is, whoever wrote it.
 *
 * @param dirs - The campaign's folder, then others that stand in for one that cannot be written to.
 */
export async function writeGenerated(dirs: readonly string[], files: readonly GeneratedFile[]): Promise<WrittenFiles> {
  for (const dir of dirs) {
    const written = await writeInto(dir, files);
    if (written !== null) return { dir, files: written };
  }
  return { dir: null, files: [] };
}

/** @returns Null where one of them could not be written; those before it are then gone again. */
async function writeInto(dir: string, files: readonly GeneratedFile[]): Promise<string[] | null> {
  const written: string[] = [];
  for (const { path, text } of files) {
    const target = join(dir, ...path.split("/"));
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text, { flag: "wx" });
      written.push(path);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") continue;
      for (const one of written) await rm(join(dir, ...one.split("/")), { force: true }).catch(() => {});
      return null;
    }
  }
  return written;
}
