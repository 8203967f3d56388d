/** Lore that an author tells in the past, as somebody says it who lives in its present: "The ledger was green" gives "The ledger is green". */
import { isPlural, participle, pastTense, thirdPerson, verbLemmas } from "@narratoria/protocol/english";
import { type Fact, isDocumented, type Matter } from "@narratoria/protocol/story";

const PAST = /\b(?:was|were|had)\b/gi;
const PRESENT = /\b(?:is|are|has)\b/gi;
/** Verbs that show the tense of a text, at least, and how many times as many of the past as of the present. */
const FEWEST = 4;
const CLEARLY = 3;

/**
 * Whether an author tells of the world of the story in the past tense: by the setting, else by all lore. (rule NA950)
 *
 * @param setting - Sentences of the setting that are no facts.
 */
export function isToldInPast({ facts }: Pick<Matter, "facts">, setting: readonly string[]): boolean {
  const lore = facts.filter((fact) => fact.said === undefined && !isDocumented(fact));
  const judged = (texts: readonly string[]): boolean | undefined => {
    const all = texts.join(" ");
    const past = all.match(PAST)?.length ?? 0;
    const present = all.match(PRESENT)?.length ?? 0;
    return past + present < FEWEST ? undefined : past >= CLEARLY * present;
  };
  const texts = (of: readonly Fact[]): string[] => of.map(({ text, tail }) => `${text} ${tail ?? ""}`);
  const world = lore.filter(({ file }) => file.startsWith("world/"));
  return judged([...setting, ...texts(world)]) ?? judged(texts(lore)) ?? false;
}

/** "He would like to be asked" is no past. */
const PAST_VERB =
  /\b(?<!\b(?:be|been|being|gets?|has|have|is|are|to) )(?:was|were|had|did|said|came|went|stood|sat|took|looked|held|put|gave|found|asked|made|told|(?<=\b(?:\p{Lu}\p{L}+|[Hh]e|[Ss]he|[Ii]t|[Yy]ou|[Ww]ho|[Tt]hey|and|then|but) )\p{Ll}{2,}ed)\b/gu;
