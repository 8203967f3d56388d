/** Words of a story that say more than what they mean: names, short forms of names, and words of what is still to come. */
import type { Campaign } from "@narratoria/campaign";
import { foldedWords } from "./file-words.js";

export interface StoryWords {
  /** Words that the texts never write small: parts of names. */
  readonly proper: ReadonlySet<string>;
  /** Words of beats, endings and secrets that no open text of the campaign has. */
  readonly coming: ReadonlySet<string>;
  /** Names by their first letters in small letters: "ml" is the Morven Lass. */
  readonly codes: ReadonlyMap<string, readonly string[]>;
  /** All words of the open texts. */
  readonly open: ReadonlySet<string>;
  /** All words of the texts, those of what is still to come among them. */
  readonly all: ReadonlySet<string>;
  /** Years that the texts tell of and that are over: all but the last one. */
  readonly pastYears: ReadonlySet<string>;
  /** How often two words stand beside each other in the texts. */
  readonly pairsTold: ReadonlyMap<string, number>;
  /** Words of files that the texts write as two: "backroom". */
  readonly pairs: ReadonlyMap<string, readonly string[]>;
}

const NAME = /\p{Lu}[\p{L}'’]+(?:[ ]\p{Lu}[\p{L}'’]+){1,3}/gu;
/** Names that come up more rarely are not shortened, or by chance alone. */
const LEAST_USES = 3;

/**
 * Reads the words of all texts of a campaign.
 *
 * @param ofFiles - Words of the names of its files.
 */
export function storyWords(
  { texts, lore, beats = [] }: Pick<Campaign, "texts" | "lore"> & Partial<Pick<Campaign, "beats">>,
  ofFiles: ReadonlySet<string>,
): StoryWords {
  const kept = new Set(lore.flatMap(({ file, knownBy }) => (knownBy ? [file] : [])));
  const coming = new Set<string>();
  const open = new Set<string>();
  // As they are written: the same word comes up many times.
  const smallForms = new Set<string>();
  const capitalForms = new Set<string>();
  const uses = new Map<string, Map<string, number>>();
  const pairs = new Map<string, readonly string[]>();
  const pairsTold = new Map<string, number>();
  for (const [path, whole] of texts) {
    if (path.endsWith(".keywords.txt")) continue;
    // The name of a file is no word of the story.
    const text = whole.replace(/\b(?:art|music)\/[^\s"')]+/g, " ");
    let last = "";
    for (const word of foldedWords(text)) {
      (isComing(path) || kept.has(path) ? coming : open).add(word);
      if (ofFiles.has(last + word)) pairs.set(last + word, [last, word]);
      if (last !== "") pairsTold.set(`${last} ${word}`, (pairsTold.get(`${last} ${word}`) ?? 0) + 1);
      last = word;
    }
    for (const [word] of text.matchAll(/\p{Ll}[\p{L}'’]*/gu)) smallForms.add(word);
    // Behind a small letter or a comma, as every sentence begins with a capital.
    for (const [word] of text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{L}'’]+/gu)) capitalForms.add(word);
    for (const [name] of text.matchAll(NAME)) count(uses, foldedWords(name));
  }
  // Where a beat happens and what it feels like gives nothing of it away. (rule EN5605)
  for (const { mood = "", location = "" } of beats)
    for (const word of foldedWords(`${mood} ${location}`)) open.add(word);
  const all = new Set([...open, ...coming]);
  const small = new Set([...smallForms].flatMap(foldedWords));
  const capital = [...capitalForms].flatMap(foldedWords);
  return {
    open,
    all,
    pairs: new Map([...pairs].filter(([word, [first]]) => first !== "" && !all.has(word))),
    proper: new Set(capital.filter((word) => !small.has(word))),
    pairsTold,
    coming: new Set([...coming].filter((word) => !open.has(word))),
    codes: codesIn(uses),
    pastYears: pastYearsOf(all),
  };
}

function pastYearsOf(words: ReadonlySet<string>): Set<string> {
  const years = [...words].filter((word) => /^[12]\d{3}$/.test(word)).toSorted();
  return new Set(years.slice(0, -1));
}

const isComing = (path: string): boolean =>
  /^plot\/(?:beats\.json$|choices\.json$|endings\/)|\/secrets\.md$/.test(path);

function count(uses: Map<string, Map<string, number>>, words: readonly string[]): void {
  if (words.length < 2) return;
  const code = words.map((word) => word.charAt(0)).join("");
  const names = uses.get(code) ?? new Map<string, number>();
  uses.set(code, names);
  const name = words.join(" ");
  names.set(name, (names.get(name) ?? 0) + 1);
}

/** Letters that stand for one name far more often than for any other. */
function codesIn(uses: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, readonly string[]> {
  const codes = new Map<string, readonly string[]>();
  for (const [code, names] of uses) {
    const [[name, most] = ["", 0], [, second] = ["", 0]] = [...names].sort(([, one], [, other]) => other - one);
    if (most >= LEAST_USES && most >= 2 * second) codes.set(code, name.split(" "));
  }
  return codes;
}
