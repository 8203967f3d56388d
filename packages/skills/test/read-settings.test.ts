import { join } from "node:path";
import { expect, it } from "vitest";
import { discover, type Files, freshFolder, MANIFEST, writeSkill } from "./helpers/folders.js";

const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    style: { type: "string", enum: ["terse", "vivid"], default: "vivid" },
    length: { type: "integer", minimum: 1, maximum: 5, default: 2 },
    warmth: { type: "number", default: 0.5 },
    shown: { type: "boolean", default: true },
    words: { type: "array", items: { type: "string" }, default: ["lamp"] },
    key: { type: "string", minLength: 3, maxLength: 8, pattern: "^(a+)+!?$", "x-sensitive": true },
    oil: { type: "object", properties: { kind: { type: "string" }, drops: { type: "integer", maximum: 9 } } },
  },
};
const DEFAULTS = { style: "vivid", length: 2, warmth: 0.5, shown: true, words: ["lamp"] };

async function settings(files: Files, saved?: object | string) {
  const folder = freshFolder();
  const dataRoot = freshFolder();
  writeSkill(folder, "lamp", { "skill.json": MANIFEST, ...files });
  if (saved !== undefined) writeSkill(dataRoot, "lamp", { "config.json": saved });
  const { skills, problems } = await discover(folder, "bundled", dataRoot);
  expect(skills[0]?.dataDir).toBe(join(dataRoot, "lamp", "data"));
  const secrets = skills[0]?.secrets;
  return {
    config: skills[0]?.config,
    secrets,
    problems,
    said: problems.map(({ line, message }) => `${line} ${message}`),
  };
}

it("[SK22] settings are the schema's defaults with what was saved over them", async () => {
  expect((await settings({ "config-schema.json": SCHEMA })).config).toEqual(DEFAULTS);
  const saved = { length: 5, key: "aaaa!", oil: { kind: "whale", drops: 9 } };
  const { config, said } = await settings({ "config-schema.json": SCHEMA }, saved);
  expect(config).toEqual({ ...DEFAULTS, ...saved });
  expect(said).toEqual([]);
});

it("[SK130] a host that is saved where naming one gives the network gives it to a skill we ship, and a default does not", async () => {
  const properties = {
    sendTo: { type: "array", items: { type: "string" }, default: ["default.example"], "x-network": true },
    beside: { type: "array", items: { type: "string" } },
    host: { type: "string", "x-network": true },
  };
  const network = async (origin: "bundled" | "user", saved?: object) => {
    const folder = freshFolder();
    const dataRoot = freshFolder();
    const files = {
      "skill.json": { ...MANIFEST, network: ["api.example"] },
      "config-schema.json": { ...SCHEMA, properties },
    };
    writeSkill(folder, "lamp", files);
    if (saved !== undefined) writeSkill(origin === "bundled" ? dataRoot : folder, "lamp", { "config.json": saved });
    return (await discover(folder, origin, dataRoot)).skills[0]?.network;
  };
  const saved = { sendTo: ["lamp.example", "127.0.0.1:4711"], beside: ["beside.example"], host: "host.example" };
  expect(await network("bundled")).toEqual(["api.example"]);
  expect(await network("bundled", saved)).toEqual(["api.example", "lamp.example", "127.0.0.1:4711"]);
  expect(await network("bundled", { sendTo: [] })).toEqual(["api.example"]);
  expect(await network("bundled", { sendTo: "lamp.example" })).toEqual(["api.example"]);
  // Settings can come with the folder of a stranger's skill.
  expect(await network("user", saved)).toEqual(["api.example"]);
});

it("[SK61] the texts of those that the schema marks as sensitive are secret, inside of a group too", async () => {
  const properties = {
    ...SCHEMA.properties,
    words: { ...SCHEMA.properties.words, "x-sensitive": true },
    door: { type: "object", properties: { code: { type: "string", format: "password" }, side: { type: "string" } } },
    safe: { type: "object", "x-sensitive": true, properties: { number: { type: "integer" } } },
  };
  const saved = { key: "aaa", door: { code: "1-2-3", side: "left" }, safe: { number: 4711 } };
  const { secrets } = await settings({ "config-schema.json": { ...SCHEMA, properties } }, saved);
  expect(secrets).toEqual(["lamp", "aaa", "1-2-3", "4711"]);
  expect((await settings({}, { key: "aaa" })).secrets).toEqual([]);
});

it("[SK421] sensitive settings that are too much to look for are reported and not used", async () => {
  const text = { type: "string", "x-sensitive": true };
  const list = { type: "array", items: { type: "string" }, "x-sensitive": true };
  const schema = { ...SCHEMA, properties: { key: text, other: text, many: list, open: { type: "string" } } };
  const { config, secrets, said } = await settings(
    { "config-schema.json": schema },
    { key: "k".repeat(8_000), other: "x".repeat(193), many: Array.from("αβγ".repeat(60)), open: "o".repeat(9_000) },
  );
  expect(Object.keys(config ?? {})).toEqual(["key", "many", "open"]);
  expect(secrets).toHaveLength(181);
  expect(said).toEqual([expect.stringContaining('The setting "other" cannot be kept secret: the sensitive settings')]);
  const varied = String.fromCharCode(...Array.from({ length: 257 }, (_, at) => 0x4e00 + at));
  expect((await settings({ "config-schema.json": schema }, { key: varied })).config).toEqual({});
});

