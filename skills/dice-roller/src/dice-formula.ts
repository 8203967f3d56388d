/** Reads dice formulas such as `2d6+1`, `4d6kh3` or `d20+dexterity`: text in, terms or a problem with its position out. */

/** What a formula may ask for at most; enough for any table, small enough that no formula can be a burden. */
const BOUNDS = { formulaLength: 200, terms: 20, dice: 100, sides: 1000, number: 1_000_000 } as const;

/** Which dice of a roll count: the highest or lowest `count`, kept or dropped. */
export interface Selection {
  readonly mode: "keep-highest" | "keep-lowest" | "drop-highest" | "drop-lowest";
  readonly count: number;
}

/** A test of what a die shows. */
export interface Comparison {
  readonly operator: "=" | "<" | "<=" | ">" | ">=";
  readonly value: number;
}

export function holds({ operator, value }: Comparison, face: number): boolean {
  switch (operator) {
    case "=":
      return face === value;
    case "<":
      return face < value;
    case "<=":
      return face <= value;
    case ">":
      return face > value;
    case ">=":
      return face >= value;
  }
}

/** Dice of one kind, and what is done with them. */
export interface DiceTerm {
  readonly kind: "dice";
  readonly count: number;
  /** Of a fudge die three, which show -1, 0 and 1. */
  readonly sides: number;
  readonly fudge?: true;
  /** A die that shows this is thrown again, once or until it does not. */
  readonly reroll?: Comparison & { readonly once: boolean };
  /** A die that shows this gets another beside it. */
  readonly explode?: Comparison;
  readonly selection?: Selection;
  /** Dice that show this are counted, instead of adding up what they show. */
  readonly successes?: Comparison;
}

export type Term = { readonly sign: 1 | -1; readonly text: string; readonly at: number } & (
  | DiceTerm
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "word"; readonly word: string }
);

/** What is wrong with a formula, and at which character (0 is the first). */
export interface FormulaProblem {
  readonly message: string;
  readonly at: number;
}

const MODES: Readonly<Record<string, Selection["mode"]>> = {
  k: "keep-highest",
  kh: "keep-highest",
  kl: "keep-lowest",
  dh: "drop-highest",
  dl: "drop-lowest",
};

/**
 * Parses a dice formula: terms joined by `+` and `-`, each of them dice (`3d6`, `d20`, `d%`, `4dF`), a whole number or a word
 * that stands for a modifier. After dice may stand, each once and in any order: `r1`, `r<=2`, `ro1` (throw again), `!`, `!>=5`
 * (explode), `kh3`, `dl1` (keep, drop), and last `>=5` (count those). Letters may be of either case and blanks may stand between
 * the parts.
 *
 * @returns The terms in order, or the first problem.
 */
