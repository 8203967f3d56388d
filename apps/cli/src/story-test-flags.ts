/** What the options of `test` may be. */
import { InvalidArgumentError } from "commander";

export interface StoryTestFlags {
  readonly walks?: number;
  readonly turns?: number;
  readonly seed?: string;
  readonly failOn?: readonly FailKind[];
  readonly bless?: boolean;
  readonly html?: boolean | string;
  readonly data?: string;
  readonly json?: boolean;
}

/** What a test can fail for. */
export const FAILS = ["broken", "dead-ends", "endings", "beats", "choices", "lore", "repeats", "changes"] as const;
export type FailKind = (typeof FAILS)[number];
/** What it fails for unless it is told otherwise. */
export const FAILS_FOR: readonly FailKind[] = ["broken", "dead-ends", "endings", "changes"];

/**
 * Reads `--fail-on`: kinds with commas between them, or `none`.
 *
 * @throws {InvalidArgumentError} If there is no such kind.
 */
export function readFails(value: string): readonly FailKind[] {
  if (value === "none") return [];
  return value.split(",").map((part) => {
    const kind = FAILS.find((one) => one === part.trim());
    if (kind === undefined) throw new InvalidArgumentError(`Give none, or of these with commas: ${FAILS.join(", ")}.`);
    return kind;
  });
}
