// What a shell is told of trouble, and what it can do about it by the methods of a story.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EngineEvent, Story } from "../src/index.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder, withScript } from "./support/play.js";
import { toldOnce } from "./support/told-once.js";

const CAMPAIGN = "one-wheel-over";
const begun = toldOnce(async (dataDir) => {
  const engine = await engineOn(dataDir);
  await (await engine.play(CAMPAIGN, { seed: "4" })).begin();
  await engine.close();
  return {};
});

async function storyWith(skill: string, script: string, source: string): Promise<Story> {
  const { dataDir } = await begun();
  const engine = await engineOn(dataDir, { skills: [await withScript(skill, script, source)] });
  return engine.play(CAMPAIGN);
}

const noticeIn = (events: readonly EngineEvent[], code: string) => {
  const notice = events.find((event) => event.type === "notice" && event.code === code);
  if (notice?.type !== "notice") throw new Error(`no notice ${code}: ${noticesIn(events).join(", ")}`);
  return notice;
};

/** A script that fails until this file is there. */
const failsUntil = (file: string, output: string): string =>
  `if (!require("node:fs").existsSync(${JSON.stringify(file)})) process.exit(3);
   console.log(JSON.stringify({ version: "0", type: "done", ok: true, output: ${output} }));`;

it("[EN720] a notice says how grave it is, why, of which skill, and what can be done", async () => {
  const story = await storyWith("memory", "recall-memory", "process.exit(3)");
  const notice = noticeIn(await collect(story.choose(1)), "skill_failed");
  expect(notice).toMatchObject({
    severity: "degraded",
    skill: "memory",
    cause: expect.stringMatching(/^PROCESS_EXIT: /),
    actions: [{ do: "retry_tool", label: "Retry", toolId: "recall", skill: "memory" }],
  });
  expect(noticeIn(await collect(story.undo()), "undone")).toMatchObject({ severity: "info", actions: [] });
});

it("[EN721] a tool that failed is tried again by the action of its notice, with the same dice and the same choice", async () => {
  const file = `${await tempFolder()}/mended`;
  const story = await storyWith("memory", "recall-memory", failsUntil(file, "{ memories: [] }"));
  const odds = story.scene?.choices.findIndex(({ odds }) => odds !== undefined) ?? -1;
  const events = await collect(story.choose(1 + Math.max(0, odds)));
  const first = sceneIn(events);
  const [action] = noticeIn(events, "skill_failed").actions;
  await writeFile(file, "");
  const again = await collect(story.act(action ?? { do: "repair", label: "" }));
  expect(noticesIn(again)).not.toContain("skill_failed");
  expect(again).toContainEqual(expect.objectContaining({ type: "tool", toolId: "recall", state: "success" }));
  expect(sceneIn(again)).toMatchObject({ scene: first.scene, choice: first.choice });
  expect(sceneIn(again).roll).toEqual(first.roll);
  expect(sceneIn(again).turnId).not.toBe(first.turnId);
  expect(await story.branches()).toHaveLength(2);
});

it("[EN721] telling again that is stopped leaves the scene that was told", async () => {
  const { dataDir } = await begun();
  const story = await (await engineOn(dataDir)).play(CAMPAIGN);
  await story.choose(1);
  const told = story.scene;
  const events = await collect(story.tellAgain({ signal: AbortSignal.abort() }));
  expect(noticesIn(events)).toEqual(["turn_stopped"]);
  expect(sceneIn(events)).toEqual(told);
  expect(story.scene).toEqual(told);
});

it("[EN721] an opening is not told again, nor what is no tool of the scene", async () => {
  const { dataDir } = await begun();
  const story = await (await engineOn(dataDir)).play(CAMPAIGN);
  expect(() => story.tellAgain()).toThrow(expect.objectContaining({ code: "cannot_tell_again" }));
  expect(() => story.retryTool("nobody")).toThrow(expect.objectContaining({ code: "no_such_tool" }));
  expect(() => story.act({ do: "open_settings", label: "Open", skill: "memory" })).toThrow(
    expect.objectContaining({ code: "not_of_the_story" }),
  );
});

it("[EN722] where no plan comes to anything the player decides: a plain scene, or back to before the choice", async () => {
  const story = await storyWith("player-choices", "evaluate-choice", "process.exit(3)");
  const opening = story.scene;
  const events = await collect(story.choose(1));
  const notice = noticeIn(events, "no_plan");
  expect(notice).toMatchObject({ severity: "decision", cause: expect.any(String) });
  const [plain, back] = notice.actions;
  expect([plain?.do, back?.do]).toEqual(["plain_scene", "restart_from"]);
  expect(back).toMatchObject({ turnId: opening?.turnId, scene: 0, label: "Restart from the opening" });
  expect(sceneIn(await collect(story.act(plain ?? { do: "repair", label: "" })))).toEqual(sceneIn(events));
  expect(sceneIn(await collect(story.act(back ?? { do: "repair", label: "" })))).toEqual(opening);
});

it("[EN722] where no plan comes to anything, a skill that is off is named each time", async () => {
  const story = await storyWith("player-choices", "evaluate-choice", "process.exit(3)");
  for (let turn = 0; turn < 3; turn++) {
    const events = await collect(story.choose(1));
    noticeIn(events, "no_plan");
    if (turn > 0) expect(noticeIn(events, "skill_off")).toMatchObject({ actions: [{ do: "enable" }] });
  }
});

it("[EN723] turning a skill on has it tried again, however often it failed", async () => {
  const file = `${await tempFolder()}/mended`;
  const { dataDir } = await begun();
  const source = failsUntil(file, "{ memories: [] }");
  const skills = [await withScript("memory", "recall-memory", source)];
  await writeFile(join(skills[0] ?? "", "memory", "scripts", "store-memory.cjs"), source);
  const engine = await engineOn(dataDir, { skills });
  const story = await engine.play(CAMPAIGN);
  let off: EngineEvent | undefined;
  for (let turn = 0; turn < 6 && !off; turn++)
    off = (await collect(story.choose(1))).find((event) => event.type === "notice" && event.code === "skill_off");
  expect(off).toMatchObject({ actions: [{ do: "enable", skill: "memory" }] });
  await writeFile(file, "");
  await engine.skills.setEnabled("memory", true);
  const events = await collect(story.choose(1));
  expect(events).toContainEqual(expect.objectContaining({ type: "tool", toolId: "recall", state: "success" }));
});
