/** Alternatives that one sentence leaves to the player, in whatever form: a list, a question, what must be settled, what may be done with a thing. */
import { isVerb, isWholeSentence } from "@narratoria/protocol/english";
import { asPlainQuestion } from "./plain-question.js";
import {
  asObject,
  bareOfDoes,
  type Clause,
  DETERMINED,
  doing,
  done,
  letting,
  ofClause,
  split,
  SUBJECT,
} from "./clauses.js";
import {
  bareOf,
  inFewWords,
  isBare,
  isDeed,
  isThreat,
  lowered,
  NOTICED,
  withoutManner,
  withSaidWords,
  withSecondDeed,
  withOneVerb,
} from "./deed-words.js";

const PREPOSITIONS =
  "on|in|at|into|onto|inside|outside|under|over|behind|before|beside|beneath|between|among|by|with|to|towards?|through|across|along|near|past|round|around|upon|within|from";
const PREPOSITION = new RegExp(`^(?:${PREPOSITIONS}) `);
const NEGATED = /\b(?:not|never|nobody|no one|cannot|hardly|impossible)\b|n[’']t\b/i;

/** ", before noon," and ", when you're back aboard,": says when or who, between what names the deed. */
const ASIDE = /,\s(?:before|after|when|while|at|in|by|on|if|once|who|which|where|since|as|with|for)\b[^,;]*,(?=\s)/gu;
/** What goes on with a deed, and is not needed to name it. */
const GOES_ON =
  /(?:\s*[,:—–]|(?<!\bas \p{Ll}+)\s(?:as|because|so that|unless) (?:he|she|they|it|you|the|that)\b|\sand (?:what|who|whom|how|where|when|which)\b|\sand (?:the|an?|his|her|their) (?:\p{L}+ ){1,2}?\p{Ll}+(?:ed|en|pt|st|ft)\b|\sand no \p{L}+ (?:need|will|would|can|could|shall|ever)\b).*$/su;

/** What the alternatives of a sentence are about. */
interface Frame {
  /** What the player would do where an alternative is only a thing, a person or a place. */
  readonly ofThing?: (thing: string) => string;
  /** What "it" is in them, and what a bare participle is done to. */
  readonly matter?: string | undefined;
  /** What it is not to do the first of them: "refuse". */
  readonly refusal?: string;
  /** Whether the first may have a verb that is in no list. */
  readonly isBeside?: boolean;
}

/** An alternative without what leads to it and what goes on with it. */
function plainPart(given: string): string {
  let part = given.trim();
  for (let before = ""; before !== part; ) {
    before = part;
    part = part.replace(
      /^(?:either|or|else|so|then|now|maybe|perhaps|instead|whether|if|rather|simply|merely|just|only(?! (?:when|until|till|after|before|once|if|at|by|on|in)\b))\b,? /iu,
      "",
    );
  }
  // "Say, lightly, that it is strange", "you might, since they play, dance"
  part = withoutManner(part).replace(/^(you (?:may|can|could|might)), [^,;]{3,50}, (?=\p{Ll})/u, "$1 ");
  return withSecondDeed(
    withSaidWords(part.replace(/^(?:you )?(?:may|can|could|might),? (?=say, \p{Lu})/iu, "")).replace(
      /^you(?:[’']ll)? (?:(?:may|can|could|might|should|would|shall|must|will|have to|were to|are to) )?(?=\p{Ll})/u,
      "",
    ),
  )
    .replace(/^(?:may|can|could|might) (\p{Ll}+)/u, (whole, verb: string) => (isBare(verb) ? verb : whole))
    .replace(ASIDE, "")
    .replace(
      /,\s(?:while|when|as|before|after|since|though|because|until|(?!(?:br|s|r|fl|cl|sl|sw|str|spr|st|wr)ing\b)\p{Ll}+ing)\b.*$/su,
      "",
    )
    .replace(GOES_ON, "")
    .replace(/[.!?\s]+$/u, "");
}

/** What was read of the alternatives before: later ones leave out what they share with the first, or with one like them. */
type Before = (Partial<Clause> & { readonly ways: readonly string[] }) | undefined;

const AUXILIARY = /^(?:is|are|was|were|do|does|shall|should|will|would|can|could|may|might|must)$/;
const WHEN = /^(?:only |not )(?:when|until|till|after|before|once|at|by|on|in)\b/i;

const ONLY_THERE = new RegExp(`^only ((?:${PREPOSITIONS}) \\p{L}.*)$`, "iu");
const OF_TIME =
  /\b(?:mornings?|evenings?|nights?|noon|midnight|dawn|dusk|sunset|sunrise|days?|weeks?|months?|years?|hours?|minutes?|times?|moment|end|last|spring|summer|autumn|winter|tomorrow|tonight|today|\p{Lu}\p{Ll}+day|high water|low water|\d+)\b/u;

/** What the player does by an alternative that says what is done. */
function deedOf(given: string, frame: Frame, before: Before): Partial<Clause> | undefined {
  const isInfinitive = /^(?:[Oo]r |[Ee]ither |[Ww]hether )?[Tt]o \p{Ll}/u.test(given.trim());
  const part = plainPart(given).replace(/^to (?=\p{Ll})/u, "");
  if (part === "") return undefined;
  const first = before?.way;
  // "Enter it in the log, or only in the notebook" says where, and not when. (rule CA4210)
  const elsewhere = first === undefined ? undefined : ONLY_THERE.exec(part)?.[1];
  if (first !== undefined && elsewhere !== undefined && !OF_TIME.test(elsewhere)) {
    const head = HEAD_BEFORE_PREPOSITION.exec(first)?.[1];
    return head === undefined ? undefined : { way: `${head} only ${elsewhere}` };
  }
  if (WHEN.test(part) && first !== undefined) {
    const late = /^not (?:until|till|before) (.+)$/iu.exec(part)?.[1];
    return {
      way:
        late === undefined
          ? `${first.replace(/ (?:now|tonight|at once|here|today)$/u, "")} ${part}`
          : `wait until ${late}`,
    };
  }
  if (/^(?:don[’']t(?: I| you| we)?|do not|not)$/i.test(part))
    return first === undefined ? undefined : { way: `${frame.refusal ?? "decide not"} to ${first}` };
  // "Say Osk Vale, or Ada Moll": a name alone is done like the name before it. (rule CA5425)
  const [opens = ""] = part.split(" ");
  const head =
    /^\p{Lu}/u.test(opens) && !isVerb(opens.toLowerCase())
      ? /^(\p{Ll}+(?: \p{Ll}+)?) \p{Lu}/u.exec(first ?? "")?.[1]
      : undefined;
  if (head !== undefined) return { way: `${head} ${part}` };
  const deed = lowered(part);
  // "Hold the ladder, or refuse to": what it is refused to do stands before. (rule CA1595)
  if (first !== undefined && /^(?:refuse|decline|offer|promise|agree|pretend|forget|threaten) to$/.test(deed))
    return { way: `${deed} ${first}` };
  const { subject } = before ?? {};
  // "Whether the march sits down or pushes": one verb alone has the subject of the first.
  if (subject !== undefined && isBare(deed)) return asWay(letting(subject, deed));
  const way = bareDeed(deed, isInfinitive, first !== undefined || frame.isBeside === true);
  if (way !== undefined) return { way };
  const clause = ofClause(part, frame.matter);
  if (clause !== undefined) return clause;
  if (frame.matter !== undefined)
    return PREPOSITION.test(deed) ? { way: `keep ${frame.matter} ${deed}` } : asWay(done(frame.matter, deed));
  // "Whether he hangs or walks", "should it be opened, or kept shut".
  if (subject !== undefined) return asWay(doing(subject, deed) ?? done(subject, deed) ?? letting(subject, deed));
  // "Sew it in; carry it to Osk; or to Rob": like the one with the same preposition.
  const [preposition = ""] = deed.split(" ");
  const like = before?.ways.findLast((one) => one.includes(` ${preposition} `)) ?? first;
  return like === undefined ? undefined : asWay(likeTheFirst(deed, like));
}

const asWay = (way: string | undefined): Partial<Clause> | undefined => (way === undefined ? undefined : { way });

function bareDeed(deed: string, isInfinitive: boolean, beside: boolean): string | undefined {
  const [verb = "", ...rest] = deed.split(" ");
  if (AUXILIARY.test(verb)) return undefined;
  if (isInfinitive) return DETERMINED.test(deed) ? undefined : deed;
  // "Have Osk cut the lashings."
  if (
    verb === "have" &&
    (split(rest.join(" "), (subject, words) => (isBare(words.split(" ")[0] ?? "") ? subject : undefined)) ||
      (/^(?:him|her|them|it)$/.test(rest[0] ?? "") && isBare(rest[1] ?? "")))
  )
    return deed;
  if (isDeed(deed, beside) && (isBare(verb) || !isVerb(verb))) return deed;
  // "Between telling Osk and telling nobody."
  const bare = /\p{Ll}{2}ing$/u.test(verb) && !isBare(verb) ? bareOf(verb) : undefined;
  return bare === undefined || rest.length === 0 ? undefined : [bare, ...rest].join(" ");
}

const ONE_OBJECT = new RegExp(`^(\\p{Ll}+) ${SUBJECT}$`, "u");
const HEAD_BEFORE_PREPOSITION = new RegExp(`^(.+?) (?:${PREPOSITIONS}) `);

/** What an author sets before the ways of a beat. */
const LABEL =
  /^(?:DECIDE|Decide|DECISION|Decision|CHOOSE|Choose|CHOICES?|Choices?|OPTIONS?|Options?|(?:The|Your) (?:choice|decision|options)(?: is| are)?)\s*[:—–-]\s*(?=\S)([^?]+ or [^?]+)$/u;

/** "Put the pump on the fire, or on the flood", "take the low road or the train": what the second leaves out is that of the first. */
function likeTheFirst(deed: string, first: string): string | undefined {
  if (PREPOSITION.test(deed)) {
    const head = HEAD_BEFORE_PREPOSITION.exec(first)?.[1];
    return head === undefined ? undefined : `${head} ${deed}`;
  }
  const verb = DETERMINED.test(deed) ? ONE_OBJECT.exec(first)?.[1] : undefined;
  return verb === undefined ? undefined : `${verb} ${deed}`;
}

const THING = new RegExp(
  `^(?:${SUBJECT}|(?:nothing|everything|nobody|everybody|all|half|one|two|three|four|five|six|seven|eight|nine|ten|some|more|less)\\b.*|\\p{Ll}[\\p{Ll}’'-]+(?: \\p{Ll}[\\p{Ll}’'-]+)?)(?=$| )`,
  "u",
);

function thingOf(given: string, { ofThing }: Frame): string | undefined {
  const part = plainPart(given);
  const thing = DETERMINED.test(part) ? lowered(part) : part;
  if (ofThing === undefined || !THING.test(thing) || /^(?:to|not|don[’']t)\b/i.test(thing)) return undefined;
  return ofThing(thing);
}

/** Alternatives as they stand beside each other: between semicolons where there are any, else between "or" and commas. */
function partsOf(list: string): readonly string[] {
  const marked = list.split(/\s*;\s*/u).filter((part) => part !== "");
  if (marked.length > 1) return /^(?:and )?or\b/i.test(marked.at(-1) ?? "") ? marked : [];
  return list.split(/,?\s+or\s+(?:else\s+)?/u).filter((part) => part !== "");
}

function waysIn(list: string, frame: Frame, things: "first" | "last" | "never"): readonly string[] {
  const parts = partsOf(list);
  if (parts.length < 2) return [];
  const asDeeds = (): readonly string[] => readAll(parts, list, (part, before) => deedOf(part, frame, before));
  const asThings = (): readonly string[] => readAll(parts, list, (part) => asWay(thingOf(part, frame)));
  const orders = { first: [asThings, asDeeds], last: [asDeeds, asThings], never: [asDeeds] };
  for (const read of orders[things]) {
    const ways = read();
    if (ways.length > 1) return ways;
  }
  return [];
}

function readAll(
  parts: readonly string[],
  list: string,
  read: (part: string, before: Before) => Partial<Clause> | undefined,
): readonly string[] {
  const [head = "", ...others] = parts;
  const alike = withOneVerb([...head.split(/,\s+/u), ...others]);
  if (alike.length > 0) return alike;
  // "A, B or C": what stands before the first "or" may be several; "A, which is far, or B, which is watched" is two.
  const listed =
    list.includes(";") ||
    others.some((part) =>
      /,(?! (?:who|which|where|when|and|so|because|since|until|if|as|but|before|after|while)\b)/.test(part),
    )
      ? [head]
      : head.split(
          // "Take the match, knowing that you will lose": goes on with the first, where the first is no gerund itself.
          /^\p{Ll}+ing\b/u.test(head)
            ? /,\s+(?!(?:who|which|where|when|and|while|as|before|after|since|though|because|until|unless|if (?:you|they|he|she|it|there|that)|so long as|provided)\b)/u
            : /,\s+(?!(?:who|which|where|when|and|while|as|before|after|since|though|because|until|unless|if (?:you|they|he|she|it|there|that)|so long as|provided|(?!(?:br|s|r|fl|cl|sl|sw|str|spr|st|wr)ing\b)\p{Ll}+ing)\b)/u,
        );
  // "You can go now, in the dark, on the worst of the tide, or wait": how the first is done, where the last is a deed. (rule CA4715)
  const goesOn =
    listed.length > 1 &&
    listed.slice(1).every((part) => PREPOSITION.test(part)) &&
    others.every((part) => isBare(lowered(part).split(" ")[0] ?? ""));
  for (const heads of goesOn ? [[head]] : listed.length > 1 ? [listed, [head]] : [listed]) {
    const ways: string[] = [];
    let before: Before;
    for (const part of [...heads, ...others]) {
      const found = read(part, before);
      const way = found?.way === undefined ? undefined : inFewWords(found.way);
      if (way === undefined || isThreat(way) || ways.includes(way)) break;
      ways.push(way);
      before = before === undefined ? { ...found, ways } : before;
    }
    if (ways.length === heads.length + others.length) return ways;
  }
  return [];
}

const TO_SETTLE =
  "(?:settle|decide|choose|say|judge|determine|agree|pick|consider|weigh|resolve|make up your mind)(?: (?:with|for|by) yourself)?";
const WHICH = "(?: (?:is )?(?:who|whom|what|which|where)\\b[^:;]*?)?";
const SETTLED = `(?:you (?:must|(?:have|had|need|needed) to|(?:will|would) have to|(?:are|were)(?: left| free| obliged)? to|may|might|can|could|(?:get|got) to|alone (?:must|can|could))(?: \\p{Ll}+){0,2}? ${TO_SETTLE}|you (?:had|have) (?:until|till|only) [^,:;?]{2,30} to ${TO_SETTLE}|you (?:weigh|weighed|turn|turned|debate|debated) it(?: over)?(?: with yourself)?|you ${TO_SETTLE}|it (?:must|has to|is to|will have to)(?: now)? be (?:settled|decided|chosen|agreed)|(?:up|down|left) to you|(?:leaves?|left) (?:it|that|this|the (?:choice|matter|rest)) to you|in your (?:hands|power|gift)|(?:rests?|rested|lies|lay|is|was) with you|your (?:choice|call|decision|say)|(?:choice|decision|call|say) is yours|yours to \\p{Ll}+|for you to ${TO_SETTLE}|(?:falls|comes|fell|came) to you(?: to ${TO_SETTLE})?|(?:the|one|a) (?:\\p{Ll}+ )?(?:question|choice|decision)|(?:two|three|four|several) ways(?: out| in| on| forward| of doing it)?|things? to ${TO_SETTLE}[^:]*)(?: to be (?:made|settled|taken)(?: \\p{Ll}+ly| at once| now| fast)?| to make)?`;
const LEFT = new RegExp(
  `^((?:[^;:?]{0,60}?\\b)?${SETTLED}${WHICH})(?: now| then| here| tonight| today)?(?:,[^,:;]{2,70},)?(?:(?: is| are| was| were)?\\s*[:—]\\s*|,?(?: is| was)?\\s+(?=whether\\b|between\\b))(?:whether (?=to\\b)|whether |between )?(.+)$`,
  "iu",
);
const LEFT_BEHIND = new RegExp(`^([^:]+ or [^:]+)\\s*[:—]\\s*([^:]*\\b(?:which|whichever|${SETTLED})\\b[^:]*)$`, "iu");

/** "You must settle whether they hear of it tonight, or not until after the show.", "Front door or roof: somebody has to say which, and it is you." */
function left(sentence: string): readonly string[] {
  const [, lead = "", whole = ""] = LEFT.exec(sentence) ?? [];
  // "Whether to praise it, or to ask; and either way you could not help seeing it": what comes of both.
  const list = whole.replace(/[;,] (?:and|but) (?:either way|in either case|whichever)\b.*$/su, "");
  if (lead !== "" && !NEGATED.test(lead.split(",")[0] ?? "")) {
    const taken = takenFor(list);
    if (taken.length > 1) return taken;
    const isPair = /\bbetween [^;]+$/i.test(sentence) && !/\bor\b/.test(list);
    const ways = waysIn(
      (isPair ? list.replace(/ and (?!.* and )/, " or ") : list).replace(/\?$/, ""),
      { ofThing: answering(lead) },
      "last",
    );
    if (ways.length > 1) return ways;
    const own = ownQuestion(list);
    if (own.length > 1) return own;
  }
  const [, before = "", after = ""] = LEFT_BEHIND.exec(sentence) ?? [];
  if (before === "" || !/\byou(?:r|rs)?\b/i.test(after) || NEGATED.test(after)) return [];
  const ofThing = (thing: string): string =>
    `choose ${DETERMINED.test(thing) || /^\p{Lu}/u.test(thing) ? thing : `the ${thing}`}`;
  const isInfinitive = /^(?:either )?to \p{Ll}/iu.test(before);
  return waysIn(
    lowered(before),
    { ofThing },
    isInfinitive || isBare(lowered(before).split(" ")[0] ?? "") ? "last" : "first",
  );
}

/** "Whether this is a change in the wind or the first sign of water": what it is taken for. (rule CA4211) */
function takenFor(list: string): readonly string[] {
  const [, what = ""] = /^(?:this|that|it) (?:is|was|might be|may be|could be) (.+)$/iu.exec(list) ?? [];
  const parts = what
    .replace(/,? and whether\b.*$/su, "")
    .split(/,? or (?:only |merely |else )?/u)
    .map((part) => part.replace(/[,;].*$/su, "").trim());
  return parts.length > 1 && parts.every((part) => DETERMINED.test(part) && part.split(" ").length <= 7)
    ? parts.map((part) => `take it for ${lowered(part)}`)
    : [];
}

/** What is done with a thing that answers "Who gets the third seat?", "What do you write?", "Where do you go?" */
function answering(question: string): (thing: string) => string {
  const plain = lowered(question.trim().replace(/^(?:(?:and|so|then|now|but)\b,? ?)+/i, ""));
  const own = (thing: string): boolean => /^(?:you|me|yourself)$/i.test(thing);
  const gets = /\bwho(?:m)? (?:gets|has|is given|takes|receives) (.+)$/u.exec(plain)?.[1];
  if (gets !== undefined) return (thing) => (own(thing) ? `keep ${gets} for yourself` : `give ${gets} to ${thing}`);
  const [, verb = "", rest = ""] =
    /\b(?:who|somebody|someone|one of you|one of them|which of you) (?:has to |must )?(\p{Ll}+)\b(.*)$/u.exec(plain) ??
    [];
  const bare = verb === "" ? undefined : (bareOfDoes(verb) ?? (isBare(verb) ? verb : undefined));
  if (bare !== undefined && !/^(?:be|have|do)$/.test(bare))
    return (thing) => (own(thing) ? `${bare}${rest}` : `let ${asObject(thing)} ${bare}${rest}`);
  const stays = /^where (?:do|will|would|shall|should) (?:you|we|I) (\p{Ll}+(?: \p{Ll}+){0,3})$/u.exec(plain)?.[1];
  if (/^where\b/.test(plain))
    return (thing) => (stays !== undefined && PREPOSITION.test(thing) ? `${stays} ${thing}` : `go to ${thing}`);
  // "Whose side do you take: Osk's or Ada's?" (rule CA6503)
  const [, noun = "", owning = ""] =
    /^whose (\p{Ll}+) (?:do|will|would|shall|should) (?:you|we|I) (\p{Ll}+)$/u.exec(plain) ?? [];
  if (isBare(owning)) return (thing) => `${owning} ${thing} ${noun}`;
  // "Whom do you give it to: Osk or Ada?"
  const toWhom =
    /^(?:who|whom|which|what)(?: \p{Ll}+)? (?:do|will|would|shall|should|can|must) (?:you|we|I) (\p{Ll}+ [^,;:?]*\b(?:to|for|with|from|on|in|at|by))$/u.exec(
      plain,
    )?.[1];
  if (toWhom !== undefined && isBare(toWhom.split(" ")[0] ?? "")) return (thing) => `${toWhom} ${thing}`;
  // "You must choose what to leave: a name, or the letter." (rule CA3500)
  const [, does = "", whom = ""] =
    /\b(?:(?:what|which|who|whom)\b[^,;:]*? (?:do|will|would|shall|should|can|must) (?:you|we|I)|(?:what|who|whom|which) (?:to|you(?: (?:will|now|can|may|should))?)) (\p{Ll}+)((?: (?:him|her|them|\p{Lu}\p{L}+))?)\b/u.exec(
      plain,
    ) ?? [];
  return isBare(does) && !/^(?:do|be|have)$/.test(does)
    ? (thing) => `${does}${whom} ${thing}`
    : (thing) => (PREPOSITION.test(thing) ? `go ${thing}` : `choose ${thing}`);
}

const QUESTION =
  /^(?:(?:and|so|then|now|but|or)\b,? ?)*((?:who|whom|what|which|where|whose|how about)\b[^:?]*?)\s*[:—]\s*(.+ or .+)\?$/iu;
/** "Whom do you believe, Osk or Ada?": a comma for the colon, where names or things follow. (rule CA6503) */
const IN_COMMAS = new RegExp(
  `^((?:(?:[Aa]nd|[Ss]o|[Tt]hen|[Nn]ow|[Bb]ut)\\b,? ?)*(?:[Ww]hom?|[Ww]hich(?: one| \\p{Ll}+)?|[Ww]hose \\p{Ll}+) [^,:;?]+), ((?:${SUBJECT})(?:['’]s)?(?:,? or (?:the )?(?:${SUBJECT})(?:['’]s)?)+\\?)$`,
  "u",
);
const withColon = (sentence: string): string => sentence.replace(IN_COMMAS, "$1: $2");

const SOMEBODY = /^((?:somebody|someone|one of you|one of them) [^:]+?)\s*[:—]\s*(.+ or .+)$/iu;
const WILL_IT_BE = /^(?:(?:and|so|then|now|but)\b,? ?)*(will it be|is it to be|shall it be) (.+ or .+)\?$/iu;

const IN_HAND = new RegExp(
  `^(?:(?:[Aa]nd|[Ss]o|[Tt]hen|[Nn]ow|[Bb]ut)\\b,? ?)*(?:[Tt]here (?:is|are|was)|[Aa]s for|(?:[Ww]hat|[Hh]ow) about) (${SUBJECT})\\s*[:—]\\s*(.+ or .+)\\?$`,
  "u",
);

/** "Who gets the third seat: Osk, or Nina?", "And what about the log: photographed and left, or handed to Osk?", "There is the money: keep it, or give it back?" */
function asked(sentence: string): readonly string[] {
  const [, matter = "", done = ""] = IN_HAND.exec(sentence) ?? [];
  if (matter !== "")
    return waysIn(done.replace(/\b(?:it|them)\b/u, asObject(matter)), { matter: asObject(matter) }, "never");
  const [, question = "", list = ""] =
    QUESTION.exec(withColon(sentence)) ?? SOMEBODY.exec(sentence) ?? WILL_IT_BE.exec(sentence) ?? [];
  return question === "" ? [] : waysIn(list, { ofThing: answering(question) }, "first");
}

const OWN =
  /^(?:(?:and|so|then|now|but|well)\b,? ?)*((?:do|does|will|would|shall|should|can|is|are|may|must) [^?]+?(?:,? or |; or )[^?]+)\??$/iu;

/** "Does she get the key, or does Rob?" */
const OR_DOES_OTHER = new RegExp(
  `^((?:[Dd]oes|[Dd]o|[Ww]ill|[Ss]hall|[Ss]hould) .+?),? or (?:does|do|will|shall|should) (${SUBJECT})$`,
  "u",
);

/** "So do you stay, or take her home?", "Do I show her or don't I?", "Is he laid on the bench; or is he kept in the chest?" */
function ownQuestion(sentence: string): readonly string[] {
  const question = OWN.exec(sentence)?.[1];
  if (question === undefined || WILL_IT_BE.test(sentence)) return [];
  const [, verb = "", other = ""] = OR_DOES_OTHER.exec(question) ?? [];
  if (other !== "") {
    const first = ofClause(verb);
    const lead = `let ${asObject(first?.subject ?? "")} `;
    const second = first?.way.startsWith(lead) === true ? letting(other, first.way.slice(lead.length)) : undefined;
    return first === undefined || second === undefined ? [] : [first.way, second];
  }
  const rest = /^(?:do|will|would|shall|should|can|may|must) (?:you|I|we) (.*)$/iu.exec(question)?.[1];
  // "And what do we tell June": another question.
  return waysIn((rest ?? question).replace(/,? and (?:what|who|how|why|where|when)\b.*$/iu, ""), {}, "never");
}

const MAY_BE = new RegExp(`^(${SUBJECT}) (?:may|can|could|might) (?:either |still |now )?(?!not\\b)\\p{Ll}+`, "u");

/** "The water may be poured out; it may be given to Osk; or it may stay in its skin.", "The letter can be burnt, or sent on." */
function withAThing(sentence: string): readonly string[] {
  const subject = MAY_BE.exec(sentence)?.[1] ?? "";
  if (!DETERMINED.test(subject) || NEGATED.test(sentence)) return [];
  return waysIn(sentence, { matter: asObject(subject) }, "never");
}

/** "Put the pump on the fire, or on the flood, or cut the lashings.", "Tell her by hand; or keep them until port." */
function bidden(given: string): readonly string[] {
  // "DECIDE: back Doe, back Vane, or back the mule." (rule CA4809)
  const labelled = LABEL.exec(given)?.[1];
  const sentence = labelled === undefined ? given : `${labelled.charAt(0).toUpperCase()}${labelled.slice(1)}`;
  const verb = lowered(/^\p{Lu}\p{Ll}+/u.exec(sentence)?.[0] ?? "");
  // "Ram the door or ring the bell": a verb in no list is one beside another that is.
  const isBeside = partsOf(sentence)
    .slice(1)
    .some((part) => isBare(plainPart(part).split(" ")[0] ?? ""));
  const [first = "", ...others] = partsOf(sentence);
  const isOneVerb = withOneVerb([...first.split(/,\s+/u), ...others]).length > 0;
  return (isBare(verb) || isOneVerb || (isBeside && isDeed(lowered(sentence), true))) && !AUXILIARY.test(verb)
    ? waysIn(sentence.replace(/\?$/, ""), { refusal: "refuse", isBeside }, "never")
    : [];
}

const YES_OR_NO = new RegExp(
  `^(?:whether (?:or not )?you (.+?)(?: or not)? (?:is|will be) ${SETTLED}.*|(?:[^;:?]{0,60}?\\b)?${SETTLED} whether (?:or not )?(?:to|you (?:will |should )?)\\s?(.+?)(?:,? or not)?)$`,
  "iu",
);

/** "It's for you to say whether she goes." */
const WHETHER_OTHER = new RegExp(
  `\\b${SETTLED} whether (?!you\\b|to\\b)(${SUBJECT}) ((?:\\p{Ll}+s|were|are)\\b[^,;:]*?)(?:,? or not)?$`,
  "u",
);

/** "Whether you tell her is up to you.", "You must decide whether or not to sign." */
function yesOrNo(sentence: string): readonly string[] {
  const [, subject = "", does = ""] = WHETHER_OTHER.exec(sentence) ?? [];
  // "Whether the seal was broken": the player breaks it, or does not. (rule CA6505)
  const happens = /^(?:is|was|are|were|gets|got)(?: to be)? (.+)$/u.exec(does)?.[1];
  const lets = subject === "" ? undefined : ((happens && done(subject, happens)) ?? doing(subject, does));
  if (lets !== undefined) return [lets, `decide not to ${lets}`];
  const [, before, behind] = YES_OR_NO.exec(sentence) ?? [];
  const deed = plainPart(before ?? behind ?? "");
  if (deed === "" || / or /.test(deed) || NEGATED.test(sentence.replace(/ or not\b/g, ""))) return [];
  // "Whether you do" leaves the deed to the sentence before it.
  const way = isBare(deed.split(" ")[0] ?? "") && !/^do(?: so)?\b/.test(deed) ? inFewWords(deed) : undefined;
  return way === undefined ? [] : [way, `decide not to ${way}`];
}

const MAY =
  /^(?:[^“”"?]*?[,;:] )??(?:(?:and|but|so|then|now|here|there|still) )?(?:you|(?<=^)(?:somebody|someone|one person)(?= c)) (?:may|can|could|might) (?:(?:now|also|then|either|just|still|of course) )*([^“”"?]+)$/iu;
/** "And he will think the better or the worse of you": what comes of either. */
const OF_EITHER =
  /(?<= or .+),? (?:and|but|so) (?:he|she|they|it|you|this|that|either|whichever|the \p{Ll}+|\p{Lu}\p{L}+)(?:[’']ll| (?:will|would|shall|may|might|must))\b.*$/su;

/** "; and may or may not remark upon the date", "; and of these the last would be the hardest": of no weight. */
const OR_MAY_NOT =
  /[;,] (?:and )?(?:you )?(?:may|might|can|could) or (?:may|might|can|could) not .*$|; (?:and|but) (?:of (?:these|those|them|the (?:two|three))|the (?:first|last|second|third)|which)\b.*$/su;

/** "Give it, and mean it or not": how it is done is no deed. (rule CA1549) */
export const MEANT_OR_NOT = /(?:, and [^,;]+)? or not(?=\s*[,;]|$)/gu;

/**
 * The alternatives of a sentence on what the player may do: "You can take the low road or the train." (rule CA1526)
 *
 * @param sentence - In the second person, without remarks in brackets.
 */
export function permittedIn(sentence: string): readonly string[] {
  // "You might stand; you might dance": of such clauses the last needs no "or".
  const listed = sentence.replace(/;\s+(?=you (?:may|can|could|might)\b[^;]*$)/u, "; or ");
  const list = MAY.exec(listed.trim().replace(/[.!]$/, ""))?.[1] ?? "";
  // "Have the one quietly, or the other in front of everybody" is for the player, and "have a fever" is not.
  return / or /.test(list) && (!NOTICED.test(list) || /^have (?:the|both|either) /u.test(list))
    ? waysIn(list.replace(OF_EITHER, "").replace(OR_MAY_NOT, "").replace(MEANT_OR_NOT, ""), { isBeside: true }, "never")
    : [];
}

/** Where a sentence goes on to what it leaves to the player: "He offered a humbug, and it lay with you whether ...". */
const GOES_ON_TO_LEAVE = new RegExp(
  `[,;] (?:and|but|so) (?=(?:${SETTLED}|it (?:rests?|rested|lies|lay|is|was) (?:with|for|up to) you)\\b)`,
  "iu",
);

/**
 * What a sentence tells before it leaves something to the player, as a sentence of its own; undefined where it tells nothing first.
 * (rule CA1625)
 */
export function toldBeforeLeft(sentence: string): string | undefined {
  const at = GOES_ON_TO_LEAVE.exec(sentence)?.index ?? -1;
  const lead = at < 0 ? "" : `${sentence.slice(0, at)}.`;
  return at >= 0 && isWholeSentence(lead) ? lead : undefined;
}

/** "Will you tell her what you know?", asked last: to do it, or not. (rule CA1652) */
const LONE =
  /^(?:(?:and|so|then|now|but|well)\b,? ?)*(?:will|do|shall|should|would|can|could) (?:you|I|we) (\p{Ll}[^“”"?]*)\?$/iu;
/** What one cannot do by deciding it, and what is asked to be answered in words. */
const NO_MATTER_OF_WILL =
  /^(?:be|have|want|wish|like|need|love|mind|mean|care|dare|hope|happen|belong|seem|look|agree|expect|suppose|recognise|recognize|understand|owe|own|fancy|prefer|notice|find|get|manage|say (?:so|that)\b|ever|still|even|really|not|never)\b/u;

/**
 * The two ways of a question to the player that names one deed, and of a sentence that comes to one: "Will you tell her what you know?".
 *
 * @param sentence - In the second person.
 */
export function ofLoneQuestion(sentence: string): readonly string[] {
  if (/[“”"‘]/.test(sentence)) return [];
  const deed = LONE.exec((asPlainQuestion(sentence) ?? sentence).trim())?.[1] ?? "";
  const part = plainPart(deed);
  if (part === "" || / or /.test(part) || NO_MATTER_OF_WILL.test(part) || NOTICED.test(part)) return [];
  const way = isBare(part.split(" ")[0] ?? "") && !isThreat(part) ? inFewWords(part) : undefined;
  return way === undefined ? [] : [way, `decide not to ${way}`];
}

/** "Will you take him over, or not?" */
function orNot(sentence: string): readonly string[] {
  const deed = /^(.+?),? or (?:not|don[’']t(?: you)?)\?$/u.exec(sentence)?.[1];
  return deed === undefined || / or /.test(deed) ? [] : ofLoneQuestion(`${deed}?`);
}

type Form = (sentence: string) => readonly string[];

function firstOf(forms: readonly Form[], sentence: string): readonly string[] {
  if (/[“”"‘]/.test(sentence) || !/\b(?:or|between|whether)\b/i.test(sentence)) return [];
  const plain = sentence
    .trim()
    .replace(/\s*\([^()]*\)/g, "")
    .replace(/[.!]$/, "");
  for (const form of forms) {
    const ways = form(plain);
    if (ways.length > 1) return ways;
  }
  return [];
}

/** "There is time for you to hold the boy's head, or to go for the tin, and for one of them only." */
const TIME_FOR =
  /^(?:[^:“”"]*[;,] (?:and|but) )?there(?: is|['’]s| was) (?:only |just )?(?:time|room|light|air|water|petrol|fuel|money)(?: left| enough)*(?: for you)? (to \p{Ll}[^“”"]*? or to [^“”"]*)[.!]$/iu;

/** Deeds for which there is time for one. (rule CA4716) */
function inTheTime(sentence: string): readonly string[] {
  const list = (TIME_FOR.exec(sentence.trim())?.[1] ?? "").replace(/,? (?:and|but) (?:for|not) .*$/u, "");
  const ways = list.split(/,? (?:or )?to /u).map((part) => part.replace(/^to /u, "").trim());
  return list !== "" && ways.every((way) => isBare(way.split(" ")[0] ?? "") && !isThreat(way)) ? ways : [];
}

/** "Somebody has to say it to her, and how it is said will matter: ...", "How do you tell him: ...": a deed, and how it is done. */
const HOW_DONE =
  /^(?:there (?:are|were) (?:two|three|four|several|only two) ways (?:to|of) (\p{Ll}+\b[^,;:“”"]{0,40})|[^:“”"]*\b(?:somebody|someone|you) (?:has|have|must|will have|is|are)(?: to)? (\p{Ll}+\b[^,;:“”"]{0,40}), (?:and|but) how\b[^:“”"]*|(?:[^:“”"]*, )?(?:and )?how (?:do|will|would|shall) you (\p{Ll}+\b[^,;:?“”"]{0,40})): (.+)$/iu;
const MANNER =
  /^(?:(?:only|just|simply|quite|even) )?(?:as|with|without|by|in|through|like|from|over|behind|at|on|before|after|to)\b|^(?:alone|together|aloud|now|\p{Ll}+ly)\b/iu;

/** A deed with each way in which it may be done: "say it to her as an accusation", "say it to her with the letter". (rule CA4706) */
function waysOfDoing(sentence: string): readonly string[] {
  const [, put, owed, asked, list = ""] = HOW_DONE.exec(sentence.trim().replace(/[.!?]$/, "")) ?? [];
  const given = put ?? owed ?? asked;
  const [verb = "", ...rest] = (given ?? "").split(" ");
  const deed = given === undefined ? undefined : [isBare(verb) ? verb : (bareOf(verb) ?? verb), ...rest].join(" ");
  const manners = list.split(/,? or |, /u).map((part) => part.trim());
  const isList = manners.length > 1 && / or /u.test(list) && manners.every((manner) => MANNER.test(manner));
  if (deed === undefined || !isList || !isBare(deed.split(" ")[0] ?? "")) return [];
  return manners.map((manner) => `${deed} ${lowered(manner)}`);
}

/**
 * The alternatives that a sentence leaves to the player by saying so or by asking, each as a deed of theirs in the infinitive: at least two,
 * or none. (rule CA1524)
 *
 * @param sentence - In the second person.
 */
export function alternativesIn(sentence: string): readonly string[] {
  for (const ways of [waysOfDoing(sentence), inTheTime(sentence)]) if (ways.length > 1) return ways;
  const lead = toldBeforeLeft(sentence);
  const rest = lead === undefined ? "" : sentence.slice(lead.length).replace(/^ ?(?:and|but|so) /iu, "");
  const ways = rest === "" ? [] : alternativesIn(`${rest.charAt(0).toUpperCase()}${rest.slice(1)}`);
  if (ways.length > 1) return ways;
  const question = asPlainQuestion(sentence);
  if (question !== undefined) return / or /.test(question) ? firstOf([ownQuestion, orNot], question) : [];
  return firstOf(sentence.trim().endsWith("?") ? [asked, left, ownQuestion, bidden] : [left, asked, yesOrNo], sentence);
}

const IS_DONE = new RegExp(`^(${SUBJECT}) (?:is|are|gets?) \\p{Ll}+`, "u");

/**
 * The deeds between which a consequence leaves it open how things come out: "The three are brought down by the ridge or by the ramp." None
 * where one of its ways is nothing that is done. (rule CA1668)
 */
export function leftOpenIn(consequence: string): readonly string[] {
  const plain = consequence.trim().replace(/[.!]$/, "");
  const subject = IS_DONE.exec(plain)?.[1] ?? "";
  if (!DETERMINED.test(subject) || !/ or /.test(plain) || NEGATED.test(plain) || /[“”"]/.test(plain)) return [];
  const matter = asObject(subject);
  const [first = "", ...others] = waysIn(plain, { matter }, "never");
  // "By the ridge or by the ramp": done as the first is.
  const isKept = (way: string): boolean => way.startsWith(`keep ${matter} `);
  return others.length === 0 || isKept(first)
    ? []
    : [
        first,
        ...others.map((way) => (isKept(way) ? (likeTheFirst(way.slice(`keep ${matter} `.length), first) ?? way) : way)),
      ];
}

/**
 * The same of a sentence that only names deeds, or what may be done with a thing: of the last sentences of a beat these are put to the player.
 * (rule CA1500)
 */
export function bareAlternativesIn(sentence: string): readonly string[] {
  return firstOf([withAThing, bidden], sentence);
}
