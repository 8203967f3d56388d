import type { ProblemCode } from "./problem-codes.js";

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
  /** The kind of fault; {@link PROBLEM_KINDS} says what to do about each. */
  readonly code: ProblemCode;
  /** One or two plain sentences: what is wrong, and what became of it or what to do. */
  readonly message: string;
  readonly severity: "error" | "warning" | "notice";
}

export const START: Position = { line: 1, column: 1 };

/** Sorts problems by file, then by place, so that an author can go through them from the top. */
export const byPlace = (a: Problem, b: Problem): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column;

/** What was found so far, in any order. */
export class ProblemList {
  readonly #problems: { at: Place; problem: Omit<Problem, "line" | "column"> }[] = [];

  readonly #names = new Map<string, string>();

  /** Problems of a file are said of where it lies: `path` is its place in the format. */
  rename(path: string, lies: string): void {
    this.#names.set(path, lies);
  }

  /** Where files lie, by their places in the format. */
  get renamed(): ReadonlyMap<string, string> {
    return this.#names;
  }

  error(file: string, at: Place, code: ProblemCode, message: string): void {
    this.#add("error", file, at, code, message);
  }

  warning(file: string, at: Place, code: ProblemCode, message: string): void {
    this.#add("warning", file, at, code, message);
  }

  notice(file: string, at: Place, code: ProblemCode, message: string): void {
    this.#add("notice", file, at, code, message);
  }

  /** All problems in the order of {@link byPlace}. Sorting is stable, so what stands at one place stays as it was found. */
  async sorted(): Promise<Problem[]> {
    const placed: Problem[] = [];
    for (const { at, problem } of this.#problems) {
      const { line, column } = typeof at === "function" ? await at() : at;
      placed.push({ ...problem, file: this.#names.get(problem.file) ?? problem.file, line, column });
    }
    return placed.sort(byPlace);
  }

  #add(severity: Problem["severity"], file: string, at: Place, code: ProblemCode, message: string): void {
    this.#problems.push({ at, problem: { file, code, message, severity } });
  }
}
