// Whoever means to reach an ending can: a campaign that was written without the program, played once for each of its endings.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getPath } from "@narratoria/protocol";
import { afterAll, expect, it } from "vitest";
import { walkStory } from "../src/testing.js";
import { sharedScripts } from "./support/play.js";

const home = mkdtempSync(join(tmpdir(), "narratoria-purpose-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const campaign = (name: string): string => fileURLToPath(new URL(`../../../test/campaigns/${name}`, import.meta.url));
const SCENES = 60;
/** Critical beats that no other takes the place of. */
const BEFORE_THE_END = ["beat_001", "beat_003", "beat_009", "beat_010", "beat_011"];

it.each(["a-very-small-footnote", "overdue", "the-duchy-renewed"])(
  "[EN1022] comes to %s, after all beats that matter and by a choice that says so",
  async (goal) => {
    const dataDir = join(home, goal);
    const { scenes } = await walkStory({
      dataDir,
      campaign: campaign("the-borrowed-dragon"),
      seed: "1",
      turns: SCENES,
      player: "seeker",
      goal,
      scripts: await sharedScripts(),
    });
    const last = scenes.at(-1);
    expect(last).toMatchObject({ ended: true, choice: { verb: "end", bind: { ending: goal } } });
    // Its own pages are read after all that must come before them.
    const told = BEFORE_THE_END.map((id) => getPath(last?.after ?? {}, `beats.${id}.state`));
    expect(told).toEqual(BEFORE_THE_END.map(() => "fired"));
  },
  120_000,
);

it("[EN5843] an ending that one of a beat's decisions leads to comes with that decision", async () => {
  const { scenes } = await walkStory({
    dataDir: join(home, "wells"),
    campaign: campaign("nine-wells"),
    seed: "1",
    turns: SCENES,
    player: "seeker",
    goal: "the-measured-well",
    scripts: await sharedScripts(),
  });
  const last = scenes.at(-1);
  expect(last?.ended).toBe(true);
  expect(last?.choice?.bind).toMatchObject({
    beat: "beat_014",
    text: "give the water to Nuriddin for the Guild's book",
  });
  expect(getPath(last?.after ?? {}, "world.end.ending")).toBe("the-measured-well");
  expect(last?.paragraphs.join(" ")).toContain("Nuriddin takes it");
}, 120_000);