it("[SK22] a config.json in the skill's folder lies between the two", async () => {
  const files = { "config-schema.json": SCHEMA, "config.json": { length: 3, shown: false } };
  expect((await settings(files, { length: 4 })).config).toEqual({ ...DEFAULTS, length: 4, shown: false });
});

it("[SK22] of two saved files the one beside the data holds, wherever that lies", async () => {
  const folder = freshFolder();
  const dataRoot = freshFolder();
  const files = { "skill.json": MANIFEST, "config-schema.json": SCHEMA, "config.json": { length: 4 } };
  const dir = writeSkill(folder, "lamp", files);
  writeSkill(dataRoot, "lamp", { "config.json": { length: 5, shown: false } });
  const { skills } = await discover(folder, "user", dataRoot);
  expect(skills[0]?.dataDir).toBe(join(dir, "data"));
  expect(skills[0]?.config).toMatchObject({ length: 4, shown: false });
});

it("[SK22] the schema may have another name; without one, saved settings are taken as they are", async () => {
  const named = { "skill.json": { ...MANIFEST, configSchema: "set.json" }, "set.json": SCHEMA };
  expect((await settings(named)).config).toEqual(DEFAULTS);
  expect((await settings({}, { anything: [1, { goes: null }] })).config).toEqual({ anything: [1, { goes: null }] });
  expect((await settings({})).config).toEqual({});
});

it.each([
  ["style", "bold", 'must be one of "terse", "vivid", not "bold". "vivid" is used instead.'],
  ["length", 0, "must be at least 1, not 0. 2 is used instead."],
  ["length", 6, "must be at most 5, not 6. 2 is used instead."],
  ["length", 1.5, "must be a whole number, not 1.5. 2 is used instead."],
  ["length", "3", 'must be a whole number, not "3". 2 is used instead.'],
  ["warmth", true, "must be a number, not true. 0.5 is used instead."],
  ["shown", "no", 'must be true or false, not "no". true is used instead.'],
  ["words", "lamp", 'must be a list of texts, not "lamp". ["lamp"] is used instead.'],
  ["words", ["a", 1], 'must be a list of texts, not ["a",1]. ["lamp"] is used instead.'],
  ["key", "ab", "must be at least 3 characters. It is not used."],
  ["key", "abcdefghi", "must be at most 8 characters. It is not used."],
  ["key", null, "must be text. It is not used."],
  ["style", "\u001b[31m", 'must be one of "terse", "vivid", not "\\u001b[31m". "vivid" is used instead.'],
  ["oil", [], "must be an object, not []. It is not used."],
])("[SK23] a saved %s of %j is refused with its line, and the default stays", async (key, value, message) => {
  const { config, said, problems } = await settings({ "config-schema.json": SCHEMA }, { warmth: 1, [key]: value });
  expect(config).toEqual({ ...DEFAULTS, ...(key === "warmth" ? {} : { warmth: 1 }) });
  expect(said).toEqual([`${key === "warmth" ? 2 : 3} The setting "${key}" ${message}`]);
  expect(problems[0]?.severity).toBe("warning");
});

it("[SK23] a setting that there is not is named, with the one that was meant", async () => {
  const { config, said } = await settings({ "config-schema.json": SCHEMA }, '{\n\n "lenght": 3 }');
  expect(config).toEqual(DEFAULTS);
  expect(said).toEqual(['3 There is no setting "lenght". Did you mean "length"? It is not used.']);
});

it("[SK23] in a group, each setting stands for itself", async () => {
  const oil = { kind: "whale", drops: 10, lamp: 1 };
  const { config, said } = await settings({ "config-schema.json": SCHEMA }, { oil });
  expect(config).toEqual({ ...DEFAULTS, oil: { kind: "whale" } });
  expect(said).toEqual([
    '4 The setting "oil.drops" must be at most 9, not 10. It is not used.',
    '5 There is no setting "oil.lamp". It is not used.',
  ]);
});

it("[SK23] a faulty value does not hide a sound one that lies below it", async () => {
  const files = { "config-schema.json": SCHEMA, "config.json": { length: 3 } };
  const { config, said } = await settings(files, { length: 9 });
  expect(config).toEqual({ ...DEFAULTS, length: 3 });
  expect(said).toHaveLength(1);
});

it("[SK23] one that is needed and has no value is named", async () => {
  const { config, said } = await settings({ "config-schema.json": { ...SCHEMA, required: ["key", "style"] } });
  expect(config).toEqual(DEFAULTS);
  expect(said).toEqual(['1 The setting "key" is needed and has no value.']);
});

it("[SK23] a saved file that is no JSON leaves the defaults", async () => {
  const { config, said } = await settings({ "config-schema.json": SCHEMA }, '{\n "length": 3,\n}');
  expect(config).toEqual(DEFAULTS);
  expect(said).toEqual([expect.stringMatching(/^3 This is not JSON.* It is not used\.$/)]);
});

it("[SK24] a field of the schema that is wrong is left out, and the others are used", async () => {
  const { config, said } = await settings({
    "config-schema.json": {
      ...SCHEMA,
      properties: {
        length: SCHEMA.properties.length,
        odd: { type: "sometimes", default: 1 },
        late: { type: "integer", default: "soon" },
      },
    },
  });
  expect(config).toEqual({ length: 2 });
  expect(said).toEqual([
    expect.stringMatching(/^\d+ .*type.*The setting is left out\.$/),
    expect.stringMatching(/^\d+ The default of "late" must be a whole number, not "soon"\. It is left out\.$/),
  ]);
});
