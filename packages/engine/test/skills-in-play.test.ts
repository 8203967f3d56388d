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

const OFFLINE = 'say({ type: "error", errorCode: "ENOTFOUND", errorMessage: "no such host" }); done(false);';

it("[EN481] tells a network error apart from other failures, with what to do", async () => {
  const policy = { retryPolicy: { maxRetries: 0 } };
  const skills = await skillFolder(
    { name: "weather-post", script: OFFLINE, manifest: policy },
    { name: "stubborn", script: "done(false);", manifest: policy },
  );
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  const events = await collect((await engine.play(CAMPAIGN, { seed: "5" })).begin());
  const notices = events.flatMap((event) => (event.type === "notice" ? [event] : []));
  expect(notices).toMatchObject([
    { code: "skill_failed", message: "stubborn failed. The story goes on without it." },
    {
      code: "skill_offline",
      message: "weather-post could not reach the network. The story goes on without it.",
      action: "Nothing is lost. Check your connection; it is tried again.",
    },
  ]);
});
