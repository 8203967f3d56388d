import { nearest } from "@narratoria/protocol";

/** Comparing every wrong name with thousands of right ones could take minutes. */
const MOST_OPTIONS = 500;

/** The end of a message about a name that leads nowhere: the name that was most likely meant, if one is near. */
export function didYouMean(name: string, options: readonly string[]): string {
  const guess = options.length > MOST_OPTIONS ? null : nearest(name, options);
  return guess === null ? "" : ` Did you mean "${guess}"?`;
}
