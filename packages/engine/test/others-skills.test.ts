// Skills as others make them: one of the public collection's shape, one in Python with a manifest. They need the workspace to be built.
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { callScript } from "@narratoria/executor";
import { createRegistry, discoverSkills } from "@narratoria/skills";
import { expect, it, onTestFinished, vi } from "vitest";
import { openEngine, openSkills } from "../src/index.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";
const TWIN = fileURLToPath(new URL("../../protocol/twins/narratoria.py", import.meta.url));
const noPython = spawnSync("python3", ["--version"]).status !== 0;

/** SKILL.md alone, with scripts and pages beside it, as people share them. */
const TIDE_TABLES = {
  "SKILL.md":
    "---\nname: tide-tables\ndescription: Reads tide tables. Use when somebody waits for the water.\nlicense: Complete terms in LICENSE.txt\n---\n\n# Tide tables\n\nRun `scripts/read_table.py`; see [the words](references/words.md).\n",
  "LICENSE.txt": "Do as you like.\n",
  "references/words.md": "Neap, spring, slack.\n",
  "scripts/read_table.py":
    'from narratoria import define_tool\n\ndef run(input, tool):\n    tool.ui_event("tide", {"text": "Slack water at six."})\n    return {"tide": "slack"}\n\ndefine_tool(run)\n',
};

const BELL_WATCH = {
  "skill.json": JSON.stringify({
    name: "bell-watch",
    version: "1.0.0",
    description: "Listens for the bell.",
    scripts: [{ name: "listen", path: "scripts/listen.py", timeout: 20_000, when: ["opening", "turn"] }],
  }),
  "config-schema.json": JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { bell: { type: "string", default: "the harbour bell" } },
  }),
  "scripts/listen.py":
    'from narratoria import define_tool\n\ndef run(input, tool):\n    text = "You hear %s." % tool.config["bell"]\n    tool.ui_event("bell_heard", {"text": text})\n    return {"text": text}\n\ndefine_tool(run)\n',
};

async function copyTo(dataDir: string, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(dataDir, "skills", name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  if ("SKILL.md" in files || "skill.json" in files) {
    await mkdir(join(dir, "scripts"), { recursive: true });
    await cp(TWIN, join(dir, "scripts", "narratoria.py"));
  }
  return dir;
}

it.skipIf(noPython)(
  "[EN290] a copied folder with a SKILL.md alone is listed, agreed to, told to the planner, and its script can be run",
  async () => {
    const dataDir = await tempFolder();
    await copyTo(dataDir, "tide-tables", TIDE_TABLES);
    const engine = await engineOn(dataDir);
    expect(engine.skills.show("tide-tables")).toMatchObject({
      state: "ready",
      description: "Reads tide tables. Use when somebody waits for the water.",
      license: "Complete terms in LICENSE.txt",
      wishes: { network: [], host: [] },
      problems: [],
    });
    const folders = [{ path: join(dataDir, "skills"), origin: "user" as const }];
    const { skills } = await discoverSkills({ folders, dataRoot: join(dataDir, "skill-data") });
    expect(createRegistry(skills).prompts()).toEqual([
      { skill: "tide-tables", text: expect.stringContaining("# Tide tables") },
    ]);
    const tool = createRegistry(skills).resolve("tide-tables/read_table");
    if (!tool.ok) throw new Error(tool.message);
    const outcome = await callScript(tool.script, {});
    expect(outcome).toMatchObject({ state: "success", output: { tide: "slack" } });
  },
);

it.skipIf(noPython)(
  "[EN291] what a skill in Python shows is in the scene, and a changed setting is so at the next turn",
  async () => {
    const dataDir = await tempFolder();
    await copyTo(dataDir, "bell-watch", BELL_WATCH);
    const engine = await engineOn(dataDir);
    const story = await engine.play(CAMPAIGN, { seed: "4" });
    const heard = (text: string) =>
      expect.objectContaining({ type: "note", event: "bell_heard", payload: { text }, toolId: "bell-watch-listen" });
    expect(await collect(story.begin())).toContainEqual(heard("You hear the harbour bell."));
    expect(await engine.skills.configure("bell-watch", { bell: "a ship's bell" })).toMatchObject({ saved: true });
    const events = await collect(story.choose(1));
    expect(events).toContainEqual(heard("You hear a ship's bell."));
    expect(sceneIn(events)).toMatchObject({ scene: 1 });
    await engine.skills.remove("bell-watch");
    const after = await collect(story.choose(1));
    expect(after.filter(({ type }) => type === "note")).toEqual([]);
    expect(sceneIn(after)).toMatchObject({ scene: 2 });
  },
);

it("[EN290] the faults of a manifest are named by file, line and column, and cost what they touch", async () => {
  const dataDir = await tempFolder();
  const dir = await copyTo(dataDir, "bell-watch", {
    "skill.json":
      '{\n  "name": "bell-watch",\n  "version": "one",\n  "description": "Listens.",\n  "scripts": [{ "name": "listen", "path": "../listen.py" }]\n}\n',
  });
  const other = await copyTo(dataDir, "odd-bell", {
    "skill.json":
      '{\n  "name": "odd-bell",\n  "version": "1.0.0",\n  "description": "Listens.",\n  "scripts": [\n    { "name": "listen", "path": "scripts/none.py", "timeout": "soon" }\n  ],\n  "colour": 1\n}\n',
  });
  const engine = await engineOn(dataDir);
  const said = (name: string): string[] =>
    engine.skills.show(name).problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
  expect(said("bell-watch")).toEqual([
    `${join(dir, "skill.json")}:3:14 The version "one" is not three numbers, such as 1.0.0. The skill is left out.`,
  ]);
  expect(said("odd-bell")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/skill\.json:6:33 There is no file "scripts\/none\.py"/),
      expect.stringMatching(/skill\.json:8:13 .*colour.* It is not used\.$/),
    ]),
  );
  expect(said("odd-bell").every((line) => line.startsWith(join(other, "skill.json")))).toBe(true);
  expect(engine.skills.show("bell-watch").state).toBe("faulty");
  expect(engine.skills.show("odd-bell").state).toBe("ready");
});

