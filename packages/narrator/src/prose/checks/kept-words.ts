import { contentWords, isVerb, splitSentences, verbLemmas } from "@narratoria/protocol/english";
import { holdsWords, type KeptWords } from "../steps.js";
import { type Check, quotedIn, type SceneFacts, singleQuoted, unquoted, wordsIn } from "./scene-facts.js";

const LEAST_WORDS = 5;
/** Share of a line's words, in their order, from which a speech is that line said otherwise. */
const NEARLY = 0.75;

/** A line of the author's is said as it stands, and once. (rule NA719) */
export const keptWords: Check = (sentence, { kept, told, draft, story }) => {
  const other = kept.find((line) => isSaidByOther(sentence, line, story));
  if (other !== undefined) return `It is ${other.speaker} who says this: “${other.text}”`;
  if (deniesDraft(sentence, draft) || changesDraft(sentence, draft))
    return "Do not turn what the steps say into its opposite.";
  const said = [...quotedIn(sentence), ...writtenIn(sentence)].join(" ");
  if (said === "") return null;
  const read = [...singleQuoted(draft), ...writtenIn(draft)];
  // What is read says just that.
  if (read.some((text) => !holdsWords(sentence, text) && isNearly(text, said, 0)))
    return "Say what is read word for word.";
  const lines = [...kept.map((one) => one.text), ...read];
  for (const text of lines) {
    const line = wordsIn(text);
    const holds = holdsWords(sentence, text);
    const isTold = holdsWords(told.join(" "), text);
    if (!holds && !isTold && (isTurnedRound(text, said) || isNearly(text, said) || isShuffled(text, said)))
      return `Say this line word for word: “${text}”`;
    if (!holds && !isTold && quotedIn(sentence).some((quote) => breaksOff(text, quote) || rewords(text, quote)))
      return `Say this line word for word: “${text}”`;
    if (line.length < LEAST_WORDS) continue;
    if (!holds && !isTold && beginsLike(text, said)) return `Say this line word for word: “${text}”`;
    if (holds && isTold) return `“${text}” has been said: do not say it twice.`;
    // Words between may part a line.
    if (` ${line.join(" ")} `.includes(` ${wordsIn(said).join(" ")} `)) continue;
    if (!holds && sharedInOrder(line, wordsIn(said)) >= NEARLY * line.length)
      return `Say this line word for word: “${text}”`;
    if (!holds && saysOtherwise(text, said)) return `Say this line word for word: “${text}”`;
  }
  return null;
};

/** What is wrong with a sentence that is one of somebody's line, told as if nobody said it; null where it is none. (rule NA4921) */
export function saidWithoutMarks(sentence: string, kept: readonly KeptWords[]): string | null {
  if (/[“”‘*]/.test(sentence)) return null;
  const words = wordsIn(sentence).join(" ");
  const line = kept.find(
    ({ text, speaker }) =>
      speaker !== "" && words.includes(" ") && splitSentences(text).some((one) => wordsIn(one).join(" ") === words),
  );
  return line === undefined ? null : `It is ${line.speaker} who says this, in quotation marks: “${line.text}”`;
}

/** Whether what is said is a line's sentences in another order, or its words: "The box. Not the room." */
function isShuffled(line: string, said: string): boolean {
  const [own, other] = [wordsIn(line), wordsIn(said)];
  return (
    own.length > 3 &&
    own.length === other.length &&
    own.join(" ") !== other.join(" ") &&
    own.toSorted().join(" ") === other.toSorted().join(" ")
  );
}

/** What stands in asterisks: a text that is read. */
const writtenIn = (text: string): string[] => [...text.matchAll(/\*([^*]+)\*/g)].map(([, words = ""]) => words);

/** Least words of a line's sentence, and share of them, and of what is said, that stands in the same order. */
const NEARLY_SAID = { words: 4, share: 0.6, less: 0.5, content: 3, least: 1 };

