// SPEC.md CA6560: what somebody's profile has of a stat, beside the campaign's own bounds for it.
import { expect, it } from "vitest";
import { checkCampaign, type Problem, readStory } from "../src/index.js";
import { type Files, load, profile } from "./campaign-folder.js";

const withEars = (ears: unknown, schema: object[] | undefined): Files => ({
  "manifest.json": { title: "Halt", version: "1.0.0", author: "a", ...(schema && { stat_schema: schema }) },
  "characters/npcs/osk/profile.json": profile("Osk Barrow", { stats: { Ears: ears } }),
});
const EARS = [{ name: "ears", min: 2, max: 12, default: 6 }];

async function ofStats(files: Files): Promise<Problem[]> {
  const { campaign } = await load(files);
  const problems = await checkCampaign(campaign, readStory(campaign));
  return problems.filter(({ file, code }) => file.endsWith("osk/profile.json") && code === "out_of_range");
}

it.each([13, 1])("[CA6560] %i of a stat from 2 to 12 is told of, with its bounds", async (ears) => {
  expect(await ofStats(withEars(ears, EARS))).toMatchObject([
    {
      code: "out_of_range",
      severity: "warning",
      message: expect.stringMatching(new RegExp(`"Ears" is ${ears}.* from 2 to 12`)),
    },
  ]);
});

it.each([2, 12])("[CA6560] %i of it is not", async (ears) => {
  expect(await ofStats(withEars(ears, EARS))).toEqual([]);
});

it("[CA6560] nor is any where the campaign has no stats of its own", async () => {
  expect(await ofStats(withEars(99, undefined))).toEqual([]);
});
