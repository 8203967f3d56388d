/** Where something stands in a file: line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A position, or how to find it: only what is reported has to be found. */
export type Place = Position | (() => Promise<Position>);

/**
 * Something an author should know. An `error` cost the campaign a part of itself, a `warning` may not be what was meant,
 * a `notice` is only said.
 */
export interface Problem {
  /** Path inside the campaign folder, `/` between its parts. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** One or two plain sentences: what is wrong, and what became of it or what to do. */
  readonly message: string;
  readonly severity: "error" | "warning" | "notice";
}

export const START: Position = { line: 1, column: 1 };

/** What was found so far, in any order. */
export class ProblemList {
  readonly #problems: { file: string; at: Place; message: string; severity: Problem["severity"] }[] = [];

  readonly #names = new Map<string, string>();

  /** Problems of a file are said of where it lies: `path` is its place in the format. */
  rename(path: string, lies: string): void {
    this.#names.set(path, lies);
  }

  error(file: string, at: Place, message: string): void {
    this.#add("error", file, at, message);
  }

  warning(file: string, at: Place, message: string): void {
    this.#add("warning", file, at, message);
  }

  notice(file: string, at: Place, message: string): void {
    this.#add("notice", file, at, message);
  }

  /** All problems by file, then by place, so that an author can go through them from the top. */
  async sorted(): Promise<Problem[]> {
    const placed: Problem[] = [];
    for (const { file, at, message, severity } of this.#problems) {
      const { line, column } = typeof at === "function" ? await at() : at;
      placed.push({ file: this.#names.get(file) ?? file, line, column, message, severity });
    }
    // Sorting is stable, so what stands at one place stays as it was found.
    return placed.sort((a, b) => order(a.file, b.file) || a.line - b.line || a.column - b.column);
  }

  #add(severity: Problem["severity"], file: string, at: Place, message: string): void {
    this.#problems.push({ file, at, message, severity });
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
