/** Who made a file, as the end of its name says: "Old Mill - Priya", "nesa by Leo". */
import { basename, dirname } from "node:path/posix";
import { foldedWords, isNeutral, isTelling, qualifierOf } from "./file-words.js";
import type { StoryWords } from "./story-words.js";

interface Ending {
  readonly file: string;
  /** Path up to the ending, without the file's suffix. */
  readonly before: string;
  /** As folded words. */
  readonly who: string;
  /** Whether the ending says that it is a signature. */
  readonly isMadeBy: boolean;
}

/** Behind a dash one or two words that begin with a capital, behind "by" any. */
const ENDINGS = [
  /^(?<before>.*[^\s_-])[ _-]+(?<by>by)[ _-]+(?<who>\p{L}+(?:[ _]\p{L}+)?)$/iu,
  /^(?<before>.*\S)\s*[([](?<by>by )?(?<who>\p{Lu}\p{L}+(?: [\p{Lu}\p{N}][\p{L}\p{N}]*)?\.?)[)\]]$/u,
  /^(?<before>.*\S)\s+[-–—]\s+(?<who>\p{Lu}\p{L}+(?: [\p{Lu}\p{N}][\p{L}\p{N}]*)?\.?)$/u,
];

/** Fewer files that end alike may do so by chance. */
const LEAST_SIGNED = 4;

/**
 * Finds the files whose names end with a signature. In a folder three quarters of whose files end in the same form, with names that recur and
 * that few texts know, each ending is one. Elsewhere it is one if such a folder has the same name. Implements rule EN5810.
 *
 * @returns By path: the path without the signature. A file without one has its own path.
 */
export function withoutSignatures(files: readonly string[], { all }: Pick<StoryWords, "all">): Map<string, string> {
  const endings = files.flatMap((file) => endingOf(file) ?? []);
  const isSaying = ({ who }: Ending): boolean =>
    who
      .split(" ")
      .some((word) => qualifierOf(word) !== null || isTelling(word) || (word.length > 1 && isNeutral(word)));
  const isKnown = ({ who }: Ending): boolean => all.has(who.split(" ")[0] ?? "");
  const signers = new Set<string>();
  const signed = new Set<Ending>();
  for (const group of groupsOf(endings, files)) {
    const names = [...new Map(group.map((one) => [one.who, one])).values()];
    const recurring = group.filter(({ who }) => group.filter((one) => one.who === who).length > 1);
    const isOfMakers =
      group.length >= LEAST_SIGNED &&
      names.length > 1 &&
      2 * recurring.length >= group.length &&
      2 * names.filter(isKnown).length < names.length &&
      !names.some(isSaying);
    if (!isOfMakers) continue;
    for (const one of group) signed.add(one);
    for (const one of names) if (!isKnown(one)) signers.add(one.who);
  }
  const found = endings.filter((one) => signed.has(one) || signers.has(one.who));
  return new Map([
    ...files.map((file) => [file, file] as const),
    ...found.map(({ file, before }) => [file, before + suffixOf(file)] as const),
  ]);
}

/** Endings of one form in each folder, where most of its files have such an ending, and those with "by" in all folders. */
function groupsOf(endings: readonly Ending[], files: readonly string[]): Ending[][] {
  const folders = [...new Set(endings.map(({ file }) => dirname(file)))];
  const inFolder = (folder: string): Ending[] => endings.filter(({ file }) => dirname(file) === folder);
  const most = folders.filter(
    (folder) => 4 * inFolder(folder).length >= 3 * files.filter((file) => dirname(file) === folder).length,
  );
  return [...most.map(inFolder), endings.filter(({ isMadeBy }) => isMadeBy)];
}

function endingOf(file: string): Ending | null {
  const name = basename(file).slice(0, -suffixOf(file).length || undefined);
  for (const form of ENDINGS) {
    const { before, who, by } = form.exec(name)?.groups ?? {};
    if (before === undefined || who === undefined) continue;
    return { file, before: `${dirname(file)}/${before}`, who: foldedWords(who).join(" "), isMadeBy: by !== undefined };
  }
  return null;
}

const suffixOf = (file: string): string => /\.[a-z0-9]+$/i.exec(file)?.[0] ?? "";
