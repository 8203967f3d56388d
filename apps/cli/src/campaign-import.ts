/** The `campaign import` command: a folder from a story in another format, and what of it could not be taken along. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { importCampaign } from "@narratoria/engine";
import { slug } from "@narratoria/protocol/english";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { makeFolder } from "./new-folder.js";
import { OWN } from "./own-command.js";
import type { Terminal } from "./terminal.js";

/** @throws {CliError} Where a folder of that name is there, or none can be made. */
export async function importStory(
  file: string,
  folder: string | undefined,
  { json = false }: { readonly json?: boolean },
  { stdout }: Pick<Terminal, "stdout">,
): Promise<number> {
  const { title, source, files, carried, left } = await importCampaign(file);
  const out = folder === undefined ? "." : dirname(folder);
  const name = folder === undefined ? folderName(title) : basename(folder);
  if ([".", "..", ""].includes(name)) throw new CliError(`Name the folder to make, such as my-story.`, EXIT.usage);
  const fill = async (dir: string): Promise<void> => {
    for (const { path, content } of files) {
      const target = join(dir, ...path.split("/"));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content, { flag: "wx" });
    }
  };
  const { dir, shown } = await makeFolder(name, out, fill, "the folder's path");
  const from = basename(file);
  const notes = left.map(({ line, message }) => `  ${line === undefined ? from : `${from}:${line}`}  ${message}`);
  writeAnswer(stdout, { json }, { title, source, dir, files: files.map(({ path }) => path), carried, left }, [
    `Made ${shown} from ${source}: ${title}.`,
    "",
    ...carried.map((sentence) => `  ${sentence}`),
    ...(notes.length > 0 ? ["", "Not carried over:", ...notes] : []),
    "",
    `  ${OWN} validate ${shown}`,
    `  ${OWN} play ${shown}`,
  ]);
  return EXIT.done;
}

/** A folder's name of a title: small Latin letters, digits and hyphens. */
function folderName(title: string): string {
  const name = slug(title)
    .replace(/[^a-z0-9-]+/g, "")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return name || "imported-story";
}
