// What the time in which a player reads is worth: the same turns with a model, with a pause before each choice in which the
// engine may ask the model ahead, and with the same pause in which it may not. Usage: npm run reading-time -- [--turns 4]
// [--read 3]. Weights and libraries are found as tests find them.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openEngine } from "@narratoria/engine";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const RUNTIMES = process.env.NARRATORIA_RUNTIMES || join(ROOT, "node_modules", ".cache", "narratoria", "runtimes");
const MODELS = process.env.NARRATORIA_TEST_MODELS || join(ROOT, "..", "shared", "models");
const model = join(MODELS, "smollm2-135m-instruct-q4_1.gguf");
const { values } = parseArgs({
  options: { turns: { type: "string", default: "4" }, read: { type: "string", default: "3" } },
});
const [turns, readSeconds] = [values.turns, values.read].map(Number);
if (!existsSync(model)) {
  console.error(`There is nothing at ${model}: see CONTRIBUTING.md for the model libraries.`);
  process.exit(1);
}
const cores = availableParallelism();
console.log(`${turns} turns, ${readSeconds} s of reading before each, ${cores} cores, load ${loadavg()[0].toFixed(1)}`);

const players = [true, false].map((ahead) => ({ ahead, dir: mkdtempSync(join(tmpdir(), "narratoria-reading-")) }));
for (const player of players) {
  const { ahead, dir } = player;
  player.engine = await openEngine({ dataDir: dir, startAhead: ahead, models: { model, runtimesDir: RUNTIMES } });
  player.story = await player.engine.play("one-wheel-over", { seed: "1" });
  player.times = [];
  for await (const _ of player.story.begin());
}
// In turns, as a machine is seldom busy evenly; the first turn loads the model in either.
for (let turn = 0; turn <= turns; turn++) {
  for (const player of players) {
    const { story, times } = player;
    // Shown again, the scene is on the table anew, and reading begins now.
    for await (const _ of story.begin());
    await pause(readSeconds * 1000);
    // The engine guesses a choice that answers the plot, which a shell does not see; the first is the other guess.
    for await (const _ of story.choose(1));
    const planner = story.trace()?.attempts[0]?.run?.plan?.metadata?.planner;
    const { firstText, total } = story.scene.timeMs;
    if (turn > 0) times.push({ firstText, total, prepared: planner?.ahead === true });
  }
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
for (const { ahead, times, engine, dir } of players) {
  const prepared = times.filter((one) => one.prepared).length;
  console.log(
    `  ${ahead ? "asked ahead" : "not asked  "}  first text ${median(times.map(({ firstText }) => firstText))} ms, ` +
      `turn done ${median(times.map(({ total }) => total))} ms, plans that waited ${prepared} of ${times.length}`,
  );
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
}
