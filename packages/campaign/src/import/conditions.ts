/** Conditions and assignments of Twine's and Ink's languages in the form of a campaign's expressions. Pure. Implements rule CA2422. */
import type { JsonObject } from "@narratoria/protocol";

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|"([^"\\]*)"|'([^'\\]*)'|([$_]?[A-Za-z][\w.]*)|(&&|\|\||===?|!==?|<=|>=|<>|[!<>+\-*/%()]))/y;
const MOST_TOKENS = 200;

/** Words for operators in SugarCube, Harlowe and Ink. */
const OPERATORS: Readonly<Record<string, string>> = {
  is: "==",
  eq: "==",
  isnot: "!=",
  neq: "!=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  and: "&&",
  or: "||",
  not: "!",
  "===": "==",
  "!==": "!=",
  mod: "%",
};

/**
 * @param nameOf - Gives what a name is in the campaign, null where it is nothing that a campaign knows.
 * @returns An expression, or null where the condition cannot be carried over.
 */
export function carriedCondition(source: string, nameOf: (name: string) => string | null): string | null {
  const parts: string[] = [];
  const text = source.replace(/\bis\s+not\b/g, "isnot").trim();
  let depth = 0;
  // Two values, or two operators, do not stand side by side.
  let wantsValue = true;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const match = TOKEN.exec(text);
    if (!match || parts.length >= MOST_TOKENS) return null;
    const [, number, double, single, name, sign] = match;
    const operator = sign ?? (name === undefined ? undefined : OPERATORS[name.toLowerCase()]);
    if (operator === undefined) {
      if (!wantsValue) return null;
      const quoted = double ?? single;
      const value = number ?? (quoted !== undefined ? `"${quoted.replaceAll('"', "'")}"` : valueOf(name ?? "", nameOf));
      if (value === null) return null;
      parts.push(value);
      wantsValue = false;
      continue;
    }
    const known = OPERATORS[operator] ?? operator;
    if (known === "(" || known === "!") {
      if (!wantsValue) return null;
      depth += known === "(" ? 1 : 0;
    } else if (known === ")") {
      if (wantsValue || --depth < 0) return null;
    } else {
      if (wantsValue && known !== "-") return null;
      wantsValue = true;
    }
    parts.push(known);
  }
  if (wantsValue || depth !== 0 || parts.length === 0) return null;
  return parts.join(" ").replace(/! /g, "!").replace(/\( /g, "(").replace(/ \)/g, ")");
}

function valueOf(name: string, nameOf: (name: string) => string | null): string | null {
  return name === "true" || name === "false" ? name : nameOf(name);
}

/**
 * What an assignment changes: `x = 3`, `x += 1`, `x to "red"`, `x++`.
 *
 * @returns Null where a campaign cannot do it.
 */
export function carriedChange(source: string, nameOf: (name: string) => string | null): JsonObject | null {
  const found = /^\s*([$_]?[A-Za-z]\w*)\s*(\+\+|--|(?:\+=|-=|=(?!=)|\bto\b)\s*(\S[\s\S]*))$/.exec(source.trim());
  if (!found) return null;
  const [, variable = "", operation = "", given = ""] = found;
  const name = nameOf(variable);
  if (name === null || !/^[A-Za-z]\w*$/.test(name)) return null;
  if (operation === "++" || operation === "--") return { [name]: operation === "++" ? "+1" : "-1" };
  const value = given.trim();
  const number = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
  const sign = operation.startsWith("+=") ? 1 : operation.startsWith("-=") ? -1 : 0;
  if (sign !== 0)
    return number === null ? null : { [name]: number * sign < 0 ? `${number * sign}` : `+${number * sign}` };
  if (number !== null) return { [name]: number };
  if (value === "true" || value === "false") return { [name]: value === "true" };
  const text = /^(?:"([^"\\]{0,200})"|'([^'\\]{0,200})')$/.exec(value);
  const words = text?.[1] ?? text?.[2];
  // A text that reads as a sum would be added.
  if (words !== undefined && !/^[+-]\d/.test(words)) return { [name]: words };
  // `x = x + 1`
  const sum = new RegExp(
    `^\\${variable.startsWith("$") ? variable : `b${variable}`}\\s*([+-])\\s*(\\d+(?:\\.\\d+)?)$`,
  ).exec(value);
  return sum ? { [name]: `${sum[1]}${sum[2]}` } : null;
}
