/** The branches as a page over the play screen. */
import { branchWords, type TreeBranch } from "../play/branch-words.js";
import { type DrawnList, drawList } from "./list-page.js";
import type { Style } from "./marks.js";
import type { Size } from "./size.js";

const LAST_DIGIT = 9;

/** @param marked - Index of the branch that Enter goes to; where its line has come to is told below it. */
export function timelineScreen(branches: readonly TreeBranch[], marked: number, size: Size, style: Style): DrawnList {
  const rows = branches.map(({ branch, depth }, index) => ({
    text: branchWords(branch),
    depth,
    label: index < LAST_DIGIT ? `${index + 1}` : "",
    bold: branch.current,
    more: branch.lastLine === "" ? [] : [branch.lastLine],
  }));
  const hint = `${style.marks.arrows} Enter or 1-9 go there, s scenes, t closes`;
  return drawList({ title: "Timeline", rows, marked, hint }, size, style);
}
