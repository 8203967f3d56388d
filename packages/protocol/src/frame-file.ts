/** The outer form of a frame file: headings that are keys, and list items below them. */

export interface FrameItem {
  readonly text: string;
  /** 1-based line in the file. */
  readonly line: number;
}

export interface FrameSection {
  readonly heading: string;
  readonly line: number;
  readonly items: readonly FrameItem[];
}

/** Something wrong in a frame file. The rest of the file is used. */
export interface FrameProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly severity: "error" | "warning";
}

/**
 * Reads a frame file. Lines that are neither a heading nor a list item are remarks of the author; an indented line goes on
 * with the item above it.
 */
export function readFrameFile(text: string): FrameSection[] {
  const sections: { heading: string; line: number; items: { text: string; line: number }[] }[] = [];
  let open = false;
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((line, index) => {
      const heading = /^#{1,6}\s+(.*?)\s*$/.exec(line);
      if (heading) {
        sections.push({ heading: (heading[1] ?? "").replace(/\s+/g, " "), line: index + 1, items: [] });
        open = false;
        return;
      }
      const item = /^[-*]\s+(.*?)\s*$/.exec(line);
      const section = sections.at(-1);
      if (item && section) {
        section.items.push({ text: item[1] ?? "", line: index + 1 });
        open = true;
        return;
      }
      const last = section?.items.at(-1);
      if (open && last && /^\s+\S/.test(line)) {
        last.text = `${last.text} ${line.trim()}`;
        return;
      }
      open = false;
    });
  return sections;
}
