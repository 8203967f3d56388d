import fc from "fast-check";
import { expect, it } from "vitest";
import { openStore } from "../src/index.js";
import { begin, freshFolder, LANTERN, openTestStore, Story } from "./helpers/stores.js";

it("[PE3] gives a scene back to the character when the story is taken up again", async () => {
  const dataDir = freshFolder();
  const record = {
    scene: 0,
    paragraphs: ["“Wait,” said Ódile\u2028— and\tlaughed. \u0000 \ud800 \u{1f56f}", ""],
    choices: [{ id: "a", text: 'Say "no"', odds: { success: 42, partial: 41, fail: 17 } }],
    title: "",
    ended: false,
    nested: { empty: {}, list: [], nothing: null, small: 1e-7, big: 9007199254740991, negative: -0.5 },
  };
  const first = await openStore({ dataDir });
  const story = await begin(first);
  const memories = ["z", "a"].map((id) => ({ id, record: { summary: `Memory ${id}.`, deed: { verb: "wait" } } }));
  const committed = await first.commitTurn(story.next([], { sceneRecord: record, state: { place: "mill" }, memories }));
  await first.close();

  const second = await openStore({ dataDir });
  const head = await second.head(story.id);
  expect(head).toEqual(committed);
  expect(head?.sceneRecord).toEqual(record);
  expect(head?.state).toEqual({ place: "mill" });
  expect(head?.memories).toEqual(memories);
  expect(head?.rolls).toEqual(story.next().rolls);
  expect(head?.plans).toEqual(story.next().plans);
  expect(head?.results).toEqual(story.next().results);
  expect(head?.patches).toEqual(story.next().patches);
  await second.close();
});

it("[PE3] any scene comes back as JSON would write it", async () => {
  const store = await openTestStore();
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), async (record) => {
      const story = await begin(store);
      await story.tell([], { sceneRecord: record, state: record });
      const head = await store.head(story.id);
      expect(JSON.stringify(head?.sceneRecord)).toBe(JSON.stringify(record));
      expect(JSON.stringify(head?.state)).toBe(JSON.stringify(record));
    }),
    { numRuns: 60 },
  );
});

it("[PE3] keeps the id that a scene already names", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  expect(await story.tell([], { id: "turn-0", sceneRecord: { turnId: "turn-0" } })).toBe("turn-0");
  expect((await store.turn("turn-0"))?.sceneRecord).toEqual({ turnId: "turn-0" });
  expect(await store.turn("elsewhere")).toBeNull();
});

it("[PE4] history runs from the head along the parents", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const ids = [await story.tell(), await story.tell(), await story.tell(), await story.tell()];
  const names = async (options?: { limit?: number; before?: string }) =>
    (await store.history(story.id, options)).map((turn) => ids.indexOf(turn.id));
  expect(await names()).toEqual([3, 2, 1, 0]);
  expect(await names({ limit: 2 })).toEqual([3, 2]);
  expect(await names({ limit: 2, before: ids[2] ?? "" })).toEqual([1, 0]);
  expect(await names({ before: ids[0] ?? "" })).toEqual([]);
  await expect(store.history(story.id, { before: "elsewhere" })).rejects.toMatchObject({ code: "not_found" });
});

it("[PE68] the way to the head can be read in short", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const summary = { summary: "The bell rang.", people: ["osk"] };
  const told = { summary, paragraphs: ["Long."] };
  const opening = await story.tell(["The bell rang."], { sceneRecord: told });
  const left = await story.tell([]);
  await story.backTo(opening);
  const right = await story.tell(["You went right."]);
  const short = await store.past(story.id, 9);
  expect(short.map(({ id, scene, sceneRecord }) => [id, scene, sceneRecord])).toEqual([
    [right, 1, {}],
    [opening, 0, { summary }],
  ]);
  expect(short.map(({ memories }) => memories)).toEqual(
    (await store.history(story.id)).map(({ memories }) => memories),
  );
  expect((await store.past(story.id, 1)).map(({ id }) => id)).toEqual([right]);
  expect(left).not.toBe(right);
  await expect(store.past("nobody", 1)).rejects.toMatchObject({ code: "not_found" });
});

it("[PE5] undo moves the head and keeps every turn; going on from there makes a branch", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const opening = await story.tell();
  const left = await story.tell();
  await story.backTo(opening);
  expect((await store.head(story.id))?.id).toBe(opening);
  expect((await store.turn(left))?.id).toBe(left);
  const right = await story.tell();
  expect((await store.history(story.id)).map((turn) => turn.id)).toEqual([right, opening]);
  await story.backTo(left);
  expect((await store.history(story.id)).map((turn) => turn.id)).toEqual([left, opening]);
});

