/**
 * Takes the heading off a text that opens with one.
 *
 * @returns The heading's words, or null, and the rest without blank lines around it.
 */
export function takeTitle(markdown: string): { heading: string | null; body: string } {
  const opening = /^\s*#\s+(.+?)(?:\s+#+)?[^\S\n]*(?:\n|$)/.exec(markdown);
  return { heading: opening?.[1]?.trim() ?? null, body: markdown.slice(opening?.[0].length ?? 0).trim() };
}

/** The first heading of any level, or null. */
export function firstHeading(markdown: string): string | null {
  return /^#{1,6}\s+(.+?)(?:\s+#+)?[^\S\n]*$/m.exec(markdown)?.[1]?.trim() ?? null;
}

/** A file's name in words: `lore/the-old_mill.md` gives "the old mill". */
export function fileTitle(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  return name.replace(/[-_\s]+/g, " ").trim() || name;
}
