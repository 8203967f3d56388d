/** Who is named where: the sentences of a campaign with the people that they name. */
import { allMatches } from "@narratoria/protocol/english";
import { createMentionIndex, type Mention } from "./mentions.js";
import { type Candidate, candidatesOf, type NameParts, partsOf } from "./names.js";
import { ANIMALS, isTitle } from "./lexicon.js";
import { findNicknames } from "./nicknames.js";
import { escape } from "./patterns.js";
import type { Sentence, Span } from "./texts.js";

/** Somebody of the cast, as far as the name goes. */
export interface Named {
  readonly id: string;
  readonly parts: NameParts;
  readonly candidates: readonly Candidate[];
}

/** A mention of one person. */
export interface PersonMention extends Mention {
  readonly id: string;
  /** Whether it stands in speech. */
  readonly spoken: boolean;
}

export interface PeopledSentence {
  readonly sentence: Sentence;
  readonly mentions: readonly PersonMention[];
  /** Whether a capitalised word stands in it that is no name of the cast: there may be somebody else. */
  readonly strangers: boolean;
}

/** Mentions of one person that are kept; more say nothing new. */
const KEPT = 3000;

export interface PeopleMentions {
  readonly people: readonly Named[];
  readonly sentences: readonly PeopledSentence[];
  /** Sentences by the id of whoever they name. */
  readonly byPerson: ReadonlyMap<string, readonly PeopledSentence[]>;
  /** Mentions in any text that is not a sentence of the campaign's. */
  find(text: string): PersonMention[];
}

/** Words that are names of people and words of the language alike. */
function commonWords(spans: readonly Span[], names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>(NAME_WORDS);
  for (const { text } of spans)
    for (const match of allMatches(text, /(?<![\p{L}'’-])\p{Ll}{2,}(?![\p{L}'’-])/gu))
      if (names.has(match[0])) found.add(match[0]);
  return found;
}

/** Names that may be words even where the campaign happens not to use the word. */
const NAME_WORDS =
  "will rain grace mercy hope faith joy may june april august art bill bob chance charity chuck dawn drew earnest frank gale gene grant guy hank heather holly hunter ivy jack jade jasmine jean jet jewel josh lance laurel lily mark max miles nick norm olive opal otto pat patience peace penny pepper pearl pete poppy prudence ray read red reed rich robin rob rod rose ruby rusty sage sandy skip stone summer sunny sky temperance trip victor violet wade ward wren one two three four five six seven eight nine ten eleven twelve".split(
    " ",
  );

/**
 * @param ids - Cast ids with the author's names for them.
 * @param spans - Texts that may call them otherwise.
 */
export function namePeople(
  ids: readonly {
    readonly id: string;
    readonly name: string;
    readonly nicknames?: readonly string[];
    readonly sex?: "he" | "she" | null;
  }[],
  spans: readonly Span[] = [],
): Named[] {
  const bearers = ids.map(({ id, name, nicknames = [], sex }) => ({
    id,
    parts: withFurther(partsOf(inSmallLetters(name, spans)), nicknames),
    sex: sex ?? null,
  }));
  // Whose profile lists what they are called are called nothing else. (rule CA718)
  const listed = new Set(ids.flatMap(({ id, nicknames = [] }) => (nicknames.length > 0 ? [id] : [])));
  const nicknames = findNicknames(bearers, spans);
  // Beside Josiah Penn, Mrs. Penn is never "Penn". (rule CA1104)
  const surnames = new Set(
    bearers.flatMap(({ parts }) => (isTitleAndName(parts) ? [] : (parts.words.slice(1).at(-1) ?? []))),
  );
  const ofKin = spans.filter(({ text }) => OF_KIN.test(text));
  return bearers.map(({ id, parts, sex }) => {
    const always = isTitleAndName(parts) && surnames.has(parts.words.at(-1) ?? "") ? parts.words.at(-1) : undefined;
    const kin = kinsName(parts, ofKin);
    const candidates = withNicknames(
      id,
      candidatesOf(id, parts, sex).filter(({ form }) => form !== always && form !== kin),
      listed.has(id) ? [] : (nicknames.get(id) ?? []),
    );
    const last = parts.words.at(-1)?.toLowerCase() ?? "";
    const singular = last.replace(/s$/, "");
    // "The Committee of Newts" are the newts.
    if (/\bof$/i.test(parts.words.at(-2) ?? "") && last !== singular && ANIMALS.has(singular))
      return {
        id,
        parts,
        candidates: [...candidates, { form: last, id, kind: "part", called: `the ${last}`, article: true }],
      };
    return { id, parts, candidates };
  });
}