it("[PE5] a head never moves to another story's turn", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const other = await begin(store);
  const own = await story.tell();
  const foreign = await other.tell();
  await expect(store.moveHead(story.id, foreign)).rejects.toMatchObject({ code: "not_found" });
  await expect(store.moveHead("nobody", own)).rejects.toMatchObject({ code: "not_found" });
  expect((await store.head(story.id))?.id).toBe(own);
});

it.each([
  ["the parent is another story's", { parentId: "foreign" }, "not_found"],
  ["the parent does not exist", { parentId: "nowhere" }, "not_found"],
  ["the story has an opening already", { parentId: null }, "invalid"],
  ["the session does not exist", { sessionId: "nowhere" }, "not_found"],
  ["the session is another story's", { sessionId: "foreign" }, "not_found"],
  ["the playthrough does not exist", { playthroughId: "nowhere" }, "not_found"],
  ["the id is taken", { id: "own" }, "invalid"],
  ["the scene is no number", { scene: Number.NaN }, "invalid"],
  ["a plan cannot be written", { plans: [1n] }, "invalid"],
  ["a memory has no summary", { memories: [{ id: "m", record: { scene: 1 } }] }, "invalid"],
  [
    "two memories share an id",
    { memories: ["m", "m"].map((id) => ({ id, record: { summary: "Twice." } })) },
    "invalid",
  ],
])("[PE6] a turn is refused whole when %s", async (_what, changes, code) => {
  const store = await openTestStore();
  const story = await begin(store);
  const other = await begin(store);
  await story.tell([], { id: "own" });
  await other.tell([], { id: "foreign" });
  const swapped = {
    ...changes,
    ...("sessionId" in changes && changes.sessionId === "foreign" ? { sessionId: other.sessionId } : {}),
  };
  await store.beginTurn(story.id, { parentId: "own", choiceId: "c" });

  const attempt = story.next(["A bell rang."], swapped);
  await expect(store.commitTurn(attempt)).rejects.toMatchObject({ name: "StoreError", code });

  expect((await store.head(story.id))?.id).toBe("own");
  expect((await store.history(story.id)).length).toBe(1);
  expect((await store.playthrough(story.id))?.interrupted).toEqual({ parentId: "own", choiceId: "c" });
  expect(await store.semanticSearch(story.id, { dataType: "memory", query: "bell twice" })).toEqual([]);
});

