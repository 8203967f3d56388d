import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import type { JsonObject } from "@narratoria/protocol";
import { type HostCall, type HostLogEntry, openHostServer, type StagedWrite } from "@narratoria/executor";
import type { Embedder, TextGenerator, TextRequest } from "@narratoria/narrator";
import { openStore } from "@narratoria/persistence";
import { describe, expect, it, onTestFinished } from "vitest";
import { type StoryServices, storyServices } from "../src/host/host-services.js";
import { changesThatHold, foldWrites, keptRecords } from "../src/host/kept-records.js";
import { tempFolder } from "./support/play.js";

const hasCurl = ((): boolean => {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** What curl prints of a search, with the status behind it. */
async function curlApart(socket: string, token: string, body: object): Promise<string> {
  const options = ["-s", "--unix-socket", socket, "-w", " %{http_code}", "-H", `Authorization: Bearer ${token}`];
  const sent = ["-H", "Content-Type: application/json", "-d", JSON.stringify(body), "http://h/v0/semanticSearch"];
  return (await promisify(execFile)("curl", [...options, ...sent])).stdout;
}

/** A scene as the host's `generate` sends it. */
async function* inPieces({ sentences, paragraphs, choices, patch }: typeof draft): AsyncGenerator<object> {
  for (const { paragraph, text } of sentences) yield { type: "delta", paragraph, text };
  yield { type: "result", paragraphs, choices, narrator: "storybook", patch };
}

const draft = {
  paragraphs: ["One. Two.", "Three."],
  sentences: ["One.", "Two.", "Three."].map((text, index) => ({ text, paragraph: index < 2 ? 0 : 1, sources: [] })),
  choices: [{ id: "a", text: "Go on" }],
  patch: { storybook: { seen: 1 } },
  unmet: 0,
};

async function services(more: Partial<StoryServices> = {}) {
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
  const made = storyServices({
    playthroughId: playthrough.id,
    records: keptRecords(store, playthrough.id),
    embedder: null,
    generator: null,
    newId: () => `id-${++ids}`,
    narrate: () => inPieces(draft),
    written: () => {},
    searched: () => {},
    ...more,
  });
  type Name = keyof typeof made;
  const ask = async (name: Name, request: JsonObject, call: HostCall): Promise<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(await (made[name](call, request) as Promise<object>)));
  const pieces = async (request: JsonObject, call = callWith()): Promise<unknown[]> => {
    const all: unknown[] = [];
    for await (const piece of made.generate(call, request) as AsyncIterable<object>) all.push(piece);
    return all;
  };
  /** Ends a turn with what its scripts wrote. */
  const keep = async (writes: readonly StagedWrite[]): Promise<string> => {
    const session = await store.openSession(playthrough.id);
    const head = await store.head(playthrough.id);
    const { memories, changes } = foldWrites(writes);
    const turn = await store.commitTurn({
      playthroughId: playthrough.id,
      sessionId: session.id,
      parentId: head?.id ?? null,
      scene: head ? head.scene + 1 : 0,
      choice: null,
      plans: [],
      results: [],
      patches: [],
      rolls: [],
      state: {},
      sceneRecord: { paragraphs: [] },
      narrator: "storybook",
      memories,
      changes: await changesThatHold(store, playthrough.id, changes),
    });
    return turn.id;
  };
  return { store, playthrough, made, ask, pieces, keep };
}

function callWith(before: readonly StagedWrite[] = []): HostCall & { kept: StagedWrite[] } {
  const kept: StagedWrite[] = [];
  return {
    invocationId: "i",
    skill: "memory",
    script: "store-memory",
    toolId: "remember",
    scope: undefined,
    state: { place: "mill", inventory: { rope: { count: 1 } } },
    get staged() {
      return [...before, ...kept];
    },
    stage: (write) => kept.push(write),
    signal: new AbortController().signal,
    kept,
  };
}

const record = {
  summary: "You showed Osk the cut rope.",
  scene: 1,
  characters: ["osk"],
  location: "mill",
  significance: "high",
  tags: [],
};
const search = { dataType: "memory", query: "the rope" };

describe("records", () => {
  it("[EN15] what a tool stores is staged, found by the tools after it, and in the store only with its turn", async () => {
    const { ask, keep } = await services();
    const first = callWith();
    expect(await ask("store", { dataType: "memory", record }, first)).toEqual({ id: "id-1" });
    expect(first.kept).toEqual([{ change: "store", id: "id-1", dataType: "memory", record }]);
    expect(await ask("semanticSearch", search, callWith())).toEqual({ results: [] });
    expect(await ask("semanticSearch", search, callWith(first.kept))).toMatchObject({
      results: [{ id: "id-1", record }],
    });
    await keep(first.kept);
    expect(await ask("semanticSearch", search, callWith())).toMatchObject({ results: [{ id: "id-1" }] });
  });

  it("[EN280] what was stored in this turn is changed and taken back in it, for whoever sees it", async () => {
    const { ask } = await services();
    const call = callWith();
    await ask("store", { dataType: "memory", record }, call);
    await ask("store", { dataType: "memory", record: { summary: "Nobody saw the rope." } }, call);
    await ask("update", { dataType: "memory", id: "id-1", changes: { location: null, tags: ["debt"] } }, call);
    await ask("update", { dataType: "memory", id: "id-1", changes: { significance: "low" } }, call);
    const changed = { ...record, location: undefined, tags: ["debt"], significance: "low" };
    const match = { dataType: "memory", filters: { tags: ["debt"] } };
    expect(await ask("exactMatch", match, call)).toEqual({ results: [{ id: "id-1", relevance: 1, record: changed }] });
    expect(await ask("delete", { dataType: "memory", id: "id-2" }, call)).toEqual({ id: "id-2" });
    expect(await ask("semanticSearch", search, call)).toMatchObject({ results: [{ id: "id-1" }] });
    expect(foldWrites(call.kept)).toEqual({ memories: [{ id: "id-1", record: changed }], changes: [] });
    await expect(ask("update", { dataType: "memory", id: "id-2", changes: { scene: 2 } }, call)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("[EN280] exact matches hold in every filter, those of this turn first", async () => {
    const { ask, keep } = await services();
    const stored = { change: "store", dataType: "memory" } as const;
    await keep([
      { ...stored, id: "old-1", record: { ...record, tags: ["debt"] } },
      { ...stored, id: "old-2", record: { ...record, summary: "Osk walked down to the weir.", location: "weir" } },
    ]);
    const call = callWith();
    await ask("store", { dataType: "memory", record: { ...record, tags: ["debt", "rope"] } }, call);
    const ids = async (filters: JsonObject): Promise<unknown[]> => {
      const { results } = await ask("exactMatch", { dataType: "memory", filters }, call);
      return (results as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids({})).toEqual(["id-1", "old-2", "old-1"]);
    expect(await ids({ tags: ["debt"] })).toEqual(["id-1", "old-1"]);
    expect(await ids({ tags: ["debt"], location: "weir" })).toEqual([]);
    expect(await ids({ ids: ["old-1", "id-1"] })).toEqual(["id-1", "old-1"]);
    expect(await ids({ characters: ["osk"], npcs: ["osk"], location: "weir" })).toEqual(["old-2"]);
    expect(await ids({ characters: ["ada"] })).toEqual([]);
    expect(await ids({ session: "s" })).not.toContain("id-1");
  });

  it("[EN280] what an earlier turn kept is changed and deleted with this one, and given back by undoing it", async () => {
    const { store, playthrough, ask, keep } = await services();
    const first = callWith();
    await ask("store", { dataType: "memory", record }, first);
    await ask("store", { dataType: "memory", record: { summary: "The bell was cracked." } }, first);
    await ask("store", { dataType: "reputation", record: { factionId: "guild", currentScore: 40 } }, first);
    const before = await keep(first.kept);
    const guild = { dataType: "reputation", filters: { factions: ["guild"] } };
    const score = async (call: HostCall): Promise<unknown> => {
      const { results } = await ask("exactMatch", guild, call);
      return JSON.parse(JSON.stringify(results))[0]?.record.currentScore;
    };
    const summaries = async (call: HostCall): Promise<string[]> => {
      const { results } = await ask("exactMatch", { dataType: "memory", filters: {} }, call);
      return (results as { record: { summary: string } }[]).map((one) => one.record.summary).sort();
    };

    const second = callWith();
    await ask("update", { dataType: "memory", id: "id-1", changes: { summary: "You hid the rope." } }, second);
    await ask("update", { dataType: "memory", id: "id-1", changes: { tags: ["hidden"] } }, second);
    await ask("delete", { dataType: "memory", id: "id-2" }, second);
    await ask("update", { dataType: "reputation", id: "id-3", changes: { currentScore: -10 } }, second);
    const hidden = { dataType: "memory", filters: { tags: ["hidden"] } };
    expect(await ask("exactMatch", hidden, second)).toMatchObject({ results: [{ id: "id-1" }] });
    expect(await summaries(second)).toEqual(["You hid the rope."]);
    expect(await score(second)).toBe(-10);
    // Nobody else sees any of it yet.
    expect(await summaries(callWith())).toEqual(["The bell was cracked.", "You showed Osk the cut rope."]);
    expect(await score(callWith())).toBe(40);

    await keep(second.kept);
    expect(await summaries(callWith())).toEqual(["You hid the rope."]);
    expect(await ask("exactMatch", hidden, callWith())).toMatchObject({ results: [{ id: "id-1" }] });
    expect(await score(callWith())).toBe(-10);
    await store.moveHead(playthrough.id, before);
    expect(await summaries(callWith())).toEqual(["The bell was cracked.", "You showed Osk the cut rope."]);
    expect(await score(callWith())).toBe(40);
  });

  it("[EN280] of a faction or a person there is one record, which a new one takes the place of", async () => {
    const { ask, keep } = await services();
    const portrait = { characterId: "osk", imagePath: "osk.png", descriptionHash: "1" };
    const records = [
      ["reputation", { factionId: "guild", currentScore: 40 }, { currentScore: 10 }],
      ["perception", { npcId: "osk", perceptionScore: 40 }, { perceptionScore: 10 }],
      ["portrait", portrait, { imagePath: "osk-2.png" }],
    ] as const;
    const first = callWith();
    for (const [dataType, one] of records) await ask("store", { dataType, record: one }, first);
    await keep(first.kept);
    const second = callWith();
    for (const [at, [dataType, one, newer]] of records.entries()) {
      const id = `id-${at + 1}`;
      expect(await ask("store", { dataType, record: { ...one, ...newer } }, second)).toEqual({ id });
      const standing = { results: [{ id, record: newer }] };
      expect(await ask("exactMatch", { dataType, filters: {} }, second)).toMatchObject(standing);
    }
    await ask("delete", { dataType: "portrait", id: "id-3" }, second);
    await keep(second.kept);
    for (const [at, [dataType, , newer]] of records.entries()) {
      const results = dataType === "portrait" ? [] : [{ id: `id-${at + 1}`, record: newer }];
      expect(await ask("exactMatch", { dataType, filters: {} }, callWith())).toMatchObject({ results });
    }
  });

  it("[EN280] a change of what the player forgot meanwhile costs no turn", async () => {
    const { store, playthrough, ask, keep } = await services();
    const first = callWith();
    await ask("store", { dataType: "memory", record }, first);
    await keep(first.kept);
    const second = callWith();
    await ask("update", { dataType: "memory", id: "id-1", changes: { tags: ["hidden"] } }, second);
    await store.forget(playthrough.id, "id-1");
    await keep(second.kept);
    expect(await ask("exactMatch", { dataType: "memory", filters: {} }, callWith())).toEqual({ results: [] });
  });

  it("[EN284] a record of another story is not found, and not changed", async () => {
    const { store, made, ask } = await services();
    const other = await store.createPlaythrough({
      campaign: "c",
      campaignPath: "/c",
      title: "C",
      campaignVersion: "1.0.0",
      seed: "2",
    });
    const { id } = await store.store(other.id, "portrait", {
      characterId: "osk",
      imagePath: "osk.png",
      descriptionHash: "x",
    });
    expect(await ask("exactMatch", { dataType: "portrait", filters: { ids: [id] } }, callWith())).toEqual({
      results: [],
    });
    for (const request of [
      { dataType: "portrait", id },
      { dataType: "portrait", id: "never" },
    ]) {
      const refusal = { code: "not_found", message: `There is no portrait "${request.id}" in this story.` };
      await expect(made.delete(callWith(), request)).rejects.toMatchObject(refusal);
    }
  });
});

it("[EN15] answers about the state that the caller may see, whole or by path", async () => {
  const { ask } = await services();
  expect(await ask("state", {}, callWith())).toEqual({ state: { place: "mill", inventory: { rope: { count: 1 } } } });
  expect(await ask("state", { path: "inventory.rope.count" }, callWith())).toEqual({ state: 1 });
  expect(await ask("state", { path: "inventory.lamp" }, callWith())).toEqual({ state: null });
});

it("[EN15] sends a scene sentence by sentence, then the whole", async () => {
  const { pieces } = await services();
  expect(await pieces({ kind: "scene", brief: { slots: [], effects: [] } })).toEqual([
    { type: "delta", paragraph: 0, text: "One." },
    { type: "delta", paragraph: 0, text: "Two." },
    { type: "delta", paragraph: 1, text: "Three." },
    { type: "result", paragraphs: draft.paragraphs, choices: draft.choices, narrator: "storybook", patch: draft.patch },
  ]);
});

describe("a text of the model's", () => {
  const model = (pieces: readonly string[], fails = false): TextGenerator & { asked: TextRequest[] } => {
    const asked: TextRequest[] = [];
    return {
      id: "tiny",
      asked,
      async *generate(request) {
        asked.push(request);
        yield* pieces;
        if (fails) throw new Error("the secret is 1234");
      },
    };
  };

  it("[EN282] comes piece by piece, then whole, as it was asked for", async () => {
    const generator = model(["It rains.", "\n\n", "Osk waits."]);
    const { pieces } = await services({ generator });
    const ask = { system: "Be brief.", maxTokens: 40, temperature: 0.5, stop: ["###"] };
    expect(await pieces({ kind: "text", prompt: "Go on.", ...ask })).toEqual([
      { type: "delta", paragraph: 0, text: "It rains." },
      { type: "delta", paragraph: 0, text: "\n\n" },
      { type: "delta", paragraph: 0, text: "Osk waits." },
      { type: "result", paragraphs: ["It rains.", "Osk waits."], choices: [], narrator: "model" },
    ]);
    await pieces({ kind: "text", prompt: "Go on." });
    expect(generator.asked).toEqual([
      { prompt: "Go on.", ...ask },
      { prompt: "Go on.", maxTokens: 512 },
    ]);
  });

  it("[EN283] is not trusted: no control characters, no halves of characters, no end without end", async () => {
    const { pieces } = await services({ generator: model(["a\u0000\u001b[2J\u202e", "\ud83d", "\ude80", "\ud83d"]) });
    expect(await pieces({ kind: "text", prompt: "x" })).toEqual([
      { type: "delta", paragraph: 0, text: "a[2J" },
      { type: "delta", paragraph: 0, text: "\u{1f680}" },
      { type: "result", paragraphs: ["a[2J\u{1f680}"], choices: [], narrator: "model" },
    ]);
    let stopped = false;
    const endless: TextGenerator = {
      id: "endless",
      async *generate(_request, { signal }) {
        signal.addEventListener("abort", () => {
          stopped = true;
        });
        for (;;) yield "on and on ";
      },
    };
    const told = await (await services({ generator: endless })).pieces({ kind: "text", prompt: "x" });
    expect(told.at(-1)).toMatchObject({ type: "result" });
    expect(JSON.stringify(told.at(-1)).length).toBeLessThan(20_100);
    expect(stopped).toBe(true);
  });

  it.each([
    ["no model", null, "no_model"],
    ["a model that fails half-way", model(["It"], true), "generation_failed"],
    ["a model that says nothing", model(["  \n"]), "generation_failed"],
  ])("[EN282] with %s is refused by a code, and its fault is not told", async (_what, generator, code) => {
    const { pieces } = await services({ generator });
    const asked = pieces({ kind: "text", prompt: "x" });
    await expect(asked).rejects.toMatchObject({ code, message: expect.not.stringContaining("1234") });
  });
});

describe("embeddings", () => {
  const embedder = (embed: Embedder["embed"]): Embedder => ({ id: "tiny", dimensions: 2, embed });

  it("[EN281] come one for each text, with the model they are of", async () => {
    const { ask } = await services({
      embedder: embedder(async (texts) => texts.map(({ length }) => Float32Array.of(length, 0.5))),
    });
    expect(await ask("embed", { texts: ["a", "bcd"] }, callWith())).toEqual({
      model: "tiny",
      dimensions: 2,
      embeddings: [
        [1, 0.5],
        [3, 0.5],
      ],
    });
  });

  it.each([
    ["no embedder", null, "no_embedder"],
    ["one that fails", embedder(() => Promise.reject(new Error("1234"))), "embedding_failed"],
    ["one that gives too few", embedder(async () => []), "embedding_failed"],
    ["one that gives too short ones", embedder(async () => [Float32Array.of(1)]), "embedding_failed"],
    ["one that gives no numbers", embedder(async () => [Float32Array.of(1, Number.NaN)]), "embedding_failed"],
  ])("[EN281] with %s are refused by a code", async (_what, given, code) => {
    const { ask } = await services({ embedder: given });
    await expect(ask("embed", { texts: ["a"] }, callWith())).rejects.toMatchObject({
      code,
      message: expect.not.stringContaining("1234"),
    });
  });
});

describe("requests", () => {
  it.each([
    ["store", { dataType: "memory", record: { summary: " " } }, "invalid_record"],
    ["store", { dataType: "memory", record: [] }, "invalid_request"],
    ["semanticSearch", { dataType: "memory", query: 7 }, "invalid_request"],
    ["semanticSearch", { dataType: "memory", query: "x", limit: 51 }, "invalid_request"],
    ["semanticSearch", { dataType: "weather", query: "x" }, "unknown_data_type"],
    ["semanticSearch", { dataType: "reputation", query: "x" }, "invalid_request"],
    ["semanticSearch", { dataType: "session", query: "x" }, "unknown_data_type"],
    ["store", { dataType: "lore", record: {} }, "unknown_data_type"],
    ["store", { dataType: "reputation", record: { factionId: "guild" } }, "invalid_record"],
    ["store", { dataType: "memory", record: { summary: "x", tags: "debt" } }, "invalid_record"],
    ["update", { dataType: "lore", id: "x", changes: { content: "x" } }, "unknown_data_type"],
    ["delete", { dataType: "session", id: "x" }, "unknown_data_type"],
    ["exactMatch", { dataType: "memory", filters: { tags: "debt" } }, "invalid_request"],
    ["update", { dataType: "memory", id: "x", changes: {} }, "invalid_request"],
    ["update", { dataType: "memory", id: "x", changes: { scene: 1 } }, "not_found"],
    ["delete", { dataType: "memory", id: "x" }, "not_found"],
    ["embed", { texts: [] }, "invalid_request"],
    ["generate", { kind: "song" }, "unknown_kind"],
    ["generate", { kind: "text" }, "invalid_request"],
    ["generate", { kind: "scene", brief: {} }, "invalid_brief"],
    ["state", { path: 7 }, "invalid_request"],
  ] as const)("[EN13] %s refuses %j by a code", async (name, request, code) => {
    const { made } = await services();
    const asked = async (): Promise<unknown> => made[name](callWith(), JSON.parse(JSON.stringify(request)));
    await expect(asked()).rejects.toMatchObject({ code });
  });

  it.skipIf(!hasCurl)("[EN284] by curl for another story are refused, and that is logged", async () => {
    const { made, playthrough } = await services();
    const log: HostLogEntry[] = [];
    const runDir = await tempFolder();
    const host = await openHostServer({ services: made, runDir, log: (entry) => void log.push(entry) });
    onTestFinished(() => host.close());
    const { token } = host.grant({ services: ["semanticSearch"], call: callWith() });
    expect(await curlApart(host.socketPath, token, { ...search, filters: { playthroughId: "another" } })).toMatch(
      /"foreign_playthrough".* 403$/,
    );
    const own = { ...search, filters: { playthroughId: playthrough.id } };
    expect(await curlApart(host.socketPath, token, own)).toBe('{"results":[]} 200');
    expect(log).toMatchObject([{ event: "host-refused", status: 403, code: "foreign_playthrough", skill: "memory" }]);
  });

  it("[EN284] that name a playthrough name the one that is played", async () => {
    const { made, ask, playthrough } = await services();
    const foreign = { ...search, filters: { playthroughId: "another" } };
    for (const request of [foreign, { ...search, playthroughId: "another" }, { ...search, playthroughId: null }]) {
      const asked = async (): Promise<unknown> => made.semanticSearch(callWith(), request);
      await expect(asked()).rejects.toMatchObject({ code: "foreign_playthrough", status: 403 });
    }
    const own = { ...search, filters: { playthroughId: playthrough.id } };
    expect(await ask("semanticSearch", own, callWith())).toEqual({ results: [] });
  });
});
