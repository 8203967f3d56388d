/** Where in a beat each of its lines is said. */
import { capitalise, contentWords, countWords, escapeRegExp, looksFinite } from "@narratoria/protocol/english";
import type { BeatMatter } from "@narratoria/protocol/story";
import { type Clause, clausesOf, hasVerb, type Speaker } from "./beat-clauses.js";

type Line = BeatMatter["dialogue"][number];
/** A beat's sentences, and its lines with the sentence after which each is said. */
export interface StagedLines {
  readonly told: readonly string[];
  readonly dialogue: readonly Line[];
}

/** What speaks for saying a line after a clause: its speaker acts there, says something, or is only named. */
const ACTS = 2;
const SPEAKS = 1.6;
const IS_NAMED = 1.2;
/** What a clause and a line have in common; a name in both is less than their matter. */
const SHARED_WORD = 2.2;
const FURTHER_WORD = 1.4;
const MOST_SHARED = 4.8;
const SHARED_NAME = 1;
/** What a cue names is at hand when the line is said. */
const SHARED_WITH_CUE = 2;
const MOST_WITH_CUE = 3.2;
/** A line that nothing places is said at the end, or goes on with the line of another before it. */
const AT_THE_END = 0.8;
/** A sentence that goes on from the one before it is parted from it for a reason alone. */
const PARTS = 1.8;
const GOES_ON_FROM =
  /^(?:(?:and|but|then|so) )?(?:he|she|they|him|his|her|its|their|this|that|these|those|it(?! (?:rains?|rained|snows?|snowed|is (?:hot|cold|dark|late|early|raining|snowing|wet|windy)|was (?:hot|cold|dark|late|early|raining|snowing|wet|windy)))|the (?:other|same|second|first|rest))\b/iu;
const BESIDE_ANOTHER = 0.8;
/** Two lines of one speaker have an occasion each, where there are two. */
const CROWDS = 1.6;
/** "She" in the next clause would be the speaker, and a colon wants what follows it. */
const CONFUSES = 1.6;
const LEANS = 9;
/** Nothing outweighs that a line stands where its beat has reported it. */
const PINNED = 40;

const LEAVES =
  /\b(?:dies|died|is dead|was dead|leaves|left|goes out|went out|walks out|walked out|goes off|goes away|runs off|legs it|is gone|gets up and go(?:es)?|got up and went|went to)\b/i;

/**
 * Puts each line of a beat after the clause that holds its matter, else after the last in which its speaker acts, in the author's order. A
 * sentence of several clauses is parted only where a line is said in it, and a line that the text quotes already is not said again.
 * Implements rules NA430, NA431, NA540, NA650 and NA651.
 *
 * @param everybody - The story's people.
 */
export function stageLines(
  told: readonly string[],
  dialogue: readonly Line[],
  everybody: readonly Speaker[],
): StagedLines {
  const whole = plain(told.join(" "));
  const cast = castOf(told, dialogue, everybody);
  const heard = quotedIn(told);
  const spoken = dialogue.filter(({ line }) => !whole.includes(plain(line)) && !isHeardInPieces(line, heard));
  // What is said when somebody has gone is said last.
  const parting = spoken.filter(({ how = "" }) => AFTER_LEAVING.test(how));
  if (parting.length > 0 && parting.length < spoken.length) {
    const staged = stageLines(
      told,
      spoken.filter((line) => !parting.includes(line)),
      cast,
    );
    return { ...staged, dialogue: [...staged.dialogue, ...parting] };
  }
  const { left, pins } = withoutReports(told, spoken, cast);
  const clauses = left.flatMap((sentence, index) => clausesOf(sentence, index, cast));
  const said = spoken.filter(
    (line) =>
      pins.has(line) ||
      !(
        isReported(line, clauses, cast) ||
        isAskedInReport(line, clauses, cast) ||
        isSaidUnmarked(line, left, clauses, cast)
      ),
  );
  if (said.length === 0 || clauses.length === 0) return { told: left, dialogue: said };
  const places = placesOf(said, clauses, cast, pins);
  return behindWhatLeans(withoutEchoes(parted(left, clauses, said, places)));
}

/** What stands in quotation marks of any kind; a closing mark stands behind a stop. */
const QUOTATION = /(?<![\p{L}\p{N}])['‘“"](?=[\p{L}\p{N}])(.+?[.,!?…—–-])['’”"](?![\p{L}\p{N}])/gu;

/** All that a beat quotes, one after another. */
const quotedIn = (told: readonly string[]): string =>
  [...told.join(" ").matchAll(QUOTATION)].map(([, said = ""]) => plain(said)).join(" ");

/**
 * Whether a beat quotes a line with words of its own between: "'I should begin at the beginning,' she says, 'and leave nothing out.'", or
 * each of its sentences somewhere. (rule NA6455)
 */
function isHeardInPieces(line: string, heard: string): boolean {
  const pieces = [line, ...line.split(/(?<=[.!?…])\s+/u)].map((piece) => plain(piece)).filter((piece) => piece !== "");
  const has = (piece: string): boolean => ` ${heard} `.includes(` ${piece} `);
  const [whole = "", ...sentences] = pieces;
  return (
    whole !== "" && (has(whole) || isHeardOfPronoun(line, heard) || (sentences.length > 1 && sentences.every(has)))
  );
}

/** "Mr Edwin never spoiled one.", where the beat quotes "He never spoiled one.". (rule NA6601) */
function isHeardOfPronoun(line: string, heard: string): boolean {
  const [, rest = ""] = /^(?:(?:Mrs?|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}’'-]+ (?:\p{Lu}[\p{L}’'-]+ )?(.+)$/u.exec(line) ?? [];
  const words = plain(rest);
  return (
    words.split(" ").length >= 3 &&
    ["he", "she", "it", "they"].some((who) => ` ${heard} `.includes(` ${who} ${words} `))
  );
}

