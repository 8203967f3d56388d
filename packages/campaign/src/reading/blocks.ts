/** Markdown as blocks that keep their lines: what a passage is can depend on its heading, its mark and its neighbours. */

export interface Block {
  readonly kind: "heading" | "paragraph" | "item" | "table" | "quote" | "fence";
  /** Text on one line with its inline marks; a table's rows and a quote's paragraphs one a line. */
  readonly text: string;
  /** Line of its first letter, from 1. */
  readonly line: number;
  /** Level of a heading, 1 to 6; else 0. */
  readonly level: number;
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
}

/** Cuts a Markdown text into blocks. */
export function markdownBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const headings: { readonly level: number; readonly text: string }[] = [];
  let open: { kind: Block["kind"]; lines: string[]; line: number } | null = null;
  let fence = "";
  const close = (): void => {
    if (open === null) return;
    const joined = open.lines.join(
      open.kind === "table" || open.kind === "fence" || open.kind === "quote" ? "\n" : " ",
    );
    const text = open.kind === "fence" ? joined : joined.replace(/[ \t]+/g, " ").trim();
    if (text !== "" || open.kind === "fence")
      blocks.push({ kind: open.kind, text, line: open.line, level: 0, headings: headings.map((one) => one.text) });
    open = null;
  };
  const into = (kind: Block["kind"], text: string, line: number): void => {
    if (open?.kind !== kind) {
      close();
      open = { kind, lines: [], line };
    }
    open?.lines.push(text);
  };
  markdown.split("\n").forEach((raw, index) => {
    const line = index + 1;
    const mark = /^\s*(```+|~~~+)/.exec(raw)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence)) {
        fence = "";
        close();
      } else into("fence", raw, line);
      return;
    }
    if (mark !== undefined) {
      close();
      fence = mark;
      open = { kind: "fence", lines: [], line: line + 1 };
      return;
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(raw);
    if (heading) {
      close();
      const level = heading[1]?.length ?? 1;
      const text = heading[2] ?? "";
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      blocks.push({ kind: "heading", text, line, level, headings: headings.map((one) => one.text) });
      headings.push({ level, text });
      return;
    }
    if (/^\s*$/.test(raw) || /^\s*([-*_]\s*){3,}$/.test(raw)) {
      close();
      return;
    }
    if (/^\s*\|/.test(raw)) {
      into("table", raw.trim(), line);
      return;
    }
    const quote = /^\s*>\s?(.*)$/.exec(raw);
    if (quote) {
      into("quote", quote[1] ?? "", line);
      return;
    }
    const item = /^\s*(?:[-*+•]|\d+[.)])\s+(.*)$/.exec(raw);
    if (item) {
      close();
      open = { kind: "item", lines: [item[1] ?? ""], line };
      return;
    }
    if (open !== null && (open as { kind: Block["kind"] }).kind === "item") into("item", raw.trim(), line);
    else into("paragraph", raw.trim(), line);
  });
  close();
  return blocks;
}

/** Writes blocks back as Markdown, one paragraph each. */
export function blocksToMarkdown(blocks: readonly Block[]): string {
  return blocks
    .map(({ kind, text, level }) =>
      kind === "heading"
        ? `${"#".repeat(level)} ${text}`
        : kind === "item"
          ? `- ${text}`
          : kind === "quote"
            ? text.replace(/^/gm, "> ")
            : text,
    )
    .join("\n\n");
}
