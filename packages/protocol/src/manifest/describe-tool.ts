/** What a script says of itself to whoever writes its manifest: one line of JSON instead of a run. */
import type { InputShape } from "../input-shape.js";
import { isStandardSchema, type StandardSchema } from "../standard-schema.js";

/** Set for a script that is asked what it takes. No setting of a skill can name it, as its own variables may not begin so. */
export const DESCRIBE = "NARRATORIA_DESCRIBE";

/** What a script takes: JSON Schemas, null where it states none. In place of one that cannot be said, why. */
export interface ToolDescription {
  readonly input: Record<string, unknown> | null;
  readonly settings: Record<string, unknown> | null;
}

/** Stands in for a schema that cannot say itself as JSON Schema: the library it is of, and what that threw. */
export const UNSAID = "x-unsaid";

export function isDescribing(): boolean {
  return process.env[DESCRIBE] === "1";
}

/** Returns the description as one line of JSON; its words are for whoever reads it. Implements rule PR862. */
export function describeTool({
  input,
  settings,
}: {
  readonly input?: InputShape | StandardSchema;
  readonly settings?: StandardSchema;
}): string {
  const description: ToolDescription = {
    input: input === undefined ? null : jsonSchemaOf(input),
    settings: settings === undefined ? null : jsonSchemaOf(settings),
  };
  return JSON.stringify(description);
}

function jsonSchemaOf(schema: InputShape | StandardSchema): Record<string, unknown> {
  if (!isStandardSchema(schema)) return { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema };
  const { jsonSchema, vendor } = schema["~standard"];
  try {
    return jsonSchema?.input({ target: "draft-2020-12" }) ?? { [UNSAID]: vendor };
  } catch (error) {
    return { [UNSAID]: vendor, why: String(error) };
  }
}
