import { countWords, splitSentences } from "@narratoria/protocol/english";
import { type Block, markdownBlocks } from "./blocks.js";
import { markdownSections } from "./mine/markdown.js";

/** Words from which a premise of one paragraph is parted in two. */
const LONG_PARAGRAPH = 40;

/** "**Hook.** The log is lost." is a label and its sentence; "**You** are the sixth." is a sentence. */
const LABEL = /^\s*(?:\*\*|__)(?:[^*_\n]{2,30}[.:](?:\*\*|__)|[^*_\n]{2,30}(?:\*\*|__)[.:])\s+(?=[\p{Lu}“"*_])/u;

/** Words that one sentence can list. */
const LONG_LIST = 40;

/** Items of several sentences, and more words than one sentence holds, keep the form of a list. */
const isLongList = (items: readonly string[]): boolean =>
  items.some((text) => splitSentences(text).length > 1) ||
  items.reduce((sum, text) => sum + countWords(text), 0) > LONG_LIST;

/** The words of a block, without a label that opens it. */
function wordsOf(block: Block): string {
  const text = block.kind === "quote" ? block.text : block.text.replace(LABEL, "").replace(/\n/g, " ");
  return markdownSections(text).flatMap((section) => section.paragraphs)[0] ?? "";
}

/**
 * The paragraphs of the opening scene: the premise as written. A short list that a colon announces stays with it as one sentence, the
 * items of a longer one are paragraphs; tables and headings are no prose.
 *
 * @param premise - What the player may hear of `plot/premise.md`, Markdown.
 */
export function openingParagraphs(premise: string): string[] {
  const paragraphs: string[] = [];
  const announcedTables = new Set<number>();
  let announced = false;
  /** Whether the items of the list that is read keep lines of their own. */
  let lines = false;
  const blocks = markdownBlocks(premise);
  for (const [at, block] of blocks.entries()) {
    const text = wordsOf(block);
    const item = block.kind === "item";
    // Questions in a list are what the author wants asked: nobody is told them.
    if (item && /\?[*_”"]*$/.test(text)) continue;
    // Under a heading of its own, below the prose, a list is an author's notes. (rule CA1365)
    const above = blocks.slice(0, at).findLast(({ kind }) => kind !== "item");
    if (item && above?.kind === "heading" && paragraphs.length > 0) continue;
    if (block.kind === "table" && announced) announcedTables.add(paragraphs.length - 1);
    if (block.kind === "heading" || block.kind === "table" || block.kind === "fence" || text === "") {
      announced = false;
      continue;
    }
    if (item && blocks[at - 1]?.kind !== "item") {
      const end = blocks.findIndex(({ kind }, index) => index > at && kind !== "item");
      lines = isLongList(blocks.slice(at, end < 0 ? undefined : end).map(wordsOf));
    }
    const last = paragraphs.at(-1);
    if (item && announced && !lines && last !== undefined) {
      const joint = /:$/.test(last) ? " " : "; ";
      paragraphs[paragraphs.length - 1] = `${last.replace(/[.]$/, "")}${joint}${text.replace(/[.]$/, "")}.`;
      continue;
    }
    if (!item) announced = /:$/.test(text);
    paragraphs.push(item ? text.replace(/(?<![.!?…]["”’)]?)$/u, ".") : text);
  }
  // What announced a table that is not told announces nothing.
  const told = paragraphs.filter((_, index) => !announcedTables.has(index));
  const [only = ""] = told;
  if (told.length === 1 && countWords(only) >= LONG_PARAGRAPH) {
    const sentences = splitSentences(only);
    if (sentences.length < 2) return told;
    const half = Math.ceil(sentences.length / 2);
    return [sentences.slice(0, half).join(" "), sentences.slice(half).join(" ")];
  }
  return told;
}
