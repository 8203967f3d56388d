// What programs read: an answer of each command as JSON, and errors as JSON where that was asked for.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { errorJson } from "../src/errors.js";
import { fitted } from "../src/fitted-lines.js";
import { languageOf } from "../src/terminal-settings.js";
import { typed } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 240_000 });

async function answer(...args: string[]): Promise<unknown> {
  const { code, out } = await typed(...args, "--json");
  expect(code, args.join(" ")).toBe(0);
  return JSON.parse(out);
}

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "narratoria-json-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

function skillIn(home: string): string {
  const dir = join(home, "lantern");
  mkdirSync(dir);
  writeFileSync(join(dir, "SKILL.md"), "---\nname: lantern\ndescription: Light.\n---\n\nLight it.\n");
  return dir;
}

it("[CL725] what changes skills answers in JSON, and asks nobody", async () => {
  const home = newHome();
  const dir = skillIn(home);
  const data = ["--data", join(home, "data")];
  expect(await answer("install", dir, ...data)).toMatchObject({ kind: "skill", skill: { state: "waiting" } });
  expect(await typed("skills", "agree", "lantern", "--json", ...data)).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("With --json nobody is asked."),
  });
  expect(await answer("skills", "agree", "lantern", "--yes", ...data)).toMatchObject({ name: "lantern" });
  expect(await answer("skills", "disable", "lantern", ...data)).toMatchObject({ state: "disabled" });
  expect(await answer("skills", "enable", "lantern", ...data)).toMatchObject({ name: "lantern" });
  expect(await answer("skills", "withdraw", "lantern", ...data)).toMatchObject({ state: "waiting" });
  expect(await answer("skills", "remove", "lantern", "--yes", ...data)).toEqual({ removed: "lantern" });
  expect(await answer("skills", "new", "oil-lamp", "--template", "sh", "-o", home)).toEqual({
    name: "oil-lamp",
    template: "sh",
    dir: join(home, "oil-lamp"),
  });
  expect(await answer("pack", dir, "--out", home)).toMatchObject({ kind: "skill", files: 1 });
});

it("[CL725] checks answer in JSON", async () => {
  const home = newHome();
  const tale = join(home, "tale");
  mkdirSync(tale);
  writeFileSync(join(tale, "manifest.json"), '{ "title": 3 }');
  const { code, out } = await typed("validate", tale, "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ title: null, problems: [{ file: "manifest.json" }, { line: 1 }] });
  const checks = await typed("doctor", "--json", "--data", join(home, "data"));
  expect(JSON.parse(checks.out).checks[0]).toMatchObject({ state: "ok", text: expect.stringMatching(/^Narratoria/) });
  expect(await answer("doctor", "--repair", "--data", join(home, "data"))).toEqual({ repair: null });
});

it("[CL726] with --json an error is a line of JSON on standard error, usage and all", async () => {
  const home = newHome();
  const told = async (...args: string[]): Promise<unknown> => {
    const { out, err } = await typed(...args);
    expect(out).toBe("");
    expect(err.trimEnd()).not.toContain("\n");
    return JSON.parse(err);
  };
  expect(await told("playthroughs", "delete", "x", "--json", "--data", join(home, "data"))).toEqual({
    error: { code: "failed", message: expect.stringContaining("There are no stories yet.") },
  });
  expect(await told("playthroughs", "lst", "--json")).toMatchObject({
    error: { code: "usage", message: expect.stringContaining("The nearest command is list.") },
  });
  expect(await told("skills", "show", "--json")).toMatchObject({ error: { code: "usage" } });
  expect(await told("play", join(home, "none"), "--json", "--data", join(home, "data"))).toMatchObject({
    error: { code: "campaign_not_found" },
  });
  expect(JSON.parse(errorJson(new TypeError("x is undefined")))).toMatchObject({ error: { code: "fault" } });
});

it("[CL715] a misspelt command of a command is told with the nearest, whatever follows it", async () => {
  for (const [words, nearest] of [
    [["playthroughs", "lst", "x", "y"], "list"],
    [["memories", "serch", "the", "bell"], "search"],
    [["models", "remov", "storybook", "now"], "remove"],
    [["skills", "agre", "a", "b", "--yes"], "agree"],
    [["campaign", "raed", "a", "b"], "read"],
  ] as const) {
    const { code, err } = await typed(...words);
    expect(code).toBe(2);
    expect(err).toBe(`Error: There is no command named ${words[0]} ${words[1]}. The nearest command is ${nearest}.\n`);
  }
});

it("[CL731] lines of a list break between words at a terminal, and keep their indent", () => {
  const line = `    ${"One long word after another ".repeat(6).trim()}.`;
  const shown = fitted([line], { isTTY: true, columns: 60 }).trimEnd().split("\n");
  expect(shown.length).toBeGreaterThan(2);
  for (const one of shown) expect(one).toMatch(/^ {4}\S.{0,55}$/);
  expect(shown.map((one) => one.trim()).join(" ")).toBe(line.trim());
  expect(fitted([line], {})).toBe(`${line}\n`);
});

it.each([
  ["de", { lang: "en" }, { LANG: "en_GB.UTF-8" }, "de"],
  [undefined, { lang: "en" }, { LANG: "de_DE.UTF-8" }, "en"],
  [undefined, { lang: "auto" }, { LANG: "de_DE.UTF-8" }, "de"],
  [undefined, { lang: "auto" }, { LC_ALL: "en_US", LANG: "de_DE.UTF-8" }, "en"],
  [undefined, { lang: "auto" }, { LANG: "fr_FR.UTF-8" }, "en"],
  [undefined, { lang: "auto" }, {}, "en"],
] as const)("[CL730] --lang %s with %j set and %j speaks %s", (asked, settings, env, language) => {
  expect(languageOf(asked, settings, env)).toBe(language);
});

it("[CL730] what the engine says follows --lang", async () => {
  const home = newHome();
  const said = async (lang: string): Promise<string> =>
    (await typed("play", join(home, "nowhere"), "--lang", lang, "--data", join(home, "data"))).err;
  expect(await said("de")).toContain("gibt es keine Kampagne");
  expect(await said("en")).toContain("no campaign");
});

it("[CL730] commands on stories speak the language that was set", async () => {
  const data = join(newHome(), "data");
  await typed("config", "lang", "de", "--data", data);
  const { err } = await typed("playthroughs", "import", join(data, "nowhere.json"), "--data", data);
  expect(err).toContain("kann nicht eingelesen werden");
});
