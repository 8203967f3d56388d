import { fileURLToPath } from "node:url";
import { type Campaign, loadCampaign } from "@narratoria/campaign";
import { expect, it } from "vitest";
import { createPlayer, type PlayerCharacter } from "../src/story/player-character.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

async function bundled(): Promise<Campaign> {
  const { campaign } = await loadCampaign(
    fileURLToPath(new URL("../../../campaigns/one-wheel-over/", import.meta.url)),
  );
  if (!campaign) throw new Error("the bundled campaign does not load");
  return campaign;
}

it("[EN42] is as the campaign has it where the player says nothing", async () => {
  const campaign = await bundled();
  expect(createPlayer(campaign)).toEqual({
    name: "",
    stats: Object.fromEntries(campaign.stats.map((stat) => [stat.name, stat.default])),
    traits: [],
    items: ["brass tally", "count lamp"],
    about: {},
    past: [],
    restrictions: [],
  });
  expect(createPlayer({ stats: [], playerTemplate: null })).toEqual({
    name: "",
    stats: {},
    traits: [],
    items: [],
    about: {},
    past: [],
    restrictions: [],
  });
});

it("[EN42] is a ready-made one, with what the player says going before", async () => {
  const player = createPlayer(await bundled(), {
    preset: "the calf come home",
    name: "  Wren\u0007\nAshdown ",
    background: "Clerk of the late Transmontane",
    stats: { charisma: 14 },
    answers: { age: " 31 ", "Who taught you to count?": "" },
  });
  expect(player).toMatchObject({
    name: "Wren Ashdown",
    traits: ["warm", "stubborn"],
    items: ["brass tally", "count lamp", "railway pocket rule", "luggage label with your name"],
    about: { class: "Counts by ear", background: "Clerk of the late Transmontane", age: "31" },
  });
  expect(player.about).not.toHaveProperty("Who taught you to count?");
  expect(player.stats).toMatchObject({ strength: 11, charisma: 14 });
});

it("[EN1133] ready-made keeps what it is, also where the lists do not have it", async () => {
  const campaign = await bundled();
  const presets = [
    {
      name: "The Clerk",
      race: "Bargee",
      class: "clerk",
      background: "The bank",
      stats: { charisma: 18, strength: 18 },
    },
  ];
  const template = { ...campaign.playerTemplate, allowed_classes: [{ name: "Clerk" }], presets };
  const { about, stats } = createPlayer({ ...campaign, playerTemplate: template }, { preset: "The Clerk" });
  expect(stats).toMatchObject({ charisma: 18, strength: 18 });
  expect(about).toEqual({ race: "Bargee", class: "Clerk", background: "The bank" });
  expect(() => createPlayer({ ...campaign, playerTemplate: template }, { class: "Bargee" })).toThrow("no calling");
});

it.each<[PlayerCharacter, RegExp]>([
  [{ preset: "The mayor" }, /no ready-made character called "The mayor"/],
  [{ class: "Counts by nose" }, /no calling called "Counts by nose"/],
  [{ background: "Orphan" }, /no past called "Orphan"/],
  [{ race: "Elf" }, /no people called "Elf"/],
  [{ stats: { luck: 3 } }, /no stat called "luck"/],
  [{ stats: { charisma: 19 } }, /charisma goes from 5 to 18/],
  [{ stats: { charisma: 9.5 } }, /9\.5 is outside/],
  [{ stats: { charisma: 12 } }, /come to 67 points, and there are 66/],
])("[EN42] is refused where the template does not have it: %j", async (wanted, message) => {
  const campaign = await bundled();
  expect(() => createPlayer(campaign, wanted)).toThrow(
    expect.objectContaining({ code: "no_such_character", message: expect.stringMatching(message) as string }),
  );
});

it("[EN42] is kept by the story from its opening on, and asked for no more", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play("one-wheel-over", { seed: "1" });
  expect(story.template?.presets).toHaveLength(3);
  expect(() => story.begin({ character: { preset: "nobody" } })).toThrow(
    expect.objectContaining({ code: "no_such_character" }),
  );
  const opening = sceneIn(await collect(story.begin({ character: { preset: "The exact counter", name: "Wren" } })));
  expect(opening.beside).toMatchObject({
    you: ["Wren", "intelligence 15, perception 15", "careful", "patient"],
    carrying: ["brass tally", "count lamp", "second pencil"],
  });
  expect(story.template).toBeNull();
  await engine.close();
  const again = await (await engineOn(dataDir)).play("one-wheel-over");
  expect(again.template).toBeNull();
  expect(sceneIn(await collect(again.begin({ character: { name: "Somebody else" } }))).beside?.you?.[0]).toBe("Wren");
});
