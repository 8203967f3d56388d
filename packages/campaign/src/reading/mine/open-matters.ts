import { looksFinite, splitSentences, withoutArticle } from "@narratoria/protocol/english";
import { PLACE_NOUNS } from "../lexicon.js";
import { FUNCTION_WORDS } from "../mentions.js";
import { AREAS, FIXTURES } from "./props.js";

/** A text of the campaign's, and the file or person whose it is. */
export interface SourceText {
  readonly of: string;
  readonly text: string;
}

/** So many can be kept in mind. */
const MOST = 8;
/** Sources beside the premise that speak of a matter of two words which the premise lists or calls amiss, or only mentions. */
const LISTED = 1;
const MENTIONED = 3;
/** The same for a single word that the premise lists: others are mostly scenery. */
const SINGLE = 3;

const AFTER =
  "(?=[.,;:?!”\")]|['’]s\\b|\\s(?:of|in|on|at|to|from|with|by|under|over|behind|for|and|or|that|which|who|is|are|was|were|has|have|had|isn['’]t|wasn['’]t|up|down|out|off|back|every|as|until|since|before|after|again|now)\\b|\\s\\p{Ll}+s\\b|$)";
const PHRASE = new RegExp(`(?<![\\p{L}])(?:[Aa]n?|[Tt]he)\\s(?:(\\p{Ll}{3,})\\s)?(\\p{Ll}{3,})${AFTER}`, "gu");

/** Times, measures, parts, people in general and words that only point: nobody asks about them. */
const NO_MATTER =
  /^(?:day|days|night|nights|morning|mornings|evening|evenings|afternoon|week|weeks|month|months|year|years|time|times|hour|hours|minute|minutes|moment|season|winter|summer|spring|autumn|weekend|end|side|top|bottom|back|front|middle|left|right|rest|half|part|parts|place|places|thing|things|way|ways|word|words|name|names|people|person|man|men|woman|women|boy|girl|child|children|family|one|ones|other|others|same|first|second|third|last|next|only|few|many|lot|kind|sort|bit|pair|number|world|truth|question|questions|answer|answers|story|matter|reason|fact|point|idea|problem|trouble|floor|door|doors|wall|walls|window|windows|room|rooms|house|town|village|city|street|stairs|table|chair|air|light|dark|sky|sun|moon|rain|weather|water|ground|hand|hands|face|eyes|head|voice|life|death|everybody|somebody|anybody|nobody|player|story|scene|game|work|job|use|hall|corner|edge|line|lines|list|going|whole|sound|smell|look|sight|air|dead|living|poor|rich|old|young)$/i;
const NO_ADJECTIVE =
  /^(?:last|next|first|second|third|fourth|fifth|same|other|only|own|few|many|several|whole|good|great|little|long|short|old|new|big|small|poor|dear|one|two|three|four|five|six|seven|eight|nine|ten|every|each|more|most|half|such|very|far|near|left|right|entire|certain|usual)$/i;

/**
 * Finds the matters that the premise raises and that other texts speak of as well: what it lists, asks about or calls amiss first, then
 * what several others come back to.
 *
 * @param premise - As the player hears it.
 * @param sources - The campaign's other texts, without secrets.
 * @param isTaken - Whether a noun phrase is a person, a place or a topic already.
 * @returns Noun phrases with their article, those that most sources speak of first.
 */
export function openMatters(
  premise: string,
  sources: readonly SourceText[],
  isTaken: (np: string) => boolean,
): string[] {
  const bySource = new Map<string, string>();
  for (const { of, text } of sources) bySource.set(of, `${bySource.get(of) ?? ""}\n${text.toLowerCase()}`);
  const texts = [...bySource.values()];
  const counts = new Map<string, number>();
  const speakOf = (phrase: string): number => {
    const known = counts.get(phrase);
    if (known !== undefined) return known;
    const pattern = new RegExp(`(?<![\\p{L}-])${phrase}(?:e?s)?(?![\\p{L}-])`, "u");
    const count = texts.filter((text) => text.includes(phrase) && pattern.test(text)).length;
    counts.set(phrase, count);
    return count;
  };
  const found = new Map<string, number>();
  for (const { text, item, raised } of sentencesOf(premise)) {
    for (const [, before = "", last = ""] of text.matchAll(PHRASE)) {
      // "the cat sits"
      const [adjective, noun] = looksFinite(last) ? ["", before] : [before, last];
      if (noun === "" || !isMatter(noun) || FIXTURES.has(noun) || AREAS.has(noun)) continue;
      const plain = adjective !== "" && !NO_ADJECTIVE.test(adjective) && isMatter(adjective);
      const pair = `${adjective} ${noun}`;
      // "the lobby thermostat" is the thermostat to everybody else.
      const whole = plain && (speakOf(pair) > 0 || PLACE_NOUNS.has(noun));
      if (!whole && (PLACE_NOUNS.has(noun) || noun.length < 3)) continue;
      const core = whole ? pair : noun;
      const least = whole ? (raised ? LISTED : MENTIONED) : item ? SINGLE : Number.POSITIVE_INFINITY;
      if (speakOf(core) < least || isTaken(core)) continue;
      found.set(core, Math.max(found.get(core) ?? 0, speakOf(core) + (raised ? MENTIONED : 0)));
    }
  }
  return [...found]
    .filter(([core]) => ![...found.keys()].some((other) => other !== core && other.endsWith(` ${core}`)))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([core]) => `the ${withoutArticle(core)}`);
}

/** Whether a word can be the noun of a matter. */
const isMatter = (word: string): boolean =>
  !NO_MATTER.test(word) &&
  !FUNCTION_WORDS.has(word) &&
  !ADVERBS.test(word) &&
  !looksFinite(word) &&
  !/(?:ly|ing|est)$/.test(word);

const ADVERBS =
  /^(?:about|above|after|again|all|already|also|always|any|around|away|because|before|behind|below|between|both|either|else|enough|even|ever|every|eleven|five|four|gone|here|inside|just|later|less|more|much|near|nearly|never|nine|now|off|often|only|onto|out|outside|over|perhaps|quite|rather|said|seven|since|six|some|somebody|someone|soon|still|such|ten|than|that|then|there|these|they|this|those|though|three|through|together|too|towards?|twelve|twice|two|under|until|upon|very|what|when|where|which|while|who|whose|with|within|without|yet|you|your)$/i;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;
/** What is not as it should be. */
const AMISS =
  /\?|\b(?:gone|missing|lost|stolen|stuck|broken|empty|dead|killed|murdered|poisoned|burn(?:t|ed)|vanished|disappeared|nobody knows|no one knows|somebody|someone|supposed to|should have|never came|not been seen|short)\b/i;

function sentencesOf(premise: string): { readonly text: string; readonly item: boolean; readonly raised: boolean }[] {
  const blocks = premise.split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/);
  // Some write everything as a list: nothing in it stands out.
  const isList = blocks.filter((block) => ITEM.test(block)).length * 2 > blocks.length + ANNOUNCED;
  return blocks.flatMap((block) => {
    const item = !isList && ITEM.test(block);
    return splitSentences(block.replace(ITEM, "").replace(/[*_>#|]/g, " ")).map((text) => ({
      text,
      item,
      raised: item || AMISS.test(text),
    }));
  });
}

/** A list may have so many items more than there are paragraphs around it. */
const ANNOUNCED = 4;
