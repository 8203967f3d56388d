// SPEC.md SK120 to SK127: the form that shells draw, and what is saved from it.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openLibrary, type SettingField, type SettingsForm, settingFromText, type SkillLibrary } from "../src/index.js";
import { type Files, freshFolder, MANIFEST, writeSkill } from "./helpers/folders.js";

const $schema = "https://json-schema.org/draft/2020-12/schema";
const SCHEMA = {
  $schema,
  type: "object",
  title: "Lamp\u001b[2J",
  description: "How it burns.",
  required: ["apiKey"],
  properties: {
    label: { type: "string", minLength: 2, maxLength: 8 },
    tale: { type: "string", format: "textarea", default: "One\nTwo" },
    home: { type: "string", format: "uri", "x-category": "Network" },
    mail: { type: "string", format: "email", "x-category": "Network" },
    apiKey: { type: "string", title: "API key", "x-sensitive": true, "x-env-var": "LAMP_KEY", "x-category": "Network" },
    wicks: { type: "integer", minimum: 1, maximum: 4, default: 2, "x-env-var": "LAMP_WICKS" },
    warmth: { type: "number", minimum: 0, maximum: 1 },
    lit: { type: "boolean", default: true },
    flameColour: { type: "string", enum: ["amber", "white"], default: "amber" },
    kinds: { type: "array", items: { type: "string", enum: ["oil", "wax"] }, default: ["oil"] },
    oil: {
      type: "object",
      "x-category": "Oil",
      default: { drops: 7 },
      properties: { kind: { type: "string" }, drops: { type: "integer", maximum: 9, default: 3 } },
    },
  },
};

interface Lamp {
  readonly library: SkillLibrary;
  readonly dir: string;
  readonly root: string;
  readonly saved: () => unknown;
}

async function lamp(files: Files = {}, env: Record<string, string> = {}): Promise<Lamp> {
  const root = freshFolder();
  mkdirSync(join(root, "skills"));
  const dir = writeSkill(join(root, "skills"), "lamp", {
    "skill.json": MANIFEST,
    "config-schema.json": SCHEMA,
    ...files,
  });
  const library = await openLibrary({
    folders: [{ path: join(root, "skills"), origin: "user" }],
    dataRoot: join(root, "skill-data"),
    standingsFile: join(root, "skills.json"),
    sandbox: () => ({ tier: "none", sentence: "Nothing holds it back." }),
    env,
  });
  const saved = (): unknown => JSON.parse(readFileSync(join(dir, "config.json"), "utf8"));
  return { library, dir, root, saved };
}

function fieldsOf(form: SettingsForm): SettingField[] {
  return form.sections.flatMap(({ fields }) => fields.flatMap((field) => [field, ...field.fields]));
}

