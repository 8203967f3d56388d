/** On what terms people tell what they keep to themselves. */
import type { Fact } from "@narratoria/protocol/story";
import type { View } from "./view.js";
import { hasWord } from "./words.js";

/** A feeling from which somebody says what they keep to themselves. */
const TRUSTS = 40;

export const trusts = ({ standing }: Pick<View, "standing">, npc: string): boolean =>
  (standing.get(npc)?.feeling ?? 0) >= TRUSTS;

type Seen = Pick<View, "standing" | "learned" | "known" | "visited" | "inventory">;

/**
 * Whether the author's terms allow that somebody tells a fact that they keep to themselves; true where there are none. Terms that were not
 * understood allow it only where a beat asks for it. (rule PC640)
 */
export function termsAllow(seen: Seen, { terms, said = "" }: Fact): boolean {
  if (terms === undefined) return true;
  const { when, names = [], words = [] } = terms;
  const head = words.at(-1);
  const carries = head !== undefined && seen.inventory.some(({ name }) => hasWord(name.toLowerCase(), head));
  const isNamed = (text: string): boolean => words.length > 0 && words.every((word) => hasWord(text, word));
  switch (when) {
    case "trusted":
      return trusts(seen, said);
    case "asked":
      return (names.length === 0 && words.length === 0) || names.some((key) => isHeardOf(seen, key)) || knows();
    case "known":
      return knows();
    case "carried":
      return carries;
    case "unclear":
      return true;
    case "never":
      return false;
  }
  function knows(): boolean {
    return carries || names.some((key) => isKnown(seen, key)) || (names.length === 0 && learnedText().some(isNamed));
  }
  function learnedText(): string[] {
    return seen.learned.map(({ text, tail = "" }) => `${text} ${tail}`.toLowerCase());
  }
}

function isHeardOf({ known }: Seen, key: string): boolean {
  return key.startsWith("topic:") && known.topics[key.slice("topic:".length)] !== undefined;
}

/** Whether the player has learned something of a topic, met a person, or been at a place. */
function isKnown({ learned, standing, visited }: Seen, key: string): boolean {
  const [kind = "", id = ""] = key.split(":");
  if (kind === "npc") return standing.get(id)?.met !== undefined;
  if (kind === "place") return visited[id] !== undefined;
  return learned.some(({ topic, names }) => topic === id || names.includes(key));
}
