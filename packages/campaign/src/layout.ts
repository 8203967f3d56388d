/** Folders laid out in their authors' own way: files whose place in the format is plain are read from where they lie. */
import { nearest } from "@narratoria/protocol";
import { type ProblemList, START } from "./problems.js";
import type { FoundFile, Listing } from "./scan-folder.js";

const WORLD = ["world/setting.md", "world/rules.md", "world/constraints.md"];
const MARKDOWN = "(?:md|markdown|txt)";
/** What a path, in small letters, is in the format; the first that fits counts. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^(manifest|reading)\.json$/, "$1.json"],
  [new RegExp(`^(?:world/)?(?:setting|world)\\.${MARKDOWN}$`), "world/setting.md"],
  [new RegExp(`^(?:world/)?rules\\.${MARKDOWN}$`), "world/rules.md"],
  [new RegExp(`^(?:world/)?(?:constraints|laws)\\.${MARKDOWN}$`), "world/constraints.md"],
  [new RegExp(`^(?:plot/)?premise\\.${MARKDOWN}$`), "plot/premise.md"],
  [/^(?:plot\/)?beats\.json$/, "plot/beats.json"],
  [/^(?:plot\/)?choices\.json$/, "plot/choices.json"],
  [/^(?:characters\/)?(?:player|template|player\/player|player\/template)\.json$/, "characters/player/template.json"],
  [/^(plot\/endings\/.+\.markdown)$/, "$1"],
  [new RegExp(`^(?:plot/)?endings/(.+)\\.${MARKDOWN}$`), "plot/endings/$1.md"],
  [/^(?:characters\/)?npcs\/([^/]+)\/(?:profile|\1)\.json$/, "characters/npcs/$1/profile.json"],
  [/^(?:characters\/)?npcs\/([^/]+)\.json$/, "characters/npcs/$1/profile.json"],
  [/^(?:characters\/)?npcs\/([^/]+\/secrets\.md)$/, "characters/npcs/$1"],
  [/^characters\/(?!npcs\/|player\/)([^/]+)\/profile\.json$/, "characters/npcs/$1/profile.json"],
  [/^characters\/(?!npcs\.|player\.)([^/]+)\.json$/, "characters/npcs/$1/profile.json"],
  [new RegExp(`^(?:world/)?(?:places|locations)/(.+)\\.${MARKDOWN}$`), "lore/places/$1.md"],
  [new RegExp(`^world/(?:lore/)?(.+)\\.${MARKDOWN}$`), "lore/$1.md"],
  [/^(lore|storybook)\/(.+)$/, "$1/$2"],
];

/** Files that belong to another or to nobody. */
const BESIDE =
  /\.(?:keywords\.txt|provenance\.json)$|(?:^|\/)(?:readme|licen[cs]e|changelog|credits|authors|notice|contributing)(?:\.\w+)?$/;

/**
 * Finds what files are by names and folders other than the format's. A file that lies where the format has it comes first, and each
 * that is read from elsewhere is a warning. Implements rules CA669 and CA670.
 */
export function settleLayout(listing: Listing, problems: ProblemList): Listing {
  const files = new Map<string, FoundFile>();
  const folders = new Set(listing.folders);
  const elsewhere: [string, FoundFile][] = [];
  for (const [path, file] of listing.files) {
    const meant = placeOf(path);
    // A generated file has been found by its own rules.
    if (meant === undefined || meant === path || file.path !== path || listing.links.has(meant)) files.set(path, file);
    else elsewhere.push([meant, file]);
  }
  for (const [meant, file] of elsewhere) {
    if (files.has(meant)) {
      problems.warning(
        file.path,
        START,
        "twin_names",
        `"${meant}" is there as well, and is read in place of this file. Put them into one.`,
      );
      continue;
    }
    files.set(meant, file);
    problems.warning(
      file.path,
      START,
      "loose_form",
      `This file is read as "${meant}". Other programs look for it there alone.`,
    );
    problems.rename(meant, file.path);
    for (let at = meant.lastIndexOf("/"); at > 0; at = meant.lastIndexOf("/", at - 1)) folders.add(meant.slice(0, at));
  }
  return elsewhere.length === 0 ? listing : { ...listing, files: inOrder(files), folders };
}

/** The place of a path in the format, with the letters that its author gave to what is free; undefined where it has none. */
function placeOf(path: string): string | undefined {
  const small = path.toLowerCase();
  if (BESIDE.test(small)) return undefined;
  for (const [pattern, place] of PLACES) {
    const found = pattern.exec(small);
    if (found === null) continue;
    const given = new RegExp(pattern.source, "i").exec(path) ?? found;
    // "world/constrants.md" is not told as lore.
    if (place === "lore/$1.md" && nearest(small, WORLD) !== null) return undefined;
    const [, first = "", second = ""] = given;
    const top = /^\$1\//.test(place) || place === "$1.json" ? first.toLowerCase() : first;
    return place.replace("$1", () => top).replace("$2", () => second);
  }
  return undefined;
}

function inOrder(files: ReadonlyMap<string, FoundFile>): Map<string, FoundFile> {
  return new Map([...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}
