import type { CampaignFolder } from "./folder.js";
import { isSidecar } from "./lore.js";
import { START } from "./problems.js";
import { didYouMean } from "./suggest.js";

const FOLDERS = ["world", "characters", "plot", "lore", "storybook", "art", "music"];
const KNOWN_FILES = [
  "manifest.json",
  "reading.json",
  "README.md",
  "world/setting.md",
  "world/rules.md",
  "world/constraints.md",
  "plot/premise.md",
  "plot/beats.json",
  "plot/choices.json",
  "characters/player/template.json",
];
/** What people put into any folder of theirs. */
const PAPERS = /^(readme|licen[cs]e|changelog|credits|authors|notice|contributing|provenance)(\.\w+)?$/i;

/**
 * Says which files nothing reads, and what they may have been meant to be. Implements rule CA57. Called last: what counts
 * is what the other parts have used.
 */
export function reportUnused(folder: CampaignFolder): void {
  const { problems } = folder;
  const strange = new Set<string>();
  for (const path of folder.unused()) {
    const [top = ""] = path.split("/");
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (PAPERS.test(name) || isSidecar(folder, path) || isProvenance(folder, path)) continue;
    if (path.includes("/") && !FOLDERS.includes(top)) {
      strange.add(top);
      continue;
    }
    if (/\.(keywords\.txt|provenance\.json)$/.test(path)) {
      const owner = path.replace(/\.(?:keywords\.txt|provenance\.json)$/, "");
      const beside = folder.below(path.slice(0, path.lastIndexOf("/") + 1)).filter((file) => file !== path);
      const message = `The file that this one belongs to is not there: ${owner}.${didYouMean(owner, beside)}`;
      problems.warning(path, START, "orphaned_sidecar", message);
      continue;
    }
    // A page on somebody is read where a sparse campaign is filled in. (rule CA6004)
    const card = /^characters\/([^/]+)\.(?:md|markdown|txt)$/i.exec(path)?.[1];
    if (card !== undefined) {
      problems.notice(
        path,
        START,
        "unused_file",
        `A page on somebody is read only where the storybook fills in a sparse campaign. What counts in play is characters/npcs/${card}/profile.json.`,
      );
      continue;
    }
    const hint = didYouMean(
      path,
      KNOWN_FILES.filter((known) => !folder.has(known)),
    );
    problems.warning(path, START, "unused_file", `Nothing reads a file of this name here.${hint || formOf(path)}`);
  }
  for (const top of strange) {
    if (top.toLowerCase() === "skills") {
      problems.warning(
        top,
        START,
        "skill_in_campaign",
        "A campaign cannot bring skills: players install those by themselves.",
      );
      continue;
    }
    const hint = didYouMean(top, FOLDERS);
    problems.warning(top, START, "unused_folder", `Nothing reads a folder of this name.${hint}`);
  }
}

/** What is read in the file's folder, where its name says that it was meant to be. */
function formOf(path: string): string {
  const ending = /^plot\/endings\/([^/]+)\.(?:json|txt|ya?ml|html?|docx?|rtf|odt)$/i.exec(path);
  if (ending) return ` An ending is a Markdown file, such as plot/endings/${ending[1]}.md.`;
  const person = /^(characters\/npcs\/[^/]+)\/(?!.*\.(?:png|jpe?g|webp)$)[^/]+$/i.exec(path);
  return person ? ` A character is told of in ${person[1]}/profile.json.` : "";
}

/** Whether a file says how another file, which is there, was made. */
export function isProvenance(folder: CampaignFolder, path: string): boolean {
  const suffix = ".provenance.json";
  return path.endsWith(suffix) && folder.has(path.slice(0, -suffix.length));
}
