// SPEC.md PR860 to PR867: scripts whose input and settings are schemas of a library. Every script is a real process.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@narratoria/protocol";
import { runTool } from "@narratoria/protocol/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { checkSkill, faultsOf } from "../src/check.js";
import { main } from "../src/manifest/cli.js";

interface Bundler {
  build(options: object): Promise<unknown>;
}

const require = createRequire(createRequire(import.meta.url).resolve("tsup"));
const { build }: Bundler = require("esbuild");

let scripts = "";
beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), "narratoria-typed-"));
  const from = fileURLToPath(new URL("./fixtures/typed/", import.meta.url));
  await build({
    entryPoints: ["with-zod", "with-valibot", "plain-valibot", "checks-later"].map((name) => join(from, `${name}.ts`)),
    outdir: scripts,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    alias: { "@narratoria/protocol/skill": fileURLToPath(new URL("../src/skill.ts", import.meta.url)) },
  });
});
afterAll(() => rmSync(scripts, { recursive: true }));

const run = (script: string, input: JsonObject, config: JsonObject = {}) =>
  runTool(join(scripts, `${script}.cjs`), { input, config });

describe("an input that is a schema of a library", () => {
  it("[PR860] comes as the schema passes it", async () => {
    expect((await run("with-zod", { query: " lamp ", extra: 1 })).output).toEqual({
      input: { query: "lamp", limit: 5 },
      config: { mood: "calm" },
    });
    expect((await run("with-valibot", { query: "lamp" })).output).toEqual({ query: "lamp" });
    expect((await run("checks-later", { word: 7 })).output).toEqual({ word: "7" });
  });

  it("[PR860] that does not fit fails the script, and names each field", async () => {
    const refused = await run("with-zod", { query: "", limit: 20, people: [{ name: "Ada" }, {}] });
    expect(refused.outcome).toBe("failed");
    const [error] = refused.events.filter(({ type }) => type === "error");
    expect(error).toMatchObject({ errorCode: "invalid_input" });
    expect(error).toMatchObject({
      errorMessage: expect.stringMatching(/^"query": .+; "limit": .+; "people\[1\]\.name": .+\.$/),
    });
    for (const [script, field] of [
      ["with-valibot", "query"],
      ["checks-later", "word"],
    ] as const) {
      const { events } = await run(script, {});
      expect(events[0]).toMatchObject({ errorCode: "invalid_input", errorMessage: expect.stringContaining(field) });
    }
  });

  it("[PR861] settings come and are refused likewise", async () => {
    const uneasy = await run("with-zod", { query: "lamp" }, { mood: "uneasy" });
    expect(uneasy.output).toMatchObject({ config: { mood: "uneasy" } });
    const { events } = await run("with-zod", { query: "lamp" }, { mood: "merry" });
    expect(events[0]).toMatchObject({
      errorCode: "invalid_settings",
      errorMessage: expect.stringMatching(/^"mood": .*calm/),
    });
  });
});

