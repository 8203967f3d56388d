import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { type Position, type Report, START } from "./problems.js";

/** Characters of YAML that are looked at; the standard's front matter has a few hundred. */
const MAX_HEAD_CHARS = 64 * 1024;

/** A SKILL.md parted at its `---` lines. */
export interface SkillMd {
  /** The YAML between them; null when the file opens without. */
  readonly head: string | null;
  /** The behavioural prompt. */
  readonly body: string;
}

/** Parts a SKILL.md without reading its YAML. */
export function splitSkillMd(text: string): SkillMd {
  const opening = /^---[ \t]*\r?\n/.exec(text);
  if (opening === null) return { head: null, body: text };
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (closing === null) return { head: null, body: text };
  return { head: rest.slice(0, closing.index), body: rest.slice(closing.index + closing[0].length) };
}

/**
 * A plain one-line value of the front matter, read without a YAML parser (which takes longer to load than all skills take
 * to be found). Null for whatever is written in another way.
 */
export function plainValue(head: string, key: string): string | null {
  const value = new RegExp(`^${key}:[ \\t]+(.+?)[ \\t]*\\r?$(?!\\n[ \\t])`, "m").exec(head)?.[1];
  if (value === undefined || /^[|>&*!%@`{[]/.test(value) || /\s#|: /.test(value)) return null;
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(value);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? null;
  return /^["']/.test(value) ? null : value;
}

/**
 * Reads the front matter of a skill that has nothing else to say what it is.
 *
 * @returns Its fields, and where the value of a field stands in the file; null when it cannot be read, which is reported.
 */
export async function parseHead(
  head: string,
  report: Report,
): Promise<{ data: JsonObject; locate(key: string): Position } | null> {
  if (head.length > MAX_HEAD_CHARS) {
    report("error", START, "The front matter is too long. The skill is left out.");
    return null;
  }
  const yaml = await import("yaml");
  const document = yaml.parseDocument(head, { schema: "core", prettyErrors: false });
  const at = (offset: number): Position => {
    const lines = head.slice(0, offset).split("\n");
    // The front matter begins on the second line of its file.
    return { line: lines.length + 1, column: (lines.at(-1)?.length ?? 0) + 1 };
  };
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) {
    report("error", at(fault.pos[0]), `The front matter cannot be read: ${fault.message} The skill is left out.`);
    return null;
  }
  let data: JsonValue;
  try {
    // The bound stops a few lines of aliases from growing into gigabytes.
    data = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 10 })) ?? "null");
  } catch {
    report("error", at(0), "The front matter repeats itself too often. The skill is left out.");
    return null;
  }
  if (!isJsonObject(data)) {
    report("error", at(0), "The front matter must be a list of names with values. The skill is left out.");
    return null;
  }
  const locate = (key: string): Position => {
    const node = document.get(key, true);
    return yaml.isNode(node) && node.range ? at(node.range[0]) : START;
  };
  return { data, locate };
}
