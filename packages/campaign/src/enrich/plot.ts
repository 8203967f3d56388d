/** A plot as it is written before names are put in. Texts hold slots of `filler`. */
import type { Part } from "./kit.js";

export interface PlotResult {
  readonly told: string;
  /** Flags that it sets. */
  readonly sets?: readonly string[];
  readonly feels?: Partial<Record<Part, number>>;
  /** Place of the plot, 0 to 3, where the player is afterwards. */
  readonly goes?: number;
  /** Who is then at which place. */
  readonly moves?: Partial<Record<Part, number>>;
  /** Whether the player has the thing afterwards. */
  readonly takes?: true;
}

export interface PlotDeed {
  readonly text: string;
  /** The ending that it leads to. */
  readonly ends?: string;
  readonly with?: Part;
  /** An expression over flags. */
  readonly when?: string;
  readonly stat?: string;
  readonly then: PlotResult;
  readonly fail?: PlotResult;
}

export interface PlotScene {
  /** Deeds that are open until it comes, so that nobody has to wait for it. */
  readonly leads: readonly PlotDeed[];
  readonly title: string;
  readonly text: string;
  /** Where it happens: a place of the plot, 0 to 3. */
  readonly place: number;
  readonly deeds: readonly PlotDeed[];
}

export interface PlotEnding {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly epilogue: string;
}

export interface Plot {
  readonly id: "aim" | "secret";
  readonly scenes: readonly PlotScene[];
  readonly endings: readonly PlotEnding[];
  /** What is told where the player leaves before the end. */
  readonly left: PlotEnding;
  /** Facts about the thing, each a sentence that stands alone. */
  readonly lore: readonly string[];
  /** What each makes of another: part, other part, text that begins with a verb. */
  readonly bonds: readonly (readonly [Part, Part, string])[];
  readonly questions: readonly string[];
  /** What its lore is about, as its heading; null: it has none of its own. Else it is about the thing. */
  readonly about?: string | null;
  /** Whether its endings tell nothing of what the player did on the way. */
  readonly plain?: true;
}
