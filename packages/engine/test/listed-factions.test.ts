// SPEC.md EN686. It needs the workspace to be built.
import { getPath } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { collect, engineOn, tempFolder } from "./support/play.js";

it("[EN686] counts a faction that the player lists in the middle of a story from the next scene on", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play("one-wheel-over", { seed: "3" });
  await collect(story.begin());
  expect(getPath(await story.state(), "factions")).toEqual({});
  await engine.skills.configure("reputation", { factionList: ["The Mutual"] });
  const again = await engine.play("one-wheel-over");
  await collect(again.begin());
  await collect(again.choose(1));
  expect(Object.keys(Object(getPath(await again.state(), "factions")))).toEqual(["mutual"]);
});
