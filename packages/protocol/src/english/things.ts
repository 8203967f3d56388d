/** Things that a text speaks of: nouns that one could ask about, told from times, manners, qualities and what lies about in every story. */
import { memoizeText } from "./memoize-text.js";
import { looksFinite } from "./verbs.js";

/** Words that make a time, a direction or a manner of speaking out of what follows or precedes. */
export const NO_THING =
  /^(?:ones|last|next|first|second|third|same|other|only|own|few|many|several|whole|good|great|little|long|short|old|new|little|one|two|three|four|five|six|every|each|more|most|half|such|very|far|near|left|right|top|end|side|dear|fine|day|days|night|morning|evening|week|year|years|time|times|hour|hours|way|hand|hands|part|place|thing|things|people|else|again|ago|left|floor|(?:any|some|every|no)(?:one|body|thing|where)|(?:who|what|which|where|when|how)ever|who|whom|whose|which|what|that|before|after|above|below|beside|between|against|through|without|within|upon|until|since|about|along|across|among|north|south|east|west|the|you|your|they|them|their|his|her|him|she|its|our|and|not|nor|yet|all|any|both|less|few|well|here|there|then|now|once|twice|never|always|more|most|doesn|didn|wasn|don|won|can|cannot|would|could|should|down|up|out|off|over|under|away|lower|upper|later|another|these|those|this|same|seven|eight|nine|ten|eleven|twelve|hundred|thousand|for|from|with|lot|guy|bit|kind|sort|record|order|rest|middle|back|front)$/i;

/** What every story has lying about: it is nothing to ask about by itself. */
const EVERYDAY = new Set(
  (
    "afternoon air answer arm arms attic autumn back bag bank bar bath beach bed bedroom beginning bench bit body book books bottle bottom bowl box boxes boy boys bread breath bridge " +
    "bucket building business candle captain car card cards carpet case ceiling chair chairs child children church circle city clock cloth coat coast coffee cold corner corridor country couple " +
    "court crowd cup cups curtain dark darkness dawn dead deck desk dinner direction dishes distance dock door doors doorway dust edge engine entrance eye eyes face fact family father fellow feet field fire firelight " +
    "flame floor food foot front furniture game garden gate girl glass grass ground group guest guests hall hallway harbour harbor hat head heart heat hill hole home house houses inside island jar job kitchen knife lady lake land life " +
    "landing lane lamp lamps leg light lights line lines list lock man map market matter meal men middle moment money month moon mother mouth mud music name names neck noise noon north office others outside paper papers past path " +
    "person phone picture pile pipe plan plate platform player point pond pool porch post quay question rain rest river road roads rock roof room rooms rope row rules sand school sea season seat shadow shadows shape shelf shelves ship shop shore shoulder " +
    "sign silence size skin sky smell smoke snow song sort sound south space spring square stage step steps yard doorstep stair staircase stairs star station stone stones store story stove street streets subject summer sun surface table tables tape tea teeth throat tide top tongue tower town " +
    "tracks train tree trees trouble truth trunk turn use valley view village visitor voice walk wall walls war water weather west whole wind window windows winter wire woman women wood woods word words work world yard young"
  ).split(" "),
);

/** "The can the waves came out of": what has been done is no thing, but for words that are nouns as well. */
const PAST =
  /^(?:came|went|was|were|had|did|said|took|made|got|gave|knew|told|became|began|ran|sat|stood|kept|brought|bought|wrote|spoke|broke|chose|drove|ate|fell|grew|threw|wore|lost|met|paid|sent|slept|swam|taught|woke|lay|led|flew|hid|rode|sang|shook|stole|swore|tore)$/;

/** Whether two words name one thing: "money order", but not "third order" or "water does". */
export const isPair = (before: string, noun: string): boolean =>
  !NO_THING.test(before) &&
  !/(?:ly|est|\dth|ird|fth|xth|nth|hth)$/.test(before) &&
  !/(?:ing|ly)$/.test(noun) &&
  !looksFinite(noun) &&
  !PAST.test(noun) &&
  !/^(?:the|an?|my|his|her|with|without|and|of|in|on|at|to|so|as|than|that|there|here|now|then|up|down|out|off|begins?)$/.test(
    noun,
  );

/** Ordinals, measures and manners of address: nothing that one could ask about. */
const NO_NAME =
  /^(?:(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|\p{L}+teen|twentie|thirtie|fortie|fiftie)th|\p{L}+ful|number|amount|dozen|couple|pair|dears?|darlings?|loves?|sirs?|madam|lads?|mates?)$/u;
/** Qualities, which a story names as "the small" or after a noun: "a coat stiff with brine". */
const QUALITIES = new Set(
  (
    "small slow big tall rich poor sick dead living young weak strong brave proud sore cold warm hot cool stiff heavy light thick thin wet dry white black grey gray red green blue yellow brown pink gold golden silver bright dark pale " +
    "full empty open shut closed deep high low wide narrow broad loud quiet silent still busy alive asleep awake alone afraid angry happy sad glad sorry tired ready whole fresh clean dirty sweet sour bitter soft hard rough smooth " +
    "sharp blunt round flat straight crooked loose tight safe sure certain true false right wrong real fair strange odd lost found gone broken torn burnt worn bent ill well fit fat lean drunk sober blind deaf mute lame naked bare " +
    "steep rare raw ripe rotten rusty dusty sandy muddy salty bloody greasy twice thrice later sooner home away together apart enough"
  ).split(" "),
);

