// Undo, redo and branches over the tree of turns, and how states are kept in it.
import { readFileSync } from "node:fs";
import { mkdirSync } from "node:fs";
import type { JsonValue } from "@narratoria/protocol";
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openStore, type Store } from "../src/index.js";
import { databaseFile } from "../src/open-database.js";
import { diffPatch } from "@narratoria/protocol";
import { nextState, patchesIn, stateText } from "../src/state-text.js";
import { begin, freshFolder, openTestStore, type Story } from "./helpers/stores.js";

/** Branches by their start, tip and what is said of them. */
async function shape(store: Store, story: { readonly id: string }): Promise<unknown[]> {
  const branches = await store.branches(story.id);
  return branches.map(({ parentId, start, tip, turns, name, firstChoice, current }) => ({
    of: parentId === null ? null : branches.findIndex(({ id }) => id === parentId),
    start: start?.scene ?? null,
    tip: tip.scene,
    turns,
    called: name ?? firstChoice,
    current,
  }));
}

const chosen = (text: string) => ({ choice: { id: text, text } });
const headOf = async (story: Story): Promise<string | undefined> => (await story.store.head(story.id))?.id;

it("[PE60] undo goes back turn by turn, redo forward again, and neither goes beyond the ends", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  expect(await store.undo(story.id)).toBeNull();
  expect(await store.redo(story.id)).toBeNull();
  const ids = [await story.tell(), await story.tell(), await story.tell()];
  expect(await store.redo(story.id)).toBeNull();
  expect((await store.undo(story.id))?.id).toBe(ids[1]);
  expect((await store.undo(story.id))?.id).toBe(ids[0]);
  expect(await store.undo(story.id)).toBeNull();
  expect(await headOf(story)).toBe(ids[0]);
  expect((await store.redo(story.id))?.id).toBe(ids[1]);
  expect((await store.redo(story.id))?.id).toBe(ids[2]);
  expect(await store.redo(story.id)).toBeNull();
});

it("[PE60] what was undone can be redone after a restart", async () => {
  const dataDir = freshFolder();
  const first = await openTestStore(dataDir);
  const story = await begin(first);
  await story.tell();
  const last = await story.tell();
  await first.undo(story.id);
  await first.close();
  const second = await openStore({ dataDir });
  expect((await second.redo(story.id))?.id).toBe(last);
  await second.close();
});

it("[PE61] a choice after an undo begins a branch, and nothing is lost", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  await story.tell();
  const fork = await story.tell([], chosen("Wait"));
  const left = await story.tell([], chosen("Go left"));
  await store.undo(story.id);
  await story.backTo(fork);
  const right = await story.tell([], chosen("Go right"));
  await story.tell([], chosen("Run"));
  expect(await shape(store, story)).toEqual([
    { of: null, start: null, tip: 2, turns: 3, called: null, current: false },
    { of: 0, start: 1, tip: 3, turns: 2, called: "Go right", current: true },
  ]);
  expect((await store.turn(left))?.id).toBe(left);
  // Redo stays on the branch that the story is on.
  await store.undo(story.id);
  await store.undo(story.id);
  expect((await store.redo(story.id))?.id).toBe(right);
});

it("[PE61] going to a turn stands on its branch, on the same one where that holds it as well", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const opening = await story.tell();
  const left = await story.tell([], chosen("Go left"));
  await story.backTo(opening);
  const right = await story.tell([], chosen("Go right"));
  await store.moveHead(story.id, opening);
  expect((await store.redo(story.id))?.id).toBe(right);
  await store.moveHead(story.id, left);
  await store.undo(story.id);
  expect((await store.redo(story.id))?.id).toBe(left);
});

