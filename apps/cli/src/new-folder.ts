/** Makes a folder from a template: that of a skill, that of a campaign. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CliError, EXIT } from "./errors.js";

/** Beside `dist` and, in a checkout, beside `src`. */
const TEMPLATES = fileURLToPath(new URL("../templates/", import.meta.url));

/**
 * Makes a folder and has it filled. What is there already is never written into, and a folder that could not be filled is taken away.
 *
 * @param out - The folder to make it in.
 * @param where - What of the command says so.
 * @returns Its path, and the path as it is shown.
 * @throws {CliError} Where a folder of that name is there, or none can be made.
 */
export async function makeFolder(
  name: string,
  out: string,
  fill: (dir: string) => Promise<void>,
  where = "--out",
): Promise<{ readonly dir: string; readonly shown: string }> {
  const parent = resolve(out);
  const parentIsFolder = await stat(parent).then(
    (info) => info.isDirectory(),
    () => false,
  );
  if (!parentIsFolder) throw new CliError(`There is no folder ${out} to make it in. Check ${where}.`, EXIT.usage);
  const dir = join(parent, name);
  await mkdir(dir).catch((error: NodeJS.ErrnoException) => {
    const taken = error.code === "EEXIST";
    const why = taken
      ? `is there already. Take another name, or ${where} for another place.`
      : `cannot be made (${error.code}).`;
    throw new CliError(`${dir} ${why}`);
  });
  try {
    await fill(dir);
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
  return { dir, shown: relative(process.cwd(), dir) || dir };
}

/** Copies a template: `__NAME__` in it becomes the word of that name. */
export async function copyTemplate(
  template: string,
  dir: string,
  words: Readonly<Record<string, string>>,
): Promise<void> {
  const from = join(TEMPLATES, template);
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(from, join(entry.parentPath, entry.name));
    const text = await readFile(join(from, path), "utf8");
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(
      join(dir, path),
      text.replace(/__([A-Z]+)__/g, (whole, key: string) => words[key] ?? whole),
    );
  }
}
