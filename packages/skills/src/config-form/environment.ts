/** Settings that the player keeps in an environment variable: `${NAME}` in the saved file, its value in the invocation alone. */
import type { JsonValue } from "@narratoria/protocol";
import type { FormField } from "./form-model.js";

/** The variables that a session knows. */
export type Variables = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{([^{}]*)\}/g;
/** What steers other programs is no setting, and what is ours is no skill's. */
const KEPT_BACK = /PATH$|^(?:LD_|DYLD_|NARRATORIA_|NODE_OPTIONS$|BASH_ENV$|SHELL$|HOME$|USER$|IFS$)/;

/** Whether a variable may fill any setting at all. */
export function mayFill(variable: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(variable) && !KEPT_BACK.test(variable);
}

/** A field that the player fills from a variable. */
export interface FilledField {
  /** Names the field among all of the form. */
  readonly path: string;
  readonly variable: string;
}

/** Whether a value names a variable, whichever. */
export function namesVariable(value: JsonValue): value is string {
  return typeof value === "string" && value.search(REFERENCE) >= 0;
}

/**
 * Puts the value of the field's own variable in place of `${NAME}`, once: what comes out is not looked at again. In a field
 * without one, `${...}` is text like any other. Implements rules SK123 and SK420.
 *
 * @param mayBeFilled - Whether the player wrote the value, so that it may be filled.
 * @returns The value, or what is wrong as the end of a sentence.
 */
export function fromEnvironment(
  field: FormField,
  value: JsonValue,
  env: Variables,
  mayBeFilled: (filled: FilledField) => boolean,
): { readonly value: JsonValue } | { readonly fault: string } {
  const { envVar } = field;
  if (envVar === null || !namesVariable(value)) return { value };
  const other = [...value.matchAll(REFERENCE)].find(([, name]) => name !== envVar);
  if (other !== undefined) return { fault: `can be filled from \${${envVar}} and from no other variable` };
  const found = env[envVar];
  if (found === undefined || found === "") {
    return { fault: `takes its value from the environment variable ${envVar}, which is not set` };
  }
  if (!mayBeFilled({ path: field.path, variable: envVar })) {
    const wanted = `names the environment variable ${envVar} in a file that came with the skill`;
    return { fault: `${wanted}; only a setting that you save yourself may do that` };
  }
  const text = value.replace(REFERENCE, () => found);
  return { value: typed(field, text) };
}

/** Variables hold text alone. */
function typed(field: FormField, text: string): JsonValue {
  if (field.kind === "number" || field.kind === "integer") {
    return text.trim() === "" || !Number.isFinite(Number(text)) ? text : Number(text);
  }
  if (field.kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (field.kind === "choice") return field.options?.find((option) => String(option) === text) ?? text;
  return text;
}
