// What a story shows of skills that are not ours, as real processes. They need the workspace to be built.
import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Story } from "../src/index.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";
import { skillFolder } from "./support/small-skills.js";

const CAMPAIGN = "the-piano-on-the-third-landing";

it.each([
  [{ maxRetries: 0, backoffMs: 1 }, "x"],
  [{ maxRetries: 2, backoffMs: 1 }, "xxx"],
])("[EN480] tries a failing script again as its manifest says: %j", async (retryPolicy, tries) => {
  const script = 'appendFileSync(`${dataDir}/tries`, "x"); done(false);';
  const skills = await skillFolder({ name: "stubborn", script, manifest: { retryPolicy } });
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  await collect((await engine.play(CAMPAIGN, { seed: "5" })).begin());
  expect(await readFile(join(skills, "stubborn", "data", "tries"), "utf8")).toBe(tries);
});

it("[EN1420] plans a scene anew without a skill whose required script failed, and tells it", async () => {
  const skills = await skillFolder({
    name: "oath",
    script: "done(false);",
    manifest: { retryPolicy: { maxRetries: 0 } },
    fields: { required: true },
  });
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  const events = await collect(story.begin());
  const plans = story.trace()?.attempts.map(({ run }) => run?.invocations.map(({ toolPath }) => toolPath) ?? []) ?? [];
  expect(plans.map((paths) => paths.includes("oath/run"))).toEqual([true, false]);
  expect(sceneIn(events).paragraphs.join(" ")).not.toBe("");
  expect(noticesIn(events)).toContain("skill_failed");
});

const OFFLINE = 'say({ type: "error", errorCode: "ENOTFOUND", errorMessage: "no such host" }); done(false);';

it("[EN481] tells a network error apart from other failures, with what to do", async () => {
  const policy = { retryPolicy: { maxRetries: 0 } };
  const skills = await skillFolder(
    { name: "weather-post", script: OFFLINE, manifest: policy },
    { name: "stubborn", script: "done(false);", manifest: policy },
  );
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  const events = await collect((await engine.play(CAMPAIGN, { seed: "5" })).begin());
  const notices = events.flatMap((event) => (event.type === "notice" ? [event] : []));
  expect(notices).toMatchObject([
    { code: "skill_failed", message: "stubborn failed. The story goes on without it." },
    {
      code: "skill_offline",
      message: "weather-post could not reach the network. The story goes on without it.",
      action: "Nothing is lost. Check your connection; it is tried again.",
    },
  ]);
});

/** Met in full wherever a scene is told, so that the planner chooses it in each. */
const ANYWHERE = "Use it in the morning, in the afternoon, in the evening or at night.";

it("[EN482] chooses a skill that failed again, and it recovers", async () => {
  const script = 'appendFileSync(`${dataDir}/tries`, "x"); done(readFileSync(`${dataDir}/tries`, "utf8").length > 3);';
  const skills = await skillFolder({
    name: "stubborn",
    script,
    manifest: { description: ANYWHERE, retryPolicy: { maxRetries: 2, backoffMs: 1 } },
    fields: { when: [] },
  });
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  const turns = [await collect(story.begin()), await collect(story.choose(1)), await collect(story.choose(1))];
  const states = turns.map((events) =>
    events.flatMap((event) => (event.type === "tool" && event.toolId === "stubborn-run" ? [event.state] : [])),
  );
  // Three tries that fail make it degraded.
  expect(states).toEqual([["failed"], ["success"], ["success"]]);
});

/** How long each tool of the turn taken last might take, by its id. */
const timeoutsOf = (story: Story): ReadonlyMap<string, number> =>
  new Map(
    story
      .trace()
      ?.attempts.flatMap(({ run }) => run?.invocations.map((one) => [one.toolId, one.timeoutMs] as const) ?? []),
  );

it("[EN482] gives a skill that took too long more time at its next use", async () => {
  const skills = await skillFolder({ name: "slow", script: "setInterval(() => {}, 1000);", fields: { timeout: 500 } });
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  await collect(story.begin());
  expect(timeoutsOf(story).get("slow-run")).toBe(500);
  await collect(story.choose(1));
  expect(timeoutsOf(story).get("slow-run")).toBe(1_000);
});

