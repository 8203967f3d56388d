import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import { type ContractIssue, type ContractTypes, checkContract, isContract } from "@narratoria/protocol/contracts";
import { pointerTokens } from "./json-text.js";

/** An issue of the value as it was given, and what had to go for it. */
export interface FittedIssue extends ContractIssue {
  /** Pointer of the outermost part that was left out, `""` for the whole value. */
  readonly leftOut: string;
}

/** What is left of a value once everything that breaks its contract is out; `null` when nothing is. */
export interface Fitted<T> {
  readonly value: T | null;
  readonly issues: readonly FittedIssue[];
  /** Pointer in the value as given of what stands at a pointer in what is left. */
  origin(pointer: string): string;
}

/** What a value is held to: a contract, or a schema of zod. */
export interface Shape<T> {
  /** What is wrong with a value; nothing when it fits. */
  issues(value: JsonValue): ContractIssue[];
  fits(value: JsonValue): value is T & JsonValue;
}

/** As `fit`, by a contract. */
export function fitContract<N extends keyof ContractTypes>(name: N, value: JsonValue): Fitted<ContractTypes[N]> {
  return fit(contractShape(name), value);
}

export function contractShape<N extends keyof ContractTypes>(name: N): Shape<ContractTypes[N]> {
  return {
    issues: (value) => checkContract(name, value),
    fits: (value): value is ContractTypes[N] & JsonValue => isContract(name, value),
  };
}

/**
 * Fits a value to its shape by leaving out what breaks it: a wrong property goes alone, an object that lacks something
 * it must have goes whole. Implements rules CA24 and CA25.
 *
 * @param value - A value as read from a file; it is not changed.
 * @returns A copy that the shape allows, or null, with the issues of the value as given, each with its pointer.
 */
export function fit<T>(shape: Shape<T>, value: JsonValue): Fitted<T> {
  const first = [...shape.issues(value)];
  const gone = new Set<string>();
  let rest: JsonValue = value;
  let origins = new Map<object, Origin>();
  let issues = first;
  // Leaving a part out may leave its owner incomplete, which then has to go as well: each turn removes at least one part.
  for (let turn = 0; issues.length > 0; turn++) {
    if (turn === MOST_TURNS) {
      const message = "there are too many faults to go on";
      first.push({ pointer: "", keyword: "tooManyFaults", message });
      gone.add("");
      break;
    }
    for (const issue of issues) gone.add(originOf(rest, faultyPart(rest, issue), origins));
    if (gone.has("")) break;
    origins = new Map();
    rest = without(value, "", gone, origins);
    issues = shape.issues(rest);
  }
  return {
    value: !gone.has("") && shape.fits(rest) ? rest : null,
    issues: first.map((issue) => ({ ...issue, leftOut: outermost(gone, faultyPart(value, issue)) })),
    origin: (pointer) => originOf(rest, pointer, origins),
  };
}

/** A turn sees a hundred faults. What is written by hand has a handful, and a file made to cost time must not have its way. */
const MOST_TURNS = 8;

/** Where a container of the thinned value stood in the value as given. */
interface Origin {
  readonly pointer: string;
  /** Of an array: the index that each element had. */
  readonly indexes: readonly number[];
}

/** A missing property is the fault of the object that lacks it; every other fault is that of the value itself. */
function faultyPart(value: JsonValue, issue: ContractIssue): string {
  let pointer = issue.pointer;
  while (pointer !== "" && valueAt(value, pointer) === undefined) pointer = pointer.slice(0, pointer.lastIndexOf("/"));
  return pointer;
}

function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(at)) at = at[Number(token)];
    else if (isJsonObject(at)) at = Object.hasOwn(at, token) ? at[token] : undefined;
    else return undefined;
  }
  return at;
}

function originOf(value: JsonValue, pointer: string, origins: ReadonlyMap<object, Origin>): string {
  const tokens = pointerTokens(pointer);
  let at: JsonValue | undefined = value;
  let origin = "";
  for (const token of tokens) {
    const known: Origin | undefined = typeof at === "object" && at !== null ? origins.get(at) : undefined;
    origin += `/${escapeToken(Array.isArray(at) && known ? String(known.indexes[Number(token)] ?? token) : token)}`;
    if (Array.isArray(at)) at = at[Number(token)];
    else if (isJsonObject(at)) at = at[token];
  }
  return origin;
}

function without(
  value: JsonValue,
  pointer: string,
  gone: ReadonlySet<string>,
  origins: Map<object, Origin>,
): JsonValue {
  if (Array.isArray(value)) {
    const indexes: number[] = [];
    const kept: JsonValue[] = [];
    for (const [index, element] of value.entries()) {
      const at = `${pointer}/${index}`;
      if (gone.has(at)) continue;
      indexes.push(index);
      kept.push(without(element, at, gone, origins));
    }
    origins.set(kept, { pointer, indexes });
    return kept;
  }
  if (!isJsonObject(value)) return value;
  const kept: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    const at = `${pointer}/${escapeToken(key)}`;
    if (member !== undefined && !gone.has(at)) kept[key] = without(member, at, gone, origins);
  }
  return kept;
}

function outermost(gone: ReadonlySet<string>, pointer: string): string {
  let found = pointer;
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (gone.has(at)) found = at;
    if (at === "") return found;
  }
}

function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
