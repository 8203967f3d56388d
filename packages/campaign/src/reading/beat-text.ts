import { atOnce } from "@narratoria/protocol";
import type { AuthorChoice, BeatMoment, LineCue, PlotBeat, ReadPassage } from "@narratoria/protocol/contracts";
import {
  capitalise,
  contentWords,
  countWords,
  infinitive,
  isLemma,
  isWholeSentence,
  splitSentences,
} from "@narratoria/protocol/english";
import { addressed, SHOWN } from "./audience.js";
import type { NotedBeat } from "./labelled-fields.js";
import { isKeptToOneself } from "./public-notes.js";
import { happeningsIn } from "./noted-happenings.js";
import { withPartyThey } from "./player-they.js";
import type { PlayerWords } from "./player-words.js";
import { alternativesIn, MEANT_OR_NOT, ofLoneQuestion, permittedIn, toldBeforeLeft } from "./decisions/alternatives.js";
import { inFewWords, isDeed, LONGEST_DEED, withoutWhatWas } from "./decisions/deed-words.js";
import { listedBranches, loneBranch, metInPassing, OF_ALL, readBranches, treatedBranch } from "./decisions/branches.js";
import { asOpen } from "./decisions/done-otherwise.js";
import { isCount } from "./decisions/named-deeds.js";
import { asHappening } from "./decisions/happening.js";
import { keptForWhoever } from "./decisions/kept-for-whoever.js";
import { answersTo, waysOfTelling, waysOfWhether } from "./decisions/open-question.js";
import { readNamedOutcomes } from "./decisions/named-outcomes.js";
import { readDecisions } from "./decisions/options.js";
import { isNext, isThen, ofAnyWithin } from "./decisions/what-follows.js";
import { asBidden, labelledDecision } from "./decisions/labelled-decision.js";
import { optionList } from "./decisions/option-list.js";
import { withoutHead } from "./beat-head.js";
import { withoutCases } from "./decisions/left-cases.js";
import { withoutChecks } from "./stat-checks.js";
import { countedDeed, plainly, riddleAnswers, withOwnDeed } from "./told-plainly.js";
import { wholeWays, withoutDenials } from "./decisions/whole-words.js";

/** A beat's texts, by what is told, what is offered and what is only meant. */
export interface BeatText {
  /** The author's sentences in second person, without those that decide for the player. */
  readonly told: readonly string[];
  /** Decisions left to the player, bare infinitives. */
  readonly decisions: readonly string[];
  readonly choices: readonly AuthorChoice[];
  readonly moments: readonly BeatMoment[];
  /** Sentences for the teller alone: they may declare effects, and are never told. */
  readonly meant: readonly string[];
  readonly passages: readonly ReadPassage[];
}

