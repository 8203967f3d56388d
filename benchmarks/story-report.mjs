// How the storybook's prose and choices measure, over seeded walks of the bundled stories with every skill a process of its
// own: the table of what a story should reach. It shows regressions, not quality: for that, read.
// Usage: pnpm story-report, or npm run story-report -- --scenes 40 --seeds 5 --campaign one-wheel-over
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEngine } from "@narratoria/engine";
import { lintScene, measureScenes } from "@narratoria/narrator";
import { createRandom } from "@narratoria/protocol/random";

const { values } = parseArgs({
  options: {
    scenes: { type: "string", default: "40" },
    seeds: { type: "string", default: "5" },
    campaign: { type: "string", multiple: true, default: ["one-wheel-over", "the-piano-on-the-third-landing"] },
  },
});
const scenes = wholeNumber("scenes");
const seeds = wholeNumber("seeds");
const home = mkdtempSync(join(tmpdir(), "narratoria-report-"));

try {
  const engine = await openEngine({ dataDir: home });
  for (const campaign of values.campaign) {
    const walks = [];
    for (let seed = 1; seed <= seeds; seed++) walks.push(await walk(engine, campaign, String(seed)));
    print(campaign, walks);
  }
  await engine.close();
} finally {
  rmSync(home, { recursive: true, force: true });
}

function wholeNumber(name) {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`Error: --${name} is a whole number from 1.`);
  process.exit(2);
}

async function walk(engine, campaign, seed) {
  const story = await engine.play(campaign, { seed, fresh: true });
  const random = createRandom(`report ${seed}`);
  const told = [];
  for (let turn = 0; turn < scenes; turn++) {
    const stream = turn === 0 ? story.begin() : story.choose(1 + random.int(story.scene.choices.length));
    for await (const event of stream) if (event.type === "scene") told.push(event);
    if (story.scene.ended) break;
  }
  await story.close();
  return told;
}

function print(campaign, walks) {
  const prose = walks.map((walk) => measureScenes(walk.map(({ paragraphs }) => paragraphs)));
  const late = walks.map((walk) => walk.flatMap(({ scene, choices }) => (scene > 5 ? choices : [])));
  const share = (choices, holds) => choices.filter(holds).length / Math.max(1, choices.length);
  const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
  const average = (of) => mean(prose.map(of));
  const percent = (number) => `${(100 * number).toFixed(1)}%`;
  const rows = [
    ["sentences repeated within 30 scenes", String(prose.reduce((sum, one) => sum + one.repeated.length, 0)), "0"],
    [
      "lint hits",
      String(walks.flat().reduce((sum, { paragraphs }) => sum + lintScene(paragraphs, new Set()).length, 0)),
      "0",
    ],
    ["4-grams repeated within 30 scenes", percent(average((one) => one.fourGrams)), "under 5%"],
    ["distinct-2", average((one) => one.distinct2).toFixed(2), "0.65"],
    [
      "words a scene (sd)",
      `${average((one) => one.wordsMean).toFixed(0)} (${average((one) => one.wordsSd).toFixed(0)})`,
      "80 to 130 (25)",
    ],
    [
      "words a sentence (sd)",
      `${average((one) => one.sentenceMean).toFixed(1)} (${average((one) => one.sentenceSd).toFixed(1)})`,
      "10 to 14 (6)",
    ],
    ["first-word entropy", `${average((one) => one.firstWordEntropy).toFixed(1)} bits`, "4.5 bits"],
    ["sentences that open with You", percent(average((one) => one.openingYou)), "under 25%"],
    ["longest run of one opening", String(Math.max(...prose.map((one) => one.longestRun))), "3"],
    [
      "choices with a story source",
      percent(mean(late.map((choices) => share(choices, ({ sources }) => sources.length > 0)))),
      "90%",
    ],
    [
      "choices from a memory",
      percent(
        mean(late.map((choices) => share(choices, ({ sources }) => sources.some(({ kind }) => kind === "memory")))),
      ),
      "",
    ],
    ["choice text seen in the last 5 scenes", percent(mean(walks.map(seenAgain))), "under 5%"],
    ["verb entropy of the choices", `${mean(walks.map(verbEntropy)).toFixed(1)} bits`, "3.5 bits"],
    [
      "scenes told (ended)",
      `${mean(walks.map((walk) => walk.length)).toFixed(0)} (${walks.filter((walk) => walk.at(-1).ended).length} of ${walks.length})`,
      "",
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${campaign}: ${walks.length} seeds of up to ${scenes} scenes`);
  for (const [name, value, target] of rows)
    console.log(`  ${name.padEnd(width)}  ${value.padEnd(12)}  ${target}`.trimEnd());
  for (const one of new Set(prose.flatMap(({ repeated }) => repeated))) console.log(`  again: ${one}`);
}

function seenAgain(walk) {
  let again = 0;
  let all = 0;
  walk.forEach(({ choices }, at) => {
    const before = new Set(
      walk.slice(Math.max(0, at - 5), at).flatMap((scene) => scene.choices.map(({ text }) => text)),
    );
    again += choices.filter(({ text }) => before.has(text)).length;
    all += choices.length;
  });
  return again / Math.max(1, all);
}

/** Over what is being tried, with the names taken out: "Ask Osk" and "Ask Ada" are one verb. */
function verbEntropy(walk) {
  const counts = new Map();
  for (const { label } of walk.flatMap(({ choices }) => choices)) {
    const verb = label.split(" ")[0];
    counts.set(verb, (counts.get(verb) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return -[...counts.values()].reduce((sum, one) => sum + (one / total) * Math.log2(one / total), 0);
}
