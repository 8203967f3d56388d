// SPEC.md EN310 to EN314: scenes told by a model in a whole turn.
import { ModelError } from "@narratoria/narrator";
import { createScriptedHost, dutifulAnswer, type ScriptedHost } from "@narratoria/narrator/testing";
import { isContract } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import type { EngineEvent, SceneEvent } from "../src/index.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

/** Tells the steps of every scene, and nothing else. */
/** Each scene has a sentence of the model's own: one that only copies what it was given is the storybook's. */
const GESTURES = [
  "The light moves a little on the floor.",
  "A draught goes along the wall.",
  "Somewhere above a board settles.",
  "Dust turns in the air and comes to rest.",
];
const showing = (): ScriptedHost => {
  let scenes = 0;
  return createScriptedHost(({ prompt, schema }) =>
    schema ? "{}" : dutifulAnswer(prompt, GESTURES[scenes++ % GESTURES.length]),
  );
};

const prose = (events: readonly EngineEvent[]): string[] =>
  events.flatMap((event) => (event.type === "prose" ? [`${event.paragraph}:${event.delta.trim()}`] : []));

const sentences = ({ sentences = [] }: SceneEvent): string[] =>
  sentences.map(({ paragraph, text }) => `${paragraph}:${text}`);

async function story(modelHost: ScriptedHost, narrator: "auto" | "model" | "storybook" = "auto") {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir, { modelHost, narrator });
  return { engine, dataDir, story: await engine.play("one-wheel-over", { seed: "7" }) };
}

describe("a story with a model", () => {
  it("[EN310] is told in the model's words, streamed, and says whose they are", async () => {
    const host = showing();
    const { story: told } = await story(host);
    const opening = sceneIn(await collect(told.begin()));
    expect(opening.narrator).toBe("storybook");
    const events = await collect(told.choose(1));
    const scene = sceneIn(events);
    expect(["model", "mixed"]).toContain(scene.narrator);
    expect(scene.sentences?.some(({ by }) => by === "model")).toBe(true);
    expect(prose(events)).toEqual(sentences(scene));
    // The text waits for no plan of the model's where nothing is in doubt.
    expect(host.writes.filter(({ sequence, priority }) => sequence === "plan" && priority !== "ahead")).toEqual([]);
    expect(events.every((event) => isContract("engine-event", event))).toBe(true);
  });

  it("[EN311] shows in the trace what each attempt was asked and came to, and three times in trace and scene", async () => {
    const { story: told } = await story(createScriptedHost(() => "You decide to go home."));
    await collect(told.begin());
    const scene = sceneIn(await collect(told.choose(1)));
    expect(scene.narrator).toBe("storybook");
    expect(Object.keys(scene.timeMs ?? {})).toEqual(["firstText", "choices", "total"]);
    const trace = told.trace();
    expect(trace?.timeMs).toEqual(scene.timeMs);
    const narrate = trace?.attempts.at(-1)?.run?.invocations.find(({ script }) => script === "narrate");
    const done = narrate?.events.map(({ event }) => event).find((event) => event.type === "done");
    expect(JSON.stringify(done)).toContain(`"check":"player"`);
    expect(JSON.stringify(done)).toContain("You decide to go home.");
    expect(JSON.stringify(done)).toContain("# WHAT HAPPENS");
  });

  it("[EN312] is replayed from its journal, without the model, to the character", async () => {
    const { engine, story: told } = await story(showing());
    await collect(told.begin());
    await collect(told.choose(1));
    await collect(told.choose(2));
    const { id } = told;
    expect(await engine.replay(id)).toMatchObject({ turns: 3, difference: null, taken: [1, 2] });
  });

  it("[EN313] goes on by the storybook where the model is gone for good, which is told once", async () => {
    const host = createScriptedHost(() => ({
      error: new ModelError("host_gave_up", "The model stopped working three times."),
    }));
    const { story: told } = await story(host);
    const all = [await collect(told.begin()), await collect(told.choose(1)), await collect(told.choose(1))];
    expect(all.flatMap(noticesIn)).toEqual(["model_gave_up"]);
    expect(all.map((events) => sceneIn(events).narrator)).toEqual(["storybook", "storybook", "storybook"]);
    expect(host.writes.filter(({ sequence }) => sequence === "prose")).toHaveLength(1);
  });

  it("[EN314] asks no model where the storybook was asked for", async () => {
    const host = showing();
    const { story: told } = await story(host, "storybook");
    await collect(told.begin());
    expect(sceneIn(await collect(told.choose(1))).narrator).toBe("storybook");
    expect(host.writes).toEqual([]);
  });

  it("[EN316] tells the model the story so far, also when it is resumed, and no more of it after an undo", async () => {
    const { engine, dataDir, story: told } = await story(createScriptedHost(() => ""));
    await collect(told.begin());
    for (const choice of [1, 2, 1]) await collect(told.choose(choice));
    await engine.close();
    const again = createScriptedHost(() => "");
    const resumed = await (await engineOn(dataDir, { modelHost: again })).resume(told.id);
    await collect(resumed.begin());
    await collect(resumed.choose(1));
    const before = (): string[] => {
      const { prompt } = again.writes.filter(({ sequence, schema }) => sequence === "prose" && !schema).at(-1) ?? {};
      expect(prompt).toMatch(/^# SO FAR[^\n]*\nYou have met \p{Lu}/u);
      return /Before:\n([^]+?)\n\n/.exec(prompt ?? "")?.[1]?.split("\n") ?? [];
    };
    const whole = before();
    // A line for the opening and each turn but the last ones, which stand in it whole.
    expect(whole.length).toBeGreaterThanOrEqual(4);
    for (let back = 0; back < 2; back++) await collect(resumed.undo());
    await collect(resumed.choose(1));
    const shorter = before();
    expect(shorter.length).toBeLessThan(whole.length);
    expect(shorter[0]).toBe(whole[0]);
  });

  it("[EN315] knows the words of earlier scenes again when the story is resumed", async () => {
    const host = createScriptedHost(() => "");
    const { engine, dataDir, story: told } = await story(host);
    await collect(told.begin());
    const scene = sceneIn(await collect(told.choose(1)));
    await engine.close();
    const again = createScriptedHost(() => scene.paragraphs[0] ?? "");
    const resumed = await (await engineOn(dataDir, { modelHost: again })).resume(told.id);
    await collect(resumed.begin());
    // Whoever has said it is still there.
    const stays = resumed.scene?.choices.findIndex(({ text }) => !/^(?:Go|Follow|Wait)\b/.test(text)) ?? -1;
    await collect(resumed.choose(1 + stays));
    const done = JSON.stringify(resumed.trace());
    expect(again.writes.filter(({ sequence }) => sequence === "prose").length).toBeGreaterThan(0);
    expect(done).toMatch(/"check":"repetition"/);
  });
});
