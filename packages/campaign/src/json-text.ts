import type { ObjectNode, ValueNode } from "@humanwhocodes/momoa";
import type { JsonValue } from "@narratoria/protocol";
import { CAPS } from "./caps.js";
import type { ProblemCode } from "./problem-codes.js";
import { type Place, type Position, START } from "./problems.js";

/** A JSON text read with the place of every value in it. */
export interface LocatedJson {
  readonly value: JsonValue;
  /** Matters that cost nothing but should be known, such as a key written twice. */
  readonly remarks: readonly Remark[];
  /**
   * Where a value stands.
   *
   * @param pointer - JSON pointer (RFC 6901); of one that leads nowhere the nearest value above it is taken.
   * @param part - `key` gives the place of the property's name instead of its value's.
   */
  locate(pointer: string, part?: "key" | "value"): Place;
}

interface Remark {
  readonly code: ProblemCode;
  readonly at: Position;
  readonly message: string;
}

export interface JsonFault {
  readonly code: ProblemCode;
  readonly at: Position;
  readonly message: string;
}

/** Keys that could reach into the runtime's own objects. */
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Reads a JSON text. Implements rules CA20 to CA23.
 *
 * A sound text costs no more than JSON.parse and a look at its characters. The parser that knows places is loaded when the
 * first of them is asked for.
 *
 * @param text - The whole file, line ends `\n`.
 * @returns The value with its places, or the first fault.
 */
export async function parseJsonText(
  text: string,
): Promise<{ ok: true; json: LocatedJson } | { ok: false; fault: JsonFault }> {
  const shape = shapeOf(text);
  if (shape.tooDeepAt !== null) {
    const message = `Brackets may lie ${CAPS.jsonDepth} deep, and here they lie deeper.`;
    return { ok: false, fault: { code: "too_large", at: positionAt(text, shape.tooDeepAt), message } };
  }
  let tree: Promise<ValueNode> | null = null;
  const root = (): Promise<ValueNode> => {
    tree ??= import("@humanwhocodes/momoa").then(({ parse }) => parse(text).body);
    return tree;
  };
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    // momoa lets raw line breaks through inside quotes: the first of those is the fault, unless another stands before it. (rule CA5980)
    const found = await root().then(() => shape.controlAt ?? 0, offsetOf);
    const offset = found > 0 && shape.controlAt !== null ? Math.min(found, shape.controlAt) : found;
    return {
      ok: false,
      fault: { code: text.trim() === "" ? "empty_file" : "json_syntax", ...syntaxFault(text, offset, shape) },
    };
  }
  const remarks: Remark[] = [];
  if (membersOf(value) !== shape.colons) value = build(await root(), remarks);
  const locate = (pointer: string, part?: "key" | "value"): Place => {
    return async () => locateIn(await root(), pointer, part);
  };
  return { ok: true, json: { value, remarks, locate } };
}

/**
 * How many members the objects in a value have. The text has a colon for each, so that one written twice makes a
 * difference; for a name or number that cannot stay the count is spoiled on purpose.
 */
function membersOf(value: JsonValue | undefined): number {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) members += FORBIDDEN_KEYS.has(key) ? Number.NaN : 1;
    members += membersOf(member);
  }
  return members;
}

/** What the bare characters of a text show, before anything recursive or trusting sees it. */
interface Shape {
  /** Offset of the first bracket beyond the depth allowed. */
  readonly tooDeepAt: number | null;
  /** Offset of the first raw control character inside quotes. */
  readonly controlAt: number | null;
  /** A bracket or a quotation mark is still open at the end. */
  readonly open: boolean;
  /** Colons outside quotes. */
  readonly colons: number;
}

function shapeOf(text: string): Shape {
  let tooDeepAt: number | null = null;
  let controlAt: number | null = null;
  let depth = 0;
  let colons = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index++;
      else if (code === 0x22) quoted = false;
      else if (code < 0x20) controlAt ??= index;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > CAPS.jsonDepth) tooDeepAt ??= index;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x3a) colons++;
  }
  return { tooDeepAt, controlAt, colons, open: quoted || depth > 0 };
}

