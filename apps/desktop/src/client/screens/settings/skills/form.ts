/** The form of a skill's settings, as the server gives it. */
import { z } from "zod/mini";

const otherwise = z.catch;

/** What a setting can hold. */
export type SettingValue = string | number | boolean | string[] | null;

const VALUE = otherwise(z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])), null);

const SETTING = {
  path: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  kind: z.enum([
    "text",
    "textarea",
    "uri",
    "email",
    "password",
    "number",
    "integer",
    "boolean",
    "choice",
    "list",
    "group",
  ]),
  required: z.boolean(),
  minimum: z.nullable(z.number()),
  maximum: z.nullable(z.number()),
  options: z.nullable(z.array(z.union([z.string(), z.number()]))),
  default: VALUE,
  sensitive: z.boolean(),
  envVar: z.nullable(z.string()),
  network: z.boolean(),
  value: VALUE,
  set: z.boolean(),
  envSet: z.nullable(z.boolean()),
  fromEnv: z.boolean(),
  problem: z.nullable(z.string()),
};

const FORM = z.object({
  skill: z.string(),
  title: z.string(),
  sections: z.array(
    z.object({
      category: z.nullable(z.string()),
      // Groups hold no groups.
      fields: z.array(z.object({ ...SETTING, fields: z.array(z.object(SETTING)) })),
    }),
  ),
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
});

export type SettingsForm = z.output<typeof FORM>;
/** A field as it stands in a section: a setting, or a group of them. */
export type FormField = SettingsForm["sections"][number]["fields"][number];
export type Setting = FormField["fields"][number];

export function formIn(answer: unknown): SettingsForm {
  return FORM.parse(answer);
}
