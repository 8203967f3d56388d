// What keeping a turn costs: its whole durable write beside the bare write and fdatasync of as many bytes in the same rounds, and
// what a long story adds to a commit, to reading the state of any turn, and to an undo. Usage: npm run journal-bench
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "@narratoria/persistence";
import { createRandom } from "@narratoria/protocol/random";

const { values } = parseArgs({
  options: { turns: { type: "string", default: "10000" }, rounds: { type: "string", default: "200" } },
});
const [LONG, ROUNDS] = [Number(values.turns), Number(values.rounds)];
if (!Number.isInteger(LONG) || LONG < 10 || !Number.isInteger(ROUNDS) || ROUNDS < 1) {
  console.error("Error: --turns is a whole number from 10, --rounds one from 1.");
  process.exit(2);
}
const SHORT = 10;

/** Sizes are those of a turn of One Wheel Over after some forty scenes. */
const words = (letters) => "the odd wheel is worth a cow ".repeat(Math.ceil(letters / 29)).slice(0, letters);
const KNOWN = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`fact-${n}`, { scene: n, text: words(100) }]));
/** Told in a few places of its turn, as a memory is, and nowhere else. */
let serial = 0;
const remembered = (scene) =>
  `In scene ${scene} you asked Gaudenz about the rack, and he told you more than he had meant to.`;
const stateAt = (scene) => ({
  clock: { minutes: 960 + scene * 10 },
  place: scene % 3 === 0 ? "bore" : "waiting-room",
  people: { osk: { feeling: scene % 50, met: 1 }, lareida: { feeling: -(scene % 20) } },
  world: { known: { facts: KNOWN }, tags: { [`t${scene % 40}`]: scene } },
});
const bodyAt = (scene) => ({
  scene,
  choice: scene === 0 ? null : { id: `s${scene}-1`, text: "Ask about the odd wheel" },
  plans: [{ tools: words(1_400) }],
  results: [{ toolResults: words(20_000) }],
  patches: [{ patch: words(1_500) }],
  rolls: [{ dice: [3, 4], source: "seeded" }],
  state: stateAt(scene),
  sceneRecord: { paragraphs: [words(5_000)], summary: { scene, summary: remembered(scene) }, ended: false },
  memories: [{ id: `m${serial++}`, record: { summary: remembered(scene), scene, characters: ["osk"], tags: [] } }],
  narrator: "storybook",
});
const BYTES = Buffer.byteLength(JSON.stringify(bodyAt(7))) - Buffer.byteLength(JSON.stringify(KNOWN));

const home = mkdtempSync(join(tmpdir(), "narratoria-journal-bench-"));
try {
  const short = await story("short", SHORT);
  const long = await story("long", LONG);
  const raw = openSync(join(home, "raw"), "w");
  const bytes = Buffer.alloc(BYTES, 0x61);
  const times = { raw: [], write: [], short: [], long: [], shortState: [], longState: [], undo: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.raw.push(await timed(() => (writeSync(raw, bytes), fdatasyncSync(raw))));
    times.write.push(await timed(() => long.next(true)));
    // The short story stays short: every round goes back to where it was, and begins a branch.
    await short.store.moveHead(short.id, short.last);
    times.short.push(await timed(() => short.next(false)));
    times.long.push(await timed(() => long.next(false)));
    if (round % 4 === 0)
      times.undo.push((await timed(async () => (await long.store.undo(long.id), long.store.redo(long.id)))) / 2);
  }
  closeSync(raw);
  await short.store.close();
  await long.store.close();
  const random = createRandom("any turn");
  for (let round = 0; round < ROUNDS; round++) {
    times.shortState.push(await stateTime("short", short, random));
    times.longState.push(await stateTime("long", long, random));
  }
  print(times);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** A story of so many turns in a data folder of its own. */
async function story(name, turns) {
  const store = await openStore({ dataDir: join(home, name) });
  const { id } = await store.createPlaythrough({
    campaign: "bench",
    campaignPath: "bench",
    title: "Bench",
    campaignVersion: "1",
    seed: "1",
  });
  const session = await store.openSession(id);
  const told = { store, id, ids: [], last: null };
  told.next = async (marked) => {
    const { head, scene: before } = await store.playthrough(id);
    const scene = before + 1;
    if (marked) await store.beginTurn(id, { parentId: head, choiceId: "c" });
    return store.commitTurn({ ...bodyAt(scene), playthroughId: id, sessionId: session.id, parentId: head });
  };
  for (let scene = 0; scene < turns; scene++) {
    const turn = await store.commitTurn({
      ...bodyAt(scene),
      playthroughId: id,
      sessionId: session.id,
      parentId: told.last,
    });
    told.ids.push(turn.id);
    told.last = turn.id;
  }
  return told;
}

/** Nothing is at hand yet: the store has only just been opened. */
async function stateTime(name, { ids }, random) {
  const store = await openStore({ dataDir: join(home, name), readOnly: true });
  await store.playthroughs();
  const id = ids[random.int(ids.length)];
  const time = await timed(() => store.turn(id));
  await store.close();
  return time;
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function print(times) {
  const median = (name) => quantile(times[name], 0.5);
  const bound = 3 * median("raw") + 1;
  const commits = median("long") / median("short");
  const states = median("longState") / median("shortState");
  console.log(
    `${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, ${ROUNDS} interleaved rounds. Milliseconds.\n`,
  );
  console.log(`${"".padEnd(52)}${"median".padStart(8)}${"p95".padStart(8)}`);
  for (const [name, what] of [
    ["raw", `bare write and fdatasync of ${BYTES} bytes`],
    ["write", `a turn's whole durable write, ${LONG} turns before it`],
    ["short", `a commit after ${SHORT} turns`],
    ["long", `a commit after ${LONG} turns`],
    ["shortState", `any turn with its state, of ${SHORT}`],
    ["longState", `any turn with its state, of ${LONG}`],
    ["undo", `undo or redo, of ${LONG}`],
  ]) {
    const cells = [0.5, 0.95].map((share) => quantile(times[name], share).toFixed(2).padStart(8));
    console.log(`${what.padEnd(52)}${cells.join("")}`);
  }
  console.log("");
  verdict(
    `durable write, at most 3 x bare + 1 = ${bound.toFixed(2)}`,
    median("write").toFixed(2),
    median("write") <= bound,
  );
  verdict("a commit late over one early, at most 1.5", commits.toFixed(2), commits <= 1.5);
  verdict("a state late over one early, at most 1.5", states.toFixed(2), states <= 1.5);
  const slowest = quantile(times.longState, 0.99);
  verdict("99 of 100 states, at most 20 ms", slowest.toFixed(2), slowest <= 20);
}

function verdict(what, figure, reached) {
  console.log(`${reached ? " " : "!"} ${what.padEnd(54)}${figure.padStart(8)}`);
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
