/** Lorebooks: of a character card (V2, V3), on their own (V3), and world info of SillyTavern. Implements rules CA2408 to CA2410. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { counted, IMPORT_CAPS, type Importing, oneLine, plainText, refuse } from "./imported.js";

interface BookEntry {
  readonly title: string;
  readonly text: string;
  readonly keywords: readonly string[];
}

/** The texts of a JSON list, or those between the commas of one text. */
function textsIn(value: JsonValue | undefined): string[] {
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  return list.flatMap((one) => (typeof one === "string" && one.trim() !== "" ? [one.trim()] : []));
}

export function textIn(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Whether a JSON object is a lorebook by itself. */
export function isLorebook(value: JsonObject): boolean {
  if (value["spec"] === "lorebook_v3") return true;
  const { entries } = value;
  return entries !== undefined && (Array.isArray(entries) || isJsonObject(entries));
}

/**
 * Adds the entries of a lorebook as lore, each with its keywords.
 *
 * @param prose - Makes prose of a text with macros.
 * @returns Their texts, those first that are always in a prompt.
 */
export function addLorebook(into: Importing, book: JsonObject, prose: (text: string) => string): string[] {
  const given = isJsonObject(book["data"]) ? book["data"]["entries"] : book["entries"];
  const list: readonly (JsonValue | undefined)[] = Array.isArray(given)
    ? given
    : isJsonObject(given)
      ? Object.values(given)
      : [];
  if (list.length > IMPORT_CAPS.parts) refuse(`This lorebook has more than ${IMPORT_CAPS.parts} entries.`);
  const always: string[] = [];
  const others: string[] = [];
  let tuned = 0;
  for (const [index, one] of list.entries()) {
    if (!isJsonObject(one)) {
      into.left(`Entry ${index + 1} of the lorebook is no entry.`);
      continue;
    }
    const entry = readEntry(into, one, index, prose);
    if (entry === null) continue;
    if (TUNING.some((key) => isTuned(one[key]))) tuned++;
    into.addLore(entry.title, entry.text, entry.keywords);
    (one["constant"] === true ? always : others).push(entry.text);
  }
  const count = always.length + others.length;
  if (count > 0) into.carried(`${counted(count, "entry", "entries")} of the lorebook became lore with keywords.`);
  if (tuned > 0) {
    into.left(
      `${counted(tuned, "entry", "entries")} of the lorebook say when and where their text stands in a prompt (probability, delay, groups): lore is found by keywords and meaning.`,
    );
  }
  return [...always, ...others];
}

/** What steers prompts alone. */
const TUNING = ["probability", "sticky", "cooldown", "delay", "group", "selectiveLogic"];
const isTuned = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== "" && value !== 0 && value !== 100;

function readEntry(
  into: Importing,
  entry: JsonObject,
  index: number,
  prose: (text: string) => string,
): BookEntry | null {
  const keys = [...textsIn(entry["keys"] ?? entry["key"])];
  const secondary = textsIn(entry["secondary_keys"] ?? entry["keysecondary"]);
  const regular = [...keys, ...secondary].filter(isPattern);
  const named = [...keys, ...secondary].filter((key) => !isPattern(key)).map(prose);
  const title =
    oneLine(prose(textIn(entry["name"]) || textIn(entry["comment"])), 90) ||
    oneLine(named[0] ?? "", 90) ||
    `Entry ${index + 1}`;
  const where = `Entry ${index + 1} of the lorebook (${title})`;
  if (entry["enabled"] === false || entry["disable"] === true) {
    into.left(`${where} is switched off.`);
    return null;
  }
  const { text, decorators } = withoutDecorators(textIn(entry["content"]));
  if (decorators > 0) into.left(`${where}: ${counted(decorators, "line")} for the prompt (@@...).`);
  if (regular.length > 0 || entry["use_regex"] === true) {
    into.left(`${where}: ${counted(Math.max(1, regular.length), "keyword")} that are patterns.`);
  }
  const told = prose(text);
  if (told === "") {
    into.left(`${where} holds no text.`);
    return null;
  }
  return { title, text: told, keywords: entry["use_regex"] === true ? [] : named };
}

const isPattern = (key: string): boolean => /^\/.+\/[a-z]*$/.test(key);

/** V3 entries may open with lines for the prompt, `@@depth 4`. */
function withoutDecorators(content: string): { readonly text: string; readonly decorators: number } {
  const lines = plainText(content).split("\n");
  const first = lines.findIndex((line) => !line.startsWith("@@"));
  const decorators = first < 0 ? lines.length : first;
  return { text: lines.slice(decorators).join("\n"), decorators };
}
