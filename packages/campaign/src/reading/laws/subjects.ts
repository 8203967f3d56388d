/** Who and what a constraint speaks of. */
import { nounForms } from "@narratoria/protocol/english";
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isVerbForm,
  plainOf,
  PREPOSITIONS,
  PRONOUNS,
  type Word,
} from "./words.js";

/** Who or what a sentence is about: the forms under which it stands in texts, without article; `you` is the player. */
export interface Subject {
  readonly forms: readonly string[];
  /** Somebody or something with a name, rather than a common noun. */
  readonly named: boolean;
  readonly pronoun: "he" | "she" | "it" | "they" | null;
}

/** Finds somebody by the words of their name. */
export interface NameBook {
  /** Whether a phrase is the name of somebody in the story. */
  isPerson(phrase: string): boolean;
  /** Whether a place is the whole of the story. */
  isWhole(place: string): boolean;
  /** The longest name that begins at the first of these words, and how many of them it takes. */
  find(words: readonly string[]): { readonly subject: Subject; readonly length: number } | null;
}

export const PLAYER: Subject = { forms: ["you"], named: true, pronoun: null };

export function nounSubject(phrase: string, also: readonly string[] = []): Subject {
  return {
    forms: [...new Set([phrase, ...also].flatMap(nounForms))],
    named: false,
    pronoun: /s$/.test(phrase) && !/ss$/.test(phrase) ? "they" : "it",
  };
}

const NUMBER = /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/;

/** Prepositions behind which a name only says where or whose the noun before is. */
const BEHIND = new Set("of in at on from to under behind aboard near".split(" "));

/** Finds subjects, and remembers them for "it" and "he". */
export class Subjects {
  /** Everything spoken of so far, the last first. */
  #mentioned: Subject[] = [];
  /** What the last sentence with a subject was about. */
  current: readonly Subject[] = [];

  constructor(readonly names: NameBook) {}

  /** @param alone - Without those who only say where something is or whose. */
  named(words: readonly Word[], alone = false): Subject[] {
    const found: Subject[] = [];
    for (let at = 0; at < words.length; at++) {
      const named = this.names.find(words.slice(at).map(({ text }) => text));
      const isBehind = alone && PREPOSITIONS.has(words[at - 1]?.lower ?? "");
      if (named && !isBehind) found.push(named.subject);
      // "Teo Marsh" is not Pavo Marsh as well.
      at += Math.max(0, (named?.length ?? 0) - 1);
    }
    return found;
  }

  /** Names and pronouns in a stretch of words. */
  within(words: readonly Word[], pronouns = false): Subject[] {
    const found: Subject[] = [];
    for (let at = 0; at < words.length; at++) {
      const named = this.names.find(words.slice(at).map(({ text }) => text));
      if (named) {
        const possessive = /'s?$/.test(words[at + named.length - 1]?.text ?? "");
        const after = words[at + named.length];
        // "The Tystie's horn": the horn is meant.
        if (possessive && after && !after.punctuation && !/'s$/.test(named.subject.forms[0] ?? "")) {
          const noun = this.commonNoun(words.slice(at + named.length));
          // "The dead miller's name": nobody else's.
          if (noun?.forms[0] === "name") return [];
          if (noun) return [noun];
        }
        // "The smell of oranges in the Moonglow": the smell is meant.
        const lead = words[at - 1]?.lower === "the" ? at - 2 : at - 1;
        const noun =
          found.length === 0 && lead > 0 && BEHIND.has(words[lead]?.lower ?? "")
            ? this.commonNoun(words.slice(0, lead))
            : undefined;
        if (noun) return [noun];
        if (words[at - 1]?.lower !== "of") found.push(named.subject);
        at += named.length - 1;
      } else if (pronouns && /^(?:he|she|it|they)$/.test(words[at]?.lower ?? "")) {
        const subject = this.byPronoun(words[at]?.lower ?? "");
        if (subject) found.push(subject);
      } else if (/^(?:player|pc|you)$/.test(words[at]?.lower ?? "")) found.push(PLAYER);
      else if (/^(?:narration|narrator)$/.test(words[at]?.lower ?? "")) return [];
    }
    if (found.length === 0 && words.some(({ lower }) => lower === "the" || lower === "a"))
      return this.commonNouns(words);
    if (found.length > 1 && !words.some(({ lower }) => lower === "and" || lower === "or" || lower === "nor"))
      return found.slice(0, 1);
    return found;
  }

  /** "The river, the house and the wind". */
  commonNouns(words: readonly Word[]): Subject[] {
    const parts: Word[][] = [[]];
    for (const word of words) {
      if (word.punctuation || CONJUNCTIONS.has(word.lower)) parts.push([]);
      else parts.at(-1)?.push(word);
    }
    return parts.flatMap((part) => this.commonNoun(part) ?? []);
  }

