import { contentWords, splitSentences } from "@narratoria/protocol/english";
import { type Check, type SceneFacts, wordSet, wordsIn } from "./scene-facts.js";

/** Whoever says these counts nothing. */
const SMALL = new Set(["one", "two", "both", "once", "twice", "first", "second", "half"]);
const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS: Readonly<Record<string, string>> = {
  third: "three",
  fifth: "five",
  eighth: "eight",
  ninth: "nine",
  twelfth: "twelve",
};
/** Round numbers that are counted by their word alone. */
const ROUND = /^(?:hundreds|thousands|millions?|dozens?)$/;
/** What is counted in passing: "three fingers", "four steps away". */
const GESTURES =
  /^(?:fingers?|times|steps?|paces|breaths?|heartbeats?|beats|strokes|taps|knocks|words?|sips|swallows|sides|corners|legs|ways|turns|times|nods|notes|drops|rows|rings|bites|mouthfuls|spoonfuls|lines|folds|seconds|minutes|inches|feet)$/;
const MOST_COUNTED = 12;
/** From here on a number that is known is a name of what it counts. */
const RARE = 100;
const PLURAL = /^\p{Ll}{3,}s$/u;

/** A number of a text. */
interface Counted {
  /** As written. */
  readonly text: string;
  readonly value: number;
  /** The words that follow it. */
  readonly next: readonly string[];
  /** The words of a time of day that it belongs to: "half past". */
  readonly time: string;
  /** The word before it. */
  readonly before: string;
}

/** A number follows from what has been told, of the same things, or counts a gesture or who is there. Implements rules NA714 and NA1112. */
export const numbers: Check = (sentence, { words, given, draft, kept, told, story }) => {
  // Somebody may be called Seven.
  const isName = ({ text }: Counted): boolean =>
    sentence.includes(capitalised(text)) &&
    story.names.keysIn(capitalised(text)).some((key) => key.startsWith("npc:")) &&
    !sentence.includes(` ${text}`);
  const counted = numbersIn(sentence).filter((one) => !isName(one));
  if (counted.length === 0) return null;
  // What a scene has told grows with each sentence: it is looked at where the rest does not know a number.
  const known = knownIn([given, draft, ...kept.map(({ text }) => text)].join("\n"));
  const isInvented = ({ text, value, next, time, before }: Counted, among: Known): boolean => {
    const [first = "", second = ""] = /^(?:or|to)$/.test(next[0] ?? "") ? next.slice(2) : next;
    if (SMALL.has(text) && time === "") return false;
    // "Six shawls, and I could do with a seventh."
    if (/^an?$/.test(before) && counted.some((one) => one.value === value - 1)) return false;
    // "The hundred", of six thousand one hundred.
    if (before === "the" && /^(?:hundred|thousand)$/.test(text) && among.words.has(text)) return false;
    // "Every tenth", "a dozen turns": nothing is counted that a later scene would have to know.
    if (
      before === "every" ||
      // "Folds it in three."
      (before === "in" && value <= MOST_COUNTED && !/^\p{L}{3,}s$/u.test(first)) ||
      (value <= MOST_COUNTED && lists(sentence, text)) ||
      (text === "dozen" && (GESTURES.test(first) || first === ""))
    )
      return false;
    const isOfThem = first === "of" && /^(?:you|us|them)$/.test(second);
    const isSize =
      /^(?:feet|foot|inches|paces|strokes)$/.test(first) &&
      /^(?:deep|high|long|wide|tall|thick|across|broad)$/.test(second);
    if (
      value <= MOST_COUNTED &&
      time === "" &&
      !isSize &&
      (isOfThem || [first, second].some((one) => GESTURES.test(one)))
    )
      return false;
    if (isSize && !among.counts.has(`${value} ${singularOf(first)}`)) return true;
    if (!among.values.has(`${time}${Number.isNaN(value) ? text : value}`)) return true;
    // Nine of the tins are no room nine: a few are of what the same number was told. (rule NA4908)
    const [, article = "", of = ""] = first === "of" ? next : [];
    const noun = /^(?:the|his|her|their|your|its|these|those|my)$/.test(article) ? of : first;
    if (
      time === "" &&
      value > 2 &&
      value <= MOST_COUNTED &&
      PLURAL.test(noun) &&
      !GESTURES.test(noun) &&
      !LASTS.test(noun) &&
      !words.capital.has(noun) &&
      !counted.some((one) => one.value === value + 1) &&
      !isCounted(among, value, noun)
    )
      return true;
    // How long something was is known as such: four wheels are no four years.
    if (LASTS.test(first) && value <= MOST_COUNTED) return !among.counts.has(`${value} ${singularOf(first)}`);
    // So is what has been measured, or counted otherwise: the nine vials are not four.
    if (!GESTURES.test(first) && PLURAL.test(first) && !words.capital.has(first) && !Number.isNaN(value)) {
      const measured = MEASURES.test(first) && !among.counts.has(`${value} ${singularOf(first)}`);
      const others = among.countsOf.get(singularOf(first));
      // "Three buns, and the fourth": they are four.
      const goesOn = others?.has(value + 1) === true && counted.some((one) => one.value === value + 1);
      if (measured || (others !== undefined && !others.has(value) && !goesOn)) return true;
      if (goesOn) return false;
    }
    // Three hundred and five is so rare a number that whoever says it means those who are so many.
    if (value > RARE && !MEASURES.test(first)) return false;
    // A large number that is known is known of something: the eighty pounds are no eighty crowns.
    return value > MOST_COUNTED && PLURAL.test(first) && !GESTURES.test(first) && !among.has(first);
  };
  const invented = counted.find(
    (one) => isInvented(one, known) && isInvented(one, readKnown(told.join("\n"))) && !isRest(one, draft),
  );
  const other =
    invented ??
    otherCount(sentence, counted, draft) ??
    counted.find((one) => isCountedOtherwise(one, counted, sentence, { draft, given, told })) ??
    otherLabel(sentence, counted, given, draft);
  if (other !== undefined) return `Do not make up a number (“${other.text}”).`;
  const time = CLOCK_TIME.exec(sentence)?.[0];
  // "Ten minutes to eleven" is ten to eleven.
  const bare = (text: string): string => text.toLowerCase().replaceAll(" minutes ", " ");
  return time !== undefined && !bare(`${given}\n${draft}\n${told.join("\n")}`).includes(bare(time))
    ? `Do not make up a time (“${time}”).`
    : null;
};

