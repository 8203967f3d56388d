/**
 * Texts that memories had before they were removed or reworded by this process. Whoever holds a turn from before still repeats them, and
 * the journal, which names memories, has to know them again.
 */
export class FormerTexts {
  /** By the name that the journal uses. */
  readonly #texts = new Map<string, Set<string>>();
  /** Names by story and id of a memory. */
  readonly #names = new Map<string, Set<string>>();

  /** Keeps a text that is about to be taken out of the table. */
  add(playthrough: string, id: string, name: string, text: string): void {
    grouped(this.#texts, name).add(text);
    grouped(this.#names, keyOf(playthrough, id)).add(name);
  }

  /** Texts that a name stood for. */
  of(name: string): Iterable<string> {
    return this.#texts.get(name) ?? [];
  }

  /** Names that a memory had. */
  namesOf(playthrough: string, id: string): Iterable<string> {
    return this.#names.get(keyOf(playthrough, id)) ?? [];
  }
}

/** Ids of playthroughs have no line breaks. */
const keyOf = (playthrough: string, id: string): string => `${playthrough}\n${id}`;

function grouped(map: Map<string, Set<string>>, key: string): Set<string> {
  const found = map.get(key) ?? new Set();
  map.set(key, found);
  return found;
}
