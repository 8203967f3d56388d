import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Path of each file and folder, with what would change if it were written to. */
export type FileTree = ReadonlyMap<string, string>;

/** More than any skill of sense holds; what is beyond is not watched. */
const MOST_ENTRIES = 20_000;

/**
 * @param root - The folder.
 * @param skip - Names at its top that are not looked into.
 */
export function readTree(root: string, skip: ReadonlySet<string> = new Set()): FileTree {
  const tree = new Map<string, string>();
  const visit = (folder: string, inside: string): void => {
    for (const entry of entriesOf(folder)) {
      if (tree.size >= MOST_ENTRIES) return;
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (inside === "" && skip.has(entry.name)) continue;
      if (entry.isDirectory()) {
        tree.set(path, "folder");
        visit(join(folder, entry.name), path);
      } else {
        const found = statSync(join(folder, entry.name), { throwIfNoEntry: false });
        tree.set(path, found === undefined ? "link" : `${found.size} ${found.mtimeMs} ${found.mode} ${found.ino}`);
      }
    }
  };
  visit(root, "");
  return tree;
}

/** What was made, changed or removed between two looks, in words. */
export function changesOf(before: FileTree, after: FileTree): string[] {
  const changes: string[] = [];
  for (const [path, mark] of after) {
    const earlier = before.get(path);
    if (earlier === undefined) changes.push(`made ${path}`);
    else if (earlier !== mark) changes.push(`changed ${path}`);
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push(`removed ${path}`);
  return changes;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone, or closed to us: there is nothing to compare.
    return [];
  }
}
