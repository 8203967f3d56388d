/** What a score means: bands, tiers and modifiers. */

export type Band = "hostile" | "cold" | "wary" | "neutral" | "warming" | "fond" | "devoted";

export function bandOf(score: number): Band {
  if (score > 30) return score >= 75 ? "devoted" : score >= 45 ? "fond" : "warming";
  if (score < -30) return score <= -75 ? "hostile" : score <= -45 ? "cold" : "wary";
  return "neutral";
}

const TIERS: Readonly<Record<Band, number>> = {
  hostile: -3,
  cold: -2,
  wary: -1,
  neutral: 0,
  warming: 1,
  fond: 2,
  devoted: 3,
};

/**
 * The modifier of a roll.
 *
 * @param scale - What one tier counts for.
 */
export function modifierOf(score: number, scale: number): number {
  const modifier = Math.round(Math.abs(TIERS[bandOf(score)]) * scale);
  return score < 0 && modifier !== 0 ? -modifier : modifier;
}

export function clamp(score: number): number {
  return Math.max(-100, Math.min(100, score));
}
