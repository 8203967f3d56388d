/** Which pronoun stands for somebody, and whether verbs agree with them in the plural. */
import type { CastEntry, NpcProfile } from "@narratoria/protocol/contracts";
import { headNoun, type Kind, type Nature, type Subject } from "./kinds.js";
import { HE_NOUNS, SHE_NOUNS } from "./lexicon.js";
import { titleSex } from "./names.js";
import type { PeopledSentence, PersonMention } from "./people-mentions.js";
import { type Decision, Tally } from "./tally.js";
import type { Sentence, Span } from "./texts.js";

export type Pronoun = NonNullable<CastEntry["pronoun"]>;

export interface Gender {
  readonly pronoun: Decision<Pronoun> | undefined;
  readonly plural: boolean;
}

/** Points from which a pronoun counts as stated by the author, with three times as many as the second has. */
const STATED = 4;
const INFERRED = 1;

export interface GenderSubject extends Subject {
  readonly kind: Kind;
  /** Whether it is several. */
  readonly several: boolean;
  readonly nature: Nature;
  /** Spans of their own profile and secrets. */
  readonly own: readonly Span[];
}

/** Who is named in a sentence. */
export type Who = (sentence: Sentence) => readonly PersonMention[];

/** What others' notes on relationships say of somebody. */
export interface RelationNote {
  readonly from: string;
  readonly to: string;
  readonly span: Span;
}

/** Decides everybody's pronoun, in three passes: who is known to be she helps to tell whom "he" means. */
export function decideGenders(
  subjects: readonly GenderSubject[],
  relations: readonly RelationNote[],
  next: ReadonlyMap<Sentence, PeopledSentence>,
  who: Who,
): ReadonlyMap<string, Gender> {
  const base = new Map<string, { tally: Tally<Pronoun>; plural: number; own: OwnCounts }>();
  for (const subject of subjects) {
    const tally = new Tally<Pronoun>();
    const own = countOwn(subject, who, tally);
    byName(subject, tally);
    const plural = byProse(subject, next, tally, own);
    base.set(subject.id, { tally, plural, own });
  }
  const decide = (weights: Tallies): Map<string, Gender> =>
    new Map(
      subjects.map((subject) => [
        subject.id,
        genderOf(subject, weights.get(subject.id), base.get(subject.id)?.plural ?? 0, base.get(subject.id)?.own),
      ]),
    );
  let genders = decide(new Map([...base].map(([id, { tally }]) => [id, tally])));
  for (const weight of [0.8, 1.2]) {
    const tallies: Tallies = new Map([...base].map(([id, { tally }]) => [id, copy(tally)]));
    for (const note of relations) byRelation(note, weight, genders, tallies, who);
    genders = decide(tallies);
  }
  return genders;
}

type Tallies = Map<string, Tally<Pronoun>>;

function copy(tally: Tally<Pronoun>): Tally<Pronoun> {
  const made = new Tally<Pronoun>();
  for (const [value, score] of tally.ranked())
    made.add(value, score, tally.sign(value) ?? { file: "", text: "", why: "" });
  return made;
}

/** The sex that a noun says of whoever it is said of. */
function sexOfNoun(noun: string): "he" | "she" | null {
  const last = noun.split("-").at(-1) ?? noun;
  for (const form of [noun, last]) {
    if (SHE_NOUNS.has(form) || /.woman$/.test(form)) return "she";
    if (HE_NOUNS.has(form) || /.(?<!wo)man$/.test(form)) return "he";
  }
  return null;
}

/** The sex that a profile shows at a glance: by what its role calls them, else by its pronouns alone. */
export function likelySex(profile: NpcProfile): "he" | "she" | null {
  const [clause = ""] = profile.role.split(/[.;:,()]/);
  const noun = sexOfNoun(headNoun(clause));
  if (noun !== null) return noun;
  const own = `${profile.background ?? ""} ${profile.appearance ?? ""}`;
  const he = own.match(WORDS[0]?.[1] ?? /$^/)?.length ?? 0;
  const she = own.match(WORDS[1]?.[1] ?? /$^/)?.length ?? 0;
  return he > 3 * she ? "he" : she > 3 * he ? "she" : null;
}

