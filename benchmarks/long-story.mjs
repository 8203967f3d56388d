// What a turn costs after 180 others beside one after 20: the same story, and a copy of it that was put aside early, go on by turns.
// Usage: npm run long-story, or npm run long-story -- --late 180 --seeds 2 --campaign one-wheel-over
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { walkLong } from "@narratoria/engine/testing";

const { values } = parseArgs({
  options: {
    early: { type: "string", default: "20" },
    late: { type: "string", default: "180" },
    turns: { type: "string", default: "20" },
    seeds: { type: "string", default: "2" },
    campaign: { type: "string", default: "one-wheel-over" },
  },
});
const [early, late, turns, seeds] = ["early", "late", "turns", "seeds"].map(wholeNumber);
/** As much more may a late turn cost. */
const AT_MOST = 1.15;

console.log(
  `${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}. ${values.campaign}, ${turns} turns each.\n`,
);
let missed = 0;
for (let seed = 1; seed <= seeds; seed++) {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-long-"));
  try {
    const walk = await walkLong({ dataDir, campaign: values.campaign, seed: String(seed), early, late, turns });
    console.log(
      `seed ${seed}`.padEnd(34) + [`after ${early}`, `after ${late}`, "ratio"].map((one) => one.padStart(11)).join(""),
    );
    row("a turn, ms", walk, ({ ms }) => ms);
    row("session state, bytes", walk, ({ stateBytes }) => stateBytes);
    row("the story so far as told, bytes", walk, ({ pastBytes }) => pastBytes);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
process.exitCode = missed > 0 ? 1 : 0;

/** Medians, and the late one over the early one. */
function row(what, walk, of) {
  const [first, second] = [median(walk.early.map(of)), median(walk.late.map(of))];
  const ratio = second / first;
  if (ratio > AT_MOST) missed++;
  const cells = [first.toFixed(0), second.toFixed(0), ratio.toFixed(2)].map((one) => one.padStart(11)).join("");
  console.log(`${ratio > AT_MOST ? "!" : " "} ${what.padEnd(32)}${cells}`);
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function wholeNumber(name) {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`Error: --${name} is a whole number from 1.`);
  process.exit(2);
}
