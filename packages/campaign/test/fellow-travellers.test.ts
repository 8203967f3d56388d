import { expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const HALTS = ["gate", "ford", "barn", "inn", "moor", "pass", "quay"];
const npcs = [person("Maud", "Alewife"), person("Hugh", "Smith"), person("Porter Gib", "Porter")];
const road = (premise: string, halts = HALTS) =>
  readSmall({
    npcs,
    premise,
    beats: halts.map((place, at) =>
      beat(`b${at}`, at < 5 ? "Maud walks ahead and laughs. Hugh says nothing." : "It rains.", {
        location: `The ${place}`,
        ...(at === 0 ? { description: "Maud walks ahead. Hugh says nothing. Gib shuts the gate." } : {}),
      }),
    ),
  })
    .reading.cast.filter(({ travels }) => travels === true)
    .map(({ called }) => called);

it("[CA3181] has those go along who set out together with the player, in a story that is a journey", () => {
  const premise = "At the gate stood others for the same road, and the gate being opened they went out together.";
  expect(road(premise)).toEqual(["Maud", "Hugh"]);
  expect(road(premise, ["gate", "ford", "barn", "gate", "moor", "pass", "quay"])).toEqual([]);
});

it("[CA5412] has those go along whom the beats have from the first on at one stop of a journey after the other", () => {
  const premise = "At the gate stood others for the same road.";
  expect(road(premise)).toEqual(["Maud", "Hugh"]);
  // Where the story comes back, it is no journey; and five stops may be five errands.
  expect(road(premise, ["gate", "ford", "barn", "gate", "moor", "pass", "quay"])).toEqual([]);
  expect(road(premise, ["gate", "ford", "barn", "moor", "pass"])).toEqual([]);
});

it.each([
  ["Maud and Hugh join the company", ["maud", "hugh"]],
  ["Maud joins you.", ["maud"]],
  ["Hugh goes with you from now on", ["hugh"]],
  ["Hugh goes with you as far as the gate", []],
  ["Maud does not join the company", []],
  ["Perhaps Maud joins the company", []],
])("[CA3180] whoever joins goes with the player: %s", (consequence, who) => {
  const { reading } = readSmall({
    npcs,
    beats: [beat("b1", "Maud laughs. Hugh nods.", { consequences: [consequence] })],
  });
  const opens = reading.beats[0]?.opens ?? [];
  expect(opens.flatMap(({ kind, npc }) => (kind === "follows" && npc !== undefined ? [npc] : []))).toEqual(who);
});

it.each([
  ["Maud is with the wagon from here on", ["maud"]],
  ["Maud rides with the column", ["maud"]],
  ["Hugh is with the wagon as far as the ford", []],
  ["Maud is with child", []],
])("[CA5779] whoever is with what carries the player goes with them: %s", (consequence, who) => {
  const { reading } = readSmall({
    npcs,
    beats: [beat("b1", "Maud laughs. Hugh nods.", { consequences: [consequence] })],
  });
  const opens = reading.beats[0]?.opens ?? [];
  expect(opens.flatMap(({ kind, npc }) => (kind === "follows" && npc !== undefined ? [npc] : []))).toEqual(who);
});
