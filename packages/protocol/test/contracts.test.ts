// SPEC.md PR80 to PR85. The cases are the corpus that skill authors in other languages test against, too.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkContract, type ContractName, isContract, unknownMembers } from "@narratoria/protocol/contracts";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { compileValidators } from "../tools/compile-validators.mjs";
import { generateTypes } from "../tools/generate-types.mjs";
import { readContracts } from "../tools/read-contracts.mjs";

interface Case {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
  readonly errorAt?: string;
}

const folder = fileURLToPath(new URL("../../../contracts/", import.meta.url));
const contracts = readContracts();
const casesOf = (name: string): Case[] => JSON.parse(readFileSync(`${folder}cases/${name}.cases.json`, "utf8"));
const ajv = new Ajv2020({
  schemas: contracts.map(({ schema }) => schema),
  allErrors: true,
  strictTypes: false,
  allowUnionTypes: true,
});
addFormats.default(ajv);

it("[PR80] names no cases of a contract that is not there", () => {
  const names = readdirSync(`${folder}cases`).map((file) => file.replace(".cases.json", ""));
  expect(names.sort()).toEqual(contracts.map(({ name }) => name).sort());
});

describe.each(contracts)("$name", ({ name, schema }) => {
  const cases = casesOf(name);
  const contract = name as ContractName;

  it("[PR80] has enough cases, each with data of its own", () => {
    expect(cases.filter(({ valid }) => valid).length).toBeGreaterThanOrEqual(8);
    expect(cases.filter(({ valid }) => !valid).length).toBeGreaterThanOrEqual(15);
    expect(new Set(cases.map(({ data }) => JSON.stringify(data))).size).toBe(cases.length);
    expect(new Set(cases.map(({ description }) => description)).size).toBe(cases.length);
  });

  it("[PR80] gives examples that it allows itself, and explains its members", () => {
    expect(schema.$id).toBe(`https://narratoria.dev/schemas/${name}.schema.json`);
    expect(schema.description).toMatch(/\.$/);
    expect(schema.examples.length).toBeGreaterThan(0);
    for (const example of schema.examples) expect(checkContract(contract, example)).toEqual([]);
  });

  it.each(cases)("[PR80] $description", ({ data, valid, errorAt }) => {
    const validate = ajv.getSchema(schema.$id);
    expect(validate?.(data)).toBe(valid);
    const issues = checkContract(contract, data);
    expect(issues.length === 0).toBe(valid);
    expect(isContract(contract, data)).toBe(valid);
    if (errorAt === undefined) return;
    expect(validate?.errors?.map(({ instancePath }) => instancePath)).toContain(errorAt);
    // A member that is not known is reported where it stands, so below the object that ajv names.
    const found = issues.map(({ pointer, keyword }) =>
      keyword === "additionalProperties" ? parent(pointer) : pointer,
    );
    expect(found).toContain(errorAt);
  });
});

const parent = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

it("[PR81] the generated types and validators are those of the contracts", async () => {
  const generated = (file: string): string =>
    readFileSync(new URL(`../src/generated/${file}`, import.meta.url), "utf8");
  expect(await generateTypes()).toBe(generated("contracts.ts"));
  expect(await compileValidators()).toBe(generated("validators.js"));
});

const messages = (name: ContractName, data: unknown): string[] =>
  checkContract(name, data).map(({ message }) => message);
const npc = { name: "Osk", role: "Ferryman", personality: { traits: ["blunt"] } };
const beat = { id: "beat_001", title: "The Bell", description: "The bell rings by itself." };

