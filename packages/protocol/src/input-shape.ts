import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";

/** What a tool expects as input: a small part of JSON Schema, so that the same text can serve as a script's inputSchema. */
export interface InputShape {
  readonly type: "object";
  readonly properties: { readonly [name: string]: FieldShape };
  readonly required?: readonly string[];
  readonly description?: string;
}

/** One field. Bounds are inclusive; those that do not fit the type are ignored. */
export interface FieldShape {
  readonly type: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: FieldShape;
  readonly properties?: { readonly [name: string]: FieldShape };
  readonly required?: readonly string[];
}

/**
 * Reads a shape out of a JSON Schema, as far as it goes. What a shape has no place for (unions, references, patterns) asks
 * nothing of the input then, so that a schema is never stricter here than it is.
 *
 * @param schema - A JSON Schema as its file holds it.
 * @returns Null where the schema is none of an object.
 */
export function readInputShape(schema: JsonValue): InputShape | null {
  const shape = fieldShape(schema);
  return shape?.type === "object" ? { ...shape, type: "object", properties: shape.properties ?? {} } : null;
}

function fieldShape(schema: JsonValue | undefined): FieldShape | null {
  if (!isJsonObject(schema)) return null;
  const { type, properties, required, items } = schema;
  const named = TYPES.find((one) => one === type);
  if (named === undefined) return null;
  const numbers = Object.fromEntries(
    BOUND_NAMES.flatMap((name) => (typeof schema[name] === "number" ? [[name, schema[name]]] : [])),
  );
  const options = Array.isArray(schema.enum) ? schema.enum.filter(isScalar) : [];
  const inner = fieldShape(items);
  return {
    type: named,
    ...numbers,
    // Of an enum with something else in it too, nothing can be said.
    ...(Array.isArray(schema.enum) && options.length === schema.enum.length ? { enum: options } : {}),
    ...(inner ? { items: inner } : {}),
    ...(isJsonObject(properties) ? { properties: fieldShapes(properties) } : {}),
    ...(Array.isArray(required) ? { required: required.filter((name) => typeof name === "string") } : {}),
  };
}

function fieldShapes(properties: JsonObject): Record<string, FieldShape> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const shape = fieldShape(schema);
      return shape ? [[name, shape]] : [];
    }),
  );
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

const TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;
const BOUND_NAMES = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

/** The type of the values that fit a shape: fields named in `required` are there, the others may be. */
export type InputOf<S extends { readonly properties?: object; readonly required?: readonly string[] }> = Fields<
  S["properties"],
  S["required"] extends readonly string[] ? S["required"][number] : never
>;

type Fields<P, Required extends string> = P extends { readonly [name: string]: FieldShape }
  ? Flat<
      { readonly [K in keyof P as K extends Required ? K : never]: ValueOf<P[K]> } & {
        readonly [K in keyof P as K extends Required ? never : K]?: ValueOf<P[K]>;
      }
    >
  : { readonly [key: string]: unknown };

/** So that an editor shows the fields and not how they were put together. */
type Flat<T> = { [K in keyof T]: T[K] };

type ValueOf<F> = F extends { readonly enum: readonly (infer V)[] }
  ? V
  : F extends { readonly type: "string" }
    ? string
    : F extends { readonly type: "number" | "integer" }
      ? number
      : F extends { readonly type: "boolean" }
        ? boolean
        : F extends { readonly type: "array"; readonly items: infer I }
          ? readonly ValueOf<I>[]
          : F extends { readonly type: "array" }
            ? readonly unknown[]
            : F extends FieldShape
              ? InputOf<F>
              : unknown;

/**
 * Compares a value with a shape. Members that the shape does not name are let pass.
 *
 * @returns A sentence for each fault, which names the field by its path (`items[2].name`); none when the value fits.
 */
export function inputFaults(shape: InputShape, value: unknown): string[] {
  const faults: string[] = [];
  check(shape, value, "", faults);
  return faults;
}

function check(shape: FieldShape, value: unknown, path: string, faults: string[]): void {
  const name = path === "" ? "the input" : `"${path}"`;
  if (!hasType(shape.type, value)) {
    faults.push(`${name} must be ${TYPE_NAMES[shape.type]}, got ${nameOf(value)}`);
    return;
  }
  if (shape.enum !== undefined && !shape.enum.some((option) => option === value)) {
    faults.push(
      `${name} must be one of ${shape.enum.map((option) => JSON.stringify(option)).join(", ")}, got ${nameOf(value)}`,
    );
  }
  if (typeof value === "number") bounds(shape.minimum, shape.maximum, value, `${name} must be`, "", faults);
  if (typeof value === "string")
    bounds(shape.minLength, shape.maxLength, value.length, `${name} must have`, " characters", faults);
  if (Array.isArray(value)) {
    bounds(shape.minItems, shape.maxItems, value.length, `${name} must have`, " entries", faults);
    const { items } = shape;
    if (items !== undefined) value.forEach((item, index) => check(items, item, `${path}[${index}]`, faults));
  } else if (isRecord(value)) {
    const inside = (field: string): string => (path === "" ? field : `${path}.${field}`);
    for (const field of shape.required ?? []) {
      if (!Object.hasOwn(value, field)) faults.push(`"${inside(field)}" is missing`);
    }
    for (const [field, inner] of Object.entries(shape.properties ?? {})) {
      if (Object.hasOwn(value, field)) check(inner, value[field], inside(field), faults);
    }
  }
}

function bounds(
  least: number | undefined,
  most: number | undefined,
  value: number,
  start: string,
  unit: string,
  faults: string[],
): void {
  const got = unit === "" ? `got ${value}` : `has ${value}`;
  if (least !== undefined && value < least) faults.push(`${start} at least ${least}${unit}, ${got}`);
  if (most !== undefined && value > most) faults.push(`${start} at most ${most}${unit}, ${got}`);
}

const TYPE_NAMES = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
} as const;

function hasType(type: FieldShape["type"], value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    default:
      return typeof value === type;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
