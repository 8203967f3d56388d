/** Letters that a token stands for in English, on the safe side: the models of the catalogue come to 3.9 to 4.4. */
const LETTERS_A_TOKEN = 3.5;
/** Other scripts are cut much finer. */
const LETTERS_A_TOKEN_ELSE = 1.2;

/** About how many tokens a text is to a model, rather too many than too few; no model need be asked. */
export function estimateTokens(text: string): number {
  const latin = text.match(/[\p{Script=Latin}\p{N}\p{P}\s]/gu)?.length ?? 0;
  return Math.ceil(latin / LETTERS_A_TOKEN + (text.length - latin) / LETTERS_A_TOKEN_ELSE);
}

/** As much of a list's end as fits, in order. */
export function lastThatFit(texts: readonly string[], budgetTokens: number): string[] {
  let left = budgetTokens;
  const fitting: string[] = [];
  for (const text of [...texts].reverse()) {
    left -= estimateTokens(text);
    if (left < 0) break;
    fitting.unshift(text);
  }
  return fitting;
}
