// What the player knows of people and places, what came of a memory, and what a turn changed.
import { expect, it } from "vitest";
import { openEngine, type SceneEvent } from "../src/index.js";
import { changesOf, knowersOf, useOf } from "../src/timeline/known.js";
import { collect, engineOn, sceneIn } from "./support/play.js";
import { toldOnce } from "./support/told-once.js";

const played = toldOnce(async (dataDir) => {
  const engine = await engineOn(dataDir);
  const story = await engine.play("one-wheel-over", { seed: "7" });
  const scenes: SceneEvent[] = [sceneIn(await collect(story.begin()))];
  for (const choice of [2, 2]) scenes.push(sceneIn(await collect(story.choose(choice))));
  await engine.close();
  return { id: story.id, scenes };
});

it("[EN1060] tells of the people and places that scenes showed, and of nobody else", async () => {
  const { dataDir, id, scenes } = await played();
  await using engine = await openEngine({ dataDir, readOnly: true });
  const history = await engine.history(id);
  const { people, places } = await history.known();
  const there = new Map(scenes.flatMap(({ present, scene }) => present.map((name) => [name, scene])));
  expect(people.map(({ name }) => name).sort()).toEqual([...there.keys()].sort());
  for (const { name, lastIn, metIn } of people) {
    expect(lastIn).toBe(there.get(name));
    expect(metIn).toBeLessThanOrEqual(lastIn);
  }
  expect(people[0]?.toldOf.length).toBeGreaterThan(0);
  const seen = new Map(scenes.map(({ location, scene }) => [location, scene]));
  expect(new Map(places.map(({ name, lastIn }) => [name, lastIn]))).toEqual(seen);
});

it("[EN1061] names who knows of a deed only where the player has met them", () => {
  const state = {
    rumours: {
      3: { known: { odo: { scene: 3 }, marta: { scene: 5, from: "odo" }, stranger: { scene: 6, from: "marta" } } },
    },
  };
  const names = new Map([
    ["odo", "Odo Marsh"],
    ["marta", "Marta Keel"],
  ]);
  expect(knowersOf(3, state, (id) => names.get(id) ?? null)).toEqual([
    { id: "odo", name: "Odo Marsh", scene: 3, from: null, saw: true },
    { id: "marta", name: "Marta Keel", scene: 5, from: "Odo Marsh", saw: false },
  ]);
  expect(knowersOf(4, state, () => "Somebody")).toEqual([]);
});

it("[EN1061] finds where a later scene goes back to a memory, in its prose and in its choices", async () => {
  const { dataDir, id, scenes } = await played();
  const last = scenes.at(-1);
  if (!last) throw new Error("no scene");
  const source = { kind: "memory" as const, ref: "scene-1", text: "You asked." };
  const [first, ...rest] = last.choices;
  if (!first) throw new Error("no choice");
  const later = { ...last, sentences: [], choices: [...rest, { ...first, sources: [source] }] };
  expect(useOf(1, later)).toEqual({ scene: 2, turnId: last.turnId, prose: false, choices: [last.choices.length] });
  expect(useOf(1, { ...later, sentences: [{ text: "Again.", paragraph: 0, sources: [source] }] })?.prose).toBe(true);
  expect(useOf(0, later)).toBeNull();
  await using engine = await openEngine({ dataDir, readOnly: true });
  const use = await (await engine.history(id)).memory(1);
  expect(use.knownBy.every(({ name }) => scenes.some(({ present }) => present.includes(name)))).toBe(true);
});

it("[EN1062] lists what a turn changed, with both values and the tool that wrote it last", () => {
  const before = { clock: { minutes: 10 }, flags: { spared: true }, things: { lamp: { count: 1 } } };
  const state = { clock: { minutes: 25 }, flags: {}, things: { lamp: { count: 1 }, key: { count: 1, name: "key" } } };
  const patches = [
    { toolId: "outcome", patch: { things: { key: { count: 1, name: "key" } }, clock: { minutes: 20 } } },
    { toolId: "narrate", patch: { clock: { minutes: 25 } } },
    { patch: { flags: { spared: null } } },
  ];
  expect(changesOf({ state, patches }, before)).toEqual([
    { path: ["clock", "minutes"], before: 10, after: 25, toolId: "narrate" },
    { path: ["flags", "spared"], before: true, toolId: null },
    { path: ["things", "key"], after: { count: 1, name: "key" }, toolId: "outcome" },
  ]);
});

it("[EN1062] makes the state after a turn of the one before it by its changes", async () => {
  const { dataDir, id } = await played();
  await using engine = await openEngine({ dataDir, readOnly: true });
  const history = await engine.history(id);
  const changes = await history.changes(2);
  const [before, after] = [await history.state(1), await history.state(2)];
  expect(changes.length).toBeGreaterThan(0);
  for (const { path, ...values } of changes) {
    const at = (from: unknown): unknown =>
      path.reduce<unknown>(
        (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
        from,
      );
    expect(at(before)).toEqual(values.before);
    expect(at(after)).toEqual(values.after);
  }
  await expect(history.changes(9)).rejects.toMatchObject({ code: "no_such_turn" });
});
