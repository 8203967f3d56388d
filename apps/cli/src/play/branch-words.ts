/** The branches of a story as lines, each below the one it leaves. */
import type { StoryBranch } from "@narratoria/engine";
import { sceneName } from "@narratoria/engine/shell";

/** A branch where it stands in the tree. */
export interface TreeBranch {
  readonly branch: StoryBranch;
  /** How many branches lie between it and the line of the opening. */
  readonly depth: number;
}

/** Branches in the order in which a tree shows them: each followed by those that leave it, the earliest first. */
export function treeOrder(branches: readonly StoryBranch[]): TreeBranch[] {
  const below = (parentId: string | null, depth: number): TreeBranch[] =>
    branches
      .filter((branch) => branch.parentId === parentId)
      .sort((a, b) => (a.start?.scene ?? 0) - (b.start?.scene ?? 0))
      .flatMap((branch) => [{ branch, depth }, ...below(branch.id, depth + 1)]);
  return below(null, 0);
}

/** "The harbour bell: from scene 8 to scene 13, ended. You are here." */
export function branchWords({ title, start, tip, turns, ended, current }: StoryBranch): string {
  const from = start === null ? "the opening" : sceneName(start.scene);
  const way =
    turns === 0
      ? `begins at ${from}, nothing told yet`
      : tip.scene === 0
        ? "the opening"
        : `from ${from} to ${sceneName(tip.scene)}`;
  return `${title}: ${way}${ended ? ", ended" : ""}.${current ? " You are here." : ""}`;
}

/** All branches, numbered, with the first sentence of where each has come to. */
export function branchLines(branches: readonly StoryBranch[]): string[] {
  return treeOrder(branches).flatMap(({ branch, depth }, index) => {
    const indent = "  ".repeat(depth);
    const number = `${index + 1}. `;
    return [
      `${indent}${number}${branchWords(branch)}`,
      ...(branch.lastLine === "" ? [] : [`${indent}${" ".repeat(number.length)}${branch.lastLine}`]),
    ];
  });
}
