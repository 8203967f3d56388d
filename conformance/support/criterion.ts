/** One measure of success: what is measured on this machine, and what it is to come to. */
export interface Criterion {
  readonly id: string;
  readonly title: string;
  readonly target: string;
  /** Measures it. @throws When it cannot be measured at all. */
  measure(): Promise<{
    readonly met: boolean;
    readonly found: string /** Whether it could not be measured here; `found` says why. */;
    readonly skipped?: true;
  }>;
}
