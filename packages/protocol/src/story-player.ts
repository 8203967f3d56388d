/** What is true of the player before the story begins, as `player.past` of session state holds it. */

/**
 * One thing that a player's people, calling, past, nature or answers say of them, in the words of the author or of the player; or a theme of
 * their story.
 */
export interface PastEntry {
  readonly kind: "race" | "class" | "ability" | "background" | "thing" | "trait" | "relationship" | "answer" | "theme";
  readonly text: string;
  /** The name of the people, calling or past that it belongs to, or the question that it answers. */
  readonly of?: string;
  /** Who the relationship is with. */
  readonly npc?: string;
  /** Keys (`topic:`, `npc:`, `place:`) that it names. */
  readonly names?: readonly string[];
}

/**
 * What somebody was to the player as a clause about them: "Knew your mother" of Wim is "Wim knew your mother".
 *
 * @param short - What they are called for short.
 * @param relationship - The author's words, with or without a pronoun and a full stop.
 */
export function relationshipWords(short: string, relationship: string): string {
  const words = relationship.replace(/^(?:he|she|it|they)\s+/iu, "").replace(/[.!]$/, "");
  // "Your neighbour's boy" and "Incomers both" are no deeds of theirs; "You tied off right" is one of the player's.
  if (/^(?:your|an?|the|one of|my|our)\s/iu.test(words))
    return `${short} is ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  if (/^you\b/iu.test(words)) return `${short}: ${words}`;
  const clause = /^(?:I|\p{Lu}{2,})\b/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
  return `${short} ${clause}`;
}
