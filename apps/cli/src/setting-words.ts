/** Settings in words: what stands in one, and what may. */
import type { SettingField } from "@narratoria/engine";
import type { JsonValue } from "@narratoria/protocol";
import { plainWords } from "@narratoria/engine/shell";

/** A setting's value as a player reads and types it: text as it is, a list with commas. */
export function valueWords(value: JsonValue): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : value.map((one: JsonValue) => valueWords(one)).join(", ");
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string") return plainWords(JSON.stringify(value));
  const words = plainWords(value.replaceAll("\n", "\\n"));
  return words === "" ? "an empty text" : words;
}

/** What may stand in a field: "A whole number from 1 to 4." */
export function boundWords(field: SettingField): string[] {
  const { kind, options, minimum, maximum, minLength, maxLength, pattern } = field;
  const range = (min: number | null, max: number | null): string => {
    if (min !== null && max !== null) return ` from ${min} to ${max}`;
    return min !== null ? ` of at least ${min}` : max !== null ? ` of at most ${max}` : "";
  };
  const choices = options === null ? "" : options.map((option) => plainWords(String(option))).join(", ");
  switch (kind) {
    case "boolean":
      return ["Yes or no."];
    case "number":
      return [`A number${range(minimum, maximum)}.`];
    case "integer":
      return [`A whole number${range(minimum, maximum)}.`];
    case "choice":
      return [`One of: ${choices}.`];
    case "list":
      return [options === null ? "A list, with commas between." : `Some of: ${choices}, with commas between.`];
    default:
      return [
        ...(minLength === null && maxLength === null
          ? []
          : [`A text of${range(minLength, maxLength).replace(/^ of/, "")} characters.`]),
        ...(pattern === null ? [] : [`It matches ${plainWords(pattern)}`]),
      ];
  }
}
