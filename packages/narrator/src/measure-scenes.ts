import { normalise, splitPieces } from "@narratoria/protocol/english";

/** What is measured of the prose of a story. */
export interface SceneMeasures {
  readonly scenes: number;
  /** Sentences told again within thirty scenes, each after the number of its scene. */
  readonly repeated: readonly string[];
  /** Share of four-word sequences heard in the same scene or within the thirty scenes before, 0 to 1. */
  readonly fourGrams: number;
  /** Different pairs of words over all pairs, 0 to 1. */
  readonly distinct2: number;
  /** Words a scene. */
  readonly wordsMean: number;
  readonly wordsSd: number;
  /** Words a sentence. */
  readonly sentenceMean: number;
  readonly sentenceSd: number;
  /** Share of sentences that open with "You", 0 to 1. */
  readonly openingYou: number;
  /** The longest run of sentences that open with the same word within a scene. */
  readonly longestRun: number;
  /** In bits. */
  readonly firstWordEntropy: number;
}

const WINDOW = 30;
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
const deviation = (numbers: readonly number[]): number => {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((number) => (number - middle) ** 2)));
};

/**
 * Measures the prose of a story.
 *
 * @param scenes - The scenes in order, each as its paragraphs.
 */
export function measureScenes(scenes: readonly (readonly string[])[]): SceneMeasures {
  const lastSentence = new Map<string, number>();
  const lastGram = new Map<string, number>();
  const repeated: string[] = [];
  const pairs = new Set<string>();
  const firstWords = new Map<string, number>();
  const sentenceLengths: number[] = [];
  const sceneLengths: number[] = [];
  let grams = 0;
  let heard = 0;
  let bigrams = 0;
  let you = 0;
  let longestRun = 0;
  scenes.forEach((paragraphs, scene) => {
    let words = 0;
    let run = 0;
    let before = "";
    const gramsHere = new Set<string>();
    for (const piece of paragraphs.flatMap(splitPieces)) {
      const text = normalise(piece);
      const tokens = text.split(" ");
      const last = lastSentence.get(text);
      if (last !== undefined && scene - last <= WINDOW) repeated.push(`${scene}: ${piece}`);
      lastSentence.set(text, scene);
      sentenceLengths.push(tokens.length);
      words += tokens.length;
      const first = tokens[0] ?? "";
      firstWords.set(first, (firstWords.get(first) ?? 0) + 1);
      if (first === "you") you++;
      run = first === before ? run + 1 : 1;
      before = first;
      longestRun = Math.max(longestRun, run);
      for (let at = 0; at + 1 < tokens.length; at++) {
        bigrams++;
        pairs.add(`${tokens[at]} ${tokens[at + 1]}`);
      }
      for (let at = 0; at + 3 < tokens.length; at++) {
        const gram = tokens.slice(at, at + 4).join(" ");
        grams++;
        const seen = lastGram.get(gram);
        if ((seen !== undefined && scene - seen <= WINDOW) || gramsHere.has(gram)) heard++;
        gramsHere.add(gram);
      }
    }
    for (const gram of gramsHere) lastGram.set(gram, scene);
    sceneLengths.push(words);
  });
  const total = sentenceLengths.length;
  return {
    scenes: scenes.length,
    repeated,
    fourGrams: heard / Math.max(1, grams),
    distinct2: pairs.size / Math.max(1, bigrams),
    wordsMean: mean(sceneLengths),
    wordsSd: deviation(sceneLengths),
    sentenceMean: mean(sentenceLengths),
    sentenceSd: deviation(sentenceLengths),
    openingYou: you / Math.max(1, total),
    longestRun,
    firstWordEntropy: -[...firstWords.values()].reduce(
      (sum, count) => sum + (count / total) * Math.log2(count / total),
      0,
    ),
  };
}
