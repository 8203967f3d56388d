import { slug, withoutArticle } from "./english.js";

/**
 * Finds the faction that an author's words name: the one with this id, else the only one whose id has all words of the name, so that "the
 * Guild" is the Guild of Measures.
 *
 * @param factions - Anything by faction id.
 */
export function factionNamed(factions: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const id = slug(withoutArticle(name.trim()));
  if (id === "" || Object.hasOwn(factions, id)) return id === "" ? undefined : id;
  const words = id.split("-");
  const named = Object.keys(factions).filter((one) => words.every((word) => one.split("-").includes(word)));
  return named.length === 1 ? named[0] : undefined;
}
