/** What comes of each deed that a beat puts to the player, where its author says so: "You can sign: she cries. Or you can refuse. Then she is yours." */
import { allMatches, capitalise, isVerb, isWholeSentence } from "@narratoria/protocol/english";
import { asObject, done, split, SUBJECT } from "./clauses.js";
import { asHappening } from "./happening.js";
import {
  bareOf,
  inFewWords,
  isBare,
  isDeed,
  isThreat,
  lowered,
  NOTICED,
  withSaidWords,
  withSecondDeed,
} from "./deed-words.js";
import { isNext, ofAnyWithin } from "./what-follows.js";
import { withItsNoun, withItsRest } from "./whole-words.js";

/** A deed of the player's, and what comes of it in its author's words. */
export interface Branch {
  readonly text: string;
  readonly result?: string;
}

/** The branches of a beat. */
export interface BranchesOfBeat {
  readonly branches: readonly Branch[];
  /** Whether doing one rules out the others. */
  readonly decides: boolean;
  /** Indices of the sentences that they are made of: none of them is told before the deed. */
  readonly taken: ReadonlySet<number>;
}

/** One sentence read as a deed with what comes of it. */
interface Arm extends Branch {
  /** "may": says that it can be done; "or": begins with "Or"; "if": a condition; "gerund": "Telling him costs an evening"; "bare": a command. */
  readonly kind: "may" | "or" | "if" | "gerund" | "bare";
  /** Whether the sentence permits it in so many words: "You may pretend to be bought." */
  readonly permits?: true;
}

const capitalised = (words: string): string => words.split("|").map(capitalise).join("|");

const MANNERS =
  "(?:(?:also|just|even|still|simply|always|instead|perhaps|of course|as well|too|then|now|only|merely|equally|either),? )*";
const MAY = new RegExp(
  `^(?:(?:And|Or|But|Then|Still|Or else|Now|Here),? )?(?:you|one) (?:may|can|could|might),? ${MANNERS}(\\p{Ll}.*)$`,
  "isu",
);
const IF =
  /^(?:(?:And|Or|But),? )?(?:only |even )?if (?:you|someone|somebody|anyone|anybody|one)(?:[’']d|[’']ll)? (?:(?:only|just|simply|merely|do|should|instead|did|can|could|will|would) )*(\p{Ll}.*)$/isu;
