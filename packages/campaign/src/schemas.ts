/** Schemas of zod for what an author writes beside the JSON of the contracts. Loaded where a file has something to check. */
import type { JsonObject } from "@narratoria/protocol";
import type { ContractIssue, ReadingCorrections } from "@narratoria/protocol/contracts";
import * as z from "zod/mini";
import type { Shape } from "./fit-contract.js";
import { pointerTokens } from "./json-text.js";
import { checkSchema } from "./schema-issues.js";

const TEXT = z.string().check(z.minLength(1));
const TEXTS = z.array(TEXT);

/** YAML reads `title: 1912` as a number. */
const LINE = z.pipe(
  z.transform((value) =>
    typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : value,
  ),
  TEXT,
);

const LIST_OF_PEOPLE = '"known_by" is a list of characters, such as [anna, bert]';

/** A name alone is a list of one. */
const NAMES = z.pipe(
  z.transform((value) => (typeof value === "string" ? [value] : Array.isArray(value) ? value.map(String) : value)),
  z.array(z.string(), { error: LIST_OF_PEOPLE }).check(z.minLength(1, { error: LIST_OF_PEOPLE })),
);

/** The mark of what a model made; `provenanceFault` compares the two. */
const MARKS = { generated: z.optional(z.unknown()), provenance: z.optional(z.unknown()) };

/** The fields of front matter, by what the file is. Conditions and choices of an ending are held to the contract of beats. */
const FRONT_MATTER = {
  text: z.strictObject({ ...MARKS }),
  lore: z.strictObject({ ...MARKS, title: z.optional(LINE), known_by: z.optional(NAMES) }),
  ending: z.strictObject({
    ...MARKS,
    title: z.optional(LINE),
    tone: z.optional(LINE),
    breaks_off: z.optional(z.boolean()),
    conditions: z.optional(z.unknown()),
    choices: z.optional(z.unknown()),
  }),
} as const;

export type MatterKind = keyof typeof FRONT_MATTER;
export type MatterFields<K extends MatterKind> = Partial<z.infer<(typeof FRONT_MATTER)[K]>>;

/** The fields of front matter that fit, what is wrong with the others, and which there are. */
export function checkFields(
  kind: MatterKind,
  given: JsonObject,
): {
  readonly fields: MatterFields<MatterKind>;
  readonly issues: readonly ContractIssue[];
  readonly names: readonly string[];
} {
  const schema: z.core.$ZodType<MatterFields<MatterKind>> = FRONT_MATTER[kind];
  const names = Object.keys(FRONT_MATTER[kind].shape);
  const all = checkSchema(schema, given);
  if (all.ok) return { fields: all.value, issues: [], names };
  const wrong = new Set(all.issues.map(({ pointer }) => pointerTokens(pointer)[0]));
  const rest = checkSchema(schema, Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
  return { fields: rest.ok ? rest.value : {}, issues: all.issues, names };
}

const PERSON = z.strictObject({
  called: z.optional(TEXT),
  pronoun: z.optional(z.literal(["he", "she", "it", "they", null])),
  plural: z.optional(z.boolean()),
  kind: z.optional(z.enum(["human", "animal", "machine", "spirit", "voice", "group", "other"])),
  body: z.optional(z.array(z.enum(["face", "eyes", "mouth", "hands", "feet", "voice", "clothes"]))),
  speech: z.optional(z.enum(["words", "sounds", "writing", "signs", "none"])),
  mobility: z.optional(z.enum(["walks", "carried", "fixed", "everywhere"])),
  home: z.optional(TEXT),
  presentFrom: z.optional(TEXT),
  travels: z.optional(z.boolean()),
  aliases: z.optional(TEXTS),
  epithet: z.optional(TEXT),
});

const PLACE = z.strictObject({
  called: z.optional(TEXT),
  aliases: z.optional(TEXTS),
  preposition: z.optional(z.enum(["in", "on", "at", "aboard"])),
  indoors: z.optional(z.nullable(z.boolean())),
  reach: z.optional(z.enum(["foot", "means", "beat", "closed"])),
  within: z.optional(TEXT),
});

const BEAT = z.strictObject({
  place: z.optional(TEXT),
  cast: z.optional(TEXTS),
  everyone: z.optional(z.boolean()),
});

const ACT = z.strictObject({ text: z.optional(TEXT), npc: z.optional(TEXT), place: z.optional(TEXT) });

const PROVENANCE = z.looseObject({
  generated: z.literal(true),
  source_model: TEXT,
  generated_at: z.iso.datetime({ offset: true }),
  seed_data: TEXT,
  version: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/,
        ),
      ),
  ),
});

/** `reading.json`. Other programs have it as the contract `reading-corrections`, which says the same. (rule CA5972) */
export const CORRECTIONS = z.strictObject({
  $schema: z.optional(TEXT),
  cast: z.optional(z.record(z.string(), PERSON)),
  places: z.optional(z.record(z.string(), PLACE)),
  beats: z.optional(z.record(z.string(), BEAT)),
  acts: z.optional(z.record(z.string(), ACT)),
  laws: z.optional(z.array(z.strictObject({ text: TEXT, forbids: TEXTS }))),
  questions: z.optional(TEXTS),
  playerRole: z.optional(TEXTS),
  notTold: z.optional(TEXTS),
  _provenance: z.optional(PROVENANCE),
});

export const correctionsShape: Shape<ReadingCorrections> = {
  issues: (value) => {
    const read = checkSchema(CORRECTIONS, value);
    return read.ok ? [] : [...read.issues];
  },
  fits: (value): value is ReadingCorrections & typeof value => checkSchema(CORRECTIONS, value).ok,
};
