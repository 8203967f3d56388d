import type { Manners } from "@narratoria/protocol/contracts";

/** Scenes an hour of play comes to. */
const SCENES_AN_HOUR = 25;
/** Scenes of a story whose author gives no length: so many, and more with more beats. */
const USUAL_SCENES = { least: 40, most: 60, aBeat: 4 };

const CLOCK =
  /\bo['’]clock\b|\b\d{1,2}[:.]\d\d\s*(?:am|pm|a\.m\.|p\.m\.)?\b|\b(?:half past|quarter (?:past|to)|minutes? (?:past|to)|ten to|five to|twenty to)\b|\b\d{1,2}(?:am|pm)\b|\bat 0\d00\b/i;
const NO_CLOCK =
  /\b(?:no|without) (?:a )?clocks?\b|\bthere (?:is|are) no clocks?\b|\bnobody counts in minutes\b|\bno (?:clock|watch) and no\b/i;
const BRITISH =
  /\b(?:colour|grey|harbour|neighbour|honour|favour|centre|metre|theatre|whilst|towards|learnt|realis\p{L}+|organis\p{L}+|apologis\p{L}+|cheque|kerb|storey|plough)\b/giu;
const AMERICAN =
  /\b(?:color|gray|harbor|neighbor|honor|favor|center|meter|theater|toward|realiz\p{L}+|organiz\p{L}+|apologiz\p{L}+|gotten|sidewalk|plow|mom|sweater)\b/giu;
const MONEY =
  /£\d[\d,.]*|\$\d[\d,.]*|€\d[\d,.]*|\b(?:pounds?|shillings?|pence|pennies|penny|crowns?|guineas?|florins?|ducats?|dollars?|cents?|francs?|marks?|coins?|credits?|knots?|coppers?|silvers?)\b/giu;
const UNITS =
  /\b(?:miles?|leagues?|yards?|feet|inch(?:es)?|fathoms?|paces?|meters?|metres?|kilomet(?:er|re)s?|stone|pounds?|ounces?|tons?|tonnes?|gallons?|pints?|cups?|degrees?|knots?|acres?|ells?)\b/giu;
const TIMES =
  /\b(?:dawn|dusk|noon|midnight|first light|low water|high water|matins|vespers|bells?|watch|forenoon|nightfall|daybreak|sunset|sunrise|the half|shift)\b/giu;

/**
 * Reads ways of speaking: tense, clocks, spelling, money, units, forms of address, length.
 *
 * @param text - Running text of the campaign.
 * @param told - Text that is told as it stands: premise and beats.
 * @param laws - Constraints: they can rule clocks out.
 */
export function readManners(given: {
  readonly text: string;
  readonly told: string;
  readonly laws: string;
  readonly playerRole: readonly string[];
  readonly beats: number;
  readonly playtimeHours?: number;
}): Manners {
  const { text, told, laws, playerRole, beats, playtimeHours } = given;
  const outside = told.replace(/[“"][^”"]*[”"]/g, " ");
  const present = count(
    outside,
    /\b(?:is|are|has|does|stands?|sits?|goes|comes?|says?|looks?|holds?|takes?|puts?|walks?)\b/gi,
  );
  const past = count(outside, /\b(?:was|were|had|did|stood|sat|went|came|said|looked|held|took|put|walked)\b/gi);
  const british = count(text, BRITISH);
  const american = count(text, AMERICAN);
  const clocks = NO_CLOCK.test(laws) ? false : CLOCK.test(text) ? true : null;
  return {
    tense: past > present ? "past" : "present",
    person: count(outside, /\byou\b/gi) > 0 ? "second" : count(outside, /\bI\b/g) > 3 ? "first" : "third",
    clocks,
    spelling: british > american * 2 ? "british" : american > british * 2 ? "american" : "mixed",
    money: common(text, MONEY),
    units: common(text, UNITS),
    timeWords: common(text, TIMES),
    address: [],
    playerRole: [...playerRole],
    lengthScenes:
      playtimeHours === undefined
        ? Math.min(USUAL_SCENES.most, Math.max(USUAL_SCENES.least, beats * USUAL_SCENES.aBeat))
        : Math.max(10, Math.round(playtimeHours * SCENES_AN_HOUR)),
  };
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Words that stand at least twice, the commonest first. */
function common(text: string, pattern: RegExp): string[] {
  const counts = new Map<string, number>();
  for (const [match] of text.matchAll(pattern)) {
    const word = /^\p{L}/u.test(match) ? match.toLowerCase() : (match[0] ?? "");
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, times]) => times > 1)
    .sort((one, other) => other[1] - one[1])
    .slice(0, 8)
    .map(([word]) => word);
}
