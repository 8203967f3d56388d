/**
 * The journal names memories instead of repeating them, so that a memory which the player has forgotten is nowhere in it. What is in
 * a scene's paragraphs was told, and stays.
 */

/** Stands on both sides of a name. In a text of its own accord it is written as an escape, which JSON reads as the same. */
const MARK = "\uE0F1";
const NAME = new RegExp(`${MARK}([^${MARK}]*)${MARK}`, "g");

/** Stands after a name where the memory's text goes without the mark that closes it, as in `You met Osk (scene 3)`. */
const OPEN_ENDED = "~";
const CLOSING_MARK = /[.!?…]$/u;
/** What goes on here as a sentence of its own is no memory. */
const GOES_ON = /^ ?[\p{L}\p{N},]/u;

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
    if (!hidden.includes(openEnded(found))) continue;
    hidden = hidden.replaceAll(found, () => (found === written ? `"${MARK}${name}${MARK}"` : `${MARK}${name}${MARK}`));
    if (found !== written && openEnded(found) !== found) hidden = hideOpenEnded(hidden, openEnded(found), name);
  }
  return hidden;
}

function hideOpenEnded(json: string, found: string, name: string): string {
  return json.replaceAll(found, (text, at: number) =>
    GOES_ON.test(json.slice(at + text.length, at + text.length + 2)) ? text : `${MARK}${name}${OPEN_ENDED}${MARK}`,
  );
}

const openEnded = (text: string): string => text.replace(CLOSING_MARK, "");

/**
 * Puts memories in the place of their names; in the place of one that is forgotten, a word that says so.
 *
 * @param textOf - The memory of a name, as it reads now.
 */
export function showMemories(json: string, textOf: (name: string) => string | undefined): string {
  if (!json.includes(MARK)) return json;
  return json.replace(NAME, (_, written: string) => {
    const name = whole(written);
    const text = textOf(name) ?? FORGOTTEN;
    return JSON.stringify(name === written ? text : openEnded(text)).slice(1, -1);
  });
}

/** The names in a text, each once. */
export function namesIn(json: string): string[] {
  return json.includes(MARK) ? [...new Set([...json.matchAll(NAME)].map(([, name = ""]) => whole(name)))] : [];
}

const whole = (name: string): string => (name.endsWith(OPEN_ENDED) ? name.slice(0, -OPEN_ENDED.length) : name);

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
