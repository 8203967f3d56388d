import { type Check, unquoted } from "./scene-facts.js";

const PARTS = ["morning", "afternoon", "evening", "night"] as const;
type Part = (typeof PARTS)[number];

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
  const comes = /\b[Tt]he (morning|afternoon|evening|night) comes\b/.exec(draft)?.[1];
  const part = PARTS.find((one) => one === (comes ?? /\bIt is (morning|afternoon|evening|night)\./.exec(given)?.[1]));
  // Where hours go by, and no step says what hour that makes, it may be any.
  if (part === undefined || (comes === undefined && GOES_BY.test(draft))) return null;
  const narration = unquoted(sentence);
  const wrong = [...SAYS, ...OF_HOUR].some((one) => {
    const said = one.says.exec(narration);
    if (!said || one.in.some((right) => right === part)) return false;
    return !NOT_NOW.test(narration.slice(0, said.index)) && !sharesHour(said[0], draft);
  });
  return wrong || isAtOtherHour(narration, part, draft) ? `It is ${part}: say no other hour.` : null;
};

const HOURS: Readonly<Record<string, readonly Part[]>> = {
  dawn: ["morning", "night"],
  daybreak: ["morning", "night"],
  sunrise: ["morning", "night"],
  "first light": ["morning", "night"],
  morning: ["morning"],
  noon: ["morning", "afternoon"],
  midday: ["morning", "afternoon"],
  afternoon: ["afternoon"],
  dusk: ["afternoon", "evening", "night"],
  sunset: ["afternoon", "evening", "night"],
  twilight: ["afternoon", "evening", "night"],
  evening: ["afternoon", "evening", "night"],
  nightfall: ["evening", "night"],
  night: ["evening", "night"],
  midnight: ["evening", "night"],
  moonlight: ["evening", "night"],
  starlight: ["evening", "night"],
  stars: ["evening", "night"],
  moon: ["evening", "night"],
};
const HOUR = Object.keys(HOURS).join("|");
/** The hour as it is now: "in the last of the evening", "by moonlight", "the first stars", "into the night". */
const AT_HOUR = new RegExp(
  `\\b(?:in|at|by|into|turns to|with|through|out of) (?:the |this )?(?:(?:last|first|grey|gray|red|thin|cold|late|early|half|blue|dim|failing|white) )?(?:(?:light|glow|dark|half-light|hush|edge|end|middle|hour|quiet) )?(?:of )?(?:the |this )?(${HOUR})\\b(?![’'-])(?! (?:train|mail|boat|shift|watch|bird|paper|lock|porter|nurse))|\\b(?:the|some) (?:first|last) (?:of the )?(stars|moonlight|moon|sunset|dusk|twilight|dawn|sunrise)\\b|\\b(?:the|a) (moonlight|starlight|dusk|twilight|sunset|dawn|moon) (?:runs|lies|falls|is|comes|creeps|rises|slides|goes|gathers|touches)\\b|\\b(?:but|and) the (dusk|dawn|twilight|moonlight)\\b`,
  "giu",
);
/** Before it the hour is spoken of, and not come. */
const SPOKEN_OF =
  /\b(?:since|before|until|till|every|each|like|as|than|last|next|yesterday|tomorrow|after|waits? for|for|were|was|had)(?: [\p{Ll}’]+){0,3} $/iu;

/** Whether narration is at an hour that the scene is not, in whatever words. (rule NA5454) */
const isAtOtherHour = (narration: string, part: Part, draft: string): boolean =>
  [...narration.matchAll(AT_HOUR)].some(({ 0: said, index, ...groups }) => {
    const hour = Object.values(groups)
      .slice(0, 4)
      .find((word): word is string => typeof word === "string" && word.toLowerCase() in HOURS);
    if (hour === undefined || HOURS[hour.toLowerCase()]?.includes(part)) return false;
    return (
      !SPOKEN_OF.test(narration.slice(0, index)) &&
      !sharesHour(said, draft) &&
      !/\b(?:as if|as though|like)\b/i.test(narration.slice(0, index))
    );
  }) ||
  (LAMPS_LIT.test(narration) &&
    (part === "morning" || part === "afternoon") &&
    !/\b(?:lamp|lantern|dark)/i.test(draft));
const LAMPS_LIT =
  /\b(?:the )?(?:street ?)?(?:lamps|lanterns|lights) (?:have been|are being|are) lit\b|\bstreet ?(?:lamps?|lights?) (?:(?:has|have) come|comes?|goes?|flickers?) on\b/iu;
/** What stands in the sky, or lies on the ground, at some hours alone. (rule NA5820) */
const OF_HOUR: readonly { readonly says: RegExp; readonly in: readonly Part[] }[] = [
  {
    says: /\b(?:there is|there[’']s) (?:an? |the |half an? )(?:[\p{Ll}-]+ ){0,2}moon\b|\bmoon(?:light)? (?:over|above|between|through|across|along) (?:the|his|her|your|its|their)\b|\b(?:the|some|more|few) (?:[\p{Ll}-]+ )?stars (?:over|above|in the sky|between)\b/iu,
    in: ["evening", "night"],
  },
  {
    says: /\b(?:the|this|an?) (?:[\p{Ll}-]+ )?(?:morning|breakfast) (?:sun|sunlight|dew|frost|mist)\b/iu,
    in: ["morning"],
  },
  {
    says: /\b(?:the|an?) (?:[\p{Ll}-]+ )?(?:noon|midday|noonday) (?:sun|sunlight|heat|glare)\b/iu,
    in: ["morning", "afternoon"],
  },
  { says: /\b(?:the|an?) (?:[\p{Ll}-]+ )?afternoon (?:sun|sunlight)\b/iu, in: ["afternoon"] },
  { says: /\b(?:the|an?) (?:[\p{Ll}-]+ )?evening (?:sun|sunlight|star)\b/iu, in: ["afternoon", "evening"] },
  { says: /\b(?:the|an?) (?:[\p{Ll}-]+ )?night (?:sky|air|mist)\b/iu, in: ["evening", "night"] },
  {
    says: /\b(?:the )?dew (?:is|lies|shines|stands|still lies) (?:still |yet )?(?:on|wet|thick|grey|heavy)\b/iu,
    in: ["morning", "evening", "night"],
  },
];

const GOES_BY = /\b(?:hours?|days?|weeks?) (?:pass|passes|later|go by)\b|\byou (?:rest|sleep|wait)\b/iu;
const HOUR_WORDS =
  /\b(?:dawn|daybreak|morning|sunrise|noon|midday|afternoon|daylight|dusk|sunset|sundown|nightfall|evening|night|midnight|moon|stars|sun|twilight)\b/gi;

/** Whether the draft speaks of that hour, or of what stands in its sky. */
const sharesHour = (said: string, draft: string): boolean =>
  (said.match(HOUR_WORDS) ?? []).some((word) => new RegExp(`\\b${word}\\b`, "i").test(draft));
