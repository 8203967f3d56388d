import { nearest } from "@narratoria/protocol";

/** The end of a message about a name that leads nowhere: the name that was most likely meant, if one is near. */
export function didYouMean(name: string, options: readonly string[]): string {
  const guess = nearest(name, options);
  return guess === null ? "" : ` Did you mean "${guess}"?`;
}
