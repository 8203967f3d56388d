/** What `world/constraints.md` says: the lines for a narrator to keep, and the words that never occur. */
export interface Constraints {
  /** One for each list item or paragraph, as written. */
  readonly constraints: readonly { readonly text: string }[];
  /** Words and phrases of `forbid` blocks, lower case, each once. */
  readonly forbidden: readonly string[];
}

/** Words by which a paragraph before a list forbids or demands something of its own. */
const BINDS = /\b(?:no|not|never|nobody|nothing|none|neither|nor|cannot|only|always|must|may)\b|n['’]t\b/i;

/** "forbid: gun, cannon" on a line of its own, outside any fence. */
const BARE_FORBID = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?forbid\s*:\s*\S/i;

/**
 * Reads constraints from Markdown without front matter. Implements rules CA33 and CA34.
 *
 * @param markdown - The body of `world/constraints.md`.
 */
export function parseConstraints(markdown: string): Constraints {
  const constraints: { text: string }[] = [];
  const forbidden = new Set<string>();
  let current: string[] = [];
  let hasItems = false;
  /** The last paragraph of a section without a list so far: a list that begins after it is introduced by it. */
  let introduction: { text: string } | null = null;
  const close = (): void => {
    const text = current.join(" ").trim();
    if (text !== "") {
      const constraint = { text };
      constraints.push(constraint);
      introduction = hasItems || BINDS.test(text) ? null : constraint;
    }
    current = [];
  };
  let fence: { mark: string; forbids: boolean } | null = null;
  for (const line of markdown.split("\n")) {
    const fenceMark = /^\s*(`{3,}|~{3,})\s*([\w-]*)/.exec(line);
    if (fence !== null) {
      if (fenceMark?.[1]?.startsWith(fence.mark) && fenceMark[2] === "") fence = null;
      else forbid(line, fence.forbids, forbidden);
      continue;
    }
    if (fenceMark !== null) {
      close();
      fence = { mark: fenceMark[1] ?? "", forbids: fenceMark[2]?.toLowerCase() === "forbid" };
    } else if (/^\s*(#{1,6}\s|([-*_]\s*){3,}$)/.test(line) || line.trim() === "") {
      close();
      if (line.trim() !== "") {
        introduction = null;
        hasItems = false;
      }
    } else if (BARE_FORBID.test(line)) {
      close();
      forbid(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ""), false, forbidden);
    } else {
      const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line);
      if (item !== null) {
        close();
        if (introduction !== null) constraints.splice(constraints.indexOf(introduction), 1);
        introduction = null;
        hasItems = true;
      }
      current.push((item?.[1] ?? line).trim());
    }
  }
  close();
  return { constraints, forbidden: [...forbidden] };
}

/** `forbid: word, word` on any line of a fence; in a fence called `forbid` the word itself may be left out. */
function forbid(line: string, named: boolean, forbidden: Set<string>): void {
  const words = /^\s*forbid\s*:(.*)$/i.exec(line)?.[1] ?? (named ? line : "");
  for (const word of words.split(",")) {
    const clean = word.trim().replace(/\s+/g, " ").toLowerCase();
    if (clean !== "") forbidden.add(clean);
  }
}