describe("messages", () => {
  it.each<[ContractName, unknown, string]>([
    ["manifest", { version: "1.0.0" }, '"title" is missing'],
    ["manifest", { title: 7, version: "1.0.0" }, '"title" must be text, got 7; write "7", in double quotes'],
    [
      "manifest",
      { title: "x", version: 1 },
      '"version" must be text, got 1; in double quotes it must be a version number of three parts, such as 1.0.0',
    ],
    [
      "plot-beats",
      { beats: [{ ...beat, background: "art\\inn.png" }] },
      '"beats[0].background" must be a file under art/, without "..", got "art\\\\inn.png"; write it with slashes, "art/inn.png"',
    ],
    [
      "plot-beats",
      { beats: [{ ...beat, background: "..\\inn.png" }] },
      '"beats[0].background" must be a file under art/, without "..", got "..\\\\inn.png"',
    ],
    ["manifest", { title: "", version: "1.0.0" }, '"title" must not be empty'],
    ["manifest", { title: "🔔".repeat(101), version: "1.0.0" }, '"title" must have at most 100 characters, has 101'],
    [
      "manifest",
      { title: "x", version: "1" },
      '"version" must be a version number of three parts, such as 1.0.0, got "1"',
    ],
    ["manifest", "x", 'the top level must be an object, got "x"'],
    [
      "manifest",
      { title: "x", version: "1.0.0", homepage: "here" },
      '"homepage" must be a full address such as https://example.org, got "here"',
    ],
    [
      "manifest",
      { title: "x", version: "1.0.0", estimated_playtime_hours: 0 },
      '"estimated_playtime_hours" must be at least 0.5, got 0',
    ],
    [
      "manifest",
      { title: "x", version: "1.0.0", tags: Array(11).fill("a") },
      '"tags" must have at most 10 entries, has 11',
    ],
    ["npc-profile", { ...npc, age: [] }, '"age" must be text or a number, got an empty list'],
    [
      "npc-profile",
      { ...npc, personality: { traits: [] } },
      '"personality.traits" must have at least one entry, has 0',
    ],
    ["npc-profile", { ...npc, motivations: ["gold"] }, '"motivations[0]" must have at least 5 characters, has 4'],
    [
      "plot-beats",
      { beats: [{ ...beat, dialogue: [{ line: "Hello." }] }] },
      '"speaker" is missing in "beats[0].dialogue[0]"',
    ],
    [
      "plot-beats",
      { beats: [{ ...beat, conditions: { requires_beat: 3 } }] },
      '"beats[0].conditions.requires_beat" must be text or a list of texts, got 3',
    ],
    ["done-event", { version: 0, type: "done", ok: true }, '"version" must be "0", got 0'],
    [
      "tool-input",
      { requestId: "1", tool: "a", operation: "b", input: {}, dependencies: { "a/b~c": 1 } },
      '"dependencies.a/b~c" must be an object or null, got 1',
    ],
    [
      "config-schema-meta",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { a: { type: "string", pattern: "(" } },
      },
      '"properties.a.pattern" must be a regular expression, got "("',
    ],
    [
      "config-schema-meta",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { a: { type: "object", properties: { b: { type: "object" } } } },
      },
      '"properties.a.properties.b": a setting inside an object cannot be an object itself',
    ],
  ])("[PR82] %s: each says which field and what is allowed", (name, data, message) => {
    expect(messages(name, data)).toEqual([message]);
  });

  it("[PR83] guess what was meant, for values, for fields and for a field that is missing", () => {
    expect(messages("manifest", { title: "x", version: "1.0.0", rules_hint: "narative" })).toEqual([
      '"rules_hint" must be one of rules-light, narrative, crunchy or tactical, got "narative"; did you mean "narrative"?',
    ]);
    expect(messages("manifest", { title: "x", version: "1.0.0", content_rating: "teen" })).toEqual([
      '"content_rating" must be Everyone, Everyone 10+, Teen, Mature or Adults Only, got "teen"; did you mean "Teen"?',
    ]);
    expect(messages("npc-profile", { ...npc, speech: {} })).toEqual([
      'there is no field "speech"; did you mean "speech_patterns"?',
    ]);
    expect(messages("manifest", { titel: "x", version: "1.0.0" })).toEqual([
      '"title" is missing (is "titel" meant to be it?)',
      'there is no field "titel"; did you mean "title"?',
    ]);
  });

  it("[PR83] list the fields where nothing comes near and the list is short", () => {
    const choice = { id: "1", text: "a", label: "b", sources: [{ kind: "npc", ref: "osk", text: "Osk", page: 3 }] };
    const scene = {
      type: "scene",
      scene: 0,
      sceneType: "quiet",
      paragraphs: ["x"],
      choices: [choice],
      location: "a",
      time: "b",
      present: [],
      narrator: "storybook",
      title: "t",
      ended: false,
      turnId: "1",
    };
    expect(messages("engine-event", scene)).toEqual([
      'there is no field "page" in "choices[0].sources[0]"; the fields are kind, ref, text',
    ]);
  });

  it("[PR84] say each thing once: nothing of branches not taken, of conditions, or of the same fault twice", () => {
    expect(checkContract("plan-json", { requestId: "4f4f9a76-65c3-4c0c-8f5a-0d5c4b1f3f10", tools: [] })).toEqual([
      { pointer: "", keyword: "required", message: '"narrative" is missing' },
    ]);
    expect(checkContract("engine-event", { type: "planning", attempt: 0 })).toEqual([
      { pointer: "/attempt", keyword: "minimum", message: '"attempt" must be at least 1, got 0' },
    ]);
    expect(checkContract("player-template", { allowed_races: [{ name: "Elf", restrictions: 1 }] })).toHaveLength(1);
  });

  it("[PR84] stop at a hundred", () => {
    expect(checkContract("plot-beats", { beats: Array.from({ length: 500 }, () => ({})) })).toHaveLength(100);
  });
});

