/** How long what is waited for, in milliseconds, and how often. */
export interface Patience {
  /** Between two signs of life of a process that works. */
  readonly beatMs: number;
  /** Without any. It hangs, or was stopped. */
  readonly hangMs: number;
  /** The same while the process starts or loads, which goes on for seconds without a pause. */
  readonly startMs: number;
  /** With signs of life and without a token read or written, or a step of loading. */
  readonly stallMs: number;
  /** From a cancel to the end of what was cancelled. */
  readonly cancelMs: number;
  /** For a whole request that names no time of its own. */
  readonly requestMs: number;
  /** Restarts within the window; one fault more, and it is given up. */
  readonly restarts: number;
  readonly windowMs: number;
}

export const PATIENCE: Patience = {
  beatMs: 500,
  hangMs: 10_000,
  startMs: 60_000,
  stallMs: 60_000,
  cancelMs: 10_000,
  requestMs: 120_000,
  restarts: 3,
  windowMs: 5 * 60_000,
};
