/** What running text proves of the names of things: how it writes them. */
import { memoizeText, withoutArticle } from "@narratoria/protocol/english";

export interface SoundNames {
  /**
   * A name as running text writes it, with the letters and the article that it has there most often: "salon cascabel" gives "Salón Cascabel",
   * "don lalos rules" gives "Don Lalo's rules".
   *
   * @returns Undefined where it stands nowhere.
   */
  asWritten(name: string): string | undefined;
}

interface Token {
  readonly written: string;
  readonly folded: string;
  /** What stands between it and the next word. */
  readonly after: string;
}

/** Letters of words whose plain form is kept. */
const WORD_LETTERS = 50_000;

const fold = memoizeText(
  (word) =>
    word
      .normalize("NFD")
      .replace(/[\p{M}'’.]/gu, "")
      .toLowerCase(),
  WORD_LETTERS,
);

/** @param text - All running text, without headings. */
export function createSoundNames(text: string): SoundNames {
  const tokens: Token[] = [];
  const byWord = new Map<string, number[]>();
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu)];
  words.forEach((found, at) => {
    const written = found[0].replace(/['’]$/, "");
    const end = found.index + written.length;
    const folded = fold(written);
    tokens.push({ written, folded, after: text.slice(end, words[at + 1]?.index ?? text.length) });
    const known = byWord.get(folded);
    if (known) known.push(at);
    else byWord.set(folded, [at]);
  });
  return {
    asWritten(name) {
      const wanted = withoutArticle(name)
        .split(/[\s-]+/)
        .map(fold)
        .filter(Boolean);
      const counts = new Map<string, { all: number; withThe: number; named: number }>();
      for (const at of byWord.get(wanted[0] ?? "") ?? []) {
        const run = tokens.slice(at, at + wanted.length);
        const isWord = ({ folded }: Token, index: number): boolean =>
          folded === wanted[index] || (index === wanted.length - 1 && folded === `${wanted[index]}s`);
        if (run.length < wanted.length || !run.every(isWord)) continue;
        if (run.slice(0, -1).some(({ after }) => !/^[ -]$/.test(after))) continue;
        // A genitive at its end belongs to what follows.
        const written = run
          .map(({ written: word, after }, index) =>
            index === run.length - 1 ? word.replace(/['’]s$/, "") : word + after,
          )
          .join("");
        if (fold(written).replace(/[ -]/g, "") !== wanted.join("")) continue;
        const before = tokens[at - 1];
        const opens = before === undefined || !/^[ -]$/.test(before.after);
        const known = counts.get(written) ?? { all: 0, withThe: 0, named: 0 };
        counts.set(written, {
          all: known.all + (opens ? 0.5 : 1),
          withThe: known.withThe + (/^(?:the|an?)$/.test(before?.folded ?? "") ? 1 : 0),
          named: known.named + (/^(?:his|her|my|your|our|their|its|this|that|no)$/.test(before?.folded ?? "") ? 1 : 0),
        });
      }
      const [best] = [...counts].sort(([, one], [, other]) => other.all - one.all);
      if (best === undefined) return undefined;
      const [written, { all, withThe, named }] = best;
      // One "the" before a single name is "the Ofelia that I knew".
      const counted = withThe + named;
      // "In pencil", "on the road": one plain noun that is counted now and then is a thing. (rule CA5720)
      const isPlain = /^\p{Ll}+(?<!s)$/u.test(written);
      const isDefinite = counted >= (/^\p{Lu}[^ ]*$/u.test(written) ? 2 : 1) && counted >= all / (isPlain ? 4 : 2);
      return isDefinite ? `the ${written}` : written;
    },
  };
}