const KIN =
  "(?:widow|widower|wife|husband|relict|mother|father|daughter|son|sister|brother|aunt|uncle|niece|nephew|heir)";
/** A text without these words is not searched for each surname. */
const OF_KIN = new RegExp(`\\b${KIN} of `, "iu");

/**
 * The surname that somebody has of another who is not of the cast: beside the widow of Konrad Hals, "Hals" is Konrad. Undefined where it is
 * their own. (rule CA3325)
 */
function kinsName({ words, titles }: NameParts, spans: readonly Span[]): string | undefined {
  const surname = words.at(-1) ?? "";
  if (words.length - titles < 2 || surname === "") return undefined;
  const of = new RegExp(
    `\\b${KIN} of (?:the (?:late )?(?:\\p{Ll}+ )?)?(\\p{Lu}\\p{L}+) ${escape(surname)}(?![\\p{L}])`,
    "iu",
  );
  const given = spans.flatMap(({ text }) => (text.includes(surname) ? (of.exec(text)?.[1] ?? []) : []));
  return given.some((name) => !words.includes(name)) ? surname : undefined;
}

const isTitleAndName = ({ words, titles, article }: NameParts): boolean =>
  !article && titles > 0 && words.length === titles + 1;

function withFurther(parts: NameParts, nicknames: readonly string[]): NameParts {
  const further = nicknames.filter((one) => !parts.nicknames.includes(one) && one !== parts.plain);
  return further.length === 0 ? parts : { ...parts, nicknames: [...parts.nicknames, ...further] };
}

