import { isLemma, looksFinite } from "@narratoria/protocol/english";

/** As many as a small setting can be talked about by. */
const MOST = 8;

const AFTER =
  '(?=[.,;:?!”"]|\\s(?:of|in|on|at|to|from|with|by|under|over|behind|for|and|or|that|which|who|is|are|was|were|has|have|stands?|lies|lie|hangs?|every|as)\\b|$)';
const PAIR = new RegExp(
  `(?<=\\b(?:[Aa]n?|[Tt]he|[Ss]ome|little|of|[Tt]wo|[Tt]hree|[Ff]our|[Nn]o|[Ee]very|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur)\\s)(\\p{Ll}{3,})\\s(\\p{Ll}{3,})${AFTER}`,
  "gu",
);

/** Words that make a time, a direction or a manner of speaking out of what follows or precedes. */
const NO_THING =
  /^(?:last|next|first|second|third|same|other|only|own|few|many|several|whole|good|great|little|long|short|old|new|little|one|two|three|four|five|six|every|each|more|most|half|such|very|far|near|left|right|top|end|side|day|days|night|morning|evening|week|year|years|time|times|hour|hours|way|hand|hands|part|place|thing|things|people|else|again|ago|left|floor|anybody|somebody|nobody)$/i;

/**
 * Things that a story comes back to: two words, "the sheet music", that stand in at least two sentences of premise and setting. They can be
 * asked about where there is no lore that says what can. Precision before recall, as with the things of a place.
 *
 * @param sentences - All sentences of the premise and the setting.
 * @param taken - Names that are something else already: places, people.
 * @returns Noun phrases with their article, in the order of first mention.
 */
export function recurringThings(sentences: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    const here = new Set<string>();
    for (const [, adjective = "", noun = ""] of sentence.matchAll(PAIR)) {
      if (NO_THING.test(adjective) || NO_THING.test(noun) || looksFinite(adjective) || looksFinite(noun)) continue;
      if (isLemma(adjective) || /ly$/.test(adjective)) continue;
      here.add(`${adjective} ${noun}`);
    }
    for (const pair of here) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return [...counts]
    .filter(([pair, count]) => count >= 2 && !taken.some((name) => ` ${name.toLowerCase()} `.includes(` ${pair} `)))
    .map(([pair]) => `the ${pair}`)
    .slice(0, MOST);
}
