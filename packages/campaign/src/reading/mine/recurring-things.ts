import { headOf, isLemma, isPlural, looksFinite, splitSentences } from "@narratoria/protocol/english";

/** As many as a story is talked about by. */
const MOST = 24;
/** As many as a small setting can be talked about by. */
const MOST_OF_SETTING = 8;

const BEFORE =
  "(?<=\\b(?:[Aa]n?|[Tt]he|[Ss]ome|little|of|[Tt]wo|[Tt]hree|[Ff]our|[Nn]o|[Ee]very|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur)\\s)";
const AFTER =
  "(?=[.,;:?!”\"]|[’']s\\b|\\s(?:of|in|on|at|to|from|with|by|under|over|behind|for|and|or|but|so|if|when|while|up|down|out|off|open|before|after|through|into|over|than|like|without|until|because|since|where|there|again|now|then|not|could|would|will|can|must|might|may|does|did|do|also|again|too|that|which|who|is|are|was|were|has|have|had|stands?|lies|lie|hangs?|says?|reads?|shows?|comes?|goes|holds?|sends?|every|as)\\b|$)";
const PAIR = new RegExp(`${BEFORE}(\\p{Ll}{3,})\\s(\\p{Ll}{3,})${AFTER}`, "gu");
const SINGLE = new RegExp(`(?<=\\b[Tt]he\\s)(\\p{Ll}{3,})${AFTER}`, "gu");
const IN_SPEECH = new RegExp(
  `(?<=\\b(?:[Tt]he|[Aa]n?|[Mm]y|[Yy]our|[Tt]hat|[Tt]his|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur|[Nn]o)\\s)(\\p{Ll}{3,})${AFTER}`,
  "gu",
);

/** Words that make a time, a direction or a manner of speaking out of what follows or precedes. */
const NO_THING =
  /^(?:ones|last|next|first|second|third|same|other|only|own|few|many|several|whole|good|great|little|long|short|old|new|little|one|two|three|four|five|six|every|each|more|most|half|such|very|far|near|left|right|top|end|side|dear|fine|day|days|night|morning|evening|week|year|years|time|times|hour|hours|way|hand|hands|part|place|thing|things|people|else|again|ago|left|floor|anybody|somebody|nobody|who|whom|whose|which|what|that|before|after|above|below|beside|between|against|through|without|within|upon|until|since|about|along|across|among|north|south|east|west|the|you|your|they|them|their|his|her|him|she|its|our|and|not|nor|yet|all|any|both|less|few|well|here|there|then|now|once|twice|never|always|more|most|doesn|didn|wasn|don|won|can|cannot|would|could|should|down|up|out|off|over|under|away|lower|upper|later|another|these|those|this|same|seven|eight|nine|ten|eleven|twelve|hundred|thousand|for|from|with|lot|guy|bit|kind|sort|record|order|rest|middle|back|front)$/i;

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

/** Sources that must speak of two words, and of one, before they are taken for something that the story is about. */
const SOURCES_OF_PAIR = 2;
const SOURCES_OF_WORD = 4;
/** The same of a word that somebody has something to say to. */
const SOURCES_OF_SPOKEN = 2;

/**
 * Things that a story comes back to: "the sheet music", "the thermostat". They can be asked about beside what has lore of its own. Precision
 * before recall, as with the things of a place.
 *
 * @param sources - Texts by what they are from: the premise, a section, a page of lore, a beat, a profile.
 * @param lines - What people are heard to say: what they speak of needs fewer sources.
 * @param taken - Names that are something else already: places, people, topics.
 * @param secrets - Texts that are told late: they speak of a thing as well, but nothing is asked about that stands in them alone.
 * @returns Noun phrases with their article, those first that most sources speak of.
 */
export function recurringThings(
  sources: readonly string[],
  lines: readonly string[],
  taken: readonly string[],
  secrets: readonly string[] = [],
): string[] {
  const counts = new Map<string, number>();
  const spoken = new Set(
    lines.flatMap((line) => [...line.matchAll(IN_SPEECH)].flatMap(([, noun = ""]) => (isThing(noun) ? [noun] : []))),
  );
  for (const text of sources) for (const name of thingsOf(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const text of secrets)
    for (const name of thingsOf(text)) if (counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const enough = [...counts]
    .filter(([name, count]) => count >= enoughOf(name, spoken) && !isTaken(name, taken) && !isQuality(headOf(name)))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([name]) => name);
  // "The fund" is the boiler fund where there is one.
  return enough
    .filter((name) => name.includes(" ") || !enough.some((other) => other.endsWith(` ${name}`)))
    .map((name) => `the ${name}`);
}

/**
 * The same for a story that has premise and setting alone: two words that stand in at least two of their sentences.
 *
 * @param sentences - All sentences of the premise and the setting.
 * @param taken - Names that are something else already: places, people.
 * @returns Noun phrases with their article, in the order of first mention.
 */
export function thingsOfSetting(sentences: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const pair of pairsIn(sentence)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  return [...counts]
    .filter(([pair, count]) => count >= 2 && !isTaken(pair, taken))
    .map(([pair]) => `the ${pair}`)
    .slice(0, MOST_OF_SETTING);
}

function thingsOf(text: string): ReadonlySet<string> {
  const here = new Set<string>();
  for (const sentence of splitSentences(text)) {
    for (const pair of pairsIn(sentence)) here.add(pair);
    for (const [, noun = ""] of sentence.matchAll(SINGLE)) if (isThing(noun)) here.add(noun);
  }
  return here;
}

function enoughOf(name: string, spoken: ReadonlySet<string>): number {
  if (name.includes(" ")) return SOURCES_OF_PAIR;
  return spoken.has(name) ? SOURCES_OF_SPOKEN : SOURCES_OF_WORD;
}

function pairsIn(sentence: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const [, adjective = "", noun = ""] of sentence.matchAll(PAIR)) {
    if (NO_THING.test(adjective) || NO_THING.test(noun) || looksFinite(adjective) || looksFinite(noun)) continue;
    if (/(?:er|est)$/.test(adjective) && /ed$/.test(noun)) continue;
    if (isLemma(adjective) || /ly$/.test(adjective) || /^(?:this|these|those|same|another)$/.test(adjective)) continue;
    // "The children hum" is a clause.
    if (isPlural(adjective) && isLemma(noun)) continue;
    pairs.add(`${adjective} ${noun}`);
  }
  return pairs;
}

/** Whether two words name one thing: "money order", but not "third order" or "water does". */
export const isPair = (before: string, noun: string): boolean =>
  !NO_THING.test(before) &&
  !/(?:ly|est|\dth|ird|fth|xth|nth|hth)$/.test(before) &&
  !/(?:ing|ly)$/.test(noun) &&
  !looksFinite(noun) &&
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

/** Whether a noun by itself is something that one would ask about: no time, manner or everyday thing. */
export const isThing = (noun: string): boolean =>
  !NO_THING.test(noun) &&
  !isQuality(noun) &&
  !EVERYDAY.has(noun) &&
  !/(?:ly|ing|est)$/.test(noun) &&
  !looksFinite(noun);

const isTaken = (name: string, taken: readonly string[]): boolean =>
  taken.some((other) => ` ${other.toLowerCase().replace(/[^\p{L}\p{M}'’-]+/gu, " ")} `.includes(` ${name} `));
