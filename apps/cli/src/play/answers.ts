/** What a player types in plain mode, and what it asks for. */
export type Answer =
  | { readonly kind: "choose"; readonly number: number }
  | { readonly kind: "why"; readonly number: number | null }
  /** From a scene by its number, or the one on the table. */
  | { readonly kind: "branch"; readonly scene: number | null; readonly name: string | null }
  /** The tree of branches, or the end of one by its place in that list. */
  | { readonly kind: "timeline"; readonly number: number | null }
  /** What the story remembers, of something or of all. */
  | { readonly kind: "memories"; readonly query: string }
  | { readonly kind: "undo" | "redo" | "repeat" | "help" | "quit" | "leave" | "nothing" }
  | { readonly kind: "unknown"; readonly text: string };

const WORDS: Readonly<Record<string, "undo" | "redo" | "repeat" | "help" | "quit" | "leave">> = {
  u: "undo",
  undo: "undo",
  redo: "redo",
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
  const branch = /^b(?:ranch)?(?:\s+(\d{1,9}))?(?:\s+(.+))?$/i.exec(text);
  if (branch) {
    const [, scene, name] = branch;
    return { kind: "branch", scene: scene === undefined ? null : Number(scene), name: name ?? null };
  }
  const timeline = /^t(?:imeline)?\s*(\d{1,9})?$/.exec(lower);
  if (timeline) return { kind: "timeline", number: timeline[1] === undefined ? null : Number(timeline[1]) };
  const memories = /^m(?:emories)?(?:\s+(.+))?$/i.exec(text);
  if (memories) return { kind: "memories", query: memories[1] ?? "" };
  // As on a keyboard: with Shift it goes forward again.
  if (text === "U") return { kind: "redo" };
  const word = Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined;
  if (word) return { kind: word };
  return { kind: "unknown", text: text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text };
}