function fieldAt(form: SettingsForm, path: string): SettingField {
  const field = fieldsOf(form).find((one) => one.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  return field;
}

const withField = (field: object): Files => ({
  "config-schema.json": { ...SCHEMA, required: [], properties: { field } },
});

it("[SK120] a form has the fields of the schema under their headings, with kind, words, bounds and default", async () => {
  const form = await (await lamp()).library.form("lamp");
  expect(form).toMatchObject({ skill: "lamp", title: "Lamp [2J", description: "How it burns.", problems: [] });
  expect(
    form.sections.map(({ category, fields }) => [category, fields.map(({ path, kind }) => `${path}: ${kind}`)]),
  ).toEqual([
    [
      null,
      [
        "label: text",
        "tale: textarea",
        "wicks: integer",
        "warmth: number",
        "lit: boolean",
        "flameColour: choice",
        "kinds: list",
      ],
    ],
    ["Network", ["home: uri", "mail: email", "apiKey: password"]],
    ["Oil", ["oil: group"]],
  ]);
  expect(fieldAt(form, "label")).toMatchObject({ minLength: 2, maxLength: 8, default: null, value: null, set: false });
  expect(fieldAt(form, "wicks")).toMatchObject({ minimum: 1, maximum: 4, default: 2, required: false });
  expect(fieldAt(form, "flameColour")).toMatchObject({ title: "Flame colour", options: ["amber", "white"] });
  expect(fieldAt(form, "kinds").options).toEqual(["oil", "wax"]);
  expect(fieldAt(form, "oil").fields.map(({ path, category }) => [path, category])).toEqual([
    ["oil.kind", "Oil"],
    ["oil.drops", "Oil"],
  ]);
  expect(fieldAt(form, "oil.drops").default).toBe(7);
  expect(JSON.parse(JSON.stringify(form))).toEqual(form);
});

it("[SK120] nothing but a fixed part of JSON Schema is read, and no reference followed", async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`s${n}`, { type: "string" }]));
  const { library } = await lamp({
    "config-schema.json": {
      $schema,
      type: "object",
      properties: {
        slow: { type: "string", pattern: "^(a+)+!$", default: `${"a".repeat(40)}!` },
        far: { $ref: "https://example.org/schema.json" },
        loop: { $ref: "#/properties/loop" },
        odd: { type: "string", enum: [1, null] },
        empty: { type: "object" },
        ...many,
      },
    },
  });
  const form = await library.form("lamp");
  expect(fieldsOf(form)).toHaveLength(196);
  expect(fieldAt(form, "slow").default).toContain("!");
  expect(form.problems.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("There are 305 settings here; the first 200 are used."),
      expect.stringContaining('None of the choices of "odd" is of its type.'),
      expect.stringContaining('"empty" has no settings in it.'),
    ]),
  );
});

it.each([
  ["label", "x", "Label must be at least 2 characters, not 1."],
  ["label", "a\nb", "Label must not hold line breaks or other characters that cannot be seen."],
  ["home", "nowhere", 'Home must be an address such as https://example.org/, not "nowhere".'],
  ["mail", "no body@x", 'Mail must be a mail address such as name@example.org, not "no body@x".'],
  ["wicks", 5, "Wicks must be at most 4, not 5."],
  ["wicks", 1.5, "Wicks must be a whole number, not 1.5."],
  ["warmth", "hot", 'Warmth must be a number, not "hot".'],
  ["lit", "yes", 'Lit must be true or false, not "yes".'],
  ["flameColour", "red", 'Flame colour must be one of "amber", "white", not "red".'],
  ["kinds", ["oil", "tar"], 'Kinds must be one of "oil", "wax", not "tar".'],
  ["apiKey", "", "API key is needed. Give it a value."],
  ["apiKey", null, "API key is needed. Give it a value."],
  ["apiKey", 12345, "API key must be text."],
  ["oil", { drops: 1 }, "Oil has settings of its own: oil.kind, oil.drops."],
  ["oil.drops", 10, "Drops must be at most 9, not 10."],
  ["wick", 1, 'There is no setting "wick". Did you mean "wicks"?'],
])("[SK121] %s as %j is refused with a word on what to do, and nothing is saved", async (path, value, message) => {
  const { library, dir } = await lamp();
  const outcome = await library.configure("lamp", { lit: false, [path]: value });
  expect(outcome).toEqual({ saved: false, faults: [{ path, message }] });
  expect(existsSync(join(dir, "config.json"))).toBe(false);
});

it("[SK121] every fault of a change is told at once", async () => {
  const outcome = await (await lamp()).library.configure("lamp", { wicks: 9, lit: 1, label: "fine" });
  expect(outcome.saved ? [] : outcome.faults.map(({ path }) => path)).toEqual(["wicks", "lit"]);
});

it("[SK121] a change can be checked without being saved", async () => {
  const { library, dir } = await lamp();
  expect(await library.check("lamp", { wicks: 5, label: "Lamp" })).toEqual([
    { path: "wicks", message: "Wicks must be at most 4, not 5." },
  ]);
  expect(await library.check("lamp", { label: "Lamp" })).toEqual([]);
  expect(existsSync(join(dir, "config.json"))).toBe(false);
});

