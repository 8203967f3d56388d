/** What a script says of itself to whoever writes its manifest: one line of JSON instead of a run. */
import type { InputShape } from "../input-shape.js";
import { isStandardSchema, type StandardSchema } from "../standard-schema.js";

/** Set for a script that is asked what it takes. No setting of a skill can name it, as its own variables may not begin so. */
export const DESCRIBE = "NARRATORIA_DESCRIBE";

/** The JSON Schemas of what a script takes. */
export interface ToolDescription {
  readonly input: Record<string, unknown> | null;
  readonly settings: Record<string, unknown> | null;
  /** Why a schema cannot be said as JSON Schema. */
  readonly faults: readonly string[];
}

export function isDescribing(): boolean {
  return process.env[DESCRIBE] === "1";
}

/** Returns the description as one line of JSON. Implements rule PR862. */
export function describeTool({
  input,
  settings,
}: {
  readonly input?: InputShape | StandardSchema;
  readonly settings?: StandardSchema;
}): string {
  const faults: string[] = [];
  const description: ToolDescription = {
    input: input === undefined ? null : jsonSchemaOf("input", input, faults),
    settings: settings === undefined ? null : jsonSchemaOf("settings", settings, faults),
    faults,
  };
  return JSON.stringify(description);
}

function jsonSchemaOf(
  what: string,
  schema: InputShape | StandardSchema,
  faults: string[],
): Record<string, unknown> | null {
  if (!isStandardSchema(schema)) return { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema };
  const { jsonSchema, vendor } = schema["~standard"];
  if (jsonSchema === undefined) {
    const hint = vendor === "valibot" ? " Wrap it with toStandardJsonSchema of @valibot/to-json-schema." : "";
    faults.push(`The schema of its ${what} (${vendor}) cannot say itself as JSON Schema.${hint}`);
    return null;
  }
  try {
    return jsonSchema.input({ target: "draft-2020-12" });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    faults.push(`The schema of its ${what} cannot be said as JSON Schema: ${why}`);
    return null;
  }
}