it("[PE7] a turn that was begun shows until it is finished, given up or left behind", async () => {
  const dataDir = freshFolder();
  const first = await openTestStore(dataDir);
  const story = await begin(first);
  const interrupted = async (store = first) => (await store.playthrough(story.id))?.interrupted;
  expect(await interrupted()).toBeNull();
  await first.beginTurn(story.id, { parentId: null, choiceId: null });
  expect(await interrupted()).toEqual({ parentId: null, choiceId: null });
  const opening = await story.tell();
  expect(await interrupted()).toBeNull();
  await first.beginTurn(story.id, { parentId: opening, choiceId: "c1" });
  await first.beginTurn(story.id, { parentId: opening, choiceId: "c2" });
  expect(await interrupted()).toEqual({ parentId: opening, choiceId: "c2" });
  await first.abandonTurn(story.id);
  expect(await interrupted()).toBeNull();
  await first.beginTurn(story.id, { parentId: opening, choiceId: "c3" });
  await first.moveHead(story.id, opening);
  expect(await interrupted()).toBeNull();
  await first.beginTurn(story.id, { parentId: opening, choiceId: "c4" });
  await first.close();
  const second = await openTestStore(dataDir);
  expect(await interrupted(second)).toEqual({ parentId: opening, choiceId: "c4" });
  await expect(second.beginTurn("nobody", { parentId: null, choiceId: null })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("[PE8] playthroughs are listed with where they stand, the one played last first", async () => {
  const store = await openTestStore();
  const older = await begin(store);
  const newer = await begin(store, { ...LANTERN, campaign: "bells", title: "Bells", seed: "8" });
  expect((await store.playthroughs()).map((story) => story.id)).toEqual([newer.id, older.id]);
  expect(await store.playthrough(newer.id)).toMatchObject({ head: null, scene: null, lastLine: null, ended: false });

  await older.tell();
  const head = await older.tell([], {
    sceneRecord: { paragraphs: ["“Who is there?” asks Mrs. Tull. Nobody answers.", "Rain."], ended: true },
  });
  const [first, second] = await store.playthroughs();
  expect(first).toEqual({
    ...LANTERN,
    id: older.id,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
    head,
    scene: 1,
    lastLine: "“Who is there?”",
    ended: true,
    interrupted: null,
  });
  expect(second?.id).toBe(newer.id);
  expect((await store.playthroughs({ campaign: "bells" })).map((story) => story.id)).toEqual([newer.id]);
  expect(await store.playthroughs({ campaign: "' or 1=1 --" })).toEqual([]);
  expect(await store.playthrough("nobody")).toBeNull();
});

it.each([
  ["Mrs. Tull waits. It rains.", "Mrs. Tull waits."],
  ["No stop at all", "No stop at all"],
  ["“Come in.” The door opens.", "“Come in.”"],
  ["It costs 3.50 today. Pay.", "It costs 3.50 today."],
  ["What? Nothing.", "What?"],
])("[PE8] the last line of %j is its first sentence", async (paragraph, line) => {
  const store = await openTestStore();
  const story = await begin(store);
  await story.tell([], { sceneRecord: { paragraphs: [paragraph] } });
  expect((await store.playthrough(story.id))?.lastLine).toBe(line);
});

it("[PE8] stories of the same moment keep the order of their making", async () => {
  const store = await openStore({ dataDir: freshFolder(), now: () => 5 });
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.unshift((await store.createPlaythrough(LANTERN)).id);
  expect((await store.playthroughs()).map((story) => story.id)).toEqual(ids);
  await store.close();
});

it("[PE447] a story begun or played under a clock of the past is the one played last all the same", async () => {
  let time = Date.UTC(2030, 0, 1);
  const dataDir = freshFolder();
  let store = await openStore({ dataDir, now: () => time });
  const order = async () => (await store.playthroughs()).map(({ id }) => id);
  const older = await begin(store);
  await older.tell();
  time = Date.UTC(1970, 0, 2);
  const newer = await begin(store);
  expect(await order()).toEqual([newer.id, older.id]);
  await newer.tell();
  await store.close();
  store = await openStore({ dataDir, now: () => time });
  expect(await order()).toEqual([newer.id, older.id]);
  time = Date.UTC(1969, 0, 1);
  await store.undo(older.id);
  await store.branch(older.id, older.head ?? "");
  expect(await order()).toEqual([older.id, newer.id]);
  // What is taken in was played elsewhere: before all of these, or after them.
  const taken = (updatedAt: number) => ({
    campaignPath: "/c",
    playthrough: { ...LANTERN, createdAt: 0, updatedAt, head: null, branch: null },
    branches: [],
    sessions: [],
    turns: [],
  });
  const before = await store.importPlaythrough(taken(Date.UTC(1960, 0, 1)));
  const after = await store.importPlaythrough(taken(Date.UTC(2040, 0, 1)));
  expect(await order()).toEqual([after.id, older.id, newer.id, before.id]);
  await store.close();
});

it("[PE9] deleting a playthrough takes its turns, sessions and memories, and nothing else", async () => {
  const store = await openTestStore();
  const gone = await begin(store);
  const kept = await begin(store);
  await kept.tell(["A bell rang elsewhere."]);
  const turn = await gone.tell(["The bell rang for Osk."]);
  await gone.tell(["The bell rang again."]);
  expect(await store.deletePlaythrough(gone.id)).toBe(true);
  expect(await store.deletePlaythrough(gone.id)).toBe(false);
  expect(await store.turn(turn)).toBeNull();
  expect((await store.playthroughs()).map((story) => story.id)).toEqual([kept.id]);
  await expect(store.head(gone.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(store.openSession(gone.id)).rejects.toMatchObject({ code: "not_found" });

  // Row numbers of removed memories are given out again: the index must not remember the old words.
  await kept.tell(["A lamp went out."]);
  const found = await store.semanticSearch(kept.id, { dataType: "memory", query: "bell rang Osk" });
  expect(found.map((hit) => hit.record.summary)).toEqual(["A bell rang elsewhere."]);
});

it("[PE24] after closing, everything is refused with a sentence, and closing again does no harm", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  await store.close();
  await store.close();
  await expect(store.playthroughs()).rejects.toMatchObject({ code: "closed" });
  await expect(new Story(store, story.id, story.sessionId).tell()).rejects.toMatchObject({ code: "closed" });
});
