import type { ValueNode } from "@humanwhocodes/momoa";
import { checkJson, isJsonObject, type JsonObject, type JsonValue, ProtocolError } from "@narratoria/protocol";
import { type Position, START } from "./problems.js";

/** A JSON file that holds an object. */
export interface JsonText {
  readonly value: JsonObject;
  /** Where the value of a JSON pointer (RFC 6901) stands; of one that leads nowhere, the nearest value above it. */
  locate(pointer: string): Promise<Position>;
}

export type JsonResult =
  | { readonly ok: true; readonly json: JsonText }
  | { readonly ok: false; readonly at: Position; readonly message: string };

/**
 * Reads JSON strictly: one object, no key twice, no key that could reach into the runtime's own objects.
 * Positions cost a second parse by a slower parser, which is loaded when the first one is asked for.
 */
export async function parseJsonObject(text: string): Promise<JsonResult> {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return syntaxFault(text);
  }
  try {
    checkJson(value, { refuseForbiddenKeys: true });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { ok: false, at: START, message: `This cannot be used: ${error.message}.` };
  }
  if (!isJsonObject(value)) {
    return { ok: false, at: START, message: "The file must hold one object in curly brackets." };
  }
  if (writtenKeys(text) !== keptKeys(value)) return duplicateFault(text);
  return { ok: true, json: { value, locate: async (pointer) => locate(await syntaxTree(text), pointer) } };
}

/** Escapes a name for use in a JSON pointer. */
export function pointerTo(...names: readonly (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** In valid JSON a string with a colon after it is a key, and nothing else is. */
function writtenKeys(text: string): number {
  let keys = 0;
  for (const [string] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*:?/g)) if (string.endsWith(":")) keys++;
  return keys;
}

function keptKeys(root: JsonValue): number {
  let keys = 0;
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const inside = Object.values(value);
    if (!Array.isArray(value)) keys += inside.length;
    for (const item of inside) open.push(item ?? null);
  }
  return keys;
}

async function syntaxTree(text: string): Promise<ValueNode> {
  const momoa = await import("@humanwhocodes/momoa");
  return momoa.parse(text).body;
}

async function syntaxFault(text: string): Promise<JsonResult> {
  try {
    await syntaxTree(text);
    return { ok: false, at: START, message: "This is not JSON." };
  } catch (error) {
    if (!hasPosition(error)) return { ok: false, at: START, message: "This is not JSON." };
    const what = error.message.replace(/\s*\(\d+:\d+\)$/, "").replace(/\.$/, "");
    return { ok: false, at: { line: error.line, column: error.column }, message: `This is not JSON: ${what}.` };
  }
}

function hasPosition(error: unknown): error is Error & { line: number; column: number } {
  return (
    error instanceof Error &&
    "line" in error &&
    typeof error.line === "number" &&
    "column" in error &&
    typeof error.column === "number"
  );
}

async function duplicateFault(text: string): Promise<JsonResult> {
  const open: ValueNode[] = [await syntaxTree(text)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "Array") open.push(...node.elements.map((element) => element.value));
    if (node.type !== "Object") continue;
    const seen = new Set<string>();
    for (const member of node.members) {
      const key = keyOf(member.name);
      if (seen.has(key)) {
        return {
          ok: false,
          at: member.name.loc.start,
          message: `"${key}" stands here a second time. Keep one of the two.`,
        };
      }
      seen.add(key);
      open.push(member.value);
    }
  }
  return { ok: false, at: START, message: "A name stands twice in one object. Keep one of the two." };
}

function keyOf(name: { type: "String"; value: string } | { type: "Identifier"; name: string }): string {
  return name.type === "String" ? name.value : name.name;
}

function locate(root: ValueNode, pointer: string): Position {
  let node = root;
  for (const part of pointer.split("/").slice(1)) {
    const token = part.replaceAll("~1", "/").replaceAll("~0", "~");
    let next: ValueNode | undefined;
    if (node.type === "Object") next = node.members.find((member) => keyOf(member.name) === token)?.value;
    if (node.type === "Array") next = node.elements[Number(token)]?.value;
    if (next === undefined) break;
    node = next;
  }
  const { line, column } = node.loc.start;
  return { line, column };
}
