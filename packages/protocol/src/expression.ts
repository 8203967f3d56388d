/**
 * The small language of a beat's `custom.expression`: numbers, strings, booleans, names, `! && || == != < <= > >= + - * / % ( )`
 * and three functions. Read by hand, never by `eval`; a name that is not known is undefined and compares false.
 */
import type { JsonValue } from "./json.js";

/** What an expression may ask of the story. */
export interface ExpressionScope {
  /** Value of a dotted name such as `inventory.torch.count`, or undefined. */
  lookup(name: string): JsonValue | undefined;
  /** True when the beat of this id has fired. */
  visited(beatId: string): boolean;
  /** How often choices with this tag were taken. */
  count(tag: string): number;
  /** Whether the player has a thing of this name; looked up as `inventory.<name>` when left out. */
  has?(thing: string): boolean;
}

export type ExpressionResult =
  | { readonly ok: true; readonly value: boolean }
  | { readonly ok: false; readonly message: string };

type Scalar = string | number | boolean | undefined;

const FUNCTIONS = ["has", "visited", "count"];
const MAX_STEPS = 1_000;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|"([^"]*)"|'([^']*)'|([A-Za-z_][\w.-]*)|(&&|\|\||==|!=|<=|>=|[!<>+\-*/%(),]))/y;

interface Token {
  readonly kind: "value" | "name" | "operator";
  readonly text: string;
  readonly value?: Scalar;
}

const PRECEDENCE: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
};

/**
 * Evaluates a beat's expression.
 * Implements contract fact 6 of campaigns, rule EN20.
 *
 * @param source - The expression as the author wrote it.
 * @param scope - The story it asks about.
 * @returns Whether it holds, or why it cannot be read; a broken expression never holds.
 */
export function evaluateExpression(source: string, scope: ExpressionScope): ExpressionResult {
  try {
    const reader = new Reader(tokensOf(source), scope);
    return { ok: true, value: truthy(reader.all()) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** What an expression asks of the story. */
export interface ExpressionNames {
  /** Dotted names, as written. */
  readonly names: readonly string[];
  readonly beats: readonly string[];
  readonly tags: readonly string[];
  /** What `has()` asks for: things, and whatever else counts as had, such as a flag. */
  readonly things: readonly string[];
  /** Why it cannot be read; null for one that can. */
  readonly fault: string | null;
}

/** Finds the names that an expression uses, and whether it can be read at all. Both sides of every operator count. */
export function namesInExpression(source: string): ExpressionNames {
  const names = new Set<string>();
  const beats = new Set<string>();
  const tags = new Set<string>();
  const things = new Set<string>();
  const read = evaluateExpression(source, {
    lookup: (name) => void names.add(name),
    visited: (beat) => beats.add(beat).size > 0,
    count: (tag) => tags.add(tag).size,
    // True, so that the name is not looked up as well.
    has: (thing) => things.add(thing).size > 0,
  });
  return {
    names: [...names],
    beats: [...beats],
    tags: [...tags],
    things: [...things],
    fault: read.ok ? null : read.message,
  };
}

/** Tokens of the expressions read last: a story asks the same few dozen in every scene. */
const kept = new Map<string, readonly Token[]>();
const MOST_KEPT = 1_000;

function tokensOf(source: string): readonly Token[] {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const tokens = tokenize(source);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(source, tokens);
  return tokens;
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    if (source.slice(TOKEN.lastIndex).trim() === "") break;
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) {
      const rest = source.slice(at).trim();
      if (/^=/.test(rest)) throw new Error('a single "=" compares nothing; write "=="');
      throw new Error(`cannot read "${rest.slice(0, 20)}"`);
    }
    const [, number, double, single, name, operator] = match;
    if (number !== undefined) tokens.push({ kind: "value", text: number, value: Number(number) });
    else if (double !== undefined || single !== undefined)
      tokens.push({ kind: "value", text: "string", value: double ?? single });
    else if (name === "true" || name === "false") tokens.push({ kind: "value", text: name, value: name === "true" });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "operator", text: operator ?? "" });
    if (tokens.length > MAX_STEPS) throw new Error("the expression is too long");
  }
  return tokens;
}

/** Precedence climbing over the tokens. Both sides are always evaluated: nothing here has side effects. */
class Reader {
  private at = 0;
  private steps = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly scope: ExpressionScope,
  ) {}

  all(): Scalar {
    const value = this.binary(1);
    const rest = this.tokens[this.at];
    if (rest) throw new Error(`"${rest.text}" is not expected here`);
    return value;
  }

  private binary(level: number): Scalar {
    let left = this.unary();
    for (;;) {
      const token = this.tokens[this.at];
      const precedence = token?.kind === "operator" ? PRECEDENCE[token.text] : undefined;
      if (!token || precedence === undefined || precedence < level) return left;
      this.at++;
      left = apply(token.text, left, this.binary(precedence + 1));
    }
  }

  private unary(): Scalar {
    if (++this.steps > MAX_STEPS) throw new Error("the expression is too long");
    const token = this.tokens[this.at++];
    if (!token) throw new Error("the expression ends too early");
    if (token.kind === "value") return token.value;
    if (token.kind === "name")
      return this.tokens[this.at]?.text === "(" ? this.call(token.text) : scalar(this.scope.lookup(token.text));
    if (token.text === "!") return !truthy(this.unary());
    if (token.text === "-") return negate(this.unary());
    if (token.text !== "(") throw new Error(`"${token.text}" is not expected here`);
    const inner = this.binary(1);
    this.close();
    return inner;
  }

  private call(name: string): Scalar {
    if (!FUNCTIONS.includes(name)) throw new Error(`there is no function ${name}(); use ${FUNCTIONS.join(", ")}`);
    this.at++;
    const token = this.tokens[this.at++];
    const argument = token?.kind === "name" ? token.text : token?.value;
    if (typeof argument !== "string") throw new Error(`${name}() takes one name or quoted text`);
    this.close();
    if (name === "has") return this.has(argument) || truthy(scalar(this.scope.lookup(argument)));
    if (name === "visited") return this.scope.visited(argument);
    return this.scope.count(argument);
  }

  private has(thing: string): boolean {
    return this.scope.has?.(thing) ?? this.scope.lookup(`inventory.${thing}`) !== undefined;
  }

  private close(): void {
    if (this.tokens[this.at]?.text !== ")") throw new Error('a ")" is missing');
    this.at++;
  }
}

function scalar(value: JsonValue | undefined): Scalar {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  // An object or a list that is there counts as true, so that `inventory.torch` can be asked about by itself.
  return value === null || value === undefined ? undefined : true;
}

function truthy(value: Scalar): boolean {
  return value !== undefined && value !== false && value !== 0 && value !== "";
}

function negate(value: Scalar): Scalar {
  return typeof value === "number" ? -value : undefined;
}

function apply(operator: string, left: Scalar, right: Scalar): Scalar {
  if (operator === "&&") return truthy(left) && truthy(right);
  if (operator === "||") return truthy(left) || truthy(right);
  if (left === undefined || right === undefined) return false;
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (typeof left === "string" && typeof right === "string") {
    if (operator === "+") return left + right;
    if (operator === "<") return left < right;
    if (operator === ">") return left > right;
    if (operator === "<=") return left <= right;
    if (operator === ">=") return left >= right;
  }
  if (typeof left !== "number" || typeof right !== "number") return false;
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0 ? undefined : left / right;
    case "%":
      return right === 0 ? undefined : left % right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}
