/**
 * The journal names memories instead of repeating them, so that a memory which the player has forgotten is nowhere in it. What is in
 * a scene's paragraphs was told, and stays.
 */

/** Stands on both sides of a name. In a text of its own accord it is written as an escape, which JSON reads as the same. */
const MARK = "\uE0F1";
const NAME = new RegExp(`${MARK}([^${MARK}]*)${MARK}`, "g");

/** A shorter text may stand anywhere by chance: it is a memory only where it is all there is. */
const TELLING_LENGTH = 12;

/** What stands in the place of a memory that was forgotten. */
export const FORGOTTEN = "(forgotten)";

/**
 * Puts names in the place of memories.
 *
 * @param json - JSON text.
 * @param names - By the memory's text.
 * @returns JSON text, from which `showMemories` makes the same again, to the character.
 */
export function hideMemories(json: string, names: ReadonlyMap<string, string>): string {
  let hidden = json.includes(MARK) ? json.replaceAll(MARK, "\\ue0f1") : json;
  const longestFirst = [...names].sort(([one], [other]) => other.length - one.length);
  for (const [text, name] of longestFirst) {
    const written = JSON.stringify(text);
    const found = text.length < TELLING_LENGTH ? written : written.slice(1, -1);
    if (!hidden.includes(found)) continue;
    hidden = hidden.replaceAll(found, () => (found === written ? `"${MARK}${name}${MARK}"` : `${MARK}${name}${MARK}`));
  }
  return hidden;
}

/**
 * Puts memories in the place of their names; in the place of one that is forgotten, a word that says so.
 *
 * @param textOf - The memory of a name, as it reads now.
 */
export function showMemories(json: string, textOf: (name: string) => string | undefined): string {
  if (!json.includes(MARK)) return json;
  return json.replace(NAME, (_, name: string) => JSON.stringify(textOf(name) ?? FORGOTTEN).slice(1, -1));
}

/** The names in a text, each once. */
export function namesIn(json: string): string[] {
  return json.includes(MARK) ? [...new Set([...json.matchAll(NAME)].map(([, name = ""]) => name))] : [];
}

/** As `hideMemories` for a scene as it is shown: its paragraphs stay as they were told. */
export function hideInScene(scene: object, names: ReadonlyMap<string, string>): string | undefined {
  if (!("paragraphs" in scene) || "toJSON" in scene) {
    const json: string | undefined = JSON.stringify(scene);
    return json === undefined ? undefined : hideMemories(json, names);
  }
  const members = Object.entries(scene).flatMap(([key, value]) => {
    const json: string | undefined = JSON.stringify(value);
    if (json === undefined) return [];
    return [`${JSON.stringify(key)}:${hideMemories(json, key === "paragraphs" ? NONE : names)}`];
  });
  return `{${members.join(",")}}`;
}

const NONE: ReadonlyMap<string, string> = new Map();
