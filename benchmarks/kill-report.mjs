// Kills a playing narratoria with SIGKILL at random moments, over and over, and says what was lost, damaged or left running.
// Usage: pnpm kill-report, or npm run kill-report -- --runs 200 --seed 1 --campaign one-wheel-over
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "@narratoria/protocol/random";
import { killRound, leftovers } from "./kill-rounds.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    campaign: { type: "string", default: "one-wheel-over" },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error("Error: --runs is a whole number from 1.");
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "narratoria-kill-"));
mkdirSync(join(home, "tmp"));
const random = createRandom(`kills ${values.seed}`);
const total = { faults: 0, scenes: 0, inTurn: 0, stories: 0, furthest: 0 };
try {
  const finished = new Set();
  let fresh = true;
  for (let round = 1; round <= runs; round++) {
    if (fresh) total.stories++;
    const seed = `${values.seed}-${total.stories}`;
    const one = await killRound({ home, campaign: values.campaign, random, seed, finished, fresh });
    for (const fault of one.faults) console.log(`run ${round}: ${fault}`);
    total.faults += one.faults.length;
    total.scenes += one.scenes;
    total.inTurn += one.killedInTurn ? 1 : 0;
    total.furthest = Math.max(total.furthest, one.played);
    fresh = one.ended;
    if (round % 20 === 0 && round < runs) console.log(`${round} runs, ${total.faults} faults`);
  }
  console.log(
    `${runs} runs killed, ${total.inTurn} of them in the middle of a turn; ${total.stories} stories, ${finished.size} turns, ` +
      `up to scene ${total.furthest}; ${leftovers(home)} files left in the temporary folder.`,
  );
  console.log(total.faults === 0 ? "Nothing lost, nothing damaged, nothing left running." : `${total.faults} faults.`);
  process.exitCode = total.faults === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
