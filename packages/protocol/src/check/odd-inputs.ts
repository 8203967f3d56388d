import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";

/** Bytes for standard input that a script must answer, though it need not succeed. */
export interface OddInput {
  /** What is odd about it, in words. */
  readonly name: string;
  readonly text: string | Uint8Array;
}

/** Without its optional parts, or with parts that nobody knows: a script that succeeds must still do so. */
export function tolerableInputs(
  good: JsonObject,
): { readonly name: string; readonly text: string; readonly whole: boolean }[] {
  const { requestId, tool, operation, input } = good;
  const known = isJsonObject(input) ? input : {};
  return [
    {
      name: "parts that it does not know",
      text: JSON.stringify({ futurePart: { any: ["thing"] }, ...good, input: { ...known, futureMember: 1 } }),
      whole: true,
    },
    {
      name: "no dependencies, context, config and host",
      text: JSON.stringify({ requestId, tool, operation, input }),
      whole: false,
    },
  ];
}

/** Inputs that are tool inputs still, with values that nobody expects. */
export function hostileInputs(good: JsonObject): { readonly name: string; readonly text: string }[] {
  const fields = isJsonObject(good.input) ? good.input : {};
  const filled = (value: (given: JsonValue | undefined, key: string) => JsonValue): string =>
    JSON.stringify({
      ...good,
      input: Object.fromEntries(Object.entries(namesOf(fields)).map(([key, given]) => [key, value(given, key)])),
    });
  const texts = (text: string): string =>
    JSON.stringify({ ...good, input: withTexts(namesOf(fields), text), context: withTexts(good.context ?? {}, text) });
  return [
    { name: "an empty input", text: JSON.stringify({ ...good, input: {}, dependencies: {}, context: {}, config: {} }) },
    { name: "every field null", text: filled(() => null) },
    { name: "a list in every field", text: filled((given) => [given ?? null, "two", 3]) },
    { name: "an object in every field", text: filled((given) => ({ unexpected: given ?? null })) },
    {
      name: "numbers out of all proportion",
      text: filled((_, key) => (key.length % 2 === 0 ? -1e308 : 9_007_199_254_740_991)),
    },
    {
      name: "every part of the wrong type",
      text: JSON.stringify({ ...good, dependencies: [], context: "dark", config: 7, host: "none" }),
    },
    { name: "a dependency that failed", text: JSON.stringify({ ...good, dependencies: failed(good.dependencies) }) },
    {
      name: "very long texts in every field",
      text: texts("the rope and ".repeat(Math.floor(LONG_CHARS / 13 / countTexts(good)))),
    },
    { name: "characters of every kind", text: texts(ODD_TEXT).replaceAll("LONE", "\\ud83d") },
    { name: "texts that mean something to a shell, a path or a format", text: texts(INJECTION) },
    {
      name: "the keys __proto__, constructor and prototype",
      text: withRaw(
        good,
        fields,
        '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{}',
      ),
    },
    {
      name: "a value 5,000 levels deep",
      text: withRaw(good, fields, `"deep":${"[".repeat(5_000)}${"]".repeat(5_000)}`),
    },
    {
      name: "a number beyond all numbers",
      text: withRaw(good, fields, `"huge":1e400,"tiny":-0,"exact":123456789012345678901234567890`),
    },
  ];
}

/** What is no tool input at all. */
export function brokenInputs(good: JsonObject): OddInput[] {
  const text = JSON.stringify(good);
  return [
    { name: "no byte of input", text: "" },
    { name: "half of its input", text: text.slice(0, Math.floor(text.length / 2)) },
    { name: "words in place of JSON", text: "Press Osk about the rope.\n" },
    { name: "a list in place of an object", text: "[]" },
    { name: "null in place of an object", text: "null" },
    {
      name: "bytes that are no UTF-8",
      text: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    },
  ];
}

/**
 * The same bytes in pieces: the first ones alone, then cuts inside of every character of several bytes, as far as a dozen.
 */
export function piecesOf(text: string): Uint8Array[] {
  const bytes = Buffer.from(text);
  const cuts = new Set([1, 2, Math.floor(bytes.length / 2), bytes.length - 1]);
  for (let index = 0; index < bytes.length && cuts.size < 12; index++) {
    // A byte 10xxxxxx goes on with the character before it.
    if (((bytes[index] ?? 0) & 0xc0) === 0x80) cuts.add(index);
  }
  const sorted = [...cuts].filter((cut) => cut > 0 && cut < bytes.length).sort((a, b) => a - b);
  return [...sorted, bytes.length].map((cut, index) => bytes.subarray(index === 0 ? 0 : sorted[index - 1], cut));
}

/** All texts together; the runtime sends no input over 1 MiB. */
const LONG_CHARS = 600_000;

const ODD_TEXT =
  "Zoë ﷽ 👩‍👩‍👧‍👦 e\u0301 \u202Ekcab\u202C \u0000 \u0007 \u001b[31m \u2028 \u2029 \u0085 \ufeff \u{10FFFF} LONE \\ \" ' \t\r\n 漢字 ا";
const INJECTION = `$(touch pwned) \`touch pwned\` "; touch pwned; " '; touch pwned; ' && touch pwned | tee pwned > pwned ../../pwned %s%n%x {0} \${x} {{7*7}} <script> \\`;

/** The fields to fill; a script that declares none is given one. */
function namesOf(fields: JsonObject): JsonObject {
  return Object.keys(fields).length > 0 ? fields : { text: "a lantern" };
}

/** A copy in which every text, at any depth, is this one. */
function withTexts(value: JsonValue, text: string): JsonValue {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((item: JsonValue) => withTexts(item, text));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, withTexts(member, text)]])),
  );
}

function countTexts(value: JsonValue | undefined): number {
  if (typeof value === "string") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member: JsonValue | undefined) => sum + countTexts(member), 0);
}

function failed(dependencies: JsonValue | undefined): JsonObject {
  const ids = isJsonObject(dependencies) ? Object.keys(dependencies) : [];
  return Object.fromEntries((ids.length > 0 ? ids : ["earlier"]).map((id) => [id, null]));
}

/** Members that `JSON.stringify` would not write stand in the input, the context and the settings as they are. */
function withRaw(good: JsonObject, fields: JsonObject, members: string): string {
  const object = (value: JsonObject): string => {
    const text = JSON.stringify(value);
    return `{${members}${text === "{}" ? "" : ","}${text.slice(1)}`;
  };
  const { input: _, context, config, ...rest } = good;
  const outline = JSON.stringify(rest);
  const parts = [
    `"input":${object(fields)}`,
    `"context":${object(isJsonObject(context) ? context : {})}`,
    `"config":${object(isJsonObject(config) ? config : {})}`,
  ];
  return `${outline.slice(0, -1)}${outline === "{}" ? "" : ","}${parts.join(",")}}`;
}