/** What decides, feels or promises for the player is never told; "she lets you decide which" decides nothing. */
const DECIDES =
  /^(?:now )?decide (?:what|whether|who|whom|which|how|if|when|where)\b|\bit(?:['’]s| is| was) for you to (?:say|decide|choose|judge|settle)\b|\b(?:you|they)\s+(?:must|have to|has to|can|may|need(?:s)? to)\s+(?:now\s+)?(?:decide|choose|pick)\b|(?<!\b(?:let|lets|letting|helps?|helping|sees?|watch|watches|hears?) )\byou\s+(?:decides?|chooses?|agrees?|feels?|promises?|wants?|hopes?|loves?|believes?|vows?|swears?|refuses?|accepts?)\b/i;

/** "It is up to you whether you do": with no deed of its own, it puts nothing and tells nothing. */
const UP_TO_YOU =
  /^(?:and |but |so )?(?:it|that|which|what[^,;“”"]*|whom?[^,;“”"]*|how[^,;“”"]*)(?:['’]s| is| was) (?:all )?(?:up|left) to you\b[^“”"]*$/iu;

/** "If you call on her (cards, or in through the pantry).": a case, and nothing that comes of it. (rule CA5433) */
const IF_ALONE = /^(?:If|When|Unless|Should) (?:you|the (?:player|PC|crew|party))\b[^,;:“”"()]*\([^()]*\)\.$/u;

/** "Found in her bedding, if you are gentle: a feather": whether it comes to that is for the play to say. */
const WAITS_FOR_YOU =
  /^[^“”"‘]*,\s(?:but )?(?:only )?(?:if|unless|provided(?: that)?) you (?:are|have|had|ask|asked|press|look|want|know|can|do|did|stay|listen|search|wait|think|show|tell|bring|give|help|choose|let|keep|go|take|make|notice|insist)\b[^“”"]*$/u;

/** "She'll say so if you don't push", "The note is in your pocket, if you kept it": so in one case alone, said to the teller. (rule CA1690) */
const SO_IN_ONE_CASE: readonly RegExp[] = [
  /^(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey|(?:[Tt]he )?\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)(?:['’]ll| will| won['’]t)\b[^“”"‘]*?,? (?:but )?(?:only )?(?:if|unless) you (?!(?:would|were|will|could|can|may|might|like|please|want|wish|care|know|see|look|hear|listen|stand|turn|think)\b)(?:don['’]t |do not |only |just |ever )?\p{Ll}+\b[^“”"?]*$/u,
  /^[^“”"‘?:]*(?<!\b(?:asks?|wonders?|knows?|know|says?|sees?|see|tells? you|check|checks|remembers?)),? (?:if|unless) you(?:['’]ve| have| had)(?! (?:time|to|any|a mind|eyes|ears)\b)\b[^“”"?:,]*$/u,
  /^[^“”"‘?:]*(?<!\b(?:asks?|wonders?|knows?|know|says?|sees?|see|tells? you|check|checks|remembers?)),? (?:if|unless) you (?:still (?:have|hold|carry)|kept|took|brought|found|won|signed|promised|gave|paid|bought|lifted|asked|told|showed|let|chose|made|came|stayed|went)\b[^“”"?:,]*$/u,
];

/** Words up to which such a sentence is a note; a longer one is an author's prose. */
const LONGEST_CASE = 14;
const isOfOneCase = (sentence: string): boolean =>
  countWords(sentence) <= LONGEST_CASE && SO_IN_ONE_CASE.some((one) => one.test(sentence));

/** "What happens next depends on what was chosen.": said to whoever tells it. */
const DEPENDS =
  /^(?:[^“”"]*\b(?:what|how|who|which|where|it|this|that|the rest|everything)\b[^“”"]*|It |This |That )depends? (?:on|upon) (?:what|how|who|which|whether|where) (?:was|were|is|has been|you|they|the (?:player|PC)s?|happened)\b[^“”"]*\.$/iu;
/** "There are clues, if you look twice: wet footprints": whoever reads looks. */
const IF_YOU_LOOK =
  /, if (?:you|one) (?:looks?|cares? to look|knows? where to look|looks? (?:twice|again|closely|hard))\b[^,:;.“”"]{0,24}(?=[:.])/iu;

/** "Whatever it was, there is cake.": of what was decided before. */
const NOTHING_PUT =
  /^(?:Whatever|Whichever)(?: (?:it (?:was|is)|(?:was|has been) (?:chosen|decided|done)|you (?:chose|choose|did|decided)))?, /u;

/** "You can:", before a list that is left to the player. */
const ANNOUNCES_WAYS =
  /^(?:(?:So|Now|And|Then|Here),? )?(?:(?:you|your|what you)\b|(?:options|choices)\b)[^“”".,]{0,60}:$/iu;

/** "Or wait: he badly wants to say it": why one might, and not what comes of it. (rule CA1692) */
const IS_A_REASON =
  /^(?:[Hh]e|[Ss]he|[Tt]hey|(?!(?:Some|Most|Many|All|Both|Everybody|Everyone|Nobody|Somebody)\b)\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?: (?:\p{Ll}+ly|so|very much))? (?:wants?|longs?|is (?:dying|longing|bursting|aching|itching)|are (?:dying|longing|bursting|aching|itching)|would (?:love|like)|hopes?) (?:to|for|you to)\b[^.;“”"]*[.]?$/u;

/** "If you only look and go down again he will ask nothing." */
const COMES_OF_A_DEED =
  /^(?:(?:and|but) )?if you (?!are\b|were\b|have\b|had\b|want\b|wish\b|like\b|know\b|see\b|hear\b|listen\b|need\b|can\b|could\b|must\b|think\b|remember\b|feel\b)(?:only |do not |don['’]t |merely |instead )?\p{Ll}+\b[^“”"]*\b(?:will|shall|would)\b/iu;
/** "One who stays shall hear him." */
const OF_WHOEVER =
  /^(?:one|anyone|anybody|whoever|he|she|they|those) who\b[^“”"]*\b(?:will|shall|would)\b|^whoever \p{Ll}+s\b[^“”"]*\b(?:will|shall)\b/iu;

/** "A hasty pilgrim will have the rope free; a patient one has it." */
function isOfSuchAPlayer(sentence: string, { forms }: PlayerWords): boolean {
  const nouns = forms.flatMap((form) => (/^the \p{Ll}+$/u.test(form) ? [form.slice(4)] : []));
  const noun = /^An? (?!new\b)\p{Ll}+ (\p{Ll}+) (?=\p{Ll})/u.exec(sentence)?.[1] ?? "";
  return noun === "one" || nouns.includes(noun);
}

/** A motto above a text, with whose it is: "*Knock, and it shall be opened.* — Matthew 7" */
const MOTTO = /^\s*(?:>\s*)?[*_“"‘][^\n]{4,160}[*_”"’]\s*(?:\n\s*(?:>\s*)?)?[—–-]{1,2}\s*\p{Lu}[^\n]{1,50}\n\s*\n/u;

/** "PANEL 2.", "SHOT 4:", "CAPTION:": what numbers or names the parts of a script. */
const SCRIPT_LABEL =
  /(?<=^|[.!?…”"'’)]\s+|\n)(?:(?:PANEL|SHOT|SCENE|FRAME|PAGE|IMAGE|CUT|ANGLE|CLIP|PART|STEP)\s?\d+[a-z]?\s?[.:)–—-]\s*|(?:CAPTION|TITLE CARD|SUPER|NARRATOR|V\.O\.|SFX|FX)\s?:\s*)/gu;

/** "GM note: she volunteers nothing." in the middle of what is told. */
const TELLERS_LABEL =
  /^[*_(]*(?:GM|DM|MC|game ?master|keeper|referee|narrator|storyteller|teller)(?:['’]s)?(?: notes?)?[*_]*:[*_]*\s*/iu;
/** "IF asked about the hand: ...", "If pressed: ...": what is so in one case, said to the teller. */
const TELLERS_CASE =
  /^[*_]*(?:(?:IF|UNLESS|ELSE|OTHERWISE|ONCE|WHEN)\b(?! I\b)|(?:[Ii]f|[Ww]hen|[Oo]nce) (?:asked|told|pressed|pushed|threatened|offered|shown|accused|bribed|(?:the )?(?:guest|player|PC|party|group)s?|you)\b[^.“”"]{0,60}:\s)/u;

/** "If pressed kindly, he says that he carried the child", "If she is shamed she will shut the door": so in one case alone. (rule CA1580) */
const IN_ONE_CASE =
  /^(?:But |And )?(?:[Oo]nly )?(?:[Ii]f|[Uu]nless) (?:(?:he|she|they|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:is|are|was|were) )?(?:(?:not|ever|only) )?(?:pressed|asked|shamed|trusted|threatened|told|shown|confronted|flattered|bribed|pushed|treated|cornered|accused|thanked|forgiven|caught|shouted at|left alone|let alone)\b/u;

/** "If you have the hilt, the two halves will meet", "If it is a tie you have a washer": of what may be so or not. (rule CA1622) */
const IF_IT_IS_SO =
  /^(?:But |And |Only )?(?:[Ii]f|[Uu]nless) (?:you['’]ve\b|you (?:haven['’]t|hadn['’]t|aren['’]t|have|are|know|keep|kept|took|brought|carry|hold|still)\b|it is an? |(?:he|she|they) (?:learns?|knows?|finds? out|hears?)\b|the (?!(?:\p{Ll}+ )?(?:wind|rain|snow|tide|weather)\b)(?:\p{Ll}+ ){1,4}?(?:is|are|has|have) )(?![^“”"]*\b(?:says?|said|thinks?)\b)(?![^“”"]*,[^“”"]*\b(?:was|were|had)\b)[^“”"]*$/u;
/** "You may not do it quietly": a rule of the deed. */
const NOT_PERMITTED = /^(?:But |And )?[Yy]ou may not \p{Ll}/u;
/** "The condition may be anything a lawyer could write down." */
const ITS_NOUN = /^The (\p{Ll}+) (?:may|can|will|must|should|would|is|are|has|have) /u;
/** "But he will ask whom he should have fought": goes on from the sentence before it. */
const TURNS_ON = /^(?:(?:But|And|Then|So) (?:he|she|they|it|you) (?:will|would|may)\b|It (?:is|was) also\b)/u;

/** "Whichever you don't do, Osk does." */
const LEFT_UNDONE = /^Whichever (?:of them )?you (?:don['’]t|do not) (?:do|take|choose|pick), ([^,;]{1,30}) does\b/u;

/** "He will believe either.", "Both are true." */
const OF_THE_WAYS =
  /^[^“”"]*\b(?:either(?! (?:way|side|end|hand)\b)|neither|both|whichever|the (?:other|first|second) one)\b[^“”"]{0,30}[.!]$/iu;

/** "For at that word he went white", "Because nobody else would": the reason of what the sentence before it says. */
const GIVES_REASON =
  /^(?:For (?:at|in|by|with|to|upon|he|she|it|they|you|there|nobody|everybody|that|this|those|these|what|when|if|whoever)|Because) /u;

/** Words of what goes on with a remark to the teller. */
const LONGEST_REMARK = 6;

const BEATS = "plot/beats.json";
/** A condition alone is put to the player by one of so many last sentences. */
const LAST_SENTENCES = 3;

/**
 * Reads a beat's description, dialogue and menus.
 *
 * @param speakerOf - Cast id of a speaker's name, where it is somebody's.
 * @param line - Line of the beat in `plot/beats.json`.
 */
export function readBeatText(
  beat: NotedBeat,
  player: PlayerWords,
  speakerOf: (name: string) => string | undefined,
  line: number,
): BeatText {
  return atOnce(readingBeatText(beat, player, speakerOf, line));
}

/** As `readBeatText`, with a stop between sentences: expressions that are evaluated for the first time take a while to compile. */
export function* readingBeatText(
  beat: NotedBeat,
  player: PlayerWords,
  speakerOf: (name: string) => string | undefined,
  line: number,
): Generator<void, BeatText> {
  const written = asBidden(beat.description.replace(MOTTO, ""));
  const labelled =
    optionList(written, (sentence) => player.asYou(sentence)) ?? labelledDecision({ ...beat, description: written });
  const description = withoutHead(labelled?.told ?? written, beat);
  const checked = withoutChecks(description);
  const { told, teller, passages } = addressed(checked?.told ?? description, BEATS, 1, true, (entry) =>
    happeningsIn(player.inSecondPerson(entry), (name) => speakerOf(name) !== undefined),
  );
  yield;
  const meant = [
    ...teller.flatMap(({ text }) => splitSentences(text.replace(/^[*_]*(?:GM|DM|Narrator)[*_]*:[*_]*\s*/i, ""))),
    ...(beat.notes?.meant ?? []),
    ...(checked?.taken ?? []),
  ];
  const sentences: string[] = [];
  const decisions: string[] = [];
  const choices: AuthorChoice[] = [...(checked?.choices ?? []), ...(labelled?.choices ?? [])].map((choice) => ({
    ...choice,
    text: player.asYou(choice.text),
    ...(choice.result === undefined
      ? {}
      : { result: splitSentences(choice.result).map(player.inSecondPerson).join(" ") }),
  }));
  const taken = namedIn(told, player);
  choices.push(...taken.branches.map((branch) => ({ ...branch, decides: true })));
  const listed = listedIn(taken.told, player);
  const given = withoutMarks(listed.told)
    .split(/\n\n+/)
    .flatMap(splitSentences)
    .map((raw) => raw.replace(LEFT_UNDONE, "Whichever you do, $1 does the other"))
    .flatMap((given) => {
      const open = asOpen(player.asYou(given));
      const said = COULD_BEGIN.test(given)
        ? given.replace(FOR_A_REASON, "").replace(LEFT_BESIDE, "")
        : given.replace(IF_YOU_LOOK, "");
      const raw = open === undefined && LEAVES_WAYS.test(said) ? said.replace(BY_THE_WAY, "") : said;
      return (
        open?.map((text) => ({ sentence: text, meaning: text })) ?? [
          { sentence: player.inSecondPerson(raw), meaning: player.asYou(raw) },
        ]
      );
    });
  const ofParty = withPartyThey(
    player.forms,
    given.map(({ sentence }) => sentence),
  );
  const all = doneAtOnce(
    given.map(({ meaning }, at) => ({
      sentence: ofParty[at] ?? "",
      meaning: given[at]?.sentence === ofParty[at] ? meaning : (ofParty[at] ?? ""),
    })),
    beat,
  );
  choices.push(...listed.branches.map((branch) => ({ ...branch, decides: true })));
  const forked = readBranches(
    all.map(({ meaning }) => meaning),
    all.map(({ sentence }) => sentence),
  );
  choices.push(...forked.branches.map((branch) => ({ ...branch, ...(forked.decides ? { decides: true } : {}) })));
  const put = readDecisions(all.map(({ meaning }, at) => (forked.taken.has(at) ? "" : meaning)));
  decisions.push(...put.decisions);
  choices.push(...put.choices);
  let wasTold = true;
  // What comes of any of the decisions, and what happens after them. (rules CA1630 and CA1631)
  const ofAll: string[] = [];
  /** The reason of the last of them. */
  let reason: string | undefined;
  /** Whether the sentence before is a label's of the teller. */
  let isLabelled = false;
  const aside = riddleAnswers(all.map(({ sentence }) => sentence));
  let decidedAt = put.decisions.length > 1 ? Math.min(...put.taken) : all.length;
  for (const [at, { sentence, meaning }] of all.entries()) {
    yield;
    const followsTold = wasTold;
    wasTold = false;
    if (forked.taken.has(at) || put.taken.has(at)) continue;
    if (aside.has(at)) {
      meant.push(sentence);
      continue;
    }
    const counted = countedDeed(sentence);
    if (counted !== undefined && isDeed(counted, true)) {
      choices.push({ text: counted });
      continue;
    }
    if (isCount(sentence) || OF_ANOTHER_DAY.test(meaning) || DEPENDS.test(sentence)) {
      meant.push(sentence);
      continue;
    }
    if (at > decidedAt && !OF_ALL.test(sentence)) {
      const of = ofAnyWithin(sentence);
      if (of !== undefined || ofAll.length > 0 || (!followsTold && (isNext(sentence) || isThen(sentence)))) {
        ofAll.push(of ?? capitalise(sentence));
        continue;
      }
    }
    const isLate = at >= all.length - LAST_SENTENCES;
    const met = isLate ? undefined : metInPassing(meaning, sentence);
    if (met !== undefined) {
      sentences.push(met);
      wasTold = true;
      continue;
    }
    const treated = TELLERS_CASE.test(sentence) ? undefined : treatedBranch(meaning, sentence);
    if (treated !== undefined) {
      choices.push(treated);
      continue;
    }
    const lone = isLate ? loneBranch(meaning, sentence) : undefined;
    if (
      [TELLERS_LABEL, TELLERS_CASE, IN_ONE_CASE, NOT_PERMITTED].some((one) => one.test(sentence)) ||
      (lone === undefined && IF_IT_IS_SO.test(sentence)) ||
      IF_SOMEBODY_COMES.test(sentence) ||
      isKeptToOneself(sentence)
    ) {
      meant.push(sentence.replace(TELLERS_LABEL, ""));
      isLabelled = TELLERS_LABEL.test(sentence);
      continue;
    }
    // "GM: figures 8 spots that one entry is in other ink. Tuttle, 9 marks.": words without a verb go on with it. (rule CA1699)
    if (isLabelled && !isWholeSentence(sentence) && !/["“”]/.test(sentence) && countWords(sentence) <= LONGEST_REMARK) {
      meant.push(sentence);
      continue;
    }
    isLabelled = false;
    // "Don't you believe it," says somebody: what is said decides nothing.
    const isLeft = DECIDES.test(meaning.replace(/[“"][^“”"]*[”"]/gu, "")) || (isLate && UP_TO_YOU.test(meaning));
    // What the author says of an answer in brackets, or behind a colon, is a list's.
    const isListed = ASKED.test(meaning.trim()) && /[(:]/.test(meaning);
    const named = isListed ? [] : alternativesIn(meaning);
    const ways = isLeft && named.length < 2 ? leftWays(meaning) : named;
    if (isLeft || ways.length > 1) {
      decisions.push(...ways);
      if (ways.length > 1) decidedAt = Math.min(decidedAt, at);
      const lead = ways.length > 1 ? toldBeforeLeft(sentence) : undefined;
      if (lead === undefined) continue;
      sentences.push(capitalise(lead));
      wasTold = true;
      continue;
    }
    // "She hands it over. Or the goat eats it.": of what excludes each other the first is told.
    if (/^Or,? (?!else\b)[^?]*$/u.test(sentence) && !(followsTold && isOneMore(sentence))) continue;
    const menu = menuIn(meaning);
    const permitted = /[(:]/.test(meaning) ? [] : permittedIn(meaning);
    if (menu.length > 1 || permitted.length > 1) {
      // What is looked at, one thing after another, rules out nothing; deeds with "or" between them exclude each other.
      const excludes =
        menu.every(({ result, stat }) => result === undefined && stat === undefined) && !isAllLooks(permitted);
      if (excludes) decidedAt = Math.min(decidedAt, at);
      choices.push(
        ...(permitted.length >= menu.length && excludes
          ? permitted.map((text) => ({ text, decides: true }))
          : permitted.length > menu.length
            ? permitted.map((text) => ({ text }))
            : menu),
      );
      continue;
    }
    const toDoOrNot = isLate ? ofLoneQuestion(meaning) : [];
    if (toDoOrNot.length > 1) {
      decisions.push(...toDoOrNot);
      decidedAt = Math.min(decidedAt, at);
      continue;
    }
    if (WAITS_FOR_YOU.test(sentence) || IF_ALONE.test(sentence)) continue;
    if (isOfOneCase(sentence)) {
      meant.push(sentence);
      continue;
    }
    const deed = deedIn(meaning);
    if (deed !== null) {
      choices.push(deed);
      continue;
    }
    if (lone !== undefined) {
      choices.push(lone);
      continue;
    }
    // Beside others of the kind, what comes of a deed in many words, or of not doing the last, is a choice as well. (rule CA1721)
    const others = choices.filter(({ decides, result }) => decides === true && result !== undefined);
    const beside = others.length === 0 ? undefined : caseBeside(meaning, others.at(-1)?.text ?? "");
    if (beside !== undefined) {
      choices.push({ ...beside, decides: true });
      continue;
    }
    // What comes of a deed that nobody has done yet is not told. (rule CA1508)
    if (COMES_OF_A_DEED.test(meaning) || OF_WHOEVER.test(sentence) || isOfSuchAPlayer(sentence, player)) continue;
    // "He will believe either." speaks of the ways that are put. (rule CA1657)
    if (!followsTold && OF_THE_WAYS.test(sentence) && !OF_ALL.test(sentence)) continue;
    // The reason of what is not told is not told either. (rule CA1581)
    if (!followsTold && (GIVES_REASON.test(sentence) || TURNS_ON.test(sentence))) {
      if (forked.taken.has(at - 1) || put.taken.has(at - 1) || decidedAt === at - 1) reason ??= sentence;
      continue;
    }
    // "The condition may be anything": what only the untold sentence before it has brought in. (rule CA1624)
    const brought = ITS_NOUN.exec(sentence)?.[1];
    const bringsIn = (text: string): boolean => new RegExp(`\\b${brought ?? ""}\\b`, "u").test(text);
    if (!followsTold && brought !== undefined && bringsIn(all[at - 1]?.meaning ?? "") && !sentences.some(bringsIn))
      continue;
    sentences.push(asDone(capitalise(plainly(sentence)), all[at + 1]?.sentence));
    wasTold = true;
  }
  // "Whatever you do, he does the braver thing": told when it is done. (rule CA1594)
  const ofAny = sentences.filter((sentence) => OF_ALL.test(sentence));
  const bare = choices.filter(({ decides, result }) => decides === true && result === undefined);
  if ((decisions.length > 1 || bare.length > 1) && ofAny.length + ofAll.length > 0) {
    const result = [...ofAny.map((sentence) => capitalise(sentence.replace(OF_ALL, ""))), ...ofAll].join(" ");
    choices.splice(0, choices.length, ...choices.map((one) => (bare.includes(one) ? { ...one, result } : one)));
    choices.push(...decisions.map((text) => ({ text, result, decides: true })));
    decisions.length = 0;
    sentences.splice(0, sentences.length, ...sentences.filter((sentence) => !ofAny.includes(sentence)));
  } else {
    // Nothing is put: "Whatever it was, there is cake." goes on with nothing. (rule CA5718)
    const told = sentences.map((sentence) =>
      NOTHING_PUT.test(sentence) ? capitalise(sentence.replace(OF_ALL, "")) : sentence,
    );
    sentences.splice(0, sentences.length, ...told);
  }
  // "What would he do? For at that word he went white": what comes of the deed that was named last. (rule CA1581)
  if (reason !== undefined) {
    const result = capitalise(reason.replace(/^(?:For|Because) /u, ""));
    const last = decisions.pop();
    if (last !== undefined) choices.push({ text: last, result, decides: true });
    else
      choices.splice(-1, 1, ...choices.slice(-1).map((one) => (one.result === undefined ? { ...one, result } : one)));
  }
  if (decisions.length === 0 && choices.length === 0) {
    const open = answersTo(sentences, (name) => speakerOf(name) !== undefined);
    if (open !== undefined) {
      decisions.push(...open.ways);
      sentences.splice(open.at, 1);
    }
  }
  choices.push(...optionsIn(beat.description, player));
  if (ANNOUNCES_WAYS.test(sentences.at(-1) ?? "")) sentences.pop();
  for (const raw of meant) {
    yield;
    const sentence = player.asYou(raw);
    choices.push(...menuIn(sentence));
    const asked = conditionalChoice(sentence) ?? deedIn(sentence);
    if (asked !== null)
      choices.push(asked.result === undefined ? asked : { ...asked, result: asHappening(asked.result) });
    if (/\byou (?:say|decide|choose)s? whether\b/i.test(sentence)) decisions.push(...alternativesIn(sentence));
  }
  choices.push(...keptForWhoever(meant.map((sentence) => player.asYou(sentence))));
  const apart = withoutCases(sentences, decisions, choices.map(withItsDeed).map(withoutReason).map(saidWhole));
  sentences.splice(0, sentences.length, ...apart.told);
  meant.push(...apart.left);
  const open = apart.choices;
  const meanings = all.map(({ meaning }) => meaning);
  const ways = [...apart.decisions.map((text) => ({ text })), ...open];
  const whole = new Map(wholeWays(ways, meanings).map((way, at) => [ways[at]?.text ?? "", withoutEmphasis(way)]));
  const kept = new Set(withoutDenials(ways.map(({ text }) => text)));
  const lines = (beat.dialogue ?? []).map(({ speaker, line: words, context }) => ({
    speaker: speakerOf(speaker) ?? speaker,
    line: withoutGloss(words),
    form: isAction(words) ? ("action" as const) : ("words" as const),
    ...cueFor(words, context, beat, player),
  }));
  return {
    told: sentences,
    decisions: apart.decisions.filter((way) => kept.has(way)).map((way) => whole.get(way) ?? way),
    choices: withoutTwins(
      open.filter(({ text }) => kept.has(text)).map((one) => ({ ...one, text: whole.get(one.text) ?? one.text })),
    ),
    moments: [{ sentences, lines }],
    meant,
    passages: [
      ...passages.filter(({ audience }) => audience === "teller"),
      ...(beat.notes?.left ?? []).map(({ label, text }): ReadPassage => {
        const evidence = { certainty: "stated", file: BEATS, line, why: `marked "${label}"` } as const;
        return { file: BEATS, line, text: text.slice(0, SHOWN), audience: "teller", form: "prose", evidence };
      }),
    ].map((passage) => ({ ...passage, line, evidence: { ...passage.evidence, line } })),
  };
}

/** A beat's sentences, with the deed that it waits for as done where it opens with that. */
function doneAtOnce(
  all: readonly { readonly sentence: string; readonly meaning: string }[],
  { conditions }: PlotBeat,
): readonly { readonly sentence: string; readonly meaning: string }[] {
  const sentences = all.map(({ sentence }) => sentence);
  const opened = withOwnDeed(sentences, conditions);
  if (opened === sentences) return all;
  const rest = all.slice(1);
  const first = opened.slice(0, opened.length - rest.length);
  return [...first.map((sentence) => ({ sentence, meaning: sentence })), ...rest];
}

/** What a sentence leaves to the player in other words than as alternatives. */
function leftWays(meaning: string): readonly string[] {
  const told = waysOfTelling(meaning);
  return told.length > 1 ? told : waysOfWhether(meaning);
}

/** "Or sixty dollars." goes on with what somebody wants; "Or the goat eats it." happens otherwise. */
const isOneMore = (sentence: string): boolean =>
  /^Or,? (?:the |an? |his |her |their |your |\d|\p{Ll}+ty |\p{Ll}+teen |two |three |four |five |six |seven |eight |nine |ten )[^:]*$/u.test(
    sentence,
  ) && !isWholeSentence(capitalise(sentence.replace(/^Or,? /u, "").replace(/;.*$/su, ".")));

/** "If you lied to her on Wednesday, you must say so": what was done on another day is for whoever remembers it. */
const OF_ANOTHER_DAY =
  /^(?:But |And )?If you\b[^,“”"]*\b(?:told|lied|gave|said|kept|\p{Ll}+ed)\b[^,“”"]* on (?:mon|tues|wednes|thurs|fri|satur|sun)day,/iu;

/** "Show him the lid. He goes quiet.": an order in the middle of what is told is what the player does there. (rule CA1704) */
const asDone = (sentence: string, next = ""): string =>
  ORDERS.test(sentence) && ANSWERS.test(next)
    ? `You ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : sentence;
const ORDERS =
  /^(?:Show|Give|Tell|Ask|Hand|Offer|Thank|Follow|Help|Press|Pay) (?:him|her|them|it)(?! and\b)(?: (?!and\b)[^\s,;:“”"]+){0,6}\.$/u;
const ANSWERS = /^(?:He|She|They|It|\p{Lu}\p{L}+) \p{Ll}+s\b/u;

/** Emphasis that holds several sentences, on each of them: "*Slept. Ate.*" is "*Slept.* *Ate.*" (rule CA1658) */
const emphasisBySentence = (text: string): string =>
  text.replace(
    /(?<![*_\p{L}])(\*{1,2}|_)(?=\S)((?:(?!\n\n)[^*_])+?)(?<=\S)\1(?![*_\p{L}])/gu,
    (whole, mark: string, inner: string) => {
      const sentences = splitSentences(inner);
      return sentences.length < 2 ? whole : sentences.map((one) => `${mark}${one}${mark}`).join(" ");
    },
  );

/** "Write *Slept well*": what is written or said is quoted, and no other emphasis stands in a choice. */
const withoutEmphasis = (deed: string): string =>
  deed.replace(/^((?:write|say|answer|reply|sign|read out|call out)\b[^*]*)\*([^*]+)\*/u, "$1“$2”").replace(/\*+/g, "");

/** Whether deeds only find something out. */
const isAllLooks = (deeds: readonly string[]): boolean =>
  deeds.every((deed) =>
    /^(?:look|feel|read|search|examine|inspect|study|listen|smell|taste|count|touch|ask|watch|visit|try)\b/u.test(deed),
  );

/** A beat's text as it stands, without marks of lists and headings. */
const withoutMarks = (text: string): string =>
  emphasisBySentence(text)
    .replace(/^#+ .*$/gm, "")
    .replace(/^[->*] /gm, "")
    .replace(SCRIPT_LABEL, "");

/** Ways that one sentence puts and those behind it take up by a word, and the text without them. (rule CA1700) */
function namedIn(
  told: string,
  player: PlayerWords,
): { readonly told: string; readonly branches: readonly { readonly text: string; readonly result?: string }[] } {
  const blocks = told.split(/\n\n+/);
  const sentences = blocks.flatMap((block, index) =>
    splitSentences(withoutMarks(block)).map((raw) => ({
      raw,
      told: withoutEmphasisOf(player.inSecondPerson(raw)),
      meaning: withoutEmphasisOf(player.asYou(raw)),
      block: index,
    })),
  );
  const { branches, taken } = readNamedOutcomes(sentences);
  if (taken.size === 0) return { told, branches: [] };
  const left = blocks.flatMap((block, index) => {
    const own = sentences.flatMap((sentence, at) => (sentence.block === index ? [{ ...sentence, at }] : []));
    if (own.every(({ at }) => !taken.has(at))) return [block];
    const rest = own.filter(({ at }) => !taken.has(at)).map(({ raw }) => raw);
    return rest.length === 0 ? [] : [`${/^[-*•] /.exec(block)?.[0] ?? ""}${rest.join(" ")}`];
  });
  return { told: left.join("\n\n"), branches };
}

const withoutEmphasisOf = (text: string): string => text.replace(/\*+|(?<!\p{L})_|_(?!\p{L})/gu, "");

/** Lists of deeds with what comes of each, and the text without them. (rule CA1596) */
function listedIn(
  told: string,
  player: PlayerWords,
): { readonly told: string; readonly branches: readonly { readonly text: string; readonly result?: string }[] } {
  const paragraphs = told.split(/\n\n+/);
  const isItem = (text = ""): boolean => /^[-*•] \S/.test(text);
  for (let at = 0; at < paragraphs.length; at++) {
    if (!isItem(paragraphs[at])) continue;
    let end = at;
    while (isItem(paragraphs[end + 1])) end++;
    const branches = listedBranches(
      paragraphs.slice(at, end + 1).map((entry) => player.inSecondPerson(entry.replace(/^[-*•] /, ""))),
    );
    if (branches.length > 0) return { told: paragraphs.toSpliced(at, end + 1 - at).join("\n\n"), branches };
    at = end;
  }
  return { told, branches: [] };
}

/** "If you see the paper, you know that Tom has been promised twelve acres." */
const IF_YOU = /^(?:only )?(if you (\p{Ll}+)\b[^,;:.]{0,70}), (?=\S)/iu;
/** Words that a line and such a consequence share and the description has not. */
const FEWEST_OF_CONSEQUENCE = 2;
/** "You", "can", "see": what everybody says is no matter. */
const LONGEST_SMALL_WORD = 3;
/** "The envelope? It came under the door." */
const ECHOES = /^(?:the|my|your|his|her|that|this|those|these) ((?:\p{L}+ )?\p{L}+)\?\s/iu;

/**
 * What a line waits for: what stands beside it; else the player's deed that its beat's consequences make the matter of the line, where the
 * description says nothing of it (rule CA711); else the question which its first words repeat (rule CA712).
 */
function cueFor(
  line: string,
  context: string | undefined,
  { description, consequences = [] }: PlotBeat,
  player: PlayerWords,
): { readonly cue?: LineCue } {
  if (context !== undefined) return { cue: cueOf(context, player) };
  const said = contentWords(line);
  const told = contentWords(description);
  for (const consequence of consequences) {
    const whole = player.inSecondPerson(consequence.trim());
    const [, condition = "", verb = ""] = IF_YOU.exec(whole) ?? [];
    if (!isLemma(verb) || verb === "do" || verb === "have") continue;
    const own = [...contentWords(whole)].filter((word) => said.has(word) && !told.has(word));
    const shown = [...said].filter((word) => told.has(word) && word.length > LONGEST_SMALL_WORD);
    if (own.length >= FEWEST_OF_CONSEQUENCE && own.length > shown.length)
      return { cue: { text: condition, kind: "condition" } };
  }
  const noun = ECHOES.exec(line.trim())?.[1]?.split(" ").at(-1);
  const isNew = noun !== undefined && [...contentWords(noun)].every((word) => !told.has(word));
  return noun !== undefined && isNew ? { cue: { text: `asked about the ${noun}`, kind: "answer" } } : {};
}

/** Brackets round the whole, or asterisks: what is done, not what is said. */
export function isAction(line: string): boolean {
  return /^\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\]|\*[^*]+\*)[.!?]?\s*$/.test(line);
}

/** "Mm. (yes)" gives "Mm.": brackets beside a whole sentence of a line explain it to the teller, or say how it is said. */
export function withoutGloss(line: string): string {
  if (isAction(line)) return line;
  const said = line
    .replace(/^\s*\([^()]{1,80}\)\s+(?=\S)/u, "")
    .replace(/(?<=[.!?…]["”’']?)\s*\([^()]*\)\.?(?=\s|$)/gu, "")
    .replace(/\s*\((?:yes|no|maybe|i\.e\.|meaning|that is)\b[^()]*\)\s*(?=$|[.!?])/giu, "")
    .trim();
  return said === "" ? line : said;
}

/** "After the soup, when you have been honest", "at the end, unless you lied": what the player was like, behind when it is said. */
const IF_YOU_WERE =
  /[,;] (?:but )?(?:only )?(?:(?:if|unless) you\b|when you(?:['’]ve| have) (?:been|not|never|told|said|shown|given|kept)\b)/iu;

/** What the words beside a line say of it: a condition, a moment, whom it is said to, or its manner. */
export function cueOf(context: string, player: PlayerWords): LineCue {
  const text = player.inSecondPerson(context.trim());
  // "At the door, if you have been kind": whether that is so decides it. (rule CA5706)
  const kind: LineCue["kind"] = IF_YOU_WERE.test(text)
    ? "condition"
    : /^(?:when|once|after) you\b|^(?:in )?(?:reply|answer(?:ing)?)\b|^asked\b|^when asked\b/i.test(text)
      ? "answer"
      : /^(?:if|only if|only when|unless|provided|should|in case|when(?:ever)? (?:it|they|he|she|the|somebody|someone|\p{Lu}))\b/iu.test(
            text,
          )
        ? "condition"
        : /^(?:later|afterwards?|the next|next (?:day|morning)|that (?:night|evening)|at the end|last|finally|on the way (?:out|home|back))\b/i.test(
              text,
            )
          ? "later"
          : /^to (?:the |his |her |their |you\b|nobody|no one|\p{Lu})/iu.test(text) &&
              !/^to (?:the )?\p{Ll}+ing\b/u.test(text)
            ? "addressee"
            : /^(?:as|while|before|after|at|from|once|when|during|on)\b/i.test(text)
              ? "moment"
              : "manner";
  return { text, kind };
}

const MAY =
  /\b(?:you (?:may|can|could|might) (?:now |also |then |either |instead )?|you are (?:near|close|free|quick|strong|tall|early|able|in time)(?: enough)? (?=to .+ or )|it (?:is|was|will be) (?:open|left|up) to you (?:whether )?to )(.+?)[.!]?$/i;
/** A question to the player, with its answers in it: "Do you burn it, or keep it?" */
const ASKED = /^(?:do|will|would|shall|should) you (.+ or .+)\?$/i;

const REMARK = /\s*\(([^()]*)\)/g;
/** "You can see the whole shape, eleven metres of it": nothing that is done. */
const SEEN = /^(?:see|hear|smell|make out|imagine|almost|hardly|(?:tell|swear) (?:that|by|from))\b/u;

/** "You may feel the wall, read the stone (two names) or look at the seal (Pole, DC 8: the date is 36)" gives three choices. */
function menuIn(sentence: string): AuthorChoice[] {
  const list = (MAY.exec(sentence) ?? ASKED.exec(sentence.trim()))?.[1];
  if (list === undefined || SEEN.test(list) || (/^(?:feel|taste|sense)\b/u.test(list) && !/ or /u.test(list)))
    return [];
  const remarks: string[] = [];
  const marked = list.replace(MEANT_OR_NOT, "").replace(REMARK, (_, inner: string) => {
    remarks.push(inner);
    return ` \u0001${remarks.length - 1}\u0001`;
  });
  const whole = /:\s/.exec(marked);
  const parts: string[] = [];
  for (const part of (whole ? marked.slice(0, whole.index) : marked).split(/\s*;\s*|,\s*(?:or\s+)?|\s+or\s+/)) {
    const first = /^(?:you (?:may|can|could|might) )?(?:to |even |also )?(\p{Ll}+)/u.exec(part.trim())?.[1] ?? "";
    // What opens with no verb goes on with the option before it.
    const isLikeness = /^like (?:an?|the|somebody|something)\b/u.test(part.trim());
    if (parts.length > 0 && (isLikeness || (!opensWithVerb(first) && !isDeedBeside(part) && !IS_SO.test(part.trim()))))
      parts[parts.length - 1] += `, ${part.trim()}`;
    else parts.push(part.trim());
  }
  const tail = whole ? marked.slice(whole.index + 1).trim() : "";
  return parts.flatMap((part, index) => {
    const remark = /\u0001(\d+)\u0001/.exec(part)?.[1];
    const given = withoutWhy(
      part
        .replace(/\s*\u0001\d+\u0001/g, "")
        .replace(/^you (?:may|can|could|might) /, "")
        .replace(/^(?:to|even|also) /, "")
        .replace(/[,;:]$/, "")
        .trim(),
    );
    const text = inFewWords(given) ?? "";
    if (text === "") return [];
    const isKnown = opensWithVerb(text.split(" ")[0] ?? "") || (parts.length > 1 && isDeed(text, true));
    if (!isKnown && !IS_SO.test(text)) return [];
    const inner = remark === undefined ? undefined : remarks[Number(remark)];
    const last = index === parts.length - 1 && tail !== "" && inner === undefined ? tail : undefined;
    return [{ text, ...remarkOf(inner ?? "", last) }];
  });
}

/** Words from which on a choice is cut at what only goes on with its deed. */
const LONG_DEED = 10;

/** A deed without what only says why, or who somebody is: "bring Osk up so that he hears it", "give it to Osk, who will shout". (rule CA1520) */
const withoutWhy = (deed: string): string =>
  deed.split(/\s+/).length < LONG_DEED
    ? deed
    : deed.replace(/,? so that\b.*$|, (?:who|which|where|because|since|if|so|in case)\b.*$/u, "");

/** Whether a part that stands beside others is a deed whose verb is in no list: "team up", "bail the boat". */
const isDeedBeside = (part: string): boolean =>
  isDeed(part.trim().replace(/^(?:you (?:may|can|could|might) )?(?:to |even |also )?/, ""), true);

/** "Be nice about it": a way to take something is one to choose. */
const IS_SO =
  /^(?:you (?:can|could|may|might) )?(?:be \p{Ll}+ (?:about|with|to|and) |have (?:him|her|it|them|\p{Lu}\p{L}+) (?:in|out|up|down|over|back|along|away|off)\b)/u;
/** A sentence of what the player could do. */
const LEAVES_WAYS = /\b(?:you|the (?:player|PC)) (?:may|might|could|can)\b.*[;,] or\b/iu;
/** ", whatever the custom", ", and be kind or otherwise": says how, and is no way of its own. */
const BY_THE_WAY =
  /,? (?:whatever|however|whichever|whoever)\b[^,;:]*(?=[,;:.]|$)|,? and be \p{Ll}+ or (?:otherwise|not|\p{Ll}+)(?=[,;:.]|$)/gu;

/** "You could ask her, since nobody has said it, and the silence is loud.": the reason is nothing that comes of it. (rule CA5711) */
const COULD_BEGIN = /^(?:(?:And|But|Or|Then|So),? )?(?:you|the (?:player|PC)) (?:may|might|could|can)\b/iu;
/** "; and it's for you to say who tells her": beside what can be done. */
const LEFT_BESIDE =
  /[;,] and it(?:['’]s| is) (?:also )?(?:for you|up to you|left to you) to (?:say|decide|choose|judge)\b[^;:“”"]*(?=\.$)/iu;
const FOR_A_REASON =
  /, (?:since|because|seeing that|now that|for (?=(?:he|she|it|they|there|nobody|the \p{Ll}+ (?:is|are|was|has|have))\b)) ?[^;:?“”"]*?(?=; |, or \p{Ll}|[.]$)/iu;

const NO_VERB =
  /^(?:be|have|the|a|an|and|or|but|for|with|at|in|on|by|from|of|as|that|this|it|his|her|their|your|its|not|no|if|when|only|so|who|what|why|how|which|where|whether|himself|herself|themselves|two|three|both|either|all|some|any|whatever|whoever|whomever|whichever|however|wherever|whenever|since|because|though|although|unless|until|while|once|than|nor)$/;

function opensWithVerb(word: string): boolean {
  if (NO_VERB.test(word)) return false;
  return (
    isLemma(word) ||
    /^(?:accuse|haul|burn|help|confront|follow|speak|vote|open|sign|hide|steal|bribe|haggle|bluff|sneak|examine|inspect|kneel|sing|taste|feel|borrow|return|warn|swear|bargain|beg|lift|move|propose|study|search|visit|wait|climb|count|copy|tear|light|douse|hand)$/.test(
      word,
    )
  );
}

/** "Pole, DC 8: the date is 36" gives stat, difficulty and result. */
function remarkOf(remark: string, after: string | undefined): Omit<AuthorChoice, "text"> {
  const roll = /^(?:(\p{Lu}[\p{L} ]{1,24}),?\s*)?(?:DC|difficulty|target|vs\.?)\s*(\d+)(?:\s*[:;,]\s*(.*))?$/iu.exec(
    remark.trim(),
  );
  const result = roll ? roll[3] : remark.trim() === "" ? after : remark.trim();
  return {
    ...(roll?.[1] === undefined ? {} : { stat: roll[1].trim() }),
    ...(roll?.[2] === undefined ? {} : { difficulty: roll[2] }),
    ...(result === undefined || result === "" ? {} : { result }),
  };
}

/** "- Smell the purple -> Boysenberry. Only the Barn served it (clue 3)" */
const OPTION = /^[ \t]*[-*•][ \t]+(\p{Lu}[^\n]{2,80}?)[ \t]*(?:->|→|=>|⇒)[ \t]*([^\n]+)$/gmu;

/** Lines of a list that say what the player may do and, behind an arrow, what comes of it. (rule CA1368) */
function optionsIn(description: string, player: PlayerWords): AuthorChoice[] {
  return [...description.matchAll(OPTION)].flatMap(([, deed = "", outcome = ""]) => {
    const [verb = "", ...rest] = player.inSecondPerson(deed.trim()).split(" ");
    const words = [verb.toLowerCase(), ...rest];
    if (!opensWithVerb(words[0] ?? "") || words.length > LONGEST_DEED) return [];
    const told = outcome
      .replace(/\s*\([^()]*\)/g, "")
      .split(/;\s*/)
      .filter((part) => !/^[+−–-]?\d|\w_\w/.test(part.trim()))
      .join("; ")
      .replace(/\s+[+−–-]\d.*$/u, "")
      .trim();
    const result = player.inSecondPerson(told).replace(/[.]$/, "");
    // Words that nobody is named as saying are no result.
    return [{ text: words.join(" "), ...(result === "" || /^["“‘']/.test(result) ? {} : { result }) }];
  });
}

/** "If you ask about the brass: it was always there." */
function conditionalChoice(sentence: string): AuthorChoice | null {
  const match = /^(?:only )?if you (\p{Ll}+)s? ([^:,]{3,60}?)[:,] (.+?)[.!]?$/iu.exec(sentence);
  if (!match) return null;
  const verb = infinitive(match[1] ?? "");
  const [first = ""] = (match[3] ?? "").split(" ");
  // What is to be said, or is said by nobody that is named, is no result.
  if (verb === "do" || !opensWithVerb(verb) || /^["“‘']/.test(first) || isLemma(first)) return null;
  // "Lift one with her (no roll) or for her (Hands)": the first way of it, of a thing that is named.
  const [object = ""] = (match[2] ?? "").replace(/\s*\([^()]*\)/g, "").split(/\s+or\s+/);
  if (/^(?:one|it|them|this|that|these|those|some|any)\b/i.test(object)) return null;
  return { text: `${verb} ${object}`.trim(), result: match[3] ?? "" };
}

/** "If you sit down at his table he shows you a photograph.": a deed, and what comes of it, which is told when it is done. (rule CA1417) */
const IF_YOU_DO =
  /^(?:(?:and|but) )?if you ((?!are\b|were\b|have\b|had\b|do\b|want\b|wish\b|like\b|know\b|see\b|look\b|hear\b|listen\b|need\b|can\b|could\b|must\b|did\b|think\b|remember\b|feel\b|stand\b|turn\b|go\b|come\b|get\b|believe\b|count\b|miss\b|live\b|fail\b|try\b)\p{Ll}+)(s?) ([^,:;]{2,60}?)(?:, (?:then )?|(?<=\p{Ll}) (?=(?:he|she|they|it) (?!and\b|or\b)))((?:he|she|they|it|\p{Lu}\p{L}+) .+)$/iu;

function deedIn(sentence: string): AuthorChoice | null {
  const [, verb = "", , object = "", result = ""] = IF_YOU_DO.exec(sentence.trim()) ?? [];
  const words = `${verb} ${object}`.trim();
  if (verb === "" || !opensWithVerb(verb.toLowerCase()) || words.split(" ").length > LONGEST_DEED) return null;
  // "Kneel beside him as long as": what goes on with the rest of the sentence is no deed alone.
  if (/\b(?:as|that|than|when|while|until|if|with|of|to|for|at|in|on|by|where|who|which)$/i.test(object)) return null;
  // What "one of them" is, only the sentence says.
  if (
    /^(?:one|it|this|that|these|those|some|any)\b/i.test(object) ||
    /\b(?:and(?! (?:do not|don['’]t|say nothing)\b)|or|can)\b/.test(object)
  )
    return null;
  return { text: words, result: capitalise(result.replace(/[.]$/, "")) };
}

/** "If Bev walks in on it, she works it out": what is so in one case, which nobody here can bring about. (rule CA1721) */
const IF_SOMEBODY_COMES =
  /^(?:But |And )?If (?!I\b)\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)? (?:walks?|comes?|sees?|hears?|finds?|catches|catch|notices?|turns? up|looks?)\b[^,“”"]*, (?:he|she|it|they)\b/u;

/** Words of a deed in a case beside others. */
const LONGEST_CASE_DEED = 14;
const CASE_BESIDE =
  /^(?:(?:But|And|Only|Or),? )?[Ii]f you (?:just |only |also )?(?!(?:are|were|have|had|do|did|know|see|hear|want|wish|like|need|must|may|might|could|think|feel|remember)\b)(\p{Ll}[^?“”"]*?), (?:then )?(?=(?:he|she|it|they|nobody|somebody|the \p{Ll}+|\p{Lu}\p{L}+) )(.+)$/u;
/** "If you don't, she asks": the last deed, left undone. */
const NOT_THAT =
  /^(?:(?:But|And),? )?[Ii]f you (?:don['’]t|do not), (?:then )?(?=(?:he|she|it|they|nobody|somebody|the \p{Ll}+|\p{Lu}\p{L}+) )(.+)$/u;

/** A case that stands beside others as a choice: in the author's words, or the last one left undone. */
function caseBeside(meaning: string, last: string): { readonly text: string; readonly result: string } | undefined {
  const left = NOT_THAT.exec(meaning.trim())?.[1];
  if (left !== undefined)
    return /^(?:do not|don['’]t) /.test(last) ? undefined : { text: `do not ${last}`, result: capitalise(left) };
  const [, words = "", result = ""] = CASE_BESIDE.exec(meaning.trim()) ?? [];
  // "If you can't do it and buy a sausage and go"
  const deed = words.replace(/^(?:can['’]t|cannot) [^,]*? and (?=\p{Ll})/u, "");
  const isDeedOf = opensWithVerb(deed.split(" ")[0] ?? "") && countWords(deed) <= LONGEST_CASE_DEED;
  return isDeedOf ? { text: withoutWhatWas(deed), result: capitalise(result) } : undefined;
}

/** "Lie and say", "It's sold, Gillian thanks you": what is said is part of the deed. (rule CA1721) */
function saidWhole(choice: AuthorChoice): AuthorChoice {
  const { text, result = "" } = choice;
  if (!/\b(?:say|tell (?:him|her|them)|claim|pretend|swear)$/u.test(text)) return choice;
  const [, first = "", said = "", rest = ""] =
    /^(\p{Lu})([^,“”"]*), ((?:he|she|it|they|\p{Lu}\p{L}+) .+)$/u.exec(result) ?? [];
  return said === "" ? choice : { ...choice, text: `${text} ${first.toLowerCase()}${said}`, result: capitalise(rest) };
}

/** A choice without a result that only says why somebody might make it. */
function withoutReason(choice: AuthorChoice): AuthorChoice {
  const { result = "", ...alone } = choice;
  return IS_A_REASON.test(result) || BIDS_TELLER.test(result) ? alone : choice;
}

/** "Write down three things about him": what whoever tells the story is to do then. (rule CA6459) */
const BIDS_TELLER =
  /^(?:Write down|Mark|Note|Tick|Roll|Add|Read (?:out|aloud)|Describe|Remember to|Move on|Skip|Introduce|Reveal|Track|Keep track)\b(?! (?:is|are|was|comes?|goes|falls?)\b)/u;

/** "Hold the ladder, refuse to": what it is refused to do is the choice before. (rule CA1595) */
const withItsDeed = (choice: AuthorChoice, at: number, all: readonly AuthorChoice[]): AuthorChoice =>
  /^(?:refuse|decline|promise|agree|offer) to$/.test(choice.text) && at > 0
    ? { ...choice, text: `${choice.text} ${all[at - 1]?.text ?? ""}` }
    : choice;

function withoutTwins(choices: readonly AuthorChoice[]): AuthorChoice[] {
  // "Keep him" beside "keep him and take on the job" is the same way. (rule CA6459)
  const isPart = ({ text, result }: AuthorChoice): boolean =>
    result === undefined && choices.some((other) => other.text.startsWith(`${text} and `));
  return choices.filter(
    (one, index) => choices.findIndex((other) => other.text === one.text) === index && !isPart(one),
  );
}
