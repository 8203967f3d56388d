import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ConfigOptions, configureSkill } from "../src/skill-config.js";
import { fakeTerminal } from "./fake-terminal.js";

const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  title: "Lantern",
  description: "How it burns.",
  required: ["apiKey"],
  properties: {
    wicks: { type: "integer", title: "Wicks", minimum: 1, maximum: 4, default: 2 },
    flame: { type: "string", enum: ["amber", "white"], default: "amber", "x-category": "Looks" },
    lit: { type: "boolean", default: true, "x-category": "Looks" },
    apiKey: { type: "string", title: "Key", minLength: 4, "x-sensitive": true, "x-env-var": "NO_SUCH_LANTERN_KEY" },
    oil: { type: "object", properties: { kinds: { type: "array", items: { type: "string" } } } },
  },
};

let home = "";
const folder = (): string => join(home, "skills", "lantern");
const saved = (): unknown => JSON.parse(readFileSync(join(folder(), "config.json"), "utf8"));
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cli-config-"));
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), "skill.json"), '{"name":"lantern","version":"1.0.0","description":"Light."}');
  writeFileSync(join(folder(), "config-schema.json"), JSON.stringify(SCHEMA));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function config(options: Partial<ConfigOptions> = {}, typed?: readonly string[], tty = false) {
  const { terminal, out, err } = fakeTerminal(typed, tty);
  const code = await configureSkill("lantern", { data: home, skills: [], set: [], unset: [], ...options }, terminal);
  return { code, out: out(), err: err() };
}

it("[CL77] shows each setting under its heading, what it is, what it may be and what is wrong with it", async () => {
  writeFileSync(
    join(folder(), "config.json"),
    JSON.stringify({ wicks: 9, flame: "white", oil: { kinds: ["whale", "nut"] } }),
  );
  expect((await config()).out.replaceAll(home, "HOME")).toBe(
    [
      "Lantern: How it burns.",
      "",
      "  wicks = 9",
      "      Wicks. A whole number from 1 to 4.",
      "    ! Wicks must be at most 4, not 9. 2 is used instead.",
      "  apiKey is not set",
      "      Key. A text of at least 4 characters. Needed. Secret: it is kept, and never shown. To take it from the environment: --set apiKey='${NO_SUCH_LANTERN_KEY}'.",
      "    ! Key is needed. Give it a value.",
      "  oil.kinds = whale, nut",
      "      Kinds. A list, with commas between.",
      "",
      "Looks",
      "  flame = white",
      "      Flame. One of: amber, white.",
      "  lit = yes (default)",
      "      Lit. Yes or no.",
      "",
      "Saved in HOME/skills/lantern/config.json",
      "Change one:       narratoria skills config lantern --data HOME --set wicks=VALUE",
      "Put one back:     narratoria skills config lantern --data HOME --unset wicks",
      "Be asked for all: narratoria skills config lantern --data HOME --interactive",
      "",
    ].join("\n"),
  );
});

it("[CL77] at a terminal lines are broken between words, each under its indent", async () => {
  const lines = (await config({}, [], true)).out.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => line.startsWith("      ")).length).toBeGreaterThan(5);
});

it("[CL78] sets and unsets, all or nothing, and shows what is so now but no secret", async () => {
  const { code, out } = await config({ set: ["wicks=3", "apiKey=sk-4711=x", "oil.kinds=whale, nut"] });
  expect(code).toBe(0);
  expect(out).toBe("Saved. It holds from the next turn.\n  wicks = 3\n  apiKey is set\n  oil.kinds = whale, nut\n");
  expect(saved()).toEqual({ wicks: 3, apiKey: "sk-4711=x", oil: { kinds: ["whale", "nut"] } });
  expect((await config({ unset: ["wicks", "oil.kinds"] })).out).toContain("wicks = 2 (default)");
  expect(saved()).toEqual({ apiKey: "sk-4711=x" });
  expect((await config({ json: true })).out).not.toContain("sk-4711");
});

it("[CL78] what is wrong is told for each setting, with exit code 2, and nothing is saved", async () => {
  const set = ["wicks=many", "lit=perhaps", "flame=red", "wick=1", "oil=x", "apiKey=${NO_SUCH_LANTERN_KEY}"];
  const { code, out, err } = await config({ set });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe(
    [
      'Error: Wicks must be a whole number, not "many".',
      'Error: Lit must be true or false, not "perhaps".',
      'Error: Flame must be one of "amber", "white", not "red".',
      'Error: There is no setting "wick". The nearest is wicks.',
      "Error: Oil has settings of its own: oil.kinds.",
      "Nothing was saved.",
      "",
    ].join("\n"),
  );
  const unset = await config({ set: ["apiKey=${NO_SUCH_LANTERN_KEY}"] });
  expect(unset.err).toContain("takes its value from the environment variable NO_SUCH_LANTERN_KEY, which is not set");
  const twice = await config({ set: ["wicks=1"], unset: ["wicks", "apiKey"] });
  expect(twice.err).toContain("Wicks is changed twice.");
  await expect(config({ set: ["wicks"] })).rejects.toMatchObject({
    exitCode: 2,
    message: "--set wants NAME=VALUE, not wicks.",
  });
  await expect(config({ interactive: true, json: true })).rejects.toMatchObject({ exitCode: 2 });
});

it("[CL78] --json tells programs what was saved, or why not", async () => {
  expect(JSON.parse((await config({ json: true, set: ["wicks=7"] })).out)).toEqual({
    saved: false,
    faults: [{ path: "wicks", message: "Wicks must be at most 4, not 7." }],
  });
  expect(JSON.parse((await config({ json: true, set: ["wicks=4", "apiKey=abcd"] })).out)).toMatchObject({
    saved: true,
    form: { skill: "lantern" },
  });
});

it("[CL79] asks for every setting; Enter keeps, - puts back, what does not fit is asked again", async () => {
  writeFileSync(join(folder(), "config.json"), JSON.stringify({ wicks: 3 }));
  const { code, out } = await config({ interactive: true }, ["-", "", "abc", "abcd", "whale,nut", "2", "n"]);
  expect(code).toBe(0);
  expect(out).toMatch(/Key is needed\. Give it a value/);
  expect(out).toMatch(/Key must be at least 4 characters\./);
  expect(out).toMatch(/Looks\n\nFlame\.\n {2}1\. amber\n {2}2\. white\n/);
  expect(out).toMatch(/Saved\.[^]*apiKey is set[^]*flame = white\n {2}lit = no\n$/);
  expect(saved()).toEqual({ apiKey: "abcd", oil: { kinds: ["whale", "nut"] }, flame: "white", lit: false });
});

it("[CL79] at a terminal prompts say what may be typed and what Enter keeps, and a secret is not shown", async () => {
  const { out } = await config({ interactive: true }, ["4", "sk-4711", "", "", ""], true);
  expect(out).toContain("A whole number from 1 to 4; Enter keeps 2: ");
  expect(out).toContain("1 to 2; Enter keeps amber: ");
  expect(out).toContain("Not shown while you type");
  expect(out).not.toContain("sk-4711");
  expect(saved()).toEqual({ wicks: 4, apiKey: "sk-4711" });
});

it("[CL79] who leaves before the end has changed nothing; what cannot be saved is asked for again", async () => {
  expect((await config({ interactive: true }, ["4"])).out).toMatch(/Nothing was changed\.\n$/);
  const { out } = await config({ interactive: true }, ["", "${NO_SUCH_LANTERN_KEY}", "", "", "", "abcd"]);
  expect(out).toContain("which is not set.");
  expect(saved()).toEqual({ apiKey: "abcd" });
});
