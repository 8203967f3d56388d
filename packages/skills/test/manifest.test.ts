import { expect, it } from "vitest";
import { lamp, MANIFEST } from "./helpers/folders.js";

const latin1 = Buffer.from('{"name":"lamp","version":"1.0.0","description":"Lämp"}', "latin1");
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(JSON.stringify(MANIFEST), "utf16le")]);

it.each<[string, string | Uint8Array, string]>([
  ["empty", "", "skill.json:1 This is not JSON"],
  ["ended too soon", '{\n "name": "lamp",\n "version": "1.0.0"', "skill.json:3 This is not JSON"],
  ["with a comma too many", '{\n "name": "lamp",\n "version": "1.0.0",\n}', "skill.json:4 This is not JSON"],
  ["with a comment", '{\n // name\n "name": "lamp"\n}', "skill.json:2 This is not JSON"],
  ["a list", "[]", "skill.json:1 The file must hold one object in curly brackets."],
  [
    "with a name twice",
    '{\n "name": "lamp",\n "version": "1.0.0",\n "name": "lamp",\n "description": "x"\n}',
    'skill.json:4 "name" stands here a second time.',
  ],
  [
    "with a name twice deep inside",
    '{"name": "lamp", "x": [\n{"a:b\\"": 1,\n "a:b\\"": 2}]}',
    'skill.json:3 "a:b"" stands here a second time.',
  ],
  ["with a key that reaches into objects", '{"__proto__": {}}', "skill.json:1 This cannot be used:"],
  ["nested without end", `${"[".repeat(5000)}${"]".repeat(5000)}`, "skill.json:1 This cannot be used:"],
  ["nested without end and broken", "[".repeat(200_000), "skill.json:1 This is not JSON"],
  [
    "with a byte order mark",
    `\ufeff${JSON.stringify(MANIFEST)}`,
    "skill.json:1 The file opens with a byte order mark.",
  ],
  ["in Latin-1", latin1, "skill.json:1 It is not written in UTF-8."],
  ["in UTF-16", utf16, "skill.json:1 It is written in UTF-16."],
  [
    "too large",
    JSON.stringify({ ...MANIFEST, x: "y".repeat(300_000) }),
    "skill.json:1 The file is larger than 256 KiB.",
  ],
])("[SK7] a skill.json that is %s leaves the skill out and says where", async (_what, content, message) => {
  const { skill, said, problems } = await lamp({
    "skill.json": content,
    "SKILL.md": "---\nname: lamp\ndescription: x\n---\n",
  });
  expect(skill).toBeUndefined();
  expect(said).toEqual([expect.stringContaining(message)]);
  expect(said[0]).toMatch(/The skill is left out\.$/);
  expect(problems[0]?.severity).toBe("error");
});

it.each([
  [undefined, "A skill needs a name."],
  [7, "The name 7 may hold only small letters, digits and hyphens."],
  ["Lamp", 'The name "Lamp" may hold only'],
  ["../lamp", 'The name "../lamp" may hold only'],
  ["lamp ", 'The name "lamp " may hold only'],
  ["-lamp", 'The name "-lamp" has a hyphen at an end or two in a row.'],
  ["la--mp", 'The name "la--mp" has a hyphen at an end or two in a row.'],
  ["l".repeat(65), "The name has 65 characters; 64 are the most."],
  ["con", 'The name "con" cannot be a folder on Windows.'],
  ["lpt1", 'The name "lpt1" cannot be a folder on Windows.'],
  ["candle", 'The name "candle" differs from its folder, "lamp".'],
])("[SK8] the name %j is refused", async (name, message) => {
  const { skill, said } = await lamp({ "skill.json": { ...MANIFEST, name } });
  expect(skill).toBeUndefined();
  expect(said).toEqual([expect.stringContaining(message)]);
});

it.each([
  ["version", undefined, "A skill needs a version, such as 1.0.0."],
  ["version", "1.0", 'The version "1.0" is not three numbers'],
  ["version", "01.0.0", 'The version "01.0.0" is not three numbers'],
  ["version", 1, "The version 1 is not three numbers"],
  ["description", undefined, "A skill needs a description."],
  ["description", "  ", "The description is empty."],
  ["description", ["x"], "The description must be text."],
  ["description", "x".repeat(1025), "The description has 1025 characters; 1024 are the most."],
])("[SK9] a %s of %j leaves the skill out", async (field, value, message) => {
  const { skill, said } = await lamp({ "skill.json": { ...MANIFEST, [field]: value } });
  expect(skill).toBeUndefined();
  expect(said).toEqual([expect.stringContaining(message)]);
});

it("[SK9] all that keeps a skill from loading is said at once, each with its line", async () => {
  const { said } = await lamp({ "skill.json": '{\n  "version": "1",\n  "description": ""\n}' });
  expect(said.map((text) => text.split(" ")[0])).toEqual(["skill.json:1", "skill.json:2", "skill.json:3"]);
});

it("[SK10] any other field that is wrong is left out, named with its line, and the rest is used", async () => {
  const { skill, said, problems } = await lamp({
    "skill.json": `{
  "name": "lamp", "version": "1.0.0", "description": "Lights lamps.",
  "displayName": 7,
  "priority": 400,
  "capabilities": ["light", 5, "warmth"],
  "host": ["store", "telepathy", "state"],
  "retryPolicy": { "maxRetries": 99, "backoffMs": 20 },
  "concurent": true,
  "author": "Mira"
}`,
  });
  expect(skill).toMatchObject({
    displayName: "lamp",
    priority: 50,
    capabilities: ["light", "warmth"],
    host: ["store", "state"],
    retryPolicy: { maxRetries: 3, backoffMs: 20 },
    concurrent: false,
    author: "Mira",
  });
  expect(said.map((text) => text.split(" ")[0])).toEqual([3, 4, 5, 6, 7, 8].map((line) => `skill.json:${line}`));
  expect(said[5]).toContain('"concurrent"');
  expect(problems.every(({ severity }) => severity === "warning")).toBe(true);
});

it.each([
  [{ maxRetries: 5, backoffMs: 5_000 }, { maxRetries: 5, backoffMs: 5_000 }, 0],
  [{ maxRetries: 8 }, { maxRetries: 5, backoffMs: 100 }, 1],
  [{ backoffMs: 60_000 }, { maxRetries: 3, backoffMs: 5_000 }, 1],
])("[SK480] lowers the retry policy %j to what a plan may ask, with a warning", async (retryPolicy, used, warnings) => {
  const { skill, said } = await lamp({
    "skill.json": JSON.stringify({ name: "lamp", version: "1.0.0", description: "Lights lamps.", retryPolicy }),
  });
  expect(skill?.retryPolicy).toEqual(used);
  expect(said).toHaveLength(warnings);
  if (warnings > 0) expect(said[0]).toMatch(/^skill\.json:1 .* is used instead\.$/);
});
