/** How opinions fade with in-game time. */

/** Opinions are -100 to 100. */
export const MOST = 100;
/** From here on an opinion is strong, and fades at a quarter of the rate. */
const STRONG = 50;

export const WEEK_MINUTES = 7 * 24 * 60;
export const DECAY_RATE = 0.1;

export interface Decay {
  /** Share lost in each unit, 0 to 1. */
  readonly rate: number;
  /** In-game minutes in a unit. */
  readonly unitMinutes: number;
}

/**
 * What is left of a score after some in-game time: `score * (1 - rate) ^ (elapsed / unit)`, a quarter of the rate for scores
 * of 50 and more; the score that was stored decides which. A clock that went back changes nothing.
 *
 * @param score - Any finite number; held to -100 to 100.
 * @param elapsedMinutes - In-game minutes since it was stored.
 */
export function decayed(score: number, elapsedMinutes: number, { rate, unitMinutes }: Decay): number {
  const held = Math.max(-MOST, Math.min(MOST, score));
  const units = elapsedMinutes / unitMinutes;
  const share = Math.max(0, Math.min(1, rate));
  const left = 1 - (Math.abs(held) < STRONG ? share : share / 4);
  // Also where there is no number at all: endless time over endless units, or over a rate of nothing.
  return elapsedMinutes > 0 && units > 0 && left < 1 ? held * left ** units : held;
}
