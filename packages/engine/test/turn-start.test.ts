// SPEC.md EN910, EN3471, EN3500 and EN5300: the start of a turn in steps, what a beat's choice changes, and who may be spoken of before a beat.
import { join } from "node:path";
import { indexStory } from "@narratoria/narrator";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { readCampaign } from "../src/read-campaign.js";
import { Remembered } from "../src/story/remembered.js";
import { guideOf, hostOf, startingTurn, startTurn } from "../src/story/turn-start.js";
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

it("[EN3471] a choice of a beat changes what its author says comes of it, unless it fails", async () => {
  const beats = [
    {
      id: "beat_001",
      title: "The Book",
      description:
        "Somebody holds out the book on the stairs. The player must choose whether to take the book, or make them ask twice.",
      consequences: ["Took the book: Mill House +1", "Made them ask twice: River Guild -1"],
    },
  ];
  const files = { "plot/beats.json": JSON.stringify({ beats }) };
  const { campaign, reading } = await readCampaign(await smallCampaign(join(await tempFolder(), "book"), files));
  const story = { campaign, mined: indexStory(reading), seed: "1", head: null, player: undefined };
  const changesOf = (text: string) => {
    const bind = { beat: "beat_001", text };
    const slot: ChoiceSlot = { id: "c1", verb: "decide", class: "act", bind, tags: [], sources: [], label: text, text };
    return startTurn({ ...story, remembered: new Remembered() }, slot).changes;
  };
  const done = [{ kind: "world", path: "mill_house", value: "+1" }];
  expect(changesOf("take the book")).toEqual({ none: done, success: done, partial: done, fail: [] });
  expect(changesOf("read the wall")).toBeUndefined();
});

it.each([
  ["Osk sits at the bench. He wants a word.", "mill", "osk"],
  ["Osk sits at the bench.", "", "osk"],
  ["Osk sits at the bench.", "inn", undefined],
  ["An old man sits at the bench. He is Osk, he says.", "", undefined],
  ["You find a blanket, and Osk under it.", "", undefined],
  ["In the bed, with his hands in bandages, is Osk Varga.", "", undefined],
  ["The door opens and Osk comes in.", "", undefined],
  ["He receives you at the bench.", "", "osk"],
])("[EN3500] has a host or none: %s (%s)", (told, place, host) => {
  const osk = { name: "Osk Varga", short: "Osk", speech: "words", kind: "human" } as const;
  const people = new Map([["osk", osk]]);
  const beat = { people: ["osk"], told: [told], place: "mill" };
  const state = { people: { osk: { place, alive: true } } };
  expect(hostOf({ people }, beat, state)).toBe(host);
  expect(hostOf({ people }, beat, { people: { osk: { place, alive: false } } })).toBeUndefined();
});

it("[EN5300] has a guide to a beat who is here and named in it, and nobody who travels along anyway", () => {
  const osk = { id: "osk", name: "Osk Vane", short: "Osk", mobility: "walks", kind: "human" } as const;
  const people = new Map([["osk", osk]]);
  const beat = { people: ["osk"], told: ["Osk shows you the kiln."] };
  const state = (more: object) => ({ place: "yard", people: { osk: { place: "yard", ...more } } });
  expect(guideOf({ people }, beat, state({}))).toBe("osk");
  expect(guideOf({ people }, beat, state({ follows: true }))).toBeUndefined();
  expect(guideOf({ people }, beat, state({ place: "mill" }))).toBeUndefined();
  expect(guideOf({ people }, { ...beat, told: ["A man with a lantern is at the kiln."] }, state({}))).toBeUndefined();
});
