/** What a constraint forbids, sentence by sentence. */
import {
  isPlural,
  isVerb,
  looksFinite,
  nounForms,
  participle,
  singular,
  splitSentences,
  verbForms,
  verbLemmas,
} from "@narratoria/protocol/english";
import { type Ban, type ParsedLaw, wordBans } from "./bans.js";
import { ANIMALS, isHead, isUnreal } from "./families.js";
import { nounList } from "./noun-list.js";
import { spokenWordsOf, withoutQuoted, withoutQuotedDenials } from "./spoken-words.js";
import { type LawPlace, placeAt } from "./places.js";
import { type NameBook, nounSubject, PLAYER, type Subject, Subjects } from "./subjects.js";
import {
  ALLOWING,
  ANYBODY,
  ANYONE,
  ANYWHERE,
  CALLING,
  EXISTING,
  GENERIC,
  HAVING,
  IDLE_OBJECTS,
  LEADS,
  MEASURED,
  ORDERS,
  SAYING,
  STATES,
  STORY,
  SUFFERED,
  TOLD,
  VIOLENT,
  WEATHER,
} from "./verbs.js";
import {
  ADVERBS,
  AUXILIARIES,
  clauseOpening,
  clausesOf,
  CONJUNCTIONS,
  DETERMINERS,
  firstFinite,
  headOf,
  isContracted,
  isVerbForm,
  itemsOf,
  lemmaFor,
  NAME,
  NEVER,
  NOBODY,
  PARTICLES,
  plainOf,
  PREPOSITIONS,
  PRONOUNS,
  skipPreposition,
  skipToVerb,
  type Word,
  wordsOf,
} from "./words.js";