function byName(subject: GenderSubject, tally: Tally<Pronoun>): void {
  const { parts, profile, file } = subject;
  const sign = (text: string, why: string) => ({ file, text, why });
  const sex = titleSex(parts);
  if (sex !== null && !subject.several) tally.add(sex, 6, sign(parts.name, "the title in the name"));
  const nameNoun = headNoun(parts.words.join(" "));
  const nounSex = parts.article || /^\p{Ll}/u.test(parts.words[0] ?? "") ? sexOfNoun(nameNoun) : null;
  if (nounSex !== null && !subject.several) tally.add(nounSex, 4, sign(parts.name, `the name says "${nameNoun}"`));
  if (subject.several) tally.add("they", 5, sign(parts.name, "they are several"));
  const clauses = profile.role
    .split(/[.;:,()]+/)
    .map((clause) => clause.trim())
    .filter(Boolean);
  let best = 0;
  for (const clause of clauses) {
    if (/^(?:who is )?(?:no|not)\b/i.test(clause)) continue;
    const noun = headNoun(clause);
    const of = sexOfNoun(noun);
    if (of === null || subject.several) continue;
    const kin = /['’]s\s+(?:\p{L}+\s+){0,2}\p{L}+$/u.test(clause.split(/\s(?:of|at|in|on|who)\s/)[0] ?? "");
    // A trade in -man says little of who does it now.
    const weight = kin ? 4 : /.(?<!wo)man$/.test(noun) ? 2 : 3;
    if (weight > best) tally.add(of, weight - best, sign(profile.role, `the role says "${noun}"`));
    best = Math.max(best, weight);
  }
  if (
    /\(?\b(he\/him|she\/her|they\/them|it\/its)\b/i.test(
      `${profile.role} ${profile.appearance ?? ""} ${profile.background ?? ""} ${profile.name}`,
    )
  ) {
    const text = `${profile.role} ${profile.appearance ?? ""} ${profile.background ?? ""} ${profile.name}`;
    const said = /\b(he|she|they|it)\/(?:him|her|them|its)\b/i.exec(text)?.[1]?.toLowerCase();
    if (said === "he" || said === "she" || said === "they" || said === "it")
      tally.add(said, 12, sign(said, "the profile says which pronoun"));
  }
  if (subject.kind === "machine") tally.add("it", 1.5, sign(profile.role, "a machine"));
  for (const tag of profile.metadata?.tags ?? []) {
    const of = sexOfNoun(tag.toLowerCase());
    if (of !== null && !tag.includes("-") && !/man$/.test(tag) && !subject.several)
      tally.add(of, 1.5, sign(tag, `tagged "${tag}"`));
  }
}

const WORDS: readonly (readonly [Pronoun, RegExp])[] = [
  ["he", /\b(?:he|him|his|himself|he['’](?:s|d|ll))\b/gi],
  ["she", /\b(?:she|her|hers|herself|she['’](?:s|d|ll))\b/gi],
];
const THEY = /\b(?:they|them|their|theirs|themsel(?:f|ves)|they['’](?:re|ve|d|ll))\b/gi;
const IT_OPENS = /^(?:It|Its)\b/;

interface OwnCounts {
  he: number;
  she: number;
  they: number;
  it: number;
  opens: number;
}

/** A name, of whomever. */
const NAMES_SOMEBODY = /\p{Ll}[,;]? \p{Lu}\p{Ll}+/u;

/** Counts pronouns in the sentences of somebody's own profile that name nobody else. */
function countOwn(subject: GenderSubject, who: Who, tally: Tally<Pronoun>): OwnCounts {
  const counts: OwnCounts = { he: 0, she: 0, they: 0, it: 0, opens: 0 };
  const add = (value: Pronoun, weight: number, sentence: Sentence, why: string): void => {
    tally.add(value, weight, {
      file: sentence.span.file,
      text: sentence.span.kind === "secret" ? "" : sentence.text,
      why,
    });
  };
  for (const span of subject.own) {
    if (span.kind === "example" || span.kind === "relation" || span.kind === "role") continue;
    let ofAnother = false;
    for (const sentence of span.sentences) {
      const plain = sentence.plain;
      const named = who(sentence);
      // "Get somebody to look at Nina. She is grey.": a wish goes on about whom it names. (rule CA1610)
      if (named.length === 0 && ofAnother) continue;
      const others = named.some(({ id }) => id !== subject.id);
      const mine = named.some(({ id }) => id === subject.id);
      ofAnother = span.kind === "note" && !mine && (others || NAMES_SOMEBODY.test(plain));
      // A secret is often about somebody else.
      const factor = (others ? (mine ? 0.3 : 0.15) : 1) * (span.kind === "secret" ? 0.5 : 1);
      const opener = /^(?:And |But |So |Then |Now |When |Where |What )?(He|She|They|It|His|Her|Their|Its)\b/.exec(
        plain,
      )?.[1];
      for (const [value, pattern] of WORDS) {
        const times = Math.min(2, plain.match(pattern)?.length ?? 0);
        if (times === 0) continue;
        counts[value as "he" | "she"] += times * factor;
        add(value, times * factor, sentence, "the profile's own sentences");
      }
      const they = Math.min(2, plain.match(THEY)?.length ?? 0);
      counts.they += they * factor;
      if (they > 0) add("they", 0.7 * they * factor, sentence, "the profile's own sentences");
      if (opener !== undefined && (mine || !others)) {
        const value = pronounOf(opener);
        if (value === "he" || value === "she") add(value, factor, sentence, "a sentence of the profile opens so");
        if (value === "they") {
          counts.opens++;
          add("they", 0.8 * factor, sentence, "a sentence of the profile opens so");
        }
        if (value === "it" && !DUMMY_IT.test(plain)) {
          counts.it++;
          add(
            "it",
            subject.kind === "human" || subject.kind === "group" ? 0.1 : 1,
            sentence,
            "a sentence of the profile opens so",
          );
        }
      } else if (IT_OPENS.test(plain) && !DUMMY_IT.test(plain) && subject.kind !== "human")
        add("it", 0.5, sentence, "a sentence opens so");
      else if (mine && !others && subject.kind === "animal" && /\b(?:it|its|itself)\b/.test(plain))
        add("it", 0.5, sentence, "the profile's own sentences");
      const born =
        /^(?:(?:The|An?|Only|Eldest|Youngest|Second|Third|Fourth|Elder|Younger)\s+)*((?:[\p{L}'’-]+\s+){0,4}?[\p{L}-]+)(?=\s+(?:of|to|at|since|who|from)\b|[.,;])/u.exec(
          plain,
        );
      if (
        born !== null &&
        sentence.at <= 2 &&
        (span.kind === "background" || span.kind === "looks") &&
        !subject.several
      ) {
        const sex = sexOfNoun(headNoun(born[1] ?? ""));
        if (
          sex !== null &&
          !/^(?:His|Her|Their|Its|My)\b/.test(plain) &&
          !/\b(?:had|was|has|is|were|told|gave|came|went)\b/.test(born[0])
        )
          add(sex, 3, sentence, "the profile says what they are");
      }
    }
  }
  // "They" of somebody's own profile may be others, as long as the profile has he or she.
  if (counts.he + counts.she > 0 && counts.opens < 2)
    tally.scale("they", counts.he + counts.she >= counts.they ? 0.15 : 0.5);
  return counts;
}

const DUMMY_IT =
  /^(?:It|Its)(?:['’]s|\s+(?:is|was|has been|will be|would be|takes?|took|rains?|snows?|seems?|may be|might be|never|says))\b(?=.*\b(?:that|to|who|which|when|where|not|said|known|a|an|the|morning|night|evening|winter|time|day)\b)/;

function pronounOf(word: string): Pronoun {
  const lower = word.toLowerCase();
  if (lower === "he" || lower === "his" || lower === "him") return "he";
  if (lower === "she" || lower === "her") return "she";
  return lower.startsWith("the") ? "they" : "it";
}

const PLURAL_VERB =
  /^\s+(?:(?:never|always|still|now|also|only|all|both|each|don['’]t|aren['’]t|haven['’]t)\s+)?(?:are|were|have|do|don['’]t|aren['’]t|haven['’]t)\b/i;
const SINGULAR_VERB =
  /^\s+(?:(?:never|always|still|now|also|only)\s+)?(?:is|was|has|does|isn['’]t|wasn['’]t|hasn['’]t|doesn['’]t|says|comes|goes|knows|takes|keeps|looks|sits|stands|gives|lives|sleeps|wants|has)\b/i;

/**
 * Counts pronouns in prose whose only person this is, and agreement of verbs.
 *
 * @returns Plural agreements less singular ones.
 */
function byProse(
  subject: GenderSubject,
  next: ReadonlyMap<Sentence, PeopledSentence>,
  tally: Tally<Pronoun>,
  own: OwnCounts,
): number {
  let plural = 0;
  for (const peopled of subject.named) {
    const { sentence, mentions, strangers } = peopled;
    const { span } = sentence;
    if (span.kind === "role" || span.kind === "line" || span.kind === "example") continue;
    const first = mentions.find(({ id, spoken }) => id === subject.id && !spoken);
    if (first === undefined) continue;
    const after = sentence.plain.slice(first.end);
    if (!first.possessive) {
      const joined = /\band\s+(?:the\s+)?$/i.test(sentence.plain.slice(0, first.start)) || /^\s+and\s/i.test(after);
      if (!joined && PLURAL_VERB.test(after)) plural++;
      else if (!joined && SINGULAR_VERB.test(after)) plural--;
    }
    const sign = { file: span.file, text: sentence.text, why: "prose about nobody else" };
    // "Fenn is they/them." and, as a constraint, "Fenn is “they”. Always." say it themselves.
    const said =
      /^\s+(?:is|are|takes?|uses?|goes by)\s+(?:always\s+|only\s+)?[“"'‘]?(he|she|they|it)\b(?:[”"'’]|\s*\/|\s*[.,;]|$)/i.exec(
        after,
      )?.[1];
    if (said !== undefined && !first.possessive)
      tally.add(pronounOf(said), 12, { ...sign, why: "the text says which pronoun" });
    const law =
      /^\s+(?:is|was)\s+(?:an?|the)\s+(?:[a-zà-ž-]+\s+){0,2}?(woman|man|girl|boy|lady|lass|lad|gentleman|widow|widower|mother|father|sister|brother|daughter|son|queen|king)\b/i.exec(
        after,
      )?.[1];
    if (law !== undefined && !first.possessive) {
      const sex = sexOfNoun(law.toLowerCase());
      if (sex !== null) tally.add(sex, span.kind === "law" ? 8 : 4, { ...sign, why: `"${law}"` });
    }
    const alone = mentions.every(({ id }) => id === subject.id);
    if (!alone) continue;
    // "Will, who is the house: no body, a voice in the ceilings, he."
    const listed = /[,;(]\s*(?:a |an )?(he|she|they|it)\s*[.)]?\s*$/.exec(sentence.plain)?.[1];
    if (listed !== undefined) tally.add(pronounOf(listed), 6, { ...sign, why: "the text says which pronoun" });
    const factor = strangers ? 0.35 : 1;
    const scope = after.split(/[;—]/)[0]?.length ?? after.length;
    const found: Pronoun[] = [];
    // "Osk lifts her like post": whom somebody does something to is another. (rule CA1611)
    const ofThem = first.possessive ? after : after.replace(DONE_TO_ANOTHER, " ");
    for (const [value, pattern] of WORDS) if ((ofThem.match(pattern)?.length ?? 0) > 0) found.push(value);
    for (const value of found) tally.add(value, (found.length > 1 ? 0.3 : 1) * factor, sign);
    if (
      found.length === 0 &&
      (after.slice(0, scope).match(THEY)?.length ?? 0) > 0 &&
      !SEVERAL_OTHERS.test(sentence.plain)
    ) {
      const reflexive = /\b(?:themsel(?:f|ves))\b|,\s*(?:and|but)?\s*they\b|:\s*they\b/i.test(after);
      tally.add("they", (own.he + own.she > 0 ? 0.1 : reflexive ? 0.8 : 0.4) * factor, sign);
    }
    if (subject.kind !== "human" && found.length === 0 && /[;,]\s*(?:and |but )?it\b/i.test(after))
      tally.add("it", 0.8 * factor, sign);
    const following = next.get(sentence);
    if (following === undefined || following.mentions.some(({ spoken }) => !spoken)) continue;
    const opener = /^(He|She|They|It|His|Her|Their)\b/.exec(following.sentence.plain)?.[1];
    if (opener === undefined) continue;
    const value = pronounOf(opener);
    const weight =
      value === "he" || value === "she"
        ? 0.8
        : value === "they"
          ? own.he + own.she > 0 || SEVERAL_OTHERS.test(sentence.plain)
            ? 0.1
            : 0.5
          : subject.kind === "human" || DUMMY_IT.test(following.sentence.plain)
            ? 0
            : 0.5;
    if (found.length === 0 || found.includes(value))
      tally.add(value, (namesSex(after, value) ? 0.3 : 1) * weight * factor, {
        ...sign,
        text: following.sentence.text,
        why: "the next sentence opens so",
      });
  }
  return plural;
}

/** An object right behind a verb of somebody's: "lifts her like post", not "lifts her hand". */
const DONE_TO_ANOTHER =
  /^\s+(?:\p{Ll}+ly\s+)?\p{Ll}+\s+(?:him\b|her(?=\s+(?:like|as|to|from|with|by|in|on|at|into|onto|out|up|down|off|over|away|back|and|but|that|how|what|where|why|when|an?|the|something|nothing|everything)\b|\s*[,.;:!?]|$))/u;

/** Whether somebody of the sex is named by a noun, so that the next sentence may be about them: "sells it to the ragman". */
function namesSex(text: string, value: Pronoun): boolean {
  if (value !== "he" && value !== "she") return false;
  for (const match of text.matchAll(/\b(?:the|an?|his|her|their)\s+(?:\p{Ll}+\s+)?(\p{Ll}+)/gu))
    if (sexOfNoun(match[1] ?? "") === value) return true;
  return false;
}

/** "They" may be any of these. */
const SEVERAL_OTHERS =
  /\b(?:people|men|women|hands|children|folk|others|everyone|everybody|nobody|somebody|someone|anybody|anyone|each|all|two|three|four|five|several|many|[a-z]{3,}[^s'’\s]s)\b/i;

/** Reads the pronouns of a note that somebody's profile has on somebody else. */
function byRelation(
  note: RelationNote,
  weight: number,
  genders: ReadonlyMap<string, Gender>,
  tallies: Tallies,
  who: Who,
): void {
  const tally = tallies.get(note.to);
  if (tally === undefined) return;
  const own = genders.get(note.from)?.pronoun?.value;
  for (const sentence of note.span.sentences) {
    const plain = sentence.plain;
    const sign = { file: note.span.file, text: sentence.text, why: "what others' profiles say" };
    if (sentence.at === 0) {
      const kin =
        /^((?:[\p{L}'’-]+\s+){0,5}?[\p{L}'’-]+)(?=[.,;:]|\s+(?:of|to|at|on|who|whom|whose|in|from|for|by|and|since)\b|$)/u.exec(
          plain,
        )?.[1];
      const noun = kin === undefined ? "" : headNoun(kin);
      const sex = /\b(?:is|was|has|had|would|will|does|did)\b/i.test(kin ?? "") ? null : sexOfNoun(noun);
      if (sex !== null) tally.add(sex, 3, { ...sign, why: `another's profile says "${noun}"` });
      const named =
        /^(?:She|He|It|They) (?:is|was) (?:his|her|their|an?|the)\s+(?:[\p{L}-]+\s+){0,2}?([\p{L}-]+)/u.exec(plain);
      const subject = named === null ? null : sexOfNoun(named[1]?.toLowerCase() ?? "");
      if (subject !== null) tally.add(subject, 2, { ...sign, why: `another's profile says "${named?.[1]}"` });
    }
    const mentions = who(sentence);
    if (mentions.some(({ id, spoken }) => !spoken && id !== note.to && id !== note.from)) continue;
    const he = (plain.match(WORDS[0]?.[1] ?? /$^/)?.length ?? 0) > 0;
    const she = (plain.match(WORDS[1]?.[1] ?? /$^/)?.length ?? 0) > 0;
    if (he && she) {
      const other = own === "he" ? "she" : own === "she" ? "he" : null;
      if (other !== null) tally.add(other, weight, sign);
    } else if (he || she) {
      const value = he ? "he" : "she";
      // A note with the verb first says "him" of the other, whatever its owner is.
      const object = !/^(?:He|She|His|Her|They|It)\b/.test(plain) && sentence.at === 0;
      tally.add(value, value === own ? (object ? weight * 0.4 : weight * 0.25) : weight, sign);
    } else if (/\b(?:they|them|their)\b/i.test(plain) && !SEVERAL_OTHERS.test(plain) && own !== "they") {
      tally.add("they", weight * 0.5, sign);
    } else if (/\b(?:it|its)\b/i.test(plain) && own !== "it" && /^(?:It|Its)\b/.test(plain) && !DUMMY_IT.test(plain))
      tally.add("it", weight * 0.6, sign);
  }
}

function genderOf(
  subject: GenderSubject,
  tally: Tally<Pronoun> | undefined,
  agreement: number,
  own: OwnCounts | undefined,
): Gender {
  // "The Nine are led up": others who go by a word of the name make nobody several whom their own profile calls "she". (rule CA4704)
  const isOne = own !== undefined && Math.max(own.he, own.she) > own.they;
  const plural = subject.several || (agreement >= 3 && !isOne);
  if (tally === undefined) return { pronoun: undefined, plural };
  const made = copy(tally);
  if (plural && agreement >= 3)
    made.add("they", Math.min(4, agreement), { file: "", text: "", why: "verbs agree in the plural" });
  if (plural) {
    made.scale("he", 0.3);
    made.scale("she", 0.3);
    made.scale("it", 0.3);
  }
  // Somebody is "they" only where their own profile has neither he nor she of them.
  else if (own !== undefined && own.opens === 0 && own.they < 2 && made.score("they") < 6) made.scale("they", 0.4);
  if (subject.kind === "human") made.scale("it", 0.2);
  return { pronoun: made.decide(STATED, INFERRED), plural };
}