/** A time of the clock. */
const CLOCK_TIME =
  /\b(?:(?:five|ten|twenty|twenty-five|four|three|two|six|seven|eight|nine|eleven|twelve) (?:minutes )?(?:to|past)|(?:\p{L}+ )?minutes (?:to|past)) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|the hour)\b/iu;

/** How many of a thing a step has: another number of it is another thing, however small. (rule NA5459) */
function isCountedOtherwise(
  { text, value, next, time }: Counted,
  counted: readonly Counted[],
  sentence: string,
  { draft, given, told }: Pick<SceneFacts, "draft" | "given" | "told">,
): boolean {
  const [noun = ""] = next;
  if (
    time !== "" ||
    Number.isNaN(value) ||
    value === 0 ||
    /th$|^(?:first|second|third|one|half)$/.test(text) ||
    !/^\p{Ll}{3,}$/u.test(noun) ||
    NO_NOUN.test(noun)
  )
    return false;
  const one = countedNoun(noun);
  const same = ({ next: [other = ""] }: Counted): boolean => countedNoun(other) === one;
  const known = splitSentences(draft).flatMap((step) =>
    numbersIn(step)
      .filter(same)
      .map((found) => ({ found, step })),
  );
  const others = new Set(known.map(({ found }) => found.value));
  if (known.length === 0 || others.has(value) || counted.some((found) => others.has(found.value))) return false;
  if (numbersIn([given, ...told].join("\n")).some((found) => same(found) && found.value === value)) return false;
  const own = contentWords(sentence.replace(/“|”/gu, ""));
  const stem = [...contentWords(noun)];
  const matter = (step: string): number =>
    [...contentWords(step)].filter((word) => own.has(word) && !stem.includes(word)).length;
  const isOfIt = /^of (?:it|them)$/u.test(next.slice(1, 3).join(" "));
  return (
    isOfIt ||
    known.some(
      ({ step }) =>
        matter(step) > 1 ||
        (matter(step) > 0 && contentWords(step).size <= SHORT_STEP) ||
        /\bthere (?:is|are)\b/i.test(sentence),
    )
  );
}
/** "Four.", where a step counts "Five.": a number that is all of a sentence. (rule NA5829) */
function otherCount(sentence: string, counted: readonly Counted[], draft: string): Counted | undefined {
  const bare = (text: string): Counted[] =>
    splitSentences(text.replace(/[“”]/g, "")).flatMap((one) => {
      const [only, ...more] = numbersIn(one);
      return only && more.length === 0 && wordsIn(one).join(" ") === only.text ? [only] : [];
    });
  const own = bare(draft);
  if (own.length === 0) return undefined;
  const known = new Set(own.map(({ value }) => value));
  return bare(sentence).find(({ value }) => !known.has(value) && counted.some((one) => one.value === value));
}

