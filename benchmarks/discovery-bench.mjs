// How long a start takes with five hundred skills of others: found, read, checked and hashed for the player's agreement, beside
// reading and hashing the bytes of the same files bare, in the same process and in rounds that take turns.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSkills } from "@narratoria/engine";

const SKILLS = 500;
const ROUNDS = 7;
const TARGET_MS = 2_000;

const home = mkdtempSync(join(tmpdir(), "narratoria-discovery-"));
try {
  writeSkills(join(home, "skills"));
  const times = { ours: [], bare: [] };
  // Once before it counts: what is loaded at first use is loaded, and the disk cache is warm for both.
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = timed(() => readBare(join(home, "skills")));
    const ours = await timed(async () => {
      const found = (await openSkills({ dataDir: home })).list().filter(({ state }) => state === "waiting").length;
      if (found !== SKILLS) throw new Error(`${found} of ${SKILLS} skills were found`);
    });
    if (round > 0) {
      times.bare.push(await bare);
      times.ours.push(ours);
    }
  }
  print(times);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** As they come: with a manifest, settings, a prompt, a script and a page each; a third of them with a SKILL.md alone. */
function writeSkills(folder) {
  const field = (n) => ({
    type: "integer",
    title: `Setting ${n}`,
    minimum: 0,
    maximum: 9,
    default: n,
    "x-category": "All",
  });
  for (let n = 0; n < SKILLS; n++) {
    const name = `skill-${n}`;
    const scripts = [{ name: "run", path: "scripts/run.py", timeout: 5000, context: ["seed"] }];
    const files = {
      "SKILL.md": `---\nname: ${name}\ndescription: Does what skill ${n} does.\n---\n${"Be of use where it helps. ".repeat(60)}\n`,
      "scripts/run.py": `${"# A line of the script.\n".repeat(80)}`,
      "references/words.md": "Words. ".repeat(200),
      ...(n % 3 > 0 && {
        "skill.json": JSON.stringify({ name, version: "1.0.0", description: `Skill ${n}.`, scripts }, null, 2),
        "config-schema.json": JSON.stringify({
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`setting${at}`, field(at)])),
        }),
      }),
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
  }
}

function readBare(folder) {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest("hex");
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function print({ ours, bare }) {
  const ratios = ours.map((ms, round) => ms / bare[round]);
  const row = (name, all, digits, mark = "") =>
    console.log(
      `${name.padEnd(56)}${median(all).toFixed(digits).padStart(8)}  [${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)}]${mark}`,
    );
  console.log(`\n${SKILLS} skills of others at a start. Milliseconds, medians of ${ROUNDS} rounds.\n`);
  row("their files, read and hashed bare", bare, 0);
  row(`found, read, checked, hashed (to reach: ${TARGET_MS})`, ours, 0, median(ours) > TARGET_MS ? "  !" : "");
  row("ratio", ratios, 1);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
