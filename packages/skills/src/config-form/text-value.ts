import type { JsonValue } from "@narratoria/protocol";
import { valueFault } from "./check-value.js";
import { namesVariable } from "./environment.js";
import type { FormField } from "./form-model.js";

const YES: ReadonlySet<string> = new Set(["true", "yes", "y", "on"]);
const NO: ReadonlySet<string> = new Set(["false", "no", "n", "off"]);

/**
 * What somebody typed for a field, as a value of its kind. Implements rule SK124.
 *
 * @param text - A list is written with commas between its entries, or as JSON.
 * @returns The value; where it does not fit, what is wrong as the end of a sentence.
 */
export function settingFromText(
  field: FormField,
  text: string,
): { readonly value: JsonValue } | { readonly fault: string } {
  if (field.kind === "group") {
    return { fault: `has settings of its own: ${field.fields.map(({ path }) => path).join(", ")}` };
  }
  const value = valueOf(field, text);
  // What a variable holds is looked at when it is saved.
  if (field.envVar !== null && namesVariable(value)) return { value };
  const fault = valueFault(field, value);
  return fault === null ? { value } : { fault };
}

function valueOf(field: FormField, text: string): JsonValue {
  const word = text.trim().toLowerCase();
  switch (field.kind) {
    case "boolean":
      return YES.has(word) ? true : NO.has(word) ? false : text;
    case "number":
    case "integer":
      return word === "" || !Number.isFinite(Number(word)) ? text : Number(word);
    case "choice":
      return field.options?.find((option) => String(option).toLowerCase() === word) ?? text;
    case "list":
      return listOf(text);
    default:
      return text;
  }
}

function listOf(text: string): JsonValue {
  if (text.trim().startsWith("[")) {
    try {
      const list: JsonValue = JSON.parse(text);
      return list;
    } catch {
      return text;
    }
  }
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
