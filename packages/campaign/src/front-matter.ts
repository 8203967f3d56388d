import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { CAPS } from "./caps.js";
import { pointerTokens, positionAt } from "./json-text.js";
import { type Position, type ProblemList, START } from "./problems.js";

/** A Markdown file parted into what stands between its `---` lines and the text below. */
export interface Matter {
  /** Empty when the file has no front matter. */
  readonly data: JsonObject;
  /** The text below, without HTML comments. */
  readonly body: string;
  /** Lines that the front matter takes up, fences included. */
  readonly headLines: number;
  /** Where a value stands, or its name. */
  locate(pointer: string, part?: "key" | "value"): Position;
}

const NOWHERE = (): Position => START;

/**
 * Parts a Markdown text from its front matter. YAML is loaded only when some file has any. Implements rules CA26 to CA28.
 *
 * @param text - The whole file, line ends `\n`.
 * @param file - Its path, for problems.
 */
export async function readFrontMatter(text: string, file: string, problems: ProblemList): Promise<Matter> {
  const head = /^---[ \t]*\n/.exec(text);
  if (head === null) return plain(text);
  const rest = text.slice(head[0].length);
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(rest) ?? endOfFields(rest);
  const isOpen = end === null || end[0] === "";
  if (isOpen) {
    const taken = end === null ? "" : " It is taken to end at the first empty line.";
    problems.warning(
      file,
      START,
      "front_matter",
      `The front matter has no end: a line of three hyphens is missing below it.${taken}`,
    );
  }
  if (end === null) return plain(text);
  const source = text.slice(head[0].length, head[0].length + end.index);
  const below = text.slice(head[0].length + end.index + end[0].length).replace(/^\n/, "");
  const headLines = source.split("\n").length + 1;
  const parsed =
    source.length > CAPS.frontMatterChars
      ? { data: {}, locate: NOWHERE, faults: [{ at: START, message: "The front matter is too long." }] }
      : await parseYaml(source);
  for (const fault of parsed.faults) problems.error(file, inFile(fault.at), "front_matter", fault.message);
  return {
    data: parsed.data,
    body: stripComments(below),
    headLines,
    locate: (pointer, part) => inFile(parsed.locate(pointer, part)),
  };
}

/** Where fields end that nothing closes: at the first empty line, where all lines before it are fields, lists or parts of such. (rule CA4608) */
function endOfFields(rest: string): { readonly 0: string; readonly index: number } | null {
  const lines = rest.slice(0, CAPS.frontMatterChars).split("\n");
  const count = lines.findIndex((line) => line.trim() === "");
  const fields = lines.slice(0, count);
  if (count < 1 || !fields.every((line) => /^(?:[\w-]+:(?:\s|$)|[ \t]+\S|-\s|[{}\]])/.test(line))) return null;
  return { 0: "", index: fields.join("\n").length + 1 };
}

/** Front matter opens on the second line of its file. */
function inFile(at: Position): Position {
  return { line: at.line + 1, column: at.column };
}

function plain(text: string): Matter {
  return { data: {}, body: stripComments(text), headLines: 0, locate: NOWHERE };
}

/** Comments are an author's notes, and none of them may be told. Line breaks stay, so that lines keep their numbers. */
function stripComments(text: string): string {
  if (!text.includes("<!--")) return text;
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ""));
}

interface ParsedYaml {
  readonly data: JsonObject;
  locate(pointer: string, part?: "key" | "value"): Position;
  readonly faults: readonly { readonly at: Position; readonly message: string }[];
}

async function parseYaml(source: string): Promise<ParsedYaml> {
  const yaml = await import("yaml");
  const document = yaml.parseDocument(source, { schema: "core", prettyErrors: false });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const message = `The front matter cannot be read: ${fault.message.replace(/[.\s]*$/, "")}.`;
    const at = openQuote(source, fault.message) ?? fault.pos[0];
    return { data: {}, locate: NOWHERE, faults: [{ at: positionAt(source, at), message }] };
  }
  let value: unknown;
  try {
    // The bound stops a few lines of aliases from growing into gigabytes.
    value = document.toJS({ maxAliasCount: 50 });
  } catch {
    return {
      data: {},
      locate: NOWHERE,
      faults: [{ at: START, message: "The front matter repeats itself too often." }],
    };
  }
  const data = toJson(value);
  if (data === null) return { data: {}, locate: NOWHERE, faults: [] };
  if (!isJsonObject(data)) {
    const message = "The front matter must be a list of names with values, such as `title: The End`.";
    return { data: {}, locate: NOWHERE, faults: [{ at: START, message }] };
  }
  const locate: ParsedYaml["locate"] = (pointer, part = "value") => {
    for (let path = pointerTokens(pointer); path.length > 0; path = path.slice(0, -1)) {
      const holder = document.getIn(path.slice(0, -1), true);
      const pair = part === "key" && yaml.isMap(holder) && holder.items.find(({ key }) => String(key) === path.at(-1));
      if (pair && yaml.isNode(pair.key) && pair.key.range) return positionAt(source, pair.key.range[0]);
      const node = document.getIn(path, true);
      if (yaml.isNode(node) && node.range) return positionAt(source, node.range[0]);
    }
    return START;
  };
  return { data, locate, faults: [] };
}

/** Where a quotation opens that is not closed: the parser reports the end of the text. */
function openQuote(source: string, fault: string): number | undefined {
  const mark = /^Missing closing (["'])/.exec(fault)?.[1];
  if (mark === undefined) return undefined;
  let start = 0;
  for (const line of source.split("\n")) {
    if (line.split(mark).length % 2 === 0) return start + line.indexOf(mark);
    start += line.length + 1;
  }
  return undefined;
}

/** YAML can say more than JSON: what has no place in JSON becomes text or null. */
function toJson(value: unknown, depth = 0): JsonValue {
  if (value === null || value === undefined || depth > CAPS.jsonDepth) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((element) => toJson(element, depth + 1));
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).filter(([key]) => !["__proto__", "constructor", "prototype"].includes(key));
  return Object.fromEntries(entries.map(([key, member]) => [key, toJson(member, depth + 1)]));
}
