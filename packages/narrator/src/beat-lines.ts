import type { BeatReading } from "@narratoria/protocol/contracts";
import { contentWords, splitSentences, verbForms, verbLemmas, escapeRegExp } from "@narratoria/protocol/english";
import type { AuthoredChoice, BeatMatter } from "@narratoria/protocol/story";

/** Whoever may speak in a beat, as cues mean them. */
interface Speaker {
  readonly name?: string;
  readonly short: string;
  readonly pronoun: "he" | "she" | "it" | "they" | null;
  readonly plural: boolean;
}

/** A beat's lines by what their cues make of them. */
export interface BeatLines {
  /** Those that are said when the beat is told, with what is done as they are. */
  readonly dialogue: BeatMatter["dialogue"];
  /** Those that answer something the player does: choices, each with its answer. */
  readonly answers: readonly AuthoredChoice[];
}

/**
 * Sorts the lines of a beat: what waits for something that the player does becomes a choice with its answer, what waits for anything
 * else is not told, and a cue that says what is done becomes a sentence before its line. Implements rule NA420.
 *
 * @param moments - The beat's parts, in order.
 * @param speakers - Everybody by id.
 */
export function linesOf(moments: BeatReading["moments"], speakers: ReadonlyMap<string, Speaker>): BeatLines {
  const dialogue: BeatMatter["dialogue"][number][] = [];
  const answers: AuthoredChoice[] = [];
  for (const { speaker, line, form, cue } of moments.flatMap(({ lines }) => lines)) {
    const who = speakers.get(speaker);
    const kind = cue?.kind;
    const asked = kind === "answer" || kind === "condition" ? askedFor(cue?.text ?? "") : null;
    if (form === "action") continue;
    if (asked !== null && who) answers.push({ text: askedOf(asked, who), result: quoted(line.trim(), who.short) });
    if (kind === "answer" || kind === "condition" || kind === "later") continue;
    const before = kind === "manner" && who ? doneBefore(cue?.text ?? "", who) : null;
    const how = before === null && who ? howSaid(cue?.text ?? "", who) : null;
    dialogue.push({ speaker, line, ...(before === null ? {} : { before }), ...(how === null ? {} : { how }) });
  }
  return { dialogue, answers };
}

/** Words that two deeds begin with, at least, where they are one in other words: "read it to him again", "read it to him a second time". */
const SAME_BEGINNING = 4;

/** Whether two deeds are one, in more words and in fewer. */
function isOneDeed(one: string, other: string): boolean {
  // "Ask him what it brings" and "ask Strand what it brings" are put to one.
  const toOne = (deed: string): string =>
    deed.replace(/^(ask|tell|show) (?:him|her|them|it|\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*)*) /u, "$1 ");
  const [less = [], more = []] = [toOne(one), toOne(other)]
    .map((deed) => deed.toLowerCase().split(/[ ,]+/))
    .toSorted((a, b) => a.length - b.length);
  if (less.length < 2 || less[0] !== more[0] || /\b(?:not|nothing)\b/u.test(more.join(" "))) return false;
  const differs = less.findIndex((word, at) => word !== more[at]);
  return differs < 0 || differs >= SAME_BEGINNING || less.every((word) => more.includes(word));
}

/**
 * Gives what a line answers to the way of its beat that is the same deed: "If you walk out to her with it" is said when the player chooses
 * to "walk out to her with it in your arms", and is no way beside it. (rule NA3165)
 */
export function withAnswers(
  { decisions, choices }: Pick<PutByBeat, "decisions" | "choices">,
  answers: readonly AuthoredChoice[],
): Pick<PutByBeat, "decisions" | "choices"> & { readonly answers: readonly AuthoredChoice[] } {
  const given = new Map<string, AuthoredChoice>();
  for (const answer of answers) {
    const way = [...decisions, ...choices.map(({ text }) => text)].find(
      (text) => !given.has(text) && isOneDeed(text, answer.text),
    );
    if (way !== undefined) given.set(way, answer);
  }
  const used = new Set(given.values());
  const withLine = (choice: AuthoredChoice): AuthoredChoice => {
    const line = given.get(choice.text)?.result;
    return line === undefined ? choice : { ...choice, result: [choice.result, line].filter(Boolean).join(" ") };
  };
  return {
    decisions: decisions.filter((text) => !given.has(text)),
    choices: [
      ...decisions.flatMap((text) => (given.has(text) ? [withLine({ text, decides: true })] : [])),
      ...choices.map(withLine),
    ],
    answers: answers.filter((answer) => !used.has(answer)),
  };
}

