/** How near words of files are to words of places, by the embedder that ships. */
import type { Embedder } from "@narratoria/narrator";

/**
 * The cosine from which two single words are taken for the same kind of place. Of 92 pairs that one picture would do for (church and
 * chapel) 33 reach it, of 104 that it would not 7, and none of those are two places (tree and forest, sailor and ship). What it misses
 * of common kinds is in `KINDS`.
 */
export const NEAR = 0.5;

/** Words for one kind of place, as `foldedWords` has them. */
const KINDS = [
  "tavern inn pub bar alehouse saloon taproom taverna",
  "harbour harbor quay dock pier jetty port wharf marina landing",
  "church chapel cathedral minster",
  "forest wood woodland grove",
  "river stream brook",
  "lake pond tarn mere",
  "street lane alley",
  "square plaza piazza",
  "market bazaar",
  "forge smithy",
  "workshop studio atelier",
  "kitchen scullery",
  "cellar basement",
  "attic loft garret",
  "bedroom bedchamber",
  "corridor hallway passage",
  "library archive",
  "hospital infirmary clinic ward medical medbay sickbay",
  "prison jail gaol dungeon",
  "castle fortress keep citadel",
  "palace manor mansion",
  "hut cabin shack cottage",
  "barn stable",
  "mine shaft",
  "cave cavern grotto",
  "hill ridge",
  "cliff crag",
  "marsh swamp bog fen",
  "cemetery graveyard churchyard",
  "crypt tomb vault",
  "tower turret",
  "wall rampart",
  "laboratory lab",
  "courtyard yard",
  "office bureau",
  "sea ocean",
  "beach shore strand",
].map((words) => words.split(" "));

/** Embeddings of single words, each made once. */
export class Nearness {
  readonly #vectors = new Map<string, Float32Array>();

  /** @param embedder - Null where no meaning is compared: words are near to themselves alone. */
  constructor(private readonly embedder: Embedder | null) {}

  /** Has all of these words embedded that are not yet. */
  async learn(words: Iterable<string>): Promise<void> {
    const fresh = [...new Set(words)].filter((word) => !this.#vectors.has(word));
    if (fresh.length === 0 || this.embedder === null) return;
    const vectors = await this.embedder.embed(fresh).catch(() => []);
    for (const [index, word] of fresh.entries()) {
      const vector = vectors[index];
      if (vector) this.#vectors.set(word, vector);
    }
  }

  /** The largest cosine of a word to any of the others: 1 for the word itself or one for the same kind of place, 0 for a word that nobody knows. */
  nearest(word: string, others: readonly string[]): number {
    if (others.includes(word)) return 1;
    const kind = KINDS.find((words) => words.includes(word));
    if (kind?.some((one) => others.includes(one))) return 1;
    const one = this.#vectors.get(word);
    if (one === undefined) return 0;
    return others.reduce((most, other) => {
      const vector = this.#vectors.get(other);
      return vector === undefined ? most : Math.max(most, cosine(one, vector));
    }, 0);
  }
}

function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += value * (other[index] ?? 0);
  return sum;
}
