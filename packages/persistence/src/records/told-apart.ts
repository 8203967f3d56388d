/** What tells two sentences apart that read alike: who did it to whom, whether at all, how many, which way. */
import { searchWords, stem } from "../search-words.js";

const words = (text: string): string[] => text.trim().split(/\s+/);

const NOT = words("cannot hardly neither never no nobody none nor not nothing nowhere without");
const NUMBERS = words(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
  thirty forty fifty sixty seventy eighty ninety hundred thousand half once twice both first second third fourth fifth few many several`,
);
/** Of `on` and `off` one is enough. */
const WAYS = words("above after against before below beneath down from off out outside to under until up");
const MAY = words("can could may might must shall should will would all any every least less more most only some");
const PEOPLE = words("he her him i it me she them they us we you");

/** Words that nobody looks for and that turn a sentence round. What is no number is compared as it stands. */
const MARKS: ReadonlySet<string> = new Set([...NOT, ...NUMBERS, ...WAYS, ...MAY, ...PEOPLE]);
/** Of these only one of two sentences that say the same has one side; each word stands by its stem. */
const OPPOSITES: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = `
  accept agree allow grant consent obey / refuse reject decline deny disobey forbid forbade forbidden refused
  trust believe / doubt suspect
  love like admire / hate despise loathe
  friend ally / enemy foe rival
  praise thank bless / blame curse insult threaten
  help save protect heal defend spare / hurt harm kill attack wound betray abandon
  alive live lived survive / dead die died death perish
  win won victory succeed / lose lost defeat fail
  open unlock free release / close shut lock trap imprison
  arrive come came enter return / leave left depart went go flee fled
  give gave given sell sold lend lent pay paid / take took taken steal stole stolen buy bought borrow rob
  find found / lose lost hide hid hidden
  light lit kindle / quench extinguish dark
  begin began start / end finish stop
  remember / forget forgot forgotten
  keep kept hold held / break broke broken lose lost drop
  true truth honest / false lie lied lies
  guilty / innocent
  early / late
  left / right
  north / south
  east / west
  day morning dawn / night evening dusk
  always / seldom rarely
  better best / worse worst`
  .trim()
  .split("\n")
  .map((line) => {
    const [one = "", other = ""] = line.split("/");
    return [new Set(words(one).map(stem)), new Set(words(other).map(stem))];
  });

/** A word and a capital at its beginning, with what follows an apostrophe. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)?/gu;

/**
 * The words of a text, in their order, that another one has to have which says the same: those that deny or allow, numbers, where from and
 * where to, who, and names, as far as a capital within a sentence shows them.
 */
export function marksOf(text: string, names: ReadonlySet<string> = namesIn(text)): string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) => {
    const plain = word.toLowerCase().replace("’", "'");
    if (plain.endsWith("n't")) return ["not"];
    const bare = bareOf(word);
    return MARKS.has(bare) || /\p{N}/u.test(bare) || names.has(bare) ? [bare] : [];
  });
}

/** Letters. An embedder reads the opening of a longer text alone, and comparing words takes time by the square. */
export const LONGEST_COMPARED = 600;

/** Whether two texts that an embedder takes for one, as it reads them for their topic alone, may say the same. */
export function mayBeSame(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) > LONGEST_COMPARED) return one === other;
  const names = new Set([...namesIn(one), ...namesIn(other)]);
  if (marksOf(one, names).join(" ") !== marksOf(other, names).join(" ")) return false;
  const [mine, theirs] = [stemsOf(one), stemsOf(other)];
  const [onlyMine, onlyTheirs] = [without(mine, theirs), without(theirs, mine)];
  // A capital at the beginning of a sentence is a name's, unless the other text has that word as well.
  if (onlyMine.some((word) => capitals(one).has(word)) || onlyTheirs.some((word) => capitals(other).has(word)))
    return false;
  return !onlyMine.some((word) => onlyTheirs.some((against) => areOpposite(word, against)));
}

function areOpposite(one: string, other: string): boolean {
  if (isDenied(one, other) || isDenied(other, one)) return true;
  return OPPOSITES.some(([left, right]) => (left.has(one) && right.has(other)) || (left.has(other) && right.has(one)));
}

/** `unlocked` of `locked`, `dishonest` of `honest`. */
function isDenied(one: string, other: string): boolean {
  return other.length > 2 && /^(?:un|in|im|ir|dis|mis|non)$/.test(one.slice(0, -other.length)) && one.endsWith(other);
}

/** Words with a capital that no beginning of a sentence gave them. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { 0: word, index } of text.matchAll(WORD))
    if (/^\p{Lu}/u.test(word) && !beginsSentence(text, index)) names.add(bareOf(word));
  return names;
}

/** Whether a word stands at the beginning of a text or behind the end of a sentence. It looks no further back than the word before. */
function beginsSentence(text: string, index: number): boolean {
  let at = index;
  const skip = (signs: RegExp): number => {
    const from = at;
    while (at > 0 && signs.test(text.charAt(at - 1))) at--;
    return from - at;
  };
  skip(/["'“‘(]/);
  const spaces = skip(/\s/);
  if (at === 0) return true;
  skip(/["'”’)]/);
  return spaces > 0 && at > 0 && /[.!?:…]/.test(text.charAt(at - 1));
}

/** Stems of all words with a capital. */
function capitals(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(WORD)].flatMap(([word]) => (/^\p{Lu}/u.test(word) ? [stem(bareOf(word))] : [])));
}

function bareOf(word: string): string {
  return word.toLowerCase().replace(/['’].*$/, "");
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(searchWords(text, Number.POSITIVE_INFINITY).map(stem));
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...some].filter((word) => !others.has(word));
}
