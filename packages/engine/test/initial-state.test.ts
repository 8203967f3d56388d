import { fileURLToPath } from "node:url";
import { loadCampaign } from "@narratoria/campaign";
import type { Person } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { initialState, placeId } from "../src/story/initial-state.js";

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
    { matter },
  );
  expect(state).toMatchObject({
    place: "platform",
    clock: { minutes: 15 * 60 },
    player: { stats: Object.fromEntries(loaded.stats.map((stat) => [stat.name, stat.default])) },
    inventory: { "brass-tally": { name: "brass tally", count: 1 }, "a-pencil": { name: "a pencil" } },
    world: { known: { topics: { "odd-wheel": 0 } }, visited: { platform: 0 } },
  });
  expect(JSON.stringify(state)).not.toContain('"rope"');
});

it("[EN3320] knows nothing that a premise says to whoever runs the game alone", async () => {
  const loaded = await campaign();
  const premise = "You come to the odd wheel.\n\nGM: the rope was cut on the night of the fire.";
  const known = (opening?: readonly string[]) =>
    initialState({ ...loaded, premise }, { matter, ...(opening ? { opening } : {}) })["world"];
  expect(known(["You come to the odd wheel."])).toMatchObject({ known: { topics: { "odd-wheel": 0 } } });
  expect(JSON.stringify(known(["You come to the odd wheel."]))).not.toContain('"rope"');
  expect(known()).toMatchObject({ known: { topics: { "odd-wheel": 0, rope: 0 } } });
});

it("[EN4] gives the player what the premise says they have, where no template says", async () => {
  const loaded = { ...(await campaign()), playerTemplate: null };
  const state = initialState({ ...loaded, premise: "You have a tuning fork, an evening, and no time." }, { matter });
  expect(state.inventory).toEqual({ "tuning-fork": { name: "tuning fork", count: 1 } });
});

it("[EN651] calls a thing by what stands before its remark", async () => {
  const loaded = await campaign();
  const items = ["the pencils, since ink freezes", "the lent cup (mark of the Mill)", "a tin whistle"];
  const state = initialState(
    { ...loaded, playerTemplate: { starting_location: "the platform", starting_items: items } },
    { matter },
  );
  const names = Object.values(state.inventory as Record<string, { name: string }>).map(({ name }) => name);
  expect(names).toEqual(["the pencils", "the lent cup", "a tin whistle"]);
});

it("[EN4] opens at the hour that its author's calendar gives", async () => {
  const state = initialState(await campaign(), { matter, calendar: { days: 6, minutes: 23 * 60 } });
  expect(state).toMatchObject({ clock: { minutes: 23 * 60 } });
});

const someone = (id: string): Person => ({
  id,
  name: id,
  short: id,
  role: "",
  pronoun: null,
  plural: false,
  kind: "human",
  body: [],
  speech: "words",
  mobility: "walks",
  presentFrom: "start",
  home: "bore",
  props: [],
  style: [],
  motives: [],
  relations: [],
  lines: [],
  catchphrases: [],
  topics: [],
  inventory: [],
});

it("[EN544] whom the premise names and the first beat has where the story begins, is there when it begins", async () => {
  const loaded = { ...(await campaign()), playerTemplate: { starting_location: "the platform" } };
  const people = [someone("osk"), someone("ada"), someone("ben")];
  const first = { id: "b1", title: "One", told: [], decisions: [], dialogue: [], people: ["osk", "ada"], names: [] };
  const names = { keysIn: (text: string): string[] => (text.includes("Osk") ? ["npc:osk", "npc:ben"] : []) };
  const start = (place: string) =>
    initialState(loaded, {
      matter: { ...matter, people },
      names,
      opening: ["Osk is with you.", "Ben is not."],
      beats: new Map([["b1", { ...first, place }]]),
    });
  expect(start("platform")).toMatchObject({
    people: { osk: { place: "platform" }, ada: { place: "bore" }, ben: { place: "bore" } },
    storybook: { named: { "npc:osk": 0, "npc:ben": 0 } },
  });
  expect(start("bore")).toMatchObject({ people: { osk: { place: "bore" } } });
});

it("[EN4] knows a place by its name with or without article, and not by a part of it", () => {
  expect(placeId("The Bore", matter)).toBe("bore");
  expect(placeId("Platform", matter)).toBe("platform");
  expect(placeId("the plat", matter)).toBeUndefined();
  expect(placeId(undefined, matter)).toBeUndefined();
});

it("[EN351] has nobody about who comes with a beat, or never", async () => {
  const person = (id: string, presentFrom: string): Person => ({ ...someone(id), presentFrom });
  const people = [person("osk", "start"), person("ada", "beat_003"), person("old", "never")];
  expect(initialState(await campaign(), { matter: { ...matter, people } }).people).toMatchObject({
    osk: { place: "bore" },
    ada: { place: "" },
    old: { place: "" },
  });
});

it("[EN840] has whoever travels with the player beside them from the start", async () => {
  const loaded = { ...(await campaign()), playerTemplate: { starting_location: "the platform" } };
  const people = [{ ...someone("osk"), travels: true as const }, someone("ada")];
  expect(initialState(loaded, { matter: { ...matter, people } })).toMatchObject({
    place: "platform",
    people: { osk: { place: "platform", follows: true }, ada: { place: "bore" } },
  });
});

it("[EN841] has nobody about whom a beat is to bring in", async () => {
  const people = [{ ...someone("osk"), enters: "b2" }];
  expect(initialState(await campaign(), { matter: { ...matter, people } })).toMatchObject({
    people: { osk: { place: "", since: 0 } },
  });
});

it("[EN2113] has the stats of people that are numbers, and their temper", async () => {
  const loaded = await campaign();
  const person: Person = {
    id: "osk",
    name: "Osk",
    short: "Osk",
    role: "carrier",
    pronoun: "he",
    home: "bore",
    props: [],
    style: [],
    motives: [],
    relations: [],
    lines: [],
    catchphrases: [],
    topics: [],
    inventory: [],
    kind: "human",
    plural: false,
    body: [],
    speech: "words",
    mobility: "walks",
    presentFrom: "start",
  };
  const profile = {
    name: "Osk",
    role: "carrier",
    personality: { traits: ["tall"], virtues: ["forgiving"] },
    stats: { strength: 16, mood: "sour" },
  };
  const state = initialState(
    { ...loaded, npcs: [{ id: "osk", profile }] },
    { matter: { ...matter, people: [person] } },
  );
  expect(state.people).toMatchObject({ osk: { stats: { strength: 16 }, temper: { ill: 0.5 } } });
  expect(JSON.stringify(state.people)).not.toContain("sour");
});
