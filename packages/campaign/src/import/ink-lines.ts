/** An Ink file, line by line: its knots with their weaves as flat lists. Pure. Implements rules CA2425 to CA2427. */
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import { carriedChange } from "./conditions.js";
import { oneLine } from "./imported.js";

export interface InkItem {
  readonly kind: "text" | "choice" | "gather" | "set";
  /** Number of its marks; 0 of a text. */
  readonly level: number;
  readonly line: number;
  /** A choice's, or a text's, whole; the divert and tags are taken off. */
  readonly text: string;
  readonly label?: string;
  /** Of a choice. */
  readonly sticky?: boolean;
  readonly conditions?: readonly string[];
  /** Where it leads, as written; "END" for both ends. */
  readonly divert?: string;
  readonly world?: JsonObject;
}

export interface InkFlow {
  /** "" before the first knot, "knot", "knot.stitch". */
  readonly name: string;
  readonly line: number;
  readonly items: InkItem[];
}

export interface InkFile {
  readonly flows: readonly InkFlow[];
  readonly variables: ReadonlyMap<string, JsonValue>;
  readonly constants: ReadonlyMap<string, JsonValue>;
  /** Of `# title:` and `# author:`. */
  readonly title: string | null;
  readonly author: string | null;
}

type Left = (message: string, line: number) => void;

/** Lines of a block in braces; one that never closes is no block. */
const MOST_BLOCK = 400;
/** Such blocks, after which braces count for nothing. */
const MOST_OPEN = 50;

export function readInk(source: string, left: Left): InkFile {
  // Blanks are taken together, so that no pattern tries all ways to divide them.
  const lines = withoutComments(source)
    .split("\n")
    .map((line) => line.trim().replace(/\s{2,}/g, " "));
  let openBlocks = 0;
  const variables = new Map<string, JsonValue>();
  const constants = new Map<string, JsonValue>();
  const flows: InkFlow[] = [{ name: "", line: 1, items: [] }];
  let flow = flows[0];
  let knot = "";
  let isFunction = false;
  let title: string | null = null;
  let author: string | null = null;

  for (let at = 0; at < lines.length; at++) {
    const number = at + 1;
    const line = lines[at] ?? "";
    if (line === "" || /^TO(?:DO)\b/.test(line)) continue;
    const head = /^={2,}\s*(function\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*(\([^)]*\))?\s*=*$/u.exec(line);
    const stitch = /^=\s*([\p{L}_][\p{L}\p{N}_]*)\s*(\([^)]*\))?$/u.exec(line);
    if (head) {
      isFunction = head[1] !== undefined;
      if (isFunction) left(`The function ${head[2]} is not carried over.`, number);
      else if (head[3] !== undefined) left(`The values that knot ${head[2]} takes are not carried over.`, number);
      knot = head[2] ?? "";
      flow = { name: knot, line: number, items: [] };
      if (!isFunction) flows.push(flow);
    } else if (stitch && !isFunction) {
      flow = { name: `${knot}.${stitch[1]}`, line: number, items: [] };
      flows.push(flow);
    } else if (isFunction) continue;
    else if (/^(?:VAR|CONST)\b/.test(line)) readVariable(line, number, variables, constants, left);
    else if (/^(?:INCLUDE|EXTERNAL|LIST)\b/.test(line)) {
      left(
        `"${oneLine(line, 60)}" is not carried over${line.startsWith("INCLUDE") ? ": put all into one file" : ""}.`,
        number,
      );
    } else if (line.startsWith("~")) readLogic(line.slice(1).trim(), number, flow, left);
    else if (/^#/.test(line)) {
      const tag = /^#\s*(title|author)\s*:\s*(.+)$/i.exec(line);
      if (tag?.[1]?.toLowerCase() === "title") title = tag[2] ?? null;
      else if (tag) author = tag[2] ?? null;
      else left(`The tag "${oneLine(line, 60)}" is not carried over.`, number);
    } else {
      const isOpen = openBlocks >= MOST_OPEN;
      const { text, used } = isOpen ? { text: line.replace(/[{}]/g, ""), used: 1 } : wholeBlock(lines, at);
      if (used === 0) openBlocks++;
      at += Math.max(used, 1) - 1;
      flow?.items.push(...readContent(text, number, left));
    }
  }
  return { flows, variables, constants, title, author };
}

/** Comments as blanks, so that lines stay where they are. */
function withoutComments(source: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: comment, index: start } of source.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g)) {
    parts.push(source.slice(at, start), comment.replace(/[^\n]+/g, ""));
    at = start + comment.length;
  }
  return parts.join("") + source.slice(at);
}

