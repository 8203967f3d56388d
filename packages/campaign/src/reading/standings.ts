/** What an author's sentence changes of how the player stands with a group of people. */

export interface DeclaredStanding {
  /** The group, as the author names it. */
  readonly faction: string;
  readonly delta: number;
}

const NAME = "(?:the |The )?([\\p{L}’'-]+(?: [\\p{L}’'-]+){0,4}?)";
const REGARD = "(?:reputation|standing|regard|opinion)";
const WITH_YOU = "(?: (?:of|with|for) you)?";
const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const MORE_WORDS: Readonly<Record<string, number>> = { fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const BY = `(?: by ([+−-]?\\d+|${[...NUMBER_WORDS, ...Object.keys(MORE_WORDS)].join("|")}))?`;
const FALLS = "(?:falls|drops|sinks|suffers|worsens|declines|goes down|is (?:lost|ruined))";
const RISES = "(?:rises|grows|improves|goes up|is (?:restored|made|mended))";
const SIGNED = "(?:[:,]|changes by)? ?([+−-] ?\\d+)";

/** How much a change is where no number is given. */
const SLIGHT = 15;
const GREAT = 40;
const BETRAYAL = 50;

interface Pattern {
  readonly words: RegExp;
  /** The change without a number; with one, its sign. */
  readonly delta: number;
}

const pattern = (words: string, delta: number): Pattern => ({ words: new RegExp(`^${words}`, "iu"), delta });
const PATTERNS: readonly Pattern[] = [
  pattern(`${NAME}(?:['’]s?)? ${REGARD}${WITH_YOU} ${FALLS}${BY}`, -SLIGHT),
  pattern(`${NAME}(?:['’]s?)? ${REGARD}${WITH_YOU} ${RISES}${BY}`, SLIGHT),
  pattern(`your ${REGARD} (?:with|in|among) ${NAME} ${FALLS}${BY}`, -SLIGHT),
  pattern(`your ${REGARD} (?:with|in|among) ${NAME} ${RISES}${BY}`, SLIGHT),
  pattern(`your ${REGARD} (?:with|in|among) ${NAME}${SIGNED}`, 1),
  pattern(`${NAME}(?:['’]s?)? ${REGARD}${WITH_YOU}${SIGNED}`, 1),
  pattern(`${REGARD} (?:with|in|among) ${NAME}${SIGNED}`, 1),
  pattern(`${NAME} (?:now )?thinks? (?:less|ill|badly|worse) of you${BY}`, -SLIGHT),
  pattern(`${NAME} (?:now )?thinks? (?:better|well|more|highly) of you${BY}`, SLIGHT),
  pattern(`${NAME} (?:now )?(?:dislikes?|distrusts?) you`, -SLIGHT),
  pattern(`${NAME} (?:now )?(?:trusts?|likes?|welcomes?|honou?rs?) you`, SLIGHT),
  pattern(
    `${NAME} (?:(?:now )?(?:turns? (?:against|(?:its|their) backs? on|away from)|hates?|shuns?|casts? out|bars?) you|will (?:not|never) forgive you|will have nothing more to do with you)`,
    -GREAT,
  ),
  pattern(`you (?:have )?(?:now )?betray(?:ed)? ${NAME}(?=[.,;]|$)`, -BETRAYAL),
  pattern(`you are (?:now )?(?:an? )?(?:enemy|outcast|traitor) (?:of|to|among) ${NAME}(?=[.,;]|$)`, -BETRAYAL),
  pattern(`you are (?:now )?(?:an? )?(?:friend|ally|member|one) of ${NAME}(?=[.,;]|$)`, GREAT),
];

/** Words of which every change of standing has some: each pattern costs as much to compile as to look for a hundred times. */
const OF_STANDING = new RegExp(
  `\\b(?:${REGARD}(?: (?:with|in|among) |${WITH_YOU} (?:${FALLS}|${RISES})|${WITH_YOU}${SIGNED})|thinks? (?:less|ill|badly|worse|better|well|more|highly) of you|(?:(?:dis)?(?:likes?|trusts?)|welcomes?|honou?rs?|hates?|shuns?|casts? out|bars?|forgive|(?:against|backs? on|away from)|more to do with) you|betray(?:ed)? |(?:enemy|outcast|traitor) (?:of|to|among) |(?:friend|ally|member|one) of )`,
  "iu",
);

/**
 * Reads a change of standing: "the Guild thinks less of you by ten", "Your standing with the drovers falls". Whether there is such a faction
 * is for the story to say. Implements rule CA561.
 *
 * @param text - One statement with the player in the second person.
 * @returns Null where it declares none, and where it depends on a condition.
 */
export function readStanding(text: string): DeclaredStanding | null {
  if (/\bif\b/i.test(text) || !OF_STANDING.test(text)) return null;
  for (const { words, delta } of PATTERNS) {
    const [, faction, by] = words.exec(text) ?? [];
    if (faction === undefined || /^(?:you|he|she|they|it|nobody|everybody)$/i.test(faction)) continue;
    return {
      faction: faction.replace(/['’]s?$/u, ""),
      delta: by === undefined ? delta : Math.sign(delta) * numberIn(by),
    };
  }
  return null;
}

function numberIn(words: string): number {
  const word = words.toLowerCase();
  const at = NUMBER_WORDS.indexOf(word);
  return at >= 0 ? at : (MORE_WORDS[word] ?? Number(word.replace("−", "-").replace(" ", "")));
}