it("[PE62] a branch begins at any turn, with a name or without, is renamed, and grows from there", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  await story.tell();
  const one = await story.tell();
  await story.tell();
  const branch = await store.branch(story.id, one, "  The harbour\n bell ");
  expect(branch).toMatchObject({ name: "The harbour bell", start: { turnId: one, scene: 1 }, turns: 0, current: true });
  expect(await headOf(story)).toBe(one);
  expect(await store.redo(story.id)).toBeNull();
  story.head = one;
  story.scene = 1;
  await story.tell([], chosen("Ring it"));
  const named = { of: 0, start: 1, tip: 2, turns: 1, called: "The harbour bell", current: true };
  expect((await shape(store, story))[1]).toEqual(named);
  await store.nameBranch(story.id, branch.id, "");
  expect((await shape(store, story))[1]).toEqual({ ...named, called: "Ring it" });
  await expect(store.nameBranch(story.id, "elsewhere", "x")).rejects.toMatchObject({ code: "not_found" });
  await expect(store.nameBranch(story.id, branch.id, "x".repeat(81))).rejects.toMatchObject({ code: "invalid" });
  await expect(store.branch(story.id, "elsewhere")).rejects.toMatchObject({ code: "not_found" });
});

it("[PE62] a branch of another story's turn is refused, and so is one of a story that is not there", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const other = await begin(store);
  await story.tell();
  const foreign = await other.tell();
  await expect(store.branch(story.id, foreign)).rejects.toMatchObject({ code: "not_found" });
  for (const call of [store.undo, store.redo, store.branches]) {
    await expect(call("nobody")).rejects.toMatchObject({ code: "not_found" });
  }
});

it("[PE63] branches make a tree of all turns, each turn on one, whatever was undone, gone to or branched", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: "tell" as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("go" as const, "branch" as const), to: fc.nat(99) }) },
  );
  const store = await openTestStore();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const story = await begin(store);
      const ids = [await story.tell()];
      for (const one of steps) {
        const before = await headOf(story);
        const to = "to" in one ? (ids[one.to % ids.length] ?? "") : "";
        if (one.kind === "go") await store.moveHead(story.id, to);
        if (one.kind === "branch") await store.branch(story.id, to);
        if (one.kind === "redo") await store.redo(story.id);
        if (one.kind === "undo") {
          const undone = await store.undo(story.id);
          // Whatever way the story came: what undo took back, redo gives again.
          if (undone !== null) {
            expect((await store.redo(story.id))?.id).toBe(before);
            await store.undo(story.id);
          }
        }
        const head = await store.head(story.id);
        story.head = head?.id ?? null;
        story.scene = head?.scene ?? 0;
        if (one.kind === "tell") ids.push(await story.tell());
      }
      const branches = await store.branches(story.id);
      expect(branches.reduce((sum, { turns }) => sum + turns, 0)).toBe(ids.length);
      expect(branches.filter(({ current }) => current)).toHaveLength(1);
      branches.forEach(({ parentId }, index) => {
        const parent = branches.findIndex(({ id }) => id === parentId);
        expect(index === 0 ? parent === -1 : parent >= 0 && parent < index).toBe(true);
      });
    }),
    { numRuns: 40 },
  );
});

it("[PE64] a state comes back as it was at any turn, and takes the room of what changed", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  const people = Object.fromEntries([...Array(60).keys()].map((n) => [`npc-${n}`, { place: "mill", feeling: n }]));
  const stateAt = (scene: number) => ({
    clock: { minutes: scene },
    people,
    flags: { [`f${scene % 7}`]: scene % 3 > 0 },
  });
  const ids: string[] = [];
  for (let scene = 0; scene < 35; scene++) ids.push(await story.tell([], { state: stateAt(scene) }));
  const fork = ids[14] ?? "";
  await story.backTo(fork);
  const branched = await story.tell([], { state: { ...stateAt(15), place: "weir" } });
  await store.close();

  const db = new Database(databaseFile(dataDir), { readonly: true });
  const kept = db.prepare<[], string>("select state from turns order by rowid").pluck().all();
  db.close();
  expect(kept.filter((text) => text.startsWith("{")).map((text) => kept.indexOf(text))).toEqual([0, 10, 20, 30]);
  expect(Math.max(...kept.filter((text) => !text.startsWith("{")).map((text) => text.length))).toBeLessThan(120);

  const again = await openStore({ dataDir });
  for (const [scene, id] of ids.entries()) {
    expect(JSON.stringify((await again.turn(id))?.state)).toBe(JSON.stringify(stateAt(scene)));
  }
  expect((await again.turn(branched))?.state).toEqual({ ...stateAt(15), place: "weir" });
  const history = await again.history(story.id, { limit: 4 });
  expect(history.map(({ state }) => state)).toEqual([{ ...stateAt(15), place: "weir" }, ...[14, 13, 12].map(stateAt)]);
  await again.close();
});