function build(node: ValueNode, remarks: Remark[]): JsonValue {
  switch (node.type) {
    case "Object":
      return buildObject(node, remarks);
    case "Array":
      return node.elements.map((element) => build(element.value, remarks));
    case "Null":
      return null;
    case "String":
    case "Boolean":
      return node.value;
    case "Number": {
      if (Number.isFinite(node.value)) return node.value;
      remarks.push({
        code: "number_too_large",
        at: node.loc.start,
        message: "This number is too large to hold, so nothing is read here.",
      });
      return null;
    }
    default:
      return null;
  }
}

function buildObject(node: ObjectNode, remarks: Remark[]): JsonValue {
  const members = new Map<string, JsonValue>();
  for (const member of node.members) {
    const key = member.name.type === "String" ? member.name.value : member.name.name;
    if (FORBIDDEN_KEYS.has(key)) {
      remarks.push({
        code: "forbidden_key",
        at: member.name.loc.start,
        message: `"${key}" cannot be used as a name. It is left out.`,
      });
      continue;
    }
    if (members.has(key)) {
      remarks.push({
        code: "duplicate_key",
        at: member.name.loc.start,
        message: `"${key}" stands here a second time. The last one holds.`,
      });
    }
    members.set(key, build(member.value, remarks));
  }
  return Object.fromEntries(members);
}

function locateIn(root: ValueNode, pointer: string, part: "key" | "value" = "value"): Position {
  let at: Position = root.loc.start;
  let node: ValueNode = root;
  for (const token of pointerTokens(pointer)) {
    if (node.type === "Object") {
      // Of a key written twice the last one holds, so it is the one to point at.
      const member = node.members.findLast(({ name }) => (name.type === "String" ? name.value : name.name) === token);
      if (member === undefined) break;
      at = part === "key" ? member.name.loc.start : member.value.loc.start;
      node = member.value;
    } else if (node.type === "Array") {
      const element = node.elements[Number(token)];
      if (element === undefined) break;
      at = element.value.loc.start;
      node = element.value;
    } else break;
  }
  return { line: at.line, column: at.column };
}

/** The parts of a JSON pointer: `/a~1b/0` gives `a/b` and `0`. */
export function pointerTokens(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Where momoa stopped; JSON.parse does not say it in a form to rely on. */
function offsetOf(error: unknown): number {
  return error instanceof Error && "offset" in error && typeof error.offset === "number" ? error.offset : 0;
}

/** Line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let index = before.indexOf("\n"); index >= 0; index = before.indexOf("\n", index + 1)) line++;
  return { line, column: offset - lineStart + 1 };
}

/** What the writer most likely did, judged by the character where reading stopped and the one before it. */
function syntaxFault(text: string, offset: number, shape: Shape): Omit<JsonFault, "code"> {
  if (text.trim() === "") return { at: START, message: "This file is empty." };
  const found = text[offset] ?? "";
  const before = text.slice(0, offset).trimEnd();
  const last = before.at(-1) ?? "";
  const at = positionAt(text, Math.min(offset, text.length));
  if (offset === shape.controlAt) {
    const message =
      found === "\n"
        ? "This text is still open at the end of its line. Close it with a quotation mark, or write \\n for a new line within it."
        : "A quoted text cannot hold a tab. Write \\t for one.";
    return { at, message };
  }
  // At an early end the parser names no place, or that of the first bracket.
  if (shape.open && (text.slice(offset + 1).trim() === "" || (offset === 0 && /[{[]/.test(found)))) {
    return {
      at: offset === 0 ? positionAt(text, text.trimEnd().length) : at,
      message: "The file ends too early: a bracket or a quotation mark is still open.",
    };
  }
  if ((found === "}" || found === "]") && last === ",") {
    return { at, message: `The comma before this ${found} is one too many.` };
  }
  if (found === "'" || found === "\u2018" || found === "\u201c") {
    return { at, message: `Names and texts stand in straight double quotes ("), not in ${found}.` };
  }
  if (found === "/" || found === "#") return { at, message: "JSON has no comments. Take this one out." };
  if (/["{[\w-]/.test(found) && /["}\]\w]/.test(last)) {
    return { at, message: "A comma or a colon is missing before this." };
  }
  if (found === "," && /[,{[]/.test(last)) return { at, message: "This comma is one too many." };
  if (/[A-Za-z_]/.test(found)) {
    return { at, message: "A word stands here without quotation marks. Names and texts stand in double quotes." };
  }
  return { at, message: `${JSON.stringify(found)} cannot stand here. The JSON breaks off at this place.` };
}