/** Whether a word, where it stands for a noun, is a quality, a number or a manner of address. (rule CA482) */
export const isQuality = (word: string): boolean =>
  QUALITIES.has(word.toLowerCase()) || NO_NAME.test(word.toLowerCase());

/** "The clapped", "the drowned": what was done to somebody is no thing. */
const DONE =
  /(?<!bed|shed|seed|weed|reed|deed|speed|feed|steed|sled|need|creed|breed|greed|bleed|hundred|hatred|kindred|wed|shred|screed)(?<=ed)$/;
/** "The e-y": a piece of a word. */
const LETTERS = /(?:^|-)\p{L}(?:-|$)/u;

/** Whether a noun by itself is something that one would ask about: no time, manner or everyday thing. */
export const isThing = (noun: string): boolean =>
  !NO_THING.test(noun) &&
  !isQuality(noun) &&
  !EVERYDAY.has(noun) &&
  !/(?:ly|ing|est)$/.test(noun) &&
  !DONE.test(noun) &&
  !LETTERS.test(noun) &&
  !PAST.test(noun) &&
  !looksFinite(noun);

/** Parts of a body and of what is worn on it. */
const OF_BODY =
  /^(?:cheek|chin|brow|forehead|nose|lip|finger|thumb|wrist|elbow|knee|ankle|toe|heel|beard|moustache|hair|lap|palm|fist|belly|stomach|chest|shoulder|breast|eyelid|eyebrow|jaw|cough|sleeve|collar|pocket|glance|smile)s?$/;

/** Whether a noun is of somebody's body: in most texts it belongs to a manner of speaking. */
export const isOfBody = (noun: string): boolean => OF_BODY.test(noun);

const DETERMINER =
  "(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|[Mm]y|[Yy]our|[Oo]ur|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose)";
/** Words that are no part of a thing's name: what follows it begins with one. */
const NEXT =
  "(?:of|in|on|at|to|from|with|by|under|over|behind|for|and|or|but|so|if|when|while|up|down|out|off|before|after|through|into|than|like|without|until|because|since|where|there|again|now|then|not|could|would|will|can|must|might|may|does|did|too|that|which|who|is|are|was|were|has|have|had|says?)\\b";
const ENDS_PHRASE = `(?=[.,;:!?”"’]|\\s(?:${NEXT}|\\p{Ll}+s\\b|\\p{Ll}+ed\\b)|$)`;
const PHRASE = new RegExp(
  `(?<![\\p{L}])(${DETERMINER})\\s((?:(?!${NEXT})[\\p{Ll}’'-]{3,}\\s)?)((?!${NEXT})[\\p{Ll}-]{3,})${ENDS_PHRASE}`,
  "gu",
);

/** Something that a text speaks of. */
export interface Thing {
  /** "boat book", "tin". */
  readonly name: string;
  readonly noun: string;
}

/** Whether a thing can be asked about under its name: by a noun that names one, or by two words that do together. */
export const isNameable = ({ name, noun }: Thing): boolean =>
  name === noun ? isThing(noun) : !isQuality(noun) && isPair(name.split(" ")[0] ?? "", noun);

/** "my angels" between two stops is how somebody is addressed. */
const isAddress = (text: string, from: number, to: number): boolean =>
  /(?:^|[,.!?;:“"])\s*$/u.test(text.slice(0, from)) && /^[,.!?”"]/u.test(text.slice(to));

/** "The twenty-sixth", "the prior himself": a number or somebody once more, and no thing. */
const NUMBER =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|first|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\p{L}+teenth|\\p{L}+tieth)s?";
const NO_MATTER = new RegExp(`^(?:\\p{L}+sel(?:f|ves)|(?:\\p{L}+-)?${NUMBER})$`, "u");

const FRACTION = /^(?:half|quarter|third|fifth|sixth|eighth|tenth)$/;
const AFTER_NUMBER =
  /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|hours?|miles?|inch(?:es)?|feet|pounds?|years?))\s+and\s+$/iu;

/** What a text speaks of that one could ask about: nouns with what stands before them. */
export const thingsIn = memoizeText((text): readonly Thing[] => {
  const found = new Map<string, Thing>();
  for (const { 1: determiner = "", 2: first = "", 3: last = "", 0: phrase, index } of text.matchAll(PHRASE)) {
    const [before, noun] = PAST.test(last) ? ["", first.trim()] : [first, last];
    if (noun === "") continue;
    if (/^(?:my|our)$/i.test(determiner) && isAddress(text, index, index + phrase.length)) continue;
    if (NO_MATTER.test(noun) && !FRACTION.test(noun)) continue;
    // "Five and a quarter" is a measure.
    if (FRACTION.test(noun) && AFTER_NUMBER.test(text.slice(0, index))) continue;
    // "A quarter to three" is an hour.
    if (FRACTION.test(noun) && /^\s+(?:to|past)\b/.test(text.slice(index + phrase.length))) continue;
    const name = `${before}${noun}`;
    found.set(name, { name, noun });
    found.set(noun, { name: noun, noun });
  }
  return [...found.values()];
});
