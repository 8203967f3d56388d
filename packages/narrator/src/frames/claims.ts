/** What a frame's words take for granted, which the reading must be sure of before the frame is told. */

export const NEEDS = [
  "face",
  "eyes",
  "mouth",
  "hands",
  "feet",
  "voice",
  "clothes",
  "words",
  "walks",
  "pronoun",
  "roof",
  "sky",
  "clock",
  "animals",
  "been",
] as const;

/** `face` to `walks`: of the frame's person; the rest of the place and the world. */
export type Need = (typeof NEEDS)[number];

const OF_PERSON: readonly (readonly [Need, RegExp])[] = [
  [
    "face",
    /\bfaces?\b|\bcheeks?\b|\bforehead\b|\bbrows?\b|\bchin\b|\bexpression\b|\b(?:smiles?|grins?|frowns?|blush\p{L}*|reddens?|goes pale|pulls? a face)\b|\[(?:smile|grin|frown|blush|redden)\b|\bhead\b/iu,
  ],
  [
    "eyes",
    /\beyes?\b|\beyebrows?\b|\beyelids?\b|\bglances?\b|\bgaze\b|\bstares?\b|\bblinks?\b|\bwinks?\b|\[(?:look|glance|stare|blink|wink|squint|watch|see|read|gaze|peer)\b|\ba look (?:at you|that)\b/iu,
  ],
  [
    "mouth",
    /\bmouth\b|\blips?\b|\bteeth\b|\btongue\b|\b(?:laughs?|sighs?|whistles?|coughs?|chews?|swallows?|breath|breathes?|hums?|snorts?)\b|\[(?:laugh|sigh|whistle|cough|chew|swallow|breathe|hum|snort|yawn|drink|eat|taste)\b/iu,
  ],
  [
    // Whoever has hands nods and shrugs; a dog does neither.
    "hands",
    /\bnods?\b|\[nod\b|\bhands?\b|\bfingers?\b|\bthumbs?\b|\bknuckles?\b|\bpalms?\b|\bwrists?\b|\bfists?\b|\barms?\b|\belbows?\b|\bshrugs?\b|\bshoulders?\b|\[(?:shrug|wave|point|clap|wipe|fold|knock|scratch|rub|write|draw|hand|hold|take|put|lay|pick|pour|count|push|pull|tap|pat|sew|stir|carry)\b/iu,
  ],
  [
    "feet",
    /\b(?:foot|feet|knees?|toes?|heels?|shoes?|boots?|steps? (?:back|closer|nearer|away|aside|between))\b|\[(?:step|kneel|stand|sit|walk|run|lean|turn|straighten|stoop)\b/iu,
  ],
  [
    "voice",
    /\bvoice\b|\bwhispers?\b|\bmurmurs?\b|\bmutters?\b|\bshouts?\b|\[(?:whisper|murmur|mutter|shout|call|cry|sing)\b|\bin a low\b/iu,
  ],
  [
    "clothes",
    /\bsleeves?\b|\bcollars?\b|\bcoats?\b|\baprons?\b|\bpockets?\b|\bcuffs?\b|\bhats?\b|\bcaps?\b|\bbuttons?\b/iu,
  ],
  [
    "words",
    /\[(?:say|ask|tell|answer|reply|speak|talk|add|explain|mention|name|admit|agree|promise|call|begin|go on|hear)\b|\{(?:quote|catch)\}|\{\w+\.said\}|\{npc\.says\}|["“]|\b(?:says?|asks?|tells?|answers?|talks?|speaks?|words?)\b/iu,
  ],
  ["walks", /\[(?:come|go|leave|walk|follow|arrive|enter|cross|set|hurry|run|climb)\b/iu],
];

const OF_WORLD: readonly (readonly [Need, RegExp])[] = [
  [
    "roof",
    /\b(?:ceiling|roof|rafters|floorboards?|floor|walls?|doors?|doorway|threshold|window(?:s|sill)?|stairs?|staircase|indoors|hearth|stove|lamp|candle|chairs?|tables?|stool|bench|shelf|corner of the room|room)\b/iu,
  ],
  ["sky", /\b(?:sky|stars?|moon|clouds?|horizon|out of doors|outdoors)\b/iu],
  ["clock", /\{clock\}|\bo['’]clock\b|\bclocks?\b|\bstrikes?\b|\bthe hour\b|\bwatch face\b/iu],
  ["animals", /\b(?:dogs?|cats?|gulls?|birds?|crows?|hens?|mice|mouse|flies|fly|moths?|rooks?|sparrows?|barks?)\b/iu],
  [
    "been",
    /\bagain\b|\bas you left\b|\bstill\b|\blast time\b|\bonce more\b|\bsince you left\b|\bback (?:at|in|to)\b|\bbegun to know\b/iu,
  ],
];

/** Keys whose person does nothing: what is said is said of places, things or the player. */
const OF_PLACE = /^(?:ground (?:arrive|stay|back|alone)|time|detail|opening|lexicon|epilogue)/;

/**
 * Finds what a frame's words take for granted.
 *
 * @param key - The frame's key.
 * @param text - The frame as written, its tags left out.
 */
export function claimsOf(key: string, text: string): readonly Need[] {
  const aboutPerson = /\{npc(?:\.|\})|\.said\}/i.test(text);
  const person = aboutPerson && !OF_PLACE.test(key) ? OF_PERSON.filter(([, pattern]) => pattern.test(text)) : [];
  // Only on coming to a place does "again" speak of having been there.
  const world = OF_WORLD.filter(
    ([need, pattern]) => (need !== "been" || /^ground|^deed (?:go|follow|flee)/.test(key)) && pattern.test(text),
  );
  // Who sends for somebody, points to somebody or answers has words for it.
  const says =
    aboutPerson && /^turn (?:fetched|redirect)|^react .* (?:told|refused)/.test(key) ? (["words"] as const) : [];
  const reflexive = /\{npc2?\.r\}/i.test(text);
  return [
    ...new Set([...[...person, ...world].map(([need]) => need), ...says, ...(reflexive ? (["pronoun"] as const) : [])]),
  ];
}
