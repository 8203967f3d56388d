/** Whom "her brother" means. */
import type { ReadingSource } from "./read-story.js";

const KIN =
  /^(?:(?:his|her|their|its|the|an?|my)\s+)?(?:(?:elder|older|younger|eldest|youngest|little|big|twin|only|half)[\s-]+)*(brother|sister|mother|father|son|daughter|wife|husband|uncle|aunt|nephew|niece|cousin|grandmother|grandfather|grandson|granddaughter|twin|mum|mam|dad|gran|grandma|grandad|partner|widow|fiancé|fiancée)(?=$|[\s,.;:])(?!\s+(?:of|to|in|from)\s+(?!(?:him|her|them)\b))/i;

/** Whom each word of kinship means, by the id of whose kin it is. */
export type Kin = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Key under which the player's own kin stand. */
export const PLAYER = "";

/**
 * Finds whom each word of kinship means, by the id of whose kin it is: "Her brother" in the profile of the sister.
 *
 * A word that could mean two people means neither.
 */
export function kinOf(source: ReadingSource, idOf: (name: string) => string | undefined): Kin {
  const found = new Map<string, Map<string, string>>();
  const players = new Map<string, string | null>();
  for (const { id, profile } of source.npcs) {
    // "Your brother; thirty-four years old": the player's own.
    const [, ours] = /^(?:your|my|our)\s+(.*)$/i.exec(profile.role.trim()) ?? [];
    const word = ours === undefined ? undefined : KIN.exec(ours)?.[1]?.toLowerCase();
    if (word !== undefined) players.set(word, players.has(word) ? null : id);
    const own = new Map<string, string | null>();
    for (const [name, text] of Object.entries(profile.relationships ?? {})) {
      const word = KIN.exec(text.trim())?.[1]?.toLowerCase();
      const other = idOf(name);
      if (word === undefined || other === undefined || other === id) continue;
      own.set(word, own.has(word) && own.get(word) !== other ? null : other);
    }
    const sure = [...own].filter((entry): entry is [string, string] => entry[1] !== null);
    if (sure.length > 0) found.set(id, new Map(sure));
  }
  const sure = [...players].filter((entry): entry is [string, string] => entry[1] !== null);
  if (sure.length > 0) found.set(PLAYER, new Map(sure));
  return found;
}