it("[SK122] what is sensitive never comes back out, only that it is set", async () => {
  const { library } = await lamp({ "config.json": { apiKey: "sk-4711" } });
  const before = await library.form("lamp");
  expect(fieldAt(before, "apiKey")).toMatchObject({
    sensitive: true,
    set: true,
    value: null,
    default: null,
    problem: null,
  });
  const outcome = await library.configure("lamp", { apiKey: "sk-4712", label: "new" });
  expect(JSON.stringify([before, outcome, library.list(), library.problems()])).not.toMatch(/sk-47/);
  const wrong = await library.configure("lamp", { apiKey: ["sk-4713"] });
  expect(wrong.saved).toBe(false);
  expect(JSON.stringify(wrong)).not.toContain("sk-47");
});

it("[SK122] the default of a sensitive setting is told to nobody either, and a group may be sensitive as a whole", async () => {
  const door = { type: "object", "x-sensitive": true, properties: { code: { type: "string", default: "4711" } } };
  const { library } = await lamp(withField(door));
  const form = await library.form("lamp");
  expect(fieldAt(form, "field.code")).toMatchObject({ sensitive: true, default: null, set: false });
  expect(JSON.stringify(form)).not.toContain("4711");
  await library.agree("lamp", library.show("lamp").hash ?? "");
  expect(library.usable()[0]?.secrets).toEqual(["4711"]);
});

it("[SK123] a field's own variable is filled in, for the invocation alone", async () => {
  const { library, saved } = await lamp({}, { LAMP_KEY: "sk-${LAMP_WICKS}", LAMP_WICKS: "3", OTHER: "no" });
  const outcome = await library.configure("lamp", {
    apiKey: "key ${LAMP_KEY}",
    wicks: "${LAMP_WICKS}",
    label: "${OTHER}",
  });
  expect(outcome.saved).toBe(true);
  expect(saved()).toEqual({ apiKey: "key ${LAMP_KEY}", wicks: "${LAMP_WICKS}", label: "${OTHER}" });
  await library.agree("lamp", library.show("lamp").hash ?? "");
  // Once: what comes out is not looked at again; and in a field without a variable it is text like any other.
  expect(library.usable()[0]?.config).toMatchObject({ apiKey: "key sk-${LAMP_WICKS}", wicks: 3, label: "${OTHER}" });
  expect(library.usable()[0]?.secrets).toEqual(["key sk-${LAMP_WICKS}"]);
  const form = await library.form("lamp");
  expect(fieldAt(form, "apiKey")).toMatchObject({ envVar: "LAMP_KEY", envSet: true, fromEnv: true });
  expect(fieldAt(form, "wicks")).toMatchObject({ value: "${LAMP_WICKS}", fromEnv: true });
  expect(fieldAt(form, "label")).toMatchObject({ envVar: null, envSet: null, fromEnv: false });
});

it("[SK123] a variable that is not set, another one, and one whose value does not fit are told, and not its value", async () => {
  const { library } = await lamp({ "config.json": { apiKey: "${LAMP_KEY}" } }, { LAMP_WICKS: "seven", HOME: "/root" });
  expect(fieldAt(await library.form("lamp"), "apiKey")).toMatchObject({
    set: true,
    envSet: false,
    problem: "API key takes its value from the environment variable LAMP_KEY, which is not set.",
  });
  const empty = await lamp({ "config.json": { apiKey: "${LAMP_KEY}" } }, { LAMP_KEY: "" });
  expect(fieldAt(await empty.library.form("lamp"), "apiKey").problem).toContain("LAMP_KEY, which is not set");
  const outcome = await library.configure("lamp", { apiKey: "${HOME}", wicks: "${LAMP_WICKS}" });
  expect(outcome.saved ? [] : outcome.faults.map(({ message }) => message)).toEqual([
    "API key can be filled from ${LAMP_KEY} and from no other variable.",
    "Wicks must be a whole number.",
  ]);
});

