// Writes src/generated/contracts.ts from contracts/*.schema.json. Run after every change of a contract:
//   node packages/protocol/tools/generate-types.mjs
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import ts from "typescript";
import { readContracts } from "./read-contracts.mjs";

const header = `// Generated from contracts/*.schema.json by tools/generate-types.mjs: change the schemas, not this file.
`;

/** @returns {Promise<string>} The text of src/generated/contracts.ts. */
export async function generateTypes() {
  const contracts = readContracts();
  const titles = new Map();
  for (const { name, schema } of contracts) {
    titles.set(`${name}.schema.json`, schema.title);
    for (const [key, part] of Object.entries(schema.$defs ?? {})) {
      titles.set(`${name}.schema.json#/$defs/${key}`, part.title);
    }
  }
  const definitions = {};
  for (const { name, schema } of contracts) {
    const file = `${name}.schema.json`;
    for (const part of [schema, ...Object.values(schema.$defs ?? {})]) {
      if (!part.title)
        throw new Error(`${file}: each schema and each of its $defs needs a title, which names its type`);
      definitions[part.title] ??= typeSchema(part, file, titles);
    }
  }
  const names = contracts.map(({ name }) => name);
  const all = {
    title: "ContractTypes",
    description: "The type of each contract, by the name of its schema.",
    type: "object",
    required: names,
    properties: Object.fromEntries(contracts.map(({ name, schema }) => [name, reference(schema.title)])),
    definitions,
  };
  const text = await compile(all, "ContractTypes", {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    style: { printWidth: 120 },
  });
  const plain = text.replace(/^ \*\n(?: \* This interface was referenced by .*\n \* via the `definition` .*\n)/gm, "");
  const described = plain.replace(
    /\/\*\*\n \* This interface was referenced by .*\n \* via the `definition` .*\n \*\/\n/g,
    "",
  );
  return header + imports(described) + readonlyThroughout(described.replace(/\/\*\*\n +\* (.*)\n +\*\//g, "/** $1 */"));
}

function imports(text) {
  const names = ["JsonObject", "JsonValue"].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `import type { ${names.join(", ")} } from "../json.js";\n\n`;
}

const reference = (title) => ({ $ref: `#/definitions/${title}` });

/**
 * A contract says what is valid; of that, a type holds only the shape. Unknown members are valid but not part of a type,
 * open objects are JsonObject, and a choice between schemas by the value of one member is a union.
 */
function typeSchema(schema, file, titles) {
  if (schema === true || schema === undefined) return { tsType: "JsonValue" };
  if (schema.$ref !== undefined) {
    const target = schema.$ref.startsWith("#") ? file + schema.$ref : schema.$ref;
    const title = titles.get(target);
    if (title === undefined) throw new Error(`${file}: there is no "${schema.$ref}"`);
    return { ...reference(title), ...(schema.description && { description: schema.description }) };
  }
  const inner = (part) => typeSchema(part, file, titles);
  const kept = {};
  for (const key of ["title", "description", "enum", "const"]) if (schema[key] !== undefined) kept[key] = schema[key];
  const cases = schema.allOf?.filter((part) => part.if && part.then?.$ref).map((part) => inner(part.then));
  if (cases?.length) return { ...kept, oneOf: cases };
  for (const key of ["oneOf", "anyOf"])
    if (schema[key]?.every((part) => isShape(part))) return { ...kept, [key]: schema[key].map(inner) };
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return "enum" in kept || "const" in kept ? kept : { ...kept, tsType: "JsonValue" };
  if (!types.includes("object")) {
    return { ...kept, type: schema.type, ...(types.includes("array") && { items: inner(schema.items) }) };
  }
  const members = schema.additionalProperties;
  const hasMembers = typeof members === "object";
  if (schema.properties === undefined && !hasMembers) {
    return { ...kept, tsType: types.includes("null") ? "JsonObject | null" : "JsonObject" };
  }
  return {
    ...kept,
    type: schema.type,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, inner(part)])),
    required: schema.required ?? [],
    additionalProperties: hasMembers ? inner(members) : false,
  };
}

/** A part that only requires members restricts what is valid without giving a shape. */
const isShape = (part) => ["type", "$ref", "const", "enum"].some((key) => part[key] !== undefined);

/** What came over a pipe or from a disk is not changed in place; and a readonly type accepts both kinds of array. */
function readonlyThroughout(text) {
  const insertions = [];
  const visit = (node) => {
    if (ts.isPropertySignature(node) || ts.isIndexSignatureDeclaration(node))
      insertions.push([node.getStart(), "readonly "]);
    if (ts.isArrayTypeNode(node)) {
      const nested = node.parent && ts.isArrayTypeNode(node.parent);
      insertions.push([node.getStart(), nested ? "(readonly " : "readonly "]);
      if (nested) insertions.push([node.getEnd(), ")"]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("contracts.ts", text, ts.ScriptTarget.Latest, true));
  let result = text;
  for (const [position, word] of insertions.sort((one, other) => other[0] - one[0])) {
    result = result.slice(0, position) + word + result.slice(position);
  }
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/generated/contracts.ts", import.meta.url), await generateTypes());
}
