// Plans that a model decides, by a host that writes what the test says. They need the workspace to be built.
import { expect, it } from "vitest";
import { createScriptedHost } from "@narratoria/narrator/testing";
import { folderInDoubt, picksOf } from "./support/picks.js";
import { collect, engineOn, sceneIn } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";
const inTurn = { startAhead: false } as const;

it("[EN320] a model decides the plans of turns, and scene, trace and journal say so; the storybook alone does without", async () => {
  const host = createScriptedHost((_, index) => (index === 0 ? '{"scene":"quiet"' : ""));
  const picks = createScriptedHost(({ schema, sequence }) => (sequence === "plan" ? picksOf(schema) : ""));
  const engine = await engineOn(await folderInDoubt(), { modelHost: picks, ...inTurn });
  const story = await engine.play(CAMPAIGN, { seed: "21" });
  expect(sceneIn(await collect(story.begin())).planner).toBeUndefined();
  expect(sceneIn(await collect(story.choose(1))).planner).toBe("model");
  expect(story.trace()?.attempts[0]?.run?.plan).toMatchObject({
    metadata: { planner: { by: "model", model: "scripted", generations: [{ fault: null }] } },
  });
  expect(picks.writes.filter(({ sequence }) => sequence === "plan")[0]?.prompt).toContain("The player's choice:");

  const stubborn = await engineOn(await folderInDoubt(), { modelHost: host, ...inTurn });
  const other = await stubborn.play(CAMPAIGN, { seed: "21" });
  await collect(other.begin());
  expect(sceneIn(await collect(other.choose(1))).planner).toBeUndefined();
  expect(other.trace()?.attempts[0]?.run?.plan).toMatchObject({
    metadata: { planner: { by: "pattern", instead: expect.stringContaining("of no use") as string } },
  });

  const storybook = createScriptedHost(() => "");
  const plain = await engineOn(await folderInDoubt(), { modelHost: storybook, narrator: "storybook", ...inTurn });
  const told = await plain.play(CAMPAIGN, { seed: "21" });
  await collect(told.begin());
  await collect(told.choose(1));
  expect(storybook.writes).toEqual([]);
});

it("[EN321] a replay takes a plan that a model decided from the journal, and is the same to the character", async () => {
  const dataDir = await folderInDoubt();
  const host = createScriptedHost(({ schema, sequence }) => (sequence === "plan" ? picksOf(schema) : ""));
  const engine = await engineOn(dataDir, { modelHost: host, ...inTurn });
  const story = await engine.play(CAMPAIGN, { seed: "22" });
  await collect(story.begin());
  for (const choice of [1, 2, 1]) await collect(story.choose(choice));
  expect(story.scene?.planner).toBe("model");
  const asked = host.writes.length;
  expect(await engine.replay(story.id)).toMatchObject({ turns: 4, difference: null });
  expect(host.writes).toHaveLength(asked);
  const reader = await engineOn(dataDir, { readOnly: true, ...inTurn });
  expect(await reader.replay(story.id)).toMatchObject({ turns: 4, difference: null });
});
