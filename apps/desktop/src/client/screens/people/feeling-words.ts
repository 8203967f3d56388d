/** What somebody feels for the player, in words; empty where it is nothing worth a word. */
const FEELS: Readonly<Record<string, string>> = {
  devoted: "devoted to you",
  fond: "fond of you",
  warming: "warming to you",
  wary: "wary of you",
  cold: "cold to you",
  hostile: "hostile to you",
};

export function feelingWords({ feels, mood }: { readonly feels?: string; readonly mood?: string }): string {
  return [mood, feels === undefined ? undefined : FEELS[feels]].filter((part) => part !== undefined).join(", ");
}
