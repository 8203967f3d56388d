import type { SceneEvent } from "../../src/index.js";

/** Somebody who plays in one spirit, going only by what stands on the screen. */
export interface Player {
  /** What they like to do, by the label of a choice, most of all first. */
  readonly likes: readonly RegExp[];
  /** How they decide, by the words of a choice, most of all first. */
  readonly decides: readonly RegExp[];
  /** What closes the story in another spirit, which they leave alone as long as there is anything else. */
  readonly shuns: RegExp;
}

export const PLAYERS = {
  trusting: {
    likes: [/^(?:Trust|Help|Promise|Give|Settle|Warn|Remind|Talk)\b/, /^Ask\b/],
    decides: [
      /cut the odd wheel|first slice down|post bag/i,
      /as sound|other paddle|leave the tapping|carry the letters|not to sell|keep the bundle|tell the houses/i,
      /push the sheet back|answer the knocking|crawl|pin the drawing|keep one of|clause nine/i,
    ],
    shuns: /sign for the odd wheel|sell the count/i,
  },
  suspicious: {
    likes: [/^(?:Press|Confront|Search|Watch|Keep watch|Follow|Face|Read|Think)\b/, /^Ask\b/],
    decides: [
      /sign for the odd wheel|seal the sheet|post bag/i,
      /push the sheet back|third time|measure|keep one of|unanswered|button|clause nine|ticket cost/i,
      /open the last|pin the drawing|take the tapping|tell the houses/i,
    ],
    shuns: /cut the odd wheel|sell the count/i,
  },
  greedy: {
    likes: [/^(?:Bluff|Go unseen|Search|Force|Show)\b/, /^Press\b/],
    decides: [
      /sell the count|count the silver/i,
      /pocket|sell (?:cadosch|the drawing)|buy|purse|price/i,
      /open the last|as sound|button|paddle/i,
    ],
    shuns: /cut the odd wheel|sign for the odd wheel/i,
  },
} as const satisfies Readonly<Record<string, Player>>;

/**
 * The choice that a player takes: the end when it is offered, else what they would decide, else the way to where something waits,
 * else what they like to do.
 *
 * @returns Its number, 1 for the first.
 */
export function choiceOf({ likes, decides, shuns }: Player, { scene, choices }: SceneEvent): number {
  const place = (patterns: readonly RegExp[], words: string): number => {
    const at = patterns.findIndex((pattern) => pattern.test(words));
    return at < 0 ? 0 : patterns.length - at;
  };
  const scores = choices.map(({ label, text, sources }, index) => {
    // A question about what has happened is talk, and so is news of it; a look at something serves a question. Nothing waits for them.
    const beats = sources.filter(({ kind }) => kind === "beat");
    // A journey after something to be asked names the beat that raised it, and what is known of it besides: there, too, nothing waits.
    const waits =
      !/^(?:Ask|Trust|Talk|Read|Search)\b/.test(label) &&
      beats.length > 0 &&
      (label !== "Travel" || beats.length === sources.length);
    // Among equals another each time, so that nobody does the same for ever.
    const turn = ((index + scene) % choices.length) / 10;
    if (label === "End") return 100;
    if (shuns.test(text)) return 0;
    if (label === "Travel") return (waits ? 50 : 1) + turn;
    if (waits) return 60 + place(decides, text) + turn;
    return 10 * place(likes, label) + turn;
  });
  return 1 + scores.indexOf(Math.max(...scores));
}