const NO_NOUN =
  /^(?:of|and|or|more|less|little|great|small|long|time|times|by|from|to|in|on|at|is|has|the|its|his|her|other|others)$/;
const SHORT_STEP = 5;
const countedNoun = (noun: string): string => singularOf(noun).replace(/^feet$/, "foot");

/** "Number Nine", where the steps have a number three. */
function otherLabel(sentence: string, counted: readonly Counted[], given: string, draft: string): Counted | undefined {
  const known = `${given}\n${draft}`;
  return counted.find(({ text, before }) => {
    if (before === "" || !new RegExp(`\\b${capitalised(before)} ${capitalised(text)}\\b`, "u").test(sentence))
      return false;
    const label = capitalised(before);
    return (
      new RegExp(`\\b${label} (?:\\p{Lu}\\p{Ll}+|\\d+)`, "u").test(draft) &&
      !new RegExp(`\\b${label} ${text}\\b`, "iu").test(known)
    );
  });
}
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Whether the number is known of these things, or of things that nothing is said of besides. */
const isCounted = ({ counts, countsOf }: Known, value: number, noun: string): boolean =>
  counts.has(`${value} ${singularOf(noun)}`) ||
  countsOf.get(singularOf(noun))?.has(value) === true ||
  // "The three of them": what is counted is not said.
  counts.has(`${value} of`);

/** "One: the boat. Two: the oar.": what is said is counted, and no thing. */
const lists = (sentence: string, number: string): boolean =>
  new RegExp(`(?:^|[“.!?] ?)${number}[:.,]`, "iu").test(sentence.trim());

/** "Eleven boxes hang there, and one has no name": ten have one. */
const isRest = ({ value, time }: Counted, text: string): boolean =>
  time === "" &&
  splitSentences(text).some((sentence) => {
    const values = numbersIn(sentence).map((one) => one.value);
    if (value > MOST_COUNTED) return values.includes(value + 1) && !values.includes(value);
    return values.length > 1 && values.some((all) => values.some((part) => part < all && all - part === value));
  });

/** Every number, in figures or in words, a compound one whole: "one hundred and twenty-one". */
/** "Three-four time", "a two-by-four": a kind, and no count. */
const TWO_COUNTS =
  /\b(?:two|three|four|five|six|seven|eight|nine)-(?:by-)?(?:two|three|four|five|six|seven|eight|nine)\b/giu;

function numbersIn(text: string): Counted[] {
  const words = wordsIn(text.replace(TWO_COUNTS, " ").replaceAll("-", " "));
  const found: Counted[] = [];
  for (let at = 0; at < words.length; at++) {
    const from = at;
    const parts = [words[at] ?? ""];
    if (valueOf(parts) === undefined) continue;
    for (;;) {
      const more = words[at + 1] === "and" && /^(?:hundred|thousand)$/.test(words[at] ?? "") ? 2 : 1;
      const longer = [...parts, ...words.slice(at + 1, at + 1 + more).filter((word) => word !== "and")];
      if (longer.length === parts.length || valueOf(longer) === undefined) break;
      parts.push(...longer.slice(parts.length));
      at += more;
    }
    const [before = "", preposition = ""] = [words[from - 2], words[from - 1]];
    const isTime = /^(?:half|quarter)$/.test(before) && /^(?:past|to)$/.test(preposition);
    found.push({
      text: words.slice(from, at + 1).join(" "),
      value: valueOf(parts) ?? Number.NaN,
      next: words.slice(at + 1, at + 5),
      before: preposition,
      time: isTime ? `${before} ${preposition} ` : "",
    });
  }
  return found;
}

/** Years are said in two numbers: "nineteen seventy-one". */
const CENTURIES = /^(?:eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)$/;

