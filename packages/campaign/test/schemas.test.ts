import { readFileSync } from "node:fs";
import { checkContract } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { toJSONSchema } from "zod/v4/core";
import { CORRECTIONS, correctionsShape } from "../src/schemas.js";
import { load } from "./campaign-folder.js";

const ROOT = new URL("../../../contracts/", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));

describe("a field of front matter", () => {
  it.each([
    ["lore/a.md", "title: [Salt, Bread]", 8, "wrong_type", '"title" must be text, got a list. It is left out.'],
    ["lore/a.md", 'title: ""', 8, "out_of_range", '"title" must not be empty. It is left out.'],
    [
      "lore/a.md",
      "known_by: 7",
      11,
      "wrong_type",
      '"known_by" is a list of characters, such as [anna, bert]. It is left out.',
    ],
    [
      "plot/endings/a.md",
      "title: true",
      8,
      "wrong_type",
      '"title" must be text, got true; write "true", in double quotes. It is left out.',
    ],
    [
      "plot/endings/a.md",
      "breaks_off: perhaps",
      13,
      "wrong_type",
      '"breaks_off" must be true or false, got "perhaps". It is left out.',
    ],
  ])(
    "[CA5970, CA5971] of %s with %s is said at its line and column, and goes alone",
    async (file, line, column, code, message) => {
      const { campaign, problems } = await load({
        [file]: `---\ngenerated: false\n${line}\n---\n# The scale\n\nIt is old.`,
      });
      expect(problems).toEqual([{ file, line: 3, column, severity: "error", code, message }]);
      const [read] = file.startsWith("lore/") ? campaign.lore : campaign.endings;
      expect(read).toMatchObject({ title: "The scale" });
    },
  );

  it("[CA5971] may be a number where a title is wanted, or have nothing behind it", async () => {
    const { campaign, problems } = await load({
      "lore/a.md": "---\ntitle: 1912\nknown_by:\n---\nIt is old.",
      "plot/endings/a.md": "---\ntitle: 1913\ntone:\n---\nYou go.",
    });
    expect([campaign.lore[0]?.title, campaign.endings[0]?.title]).toEqual(["1912", "1913"]);
    expect(problems).toEqual([]);
  });

  it("[CA29] that there is not is a warning where no field is known either", async () => {
    const { problems } = await load({ "world/setting.md": "---\ntitel: Rain\ngenerate: false\n---\nIt rains." });
    expect(problems).toMatchObject([
      { line: 2, column: 1, severity: "warning", code: "unknown_field" },
      { line: 3, severity: "warning", message: expect.stringContaining('Did you mean "generated"?') },
    ]);
  });
});

describe("reading.json", () => {
  it("[CA5972] is parsed by a schema that is the same as its contract", () => {
    expect(bare(toJSONSchema(CORRECTIONS, { io: "input" }))).toEqual(bare(read("reading-corrections.schema.json")));
  });

  it.each(
    (read("cases/reading-corrections.cases.json") as { description: string; data: never; valid: boolean }[]).map(
      (one) => [one.description, one] as const,
    ),
  )("[CA5972] with %s is judged as by its contract, in the same words", (_, { data, valid }) => {
    expect(correctionsShape.fits(data)).toBe(valid);
    expect(correctionsShape.issues(data)).toEqual(checkContract("reading-corrections", data));
  });
});

/** Keywords that check nothing, or nothing more. */
const FOR_READERS = new Set("$schema $id $defs $comment title description examples propertyNames".split(" "));

type Schema = { readonly [keyword: string]: unknown };

/** A schema without what only people and editors read, each reference in its place, and written in one of the ways that say the same. */
function bare(schema: Schema, root = schema): unknown {
  const { $ref, anyOf, type, properties, additionalProperties, items, required, format, pattern, ...rest } = schema;
  if (typeof $ref === "string") {
    const part = $ref
      .slice(2)
      .split("/")
      .reduce((at, key) => at[key] as Schema, root);
    return bare(part, root);
  }
  const checks = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !FOR_READERS.has(keyword)));
  const types = (anyOf as Schema[] | undefined)?.map((one) => one["type"]) ?? type;
  const isOpen = additionalProperties === undefined || JSON.stringify(additionalProperties) === "{}";
  return {
    ...checks,
    ...("const" in checks || "enum" in checks ? {} : { type: types }),
    ...(format === undefined ? { pattern } : { format }),
    required: new Set((required ?? []) as string[]),
    additional: isOpen ? true : additionalProperties && bare(additionalProperties as Schema, root),
    items: items && bare(items as Schema, root),
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, bare(part as Schema, root)])),
  };
}
