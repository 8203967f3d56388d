import { countWords, splitSentences } from "@narratoria/protocol/english";
import { markdownBlocks } from "./blocks.js";
import { markdownSections } from "./mine/markdown.js";

/** Words from which a premise of one paragraph is parted in two. */
const LONG_PARAGRAPH = 40;

/** "**Hook.** The log is lost." is a label and its sentence; "**You** are the sixth." is a sentence. */
const LABEL = /^\s*(?:\*\*|__)(?:[^*_\n]{2,30}[.:](?:\*\*|__)|[^*_\n]{2,30}(?:\*\*|__)[.:])\s+(?=[\p{Lu}“"*_])/u;

/**
 * The paragraphs of the opening scene: the premise as written. A list that a colon announces stays with it as one sentence;
 * tables and headings are no prose.
 *
 * @param premise - What the player may hear of `plot/premise.md`, Markdown.
 */
export function openingParagraphs(premise: string): string[] {
  const paragraphs: string[] = [];
  const announcedTables = new Set<number>();
  let announced = false;
  for (const block of markdownBlocks(premise)) {
    const [text = ""] = markdownSections(
      block.kind === "quote" ? block.text : block.text.replace(LABEL, "").replace(/\n/g, " "),
    ).flatMap((section) => section.paragraphs);
    // Questions in a list are what the author wants asked: nobody is told them.
    if (block.kind === "item" && /\?[*_”"]*$/.test(text)) continue;
    if (block.kind === "table" && announced) announcedTables.add(paragraphs.length - 1);
    if (block.kind === "heading" || block.kind === "table" || block.kind === "fence" || text === "") {
      announced = false;
      continue;
    }
    const last = paragraphs.at(-1);
    if (block.kind === "item" && announced && last !== undefined) {
      const joint = /:$/.test(last) ? " " : "; ";
      paragraphs[paragraphs.length - 1] = `${last.replace(/[.]$/, "")}${joint}${text.replace(/[.]$/, "")}.`;
      continue;
    }
    announced = /:$/.test(text);
    paragraphs.push(text);
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