it.each(["PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "NARRATORIA_HOME", "DYLD_INSERT", "lower", "HOME"])(
  "[SK123] no field is filled from %s",
  async (variable) => {
    const files = withField({ type: "string", "x-env-var": variable });
    const { library } = await lamp(files, { [variable]: "taken" });
    await library.configure("lamp", { field: `\${${variable}}` });
    await library.agree("lamp", library.show("lamp").hash ?? "");
    expect(library.usable()[0]?.config).toEqual({ field: `\${${variable}}` });
    expect((await library.form("lamp")).problems[0]?.message).toContain(
      `cannot be filled from the environment variable ${variable}`,
    );
  },
);

it("[SK123] nothing comes from the environment because the author wrote so", async () => {
  const files = withField({ type: "string", default: "${LAMP_KEY}", "x-env-var": "LAMP_KEY" });
  const { library } = await lamp(files, { LAMP_KEY: "sk-1" });
  await library.agree("lamp", library.show("lamp").hash ?? "");
  expect(library.usable()[0]?.config).toEqual({});
  expect((await library.form("lamp")).problems[0]?.message).toContain("cannot come from the environment");
});

it("[SK420] a config.json that came with a skill is filled from no variable", async () => {
  const brought = { apiKey: "${LAMP_KEY}", wicks: "${LAMP_WICKS}", label: "lamp" };
  const { library, root, saved } = await lamp({ "config.json": brought }, { LAMP_KEY: "sk-secret", LAMP_WICKS: "3" });
  await library.agree("lamp", library.show("lamp").hash ?? "");
  const config = (one: SkillLibrary): unknown => one.usable()[0]?.config;
  expect(config(library)).toMatchObject({ label: "lamp", wicks: 2 });
  expect(config(library)).not.toHaveProperty("apiKey");
  expect(fieldAt(await library.form("lamp"), "apiKey")).toMatchObject({
    set: true,
    problem:
      "API key names the environment variable LAMP_KEY in a file that came with the skill; only a setting that you save yourself may do that.",
  });
  expect(library.show("lamp").misconfigured).toContain("LAMP_KEY in a file that came with the skill");
  // Saving another setting says nothing of this one.
  await library.configure("lamp", { warmth: 1 });
  expect(config(library)).not.toHaveProperty("apiKey");
  // The player writes the same words, and means them.
  expect(await library.configure("lamp", { apiKey: "${LAMP_KEY}" })).toMatchObject({ saved: true });
  expect(config(library)).toMatchObject({ apiKey: "sk-secret", wicks: 2 });
  expect(saved()).toMatchObject({ apiKey: "${LAMP_KEY}" });
  await library.saved();
  expect(readFileSync(join(root, "skills.json"), "utf8")).toContain('"apiKey"');
  expect(readFileSync(join(root, "skills.json"), "utf8")).not.toContain("sk-secret");
});

it("[SK420] what the player filled stays filled in a later session, after another agreement and after a change beside it", async () => {
  const env = { LAMP_KEY: "sk-secret", LAMP_WICKS: "3" };
  const { library, root, dir } = await lamp({}, env);
  await library.configure("lamp", { apiKey: "${LAMP_KEY}" });
  await library.configure("lamp", { warmth: 1 });
  await library.agree("lamp", library.show("lamp").hash ?? "");
  await library.saved();
  const later = await openLibrary({
    folders: [{ path: join(root, "skills"), origin: "user" }],
    dataRoot: join(root, "skill-data"),
    standingsFile: join(root, "skills.json"),
    sandbox: () => ({ tier: "bubblewrap", sentence: "It is held." }),
    env,
  });
  expect(later.usable()[0]?.config).toMatchObject({ apiKey: "sk-secret" });
  // A new version of the skill brings a file that asks for more.
  writeFileSync(join(dir, "config.json"), JSON.stringify({ apiKey: "${LAMP_KEY}", wicks: "${LAMP_WICKS}" }));
  await later.reload();
  expect(later.usable()[0]?.config).toMatchObject({ apiKey: "sk-secret", wicks: 2 });
  // What the player took back is not given again because a file says so.
  await later.configure("lamp", { apiKey: "plain" });
  writeFileSync(join(dir, "config.json"), JSON.stringify({ apiKey: "${LAMP_KEY}" }));
  await later.reload();
  expect(later.usable()[0]?.config).not.toHaveProperty("apiKey");
});

it("[SK420] a variable is the player's for one field and one name, not for others", async () => {
  const env = { LAMP_KEY: "sk-secret", OTHER_KEY: "other" };
  const { library, dir } = await lamp({}, env);
  await library.configure("lamp", { apiKey: "${LAMP_KEY}" });
  const { apiKey, ...properties } = SCHEMA.properties;
  const swapped = { ...properties, apiKey: { ...apiKey, "x-env-var": "OTHER_KEY" }, second: apiKey };
  writeFileSync(join(dir, "config-schema.json"), JSON.stringify({ ...SCHEMA, properties: swapped }));
  writeFileSync(join(dir, "config.json"), JSON.stringify({ apiKey: "${OTHER_KEY}", second: "${LAMP_KEY}" }));
  await library.reload();
  await library.agree("lamp", library.show("lamp").hash ?? "", { withoutSandbox: true });
  expect(JSON.stringify(library.usable()[0]?.config)).not.toMatch(/sk-secret|other/);
});

it("[SK420] a config.json under the data root is the player's, as no skill brings it", async () => {
  const { library, root } = await lamp({}, { LAMP_KEY: "sk-secret" });
  writeSkill(join(root, "skill-data"), "lamp", { "config.json": { apiKey: "${LAMP_KEY}" } });
  await library.reload();
  await library.agree("lamp", library.show("lamp").hash ?? "");
  expect(library.usable()[0]?.config).toMatchObject({ apiKey: "sk-secret" });
});

it("[SK124] what is typed becomes a value of the field's kind, or a sentence", async () => {
  const form = await (await lamp()).library.form("lamp");
  const read = (path: string, text: string): unknown => {
    const result = settingFromText(fieldAt(form, path), text);
    return "fault" in result ? result.fault : result.value;
  };
  expect(read("lit", "No")).toBe(false);
  expect(read("lit", "on")).toBe(true);
  expect(read("lit", "maybe")).toBe('must be true or false, not "maybe"');
  expect(read("wicks", " 3 ")).toBe(3);
  expect(read("wicks", "")).toBe('must be a whole number, not ""');
  expect(read("wicks", "1e999")).toContain("must be a whole number");
  expect(read("flameColour", "White")).toBe("white");
  expect(read("kinds", "oil, wax,")).toEqual(["oil", "wax"]);
  expect(read("kinds", '["wax"]')).toEqual(["wax"]);
  expect(read("kinds", "[1")).toBe('must be a list of texts, not "[1"');
  expect(read("apiKey", "${LAMP_KEY}")).toBe("${LAMP_KEY}");
  expect(read("label", " as it is ")).toContain("must be at most 8 characters");
  expect(read("oil", "x")).toBe("has settings of its own: oil.kind, oil.drops");
});

it("[SK124] whatever is typed, it is taken as the field wants it or refused", async () => {
  const fields = fieldsOf(await (await lamp()).library.form("lamp"));
  const { library } = await lamp();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), fc.string({ unit: "binary" }), async (field, text) => {
      const read = settingFromText(field, text);
      if ("fault" in read) expect(read.fault).toMatch(/^(must|has) /);
      else if (field.envVar === null)
        expect(await library.configure("lamp", { [field.path]: read.value })).toMatchObject({ saved: true });
    }),
    { numRuns: 60 },
  );
});