/** "CARLA JEAN" is Carla Jean, where texts write it so. */
function inSmallLetters(name: string, spans: readonly Span[]): string {
  if (!/^[\p{Lu}\P{L}]*\p{Lu}{3}[\p{Lu}\P{L}]*$/u.test(name)) return name;
  const written = name.replace(/\p{Lu}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
  const first = written.replace(/^The\s/, "");
  return spans.some(({ text }) => text.includes(first)) ? written : name;
}

function withNicknames(id: string, candidates: readonly Candidate[], nicknames: readonly string[]): Candidate[] {
  const found = [...candidates];
  for (const called of nicknames) {
    const article = /^the\s/.test(called);
    const form = called.replace(/^the\s+/, "");
    if (!found.some((one) => one.form === form && (one.article === true) === article))
      found.push({ form, id, kind: "whole", called, ...(article ? { article } : {}) });
  }
  return found;
}

/** Titles that are words for God, kin or anybody as well. */
const ANYBODYS_TITLE =
  /^(?:lord|father|mother|sister|brother|aunt|auntie|uncle|sir|miss|master|old|young|little|big|elder|saint|st)$/iu;
/** What leads to a word as a word. */
const IS_A_WORD =
  /\b(?:begin(?:s|ning)?|began|word|called|headed|signed|reads?|saying|says|wrote|writes?|written|addressed|to a|for a|as a|the name|the title)(?: (?:only|just))? ["“‘']?$/iu;
/** Sentences in which a title alone names somebody, at least. */
const FEWEST_BARE = 3;

/** Titles by which the narration calls somebody, without an article or a name: "Mademoiselle ate the egg." (rule CA5943) */
function titlesAsNames(people: readonly Named[], spans: readonly Span[]): ReadonlyMap<string, readonly Candidate[]> {
  const owned = new Map<string, Named[]>();
  for (const one of people)
    for (const word of one.parts.words.slice(0, one.parts.titles))
      if (isTitle(word) && !/\.$/u.test(word) && !ANYBODYS_TITLE.test(word))
        owned.set(word, [...(owned.get(word) ?? []), one]);
  const plain = spans.flatMap(({ sentences }) => sentences.map((sentence) => sentence.plain));
  return new Map(
    [...owned].flatMap(([title, [owner, ...others]]) => {
      if (owner === undefined || others.length > 0) return [];
      const alone = new RegExp(
        `(?<![\\p{L}])(?<!\\b(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Yy]our|[Mm]y) )${title}(?![\\p{L}-])(?! \\p{Lu})`,
        "u",
      );
      const named = new RegExp(`(?<![\\p{L}])${title} (\\p{Lu}[\\p{L}-]+)`, "gu");
      const isOthers = plain.some((text) =>
        [...text.matchAll(named)].some(([, name = ""]) => !owner.parts.words.includes(name)),
      );
      return !isOthers && plain.filter((text) => alone.test(text)).length >= FEWEST_BARE
        ? [[owner.id, [{ form: title, id: owner.id, kind: "whole", called: title }]]]
        : [];
    }),
  );
}

/** Finds everybody of the cast in every sentence, in one pass. */
export function findPeople(people: readonly Named[], spans: readonly Span[]): PeopleMentions {
  const singles = new Set(
    people.flatMap(({ candidates }) =>
      candidates.flatMap(({ form }) => (form.includes(" ") ? [] : [form.toLowerCase()])),
    ),
  );
  const common = commonWords(spans, singles);
  const bare = titlesAsNames(people, spans);
  const forms = people.flatMap(({ candidates, id }) =>
    [...candidates, ...(bare.get(id) ?? [])]
      .filter(
        ({ form, article, kind }) =>
          article === true || kind === "whole" || !isTitle(form) || people.some(({ parts }) => parts.plain === form),
      )
      .map((form) => (common.has(form.form.toLowerCase()) ? { ...form, common: true } : form)),
  );
  const index = createMentionIndex(forms);
  const known = new Set(
    people.flatMap(({ candidates }) => candidates.flatMap(({ form }) => form.split(/[\s.]+/).filter(Boolean))),
  );
  const find = (text: string, plain: string): PersonMention[] =>
    index.find(text).flatMap((mention) => {
      const [id] = mention.ids;
      if (id === undefined || mention.ids.length !== 1) return [];
      // "Every letter beginning Mademoiselle" names nobody.
      const isBare = bare.get(id)?.some(({ form }) => form === text.slice(mention.start, mention.end)) === true;
      if (isBare && IS_A_WORD.test(text.slice(0, mention.start))) return [];
      return [{ ...mention, id, spoken: plain[mention.start] === " " }];
    });
  const sentences: PeopledSentence[] = [];
  const byPerson = new Map<string, PeopledSentence[]>(people.map(({ id }) => [id, []]));
  for (const span of spans) {
    for (const sentence of span.sentences) {
      const mentions = find(sentence.text, sentence.plain);
      const peopled = { sentence, mentions, strangers: hasStrangers(sentence.plain, known) };
      sentences.push(peopled);
      for (const id of new Set(mentions.map((mention) => mention.id))) {
        const list = byPerson.get(id);
        if (list !== undefined && list.length < KEPT) list.push(peopled);
      }
    }
  }
  return { people, sentences, byPerson, find: (text) => find(text, text) };
}

const NO_STRANGER =
  /^(?:I|I['’]\p{L}+|Mr|Mrs|Ms|Dr|St|No|OK|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|God|English|French|Norwegian|Russian|German|Spanish|Italian|Latin|Day|Street|House|Lane|Road|Square|Bridge|Hall|Bay|River|The|Order|Company|Guild|Society|Navy|Church|Number)$/u;

/** Whether a capitalised word in mid-sentence could be somebody else's name. */
function hasStrangers(plain: string, known: ReadonlySet<string>): boolean {
  for (const match of allMatches(plain, /(?<=[\p{L},;’'] )\p{Lu}\p{Ll}+(?=[\s.,;:!?'’]|$)/gu)) {
    const word = match[0];
    // After a place's preposition stands a place.
    if (known.has(word) || NO_STRANGER.test(word)) continue;
    if (
      /\b(?:in|at|on|from|to|into|near|aboard|of|the|through|towards?|across)\s$/i.test(
        plain.slice(Math.max(0, match.index - 9), match.index),
      )
    )
      continue;
    return true;
  }
  return false;
}
