// Writes docs/authors/reference.md from the contracts of a campaign's files: node tools/author-reference.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
export const REFERENCE = "docs/authors/reference.md";

/** Files of a campaign and the contract of each. */
const FILES = [
  ["manifest.json", "manifest"],
  ["characters/npcs/<id>/profile.json", "npc-profile"],
  ["characters/player/template.json", "player-template"],
  ["plot/beats.json", "plot-beats"],
  ["plot/choices.json", "choices"],
  ["reading.json", "reading-corrections"],
];

/** The page, from the contracts as they are. */
export function referenceText(root = ROOT) {
  const schemas = new Map(FILES.map(([, name]) => [name, schemaOf(root, name)]));
  const parts = FILES.map(([file, name]) => fileText(file, name, schemas));
  return `# The fields of each file

This page is made from the schemas in [contracts](../../contracts) by \`node tools/author-reference.mjs\`. \`narratoria new campaign\` puts the same schemas beside your campaign, so that an editor completes and checks these files as you write. [What fields change](fields.md) says more of some of them, [Choices of your own](choices.md) of choices, and [Words of the plot](plot-words.md) of conditions.

A field marked with * has to be there.

${parts.join("\n")}`;
}

const schemaOf = (root, name) => JSON.parse(readFileSync(`${root}contracts/${name}.schema.json`, "utf8"));

function fileText(file, name, schemas) {
  const schema = schemas.get(name);
  const own = Object.entries(schema.$defs ?? {}).filter(([key]) => key !== "provenance");
  const defs = own.filter(([, def]) => def.properties !== undefined);
  const examples = (schema.examples ?? [])
    .slice(0, 1)
    .map((example) => `\nFor example:\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`);
  return [
    `## \`${file}\`\n\n${schema.description}\n`,
    fieldTable(schema, name),
    ...inline(schema, name),
    ...defs.map(([key, def]) => defText(key, def, name)),
    ...examples,
  ].join("\n");
}

const anchorOf = (name, key) => `${name}-${key}`.toLowerCase();

function defText(key, def, name) {
  return [
    `<a id="${anchorOf(name, key)}"></a>\n\n### ${wordsOf(key)}\n\n${def.description ?? ""}\n`,
    fieldTable(def, name),
    ...inline(def, name),
  ].join("\n");
}

/** Objects that a field describes by itself, as tables of their own. */
function inline(schema, name) {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const inner = value.type === "array" ? value.items : value;
    if (inner?.properties === undefined) return [];
    return [`Of \`${key}\`:\n\n${fieldTable(inner, name)}`, ...inline(inner, name)];
  });
}

/** "choiceOutcome" as "Choice outcome". */
function wordsOf(key) {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fieldTable(schema, name) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {})
    .filter(([key]) => key !== "_provenance" && key !== "$schema")
    .map(([key, value]) => {
      const cells = [`\`${key}\`${required.has(key) ? " *" : ""}`, typeText(value, name), aboutText(value)];
      return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s+/g, " ")).join(" | ")} |`;
    });
  return `| field | holds | meaning |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
}

function typeText(value, name) {
  if (value.$ref !== undefined) return refText(value.$ref, name);
  if (value.const !== undefined) return `\`${JSON.stringify(value.const)}\``;
  if (value.enum !== undefined) return value.enum.map((one) => `\`${one}\``).join(", ");
  if (value.anyOf !== undefined) return value.anyOf.map((one) => typeText(one, name)).join(" or ");
  if (value.oneOf !== undefined) return value.oneOf.map((one) => typeText(one, name)).join(" or ");
  if (Array.isArray(value.type)) return value.type.map((type) => (type === "string" ? "text" : type)).join(" or ");
  if (value.type === "array") return `list of ${typeText(value.items ?? {}, name)}`;
  if (value.type === "object") {
    const each = value.additionalProperties;
    return typeof each === "object" ? `object: ${typeText(each, name)} by name` : "object";
  }
  return { string: "text", integer: "whole number", boolean: "true or false" }[value.type] ?? value.type ?? "any value";
}

function refText(ref, name) {
  const [file, path = ""] = ref.split("#");
  const key = path.split("/").at(-1) ?? "";
  const of = file === "" ? name : file.replace(/\.schema\.json$/, "");
  return key === "" ? `\`${of}\`` : `[${wordsOf(key).toLowerCase()}](#${anchorOf(of, key)})`;
}

function aboutText(value) {
  const bounds = [
    ...(value.minLength > 1 ? [`at least ${value.minLength} letters`] : []),
    ...(value.maxLength === undefined ? [] : [`at most ${value.maxLength} letters`]),
    ...(value.minimum === undefined ? [] : [`from ${value.minimum}`]),
    ...(value.maximum === undefined ? [] : [`to ${value.maximum}`]),
    ...(value.minItems > 1 ? [`at least ${value.minItems}`] : []),
    ...(value.maxItems === undefined ? [] : [`at most ${value.maxItems}`]),
    ...(value.default === undefined ? [] : [`${JSON.stringify(value.default)} unless given`]),
  ];
  const sentences = [value.description ?? "", ...(bounds.length === 0 ? [] : [`${capital(bounds.join(", "))}.`])];
  // What must be so is said by the contract where a pattern says it.
  if (value.$comment !== undefined && /^must /.test(value.$comment)) sentences.push(`It ${value.$comment}.`);
  return sentences.filter((one) => one !== "").join(" ");
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${ROOT}${REFERENCE}`, referenceText());
