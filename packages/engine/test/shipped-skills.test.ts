// SPEC.md EN3200 to EN3203: skills are packages of their own. They need the workspace to be built.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { SHIPPED_SKILLS } from "../src/index.js";
import { copySkill, tempFolder } from "./support/play.js";

const ENGINE = fileURLToPath(new URL("..", import.meta.url));
const LANTERN = `process.stdout.write(JSON.stringify({ version: "0", type: "ui_event", event: "lit", payload: { text: "The lantern is lit." } }) + "\\n" +
  JSON.stringify({ version: "0", type: "done", ok: true }) + "\\n");`;

/** An app in a folder of its own with the engine and these of our skills in its `node_modules`. */
async function appWith(skills: readonly string[]): Promise<string> {
  const app = await tempFolder();
  const scope = join(app, "node_modules", "@narratoria");
  mkdirSync(scope, { recursive: true });
  for (const name of ["package.json", "dist", "bundled"])
    cpSync(join(ENGINE, name), join(scope, "engine", name), { recursive: true });
  // What the engine needs beside them, each where the workspace has it.
  for (const library of libraries()) {
    mkdirSync(join(app, "node_modules", library, ".."), { recursive: true });
    symlinkSync(join(ENGINE, "node_modules", library), join(app, "node_modules", library), "junction");
  }
  for (const name of skills) await copySkill(name, join(scope, `skill-${name}`));
  for (const name of skills)
    writeFileSync(
      join(scope, `skill-${name}`, "package.json"),
      JSON.stringify({ name: `@narratoria/skill-${name}`, version: "1.0.0" }),
    );
  return app;
}

function libraries(): string[] {
  const inFolder = (folder: string): string[] => readdirSync(join(ENGINE, "node_modules", folder));
  const ours = inFolder("@narratoria").filter((name) => !name.startsWith("skill-"));
  return [
    ...ours.map((name) => `@narratoria/${name}`),
    ...inFolder("").filter((name) => !name.startsWith("@") && !name.startsWith(".")),
  ];
}

/** Package managers name folders of the workspace there, in which our skills would be found. */
const { NODE_PATH: _, ...env } = process.env;

/** Plays the opening and a turn in the app. */
function play(app: string, options: string): unknown {
  const program = join(app, "main.mjs");
  writeFileSync(
    program,
    `import { missingShippedSkills, openEngine } from "@narratoria/engine";
try {
  const engine = await openEngine({ dataDir: ${JSON.stringify(join(app, "data"))}, sandbox: "off", ${options} });
  const story = await engine.play("one-wheel-over", { seed: "4" });
  const scenes = [], notes = [];
  const see = (event) => {
    if (event.type === "scene") scenes.push([event.paragraphs.length > 0, event.choices.length > 0]);
    if (event.type === "note") notes.push(event.payload.text);
  };
  for await (const event of story.begin()) see(event);
  for await (const event of story.choose(1)) see(event);
  const listed = engine.skills.list().map(({ name, state, origin }) => [name, state, origin]);
  console.log(JSON.stringify({ listed, scenes, lit: notes.includes("The lantern is lit."), missing: missingShippedSkills() }));
  await engine.close();
} catch (error) {
  console.log(JSON.stringify({ code: error.code, message: error.message }));
}
`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [program], { cwd: app, env, encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

it("[EN3200] has a package for each of our skills, which the engine depends on", () => {
  const folders = readdirSync(fileURLToPath(new URL("../../../skills", import.meta.url)));
  expect(SHIPPED_SKILLS).toEqual(folders.sort().map((name) => `@narratoria/skill-${name}`));
});

it("[EN3200] leaves alone skills that an older build left in its own folder, which no package holds", async () => {
  const app = await appWith([]);
  const engine = join(app, "node_modules", "@narratoria", "engine");
  await copySkill("memory", join(engine, "bundled", "skills", "memory"));
  expect(play(app, "")).toMatchObject({ listed: [], missing: SHIPPED_SKILLS });
  const { files } = JSON.parse(readFileSync(join(engine, "package.json"), "utf8")) as { files: string[] };
  expect(files.filter((path) => path.startsWith("bundled"))).toEqual(["bundled/campaigns", "bundled/readings"]);
});

it("[EN3200] [EN3203] tells a story with the skills that are installed, and with none, and names those that are not", async () => {
  const app = await appWith(["memory", "player-choices"]);
  expect(play(app, "")).toEqual({
    listed: [
      ["memory", "ready", "bundled"],
      ["player-choices", "ready", "bundled"],
    ],
    scenes: [
      [true, true],
      [true, true],
    ],
    lit: false,
    missing: SHIPPED_SKILLS.filter((name) => !/memory|player-choices/.test(name)),
  });
  const bare = await appWith([]);
  expect(play(bare, "")).toEqual({
    listed: [],
    scenes: [
      [true, true],
      [true, true],
    ],
    lit: false,
    missing: SHIPPED_SKILLS,
  });
});

it("[EN3201] ships the skills that the program names, by package, folder and URL", async () => {
  const app = await appWith(["memory", "player-choices"]);
  const own = join(app, "node_modules", "@acme", "skill-lantern");
  mkdirSync(join(own, "scripts"), { recursive: true });
  const manifest = {
    name: "lantern",
    version: "1.0.0",
    description: "Lights a lantern.",
    scripts: [{ name: "light", path: "scripts/light.cjs", when: ["opening", "turn"] }],
  };
  writeFileSync(join(own, "package.json"), '{ "name": "@acme/skill-lantern", "version": "1.0.0" }');
  writeFileSync(join(own, "skill.json"), JSON.stringify(manifest));
  writeFileSync(join(own, "scripts", "light.cjs"), LANTERN);
  const url = pathToFileURL(join(own, "package.json")).href;
  for (const name of ["@acme/skill-lantern", own, url]) {
    expect(play(app, `shippedSkills: ["@narratoria/skill-player-choices", ${JSON.stringify(name)}]`)).toEqual({
      listed: [
        ["lantern", "ready", "bundled"],
        ["player-choices", "ready", "bundled"],
      ],
      scenes: [
        [true, true],
        [true, true],
      ],
      lit: true,
      missing: [],
    });
  }
});

it("[EN3202] refuses a skill that is not there", async () => {
  const app = await appWith([]);
  expect(play(app, 'shippedSkills: ["@acme/skill-lantern"]')).toEqual({
    code: "invalid_option",
    message: "The skill @acme/skill-lantern is not installed.",
  });
});
