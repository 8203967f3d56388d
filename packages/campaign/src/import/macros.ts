/** The macros of character cards, resolved to prose in which the player is "you". Pure. Implements rules CA2405 and CA2406. */
import { capitalise, looksFinite, secondPersonFrom } from "@narratoria/protocol/english";
import { plainText } from "./imported.js";

/** Stands for the player while a text is worked on; no text holds it, as control characters are taken out. */
const PLAYER = "\u0001";
const SMALL = "(?:(?:also|always|just|never|now|often|still|soon|then|[a-z]+ly) )?";

/**
 * Resolves the macros of a text.
 *
 * @param char - What prose calls the character.
 * @param lost - Takes each macro that cannot be resolved, such as `{{time}}`.
 */
export function withoutMacros(text: string, char: string, lost: (macro: string) => void): string {
  const named = plainText(text)
    .replace(/\{\{\s*\/\/[^{}]*\}\}|\{\{\s*comment:[^{}]*\}\}/gi, "")
    .replace(/\{\{\s*char\s*\}\}|<(?:bot|char)>/gi, () => char)
    .replace(/\{\{\s*user\s*\}\}|<user>/gi, PLAYER)
    .replace(/\{\{\s*newline\s*\}\}/gi, "\n")
    .replace(/\{\{\s*(?:trim|original|noop)\s*\}\}/gi, "")
    .replace(/\{\{\s*(?:random|pick)\s*::?([^{}]*)\}\}/gi, (macro, list: string) => {
      lost(macro);
      return (list.split(list.includes("::") ? "::" : ",")[0] ?? "").trim();
    })
    .replace(/\{\{[^{}]*\}\}/g, (macro) => {
      lost(macro);
      return "";
    });
  return plainText(withActionsAsProse(asYou(named)).replace(/[^\S\n]{2,}/g, " "));
}

/** The player as "you", with the verb that goes with it. */
function asYou(text: string): string {
  return (
    text
      // Called by name: nothing is said in its place.
      .replace(new RegExp(`,\\s*${PLAYER}(?=\\s*[.,!?…~"”*]|$)`, "g"), "")
      .replace(
        new RegExp(`(["“])${PLAYER}[,.…]+\\s*(\\S)`, "g"),
        (_, quote: string, next: string) => quote + next.toUpperCase(),
      )
      .replace(new RegExp(`${PLAYER}['’]s\\b`, "g"), `${PLAYER}r`)
      .replace(new RegExp(`${PLAYER} (${SMALL})([a-z]+(?:n['’]t)?)\\b`, "g"), (whole, before: string, word: string) => {
        const plain = word.replace("’", "'");
        return looksFinite(plain) ? `${PLAYER} ${before}${secondPersonFrom(plain)}` : whole;
      })
      .replace(
        new RegExp(`(^|\\n|[.!?…]["”*)]*\\s+|(?:^|[\\s(])["“*]+)${PLAYER}`, "g"),
        (_, before: string) => `${before}You`,
      )
      .replaceAll(PLAYER, "you")
  );
}

/** Cards set what is done in asterisks, `*She smiles.*`: that is narration, not emphasis. One or two words stay as they are. */
function withActionsAsProse(text: string): string {
  return text.replace(/(\*{1,3})(?=\S)([^*\n]*?\S)\1/g, (whole, _marks: string, words: string) => {
    const few = words.split(/\s+/).length < 3 && !/[.!?…]$/.test(words);
    return few ? whole : words;
  });
}

/** What a character says in example dialogue, without what is done beside it. */
export function spokenLines(dialogue: string, char: string): string[] {
  const lines: string[] = [];
  const own = new Set([char.toLowerCase(), "{{char}}", "<bot>", "<char>"]);
  let speaks = false;
  for (const line of plainText(dialogue).split("\n")) {
    if (/^\s*<start>/i.test(line)) speaks = false;
    const label = /^\s*([^\s:"“*][^:"“*]{0,59}):\s*(.*)$/.exec(line);
    if (label) speaks = own.has((label[1] ?? "").trim().toLowerCase());
    if (speaks) lines.push(...speechIn(label?.[2] ?? line));
  }
  return [...new Set(lines)];
}

function speechIn(text: string): string[] {
  const quoted = [...text.matchAll(/["“]([^"“”]+)["”]/g)].map((found) => (found[1] ?? "").trim());
  if (quoted.length > 0) return quoted;
  const outside = text
    .replace(/\*[^*]*\*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return outside === "" ? [] : [capitalise(outside)];
}