const PRESENT_VERB =
  /\b(?:is|are|has|have|does|do|isn['’]t|can['’]t|doesn['’]t|there['’]s|(?:he|she|it)['’]s|(?<=\b(?:\p{Lu}\p{L}+|he|she|it|who) )\p{Ll}{2,}s)\b/gu;

/** Verbs outside speech in the past and in the present. */
function verbsOf(told: readonly string[]): { readonly past: number; readonly present: number } {
  const plain = told.join(" ").replace(/[“"][^”"]*[”"]/gu, " ");
  return { past: plain.match(PAST_VERB)?.length ?? 0, present: plain.match(PRESENT_VERB)?.length ?? 0 };
}

/** Whether a passage is told in the past. (rule NA601) */
export function isPassageInPast(told: readonly string[]): boolean {
  const { past, present } = verbsOf(told);
  return past > 2 * present;
}

/** Beats by which the tense of a story's telling shows, at least. */
const FEWEST_BEATS = 3;

/**
 * Whether an author tells what happens in the past: where a law says so, else where the beats do, taken together, and no more than one in
 * ten of them is told in the present. (rule NA3260)
 *
 * @param laws - What the author asks of the telling, a sentence each.
 */
export function happensInPast(
  beats: readonly { readonly told: readonly string[] }[],
  laws: readonly string[] = [],
): boolean {
  const asked = laws.map(tenseAsked).find((tense) => tense !== undefined);
  if (asked !== undefined) return asked === "past";
  const each = beats.filter((beat) => beat.told.length > 0).map((beat) => verbsOf(beat.told));
  const sum = (of: "past" | "present"): number => each.reduce((all, one) => all + one[of], 0);
  const present = each.filter((one) => one.present > one.past).length;
  return each.length >= FEWEST_BEATS && sum("past") > 2 * sum("present") && present * 10 <= each.length;
}

/** "Never in the present tense" asks for the past, "do not use the past tense" for the present. */
function tenseAsked(law: string): "past" | "present" | undefined {
  const [, before = "", tense = ""] = /^(.*?)\b(past|present)[ -]tense\b/isu.exec(law) ?? [];
  if (tense === "") return undefined;
  const isRefused = /\b(?:never|not|no|avoid|without|don['’]t|nothing)\b[^.;]*$/iu.test(before);
  return isRefused === (tense.toLowerCase() === "past") ? "present" : "past";
}

const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const SPAN = `(?:morning|noon|afternoon|evening|night|day|week|month|year|spring|summer|autumn|winter|${DAY})`;
/** What happened at a time of its own stays in the past, and so does what is told after it. */
const HISTORY = new RegExp(
  [
    "\\bago\\b",
    "\\b(?:1\\d|20)\\d\\d\\b",
    `\\b(?:one|that|last|the (?:next|same|following|first|second|third)) (?:\\p{Ll}+ )?${SPAN}\\b`,
    `\\b(?:in|by|at) the (?:\\p{Ll}+ )?(?:${SPAN}|end|beginning|time) of\\b`,
    `\\bon (?:the (?:night|day|morning|evening|afternoon)|(?:last )?${DAY})\\b`,
    "\\bonce\\b(?! (?:a|an|every|each|or)\\b)",
    "\\b(?:was|were|had been) born\\b",
    "\\b(?:died|was (?:killed|buried|drowned|married))\\b",
    "\\bfirst \\p{Ll}+ed\\b",
    "\\b(?:at last|suddenly|then|thereupon|eventually|afterwards|used to|for the first time|by then|at that time|in those days|the late)\\b",
    "\\bwhen (?:he|she|they|it|the [\\p{Ll}]+) (?:died|came|left|went|was (?:a|young|born|built|\\p{Ll}+teen|\\p{Ll}+ty))\\b",
  ].join("|"),
  "iu",
);

/** Where a clause begins in which a verb has a subject of its own. */
const CLAUSE =
  /[;:—–]|,? \b(?:that|which|who|when|where|while|if|because|since|so|than|what|whether|how|though|although|until|before|after|as|but)\b|, (?:and|or)\b|\band\b|,/giu;
const RELATIVE = /^(?:which|who|that)$/i;

const SINGULAR =
  /^(?:he|she|it|this|that|one|each|every|neither|nobody|nothing|everybody|everyone|everything|somebody|something|anybody|there)\b/i;
const PLURAL =
  /^(?:they|we|you|these|those|both|two|three|four|five|six|seven|eight|nine|ten|some|many|most|all|few|several|others)\b/i;

const SUBORDINATE = /\b(?:that|which|who|when|where|while|if|because|since|though|although|until)\b/i;
const HAS_VERB = /\b(?:is|are|was|were|had|has|have|did|could|would|\p{Ll}{2,}ed)\b/u;

const AUXILIARY = /^(?:am|is|are|was|were|be|been|being|has|hast|hath|have|had|having|get|gets|got|gotten)$/i;
const ADVERB =
  /^(?:not|never|always|often|still|also|only|just|already|now|mostly|nearly|quite|usually|generally|hardly|seldom|\p{Ll}+ly)$/iu;
/** Words behind which a form in -ed is no verb of its own: "the worn step", "of polished brass". */
const BEFORE_QUALITY =
  /^(?:the|an?|his|her|its|their|my|your|our|this|these|those|some|any|no|every|each|of|in|on|at|with|without|by|for|from|to|into|under|over|very|so|too|more|half|well|newly|neatly)$/i;

const PREPOSITION = /^(?:of|in|on|at|to|by|with|for|from|and|or|as|than|not)$/iu;

/** Pasts that are no participle, so that nothing else can be meant: "went", "lay". */
const isOnlyPast = (word: string, lemma: string): boolean => pastTense(lemma) === word && participle(lemma) !== word;

/** What only looks like a past: a number, a quality. */
const NO_PAST = /^(?:hundred|kindred|sacred|naked|wicked|rugged|ragged|hatred|indeed|aged|beloved)$/i;

const lemmaOfPast = (word: string): string | undefined =>
  NO_PAST.test(word)
    ? undefined
    : verbLemmas(word).find(
        (lemma) => lemma !== word && lemma !== "be" && lemma !== "have" && pastTense(lemma) === word,
      );
const lemmaOfParticiple = (word: string): string | undefined =>
  verbLemmas(word).find(
    (lemma) =>
      (lemma !== word || /^(?:put|cut|read|set|let|hit|shut|cost|come|become|run)$/.test(word)) &&
      participle(lemma) === word,
  );

/** Pluperfects that are a state now: "had become", "had never swept" give "has become", "has never swept". */
const LASTING = /^(?:been|become|gone|grown|got)$/i;

interface Word {
  readonly text: string;
  readonly at: number;
}

type Number = "one" | "many";

/** How many the subject is of a verb that stands behind these words; undefined where nobody can tell. */
function numberOf(before: string, last: Number | undefined): Number | undefined {
  const cuts = [...before.matchAll(CLAUSE)];
  for (let index = cuts.length - 1; index >= -1; index--) {
    const cut = index < 0 ? undefined : cuts[index];
    const from = cut === undefined ? 0 : cut.index + cut[0].length;
    const to = cuts[index + 1]?.index ?? before.length;
    const np = before.slice(from, to).trim();
    const link = cut?.[0].replace(/[,\s]/g, "") ?? "";
    // "two people who were not speaking" are two: the relative clause is over.
    if (np !== "" && RELATIVE.test(link) && HAS_VERB.test(np)) return numberOf(before.slice(0, cut?.index), last);
    if (np !== "") return number(np);
    if (RELATIVE.test(link)) {
      const noun = before.slice(0, cut?.index).trim().replace(/,$/, "");
      return number(noun.split(/[,;:]/).at(-1)?.trim() ?? noun, true);
    }
    if (/^(?:and|or|but)$/i.test(link)) return last;
    if (link !== "") return undefined;
  }
  return undefined;
}

function number(given: string, isAntecedent = false): Number | undefined {
  // "Widow and drovers all"
  const np = given.replace(/(?<=\p{L} )(?:all|both|alike)$/u, "").trim();
  if (SINGULAR.test(np)) return "one";
  if (PLURAL.test(np)) return "many";
  if (/^I$/.test(np)) return undefined;
  return isPlural(isAntecedent ? (np.split(/\s+/).at(-1) ?? np) : np) ? "many" : "one";
}

/** One sentence, its verbs in the present; undefined where a verb's subject cannot be told. */
function presentOf(sentence: string): string | undefined {
  const words = [...sentence.matchAll(/[\p{L}\p{N}’'-]+/gu)].map(
    (found): Word => ({ text: found[0], at: found.index }),
  );
  const edits: { readonly at: number; readonly length: number; readonly to: string }[] = [];
  const edit = ({ text, at }: Word, to: string): void => {
    edits.push({ at, length: text.length, to: /^\p{Lu}/u.test(text) ? to.charAt(0).toUpperCase() + to.slice(1) : to });
  };
  let last: Number | undefined;
  /** Whether the last verb was a participle behind "is", so that "and stamped" is one too. */
  let isPassive = false;
  /** Where the last finite verb stands, and whether it is one of a clause that hangs on another. */
  let finiteAt = -1;
  const hangs = (at: number, from: number): boolean =>
    SUBORDINATE.test(sentence.slice(words[from]?.at ?? 0, words[at]?.at ?? 0));
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    const lower = word.text.toLowerCase().replaceAll("’", "'");
    const next = (from: number): number => {
      let at = from;
      while (ADVERB.test(words[at]?.text ?? "")) at++;
      return at;
    };
    const subject = (): Number | undefined => {
      let first = index - 1;
      while (ADVERB.test(words[first]?.text ?? "")) first--;
      const end = words[first];
      return numberOf(sentence.slice(0, end === undefined ? 0 : end.at + end.text.length), last);
    };
    const be = /^(was|were)(n't)?$/.exec(lower);
    if (be) {
      if (/^i$/i.test(words[index - 1]?.text ?? "")) return undefined;
      last = be[1] === "was" ? "one" : "many";
      edit(word, `${be[1] === "was" ? "is" : "are"}${be[2] === undefined ? "" : "n’t"}`);
      isPassive = lemmaOfParticiple(words[next(index + 1)]?.text.toLowerCase() ?? "") !== undefined;
      finiteAt = index;
      continue;
    }
    if (lower === "had" || lower === "hadn't") {
      const at = next(index + 1);
      const then = words[at];
      const form = then?.text.toLowerCase() ?? "";
      const isNegated =
        lower === "hadn't" || words.slice(index + 1, at).some(({ text }) => /^(?:not|never|always|often)$/i.test(text));
      const lemma = form === "had" ? "have" : lemmaOfParticiple(form);
      const many = subject();
      const isState = form === "been" && lemmaOfParticiple(words[next(at + 1)]?.text.toLowerCase() ?? "") === undefined;
      if (then !== undefined && isState && !isNegated && many !== undefined) {
        edits.push({ at: word.at, length: (words[index + 1]?.at ?? word.at) - word.at, to: "" });
        edit(then, many === "one" ? "was" : "were");
      } else if (then !== undefined && lemma !== undefined && !isNegated && !LASTING.test(form)) {
        // "had come" gives "came": the "had" goes with the space behind it.
        edits.push({ at: word.at, length: (words[index + 1]?.at ?? word.at) - word.at, to: "" });
        edit(then, form === "had" ? "had" : pastTense(lemma));
      } else {
        if (many === undefined) return undefined;
        edit(word, `${many === "one" ? "has" : "have"}${lower === "hadn't" ? "n’t" : ""}`);
      }
      last = many ?? last;
      isPassive = false;
      finiteAt = index;
      index = lemma === undefined ? index : at;
      continue;
    }
    if (/^did(?:n't)?$/.test(lower)) {
      const many = subject();
      if (many === undefined || (lower === "did" && !/^not$/i.test(words[index + 1]?.text ?? ""))) return undefined;
      edit(word, `${many === "one" ? "does" : "do"}${lower === "did" ? "" : "n’t"}`);
      last = many;
      finiteAt = index;
      continue;
    }
    if (lower === "could" || lower === "would") {
      if (/^have$/i.test(words[next(index + 1)]?.text ?? "")) return undefined;
      edit(word, lower === "could" ? "can" : "will");
      last = subject() ?? last;
      finiteAt = index;
      isPassive = false;
      continue;
    }
    const lemma = lemmaOfPast(lower);
    if (lemma === undefined || /^\p{Lu}/u.test(word.text)) continue;
    let before = index - 1;
    while (ADVERB.test(words[before]?.text ?? "")) before--;
    const previous = words[before]?.text ?? "";
    if (AUXILIARY.test(previous) || BEFORE_QUALITY.test(previous)) continue;
    const gap = sentence.slice(words[finiteAt]?.at ?? 0, word.at);
    // A clause of its own begins the sentence, or stands behind a mark or a word that opens one.
    const opens =
      finiteAt < 0 ||
      /[;:]|, (?:and|but|so)\b|\b(?:that|which|who|when|where|while|because|if|as|though|but)\b/i.test(gap);
    const goesOn = /^(?:and|or|but)$/i.test(previous) && !isPassive && finiteAt >= 0;
    // Whose deed it is, of the one who does the first or the one in between, nobody can tell.
    if (goesOn && hangs(finiteAt, 0)) return undefined;
    // "Four hundred paces, laid by nobody knows whom": what stands behind a comma and before "by" is a participle.
    if (
      !isOnlyPast(lower, lemma) &&
      /,\s*$/u.test(sentence.slice(0, word.at)) &&
      /^by$/i.test(words[index + 1]?.text ?? "")
    )
      continue;
    // "A clerk who wrote falsely lost the hand": the verb of the whole stands behind that of its clause, and may as well be no verb.
    if (
      !isOnlyPast(lower, lemma) &&
      !opens &&
      !goesOn &&
      finiteAt >= 0 &&
      hangs(finiteAt, 0) &&
      !PREPOSITION.test(previous)
    )
      return undefined;
    if (!isOnlyPast(lower, lemma) && !opens && !goesOn) continue;
    const many = subject();
    if (many === undefined) return undefined;
    edit(word, many === "one" ? thirdPerson(lemma) : lemma);
    last = many;
    isPassive = false;
    finiteAt = index;
  }
  return edits
    .sort((one, other) => other.at - one.at)
    .reduce((text, { at, length, to }) => text.slice(0, at) + to + text.slice(at + length), sentence);
}

/** Somebody as the subject of a sentence, by name or pronoun. */
const OF_SOMEBODY = /^(?:[Hh]e|[Ss]he|(?:Mrs?\.? )?\p{Lu}\p{Ll}+|\p{Ll}+ \p{Lu}\p{Ll}+)\b(?!['’]s?\b)/u;

/**
 * Sentences that follow each other as they are said: what was gives what is, what had been gives what was. What happened at a time of its
 * own stays as it is, with all that follows it; so does a sentence about a person, of whom nobody can tell whether they are still alive.
 * Implements rule NA950.
 *
 * @param lowerFirst - Returns a sentence with a small first letter where its first word is no name.
 */
export function asSaidNow(sentences: readonly string[], lowerFirst: (sentence: string) => string): readonly string[] {
  let isHistory = false;
  return sentences.map((sentence) => {
    isHistory ||= HISTORY.test(sentence);
    const isOfSomebody = OF_SOMEBODY.test(lowerFirst(sentence));
    if (isHistory || isOfSomebody || /[“”"]/.test(sentence)) return withoutPluperfect(sentence);
    return presentOf(sentence) ?? withoutPluperfect(sentence);
  });
}

/** "Milka had kept a book" gives "Milka kept a book": the past of a past is the past. */
function withoutPluperfect(sentence: string): string {
  return sentence.replace(/\bhad ((?:\p{Ll}+ly )?)(\p{Ll}+)\b/gu, (whole, adverb: string, form: string) => {
    if (form === "had") return `${adverb}had`;
    const lemma = lemmaOfParticiple(form);
    return lemma === undefined || LASTING.test(form) || ADVERB.test(form) ? whole : `${adverb}${pastTense(lemma)}`;
  });
}
