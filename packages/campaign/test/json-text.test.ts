import { describe, expect, it } from "vitest";
import { loadCampaign } from "../src/index.js";
import { campaignFolder, load } from "./campaign-folder.js";

/** The first fault that is found in a plot of the given text. */
async function fault(text: string): Promise<[line: number, column: number, message: string]> {
  const { problems } = await load({ "plot/beats.json": text });
  const [problem] = problems;
  if (problem === undefined) throw new Error("no problem was found");
  expect(problem).toMatchObject({ file: "plot/beats.json", severity: "error" });
  return [problem.line, problem.column, problem.message];
}

describe("JSON that breaks off", () => {
  it.each([
    ["a comma too many in an object", '{\n  "a": 1,\n}', 3, 1, "The comma before this } is one too many."],
    ["a comma too many in a list", '{ "a": [1, 2, ] }', 1, 15, "The comma before this ] is one too many."],
    ["two commas", '{ "a": 1,, "b": 2 }', 1, 10, "This comma is one too many."],
    ["a comma missing", '{\n  "a": 1\n  "b": 2\n}', 3, 3, "A comma or a colon is missing before this."],
    ["a colon missing", '{ "a" 1 }', 1, 7, "A comma or a colon is missing before this."],
    ["single quotes", "{ 'a': 1 }", 1, 3, "straight double quotes"],
    ["curly quotes", "{ \u201ca\u201d: 1 }", 1, 3, "straight double quotes"],
    ["no quotes", "{ a: 1 }", 1, 3, "without quotation marks"],
    ["a comment", '{\n  // none\n  "a": 1 }', 2, 3, "JSON has no comments"],
    ["an open bracket", '{ "beats": [\n  { "id": "a" }\n', 2, 15, "still open"],
    ["an open quote", '{ "beats": "a', 1, 14, "still open"],
    ["a line break in quotes", '{ "a": "one\ntwo" }', 1, 12, "still open at the end of its line"],
    ["a tab in quotes", '{ "a": "one\ttwo" }', 1, 12, "hold a tab"],
    ["nothing", " \n", 1, 1, "This file is empty."],
    ["a stray sign", '{ "a": ? }', 1, 8, '"?" cannot stand here'],
    ["a text behind its end", '{ "a": 1 } }', 1, 12, '"}" cannot stand here'],
  ])("[CA20] by %s is reported where it does", async (_, text, line, column, words) => {
    const [atLine, atColumn, message] = await fault(text);
    expect([atLine, atColumn]).toEqual([line, column]);
    expect(message).toContain(words);
    expect(message).toMatch(/The file is left out\.$/);
  });

  it("[CA21] deeper than 64 brackets is not parsed, however deep it goes", async () => {
    const nested = (depth: number): string => `{"a":\n${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect(await fault(nested(100_000))).toEqual([2, 64, expect.stringContaining("64 deep")]);
    expect(await fault(nested(65))).toEqual([2, 64, expect.stringContaining("64 deep")]);
    expect((await fault(nested(64)))[2]).toContain("beats");
  });
});

describe("JSON with odd members", () => {
  it("[CA22] takes the last of a key written twice, and says where it is", async () => {
    const text = '{\n  "title": "First",\n  "version": "1.0.0",\n  "title": "Second"\n}';
    const { campaign, problems } = await load({ "manifest.json": text });
    expect(campaign.manifest.title).toBe("Second");
    expect(problems).toMatchObject([{ line: 4, column: 3, severity: "warning" }]);
    expect(problems[0]?.message).toBe('"title" stands here a second time. The last one holds.');
  });

  it("[CA22] points at the last where that one is wrong", async () => {
    const text = '{ "title": "A", "version": "1.0.0",\n"tone": "wry",\n"tone": 3 }';
    const { problems } = await load({ "manifest.json": text });
    expect(problems.map(({ line, severity }) => [line, severity])).toEqual([
      [3, "warning"],
      [3, "error"],
    ]);
  });

  it("[CA23] drops names that reach into the runtime, and numbers without end", async () => {
    const text = `{ "beats": [ { "id": "beat_001", "title": "First", "description": "Something happens.",
      "conditions": { "world_state": { "__proto__": { "polluted": 1 }, "flags": { "constructor": 1, "far": 1e999 } } } } ] }`;
    const { campaign, problems } = await load({ "plot/beats.json": text });
    const state = campaign.beats[0]?.conditions?.world_state;
    expect(JSON.stringify(state)).toBe('{"flags":{"far":null}}');
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
    expect(problems.map(({ line, severity, message }) => [line, severity, message.split(" ")[0]])).toEqual([
      [2, "warning", '"__proto__"'],
      [2, "warning", '"constructor"'],
      [2, "warning", "This"],
    ]);
  });

  it("[CA20] is read when it is sound, whatever its quotes hold", async () => {
    const text = '{ "title": "a: {b} [c], \\"d\\" \\\\", "version": "1.0.0" }';
    const { campaign, problems } = await loadCampaign(await campaignFolder({ "manifest.json": text }));
    expect(campaign?.manifest.title).toBe('a: {b} [c], "d" \\');
    expect(problems).toEqual([]);
  });
});
