// What it takes to read a campaign: one that nobody has read yet, and the same once it is kept. Each reading has a process of its own, as a
// player's has, and the campaigns are those of the tests, 41 to 52 files each. Usage: npm run reading-bench, in this folder.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCampaign, openReading, readStory } from "@narratoria/campaign";

const CAMPAIGNS = fileURLToPath(new URL("../test/campaigns/", import.meta.url));
const SELF = fileURLToPath(import.meta.url);
const ROUNDS = 3;
const COLD_MS = 400;
const KEPT_MS = 20;
/** How the process that reads is started. */
const AS_READ = ["--no-regexp-tier-up", "--no-opt"];

const [how, dir, cacheDir] = process.argv.slice(2);
if (how !== undefined) console.log(JSON.stringify(await measured()));
else bench();

/** In a process of its own: milliseconds by the clock and of the processor, of this process alone. */
async function measured() {
  const { campaign } = await loadCampaign(dir);
  if (campaign === null) throw new Error(`${dir} cannot be read`);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  if (how === "here") readStory(campaign);
  else await openReading(campaign, { cacheDir });
  const clock = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { clock, processor: (user + system) / 1_000 };
}

function bench() {
  const found = readdirSync(CAMPAIGNS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const home = mkdtempSync(join(tmpdir(), "narratoria-reading-"));
  const times = { cold: [], processor: [], kept: [], keptProcessor: [] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name } of found) {
        const folder = join(CAMPAIGNS, name);
        const readings = join(home, `${name}-${round}`);
        times.cold.push(apart([], "open", folder, readings).clock);
        times.processor.push(apart(AS_READ, "here", folder).processor);
        const again = apart([], "open", folder, readings);
        times.kept.push(again.clock);
        times.keptProcessor.push(again.processor);
      }
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log(
    `\n${found.length} campaigns, ${ROUNDS} rounds, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}. Milliseconds, median and worst.`,
  );
  print("a campaign that was never read", times.cold, COLD_MS);
  print("  the processor's time for that, of the process that reads", times.processor, COLD_MS);
  print("the same once it is kept", times.kept, KEPT_MS);
  print("  the processor's time for that", times.keptProcessor, KEPT_MS);
}

function apart(settings, ...args) {
  const environment = { PATH: process.env.PATH };
  return JSON.parse(
    execFileSync(process.execPath, [...settings, SELF, ...args], { env: environment, encoding: "utf8" }),
  );
}

function print(name, all, most) {
  const sorted = all.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const missed = median > most ? "!" : " ";
  console.log(
    `${missed} ${name.padEnd(58)}${median.toFixed(0).padStart(7)}${sorted.at(-1).toFixed(0).padStart(7)}  at most ${most}`,
  );
}
