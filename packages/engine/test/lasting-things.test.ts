// What a model tells that lasts, from one scene to the next. They need the workspace to be built.
import { createScriptedHost } from "@narratoria/narrator/testing";
import { openStore } from "@narratoria/persistence";
import { getPath, type JsonObject } from "@narratoria/protocol";
import { expect, it, onTestFinished } from "vitest";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const TOLD =
  "You look about, and take your time over it. A draught goes by. The shutter is closed, and the door stands open.";

it("[EN1858] what a model tells that lasts is in session state after its scene, and is undone with it", async () => {
  const host = createScriptedHost(({ sequence, schema }) => (sequence === "prose" && !schema ? TOLD : ""));
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir, { modelHost: host, narrator: "model", startAhead: false });
  const story = await engine.play("the-piano-on-the-third-landing", { seed: "3" });
  const store = await openStore({ dataDir, readOnly: true });
  onTestFinished(() => store.close());
  const stateNow = async (): Promise<JsonObject> => (await store.head(story.id))?.state ?? {};
  await collect(story.begin());
  expect(await stateNow()).not.toHaveProperty("asTold");

  const stays = story.scene?.choices.findIndex(({ text }) => /^(?:Look (?!for)|Search|Ask)/.test(text)) ?? -1;
  const scene = sceneIn(await collect(story.choose(Math.max(0, stays) + 1)));
  expect(scene.paragraphs.join(" ")).toContain("the door stands open");
  const state = await stateNow();
  const place = String(getPath(state, "place"));
  expect(getPath(state, `asTold.${place}.door.text`)).toContain("the door stands open");

  const asked = host.writes.length;
  await collect(story.choose(1));
  await collect(story.undo());
  expect(getPath(await stateNow(), `asTold.${place}.door.text`)).toContain("the door stands open");
  await collect(story.undo());
  expect(await stateNow()).not.toHaveProperty("asTold");
  expect(host.writes.length).toBeGreaterThan(asked);
});