/** A beat without the sentence behind a line that says a piece of it over again. (rule NA5941) */
function withoutEchoes({ told, dialogue }: StagedLines): StagedLines {
  const echoes = new Set(
    dialogue.flatMap(({ line, at }) =>
      at !== undefined && at + 1 < told.length - 1 && isEchoOf(told[at + 1] ?? "", line) ? [at + 1] : [],
    ),
  );
  /** "It stops; count eight.", where the line behind it says "Count eight". */
  const cut = (sentence: string, index: number): string => {
    const [, stem = "", piece = ""] = /^(.+);\s+([^;]+)[.]$/u.exec(sentence) ?? [];
    return dialogue.some(({ line, at }) => at === index && isEchoOf(piece, line)) ? `${stem}.` : sentence;
  };
  const before = (index: number): number => [...echoes].filter((echo) => echo <= index).length;
  return {
    told: told.map(cut).filter((_, index) => !echoes.has(index)),
    dialogue: dialogue.map((line) => (line.at === undefined ? line : { ...line, at: line.at - before(line.at) })),
  };
}

/** "So does Ann.", "Neither had he.": a sentence that is none without the one before it. */
const LEANS_BACK =
  /^(?:so|neither|nor) (?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must)(?:n['’]t)? (?:the |an? )?\p{L}+[^,;]{0,30}[.!]$/iu;

/** "There's one vent.", "A rope, wet through, hangs from a nail.": what "it" is in the next sentence. */
const BRINGS_IN = /^(?:(?:And|But|Then|So) )?(?:there(?:['’]s| is| are| was| were)\b|an? \p{Ll}+(?:,| \p{Ll}))/iu;
const IS_THAT = /^(?:it|its|they|their|these|those)\b/iu;
/** "UNKNOWN MALE.", "For a lamp." */
const FRAGMENT =
  /^(?:\p{Lu}{2,}(?: \p{Lu}{2,}){0,3}|(?:For|With|Without|In|On|At|Of|From|By|Like|Not|Just|Only) (?:\p{L}+ ?){1,3})\.$/u;

/** "You're not to give her one.": of the thing that the sentence before names. */
const OF_ONE =
  /\b(?:giv|tak|hav|had|want|need|get|got|eat|bring|brought|send|sent|us|offer|pass|hand)\p{Ll}* (?:(?:him|her|them|you|it|\p{Lu}\p{L}+) )?(?:one|any|some|none)(?=[,.;!?]|$)/u;

/** Whether a sentence says nothing without the one before it. */
const leansOn = (sentence: string, before: string): boolean =>
  LEANS_BACK.test(sentence) ||
  (IS_THAT.test(sentence) && BRINGS_IN.test(before)) ||
  OF_ONE.test(sentence) ||
  // "She stops there.", behind what she has said.
  (/^(?:He|She|They) /u.test(sentence) && /[.!?…][”"]$/u.test(before)) ||
  FRAGMENT.test(sentence);

/** Nothing is said between a sentence and one that leans on it. (rule NA1003) */
const behindWhatLeans = ({ told, dialogue }: StagedLines): StagedLines => ({
  told,
  dialogue: dialogue.map((line) =>
    line.at !== undefined && leansOn(told[line.at + 1] ?? "", told[line.at] ?? "")
      ? { ...line, at: line.at + 1 }
      : line,
  ),
});

/** Short forms and what they are in full: "I've told one lie" is what "I have told one lie" says. */
const IN_FULL: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]t\b|\bcannot\b/gu, "can not"],
  [/\bwon['’]t\b/gu, "will not"],
  [/n['’]t\b/gu, " not"],
  [/['’]ve\b/gu, " have"],
  [/['’]re\b/gu, " are"],
  [/['’]ll\b/gu, " will"],
  [/\bi['’]m\b/gu, "i am"],
  [/\b(it|he|she|that|there|here|what|who|where)['’]s\b/gu, "$1 is"],
];

const namePartsOf = ({ name }: Speaker): string[] => name.match(/\p{Lu}[\p{L}’'-]+/gu) ?? [];

/** Letters of a part of a name by which a text may call somebody: "Madame", "the Commendatore". */
const CALLING_LETTERS = 4;

/** Whoever speaks in a beat or may be named in it, with the parts of their names that nobody else has. */
function castOf(told: readonly string[], lines: readonly Line[], everybody: readonly Speaker[]): Speaker[] {
  const text = told.join(" ");
  const owners = new Map<string, number>();
  for (const one of everybody)
    for (const part of new Set(namePartsOf(one))) owners.set(part, (owners.get(part) ?? 0) + 1);
  return everybody.flatMap((one) => {
    const own = namePartsOf(one).filter(
      (part) =>
        part.length >= CALLING_LETTERS &&
        owners.get(part) === 1 &&
        standsAlone(withoutOthers(text, namePartsOf(one), part), part),
    );
    const isMeant =
      own.length > 0 ||
      lines.some(({ speaker }) => speaker === one.id) ||
      formsOf(one).some((form) => text.includes(form));
    return isMeant ? [{ ...one, parts: own }] : [];
  });
}

/** A text without the other parts of a name where they stand beside one of it: "Inspector Negri" is "Negri". */
const withoutOthers = (text: string, parts: readonly string[], part: string): string =>
  parts
    .filter((other) => other !== part)
    .reduce((left, other) => left.replaceAll(`${other} ${part}`, part).replaceAll(`${part} ${other}`, part), text);

/** Whether a word stands in a text as a name of its own, and not as part of another. */
const standsAlone = (text: string, word: string): boolean =>
  new RegExp(`(?<!\\p{Lu}[\\p{L}.’'-]* )\\b${word}\\b(?! \\p{Lu})`, "u").test(text);

/** What a clause says that its speaker says: "shouts that he has died and is in heaven". */
const REPORTED =
  /\b(?:says?|said|shouts?|shouted|cries|cried|calls?(?: out)?|called(?: out)?|tells?(?: \p{L}+){1,3}|told(?: \p{L}+){1,3}|announces?|announced|whispers?|whispered|answers?|answered|replies|replied|declares?|declared|swears?|swore)(?: \p{Ll}+){0,3}?(?:, [^,.;:]{1,40},)? that (.+)$/iu;
/** What a clause says that its speaker asks: "asks him whether the elephant isn't lonely". */
const ASKED =
  /\b(?:asks?|asked|wonders?|wondered|inquires?|inquired|enquires?|enquired|wants? to know|wanted to know)\b(?:, [^,.;:]{1,40},| [^,.;:]{1,30})?? (?:if|whether) (.+)$/iu;
/** Share of the words of a line and of a report that are of the same matter, where each has further words. */
const SAME_MATTER = 0.25;
const FEWEST_OF_MATTER = 2;
/** Sentences in which somebody's speech is reported without marks, at most. */
const REPORT_SENTENCES = 3;
/** Share of the words of a report that its line has, and how many it must have. */
const MOST_REPORTED = 0.5;
const FEWEST_OF_REPORT = 2;
/** The same of a report that has the line nearly whole, whoever's it is. */
const FEWEST_OF_WHOLE = 3;
const NEARLY_WHOLE = 0.75;

/** Whether a beat tells in other words what a line says: "shouts that he has died" beside "Dead! I am dead!" (rule NA651) */
function isReported({ speaker, line }: Line, clauses: readonly Clause[], cast: readonly Speaker[]): boolean {
  const who = cast.find(({ id }) => id === speaker);
  const said = wordsOf(line);
  return clauses.some(({ text }, at) => {
    const reported = REPORTED.exec(text)?.[1];
    if (who === undefined || reported === undefined) return false;
    const own = [...wordsOf(reported)];
    const shared = own.filter((word) => said.has(word)).length;
    // What is said nearly whole is nobody else's. (rule NA651)
    if (shared >= FEWEST_OF_WHOLE && shared >= NEARLY_WHOLE * said.size) return true;
    if (!isSubject(who, clauses, at, cast)) return false;
    // "Says that the animal wishes to admire the strait" beside "He has never seen so fine a strait, says the animal". (rule NA5941)
    const isOfMatter = Math.min(shared / own.length, shared / said.size) >= SAME_MATTER;
    if (shared >= FEWEST_OF_MATTER && isOfMatter) return true;
    return own.length >= FEWEST_OF_REPORT && shared >= MOST_REPORTED * own.length;
  });
}

/** Whether a beat reports a question that a line asks: "She asks whether he is lonely" beside "Is he not lonely?" (rule NA5941) */
function isAskedInReport({ speaker, line }: Line, clauses: readonly Clause[], cast: readonly Speaker[]): boolean {
  const who = cast.find(({ id }) => id === speaker);
  const said = [...wordsOf(line)];
  if (who === undefined || said.length === 0 || !/\?$/u.test(line.trim())) return false;
  return clauses.some(({ text }, at) => {
    const asked = ASKED.exec(text)?.[1];
    if (asked === undefined || !isSubject(who, clauses, at, cast)) return false;
    const own = wordsOf(asked);
    return said.every((word) => own.has(word));
  });
}

/**
 * Whether a beat has a line nearly whole in its own sentences, without marks of speech: "Phan thinks, and says: He was. But I have told him
 * that we are going home." (rule NA5941)
 */
function isSaidUnmarked(
  { speaker, line }: Line,
  told: readonly string[],
  clauses: readonly Clause[],
  cast: readonly Speaker[],
): boolean {
  const who = cast.find(({ id }) => id === speaker);
  const said = [...wordsOf(line)];
  if (who === undefined || said.length < FEWEST_OF_WHOLE) return false;
  const speaks = (sentence: number): boolean =>
    clauses.some(
      (clause, at) =>
        clause.sentence === sentence &&
        SAYS.test(clause.text) &&
        isSubject(who, clauses, at, cast) &&
        !MARKED.test(clause.text),
    );
  return told.some((_, from) => {
    const window = told.slice(from, from + REPORT_SENTENCES);
    if (!window.some((one, at) => !MARKED.test(one) && speaks(from + at))) return false;
    const own = wordsOf(window.filter((one) => !MARKED.test(one)).join(" "));
    return said.filter((word) => own.has(word)).length >= NEARLY_WHOLE * said.length;
  });
}
const MARKED = /[“”"]/;

/** Content words of a text; that somebody dies and that they are dead is one. */
const wordsOf = (text: string): ReadonlySet<string> =>
  contentWords(text.replace(/\b(?:died|dies|dying|dead|death)\b/giu, "die"));

/** Verbs of a sentence that reports what somebody says. */
const REPORTS =
  /\b(?:says?|said|tells?|told|states?|stated|remarks?|remarked|observes?|observed|declares?|declared)\b/iu;
/** What everybody does all the time is no matter. */
const SAYING = contentWords(
  "say said ask asked look looks come comes came went goes take takes took see saw know knew think thought make made get got give gave put want like let keep kept find found mean means tell told time thing one way you your yours our ours will shall may might can did does done being been just very some such more most much many also even still again here because while upon over under two three like yes since put your nothing something anything everything nobody somebody anybody everybody one someone anyone everyone none start begin stop",
);
const REPORTING = contentWords("say says said tell told state states remark observe declare does did");

/**
 * A beat's sentences without those that report what a line says word for word ("She says three nuts, and no story."), and for each such
 * line the sentence after which it stands instead. Implements rule NA541.
 */
function withoutReports(
  told: readonly string[],
  lines: readonly Line[],
  cast: readonly Speaker[],
): { readonly left: readonly string[]; readonly pins: ReadonlyMap<Line, number> } {
  const named = new Set(cast.flatMap(({ name }) => [...contentWords(name)]));
  const dropped = new Map<number, Line>();
  for (const line of lines) {
    const who = cast.find(({ id }) => id === line.speaker);
    const said = contentWords(line.line);
    const reports = told.flatMap((sentence, at) => {
      const isTheirs = who !== undefined && (names(sentence, who) || opensWith(sentence, who.pronoun));
      if (at === 0 || !isTheirs || !REPORTS.test(sentence) || /[“”"]/.test(sentence)) return [];
      const own = [...contentWords(sentence)].filter((word) => !named.has(word) && !REPORTING.has(word));
      return own.length > 0 && own.every((word) => said.has(word)) ? [{ at, words: own.length }] : [];
    });
    // "Count eight." is in the line. (rule NA5941)
    const echo = told.findIndex((sentence, at) => at > 0 && !dropped.has(at) && isEchoOf(sentence, line.line));
    if (echo > 0 && reports.length === 0) dropped.set(echo, line);
    // "He says yellow." says nothing but one word of the line.
    const isShort = reports.some(({ at }) => countWords(told[at] ?? "") <= SHORT_REPORT);
    if (!isShort && reports.reduce((sum, { words }) => sum + words, 0) < FEWEST_REPORTED) continue;
    for (const { at } of reports) if (!dropped.has(at)) dropped.set(at, line);
  }
  const pins = new Map<Line, number>();
  let kept = 0;
  told.forEach((_, at) => {
    const line = dropped.get(at);
    if (line === undefined) kept++;
    else if (!pins.has(line)) pins.set(line, kept - 1);
  });
  return { left: told.filter((_, at) => !dropped.has(at)), pins };
}

/** Words of a sentence that a line says over again. */
const SHORT_ECHO = 5;

/** Whether a short sentence without a person in it is one piece of a line, word for word. */
const isEchoOf = (sentence: string, line: string): boolean =>
  countWords(sentence) > 1 &&
  countWords(sentence) <= SHORT_ECHO &&
  !/[“”"?]/.test(sentence) &&
  !/\b(?:he|she|they|you|I|we)\b/iu.test(sentence) &&
  contentWords(sentence).size > 0 &&
  line.split(/[.;!?…]/u).some((piece) => plain(piece) === plain(sentence));

/** Words of a report that is nothing else. */
const SHORT_REPORT = 3;
/** Words of a report that its line has to say as well. */
const FEWEST_REPORTED = 2;

const AFTER_LEAVING = /\b(?:when|after|once)\b[^.;]*\b(?:has|have|had|is|are) (?:gone|left|out of)\b/i;

const plain = (text: string): string =>
  IN_FULL.reduce((read, [short, full]) => read.replace(short, full), text.toLowerCase())
    .replace(/[^\p{L}\p{N} ]+/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** The clause of each line, by the best sum of what speaks for them; lines stay in their order. */
function placesOf(
  lines: readonly Line[],
  clauses: readonly Clause[],
  cast: readonly Speaker[],
  pins: ReadonlyMap<Line, number>,
): number[] {
  const isPinned = (line: Line, at: number): boolean =>
    clauses[at]?.sentence === pins.get(line) && clauses[at + 1]?.sentence !== pins.get(line);
  const scores = lines.map((line) =>
    clauses.map((_, at) => scoreOf(line, at, clauses, cast) + (isPinned(line, at) ? PINNED : 0)),
  );
  let best: { sum: number; places: number[] }[] = clauses.map((_, at) => ({ sum: scores[0]?.[at] ?? 0, places: [at] }));
  for (const [index, own] of scores.entries()) {
    if (index === 0) continue;
    const goesOn = lines[index]?.speaker === lines[index - 1]?.speaker ? -CROWDS : BESIDE_ANOTHER;
    best = clauses.map((_, at) => {
      const before = best
        .slice(0, at + 1)
        .map(({ sum, places }) => ({ sum: sum + (places.at(-1) === at ? goesOn : 0), places }))
        .reduce((one, other) => (other.sum >= one.sum ? other : one));
      return { sum: before.sum + (own[at] ?? 0), places: [...before.places, at] };
    });
  }
  return best.reduce((one, other) => (other.sum >= one.sum ? other : one)).places;
}

/** "It says good morning to him. By name.": the second goes on with the first, and what speaks for one speaks for both. */
function scoreOf(line: Line, at: number, clauses: readonly Clause[], cast: readonly Speaker[]): number {
  if (isTail(clauses[at + 1])) return -LEANS;
  return evidenceFor(line, at > 0 && isTail(clauses[at]) ? at - 1 : at, clauses, cast);
}

const isTail = (clause: Clause | undefined): boolean =>
  clause !== undefined &&
  TAIL.test(clause.text) &&
  countWords(clause.text) <= 3 &&
  !clause.text.split(/\s+/).some((word) => looksFinite(word.replace(/\W+$/, "")));

function evidenceFor(line: Line, at: number, clauses: readonly Clause[], cast: readonly Speaker[]): number {
  const clause = clauses[at];
  const who = cast.find(({ id }) => id === line.speaker);
  if (!clause) return 0;
  const next = clauses[at + 1]?.text ?? "";
  let score = 0;
  if (who) {
    if (isSubject(who, clauses, at, cast))
      score += (isOnlyThere(clause.text, who) ? IS_NAMED : ACTS) + (SAYS.test(clause.text) ? SPEAKS : 0);
    else if (names(clause.text, who)) score += IS_NAMED;
    const isOther = lastSubject(clauses, at + 1, cast)?.id !== who.id;
    if (opensWith(next, who.pronoun) && isOther) score -= CONFUSES;
    // "SAYS: to see a winter." has its subject in the sentence before.
    if (GOES_ON_WITHOUT_SUBJECT.test(next)) score -= LEANS;
    // Nobody speaks "from behind the fingers" before there are fingers.
    if (at < Math.max(firstAtHand(line, clauses), firstMeant(line, who, clauses, cast))) score -= LEANS;
    // Nobody speaks after having gone: what goes with that is said before it.
    const isBack = (from: number): boolean => clauses.slice(from + 1).some((later) => names(later.text, who));
    const goes = (index: number): boolean => leaves(clauses[index]?.text ?? "", who) && !isBack(index);
    if (clauses.slice(0, at + 1).some((_, index) => goes(index))) score -= LEANS;
    else if (goes(at + 1)) score += ACTS + sharedWords(next, line, cast);
  }
  const shared = sharedWords(clause.text, line, cast);
  score += shared;
  if (cast.some((one) => one.id !== who?.id && names(line.line, one) && names(clause.text, one))) score += SHARED_NAME;
  if (score === 0 && at === clauses.length - 1) score = AT_THE_END;
  // What answers a question stands behind the question of somebody else, and a word on one's asking behind that. (rule NA5942)
  if (who) score += answersAt(line.line.trim(), who, at, clauses, cast);
  // Whoever asks who one is, or has one sit down, does so on meeting. (rule NA4301)
  if (who && GREETS.test(line.line.trim())) score += greetsAt(who, at, clauses, cast);
  // What is put to the player last has no answer but theirs. (rule NA4302)
  if (at === clauses.length - 1 && at > 0 && shared === 0 && isPutToPlayer(line, who, clauses, cast))
    score -= ANSWERS_FOR_PLAYER;
  // Nothing follows a heading that only says where or when. (rule NA4303)
  const isHeading = at === 0 && clauses.length > 1 && !hasVerb(`x ${clause.text}`) && !(who && names(clause.text, who));
  if (isHeading && wordsShared(clause.text, line.line, cast) === 0) score -= LEANS;
  // "But nobody has moved." stands against the sentence before it. (rule NA4304)
  if (/^(?:But|Yet)\b(?! (?:when|as|after|while)\b)/u.test(next)) score -= LEANS;
  // What nothing but its speaker ties to a clause parts none from what goes on with it. (rule NA3143)
  const isTheirs =
    who !== undefined &&
    (isSubject(who, clauses, at + 1, cast) || (isSubject(who, clauses, at, cast) && opensWith(next, who.pronoun)));
  if (shared === 0 && GOES_ON_FROM.test(next) && !isTheirs) score -= PARTS;
  // What says nothing without the sentence before it is parted from it for two reasons and more. (rule NA6454)
  if (saysLittleAlone(clause.text, next)) score -= PARTS_WHAT_LEANS;
  // Whoever is heard later in the beat's own words has not said more before. (rule NA6454)
  if (who && isHeardAfter(who, at, clauses, cast) && !GREETS.test(line.line.trim())) score -= HEARD_LATER;
  // A colon, and a quotation that follows, belong to what is told beside them.
  if (/:$/.test(clause.text) || /^[“"'‘]/.test(next)) score -= LEANS;
  // Nobody speaks in the middle of a quotation.
  if (isInQuotation(clauses, at)) score -= 2 * LEANS;
  return score;
}

const PARTS_WHAT_LEANS = 4.5;
const HEARD_LATER = 1.1;
/** "Nobody knows.", "Nothing.": what comes of the sentence before. */
const OF_WHAT_WAS_TOLD =
  /^(?:nobody|no one|none|nothing|neither)\b(?! (?:speaks?|spoke|says?|said|moves?|moved|answers?|answered|laughs?|laughed|stirs?|stirred|breathes?|breathed|looks?|looked)\b)/iu;
/** Words of such a sentence, at most. */
const MOST_OF_WHAT_WAS_TOLD = 7;
/** "In it is a laundry list.", "Beside it the report." */
const BESIDE_THAT =
  /^(?:in|on|under|beside|behind|inside|from|with|of|at|below|beneath|above|over|round|next to) (?:it|them|this|that|these|those)\b/iu;
/** "Big house. Boat. River." */
const isScrap = (text: string): boolean =>
  countWords(text) <= 3 && !text.split(/\s+/).some((word) => looksFinite(word.replace(/\W+$/, "")));

/** Whether a sentence is no whole without the one before it: an answer, a further question, a further thing of a list, what lies in it. */
function saysLittleAlone(before: string, text: string): boolean {
  if (text === "") return false;
  if (BESIDE_THAT.test(text) || (isScrap(before) && isScrap(text))) return true;
  return OF_WHAT_WAS_TOLD.test(text) && countWords(text) <= MOST_OF_WHAT_WAS_TOLD;
}

/** Whether somebody is quoted by the beat itself in a later clause. */
function isHeardAfter(who: Speaker, at: number, clauses: readonly Clause[], cast: readonly Speaker[]): boolean {
  return clauses.some(({ text }, index) => {
    if (index <= at || !MARKED.test(text)) return false;
    const outside = text.replace(/[“"][^”"]*[”"]/gu, " ");
    const isOnly = cast.every((one) => one.id === who.id || one.pronoun !== who.pronoun);
    const isTheirs =
      names(outside, who) ||
      isSubject(who, clauses, index, cast) ||
      (isOnly && opensWith(outside.replace(/^[\s,.]+/u, ""), who.pronoun));
    return SAYS_NOW.test(outside) && isTheirs;
  });
}
const SAYS_NOW =
  /\b(?:says?|said|is saying|was saying|asks?|asked|answers?|answered|repl(?:ies|ied)|tells?|told|cr(?:ies|ied)|adds?|added)\b/iu;

/** "No, Madame. People are not lost.": an answer to what somebody has asked. */
const ANSWERS = /^(?:no|yes|of course|certainly|not at all|never)\b(?! (?:one|more|longer|matter|time|man|need)\b)/iu;
/** "I only ask for the sake of the inventory." */
const OF_ASKING = /^(?:(?:oh|no),? )?I (?:only |merely |just |simply )?(?:ask|asked|wonder|wondered|inquire)\b/iu;
const PUT_IN_REPORT =
  /\b(?:asks?|asked|inquires?|inquired|enquires?|enquired|wants? to know|wanted to know)\b(?:, [^,.;:]{1,40},| [^,.;:]{1,30})?? (?:if|whether|what|which|who|why|how|where|when)\b/iu;
const ANSWERED = 4.5;
const UNASKED = 4;

/** What speaks for saying an answer, or a word on one's own asking, after a clause. */
function answersAt(
  line: string,
  who: Speaker,
  at: number,
  clauses: readonly Clause[],
  cast: readonly Speaker[],
): number {
  const isOwn = OF_ASKING.test(line);
  if (!isOwn && !ANSWERS.test(line)) return 0;
  const asked = clauses.findIndex(
    ({ text }, index) => PUT_IN_REPORT.test(text) && isSubject(who, clauses, index, cast) === isOwn,
  );
  if (asked < 0) return 0;
  return at < asked ? -UNASKED : at === asked ? ANSWERED : 0;
}

/** A line with which somebody meets the player. */
const GREETS =
  /^(?:who(?:['’]s| is| are) (?:that|there|you|this)\b|are you (?:the|here|from|lost|him|her)\b|hello\b|good (?:morning|evening|afternoon|day)\b|come (?:in|on in)\b|sit (?:you )?down\b|speak up\b|welcome\b|is that you\b|you(?:['’]re| are) (?:late|early|the new|new)\b|so you(?:['’]re| are)\b|you must be\b|you(?:['’]ve| have) come\b)/iu;
const MEETS = 3;
/** "He asks if Ann is well.", "Which is it?": what the player is asked. */
const PUTS =
  /\b(?:asks?|asked|inquires?|inquired|enquires?|enquired|wants? to know|wanted to know|wonders?) (?:(?:you|of you) )?(?:if|whether|what|which|who|why|how|where|when)\b[^.]*\.?$|\?[”"’']?$|\byes or no[.”"’']+$/iu;
const ANSWERS_FOR_PLAYER = 3;

/** What a line says that has the player answer: it stands behind the question. */
const HAS_ONE_ANSWER = /\b(?:tell (?:me|us|it)|answer|speak|say|take your time|think (?:it|about)|well\?)\b/iu;

/** Whether the last clause of a beat asks the player something, and a line of a speaker's would stand as the answer. */
function isPutToPlayer(
  { line }: Line,
  who: Speaker | undefined,
  clauses: readonly Clause[],
  cast: readonly Speaker[],
): boolean {
  const at = clauses.length - 1;
  const { text } = clauses[at] ?? { text: "" };
  if (!PUTS.test(text) || HAS_ONE_ANSWER.test(line)) return false;
  return /\b(?:you|your)\b|[”"’']$/iu.test(text) || (who !== undefined && isSubject(who, clauses, at, cast));
}

/** What speaks for saying a greeting after a clause: its speaker has just come in, by name or as the only "he" there. */
function greetsAt(who: Speaker, at: number, clauses: readonly Clause[], cast: readonly Speaker[]): number {
  const first = clauses.findIndex(({ text }) => names(text, who));
  if (first >= 0) return at === first ? MEETS : 0;
  const { pronoun } = who;
  const isAnybodys = cast.some(
    (one) => one.id !== who.id && one.pronoun === pronoun && clauses.some(({ text }) => names(text, one)),
  );
  const unnamed = isAnybodys ? -1 : clauses.findIndex(({ text }) => opensWith(text, pronoun));
  return unnamed >= 0 && (at === unnamed || at === unnamed - 1) ? MEETS : 0;
}

/** "Ann is at the window." shows where somebody is, and no deed. */
const isOnlyThere = (text: string, who: Speaker): boolean =>
  formsOf(who).some((form) =>
    new RegExp(
      `${escapeRegExp(form)} (?:is|are|was|were) (?:already |still )?(?:at|in|on|by|behind|under|among|there|here|outside|inside)\\b`,
      "u",
    ).test(text),
  );

const TAIL = /^(?:by|with|without|to|from|in|for|at|on|of|like|as|and|or|but|not|then)\b/iu;
const GOES_ON_WITHOUT_SUBJECT =
  /^(?:SAYS?|ANSWERS?|ASKS?|TELLS?|\p{Lu}{2,}[^S\W]S|(?:Says|Answers|Adds|Asks|Does not|Is not|Has not|Will not))\b(?!\s*,? by\b)/u;

/** "She has not let go of your wrist": of what has begun. */
const GOES_ON_DOING =
  /\b(?:is (?:\p{L}+ )?(?:holding|turning over|weighing|fingering|folding|unfolding|stroking)|let(?:s|ting)? go|still|keeps|kept|puts? (?:\p{L}+ ){1,3}down|back|goes on|again|no longer)\b/iu;

/** The first clause that names what a cue takes for granted: "the fingers" of "from behind the fingers"; 0 where none does. */
function firstAtHand({ how = "", before = "" }: Line, clauses: readonly Clause[]): number {
  const cues = [how, ...(GOES_ON_DOING.test(before) ? [before] : [])];
  const nouns = cues.flatMap((cue) => [
    ...cue.matchAll(
      /\b(?:the|his|her|their|its|your|my) (?:\p{Ll}+ )?(\p{Ll}{3,})(?=$|[.,]| (?:of|in|on|at|and|like|with|by)\b)/giu,
    ),
  ]);
  const found = nouns.flatMap(([, noun = ""]) => {
    const at = clauses.findIndex(({ text }) => new RegExp(`\\b${noun}\\b`, "i").test(text));
    return at < 0 ? [] : [at];
  });
  return Math.max(0, ...found);
}

const OPENS = /(?<![\p{L}\p{N}])['‘“"](?!(?:tis|twas|em|til|cause|bout|n)\b)(?=[\p{L}\p{N}])/u;
const CLOSES = /(?<=[\p{L}\p{N}.,!?…—–-])['’”"](?![\p{L}\p{N}])/u;
const MARK = new RegExp(`(?<opens>${OPENS.source})|(?<closes>${CLOSES.source})`, "gu");

/** Whether a quotation is open where a clause ends, and is closed after it. */
function isInQuotation(clauses: readonly Clause[], at: number): boolean {
  const openAfter = (text: string, before: boolean): boolean =>
    [...text.matchAll(MARK)].reduce((_, { groups }) => groups?.["opens"] !== undefined, before);
  const textOf = (some: readonly Clause[]): string => some.map(({ text }) => text).join(" ");
  if (!openAfter(textOf(clauses.slice(0, at + 1)), false)) return false;
  return CLOSES.test(textOf(clauses.slice(at + 1)));
}

/** Somebody says something, in any way. */
const SAYS =
  /\b(?:says?|said|tells?|told|asks?|asked|answers?|answered|repl(?:y|ies|ied)|whispers?|whispered|mutters?|muttered|murmurs?|murmured|shouts?|shouted|cr(?:y|ies|ied) out|calls? out|called out|explains?|explained|adds?|added|announces?|announced|remarks?|remarked|confesses|confessed|admits?|admitted|begs?|begged|speaks?|spoke|reads? (?:\p{L}+ ){0,4}aloud|puts? it to)\b(?! nothing\b)/iu;

const TAG = /, (?:says|said|asks|asked|answers|answered|whispers|whispered|replies|replied) (?=(?:the )?\p{Lu})/gu;

/** Words for one man and for one woman. */
const MAN =
  /\b(?:m[ae]n|boys?|father|grandfather|dad|brother|son|uncle|husband|king|prince|lord|duke|squire|gentleman|lad|fellow|monk|priest|widower|nephew|bridegroom|grandson|grandad|sir|mr)\b/iu;
const WOMAN =
  /\b(?:wom[ae]n|girls?|mother|grandmother|mum|sister|daughter|aunt|wife|queen|princess|lady|duchess|nun|widow|niece|bride|granddaughter|madam|mrs|miss)\b/iu;

/** A name in the middle of a sentence. */
const NAME_WITHIN = /(?<=[\p{Ll}\p{N},;:] )\p{Lu}\p{Ll}{2,}/u;
const namesWithin = (text: string): readonly string[] => text.match(new RegExp(NAME_WITHIN, "gu")) ?? [];

const isPlaceOrDay = (name: string): boolean =>
  /(?:day|ary|ember|ober|mas|street|lane|house|church|hall|meadow|road|square|inn|bridge)$|^(?:april|june|july|august|god|lord|sir|easter)$/iu.test(
    name,
  );

/** The first clause after which what a line takes for granted has been named: whom it means by "he" or "her", and whom it names. */
function firstMeant({ line }: Line, who: Speaker, clauses: readonly Clause[], cast: readonly Speaker[]): number {
  const first = (isThere: (text: string) => boolean): number =>
    Math.max(
      0,
      clauses.findIndex(({ text }) => isThere(text)),
    );
  const people = cast.filter((one) => one.id !== who.id && names(line, one));
  const named = [
    first((text) => names(text, who)),
    ...people.map((one) => first((text) => names(text, one))),
    ...namesWithin(line).map((name) => first((text) => new RegExp(`\\b${name}\\b`, "u").test(text))),
  ];
  const meant = (["he", "she"] as const).map((pronoun) => {
    const noun = pronoun === "he" ? MAN : WOMAN;
    const at = line.search(pronoun === "he" ? /\b(?:he|him|his)\b/iu : /\b(?:she|her|hers)\b/iu);
    // "My dad asked nicely. He's in Banbury": the line has said who.
    const before = line.slice(0, Math.max(at, 0));
    const isSaid = noun.test(before) || NAME_WITHIN.test(before) || people.some((one) => names(before, one));
    if (at < 0 || isSaid) return 0;
    return first(
      (text) =>
        noun.test(text) ||
        cast.some((one) => one.id !== who.id && one.pronoun === pronoun && names(text, one)) ||
        // A name that is nobody's of the cast may be anybody's; "the Dining Room" is a place's.
        namesWithin(text.replace(WITH_ARTICLE, "the")).some(
          (name) => !cast.some((one) => one.name.includes(name)) && !isPlaceOrDay(name),
        ),
    );
  });
  return Math.max(0, ...named, ...meant);
}

const WITH_ARTICLE = /\bthe(?: \p{Lu}[\p{L}’'-]*)+/giu;

/** Numbers tie nothing. */
const NUMBER = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|\d+)$/;

const nameWords = new WeakMap<readonly Speaker[], ReadonlySet<string>>();

/** All words of the names of a cast. */
function nameWordsOf(cast: readonly Speaker[]): ReadonlySet<string> {
  const known = nameWords.get(cast) ?? new Set(cast.flatMap(({ name }) => [...contentWords(name)]));
  nameWords.set(cast, known);
  return known;
}

/** How many words of matter a clause and the words of a line have in common. */
function wordsShared(clause: string, line: string, cast: readonly Speaker[]): number {
  const named = nameWordsOf(cast);
  const words = contentWords(line);
  return [...contentWords(clause)].filter(
    (word) => words.has(word) && !named.has(word) && !NUMBER.test(word) && !SAYING.has(word),
  ).length;
}

function sharedWords(clause: string, { line, before = "", how = "" }: Line, cast: readonly Speaker[]): number {
  const named = nameWordsOf(cast);
  const own = [...contentWords(clause)].filter((word) => !named.has(word) && !NUMBER.test(word) && !SAYING.has(word));
  const proper = contentWords(namesWithin(line).join(" "));
  const sharedWith = (text: string): readonly string[] => {
    const words = contentWords(text);
    return own.filter((word) => words.has(word));
  };
  const shared = sharedWith(line);
  const matter = shared.filter((word) => !proper.has(word)).length;
  const said = matter === 0 ? 0 : Math.min(MOST_SHARED, SHARED_WORD + (matter - 1) * FURTHER_WORD);
  const withCue = sharedWith(`${before} ${how}`).length;
  return said + (shared.length > matter ? SHARED_NAME : 0) + Math.min(MOST_WITH_CUE, withCue * SHARED_WITH_CUE);
}

const leaves = (text: string, who: Speaker): boolean =>
  formsOf(who).some((form) => text.includes(form) && LEAVES.test(text.slice(text.indexOf(form))));

const forms = new WeakMap<Speaker, readonly string[]>();

/** What a text may call somebody: by name, and by what they are. */
function formsOf(who: Speaker): readonly string[] {
  const known = forms.get(who) ?? callingForms(who);
  forms.set(who, known);
  return known;
}

function callingForms({ name, short, epithet, role = "" }: Speaker): string[] {
  const [head = ""] = role.split(/[.,;:(]| (?:of|to|at|for|in) /);
  const what = /^\p{Lu}[\p{L}-]+(?: \p{Ll}+)?$/u.test(head) ? [`the ${head}`, `the ${head.toLowerCase()}`] : [];
  return [...new Set([name, short, ...(epithet === undefined ? [] : [epithet]), ...what])].filter(Boolean);
}

const names = (text: string, who: Speaker): boolean =>
  formsOf(who).some((form) => text.includes(form)) ||
  (who.parts ?? []).some((part) => standsAlone(withoutOthers(text, namePartsOf(who), part), part));

/** Whether somebody does what a clause says: by name, or as "he" or "she" where nobody else of that pronoun has acted since. */
function isSubject(who: Speaker, clauses: readonly Clause[], at: number, cast: readonly Speaker[]): boolean {
  const text = clauses[at]?.text ?? "";
  const subject = subjectAt(clauses, at, cast);
  // "It may be so, says the Gaffer."
  const tag = [...text.matchAll(TAG)].at(-1);
  if (tag !== undefined && names(text.slice(tag.index), who)) return true;
  if (subject !== undefined) return subject.id === who.id;
  const says = who.pronoun !== null && new RegExp(`, ${who.pronoun} (?:${SAYS.source})`, "iu").test(text);
  if (!says && !opensWith(text, who.pronoun)) return false;
  for (let index = at - 1; index >= 0; index--) {
    const before = subjectAt(clauses, index, cast) ?? onlyNamed(clauses[index]?.text ?? "", cast);
    if (before !== undefined && before.pronoun === who.pronoun) return before.id === who.id;
  }
  return false;
}

/** "Pilar of San Isidro.": whoever words without a verb name, and nobody else. (rule NA5702) */
function onlyNamed(text: string, cast: readonly Speaker[]): Speaker | undefined {
  const named = hasVerb(`x ${text}`) ? [] : cast.filter((one) => names(text, one));
  return named.length === 1 ? named[0] : undefined;
}

const opensWith = (text: string, pronoun: string | null): boolean =>
  pronoun !== null && new RegExp(`^(?:and |but |then )?${pronoun}\\b`, "i").test(text.trim());

/** "Bunty's at the window" acts, "Bunty's window" does not. */
const SHORT_VERB =
  /^['’]s (?:got|been|there|here|at|in|on|out|up|down|back|already|not|only|just|never|come|gone|(?!(?:string|king|thing|ring|spring|wing|evening|morning|ceiling|building|wedding|clothing|painting|drawing|feeling|being)\b)\p{L}+ing)\b/u;

const subjects = new WeakMap<Clause, { readonly cast: readonly Speaker[]; readonly who: Speaker | undefined }>();

/** The subject of a clause among a cast; each line of a beat asks for it again. */
function subjectAt(clauses: readonly Clause[], at: number, cast: readonly Speaker[]): Speaker | undefined {
  const clause = clauses[at];
  if (clause === undefined) return undefined;
  const known = subjects.get(clause);
  if (known?.cast === cast) return known.who;
  const who = subjectOf(clause.text, cast);
  subjects.set(clause, { cast, who });
  return who;
}

/** Whoever does what a clause says: the first who is named before a verb. */
export function subjectOf<Who extends Speaker>(text: string, cast: readonly Who[]): Who | undefined {
  let first: { who: Who; at: number } | undefined;
  const lower = text.toLowerCase();
  for (const who of cast)
    for (const form of [...formsOf(who), ...((who as Speaker).parts ?? [])]) {
      const at = lower.indexOf(form.toLowerCase());
      if (at < 0) continue;
      const after = text.slice(at + form.length);
      const next = /^(?:, who|,[^,]*,)? (\p{L}+)/u.exec(after)?.[1] ?? "";
      const acts = SHORT_VERB.test(after) || looksFinite(next, true) || /^[a-z]+[^s]s$/.test(next);
      if (acts && (first === undefined || at < first.at)) first = { who, at };
    }
  return first?.who;
}

/** The subject of a clause, or of the last one before it that names its own. */
function lastSubject(clauses: readonly Clause[], at: number, cast: readonly Speaker[]): Speaker | undefined {
  for (let index = Math.min(at, clauses.length - 1); index >= 0 && index >= at - 2; index--) {
    const subject = subjectAt(clauses, index, cast);
    if (subject) return subject;
  }
  return undefined;
}

/** The sentences, parted where a line is said inside one. */
function parted(
  told: readonly string[],
  clauses: readonly Clause[],
  lines: readonly Line[],
  places: readonly number[],
): StagedLines {
  const sentences: string[] = [];
  const atOf = new Map<number, number>();
  told.forEach((whole, index) => {
    const own = clauses.flatMap((clause, at) => (clause.sentence === index ? [{ ...clause, at }] : []));
    let from = 0;
    own.forEach((clause, position) => {
      const next = own[position + 1];
      if (next && !places.includes(clause.at)) return;
      const text = whole.slice(from, next ? next.end : undefined).trim();
      sentences.push(capitalise(next ? `${text}.` : text));
      if (next) from = next.from;
      for (const earlier of own.slice(0, position + 1))
        if (!atOf.has(earlier.at)) atOf.set(earlier.at, sentences.length - 1);
    });
  });
  const dialogue = lines.map(({ before, how: given, ...line }, index) => {
    const at = atOf.get(places[index] ?? 0) ?? sentences.length - 1;
    const how = given?.replace(TO_SOMEBODY, (whole, noun: string) =>
      sentences.slice(0, at + 1).some((one) => new RegExp(`\\b[Aa]n? ${noun}\\b`, "u").test(one))
        ? `to the ${noun}`
        : whole,
    );
    const isTold =
      before !== undefined &&
      sentences.slice(Math.max(0, at - RESTATED_WITHIN), at + 1).some((one) => restates(before, one));
    return {
      ...line,
      ...(how === undefined ? {} : { how }),
      ...(before === undefined || isTold ? {} : { before }),
      at,
    };
  });
  return { told: sentences, dialogue };
}

/** "To a guard": the one that the beat has told of. */
const TO_SOMEBODY = /^to an? (\p{Ll}+)\b/u;
/** Share of a cue's words that its sentence may have told. */
const MOST_RESTATED = 0.5;
/** Sentences before the line's that may have told it as well. */
const RESTATED_WITHIN = 3;

function restates(cue: string, sentence: string): boolean {
  const words = [...contentWords(cue)];
  const told = contentWords(sentence);
  return words.filter((word) => told.has(word)).length > MOST_RESTATED * words.length;
}
