/** The lines of a tree of turns: what a playthrough's branches are where nobody wrote them down. */

/** A turn as far as the tree goes. */
export interface TreeTurn {
  readonly id: string;
  readonly parent: string | null;
}

/** A line of turns: from behind the turn that it leaves, to its tip. */
export interface Line {
  /** Null for the line of the opening. */
  readonly start: string | null;
  readonly tip: string;
}

/**
 * Splits a tree into lines, the oldest first: each goes from a turn that nothing follows back to the first turn of an older
 * line.
 *
 * @param turns - In the order in which they were made.
 */
export function linesOf(turns: readonly TreeTurn[]): Line[] {
  const parents = new Map(turns.map(({ id, parent }) => [id, parent]));
  const followed = new Set(turns.map(({ parent }) => parent));
  const taken = new Set<string>();
  return turns
    .filter(({ id }) => !followed.has(id))
    .map(({ id: tip }) => {
      let at: string | null = tip;
      for (; at !== null && !taken.has(at); at = parents.get(at) ?? null) taken.add(at);
      return { start: at, tip };
    });
}

/** The way from the opening to a turn, each at most once, whatever the file says. */
export function wayTo(turn: string, parents: ReadonlyMap<string, string | null>): string[] {
  const way = new Set<string>();
  for (let at: string | null = turn; at !== null && !way.has(at); at = parents.get(at) ?? null) way.add(at);
  return [...way].reverse();
}
