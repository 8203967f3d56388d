import { partsOf } from "./reading/names.js";

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
  /** Ids, full names and first names of all characters. (rule CA5501) */
  readonly spellings: readonly string[];
}

/**
 * Builds the index. Implements rules CA50, CA51, CA661 and CA666.
 *
 * @param people - Every character's id and full name.
 */
export function createNameIndex(
  people: readonly { readonly id: string; readonly name: string; readonly others?: readonly string[] }[],
): NameIndex {
  const exact = new Set(people.map(({ id }) => id));
  const folded = [
    new Map<string, string | null>(), // folder names
    new Map<string, string | null>(), // full names
    new Map<string, string | null>(), // first names
    new Map<string, string | null>(), // labels of folders
    new Map<string, string | null>(), // further names: labels, nicknames, what stands in quotation marks or brackets
    new Map<string, string | null>(), // the same and full names, without article or remark
  ] as const;
  for (const { id, name, others = [] } of people) {
    const { plain, words, titles, nicknames, aliases } = partsOf(name);
    const further = [...others, ...nicknames, ...aliases];
    for (const one of further) enter(folded[4], foldName(one), id);
    for (const one of [...further, plain]) enter(folded[5], bareName(one), id);
    if (titles > 0 || words.length > 1) enter(folded[5], bareName(words.slice(titles).join(" ")), id);
    enter(folded[0], foldName(id), id);
    enter(folded[1], foldName(name), id);
    enter(folded[2], foldName(name).split("-")[0] ?? "", id);
    enter(folded[3], /^[a-z]*-?\d+(?=-)/.exec(foldName(id))?.[0] ?? "", id);
  }
  return {
    ids: [...exact],
    spellings: [...new Set([...exact, ...people.flatMap(({ name }) => [name, name.split(" ")[0] ?? name])])],
    resolve(name) {
      if (exact.has(name)) return name;
      const key = foldName(name);
      for (const table of folded) {
        const found = table.get(key);
        if (found !== undefined) return found;
      }
      const bare = folded[5].get(bareName(name));
      return bare ?? null;
    },
  };
}

/** "The Colonel" is "Colonel", and "Doc (to friends)" is "Doc". */
const bareName = (name: string): string => foldName(name.replace(/\s*\([^)]*\)/g, "").replace(/^\s*the\s+/i, ""));

/** A name that two share is nobody's. */
function enter(table: Map<string, string | null>, key: string, id: string): void {
  if (key === "") return;
  const taken = table.get(key);
  table.set(key, taken === undefined || taken === id ? id : null);
}

/** "Zoë Marsh" and "zoe-marsh" are one name. */
export function foldName(name: string): string {
  return plainLetters(name)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Letters that have an accent or are one, among others: all but the letters of English, punctuation and signs of money. */
const ACCENTED = /[\u20d0-\uffff\u00c0-\u1fff]+/g;

/** A text in small letters without accents. */
export function plainLetters(text: string): string {
  // Few letters are of these, and taking a long text apart as a whole takes many times as long.
  return text.replace(ACCENTED, (letters) => letters.normalize("NFD").replace(/\p{M}/gu, "")).toLowerCase();
}