it("[PE64] any state is kept so that it reads back to the character", () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const state = fc.dictionary(fc.string({ unit: "binary", maxLength: 4 }), json, { maxKeys: 6 });
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 14 }), (states) => {
      let before: { text: string; state: never } | null = null;
      for (const drawn of states) {
        // A patch is shorter than so much that stays: where it is not taken, it does not give the state back.
        const one = { filler: "x".repeat(400), ...drawn };
        const whole = JSON.stringify(one);
        const text: string = stateText(whole, one as JsonValue, before);
        const back = nextState(before === null ? {} : before["state"], text);
        expect(JSON.stringify(back)).toBe(whole);
        expect(patchesIn(text)).toBeLessThan(10);
        before = { text, state: JSON.parse(whole) as never };
      }
    }),
  );
});

it("[PE64] a patch names what changed and nothing else", () => {
  const before = { a: 1, b: { c: [1, 2], d: "x" }, e: true };
  expect(diffPatch(before, { a: 1, b: { c: [1, 3], d: "x" }, f: {} })).toEqual({ b: { c: [1, 3] }, e: null, f: {} });
  expect(diffPatch(before, structuredClone(before))).toEqual({});
});

it("[PE65] a turn whose state rests on a damaged turn is damaged too, and the story goes on before both", async () => {
  const dataDir = freshFolder();
  const first = await openTestStore(dataDir);
  const story = await begin(first);
  const ids: string[] = [];
  const state = (scene: number) => ({ scene, words: "x".repeat(200) });
  for (let scene = 0; scene < 4; scene++) ids.push(await story.tell([], { state: state(scene) }));
  await first.close();
  const db = new Database(databaseFile(dataDir));
  db.prepare("update turns set state = replace(state, '2', '7') where id = ?").run(ids[2]);
  db.close();
  const second = await openStore({ dataDir });
  await expect(second.head(story.id)).rejects.toMatchObject({ code: "damaged_turn", message: /Scene 2/ });
  expect((await second.recover(story.id))?.id).toBe(ids[1]);
  expect((await second.head(story.id))?.state).toEqual(state(1));
  await second.close();
});

it("[PE66] a file of the first format is brought up to date: each line of turns is a branch, and the story stands where it stood", async () => {
  const dataDir = freshFolder();
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(databaseFile(dataDir));
  db.pragma("foreign_keys = off");
  db.exec(readFileSync(new URL("fixtures/format-1.sql", import.meta.url), "utf8"));
  db.close();

  const store = await openStore({ dataDir });
  const [notBegun, again, lantern] = await store.playthroughs();
  expect([lantern?.scene, again?.scene, notBegun?.scene]).toEqual([3, 0, null]);
  expect(await shape(store, { id: lantern?.id ?? "" })).toEqual([
    { of: null, start: null, tip: 2, turns: 3, called: null, current: false },
    { of: 0, start: 1, tip: 3, turns: 2, called: "Go right.", current: true },
  ]);
  expect((await store.history(lantern?.id ?? "")).map(({ state }) => state["last"])).toEqual([
    "Open the door.",
    "Go right.",
    "Wait.",
    "The bell rings.",
  ]);
  expect((await store.redo(again?.id ?? ""))?.state["last"]).toBe("Run.");
  expect(await store.branches(notBegun?.id ?? "")).toEqual([]);
  expect(await store.deletePlaythrough(lantern?.id ?? "")).toBe(true);
  await store.close();
});
