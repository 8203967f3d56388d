// SPEC.md EN910: the start of a turn in steps.
import { join } from "node:path";
import { indexStory } from "@narratoria/narrator";
import { expect, it } from "vitest";
import { readCampaign } from "../src/read-campaign.js";
import { Remembered } from "../src/story/remembered.js";
import { startingTurn, startTurn } from "../src/story/turn-start.js";
import { smallCampaign } from "./support/campaign.js";
import { tempFolder } from "./support/play.js";

it("[EN910] decides and gathers what a plan needs in steps as it does at once", async () => {
  const { campaign, reading } = await readCampaign(await smallCampaign(join(await tempFolder(), "strap")));
  const story = { campaign, mined: indexStory(reading), seed: "1", head: null, player: undefined };
  const standing = { ...story, remembered: new Remembered() };
  const starting = startingTurn(standing, null);
  let stops = 0;
  let step = starting.next();
  for (; !step.done; step = starting.next()) stops++;
  expect(stops).toBeGreaterThan(2);
  expect(step.value).toEqual(startTurn(standing, null));
});
