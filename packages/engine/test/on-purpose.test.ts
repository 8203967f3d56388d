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

const CAMPAIGN = fileURLToPath(new URL("../../../test/campaigns/the-borrowed-dragon", import.meta.url));
const SCENES = 60;
/** Critical beats that no other takes the place of. */
const BEFORE_THE_END = ["beat_001", "beat_003", "beat_009", "beat_010", "beat_011"];

it.each(["a-very-small-footnote", "overdue", "the-duchy-renewed"])(
  "[EN1022] comes to %s, after all beats that matter and by a choice that says so",
  async (goal) => {
    const dataDir = join(home, goal);
    const { scenes } = await walkStory({
      dataDir,
      campaign: CAMPAIGN,
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