it("[EN483] runs no more tools at once than its host says, and gives none more time", async () => {
  const shared = JSON.stringify(await tempFolder());
  const alone = (name: string): string =>
    `import { readdirSync, rmSync } from "node:fs";
     const seen = readdirSync(${shared}).length;
     writeFileSync(${shared} + "/${name}", "");
     await new Promise((resolve) => setTimeout(resolve, 50));
     rmSync(${shared} + "/${name}");
     done(seen === 0);`;
  const skills = await skillFolder(
    { name: "first", script: alone("first") },
    { name: "second", script: alone("second") },
  );
  const limits = { toolTimeoutMs: 12_345, concurrentTools: 1 };
  const engine = await engineOn(await tempFolder(), { skills: [skills], limits });
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  expect(noticesIn(await collect(story.begin()))).toEqual([]);
  const timeouts = timeoutsOf(story);
  expect([timeouts.get("first-run"), timeouts.get("narrate"), timeouts.get("choices")]).toEqual([
    12_345, 12_345, 5_000,
  ]);
});

it("[EN483] ends a plan when its host says", async () => {
  const skills = await skillFolder({ name: "hangs", script: "setInterval(() => {}, 1000);" });
  const engine = await engineOn(await tempFolder(), { skills: [skills], limits: { planTimeoutMs: 1_000 } });
  const events = await collect((await engine.play(CAMPAIGN, { seed: "5" })).begin());
  const state = events.flatMap((event) => (event.type === "tool" && event.toolId === "hangs-run" ? [event.state] : []));
  expect(["timeout", "skipped"]).toContain(state[0]);
  expect(sceneIn(events).scene).toBe(0);
});

it("[EN176] a skill that changed or went while a story is open is not started, and is told so once, with what to do", async () => {
  const skills = await skillFolder(
    { name: "lantern", script: "done(true);", manifest: { displayName: "The Lantern" } },
    { name: "tide-bell", script: "done(true);" },
  );
  const engine = await engineOn(await tempFolder(), { skills: [skills], startAhead: false });
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  const opening = await collect(story.begin());
  expect(noticesIn(opening)).toEqual([]);
  await appendFile(join(skills, "lantern", "scripts", "run.mjs"), "\nthrow new Error();\n");
  await rm(join(skills, "tide-bell"), { recursive: true });
  const events = await collect(story.choose(1));
  const notices = events.flatMap((event) => (event.type === "notice" ? [event] : []));
  expect(notices).toMatchObject([
    {
      type: "notice",
      code: "skill_waiting",
      message: "The Lantern has changed and waits for your agreement again. The story goes on without it.",
      action: "Look at what has changed, and agree to it again.",
      skill: "lantern",
    },
    expect.objectContaining({ code: "skill_removed", skill: "tide-bell" }),
  ]);
  expect(sceneIn(events)).toMatchObject({ scene: 1 });
  await engine.skills.reload();
  expect(engine.skills.show("lantern").state).toBe("waiting");
  expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
  // Agreed to again it runs, without a new start.
  await engine.skills.agree("lantern", engine.skills.show("lantern").hash ?? "", { withoutSandbox: true });
  expect(noticesIn(await collect(story.choose(1)))).toEqual(["skill_failed"]);
});

it("[EN176] a skill that cannot be started is not said to have failed too often", async () => {
  const skills = await skillFolder({
    name: "lantern",
    script: "",
    manifest: { scripts: [{ name: "run", path: "scripts/run.lua", timeout: 20_000, when: ["opening", "turn"] }] },
  });
  await appendFile(join(skills, "lantern", "scripts", "run.lua"), "#!/nowhere/lua-of-nobody\n");
  const engine = await engineOn(await tempFolder(), { skills: [skills], startAhead: false });
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  const events = await collect(story.begin());
  expect(events.filter(({ type }) => type === "notice")).toMatchObject([
    { code: "skill_off", message: "lantern cannot be started and is off until you restart.", skill: "lantern" },
  ]);
});
