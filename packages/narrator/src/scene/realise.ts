import { type Fact, isDocumented, type Person, type Place, type Prop, type Topic } from "@narratoria/protocol/story";
import {
  capitalise,
  countWords,
  curlyQuotes,
  deedInPast,
  indefiniteArticle,
  inFirstPerson,
  inOwnMouth,
  inThirdPerson,
  isPlural,
  isWholeSentence,
  looksFinite,
  outsideQuotes,
  pastTense,
  pluralPresent,
  pronounForms,
  possessive,
  splitSentences,
  thirdPerson,
  withoutArticle,
  escapeRegExp,
} from "@narratoria/protocol/english";
import type { Frame, Joint } from "../frames/frame.js";
import type { StoryIndex } from "../index-story.js";
import { apposition, isCalledByTitle } from "./meet.js";
import { jointInPast } from "./past-joints.js";
import { asSaidNow } from "./spoken-tense.js";

/** What the slots of a frame may be filled with. */
export interface Filling {
  readonly npc?: Person;
  readonly npc2?: Person;
  readonly topic?: Topic;
  readonly topic2?: Topic;
  readonly fact?: Fact;
  readonly fact2?: Fact;
  /** Whether the fact's tail is told with it. */
  readonly whole?: boolean;
  /** Whether the fact answers a question about its topic. */
  readonly isAsked?: boolean;
  /** Facts that an answer runs on with. */
  readonly more?: readonly Fact[];
  /** All that an answer says, where it is more than its facts. */
  readonly passage?: readonly string[];
  readonly place?: Place;
  readonly place2?: Place;
  readonly from?: Place;
  readonly prop?: Prop;
  readonly nprop?: Prop;
  readonly item?: { readonly id: string; readonly name: string; readonly fresh: boolean };
  /** A deed remembered, as its template and what fills it. */
  readonly mem?: { readonly template: string; readonly filling: Filling };
  readonly mot?: string;
  /** Whether the wish answers a question what somebody means to do. */
  readonly isMeant?: boolean;
  /** What is said is told in the past. */
  readonly past?: true;
  readonly rel?: { readonly of: Person; readonly text: string; readonly spoken?: string };
  readonly clock?: string;
  readonly part?: string;
  readonly span?: string;
  readonly weather?: string;
  readonly quote?: string;
  /** How a quotation is said, as it stands after its tag. */
  readonly how?: string;
  readonly catch?: string;
  readonly cond?: string;
  readonly text?: string;
  readonly deed?: string;
  /** Several things at once, "the bell, Osk at the mill and the way to the quay", with the keys that it names. */
  readonly list?: { readonly words: string; readonly keys: readonly string[] };
  /** Words drawn from the lexicons, by list. */
  readonly lexicon?: ReadonlyMap<string, string>;
}

/** Who was mentioned where: what decides between a name and a pronoun. */
export interface Reference {
  /** Person ids of the sentence being made, of the one before it, and of the paragraph so far. */
  readonly current: ReadonlySet<string>;
  readonly previous: ReadonlySet<string>;
  readonly paragraph: ReadonlySet<string>;
}

export const NO_REFERENCE: Reference = { current: new Set(), previous: new Set(), paragraph: new Set() };

/** How names are given in this scene. */
export interface Manner {
  /** Whether this person has been named to the player before, in the text of any scene. */
  isNamed(npc: string): boolean;
}

export interface Realised {
  /** Finished words, with curly quotation marks. */
  readonly text: string;
  /** Keys (`npc:`, `topic:`, `place:`, `item:`) that the words name. */
  readonly named: ReadonlySet<string>;
  readonly reference: Reference;
  /** Authored sentences in it, which the lints and the ring treat apart. */
  readonly authored: readonly string[];
}

const isProperPhrase = (np: string): boolean => /^\p{Lu}/u.test(np);
const definite = (np: string): string => (isProperPhrase(np) ? np : `the ${withoutArticle(np)}`);
const indefinite = (np: string): string => {
  const core = withoutArticle(np);
  if (isProperPhrase(np) || isPlural(core) || /^(?:some|two|three|four|five|six|seven|eight|nine|ten|\d)/i.test(core))
    return core;
  return `${indefiniteArticle(core)} ${core}`;
};

/** "Is She's the only one" and "she keeps asking" are sentences about the other one. */
const isSentence = (own: string, predicate: string): boolean => own !== predicate || /^(?:he|she|it|they)\b/.test(own);

