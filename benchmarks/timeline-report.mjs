// Tells long stories twice with the same seed and choices, once straight and once with undos, redos, branches and restarts on the way;
// replays the winding one, and takes it in elsewhere from its export. Says where any of them is not the straight one.
// Usage: npm run timeline-report, or npm run timeline-report -- --turns 200 --seeds 3 --campaign one-wheel-over
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { walkWinding } from "@narratoria/engine/testing";

const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "200" },
    seeds: { type: "string", default: "3" },
    campaign: { type: "string", multiple: true, default: ["one-wheel-over", "the-piano-on-the-third-landing"] },
  },
});
const turns = wholeNumber("turns");
const seeds = wholeNumber("seeds");

let differences = 0;
for (const campaign of values.campaign) {
  for (let seed = 1; seed <= seeds; seed++) {
    const dataDir = mkdtempSync(join(tmpdir(), "narratoria-timeline-"));
    try {
      const walk = await walkWinding({ dataDir, campaign, seed: String(seed), turns });
      console.log(
        `${campaign}, seed ${seed}: ${walk.turns} turns; on the way ${walk.undone} undone, ${walk.redone} redone, ` +
          `${walk.branches} branches, ${walk.aside} turns told aside, ${walk.restarts} restarts. ` +
          (walk.differences.length === 0 ? "The same." : ""),
      );
      for (const difference of walk.differences) console.log(`! ${difference}`);
      differences += walk.differences.length;
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}
console.log(
  differences === 0 ? "State, memories, opinions, rolls and scenes are the same." : `${differences} differences.`,
);
process.exitCode = differences === 0 ? 0 : 1;

function wholeNumber(name) {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`Error: --${name} is a whole number from 1.`);
  process.exit(2);
}
