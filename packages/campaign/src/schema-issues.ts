import type { JsonValue } from "@narratoria/protocol";
import { type ContractIssue, describeErrors, type SchemaFault } from "@narratoria/protocol/contracts";
import { type core, safeParse } from "zod/mini";

/** A value as its schema has it, or what is wrong with it. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly ContractIssue[] };

/**
 * Parses a value by a schema of zod. What is wrong is said in the words that contracts have for it: whoever writes a campaign need not know
 * which of the two looked. A schema's own message stands as it is. Implements rule CA5970.
 */
export function checkSchema<T>(schema: core.$ZodType<T>, value: JsonValue): Checked<T> {
  // Another part of an app may have chosen a language for zod: its words would stand for ours.
  const read = safeParse(schema, value, { error: () => NO_WORDS });
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, issues: read.error.issues.flatMap((issue) => issuesOf(schema, value, issue)) };
}

function issuesOf(schema: core.$ZodType, value: JsonValue, issue: core.$ZodIssue): ContractIssue[] {
  const pointer = pointerOf(issue.path);
  const faults = faultsOf(schema, value, issue);
  if (issue.message === NO_WORDS) return describeErrors(faults);
  return [{ pointer, keyword: faults[0]?.keyword ?? issue.code, message: issue.message }];
}

const NO_WORDS = "Invalid input";

/** An issue of zod as ajv would have reported it. */
function faultsOf(schema: core.$ZodType, value: JsonValue, issue: core.$ZodIssue): SchemaFault[] {
  const { path } = issue;
  const fault = (keyword: string, params: SchemaFault["params"], at = path): SchemaFault => ({
    instancePath: pointerOf(at),
    schemaPath: "",
    keyword,
    params,
    data: valueAt(value, at),
    parentSchema: { properties: fieldsAt(schema, at) },
  });
  switch (issue.code) {
    case "invalid_type": {
      const name = path.at(-1);
      return name !== undefined && valueAt(value, path) === undefined
        ? [fault("required", { missingProperty: String(name) }, path.slice(0, -1))]
        : [fault("type", { type: typesAt(schema, path, issue.expected) })];
    }
    case "unrecognized_keys":
      return issue.keys.map((name) => fault("additionalProperties", { additionalProperty: name }));
    case "invalid_value":
      return issue.values.length === 1
        ? [fault("const", { allowedValue: issue.values[0] })]
        : [fault("enum", { allowedValues: issue.values })];
    case "too_small":
      return [fault(issue.origin === "array" ? "minItems" : "minLength", { limit: Number(issue.minimum) })];
    case "invalid_format":
      return [fault("format", { format: issue.format === "datetime" ? "date-time" : issue.format })];
    default:
      return [fault(issue.code, {})];
  }
}

function valueAt(value: JsonValue, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)];
    return typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  }, value);
}

/** The types that a value may have, as JSON Schema names them. */
function typesAt(schema: core.$ZodType, path: readonly PropertyKey[], expected: string): string | string[] {
  const type = expected === "record" ? "object" : expected;
  let at = schemaAt(schema, path);
  for (; at !== undefined && "innerType" in at._zod.def; at = at._zod.def.innerType as core.$ZodType)
    if (at._zod.def.type === "nullable") return [type, "null"];
  return type;
}

/** The fields that an object may have, by its place in a schema. */
function fieldsAt(schema: core.$ZodType, path: readonly PropertyKey[]): Readonly<Record<string, unknown>> {
  const { def } = inner(schemaAt(schema, path) ?? schema)._zod;
  return isObject(def) ? def.shape : {};
}

const schemaAt = (schema: core.$ZodType, path: readonly PropertyKey[]): core.$ZodType | undefined =>
  path.reduce<core.$ZodType | undefined>((at, key) => at && partOf(at, key), schema);

function partOf(holder: core.$ZodType, key: PropertyKey): core.$ZodType | undefined {
  const { def } = inner(holder)._zod;
  if (isObject(def)) return def.shape[String(key)];
  return "valueType" in def
    ? (def.valueType as core.$ZodType)
    : "element" in def
      ? (def.element as core.$ZodType)
      : undefined;
}

function inner(schema: core.$ZodType): core.$ZodType {
  const { def } = schema._zod;
  return "innerType" in def ? inner(def.innerType as core.$ZodType) : schema;
}

const isObject = (def: core.$ZodTypeDef): def is core.$ZodObjectDef => def.type === "object";

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