/** "I owe him a boat" of somebody who has not been spoken of: "I owe Tomáš a boat". */
function withName(spoken: string, { short, pronoun }: Person): string {
  switch (pronoun) {
    case "he":
      return spoken.replace(/\b(?:him|his|he)\b/i, (word) => (/his/i.test(word) ? possessive(short) : short));
    case "she":
      return spoken.replace(/\b(?:she|her)\b(?= ?(\p{L}*))/iu, (word, next: string) =>
        /her/i.test(word) && next !== "" && !/^(?:for|to|from|with|at|in|on|by|and|or|about|again|as)$/.test(next)
          ? possessive(short)
          : short,
      );
    case "they":
      return spoken.replace(/\b(?:them|their|they)\b/i, (word) => (/their/i.test(word) ? possessive(short) : short));
    // What "it is late" means is nobody.
    case "it":
      return /\b(?:it|its)\b(?! (?:is|was|takes|has been)\b)/i.test(spoken) &&
        !/^(?:It|I \p{Ll}+ it that)\b/u.test(spoken)
        ? spoken.replace(/\b(?:it|its)\b/i, (word) => (/its/i.test(word) ? possessive(short) : short))
        : spoken;
    default:
      return spoken;
  }
}

/** "I delivered him" of several: "We delivered him". */
function ofSeveral(spoken: string, { plural }: Person): string {
  if (!plural) return spoken;
  const ours: Readonly<Record<string, string>> = { I: "we", me: "us", my: "our", mine: "ours", myself: "ourselves" };
  return capitalise(
    spoken
      .replace(/\bI (am|was)\b/g, (_, be: string) => `we ${be === "am" ? "are" : "were"}`)
      .replace(/\b(?:I|me|my|mine|myself)\b/g, (word) => ours[word] ?? word),
  );
}

/** "Has Nan as his nan" is that Nan is his nan. */
const HAS_AS = /^(?:has|have) (.+?) as ((?:his|her|their|its) .+)$/u;

/** Who a predicate is about: in "is her clerk", noted by her, it is the other; "an honest officer" lacks its verb as well. */
function subjectOf(own: string, { short, pronoun }: Person, other: Person | undefined): string {
  if (other === undefined) return short;
  if (/^(?:an?|the) /.test(own)) return `${other.short} is`;
  const noted = /^(?:is|was) (her|his) /.exec(own)?.[1];
  return noted !== undefined && noted === (pronoun === "she" ? "her" : pronoun === "he" ? "his" : "")
    ? other.short
    : short;
}

