/** The hour of a beat that says it by a meal or by the lamps alone. */

const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const AT = "\\b[^.;:]{0,24}\\bat (five|six|seven|eight|nine|ten)\\b";
const NOON = 720;

interface Sign {
  readonly says: RegExp;
  /** Minutes of the day; those of the hour that is said are added where there is one. */
  readonly minutes: number;
}

const SIGNS: readonly Sign[] = [
  // "The coffee came in at seven."
  { says: new RegExp(`\\b(?:coffee|breakfast|porridge|rolls|eggs)${AT}`, "iu"), minutes: 0 },
  { says: new RegExp(`\\b(?:supper|dinner|soup)${AT}`, "iu"), minutes: NOON },
  {
    says: /\b(?:over|during) (?:the )?breakfast\b|\b(?:the|your) breakfast (?:things|table|dishes|plates|gong|bell|tray)\b|\bbreakfast (?:is|was) (?:served|on the table|late|cold|half eaten)\b/iu,
    minutes: 480,
  },
  { says: /\b(?:over|during|after) (?:lunch|luncheon)\b/iu, minutes: 780 },
  {
    says: /\b(?:the|your) supper[- ](?:bell|gong|table|things)\b|\b(?:over|during) (?:the )?(?:soup|supper|dinner)\b|\b(?:the|your) soup\b|\b(?:supper|dinner) (?:is|was) (?:served|on the table|late|cold|half eaten)\b|\b(?:the )?(?:street )?lamps (?:are|were|have been|had been) (?:just |being )?lit\b/iu,
    minutes: 1170,
  },
];
/** Of another day, or of none. */
const OTHERWISE =
  /\b(?:every|each|always|usually|sometimes|would|will|tomorrow|yesterday|last|next|used to|never|ago|years?|if|when(?:ever)?|before|until|since)\b/iu;
/** Sentences at the head of a beat that tell when it is. */
const OPENING = 3;

/**
 * @param sentences - What is told of a beat, with its speech blanked, in its order.
 * @returns The words that say the hour, and its minute of the day; undefined where nothing does. (rule CA6453)
 */
export function mealHour(
  sentences: readonly string[],
): { readonly text: string; readonly minutes: number } | undefined {
  for (const sentence of sentences.slice(0, OPENING)) {
    if (OTHERWISE.test(sentence)) continue;
    for (const { says, minutes } of SIGNS) {
      const [text, hour] = says.exec(sentence) ?? [];
      if (text !== undefined) return { text, minutes: minutes + (hour === undefined ? 0 : hourOf(hour) * 60) };
    }
  }
  return undefined;
}

const hourOf = (word: string): number => HOURS.indexOf(word.toLowerCase()) + 1;
