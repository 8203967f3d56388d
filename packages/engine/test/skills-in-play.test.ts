// What a story shows of skills that are not ours, as real processes. They need the workspace to be built.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collect, engineOn, tempFolder } from "./support/play.js";
import { skillFolder } from "./support/small-skills.js";

const CAMPAIGN = "the-piano-on-the-third-landing";

it.each([
  [{ maxRetries: 0, backoffMs: 1 }, "x"],
  [{ maxRetries: 2, backoffMs: 1 }, "xxx"],
])("[EN480] tries a failing script again as its manifest says: %j", async (retryPolicy, tries) => {
  const script = 'appendFileSync(`${dataDir}/tries`, "x"); done(false);';
  const skills = await skillFolder({ name: "stubborn", script, manifest: { retryPolicy } });
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  await collect((await engine.play(CAMPAIGN, { seed: "5" })).begin());
  expect(await readFile(join(skills, "stubborn", "data", "tries"), "utf8")).toBe(tries);
});
