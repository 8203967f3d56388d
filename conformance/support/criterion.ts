/** One measure of success: what is measured on this machine, and what it is to come to. */
export interface Criterion {
  readonly id: string;
  readonly title: string;
  readonly target: string;
  /** Measures it. @throws When it cannot be measured at all. */
  measure(): Promise<{
    readonly met: boolean;
    readonly found: string;
    /** Whether it could not be measured here; `found` says why. */
    readonly skipped?: true;
  }>;
}

/** True where each measure takes the time it asks for (`npm run conformance -- --long`) and not just what a run of all tests has. */
export const LONG = process.env["NARRATORIA_LONG"] === "1";
