/** As much of Markdown as a story text uses: headings and paragraphs; everything else is taken as plain words. */
import { memoizeText } from "@narratoria/protocol/english";

export interface Section {
  /** Heading text, empty for what stands before the first heading. */
  readonly heading: string;
  /** 1 to 6; 0 before the first heading. */
  readonly level: number;
  /** Paragraphs and list items, each on one line. */
  readonly paragraphs: readonly string[];
}

const plainWords = (text: string): string =>
  text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    // What its writer has struck out is not there to be read. (rule CA5794)
    .replace(/~~(?=\S)[^~]+?(?<=\S)~~ ?/gu, "")
    .replace(/(\*\*|__)(.+?)\1/g, "$2")
    // "What you can read of it is *should have asked*." (rule CA5795)
    .replace(
      /(?<=\b(?:reads?|written|wrote|writes?|words?|lines?|crossed|carved|painted|scratched|printed|letters?|notes?|signs?|labels?|boards?|papers?|pages?)\b[^.!?]{0,80}\b(?:is|are|was|were|says?|said|reads?) )([*_])(?!\1)(\p{Ll}[^*_“”"\n]* [^*_“”"\n]*?\p{L})\1(?=[.,;:!?]|$)/gu,
      "“$2”",
    )
    // "The book says why: *Would not stop. Said look up.*" quotes several sentences, which stay together. (rule CA3620)
    .replace(/(?<=\p{L}: )([*_])((?=\p{Lu})[^*_“”"\n]+?[.!?] (?=\p{Lu})[^*_“”"\n]*[.!?])\1(?=\s|$)/gu, "“$2”")
    .replace(/(^|[\s("“])[*_](?=\S)(.+?)(?<=\S)[*_](?=[\s.,;:!?)"”]|$)/g, "$1$2")
    .replace(/`([^`]*)`/g, "$1")
    .replace(/<!--.*?-->/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Cuts a Markdown text into its sections. Fenced blocks, tables and rules are left out. */
export const markdownSections = memoizeText((markdown): readonly Section[] => {
  const sections: { heading: string; level: number; paragraphs: string[] }[] = [
    { heading: "", level: 0, paragraphs: [] },
  ];
  let lines: string[] = [];
  let fenced = false;
  const flush = (): void => {
    const text = plainWords(lines.join(" "));
    lines = [];
    if (text !== "") sections.at(-1)?.paragraphs.push(text);
  };
  for (const line of markdown.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) {
      flush();
      fenced = !fenced;
      continue;
    }
    if (fenced) continue;
    const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
    if (heading) {
      flush();
      sections.push({ heading: plainWords(heading[2] ?? ""), level: heading[1]?.length ?? 1, paragraphs: [] });
      continue;
    }
    if (/^\s*$/.test(line) || /^\s*([-*_]\s*){3,}$/.test(line) || /^\s*\|/.test(line)) {
      flush();
      continue;
    }
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line);
    if (item) {
      flush();
      lines.push(item[1] ?? "");
      continue;
    }
    lines.push(line.replace(/^\s*>\s?/, ""));
  }
  flush();
  return sections.filter((section) => section.heading !== "" || section.paragraphs.length > 0);
});

/** Cells of the rows of a Markdown text's tables, without the rule under their heads. */
export const tableRows = (markdown: string): string[][] =>
  markdown.split(/\r?\n/).flatMap((line) => {
    if (!/^\s*\|.*\|/.test(line) || /^[\s|:-]+$/.test(line)) return [];
    return [
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|")
        .map(plainWords),
    ];
  });
