import {
  allMatches,
  headOf,
  isLemma,
  isPlural,
  isQuality,
  isThing,
  looksFinite,
  NO_THING,
  splitSentences,
} from "@narratoria/protocol/english";

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
    .filter(
      ([name, count]) =>
        count >= enoughOf(name, spoken) &&
        !isTaken(name, taken) &&
        !isQuality(headOf(name)) &&
        !OF_A_PLACE_OR_TIME.test(name),
    )
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([name]) => name);
  // "The fund" is the boiler fund where there is one.
  return enough
    .filter((name) => name.includes(" ") || !enough.some((other) => other.endsWith(` ${name}`)))
    .map((name) => `the ${name}`);
}

/** "At noon", "on Sunday": when or where, and no thing. (rule CA4713) */
const OF_A_PLACE_OR_TIME = /^(?:at|in|on|by|from|to|of|for|with|after|before|until|since) /iu;

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
    for (const [, noun = ""] of allMatches(sentence, SINGLE)) if (isThing(noun)) here.add(noun);
  }
  return here;
}

function enoughOf(name: string, spoken: ReadonlySet<string>): number {
  if (name.includes(" ")) return SOURCES_OF_PAIR;
  return spoken.has(name) ? SOURCES_OF_SPOKEN : SOURCES_OF_WORD;
}

function pairsIn(sentence: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const [, adjective = "", noun = ""] of allMatches(sentence, PAIR)) {
    if (NO_THING.test(adjective) || NO_THING.test(noun) || looksFinite(adjective) || looksFinite(noun)) continue;
    if (/(?:er|est)$/.test(adjective) && /ed$/.test(noun)) continue;
    if (isLemma(adjective) || /ly$/.test(adjective) || /^(?:this|these|those|same|another)$/.test(adjective)) continue;
    // "The children hum" is a clause.
    if (isPlural(adjective) && isLemma(noun)) continue;
    pairs.add(`${adjective} ${noun}`);
  }
  return pairs;
}

const isTaken = (name: string, taken: readonly string[]): boolean =>
  taken.some((other) => ` ${other.toLowerCase().replace(/[^\p{L}\p{M}'’-]+/gu, " ")} `.includes(` ${name} `));