function readVariable(
  line: string,
  number: number,
  variables: Map<string, JsonValue>,
  constants: Map<string, JsonValue>,
  left: Left,
): void {
  const [, kind, name = "", source = ""] = /^(VAR|CONST)\s+(\w+)\s*=\s*(.+)$/.exec(line) ?? [];
  const value = carriedChange(`${name} = ${source}`, (one) => one)?.[name];
  if (name === "" || value === undefined) left(`"${oneLine(line, 60)}" is not carried over.`, number);
  else (kind === "CONST" ? constants : variables).set(name, value);
}

function readLogic(source: string, number: number, flow: InkFlow | undefined, left: Left): void {
  const world = /^(?:temp|return)\b/.test(source) ? null : carriedChange(source, (name) => name);
  if (world === null) left(`"~ ${oneLine(source, 60)}" is not carried over.`, number);
  else flow?.items.push({ kind: "set", level: 0, line: number, text: "", world });
}

/** A line, with those that follow where a brace is open at its end; `used` is 0 where it never closes. */
function wholeBlock(lines: readonly string[], at: number): { readonly text: string; readonly used: number } {
  let open = 0;
  let text = "";
  for (let used = 1; used <= MOST_BLOCK && at + used <= lines.length; used++) {
    const line = lines[at + used - 1] ?? "";
    for (const sign of line) open += sign === "{" ? 1 : sign === "}" ? -1 : 0;
    text += (used > 1 ? "\n" : "") + line;
    if (open <= 0) return { text, used };
  }
  return { text: (lines[at] ?? "").replace(/[{}]/g, ""), used: 0 };
}

function readContent(content: string, line: number, left: Left): InkItem[] {
  const marks = /^((?:[*]\s*)+|(?:[+]\s*)+|(?:-(?!>)\s*)+)/.exec(content)?.[0] ?? "";
  const sign = marks[0];
  const level = marks.replace(/\s/g, "").length;
  let rest = content.slice(marks.length);
  const label = sign === undefined ? undefined : /^\((\w+)\)\s*/.exec(rest);
  if (label) rest = rest.slice(label[0].length);
  const conditions: string[] = [];
  if (sign === "*" || sign === "+") {
    for (
      let found = /^\{([^{}]*)\}\s*/.exec(rest);
      found && !/[:|]/.test(found[1] ?? "");
      found = /^\{([^{}]*)\}\s*/.exec(rest)
    ) {
      conditions.push(found[1] ?? "");
      rest = rest.slice(found[0].length);
    }
  }
  const { text, divert } = taken(rest, line, left);
  const common = { line, text, ...(label && { label: label[1] ?? "" }), ...(divert !== undefined && { divert }) };
  if (sign === "*" || sign === "+") return [{ kind: "choice", level, sticky: sign === "+", conditions, ...common }];
  if (sign === "-") return [{ kind: "gather", level, ...common }];
  return text === "" && divert === undefined ? [] : [{ kind: "text", level: 0, ...common }];
}

/** Takes tags, and the divert at its end, off a text. */
function taken(content: string, line: number, left: Left): { readonly text: string; readonly divert?: string } {
  let text = content;
  const tag = tagIn(text);
  if (tag >= 0) {
    left(`The tag "#${oneLine(text.slice(tag + 1), 60)}" is not carried over.`, line);
    text = text.slice(0, tag);
  }
  if (/<-\s*\w/.test(text)) {
    left(`The thread "${oneLine(/<-.*/.exec(text)?.[0] ?? "", 60)}" is not carried over.`, line);
    text = text.replace(/<-\s*[\w.]+(?:\([^)]*\))?/g, "");
  }
  const found = /->\s*([\w.]*)\s*(\([^()]*\))?\s*(->\s*[\w.]*)?\s*$/.exec(text);
  if (!found) {
    if (/->/.test(text.replace(/\{[\s\S]*\}/g, ""))) left(`"${oneLine(text, 60)}" is not carried over.`, line);
    return { text: text.trim() };
  }
  const [whole, target = "", values, tunnel] = found;
  const before = text.slice(0, found.index).trim();
  if (tunnel !== undefined || target === "") {
    if (whole.trim() !== "->" || tunnel !== undefined)
      left(`The tunnel "${oneLine(whole, 60)}" is not carried over.`, line);
    return { text: before };
  }
  if (values !== undefined) left(`The values of "${oneLine(whole, 60)}" are not carried over.`, line);
  return { text: before, divert: target === "DONE" ? "END" : target };
}

/** Where a tag begins, outside of braces; -1 where none does. */
function tagIn(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\\") at++;
    else if (sign === "{") depth++;
    else if (sign === "}") depth--;
    else if (sign === "#" && depth <= 0) return at;
  }
  return -1;
}
