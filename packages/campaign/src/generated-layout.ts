/** Generated files that stand in for an author's own. */
import { type ProblemList, START } from "./problems.js";
import type { FoundFile, Listing } from "./scan-folder.js";

const GENERATED = /^(.+)_generated(\.(?:md|json))$/;
/** Files of one fixed name each, which generated ones have with a suffix. */
const FIXED =
  /^(?:reading\.json|README\.md|world\/(?:setting|rules|constraints)\.md|plot\/premise\.md|plot\/(?:beats|choices)\.json|characters\/player\/template\.json|characters\/npcs\/[^/]+\/(?:profile\.json|secrets\.md))$/;
const NAMED = /^(?:lore|plot\/endings)\//;

export const isGeneratedName = (path: string): boolean => GENERATED.test(path);

/**
 * Finds the generated files of a listing: `plot/beats_generated.json` is read as `plot/beats.json` where there is none, and not at all
 * where its author has put a file there. Implements rules CA1201 and CA1202.
 */
export function settleGenerated(listing: Listing, problems: ProblemList): Listing {
  const generated = [...listing.files].filter(([path]) => GENERATED.test(path));
  if (generated.length === 0) return listing;
  const files = new Map<string, FoundFile>(listing.files);
  for (const [path, file] of generated) {
    const own = path.replace(GENERATED, "$1$2");
    const isFixed = FIXED.test(own);
    if (!isFixed && !NAMED.test(own)) continue;
    if (listing.files.has(own)) {
      files.delete(path);
      const message = `"${own}" is there, so this generated file is not read.`;
      problems.notice(path, START, "replaced_file", message);
    } else if (isFixed) {
      files.delete(path);
      files.set(own, file);
      problems.rename(own, path);
    }
  }
  const inOrder = [...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return { ...listing, files: new Map(inOrder) };
}
