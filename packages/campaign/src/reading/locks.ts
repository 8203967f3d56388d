import type { NameIndex } from "@narratoria/protocol/english";
import { splitSentences } from "@narratoria/protocol/english";
import type { RareWords } from "./rare-words.js";

/** A sentence that must not be said before its time. */
export interface Revelation {
  readonly text: string;
  /** Id of the beat or ending that says it, or `secret`. */
  readonly by: string;
}

export interface Locks {
  /**
   * Says what a sentence waits for.
   *
   * @param ofPerson - Whether it is a note on somebody: then one shared rare word is enough.
   * @returns The beat, the ending or `secret` that says it; undefined where it may be told.
   */
  lockOf(sentence: string, ofPerson: boolean): string | undefined;
  /**
   * Says what somebody's secret waits for: the beat or ending that says most of it, though it may name nobody, and the share of its rare
   * words that it says.
   *
   * @param isTheirs - Whether the owner of the secret is in a beat.
   */
  lockOfSecret(
    secret: string,
    isTheirs: (by: string) => boolean,
  ): { readonly by: string; readonly share: number } | undefined;
}

const UNDERNEATH =
  /\b(?:really|underneath|in truth|the truth is|in fact|actually|all along|nobody knows that|secretly)\b/i;

/** So many rare words in common, with the same person in both, say the same thing. */
const SHARED_WORDS = 2;
/** The same where nobody is named in both. */
const SHARED_WITHOUT_PERSON = 4;
/** The same of somebody's secret and a sentence of a beat that they are in. */
const SHARED_WITH_OWNER = 3;

/**
 * Compares sentences with what secrets, later beats and endings reveal.
 *
 * @param revelations - In the order of the story; `secret` first.
 */
export function createLocks(revelations: readonly Revelation[], rare: RareWords, names: NameIndex): Locks {
  const known = revelations.flatMap(({ text, by }) =>
    splitSentences(text).map((sentence) => ({ by, words: rare.in(sentence), people: people(sentence, names) })),
  );
  const byWord = new Map<string, number[]>();
  known.forEach(({ words }, index) => {
    for (const word of words) {
      const list = byWord.get(word);
      if (list) list.push(index);
      else byWord.set(word, [index]);
    }
  });
  const locks: Locks = {
    lockOf(sentence, ofPerson) {
      const words = rare.in(sentence);
      const shared = new Map<number, number>();
      for (const word of words)
        for (const index of byWord.get(word) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
      const own = people(sentence, names);
      const hint = UNDERNEATH.test(sentence);
      for (const [index, count] of [...shared].sort((one, other) => one[0] - other[0])) {
        const revelation = known[index];
        if (revelation === undefined) continue;
        const samePerson = [...own].some((person) => revelation.people.has(person));
        if (ofPerson && count >= 1) return revelation.by;
        if (count >= SHARED_WORDS && (samePerson || count >= SHARED_WITHOUT_PERSON)) return revelation.by;
        if (hint && count >= 1 && samePerson) return revelation.by;
      }
      return undefined;
    },
    lockOfSecret(secret, isTheirs) {
      const words = rare.in(secret);
      let best: { readonly by: string; readonly count: number } | undefined;
      for (const { by, words: said } of known) {
        const count = [...said].filter((word) => words.has(word)).length;
        if (count >= SHARED_WITH_OWNER && count > (best?.count ?? 0) && isTheirs(by)) best = { by, count };
      }
      if (best !== undefined) return { by: best.by, share: best.count / words.size };
      const by = locks.lockOf(secret, false);
      return by === undefined ? undefined : { by, share: 0 };
    },
  };
  return locks;
}

const people = (text: string, names: NameIndex): ReadonlySet<string> =>
  new Set(names.keysIn(text).filter((key) => key.startsWith("npc:")));
