/** Words as a part of a pattern that means these words and nothing else. */
export const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
