/** Finds again where the values of a loaded campaign stand in its files, for checks that come after loading. */
import { isJsonObject } from "@narratoria/protocol";
import type { Campaign } from "../campaign.js";
import type { CampaignChoice } from "../choices.js";
import { readFrontMatter } from "../front-matter.js";
import { type LocatedJson, parseJsonText } from "../json-text.js";
import { type Problem, type Position, ProblemList, START } from "../problems.js";
import type { ProblemCode } from "../problem-codes.js";

export const BEATS = "plot/beats.json";

/** A beat, an ending, or a choice by its tag. */
export type PlotPart =
  | { readonly kind: "beat" | "ending"; readonly id: string }
  | { readonly kind: "choice"; readonly id: string; readonly at: CampaignChoice["at"] };

/** A problem of a beat, an ending or a choice, by the JSON pointer of the value at fault within it. */
export interface PlotFinding {
  readonly of: PlotPart;
  readonly pointer: string;
  readonly code: ProblemCode;
  readonly severity: Problem["severity"];
  readonly message: string;
}

/** The files of a campaign as they were written. */
export class WrittenFiles {
  readonly #json = new Map<string, LocatedJson | null>();

  constructor(private readonly texts: Campaign["texts"]) {}

  /** The value of a JSON file, or null where it is absent or cannot be read. */
  async json(file: string): Promise<LocatedJson | null> {
    const known = this.#json.get(file);
    if (known !== undefined) return known;
    const text = this.texts.get(file);
    const parsed = text === undefined ? null : await parseJsonText(text);
    const json = parsed?.ok ? parsed.json : null;
    this.#json.set(file, json);
    return json;
  }

  /** Where a value of a JSON file stands. */
  async at(file: string, pointer: string, part: "key" | "value" = "value"): Promise<Position> {
    const place = (await this.json(file))?.locate(pointer, part) ?? START;
    return typeof place === "function" ? place() : place;
  }

  /** A finding of the plot as a problem, at its place in its file. */
  async place({ of, pointer, ...rest }: PlotFinding): Promise<Problem> {
    if (of.kind === "choice") return this.#ofChoice(of.at, pointer, rest);
    if (of.kind === "beat") return { ...rest, file: BEATS, ...(await this.#inBeat(of.id, pointer)) };
    const file = this.endingFile(of.id);
    return { ...rest, file, ...(await this.#inMatter(file, pointer)) };
  }

  async #ofChoice(
    at: CampaignChoice["at"],
    below: string,
    rest: Omit<PlotFinding, "of" | "pointer">,
  ): Promise<Problem> {
    const pointer = `${at.pointer}${below}`;
    const place = at.file.endsWith(".json") ? this.at(at.file, pointer) : this.#inMatter(at.file, pointer);
    return { ...rest, file: at.file, ...(await place) };
  }

  endingFile(id: string): string {
    const known = [".md", ".markdown", ".MD"].map((end) => `plot/endings/${id}${end}`);
    return known.find((file) => this.texts.has(file)) ?? `plot/endings/${id}.md`;
  }

  async #inBeat(id: string, pointer: string): Promise<Position> {
    const value = (await this.json(BEATS))?.value;
    const beats = isJsonObject(value) && Array.isArray(value["beats"]) ? value["beats"] : [];
    const index = beats.findIndex((beat) => isJsonObject(beat) && beat["id"] === id);
    return index < 0 ? START : this.at(BEATS, `/beats/${index}${pointer}`);
  }

  async #inMatter(file: string, pointer: string): Promise<Position> {
    const { locate } = await readFrontMatter(this.texts.get(file) ?? "", file, new ProblemList());
    return locate(pointer);
  }
}
