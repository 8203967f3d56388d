import type { ValidatorError } from "./generated/validators.js";
import { memberPointer } from "./json-pointer.js";
import { nearest } from "./suggest.js";

/** One thing that is wrong with a document. */
export interface ContractIssue {
  /** JSON pointer to the value at fault; "" is the whole. A missing member is reported at the object that lacks it. */
  readonly pointer: string;
  /** The keyword of JSON Schema that was broken, such as `required`; `unknownMember` for one that no contract has. */
  readonly keyword: string;
  /** A plain sentence without its full stop: which field, what is allowed, what was probably meant. */
  readonly message: string;
}

/** A fault as ajv reports it; what another library of schemas finds takes the same form. */
export type SchemaFault = ValidatorError;

/** The parts of a schema that messages are made from. */
interface SchemaPart {
  readonly $comment?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly { readonly type?: string; readonly items?: { readonly type?: string } }[];
}

/**
 * Turns what a validator found into what a person can act on. Reports that only repeat another one are left out.
 *
 * @param errors - As they came from one validation.
 */
export function describeErrors(errors: readonly ValidatorError[]): ContractIssue[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf").map(({ schemaPath }) => `${schemaPath}/`);
  const issues = new Map<string, ContractIssue>();
  for (const error of errors) {
    // "if" says only that its "then" failed; the branches of a choice say what the choice itself says better.
    if (error.keyword === "if" || choices.some((path) => error.schemaPath.startsWith(path))) continue;
    const issue = describe(error);
    issues.set(`${issue.pointer} ${issue.message}`, issue);
  }
  return [...issues.values()];
}

function describe(error: ValidatorError): ContractIssue {
  const { keyword, params, data, instancePath } = error;
  const schema = isPart(error.parentSchema) ? error.parentSchema : {};
  const field = fieldName(instancePath);
  const at = (message: string, pointer = instancePath): ContractIssue => ({ pointer, keyword, message });
  const limit = Number(params.limit);
  switch (keyword) {
    case "required":
      return at(missing(instancePath, String(params.missingProperty), data, schema));
    case "additionalProperties": {
      const name = String(params.additionalProperty);
      return at(
        unknownMember(instancePath, name, Object.keys(schema.properties ?? {})),
        memberPointer(instancePath, name),
      );
    }
    case "type":
      return at(`${field} must be ${typeNames(params.type)}, got ${shown(data)}${inQuotes(params.type, data, schema)}`);
    case "enum":
      return at(
        `${field} must be ${oneOf(params.allowedValues)}, got ${shown(data)}${didYouMean(data, params.allowedValues)}`,
      );
    case "const":
      return at(`${field} must be ${shown(params.allowedValue)}, got ${shown(data)}`);
    case "minLength":
      return at(
        limit === 1
          ? `${field} must not be empty`
          : `${field} must have at least ${limit} characters, has ${lengthOf(data)}`,
      );
    case "maxLength":
      return at(`${field} must have at most ${limit} characters, has ${lengthOf(data)}`);
    case "minItems":
      return at(`${field} must have at least ${limit === 1 ? "one entry" : `${limit} entries`}, has ${lengthOf(data)}`);
    case "maxItems":
      return at(
        limit === 0
          ? `${field} must be empty, has ${lengthOf(data)}`
          : `${field} must have at most ${limit} entries, has ${lengthOf(data)}`,
      );
    case "minimum":
      return at(`${field} must be at least ${limit}, got ${shown(data)}`);
    case "maximum":
      return at(`${field} must be at most ${limit}, got ${shown(data)}`);
    case "exclusiveMinimum":
      return at(`${field} must be more than ${limit}, got ${shown(data)}`);
    case "format":
      return at(
        `${field} must be ${FORMATS[String(params.format)] ?? `a ${String(params.format)}`}, got ${shown(data)}`,
      );
    case "pattern":
      return at(
        `${field} ${schema.$comment ?? `must match ${String(params.pattern)}`}, got ${shown(data)}${didYouMean(data, schema.examples)}${withSlashes(data, params.pattern)}`,
      );
    case "anyOf":
      return at(`${field} must be ${alternatives(schema)}, got ${shown(data)}`);
    case "not":
      return at(`${instancePath === "" ? "" : `${field}: `}${schema.$comment ?? "this is not allowed"}`);
    default:
      return at(`${field} ${schema.$comment ?? `does not fit (${keyword})`}`);
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "a UUID such as 4f4f9a76-65c3-4c0c-8f5a-0d5c4b1f3f10",
  "date-time": "a date and time such as 2026-02-03T10:30:00Z",
  uri: "a full address such as https://example.org",
  regex: "a regular expression",
};

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function missing(pointer: string, name: string, holder: unknown, schema: SchemaPart): string {
  const where = pointer === "" ? "" : ` in ${fieldName(pointer)}`;
  const strangers = Object.keys(isPart(holder) ? holder : {}).filter((key) => schema.properties?.[key] === undefined);
  const misspelt = nearest(name, strangers);
  return `"${name}" is missing${where}${misspelt === null ? "" : ` (is "${misspelt}" meant to be it?)`}`;
}

/** @param known - The names that may stand there. */
export function unknownMember(pointer: string, name: string, known: readonly string[]): string {
  const where = pointer === "" ? "" : ` in ${fieldName(pointer)}`;
  const meant = nearest(name, known);
  const listed = known.length > 12 ? "" : `; the fields are ${known.join(", ")}`;
  return `there is no field "${name.slice(0, 60)}"${where}${meant === null ? listed : `; did you mean "${meant}"?`}`;
}

/** `/beats/3/title` as people write it: "beats[3].title". */
function fieldName(pointer: string): string {
  if (pointer === "") return "the top level";
  const parts = pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const name = parts.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === "" ? part : `${path}.${part}`;
  }, "");
  return `"${name}"`;
}

