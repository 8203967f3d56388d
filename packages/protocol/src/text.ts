/**
 * What a terminal obeys, what turns the direction of writing and what cannot be seen: control characters but for the line feed
 * and the tab, bidirectional controls, line and paragraph separators, zero-width marks that no script needs.
 */
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]/gu;

/** Leaves out of a text what no reader should meet in a story. Implements rule PR426. */
export function withoutControls(text: string): string {
  return text.replace(UNSAFE, "");
}

/**
 * Writes what a terminal would obey as escapes such as `\u001b`, so that it can be seen. JSON stays the same JSON. Implements
 * rule PR426.
 */
export function withControlsShown(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