it.skipIf(noPython)(
  "[EN292] settings that do not fit are told once, the defaults hold, and mended they are told no more",
  async () => {
    const dataDir = await tempFolder();
    const dir = await copyTo(dataDir, "bell-watch", { ...BELL_WATCH, "config.json": '{ "bell": 7 }' });
    const engine = await engineOn(dataDir);
    const story = await engine.play(CAMPAIGN, { seed: "4" });
    const opening = await collect(story.begin());
    expect(opening.filter(({ type }) => type === "notice")).toEqual([
      expect.objectContaining({
        code: "skill_misconfigured",
        message:
          'The settings of bell-watch are not in order. The setting "bell" must be text, not 7. "the harbour bell" is used instead.',
        action: "Change them where they do not fit.",
        skill: "bell-watch",
      }),
    ]);
    expect(opening).toContainEqual(expect.objectContaining({ payload: { text: "You hear the harbour bell." } }));
    expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
    await engine.skills.configure("bell-watch", { bell: null });
    expect(engine.skills.show("bell-watch")).toMatchObject({ misconfigured: null, problems: [] });
    expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
    await writeFile(join(dir, "config.json"), "{");
    await engine.skills.reload();
    expect(await collect(story.choose(1))).toContainEqual(
      expect.objectContaining({
        code: "skill_misconfigured",
        message: expect.stringContaining("In config.json, line 1: This is not JSON"),
      }),
    );
  },
);

it("[EN487] with a watch, what changes on the disk or is decided elsewhere holds from the next turn", async () => {
  const dataDir = await tempFolder();
  const engine = await openEngine({ dataDir, watchSkills: true });
  onTestFinished(() => engine.close());
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  expect(noticesIn(await collect(story.begin()))).toEqual([]);
  const stateOf = (name: string): string | undefined => engine.skills.list().find((one) => one.name === name)?.state;
  const folder = join(dataDir, "skills", "lantern");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), "---\nname: lantern\ndescription: Light.\n---\nMind it.\n");
  await mkdir(join(dataDir, "skill-data", "dice-roller"), { recursive: true });
  await writeFile(join(dataDir, "skill-data", "dice-roller", "config.json"), "{");
  await vi.waitFor(() => {
    expect(stateOf("lantern")).toBe("waiting");
    expect(engine.skills.show("dice-roller").misconfigured).toEqual(expect.stringContaining("In config.json, line 1"));
  }, WAIT);
  expect(noticesIn(await collect(story.choose(1))).sort()).toEqual(["skill_misconfigured", "skill_waiting"]);
  // Another program, such as `narratoria skills agree` in a second terminal.
  const elsewhere = await openSkills({ dataDir });
  await elsewhere.agree("lantern", elsewhere.show("lantern").hash ?? "");
  await vi.waitFor(() => expect(stateOf("lantern")).toBe("ready"), WAIT);
  await writeFile(join(folder, "SKILL.md"), "---\nname: lantern\ndescription: More light.\n---\n");
  await engine.skills.reload();
  expect(noticesIn(await collect(story.choose(1)))).toEqual(["skill_waiting"]);
});

/** A change is told of after half a second of quiet. */
const WAIT = { timeout: 15_000, interval: 20 };

it("[EN6602] an input that can never fit its schema is told by the list of skills, and once in the log", async () => {
  const dataDir = await tempFolder();
  await copyTo(dataDir, "mill-clock", {
    "skill.json": JSON.stringify({
      name: "mill-clock",
      version: "1.0.0",
      description: "Strikes the hours.",
      scripts: [{ name: "strike", path: "scripts/strike.mjs", inputSchema: "in.json", input: { hours: 60 } }],
    }),
    "in.json": JSON.stringify({ type: "object", properties: { hours: { type: "integer", maximum: 12 } } }),
    "scripts/strike.mjs": "",
  });
  const engine = await engineOn(dataDir);
  const why = 'The input of the script "strike" does not fit its input schema: "hours" must be at most 12, got 60.';
  const [clock] = engine.skills.list().filter(({ name }) => name === "mill-clock");
  expect(clock?.problems.map(({ message }) => message)).toContainEqual(expect.stringContaining(why));
  await engine.close();
  const log = await readFile(join(dataDir, "logs", "narratoria.log"), "utf8");
  expect(log.split("does not fit its input schema").length).toBe(2);
});