/** Words of a result by which somebody says something. */
const SAYS = /\b(?:says?|tells?|admits?|confesses?|answers?|owns?|swears?|explains?)\b/i;

/**
 * Keeps a line for the deed whose result reports it: "Press him" brings "He says that he carried the child", and the line on the child with
 * it. (rule NA3141)
 *
 * @param told - The beat's sentences: what they say themselves is no secret of the deed's.
 */
export function keptForDeeds(
  told: readonly string[],
  { dialogue, answers }: BeatLines,
  choices: readonly AuthoredChoice[],
  speakers: ReadonlyMap<string, Speaker>,
): { readonly dialogue: BeatLines["dialogue"]; readonly choices: readonly AuthoredChoice[] } {
  const open = contentWords(told.join(" "));
  const kept = new Map<AuthoredChoice, BeatMatter["dialogue"][number]>();
  for (const line of dialogue) {
    const who = speakers.get(line.speaker);
    const own = [...contentWords(line.line)].filter((word) => !open.has(word));
    const deed = choices.find(({ text, result = "" }) => {
      const isTheirs = new RegExp(
        `\\b(?:${[who?.pronoun, who?.short]
          .flatMap((form) => form ?? [])
          .map(escapeRegExp)
          .join("|")})\\b`,
        "iu",
      );
      const said = contentWords(result);
      return (
        who !== undefined &&
        SAYS.test(result) &&
        isTheirs.test(`${result} ${text}`) &&
        own.some((word) => said.has(word))
      );
    });
    if (deed !== undefined && !kept.has(deed)) kept.set(deed, line);
  }
  return {
    dialogue: dialogue.filter((line) => ![...kept.values()].includes(line)),
    choices: [
      ...choices.map((choice) => {
        const line = kept.get(choice);
        const short = speakers.get(line?.speaker ?? "")?.short;
        return line === undefined || short === undefined
          ? choice
          : { ...choice, result: `${choice.result ?? ""} ${quoted(line.line.trim(), short)}`.trim() };
      }),
      ...answers,
    ],
  };
}