describe("members that a contract does not know", () => {
  it("[PR85] are reported at every depth, with what was probably meant", () => {
    expect(
      unknownMembers("plot-beats", { beats: [{ ...beat, priorty: "high", conditions: { "a/b": 1 } }], extra: 1 }),
    ).toEqual([
      {
        pointer: "/beats/0/priorty",
        keyword: "unknownMember",
        message: 'there is no field "priorty" in "beats[0]"; did you mean "priority"?',
      },
      {
        pointer: "/beats/0/conditions/a~1b",
        keyword: "unknownMember",
        message: expect.stringContaining('there is no field "a/b" in "beats[0].conditions"'),
      },
      {
        pointer: "/extra",
        keyword: "unknownMember",
        message: 'there is no field "extra"; the fields are beats, _provenance',
      },
    ]);
  });

  it("[PR85] are found in a part that another contract has", () => {
    const choices = [
      { text: "Ring", then: { tolled: "?" } },
      { text: "Go", whne: {} },
    ];
    expect(unknownMembers("choices", { choices }).map(({ pointer }) => pointer)).toEqual([
      "/choices/0/then/tolled",
      "/choices/1/whne",
    ]);
  });

  it("[PR85] are none inside what is open, named by its owner, or decided by another member", () => {
    expect(
      unknownMembers("plot-beats", {
        beats: [{ ...beat, conditions: { world_state: { a: 1 }, npc_state: { osk: "x" } } }],
      }),
    ).toEqual([]);
    expect(unknownMembers("engine-event", { type: "planning", attempt: 1 })).toEqual([]);
    expect(unknownMembers("execution-result", { toolResults: [{ events: [{ version: "0", type: "log" }] }] })).toEqual(
      [],
    );
    expect(unknownMembers("npc-profile", { ...npc, personality: { traits: ["a"], constructor: 1 } })).toHaveLength(1);
  });

  it("[PR85] are found beside faults of any kind, and stop at a hundred", () => {
    expect(unknownMembers("manifest", null)).toEqual([]);
    expect(unknownMembers("manifest", { tags: "x", stat_schema: [3, { nme: 1 }] })).toHaveLength(1);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x${index}`, index]));
    expect(unknownMembers("manifest", many)).toHaveLength(100);
  });
});
