/** Bodies and queries of requests, checked before a route sees them. */
import { validator } from "hono/validator";
import type { z } from "zod";
import type { Trouble } from "./answers.js";

/** A JSON body of a given shape. What does not fit it is answered with what is wrong, and where. */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  validator("json", (value, context) => checked(schema, value) ?? context.json(unfit(schema, value), 422));

/** A query of a given shape. */
export const query = <Schema extends z.ZodType>(schema: Schema) =>
  validator("query", (value, context) => checked(schema, value) ?? context.json(unfit(schema, value), 422));

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

function unfit(schema: z.ZodType, value: unknown): Trouble {
  const issue = schema.safeParse(value).error?.issues[0];
  const where = issue && issue.path.length > 0 ? `"${issue.path.join(".")}": ` : "";
  return {
    code: "invalid_request",
    message: `The request does not fit: ${where}${issue?.message ?? "no value"}.`,
    action: "",
  };
}
