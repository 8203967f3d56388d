/** What somebody has given away by a look or a hand, in the beat that has just been told: it is what anybody would ask about next. */
import { escapeRegExp, isOfBody, memoizeText, splitSentences } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import type { View } from "./view.js";

const WHOSE = "(?:an?|the|his|her|their|one|both) ";
const NP = `${WHOSE}((?:\\p{Ll}[\\p{Ll}’'-]* )?\\p{Ll}[\\p{Ll}’'-]{2,})(?=[.,;:!?]|$| (?:and|but|as|then|with|on|in|under|behind|over|for|while|before|so)\\b)`;
const GLANCE = new RegExp(`\\b(?:looks?|looked|glances?|glanced)(?: \\p{Ll}+ly)? at ${NP}`, "u");
/** What makes a glance one that was not to be seen. */
const CAUGHT =
  /\b(?:looks?|looked|glances?|glanced)(?: \p{Ll}+ly)? away\b|\bsees? that you\b|\bsaw that you\b|\bcatch(?:es)? you (?:looking|watching)\b|\bgoes (?:red|white|pale|quiet)\b|\bwent (?:red|white|pale|quiet)\b|\bblush(?:es|ed)\b/iu;
const HIDES = new RegExp(
  `\\b(?:(?:hides?|hid|covers?|covered|pockets?|pocketed)(?: up)?|(?:tucks?|tucked) away|(?:turns?|turned) over|(?:pulls?|pulled) (?:his|her|their) (?:sleeve|cuff|shawl|coat) over|(?:puts?|keeps?|kept|lays?|laid) (?:his|her|their) (?:hand|hands|foot|thumb|palm|arm|sleeve) (?:on|over)|(?:does not|doesn’t|doesn't|did not|didn’t|didn't|will not|won’t|won't) look at) ${NP}`,
  "u",
);
/** Where eyes rest that look at nothing, and what is hidden for no reason but grief or tiredness. */
const NOTHING_SEEN =
  /^(?:\p{Ll}+ )?(?:floor|ground|corner|edge|top|bottom|side|back|end|rest|sleeve|shoulder|arm|lip|window|ceiling|sky|sea|water|fire|wall|clock|watch|road|door|table|horizon|page|yawn|tears?|eyes?|face|mouth|ears?|head|hands?|feet|foot|boots?|shoes?|ones?|others?|other|man|woman|boy|girl|child|lady|people|men|women|smile|laugh|grin|body|corpse|dead)$/u;

/** The things that sentences show somebody hiding, or looking at as if nobody should see it. */
const hiddenIn = memoizeText((told): readonly { readonly thing: string; readonly before: string }[] => {
  const sentences = splitSentences(told);
  return sentences.flatMap((sentence, at) => {
    const glance = GLANCE.exec(sentence);
    const after =
      glance === null ? "" : `${sentence.slice(glance.index + glance[0].length)} ${sentences[at + 1] ?? ""}`;
    const found = glance !== null && CAUGHT.test(after) ? glance : HIDES.exec(sentence);
    const thing = found?.[1] ?? "";
    if (found === null || thing === "" || NOTHING_SEEN.test(thing) || isOfBody(thing.split(" ").at(-1) ?? thing))
      return [];
    return [{ thing, before: `${sentences.slice(0, at).join(" ")} ${sentence.slice(0, found.index)}` }];
  });
});

/** What somebody of this scene's beat has just hidden, or not wanted to be seen looking at. (rule PC5905) */
export function hiddenBy(view: View, person: Person): readonly string[] {
  const { beat } = view;
  if (beat?.people.includes(person.id) !== true) return [];
  const narrated = beat.told.map((sentence) => sentence.replace(/[“"][^”"]*[”"]/gu, " ")).join(" ");
  const others = view.present.filter(({ id }) => id !== person.id);
  const isTheirs = (before: string): boolean => {
    const at = lastNamed(before, person.short);
    return at >= 0 && others.every(({ short }) => lastNamed(before, short) < at);
  };
  return hiddenIn(narrated).flatMap(({ thing, before }) => (isTheirs(before) ? [thing] : []));
}

const lastNamed = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`(?<!\\p{L})${escapeRegExp(name)}(?!\\p{L})`, "gu"))].at(-1)?.index ?? -1;
