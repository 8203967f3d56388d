import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";

/** Deeper schemas are samples of nothing; also what ends a schema that refers to itself. */
const MOST_DEPTH = 12;

/**
 * A value that fits a JSON Schema, as far as its plain keywords go: its own example where it gives one, else the least that
 * they allow. Patterns are not followed.
 *
 * @param schema - The schema, or a part of it.
 * @param root - Where `$ref` looks.
 */
export function sampleFromSchema(schema: JsonValue | undefined, root = schema, depth = 0): JsonValue {
  if (!isJsonObject(schema) || depth > MOST_DEPTH) return null;
  const { examples, enum: options, $ref, type } = schema;
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(options) && options[0] !== undefined) return options[0];
  if (typeof $ref === "string") return sampleFromSchema(referred($ref, root), root, depth + 1);
  for (const group of [schema.oneOf, schema.anyOf]) {
    if (Array.isArray(group)) return sampleFromSchema(group[0], root, depth + 1);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part: JsonValue) => sampleFromSchema(part, root, depth + 1)).filter(isJsonObject);
    return Object.assign(objectOf(schema, root, depth), ...parts);
  }
  const kind = Array.isArray(type) ? type[0] : type;
  switch (kind) {
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return numberOf(schema, kind === "integer");
    case "boolean":
      return true;
    case "array": {
      const count = Math.min(Math.max(lengthOf(schema.minItems), 1), 8);
      return Array.from({ length: count }, () => sampleFromSchema(schema.items, root, depth + 1));
    }
    case "null":
      return null;
    default:
      return isJsonObject(schema.properties) || kind === "object" ? objectOf(schema, root, depth) : "a word";
  }
}

function objectOf(schema: JsonObject, root: JsonValue | undefined, depth: number): JsonObject {
  const fields = isJsonObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sampleFromSchema(field, root, depth + 1)]),
  );
}

function textOf(schema: JsonObject): string {
  const known: Readonly<Record<string, string>> = {
    "date-time": "2026-03-01T18:30:00Z",
    date: "2026-03-01",
    uuid: "8d0f7a52-3a7c-4f0e-9a53-0f2b3f8d9d11",
    uri: "https://example.org/",
  };
  const text = (typeof schema.format === "string" && known[schema.format]) || "a lantern";
  const most = schema.maxLength === undefined ? text.length : lengthOf(schema.maxLength);
  return text.padEnd(lengthOf(schema.minLength), "n").slice(0, Math.max(most, lengthOf(schema.minLength)));
}

function numberOf(schema: JsonObject, whole: boolean): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  if (typeof minimum === "number") return whole ? Math.ceil(minimum) : minimum;
  if (typeof exclusiveMinimum === "number") return Math.floor(exclusiveMinimum) + 1;
  if (typeof maximum === "number") return Math.min(1, Math.floor(maximum));
  if (typeof exclusiveMaximum === "number") return Math.min(1, Math.ceil(exclusiveMaximum) - 1);
  return 1;
}

function lengthOf(value: JsonValue | undefined): number {
  return typeof value === "number" && value > 0 ? Math.min(Math.ceil(value), 10_000) : 0;
}

/** Only references into the same file are followed. */
function referred(reference: string, root: JsonValue | undefined): JsonValue | undefined {
  if (!reference.startsWith("#")) return undefined;
  let value: JsonValue | undefined = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}
