/** Counting of evidence: every answer keeps where its strongest sign stands. */
import type { Evidence } from "@narratoria/protocol/contracts";

/** Where a sign stands. */
export interface Sign {
  readonly file: string;
  readonly text: string;
  readonly why: string;
}

export interface Decision<T> {
  readonly value: T;
  readonly certainty: Evidence["certainty"];
  readonly score: number;
  readonly sign: Sign;
}

/** Weighs signs for one answer against those for others. */
export class Tally<T extends string> {
  readonly #scores = new Map<T, number>();
  readonly #signs = new Map<T, { weight: number; sign: Sign }>();

  add(value: T, weight: number, sign: Sign): void {
    if (weight === 0) return;
    this.#scores.set(value, (this.#scores.get(value) ?? 0) + weight);
    const best = this.#signs.get(value);
    if (best === undefined || weight > best.weight) this.#signs.set(value, { weight, sign });
  }

  score(value: T): number {
    return this.#scores.get(value) ?? 0;
  }

  scale(value: T, factor: number): void {
    const score = this.#scores.get(value);
    if (score !== undefined) this.#scores.set(value, score * factor);
  }

  /** Answers from the likeliest down. */
  ranked(): (readonly [T, number])[] {
    return [...this.#scores].sort((one, other) => other[1] - one[1]);
  }

  sign(value: T): Sign | undefined {
    return this.#signs.get(value)?.sign;
  }

  /**
   * Decides: `stated` from `stated` points and three times the second, `inferred` from `inferred` points and one and a half
   * times, else `guessed`; nothing where there is no sign or no leader.
   */
  decide(stated: number, inferred: number): Decision<T> | undefined {
    const [first, second] = this.ranked();
    if (first === undefined || first[1] <= 0) return undefined;
    const other = Math.max(0, second?.[1] ?? 0);
    if (first[1] === other) return undefined;
    const certainty =
      first[1] >= stated && first[1] >= 3 * other
        ? "stated"
        : first[1] >= inferred && first[1] >= 1.5 * other
          ? "inferred"
          : "guessed";
    return {
      value: first[0],
      certainty,
      score: first[1],
      sign: this.sign(first[0]) ?? { file: "", text: "", why: "" },
    };
  }
}
