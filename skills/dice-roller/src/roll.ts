/** Rolls parsed formulas and says what a roll came to. */
import type { Modifier, Outcome } from "@narratoria/protocol/story";
import {
  type DiceTerm,
  facesOf,
  type FormulaProblem,
  holds,
  parseFormula,
  type Selection,
  type Term,
} from "./dice-formula.js";

/** Gives a whole number from 0 to one less than `maxExclusive`, each as likely as the others. */
export type Draw = (maxExclusive: number) => number;

export interface Roll {
  readonly formula: string;
  /** Every die in the order rolled. */
  readonly dice: readonly number[];
  /** The dice that count, in the order rolled. */
  readonly kept: readonly number[];
  /** Everything added to the dice, signed. */
  readonly modifiers: readonly Modifier[];
  readonly total: number;
  /** Only where the dice are 2d6, or bands are given: the rules say what such a roll came to. */
  readonly outcome?: Exclude<Outcome, "none">;
}

/**
 * Rolls a formula.
 *
 * @param formula - As `parseFormula` reads it.
 * @param options.draw - Where the chance comes from.
 * @param options.named - Modifiers that words of the formula stand for; names are compared without regard to case.
 * @param options.modifiers - Modifiers that are added besides, unless the formula says `modifier`, which places them.
 */
export function rollFormula(
  formula: string,
  options: {
    readonly draw: Draw;
    readonly named?: Readonly<Record<string, number>>;
    readonly modifiers?: readonly Modifier[];
    readonly bands?: Bands;
  },
): { roll: Roll } | { problem: FormulaProblem } {
  const parsed = parseFormula(formula);
  if ("problem" in parsed) return parsed;
  const named = new Map(Object.entries(options.named ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const dice: number[] = [];
  const kept: number[] = [];
  const modifiers: Modifier[] = [];
  let diceTotal = 0;
  let placed = false;
  for (const term of parsed.terms) {
    if (term.kind === "dice") {
      const { rolled, standing } = throwDice(term, options.draw);
      const selected = select(standing, term.selection);
      const { successes } = term;
      const counted = successes ? selected.filter((face) => holds(successes, face)) : selected;
      dice.push(...rolled);
      kept.push(...counted);
      diceTotal += term.sign * (successes ? counted.length : sum(counted));
    } else if (term.kind === "number") {
      modifiers.push({ label: "fixed", value: term.sign * term.value });
    } else {
      const value = named.get(term.word.toLowerCase());
      if (value !== undefined) {
        modifiers.push({ label: term.word, value: term.sign * value });
      } else if (/^modifiers?$/i.test(term.word) && !placed) {
        placed = true;
        for (const one of options.modifiers ?? []) modifiers.push({ label: one.label, value: term.sign * one.value });
      } else {
        return { problem: unknownWord(term.word, term.at, [...named.keys()]) };
      }
    }
  }
  if (!placed) modifiers.push(...(options.modifiers ?? []));
  const total = diceTotal + sum(modifiers.map((one) => one.value));
  const [only] = parsed.terms.filter((term) => term.kind === "dice");
  const isPlain = only !== undefined && isOnePlainThrow(parsed.terms);
  const bands = options.bands ?? (isPlain && only.count === 2 && only.sides === 6 ? USUAL_BANDS : undefined);
  const outcome =
    isPlain && bands ? outcomeOf(diceTotal, total, bands, [only.count, only.count * only.sides]) : undefined;
  return { roll: { formula, dice, kept, modifiers, total, ...(outcome ? { outcome } : {}) } };
}

/** Dice of one term that further dice may come to by exploding, and times that one die is thrown again. */
const MOST_MORE = 100;

/** Throws the dice of a term. @returns All in the order thrown, and those that are not thrown again. */
function throwDice(term: DiceTerm, draw: Draw): { readonly rolled: number[]; readonly standing: number[] } {
  const { lowest } = facesOf(term);
  const { reroll, explode } = term;
  const rolled: number[] = [];
  const standing: number[] = [];
  const face = (): number => {
    const shown = draw(term.sides) + lowest;
    rolled.push(shown);
    return shown;
  };
  let left = term.count;
  let more = 0;
  while (left > 0) {
    left--;
    let shown = face();
    const again = reroll?.once === true ? 1 : MOST_MORE;
    for (let time = 0; time < again && reroll && holds(reroll, shown); time++) shown = face();
    standing.push(shown);
    if (explode && holds(explode, shown) && more < MOST_MORE) {
      more++;
      left++;
    }
  }
  return { rolled, standing };
}

/** Totals from which a roll comes to something. */
export interface Bands {
  readonly partial: number;
  readonly success: number;
}

const USUAL_BANDS: Bands = { partial: 7, success: 10 };

/**
 * What a roll came to: the lowest throw of all fails and the highest succeeds whatever is added; else the total decides, for two dice
 * 6 or less fails, 7 to 9 is partial, 10 or more succeeds.
 *
 * @param natural - The dice alone.
 * @param total - The dice with everything added.
 * @param ends - The lowest and the highest throw.
 */
export function outcomeOf(
  natural: number,
  total: number,
  { partial, success }: Bands = USUAL_BANDS,
  [lowest, highest]: readonly [number, number] = [2, 12],
): Exclude<Outcome, "none"> {
  if (natural === lowest) return "fail";
  if (natural === highest) return "success";
  if (total >= success) return "success";
  return total >= partial ? "partial" : "fail";
}

/** One throw of dice of one kind, all of which count. */
function isOnePlainThrow(terms: readonly Term[]): boolean {
  const dice = terms.filter((term) => term.kind === "dice");
  const [only] = dice;
  if (dice.length !== 1 || only?.sign !== 1) return false;
  return !only.selection && !only.reroll && !only.explode && !only.successes && !only.fudge;
}

function select(rolled: readonly number[], selection: Selection | undefined): readonly number[] {
  if (!selection) return rolled;
  const ascending = rolled.map((_, index) => index).sort((a, b) => (rolled[a] ?? 0) - (rolled[b] ?? 0) || a - b);
  const { mode, count } = selection;
  const kept = new Set(
    mode === "keep-highest"
      ? ascending.slice(-count)
      : mode === "keep-lowest"
        ? ascending.slice(0, count)
        : mode === "drop-highest"
          ? ascending.slice(0, ascending.length - count)
          : ascending.slice(count),
  );
  return rolled.filter((_, index) => kept.has(index));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function unknownWord(word: string, at: number, known: readonly string[]): FormulaProblem {
  const given = known.length > 0 ? `Given are: ${known.join(", ")}.` : "No named modifiers were given.";
  return { message: `"${word}" is not dice and not a modifier that was given. ${given}`, at };
}
