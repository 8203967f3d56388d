/** Who somebody is, put into the author's sentence that names them first. */
import { contentWords, looksFinite, escapeRegExp } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";

/** Somebody as far as their first naming goes. */
type Named = Pick<Person, "name" | "short"> & Partial<Pick<Person, "epithet" | "pronoun">>;

/** What goes on after a comma about whoever stands before it: "Roy, winding twine", "Rob, who was driving". */
const GOES_ON =
  /^, (?!(?:and|or|but|nor|then|so|to|too|please|if|when|as|because|since|he|she|they|it|you|I)\b)\p{Ll}/u;
/** Words before a name that make it one of several, or somebody's title or part. */
const OF_LIST = /(?:,|\b(?:and|or|nor|both|with|called|named|Mr|Mrs|Miss|Ms|Dr))\.? $/u;
/** "With his hat in his hand, and Duchess looks": a clause of its own, behind a word that is nobody's name. */
const NEXT_CLAUSE = /(?:^|[^\p{L}])\p{Ll}[\p{L}’'-]*[,;] (?:(?:and|but|then|so) )?$/u;
/** Words that open a sentence and belong to no name behind them. */
const OPENS =
  /^(?:Then|Now|When|While|And|But|Here|There|As|If|So|After|Before|Behind|Beside|Only|On|In|At|With|Once|Today|Tonight|From|Even|For|By|Yet|Because|Next|Meanwhile|Later|Suddenly) $/u;
/** Whether what stands before a name belongs to it: "Captain Roy", "you hear Old Roy". */
const isPartOfName = (before: string): boolean => /\p{Lu}[\p{L}.’'-]* $/u.test(before) && !OPENS.test(before);

/** "Looks" of one, and "looked" of anybody: several look. */
const OF_ONE = /^(?:\p{Ll}+[^s]s|is|was|has)$/u;

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
    `(?:\\b(?:is|was|are|were|be|been|as)|(?<=\\p{L})['’](?:s|re))(?: (?:now|only|just|still|really|also|both))? (?:(?:an?|the|your|our|his|her|their|its|my) )?(?:[\\p{L}’'-]+ ){0,3}?${escapeRegExp(head)}\\b`,
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
  { name, short, epithet, pronoun = null }: Named,
  whole: string,
  others: readonly string[] = [],
  forms: readonly string[] = [],
): string {
  if (others.some((other) => saysSo(other, whole))) return presented(sentence, [name, short, ...forms], whole, pronoun);
  // "The old man at the foot of the hill, lives by the river": where that is, the sentence says.
  const placed = LIVES_THERE.test(sentence) ? whole.replace(WHERE, "") : whole;
  const said = contentWords(sentence);
  const isNew = (one: string): boolean => {
    const own = [...contentWords(one)];
    return own.length > 0 && !own.some((word) => said.has(word));
  };
  // "The commander of the Screen Guard" in front of the Screen is the commander.
  const phrase = isNew(placed) || epithet === undefined || !placed.startsWith(`${epithet} `) ? placed : epithet;
  if (!isNew(phrase)) return sentence;
  const plain = unquoted(sentence);
  const found = findForm(plain, [name, short, ...forms]);
  if (found === undefined) return sentence;
  const { at, form } = found;
  const before = plain.slice(0, at);
  const after = sentence.slice(at + form.length);
  const [, next = ""] = /^ (\p{Ll}+)/u.exec(after) ?? [];
  const isClause = NEXT_CLAUSE.test(before) && OF_ONE.test(next);
  if ((OF_LIST.test(before) && !isClause) || isPartOfName(before)) return sentence;
  // "Bram, the troll, at the back wants": where somebody is may stand between.
  const isWhere = /^(?:at|in|on|behind|beside|by|under|near|aboard|outside)$/.test(next);
  const isVerb = isWhere || looksFinite(next, true) || /^\p{Ll}+[^s]s$/u.test(next);
  const goesOn = GOES_ON.test(after) || /^[.;:](?:\s|$)/.test(after);
  if (!isVerb && !goesOn) return sentence;
  return `${sentence.slice(0, at)}${form}, ${phrase}${isVerb ? "," : ""}${after}`;
}

/** "It's Tuck." of a boy whom nobody knows by name yet: "It's Tuck, from Patience.", else "His name is Tuck." (rule NA5783) */
function presented(sentence: string, forms: readonly string[], phrase: string, pronoun: Person["pronoun"]): string {
  const [, opening = "", form = ""] = /^(It(?:['’]s| is| was)) ([^,;:]+)\.$/u.exec(sentence) ?? [];
  if (form === "" || !forms.includes(form)) return sentence;
  const from = / (from \p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*)$/u.exec(phrase)?.[1];
  if (from !== undefined) return `${opening} ${form}, ${from}.`;
  const be = opening === "It was" ? "was" : "is";
  return pronoun === "he" || pronoun === "she" ? `${pronoun === "he" ? "His" : "Her"} name ${be} ${form}.` : sentence;
}

/** The first of some forms of a name in a text outside its quotations; "the Mole" opens a sentence as "The Mole". */
function findForm(
  plain: string,
  forms: readonly string[],
  isOwner = false,
): { readonly at: number; readonly form: string } | undefined {
  for (const one of forms) {
    const written = escapeRegExp(one).replace(/^[Tt]he /, "[Tt]he ");
    const end = isOwner ? "(?![\\p{L}-]|['’](?!s))" : "(?![\\p{L}’'-])";
    const match = new RegExp(`(?<![\\p{L}’'-])${written}${end}`, "u").exec(plain);
    if (match) return { at: match.index, form: match[0] };
  }
  return undefined;
}

/** Words of a name without its article and titles. */
const wordsOf = (form: string): readonly string[] =>
  form
    .replace(/^the /i, "")
    .split(/\s+/)
    .filter((word) => !TITLE.test(word));
const TITLE =
  /^(?:Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Lord|Captain|Colonel|Major|Sergeant|Sgt|Father|Sister|Brother|Madame|Mme|M)\.?$/u;

/**
 * A sentence in which a name stands under which nobody has heard of a person who is known by another one, with the two tied once: "Win sits
 * there" of Miss Askew gives "Win Askew sits there", "Sealing-Wax nods" of Mr. Thripp "Mr. Thripp, called Sealing-Wax, nods".
 * Implements rule NA5782.
 *
 * @param forms - All under which texts call them, the whole name first.
 * @param known - The one that the player knows.
 */
export function withKnownName(
  sentence: string,
  forms: readonly string[],
  known: string,
  heard: readonly string[] = [known],
): string {
  const plain = unquoted(sentence);
  const found = findForm(
    plain,
    [...forms].sort((a, b) => b.length - a.length),
    true,
  );
  if (found === undefined) return sentence;
  const { at, form } = found;
  const own = wordsOf(form);
  // A name that shares a word with a known one, or is an office alone, is tied by it.
  const knownWords = new Set(heard.flatMap(wordsOf));
  if (own.length === 0 || own.some((word) => knownWords.has(word))) return sentence;
  const before = plain.slice(0, at);
  const after = sentence.slice(at + form.length);
  if (isPartOfName(before) || /^ \p{Lu}/u.test(after)) return sentence;
  const whole = wordsOf(forms[0] ?? "");
  const isReal = (words: readonly string[]): boolean => words.every((word) => whole.includes(word));
  const family = whole.at(-1) ?? "";
  const isFamilyKnown = whole.length > 1 && knownWords.has(family);
  // A given name, or what it is short for, stands before the family name.
  if (isFamilyKnown && own.length === 1 && (own[0] === whole[0] || sharesStart(whole[0] ?? "", form)))
    return `${sentence.slice(0, at)}${form} ${family}${after}`;
  const real = isReal(own) ? form : isReal(wordsOf(known)) ? known : undefined;
  const nick = real === form ? known : form;
  if (real === undefined || isReal(wordsOf(nick))) return sentence;
  const [, next = ""] = /^ (\p{Ll}+)/u.exec(after) ?? [];
  if (!(looksFinite(next, true) || OF_ONE.test(next)) || OF_LIST.test(before)) return sentence;
  const name = at === 0 ? real.replace(/^the /, "The ") : real;
  return `${sentence.slice(0, at)}${name}, called ${nick.replace(/^The /, "the ")},${after}`;
}

/**
 * A text of ours with the name under which somebody is known in the place of one that nobody has heard: "Show Ilse Win's pencil" gives "Show
 * Ilse Miss Askew's pencil". Implements rule NA5786.
 *
 * @param heard - The names under which they are known, the last heard last.
 */
export function inKnownName(text: string, forms: readonly string[], heard: readonly string[]): string {
  const known = heard.at(-1);
  if (known === undefined) return text;
  const knownWords = new Set(heard.flatMap(wordsOf));
  const whole = wordsOf(forms[0] ?? "");
  const strange = forms.filter((form) => {
    const own = wordsOf(form);
    // The whole name is what it is: whoever says it means to.
    const isWhole = whole.length > 1 && whole.every((word) => own.includes(word));
    return text.includes(form) && !isWhole && own.length > 0 && !own.some((word) => knownWords.has(word));
  });
  return strange
    .sort((a, b) => b.length - a.length)
    .reduce((changed, form) => {
      const plain = unquoted(changed);
      const found = findForm(plain, [form], true);
      if (found === undefined) return changed;
      // "Captain Roy" and "Old Roy" are names of their own.
      const before = /(\p{Lu}[\p{L}.’'-]*) $/u.exec(plain.slice(0, found.at))?.[1] ?? "";
      if (TITLE.test(before) || /^(?:Old|Young|Little|Big|Aunt|Uncle)$/.test(before) || whole.includes(before))
        return changed;
      const after = changed.slice(found.at + found.form.length);
      if (/^ \p{Lu}/u.test(after)) return changed;
      const name = found.at === 0 ? known.replace(/^the /, "The ") : known;
      return `${changed.slice(0, found.at)}${name}${after}`;
    }, text);
}

/** Letters that a short form has of the name that it is short for. */
const FEWEST_SHARED = 2;
const sharesStart = (name: string, short: string): boolean =>
  /^\p{Lu}[\p{L}’'-]+$/u.test(short) &&
  name.slice(0, FEWEST_SHARED).toLowerCase() === short.slice(0, FEWEST_SHARED).toLowerCase();