/** Whether what is said before a line is that line with another end or another word, as long as the words in common say something. */
function isNearly(line: string, said: string, content = NEARLY_SAID.least): boolean {
  const parts = splitSentences(line)
    .map(wordsIn)
    .filter((part) => part.length >= NEARLY_SAID.words);
  return splitSentences(said)
    .map(wordsIn)
    .some((words) => {
      if (words.length < NEARLY_SAID.words || parts.some((part) => part.join(" ").includes(words.join(" "))))
        return false;
      return parts.some((part) => {
        // "He owes me" is "I owe him" with its people changed.
        const shared = sharedInOrder(part.map(withoutEnding), words.map(withoutEnding));
        const share = shared / Math.max(part.length, words.length);
        const has = new Set(words.map(withoutEnding));
        const same = contentWords(part.filter((word) => has.has(withoutEnding(word))).join(" ")).size;
        return (
          (share >= NEARLY_SAID.share && same > content) || (share >= NEARLY_SAID.less && same > NEARLY_SAID.content)
        );
      });
    });
}

/** Whether a speech has one sentence of a line as it stands and goes on with another than the line's next. (rule NA5823) */
function breaksOff(line: string, quote: string): boolean {
  const own = splitSentences(line).map((one) => wordsIn(one).join(" "));
  const said = splitSentences(quote).map((one) => wordsIn(one).join(" "));
  return own.some((one, at) => {
    const next = own[at + 1];
    const from = one === "" ? -1 : said.indexOf(one);
    const after = said[from + 1];
    return next !== undefined && from >= 0 && after !== undefined && !next.startsWith(after) && !after.startsWith(next);
  });
}

/** Words that a line and a speech that rewords it have in the same order, sentence by sentence, and how many of them say something. */
const REWORDED = { words: 5, share: 0.5, content: 2 };