function typeNames(types: unknown): string {
  return orList([types].flat().map((type) => TYPES[String(type)] ?? String(type)));
}

function alternatives({ anyOf = [] }: SchemaPart): string {
  return orList(
    anyOf.map(({ type = "", items }) => {
      const name = TYPES[type] ?? type;
      return items?.type === "string" ? `${name} of texts` : name;
    }),
  );
}

/** How a number or a truth value is written as text. */
function inQuotes(types: unknown, data: unknown, { $comment }: SchemaPart): string {
  if (types !== "string" || (typeof data !== "number" && typeof data !== "boolean")) return "";
  return $comment === undefined ? `; write "${String(data)}", in double quotes` : `; in double quotes it ${$comment}`;
}

/** A path as it is written everywhere, where only the slashes of Windows are in its way. */
function withSlashes(data: unknown, pattern: unknown): string {
  if (typeof data !== "string" || !data.includes("\\") || data.length > 1000) return "";
  const path = data.replaceAll("\\", "/");
  return new RegExp(String(pattern), "u").test(path) ? `; write it with slashes, "${path}"` : "";
}

function oneOf(values: unknown): string {
  return `one of ${orList([values].flat().map((value) => (typeof value === "string" ? value : shown(value))))}`;
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function didYouMean(given: unknown, options: unknown): string {
  if (typeof given !== "string" || !Array.isArray(options)) return "";
  const meant = nearest(
    given,
    options.filter((option) => typeof option === "string"),
  );
  return meant === null ? "" : `; did you mean "${meant}"?`;
}

function lengthOf(data: unknown): number {
  // Characters as people count them, and as JSON Schema does: not UTF-16 units.
  if (typeof data === "string") return [...data].length;
  return Array.isArray(data) ? data.length : 0;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
}

function isPart(value: unknown): value is SchemaPart {
  return typeof value === "object" && value !== null;
}
