/** Players who choose in one spirit throughout: for tests of campaigns, and for reports. */
import type { SceneEvent } from "@narratoria/protocol/contracts";
import { contentWords } from "@narratoria/protocol/english";
import type { Random } from "@narratoria/protocol/random";

export type PlayerName = "random" | "seeker" | "kind" | "ruthless";

type Choice = SceneEvent["choices"][number];

/** A word that is taken back is no kindness, whomever it is told to. */
const KIND =
  /^(?!.*\bwill not\b)(?:help|give|tell|promise|pay|warn|share|thank|accept|take .* up on|keep your word|keep .* company|have a word with|talk to|speak to|go on talking to|stay with|comfort|offer|ask .* what you can do)\b/i;
const RUTHLESS =
  /^(?:tell .* will not|press|bluff|take|steal|look through|search .*(?:things|pockets)|force|break|refuse|turn .* down|confront|lie|threaten|sell|let .* think)\b/i;

/** How much each spirit makes of a choice; the highest is taken, and chance decides between equals. */
const WORTH: Readonly<Record<PlayerName, (choice: Choice, target: string) => number>> = {
  random: () => 0,
  seeker: ({ sources, text }) =>
    sources.some(({ kind }) => kind === "ending")
      ? 5
      : sources.some(({ kind }) => kind === "beat")
        ? 4
        : /^(?:ask|press|read|show)\b/i.test(text)
          ? 2
          : /^go\b/i.test(text)
            ? 1
            : 0,
  kind: ({ text }, target) =>
    (KIND.test(text) ? 2 : RUTHLESS.test(text) ? -2 : 0) + (target !== "" && text.includes(target) ? 1 : 0),
  ruthless: ({ text }, target) => (RUTHLESS.test(text) ? 2 : 0) + (target !== "" && text.includes(target) ? 1 : 0),
};

/** An ending that a player means to reach: what leads to it, and what leads to others. */
export interface Goal {
  /** Ids of the ending and of the beat that leads to it. */
  readonly wanted: ReadonlySet<string>;
  /** Ids of the other endings and of their beats. */
  readonly shunned: ReadonlySet<string>;
  /** Words of the ending and of its beat: between choices that lead there alike, what shares more of them is taken. */
  readonly words: ReadonlySet<string>;
}

/** Less than anything else that a choice is worth, for each word that it shares with the ending, and at most. */
const BY_WORD = 0.2;
const MOST_BY_WORDS = 0.8;

/** What leads to the goal goes before all, what leads to another ending after all. */
function towards({ wanted, shunned, words }: Goal, { sources, text }: Choice): number {
  const isDecision =
    sources.some(({ kind }) => kind === "beat") && !/^(?:ask|go|look|hear|let|tell|wait)\b/iu.test(text);
  const shared = isDecision ? [...contentWords(text)].filter((word) => words.has(word)).length : 0;
  const led = sources.some(({ ref }) => wanted.has(ref)) ? 10 : sources.some(({ ref }) => shunned.has(ref)) ? -10 : 0;
  return led + Math.min(MOST_BY_WORDS, BY_WORD * shared);
}

/**
 * The number of the choice that a player takes, from 1.
 *
 * @param target - Whom the kind and the ruthless have to do with, as choices name them; empty for nobody.
 * @param goal - The ending that the player means to reach.
 */
export function choiceOf(
  player: PlayerName,
  choices: readonly Choice[],
  target: string,
  random: Random,
  goal?: Goal,
): number {
  const worth = choices.map((choice) => WORTH[player](choice, target) + (goal ? towards(goal, choice) : 0));
  const most = Math.max(...worth);
  const best = worth.flatMap((one, index) => (one === most ? [index + 1] : []));
  return best[random.int(best.length)] ?? 1;
}
