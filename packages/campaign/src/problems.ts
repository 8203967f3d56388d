/** Where something stands in a file: line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

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
  readonly #problems: Problem[] = [];

  error(file: string, at: Position, message: string): void {
    this.#add("error", file, at, message);
  }

  warning(file: string, at: Position, message: string): void {
    this.#add("warning", file, at, message);
  }

  notice(file: string, at: Position, message: string): void {
    this.#add("notice", file, at, message);
  }

  /** All problems by file, then by place, so that an author can go through them from the top. */
  sorted(): Problem[] {
    return this.#problems
      .map((problem, index) => ({ problem, index }))
      .sort(
        (a, b) =>
          order(a.problem.file, b.problem.file) ||
          a.problem.line - b.problem.line ||
          a.problem.column - b.problem.column ||
          a.index - b.index,
      )
      .map(({ problem }) => problem);
  }

  #add(severity: Problem["severity"], file: string, at: Position, message: string): void {
    this.#problems.push({ file, line: at.line, column: at.column, message, severity });
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
