import type { CampaignFolder } from "./folder.js";
import type { Place } from "./problems.js";
import { didYouMean } from "./suggest.js";

/**
 * The listed file that a path in a campaign file means. Paths are keys of the listing and never reach the file system.
 * Implements rules CA18 and CA19.
 *
 * @param path - As written.
 * @param base - Folder it is relative to, `""` for the campaign's own.
 * @param where - The file and place that name it, for problems.
 * @returns The path inside the campaign, or null when there is no such file, which is then in the problems.
 */
export function namedPath(
  folder: CampaignFolder,
  path: string,
  base: string,
  where: { file: string; at: Place },
): string | null {
  const { problems, listing } = folder;
  const parts = path.normalize("NFC").split("/");
  if (parts.includes("..") || /^[/\\]|\\|^[a-z]:|\0/i.test(path)) {
    const message = `"${printable(path)}" leads out of the campaign's folder. Only files inside it can be used.`;
    problems.error(where.file, where.at, "path_escapes", message);
    return null;
  }
  const wanted = [...(base === "" ? [] : [base]), ...parts.filter((part) => part !== "." && part !== "")].join("/");
  if (listing.files.has(wanted)) {
    folder.use(wanted);
    return wanted;
  }
  if (listing.links.has(wanted)) {
    const message = `"${printable(path)}" is a link, and links are not followed. Put the file itself there.`;
    problems.warning(where.file, where.at, "link", message);
    return null;
  }
  const hint = didYouMean(wanted, [...listing.files.keys()]);
  problems.warning(where.file, where.at, "missing_file", `There is no file "${printable(wanted)}".${hint}`);
  return null;
}

function printable(path: string): string {
  return JSON.stringify(path.slice(0, 120)).slice(1, -1);
}
