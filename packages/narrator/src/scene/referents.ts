/** Whether what a sentence points at has been told: the people behind its pronouns, and the name that it is about. */
import { contentWords, looksFinite } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";

const PRONOUNS = {
  he: /\b(?:he|him|his|himself)\b/iu,
  she: /\b(?:she|her|hers|herself)\b/iu,
} as const;

/** Words for people, after which a pronoun may mean them. */
const HUMAN =
  /\b(?:man|woman|men|women|boy|girl|child|baby|person|people|somebody|someone|nobody|anybody|anyone|everyone|everybody|whoever|who|father|mother|brother|sister|son|daughter|wife|husband|widow|uncle|aunt|king|queen|lord|lady|captain|clerk|priest|vicar|nurse|guard|cook|mate|boss|thief|guest|friend|dog|cat|horse|ghost|god|saint|captains?|chief|judge|miner|player|reader|bishop|student|resident|servant|merchant|agent|assistant|lieutenant|sergeant)\b|\b(?:the|an?|its|their|our|every|each|any|no|one|another|his|her) (?:\p{Ll}+ )?(?!(?:water|paper|winter|summer|river|ledger|number|corner|quarter|letter|order|other|latter|weather|matter|power|tower|chapter|counter|drawer|border|shoulder|ladder|cellar|door|floor|harbour|colour|error|mirror|motor|tractor|manner|dinner|supper|shutter|silver|timber|copper|boiler|pier|tier|list|mist|coast|first|last|past|post|dust|rest|best|west|east|forest|chest|cost|frost)\b)\p{Ll}{3,}(?:man|woman|er|or|ist|ess|wife|smith|wright|herd)\b/iu;

const QUOTED = /[“"][^”"]*[”"]/gu;

/**
 * Whether a "he" or a "she" of a sentence means nobody who has been told: neither somebody of the cast, nor a word for a person.
 * Implements rule NA515.
 *
 * @param context - What has been told directly before it; empty where it stands by itself.
 */
export function lacksAntecedent(sentence: string, context: string, people: readonly Person[]): boolean {
  const plain = sentence.replace(QUOTED, " ");
  return (["he", "she"] as const).some((pronoun) => {
    const at = plain.search(PRONOUNS[pronoun]);
    if (at < 0) return false;
    const before = `${context} ${plain.slice(0, at)}`;
    const isNamed = people.some(
      ({ pronoun: own, name, short }) => own === pronoun && (before.includes(name) || before.includes(short)),
    );
    return !isNamed && !HUMAN.test(before);
  });
}

const indexes = new WeakMap<StoryIndex, ReadonlyMap<string, readonly string[]>>();

/** The author's sentences by the names in them that stand with a capital in mid-sentence, made once a story. */
function sentencesByName(story: StoryIndex): ReadonlyMap<string, readonly string[]> {
  const known = indexes.get(story);
  if (known) return known;
  const made = new Map<string, string[]>();
  for (const sentence of story.authored)
    for (const [, word = ""] of sentence.matchAll(/(?<=[\p{Ll},;] )(\p{Lu}[\p{L}’'-]+)/gu))
      if (story.proper.has(word)) made.set(word, [...(made.get(word) ?? []), sentence]);
  indexes.set(story, made);
  return made;
}

/** What brings a name in: "Clemency is a scale", "Clemency, the scale". */
const INTRODUCES =
  /^(?: \p{Lu}[\p{L}’'-]+)*(?:,? (?:is|was|are|were) (?:an?|the|its|his|her|their|called|named)\b|, (?:an?|the|which|who|whose)\b| \()/u;

/**
 * Whether a sentence is about a name that nothing has told yet, and does not say whose it is. Names of people and places are another's
 * matter. Implements rule NA516.
 *
 * @param wasTold - Whether one of the author's sentences has been told.
 * @param isKnown - Whether a key (`topic:...`) has been named.
 */
export function isAboutUntold(
  sentence: string,
  story: StoryIndex,
  wasTold: (text: string) => boolean,
  isKnown: (key: string) => boolean,
): boolean {
  const word = /^\p{Lu}[\p{L}’'-]+/u.exec(sentence)?.[0]?.replace(/['’]s$/u, "") ?? "";
  const others = sentencesByName(story).get(word);
  if (others === undefined || INTRODUCES.test(sentence.slice(word.length))) return false;
  const keys = story.names.keysIn(word);
  if (keys.some((key) => /^(?:npc|place):/.test(key) || isKnown(key))) return false;
  const whole = story.names.keysIn(sentence)[0];
  if (whole !== undefined && /^(?:npc|place):/.test(whole)) return false;
  return !others.some((other) => other !== sentence && wasTold(other));
}

/** What everybody has in mind without a word. */
const COMMON_GROUND =
  /^(?:sun|moon|sky|stars|sea|wind|rain|weather|world|earth|air|light|dark|town|village|city|country|people|dead|living|poor|rich|truth|law|year|day|night|morning|evening|winter|summer|spring|autumn|north|south|east|west|first|last|only|best|oldest|whole|same)$/;
const COMPLEMENT =
  /^(?:of|who|that|which|where|whose|whom|in|on|at|with|from|for|to|between|behind|under|over|by|called|named)$/;

/**
 * Whether a sentence opens with a thing as if it were known, and nothing has brought it in: "The adit is a drain". What says which it is
 * ("The adit of the mine") brings it in itself. Implements rule NA609.
 *
 * @param context - What has been told, and names of what has been heard of.
 */
export function lacksIntroduction(sentence: string, context: string): boolean {
  const opening = /^The ((?:\p{Ll}[\p{L}’'-]*(?: |(?=[,.]))){1,5})/u.exec(sentence)?.[1];
  if (opening === undefined) return false;
  const words = opening.trim().split(" ");
  const end = words.findIndex((word, at) => at > 0 && (COMPLEMENT.test(word) || looksFinite(word, true)));
  if (end > 0 && COMPLEMENT.test(words[end] ?? "")) return false;
  const thing = words.slice(0, end < 0 ? undefined : end);
  if (thing.some((word) => COMMON_GROUND.test(word))) return false;
  const known = contentWords(context);
  const own = [...contentWords(thing.join(" "))];
  return own.length > 0 && !own.some((word) => known.has(word));
}
