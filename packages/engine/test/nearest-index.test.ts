import { expect, it } from "vitest";
import { openEngine } from "../src/index.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

it("[EN1425] tells the same story whether memories are found by a scan or by a graph", async () => {
  const told = async (index: "scan" | "hnsw"): Promise<unknown[]> => {
    const engine = await engineOn(await tempFolder(), { index });
    const story = await engine.play("one-wheel-over", { seed: "5" });
    await collect(story.begin());
    const scenes: unknown[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const { paragraphs, choices } = sceneIn(await collect(story.choose(1)));
      scenes.push([paragraphs, choices]);
    }
    return scenes;
  };
  expect(await told("hnsw")).toEqual(await told("scan"));
  const wrong: object = { index: "tree" };
  await expect(openEngine({ dataDir: await tempFolder(), ...wrong })).rejects.toMatchObject({ code: "invalid_option" });
});
