/** Makes checks of what a constraint forbids. */
import type { LawCheck } from "@narratoria/protocol/contracts";
import { nounForms, participle, singular, verbForms } from "@narratoria/protocol/english";
import { ANIMALS, ANIMATE, lemmasOf, LIVING, meantAlong, partsOf, SPEECH, verbsAlong } from "./families.js";
import { type LawNames, withoutThe } from "./names.js";
import type { Ban } from "./bans.js";
import type { Subject } from "./subjects.js";
import { VIOLENT } from "./verbs.js";

/** One check of one word, before it is known whether the author's own text keeps it. */
export interface Atom {
  readonly check: LawCheck;
  /** How sure the law means it: named, meant along, or only guessed. */
  readonly sure: "named" | "along" | "guessed";
  /** Atoms of one key are forms of one noun: where its author's text keeps one, it keeps all. */
  readonly noun?: string;
}

/** A last word that is no noun, or of which there is no plural: "haunted", "probably", "DNA". */
const NO_NOUN =
  /(?:[a-z]{3}(?:ed|ly|ful|less|ous)|\b(?:perhaps|maybe|sorry|okay|ok|please|[A-Z]{2,5}|dna|gps|tv|least|his|hers))$/;

/** A phrase in the singular and the plural, in both spellings. */
export const formsOf = (phrase: string): string[] =>
  (NO_NOUN.test(phrase) ? [phrase] : nounForms(phrase)).flatMap((form) =>
    /(?:me|li)tres?\b/i.test(form) ? [form, form.replace(/tre/i, "ter")] : [form],
  );

/** Nouns and verbs that a law names: they say which families of words it means. */
export function namedBy(bans: readonly Ban[]): Set<string> {
  const named = new Set<string>();
  for (const ban of bans) {
    if (ban.kind === "words") {
      // What is not at one place, or what only something does not happen to, stands for nothing else.
      if (ban.where || ban.guessed) continue;
      for (const phrase of ban.phrases) {
        const lower = phrase.toLowerCase();
        for (const form of nounForms(lower)) named.add(form);
        const [first = "", ...rest] = lower.split(" ");
        if (rest.length === 0 || TELLING.has(first)) for (const lemma of lemmasOf(first)) named.add(lemma);
      }
    } else if (ban.kind === "along") {
      for (const word of ban.words) named.add(word);
    } else if (ban.kind === "act" && !ban.subject && ban.object.every((one) => one === "someone")) {
      if (!MANY_SENSES.has(ban.verb)) named.add(ban.verb === "strike" && ban.object.length > 0 ? "hit" : ban.verb);
    } else if (ban.kind === "act" && ban.subject?.named !== true && ban.subject) {
      // "Mobile phones do not work", "the sun does not come out": what does not show itself is not there.
      if (/^(?:work|come out|shine|rise|appear|show|function|be)$/.test(ban.verb))
        for (const form of wholeForms(ban.subject)) named.add(form);
    }
    if (ban.kind === "act" && /^(?:murder)$/.test(ban.verb)) named.add("murder");
  }
  return named;
}

/** "Mobile phones" are not all phones. */
const wholeForms = ({ forms }: Subject): readonly string[] => {
  const compound = forms.filter((form) => form.includes(" "));
  return compound.length > 0 ? compound : forms;
};

/** Verbs whose noun is another thing. */
const MANY_SENSES = new Set("fire light arm press star train film lash name match report trade".split(" "));
/** Adjectives that stand for a family of words whatever they are said of. */
const TELLING = new Set(
  "electric electrical haunted ghostly magic magical enchanted motor mobile supernatural alien undead modern".split(
    " ",
  ),
);
const SOUNDING = new Set("ring toll chime sound blow blare strike peal".split(" "));
/** Words too common to be forbidden alone. */
const COMMON = new Set(
  "thing one way time day word end name life place scene part man woman person people hand story rest lot bit kind side work world year hour head line point question answer other matter help air hope good bad no light door room house water fire ground night morning".split(
    " ",
  ),
);