it("[SK125] what is saved lies beside the data, whole, for the player alone, and holds at the next use", async () => {
  const { library, dir, saved } = await lamp({ "config.json": { stray: 1, wicks: "many", oil: { kind: "whale" } } });
  const outcome = await library.configure("lamp", { apiKey: "sk-1", "oil.drops": 4, warmth: 0.5 });
  expect(outcome).toMatchObject({ saved: true, form: { file: join(dir, "config.json") } });
  expect(saved()).toEqual({ stray: 1, wicks: "many", oil: { kind: "whale", drops: 4 }, apiKey: "sk-1", warmth: 0.5 });
  if (process.platform !== "win32") expect(statSync(join(dir, "config.json")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  await library.configure("lamp", { warmth: null, "oil.kind": null, "oil.drops": null, wicks: 3 });
  expect(saved()).toEqual({ stray: 1, wicks: 3, apiKey: "sk-1" });
  await library.agree("lamp", library.show("lamp").hash ?? "");
  expect(library.usable()[0]?.config).toMatchObject({ wicks: 3, oil: { drops: 7 } });
});

it("[SK125] an agreement outlives a change of the settings", async () => {
  const { library } = await lamp();
  await library.agree("lamp", library.show("lamp").hash ?? "");
  await library.configure("lamp", { apiKey: "sk-1" });
  expect(library.show("lamp").state).toBe("ready");
});

it("[SK125] settings that cannot be written are told with a code, and what was there stays", async () => {
  const { library, dir } = await lamp({}, {});
  mkdirSync(join(dir, "config.json"));
  await expect(library.configure("lamp", { lit: false })).rejects.toMatchObject({
    code: "settings_unwritable",
    message: expect.stringContaining(join(dir, "config.json")),
  });
});

it("[SK126] a file that is broken gives the defaults, each fault in its place, and is whole after the next save", async () => {
  const { library, dir, saved } = await lamp({ "config.json": { wicks: 7, lit: "no", apiKey: 1 } });
  const form = await library.form("lamp");
  expect(fieldAt(form, "wicks")).toMatchObject({ value: 7, set: true, problem: "Wicks must be at most 4, not 7." });
  expect(fieldAt(form, "apiKey")).toMatchObject({ value: null, problem: "API key must be text." });
  expect(form.problems).toEqual([]);
  writeFileSync(join(dir, "config.json"), '{\n "wicks": 3,\n}');
  expect((await library.form("lamp")).problems).toMatchObject([
    { file: join(dir, "config.json"), line: 3, message: expect.stringContaining("This is not JSON") },
  ]);
  await library.configure("lamp", { wicks: 4 });
  expect(saved()).toEqual({ wicks: 4 });
  expect(fieldAt(await library.form("lamp"), "apiKey").problem).toBe("API key is needed. Give it a value.");
});

it("[SK126] a skill without a description of its settings has an empty form; a faulty or unknown one has none", async () => {
  const { library, root } = await lamp({ "config-schema.json": "{" });
  expect(await library.form("lamp")).toMatchObject({ title: "lamp", sections: [], problems: [{ line: 1 }] });
  expect(await library.configure("lamp", { x: 1 })).toMatchObject({
    faults: [{ message: 'There is no setting "x".' }],
  });
  expect(() => library.form("lump")).toThrow('There is no skill "lump"');
  writeSkill(join(root, "skills"), "broken", { "skill.json": "{" });
  await library.reload();
  expect(() => library.form("broken")).toThrow("broken cannot be used.");
});

it("[SK127] a skill that is removed is gone with its settings, its data and the agreement", async () => {
  const { library, root, dir } = await lamp({ "data/cache": "x", "config.json": {} });
  await library.agree("lamp", library.show("lamp").hash ?? "");
  writeSkill(join(root, "skill-data"), "lamp", { "config.json": {} });
  await library.remove("lamp");
  expect(existsSync(dir)).toBe(false);
  expect(readdirSync(join(root, "skills"))).toEqual([]);
  expect(readdirSync(join(root, "skill-data"))).toEqual([]);
  expect(library.list()).toEqual([]);
  writeSkill(join(root, "skills"), "lamp", { "skill.json": MANIFEST });
  await library.reload();
  expect(library.show("lamp")).toMatchObject({ state: "waiting", changes: null });
});

it("[SK127] of a skill that was linked in only the link goes, and one that lies elsewhere stays", async () => {
  const { library, root } = await lamp();
  const own = writeSkill(join(root, "author"), "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  symlinkSync(own, join(root, "skills", "rope"));
  writeSkill(join(root, "skills"), "torn", { "skill.json": "{" });
  await library.reload();
  await library.remove("rope");
  await library.remove("torn");
  expect(readdirSync(join(root, "skills"))).toEqual(["lamp"]);
  expect(lstatSync(own).isDirectory()).toBe(true);
  const elsewhere = await openLibrary({
    folders: [{ path: join(root, "author"), origin: "extra" }],
    dataRoot: join(root, "skill-data"),
    standingsFile: join(root, "skills.json"),
    sandbox: () => ({ tier: "none", sentence: "" }),
  });
  await expect(elsewhere.remove("rope")).rejects.toMatchObject({ code: "not_installed" });
  expect(existsSync(own)).toBe(true);
});

const patterned = (pattern: string, more: object = {}): Files => ({
  "config-schema.json": { $schema, type: "object", properties: { code: { type: "string", pattern, ...more } } },
});

it.each([
  ["^[A-Z]{2}-\\d+$", "AB-12", "ab-12"],
  ["lamp", "oil lamp", "candle"],
  ["^\\p{L}+$", "Öl", "Öl 1"],
  ["^\\u0041\\/[^b]$", "A/c", "A/b"],
])("[SK482] a text must match the pattern %s: %s does, %s does not", async (pattern, fits, misfit) => {
  const { library, saved } = await lamp(patterned(pattern));
  expect(await library.configure("lamp", { code: misfit })).toEqual({
    saved: false,
    faults: [{ path: "code", message: `Code must match the pattern ${pattern}, not ${JSON.stringify(misfit)}.` }],
  });
  expect(await library.configure("lamp", { code: fits })).toMatchObject({ saved: true });
  expect(saved()).toEqual({ code: fits });
});

it("[SK482] a saved value and a default that do not match are told with their lines, and a secret is not repeated", async () => {
  const { library } = await lamp({
    ...patterned("^x", { default: "y" }),
    "config.json": '{\n  "code": "z"\n}',
  });
  expect(library.problems().map(({ line, message }) => `${line} ${message}`)).toEqual([
    '8 The default of "code" must match the pattern ^x, not "y". It is left out.',
    '2 The setting "code" must match the pattern ^x, not "z". It is not used.',
  ]);
  const secret = await lamp({ ...patterned("^x", { "x-sensitive": true }), "config.json": '{ "code": "hush" }' });
  expect(secret.library.problems().map(({ message }) => message)).toEqual([
    'The setting "code" must match the pattern ^x. It is not used.',
  ]);
});

it.each([
  ["^(?=a)b", /it cannot be run in linear time \(invalid or unsupported Perl syntax: `\(\?=`\)/],
  ["(a)\\1", /it cannot be run in linear time/],
  ["a".repeat(501), /it is longer than 500 characters/],
  ["(?:[a-z]?){900}", /it repeats too much/],
])("[SK482] the pattern %s is reported and not checked", async (pattern, why) => {
  const { library } = await lamp(patterned(pattern));
  const [problem, ...more] = library.problems();
  expect(more).toEqual([]);
  expect(problem).toMatchObject({ severity: "warning", message: expect.stringMatching(why) });
  expect(problem?.message).toMatch(/^The pattern of "code" is not checked: /);
  expect(await library.configure("lamp", { code: "anything" })).toMatchObject({ saved: true });
});

it("[SK482] no pattern, and no number of them, takes long", async () => {
  const startedAt = performance.now();
  const { library } = await lamp(patterned("^(a+)+$"));
  const long = `${"a".repeat(50_000)}b`;
  expect(await library.configure("lamp", { code: long })).toMatchObject({ saved: false });
  const greedy = Array.from({ length: 200 }, (_, at) => [
    `s${at}`,
    { type: "string", pattern: `${"(?:[a-z]?){400}".repeat(20)}${at}`, default: "a" },
  ]);
  const crowd = await lamp({
    "config-schema.json": { $schema, type: "object", properties: Object.fromEntries(greedy) },
  });
  expect(crowd.library.problems().at(-1)?.message).toContain("the patterns before it took all the room there is");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
