/** Gives the choices of one beat the words that they need to be understood alone: what tells them apart, and a noun for "it". */
import { LONGEST_DEED, isBare, isThreat } from "./deed-words.js";

/** Words up to which a deed may have lost what it is about: "ask Osk", "write it", "say at once". */
const FEW_WORDS = 3;

/** A clause with a subject of its own says what comes of the deed, and nothing of it. */
const OTHER_CLAUSE =
  /^,? ?(?:(?:and|but|so|or) )?(?:(?:then|there|here) )?(?:he|she|it|they|you|there|nobody|everybody|somebody|someone|(?:some|any|every)(?:body|one) else|\p{Lu}\p{L}+|(?:the|an?|his|her|their|your) (?:\p{Ll}+ )?\p{Ll}+)\b(?:[’']\p{Ll}+| (?:is|are|was|were|has|have|had|will|would|may|might|can|could|must|\p{Ll}+(?:s|ed)))\b/u;
/** Why, when and to what end a deed is done is no part of it. */
const NO_PART =
  /^, (?:(?:just|only|since|because|before|after|when|while|if|though|which|who|whom|where|so|as|for|until|unless|not|\p{Ll}+ing)\b|(?:and|or|but) (?:what|who|how|where|when|why|which|for|not)\b)/u;

/** Whether one deed is the beginning of another: "write it" of "write it without the hill". */
const begins = (deed: string, other: string): boolean => other !== deed && other.startsWith(`${deed} `);

/**
 * A deed with what its author's sentence goes on to say of it, where it has too few words without, or begins as another does: "write it, and
 * put the pen in his hand". (rule CA1670)
 *
 * @param source - The deed in its author's words, with what follows.
 * @param result - What comes of it, which is no part of it.
 */
export function withItsRest(deed: string, source: string, others: readonly string[], result = ""): string {
  const isShort = deed.split(" ").length <= FEW_WORDS || others.some((other) => begins(deed, other));
  const at = source.toLowerCase().indexOf(deed.toLowerCase());
  if (!isShort || at < 0 || /\p{L}/u.test(source.charAt(at - 1))) return deed;
  const [rest = ""] = source.slice(at + deed.length).split(/[.;:?!—–()“”"]/u);
  if (!rest.startsWith(", ") || / or not\b/u.test(rest) || OTHER_CLAUSE.test(rest) || NO_PART.test(rest)) return deed;
  // The next way to choose is no part of this one.
  const own = rest.replace(/,? or .*$/su, "").trimEnd();
  const ends = own.split(" ").slice(-2).join(" ").toLowerCase();
  if (result.toLowerCase().includes(ends) || others.some((other) => own.includes(` ${other}`))) return deed;
  const parts = own.split(/(?=, )/u);
  for (let most = parts.length; most > 0; most -= 1) {
    const kept = parts.slice(0, most).join("");
    const whole = `${deed}${kept}`;
    const isOne = !OTHER_CLAUSE.test(parts[most - 1] ?? "") && !isThreat(kept.replace(/^, (?:and )?/u, ""));
    if (isOne && whole.split(" ").length <= LONGEST_DEED && !leavesOpen(kept)) return whole;
  }
  return deed;
}

/** "Say nothing, take the pamphlets up" lacks the last of three: a list of deeds is kept whole or not at all. */
function leavesOpen(kept: string): boolean {
  const last = kept.split(/, /u).at(-1) ?? "";
  return isBare(last.split(" ")[0] ?? "");
}

/** What is nobody's thing to hold, open or lay down, and who is no thing. */
const NO_THING =
  /^(?:truth|story|news|time|day|night|morning|evening|way|word|words|rest|whole|question|matter|lot|place|road|man|woman|boy|girl|child|people|person|voice|silence|moment|hour|end|side|hand|others?|first|second|last|same|house|room|town|city|river|sea|rain|wind|snow|weather|light|dark|door|name|mark|idea|look|face|head|mouth|eyes?|courage|right|chance|nerve|heart|hope|fear|need|wish|leave|reason|sense|power|strength|luck|trouble|habit|duty|love|wit|shame|pride|faith|trust|use|taste|skill|cold|cough|job|plan|point|rule|doubt|talk|walk|laugh|smile|sleep|dream|thought|guess|answer|choice|feeling|memory|secret|past|future|\p{Ll}+(?:ness|tion|sion|ity|ance|ence|hood|dom))$/u;

const NOUN =
  "(?:(?!(?:and|or|of|in|on|to|with|that|down|up)\\b)\\p{Ll}[\\p{Ll}’'-]+ ){0,2}?(?!(?:down|away|back|out|off|over|aside|up|again|there|here)\\b)\\p{Ll}[\\p{Ll}-]{2,}";
/** "A bell goes at Bed Six": what a sentence brings in. */
const SUBJECT = new RegExp(
  `^(?:(?:And|But|So|Then|Now) )?[Aa]n? (${NOUN}) (?:lies|lay|goes|went|stands|stood|rings|rang|hangs|hung|opens|opened)\\b`,
  "u",
);
/** "You have the card in your pocket", "Dot holds out a clipboard": what somebody has or shows. */
const OBJECT = new RegExp(
  `\\b(?:has|have|had|holds? out|held out|holds?|held|hands you|gives you|gave you|finds?|found|puts?|shows you|There(?:[’']s| is| was)) (?:an?|the|your) (${NOUN})(?=[.,;:]|\\s(?:in|on|at|of|to|from|with|under|behind|for|and|by|that|which|it|who|down|up|away|back|out|aside|over)\\b|$)`,
  "gu",
);
const HANDLES =
  "(?:show|take|hand|give|keep|throw|burn|hide|lay|leave|put|read|open|sell|return|bring|carry|send|break|tear|bury|drop|pocket|hold)";
/** "Show her the proof": what another way of the same set is done to. */
const OF_OTHER = new RegExp(`^${HANDLES}(?: (?:him|her|them|\\p{Lu}\\p{L}+))? the (${NOUN})$`, "u");

const isThing = (noun: string): boolean =>
  !NO_THING.test(noun.split(" ").at(-1) ?? "") && !/(?:s|ing|ed|ly)$|[’']s /u.test(noun);

/** The one thing that a text speaks of as "it" would; undefined where there is none, or more than one. */
function thingIn(text: string): string | undefined {
  const subject = SUBJECT.exec(text)?.[1];
  const all = new Set([
    ...(subject === undefined ? [] : [subject]),
    ...[...text.matchAll(OBJECT)].flatMap(([, noun]) => noun ?? []),
  ]);
  const [only] = all;
  return all.size === 1 && only !== undefined && isThing(only) ? only : undefined;
}

/** Whether words name anything that "it" could be. */
const NAMES_SOMETHING = /\b(?:an?|the|this|that) \p{Ll}/u;

/** "It" right behind its verb, or behind the verb's preposition. */
const IT = /^(\p{Ll}+(?: (?:out|up|down|back|off|on|away|for|at|about|to|with))?) it(?=$|[ ,])/u;

/**
 * A deed with its noun for "it": the one thing that its own sentence speaks of before it, else another way of the set, else the sentence
 * before. (rule CA1671)
 *
 * @param before - What its own sentence says before the deed, and the sentence before that.
 * @param others - The deeds that stand before it in the set.
 */
export function withItsNoun(deed: string, before: readonly string[], others: readonly string[]): string {
  if (!IT.test(deed)) return deed;
  const other = others.findLast((one) => !/\bit\b/u.test(one));
  const isHandled = new RegExp(`^${HANDLES} (?:\\p{Ll}+ )?it\\b`, "u").test(deed);
  const ofOther = other === undefined || !isHandled ? undefined : OF_OTHER.exec(other)?.[1];
  const [own = "", last = ""] = before;
  // What comes nearest is meant, and only where nothing else could be.
  const noun =
    thingIn(own) ??
    (ofOther !== undefined && isThing(ofOther) ? ofOther : undefined) ??
    (NAMES_SOMETHING.test(own) ? undefined : thingIn(last));
  if (noun === undefined || deed.includes(noun)) return deed;
  const whole = deed.replace(IT, (_, verb: string) => `${verb} the ${noun}`);
  return whole.split(" ").length <= LONGEST_DEED ? whole : deed;
}

/** Ways from which on whether to do one of them at all is no question: the others are what is done instead. */
const ENOUGH = 3;

/** The ways of a set without "decide not to" do one of them, where there is something else to do. (rule CA1672) */
export function withoutDenials(ways: readonly string[]): readonly string[] {
  const others = ways.filter((way) => !way.startsWith("decide not to "));
  return others.length >= ENOUGH ? others : ways;
}

/** Where a beat's sentences say a deed: its sentence from the deed on, and what stands before it. */
function saidIn(
  deed: string,
  sentences: readonly string[],
): { readonly source: string; readonly before: readonly string[] } {
  const key = deed.toLowerCase();
  const at = sentences.findLastIndex((sentence) => sentence.toLowerCase().includes(key));
  const sentence = sentences[at] ?? "";
  const from = sentence.toLowerCase().lastIndexOf(key);
  return from < 0
    ? { source: "", before: [] }
    : { source: sentence.slice(from), before: [sentence.slice(0, from), sentences[at - 1] ?? ""] };
}

/**
 * The ways that a beat puts to the player, each in the words that it needs to be understood alone.
 *
 * @param sentences - All that the beat says, in order, in the second person.
 */
export function wholeWays(
  ways: readonly { readonly text: string; readonly result?: string }[],
  sentences: readonly string[],
): readonly string[] {
  const texts = ways.map(({ text }) => text);
  const said = texts.map((text) => saidIn(text, sentences));
  const whole = ways.map(({ text, result }, at) => withItsRest(text, said[at]?.source ?? "", texts, result));
  return whole.map((way, at) => withItsNoun(way, said[at]?.before ?? [], whole.slice(0, at)));
}
