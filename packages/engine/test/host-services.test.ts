import type { JsonObject } from "@narratoria/protocol";
import type { HostCall, StagedWrite } from "@narratoria/executor";
import { openStore } from "@narratoria/persistence";
import { expect, it, onTestFinished } from "vitest";
import { stageBeat, storyServices } from "../src/host-services.js";
import { tempFolder } from "./support/play.js";

const draft = {
  paragraphs: ["One. Two.", "Three."],
  sentences: ["One.", "Two.", "Three."].map((text, index) => ({ text, paragraph: index < 2 ? 0 : 1, sources: [] })),
  choices: [{ id: "a", text: "Go on" }],
  patch: { storybook: { seen: 1 } },
  unmet: 0,
};

async function services() {
  const store = await openStore({ dataDir: await tempFolder() });
  onTestFinished(() => store.close());
  const playthrough = await store.createPlaythrough({
    campaign: "c",
    campaignPath: "/c",
    title: "C",
    campaignVersion: "1.0.0",
    seed: "1",
  });
  let ids = 0;
  const made = storyServices({ store, playthroughId: playthrough.id, newId: () => `id-${++ids}`, tell: () => draft });
  const ask = async (name: string, request: JsonObject, call: HostCall): Promise<Record<string, unknown>> => {
    const service = made[name];
    if (!service) throw new Error(`no service ${name}`);
    return (await (service(call, request) as Promise<object>)) as Record<string, unknown>;
  };
  return { store, playthrough, made, ask };
}

function callWith(staged: StagedWrite[] = []): HostCall & { kept: StagedWrite[] } {
  const kept: StagedWrite[] = [];
  return {
    invocationId: "i",
    skill: "memory",
    script: "store-memory",
    toolId: "remember",
    scope: undefined,
    state: { place: "mill", inventory: { rope: { count: 1 } } },
    staged,
    stage: (write) => kept.push(write),
    signal: new AbortController().signal,
    kept,
  };
}

it("[EN15] what a tool stores is staged, found by the tools after it, and in the store only with its turn", async () => {
  const { store, playthrough, ask } = await services();
  const first = callWith();
  const record = {
    summary: "You showed Osk the cut rope.",
    scene: 1,
    characters: ["osk"],
    location: "mill",
    significance: "high",
    tags: [],
  };
  expect(await ask("store", { dataType: "memory", record }, first)).toEqual({ id: "id-1" });
  expect(first.kept).toEqual([{ id: "id-1", dataType: "memory", record }]);
  const search = { dataType: "memory", query: "the rope" };
  expect(await ask("semanticSearch", search, callWith())).toEqual({ results: [] });
  expect(await ask("semanticSearch", search, callWith(first.kept))).toMatchObject({
    results: [{ id: "id-1", record }],
  });

  const session = await store.openSession(playthrough.id);
  await store.commitTurn({
    playthroughId: playthrough.id,
    sessionId: session.id,
    parentId: null,
    scene: 0,
    choice: null,
    plans: [],
    results: [],
    patches: [],
    rolls: [],
    state: {},
    sceneRecord: { paragraphs: [] },
    narrator: "storybook",
    memories: first.kept,
  });
  expect(await ask("semanticSearch", search, callWith())).toMatchObject({ results: [{ id: "id-1" }] });
});

it("[EN15] answers about the state that the caller may see, whole or by path", async () => {
  const { ask } = await services();
  expect(await ask("state", {}, callWith())).toEqual({ state: { place: "mill", inventory: { rope: { count: 1 } } } });
  expect(await ask("state", { path: "inventory.rope.count" }, callWith())).toEqual({ state: 1 });
  expect(await ask("state", { path: "inventory.lamp" }, callWith())).toEqual({ state: null });
});

it("[EN15] sends a scene sentence by sentence, then the whole", async () => {
  const { made } = await services();
  const pieces: unknown[] = [];
  const answer = made["generate"]?.(callWith(), {
    kind: "scene",
    brief: { slots: [], effects: [] },
  }) as AsyncIterable<object>;
  for await (const piece of answer) pieces.push(piece);
  expect(pieces).toEqual([
    { type: "delta", paragraph: 0, text: "One." },
    { type: "delta", paragraph: 0, text: "Two." },
    { type: "delta", paragraph: 1, text: "Three." },
    { type: "result", paragraphs: draft.paragraphs, choices: draft.choices, narrator: "storybook", patch: draft.patch },
  ]);
});

it.each([
  ["store", { dataType: "faction", record: {} }, "unknown_data_type"],
  ["store", { dataType: "memory", record: { summary: " " } }, "invalid_record"],
  ["semanticSearch", { dataType: "memory", query: 7 }, "invalid_request"],
])("[EN13] %s refuses %j by a code", async (name, request, code) => {
  const { ask } = await services();
  await expect(ask(name, request as JsonObject, callWith())).rejects.toMatchObject({ code });
});

it("[EN17] a beat stands where it happens, with everybody who is in it", () => {
  const state: JsonObject = {
    place: "mill",
    people: {
      osk: { place: "mill", alive: true },
      ada: { place: "weir", alive: true },
      dead: { place: "mill", alive: false },
    },
    world: { visited: { mill: 0 } },
  };
  expect(stageBeat(state, { place: "weir", people: ["osk", "ada", "dead"] }, 6)).toEqual({
    place: "weir",
    people: {
      osk: { place: "weir", alive: true, since: 6 },
      ada: { place: "weir", alive: true },
      dead: { place: "mill", alive: false },
    },
    world: { visited: { mill: 0, weir: 6 } },
  });
  expect(stageBeat(state, null, 6)).toBe(state);
});