/** The number that words make together; NaN for a round one; undefined where they make none. */
function valueOf(words: readonly string[]): number | undefined {
  if (words.length === 1 && /^\d/.test(words[0] ?? "")) return Number.parseInt(words[0] ?? "", 10);
  if (words.length === 1 && ROUND.test(words[0] ?? "")) return Number.NaN;
  const [first = "", second = "", ...rest] = words;
  if (CENTURIES.test(first) && (TENS.includes(second) || UNITS.indexOf(second) >= 10)) {
    const [century, year] = [valueOf([first]), valueOf([second, ...rest])];
    if (
      century !== undefined &&
      year !== undefined &&
      year < 100 &&
      (first !== "twenty" || rest.length === 0 || year > 9)
    )
      return century * 100 + year;
  }
  let [total, part, last] = [0, 0, Number.POSITIVE_INFINITY];
  for (const word of words) {
    const bare = ORDINALS[word] ?? word.replace(/ieth$/, "y").replace(/th$/, "");
    const unit = UNITS.indexOf(bare);
    const ten = TENS.indexOf(bare);
    if (bare === "hundred" && part < 100) {
      part = Math.max(part, 1) * 100;
      last = 100;
    } else if (bare === "thousand" && total === 0) {
      total = Math.max(part, 1) * 1000;
      part = 0;
      last = 1000;
    } else if (ten >= 0 && last >= 100) {
      part += (ten + 2) * 10;
      last = 10;
    } else if (unit >= 0 && (last >= 100 || (last === 10 && unit > 0 && unit < 10))) {
      part += unit;
      last = 1;
    } else return undefined;
  }
  return total + part;
}

/** What is measured or paid: a number of it is known as such. */
const MEASURES =
  /^(?:met(?:re|er)s|kilomet(?:re|er)s|centimet(?:re|er)s|millimet(?:re|er)s|miles|yards|fathoms|leagues|acres|kilos|kilograms|grams|stones?|tons?|tonnes|ounces|gallons|lit(?:re|er)s|pints|bushels|degrees|knots|volts|pounds|shillings|pence|pennies|dollars|cents|crowns|francs|marks|guineas|sovereigns|ducats|florins|roubles|thalers|percent)$/;
const singularOf = (noun: string): string => noun.replace(/(?<=ch|sh|x|s)es$|s$/, "");

/** Times that last. */
const LASTS = /^(?:days?|nights?|weeks?|months?|years?|winters?|summers?|hours?)$/;

interface Known {
  /** Values, with the time of day that they belong to. */
  readonly values: ReadonlySet<string>;
  /** Whether a noun in the plural is there, in either number. */
  has(plural: string): boolean;
  /** Every word. */
  readonly words: ReadonlySet<string>;
  /** Numbers with what they count: "9 year". */
  readonly counts: ReadonlySet<string>;
  /** What is counted, in the singular, with its numbers. */
  readonly countsOf: ReadonlyMap<string, ReadonlySet<number>>;
}

const QUARTERS: Readonly<Record<number, string>> = { 15: "quarter past", 30: "half past", 45: "quarter to" };

/** The other ways in which a time of day is said: 21:30 is "half past nine", and "twenty-one thirty". */
function timesIn(text: string): string[] {
  return [...text.matchAll(/\b([01]?\d|2[0-4])[:.]([0-5]\d)\b/g)].flatMap(([, hours = "", minutes = ""]) => {
    const [hour, minute] = [Number(hours), Number(minutes)];
    const twelve = (at: number): string => String(((at + 11) % 12) + 1);
    const words = QUARTERS[minute];
    const named = words === undefined ? [] : [`${words} ${twelve(minute === 45 ? hour + 1 : hour)}`];
    return [String(hour * 100 + minute), twelve(hour), ...(words === "quarter to" ? [twelve(hour + 1)] : []), ...named];
  });
}

let lastKnown: { readonly text: string; readonly known: Known } | undefined;

/** Remembers the last: a scene's sentences are held against the same text. */
function knownIn(text: string): Known {
  if (lastKnown?.text !== text) lastKnown = { text, known: readKnown(text) };
  return lastKnown.known;
}

function readKnown(text: string): Known {
  const values = numbersIn(text).flatMap(({ text: words, value, time }) => {
    const plain = Number.isNaN(value) ? words : String(value);
    return time === "" ? [plain] : [plain, `${time}${plain}`];
  });
  const words = wordSet(text);
  const counts = new Set<string>();
  const countsOf = new Map<string, Set<number>>();
  for (const { value, next } of numbersIn(text)) {
    for (const noun of next.slice(0, 3)) {
      counts.add(`${value} ${singularOf(noun)}`);
      if (noun !== next[0] || !PLURAL.test(noun) || Number.isNaN(value)) continue;
      const known = countsOf.get(singularOf(noun)) ?? new Set();
      countsOf.set(singularOf(noun), known.add(value));
    }
  }
  return {
    values: new Set([...values, ...timesIn(text)]),
    counts,
    countsOf,
    words,
    has: (plural) => [plural, plural.replace(/s$/, ""), plural.replace(/es$/, "")].some((one) => words.has(one)),
  };
}