/** What somebody never says, by what is true of it: whoever says nothing untrue speaks. */
const SPEAKS_SO =
  /\b(?:never|not|n't|nothing|no one|nobody)\b[^.;]*\b(?:says?|tells?|speaks?|answers?|utters?)\b(?: (?:an?y? (?:single )?(?:thing|word|sentence)s?|things|anything|words|nothing|more))? (?:that|which|than|unless|except|but for|without|untrue|false|unkind|first)\b/i;

/** What is not forbidden as such, but beyond a measure or in a manner. */
const LIMIT =
  /\bin (?:full|detail|depth)\b|\b(?:outright|explicitly|up close|at length)\b|\btoo (?:much|often|soon|early|easily)\b|\b(?:worse|more|less|better|further|harder|louder|longer|later|earlier|bigger|other) than\b|\bbeyond\b|\bon purpose\b|\bby (?:accident|mistake|chance)\b|\bin a rush\b|\bat first\b|\b(?:after|before) (?:dark|nightfall|midnight|sunset|sunrise|dusk|dawn|hours)\b|\bat (?:night|noon|midnight|dawn|dusk)\b|\bby (?:day|night)\b|\bduring\b|\bin (?:winter|summer|spring|autumn|the (?:dark|morning|evening|afternoon))\b|\bon the (?:first|second|third|last|\w+th) (?:night|day|evening|morning)\b|\bon (?:foot|horseback)\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bfor a thrill\b|\bto (?:his|her|their|your) face\b|\b(?:unless|without)\b/;
/** Adverbs that say how far: "is not seriously hurt". */
const DEGREE = /^(?:seriously|badly|gravely|fatally|permanently|truly|really|fully|completely|entirely|properly)$/;
/** What comes after an exception that is a moment or a manner, and no thing. */
const EXCEPTING = /^(?:once|when|where|in|on|at|if|by|to|that|as)$/;
const WHERE_OR_WHEN =
  /,? (?:in person|in the flesh|in any form|in the present|on stage or off|either on stage or off)(?=[\s,.;!?]|$)/gi;
/** Before the story begins is no condition. */
const BEGINNING =
  /^then\b|^(?:the |this |our |it )?(?:story|tale|book|game|play|campaign|first|beginning|opening|opens?|begins?|began)\b/i;

/** Before somebody is no time: "never weeps before them". */
const SOMEBODY =
  /^(?:me|you|him|her|us|them|anybody|anyone|others|the others|strangers|people|another (?:living )?(?:soul|person))$/i;

/** What may stand before a verb whose subject was named before. */
const LEADING = /^(?:and|but|so|or|he|she|it|they|who|which|that|already|now|still|by|then|also|both|all|to|be)$/;

/** Reads one constraint. */
export function parseLaw(text: string, names: NameBook): ParsedLaw {
  return new LawReader(names).read(text);
}

class LawReader {
  readonly #bans: Ban[] = [];
  readonly #allowed: string[] = [];
  readonly subjects: Subjects;
  #lastVerbs: readonly Word[] = [];
  /** Everybody whom the last sentence with names names. */
  #named: readonly Subject[] = [];
  #spoken = "";
  /** Who may do what nobody else does: "nobody but the Abbot". */
  #mayDo: string | undefined;

  constructor(readonly names: NameBook) {
    this.subjects = new Subjects(names);
  }

  read(text: string): ParsedLaw {
    const plain = text
      .replace(/[*_`#>]+/g, "")
      .replace(/[’‘]/g, "'")
      .replace(/,? please(?=[.!?,]|$)/gi, "")
      .replace(ANYWHERE, "")
      .replace(/\bin front of\b/gi, "before")
      .replace(WHOLE_SPAN, "")
      .replace(LEAST, "")
      .replace(FORBIDDEN, "Nobody may")
      .replace(WHERE_OR_WHEN, "");
    for (const sentence of splitSentences(plain)) this.#sentence(sentence);
    if (/\b(?:digits?|numerals?)\b/i.test(plain) && /\b(?:no|never|not)\b/i.test(plain))
      this.#bans.push({ kind: "digits" });
    return { bans: this.#bans, allowed: this.#allowed };
  }

  #sentence(written: string): void {
    const sentence = this.#withoutSpokenWords(withoutQuotedDenials(written));
    if (sentence === "") return;
    if (ALLOWING.test(sentence) && !/\b(?:never|no|nobody|not|cannot)\b/i.test(sentence)) {
      this.#allow(sentence);
      return;
    }
    // "She never says a thing that is not true": it is not speech that is forbidden. (rule CA713)
    if (SPEAKS_SO.test(sentence)) return;
    const from = this.#bans.length;
    this.#bans.push(...wordBans(sentence));
    const until = conditionOf(sentence);
    const quoted = this.#bans.length > from ? withoutQuoted(sentence) : sentence;
    const words = this.#withNames(wordsOf(withoutCondition(quoted, until)));
    this.#spoken = sentence.toLowerCase();
    const opening = words.slice(0, firstFinite(words));
    const bare =
      opening.length <= 6 &&
      !PRONOUNS.has(opening[0]?.lower ?? "") &&
      !/^(?:no|nobody|nothing|none|neither|there|until|before|if|when|while|in|on|at|for|beyond|all|even|only)$/.test(
        opening[0]?.lower ?? "",
      );
    const found = this.subjects.within(opening);
    const main = found.length > 0 || !bare ? found : this.subjects.commonNouns(opening);
    if (main.length > 0) this.subjects.current = main;
    this.#state(words);
    for (const part of clausesOf(words)) this.#clause(part);
    const be = words.findIndex(({ lower }) => lower === "is" || lower === "are" || lower === "was");
    const named = be > 0 ? this.names.find(words.map(({ text }) => text)) : null;
    if (be > 0)
      this.#described =
        named?.length === be && named.subject.named && /^(?:an?|the)$/.test(words[be + 1]?.lower ?? "")
          ? named.subject
          : undefined;
    const all = this.subjects.named(words);
    if (all.length > 0) this.#named = all;
    this.subjects.mention(all);
    this.#lastDone = this.#doneBySomebody(words);
    if (until !== undefined)
      for (let at = from; at < this.#bans.length; at++) this.#bans[at] = { ...(this.#bans[at] as Ban), until };
  }

  /** Takes out of a sentence the words that one person never says; what is left may forbid something else. (rule CA5850) */
  #withoutSpokenWords(sentence: string): string {
    const spoken = spokenWordsOf(sentence);
    if (spoken === null) return sentence;
    const before = this.#withNames(wordsOf(spoken.subject));
    const isAnyone = before.length === 0 || before.some(({ lower }) => NOBODY.test(lower) || lower === "one");
    const found = this.subjects.within(before, true);
    const noun = found.length > 0 || isAnyone ? undefined : this.subjects.commonNoun(before);
    const [subject] = found.length > 0 ? found : noun ? [noun] : [];
    if (!subject || subject === PLAYER || STORY.has(subject.forms[0] ?? "")) return sentence;
    this.#bans.push({ kind: "spoken", subject, phrases: spoken.phrases });
    this.subjects.current = [subject];
    this.subjects.mention([subject]);
    return spoken.rest;
  }

  /** What a sentence that denies nothing says that somebody does. */
  #doneBySomebody(words: readonly Word[]): { readonly subject: Subject; readonly verb: string } | undefined {
    if (words.some(({ lower }) => lower === "no" || NOBODY.test(lower) || NEVER.test(lower) || isContracted(lower)))
      return undefined;
    const at = firstFinite(words);
    const verb = words[at]?.lower ?? "";
    const [subject] = this.subjects.within(words.slice(0, at), true);
    return subject?.named === true && at < words.length && !AUXILIARIES.has(verb)
      ? { subject, verb: lemmaFor(verb, false) }
      : undefined;
  }

  /** Words that are somebody's name are nothing else: "Will", "Grace". */
  #withNames(words: readonly Word[]): Word[] {
    const marked = [...words];
    for (let at = 0; at < marked.length; at++) {
      const { length = 0 } = this.names.find(words.slice(at).map(({ text }) => text)) ?? {};
      for (let next = at; next < at + length; next++) {
        const word = marked[next];
        if (word && /^\p{Lu}/u.test(word.text)) marked[next] = { ...word, lower: `${NAME}${word.lower}` };
      }
      at += Math.max(0, length - 1);
    }
    return marked;
  }

  /** Nouns that an allowing sentence names are no part of what is forbidden. */
  #allow(sentence: string): void {
    for (const word of sentence.toLowerCase().match(/[\p{L}-]{4,}/gu) ?? [])
      if (!PREPOSITIONS.has(word) && !AUXILIARIES.has(word) && !/^(?:fine|allowed|said|that|this|they)$/.test(word))
        this.#allowed.push(word);
  }

  /** "X is dead", "X is alive", "It is always night". */
  #state(words: readonly Word[]): void {
    const vow = words.findIndex(
      ({ lower }, at) => lower === "silence" && words[at - 1]?.lower === "of" && words[at - 2]?.lower === "vow",
    );
    if (vow > 0)
      for (const subject of this.subjects.within(words.slice(0, vow), true).slice(0, 1))
        this.#bans.push({ kind: "speech", subject, verbs: [] });
    this.#stays(words);
    for (const [at, { lower }] of words.entries()) {
      if (!/^(?:dead|alive|mute|silent|dumb|speechless|voiceless|bodiless|blind|deaf|extinct)$/.test(lower)) continue;
      const before = words.slice(0, at);
      const verb = before.findLastIndex((word) =>
        /^(?:is|are|was|were|stays?|remains?|be|been|keeps?)$/.test(word.lower),
      );
      if (verb < 0 || at - verb > 3) continue;
      const between = words.slice(verb, at);
      // "She may stay silent" forbids nothing.
      if (words.slice(Math.max(0, verb - 2), verb).some((word) => /^(?:may|might|can|could)$/.test(word.lower)))
        continue;
      const denied = between.some(({ lower: word }) => NEVER.test(word)) || words[verb - 1]?.lower === "never";
      const told = before.some(({ lower: word }) => /^(?:that|say|state|says|claim|think|believe)$/.test(word));
      const region = words.slice(clauseOpening(words, verb), verb);
      if (region.some((word) => word.lower === "dead")) continue;
      const subjects = this.subjects.within(region, true);
      // "But no student is dead": that is said of students, not of whom the sentence began with.
      const isElsewhere = region.some(({ lower: word, punctuation }) => !punctuation && !LEADING.test(word));
      const other = subjects.length > 0 ? subjects : this.subjects.commonNouns(region);
      const list = subjects.length > 0 || isElsewhere ? other : this.subjects.current;
      if (lower === "extinct" && !denied)
        for (const { forms } of list) this.#bans.push({ kind: "words", phrases: forms });
      const people = list.filter((subject) => subject.named);
      for (const subject of people) {
        if (lower === "dead" || lower === "alive") {
          const dead = (lower === "dead") !== (denied || told);
          if (dead) this.#bans.push({ kind: "living", subject });
          else this.#bans.push({ kind: "dead", subject, ...(told ? { stated: true as const } : {}) });
        } else if (lower === "blind" || lower === "deaf") {
          if (!denied) this.#act(subject, lower === "blind" ? "see" : "hear", [], false, false);
        } else if (!denied && !told && lower !== "extinct") this.#bans.push({ kind: "speech", subject, verbs: [] });
      }
      // "Hazim Oda is dead, and so is Harun."
      const also = words.findIndex((word, index) => word.lower === "so" && words[index + 1]?.lower === "is");
      if (also > at && people.length > 0)
        for (const subject of this.subjects.within(words.slice(also + 2), true))
          this.#bans.push({ kind: "living", subject });
    }
  }

  /** "The door stays locked": what then never comes of it. */
  #stays(words: readonly Word[]): void {
    const at = words.findIndex(
      ({ lower }, index) =>
        STATES.has(lower) && /^(?:stays?|remains?|kept|always|forever)$/.test(words[index - 1]?.lower ?? ""),
    );
    const verb = words.findIndex(({ lower }) => /^(?:stays?|remains?|is|are)$/.test(lower));
    if (at < 0 || verb < 1 || verb > at) return;
    // "The door at the end of the corridor": not every door.
    if (words.slice(0, verb).some(({ lower }) => WHERE.test(lower))) return;
    const noun = this.subjects.commonNoun(words.slice(clauseOpening(words, verb), verb));
    if (noun)
      for (const opposite of STATES.get(words[at]?.lower ?? "") ?? []) this.#act(noun, opposite, [], false, false);
  }

  /** "It is always night": what then never is. */
  #always(words: readonly Word[]): void {
    const text = words.map(({ lower }) => lower).join(" ");
    if (!/^(?:it|the \w+) (?:is|are) (?:always|forever|eternally|perpetually) |^it (?:always|never stops?) /.test(text))
      return;
    if (/\b(?:night|dark)\b/.test(text)) this.#bans.push({ kind: "words", phrases: ["daylight", "sunlight"] });
    else if (/\b(?:raining|rains|wet|overcast|cloudy|grey|foggy)\b/.test(text))
      this.#bans.push({ kind: "words", phrases: ["sunshine"] });
    else if (/\b(?:winter|snowing)\b/.test(text)) this.#bans.push({ kind: "words", phrases: ["summer"] });
    else if (/\b(?:day|daytime|noon)\b/.test(text)) this.#bans.push({ kind: "words", phrases: ["night", "moonlight"] });
  }

  #clause(all: readonly Word[]): void {
    const reason = all.findIndex(
      ({ lower }, at) =>
        all[at - 1]?.lower === "," &&
        (/^(?:since|because)$/.test(lower) ||
          (lower === "for" && (DETERMINERS.has(all[at + 1]?.lower ?? "") || PRONOUNS.has(all[at + 1]?.lower ?? "")))),
    );
    // "..., since there is no signal": that is why, and no law.
    if (
      /^(?:since|because)$/.test(all[0]?.lower ?? "") ||
      (all[0]?.lower === "for" && all.length > 3 && isThatClause(all))
    )
      return;
    this.#mayDo = undefined;
    const words = this.#withoutExceptions(reason > 0 ? all.slice(0, reason - 1) : all);
    if (words === null) return;
    const anchor = words.findIndex(
      ({ lower }) =>
        lower === "no" ||
        lower === "neither" ||
        lower === "none" ||
        NOBODY.test(lower) ||
        NEVER.test(lower) ||
        isContracted(lower) ||
        lower === "avoid",
    );
    if (anchor < 0) {
      this.#always(words);
      this.#playersOwn(words);
      this.subjects.mention(this.subjects.named(words, true));
      this.subjects.noted(words);
      return;
    }
    const word = words[anchor]?.lower ?? "";
    const next = words[anchor + 1]?.lower ?? "";
    const rest = words.slice(anchor + 1);
    const before = words.slice(0, anchor);
    this.#playersOwn(words);
    const told = rest.map(({ lower }) => lower).join(" ");
    if (before.at(-1)?.lower === "by" || LIMIT.test(told)) {
      // "Nobody swears worse than heck": what is worse is forbidden, and swearing is not.
      if (/\bswear/.test(`${word} ${told}`)) this.#bans.push({ kind: "along", words: ["swear"] });
      this.subjects.noted(words);
      return;
    }
    // "He harms no one, and touches nothing": what the verb before has for its object.
    const after = word === "no" && next === "one" ? rest.slice(1) : rest;
    const verbAt = before.findLastIndex(({ lower }) => isVerbForm(lower) && !AUXILIARIES.has(lower));
    if (
      (/^(?:nobody|nothing|none)$/.test(word) || (word === "no" && next === "one")) &&
      verbAt > 0 &&
      !after.some(({ lower }) => isVerbForm(lower) || AUXILIARIES.has(lower))
    ) {
      const someone = word === "nothing" ? [] : [{ text: "somebody", lower: "somebody", punctuation: false }];
      // "She took nothing" is not that she takes nothing ever.
      const lemma = verbLemmas(before[verbAt]?.lower ?? "")[0] ?? "";
      if (word === "nothing" && (GENERIC.has(lemma) || HAVING.has(lemma))) return;
      const doers = this.subjects.within(before.slice(clauseOpening(before, verbAt), verbAt), true);
      for (const subject of doers.length > 0 ? doers : this.subjects.current)
        this.#predicate(subject, [...before.slice(verbAt), ...someone]);
      return;
    }
    if (this.#inverted(words, anchor)) return;
    if (word === "no" && next === "one") this.#predicate(undefined, skipToVerb(rest.slice(1)));
    else if (
      word === "no" &&
      next === "longer" &&
      isVerbForm(rest[1]?.lower ?? "") &&
      !AUXILIARIES.has(before.at(-1)?.lower ?? "")
    )
      this.#never(before.slice(0, firstFinite(before)), rest.slice(1), "never");
    else if (word === "no" && /^(?:longer|matter|doubt|more)$/.test(next)) this.subjects.noted(words);
    else if (word === "neither" && AUXILIARIES.has(next)) this.subjects.noted(words);
    else if (word === "neither" && this.#neitherOf(rest)) return;
    else if (word === "neither" && (next === "one" || next === "of")) {
      const verb = rest.findIndex(({ lower }, at) => at > 0 && isVerbForm(lower));
      const both = this.#named.length === 2 ? this.#named : this.subjects.current;
      if (verb > 0) for (const subject of both) this.#predicate(subject, rest.slice(verb));
    } else if (
      word === "neither" &&
      looksFinite(next, true) &&
      before.length > 0 &&
      !AUXILIARIES.has(before.at(-1)?.lower ?? "")
    )
      this.#never(before, rest, "never");
    else if (word === "no" || word === "neither") this.#noThing(before, rest);
    else if (word === "none" && next === "of") {
      const verb = rest.findIndex(({ lower }, at) => at > 0 && (isVerbForm(lower) || ADVERBS.has(lower)));
      const noun = this.subjects.commonNoun(rest.slice(1, Math.max(1, verb)));
      for (const subject of noun ? [noun] : this.subjects.current)
        this.#predicate(subject, rest.slice(Math.max(1, verb)));
    } else if (NOBODY.test(word)) this.#nobody(word, before, rest);
    else if (word === "avoid") this.#order(rest);
    else this.#never(before, rest, word);
  }

  /** "At no point does Ann sing", "never does the sun shine": true where the verb stands before its subject. */
  #inverted(words: readonly Word[], anchor: number): boolean {
    const isNever = words[anchor]?.lower === "never" && anchor === 0;
    const isAt = words[anchor]?.lower === "no" && anchor === 1 && PREPOSITIONS.has(words[0]?.lower ?? "");
    if (!isNever && !isAt) return false;
    const verb = words.findIndex(
      ({ lower }, at) => at > anchor && /^(?:do|does|did|may|can|will|shall|must|is|are)$/.test(lower),
    );
    if (verb < 0 || (isNever && verb !== 1)) return false;
    const clause = words.slice(verb + 1);
    const found = this.subjects.at(clause);
    if (found) this.#predicate(found.subject, clause.slice(found.length));
    return true;
  }

  /** "Neither Ann nor Bo leaves": true where names follow, and their verb. */
  #neitherOf(rest: readonly Word[]): boolean {
    const verb = rest.findIndex(
      ({ lower }, at) => at > 0 && (lower === "ever" || looksFinite(lower) || AUXILIARIES.has(lower)),
    );
    const who = verb < 0 ? [] : this.subjects.named(rest.slice(0, verb));
    for (const subject of who) this.#predicate(subject, rest.slice(verb));
    return who.length > 0;
  }

  /** Without what is excepted, which is allowed; null where the exception is a moment or a manner. */
  #withoutExceptions(words: readonly Word[]): readonly Word[] | null {
    const at = words.findIndex(
      ({ lower }, index) =>
        index > 0 && (lower === "except" || (lower === "apart" && words[index + 1]?.lower === "from")),
    );
    const but = words.findLastIndex(
      ({ lower }, index) => index > 0 && /^(?:but|except)$/.test(lower) && this.#oneAt(words.slice(index + 1)) !== null,
    );
    // "Nobody but the keeper": whoever of the cast that is may do it.
    const nobody = words.findIndex(({ lower }) => NOBODY.test(lower) || lower === "one");
    const next = nobody < 0 ? undefined : words[nobody + 1];
    if (but < 0 && /^(?:but|except)$/.test(next?.lower ?? "") && !words.some(({ lower }) => lower === "player"))
      return null;
    const who = but < 0 ? null : this.#oneAt(words.slice(but + 1));
    if (who && !words.slice(but + 1).some(({ lower }) => lower === "player")) {
      this.#mayDo = who.form;
      const rest = words.slice(but + 1 + who.length);
      return [...words.slice(0, words[but - 1]?.punctuation === true ? but - 1 : but), ...rest];
    }
    if (at < 0) return words;
    const then = words[at + 1]?.lower ?? "";
    if (EXCEPTING.test(then)) return null;
    if (then !== "for") this.#allowed.push(...nounList(words.slice(at + (then === "from" ? 2 : 1))).phrases);
    return words.slice(0, words[at - 1]?.punctuation === true ? at - 1 : at);
  }

  /** Whose name stands here, behind an article or none, with nothing of theirs behind it. */
  #oneAt(words: readonly Word[]): { readonly form: string; readonly length: number } | null {
    const article = words[0]?.lower === "the" ? 1 : 0;
    const found = this.names.find(words.slice(article).map(({ text }) => text));
    const [form] = found?.subject.forms ?? [];
    const last = words[article + (found?.length ?? 1) - 1]?.text ?? "";
    return found && form !== undefined && !/'s?$/.test(last) ? { form, length: article + found.length } : null;
  }

  #nobody(word: string, before: readonly Word[], rest: readonly Word[]): void {
    // "Nothing in this story is supernatural", "nothing enchanted"
    if (word === "nothing") {
      const described = rest.find(({ lower }) =>
        /^(?:supernatural|magical|electric|electrical|modern|enchanted|alien|paranormal)$/.test(lower),
      );
      if (described) {
        this.#bans.push({ kind: "words", phrases: [described.lower] });
        return;
      }
    }
    const others = rest[0]?.lower === "but" || rest[0]?.lower === "except";
    if (others && rest.some(({ lower }) => lower === "player")) {
      this.#predicate(undefined, skipToVerb(rest.slice(1)), { playersOwn: true });
      return;
    }
    this.subjects.noted(before);
    // "Nothing heard on the wireless is his voice": what is heard is only what is spoken of.
    const said = word === "nothing" && isParticiple(rest[0]?.lower ?? "") ? rest.findIndex(isHelper) : -1;
    this.#predicate(undefined, said > 0 ? rest.slice(said) : skipToVerb(rest));
  }

  /** What comes after "no" or "neither": things that are not there, or that do not do something. */
  #noThing(before: readonly Word[], rest: readonly Word[]): void {
    if (this.#noneDone(before, rest)) return;
    const list = nounList(rest);
    const { end } = list;
    // Somebody who is in the story is not what there is none of.
    const phrases = list.phrases.filter((phrase) => !this.names.isPerson(phrase));
    if (phrases.length === 0) return;
    const heads = phrases.map(headOf);
    // "No pupil is to be beaten"
    const isOrder =
      /^(?:is|are|was|were)$/.test(rest[end]?.lower ?? "") &&
      rest[end + 1]?.lower === "to" &&
      rest[end + 2]?.lower === "be";
    const behind = isOrder ? [...rest.slice(end, end + 1), ...rest.slice(end + 3)] : rest.slice(end);
    // "No adult ever believes a child"
    const after = behind.slice(
      Math.max(
        0,
        behind.findIndex(({ lower }) => !ADVERBS.has(lower)),
      ),
    );
    const verb = after[0]?.lower ?? "";
    if (/^(?:scene|page|chapter|character|choice)$/.test(heads[0] ?? "") && phrases.length === 1) {
      this.#inNoScene(after);
      return;
    }
    // "The pilgrim is no knight": nobody else is meant.
    if (/^(?:is|are|was|were|be)$/.test(before.at(-1)?.lower ?? "") && !before.some(isThere)) {
      this.#isNone(this.subjects.within(before, true), before, phrases);
      return;
    }
    const owner = this.#ownerBefore(before);
    if (owner === null) return;
    // "It has a reading or it has no reading"
    if (
      before.some(({ lower }) => lower === "or") &&
      heads.some((head) => before.some(({ lower }) => singular(lower) === singular(head)))
    )
      return;
    if (owner) {
      this.#bans.push({ kind: "bound", subject: owner, things: phrases });
      if (heads.some((head) => nounForms(head).includes("voice")))
        this.#bans.push({ kind: "speech", subject: owner, verbs: [] });
      return;
    }
    if (/^(?:do|does|did)$/.test(verb) && after.length <= 3 && this.#lastVerbs.length > 0) {
      // "and no goose, dog or bird does either"
      for (const phrase of phrases) this.#predicate(nounSubject(phrase), this.#lastVerbs);
      return;
    }
    if (/^(?:do|does|did)$/.test(verb) && after.length <= 2) {
      // "Otters talk; no other animal does."
      const isTalk = /\b(?:talk|speak)s?\b/.test(this.#spoken.split(/\bno\b/)[0] ?? "");
      const forms = ANIMALS.filter((animal) => !this.#spoken.includes(animal));
      if (isTalk && phrases.some((phrase) => /animals?$/.test(phrase)))
        this.#bans.push({ kind: "speech", subject: { forms, named: false, pronoun: "it" }, verbs: [] });
      return;
    }
    const existing =
      before.some(({ lower }) => /^(?:there|there's)$/.test(lower)) || after.length === 0 || !isVerbForm(verb);
    // "Ticket is a dog. No speech, no reading.": it is Ticket who has none.
    if (
      existing &&
      this.#described !== undefined &&
      before.every(({ punctuation }) => punctuation) &&
      after.length === 0
    ) {
      for (const phrase of phrases) this.#without(this.#described, phrase);
      return;
    }
    if (existing) {
      for (const phrase of phrases) this.#notAt(phrase, list.placed.get(phrase));
      return;
    }
    if (
      phrases.length === 1 &&
      /^(?:animal|beast|bird|creature)s?$/.test(heads[0] ?? "") &&
      after.some(({ lower }) => SAYING.has(verbLemmas(lower)[0] ?? ""))
    ) {
      this.#bans.push({ kind: "speech", subject: { forms: ANIMALS, named: false, pronoun: "it" }, verbs: [] });
      return;
    }
    if (/^(?:is|are|was|were)$/.test(verb) && this.#isSo(phrases, after)) return;
    if (phrases.length === 1 && ANYONE.has(singular(heads[0] ?? ""))) {
      this.#predicate(
        undefined,
        after,
        rest.some(({ lower }) => lower === "other") && this.#own ? { playersOwn: true } : {},
      );
      return;
    }
    const lemmas = after
      .filter(({ punctuation, lower }) => !punctuation && !ADVERBS.has(lower))
      .flatMap(({ lower }) => verbLemmas(lower));
    const main = lemmas.find((lemma) => !/^(?:be|have|do|may|can|must|will|get)$/.test(lemma)) ?? "be";
    const passive = verbLemmas(verb).includes("be");
    const isNoThing = passive
      ? lemmas.some((lemma) => SUFFERED.has(lemma)) || main === "be"
      : EXISTING.has(main) && !after.some(({ lower }) => lower === "to");
    // "No ghost is ever seen": there may be talk of one.
    // "No voice comes through" the radio: there may be some elsewhere.
    const isThrough = main === "come" && after.some(({ lower }) => PREPOSITIONS.has(lower));
    if (!passive && EXISTING.has(main) && this.#noEvent(phrases, after, main)) return;
    if (isNoThing)
      this.#bans.push({
        kind: "words",
        phrases,
        ...((passive && main === "see") || isThrough ? { unseen: true as const } : {}),
      });
    else {
      for (const phrase of phrases) this.#predicate(groupSubject(phrase), after);
      // "No knife is drawn": whoever tells of none else has none.
      if (passive && HANDLED.has(main)) this.#bans.push({ kind: "words", phrases, guessed: true, along: true });
    }
  }

  /** "No television at the inn": forbidden there, and elsewhere as long as the author tells of none. (rule CA5851) */
  #notAt(phrase: string, place: LawPlace | undefined): void {
    if (place === undefined || this.#isEverywhere(phrase, place)) {
      this.#bans.push({ kind: "words", phrases: [phrase] });
      return;
    }
    this.#bans.push({ kind: "words", phrases: [phrase], where: place.forms });
    if (!ANYBODY.has(singular(headOf(phrase)))) this.#bans.push({ kind: "words", phrases: [phrase], guessed: true });
  }

  /** Whether what is not at a place is nowhere: the place is the whole of the story, or there is none outside of tales. */
  #isEverywhere(phrase: string, { forms }: LawPlace): boolean {
    return isUnreal(singular(headOf(phrase))) || forms.some((form) => this.names.isWhole(form));
  }

  /** "No spell can enter a mind", "no stranger comes to the mill": true where a thing that there is does not do it. (rule CA5852) */
  #noEvent(phrases: readonly string[], after: readonly Word[], main: string): boolean {
    const verb = after.findIndex(({ lower }) => verbLemmas(lower).includes(main));
    if (verb < 0 || main === "be") return false;
    const canDo = after.slice(0, verb).some(({ lower }) => /^(?:can|could|may|might|will|would)$/.test(lower));
    if (!canDo && phrases.every((phrase) => isUnreal(singular(headOf(phrase))))) return false;
    const next = after[verb + 1];
    if (next && DETERMINERS.has(next.lower)) {
      for (const phrase of phrases) this.#predicate(groupSubject(phrase), after);
      this.#bans.push({ kind: "words", phrases, guessed: true });
      return true;
    }
    let at = verb + 1;
    while (at < after.length && /^(?:to|into)$/.test(after[at]?.lower ?? "")) at++;
    const found = placeAt(at > verb + 1 ? [IN, ...after.slice(at)] : after, at > verb + 1 ? 0 : at);
    if (!found) return false;
    for (const phrase of phrases) this.#notAt(phrase, found.place);
    return true;
  }

  /** "Ann speaks no Danish", "he takes no bribe": true where it is somebody's deed that is denied. (rule CA5853) */
  #noneDone(before: readonly Word[], rest: readonly Word[]): boolean {
    const verb = before.at(-1);
    if (!verb || verb.punctuation || AUXILIARIES.has(verb.lower) || !isVerbForm(verb.lower)) return false;
    if (before.some(isThere) || HOLDS.test(verb.lower) || verb.lower.startsWith(NAME)) return false;
    const region = before.slice(clauseOpening(before, before.length - 1), -1);
    if (PREPOSITIONS.has(region[0]?.lower ?? "")) return false;
    const isAlone = region.every(({ lower }) => /^(?:and|but|or|also|ever|,)$/.test(lower));
    const found = isAlone
      ? /s$/.test(verb.lower)
        ? this.subjects.current
        : []
      : this.subjects.within(region, true).slice(0, 1);
    const noun = found.length > 0 || isAlone ? undefined : this.subjects.commonNoun(region);
    const doers = (noun ? [noun] : found).filter(({ forms: [form = ""] }) => !STORY.has(form));
    for (const subject of doers) this.#predicate(subject, [verb, ...rest]);
    return doers.length > 0;
  }

  /** "No student is dead", "no lamp is red": true where it is a state that the law denies. */
  #isSo(phrases: readonly string[], after: readonly Word[]): boolean {
    const state = after.slice(1).find(({ lower }) => !ADVERBS.has(lower) && !/ly$/.test(lower));
    if (!state || state.punctuation || PREPOSITIONS.has(state.lower) || isParticiple(state.lower)) return false;
    for (const phrase of phrases.filter((one) => !ANYONE.has(singular(headOf(one))))) {
      const subject = groupSubject(phrase);
      if (state.lower === "dead") this.#bans.push({ kind: "dead", subject });
      else if (!DETERMINERS.has(state.lower)) this.#act(subject, `be ${state.lower}`, [], false, false);
    }
    return true;
  }

  /** What somebody or something is not: "He is no priest", "she is never a coward". */
  #isNone(found: readonly Subject[], before: readonly Word[], phrases: readonly string[]): void {
    const noun = found.length > 0 ? undefined : this.subjects.commonNoun(before);
    const subjects = found.length > 0 ? found : noun ? [noun] : [];
    for (const subject of subjects)
      for (const phrase of phrases) this.#act(subject, `be ${isPlural(phrase) ? "" : "a "}${phrase}`, [], false, false);
  }

  #own = false;
  /** What the sentence before says that somebody does: "She eats hats." */
  #lastDone: { readonly subject: Subject; readonly verb: string } | undefined;
  /** Whom the sentence before says to be something: "Ticket is a dog." */
  #described: Subject | undefined;

  /** What somebody has none of, or never does: speech, hands, reading. */
  #without(subject: Subject, phrase: string): void {
    const head = singular(headOf(phrase));
    if (/^(?:speech|voice|word|talk|talking|speaking|language)$/.test(head))
      this.#bans.push({ kind: "speech", subject, verbs: [] });
    else if (/ing$/.test(head) && verbLemmas(head).length > 0)
      this.#act(subject, verbLemmas(head)[0] ?? head, [], false, false);
    else this.#bans.push({ kind: "bound", subject, things: [phrase] });
  }

  /** "He has no hands": whose things they are, if somebody's. */
  #ownerBefore(before: readonly Word[]): Subject | undefined | null {
    const have = before.findLastIndex(({ lower }) => /^(?:has|have|had|with|holds?|contains?)$/.test(lower));
    if (have < 0) return undefined;
    const region = before.slice(clauseOpening(before, have), have);
    const subject = this.subjects.within(region, true).at(-1) ?? this.subjects.current.at(-1);
    if (subject?.named === true) return subject === PLAYER ? undefined : subject;
    const noun = subject ?? this.subjects.commonNoun(region);
    if (noun && STORY.has(noun.forms[0] ?? "")) return undefined;
    // "It holds no gold": there may be gold elsewhere.
    return noun ?? (region.some(({ lower }) => PRONOUNS.has(lower)) ? null : undefined);
  }

  /** "No scene may have it ring", "no scene may show his corpse or state that he is dead", "no scene in which he bites". */
  #inNoScene(after: readonly Word[]): void {
    const words = after.filter(({ lower }) => !/^(?:may|can|must|should|will|ever)$/.test(lower));
    const which = words.findIndex(({ lower }) => lower === "which" || lower === "where" || lower === "that");
    const verb = words[0]?.lower ?? "";
    if (words[0]?.lower === "in" && which >= 0) {
      this.#withSubject(words.slice(which + 1));
      return;
    }
    if (which > 0) this.#withSubject(words.slice(which + 1));
    const [lemma = ""] = verbLemmas(verb);
    const cut = which < 0 ? words.slice(1) : words.slice(1, Math.max(1, which - 1));
    if (/^(?:have|let|make|show|give|see)$/.test(lemma) && this.subjects.at(cut)) this.#withSubject(cut);
    else if (HAVING.has(lemma) && cut.at(-1)?.lower !== "there") this.#objects(cut);
  }

  /** A subject and what it does not do: "it ring, toll or chime", "him living", "his corpse". */
  #withSubject(words: readonly Word[]): void {
    const owner = /^(?:his|her|its|their)$/.test(words[0]?.lower ?? "")
      ? this.subjects.byPronoun(ownerPronoun(words[0]?.lower ?? ""))
      : undefined;
    if (owner) {
      const { phrases } = nounList(words.slice(1));
      if (phrases.some((phrase) => /^(?:corpse|body|grave|remains|death)$/.test(headOf(phrase))))
        this.#bans.push({ kind: "dead", subject: owner, stated: true });
      else this.#bans.push({ kind: "bound", subject: owner, things: phrases });
      return;
    }
    const found = this.subjects.at(words);
    if (!found) return;
    const rest = words.slice(found.length).filter(({ lower }) => lower !== "to");
    if (/^(?:living|alive)$/.test(rest[0]?.lower ?? "")) this.#bans.push({ kind: "living", subject: found.subject });
    else this.#predicate(found.subject, rest);
  }

  /** "X never Vs", "X is not V-ed", "Never V". */
  #never(before: readonly Word[], rest: readonly Word[], word: string): void {
    const opening = before.filter(({ punctuation }) => !punctuation);
    const helper = opening.findLastIndex(({ lower }) => AUXILIARIES.has(lower) || isContracted(lower));
    const own = rest[0]?.lower ?? "";
    // "Nobody dies. Not of thirst, not by anyone's hand."
    if (word === "not" && opening.length === 0 && PREPOSITIONS.has(own)) return;
    if (word === "never" && opening.length === 0 && DETERMINERS.has(own) && this.#lastDone !== undefined) {
      const { subject, verb } = this.#lastDone;
      this.#done(subject, verb, rest, false, false);
      return;
    }
    if (DETERMINERS.has(own) && !AUXILIARIES.has(opening.at(-1)?.lower ?? "")) {
      // "and never a pistol, rifle or musket"
      if (own === "the" && rest[1]?.lower === "other") return;
      if (word === "never" || word === "without") this.#words(rest);
      else this.#noSound(rest);
      return;
    }
    if (
      /^\p{Lu}/u.test(rest[0]?.text ?? "") &&
      (word === "never" || word === "not") &&
      !AUXILIARIES.has(opening.at(-1)?.lower ?? "") &&
      opening.length > 0
    ) {
      this.#names(rest);
      return;
    }
    const subjectWords = helper >= 0 && helper >= opening.length - 2 ? opening.slice(0, helper) : opening;
    const isPassive = /^(?:is|are|was|were|be|been|am|gets?|isn't|aren't|wasn't)$/.test(
      isContracted(word) ? word.replace("n't", "") : (opening[helper]?.lower ?? ""),
    );
    const finite = firstFinite(subjectWords);
    const near = subjectWords.slice(0, finite);
    if (
      near.length === 0 &&
      subjectWords.length === 0 &&
      /^(?:never|don't|not)$/.test(word) &&
      this.subjects.current.length === 0
    ) {
      this.#order(rest);
      return;
    }
    if (
      (opening.length === 0 && word === "don't") ||
      (opening.length === 1 && /^(?:do|please)$/.test(opening[0]?.lower ?? ""))
    ) {
      this.#order(rest);
      return;
    }
    if (
      near.length === 0 &&
      /^(?:never|don't)$/.test(word) &&
      opening.length === 0 &&
      ORDERS.has(verbLemmas(own)[0] ?? "")
    ) {
      this.#order(rest);
      return;
    }
    // "Magic is not real": there is none.
    if (isPassive && own === "real" && near.length > 0) {
      this.#words(near);
      return;
    }
    const ceaseless = near.length === 1 && near[0]?.lower === "it" && /^(?:stops?|ceases?)$/.test(own);
    const weather = verbLemmas(rest[1]?.lower ?? "")[0] ?? "";
    if (ceaseless && WEATHER.has(weather)) {
      this.#act(nounSubject(weather), "stop", [], false, false);
      if (weather === "rain") this.#bans.push({ kind: "words", phrases: ["sunshine"] });
      return;
    }
    const isWeather = near.length === 1 && near[0]?.lower === "it" && WEATHER.has(verbLemmas(own)[0] ?? "");
    if (isWeather) {
      this.#bans.push({ kind: "weather", word: verbLemmas(own)[0] ?? own });
      return;
    }
    // "His face is not described": it is his that is not.
    const owner = /^(?:his|her|its|their)$/.test(near[0]?.lower ?? "")
      ? this.subjects.byPronoun(ownerPronoun(near[0]?.lower ?? ""))
      : undefined;
    if (
      isPassive &&
      owner?.named === true &&
      rest.some(({ lower }) => verbLemmas(lower).some((lemma) => TOLD.has(lemma)))
    ) {
      const { phrases } = nounList(near.slice(1));
      if (phrases.length > 0) this.#bans.push({ kind: "bound", subject: owner, things: phrases });
      return;
    }
    const subjects = this.subjects.within(near, true);
    const about = subjects.length > 0 ? subjects : near.length === 0 ? this.subjects.current : [];
    this.subjects.mention(subjects);
    // "Not killed."
    const isBare = opening.length === 0 && word === "not" && isParticiple(own);
    const predicate = isPassive || isBare ? [{ text: "be", lower: "be", punctuation: false }, ...rest] : rest;
    if (about.length === 0) {
      const list =
        near.length > 0 && before.some(({ punctuation, lower }) => punctuation || lower === "and")
          ? this.subjects.commonNouns(before.slice(0, firstFinite(before)))
          : [];
      for (const noun of list.slice(0, -1)) {
        if (EXISTING.has(verbLemmas(own)[0] ?? "")) this.#bans.push({ kind: "words", phrases: noun.forms.slice(0, 1) });
        else this.#predicate(noun, predicate);
      }
      if (near.length > 0) {
        const noun = list.at(-1) ?? this.subjects.commonNoun(near);
        const [lemma = ""] = verbLemmas(own);
        if (noun && EXISTING.has(lemma) && !isPassive && rest.length <= 3)
          this.#bans.push({ kind: "words", phrases: noun.forms.slice(0, 1) });
        // "The narrator never lies to the player": nobody in the story is meant.
        const isTeller = /^(?:narrator|narration|text|prose)$/.test(noun?.forms[0] ?? "");
        if (isTeller && !HAVING.has(lemma) && !SAYING.has(lemma) && !CALLING.has(lemma)) return;
        if (noun) this.#predicate(STORY.has(noun.forms[0] ?? "") ? undefined : noun, predicate);
        const [told = ""] = rest.flatMap(({ lower }) => verbLemmas(lower)).filter((lemma) => TOLD.has(lemma));
        if (noun && isPassive && told !== "") this.#bans.push({ kind: "words", phrases: noun.forms.slice(0, 1) });
        this.#lastVerbs = predicate;
      }
      return;
    }
    for (const subject of about) {
      // "The lake monster does not exist"
      if (own === "exist" && !subject.named) this.#bans.push({ kind: "words", phrases: subject.forms.slice(0, 1) });
      this.#predicate(subject, predicate);
    }
    this.#lastVerbs = predicate;
  }

  /** "not a word, not a squeak": more of what somebody without speech does not utter. */
  #noSound(rest: readonly Word[]): void {
    const last = this.#bans.findLast((ban) => ban.kind === "speech");
    const noun = rest.findLast(({ lower }) => !DETERMINERS.has(lower))?.lower ?? "";
    if (last?.kind === "speech" && isVerb(noun)) this.#bans.push({ ...last, verbs: [noun] });
  }

  /** "Never name the king", "Do not let her speak", "Avoid blood". */
  #order(rest: readonly Word[]): void {
    const [lemma = ""] = verbLemmas(rest[0]?.lower ?? "");
    if (/^(?:let|have|make|show|allow|give)$/.test(lemma) && this.subjects.at(rest.slice(1)))
      this.#withSubject(rest.slice(1));
    // "Do not add another log" says nothing of the first.
    else if (rest.some(({ lower }) => /^(?:another|more|further|others?|there)$/.test(lower))) return;
    else if (ORDERS.has(lemma) || /ing$/.test(rest[0]?.lower ?? "")) this.#objects(rest.slice(1));
    // What the storyteller is told not to do forbids the player nothing: "never explain a joke".
    else if (VIOLENT.has(lemma)) this.#predicate(undefined, rest);
    else if (isVerb(lemma) || DETERMINERS.has(rest[1]?.lower ?? "") || PRONOUNS.has(rest[1]?.lower ?? "")) return;
    else this.#objects(rest);
  }

  /** What somebody, or nobody at all, does not do: verbs in a list, each with its object. */
  #predicate(
    subject: Subject | undefined,
    words: readonly Word[],
    { playersOwn = this.#own && subject === undefined } = {},
  ): void {
    let passive = false;
    let last: { verb: string; passive: boolean } | undefined;
    let isState = false;
    const from = this.#bans.length;
    const items = itemsOf(words);
    for (const [index, item] of items.entries()) {
      let at = 0;
      if (item.some(({ lower }) => DEGREE.test(lower))) continue;
      while (at < item.length) {
        const lower = item[at]?.lower ?? "";
        if (/^(?:be|been|being|is|are|was|were|gets?|got)$/.test(lower)) passive = true;
        else if (lower === "to" && at === 0) passive = passive && true;
        else if (
          !AUXILIARIES.has(lower) &&
          !(ADVERBS.has(lower) && at < item.length - 1) &&
          (!/ly$/.test(lower) || isVerb(lower))
        )
          break;
        at++;
      }
      // "turns out to have died"
      const have = item.findIndex(({ lower }, index) => lower === "have" && item[index - 1]?.lower === "to");
      if (have > 0) at = have + 1;
      // "is never seen to eat", "is never shown eating"
      const seen = item.findIndex(({ lower }) => /^(?:seen|heard|known|shown|allowed|found|made|caught)$/.test(lower));
      const then = item[seen + 1]?.lower ?? "";
      if (passive && seen >= 0 && (then === "to" || /ing$/.test(then))) {
        at = seen + (then === "to" ? 2 : 1);
        passive = false;
      }
      const head = item[at];
      // "..., and she goes on": a clause of its own.
      if (!head || (index > 0 && /^(?:he|she|it|they|you|we)$/.test(head.lower))) continue;
      if (DETERMINERS.has(head.lower) || PREPOSITIONS.has(head.lower) || (last && !isVerbForm(head.lower))) {
        const { phrases } = nounList(
          item.slice(DETERMINERS.has(head.lower) ? at : at + (PREPOSITIONS.has(head.lower) ? 1 : 0)),
        );
        if ((phrases.length === 0 && last === undefined) || (last === undefined && PREPOSITIONS.has(head.lower)))
          continue;
        // "He is never a hologram", and further objects of the verb before.
        if (last === undefined || last.verb === "") {
          if (subject && passive) this.#isNone([subject], [], /^an?$/.test(head.lower) || last ? phrases : []);
          else if (!/^(?:the|his|her|its|their|my|your|our)$/.test(head.lower))
            this.#bans.push({ kind: "words", phrases });
          last = { verb: "", passive };
        } else this.#done(subject, last.verb, item.slice(at), last.passive, playersOwn);
        continue;
      }
      // "There is nobody else on the island"
      if (ADVERBS.has(head.lower) || (!subject && !last && !passive && !isVerbForm(head.lower))) continue;
      // "The clock is not slow": a state, and nothing that is done.
      const isBe = item.slice(0, at).some(({ lower }) => /^(?:be|being|been|is|are|was|were)$/.test(lower));
      if (passive && (isBe || isState) && !isParticiple(head.lower)) {
        isState = true;
        if (subject && item.length === at + 1) this.#act(subject, `be ${plainOf(head)}`, [], false, false);
        continue;
      }
      isState = false;
      const lemma = lemmaFor(head.lower, passive);
      last = { verb: lemma, passive };
      // "carries or fires a gun"
      const next = items[index + 1] ?? [];
      const isObject = DETERMINERS.has(next[1]?.lower ?? "") || /s$/.test(next[1]?.lower ?? "");
      const shared =
        !passive && HAVING.has(lemma) && item.length === at + 1 && isVerbForm(next[0]?.lower ?? "") && isObject;
      this.#done(subject, lemma, shared ? next.slice(1) : item.slice(at + 1), passive, playersOwn);
    }
    if (subject === undefined && !playersOwn) this.#crossed(from);
  }

  /** "strikes a match, lights a lamp": nobody lights a match either. */
  #crossed(from: number): void {
    const acts = this.#bans
      .slice(from)
      .flatMap((ban) =>
        ban.kind === "act" && ban.object.length > 0 && !ban.passive && !ban.object.includes("someone") ? [ban] : [],
      );
    const verbs = [...new Set(acts.map(({ verb }) => verb))];
    for (const { object } of verbs.length > 1 ? acts : [])
      for (const verb of verbs) this.#bans.push({ kind: "act", verb, object, passive: false });
  }

  /** One verb and what follows it. */
  #done(
    subject: Subject | undefined,
    lemma: string,
    after: readonly Word[],
    passive: boolean,
    playersOwn: boolean,
  ): void {
    if (CALLING.has(lemma)) {
      const article = after[0]?.lower === "the" ? 1 : 0;
      const whom = this.names.find(after.slice(article).map(({ text }) => text));
      const isListener = /^(?:player|reader|narrator)$/.test(after[article]?.lower ?? "");
      const named = whom ? whom.length : isListener ? 1 : 0;
      const target = after[0] && PRONOUNS.has(after[0].lower) ? 1 : named > 0 ? named + article : 0;
      if (isListener && !whom && target === after.length) return;
      this.#names(after.slice(target < after.length ? target : 0));
      return;
    }
    const next = after[0]?.lower ?? "";
    const isPhrasal = /^(?:off|up|away|out)$/.test(next) && PHRASAL.test(lemma);
    const isToldTo =
      SAYING.has(lemma) &&
      /^(?:player|you|us|anyone|anybody|them)$/.test((after[0]?.lower === "the" ? after[1] : after[0])?.lower ?? "");
    // "Nobody may tell the player who did it"
    if (isToldTo && subject === undefined && !passive) return;
    const hasParticle =
      PARTICLES.has(next) &&
      (isPhrasal || after.length === 1 || (!LEADS.has(next) && !DETERMINERS.has(after[1]?.lower ?? "")));
    const particle = hasParticle ? ` ${next}` : "";
    const verb = lemma + particle;
    const rest = particle === "" ? after : after.slice(1);
    const whomAt = rest[0]?.lower === "before" ? rest[1] : rest[0];
    // "Nobody builds another": of the one that there is nothing is said.
    if (rest.length === 1 && /^(?:another|more|others?|either)$/.test(rest[0]?.lower ?? "")) return;
    const anybody = whomAt && /^(?:anybody|anyone|somebody|someone|everybody)$/.test(whomAt.lower);
    if (rest[0]?.lower === "to" && isVerb(rest[1]?.lower ?? "")) return;
    // "Never finds out that she knows"
    const opens = particle === "" && PARTICLES.has(next) ? 1 : 0;
    const isClause =
      /^(?:who|what|how|why|whether)$/.test(after[opens]?.lower ?? "") ||
      (after[opens]?.lower === "that" && !SAYING.has(lemma) && startsSubject(after[opens + 1]));
    const isPartial = particle !== "" && /^(?:who|what|how|why|whether|that)$/.test(rest[0]?.lower ?? "");
    if (verb === "find out" && rest.length === 0) return;
    if ((isClause || isPartial) && !passive && !SAYING.has(lemma)) return;
    // "Never left alone", "never seen clearly": left and seen they are.
    const isComplement = ({ lower, punctuation }: Word): boolean =>
      !punctuation &&
      !PREPOSITIONS.has(lower) &&
      !ADVERBS.has(lower) &&
      !DETERMINERS.has(lower) &&
      !PRONOUNS.has(lower);
    if (passive && subject && rest[0] && particle === "" && isComplement(rest[0]) && !CALLING.has(lemma)) return;
    // "No child is left behind"
    if (passive && rest.length === 1 && /^(?:behind|out|over|through)$/.test(rest[0]?.lower ?? "")) return;
    const whom = this.#meantBy(rest);
    if (whom === null) {
      if (/^(?:murder)$/.test(lemma)) this.#bans.push({ kind: "along", words: ["murder"] });
      return;
    }
    if (whom) {
      this.#act(subject, verb, whom.forms.slice(), passive, playersOwn);
      return;
    }
    const { phrases, limited } = anybody
      ? { phrases: ["somebody"], limited: false }
      : nounList(skipPreposition(rest), { object: true });
    const heads = phrases.map(headOf);
    if (
      (limited && phrases.length === 0) ||
      (phrases.length > 0 && heads.every((head) => /^(?:alive|dead|others?)$/.test(head)))
    )
      return;
    // "You never say the name of the play": the player may speak of anything else.
    if (SAYING.has(lemma) && subject === PLAYER && rest.length > 0) {
      const of = rest.findIndex(({ lower }, at) => lower === "of" && rest[at - 1]?.lower === "name");
      if (of > 0) this.#words(rest.slice(of + 1));
      else if (phrases.length > 0 && !heads.every((head) => IDLE_OBJECTS.has(singular(head))))
        this.#bans.push({ kind: "words", phrases });
      return;
    }
    if (SAYING.has(lemma) && !passive) {
      const idle = heads.every((head) => IDLE_OBJECTS.has(singular(head)));
      if (subject) {
        if (idle) this.#bans.push({ kind: "speech", subject, verbs: [lemma] });
        else if (!rest.some(({ lower }) => lower === "that")) this.#act(subject, verb, phrases, false, playersOwn);
      } else if (!idle && isDefinite(rest) && /^(?:about|of|for|after)$/.test(rest[0]?.lower ?? "")) {
        // "Nobody asks about the scar": one that is seen.
        for (const phrase of phrases)
          for (const told of new Set([verb, "mention"])) this.#act(undefined, told, [phrase], false, playersOwn);
      } else if (!idle && !/\b(?:that|who|what|how|why|where)\b/.test(rest[0]?.lower ?? ""))
        this.#bans.push({ kind: "words", phrases });
      return;
    }
    if (/^(?:liken|compare)$/.test(lemma)) {
      this.#words(skipPreposition(rest));
      return;
    }
    if (
      rest.some(({ lower }) => /^(?:that|whether|who|how|why|what)$/.test(lower)) &&
      rest.length > 2 &&
      phrases.length === 0
    )
      return;
    const story = subject === undefined || (!subject.named && STORY.has(subject.forms[0] ?? ""));
    if (story && HAVING.has(lemma) && !passive && phrases.length > 0) {
      // "Nobody reads the letter": there is one. Nobody sees the sun: it is not seen at all.
      // "Nobody smokes in the library": there is a library.
      const isWhere = WHERE.test(rest[0]?.lower ?? "") && !MEASURED.has(lemma) && lemma !== "count";
      const found = isDefinite(rest)
        ? phrases.filter((phrase) => UNIQUE.has(singular(phrase)))
        : isWhere
          ? []
          : phrases;
      const things = found.filter((phrase) => !this.names.isPerson(phrase));
      if (things.length > 0 && this.#mayDo === undefined) this.#bans.push({ kind: "words", phrases: things });
      if (!heads.some((head) => ANYBODY.has(head)))
        for (const phrase of phrases) this.#act(undefined, verb, [phrase], false, playersOwn);
      return;
    }
    if (passive && MEASURED.has(lemma) && rest[0]?.lower === "in" && phrases.length > 0) {
      this.#bans.push({ kind: "words", phrases });
      return;
    }
    if (passive && subject === undefined && this.#suffered(lemma, after)) return;
    // "Nobody opens Bay Four": Bay Four there is.
    if (story && phrases.length > 0 && !passive && !isDefinite(rest))
      for (const phrase of phrases.filter((one) => one.includes(" ") && !/\p{Lu}|\u0000/u.test(one)))
        this.#bans.push({ kind: "words", phrases: [phrase] });
    const byAgent = passive && rest[0]?.lower === "by";
    this.#act(story ? undefined : subject, verb, phrases, passive, playersOwn, byAgent);
  }

  /** Whom a pronoun after a verb means; null where nobody can tell, undefined where there is none. */
  #meantBy(rest: readonly Word[]): Subject | null | undefined {
    const pronoun = rest[0]?.lower ?? "";
    if (!/^(?:it|him|her|them)$/.test(pronoun)) return undefined;
    const next = rest[1];
    const isAlone =
      !next ||
      next.punctuation ||
      PREPOSITIONS.has(next.lower) ||
      CONJUNCTIONS.has(next.lower) ||
      ADVERBS.has(next.lower) ||
      PARTICLES.has(next.lower);
    if (pronoun === "her" && !isAlone) return undefined;
    // "Nothing makes it nearer"
    if (!isAlone && !isVerb(next.lower)) return null;
    const subject = this.subjects.byPronoun({ him: "he", her: "she", them: "they" }[pronoun] ?? pronoun);
    return subject ?? null;
  }

  /** "found dead", "sent to prison", "tied up": the participle with what belongs to it. True where something does. */
  #suffered(lemma: string, after: readonly Word[]): boolean {
    const cut = after.findIndex(
      ({ lower }, at) =>
        PRONOUNS.has(lower) || STORY.has(lower) || (at > 2 && /^(?:with|on|in|by|for|of)$/.test(lower)),
    );
    const last = cut < 0 ? 4 : Math.min(cut, 4);
    const where = after.findIndex((_, at) => {
      const found = at < last ? placeAt(after, at) : null;
      return found?.place.forms.some((form) => this.names.isWhole(form)) === true;
    });
    const rest = after.slice(0, where < 0 ? last : where).map(({ lower }) => lower);
    while (
      rest.length > 0 &&
      (DETERMINERS.has(rest.at(-1) ?? "") || PREPOSITIONS.has(rest.at(-1) ?? "")) &&
      !PARTICLES.has(rest.at(-1) ?? "")
    )
      rest.pop();
    if (rest.length === 0) return false;
    const noun = rest.length > 1 && PREPOSITIONS.has(rest[0] ?? "") ? rest.at(-1) : undefined;
    // "Nobody is murdered on this trip": nor anywhere.
    if (noun !== undefined && VOYAGES.has(noun) && isHead(lemma)) return false;
    this.#bans.push({
      kind: "words",
      phrases: [`${participle(lemma)} ${rest.join(" ")}`, ...(noun === undefined || !isHead(noun) ? [] : [noun])],
    });
    return true;
  }

  #act(
    subject: Subject | undefined,
    verb: string,
    phrases: readonly string[],
    passive: boolean,
    playersOwn: boolean,
    byAgent = false,
  ): void {
    if (
      verb === "" ||
      (/^(?:have|do|be|happen|seem|become|turn|go|come|need|want|mean|let|keep|matter|exist)$/.test(verb) &&
        !(verb === "turn" && phrases.length === 0 && subject?.named === false))
    ) {
      // "Never turns a guest out": a guest there is.
      if (/^(?:turn|become|go|be)$/.test(verb) && phrases.length > 0 && subject === undefined)
        this.#bans.push({ kind: "words", phrases });
      if (verb === "have" && subject?.named === true && phrases.length > 0)
        this.#bans.push({ kind: "bound", subject, things: phrases });
      return;
    }
    if (subject === undefined && phrases.length === 0 && verb === "swear") {
      // An oath may be sworn: it is the words that nobody says.
      this.#bans.push({ kind: "words", phrases: ["swearing"] });
      return;
    }
    if (subject === undefined && phrases.length === 0 && (GENERIC.has(verb) || HAVING.has(verb))) return;
    // "It is broken by the player's own hand or it is not broken at all."
    if (passive && this.#own && subject?.named === false && phrases.length === 0) {
      this.#act(undefined, verb, subject.forms.slice(0, 1), false, true);
      return;
    }
    if (/^be (?:an? |the )?$/.test(verb)) return;
    const object = phrases.flatMap((phrase) => {
      const head = singular(headOf(phrase));
      // "Nobody kills an animal" says nothing of people.
      if (head === "animal") return ANIMALS;
      return ANYBODY.has(head) ? ["someone"] : [phrase];
    });
    this.#bans.push({
      kind: "act",
      verb,
      ...(subject ? { subject } : {}),
      object,
      passive,
      ...(subject === undefined && this.#mayDo !== undefined ? { unless: this.#mayDo } : {}),
      ...(byAgent ? { byAgent: true as const } : {}),
      ...(playersOwn ? { playersOwn: true as const } : {}),
    });
  }

  /** "is broken by the player's own hand": it is the player's, and nobody else's. */
  #playersOwn(words: readonly Word[]): void {
    const by = words.findIndex(
      ({ lower }, at) =>
        lower === "by" &&
        /^(?:player's|player|your)$/.test(
          words[at + 1]?.lower === "the" ? (words[at + 2]?.lower ?? "") : (words[at + 1]?.lower ?? ""),
        ),
    );
    const only = words.findIndex(
      ({ lower }, at) => lower === "only" && words[at + 1]?.lower === "the" && words[at + 2]?.lower === "player",
    );
    if (by > 0) {
      const participle = words[by - 1]?.lower ?? "";
      const be = words.findIndex(({ lower }) => /^(?:is|are|be|was)$/.test(lower));
      const noun = this.subjects.commonNoun(words.slice(0, Math.max(0, be)));
      if (!noun || !isVerbForm(participle)) return;
      this.subjects.current = [noun];
      this.subjects.mention([noun]);
      this.#own = true;
      const [verb = participle] = verbLemmas(participle);
      this.#act(undefined, verb, noun.forms.slice(0, 1), false, true);
    } else if (only >= 0) {
      this.#own = true;
      const rest = words.slice(only + 3).filter(({ lower }) => !/^(?:may|can|must|ever)$/.test(lower));
      this.#predicate(undefined, rest, { playersOwn: true });
    }
  }

  /** Words that are not there at all. */
  #words(words: readonly Word[]): void {
    const { phrases } = nounList(words);
    if (phrases.length > 0) this.#bans.push({ kind: "words", phrases });
  }

  /** Objects of a verb of telling: named people are bound to nothing here. */
  #objects(words: readonly Word[]): void {
    const { phrases } = nounList(skipPreposition(words), { object: true });
    if (phrases.length > 0) this.#bans.push({ kind: "words", phrases });
  }

  /** Names that nobody is called by, with their article: "Miss Aubrey", "the nurse". */
  #names(words: readonly Word[]): void {
    const phrases: string[] = [];
    let current: string[] = [];
    const close = (): void => {
      const phrase = current.join(" ");
      if (current.some((word) => !DETERMINERS.has(word))) phrases.push(phrase.replace(/^an? /, ""));
      current = [];
    };
    for (const { text, lower, punctuation } of words) {
      if (punctuation || CONJUNCTIONS.has(lower)) close();
      else if (PREPOSITIONS.has(lower) || looksFinite(lower)) break;
      else if (!/^(?:ever|either|by)$/.test(lower)) current.push(text);
    }
    close();
    if (phrases.length > 0) this.#bans.push({ kind: "words", phrases });
  }
}

/** "for that glass and a flame do not agree", and no "for a year". */
const isThatClause = (words: readonly Word[]): boolean =>
  firstFinite(words) < words.length && !words.slice(0, 3).some(({ punctuation }) => punctuation);

/** A stretch of time that is the whole of the story: "during the five nights", "in these sixty hours". */
const WHOLE_SPAN =
  /,? (?:in|during|over|for|through|throughout) (?:(?:all )?(?:these|this)(?: \w+)?|all(?: of)?(?: the)?(?: \w+)?|the (?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|\w+ty-\w+|\d+|whole)) (?:hours?|days?|nights?|weeks?|weekends?|months?|trip|journey|voyage)\b/gi;
/** "It is forbidden to whistle" */
const FORBIDDEN =
  /\bit is (?:strictly |absolutely )?(?:forbidden|prohibited|banned|not (?:allowed|permitted)) (?:for (?:anyone|anybody) )?to\b/gi;
/** "..., least of all by her" */
const LEAST = /,? least of all [^,.;:!?]+/gi;
/** What is done with a thing that is at hand. */
const HANDLED = new Set(
  "draw fire pour hold point wave smoke play light raise take give pull ride drive send sing drink".split(" "),
);
const HOLDS = /^(?:has|have|had|with|holds?|contains?|says?|said)$/;
const IN: Word = { text: "in", lower: "in", punctuation: false };

const WHERE = /^(?:in|at|on|near|inside|outside|under|behind|beside|by)$/;
/** What there is one of, always there, and not seen where it is forbidden. */
const UNIQUE = new Set("sun moon star sea ocean sky sunlight daylight sunshine moonlight starlight horizon".split(" "));

const startsSubject = (word: Word | undefined): boolean =>
  word !== undefined && (word.lower.startsWith(NAME) || PRONOUNS.has(word.lower) || DETERMINERS.has(word.lower));

/** What all of a story may be. */
const VOYAGES = new Set(
  "trip journey voyage night day week weekend watch page road hunt adventure expedition".split(" "),
);

/** Verbs that are others with a particle, whatever comes behind it: "takes off his hat". */
const PHRASAL = /^(?:take|put|pull|give|throw|pick|turn|lock|hand|set|call)$/;

const isThere = ({ lower }: Word): boolean => /^(?:there|there's|here)$/.test(lower);
const isHelper = ({ lower }: Word): boolean => /^(?:is|are|was|were|may|can|has|have)$/.test(lower);

/** Whether a word is a participle of a verb that is known: "broken", "seen", and no "evil" or "aboard". */
function isParticiple(word: string): boolean {
  return verbLemmas(word).some(
    (lemma) =>
      (isVerb(lemma) || /[a-z]{2}ied$/.test(word)) &&
      (participle(lemma) === word || (word !== lemma && verbForms(lemma).slice(2).includes(word))),
  );
}

/** "the letter", "his mask", "Bay Four": one that there is. */
function isDefinite(words: readonly Word[]): boolean {
  const [first, second] = skipPreposition(words);
  if (!first) return false;
  return (
    /^(?:the|this|that|these|those|his|her|its|their|your|my|our)$/.test(first.lower) ||
    first.lower.startsWith(NAME) ||
    (/^\p{Lu}/u.test(first.text) && second !== undefined && /^\p{Lu}/u.test(second.text))
  );
}

/** "No animal is hurt": no dog either. */
const groupSubject = (phrase: string): Subject =>
  /^(?:animal|beast|creature)s?$/.test(phrase) ? { forms: ANIMALS, named: false, pronoun: "it" } : nounSubject(phrase);

/** The condition under which a sentence forbids nothing any more. */
function conditionOf(sentence: string): string | undefined {
  if (!/\b(?:no|nobody|nothing|none|never|not|neither|cannot|no-one)\b|n['’]t\b/i.test(sentence)) return undefined;
  const scope = /\b(?:until|till|before) ([^,;:.!?]+(?::\d\d)?)/i.exec(sentence)?.[1] ?? "";
  const [condition = ""] = scope.split(/ (?=(?:nobody|no|none|never|nothing|neither|there)\b)/i);
  return condition === "" || BEGINNING.test(condition) || SOMEBODY.test(condition) ? undefined : condition;
}

/** A sentence without the condition under which it forbids nothing any more: a time is no object of a verb. (rule CA5860) */
function withoutCondition(sentence: string, condition: string | undefined): string {
  if (condition === undefined) return sentence;
  const at = sentence.indexOf(condition);
  return sentence.slice(0, at).replace(/,?\s*\b(?:until|till|before) $/i, "") + sentence.slice(at + condition.length);
}

const ownerPronoun = (word: string): string => ({ his: "he", her: "she", its: "it", their: "they" })[word] ?? word;
