// Processes that wait while the player reads. They need the workspace to be built.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createWarmPool } from "@narratoria/executor";
import { expect, it, onTestFinished } from "vitest";
import {
  type Engine,
  type EngineEvent,
  type EngineOptions,
  openScripts,
  type SharedScripts,
  type Story,
} from "../src/index.js";
import { openSkillLibrary } from "../src/skills.js";
import { startOpeningAhead } from "../src/story/start-ahead.js";
import { collect, comparable, engineOn, sceneIn, skillFolder, tempFolder, walk, withScript } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";

/** The skills, with a script that leaves its process id in its data folder before it reads its input. */
async function withSignIn(skill: string, script: string): Promise<string> {
  const source = await readFile(join(skillFolder(skill), "scripts", `${script}.cjs`), "utf8");
  const signIn = `require("node:fs").writeFileSync(process.env.NARRATORIA_DATA_DIR + "/" + process.pid, "");`;
  return withScript(skill, script, `${signIn}\n${source}`);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it("[EN28] the next choice finds its scripts started, also when a story is only opened again", async () => {
  const skills = await withSignIn("player-choices", "evaluate-choice");
  const dataDir = await tempFolder();
  for (const opening of ["new", "again"]) {
    const engine = await engineOn(dataDir, { skills: [skills] });
    const before = await signIns(skills);
    const story = await engine.play(CAMPAIGN, { seed: "4" });
    await collect(story.begin());
    await expect
      .poll(() => signIns(skills), { message: opening, interval: 10, timeout: 10_000 })
      .toHaveLength(before.length + 1);
    const [pid = 0] = (await signIns(skills)).filter((one) => !before.includes(one));
    expect(runs(pid)).toBe(true);
    await engine.close();
    expect(runs(pid)).toBe(false);
  }
});

it.skipIf(availableParallelism() === 1)(
  "[EN3411] the first choice finds its scripts started, however soon it is taken",
  async () => {
    const engine = await engineOn(await tempFolder(), { scripts: null });
    const story = await engine.play(CAMPAIGN, { seed: "4" });
    await collect(story.begin());
    await collect(story.choose(1));
    const tools = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
    const byOf = (script: string): string | undefined => tools.find((tool) => tool.script === script)?.by;
    expect([byOf("evaluate-choice"), byOf("recall-memory")]).toEqual(["process kept", "process kept"]);
  },
);

it.skipIf(availableParallelism() < 2)(
  "[EN5551] a choice has its first scripts started while its plan is made",
  async () => {
    const engine = await engineOn(await tempFolder(), { scripts: null, residentScripts: false });
    const story = await engine.play(CAMPAIGN, { seed: "4" });
    await collect(story.begin());
    for (const _turn of [1, 2]) {
      await collect(story.choose(1));
      const tools = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
      expect(tools.find(({ script }) => script === "evaluate-choice")?.by).toBe("process started ahead");
    }
  },
);

it.skipIf(availableParallelism() < 2)(
  "[EN6300] starts the scripts of the next turn while the scene of this one is told",
  async () => {
    const skills = await withSignIn("player-choices", "evaluate-choice");
    const done = JSON.stringify({ version: "0", type: "done", ok: false, summary: "nothing told" });
    const tellers = await withScript(
      "storyteller",
      "narrate",
      `const fs = require("node:fs");
      fs.readFileSync(0);
      const wait = setInterval(() => {
        if (!fs.existsSync(process.env.NARRATORIA_DATA_DIR + "/go")) return;
        clearInterval(wait);
        fs.writeSync(1, ${JSON.stringify(`${done}
`)});
      }, 5);`,
    );
    const data = join(tellers, "storyteller", "data");
    await mkdir(data, { recursive: true });
    const mayTell = join(data, "go");
    await writeFile(mayTell, "");
    const engine = await engineOn(await tempFolder(), {
      scripts: null,
      skills: [skills, tellers],
      residentScripts: false,
    });
    const story = await engine.play(CAMPAIGN, { seed: "4" });
    await collect(story.begin());
    await rm(mayTell);
    const turn = collect(story.choose(1));
    await expect.poll(() => signIns(skills), { interval: 10, timeout: 20_000 }).toHaveLength(2);
    await writeFile(mayTell, "");
    await turn;
    expect(await signIns(skills)).toHaveLength(2);
    await engine.close();
    expect((await signIns(skills)).filter(runs)).toEqual([]);
  },
);

it("[EN28] [EN5] the story is the same whether anything is started ahead or not", async () => {
  const stories = await Promise.all(
    [true, false].map(async (startAhead) => {
      const engine = await engineOn(await tempFolder(), { startAhead, residentScripts: false });
      return walk(await engine.play(CAMPAIGN, { seed: "6" }), "6", 3);
    }),
  );
  expect(stories[0]?.map(comparable)).toEqual(stories[1]?.map(comparable));
});

it("[EN61] where it is asked for, a script has one process for all turns, and the story is the same", async () => {
  const stories = await Promise.all(
    [true, false].map(async (residentScripts) => {
      const skills = await withSignIn("player-choices", residentScripts ? "kept" : "evaluate-choice");
      const engine = await engineOn(await tempFolder(), { skills: [skills], residentScripts });
      const told = await walk(await engine.play(CAMPAIGN, { seed: "6" }), "6", 3);
      await engine.close();
      const pids = await signIns(skills);
      expect(pids.filter(runs)).toEqual([]);
      return { told: told.map(comparable), processes: pids.length };
    }),
  );
  expect(stories[0]?.told).toEqual(stories[1]?.told);
  expect(stories[0]?.processes).toBe(1);
  expect(stories[1]?.processes).toBeGreaterThan(1);
});

it("[EN5550] one process does for the scripts of choices, from the opening on", async () => {
  const skills = await withSignIn("player-choices", "kept");
  const engine = await engineOn(await tempFolder(), { skills: [skills], residentScripts: true });
  const story = await engine.play(CAMPAIGN, { seed: "6" });
  await walk(story, "6", 3);
  const tools = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
  const scripts = tools.filter(({ skill }) => skill === "player-choices").map(({ script }) => script);
  expect(scripts).toEqual(expect.arrayContaining(["evaluate-choice", "apply-outcome", "generate-choices"]));
  await engine.close();
  expect(await signIns(skills)).toHaveLength(1);
});

it("[EN2700] engines on several data folders share the processes of our scripts until these are closed", async () => {
  const scripts = await openScripts();
  onTestFinished(() => scripts.close());
  // A portrait is there once it is drawn.
  const told = (events: readonly EngineEvent[]) => {
    const { paragraphs, choices } = sceneIn(events);
    return { paragraphs, offered: choices.map(({ id, text }) => ({ id, text })) };
  };
  const byOf = (story: Story, script: string): string | undefined => {
    const tools = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
    return tools.find((tool) => tool.script === script)?.by;
  };
  const open = async (options: {
    readonly scripts: SharedScripts | null;
  }): Promise<{ story: Story; engine: Engine; opening: unknown }> => {
    const engine = await engineOn(await tempFolder(), options);
    const story = await engine.play(CAMPAIGN, { seed: "6" });
    return { story, engine, opening: told(await collect(story.begin())) };
  };
  const alone = await open({ scripts: null });
  const first = await open({ scripts });
  await first.engine.close();
  const second = await open({ scripts });
  expect([first.opening, second.opening]).toEqual([alone.opening, alone.opening]);
  expect(byOf(second.story, "narrate")).toBe("process kept");
  expect(byOf(second.story, "initialize-perception")).toBe("process kept");
  await scripts.close();
  const turn = await collect(second.story.choose(1));
  expect(told(turn)).toEqual(told(await collect(alone.story.choose(1))));
  expect(byOf(second.story, "narrate")).toBe("process");
});

it("[EN2700] a script that a setting has write files does so in the data folder of its own engine", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  await engine.skills.configure("npc-perception", { storageBackend: "files" });
  const story = await engine.play(CAMPAIGN, { seed: "6" });
  await collect(story.begin());
  expect(await readdir(join(dataDir, "skill-data", "npc-perception", "data"))).toContain("perception.json");
});

