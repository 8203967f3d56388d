/** How somebody takes what is said to them, or done with them, of which nothing else is written. */
import type { SceneBrief } from "@narratoria/protocol/story";

/** What is said to somebody, and what one thing is given to them. */
const SAID_TO = /^(?:tell|warn|explain|confess|admit|promise|swear|answer|lie|own up|break it)\b/i;
const HANDED =
  /^(?:give|hand|pass|slide|return|offer|lend|sell) (?:(?:it|the|your|an?|his|her|their) ?\p{L}*(?: (?:back|over|up))? to|(?:him|her|them|\p{Lu}\p{L}+) (?:the|an?|your|his|her|their|its)) \p{L}+$|^hand it (?:over|back)$/iu;

/** What is agreed to, and what is turned down. */
const AGREED =
  /^(?:say yes|agree(?! with\b)|consent|nod|accept|give (?:him|her|them|\p{Lu}\p{L}+) your hand|shake (?:hands|on it))\b/iu;
/** What is said to somebody, or shown to them, for their sake. */
const IN_FAVOUR =
  /^(?:tell|promise|wish|let \S+(?: \p{Lu}\S*)? see|side with|take \S+(?: \p{Lu}\S*)? at|thank|agree)\b/iu;
const DECLINED = /^(?:say no|refuse|decline|shake your head|turn (?:him|her|them|it|\p{Lu}\p{L}+) down)\b/iu;

/** Choices whose words say what is done. */
const IN_WORDS: ReadonlySet<string> = new Set(["decide", "accept", "refuse"]);
/** "Say that you do": an answer in words to what somebody has asked. */
const SAYS = /^(?:say|tell|answer)\b/iu;

/** Somebody by name, as a deed has it: "the Grand Duchess", "M. Plisson". */
const WHOM = "(?:the )?(?:\\S+ ){1,4}?";
const said = (words: string): RegExp => new RegExp(`^tell ${WHOM}that (?:${words})`, "iu");

/** What a deed in words is to whom it is said, or shown. The first that fits counts. */
const WAYS = [
  // "Tell Osk that you will not help him", "make Osk no promises": nothing is left to ask for.
  {
    key: "react crossed",
    words: [
      said(
        "you (?:will not|won[’']t|cannot|can[’']t|do things|would rather|make up your own|are not the one|will find out without|will take your chances)\\b|it (?:will not be as easy|should have been)\\b",
      ),
      /^make .+ no promises$/iu,
    ],
  },
  {
    key: "react promised",
    words: [said("you (?:will|shall)\\b"), /^(?:give .+ your word|promise\b|swear\b)/iu],
  },
  {
    key: "react doubted",
    words: [
      said("you (?:are not so sure|doubt)\\b|there must be more\\b"),
      /^(?:let .+ see that you have your doubts$|contradict )/iu,
    ],
  },
  {
    key: "react believed",
    words: [
      said(
        "you (?:believe|would (?:say|want|do) the same|think no worse|agree|understand)\\b|it (?:is good|is all right|can wait)\\b",
      ),
      /^(?:let .+ see that you are on .+ side$|side with |agree with )/iu,
    ],
  },
  { key: "react comforted", words: [/^(?:lay a hand on the shoulder of|tell .+ to take all the time)\b/iu] },
  { key: "react beside", words: [/^(?:go and stand beside|stay beside|keep .+ company\b)/iu] },
  {
    key: "react silence",
    words: [/^(?:wait for .+ to speak first$|leave .+ without an answer$|keep (?:what you think|out of it)\b)/iu],
  },
  { key: "react thanked", words: [/^(?:thank|apologi[sz]e to)\b/iu] },
  { key: "react wished", words: [/^wish .+ luck\b/iu] },
] as const;

/** The key of a frame for how a deed is taken. */
export type Taken = (typeof WAYS)[number]["key"] | "react heard" | "react handed" | "react agreed" | "react declined";

/**
 * Returns how somebody takes a decision of which nothing is written: a promise is taken for one, a doubt is left standing, whoever is stood beside
 * makes room; what is said is heard, what is given is taken, a yes or a no is an answer, and to a word in their favour they nod.
 * (rules NA1118, NA3129 and NA6350)
 */
export function takenAs({ choice, effects }: Pick<SceneBrief, "choice" | "effects">): Taken | undefined {
  const words = choice !== undefined && choice !== null && IN_WORDS.has(choice.verb) ? (choice.bind.text ?? "") : "";
  if (choice?.verb !== "decide") return SAYS.test(words) ? "react heard" : undefined;
  if (AGREED.test(words)) return "react agreed";
  if (DECLINED.test(words)) return "react declined";
  const way = WAYS.find(({ words: forms }) => forms.some((form) => form.test(words)));
  if (way !== undefined) return way.key;
  const isWarmed = effects.some(
    (effect) => effect.kind === "feeling" && effect.delta > 0 && effect.npc === choice?.bind.npc,
  );
  if (isWarmed && IN_FAVOUR.test(words)) return "react agreed";
  return SAID_TO.test(words) ? "react heard" : HANDED.test(words) ? "react handed" : undefined;
}