export function parseFormula(formula: string): { terms: readonly Term[] } | { problem: FormulaProblem } {
  if (formula.length > BOUNDS.formulaLength) {
    const message = `A formula has at most ${BOUNDS.formulaLength} characters; this one has ${formula.length}.`;
    return { problem: { message, at: BOUNDS.formulaLength } };
  }
  const terms: Term[] = [];
  let at = skipBlanks(formula, 0);
  if (at === formula.length) return { problem: { message: "The formula is empty. Write dice, such as 2d6+1.", at: 0 } };
  while (at < formula.length) {
    let sign: 1 | -1 = 1;
    const operator = formula[at];
    if (operator === "+" || operator === "-") {
      sign = operator === "-" ? -1 : 1;
      at = skipBlanks(formula, at + 1);
    } else if (terms.length > 0) {
      return { problem: { message: `Expected + or - before "${formula.slice(at, at + 12)}".`, at } };
    }
    const read = readTerm(formula, at, sign);
    if ("problem" in read) return read;
    terms.push(read.term);
    if (terms.length > BOUNDS.terms) {
      return { problem: { message: `A formula has at most ${BOUNDS.terms} terms.`, at: read.term.at } };
    }
    at = skipBlanks(formula, read.end);
  }
  return { terms };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

type ReadTerm = { term: Term; end: number } | { problem: FormulaProblem };

function readTerm(formula: string, at: number, sign: 1 | -1): ReadTerm {
  const dice = /(\d*)d(?=[\d%f])(%|\d+|f(?![a-z0-9_]))/iy;
  dice.lastIndex = at;
  const found = dice.exec(formula);
  if (found) return readDice(formula, at, sign, found);

  const digits = /\d+/y;
  digits.lastIndex = at;
  const number = digits.exec(formula)?.[0];
  if (number !== undefined) {
    const end = at + number.length;
    if (/d/i.test(formula[end] ?? "")) {
      return { problem: { message: "The number of sides is missing after d.", at: end + 1 } };
    }
    if (Number(number) > BOUNDS.number) {
      return { problem: { message: `A number in a formula is at most ${BOUNDS.number}.`, at } };
    }
    return { term: { kind: "number", value: Number(number), sign, text: number, at }, end };
  }

  const letters = /[a-z_][a-z0-9_]*/iy;
  letters.lastIndex = at;
  const word = letters.exec(formula)?.[0];
  if (word !== undefined) {
    if (word.toLowerCase() === "d")
      return { problem: { message: "The number of sides is missing after d.", at: at + 1 } };
    return { term: { kind: "word", word, sign, text: word, at }, end: at + word.length };
  }
  const message =
    at >= formula.length
      ? "The formula ends where dice, a number or a modifier should follow."
      : `"${formula[at]}" is not dice, a number or a modifier.`;
  return { problem: { message, at } };
}

function readDice(formula: string, at: number, sign: 1 | -1, found: RegExpExecArray): ReadTerm {
  const [text, countText = "", sidesText = ""] = found;
  const count = countText === "" ? 1 : Number(countText);
  const fudge = /^f$/i.test(sidesText);
  const sides = fudge ? 3 : sidesText === "%" ? 100 : Number(sidesText);
  if (count < 1 || count > BOUNDS.dice) {
    return { problem: { message: `Roll 1 to ${BOUNDS.dice} dice, not ${countText}.`, at } };
  }
  if (sides < 2 || sides > BOUNDS.sides) {
    return {
      problem: { message: `A die has 2 to ${BOUNDS.sides} sides, not ${sidesText}.`, at: at + countText.length + 1 },
    };
  }
  let term: DiceTerm = { kind: "dice", count, sides, ...(fudge ? { fudge: true } : {}) };
  let end = at + text.length;
  for (;;) {
    const part = readPart(formula, end, term);
    if (part === null) return { term: { ...term, sign, text: formula.slice(at, end), at }, end };
    if ("problem" in part) return part;
    ({ term, end } = part);
  }
}

type ReadPart = { term: DiceTerm; end: number } | { problem: FormulaProblem } | null;

/** What stands after dice; null where nothing of theirs does. */
function readPart(formula: string, at: number, term: DiceTerm): ReadPart {
  // What is counted is the last of it.
  if (term.successes) return null;
  return (
    readSelection(formula, at, term) ??
    readTested(formula, at, term, /(ro?)(<=|>=|[<>=])?(\d+)/iy, "reroll") ??
    readTested(formula, at, term, /(!)(?:(<=|>=|[<>=])(\d+))?/y, "explode") ??
    readTested(formula, at, term, /()(<=|>=|[<>=])(\d+)/y, "successes")
  );
}

function readSelection(formula: string, at: number, term: DiceTerm): ReadPart {
  const tail = /(kh|kl|dh|dl|k)(\d*)/iy;
  tail.lastIndex = at;
  const selected = tail.exec(formula);
  if (!selected) return null;
  const { count } = term;
  const [text, modeText = "", numberText = ""] = selected;
  const mode = MODES[modeText.toLowerCase()] ?? "keep-highest";
  const number = numberText === "" ? 1 : Number(numberText);
  const where = at + modeText.length;
  if (term.selection) return { problem: { message: "Dice are kept or dropped once.", at } };
  if (mode.startsWith("keep") && (number < 1 || number > count)) {
    return { problem: { message: `Keep 1 to ${count} of ${count} dice, not ${number}.`, at: where } };
  }
  if (mode.startsWith("drop") && number >= count) {
    return { problem: { message: `Drop at most ${count - 1} of ${count} dice, not ${number}.`, at: where } };
  }
  return { term: { ...term, selection: { mode, count: number } }, end: at + text.length };
}

/** Reads what is done with dice that show something. */
function readTested(
  formula: string,
  at: number,
  term: DiceTerm,
  pattern: RegExp,
  what: "reroll" | "explode" | "successes",
): ReadPart {
  pattern.lastIndex = at;
  const found = pattern.exec(formula);
  if (!found) return null;
  const [text, word = "", operator = "=", number] = found;
  if (term[what]) return { problem: { message: `"${text}" says a second time what is done with these dice.`, at } };
  const value = number === undefined ? facesOf(term).highest : Number(number);
  const test = { operator: operator as Comparison["operator"], value };
  const end = at + text.length;
  const { lowest, highest } = facesOf(term);
  const faces = Array.from({ length: highest - lowest + 1 }, (_, face) => lowest + face);
  const once = word.toLowerCase() === "ro";
  if (what !== "successes" && !once && faces.every((face) => holds(test, face))) {
    return { problem: { message: `"${text}" would go on for ever, as it holds for every side.`, at } };
  }
  return { term: { ...term, [what]: what === "reroll" ? { ...test, once } : test }, end };
}

/** What the dice of a term can show. */
export function facesOf({ fudge, sides }: Pick<DiceTerm, "fudge" | "sides">): {
  readonly lowest: number;
  readonly highest: number;
} {
  return fudge ? { lowest: -1, highest: 1 } : { lowest: 1, highest: sides };
}
