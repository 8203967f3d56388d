/** What a player types in plain mode, and what it asks for. */
export type Answer =
  | { readonly kind: "choose"; readonly number: number }
  | { readonly kind: "why"; readonly number: number | null }
  | { readonly kind: "undo" | "repeat" | "help" | "quit" | "leave" | "nothing" }
  | { readonly kind: "unknown"; readonly text: string };

const WORDS: Readonly<Record<string, "undo" | "repeat" | "help" | "quit" | "leave">> = {
  u: "undo",
  undo: "undo",
  r: "repeat",
  repeat: "repeat",
  h: "help",
  help: "help",
  "?": "help",
  q: "quit",
  quit: "quit",
  exit: "quit",
  // Spelled out, as it is no slip of a finger.
  end: "leave",
};

/** An answer is shown back to the player; a page of nonsense is not. */
const LONGEST_SHOWN = 40;

/** @param line - A line as typed, without its line feed. */
export function readAnswer(line: string): Answer {
  const text = line.replace(/[\u0000-\u001f\u007f-\u009f\ufeff]/g, "").trim();
  if (text === "") return { kind: "nothing" };
  if (/^\d{1,9}$/.test(text)) return { kind: "choose", number: Number(text) };
  const lower = text.toLowerCase();
  const why = /^w(?:hy)?\s*(\d{1,9})?$/.exec(lower);
  if (why) return { kind: "why", number: why[1] === undefined ? null : Number(why[1]) };
  const word = Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined;
  if (word) return { kind: word };
  return { kind: "unknown", text: text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text };
}
