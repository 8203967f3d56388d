/** Who somebody is, put into the author's sentence that names them first. */
import { contentWords, looksFinite } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What goes on after a comma about whoever stands before it: "Roy, winding twine", "Rob, who was driving". */
const GOES_ON =
  /^, (?!(?:and|or|but|nor|then|so|to|too|please|if|when|as|because|since|he|she|they|it|you|I)\b)\p{Ll}/u;
/** Words before a name that make it one of several, or somebody's title or part. */
const OF_LIST = /(?:,|\b(?:and|or|nor|both|with|called|named|Mr|Mrs|Miss|Ms|Dr))\.? $/u;

/** Quotations as so many spaces: nobody is explained in what another says. */
const unquoted = (sentence: string): string =>
  sentence.replace(/(?:[“"‘]|(?<=^|[\s:(—])'(?=\p{Lu}))[^”"]*?(?:[”"]|['’](?!\p{L})|$)/gu, (quote) =>
    " ".repeat(quote.length),
  );

const ARTICLE = /^(?:an?|the|your|my|our) /i;

/** Whether a text says in a sentence of its own that somebody is that: "He is a graduate student", "Vee works here as a cook". */
function saysSo(text: string, phrase: string): boolean {
  const [plain = ""] = phrase.replace(ARTICLE, "").split(/ (?:of|to|at|in|on|for|from|with|by|under) /);
  const head = plain.trim().split(/\s+/).at(-1) ?? "";
  if (head === "") return false;
  return new RegExp(
    `(?:\\b(?:is|was|are|were|be|been|as)|(?<=\\p{L})['’](?:s|re))(?: (?:now|only|just|still|really|also|both))? (?:(?:an?|the|your|our|his|her|their|its|my) )?(?:[\\p{L}’'-]+ ){0,3}?${escaped(head)}\\b`,
    "iu",
  ).test(unquoted(text));
}

/** Where somebody lives or has their place, at the end of what they are: "the old man at the foot of the hill". */
const WHERE = / (?:at|in|on|by|under|near|above|below|behind|beside) (?:the|an?|his|her|their|\p{Lu})[^,]*$/u;
const LIVES_THERE =
  /\b(?:lives?|lived|dwells?|resides?|(?:has|have) (?:lived|a (?:house|hut|room|cabin|place|farm|shop)))\b[^.;]*\b(?:at|in|on|by|under|near|above|below|behind|beside)\b/iu;

/**
 * A sentence with who somebody is behind their name: "Puzur is charming" gives "Puzur, the overseer of the quay, is charming". Unchanged
 * where it says so itself, where the name is another's ("Puzur's house") or one of several, and where no verb, stop or aside follows it.
 * Implements rules NA3252 and NA3362.
 *
 * @param phrase - "the overseer of the quay".
 * @param others - What is told beside it.
 */
export function withWhoTheyAre(
  sentence: string,
  { name, short }: Pick<Person, "name" | "short">,
  whole: string,
  others: readonly string[] = [],
): string {
  if (others.some((other) => saysSo(other, whole))) return sentence;
  // "The old man at the foot of the hill, lives by the river": where that is, the sentence says.
  const phrase = LIVES_THERE.test(sentence) ? whole.replace(WHERE, "") : whole;
  const own = [...contentWords(phrase)];
  const said = contentWords(sentence);
  if (own.length === 0 || own.some((word) => said.has(word))) return sentence;
  const plain = unquoted(sentence);
  const form = [name, short].find((one) =>
    new RegExp(`(?<![\\p{L}’'-])${escaped(one)}(?![\\p{L}’'-])`, "u").test(plain),
  );
  if (form === undefined) return sentence;
  const at = plain.search(new RegExp(`(?<![\\p{L}’'-])${escaped(form)}(?![\\p{L}’'-])`, "u"));
  const before = plain.slice(0, at);
  if (OF_LIST.test(before) || /\p{Lu}[\p{L}.’'-]* $/u.test(before)) return sentence;
  const after = sentence.slice(at + form.length);
  const [, next = ""] = /^ (\p{Ll}+)/u.exec(after) ?? [];
  // "Bram, the troll, at the back wants": where somebody is may stand between.
  const isWhere = /^(?:at|in|on|behind|beside|by|under|near|aboard|outside)$/.test(next);
  const isVerb = isWhere || looksFinite(next, true) || /^\p{Ll}+[^s]s$/u.test(next);
  const goesOn = GOES_ON.test(after) || /^[.;:](?:\s|$)/.test(after);
  if (!isVerb && !goesOn) return sentence;
  return `${sentence.slice(0, at)}${form}, ${phrase}${isVerb ? "," : ""}${after}`;
}
