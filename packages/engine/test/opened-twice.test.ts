import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import type { Engine, Story } from "../src/index.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

async function begun(engine: Engine): Promise<Story> {
  const story = await engine.play("one-wheel-over", { seed: "4" });
  await collect(story.begin());
  return story;
}

it("[EN440] a playthrough opened twice goes on in the story opened last, and does not fork", async () => {
  const engine = await engineOn(await tempFolder());
  const begunFirst = await begun(engine);
  const { id } = begunFirst;
  const first = await engine.resume(id);
  const second = await engine.resume(id);
  expect(() => begunFirst.begin()).toThrow("One Wheel Over was opened again since.");
  expect(() => first.choose(1)).toThrow(expect.objectContaining({ code: "story_elsewhere" }));
  for (const act of [() => first.undo(), () => first.redo(), () => first.leave(), () => first.branch()])
    expect(act).toThrow(expect.objectContaining({ code: "story_elsewhere" }));
  expect(sceneIn(await collect(second.choose(1))).scene).toBe(1);
  // Closing what was retired ends nothing of its successor.
  await first.close();
  expect(sceneIn(await collect(second.choose(1))).scene).toBe(2);
  expect(await engine.branches(id)).toHaveLength(1);
});

it("[EN440] a playthrough is not opened anew in the middle of a scene, nor gone on with after it was closed and opened anew", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await begun(engine);
  const { id } = story;
  const turn = story.choose(1)[Symbol.asyncIterator]();
  await turn.next();
  await expect(engine.resume(id)).rejects.toMatchObject({ code: "story_busy" });
  while (!(await turn.next()).done);
  await story.close();
  const later = await engine.play("one-wheel-over");
  expect(later.id).toBe(id);
  await collect(later.choose(1));
  expect(() => story.choose(1)).toThrow(expect.objectContaining({ code: "story_elsewhere" }));
  expect(await engine.branches(id)).toHaveLength(1);
});

it("[EN940] lets a closed story be collected", async () => {
  const engine = await engineOn(await tempFolder());
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const closed = async (): Promise<WeakRef<Story>> => {
    const story = await begun(engine);
    await collect(story.choose(1));
    await story.close();
    return new WeakRef(story);
  };
  const story = await closed();
  await vi.waitUntil(() => {
    collectGarbage();
    return story.deref() === undefined;
  });
  // The next story begins in its place as ever.
  expect(sceneIn(await collect((await begun(engine)).choose(1))).scene).toBe(2);
});
