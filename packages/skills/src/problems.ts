/** Something wrong in a file of a skill, for its author or whoever installed it. */
export interface Problem {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What is wrong and what follows from it. */
  readonly message: string;
  /** `error`: the skill is left out. `warning`: part of it is. `notice`: nothing is, but it should be known. */
  readonly severity: "error" | "warning" | "notice";
}

/** A place in a file; line and column from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const START: Position = { line: 1, column: 1 };

/** The problems of one file, as they are found. */
export type Report = (severity: Problem["severity"], at: Position, message: string) => void;

/** Makes the report function of a file. */
export function reportTo(problems: Problem[], file: string): Report {
  return (severity, { line, column }, message) => problems.push({ file, line, column, message, severity });
}
