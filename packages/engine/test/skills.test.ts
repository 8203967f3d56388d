// Whole stories with skills that are not ours, turned off or faulty. They need the workspace to be built.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlanRequest } from "@narratoria/narrator";
import { expect, it, vi } from "vitest";
import { openEngine, openSkills } from "../src/index.js";
import { skillNews, skillNotUsed } from "../src/notices.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

const asked = vi.hoisted(() => ({ requests: [] as PlanRequest[], narrative: "" }));

// The planner of every story, overheard, and made to say something where a test wants that.
vi.mock("@narratoria/narrator", async (original) => {
  const narrator = await original<typeof import("@narratoria/narrator")>();
  const createPatternPlanner: typeof narrator.createPatternPlanner = (options) => {
    const planner = narrator.createPatternPlanner(options);
    return {
      async generate(request, more) {
        // What is guessed while the player reads has no id of its own turn.
        if (request.scene > 0 || request.prompts.length > 0) asked.requests.push(request);
        const plan = await planner.generate(request, more);
        const saying = asked.narrative !== "" && typeof plan === "object" && plan !== null;
        return saying ? { ...plan, narrative: asked.narrative } : plan;
      },
    };
  };
  return { ...narrator, createPatternPlanner };
});

const CAMPAIGN = "one-wheel-over";

/** Installs a skill of words alone. */
async function install(dataDir: string, name: string, skillMd: string): Promise<string> {
  const dir = join(dataDir, "skills", name);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "SKILL.md"), skillMd);
  return dir;
}

const LANTERN = "---\nname: lantern\ndescription: Sees to the light.\n---\nMind the light.\n";

it("[EN170] [EN173] another's skill waits for the player, is told once, and is used once it is agreed to", async () => {
  const dataDir = await tempFolder();
  const dir = await install(dataDir, "lantern", LANTERN);
  const engine = await openEngine({ dataDir });
  try {
    const story = await engine.play(CAMPAIGN, { seed: "4" });
    const opening = await collect(story.begin());
    expect(noticesIn(opening)).toEqual(["skill_waiting"]);
    expect(opening.find(({ type }) => type === "notice")).toMatchObject({
      message: "lantern waits for your agreement. The story goes on without it.",
      action: "Look at what it asks for, and agree to it.",
      skill: "lantern",
    });
    expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
    const { hash, state } = engine.skills.show("lantern");
    expect(state).toBe("waiting");
    expect((await engine.skills.agree("lantern", hash ?? "")).state).toBe("ready");
    await rm(dir, { recursive: true });
    await engine.skills.reload();
    expect(noticesIn(await collect(story.choose(1)))).toEqual(["skill_removed"]);
  } finally {
    await engine.close();
  }
});

it("[EN171] a story goes on without a skill that is turned off or faulty, and says so once", async () => {
  const dataDir = await tempFolder();
  await install(dataDir, "broken", "---\nname: other\n---\n");
  await (await openSkills({ dataDir })).setEnabled("memory", false);
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  expect(noticesIn(await collect(story.begin())).sort()).toEqual(["skill_disabled", "skill_faulty"]);
  const events = await collect(story.choose(1));
  expect(noticesIn(events)).toEqual([]);
  expect(sceneIn(events)).toMatchObject({ scene: 1 });
  await engine.skills.setEnabled("memory", true);
  const next = await collect(story.choose(1));
  expect(next.flatMap((event) => (event.type === "tool" ? [event.toolId] : []))).toContain("remember");
});

it("[EN171] [EN173] every way in which a skill is not used has a code, a sentence and something to do", () => {
  const about = { name: "lantern", displayName: "Lantern", changes: null, misconfigured: null, problems: [] };
  const notices = [
    ...(["waiting", "disabled", "off", "unheld", "faulty"] as const).map((state) => skillNotUsed({ ...about, state })),
    ...(["added", "changed", "removed", "kept"] as const).map((what) =>
      skillNews({ name: "lantern", displayName: "Lantern", what, state: "ready" }),
    ),
  ];
  for (const notice of notices) {
    expect(notice?.message).toMatch(/^[^!]*\.$/);
    expect(notice?.action).toMatch(/\.$/);
  }
  expect(new Set(notices.map((notice) => notice?.code)).size).toBe(9);
  for (const state of ["ready", "replaced"] as const) expect(skillNotUsed({ ...about, state })).toBeNull();
});

it("[EN172] the plan generator is given the prompts of the skills in use, by name", async () => {
  const dataDir = await tempFolder();
  await install(dataDir, "lantern", LANTERN);
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  await collect(story.begin());
  expect(asked.requests.at(-1)?.prompts).toContainEqual({ skill: "lantern", text: "Mind the light." });
  await engine.skills.setEnabled("lantern", false);
  await collect(story.choose(1));
  expect(asked.requests.at(-1)?.prompts.map(({ skill }) => skill)).not.toContain("lantern");
});

it("[EN486] shows what a plan says before its tools run, cleaned and cut, and not as a part of the scene", async () => {
  asked.narrative = `The board\u001b[2J is wiped.\n\n \u202e \n\n${"Chalk. ".repeat(4_000)}`;
  try {
    const engine = await engineOn(await tempFolder());
    const events = await collect((await engine.play(CAMPAIGN, { seed: "4" })).begin());
    const at = (type: string): number => events.findIndex((event) => event.type === type);
    expect(at("planning")).toBeLessThan(at("narrative"));
    expect(at("narrative")).toBeLessThan(at("progress"));
    const told = events.flatMap((event) => (event.type === "narrative" ? [event] : []));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      attempt: 1,
      text: expect.stringMatching(/^The board\[2J is wiped\.\n\nChalk\. Chalk/),
    });
    expect(told[0]?.text.length).toBeLessThanOrEqual(20_000);
    expect(sceneIn(events).paragraphs.join("\n")).not.toContain("Chalk.");
  } finally {
    asked.narrative = "";
  }
});

it("[EN486] tells as the scene what a plan says that has no tools", async () => {
  const dataDir = await tempFolder();
  await (await openSkills({ dataDir })).setEnabled("player-choices", false);
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  await collect(story.begin());
  asked.narrative = "The rope holds, and nothing more can be done.";
  try {
    const events = await collect(story.choose(1));
    expect(events.filter(({ type }) => type === "narrative")).toEqual([]);
    expect(sceneIn(events)).toMatchObject({ scene: 1, narrator: "template" });
    expect(sceneIn(events).paragraphs[0]).toBe("The rope holds, and nothing more can be done.");
    expect(sceneIn(events).paragraphs.length).toBeGreaterThanOrEqual(2);
    expect(noticesIn(events)).toContain("no_plan");
  } finally {
    asked.narrative = "";
  }
});

it("[EN174] skills are decided on while somebody plays", async () => {
  const dataDir = await tempFolder();
  await install(dataDir, "lantern", LANTERN);
  const playing = await openEngine({ dataDir });
  try {
    const skills = await openSkills({ dataDir });
    expect(skills.list().map(({ name }) => name)).toContain("lantern");
    await skills.agree("lantern", skills.show("lantern").hash ?? "");
  } finally {
    await playing.close();
  }
  expect((await openSkills({ dataDir })).show("lantern").state).toBe("ready");
});
