// What a large campaign costs its author and its player: 1,000 files and 100 MB, made up by a seed. It is validated, listed with `--json`,
// as an author does it, and it is opened and played. Each command has a process of its own. Usage: npm run large-campaign-bench, in this
// folder; `-- --rounds 1` for a quick look.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { writeSizedCampaign } from "@narratoria/engine/testing";

const CLI = fileURLToPath(new URL("../apps/cli/bin/narratoria.js", import.meta.url));
const PLAY = fileURLToPath(new URL("told-in-time.mjs", import.meta.url));
const BYTES = 100_000_000;
const TURNS = 10;
const VALIDATE_MS = 2_000;
const FIRST_MS = 5_000;
const SCENE_MS = 3_000;
const MEMORY_MB = 1_024;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("Error: --rounds is a whole number from 1.");
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "narratoria-large-"));
const campaign = join(home, "campaign");
const used = join(home, "used.json");
/** Has a process write down, as it ends, how much of the processor it has used. */
const meter = join(home, "meter.mjs");
writeFileSync(
  meter,
  `import { writeFileSync } from "node:fs";\nprocess.on("exit", () => writeFileSync(${JSON.stringify(used)}, JSON.stringify(process.cpuUsage())));\n`,
);

try {
  const written = await writeSizedCampaign(campaign, { bytes: BYTES });
  const times = { floor: [], validate: [], validateCpu: [], first: [], scene: [], memory: [] };
  for (let round = 1; round <= rounds; round++) {
    times.floor.push(run(["-e", "0"]).clock);
    const checked = run([CLI, "validate", campaign, "--json"]);
    times.validate.push(checked.clock);
    times.validateCpu.push(checked.processor);
    const { firstMs, sceneMs, mostMb, failures } = JSON.parse(
      run([PLAY, join(home, `data-${round}`), campaign, String(TURNS)])
        .out.trim()
        .split("\n")
        .at(-1),
    );
    if (failures.length > 0) throw new Error(failures.join(" "));
    times.first.push(firstMs);
    times.scene.push(Math.max(...sceneMs));
    if (mostMb !== null) times.memory.push(mostMb);
  }
  console.log(
    `\n${written.files} files, ${(written.bytes / 1e6).toFixed(0)} MB, ${rounds} rounds, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}. Milliseconds, median and worst.`,
  );
  print("node -e 0", times.floor);
  print("narratoria validate --json", times.validate, VALIDATE_MS);
  print("  the processor's time for that", times.validateCpu, VALIDATE_MS);
  print("opened by a player who never was there, to the first scene", times.first, FIRST_MS);
  print(`the longest of ${TURNS} scenes after it, nothing indexed before`, times.scene, SCENE_MS);
  if (times.memory.length > 0) print("memory of the player and its scripts, in MB", times.memory, MEMORY_MB);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Runs Node to its end, whatever it ends with: a campaign with faults ends with 1. */
function run(args) {
  const startedAt = performance.now();
  let out;
  try {
    out = execFileSync(process.execPath, ["--import", pathToFileURL(meter).href, ...args], {
      env: { PATH: process.env.PATH },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    out = error.stdout;
  }
  const clock = performance.now() - startedAt;
  const { user, system } = JSON.parse(readFileSync(used, "utf8"));
  return { clock, processor: (user + system) / 1_000, out };
}

function print(name, all, most) {
  const sorted = all.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const missed = most !== undefined && median > most ? "!" : " ";
  const bound = most === undefined ? "" : `  at most ${most}`;
  console.log(
    `${missed} ${name.padEnd(62)}${median.toFixed(0).padStart(7)}${sorted.at(-1).toFixed(0).padStart(7)}${bound}`,
  );
}