  commonNoun(words: readonly Word[]): Subject | undefined {
    let start = 0;
    while (
      words[start] &&
      (DETERMINERS.has(words[start]?.lower ?? "") ||
        ADVERBS.has(words[start]?.lower ?? "") ||
        CONJUNCTIONS.has(words[start]?.lower ?? ""))
    )
      start++;
    if (words[start] && PREPOSITIONS.has(words[start]?.lower ?? "")) {
      const comma = words.findIndex(({ lower }, at) => at > start && lower === ",");
      return comma < 0 ? undefined : this.commonNoun(words.slice(comma + 1));
    }
    const end = words.findIndex(
      ({ lower, punctuation }, at) =>
        at >= start &&
        (punctuation ||
          PREPOSITIONS.has(lower) ||
          PRONOUNS.has(lower) ||
          AUXILIARIES.has(lower) ||
          // "the word given by a pupil"
          (at > start &&
            /(?:ed|en|wn)$/.test(lower) &&
            isVerbForm(lower) &&
            PREPOSITIONS.has(words[at + 1]?.lower ?? ""))),
    );
    const phrase = words
      .slice(start, end < 0 ? undefined : end)
      .map((word) => (/^\p{Lu}/u.test(word.text) && start > 0 ? word.text : plainOf(word)));
    if (phrase.length > 1 && /^(?:colou?r|word|name|number|subject)$/.test(phrase[0] ?? "")) phrase.shift();
    const head = phrase.at(-1);
    if (head === undefined || PRONOUNS.has(head) || phrase.length > 4) return undefined;
    const owned = phrase.findLastIndex((word) => /'s?$/.test(word));
    // "The player's own vote": no other is meant.
    if (/^(?:player's|your)$/.test(phrase[owned] ?? "")) return undefined;
    // "The dead keeper's name": nobody else's.
    if (owned >= 0 && head === "name") return undefined;
    const noun = (owned < 0 ? phrase : phrase.slice(owned + 1)).join(" ") || head;
    // "the door to the cellar" is the cellar door, "the lighthouse lamp" a lamp
    const of =
      end >= 0 && /^(?:of|to)$/.test(words[end]?.lower ?? "")
        ? words.slice(end + 1).filter(({ lower }) => !DETERMINERS.has(lower))[0]
        : undefined;
    return nounSubject(noun, [
      ...(noun.includes(" ") && !NUMBER.test(head) ? [head] : []),
      ...(of ? [`${plainOf(of).replace(/'s?$/, "")} ${head}`] : []),
    ]);
  }

  /** A name, a pronoun or a noun with its article at the very beginning. */
  at(words: readonly Word[]): { readonly subject: Subject; readonly length: number } | null {
    const first = words[0];
    if (!first) return null;
    const skip = first.lower === "the" ? 1 : 0;
    const named =
      this.names.find(words.map(({ text }) => text)) ?? this.names.find(words.slice(1).map(({ text }) => text));
    if (named && (this.names.find(words.map(({ text }) => text)) || skip === 1))
      return {
        subject: named.subject,
        length: named.length + (this.names.find(words.map(({ text }) => text)) ? 0 : 1),
      };
    if (/^(?:he|she|it|they|him|her|them)$/.test(first.lower)) {
      const subject = this.byPronoun(first.lower.replace("him", "he").replace(/^her$/, "she").replace("them", "they"));
      return subject ? { subject, length: 1 } : null;
    }
    if (skip === 1 && /^(?:player|pc)$/.test(words[1]?.lower ?? "")) return { subject: PLAYER, length: 2 };
    if (/^(?:anyone|anybody|someone|somebody)$/.test(first.lower)) return null;
    if (
      DETERMINERS.has(first.lower) &&
      words[1] &&
      words[2] &&
      isVerbForm(words[2].lower) &&
      !/'s?$/.test(words[1].lower)
    )
      return { subject: nounSubject(words[1].lower), length: 2 };
    return null;
  }

  byPronoun(pronoun: string): Subject | undefined {
    const agrees = ({ pronoun: own }: Subject): boolean => own === pronoun || own === null;
    const candidates = [...this.current, ...this.#mentioned].filter((subject) => subject !== PLAYER);
    // "It" is nobody who is a she.
    return candidates.find((subject) => subject.pronoun === pronoun) ?? candidates.find(agrees);
  }

  mention(subjects: readonly Subject[]): void {
    this.#mentioned = [...subjects.toReversed(), ...this.#mentioned.filter((known) => !subjects.includes(known))];
  }

  /** What a clause without a ban speaks of. */
  noted(words: readonly Word[]): void {
    this.mention(this.within(words));
  }
}
