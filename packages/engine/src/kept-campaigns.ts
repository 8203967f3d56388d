/** More are read anew when they are opened again. */
const MOST_KEPT = 8;
/** Letters that are held for a story that may never be opened; longer campaigns stay as long as some story holds them. */
const MOST_LETTERS = 32_000_000;

interface Kept<Value extends object> {
  readonly print: string;
  readonly held: Value | null;
  readonly seen: WeakRef<Value>;
  readonly letters: number;
}

/** What was read of campaigns, by their folders, as long as these are as they were. */
export class KeptCampaigns<Value extends object> {
  /** The one used last at the end. */
  readonly #kept = new Map<string, Kept<Value>>();

  /** @param print - Of the folder as it is now. @returns Null where it was not read, or has changed. */
  get(name: string, print: string): Value | null {
    const found = this.#kept.get(name);
    const value = found?.print === print ? found.seen.deref() : undefined;
    this.#kept.delete(name);
    if (!found || !value) return null;
    this.#kept.set(name, found);
    return value;
  }

  put(name: string, print: string, value: Value, letters: number): void {
    this.#kept.delete(name);
    const held = letters <= MOST_LETTERS ? value : null;
    this.#kept.set(name, { print, held, seen: new WeakRef(value), letters: held ? letters : 0 });
    let [count, sum] = [0, 0];
    for (const [other, entry] of [...this.#kept].reverse()) {
      count++;
      sum += entry.letters;
      if (count > MOST_KEPT || sum > MOST_LETTERS) this.#kept.delete(other);
    }
  }
}
