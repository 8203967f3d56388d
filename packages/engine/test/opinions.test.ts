// SPEC.md EN600: what people think of the player, in stories that are played.
import { getPath, type JsonObject } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { openStore } from "@narratoria/persistence";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

async function lastState(dataDir: string, id: string): Promise<JsonObject> {
  const store = await openStore({ dataDir, readOnly: true });
  try {
    const head = await store.head(id);
    return head?.state ?? {};
  } finally {
    await store.close();
  }
}

it("[EN600] whoever is met has an opinion, kept in the store as in session state, and a reason for each change", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play("one-wheel-over", { seed: "4" });
  await collect(story.begin());
  for (let turn = 0; turn < 6; turn++) {
    const scene = sceneIn([story.scene ?? expect.fail("no scene")]);
    // Whatever touches somebody tells most.
    const at = scene.choices.findIndex(({ text }) => /\b(?:press|help|promise|give)\b/i.test(text));
    await collect(story.choose(Math.max(0, at) + 1));
  }
  const { id } = story;
  await engine.close();
  const state = await lastState(dataDir, id);
  const people = Object.entries(state["people"] as Record<string, JsonObject>);
  const met = people.filter(([, { met: scene }]) => scene !== undefined);
  expect(met.length).toBeGreaterThan(0);
  const store = await openStore({ dataDir, readOnly: true });
  const { records } = await store.exactMatch(id, "perception");
  await store.close();
  for (const [npc, person] of met) {
    expect(person["feeling"], npc).toBe(person["perceived"]);
    const kept = records.find(({ record }) => record.npcId === npc);
    expect(Math.round(kept?.record.perceptionScore ?? Number.NaN), npc).toBe(person["feeling"]);
  }
  const reasons = records.flatMap(({ record }) => (Array.isArray(record["reasons"]) ? record["reasons"] : []));
  for (const reason of reasons as JsonObject[]) {
    expect(getPath(reason, "text")).toMatch(/\w/);
    expect(getPath(reason, "scene")).toBeLessThanOrEqual(6);
  }
});
