/** What a constraint forbids, sentence by sentence. */
import {
  isVerb,
  looksFinite,
  nounForms,
  participle,
  singular,
  splitSentences,
  verbLemmas,
} from "@narratoria/protocol/english";
import { type Ban, type ParsedLaw, wordBans } from "./bans.js";
import { ANIMALS, isHead } from "./families.js";
import { type NameBook, nounSubject, PLAYER, type Subject, Subjects } from "./subjects.js";
import {
  ALLOWING,
  ANYBODY,
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
  nounList,
  PARTICLES,
  PREPOSITIONS,
  PRONOUNS,
  skipPreposition,
  skipToVerb,
  type Word,
  wordsOf,
} from "./words.js";

/** Reads one constraint. */
/** What somebody never says, by what is true of it: whoever says nothing untrue speaks. */
const SPEAKS_SO =
  /\b(?:never|not|n't|nothing|no one|nobody)\b[^.;]*\b(?:says?|tells?|speaks?|answers?|utters?)\b(?: (?:an?y? (?:single )?(?:thing|word|sentence)s?|things|anything|words|nothing|more))? (?:that|which|than|unless|except|but for|without|untrue|false|unkind|first)\b/i;

export function parseLaw(text: string, names: NameBook): ParsedLaw {
  return new LawReader(names).read(text);
}

class LawReader {
  readonly #bans: Ban[] = [];
  readonly #allowed: string[] = [];
  #until: string | undefined;
  readonly subjects: Subjects;
  #lastVerbs: readonly Word[] = [];

  constructor(readonly names: NameBook) {
    this.subjects = new Subjects(names);
  }

  read(text: string): ParsedLaw {
    const plain = text
      .replace(/[*_`#>]+/g, "")
      .replace(/[’‘]/g, "'")
      .replace(/,? please(?=[.!?,]|$)/gi, "")
      .replace(ANYWHERE, "");
    for (const sentence of splitSentences(plain)) this.#sentence(sentence);
    if (/\b(?:digits?|numerals?)\b/i.test(plain) && /\b(?:no|never|not)\b/i.test(plain))
      this.#bans.push({ kind: "digits" });
    return {
      bans: this.#bans,
      allowed: this.#allowed,
      ...(this.#until === undefined ? {} : { until: this.#until }),
    };
  }

  #sentence(sentence: string): void {
    if (ALLOWING.test(sentence) && !/\b(?:never|no|nobody|not|cannot)\b/i.test(sentence)) {
      this.#allow(sentence);
      return;
    }
    // "She never says a thing that is not true": it is not speech that is forbidden. (rule CA713)
    if (SPEAKS_SO.test(sentence)) return;
    const scope = /\b(?:until|before) ([^,;:.]+)[,;:.]/i.exec(sentence);
    const [condition] = (scope?.[1] ?? "").split(/ (?=(?:nobody|no|none|never|nothing|neither|there)\b)/i);
    if (condition) this.#until ??= condition;
    this.#bans.push(...wordBans(sentence));
    const words = this.#withNames(wordsOf(sentence));
    const opening = words.slice(0, firstFinite(words));
    const bare =
      opening.length <= 6 &&
      !PRONOUNS.has(opening[0]?.lower ?? "") &&
      !/^(?:no|nobody|nothing|none|there|until|before|if|when|while|in|on|at|for|beyond|all|even|only)$/.test(
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
    this.subjects.mention(this.subjects.named(words));
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
      const denied = between.some(({ lower: word }) => NEVER.test(word)) || words[verb - 1]?.lower === "never";
      const told = before.some(({ lower: word }) => /^(?:that|say|state|says|claim|think|believe)$/.test(word));
      const region = words.slice(clauseOpening(words, verb), verb);
      if (region.some((word) => word.lower === "dead")) continue;
      const subjects = this.subjects.within(region, true);
      const list = subjects.length > 0 ? subjects : this.subjects.current;
      if (lower === "extinct" && !denied)
        for (const { forms } of list) this.#bans.push({ kind: "words", phrases: forms });
      const people = list.filter((subject) => subject.named);
      for (const subject of people) {
        if (lower === "dead" || lower === "alive") {
          const dead = (lower === "dead") !== (denied || told);
          this.#bans.push({ kind: dead ? "living" : "dead", subject });
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

  #clause(words: readonly Word[]): void {
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
      this.subjects.noted(words);
      return;
    }
    const word = words[anchor]?.lower ?? "";
    const next = words[anchor + 1]?.lower ?? "";
    const rest = words.slice(anchor + 1);
    const before = words.slice(0, anchor);
    this.#playersOwn(words);
    // "He harms no one, and touches nothing": what the verb before has for its object.
    const after = word === "no" && next === "one" ? rest.slice(1) : rest;
    const verbAt = before.findLastIndex(({ lower }) => isVerbForm(lower) && !AUXILIARIES.has(lower));
    if (
      (/^(?:nobody|nothing|none)$/.test(word) || (word === "no" && next === "one")) &&
      verbAt > 0 &&
      !after.some(({ lower }) => isVerbForm(lower) || AUXILIARIES.has(lower))
    ) {
      const someone = word === "nothing" ? [] : [{ text: "somebody", lower: "somebody", punctuation: false }];
      const doers = this.subjects.within(before.slice(clauseOpening(before, verbAt), verbAt), true);
      for (const subject of doers.length > 0 ? doers : this.subjects.current)
        this.#predicate(subject, [...before.slice(verbAt), ...someone]);
      return;
    }
    if (word === "no" && next === "one") this.#predicate(undefined, skipToVerb(rest.slice(1)));
    else if (word === "no" && /^(?:longer|matter|doubt|more)$/.test(next)) this.subjects.noted(words);
    else if (word === "neither" && AUXILIARIES.has(next)) this.subjects.noted(words);
    else if (word === "no" || word === "neither") this.#noThing(before, rest);
    else if (word === "none" && next === "of") {
      const verb = rest.findIndex(({ lower }, at) => at > 0 && (isVerbForm(lower) || ADVERBS.has(lower)));
      for (const subject of this.subjects.current) this.#predicate(subject, rest.slice(Math.max(1, verb)));
    } else if (NOBODY.test(word)) this.#nobody(word, before, rest);
    else if (word === "avoid") this.#order(rest);
    else this.#never(before, rest, word);
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
    this.#predicate(undefined, skipToVerb(rest));
  }

  /** What comes after "no" or "neither": things that are not there, or that do not do something. */
  #noThing(before: readonly Word[], rest: readonly Word[]): void {
    const { phrases, end } = nounList(rest);
    if (phrases.length === 0) return;
    const heads = phrases.map(headOf);
    const after = rest.slice(end);
    const verb = after[0]?.lower ?? "";
    if (/^(?:scene|page|chapter|character|choice)$/.test(heads[0] ?? "") && phrases.length === 1) {
      this.#inNoScene(after);
      return;
    }
    const owner = this.#ownerBefore(before);
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
      this.#bans.push({ kind: "words", phrases });
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
    if (phrases.length === 1 && ANYBODY.has(singular(heads[0] ?? ""))) {
      this.#predicate(
        undefined,
        after,
        rest.some(({ lower }) => lower === "other") && this.#own ? { playersOwn: true } : {},
      );
      return;
    }
    const lemmas = after.filter(({ punctuation }) => !punctuation).flatMap(({ lower }) => verbLemmas(lower));
    const main = lemmas.find((lemma) => !/^(?:be|have|do|may|can|must|will|get)$/.test(lemma)) ?? "be";
    const passive = verbLemmas(verb).includes("be");
    const isNoThing = passive
      ? SUFFERED.has(main) || main === "be"
      : EXISTING.has(main) && !after.some(({ lower }) => lower === "to");
    if (isNoThing) this.#bans.push({ kind: "words", phrases });
    else for (const phrase of phrases) this.#predicate(nounSubject(phrase), after);
  }

  #own = false;
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
  #ownerBefore(before: readonly Word[]): Subject | undefined {
    const have = before.findLastIndex(({ lower }) => /^(?:has|have|had|with)$/.test(lower));
    if (have < 0) return undefined;
    const subject =
      this.subjects.within(before.slice(clauseOpening(before, have), have), true).at(-1) ??
      this.subjects.current.at(-1);
    return subject?.named === true && subject !== PLAYER ? subject : undefined;
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
    else if (HAVING.has(lemma)) this.#objects(cut);
  }

  /** A subject and what it does not do: "it ring, toll or chime", "him living", "his corpse". */
  #withSubject(words: readonly Word[]): void {
    const owner = /^(?:his|her|its|their)$/.test(words[0]?.lower ?? "")
      ? this.subjects.byPronoun(ownerPronoun(words[0]?.lower ?? ""))
      : undefined;
    if (owner) {
      const { phrases } = nounList(words.slice(1));
      if (phrases.some((phrase) => /^(?:corpse|body|grave|remains|death)$/.test(headOf(phrase))))
        this.#bans.push({ kind: "dead", subject: owner });
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
    if (DETERMINERS.has(own) && !AUXILIARIES.has(opening.at(-1)?.lower ?? "")) {
      // "and never a pistol, rifle or musket"
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
    if (opening.length === 1 && /^(?:do|please)$/.test(opening[0]?.lower ?? "")) {
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
    const ceaseless = near.length === 1 && near[0]?.lower === "it" && /^(?:stops?|ceases?)$/.test(own);
    const weather = verbLemmas(rest[1]?.lower ?? "")[0] ?? "";
    if (ceaseless && WEATHER.has(weather)) {
      this.#act(nounSubject(weather), "stop", [], false, false);
      if (weather === "rain") this.#bans.push({ kind: "words", phrases: ["sunshine"] });
      return;
    }
    const isWeather = near.length === 1 && near[0]?.lower === "it" && WEATHER.has(verbLemmas(own)[0] ?? "");
    if (isWeather) {
      this.#bans.push({ kind: "words", phrases: [verbLemmas(own)[0] ?? own] });
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
    const predicate = isPassive ? [{ text: "be", lower: "be", punctuation: false }, ...rest] : rest;
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
        if (noun) this.#predicate(STORY.has(noun.forms[0] ?? "") ? undefined : noun, predicate);
        const [told = ""] = rest.flatMap(({ lower }) => verbLemmas(lower)).filter((lemma) => TOLD.has(lemma));
        if (noun && isPassive && told !== "") this.#bans.push({ kind: "words", phrases: noun.forms.slice(0, 1) });
        this.#lastVerbs = predicate;
      }
      return;
    }
    for (const subject of about) this.#predicate(subject, predicate);
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
    else if (ORDERS.has(lemma) || /ing$/.test(rest[0]?.lower ?? "")) this.#objects(rest.slice(1));
    else if (isVerb(lemma)) this.#predicate(PLAYER, rest);
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
    const from = this.#bans.length;
    for (const item of itemsOf(words)) {
      let at = 0;
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
      if (passive && subject && seen >= 0 && (then === "to" || /ing$/.test(then))) {
        at = seen + (then === "to" ? 2 : 1);
        passive = false;
      }
      const head = item[at];
      if (!head) continue;
      if (DETERMINERS.has(head.lower) || PREPOSITIONS.has(head.lower) || (last && !isVerbForm(head.lower))) {
        const { phrases } = nounList(
          item.slice(DETERMINERS.has(head.lower) ? at : at + (PREPOSITIONS.has(head.lower) ? 1 : 0)),
        );
        if ((phrases.length === 0 && last === undefined) || (last === undefined && PREPOSITIONS.has(head.lower)))
          continue;
        // "He is never a hologram", and further objects of the verb before.
        if (last === undefined || last.verb === "") {
          if (head.lower !== "the") this.#bans.push({ kind: "words", phrases });
          last = { verb: "", passive };
        } else this.#done(subject, last.verb, item.slice(at), last.passive, playersOwn);
        continue;
      }
      const lemma = lemmaFor(head.lower, passive);
      last = { verb: lemma, passive };
      this.#done(subject, lemma, item.slice(at + 1), passive, playersOwn);
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
      const target =
        after[0] && PRONOUNS.has(after[0].lower) ? 1 : (this.names.find(after.map(({ text }) => text))?.length ?? 0);
      this.#names(after.slice(target));
      return;
    }
    const next = after[0]?.lower ?? "";
    const hasParticle =
      PARTICLES.has(next) && (after.length === 1 || (!LEADS.has(next) && !DETERMINERS.has(after[1]?.lower ?? "")));
    const particle = hasParticle ? ` ${next}` : "";
    const verb = lemma + particle;
    const rest = particle === "" ? after : after.slice(1);
    const anybody = rest[0] && /^(?:anybody|anyone|somebody|someone|everybody)$/.test(rest[0].lower);
    const { phrases } = anybody ? { phrases: ["somebody"] } : nounList(skipPreposition(rest));
    const heads = phrases.map(headOf);
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
      this.#bans.push({ kind: "words", phrases });
      if (!heads.some((head) => ANYBODY.has(head)))
        for (const phrase of phrases) this.#act(undefined, verb, [phrase], false, playersOwn);
      return;
    }
    if (passive && MEASURED.has(lemma) && rest[0]?.lower === "in" && phrases.length > 0) {
      this.#bans.push({ kind: "words", phrases });
      return;
    }
    if (passive && subject === undefined && this.#suffered(lemma, after)) return;
    if (story && phrases.length > 0 && !passive)
      for (const phrase of phrases.filter((one) => one.includes(" ")))
        this.#bans.push({ kind: "words", phrases: [phrase] });
    this.#act(story ? undefined : subject, verb, phrases, passive, playersOwn);
  }

  /** "found dead", "sent to prison", "tied up": the participle with what belongs to it. True where something does. */
  #suffered(lemma: string, after: readonly Word[]): boolean {
    const cut = after.findIndex(
      ({ lower }, at) =>
        PRONOUNS.has(lower) || STORY.has(lower) || (at > 2 && /^(?:with|on|in|by|for|of)$/.test(lower)),
    );
    const rest = after.slice(0, cut < 0 ? 4 : Math.min(cut, 4)).map(({ lower }) => lower);
    while (
      rest.length > 0 &&
      (DETERMINERS.has(rest.at(-1) ?? "") || PREPOSITIONS.has(rest.at(-1) ?? "")) &&
      !PARTICLES.has(rest.at(-1) ?? "")
    )
      rest.pop();
    if (rest.length === 0) return false;
    const noun = rest.length > 1 && PREPOSITIONS.has(rest[0] ?? "") ? rest.at(-1) : undefined;
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
  ): void {
    if (
      verb === "" ||
      /^(?:have|do|be|happen|seem|become|turn|go|come|need|want|mean|let|keep|matter|exist)$/.test(verb)
    ) {
      if (/^(?:turn|become|go|be)$/.test(verb) && phrases.length > 0)
        this.#bans.push({ kind: "words", phrases: verb === "go" ? phrases.map((phrase) => phrase) : phrases });
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
    const object = phrases.flatMap((phrase) => (ANYBODY.has(singular(headOf(phrase))) ? ["someone"] : [phrase]));
    this.#bans.push({
      kind: "act",
      verb,
      ...(subject ? { subject } : {}),
      object,
      passive,
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
    const { phrases } = nounList(skipPreposition(words));
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

const ownerPronoun = (word: string): string => ({ his: "he", her: "she", its: "it", their: "they" })[word] ?? word;
