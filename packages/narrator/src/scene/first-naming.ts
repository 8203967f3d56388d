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

/**
 * A sentence with who somebody is behind their name: "Puzur is charming" gives "Puzur, the overseer of the quay, is charming". Unchanged
 * where it says so itself, where the name is another's ("Puzur's house") or one of several, and where no verb, stop or aside follows it.
 * Implements rule NA3252.
 *
 * @param phrase - "the overseer of the quay".
 */
export function withWhoTheyAre(
  sentence: string,
  { name, short }: Pick<Person, "name" | "short">,
  phrase: string,
): string {
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
