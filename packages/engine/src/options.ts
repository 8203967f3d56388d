/** Options as they come from programs that no compiler has checked: what does not fit is refused by its name, before anything happens. */
import { nearest } from "@narratoria/protocol";
import { EngineError } from "./errors.js";

/** What an option may be. */
export interface Check {
  /** How it is called in a sentence: `text`, `true or false`. */
  readonly wanted: string;
  holds(value: unknown): boolean;
  /** All that it may be, where that is a few words. */
  readonly words?: readonly string[];
  /** Options of its own, where it is an object. */
  readonly fields?: Checks;
}

type Checks = Readonly<Record<string, Check>>;

/** A check for each option there is, so that a new option cannot be left out. */
export type ChecksOf<Options> = { readonly [Name in keyof Required<Options>]: Check };

export const text: Check = { wanted: "text", holds: (value) => typeof value === "string" };
export const flag: Check = { wanted: "true or false", holds: (value) => typeof value === "boolean" };
export const count: Check = {
  wanted: "a whole number from 0",
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
export const size: Check = {
  wanted: "a number above 0",
  holds: (value) => typeof value === "number" && value > 0,
};
export const texts: Check = {
  wanted: "a list of texts",
  holds: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
};
export const callback: Check = { wanted: "a function", holds: (value) => typeof value === "function" };
export const abortSignal: Check = { wanted: "an AbortSignal", holds: (value) => value instanceof AbortSignal };

export function oneOf(...words: readonly string[]): Check {
  return { wanted: `one of ${words.join(", ")}`, holds: (value) => words.some((word) => word === value), words };
}

/** An object with these methods. */
export function withMethods(wanted: string, ...names: readonly string[]): Check {
  return { wanted, holds: (value) => isObject(value) && names.every((name) => typeof value[name] === "function") };
}

export function orNull(check: Check): Check {
  return { ...check, wanted: `${check.wanted}, or null`, holds: (value) => value === null || check.holds(value) };
}

export function fields<Options>(wanted: string, checks: ChecksOf<Options>): Check {
  return { wanted, holds: isObject, fields: checks };
}

/** An object with these members, whatever else it has. */
export function withFields(wanted: string, checks: Checks): Check {
  const holds = (value: unknown): boolean =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check.holds(value[name]));
  return { wanted, holds };
}

/** An object of values of one kind by names that are not ours to say. */
export function valuesOf(wanted: string, holds: (value: unknown) => boolean): Check {
  return { wanted, holds: (value) => isObject(value) && Object.values(value).every(holds) };
}

/** An object whose names are not ours to say. */
export const anyFields: Check = { wanted: "an object", holds: isObject };

/**
 * Checks options by their names and values; what is undefined counts as left out. Implements rule EN460.
 *
 * @param of - What the options are for, as it is called: `openEngine`.
 * @throws {EngineError} `invalid_option`, with the first that does not fit.
 */
export function checkOptions<Options extends object>(
  of: string,
  options: Options | undefined,
  checks: ChecksOf<Options>,
): void {
  checkFields(`The options of ${of}`, "", options === undefined ? {} : options, checks);
}

/** As `checkOptions`, for what stands alone. @throws {EngineError} `invalid_option`. */
export function checkValue(name: string, value: unknown, check: Check): void {
  if (!check.holds(value)) throw unfit(name, value, check);
  if (check.fields && value !== null) checkFields(name, `${name}.`, value, check.fields);
}

function checkFields(of: string, path: string, value: unknown, checks: Checks): void {
  if (!isObject(value)) throw unfit(of, value, anyFields);
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check) checkValue(path + name, one, check);
    else throw unknownOption(of, path + name, Object.keys(checks), nearest(name, Object.keys(checks)));
  }
}

function unknownOption(of: string, name: string, known: readonly string[], meant: string | null): EngineError {
  const action = meant === null ? `There are ${known.join(", ")}.` : `Did you mean "${meant}"?`;
  return new EngineError("invalid_option", `${of} do not include "${name}".`, action);
}

function unfit(name: string, value: unknown, { wanted, words = [] }: Check): EngineError {
  const meant = typeof value === "string" ? nearest(value, words) : null;
  const asText = wanted.startsWith("text") && (typeof value === "number" || typeof value === "bigint");
  const action = meant !== null ? `Did you mean "${meant}"?` : asText ? `Write it as "${value}".` : "";
  return new EngineError("invalid_option", `${name} must be ${wanted}, and is ${shown(value)}.`, action);
}

const LONGEST = 60;

/** A value as a sentence calls it. */
function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
