// Writes src/generated/validators.js from contracts/*.schema.json: each contract as ready code, so that checking one needs
// neither ajv nor its 70 ms of compiling. Run after every change of a contract:
//   node packages/protocol/tools/compile-validators.mjs
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { readContracts } from "./read-contracts.mjs";

// The bundler of tsup, which this workspace has anyway.
const esbuild = createRequire(createRequire(import.meta.url).resolve("tsup"))("esbuild");

/** @returns {Promise<string>} The text of src/generated/validators.js. */
export async function compileValidators() {
  const contracts = readContracts();
  const ajv = new Ajv2020.default({
    schemas: contracts.map(({ schema }) => withoutProse(schema)),
    allErrors: true,
    // Each error carries the schema it broke, from which the message for people is made.
    verbose: true,
    messages: false,
    // One function for each part that several places refer to, rather than its code at each of them.
    inlineRefs: false,
    allowUnionTypes: true,
    strictTypes: false,
    code: { source: true, esm: true },
  });
  addFormats.default(ajv);
  const exported = Object.fromEntries(contracts.map(({ name, schema }) => [name.replaceAll("-", "_"), schema.$id]));
  const entry = `${shortened(standaloneCode.default(ajv, exported))}
export const validators = {${contracts.map(({ name }) => `${JSON.stringify(name)}: ${name.replaceAll("-", "_")}`)}};`;
  const bundle = await esbuild.build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL("../", import.meta.url)) },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minify: true,
    treeShaking: true,
    write: false,
  });
  const code = bundle.outputFiles[0].text.replace(/export\{.*\};\s*$/, (list) => {
    const local = /([\w$]+) as validators\b/.exec(list)?.[1];
    if (local === undefined) throw new Error("the bundle exports no validators");
    return `export{${local} as validators};\n`;
  });
  const members = Object.fromEntries(
    contracts.map(({ name, schema }) => [name, { ...known(schema), parts: knownParts(schema) }]),
  );
  const tree = `export const members = ${JSON.stringify(members)};\n`;
  return `// Generated from contracts/*.schema.json by tools/compile-validators.mjs: change the schemas, not this file.\n${code}${tree}`;
}

/**
 * Half of what ajv writes is the making of errors, spelled out at each place; a call of one function does it in a third of
 * the text, which every start of the program reads.
 */
function shortened(code) {
  const making =
    /const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:(".*?"),keyword:(".*?"),params:(\{.*?\}),schema:.*?,parentSchema:(.*?),data(?::(.*?))?\};if\(vErrors === null\)\{vErrors = \[\1\];\}\s*else \{vErrors\.push\(\1\);\}/g;
  const short = code
    .replace(making, (_, _name, path = "instancePath", place, keyword, params, schema, data = "data") => {
      // Where in the schema an error arose matters only to tell the branches of a choice from the choice.
      const where = place.includes("/anyOf") ? place : '""';
      return `vErrors = report(vErrors,${path},${where},${keyword},${params},${schema},${data});`;
    })
    .replace(
      /const (err\d+) = \{\};if\(vErrors === null\)\{vErrors = \[\1\];\}\s*else \{vErrors\.push\(\1\);\}/g,
      "vErrors = report(vErrors);",
    );
  if (short.includes("vErrors.push(")) throw new Error("ajv writes errors in a way that is not known here");
  return `${short}
function report(errors, instancePath, schemaPath, keyword, params, parentSchema, data) {
  const error = { instancePath, schemaPath, keyword, params, parentSchema, data };
  return errors === null ? [error] : (errors.push(error), errors);
}`;
}

/**
 * Which members a contract knows, as a tree: `members` of an object by name, `items` of an array, `values` of an object with
 * names of its own, `part` where the rest is one of `parts`, of the contract `of` where it is another's. A contract may be open and an unknown name still be a slip.
 */
function known(schema) {
  if (typeof schema !== "object" || schema === null) return {};
  const [, of, part] = /^(?:(.+)\.schema\.json)?#\/\$defs\/(.+)$/.exec(schema.$ref ?? "") ?? [];
  if (part !== undefined) return of === undefined ? { part } : { part, of };
  // What else such an object holds depends on one of its members, which this tree does not follow.
  if (schema.allOf?.some((part) => part.then?.$ref !== undefined)) return {};
  const alternatives = [...(schema.anyOf ?? [])].map(known).find((part) => Object.keys(part).length > 0);
  return {
    ...alternatives,
    ...(schema.properties && {
      members: Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, known(inner)])),
    }),
    ...(typeof schema.items === "object" && { items: known(schema.items) }),
    ...(typeof schema.additionalProperties === "object" && { values: known(schema.additionalProperties) }),
  };
}

const knownParts = (schema) =>
  Object.fromEntries(Object.entries(schema.$defs ?? {}).map(([name, part]) => [name, known(part)]));

/** Only what decides and what a message needs: `$comment` says in words what a pattern wants, `examples` what was meant. */
function withoutProse(schema) {
  const trim = (part) => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(trim);
    const { title: _title, description: _description, ...rest } = part;
    const kept = Object.entries(rest).map(([key, value]) => {
      const named = key === "properties" || key === "$defs";
      return [
        key,
        named ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trim(inner)])) : trim(value),
      ];
    });
    return Object.fromEntries(kept);
  };
  const { examples: _examples, ...rest } = trim(schema);
  return rest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/generated/validators.js", import.meta.url), await compileValidators());
}