/** Whether a speech is a line of several sentences with every one of them reworded. (rule NA5823) */
function rewords(line: string, quote: string): boolean {
  const parts = (text: string): string[][] =>
    splitSentences(text).map((one) => [...wordsIn(one.replace(/[’'](?:s|re|ll|d)\b/gu, ""))]);
  const [own, said] = [parts(line), parts(quote)];
  if (own.length < 2 || own.length !== said.length) return false;
  const shared = own.map((words, at) => sharedInOrder(words, said[at] ?? []));
  const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);
  const length = (of: readonly string[][]): number => sum(of.map((words) => words.length));
  const has = contentWords(quote);
  return (
    shared.every((one) => one > 0) &&
    sum(shared) >= REWORDED.words &&
    sum(shared) >= REWORDED.share * Math.min(length(own), length(said)) &&
    [...contentWords(line)].filter((word) => has.has(word)).length >= REWORDED.content
  );
}

const withoutEnding = (word: string): string => word.replace(/(?<=\p{L}{3})s$/u, "");

/** So many first words of a line, and this share of its content words, are no coincidence in the mouth of whoever is to say it. */
const BEGINS = { words: 2, share: 0.5, longer: 3, lessShare: 0.35 };

/** Whether what is said sets out as a line does, and goes on otherwise: that line with its end changed. */
function beginsLike(line: string, said: string): boolean {
  const parts = splitSentences(line).map((part) => ({ words: wordsIn(part), content: [...contentWords(part)] }));
  return splitSentences(said).some((sentence) => {
    const words = wordsIn(sentence);
    const has = contentWords(sentence);
    return parts.some((part) => {
      // A sentence of the line is no other one of it with its end changed. (rule NA6613)
      if (parts.some((one) => one.words.join(" ").includes(words.join(" ")))) return false;
      if (part.words.length < BEGINS.words + 1) return false;
      const first = part.words.findIndex((word, at) => word !== words[at]);
      const shared = first < 0 ? part.words.length : first;
      if (shared === part.words.length) return false;
      const share = part.content.filter((word) => has.has(word)).length / Math.max(1, part.content.length);
      return (
        (shared >= BEGINS.words && share >= BEGINS.share) || (shared >= BEGINS.longer && share >= BEGINS.lessShare)
      );
    });
  });
}

const TAG = "says|asks|adds|answers|replies|calls|whispers|murmurs|mutters|cries|shouts|goes on";
const NAME = "(\\p{Lu}[\\p{L}.’-]*(?: \\p{Lu}[\\p{L}.’-]*){0,3})";
const TAGGED = new RegExp(
  `[,.!?…—]” (?:\\p{Ll}+ly )?(?:(?:${TAG}) (?:the )?${NAME}|(?:[Tt]he )?${NAME} (?:\\p{Ll}+ly )?(?:${TAG}))\\b`,
  "u",
);

/** Whether a line of one person's, or four words of it, stands in quotation marks that are somebody else's by name. */
function isSaidByOther(sentence: string, { text, speaker }: KeptWords, { names }: SceneFacts["story"]): boolean {
  const [, after, before] = TAGGED.exec(sentence) ?? [];
  const [said = ""] = quotedIn(sentence);
  const words = wordsIn(said);
  const isLine =
    holdsWords(sentence, text) ||
    (words.length >= 4 && ` ${wordsIn(text).join(" ")} `.includes(` ${words.join(" ")} `));
  const npcsIn = (name: string): string[] => names.keysIn(name).filter((key) => key.startsWith("npc:"));
  const own = npcsIn(speaker);
  const tagged = npcsIn(after ?? before ?? "");
  return isLine && own.length > 0 && tagged.length > 0 && !tagged.some((key) => own.includes(key));
}

/** "I told Gran" where the line is "I haven't told Gran": most of a sentence's content words, and the denial gone or new. */
function isTurnedRound(line: string, said: string): boolean {
  return splitSentences(line).some((part) => {
    const content = [...contentWords(part.replace(DENYING, " ").replace(/\p{Ll}{3,}ly\b/gu, " "))];
    return (
      (content.length > 1 || (content.length === 1 && wordsIn(part).length <= SHORT_LINE)) &&
      splitSentences(said).some((sentence) => {
        const has = contentWords(sentence);
        return (
          DENIES.test(part) !== DENIES.test(sentence) &&
          wordsIn(sentence).length <= 2 * wordsIn(part).length &&
          content.every((word) => has.has(word))
        );
      })
    );
  });
}
/** In a line so short a single word of content is all of it. */
const SHORT_LINE = 4;
const DENYING = /\b(?:not|no|never|nothing|nobody|neither|cannot|\p{L}+n[’']t)\b/giu;

const DENIES = /\b(?:not|no|never|nothing|nobody|neither|cannot)\b|n[’']t\b/i;

/** Whether a sentence is one of the draft's but for the word that turns it round. */
function deniesDraft(sentence: string, draft: string): boolean {
  return splitSentences(draft).some(
    (one) =>
      DENIES.test(one) !== DENIES.test(sentence) && saysOtherwise(one, sentence.replaceAll("*", ""), CHANGED.ofDraft),
  );
}

/** What is said next is a place. */
const IN_A_PLACE =
  /\b(?:in|on|at|under|behind|inside|beneath|into|onto|beside|between|from)(?: (?:the|an?|his|her|its|their|your|my))?$/;
/** First words that a clause and one of the draft's share before they part. */
const SAME_START = 4;

/** Whether a clause sets out in the draft's own words, and has another thing at their end: "She keeps it in the barrel" for the Bible. */
function changesDraft(sentence: string, draft: string): boolean {
  const clausesOf = (text: string): string[] => unquoted(text).split(/[,;:.!?“”]+| and /);
  const own = clausesOf(draft).map(wordsIn);
  return clausesOf(sentence).some((clause) => {
    const words = wordsIn(clause);
    if (words.length <= SAME_START) return false;
    return own.some((other) => {
      const first = other.findIndex((word, at) => word !== words[at]);
      if (first < SAME_START || !IN_A_PLACE.test(words.slice(0, first).join(" "))) return false;
      // Where somebody looks or points nothing is put.
      if (
        words
          .slice(0, first)
          .some((word) => /^(?:look|stare|point|glance|laugh|smile|gaze|nod|wave|peer)(?:s|ed|ing)?$/.test(word))
      )
        return false;
      if (!words.slice(1, first).some((word) => verbLemmas(word).some(isVerb))) return false;
      const end = contentWords(words.slice(first).join(" "));
      const otherEnd = contentWords(other.slice(first).join(" "));
      return end.size > 0 && otherEnd.size > 0 && ![...end].some((word) => otherEnd.has(word));
    });
  });
}

/** Words of a line's sentence that may be others in one that is that sentence said otherwise. */
const CHANGED = { ofLine: 3, ofDraft: 2, share: 0.34 };

/** Whether a sentence that is said is one of a line's but for a word or two. */
function saysOtherwise(line: string, said: string, most = CHANGED.ofLine): boolean {
  const parts = splitSentences(line).map(wordsIn);
  return splitSentences(said)
    .map(wordsIn)
    .some((words) => {
      if (words.length < LEAST_WORDS || parts.some((part) => part.join(" ").includes(words.join(" ")))) return false;
      return parts.some((part) => {
        const changed = Math.max(part.length, words.length) - sharedInOrder(part, words);
        return part.length >= LEAST_WORDS && changed <= most && changed <= CHANGED.share * part.length;
      });
    });
}

/** Length of the longest common subsequence. */
export function sharedInOrder(line: readonly string[], said: readonly string[]): number {
  let row = Array<number>(said.length + 1).fill(0);
  for (const word of line) {
    const next = [0];
    for (const [at, other] of said.entries())
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Content words of a locked sentence that a sentence shares and the prompt does not have: no coincidence. */
const TELLTALE = 4;
const TELLTALE_SHARE = 0.6;
/** A sentence that is a locked one nearly to the word tells it, however few of its words are new. */
const VERBATIM = { words: 5, share: 0.85, fresh: 2 };

/** What a later beat or an ending tells is told by nobody before it. (rule NA720) */
export const locked: Check = (
  sentence,
  { locked: sentences, secrets, words: { counts }, given, draft, past, told },
) => {
  const own = [...contentWords(sentence)];
  const open = openWords(given, draft);
  if (
    tellsSecret(own, secrets, open, counts) ||
    joinsSecret(sentence, secrets, open, counts, [given, draft, ...told]) ||
    saysSecret(sentence, secrets, open) ||
    [unquoted(sentence), quotedIn(sentence).join(" ")].some((text) =>
      putsTogether(text, secrets, [given, draft, ...past, ...told]),
    )
  )
    return "Do not tell what has not come to light yet.";
  if (own.length < TELLTALE) return null;
  const fresh = own.filter((word) => !open.has(word));
  if (fresh.length < VERBATIM.fresh) return null;
  const givenAway = wordsOf(sentences).some((words) => {
    const shared = fresh.filter((word) => words.has(word));
    if (shared.length >= TELLTALE && shared.length >= TELLTALE_SHARE * fresh.length) return true;
    return (
      shared.length >= VERBATIM.fresh &&
      own.length >= VERBATIM.words &&
      own.filter((word) => words.has(word)).length >= VERBATIM.share * own.length
    );
  });
  return givenAway ? "Do not tell what has not come to light yet." : null;
};

/** A word that the author's open texts use so often, at most, is of the secret. */
const RARE = 3;
/** Words of a secret that the prompt does not have and a sentence does, from which it tells the secret. */
const GIVES_AWAY = { rare: 2, withOneRare: 3, fresh: 5 };

/** Whether a sentence has words of a secret that nobody comes upon by chance: of one of its sentences, or many of them all. */
function tellsSecret(
  own: readonly string[],
  secrets: readonly string[],
  open: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
): boolean {
  const fresh = own.filter((word) => !open.has(word));
  if (fresh.length < GIVES_AWAY.rare) return false;
  const sharedWith = (words: ReadonlySet<string>): string[] => fresh.filter((word) => words.has(word));
  return (
    wordsOf(secrets).some((secret) => sharedWith(secret).length >= GIVES_AWAY.fresh) ||
    wordsOf(sentencesOf(secrets)).some((secret) => {
      const shared = sharedWith(secret);
      const rare = shared.filter((word) => (counts.get(word) ?? 0) <= RARE);
      return rare.length >= GIVES_AWAY.rare || (rare.length > 0 && shared.length >= GIVES_AWAY.withOneRare);
    })
  );
}

/** Words that a sentence has in common with two of a secret's that follow each other, one of them rare and new. */
const JOINED = { words: 4, share: 0.25 };

/** Whether a sentence has a rare word of a secret together with what the secret has it with, known as that is. (rule NA5822) */
function joinsSecret(
  sentence: string,
  secrets: readonly string[],
  open: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
  texts: readonly string[],
): boolean {
  const own = [...contentWords(sentence.replace(NAMED, " "))];
  if (!own.some((word) => !open.has(word) && (counts.get(word) ?? 0) <= RARE)) return false;
  return pairsOf(secrets).some((words) => {
    const shared = own.filter((word) => words.has(word));
    return (
      shared.length >= JOINED.words &&
      shared.length >= JOINED.share * own.length &&
      shared.some((word) => !open.has(word) && (counts.get(word) ?? 0) <= RARE) &&
      !texts
        .flatMap(splitSentences)
        .some((text) => own.filter((word) => contentWords(text).has(word)).length >= shared.length)
    );
  });
}

const secretPairs = new WeakMap<readonly string[], readonly ReadonlySet<string>[]>();
function pairsOf(secrets: readonly string[]): readonly ReadonlySet<string>[] {
  const known =
    secretPairs.get(secrets) ??
    secrets.flatMap((secret) => {
      const sentences = splitSentences(secret);
      return sentences.map((one, at) => contentWords(`${one} ${sentences[at + 1] ?? ""}`));
    });
  secretPairs.set(secrets, known);
  return known;
}

const secretSentences = new WeakMap<readonly string[], readonly string[]>();
/** The sentences of all secrets: every sentence of a scene is held against them. */
function sentencesOf(secrets: readonly string[]): readonly string[] {
  const known = secretSentences.get(secrets) ?? secrets.flatMap(splitSentences);
  secretSentences.set(secrets, known);
  return known;
}

/** Content words that a sentence shares with one of a secret's, the share of its own that they are, and how many fewer any open one has. */
const TOGETHER = { words: 4, share: 0.5, fewer: 2 };

/** Whether a sentence puts together what only a secret has together, each word of it however well known. (rule NA5461) */
function putsTogether(sentence: string, secrets: readonly string[], open: readonly string[]): boolean {
  const own = [...contentWords(sentence.replace(NAMED, " "))];
  if (own.length < TOGETHER.words) return false;
  const sharedWith = (text: string): number => {
    const has = contentWords(text);
    return own.filter((word) => has.has(word)).length;
  };
  const shared = Math.max(0, ...sentencesOf(secrets).map(sharedWith));
  if (shared < TOGETHER.words || shared < TOGETHER.share * own.length) return false;
  return !open.flatMap(splitSentences).some((text) => sharedWith(text) > shared - TOGETHER.fewer);
}
/** Who says it is none of what is said. */
const NAMED = /(?<=[\p{L},;”] )\p{Lu}[\p{L}’'-]+/gu;

/** Words of a sentence, and share of them, that stand in a secret in the same order. */
const SAYS_SECRET = { words: 7, share: 0.7 };

/** Whether a sentence is one of a secret, whatever of its words the player has met otherwise. (rule NA4905) */
function saysSecret(sentence: string, secrets: readonly string[], open: ReadonlySet<string>): boolean {
  const words = wordsIn(sentence);
  if (words.length < SAYS_SECRET.words) return false;
  return sentencesOf(secrets).some((secret) => {
    const shared = sharedInOrder(wordsIn(secret), words);
    return shared >= SAYS_SECRET.share * words.length && [...contentWords(secret)].some((word) => !open.has(word));
  });
}

const wordsOfLocked = new WeakMap<readonly string[], readonly ReadonlySet<string>[]>();

/** Content words of each sentence: they are held against every sentence of a scene. */
function wordsOf(sentences: readonly string[]): readonly ReadonlySet<string>[] {
  const known = wordsOfLocked.get(sentences) ?? sentences.map(contentWords);
  wordsOfLocked.set(sentences, known);
  return known;
}

let lastOpen: { readonly given: string; readonly draft: string; readonly words: ReadonlySet<string> } | undefined;

function openWords(given: string, draft: string): ReadonlySet<string> {
  if (lastOpen?.given !== given || lastOpen.draft !== draft)
    lastOpen = { given, draft, words: contentWords(`${given}\n${draft}`) };
  return lastOpen.words;
}
