import { fileURLToPath } from "node:url";
import { loadCampaign } from "@narratoria/campaign";
import { expect, it } from "vitest";
import { initialState, placeId, statsOf } from "../src/initial-state.js";

const matter = {
  facts: [],
  topics: [
    { id: "odd-wheel", np: "the odd wheel", plural: false, facts: [] },
    { id: "rope", np: "the rope", plural: false, facts: [] },
  ],
  places: [
    { id: "bore", name: "the Bore", indoor: true, sentences: [], props: [] },
    { id: "platform", name: "the Platform", indoor: false, sentences: [], props: [] },
  ],
  people: [],
};
const campaign = async () => {
  const { campaign: loaded } = await loadCampaign(
    fileURLToPath(new URL("../../../campaigns/one-wheel-over/", import.meta.url)),
  );
  if (!loaded) throw new Error("the bundled campaign does not load");
  return loaded;
};

it("[EN4] starts where, when and with what the campaign says, knowing what its premise names", async () => {
  const loaded = await campaign();
  const state = initialState(
    { ...loaded, playerTemplate: { starting_location: "the platform", starting_items: ["brass tally", "a pencil"] } },
    matter,
  );
  expect(state).toMatchObject({
    place: "platform",
    clock: { minutes: 15 * 60 },
    inventory: { "brass-tally": { name: "brass tally", count: 1 }, "a-pencil": { name: "a pencil" } },
    world: { known: { topics: { "odd-wheel": 0 } }, visited: { platform: 0 } },
  });
  expect(JSON.stringify(state)).not.toContain('"rope"');
});

it("[EN4] takes stats from the schema, bounds from the template, and six common ones where there is neither", async () => {
  const loaded = await campaign();
  const manifest = {
    ...loaded.manifest,
    stat_schema: [
      { name: "ear", min: 1, max: 10 },
      { name: "hand", default: 40 },
    ],
  };
  const playerTemplate = { starting_stats: { attributes: [{ name: "ear", default: 9 }] } };
  expect(statsOf({ ...loaded, manifest, playerTemplate })).toEqual([
    { name: "ear", min: 1, max: 10, default: 9 },
    { name: "hand", min: 1, max: 20, default: 20 },
  ]);
  const { stat_schema: _schema, ...plain } = loaded.manifest;
  expect(statsOf({ ...loaded, manifest: plain, playerTemplate: null }).map(({ name }) => name)).toEqual([
    "strength",
    "dexterity",
    "intelligence",
    "charisma",
    "stealth",
    "perception",
  ]);
});

it("[EN4] knows a place by its name with or without article, and not by a part of it", () => {
  expect(placeId("The Bore", matter)).toBe("bore");
  expect(placeId("Platform", matter)).toBe("platform");
  expect(placeId("the plat", matter)).toBeUndefined();
  expect(placeId(undefined, matter)).toBeUndefined();
});
