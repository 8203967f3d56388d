/**
 * A text as a regular expression that matches it literally.
 *
 * @param text - Any text; what stands in it has no meaning of its own in the pattern.
 */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
