// SPEC.md EN800 and EN801: what the author of a skill can rely on.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { indexStory } from "@narratoria/narrator";
import { CONTEXT_KEYS } from "@narratoria/protocol";
import { expect, it, vi } from "vitest";
import { readCampaign } from "../src/read-campaign.js";
import { Remembered } from "../src/story/remembered.js";
import { startTurn } from "../src/story/turn-start.js";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, noticesIn, tempFolder } from "./support/play.js";
import { skillFolder } from "./support/small-skills.js";

it("[EN800] a script can ask for the parts of a story that the protocol lists, each of the kind that it says, and for no others of ours", async () => {
  const { campaign, reading } = await readCampaign(await smallCampaign(join(await tempFolder(), "strap")));
  const standing = { campaign, mined: indexStory(reading), seed: "1", head: null, player: undefined };
  const { view } = startTurn({ ...standing, remembered: new Remembered() }, null);
  const kinds = Object.entries({ ...view, seed: "1" }).map(([key, value]) => [
    key,
    typeof value === "string"
      ? "text"
      : typeof value === "number"
        ? "number"
        : Array.isArray(value)
          ? "list"
          : "object",
  ]);
  expect(Object.fromEntries(kinds)).toEqual(
    Object.fromEntries(Object.entries(CONTEXT_KEYS).map(([key, { kind }]) => [key, kind])),
  );
});

it("[EN801] a skill that its author is at work on is used unasked, and as it is changed", async () => {
  const says = (text: string): string =>
    `say({ type: "ui_event", event: "light", payload: { text: "${text}" } }); done();`;
  const folder = await skillFolder({ name: "lantern", script: says("one") });
  const campaign = await smallCampaign(join(await tempFolder(), "strap"));
  const engine = await engineOn(await tempFolder(), { devSkills: [folder] });
  expect(engine.skills.show("lantern")).toMatchObject({ origin: "dev", state: "ready" });
  const story = await engine.play(campaign, { seed: "1" });
  const textsIn = (events: Awaited<ReturnType<typeof collect>>): unknown[] =>
    events.flatMap((event) => (event.type === "note" ? [event.payload["text"]] : []));
  const opening = await collect(story.begin());
  expect(textsIn(opening)).toEqual(["one"]);
  expect(noticesIn(opening)).toEqual([]);
  const script = join(folder, "lantern", "scripts", "run.mjs");
  await writeFile(
    script,
    `const say = (event) => console.log(JSON.stringify({ version: "0", ...event }));
const done = () => say({ type: "done", ok: true });
${says("two")}
`,
  );
  await vi.waitFor(
    async () => {
      const turn = await collect(story.choose(1));
      expect(textsIn(turn)).toEqual(["two"]);
      expect(noticesIn(turn)).not.toContain("skill_waiting");
    },
    { timeout: 60_000, interval: 500 },
  );
}, 240_000);