/** Such a sentence with the name of whom it is about, who may not have been spoken of. */
function aboutOther(sentence: string, other: Person | undefined): string {
  const opening = /^(He|She)(?:['’]s)? /.exec(sentence);
  if (!opening || other?.pronoun !== opening[1]?.toLowerCase()) return sentence;
  const rest = sentence.slice(opening[0].length);
  return /['’]s $/.test(opening[0]) ? `${other?.short} is ${rest}` : `${other?.short} ${rest}`;
}

/** The name under which somebody is first met: what they are called, where that is no part of their name. (rule NA513) */
export const fullName = ({ name, short }: Person): string => {
  // "Brother Joachim (Joachim Teague), \"the Bishop\"" is a field: the Bishop. (rule NA655)
  const whole = name
    .replace(/\s*(?:\([^()]*\)|,?\s*["“'‘][^"”]+["”'’](?=$|[\s,]))/gu, "")
    .replace(/[\s,]+$/u, "")
    .trim();
  return whole.toLowerCase().includes(short.replace(/^the /i, "").toLowerCase()) ? whole : short;
};

/** "Mestre Zé" is the mestre already. */
export const saysAlready = (name: string, epithet: string): boolean => {
  const head = epithet.replace(/^(?:the|an?) /i, "").toLowerCase();
  return name.toLowerCase().split(/\s+/).includes(head);
};

/** "Wim Okonjo, the pilot,": who somebody is, at their first naming. */
const withRole = (person: Person, story: StoryIndex): string => {
  const who = person.epithet ?? apposition(person, story);
  return (
    who === undefined || saysAlready(person.name, who) ? fullName(person) : `${fullName(person)}, ${who},`
  ).replace(/^The (?=\p{L})/u, "the ");
};

/** "'It has three parts,' says the eldest." */
const SAID_IN_TURN = /^['‘“"][^'’”"]+[,.?!]['’”"] (?:says?|said|asks?|asked) (?:the |\p{Lu})/u;

/** "'We saw.' 'We swore.' 'Be quick.'": quotations and nothing else. */
const QUOTATIONS = /^(?:['‘"“](?=\p{L})[^"”]+?[.!?…,]['’"”]\s*){2,}$/u;
const QUOTATION = /(?<![\p{L}\p{N}])['‘"“](?=\p{L})(.+?[.!?…,])['’"”](?=\s|$)/gu;

/** Speech with double quotation marks, whatever its author uses. */
const withQuotationMarks = (words: string): string =>
  words
    .replace(/(?<![\p{L}\p{N}])['‘"](?=[\p{L}\p{N}])/gu, "“")
    .replace(/(?<=[\p{L}\p{N}.,!?…])['’"](?![\p{L}\p{N}])/gu, "”");

/** Words of a speech that is told in one piece, with its speaker after it. */
const SHORT_SPEECH = 8;

/** Whether a quotation in a speech goes on: "it says: 'Slip sound." */
const isOpen = (text: string): boolean =>
  (text.match(/(?<![\p{L}\p{N}])'(?!(?:tis|twas|em|til|cause|bout|n)\b)(?=[\p{L}\p{N}])/gu)?.length ?? 0) >
  (text.match(/(?<=[\p{L}\p{N}.,!?…])'(?![\p{L}\p{N}])/gu)?.length ?? 0);

/** Sentences of a speech; what goes on with a figure ("Nr. 14") belongs to the one before. */
function speechOf(words: string): string[] {
  const sentences: string[] = [];
  for (const sentence of splitSentences(words)) {
    const last = sentences.at(-1);
    if (last !== undefined && (/^\p{N}/u.test(sentence) || isOpen(last)))
      sentences[sentences.length - 1] = `${last} ${sentence}`;
    else sentences.push(sentence);
  }
  return sentences;
}

const wholeOf = ({ text, tail }: Fact): string[] => (tail === undefined ? [text] : [text, tail]);

const endsWell = (text: string): string => (/[.!?…]["”’']?$/.test(text) ? text : `${text}.`);

/** A sentence in the mouth of whoever tells it: as it stands, in the first person where it names them, else not at all. */
function ofThemselves(sentence: string, speaker: Person, names: readonly string[]): string | undefined {
  // Nobody calls themselves "the Mate".
  if (isCalledByTitle(speaker, sentence)) return undefined;
  if (!sentence.includes(speaker.name) && !sentence.includes(speaker.short)) return sentence;
  const others = names.filter((key) => key.startsWith("npc:") && key !== `npc:${speaker.id}`);
  return inOwnMouth(sentence, speaker, others.length === 0);
}

/**
 * Sentences that follow each other, in the mouth of whoever tells them; null where one would name its speaker. What goes on about the speaker
 * with "she" is theirs too, or is left out.
 */
function inTheirMouth(sentences: readonly string[], speaker: Person, names: readonly string[]): string[] | null {
  const told: string[] = [];
  let isSelf = false;
  const pronoun = speaker.pronoun === "he" || speaker.pronoun === "she" ? speaker.pronoun : undefined;
  for (const sentence of sentences) {
    const goesOn: boolean = isSelf && pronoun !== undefined && new RegExp(`^${pronoun}\\b`, "i").test(sentence);
    const full: string = goesOn ? speaker.short + sentence.slice(pronoun?.length ?? 0) : sentence;
    const own = ofThemselves(full, speaker, names);
    if (own === undefined && !goesOn) return null;
    if (own !== undefined) told.push(own);
    isSelf = full.includes(speaker.name) || full.includes(speaker.short);
  }
  return told;
}

/** What numbers the entries of a list, and says nothing. */
const COUNTS = /^(?:first|second|third|fourth|fifth)(?:ly)?\.$|^(?:finally|lastly|item|note|nb|n\.b)\.$/i;
/** Words of a name that an answer may take up. */
const MOST_TAKEN_UP = 4;

/**
 * An answer whose first sentence has no verb of its own, as in a list, begins with what was asked about: "The boiler? Kewanee, 1927." What
 * names it without a verb is that beginning. Null where nobody asked, and where it has no short name. Implements rule NA507.
 */
function answerOf(sentences: readonly string[], topic: string | undefined): readonly string[] | null {
  const plain = sentences.filter((sentence) => !COUNTS.test(sentence));
  const [first = "", ...rest] = plain;
  if (plain.length === 0) return null;
  if (isWholeSentence(first) || /[?!]$/.test(first)) return plain;
  const bare = (text: string): string => withoutArticle(text).replace(/[.:]$/, "").toLowerCase();
  if (topic === undefined || topic.split(" ").length > MOST_TAKEN_UP) return null;
  if (bare(first) === bare(topic)) return rest.length === 0 ? null : [`${capitalise(topic)}?`, ...rest];
  return bare(first).includes(bare(topic)) ? plain : [`${capitalise(topic)}?`, ...plain];
}

/** Where a sentence of a paper stands, the date that it stands under, and its words. */
const IN_PAPER = /^In .{3,120}? it says((?: under [^“"]{1,60})?): [“"](.*)[”"]\.?$/su;

/**
 * What stands in a paper, read on from the first of its sentences in one quotation; another date begins another. (rules NA450 and NA603)
 *
 * @param isNamed - Whether the paper has just been named.
 */
function readOn(sentences: readonly string[], isNamed: boolean): string {
  const entries: { date: string; words: string }[] = [];
  for (const sentence of sentences) {
    const [, date = "", words = sentence] = IN_PAPER.exec(sentence) ?? [];
    const last = entries.at(-1);
    if (last !== undefined && date === "") last.words += ` ${endsWell(words)}`;
    else entries.push({ date, words: endsWell(words) });
  }
  const opening = /^In .{3,120}? it says/su.exec(sentences[0] ?? "")?.[0] ?? "It says";
  return entries
    .map(({ date, words }, at) => `${at === 0 ? (isNamed ? "It says" : opening) : "Then it says"}${date}: “${words}”`)
    .join(" ");
}

/** "Nacho, the smith, walks out": whom no text has named is told with who they are, where a verb follows the name. (rule NA549) */
function withWho(sentence: string, isKnown: (id: string) => boolean, story: StoryIndex): string {
  const [key = ""] = story.names.keysIn(sentence).filter((one) => one.startsWith("npc:") && !isKnown(one.slice(4)));
  const person = story.people.get(key.slice(4));
  if (!person?.epithet || saysAlready(person.name, person.epithet) || sentence.includes(person.epithet))
    return sentence;
  for (const form of [person.name, person.short]) {
    const at = sentence.search(new RegExp(`(?<![\\p{L}])${escapeRegExp(form)}(?= \\p{Ll})`, "u"));
    const after = at < 0 ? "" : sentence.slice(at + form.length);
    const [next = ""] = after.trim().split(/[^\p{L}'’]/u);
    if (at >= 0 && (looksFinite(next, true) || /^\p{Ll}+[^s]s$/u.test(next)))
      return `${sentence.slice(0, at)}${form}, ${person.epithet},${after}`;
  }
  return sentence;
}

/** An authored sentence fitted to its place: inner quotation marks become single ones inside speech. */
function fitAuthored(text: string, joint: Joint, quoted: boolean): string {
  let words = endsWell(text.trim());
  if (quoted) words = words.replace(/[“”"]/g, "'").replace(/^'|'$/g, (mark) => mark);
  // An ellipsis is no full stop.
  if (joint === "comma") return words.replace(/(?<!\.)\.$/, ",");
  if (joint === "drop") return words.replace(/(?<!\.)\.$/, "");
  return words;
}

/** Fills a deed's template: "[show] {npc.o} {item}" gives "showed her the letter". */
function fillDeed(
  template: string,
  filling: Filling,
  takesPronoun: (person: Person) => boolean,
  teller?: string,
): string | null {
  let failed = false;
  const text = template
    .replace(/\[([^\]]+)\]/g, (_, lemma: string) => pastTense(lemma.trim()))
    .replace(
      /\{([a-z0-9]+)(?:\.([a-z]+))?(?: ([^|}]+)\|([^}]+))?\}/gi,
      (_, name: string, form: string | undefined, one = "", many = "") => {
        const person = name === "npc" ? filling.npc : name === "npc2" ? filling.npc2 : undefined;
        if (person !== undefined && person.id === teller) {
          if (form === "p") return "my";
          if (form === "r") return "myself";
          // "{npc.s knows|know}" in the first person.
          if (form === "s") return `I ${one === "was" ? one : one === "is" ? "am" : many}`;
          return form === "o" ? "me" : "I";
        }
        if (person) {
          const pronoun = takesPronoun(person) ? pronounForms(person) : undefined;
          if (form === "p") return pronoun?.possessive ?? possessive(person.short);
          if (form === "r") {
            const { reflexive } = pronounForms(person);
            if (reflexive === null) failed = true;
            return reflexive ?? "";
          }
          // "{npc.s knows|know}": a subject with its verb.
          if (form === "s")
            return pronoun
              ? `${pronoun.subject} ${pronoun.plural ? many : one}`
              : `${person.short} ${person.plural ? many : one}`;
          return pronoun ? (form === "o" ? pronoun.object : pronoun.subject) : person.short;
        }
        const word =
          name === "topic"
            ? filling.topic?.np
            : name === "place"
              ? filling.place?.name
              : name === "item"
                ? filling.item
                  ? definite(filling.item.name)
                  : undefined
                : name === "prop"
                  ? filling.prop
                    ? definite(filling.prop.np)
                    : undefined
                  : name === "fact"
                    ? filling.fact?.clause
                    : name === "text"
                      ? filling.text
                      : undefined; // prettier-ignore
        if (word === undefined) failed = true;
        return word ?? "";
      },
    );
  return failed || /[[\]{}]/.test(text) ? null : text.replace(/\s+/g, " ").trim();
}

/**
 * Turns a frame into words. Implements rules NA30 to NA36): reference by a one-place focus, agreement, articles,
 * the author's punctuation, curly quotation marks.
 *
 * @returns The words, or null where a slot turns out to be empty after all.
 */
export function realise(
  frame: Frame,
  filling: Filling,
  before: Reference,
  manner: Manner,
  story: StoryIndex,
): Realised | null {
  // A campaign's own frames, and what is offered, stay as they are. (rule NA3260)
  const isOffer = /^(?:choice|hook)\b/.test(frame.key);
  const isPast = story.happensInPast && !frame.own && !isOffer;
  let text = "";
  let current = new Set(before.current);
  let previous = new Set(before.previous);
  const paragraph = new Set(before.paragraph);
  const named = new Set<string>();
  const authored: string[] = [];
  let trailing: string | undefined;
  let subject: "singular" | "plural" = "singular";
  const subjectNumber = new Map<string, "singular" | "plural">();

  const insideQuotes = (): boolean =>
    (text.match(/["“]/g)?.length ?? 0) > (text.match(/”/g)?.length ?? 0) && (text.split('"').length - 1) % 2 === 1;
  const rivals = (person: Person): boolean =>
    [...paragraph].some((id) => id !== person.id && story.people.get(id)?.pronoun === person.pronoun);
  // Within one sentence the last one named is the one meant, whoever else is about.
  const pronounFits = (person: Person): boolean =>
    person.pronoun !== null &&
    ((current.has(person.id) && lastNamed === person.id) ||
      ((current.has(person.id) || previous.has(person.id)) && !rivals(person)));
  let lastNamed: string | undefined;
  const mention = (id: string): void => {
    lastNamed = id;
    current.add(id);
    paragraph.add(id);
    named.add(`npc:${id}`);
  };
  const mentionKeys = (keys: readonly string[]): void => {
    for (const key of keys) {
      named.add(key);
      if (!key.startsWith("npc:")) continue;
      paragraph.add(key.slice(4));
      lastNamed = undefined;
    }
  };
  const newSentence = (): void => {
    previous = current;
    current = new Set();
    lastNamed = undefined;
  };
  const isFresh = (person: Person): boolean =>
    !manner.isNamed(person.id) && !named.has(`npc:${person.id}`) && !paragraph.has(person.id);
  const nameOf = (person: Person, possessiveForm: boolean): string => {
    const fresh = isFresh(person);
    // "The Dowager" is "the Dowager" inside a sentence; where one begins, the slot has a capital.
    const name = (fresh ? fullName(person) : person.short).replace(/^The (?=\p{L})/u, "the ");
    return possessiveForm ? possessive(name) : name;
  };
  const personWords = (slot: "npc" | "npc2", person: Person, form: string): string => {
    const inQuotes = insideQuotes();
    let word: string;
    let number: "singular" | "plural" = person.plural ? "plural" : "singular";
    if (form === "name") word = nameOf(person, false);
    else if (form === "full") word = fullName(person).replace(/^The (?=\p{L})/u, "the ");
    else if (form === "role") word = isFresh(person) ? withRole(person, story) : person.short;
    else if (form === "np") word = person.epithet ?? "";
    else if (form === "r") word = pronounForms(person).reflexive ?? "";
    else if (!inQuotes && pronounFits(person)) {
      const forms = pronounForms(person);
      word = form === "o" ? forms.object : form === "p" ? forms.possessive : forms.subject;
      if (form === "") number = forms.plural ? "plural" : "singular";
    } else word = nameOf(person, form === "p");
    // "The Dowager" in mid-sentence is the Dowager.
    if (/^The /.test(word) && text !== "" && !/(?:^|[.!?…]["”’']?\s|["“]\s*)$/.test(text)) word = `t${word.slice(1)}`;
    // "the Widow" opens what is said with a capital.
    if (/["“]\s*$/.test(text)) word = capitalise(word);
    if (form === "" || form === "name" || form === "full" || form === "role") {
      subject = number;
      subjectNumber.set(slot, number);
    }
    if (!inQuotes) mention(person.id);
    else mentionKeys([`npc:${person.id}`]);
    return word;
  };
  /** "says Nina", and "she says" where nobody else can be meant. */
  const tagOf = (person: Person): string => {
    const pronoun = pronounFits(person) ? pronounForms(person) : undefined;
    const says = (plural: boolean): string => (filling.past || isPast ? "said" : plural ? "say" : "says");
    const words = pronoun
      ? `${pronoun.subject} ${says(pronoun.plural)}`
      : `${says(person.plural)} ${nameOf(person, false)}`;
    mention(person.id);
    return words;
  };
  /** What somebody says, with the tag after its first sentence, or after all of it where it is short. (rule NA33) */
  const said = (words: string, person: Person, how?: string): string => {
    // Several who speak in turn have their tags already.
    if (SAID_IN_TURN.test(words.trim())) {
      mention(person.id);
      return withQuotationMarks(endsWell(words.trim()));
    }
    // Several quotations in one line are said one after the other.
    const turns = QUOTATIONS.test(words.trim()) ? [...words.matchAll(QUOTATION)].map(([, one = ""]) => one.trim()) : [];
    const last = turns.at(-1);
    if (turns.length > 1 && last !== undefined) {
      const closed = endsWell(last).replace(/(?<!\.)\.$/, ",");
      return `${[...turns.slice(0, -1).map(endsWell), closed].map((one) => `“${one}”`).join(" ")} ${tagOf(person)}.`;
    }
    const sentences = speechOf(endsWell(words.trim()).replace(/[“”"]/g, "'"));
    const short = countWords(words) <= SHORT_SPEECH;
    const first = short ? sentences.join(" ") : (sentences[0] ?? "");
    const rest = short ? "" : sentences.slice(1).join(" ");
    const manner = how === undefined ? "" : how.startsWith(",") ? how : ` ${how}`;
    return `“${first.replace(/(?<!\.)\.(['’]?)$/, ",$1")}” ${tagOf(person)}${manner}.${rest === "" ? "" : ` “${rest}”`}`;
  };
  /** Whoever speaks of somebody of whom both know does not give the whole of their name. (rule NA5753) */
  const byFirstName = (words: string, speaker: string | undefined, isNew: ReadonlySet<string>): string =>
    story.matter.people.reduce(
      (rest, { id, name, short }) =>
        id !== speaker && !isNew.has(id) && name.startsWith(`${short} `) ? rest.replaceAll(name, short) : rest,
      words,
    );
  const thing = (key: string | undefined, np: string, plural: boolean, slot: string, capital: boolean): string => {
    if (key !== undefined) mentionKeys([key]);
    subjectNumber.set(slot, plural ? "plural" : "singular");
    if (capital) subject = plural ? "plural" : "singular";
    return np;
  };

  for (let index = 0; index < frame.parts.length; index++) {
    const part = frame.parts[index];
    if (!part) continue;
    if (part.kind === "text") {
      // Each stop outside a quotation moves the focus on.
      const behindSlot = index > 0 && frame.parts[index - 1]?.kind !== "text";
      const joint = isPast
        ? outsideQuotes(part.text, insideQuotes(), (words) => jointInPast(words, behindSlot))
        : part.text;
      for (const chunk of joint.split(/(?<=[.!?…]["”]?\s)/)) {
        text += chunk;
        if (/[.!?…]["”]?\s$/.test(chunk) && !insideQuotes()) {
          // A sentence that is nothing but speech does not take the focus from its speaker.
          const quotation = /["”]\s$/.test(chunk) && current.size === 0;
          if (!quotation) newSentence();
        }
      }
      continue;
    }
    if (part.kind === "verb") {
      let number =
        part.subject === undefined ? subject : part.subject === "you" ? "plural" : subjectNumber.get(part.subject);
      if (number === undefined && (part.subject === "npc" || part.subject === "npc2")) {
        const person = filling[part.subject];
        const plural = person !== undefined && (pronounFits(person) ? pronounForms(person).plural : person.plural);
        number = plural ? "plural" : "singular";
      }
      if (number === undefined) {
        const topic = part.subject === "topic" ? filling.topic : part.subject === "topic2" ? filling.topic2 : undefined;
        const prop = part.subject === "prop" ? filling.prop : part.subject === "nprop" ? filling.nprop : undefined;
        const plural =
          topic?.plural ??
          prop?.plural ??
          (part.subject === "item" && filling.item ? isPlural(filling.item.name) : false);
        number = plural ? "plural" : "singular";
      }
      const verb =
        isPast && !insideQuotes()
          ? part.lemma === "be" && number !== "plural"
            ? "was"
            : pastTense(part.lemma)
          : number === "plural"
            ? pluralPresent(part.lemma)
            : thirdPerson(part.lemma);
      text += part.capital ? capitalise(verb) : verb;
      continue;
    }
    const { name, form, capital, joint } = part;
    let words: string | undefined;
    switch (name) {
      case "npc":
      case "npc2": {
        const person = filling[name];
        if (person) words = form === "says" ? tagOf(person) : personWords(name, person, form);
        break;
      }
      case "topic":
      case "topic2": {
        const topic = filling[name];
        if (topic) words = thing(`topic:${topic.id}`, topic.np, topic.plural, name, capital);
        break;
      }
      case "place":
      case "place2":
      case "from": {
        const place = filling[name];
        if (!place) break;
        words = thing(`place:${place.id}`, place.name, isPlural(place.name), name, capital && form === "");
        if (form === "at") words = `${story.prepositions.get(place.id) ?? "at"} ${words}`;
        break;
      }
      case "prop":
      case "nprop": {
        const prop = filling[name];
        if (!prop) break;
        if (form === "o") words = prop.plural ? "them" : "it";
        else if (form === "s") words = prop.plural ? "they" : "it";
        else words = thing(undefined, definite(prop.np), prop.plural, name, capital);
        break;
      }
      case "item":
        if (filling.item) {
          const fresh = form === "a" || filling.item.fresh;
          words = thing(
            `item:${filling.item.id}`,
            fresh ? indefinite(filling.item.name) : definite(filling.item.name),
            isPlural(filling.item.name),
            "item",
            capital,
          );
        }
        break;
      case "fact":
      case "fact2": {
        const fact = filling[name];
        if (!fact) break;
        // Words in the first person stand in a mouth, and nowhere else.
        if (fact.said !== undefined && form !== "said") return null;
        const withTail = filling.whole === true && fact.tail !== undefined && name === "fact";
        const isNew = new Set(
          story.matter.people.flatMap((one) => (one.id !== filling.npc?.id && isFresh(one) ? [one.id] : [])),
        );
        // What only the tail names has not been named yet.
        const named = withTail || fact.tail === undefined ? fact.names : story.names.keysIn(fact.text);
        // Who speaks of themselves says "I".
        mentionKeys(form === "said" ? named.filter((key) => key !== `npc:${filling.npc?.id}`) : named);
        authored.push(fact.text);
        if (form === "said") {
          if (!filling.npc) return null;
          const more = filling.more ?? [];
          const told = (name === "fact" ? filling.passage : undefined) ?? [
            fact.text,
            ...(withTail ? [fact.tail ?? ""] : []),
            ...more.flatMap(wholeOf),
          ];
          // An example line is in the first person as it stands.
          const asWritten = fact.said === undefined ? inTheirMouth(told, filling.npc, fact.names) : told;
          if (asWritten === null) return null;
          const isNow = story.toldInPast && fact.said === undefined && !isDocumented(fact);
          const own = isNow ? asSaidNow(asWritten, story.proper.lowerFirst) : asWritten;
          authored.push(...told);
          mentionKeys(story.names.keysIn(told.join(" ")));
          for (const { id, names } of more) mentionKeys([...names, `fact:${id}`]);
          const called = fact.said === undefined ? own.map((one) => byFirstName(one, filling.npc?.id, isNew)) : own;
          const introduced = called.map((one) => {
            const whole = withWho(one, (id) => !isNew.has(id), story);
            // Once is enough.
            if (whole !== one) for (const key of story.names.keysIn(one)) isNew.delete(key.slice("npc:".length));
            return whole;
          });
          const speech =
            fact.said === undefined
              ? answerOf(introduced, filling.isAsked === true ? story.topics.get(fact.topic)?.np : undefined)
              : own;
          if (speech === null) return null;
          words = said(speech.map(endsWell).join(" "), filling.npc);
        } else if (form === "s") {
          const full = withTail ? `${endsWell(fact.text)} ${endsWell(fact.tail ?? "")}` : fact.text;
          if (withTail && fact.tail !== undefined) authored.push(fact.tail);
          // What is read or found runs on as well, where nothing else follows in the frame.
          const isLast = index === frame.parts.length - 1 && name === "fact";
          const more = isLast ? (filling.more ?? []) : [];
          const passage = isLast && !insideQuotes() && !isDocumented(fact) ? filling.passage : undefined;
          for (const { id, names } of more) mentionKeys([...names, `fact:${id}`]);
          authored.push(...more.flatMap(wholeOf));
          if (passage !== undefined) {
            authored.push(...passage);
            mentionKeys(story.names.keysIn(passage.join(" ")));
            words = passage.map(endsWell).join(" ");
          } else
            words = isDocumented(fact)
              ? readOn(
                  [full, ...more.flatMap(wholeOf)],
                  frame.parts.slice(0, index).some((before) => before.kind === "slot" && before.name === "topic"),
                )
              : [fitAuthored(full, joint, insideQuotes()), ...more.flatMap(wholeOf).map(endsWell)].join(" ");
        } else {
          const clause = insideQuotes() ? fact.clause.replace(/[“”"]/g, "'") : fact.clause;
          // "Hold her to it: nobody keeps the bar: whoever drinks ..." has one colon too many.
          if (clause.includes(":") && /[:;][^.!?]*$/.test(text)) return null;
          words = clause;
          if (withTail) {
            const atEnd = frame.parts
              .slice(index + 1)
              .every((next) => next.kind === "text" && /^[.]?$/.test(next.text.trim()));
            // A leaning sentence may only follow its fact directly.
            if (!atEnd) return null;
            trailing = endsWell(fact.tail ?? "");
            authored.push(trailing);
          }
        }
        break;
      }
      case "mem": {
        if (!filling.mem) break;
        // Whom the deed was done to says it of themselves.
        const teller = form === "said" ? filling.npc : undefined;
        if (form === "said" && teller === undefined) return null;
        const deed = fillDeed(filling.mem.template, filling.mem.filling, pronounFits, teller?.id);
        if (deed === null) return null;
        words = `you ${deed}`;
        // Only whom the words name is mentioned by them.
        for (const slot of ["npc", "npc2"] as const) {
          const person = filling.mem.filling[slot];
          if (person && new RegExp(`\\{${slot}\\b`).test(filling.mem.template)) mention(person.id);
        }
        break;
      }
      case "rel":
        if (filling.rel) {
          const { of, text: predicate, spoken } = filling.rel;
          if (form === "said") {
            if (spoken === undefined || filling.npc?.id !== of.id) return null;
            const other = filling.npc2;
            const isMeant = other === undefined || current.has(other.id) || previous.has(other.id);
            const named = ofSeveral(isMeant ? spoken : withName(spoken, other), of);
            mentionKeys(story.names.keysIn(named));
            words = said(named, of);
            break;
          }
          // "Is She's the only one" and "she keeps asking" are sentences of their own.
          const own = predicate.replace(/^(?:is|are) (?=\p{Lu}\p{Ll}*(?:'s|’s)? )/u, "");
          const [, whom = "", what] = HAS_AS.exec(own) ?? [];
          words = isSentence(own, predicate)
            ? aboutOther(capitalise(own), filling.npc2)
            : what === undefined
              ? `${subjectOf(own, of, filling.npc2)} ${own}`
              : `${filling.npc2?.short ?? whom} ${filling.npc2?.plural ? "are" : "is"} ${what}`;
          authored.push(predicate);
          mentionKeys(story.names.keysIn(words));
        }
        break;
      case "mot":
        if (filling.mot !== undefined) {
          if (form === "said") {
            const own = filling.npc && inFirstPerson(filling.mot, filling.npc);
            if (!own || !filling.npc) return null;
            mentionKeys(story.names.keysIn(own));
            const verb = filling.isMeant === true && own.startsWith("to ") ? "mean" : "want";
            words = said(`${filling.npc.plural ? "We" : "I"} ${verb} ${own}`, filling.npc);
            break;
          }
          words = filling.mot;
          authored.push(filling.mot);
          mentionKeys(story.names.keysIn(words));
        }
        break;
      case "quote":
      case "catch": {
        const line = filling[name];
        if (line === undefined) break;
        authored.push(line);
        mentionKeys(story.names.keysIn(line));
        if (form === "said" && !filling.npc) return null;
        words =
          form === "said" && filling.npc
            ? said(line, filling.npc, filling.how)
            : fitAuthored(line, joint, insideQuotes());
        break;
      }
      case "list":
        words = filling.list?.words;
        mentionKeys(filling.list?.keys ?? []);
        break;
      case "text":
      case "deed":
      case "clock":
      case "part":
      case "span":
      case "weather":
      case "cond":
        words = filling[name];
        // "You {text}.": a deed in its bare form.
        if (isPast && name === "text" && /(?:^|[.!?] )You $/.test(text))
          words = words === undefined ? words : deedInPast(words);
        if (name === "span")
          subjectNumber.set("span", /^(?:an?|one|half|a quarter)\b/.test(words ?? "") ? "singular" : "plural");
        if (words !== undefined && (name === "text" || name === "deed")) mentionKeys(story.names.keysIn(words));
        break;
      default:
        words = filling.lexicon?.get(name);
    }
    if (words === undefined || words === "") return null;
    text += capital ? capitalise(words) : words;
  }

  if (trailing !== undefined) text = `${text.trimEnd()} ${trailing}`;
  const literal = frame.parts.map((part) => (part.kind === "text" ? part.text : " ")).join("");
  if (/\p{Lu}/u.test(literal)) mentionKeys(story.names.keysIn(literal));
  if (!/["”]\s*$/.test(text) || current.size > 0) newSentence();
  const told = tidy(text);
  // Who is called by a role is told of by it; a campaign's own frames stand as they are. (rule NA3262)
  const called =
    story.calls === undefined || frame.own || frame.key.startsWith("choice ")
      ? told
      : inThirdPerson(told, story.calls, isPast);
  return { text: called, named, reference: { current, previous, paragraph }, authored };
}

/** Last touches: one space, one stop, curly quotation marks, a capital at the start. */
export function tidy(text: string): string {
  const words = text
    .replace(/\s+/g, " ")
    // Marks of a format are no words.
    .replace(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)([^*_]+?)(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])/gu, "$1")
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/([!?…])\.(?=\s|$|["”])/g, "$1")
    .replace(/(?<!\.)\.\.(?!\.)/g, ".")
    .replace(/([.!?])(["”'])\.(?=\s|$)/g, "$1$2")
    .replace(/,\s*,/g, ",")
    .replace(/,(?=[.;:!?…])/g, "")
    // "You go on to outside" is said by nobody.
    .replace(
      /\b(goe?s?|went|come|came) (?:on )?to (outside|inside|upstairs|downstairs|below|aboard|ashore)(?=[.,;]| to\b)/giu,
      "$1 $2",
    )
    .trim();
  return capitalise(curlyQuotes(words));
}