/** A skill in a folder, with these scripts of ours. */
function skillWith(names: readonly string[], more: object = {}, folder = "lantern"): string {
  const root = mkdtempSync(join(tmpdir(), "narratoria-manifest-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const dir = join(root, folder);
  mkdirSync(join(dir, "scripts"), { recursive: true });
  for (const name of names.filter((one) => existsSync(join(scripts, `${one}.cjs`))))
    cpSync(join(scripts, `${name}.cjs`), join(dir, "scripts", `${name}.cjs`));
  const manifest = {
    name: "lantern",
    version: "1.0.0",
    description: "Lights a lantern.",
    scripts: names.map((name) => ({ name, path: `scripts/${name}.cjs`, timeout: 5000 })),
    ...more,
  };
  writeFileSync(join(dir, "skill.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return dir;
}

async function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ["", ""];
  const code = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

const json = (dir: string, file: string): unknown => JSON.parse(readFileSync(join(dir, file), "utf8"));

describe("narratoria-skill-manifest", () => {
  it("[PR862] [PR863] [PR864] writes what scripts take, once", async () => {
    const dir = skillWith(["with-zod", "with-valibot"], { priority: 60 });
    const written = await command(dir);
    expect([written.code, written.err]).toEqual([0, ""]);
    expect(json(dir, "schemas/with-zod.json")).toMatchObject({
      type: "object",
      properties: { query: { type: "string", minLength: 1 }, limit: { type: "integer", minimum: 1, maximum: 9 } },
      required: ["query"],
    });
    expect(json(dir, "schemas/with-valibot.json")).toMatchObject({ properties: { query: { minLength: 2 } } });
    expect(json(dir, "config-schema.json")).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      title: "Lantern",
      properties: {
        mood: {
          type: "string",
          enum: ["calm", "uneasy"],
          default: "calm",
          title: "Mood",
          description: "What it notices.",
          "x-category": "Words",
        },
      },
    });
    expect(json(dir, "skill.json")).toEqual({
      name: "lantern",
      version: "1.0.0",
      description: "Lights a lantern.",
      scripts: ["with-zod", "with-valibot"].map((name) => ({
        name,
        path: `scripts/${name}.cjs`,
        timeout: 5000,
        inputSchema: `schemas/${name}.json`,
      })),
      priority: 60,
      configSchema: "config-schema.json",
    });
    expect(faultsOf(await checkSkill(dir, { script: "with-zod" }))).toEqual([]);
    expect(await command(dir)).toEqual({ code: 0, out: "All is as it should be.\n", err: "" });
  });

  it("[PR864] refuses settings that are no form", async () => {
    const dir = skillWith(["odd"]);
    const line = { input: null, settings: { type: "object", properties: { a: { anyOf: [] } } } };
    writeFileSync(join(dir, "scripts", "odd.cjs"), `console.log(${JSON.stringify(JSON.stringify(line))})`);
    const { code, err } = await command(dir);
    expect([code, existsSync(join(dir, "config-schema.json"))]).toEqual([1, false]);
    expect(err).toMatch(/^The settings cannot be a form: .*\/properties\/a/m);
  });

  it("[PR864] refuses settings of two scripts that differ", async () => {
    const dir = skillWith(["one", "two"]);
    for (const [name, type] of [
      ["one", "string"],
      ["two", "number"],
    ] as const) {
      const settings = {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { a: { type } },
      };
      const line = JSON.stringify({ input: null, settings });
      writeFileSync(join(dir, "scripts", `${name}.cjs`), `console.log(${JSON.stringify(line)})`);
    }
    const { code, err } = await command(dir);
    expect([code, err]).toEqual([1, expect.stringMatching(/^scripts\/two\.cjs: Its settings differ/)]);
  });

  it("[PR865] passes over scripts that do not say what they take", async () => {
    const dir = skillWith(["with-zod", "plain"]);
    writeFileSync(join(dir, "scripts", "plain.cjs"), 'console.log(\'{"type":"done","ok":true}\')');
    const { code, out } = await command(dir);
    expect([code, out]).toEqual([0, expect.stringMatching(/^plain does not say what it takes\.$/m)]);
    expect(existsSync(join(dir, "schemas", "plain.json"))).toBe(false);
  });

  it.each([
    ["a package is missing", 'require("no-such-package-here");', "Cannot find module 'no-such-package-here'"],
    ["its text is no JavaScript", "const a = ;", "SyntaxError: Unexpected token ';'"],
  ])("[PR5600] says why a script cannot be loaded, and writes nothing: %s", async (_, text, why) => {
    const dir = skillWith(["with-zod", "broken"]);
    writeFileSync(join(dir, "scripts", "broken.cjs"), text);
    const { code, out, err } = await command(dir);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^scripts\/broken\.cjs: It cannot be loaded: /m);
    expect(err).toContain(why);
    expect(existsSync(join(dir, "schemas"))).toBe(false);
  });

  it("[PR862] [PR866] writes nothing where a schema cannot say itself", async () => {
    const dir = skillWith(["with-zod", "plain-valibot"]);
    const { code, err } = await command(dir);
    expect(code).toBe(1);
    expect(err).toMatch(/^scripts\/plain-valibot\.cjs: .*\(valibot\).*toStandardJsonSchema/);
    expect(existsSync(join(dir, "schemas"))).toBe(false);
  });

  it("[PR866] tells with --check what is out of date, and what it needs to be told", async () => {
    const dir = skillWith(["with-valibot"]);
    expect(await command(dir, "--check")).toEqual({
      code: 1,
      out: "schemas/with-valibot.json is out of date.\nskill.json is out of date.\n",
      err: "",
    });
    expect(existsSync(join(dir, "schemas"))).toBe(false);
    await command(dir);
    expect((await command(dir, "--check")).code).toBe(0);
    expect((await command()).code).toBe(2);
    expect((await command(dir, "--loud")).code).toBe(2);
    expect((await command(join(dir, "nowhere"))).code).toBe(2);
    expect((await command("--help")).out).toContain("narratoria-skill-manifest ./my-skill");
  });

  it("[PR867] takes the folder of an npm package for the skill's own", async () => {
    const dir = skillWith(["with-valibot"], {}, "skill-lantern");
    expect(faultsOf(await checkSkill(dir))).toEqual([]);
    const other = skillWith(["with-valibot"], {}, "skill-lamp");
    expect(faultsOf(await checkSkill(other)).length).toBeGreaterThan(0);
  });
});
