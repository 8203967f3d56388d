export type Band = "hostile" | "cold" | "wary" | "neutral" | "warming" | "fond" | "devoted";

/** The words for a score, for factions as for people. */
export function bandOf(score: number): Band {
  if (score > 30) return score >= 75 ? "devoted" : score >= 45 ? "fond" : "warming";
  if (score < -30) return score <= -75 ? "hostile" : score <= -45 ? "cold" : "wary";
  return "neutral";
}