const OR_YOU = /^Or(?: else)?,? (?:you |one )?(?:(?:just|simply|only|even|else|then) )*(\p{Ll}.*)$/su;
/** "Or take her and ask: how did you know?" */
const OR_ASK =
  /^Or(?: else)?,? (?:you |one )?((?:\p{Ll}[^?:]*? )?(?:ask|say)\b[^?:,]{0,30})[:,] ((?:what|who|whom|whose|why|where|how|when|which|would|will|is|are|do|does|did|can|could|has|have)\b[^?“”"]*\?)$/isu;
const GERUND = /^(?:Not )?\p{L}\p{Ll}+ing\b/u;
/** "To answer him is to be made to show one's working." */
const TO_DO =
  /^(?:(?:And|But|Or),? )?[Tt]o (\p{Ll}+ [^,;:]{2,40}?)(?:, [^,;:]{2,40},)? (?:is|means|would be|would mean) (.+)$/su;
/** "To lay white is to make an ally; to lay black, and be the eighth, is to be thanked": an arm each. (rule CA4707) */
const NEXT_TO_DO = /;\s+(?=(?:and |but |or )?to \p{Ll}+ [^;:]{2,70}? (?:is|means|would be|would mean) )/u;
/** "Here might you tell her all". */
const MIGHT_YOU = /^(?:Here|Now|There|Then|So|And now|And here),? (?:may|can|could|might) (?:you|one) (\p{Ll}.*)$/su;
/** "Tell her all, and have a friend", "say nothing, and be watched": what befalls whoever does it. */
const BEFALLS =
  /^(.+?),? and ((?:be|have(?! done with)|get|lose|win|gain|earn|miss|owe|learn|find|see|hear|notice|regret|risk|remember) (?!(?:whether|if|what|who|how)\b).+)$/su;

/** "It may be bought from him", "or he may be left to it". */
const MAY_BE = new RegExp(`^(?:Or )?(${SUBJECT}) (?:may|can|could|might) (?:also |still |just )?be (\\p{Ll}.*)$`, "su");
/** "She will put it in the vault if you ask", "Osk would go if you told him to, and then everyone would know". */
const IF_ASKED = new RegExp(
  `^(?:Or )?(${SUBJECT})(?:[’']ll| will| would) (\\p{Ll}[^,;:]*?),? if you(?:[’']d)? (?:ask(?:ed)?(?: (?:him|her|it|them)(?: to)?)?|tell (?:him|her|it|them)(?: to)?|told (?:him|her|it|them)(?: to)?|say so|said so|want(?:ed)? (?:him|her|it|them) to|let (?:him|her|it|them))(?:,? (?:and|but|so) (?:then )?(.*))?$`,
  "su",
);
const TREATMENTS =
  "pressed|asked|shamed|trusted|threatened|questioned|confronted|flattered|bribed|pushed|cornered|accused|thanked|forgiven|challenged|praised|humoured|coaxed|begged|comforted|left alone|let alone|treated \\p{Ll}+";
/** "If pressed kindly, he says so", "If she is shamed she will shut the door", "Asked outright, at a halt, Osk unpicks it": what the player does to somebody. */
const TREATED = new RegExp(
  `^(?:(?:But|And|Or),? )?(?:(?:Only )?(?:[Ii]f|[Ww]hen|[Oo]nce) (?:only )?(?:(?:he|she|they|\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:is|are) )?)?(${TREATMENTS}|${capitalised("pressed|asked|shamed|flattered|bribed|questioned|confronted|thanked|coaxed|begged|challenged")})((?: (?:\\p{Ll}+ly|outright|kindly|again|about (?:it|this|that)|in private|alone))*)(?:,[^“”"]*?,)?,? (${SUBJECT}) ((?:will |would |only )?\\p{Ll}.*)$`,
  "su",
);
/** Words of a gerund with its object. */
const LONGEST_GERUND = 10;

/** What may stand as the subject of a result. */
const PRONOUN =
  "(?:he|she|it|they|you|there|this|that|nobody|everybody|no one|everyone|nothing|everything|somebody|someone|neither|both|one|all|some|another)";
/** Pronouns that open a clause and nothing else: "an orange that tastes like one" goes on. */
const SURE_PRONOUN =
  "(?:he|she|it|they|you|there|nobody|everybody|no one|everyone|nothing|everything|somebody|someone|neither)";
const SUBJECT_START = new RegExp(
  `^(?:(?:then|so|now|still|soon|at once|for once|by morning|in the end|for the first time),? )?(?:${PRONOUN}(?:[’'](?:s|ll|d|re|ve))?\\b|(?:the|an?|your|his|her|its|their|this|that|these|those|no|every|each|half|two|three|four) \\p{Ll}|\\p{Lu}[\\p{L}’'-]+)`,
  "u",
);
/** Behind "and", or with no mark before it, a result has a subject that nothing else can be, and its verb beside it. */
const SURE_CLAUSE = new RegExp(
  `^${SURE_PRONOUN}(?:[’'](?:ll|d|s|re|ve)\\b| (?:will|would|may|might|can|could|shall|must|is|are|has|have|had|does|do|won[’']t|\\p{Ll}+(?:s|ed))\\b)`,
  "u",
);
const NAMED_CLAUSE =
  /^(?:\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?|(?:the|your|his|her|their) \p{Ll}[\p{L}’'-]*(?: \p{Ll}[\p{L}’'-]*)?) (?:(?:will|would|may|might|can|could|shall|must|is|are|has|have|had|does|do)\b|(?!(?:his|its|this|as|us|is|always|towards|across|besides|perhaps|less|unless)\b)\p{Ll}+(?:s|ed)\b)|^(?:the|your|his|her|their|both|all) (?:\p{Ll}+ )?\p{Ll}+s (?:get|go|come|are|have|do|turn|fall|look|know|stay|stop|begin|start|run|leave|make|take|give|see|hear|wait|laugh|stand|close|open|burn|break|rise|wake)\b/u;

const isClause = (words: string): boolean =>
  SUBJECT_START.test(words) && isWholeSentence(`${capitalise(words.replace(/[.\s]+$/u, ""))}.`);

/** "River stones, and the watchman shouts": what is seen, and then a clause. */
const isThingFirst = (words: string): boolean => {
  const [first = ""] = words.split(/[ ,]/);
  return (
    !isVerb(first) &&
    bareOf(first) === undefined &&
    !/^(?:and|or|but|who|which|where|when|while|if|as|before|after|with|without|in|on|at|by|to|for|from|of|only|not|nor|like|because|since|so|\p{Ll}+ly|\p{Ll}+ing)$/u.test(
      first,
    ) &&
    isWholeSentence(`${capitalise(words)}.`)
  );
};

/** "If pressed: say what it does": said to whoever tells it. */
const ORDERS_THE_TELLER =
  /^(?:say|tell|describe|let|roll|give|read|ask for|use|play|show|reveal|see)\b(?! (?:you|he|she|they)\b)/i;

interface Cut {
  readonly deed: string;
  readonly result: string;
}

/** "Tell him it is late": what is said is a clause of its own. */
const SAYS_CLAUSE =
  /^(?:tell|say|answer|explain|admit|swear|promise|warn|remind|insist|reply|think|pretend)\b.*\b(?:that|(?:he|she|it|they|there|you|nobody|everybody|the \p{Ll}+) (?:is|are|was|were|has|have|had|will|would|can|could|must|should|\p{Ll}+s))\b/u;

/** Where the deed ends and what comes of it begins. */
function cutsOf(words: string, isIf: boolean): readonly Cut[] {
  const cuts: Cut[] = [];
  for (const { index, 0: mark } of allMatches(
    words,
    /\s*[:;—–]\s+|,\s+in which case\s+|,?\s+and\s+(?:then,?\s+|so,?\s+)?|,\s+|\s+/gu,
  )) {
    const deed = words.slice(0, index);
    const result = words.slice(index + mark.length);
    if (deed === "" || result === "") continue;
    const joint = mark.trim();
    const opens = result.replace(/^then\s+/u, "");
    const holds = /[:;—–]/.test(joint)
      ? !/^or\b/i.test(result) && (isClause(opens) || isIf)
      : /\b(?:and|then|so|case)\b/.test(joint)
        ? SURE_CLAUSE.test(opens) || NAMED_CLAUSE.test(opens) || (joint.startsWith(",") && isClause(opens))
        : joint === ","
          ? isIf && (isClause(opens) || SURE_CLAUSE.test(opens) || isThingFirst(opens))
          : isIf &&
            SURE_CLAUSE.test(opens) &&
            !/\b(?:that|whether|what|who|where|when|how|why|as|than|before|after|until|because|and|or|but|if|when|while|unless|once)$/i.test(
              deed,
            );
    // "Ask about the nail, which was the rudest, and the likeliest to work": goes on with what the nail is.
    // "Tell him it is late and the river is up": both are said.
    const isWithin =
      /\band\b/.test(joint) &&
      (/,\s(?:which|who|that)\b[^,]*$/.test(deed) || (!joint.startsWith(",") && SAYS_CLAUSE.test(deed)));
    if (holds && !isWithin) cuts.push({ deed, result: opens });
  }
  return cuts;
}

/** "Drop the tablet and looks", "buys his beer and praises it": all that one person does, each verb in its bare form. */
export function bareVerbs(words: string): string {
  const [first = "", ...rest] = words.split(" ");
  // "If you went up the hill and asked": what one would do.
  const isPast =
    !isBare(first) &&
    !/(?:s|ing)$|^(?:lay|found|fell|saw|felt|wound|bound|ground)$/.test(first) &&
    bareOf(first) !== undefined;
  const head = isPast || (/(?:s|ed)$/.test(first) && !isBare(first)) ? (bareOf(first) ?? first) : first;
  const others = rest.map((word, at) => {
    const before = rest[at - 1] ?? first;
    const isDone = /\p{Ll}s$/u.test(word) || (isPast && bareOf(word) !== undefined);
    if (!/^(?:and|or|then)$/.test(before) || !isDone || isBare(word)) return word;
    return bareOf(word) ?? word;
  });
  return [head, ...others].join(" ");
}

/** What goes on with a deed, and is not needed to name it. */
const ASIDE = /,\s+(?:before|after|when|while|at|in|by|on|once|as|with|for|since|and only|or)\b[^,]*(?:,|$)/u;
const HOW_BETWEEN = /^(\p{Ll}+), [^,]{3,50}, (?=that\b|to\b|the\b|an?\b)/u;

/** The deed that words name; undefined where they name none. */
function deedIn(given: string, isPut = false): string | undefined {
  const said = withSaidWords(given.trim());
  if (said !== given.trim()) return inFewWords(said);
  const words = bareVerbs(
    withSecondDeed(given)
      .replace(/\s*\([^()]*\)/g, "")
      .trim(),
  )
    .replace(HOW_BETWEEN, "$1 ")
    .replace(/ too$/, "");
  // "Believe him, and he says it again": whom one believes, one decides.
  const isBelief = /^(?:believe|trust|doubt) (?:him|her|it|them|\p{Lu}\p{L}+)(?=$|,)/u.test(words);
  // "You could swear that it moved" is no deed; what stands beside others is.
  const isSworn = isPut && /^swear that\b/u.test(words);
  if (words === "" || (NOTICED.test(words) && !isBelief && !isSworn) || isThreat(words)) return undefined;
  // "Tobit Frayne pours you tea": somebody else does it. (rule CA1664)
  if (/^\p{L}+ \p{Lu}/u.test(words) && bareOf(words.split(" ")[0] ?? "") === undefined) return undefined;
  if (
    /^(?:be|do|have|want|wish(?! (?:him|her|it|them|you|the \p{Ll}+|\p{Lu}\p{L}+) (?:good|well|luck|joy|a\b))|like|need|fail|miss|try to|know|seem|come to)\b/u.test(
      words,
    )
  )
    return undefined;
  const plain = words
    .replace(/\bone['’]s\b/g, "your")
    .replace(ASIDE, "")
    .replace(/,\s+(?!(?:\p{Ll}+ ){1,6}and \p{Ll}).*$/su, "");
  // "Find a way", "ask him anything": whatever it may be.
  if (/ (?:anything|everything|whatever)\b(?<!nothing whatever)/.test(plain) || !isDeed(plain, true)) return undefined;
  return inFewWords(plain);
}

function armFrom(words: string, kind: Arm["kind"], isPut = false): Arm | undefined {
  const isIf = kind === "if";
  for (const { deed, result } of cutsOf(words, isIf)) {
    if (ORDERS_THE_TELLER.test(result)) return undefined;
    // "If you lied to her on Wednesday": what was done on another day.
    if (isIf && / on (?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu.test(deed)) return undefined;
    // "If you are patient, or swear not to tell, he gets as far as the ladder": of several ways the first that is a deed.
    const [, ...others] = deed.split(/,? or (?:if you(?:[’']ll)? )?/u);
    const several = others.some((other) => deedIn(other) !== undefined);
    const ways = several ? deed.split(/,? or (?:if you(?:[’']ll)? )?/u) : [deed];
    // "If you told Ada, she wept": in a story that is told in the past. (rule CA6504)
    const asDone = isIf && isPast(result) ? ways.map((way) => deedIn(bareOfPast(way) ?? "")) : [];
    const text = [...ways.map((way) => deedIn(way)), ...asDone].find((way) => way !== undefined);
    if (text !== undefined && (isIf || !several)) return { text, ...comesOf(result), kind };
  }
  if (isIf) return undefined;
  const [, before = "", befalls = ""] = BEFALLS.exec(words) ?? [];
  // "Go and find Dan": one deed.
  const isStart = /^(?:go|come|stay|run|try|wait|sit|stop|turn|look)$/.test(before);
  const way = before === "" || isStart || / or /.test(before) ? undefined : deedIn(before, isPut);
  if (way !== undefined && kind !== "bare")
    return { text: way, result: `you ${befalls.replace(/^be\b/, "are").replace(/(?<=\band )be\b/g, "are")}`, kind };
  const plain = words.replace(/\s*[:;—–].*$/su, "");
  const isSeveral = / or (?:\p{Ll}+ )?\p{Ll}+/u.test(words.replace(/ or (?:so|two|three)\b/g, ""));
  const text = isSeveral ? undefined : deedIn(plain, isPut);
  // What stands behind a colon and is no clause belongs to the deed: it is left out with the rest of what goes on.
  return text === undefined ? undefined : { text, kind };
}

const PAST_CLAUSE = new RegExp(
  `^(?:${SUBJECT}|\\p{Lu}[\\p{L}’'-]+|there) (?:\\p{Ll}+ly |only |never |at once )?(\\p{Ll}+)\\b`,
  "u",
);

/** Whether a clause tells of what is past: "she wept", "Osk had gone". */
function isPast(clause: string): boolean {
  const verb = PAST_CLAUSE.exec(clause)?.[1] ?? "";
  return (
    /^(?:was|were|had|did)$/u.test(verb) || (!isBare(verb) && !/(?:s|ing)$/u.test(verb) && bareOf(verb) !== undefined)
  );
}

/** "Told Ada": "tell Ada". */
function bareOfPast(words: string): string | undefined {
  const [verb = "", ...rest] = words.split(" ");
  const bare = /^(?:had|have|were|was|could|would)$/u.test(verb) || /s$/u.test(verb) ? undefined : bareOf(verb);
  return bare === undefined || bare === verb ? undefined : [bare, ...rest].join(" ");
}

/** "He favours the right foot, or he is weeping": one of two, and the first of them. */
const OR_ELSE = /,? or (?:he|she|it|they|there) (?:is|are|has|have|\p{Ll}+s)\b.*$/su;

/** "Then she is yours" comes of a deed; "you can read the ledger, or tell them" is more to choose from, and none. */
const comesOf = (result: string): { readonly result?: string } => {
  const plain = result.replace(/^(?:then|and|so),? /iu, "").replace(OR_ELSE, "");
  return /^you (?:may|can|could|might|must|have to)\b/iu.test(plain) ? {} : { result: plain };
};

/** "Telling him gently costs an evening." */
function gerundArm(sentence: string, before: readonly (Arm | undefined)[]): Arm | undefined {
  if (!GERUND.test(sentence)) return undefined;
  const words = sentence.replace(/[.!\s]+$/u, "").split(" ");
  const isFinite = (word: string, at: number): boolean =>
    /^(?:is|was|has|does)$/.test(word) ||
    (/^\p{Ll}{3,}s$/u.test(word) &&
      /^(?:an?|the|his|her|their|your|it|him|nobody|nothing)$/.test(words[at + 1] ?? "")) ||
    (/^\p{Ll}+s$/u.test(word) && !isBare(word) && bareOf(word) !== undefined);
  // "Feeling of the wall, like that": no deed.
  if (
    words
      .slice(0, LONGEST_GERUND)
      .some((word, at) => /[,;:]$/.test(word) || (at === 1 && /^(?:of|at|in|on|from|like)$/.test(word)))
  )
    return undefined;
  const verbs = words.flatMap((word, at) => (at > 0 && at <= LONGEST_GERUND && isFinite(word, at) ? [at] : []));
  // "Telling him that all is well gains a night": the clause within has a verb of its own.
  const within = words.slice(0, verbs[0]).some((word) => /^(?:that|whether|what|who|which|how|where|why)$/.test(word));
  const at = verbs[within ? 1 : 0];
  if (at === undefined) return undefined;
  const [deed, verb, rest] = [words.slice(0, at).join(" "), words[at] ?? "", words.slice(at + 1).join(" ")];
  const isNot = /^Not /.test(deed);
  const [gerund = "", ...object] = lowered(deed.replace(/^Not /, "")).split(" ");
  const bare = gerund === "" ? undefined : bareOf(gerund);
  if (bare === undefined || !isVerb(bare) || /^(?:be|do|have)$/.test(bare)) return undefined;
  const first = before.findLast((one) => one?.text.startsWith(`${bare} `) === true)?.text;
  if (isNot && object.length === 0 && first === undefined) return undefined;
  const shared = object.length > 0 ? object : (first?.split(" ").slice(1, 2) ?? []);
  const way = [bare, ...shared].join(" ");
  const text = isNot ? `do not ${way}` : inFewWords(way);
  if (text === undefined || (object.length === 0 && !isNot)) return undefined;
  return { text, result: `that ${verb} ${rest}`.trim(), kind: "gerund" };
}

/** "Answer him", "to be made to show one's working": what one is made to do, one does. */
function infinitiveArm(does: string, means: string): Arm | undefined {
  const text = deedIn(does);
  if (text === undefined) return undefined;
  const own = means.replace(/\bone['’]s\b/g, "your").replace(/, and to (?=\p{Ll})/gu, ", and you ");
  const result = own.startsWith("to be ")
    ? `you are ${own.slice("to be ".length)}`
    : own.startsWith("to ")
      ? `you ${own.slice("to ".length)}`
      : `that is ${own}`;
  return { text, result, kind: "if" };
}

/** Bare forms that are not what stands before "ed". */
const TREAT: Readonly<Record<string, string>> = {
  shamed: "shame",
  bribed: "bribe",
  accused: "accuse",
  forgiven: "forgive",
  challenged: "challenge",
  praised: "praise",
  begged: "beg",
  left: "leave",
  let: "let",
};

/** "If pressed kindly, he says that he carried the child": press him kindly. (rule CA1620) */
function treatedArm(done: string, how: string, subject: string, does: string): Arm | undefined {
  const [participle = "", ...rest] = lowered(done).split(" ");
  const verb = TREAT[participle] ?? participle.replace(/ed$/u, "");
  const isThing = /^(?:an?|its|that|this|these|those|both|your|it)\b/iu.test(subject);
  // What is pressed or pushed and has an article may be a door.
  if (isThing || (/^(?:pressed|pushed|trusted)$/.test(participle) && /^the /iu.test(subject))) return undefined;
  const object = /^the (?!\p{Lu})/iu.test(subject) ? lowered(subject) : asObject(subject);
  const text = inFewWords([verb, object, ...rest, ...how.trim().split(" ").filter(Boolean)].join(" "));
  return text === undefined ? undefined : { text, result: `${subject} ${does}`, kind: "if" };
}

/** "It may be let out of him, by somebody who sits there". */
function passiveArm(subject: string, words: string, kind: Arm["kind"]): Arm | undefined {
  const [, plain = "", then] =
    /^([^,;:]+)(?:,\s+(?:in which case|and then|and so|and)\s+(.*)|[:;]\s+(.*)|,.*)?$/su.exec(words) ?? [];
  const way = split(`${subject} ${plain}`, done)?.way;
  const text = way === undefined || isThreat(way) || NOTICED.test(way) ? undefined : inFewWords(way);
  return text === undefined
    ? undefined
    : { text, ...(then === undefined || !isClause(then) ? {} : comesOf(then)), kind };
}

/** What is asked of "him" about "him": nobody is spoken to as "he". */
const OF_WHOM =
  /^((?:who|what|which|when|where|why|how)(?: \p{Ll}+)??) (would|will|could|can|should|must|might|is|was|has|had) (he|she|they) (.+?)\??$/iu;
const SUBJECTS: Readonly<Record<string, string>> = { him: "he", her: "she", them: "they" };

/** "Ask him softly, what would he do?" as "ask him softly what he would do". (rule CA1592) */
function asReported(before: string, asked: string): string | undefined {
  const [, wh = "", verb = "", who = "", rest = ""] = OF_WHOM.exec(asked) ?? [];
  const object = /\b(him|her|them)\b/iu.exec(before)?.[1]?.toLowerCase() ?? "";
  if (wh === "" || SUBJECTS[object] !== who.toLowerCase()) return undefined;
  return `${before} ${wh.charAt(0).toLowerCase()}${wh.slice(1)} ${who} ${verb} ${rest}`;
}

function armOf(sentence: string, others: readonly (Arm | undefined)[]): Arm | undefined {
  const [, before = "", asked = ""] = OR_ASK.exec(sentence) ?? [];
  if (before !== "" && isDeed(before, true)) {
    const reported = asReported(before, asked);
    const text = inFewWords(reported ?? `${before}: “${capitalise(asked)}”`);
    return text === undefined ? undefined : { text, kind: "or" };
  }
  if (/\?[”"’']?$/.test(sentence)) return undefined;
  const plain = sentence.replace(/[.!\s]+$/u, "");
  const may = (MAY.exec(plain) ?? MIGHT_YOU.exec(plain))?.[1];
  if (may !== undefined) {
    const arm = armFrom(may, /^Or\b/.test(plain) ? "or" : "may", MIGHT_YOU.test(plain));
    return arm !== undefined && /^(?:and |but |here |then )?you may\b/i.test(plain) ? { ...arm, permits: true } : arm;
  }
  const condition = IF.exec(plain)?.[1];
  if (condition !== undefined) return armFrom(condition, /^Or\b/.test(plain) ? "or" : "if") ?? armFrom(condition, "if");
  const [, treated = "", how = "", who = "", comes = ""] = TREATED.exec(plain) ?? [];
  if (treated !== "") return treatedArm(treated, how, who, comes);
  const [, does = "", means = ""] = TO_DO.exec(plain) ?? [];
  if (does !== "") return infinitiveArm(does, means);
  const [, subject = "", become = ""] = MAY_BE.exec(plain) ?? [];
  if (subject !== "") return passiveArm(subject, become, /^Or\b/.test(plain) ? "or" : "may");
  const [, whom = "", wanted = "", then] = IF_ASKED.exec(plain) ?? [];
  if (whom !== "" && isBare(wanted.split(" ")[0] ?? "")) {
    const text = inFewWords(`tell ${asObject(whom)} to ${wanted}`);
    return text === undefined ? undefined : { text, ...(then === undefined ? {} : comesOf(then)), kind: "or" };
  }
  const other = OR_YOU.exec(plain)?.[1];
  if (other !== undefined) return armFrom(other, "or");
  const gerund = gerundArm(sentence, others);
  if (gerund !== undefined) return gerund;
  if (!/^\p{Lu}\p{Ll}+(?:[ ,]|$)/u.test(plain)) return undefined;
  const arm = armFrom(lowered(plain), "bare");
  // "Say nothing and pay.": beside a command with what comes of it.
  const isBeside = others.slice(-2).some((one) => one?.result !== undefined && one.kind !== "gerund");
  return arm?.result === undefined && !isBeside ? undefined : arm;
}

/** A sentence that goes on with what was said last: of somebody who is not named again. */
const GOES_ON = new RegExp(
  `^(?:(?:And|But|So|Then|Now|Still|Afterwards|After that|From then on|By then),? )?(?:he|she|it|they|there|that|this|nobody|everybody|no one|everyone|then|his|her|their|its|when (?:he|she|it|they|you)|after (?:that|which)|from (?:then|now))\\b`,
  "iu",
);
/** "Whatever you do, there is pitch on the floor": comes of any of them. */
export const OF_ALL =
  /^(?:Whatever|Whichever|Whatever way|Whichever way|Either way|In either case|In any case|However|No matter (?:what|which|how))\b[^,]{0,50},\s+/iu;
/** Sentences between two deeds, or behind the last, that may say what comes of one. */
const MOST_BETWEEN = 4;
/** "Some will want to run for the boats." */
const LIES_AHEAD = /^(?:[^\s“”"]+ ){1,4}(?:will|would|[^\s]+[’'](?:ll|d)) /u;
/** "You have until six", "You must choose", "It was past eleven": no result. */
const NO_RESULT =
  /^(?:You (?:have|must|may|can|could|need|are to)\b|It (?:is|was) (?:by (?:now|then) )?(?:past|nearly|almost|about|after|late|early|dark|getting|raining|snowing|noon|midnight|\d|(?:half|a quarter) (?:past|to)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)/;

/** Where a sentence goes on to another deed: "...; or you may leave him to it". */
const NEXT_ARM =
  /;\s+(?=(?:or |and |but )?(?:if you\b|(?:you|one) (?:can|could|may|might)\b)|or )|,\s+(?=or (?:you|one) (?:can|could|may|might)\b|(?:or|and) if you (?![^,]*,? or if you)[^,]*,)/u;

/** Bare commands with what comes of them are put to the player in so many of a beat's last sentences. */
const AT_THE_END = 10;

/** A sentence, or a part of one that says no more than one deed. */
interface Piece {
  /** Index of its sentence. */
  readonly at: number;
  readonly meaning: string;
  readonly told: string;
}

/** Deeds side by side, with the pieces between them that say what comes of each. */
interface Run {
  readonly arms: readonly { readonly at: number; readonly arm: Arm; readonly between: readonly number[] }[];
  /** Pieces that say what comes of any of them. */
  readonly ofAll: readonly number[];
}

function piecesOf(meanings: readonly string[], told: readonly string[]): readonly Piece[] {
  return meanings.flatMap((meaning, at) => {
    const next = TO_DO.test(meaning.split(NEXT_TO_DO)[0] ?? "") ? NEXT_TO_DO : NEXT_ARM;
    const [own, said] = [meaning.split(next), (told[at] ?? meaning).split(next)];
    return own.length === said.length
      ? own.map((words, index) => ({ at, meaning: capitalise(words), told: capitalise(said[index] ?? words) }))
      : [{ at, meaning, told: told[at] ?? meaning }];
  });
}

function armsOf(pieces: readonly Piece[], sentences: number): readonly (Arm | undefined)[] {
  const arms: (Arm | undefined)[] = [];
  for (const { at, meaning, told } of pieces) {
    const arm = armOf(meaning, arms);
    // The words as they are told, where they part in the same way.
    const result = arm?.result === undefined ? undefined : (armOf(told, arms)?.result ?? arm.result);
    const isLate = at >= sentences - AT_THE_END;
    if (arm === undefined || (arm.kind === "bare" && !isLate)) arms.push(undefined);
    else arms.push(result === undefined ? arm : { ...arm, result });
  }
  return arms;
}

/** The run that begins with a piece, as far as it goes. */
function runFrom(first: number, arms: readonly (Arm | undefined)[], pieces: readonly Piece[]): Run {
  const run: { at: number; arm: Arm; between: number[] }[] = [];
  const ofAll: number[] = [];
  for (let at = first; at < arms.length; at++) {
    const arm = arms[at];
    const last = run.at(-1);
    if (arm !== undefined) run.push({ at, arm, between: [] });
    if (arm !== undefined || last === undefined) continue;
    const sentence = pieces[at]?.told ?? "";
    const next = arms.findIndex((one, index) => index > at && one !== undefined);
    // Behind the last of several deeds stands what happens afterwards, whichever it was. (rule CA1631)
    const isAfter = next < 0 && run.length > 1 && (ofAll.at(-1) === at - 1 || isNext(sentence));
    if (OF_ALL.test(sentence) || ofAnyWithin(sentence) !== undefined || isAfter) {
      ofAll.push(at);
      continue;
    }
    // "Which play?" between two deeds parts nothing.
    if (ASKS_SHORTLY.test(sentence)) continue;
    const isNear = next > 0 && next - last.at <= MOST_BETWEEN + 1;
    const isSaid = run.some(({ arm: one, between }) => one.result !== undefined || between.length > 0);
    const goesOn =
      (GOES_ON.test(sentence) || LIES_AHEAD.test(sentence)) &&
      !NO_RESULT.test(sentence) &&
      last.at + last.between.length === at - 1;
    // Behind the last deed stands what comes of it, where something is said of the others as well.
    const isPermitted = run.length === 1 && last.arm.permits === true;
    if (goesOn && last.between.length < MOST_BETWEEN && (isNear || (next < 0 && (isSaid || isPermitted))))
      last.between.push(at);
    // A command is put by what stands beside it, and by nothing further off.
    else if (!isNear || last.arm.kind === "bare") break;
  }
  return { arms: run, ofAll };
}

/** Whether deeds side by side are put to the player. */
function isPut({ arms }: Run, pieces: readonly Piece[]): boolean {
  const withResult = arms.filter(({ arm, between }) => arm.result !== undefined || between.length > 0).length;
  const count = (...kinds: readonly Arm["kind"][]): number => arms.filter(({ arm }) => kinds.includes(arm.kind)).length;
  // "Or let it burn" goes on with what stands before it in its sentence.
  const isWhole = arms.every(
    ({ at, arm }) =>
      arm.kind !== "or" ||
      pieces.every(
        (piece, index) => index >= at || piece.at !== pieces[at]?.at || arms.some((one) => one.at === index),
      ),
  );
  // "You may pretend to be bought. It works for a day.": one alone is put by so many words.
  const [only] = arms;
  if (arms.length === 1) return only?.arm.permits === true && withResult === 1 && isWhole;
  if (!isWhole) return false;
  // "One may sit by him, and be looked at; or one may eat": one sentence that puts two.
  const inOne = arms.some(({ at }, index) => {
    const [piece, next] = [pieces[at], pieces[arms[index + 1]?.at ?? -1]];
    return piece !== undefined && piece.at === next?.at && !/^(?:and |but |so |then )?you\b/i.test(piece.meaning);
  });
  // "You can call them in. The clerk waits. You can say nothing.": apart from each other, each says that it can be done.
  const isApart = arms.some(({ at }, index) => index > 0 && at > (arms[index - 1]?.at ?? at) + 1);
  if (withResult === 0 && isApart && count("may", "or") === arms.length) return true;
  // One command alone with what comes of it is a proverb.
  return (withResult > 0 || inOne) && (withResult > 1 || count("may", "or", "if") > 1);
}

/**
 * Finds the deeds that a beat puts to the player together with what comes of each (rules CA1590 to CA1594).
 *
 * @param meanings - All that the beat tells, in order, in the second person as far as it is understood.
 * @param told - The same sentences as they may be told.
 */
export function readBranches(meanings: readonly string[], told: readonly string[]): BranchesOfBeat {
  const pieces = piecesOf(meanings, told);
  const arms = armsOf(pieces, meanings.length);
  const branches: Branch[] = [];
  const used = new Set<number>();
  let decides = false;
  for (let first = 0; first < arms.length; first++) {
    if (arms[first] === undefined) continue;
    const run = runFrom(first, arms, pieces);
    const last = run.arms.at(-1)?.at ?? first;
    if (isPut(run, pieces)) {
      const said = (at: number): string => pieces[at]?.told ?? "";
      const ofAll = run.ofAll.map((at) => ofAnyWithin(said(at)) ?? capitalise(said(at).replace(OF_ALL, "")));
      for (const { at, arm, between } of run.arms) {
        for (const one of [at, ...between]) used.add(one);
        const own = arm.result === undefined ? [] : [ending(capitalise(arm.result))];
        const all = [...own, ...between.map(said), ...ofAll].map(asHappening);
        if (branches.some(({ text }) => text === arm.text)) continue;
        branches.push({ text: arm.text, ...(all.length === 0 ? {} : { result: all.join(" ") }) });
        decides ||= run.arms.length > 1 && (arm.kind === "or" || arm.kind === "gerund");
      }
      for (const at of run.ofAll) used.add(at);
      decides ||=
        run.arms.length > 1 && run.arms.every(({ arm, between }) => arm.result !== undefined || between.length > 0);
    }
    first = last;
  }
  // "Which?", "What do you say?": the choices ask it. (rule CA1553)
  const firstUsed = Math.min(...used);
  pieces.forEach((piece, index) => {
    if (index > firstUsed && (ASKS_SHORTLY.test(piece.told) || LEAVES_OPEN.test(piece.told))) used.add(index);
  });
  // A sentence is left out of the telling where all of it is deeds.
  const isTaken = (at: number): boolean => pieces.every((piece, index) => piece.at !== at || used.has(index));
  return { branches, decides, taken: new Set(meanings.flatMap((_, at) => (isTaken(at) ? [at] : []))) };
}

/** A question in a few words that nobody is named as asking. */
const ASKS_SHORTLY = /^(?:[^\s“”"?]+ ){0,7}[^\s“”"?]+\?$/u;

/** "Mara does not say which": of deeds that are not told. */
const LEAVES_OPEN = /^[^“”"]* which(?: one| of them| it is)?[.!]$/u;

/** A list's entry: the deed, and behind a mark what comes of it. */
const ENTRY =
  /^(?:(?:neither|either|or|both|nothing|none)[,:]\s+)?(?:you (?:can|could|may) )?(.+?)(?:\s*(?:[:;—–]|\s-\s)\s*|[.!?…][”"’']?\s+|[.!?]?$)(.*)$/isu;
/** "Chip can't lie", "Rose is out": a name at the beginning, and no verb. */
const SAYS_HOW_IT_IS = /^\p{Ll}+(?:['’]s)? (?:can|could|will|would|is|are|was|were|has|had|does|did|[^ ]+n['’]t)\b/u;
/** "+1", "(you will be interrupted)": for whoever counts or tells. */
const FOR_THE_TELLER = /\s*\([^()]*\)|(?:^|\s)[+−–-]\d+\b[^.;]*[.;]?/gu;

/** "Cover for him: shout that it is choked." */
const HOW_BEHIND = /^([^:;.!?“”"]+): (\p{Ll}+ [^:;.!?“”"]+)(?=[.;])/u;
/** "Do not turn. Run for the weir." */
const INSTEAD = /^(?:Do not|Don[’']t) [^.;:!?“”"]+[.;:] (?=\p{L})/u;

/** An entry whose deed is said by what it consists of, or by what is done instead, in one deed. (rule CA1673) */
function withHow(entry: string): string {
  const [all = "", deed = "", how = ""] = HOW_BEHIND.exec(entry) ?? [];
  const [verb = ""] = how.split(" ");
  const whole = `${deed} and ${how}`;
  if (all !== "" && isBare(verb) && isBare(lowered(deed).split(" ")[0] ?? "") && inFewWords(whole) === whole)
    return `${whole}${entry.slice(all.length)}`;
  const instead = entry.replace(INSTEAD, "");
  return instead !== entry && isBare(lowered(instead).split(" ")[0] ?? "") ? capitalise(instead) : entry;
}

/**
 * Reads the entries of a list in a beat as deeds with what comes of them: "- Sit with her: she settles." (rule CA1596)
 *
 * @param entries - In the second person, without their marks.
 * @returns Empty where they are no deeds.
 */
export function listedBranches(entries: readonly string[]): readonly Branch[] {
  const found = branchesOf(entries.map(entryIn));
  // A long list is what happens, one thing after another, unless most of it is deeds.
  const isList = found.length * (entries.length > FEW_ENTRIES ? 2 : 3) >= entries.length;
  // Things to remember are no deeds with results: "Count the keys." alone is an order.
  return isList && found.some(({ result }) => result !== undefined) ? found : [];
}

/** A list's entry, cut where what comes of the deed begins. */
export interface ListEntry {
  /** The deed, a bare infinitive where it is one. */
  readonly words: string;
  readonly after: string;
}

function entryIn(given: string): ListEntry {
  const [, words = "", after = ""] = ENTRY.exec(withHow(given.replace(/[*_]{1,3}/g, "").trim())) ?? [];
  return { words, after };
}

/** Those entries of a list that are deeds, each with what comes of it. */
export function branchesOf(entries: readonly ListEntry[]): readonly Branch[] {
  const read = entries.map(({ words, after }): Branch | undefined => {
    const deed = lowered(words.replace(/,\s(?![^“"]*[”"]).*$/su, ""));
    const [verb = ""] = deed.split(" ");
    if ((!isBare(verb) && !isDeed(deed, true)) || ORDERS_THE_TELLER.test(after) || SAYS_HOW_IT_IS.test(deed))
      return undefined;
    const said = /^say ["“](.+?)[,.]?["”]$/u.exec(deed)?.[1];
    const text = said === undefined ? deedIn(deed) : inFewWords(`say “${capitalise(said)}”`);
    if (text === undefined) return undefined;
    const result = after.replace(FOR_THE_TELLER, "").trim();
    return { text, ...(/\p{L}/u.test(result) ? { result: asHappening(ending(capitalise(result))) } : {}) };
  });
  const texts = read.map((branch) => branch?.text ?? "");
  const whole = texts.map((text, at) =>
    text === "" ? "" : withItsRest(text, lowered(entries[at]?.words ?? ""), texts, read[at]?.result),
  );
  return read.flatMap((branch, at) =>
    branch === undefined ? [] : [{ ...branch, text: withItsNoun(whole[at] ?? branch.text, [], whole.slice(0, at)) }],
  );
}

const FEW_ENTRIES = 4;

/** Conditions that nobody decides to meet. */
const MET =
  /^(?:listen|look|stand|turn|go|come|get|believe|count|live|stay|wait|sleep|reach|arrive|leave|start|try|take your time)\b/;

/**
 * Reads a condition that stands alone among the last sentences of a beat: "If you swear not to tell his uncle, he gets as far as the ladder."
 * (rule CA1591)
 *
 * @param meaning - In the second person as far as it is understood.
 * @param told - The same as it may be told.
 */
export function loneBranch(meaning: string, told: string): Branch | undefined {
  const arm = armOf(meaning, []);
  if (arm?.kind !== "if" || arm.result === undefined || MET.test(arm.text)) return undefined;
  return { text: arm.text, result: resultOf(arm.result, told) };
}

/**
 * Reads what somebody does if the player treats them so, wherever in a beat it stands: "If pressed kindly, he says that he carried the
 * child" is a deed with its result. (rule CA1620)
 */
export function treatedBranch(meaning: string, told: string): Branch | undefined {
  const arm = TREATED.test(meaning) ? armOf(meaning, []) : undefined;
  return arm?.result === undefined ? undefined : { text: arm.text, result: resultOf(arm.result, told) };
}

/** Deeds of words, which anybody can do who is there. */
const OF_WORDS = /^(?:ask|beg|press|question|tell|speak|talk|greet|thank|promise|swear)\b/;

/**
 * What a sentence in the middle of a beat tells where it names a deed of words first: what comes after it would be told of nothing if it
 * were left to the player. (rule CA1621)
 */
export function metInPassing(meaning: string, told: string): string | undefined {
  // "If pressed, he says so" is for whoever presses him; "Asked outright, he unpicks it" leads on.
  if (TREATED.test(meaning) && /^(?:(?:But|And|Or),? )?(?:Only )?(?:if|when|once)\b/iu.test(meaning)) return undefined;
  const branch = loneBranch(meaning, told);
  return branch !== undefined && OF_WORDS.test(branch.text) ? branch.result : undefined;
}

const resultOf = (result: string, told: string): string =>
  asHappening(ending(capitalise(armOf(told, [])?.result ?? result)));

const ending = (text: string): string => (/[.!?…][”"’']?$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);
