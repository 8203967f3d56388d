import { type CampaignWords, type Check, type SceneFacts, unquoted, wordsIn } from "./scene-facts.js";

/** Words with a capital wherever they stand. */
const ALWAYS_CAPITAL = new Set(
  "i i'm i've i'll i'd monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december".split(
    " ",
  ),
);
/** What only somebody does. */
const PERSONAL =
  /^(?:says|asks|looks|smiles|nods|laughs|sighs|walks|sits|stands|turns|watches|leans|steps|waits|frowns|shrugs|speaks|knows|and)$/;
/** What stands for somebody, and is nobody's name. */
const STANDS_FOR =
  /^(?:he|she|it|they|you|we|who|what|this|that|these|those|somebody|someone|nobody|everybody|everyone|nothing|something|everything|one|both|neither|each|none|some)$/;
/** Words that are neither of the campaign nor of our frames, in one sentence. */
const MOST_STRANGE = 2;

/** What explains a thing rather than showing it, and the phrases that models wear thin. */
const LEARNED =
  /\b(?:is|are) (?:\w+ )?(?:a|an|the) (?:\w+ )?(?:(?:types?|kinds?|collections?|forms?|symbols?|reminders?|metaphors?) (?:of|for|that|to)|testaments?|appliances?|materials?|places? (?:of|where))\b|\b(?:testament|tapestry|reminiscent|resembl\w+|appears? to be|known for|used (?:in|for)|many years|years ago|bustling|the world|traditional|modern)\b/i;

/** Only whom and what the story has can be named, and only once it has been heard of. */
export const names: Check = (sentence, facts) => {
  const { story, words } = facts;
  const tokens = unquoted(sentence).match(/[\p{L}][\p{L}’'-]*|[.!?:]/gu) ?? [];
  const unknown = tokens.find((token, at) => {
    const word = (wordsIn(token)[0] ?? "").replace(/'s$/, "");
    const isKnownName = ALWAYS_CAPITAL.has(word) || words.capital.has(word) || story.proper.has(token);
    if (!/^\p{Lu}/u.test(token) || isKnownName) return false;
    if (at > 0 && !/[.!?:]/.test(tokens[at - 1] ?? "")) return true;
    // What opens a sentence may be any word: a name is followed by what somebody does.
    return !words.all.has(word) && !STANDS_FOR.test(word) && PERSONAL.test(tokens[at + 1] ?? "");
  });
  if (unknown !== undefined) return `There is no ${unknown} in this story.`;
  const heard = new Set(
    [facts.past, facts.instructions, facts.told].flatMap((texts) => [...namedIn(texts, story.names)]),
  );
  const unheard = story.names.keysIn(sentence).some((key) => /^(?:npc|place):/.test(key) && !heard.has(key));
  return unheard ? "Do not name anybody who has not been spoken of." : null;
};

const named = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The same lists are held against every sentence of a scene. */
function namedIn(texts: readonly string[], names: SceneFacts["story"]["names"]): ReadonlySet<string> {
  const known = named.get(texts) ?? new Set(names.keysIn(texts.join("\n")));
  named.set(texts, known);
  return known;
}

/** A sentence full of words that neither the campaign nor our frames know is of another world. */
export const world: Check = (sentence, { words }) => {
  return strangeWords(sentence, words).length > MOST_STRANGE || LEARNED.test(sentence)
    ? "Stay in the world of the story, with plain words."
    : null;
};

/** Words that neither the campaign nor our frames know. */
export function strangeWords(sentence: string, { all }: CampaignWords): string[] {
  return wordsIn(unquoted(sentence)).filter((word) => word.length > 3 && !isKnown(word, all));
}

/** Also by its stem: "creaks" where "creak" is known. */
function isKnown(word: string, known: ReadonlySet<string>): boolean {
  const plain = word.replace(/'s$/, "");
  const stem = plain.replace(/(?:ies|es|s|ed|ing|ly|er|est)$/, "");
  return [
    plain,
    stem,
    `${stem}e`,
    `${stem}y`,
    `${stem}s`,
    `${stem}ed`,
    `${stem}ing`,
    stem.replace(/(.)\1$/, "$1"),
  ].some((one) => known.has(one));
}
