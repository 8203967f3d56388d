// SPEC.md CA3202 to CA3204: what somebody is called, and what they are to others.
import { expect, it } from "vitest";
import { readStory } from "../src/index.js";
import { load, profile } from "./campaign-folder.js";

const castOf = async (npcs: Record<string, object>, setting = "") => {
  const files = Object.fromEntries(
    Object.entries(npcs).map(([id, one]) => [`characters/npcs/${id}/profile.json`, one]),
  );
  const { campaign } = await load({ ...files, "world/setting.md": setting });
  return readStory(campaign).cast;
};

it.each([
  [
    "The Bailessa closes the gate at dusk. Nobody argues with the Bailessa, and the Bailessa argues with nobody.",
    "the Bailessa",
  ],
  ["Ruta closes the gate at dusk. Nobody argues with Ruta, and Ruta argues with nobody.", "Ruta"],
])("[CA3202] calls somebody by an office with its article where texts do: %s", async (setting, called) => {
  const [own] = await castOf({ ruta: profile("Bailessa Ruta Olm") }, setting);
  expect(own?.called).toBe(called);
});

it.each([
  [
    "Konrad Hals drowned. The tally of Hals was cut. Hals owed. Frau Agnes paid. Frau Agnes left. Then Frau Agnes rode. Frau Agnes wept.",
    "Frau Agnes",
  ],
  ["Hals owed much. The tally of Hals was cut. Here Hals paid. Frau Agnes left.", "Hals"],
])("[CA1663] calls nobody by a last name that texts give to somebody else: %s", async (setting, called) => {
  const text = setting.replace("Konrad Hals drowned.", "In the autumn Konrad Hals drowned.");
  const [own] = await castOf({ agnes: profile("Frau Agnes Hals") }, text);
  expect(own?.called).toBe(called);
});

it.each([
  ["Your aunt, the baker, not at home", "your aunt"],
  ["Sells weather in bottles", undefined],
  ["Security, and tonight the lift too", undefined],
  ["A man-at-arms walking in fetters", "the man-at-arms"],
  ["Overseer of the quay; sold the tin", "the overseer"],
  ["The king's body-slave and cup-bearer", "the king's body-slave"],
  ["Old Tom's widow", undefined],
  ["Tom's widow, owner of the rink", "Tom's widow"],
  ["The village GP, tonight at the radio", "the village GP"],
  ["The woman in the tan pickup; sister of the man who was killed", "the woman in the tan pickup"],
  ["A man nobody knows", undefined],
  ["HCA. Nineteen years here.", "the HCA"],
  ["Site manager. Beds.", "the site manager"],
  ["Old fencing master, keeper of the school", "the old fencing master"],
  ["Inspector Hawke's man", undefined],
  ["Body-shop kid who painted the cart", "the body-shop kid"],
  ["Malam (pilot and navigator)", "the pilot"],
  ["Bhandari (cook), of Calicut", "the cook"],
  ["Night Sister, in charge of the ward after nine", "the night sister"],
  ["Stores clerk, Store Four", "the stores clerk"],
  ["Assistant Officer (Rationalisation), of the County", "the assistant officer"],
])("[CA3204] says of %j that they are %s", async (role, epithet) => {
  const [own] = await castOf({ ada: { ...profile("Ada Wells"), role } });
  expect(own?.epithet).toBe(epithet);
  expect(own?.kind).toBe("human");
});

it.each([
  ["Temple of the Lady", "the Temple of the Lady"],
  ["Cafe across from Copper Court", "the cafe across from Copper Court"],
  ["Roadside", "the roadside"],
  ["Copper Court", "Copper Court"],
  ["Mouth of the Long Tunnel", "the mouth of the Long Tunnel"],
])("[CA3205] gives the name of a place its article: %s", async (location, called) => {
  const beats = [{ id: "beat_001", title: "Rain", description: "It rains.", location }];
  const { campaign } = await load({ "plot/beats.json": { beats } });
  expect(readStory(campaign).places.map((place) => place.called)).toContain(called);
});

it("[CA4302] gives the player's own place no article, and a part of a place its own", async () => {
  const beats = ["Your kitchen", "Head of the Long Stair, Landing 3"].map((location, at) => ({
    id: `beat_00${at + 1}`,
    title: "Rain",
    description: "It rains.",
    location,
  }));
  const { campaign } = await load({ "plot/beats.json": { beats } });
  const called = readStory(campaign).places.map((place) => place.called);
  expect(called).toContain("your kitchen");
  expect(called).toContain("the head of the Long Stair");
});

it.each([
  ["Once engaged to Octavia", undefined],
  ["No. 2 Station at the works", undefined],
  ["Last of the Corrows", "the last of the Corrows"],
])("[CA5792] says of %j that they are %s", async (role, epithet) => {
  const [own] = await castOf({ ada: { ...profile("Ada Wells"), role } });
  expect(own?.epithet).toBe(epithet);
});

it.each([
  [
    "Manager Of Mithering Athletic (And Of The Under-12s, Once)",
    "Manager of Mithering Athletic (and of the Under-12s, once)",
    "the manager",
  ],
  ["Groundsman Since 1983", "Groundsman since 1983", "the groundsman"],
  ["Queen Of The Tea Hut, Bar, Minutes And Raffle", "Queen of the Tea Hut, bar, minutes and raffle", "the queen"],
  ["Clerk to the Board of Trade", "Clerk to the Board of Trade", "the clerk"],
])("[CA5793] reads the role %j in sentence case", async (role, read, epithet) => {
  const [own] = await castOf({ ada: { ...profile("Ada Wells"), role } });
  expect(own).toMatchObject({ role: read, epithet });
});
