import { CleanText, type Written } from "@narratoria/narrator";

/** A text as it comes, without what is none, up to the first of some stops. */
export class StoppedText {
  told = "";
  readonly #clean = new CleanText();

  constructor(
    private readonly stops: readonly string[],
    private readonly onText: ((piece: string) => void) | undefined,
  ) {}

  /** @returns Whether a stop has come. */
  push(part: string): boolean {
    return this.#tell(this.#clean.push(part));
  }

  end(): string {
    this.#tell(this.#clean.end());
    return this.told;
  }

  #tell(clean: string): boolean {
    // Many a model begins on a new line.
    const piece = this.told === "" ? clean.trimStart() : clean;
    const whole = this.told + piece;
    const ends = this.stops.map((stop) => whole.indexOf(stop)).filter((at) => at >= 0);
    const text = whole.slice(this.told.length, ends.length === 0 ? whole.length : Math.min(...ends));
    this.told += text;
    if (text !== "") this.onText?.(text);
    return ends.length > 0;
  }
}

/** A whole text of somebody whose tokens nobody here counts, nor their time apart from the attempt's. */
export function writtenText(text: string): Written {
  const tokens = { prompt: 0, evaluated: 0, written: 0 };
  return { text, ended: "end", tokens, timeMs: { queued: 0, firstText: 0, total: 0 } };
}
