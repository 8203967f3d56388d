/** Finds the character that a name in a campaign file means. */
export interface NameIndex {
  /**
   * @param name - A folder name, a full name, or a first name that only one character has; case, accents, and hyphens
   * for spaces do not matter.
   * @returns The character's id (the folder name), or null when the name is nobody's or more than one's.
   */
  resolve(name: string): string | null;
  /** Ids of all characters, for suggestions. */
  readonly ids: readonly string[];
}

/**
 * Builds the index. Implements rules CA50, CA51 and CA661.
 *
 * @param people - Every character's id and full name.
 */
export function createNameIndex(people: readonly { readonly id: string; readonly name: string }[]): NameIndex {
  const exact = new Set(people.map(({ id }) => id));
  const folded = [
    new Map<string, string | null>(), // folder names
    new Map<string, string | null>(), // full names
    new Map<string, string | null>(), // first names
    new Map<string, string | null>(), // labels of folders
  ] as const;
  for (const { id, name } of people) {
    enter(folded[0], foldName(id), id);
    enter(folded[1], foldName(name), id);
    enter(folded[2], foldName(name).split("-")[0] ?? "", id);
    enter(folded[3], /^[a-z]*-?\d+(?=-)/.exec(foldName(id))?.[0] ?? "", id);
  }
  return {
    ids: [...exact],
    resolve(name) {
      if (exact.has(name)) return name;
      const key = foldName(name);
      for (const table of folded) {
        const found = table.get(key);
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}

/** A name that two share is nobody's. */
function enter(table: Map<string, string | null>, key: string, id: string): void {
  if (key === "") return;
  const taken = table.get(key);
  table.set(key, taken === undefined || taken === id ? id : null);
}

/** "Zoë Marsh" and "zoe-marsh" are one name. */
export function foldName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
