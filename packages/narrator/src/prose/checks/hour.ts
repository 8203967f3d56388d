import { type Check, unquoted } from "./scene-facts.js";

type Part = "morning" | "afternoon" | "evening" | "night";

/** What a sentence says of the hour, with the parts of the day in which it is so. */
const SAYS: readonly { readonly says: RegExp; readonly in: readonly Part[] }[] = [
  {
    says: /\b(?:dawn|daylight|first light|daybreak) (?:is (?:coming|creeping|showing|just)|comes up|shows|creeps|has come|stands)\b/iu,
    in: ["morning", "night"],
  },
  {
    says: /\bbreakfast (?:things|table|plates|dishes|tray) (?:is|are|stands?|lies?)\b|\bbreakfast (?:is|has been|stands) (?:laid|ready|served|on|waiting|cleared)\b/iu,
    in: ["morning"],
  },
  {
    says: /\bsupper (?:is|has been|stands) (?:laid|ready|served|on|waiting|cleared|over)\b/iu,
    in: ["evening", "night"],
  },
  {
    says: /\bit has been (?:dark|night) (?:for |these |an? |since|this|now|by)\b|\bit(?:’s| is) (?:quite |already |pitch |full )?dark (?:now|already|outside|by now|out)\b|\b(?:everybody|everyone|the (?:house|town|village|street|quay|camp)) is (?:abed|asleep|in bed)\b/iu,
    in: ["evening", "night"],
  },
  {
    says: /\bit(?:’s| is| has gone| is long past| is well past| is nearly| is almost) (?:\p{Ll}+ ){0,2}?(?:dawn|daybreak|morning|sunrise)\b|\bthe sun (?:comes up|rises|is (?:coming up|rising|just up|barely up))\b|\bdawn (?:breaks|is breaking|comes)\b/iu,
    in: ["morning", "night"],
  },
  {
    says: /\b(?:sunrise|dawn|daybreak|breakfast) (?:is|has) (?:\p{Ll}+ )?(?:past|over|gone|behind you)\b/iu,
    in: ["morning", "afternoon"],
  },
  {
    says: /\bit(?:’s| is| has gone| is past| is nearly) (?:\p{Ll}+ ){0,2}?(?:noon|midday|afternoon)\b|\bthe (?:noon|midday|afternoon) sun\b/iu,
    in: ["morning", "afternoon"],
  },
  { says: /\bit(?:’s| is) (?:\p{Ll}+ )?(?:broad day|broad daylight|full day)\b/iu, in: ["morning", "afternoon"] },
  {
    says: /\bit(?:’s| is| is nearly| is almost) (?:\p{Ll}+ ){0,2}?(?:dusk|sunset|sundown|nightfall|evening)\b|\bthe sun (?:sets|goes down|sinks|has (?:set|gone down|sunk)|is (?:\p{Ll}+ )?(?:going down|setting|sinking|gone|down))\b|\b(?:dusk|twilight) (?:falls|is falling|comes|has fallen)\b/iu,
    in: ["afternoon", "evening", "night"],
  },
  {
    says: /\bit(?:’s| is| has gone| is past| is well past| is nearly) (?:\p{Ll}+ ){0,3}?(?:night|midnight)\b|\b(?:the|a) (?:[\p{Ll}-]+ )?moon (?:is (?:up|out|high|full|rising|over)|hangs|shines|rides|stands|has (?:risen|come up)|comes up|rises)\b|\bstars (?:are|have come|come|hang|stand) (?:\p{Ll}+ )?(?:out|up|over|above|bright|thick|in)\b|\bthe midnight \p{Ll}+/iu,
    in: ["evening", "night"],
  },
];
/** What a sentence only compares with, waits for or denies. */
const NOT_NOW =
  /\b(?:when|until|till|if|though|as if|as though|like|before|unless|because|whenever|where|not|never|think|thinks|says|said) (?:[\p{Ll}’]+ ){0,2}$/iu;

/** It is the hour that the prompt says it is, unless the draft has time go by. (rule NA3950) */
export const hour: Check = (sentence, { given, draft }) => {
  const part = /\bIt is (morning|afternoon|evening|night)\./.exec(given)?.[1];
  if (part === undefined || GOES_BY.test(draft)) return null;
  const narration = unquoted(sentence);
  const wrong = SAYS.some((one) => {
    const said = one.says.exec(narration);
    if (!said || one.in.some((right) => right === part)) return false;
    return !NOT_NOW.test(narration.slice(0, said.index)) && !sharesHour(said[0], draft);
  });
  return wrong ? `It is ${part}: say no other hour.` : null;
};

const GOES_BY = /\b(?:hours?|days?|weeks?) (?:pass|passes|later|go by)\b|\byou (?:rest|sleep|wait)\b/iu;
const HOUR_WORDS =
  /\b(?:dawn|daybreak|morning|sunrise|noon|midday|afternoon|daylight|dusk|sunset|sundown|nightfall|evening|night|midnight|moon|stars|sun|twilight)\b/gi;

/** Whether the draft speaks of that hour, or of what stands in its sky. */
const sharesHour = (said: string, draft: string): boolean =>
  (said.match(HOUR_WORDS) ?? []).some((word) => new RegExp(`\\b${word}\\b`, "i").test(draft));
