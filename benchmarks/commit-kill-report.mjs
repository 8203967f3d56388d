// Kills a writer of turns with SIGKILL at random moments, over and over, and says what it had acknowledged that is lost or half there.
// Usage: node benchmarks/commit-kill-report.mjs --runs 500 --seed 1
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openStore } from "@narratoria/persistence";
import { createRandom } from "@narratoria/protocol/random";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    write: { type: "string" },
  },
});
if (values.write === undefined) await report(Number(values.runs), values.seed);
else await writeTurns(values.write);

/** Commits turns until it is killed; each goes into the shadow log once the store has acknowledged it. Tells its parent of the first one. */
async function writeTurns(dataDir) {
  const store = await openStore({ dataDir });
  const origin = { campaign: "c", campaignPath: "/c", title: "C", campaignVersion: "1.0.0", seed: "1" };
  const { id } = (await store.playthroughs())[0] ?? (await store.createPlaythrough(origin));
  const session = await store.openSession(id);
  for (let head = await store.head(id); ; ) {
    const scene = head === null ? 0 : head.scene + 1;
    head = await store.commitTurn({
      playthroughId: id,
      sessionId: session.id,
      parentId: head?.id ?? null,
      scene,
      choice: { id: `c${scene}` },
      plans: [],
      results: [],
      patches: [],
      rolls: [],
      state: { scene, text: "x".repeat(scene % 7000) },
      sceneRecord: { paragraphs: [`Scene ${scene}.`] },
      memories: [{ id: `m${scene}`, record: { summary: `Bell ${scene} rang.` } }],
      narrator: "storybook",
    });
    appendFileSync(join(dataDir, "shadow.log"), `${head.id} ${head.hash}\n`);
    if (scene === 0) process.send("writing");
  }
}

async function report(runs, seed) {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-commits-"));
  const random = createRandom(`commit kills ${seed}`);
  const log = join(dataDir, "shadow.log");
  const total = { lost: 0, partial: 0, turns: 0 };
  try {
    for (let run = 0; run < runs; run++) {
      const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "--write", dataDir], {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      const gone = new Promise((resolve) => child.once("close", resolve));
      // Most are killed while they write, however long a start takes; every fifth while it starts.
      const afterMs = random.int(250);
      const kill = () => setTimeout(() => child.kill("SIGKILL"), afterMs);
      if (run % 5 === 4) kill();
      else child.once("message", kill);
      await gone;
      const store = await openStore({ dataDir });
      const [story] = await store.playthroughs();
      const history = story ? (await store.history(story.id)).reverse() : [];
      const told = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [];
      total.lost += told.filter((line, n) => line !== `${history[n]?.id} ${history[n]?.hash}`).length;
      total.partial += history.filter((turn, n) => turn.memories.length !== 1 || turn.state.scene !== n).length;
      total.turns += history.length;
      // The next run begins a story anew, so that its log and its turns stay short.
      if (story) await store.deletePlaythrough(story.id);
      await store.close();
      rmSync(log, { force: true });
    }
    console.log(
      `${runs} runs killed, ${total.turns} turns: ${total.lost} acknowledged ones lost, ${total.partial} half there.`,
    );
    process.exitCode = total.lost + total.partial === 0 && total.turns > 0 ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
