import { CAPS } from "./caps.js";
import type { Campaign, LoreFile } from "./campaign.js";
import type { CampaignFolder } from "./folder.js";
import type { Matter } from "./front-matter.js";
import { fileTitle, firstHeading } from "./markdown.js";
import type { NameIndex } from "./name-index.js";
import { START } from "./problems.js";
import { didYouMean } from "./suggest.js";

const PROSE = /\.(md|markdown|txt)$/i;
const SIDECAR = ".keywords.txt";

/** Reads everything under `lore/`, with its keyword sidecars. Implements rules CA52 to CA55. */
export async function readLore(folder: CampaignFolder, names: NameIndex): Promise<LoreFile[]> {
  const files: LoreFile[] = [];
  for (const file of folder.below("lore/")) {
    if (file.endsWith(SIDECAR)) continue;
    if (!PROSE.test(file)) {
      folder.use(file);
      folder.problems.warning(
        file,
        START,
        "unsupported_file",
        "Lore is read from .md, .markdown and .txt files. This one is left out.",
      );
      continue;
    }
    const matter = await folder.markdown(file, "lore");
    if (matter === null) continue;
    const text = matter.body.trim();
    if (text === "") {
      folder.problems.notice(file, START, "empty_file", "This file holds no text.");
      continue;
    }
    const knownBy =
      matter.fields.known_by === undefined
        ? null
        : knownByOf(folder, file, matter.fields.known_by, matter.locate, names);
    const keywords = await readKeywords(folder, file + SIDECAR, "the text");
    files.push({
      file,
      title: matter.fields.title ?? firstHeading(text) ?? fileTitle(file),
      text,
      ...(knownBy !== null && { knownBy }),
      ...(keywords !== null && { keywords }),
    });
  }
  return files;
}

/** Whether a file holds the keywords of another file that is there. */
export function isSidecar(folder: CampaignFolder, path: string): boolean {
  return path.endsWith(SIDECAR) && folder.has(path.slice(0, -SIDECAR.length));
}

/** Ids of the characters who are named. */
function knownByOf(
  folder: CampaignFolder,
  file: string,
  given: readonly string[],
  locate: Matter["locate"],
  names: NameIndex,
): string[] {
  const ids: string[] = [];
  for (const [index, name] of given.entries()) {
    const id = names.resolve(name);
    if (id !== null) ids.push(id);
    else {
      // Whoever may not be known must not become everybody: an unknown name narrows the list, even to nobody.
      const hint = didYouMean(name, names.spellings);
      const message = `"${name}" is the name of no character, or of more than one, so it counts for nobody.${hint}`;
      folder.problems.warning(file, locate(`/known_by/${index}`), "unknown_character", message);
    }
  }
  return [...new Set(ids)];
}

/**
 * Reads a file of keywords. Implements rule CA54.
 *
 * @param instead - What keywords are taken from where it holds none.
 * @returns Null where the file is absent, unfit or empty.
 */
export async function readKeywords(folder: CampaignFolder, path: string, instead: string): Promise<string[] | null> {
  const text = await folder.text(path);
  if (text === null) return null;
  const kept = new Set<string>();
  /** Line of the first that is left out. */
  let past = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const word = line.replace(/^\s*#.*$/, "").trim();
    if (word === "" || kept.has(word)) continue;
    if (word.length <= CAPS.keywordLength && kept.size < CAPS.keywords) kept.add(word);
    else past ||= index + 1;
  }
  if (past > 0) {
    const message = `A file may have ${CAPS.keywords} keywords of ${CAPS.keywordLength} letters. The rest is left out.`;
    folder.problems.warning(path, { line: past, column: 1 }, "keywords", message);
  }
  if (kept.size > 0) return [...kept];
  folder.problems.notice(path, START, "no_keywords", `This file holds no keywords, so they are taken from ${instead}.`);
  return null;
}

/** Reads the frame files of a campaign. Front matter becomes blank lines: frames are reported by line. Implements rule CA56. */
export async function readStorybook(folder: CampaignFolder): Promise<Campaign["storybook"]> {
  const files: { file: string; text: string }[] = [];
  for (const file of folder.below("storybook/")) {
    if (!/\.(md|markdown)$/i.test(file)) continue;
    const matter = await folder.markdown(file);
    if (matter !== null) files.push({ file, text: "\n".repeat(matter.headLines) + matter.body });
  }
  return files;
}