it("[EN680] keeps the processes of the scripts we ship from turn to turn, and no others", async () => {
  const others = await withSignIn("player-choices", "evaluate-choice");
  const processes: (string | undefined)[][] = [];
  for (const options of [{}, { skills: [others], residentScripts: undefined }]) {
    const engine = await engineOn(await tempFolder(), options as EngineOptions);
    const story = await engine.play(CAMPAIGN, { seed: "6" });
    await walk(story, "6", 2);
    const tools = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
    const byOf = (script: string): string | undefined => tools.find((tool) => tool.script === script)?.by;
    processes.push([byOf("evaluate-choice"), byOf("narrate")]);
  }
  expect(processes).toEqual([
    ["process kept", "process kept"],
    [expect.not.stringMatching("kept"), "process kept"],
  ]);
});

it("[EN400] nothing that the player has not agreed to is started ahead", async () => {
  const skills = await withSignIn("storyteller", "narrate");
  const library = await openSkillLibrary(await tempFolder(), [skills]);
  const { hash } = library.show("storyteller");
  await library.agree("storyteller", hash ?? "", { withoutSandbox: true });
  await library.saved();
  const scratchRoot = await tempFolder();
  const folders = (): Promise<string[]> => readdir(scratchRoot);
  const pool = createWarmPool({ scratchRoot, concurrency: 32 });
  onTestFinished(() => pool.close());
  const registry = library.registry();
  await startOpeningAhead(pool, registry);
  const all = await folders();
  pool.dismiss();
  await expect.poll(folders, { interval: 5 }).toEqual([]);
  const script = join(skills, "storyteller", "scripts", "narrate.cjs");
  await writeFile(script, `${await readFile(script, "utf8")}\n// changed\n`);
  await startOpeningAhead(pool, registry);
  expect(await folders()).toHaveLength(all.length - 1);
});

/** Who signed in, in the data folder of the copied skill. */
async function signIns(skills: string): Promise<number[]> {
  const names = await readdir(join(skills, "player-choices", "data")).catch(() => []);
  return names.map(Number).filter(Number.isInteger);
}