/** The checks that a ban comes to, a word each. */
export function atomsOf(ban: Ban, { people, animals }: LawNames): Atom[] {
  const atoms: Atom[] = [];
  const add = (check: LawCheck, sure: Atom["sure"] = "named", noun?: string): void => {
    atoms.push({ check, sure, ...(noun === undefined ? {} : { noun }) });
  };
  const each = (
    words: readonly string[],
    rest: Omit<LawCheck, "words">,
    named: (word: string) => boolean = () => true,
    noun?: string,
  ): void => {
    for (const word of new Set(words)) add({ ...rest, words: [word] }, named(word) ? "named" : "along", noun);
  };
  switch (ban.kind) {
    case "words":
      for (const phrase of ban.phrases) {
        const isCommon = !phrase.includes(" ") && COMMON.has(singular(phrase)) && ban.where === undefined;
        if (phrase.length < 3 || isCommon) continue;
        const weather = /^(?:rain|snow|thunder|hail|drizzle)$/.test(phrase) ? verbForms(phrase) : [];
        const forms = ban.quoted ? [phrase] : [...formsOf(phrase), ...weather];
        const check = { kind: "phrase" as const, ...(ban.where ? { where: [...ban.where] } : {}) };
        const key = ban.where ? undefined : singular(phrase);
        const along = ban.guessed && ban.along ? meantAlong(new Set([singular(phrase)])) : [];
        if (ban.guessed)
          for (const word of new Set([...forms, ...along])) add({ ...check, words: [word] }, "guessed", key);
        else each(forms, check, () => ban.unseen !== true, key);
      }
      break;
    case "spoken":
      each(ban.phrases, { kind: "spoken", subject: [...ban.subject.forms] });
      break;
    case "weather": {
      const own = new Set([...formsOf(ban.word), ...verbForms(ban.word)]);
      each([...own, ...meantAlong(new Set([ban.word]))], { kind: "weather" }, (word) => own.has(word));
      break;
    }
    case "along":
      break;
    case "later":
      each(ban.words.flatMap(formsOf), { kind: "phrase" }, () => false);
      break;
    case "digits":
      add({ kind: "digits", words: [] });
      break;
    case "bound":
      each(ban.things.flatMap(partsOf), { kind: "bound", subject: [...ban.subject.forms] });
      break;
    case "speech":
      each([...SPEECH, ...ban.verbs], {
        kind: "speech",
        subject: [
          ...ban.subject.forms,
          ...(ban.subject.forms === ANIMALS ? animals.flatMap(({ forms }) => forms) : []),
        ],
      });
      each(["voice", "voices"], { kind: "bound", subject: [...ban.subject.forms] });
      break;
    case "living":
      each(LIVING, { kind: "living", subject: [...ban.subject.forms] });
      break;
    case "dead":
      each(["die", "be dead", "be killed", "be murdered", "be drowned"], {
        kind: ban.stated ? "subject-verb" : "dead",
        subject: [...ban.subject.forms],
      });
      each(["corpse", "body", "grave", "remains", "death", "ghost", "funeral"], {
        kind: "bound",
        subject: [...ban.subject.forms],
      });
      each(["kill", "murder"], { kind: "verb-object", object: [...ban.subject.forms] });
      break;
    case "act":
      atomsOfAct(ban, people, each);
  }
  return atoms;
}

const personCalled = (name: string, people: readonly Subject[]): Subject | undefined =>
  people.find(({ forms }) => forms.some((form) => form.toLowerCase() === withoutThe(name).toLowerCase()));

function atomsOfAct(
  { verb, subject, object, passive, playersOwn, byAgent, unless: mayDo }: Extract<Ban, { kind: "act" }>,
  people: readonly Subject[],
  each: (words: readonly string[], rest: Omit<LawCheck, "words">, named?: (word: string) => boolean) => void,
): void {
  const isBlow = verb === "strike" && object.includes("someone");
  // The sun comes out and shines; a person comes out of a house.
  const hasSenses = verb === "come out" && subject?.named === true;
  const verbs = [verb, ...(isBlow ? ["hit", ...verbsAlong("hit")] : hasSenses ? [] : verbsAlong(verb))];
  const active = verbs.filter((one) => !one.startsWith("be "));
  const isOwn = (word: string): boolean => word === verb;
  if (object.length > 0 && object.every((one) => COMMON.has(singular(one)))) return;
  const objects = [
    ...new Set(
      object.flatMap((one) =>
        one === "someone"
          ? [...ANIMATE, ...people.flatMap(({ forms }) => forms), ...ANIMALS]
          : [...formsOf(one), ...(personCalled(one, people)?.forms ?? [])],
      ),
    ),
  ];
  const allowed = playersOwn ? "you" : mayDo;
  const unless = allowed === undefined ? {} : { unless: allowed };
  if (playersOwn) {
    each(active, { kind: "verb-object", object: objects, ...unless }, isOwn);
    each([...active, "burst", "come open", "give way"], { kind: "subject-verb", subject: objects, ...unless }, isOwn);
    return;
  }
  if (passive) {
    const suffers = subject?.forms ?? [];
    const suffered = participle(verb);
    if (suffers.length === 0) {
      each([suffered, ...["is", "are", "was", "were", "been"].map((be) => `${be} ${suffered}`)], { kind: "phrase" });
      return;
    }
    if (objects.length > 0) return;
    each(active, { kind: "verb-object", object: [...suffers] }, isOwn);
    // Whom nobody murders may die all the same.
    const isDeath = !byAgent && verb !== "murder";
    if (/^(?:kill|hurt|harm|murder|injure|wound|burn)$/.test(verb) && subject?.named) {
      each(
        isDeath ? ["die", "be dead", "be killed", "be hurt", "be burned", "be burnt", "be injured"] : ["be killed"],
        { kind: "subject-verb", subject: [...suffers] },
        () => false,
      );
      if (isDeath) each(["body", "corpse", "blood", "wound"], { kind: "bound", subject: [...suffers] }, () => false);
    }
    return;
  }
  const player = subject?.forms.length === 1 && subject.forms[0] === "you";
  const onSomebody = object.some((one) => personCalled(one, people) !== undefined);
  const anyones = VIOLENT.has(verb) && ((object.includes("someone") && subject?.named !== true) || player);
  const bySubject = subject === undefined || anyones || (player && onSomebody) ? {} : { subject: [...subject.forms] };
  if (objects.length > 0) {
    each(active, { kind: "verb-object", object: objects, ...bySubject, ...unless }, isOwn);
    if (/^(?:murder|kill)$/.test(verb) && onSomebody)
      each(["murder", "murderer", "killer"], { kind: "bound", subject: objects }, isOwn);
  } else if (subject === undefined) each(active, { kind: "verb-object", ...unless }, isOwn);
  else {
    // "The engine-room clock is not slow" says nothing of other clocks.
    const forms = verb.startsWith("be ") && !subject.named ? wholeForms(subject) : subject.forms;
    each(verbs, { kind: "subject-verb", subject: [...forms] }, isOwn);
    if (SOUNDING.has(verb) && !subject.named)
      each(
        "peal toll ring chime blast sound note clang boom knell".split(" "),
        { kind: "bound", subject: [...subject.forms] },
        () => false,
      );
  }
}
