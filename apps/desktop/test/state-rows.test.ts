// Session state as a tree: rows, changes, search, and the keys of the tree.
import { expect, it } from "vitest";
import {
  type Change,
  changeInWords,
  countOf,
  idOf,
  openAtFirst,
  patchOf,
  rowsOf,
  valueInLine,
} from "../src/client/screens/state/state-rows.js";
import { treeMove } from "../src/client/screens/state/tree-keys.js";

const STATE = {
  player: { name: "Wren", inventory: ["letter", "weight"] },
  world: { place: "ferry", clock: 3885 },
  people: { odo: { feeling: 38 } },
};
const CHANGES: Change[] = [
  { path: ["world", "clock"], before: 3840, after: 3885, toolId: "outcome" },
  { path: ["people", "odo"], after: { feeling: 38 }, toolId: "perceive" },
  { path: ["world", "tide"], before: "high", toolId: null },
];
const shown = { open: new Set<string>(), onlyChanged: false, search: "" };
const seen = (rows: ReturnType<typeof rowsOf>) => rows.map(({ level, key }) => `${level} ${key}`);

it("[DT190] shows the members of what is open, with their level and their place among siblings", () => {
  expect(seen(rowsOf(STATE, [], shown))).toEqual(["1 player", "1 world", "1 people"]);
  const rows = rowsOf(STATE, [], { ...shown, open: new Set(["player", idOf(["player", "inventory"])]) });
  expect(seen(rows)).toEqual(["1 player", "2 name", "2 inventory", "3 0", "3 1", "1 world", "1 people"]);
  expect(rows[2]).toMatchObject({ place: 2, siblings: 2, isOpen: true, hasMembers: true });
  expect(countOf(STATE)).toBe(11);
  expect([STATE.player, STATE.player.inventory, "a", 1, null].map(valueInLine)).toEqual([
    "2 keys",
    "2 items",
    "“a”",
    "1",
    "null",
  ]);
});

it("[DT191] marks what a turn changed with the tool and the value before, below a new key too, and shows what is gone", () => {
  const open = new Set([...openAtFirst(STATE, CHANGES), idOf(["people", "odo"])]);
  const rows = rowsOf(STATE, CHANGES, { ...shown, open });
  const of = (key: string) => rows.find((row) => row.key === key);
  expect(of("clock")?.change).toEqual({ kind: "changed", toolId: "outcome", before: 3840 });
  expect(of("odo")?.change?.kind).toBe("added");
  expect(of("feeling")?.change?.kind).toBe("added");
  expect(of("tide")).toMatchObject({ value: "high", change: { kind: "removed" } });
  expect(of("world")).toMatchObject({ change: null, changedBelow: true });
  expect(of("player")?.changedBelow).toBe(false);
  expect(rows.flatMap(({ key, change }) => (change ? [`${key}: ${changeInWords(change)}`] : []))).toEqual([
    "clock: was 3840, by outcome",
    "tide: removed",
    "odo: added by perceive",
    "feeling: added by perceive",
  ]);
  expect(patchOf(CHANGES[0] ?? { path: [], toolId: null })).toEqual({ world: { clock: 3885 } });
  expect(patchOf({ path: ["world", "tide"], before: "high", toolId: null })).toEqual({ world: { tide: null } });
});

it("[DT192] shows only what was changed, or only what is looked for, with what holds it", () => {
  const changed = rowsOf(STATE, CHANGES, { ...shown, onlyChanged: true });
  expect(seen(changed)).toEqual(["1 world", "2 clock", "2 tide", "1 people", "2 odo"]);
  expect(seen(rowsOf(STATE, [], { ...shown, search: "WEIGHT" }))).toEqual(["1 player", "2 inventory", "3 1"]);
  expect(seen(rowsOf(STATE, [], { ...shown, search: "feel" }))).toEqual(["1 people", "2 odo", "3 feeling"]);
  expect(rowsOf(STATE, [], { ...shown, search: "nowhere" })).toEqual([]);
});

it("[DT193] moves through the tree by the keys of the ARIA tree pattern", () => {
  const open = new Set(["player"]);
  const rows = rowsOf(STATE, [], { ...shown, open });
  const name = idOf(["player", "name"]);
  expect(treeMove(rows, null, "ArrowDown")).toEqual({ to: name });
  expect(treeMove(rows, "player", "ArrowRight")).toEqual({ to: name });
  expect(treeMove(rows, "world", "ArrowRight")).toEqual({ open: ["world"] });
  expect(treeMove(rows, name, "ArrowRight")).toBeNull();
  expect(treeMove(rows, "player", "ArrowLeft")).toEqual({ close: "player" });
  expect(treeMove(rows, name, "ArrowLeft")).toEqual({ to: "player" });
  expect(treeMove(rows, "player", "End")).toEqual({ to: "people" });
  expect(treeMove(rows, "people", "Home")).toEqual({ to: "player" });
  expect(treeMove(rows, "player", "w")).toEqual({ to: "world" });
  expect(treeMove(rows, "world", "*")).toEqual({ open: ["player", "world", "people"] });
  expect(treeMove(rows, "world", "Escape")).toBeNull();
  expect(treeMove([], null, "ArrowDown")).toBeNull();
});