/** A result that is a whole sentence. */
const ended = (text: string): string => (/[.!?…][”"’']?$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** Verbs by which the player gives something out of their hands, or shows it. */
const GIVES = /^(?:give|hand|put|show|hold|return|bring|pass|lay|offer|slide|set|take)\b/u;
/** Things that a cue has at hand: "the letter" of "with the letter in her lap". */
const AT_HAND = /\b(?:the|his|her|their|its|your) (\p{Ll}+)(?: (\p{Ll}{4,}))?\b/giu;
const OF_A_BODY =
  /^(?:hands?|eyes?|face|arms?|shoulders?|feet|foot|head|hair|voice|back|mouth|lips?|fingers?|knees?|lap|palms?|side|edges?|door|doorway|window|floor|ceiling|table|room|wall|stairs?|counter|others?)$/iu;
/** "Holding the pass by its edges": it has been given. */
const IN_HAND =
  /^(?:(?:he|she|they)(?:['’]s| is| are)? )?(?:still )?(?:hold|with (?:the|his|her)|read|turn|open|weigh|clutch|finger)/iu;
/** "Hold it out": of the thing that has not been named in the beat. */
const GIVES_IT =
  /(?<!\b(?:to|him|her|them) )\b(?:give|hand|put|show|hold|slide|pass|offer)(?: \p{L}+)? (?:it|them)\b/iu;

/**
 * Keeps a line whose cue has at hand what only one deed of the player's brings ("with the letter in her lap", where the player may bring the
 * letter) for what comes of that deed. (rule NA4306)
 *
 * @param told - The beat's sentences.
 * @param cueOf - The cue of each line as written.
 */
export function keptByCue(
  told: readonly string[],
  put: PutByBeat,
  cueOf: (line: string) => string | undefined,
  speakers: ReadonlyMap<string, Speaker>,
): PutByBeat {
  const open = contentWords(told.join(" "));
  let { dialogue, decisions, choices } = put;
  for (const line of put.dialogue) {
    const who = speakers.get(line.speaker);
    const cue = cueOf(line.line);
    if (who === undefined || cue === undefined || told.join(" ").includes(line.line.trim())) continue;
    const things = [...cue.matchAll(AT_HAND)].flatMap(([, noun = "", next = ""]) =>
      OF_A_BODY.test(noun) ? [] : [noun, next].filter((one) => !OF_A_BODY.test(one)),
    );
    const words = [...contentWords(things.join(" "))];
    const ways = [
      ...decisions.map((text): AuthoredChoice => ({ text, decides: true })),
      ...choices.filter(({ asks, until, fact }) => asks === undefined && until === undefined && fact === undefined),
    ];
    if (ways.length < 2) continue;
    const brings = (way: AuthoredChoice): boolean => {
      const given = contentWords(way.text);
      const all = contentWords(`${way.text} ${way.result ?? ""}`);
      return words.some((word) => (open.has(word) ? GIVES.test(way.text) && given.has(word) : all.has(word)));
    };
    const named = ways.filter(brings);
    const isUnnamed =
      words.length > 0 && named.length === 0 && IN_HAND.test(cue) && words.every((word) => !open.has(word));
    const [deed, ...others] = isUnnamed ? ways.filter(({ text }) => GIVES_IT.test(text)) : named;
    if (deed === undefined || others.length > 0) continue;
    const [first = "", ...rest] = splitSentences(line.line.trim());
    const goesOn = rest.length === 0 ? "" : ` “${rest.join(" ")}”`;
    const said = `${quoted(first, `${who.short}${saidHow(line.how)}`)}${goesOn}`;
    const word = line.before === undefined ? said : `${line.before} ${said}`;
    const result = deed.result === undefined ? word : `${ended(deed.result)} ${word}`;
    dialogue = dialogue.filter((one) => one !== line);
    choices = decisions.includes(deed.text)
      ? [{ ...deed, result }, ...choices]
      : choices.map((one) => (one === deed ? { ...one, result } : one));
    decisions = decisions.filter((text) => text !== deed.text);
  }
  return { dialogue, decisions, choices };
}

/** "While Rupert is out": who a beat says is elsewhere as it begins. */
const isSaidAway = (text: string, name: string): boolean =>
  new RegExp(
    `\\b${escapeRegExp(name)} (?:is|was|has) (?:out|away|gone|absent|not (?:here|in|there|back)|elsewhere|gone (?:out|home|away))(?=[.,;]|$| (?:until|till|for the|at (?:his|her|their)|and\\b))`,
    "u",
  ).test(text);

/**
 * Keeps the lines of whoever a beat says is out for the deeds by whose results they come in; where they come in by none they say nothing.
 * (rule NA4307)
 */
export function keptForComing(
  told: readonly string[],
  put: PutByBeat,
  speakers: ReadonlyMap<string, Speaker>,
): PutByBeat {
  const text = told.join(" ");
  let { dialogue, choices } = put;
  for (const line of put.dialogue) {
    const who = speakers.get(line.speaker);
    if (who === undefined || ![who.name ?? who.short, who.short].some((name) => isSaidAway(text, name))) continue;
    const [first = "", ...rest] = splitSentences(line.line.trim());
    const goesOn = rest.length === 0 ? "" : ` “${rest.join(" ")}”`;
    const said = `${quoted(first, `${who.short}${saidHow(line.how)}`)}${goesOn}`;
    const word = line.before === undefined ? said : `${line.before} ${said}`;
    const comes = new RegExp(
      `\\b${escapeRegExp(who.short)} (?:comes?|came|is back|returns?|returned|walks?|walked|enters?)\\b`,
      "u",
    );
    dialogue = dialogue.filter((one) => one !== line);
    choices = choices.map((one) =>
      one.result !== undefined && comes.test(one.result) ? { ...one, result: `${ended(one.result)} ${word}` } : one,
    );
  }
  return { ...put, dialogue, choices };
}

/** What a beat puts to the player, and its lines. */
export interface PutByBeat {
  readonly dialogue: BeatLines["dialogue"];
  readonly decisions: readonly string[];
  readonly choices: readonly AuthoredChoice[];
}

/** "Out of ten? That was a two.": repeats what somebody must have asked. */
const ANSWERS_WORDS =
  /^(?!(?:who|what|why|where|when|how|which|is|are|do|does|did|can|will|have|has|you)\b)[^.!?“”"]{1,30}\? \S/iu;

/** "That is my net.": said of what is there to be seen. */
const OF_WHAT_IS_SHOWN = /^(?:no,? |oh,? |so )?(?:that|this|those|these)(?:['’]s| is| are| was| were)\b/iu;
const SHOWS = /^(?:show|hand|give|hold|lay|put|pass|offer|bring|read|play|return)\b/u;

/** "Say that it is his and hold it out". */
const HOLDS_OUT = /\b(?:hold|hand|pass) (?:it|them) (?:out|over|to)\b/u;

/**
 * Keeps a line on what is there to be seen ("That is my net.") for the one deed by which its speaker is shown something ("Show it to him").
 * (rule NA3148)
 */
export function withShown(
  told: readonly string[],
  { dialogue, decisions, choices }: PutByBeat,
  speakers: ReadonlyMap<string, Speaker>,
): PutByBeat {
  const all = [...decisions, ...choices.filter(({ result }) => result === undefined).map(({ text }) => text)];
  const held = choices.filter(({ text, asks }) => asks === undefined && HOLDS_OUT.test(text)).map(({ text }) => text);
  for (const line of dialogue) {
    const who = speakers.get(line.speaker);
    const object = { he: "him", she: "her", it: "it", they: "them" }[who?.pronoun ?? "it"];
    if (who === undefined || !OF_WHAT_IS_SHOWN.test(line.line.trim()) || told.join(" ").includes(line.line.trim()))
      continue;
    const isTo = new RegExp(`\\b(?:${object}|${escapeRegExp(who.short)})(?![\\p{L}])`, "iu");
    const shows = all.filter((text) => SHOWS.test(text) && isTo.test(text));
    const [deed, ...others] = shows.length > 0 ? shows : held;
    if (deed === undefined || others.length > 0) continue;
    const [first = "", ...rest] = splitSentences(line.line.trim());
    const goesOn = rest.length === 0 ? "" : ` “${rest.join(" ")}”`;
    const result = `${line.before === undefined ? "" : `${line.before} `}${quoted(first, `${who.short}${saidHow(line.how)}`)}${goesOn}`;
    return {
      dialogue: dialogue.filter((one) => one !== line),
      decisions: decisions.filter((text) => text !== deed),
      choices: [
        ...(decisions.includes(deed) ? [{ text: deed, decides: true as const, result }] : []),
        ...choices.map((one) =>
          one.text === deed ? { ...one, result: one.result === undefined ? result : `${result} ${one.result}` } : one,
        ),
      ],
    };
  }
  return { dialogue, decisions, choices };
}

/** "ask Kevin who went", "ask her why": whom a question is put to. */
const PUT_TO =
  /^(?:\p{Ll}+ly )?(?:ask|question|press|beg|implore) (?:(\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*)*)|(him|her|them|it)\b)(?:,? [\p{Ll}-]+){0,3}?,? (?:about|after|who|whom|whose|what|which|where|when|why|how|whether|if)\b/u;

/** Whether a question is put to somebody else than whose line it is: a line of another's is no answer to it. (rule NA3441) */
function isPutToAnother(deed: string, who: Speaker, speakers: ReadonlyMap<string, Speaker>): boolean {
  const [, name, object] = PUT_TO.exec(deed) ?? [];
  const isOf = (one: Speaker, form: string): boolean =>
    form.split(" ").some((part) => part.length > 2 && `${one.name ?? ""} ${one.short}`.split(" ").includes(part));
  if (name !== undefined) return !isOf(who, name) && [...speakers.values()].some((one) => isOf(one, name));
  const pronoun = object === "him" ? "he" : object === "her" ? "she" : undefined;
  return pronoun !== undefined && /^(?:he|she)$/.test(who.pronoun ?? "") && who.pronoun !== pronoun;
}

/** Where a text names somebody last; -1 where it does not. */
const lastNamed = ({ short, name = "" }: Speaker, text: string): number =>
  Math.max(...[short, ...(name.match(/\p{Lu}[\p{L}’'-]{3,}/gu) ?? [])].map((part) => text.lastIndexOf(part)));

/**
 * Whether somebody is the one whom a beat leaves the player with: nobody whom it names is named after them, or what is put to the player
 * names them. (rule NA5400)
 */
function isWithPlayer(
  who: Speaker,
  text: string,
  deeds: readonly string[],
  speakers: ReadonlyMap<string, Speaker>,
): boolean {
  if (deeds.some((deed) => lastNamed(who, deed) >= 0)) return true;
  const own = lastNamed(who, text);
  return own < 0 || [...speakers.values()].every((one) => one === who || lastNamed(one, text) <= own);
}

/** "Thank you.", "Very well, then.", "Time's up.": said of what has been decided. */
const TAKES_IT =
  /^(?:thank(?:s| you)\b|very well\b|so be it\b|(?:well,? |right,? |so )?then\b|right(?:[.!,]| then\b| you are\b)|well,? (?:that|then|now)\b|so that(?:['’]s| is)\b|that(?:['’]s| is) (?:that|settled|decided|it)\b|as you (?:like|wish|please)\b|all right[.!,]|fine[.!,]|i see[.!]|good(?:night|bye|[ -]bye| night| day)\b|farewell\b|off you go\b|(?:the )?\p{L}+['’]s up\b)/iu;

/**
 * Whether a line may be the last word on what is decided: it takes the decision as made, or each deed is done to its speaker, the only one of
 * whom "him" or "her" can be said there. Else nothing tells that it comes after the decision, and it is told in the beat. (rule NA5701)
 */
function isOnDecision(
  line: string,
  who: Speaker,
  text: string,
  deeds: readonly string[],
  speakers: ReadonlyMap<string, Speaker>,
): boolean {
  if (TAKES_IT.test(line.trim())) return true;
  const object = { he: "him", she: "her", it: "it", they: "them" }[who.pronoun ?? "it"];
  const isAlone =
    (who.pronoun === "he" || who.pronoun === "she") &&
    [...speakers.values()].every((one) => one === who || one.pronoun !== who.pronoun || lastNamed(one, text) < 0);
  return deeds.every((deed) => lastNamed(who, deed) >= 0 || (isAlone && new RegExp(`\\b${object}\\b`, "u").test(deed)));
}

const ANSWERS_LINE = /^(?:yes|no|aye|nay|nor|neither|quite|perhaps|maybe|true|indeed|certainly|of course)\b/iu;

/** Words of the line that somebody has the last word with. */
const MOST_LAST_WORDS = 40;

/**
 * Keeps the last line of a beat for after the decision, where its author has written nothing of what comes of that: whoever has been told,
 * asked or left has the last word. Not a question, which wants its answer, and not somebody's who is met with it. (rule NA3147)
 *
 * @param told - The beat's sentences.
 */
export function withLastWord(
  told: readonly string[],
  put: PutByBeat,
  speakers: ReadonlyMap<string, Speaker>,
): PutByBeat {
  const { dialogue, decisions, choices } = put;
  const last = dialogue.at(-1);
  const who = speakers.get(last?.speaker ?? "");
  const isDeed = ({ asks, until, fact }: AuthoredChoice): boolean =>
    asks === undefined && until === undefined && fact === undefined;
  const deeds = choices.filter(isDeed);
  if (last === undefined || who === undefined || decisions.length + deeds.length < 2) return put;
  // What comes of each alike comes of the beat.
  const isOfBeat =
    deeds.length > 1 && decisions.length === 0 && deeds.every(({ result }) => result === deeds[0]?.result);
  const isBare = (one: AuthoredChoice): boolean => isDeed(one) && (one.result === undefined || isOfBeat);
  const text = told.join(" ");
  const parts = (who.name ?? "").match(/\p{Lu}[\p{L}’'-]{3,}/gu) ?? [];
  const isMet =
    [who.short, ...parts].some((part) => text.includes(part)) ||
    dialogue.slice(0, -1).some(({ speaker }) => speaker === last.speaker);
  const isSaid = text.toLowerCase().includes(
    last.line
      .trim()
      .toLowerCase()
      .replace(/[.!?…]+$/u, ""),
  );
  const isShort = last.line.split(/\s+/u).length <= MOST_LAST_WORDS;
  const ways = [...decisions, ...deeds.map((one) => one.text)];
  const before = dialogue.at(-2);
  // "Yes. I think you did." answers the line before it.
  if (before !== undefined && before.speaker !== last.speaker && ANSWERS_LINE.test(last.line.trim())) return put;
  if (!isWithPlayer(who, text, ways, speakers) || !isOnDecision(last.line, who, text, ways, speakers)) return put;
  if (/\?[”"’']?\s*$/u.test(last.line) || ANSWERS_WORDS.test(last.line) || !isMet || isSaid || !isShort) return put;
  if (decisions.length === 0 && !deeds.some(isBare)) return put;
  const [first = "", ...rest] = splitSentences(last.line.trim());
  const goesOn = rest.length === 0 ? "" : ` “${rest.join(" ")}”`;
  const said = `${quoted(first, `${who.short}${saidHow(last.how)}`)}${goesOn}`;
  const word = last.before === undefined ? said : `${last.before} ${said}`;
  const after = (one: AuthoredChoice): AuthoredChoice => ({
    ...one,
    result: one.result === undefined ? word : `${word} ${one.result}`,
  });
  const isToAnother = (deed: string): boolean => isPutToAnother(deed, who, speakers);
  return {
    dialogue: dialogue.slice(0, -1),
    decisions: decisions.filter(isToAnother),
    choices: [
      ...decisions
        .filter((deed) => !isToAnother(deed))
        .map((deed): AuthoredChoice => after({ text: deed, decides: true })),
      ...choices.map((one) => (isBare(one) && !isToAnother(one.text) ? after(one) : one)),
    ],
  };
}

/** How a line is said, as it stands behind its speaker. */
const saidHow = (how = ""): string => (how === "" || /^[,;]/u.test(how) ? how : ` ${how}`);

/** "When you ask him why" gives "ask him why"; a condition that is no deed of the player's gives nothing. */
function askedFor(cue: string): string | null {
  // "If asked why she signed": asked by whoever plays. (rule NA5703)
  const about =
    /^(?:only )?(?:if|when|once|on being) asked ((?:about|what|why|how|who|whom|where|when|which|whether|for) .{2,60})$/iu
      .exec(cue.trim())?.[1]
      ?.replace(/[.,;:]$/, "");
  if (about !== undefined) return `ask it ${about}`;
  const deed =
    /^(?:when|whenever|if|once|after|only if|only when) you (?!are\b|have\b|were\b|had\b|do not\b|can\b)(.{3,70})$/i
      .exec(cue)?.[1]
      ?.replace(/[.,;:]$/, "");
  return deed === undefined || !isVerb(deed.split(" ")[0] ?? "") ? null : deed;
}

/** "Ask it why she signed" is put to the speaker, whoever that is. */
const askedOf = (deed: string, who: Speaker): string =>
  /^ask it /.test(deed) ? `ask ${who.short} ${deed.slice("ask it ".length)}` : named(deed, who);

/** "ask him why" of the speaker himself is "ask Osk why". */
function named(deed: string, { short, pronoun }: Speaker): string {
  const object = { he: "him", she: "her", it: "it", they: "them" }[pronoun ?? "it"];
  return deed.replace(new RegExp(`^([a-z]+) ${object}\\b(?! [a-z]+[’'\\w]* (?:to|that|what)\\b)`), `$1 ${short}`);
}

const isVerb = (word: string): boolean => /^[a-z]+$/.test(word) && !/(?:ing|ed)$/.test(word);

/** Words of a remark on how a line is said. */
const MOST_MANNER = 16;

/**
 * "With one hand on the bricks" and "He says it to the barometer" stand after "says Osk"; what is a moment of its own, or no phrase
 * that fits there, gives nothing.
 */
function howSaid(cue: string, { short, pronoun }: Speaker): string | null {
  const text = cue
    .trim()
    .replace(/[.]$/, "")
    .replace(
      new RegExp(`^(?:he|she|they|it|${escapeRegExp(short)}) (?:says?|said) (?:it|this|that) (?=\\p{Ll})`, "iu"),
      "",
    );
  if (text.split(/\s+/).length > MOST_MANNER || /[;:“”"()]/.test(text)) return null;
  const isSaid = text !== cue.trim().replace(/[.]$/, "");
  if (/^with /i.test(text)) return `, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  if (/^(?:to|from|over|through|without|into|across|between|behind|under|for) /i.test(text))
    return text.charAt(0).toLowerCase() + text.slice(1);
  if (isSaid && /^(?:as|at|in|on|quite|very|almost|\p{Ll}+ly)\b/u.test(text)) return text;
  if (/^(?:as|while) /i.test(text) && pronoun !== null) return text.charAt(0).toLowerCase() + text.slice(1);
  if (/^not (?:out of|in|at|to|with|very|quite|\p{Ll}+ly)\b/iu.test(text))
    return `, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return null;
}

/** "He means well", "She thinks of the boat": a note for whoever plays it. */
const IN_MIND =
  /^(?:he|she|it|they|\p{Lu}\p{L}+) (?:(?:really|only|always|never|just) )?(?:means?|thinks?|knows?|believes?|hopes?|wants?|feels?|remembers?|intends?|pretends?|lies|understands?|suspects?|fears?|loves?|hates?|is (?:lying|thinking|joking|sincere|serious|not (?:lying|joking|sure)))\b/iu;

/** "Sliding a plate across the table" gives "Mercy slides a plate across the table."; what has no verb gives nothing. */
function doneBefore(cue: string, { short, pronoun, plural }: Speaker): string | null {
  const text = cue.trim().replace(/[.]$/, "");
  if (text.length > 110 || /[;:]/.test(text)) return null;
  const denied = /^not ([a-z]+ing)\b(.*)$/i.exec(text);
  if (denied) {
    const lemma = lemmaOf(denied[1] ?? "");
    return lemma === null ? null : `${short} ${plural ? "do" : "does"} not ${lemma}${denied[2] ?? ""}.`;
  }
  const doing = /^([A-Z]?[a-z]+ing)\b(.*)$/.exec(text);
  if (doing) {
    const lemma = lemmaOf((doing[1] ?? "").toLowerCase());
    if (lemma === null) return null;
    // A second participle would have to be finite as well.
    const rest = doing[2] ?? "";
    if (/\b(?:and|,) (?:not )?[a-z]+ing\b/.test(rest)) return null;
    return `${short} ${plural ? lemma : (verbForms(lemma)[1] ?? lemma)}${rest}.`;
  }
  if (IN_MIND.test(text)) return null;
  // "She's already walking": with her name for "she". (rule NA4305)
  const now = /^(he|she|it)['’]s ((?:already |still |just |not )?\p{L}+ing\b.*)$/iu.exec(text);
  if (now && now[1]?.toLowerCase() === pronoun && !plural) return `${short} is ${now[2] ?? ""}.`;
  const said = /^(he|she|it|they) (?!says?\b)(.+)$/i.exec(text);
  if (said && said[1]?.toLowerCase() === pronoun) {
    const verb = said[2] ?? "";
    return pronoun === "they" && !plural ? null : `${short} ${verb}.`;
  }
  return text.startsWith(`${short} `) ? `${text}.` : null;
}

/** The verb of a participle, where it can be no noun ("thing", "during") and has one lemma. */
function lemmaOf(participle: string): string | null {
  const word = participle.toLowerCase();
  if (
    /^(?:during|nothing|something|anything|everything|morning|evening|being|king|thing|string|ceiling|according|concerning)$/.test(
      word,
    )
  )
    return null;
  const [lemma] = verbLemmas(word);
  return lemma === undefined || lemma === word ? null : lemma;
}

/** "Sit. Eat." gives “Sit. Eat,” says Osk. An ellipsis is no full stop. */
const quoted = (line: string, short: string): string => `“${line.replace(/(?<!\.)\.$/, ",")}” says ${short}.`;
