/** Names under which texts call people, beside those that their full names hold. */
import { allMatches, isLemma, looksFinite, memoizeText, escapeRegExp } from "@narratoria/protocol/english";
import { HUMANS, isTitle } from "./lexicon.js";
import type { NameParts } from "./names.js";
import type { Span } from "./texts.js";

/** Letters of words whose plain form is kept: most words of a campaign are few. */
const WORD_LETTERS = 50_000;

/** Somebody with the parts of their name. */
interface Bearer {
  readonly id: string;
  readonly parts: NameParts;
}

const fold = memoizeText(
  (word) => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’.]/g, ""),
  WORD_LETTERS,
);

/** Short forms of given names that are no beginnings of them. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  alexandra: "sandra sasha lexie",
  alexander: "sandy sasha lex",
  anne: "nan nancy",
  anthony: "tony",
  antonio: "toni tony",
  catherine: "kate katie kitty kit cathy",
  katherine: "kate katie kitty kit kathy",
  charles: "charlie chuck chaz",
  dorothy: "dot dottie dolly",
  edward: "ted teddy ned",
  edmund: "ted ned",
  eleanor: "nell nellie ellie",
  elizabeth: "liz lizzie beth bess bessie betty betsy lisbet",
  ellen: "nell nellie",
  florence: "flo flossie",
  francis: "frank",
  frances: "fanny",
  george: "dod geordie",
  harold: "harry hal",
  helen: "nell nellie",
  henry: "harry hal hank",
  isabel: "bel belle izzy",
  isabella: "bella izzy",
  james: "jim jimmy jamie",
  john: "jack jock johnny",
  joseph: "joe joey",
  josephine: "josie jo",
  lawrence: "larry",
  margaret: "peg peggy maggie meg daisy greta",
  martha: "patty",
  mary: "polly molly may",
  michael: "mike mick mickey",
  nicholas: "nick nicky",
  norbert: "nobby",
  patricia: "pat patsy trish",
  patrick: "pat paddy",
  philip: "pip phil",
  rebecca: "becky",
  reginald: "reg reggie",
  richard: "dick dickie rick ricky",
  robert: "bob bobby rob bert",
  rosemary: "rosie",
  sarah: "sally sadie",
  stephen: "steve stevie",
  susan: "sue susie",
  theodore: "ted teddy theo",
  theresa: "tess tessa",
  thomas: "tom tommy",
  walter: "wat wally",
  william: "bill billy will willy",
  winifred: "winnie freda",
};

const NAME =
  "(?:the\\s+)?(?!(?:He|She|They|It|We|You|His|Her|Their|Its|This|That|There|Then|When|But|And|The|A|An|I|In|On|At|If|So|No|Yes)\\b)(?:\\p{Lu}\\p{L}{0,3}\\.\\s+)?[\\p{Lu}][\\p{L}\\p{M}'’-]*(?:\\s+[\\p{Lu}][\\p{L}\\p{M}'’-]*){0,2}";
/** "la abuela": a noun of another language with its article. */
const FOREIGN = "(?:la|el|le|il|der|die|das|o|a)\\s\\p{Ll}+(?=[\\s.,;:!?)”\"’']|$)";
const QUOTED = `[“"‘']?(${NAME}|${FOREIGN})[”"’']?`;
/** "Everyone calls her Pop", "known as the Owl", "Thunder to her friends". */
const STATEMENTS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:(?:aka|a\\.k\\.a\\.)|known (?:to [^.,;]{2,40} )?(?:as|only as)|nicknamed|dubbed|goes by(?: the name(?: of)?)?|went by|answers to(?: the name(?: of)?)?|styles? (?:him|her|them)self|signs (?:him|her|them)self|called(?: simply| only| just)?|(?:calls?|called|call) (?:him|her|them|it))\\s+${QUOTED}`,
    "gu",
  ),
  new RegExp(
    `(?:^|[.;:(—–]\\s*|,\\s+)${QUOTED} to (?:everyone|everybody|all|(?:his|her|their|its|the) [\\p{Ll}]+)`,
    "gu",
  ),
];
/** "Everyone calls Arthur Boone Thunder". */
const CALLS_NAME = new RegExp(`\\bcalls?\\s+(?:\\p{Lu}[\\p{L}\\p{M}'’-]+\\s+){1,2}${QUOTED}`, "gu");
const NOT_CALLED =
  /\b(?:not|never|no longer|once|used to|hates? (?:being|to be)|nobody|no one|except|formerly|until|stopped)\b[^.;]*$/i;

/** Words that stand before a name without belonging to it. */
const LOOSE =
  /^(?:a|an|the|and|or|but|nor|so|yet|for|if|when|while|as|because|since|than|that|though|until|unless|after|before|once|where|in|on|at|to|from|by|with|without|of|about|over|under|up|down|out|off|into|onto|upon|through|between|behind|beside|near|past|only|even|just|still|also|not|never|always|what|who|whom|whose|which|why|how|this|these|those|it|its|he|she|they|we|you|i|his|her|their|our|your|my|is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|may|might|must|shall|should|let|like|unlike|except|inside|outside|both|either|neither|all|every|each|any|some|no|poor|dear|young|then|now|here|there|says|said|asks|asked|tells|told|mr|mrs|ms|dr|per|via|de|da|do|dos|das|e|y|et|und)$/;

/** Times that a name stands in a text, by how it is written there. */
interface Written {
  readonly forms: Map<string, number>;
  times: number;
}

/**
 * Finds names that people are called by and that their full names do not hold in one piece: the name of their folder as
 * texts write it, what texts say they are called, usual short forms, and a word that nearly always stands before a name.
 *
 * @returns Names as they stand in mid-sentence, by id; none that two people share.
 */
export function findNicknames(
  people: readonly Bearer[],
  spans: readonly Span[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Map<string, string>>();
  const owners = new Map<string, Set<string>>();
  const enter = (id: string, form: string): void => {
    const key = fold(form.replace(/^the\s+/i, ""));
    const own = found.get(id) ?? new Map<string, string>();
    found.set(id, own);
    if (!own.has(key)) own.set(key, form);
    owners.set(key, (owners.get(key) ?? new Set()).add(id));
  };
  fromStatements(people, spans, enter);
  fromUse(people, spans, enter);
  // What is part of somebody else's name, or is said of two, is nobody's.
  const words = new Map<string, Set<string>>();
  for (const { id, parts } of people)
    for (const word of [...parts.words, ...parts.nicknames, ...parts.aliases].flatMap((one) => one.split(/\s+/)))
      words.set(fold(word), (words.get(fold(word)) ?? new Set()).add(id));
  return new Map(
    [...found].map(([id, own]) => [
      id,
      [...own].flatMap(([key, form]) => {
        const others = [...(words.get(key) ?? [])].some((other) => other !== id);
        return others || (owners.get(key)?.size ?? 0) > 1 ? [] : [form];
      }),
    ]),
  );
}

/** What profiles, notes and lore say that somebody is called. */
function fromStatements(
  people: readonly Bearer[],
  spans: readonly Span[],
  enter: (id: string, form: string) => void,
): void {
  for (const span of spans) {
    if (span.kind === "line" || span.kind === "example" || span.kind === "law" || span.kind === "secret") continue;
    // A name in quotation marks in somebody's role is theirs: 'Radio Operator ("Sparks")'.
    if (span.kind === "role" && span.owner !== undefined)
      for (const match of span.text.matchAll(/[“"]((?:the )?\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?)[”"]/gu))
        enter(span.owner, match[1] ?? "");
    if (!STATES.test(span.text)) continue;
    for (const { text } of span.sentences) {
      // Few sentences have the words of a statement, and the patterns cost much.
      if (!STATES.test(text)) continue;
      for (const pattern of [...STATEMENTS, CALLS_NAME])
        for (const match of allMatches(text, pattern)) {
          const form = (match[1] ?? "").replace(/['’]s$/, "").trim();
          if (form === "" || NOT_CALLED.test(text.slice(0, match.index))) continue;
          const at = pattern === CALLS_NAME ? match.index + match[0].lastIndexOf(form) : match.index;
          // "Mate of the Mule, called the Bishop": what ends a role is its owner's name. (rule CA4803)
          const isOwn = span.kind === "role" && /[,;(–—]\s*(?:also |and |usually |mostly )?$/u.test(text.slice(0, at));
          const id = isOwn && !isGoneInto(form, spans) ? span.owner : subjectOf(text, at, span, people);
          if (id !== undefined) enter(id, form.replace(/^The\s/, "the "));
        }
    }
  }
}

/** "Aboard the Mule", "into the Mule", twice: what is called so is a ship or a house, whoever its master is. */
function isGoneInto(form: string, spans: readonly Span[]): boolean {
  const name = escapeRegExp(form);
  const inside = new RegExp(`\\b(?:aboard|on board|on|onto|in|into|inside|at) ${name}(?![\\p{L}'’])`, "giu");
  return spans.reduce((sum, { text }) => sum + (text.match(inside)?.length ?? 0), 0) >= 2;
}

const STATES =
  /call|known|nicknam|aka\b|a\.k\.a|dubbed|goes by|went by|answers to|sel(?:f|ves)| to (?:every|all|his|her|their|its|the)/;

const ONE_OF =
  /\b(?:one|two|three|some|each|none|several|member|children|sons?|daughters?) of (?:the |his |her |their |its |them\b|these )?[^,;.]*\b(?:is|was|are|were)\b[^,;.]*$/iu;

/** Of whom a sentence says what they are called: who is named in it, alone, before the statement; else whose profile it stands in. */
function subjectOf(text: string, at: number, span: Span, people: readonly Bearer[]): string | undefined {
  const before = text.slice(0, at);
  const named = people.filter(({ parts }) =>
    [parts.plain, ...parts.words.filter((word) => /^\p{Lu}\p{L}{2,}/u.test(word) && !isTitle(word))].some(
      (form) =>
        before.includes(form) && new RegExp(`(?<![\\p{L}])${escapeRegExp(form)}(?!['’]s|[\\p{L}])`, "u").test(before),
    ),
  );
  // "Descended from Orlando, called the Dry": the name that stands next to it is somebody else's.
  const [bearer] = named.length === 1 ? named : people.filter(({ id }) => id === span.owner);
  // "One of the Lads is a lass called Kasia": that is the name of one, and not of them all. (rule CA5791)
  if (ONE_OF.test(before)) return undefined;
  const nearest = [...before.matchAll(/(?<=\p{L}[,;]? )\p{Lu}[\p{L}’'-]+/gu)].at(-1)?.[0].replace(/['’]s$/, "");
  if (nearest !== undefined && bearer?.parts.name.includes(nearest) !== true) return undefined;
  if (named.length === 1) return bearer?.id;
  if (named.length > 1) return undefined;
  // Things in a profile are called something, too: only "he is called" and a bare "called" at its start are of its owner.
  if (span.owner === undefined || span.kind === "relation") return undefined;
  return /^\s*(?:(?:is|was|and|who is|everyone|everybody|people|they all|[Tt]he \p{Ll}+|mostly|usually|always)\s*)*$/u.test(
    before,
  ) ||
    /\b(?:he|she|they|it)(?:['’](?:s|re)| is| was| are| were| has been)?\s*$/i.test(before) ||
    /^\S+\s+(?:him|her|them|it)\b/.test(text.slice(at))
    ? span.owner
    : undefined;
}

/** "Kenji-san" before its suffix. */
const BEFORE_SUFFIX =
  /^(\p{L}{2,})-(?:san|sama|chan|kun|sensei|dono|ji|bhai|bai|saheb|sahib|hanim|bey|abi|nim|ssi|jaan|jan)$/u;

/** Folder names, short forms and words before names, by how often running texts use them. */
function fromUse(people: readonly Bearer[], spans: readonly Span[], enter: (id: string, form: string) => void): void {
  const wanted = new Map<
    string,
    {
      readonly id: string;
      readonly words: readonly string[];
      readonly least: number;
      readonly seen: Written;
      readonly isShort: boolean;
    }[]
  >();
  const want = (id: string, words: readonly string[], least: number, isShort = false): void => {
    const [first = ""] = words;
    if (first === "") return;
    const list = wanted.get(first) ?? [];
    if (list.some((one) => one.id === id && one.words.join(" ") === words.join(" "))) return;
    wanted.set(first, [...list, { id, words, least, seen: { forms: new Map(), times: 0 }, isShort }]);
  };
  const byWord = new Map<string, string | null>();
  for (const { id, parts } of people) {
    const own = parts.words.map(fold);
    const ofFolder = id
      .split(/[-_\s]+/)
      .map(fold)
      .filter((word) => word !== "" && word !== "the");
    if (ofFolder.join(" ") !== own.join(" ")) want(id, ofFolder, 1);
    // "Win" of the folder "win-askew" is Winifred Askew's, though it is a word of other use: where texts write it as a name. (rule CA5790)
    const given = own.find((_, index) => index >= parts.titles) ?? "";
    const [nick = "", family] = ofFolder;
    if (ofFolder.length === 2 && family === own.at(-1) && nick !== given && given.startsWith(nick.slice(0, 2)))
      if (nick.length > 2 && !isTitle(nick) && !LOOSE.test(nick)) want(id, [nick], 2, true);
    if (own.length > 1) for (const short of (SHORT_FORMS[given] ?? "").split(" ")) want(id, [short], 2, true);
    if (own.length > 1 && given.length > 4)
      for (let length = 3; length < given.length; length++)
        for (const ending of ["", "y", "ie", "i", "o", "s"]) {
          const short = `${given.slice(0, length)}${ending}`;
          if (short !== given && !given.startsWith(`${short}s`) && !isLemma(short) && !LOOSE.test(short))
            want(id, [short], 2, true);
        }
    // Behind "of" stands what somebody is of.
    const link = parts.words.findIndex((word, index) => index > 0 && /^(?:of|from|in|with|at|on)$/i.test(word));
    for (const word of link < 0 ? own : own.slice(0, link))
      if (word.length > 2 && !isTitle(word)) byWord.set(word, byWord.has(word) && byWord.get(word) !== id ? null : id);
  }
  /** Descriptions before a name that several have, by whose profiles use them: "old Moreau" and not his son. */
  const shared = new Map<string, { readonly form: string; readonly ids: Set<string>; times: number }>();
  const bearersOf = new Map<string, string[]>();
  for (const { id, parts } of people)
    for (const word of parts.words.map(fold)) bearersOf.set(word, [...(bearersOf.get(word) ?? []), id]);
  const suffixed = new Map<string, Written>();
  const before = new Map<string, { total: number; readonly words: Map<string, Written> }>();
  for (const span of spans) {
    if (span.kind === "law" || span.kind === "role") continue;
    const { text } = span;
    const tokens = allMatches(text, /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}]+)*\.?/gu).map((match) => ({
      raw: match[0].replace(/\.$/, "").replace(/['’]s$/, ""),
      dotted: match[0].endsWith("."),
      possessive: /['’]s$/.test(match[0]),
      at: match.index,
      end: match.index + match[0].length,
    }));
    const folded = tokens.map(({ raw }) => fold(raw));
    tokens.forEach((token, index) => {
      // "Kenji-san", "Hana-chan": a title behind the name.
      const word = folded[index] ?? "";
      const [, stem = ""] = (word.includes("-") ? BEFORE_SUFFIX.exec(word) : null) ?? [];
      const called = stem === "" ? undefined : byWord.get(stem);
      if (called !== undefined && called !== null) {
        const entry = suffixed.get(called) ?? { forms: new Map<string, number>(), times: 0 };
        suffixed.set(called, entry);
        entry.times++;
        entry.forms.set(token.raw, (entry.forms.get(token.raw) ?? 0) + 1);
      }
      const ahead = tokens[index - 1];
      // "The Bark Quay" is no short form of Quarter: a word of a longer name, or behind an article, is nobody's given name. (rule CA5923)
      const isOfName =
        ahead !== undefined &&
        /^\s+$/.test(text.slice(ahead.end, token.at)) &&
        (folded[index - 1] === "the" || (/^\p{Lu}/u.test(ahead.raw) && index > 1 && !isTitle(folded[index - 1] ?? "")));
      for (const { words, seen, isShort } of wanted.get(folded[index] ?? "") ?? []) {
        if (isShort && isOfName) continue;
        if (!words.every((word, offset) => folded[index + offset] === word)) continue;
        const run = tokens.slice(index, index + words.length);
        const last = run.at(-1);
        if (last === undefined || !/^[\s]*$/.test(gaps(text, run))) continue;
        const the = folded[index - 1] === "the" && /^\s+$/.test(text.slice(tokens[index - 1]?.end ?? 0, token.at));
        const opening = index === 0 || /[.!?:“"‘]\s*$/.test(text.slice(0, token.at)) || (the && index === 1);
        // As written, with the stops of titles: "Mrs. P. Quill".
        const raw = run.map(({ raw: word, dotted }) => (dotted && word !== last.raw ? `${word}.` : word)).join(" ");
        // A word in small letters is a name only with its article, and only where it says what somebody is.
        if (!/\p{Lu}/u.test(raw) && !the) continue;
        // At the start of a sentence every word has a capital.
        if (opening && run.length === 1 && !the && span.kind !== "relation" && isLemma(folded[index] ?? "")) continue;
        const form = `${the ? "the " : ""}${raw}`;
        seen.times++;
        seen.forms.set(form, (seen.forms.get(form) ?? 0) + (opening ? 0.4 : 1));
      }
      const owner = byWord.get(folded[index] ?? "");
      if (
        owner === null &&
        /^(?:old|young|little|big|fat|tall|poor)$/.test(folded[index - 1] ?? "") &&
        tokens[index - 1]?.possessive === false
      ) {
        const form = `${folded[index - 1]} ${token.raw}`;
        const entry = shared.get(form) ?? { form, ids: new Set<string>(), times: 0 };
        shared.set(form, entry);
        entry.times++;
        if (span.owner !== undefined && bearersOf.get(folded[index] ?? "")?.includes(span.owner) === true)
          entry.ids.add(span.owner);
      }
      if (owner === undefined || owner === null || !/^\p{Lu}/u.test(token.raw)) return;
      const entry = before.get(folded[index] ?? "") ?? { total: 0, words: new Map<string, Written>() };
      before.set(folded[index] ?? "", entry);
      entry.total++;
      const previous = tokens[index - 1];
      if (previous === undefined || previous.possessive) return;
      if (!/^\s+$/.test(text.slice(previous.end, token.at))) return;
      const key = folded[index - 1] ?? "";
      if (LOOSE.test(key) || isLemma(key) || looksFinite(key) || /(?:ly|ing|ed)$/.test(key)) return;
      const seen = entry.words.get(key) ?? { forms: new Map<string, number>(), times: 0 };
      entry.words.set(key, seen);
      seen.times++;
      const sentenceOpens = /(?:^|[.!?:“"‘]\s*)$/.test(text.slice(0, previous.at));
      const form = `${previous.raw}${previous.dotted ? "." : ""} ${token.raw}`;
      seen.forms.set(form, (seen.forms.get(form) ?? 0) + (sentenceOpens ? 0.4 : 1));
    });
  }
  for (const [id, seen] of suffixed) {
    const form = likeliest(seen);
    if (form !== undefined && seen.times >= 2) enter(id, form);
  }
  for (const { form, ids, times } of shared.values()) {
    const [id] = ids;
    if (id !== undefined && ids.size === 1 && times >= 3) enter(id, form);
  }
  for (const entries of wanted.values())
    for (const { id, words, least, seen, isShort } of entries) {
      const form = likeliest(seen);
      if (form === undefined || seen.times < least) continue;
      // "The Col" is a pass, and no Colin. (rule CA3221)
      if (isShort && /^the /iu.test(form)) continue;
      // "the guard" in small letters is anybody's, unless the folder calls only one so and texts do it again and again.
      if (words.length === 1 && isTitle(words[0] ?? "") && !/^the\s/.test(form) && seen.times < 3) continue;
      if (!/\p{Lu}/u.test(form) && (seen.times < 3 || words.length > 2 || HUMANS.has(words[0] ?? "") === false))
        continue;
      enter(id, form);
    }
  for (const [word, { total, words }] of before) {
    const id = byWord.get(word);
    const parts = people.find((one) => one.id === id)?.parts;
    if (id === undefined || id === null || parts === undefined) continue;
    for (const [key, seen] of words) {
      const own = parts.words.map(fold);
      const at = own.indexOf(word);
      if (own[at - 1] === key || seen.times < 3 || seen.times < 0.5 * total) continue;
      const form = likeliest(seen);
      // "Jory Crowe" is somebody else; "tia Amélia", "Nurse Joy" and "Dona Conceição" of a longer name are not.
      // What nearly always stands before a given name is a title, whatever the language: "Pani Halina".
      const given = at === parts.titles && at < own.length - 1;
      if (form !== undefined && (isTitle(key) || own.includes(key) || given || !/^\p{Lu}/u.test(form))) enter(id, form);
    }
  }
}

const gaps = (text: string, run: readonly { readonly at: number; readonly end: number }[]): string =>
  run
    .slice(1)
    .map(({ at }, index) => text.slice(run[index]?.end ?? at, at))
    .join("");

const likeliest = ({ forms }: Written): string | undefined => [...forms].sort((a, b) => b[1] - a[1])[0]?.[0];
