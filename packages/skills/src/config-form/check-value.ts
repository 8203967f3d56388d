/** Whether a value can stand in a field. */
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import { shown } from "../manifest.js";
import { plainText } from "../wishes.js";
import type { FormField } from "./form-model.js";
import { patternFault } from "./text-pattern.js";

/**
 * What is wrong with a value, as the end of a sentence that begins with the field; null when it fits. Of a sensitive field
 * the value is not repeated. Implements rules SK23 and SK121.
 */
export function valueFault(field: FormField, value: JsonValue): string | null {
  const but = (given: string): string => (field.sensitive ? "" : `, not ${given}`);
  const kind = kindFault(field, value);
  if (kind !== null) return `must be ${kind}${but(shown(value))}`;
  const { options } = field;
  if (options !== null) {
    const wrong = (Array.isArray(value) ? value : [value]).find((one) => !options.some((option) => option === one));
    if (wrong !== undefined) return `must be one of ${options.map(shown).join(", ")}${but(shown(wrong))}`;
  }
  if (typeof value === "number") return boundFault(value, field.minimum, field.maximum, "", but);
  if (typeof value !== "string") return null;
  const length = boundFault([...value].length, field.minLength, field.maxLength, " characters", but);
  if (length !== null) return length;
  const unseen = field.kind === "textarea" ? /[^\P{Cc}\n\t]/u : /\p{Cc}/u;
  if (unseen.test(value)) return "must not hold line breaks or other characters that cannot be seen";
  if (field.kind === "uri" && !URL.canParse(value)) {
    return `must be an address such as https://example.org/${but(shown(value))}`;
  }
  if (field.kind === "email" && !/^[^\s@]+@[^\s@]+$/.test(value)) {
    return `must be a mail address such as name@example.org${but(shown(value))}`;
  }
  const unmatched = field.pattern === null ? null : patternFault(field.pattern, value);
  return unmatched === null ? null : `${plainText(unmatched)}${but(shown(value))}`;
}

function boundFault(
  size: number,
  min: number | null,
  max: number | null,
  unit: string,
  but: (given: string) => string,
): string | null {
  if (min !== null && size < min) return `must be at least ${min}${unit}${but(String(size))}`;
  if (max !== null && size > max) return `must be at most ${max}${unit}${but(String(size))}`;
  return null;
}

/** What kind of value it must be, where it is of another one. */
function kindFault({ kind, options }: FormField, value: JsonValue): string | null {
  switch (kind) {
    case "boolean":
      return typeof value === "boolean" ? null : "true or false";
    case "number":
      return typeof value === "number" ? null : "a number";
    case "integer":
      return Number.isInteger(value) ? null : "a whole number";
    case "list":
      return Array.isArray(value) && value.every((item) => typeof item === "string") ? null : "a list of texts";
    case "group":
      return isJsonObject(value) ? null : "an object";
    case "choice":
      // What is none of the choices is told which there are.
      return options === null || typeof value === "string" || typeof value === "number" ? null : "text";
    default:
      return typeof value === "string" ? null : "text";
  }
}
