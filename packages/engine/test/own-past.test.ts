// SPEC.md EN2800 to EN2805: who the player is, from the first scene on.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ruledOut } from "@narratoria/campaign";
import { createRandom } from "@narratoria/protocol/random";
import { describe, expect, it } from "vitest";
import type { PlayerCharacter, SceneEvent } from "../src/index.js";
import { createPlayer } from "../src/story/player-character.js";
import { firstRegards, placedPast, regardIn, standingLost } from "../src/story/player-past.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const TEMPLATE = {
  allowed_races: [{ name: "Human", traits: ["diplomatic"] }, { name: "Ghost" }],
  allowed_classes: [
    { name: "Diver", description: "You go where others do not.", abilities: ["stubborn under water", "finds things"] },
    {
      name: "Listener",
      description: "People talk to you.",
      abilities: ["is told things"],
      restrictions: ["begins out of favour with the Pilots"],
    },
  ],
  allowed_backgrounds: [
    {
      name: "Lamp family",
      description: "You grew up under the harbour lamp, and your people cleaned it.",
      starting_items: ["lamp rag"],
      starting_relationships: {
        hanne: "Knew your mother, and is fond of you",
        odd: "Failed you at the pilots' table",
        sunna: "Remembers you on the stair",
      },
    },
    {
      name: "Salvage crew",
      description: "You raised the Gudrun from the reef.",
      starting_items: ["brass shackle"],
      starting_relationships: {
        odd: "Owes you a life",
        hanne: "Signed your papers",
        jens: "Wants to hear what you saw below",
      },
    },
  ],
  constraints: { must_be_human: true },
};

/** Pages of lore: a topic, and what is known of it. */
const LORE: readonly (readonly [topic: string, ...facts: string[]])[] = [
  [
    "The harbour lamp",
    "was lit first in the year of the storm",
    "has glass from across the sound",
    "has never gone out",
  ],
  ["The Gudrun", "sank on the reef with her lights on", "had two bells", "lost her captain"],
  ["The reef", "shows itself at the lowest tide", "holds three boats", "is left to the gulls"],
  ["The ledger", "has every boat in it", "lies under the window", "lacks a page"],
  ["The storm", "came from the north without a warning", "took the old mole", "is remembered every winter"],
  ["The fog bell", "rings by itself on still nights", "was cast from cannon", "hangs over the mole"],
  ["The salt store", "has been locked since the autumn", "smells of rope", "belongs to nobody"],
  ["The toll", "is paid in fish by the older boats", "was doubled after the storm", "goes to the county"],
  ["The drowned road", "runs out from the lamp house at low water", "was paved by monks", "is walked once a year"],
  ["The pilots", "keep to their own table", "swear by the drowned road", "have never lost a boat by day"],
];

const person = (name: string, role: string, rest: object) => ({
  name,
  role,
  personality: { traits: ["plain"] },
  motivations: ["To keep the harbour open"],
  ...rest,
});

async function harbour(): Promise<string> {
  const dir = join(await tempFolder(), "harbour");
  const files: Readonly<Record<string, string>> = {
    "manifest.json": JSON.stringify({ title: "The Harbour Lamp", version: "1.0.0" }),
    "world/setting.md":
      "# The harbour\n\nThe harbour lies under the cliff, and in it the boats knock together. The quay of the harbour is of black stone.\n\n# The lamp house\n\nThe lamp house stands at the end of the mole. Its stair has ninety steps. The lamp is cleaned every morning.\n\n# The salt store\n\nThe salt store leans over the water on oak posts. A scale hangs in its door.\n",
    "characters/npcs/hanne/profile.json": JSON.stringify(
      person("Hanne Voss", "Harbour-master", {
        speech_patterns: { style: "short", examples: ["Boats first, talk after.", "The ledger does not forget."] },
        background: "She lives at the harbour.",
      }),
    ),
    "characters/npcs/odd/profile.json": JSON.stringify(
      person("Odd Lund", "Pilot", {
        speech_patterns: { style: "slow", examples: ["I know that reef by its smell.", "Nobody asked the pilots."] },
        background: "He lives at the harbour.",
      }),
    ),
    "characters/npcs/sunna/profile.json": JSON.stringify(
      person("Sunna Berg", "Lamp keeper", {
        speech_patterns: { style: "low", examples: ["Ninety steps, and none of them mine.", "Fog is only slow rain."] },
        background: "She lives at the lamp house.",
      }),
    ),
    "characters/npcs/jens/profile.json": JSON.stringify(
      person("Jens Ro", "Boy", {
        speech_patterns: { style: "quick", examples: ["I saw it first.", "The bell did it by itself."] },
        background: "He lives at the salt store.",
      }),
    ),
    ...Object.fromEntries(
      LORE.map(([topic, ...facts], at) => [
        `lore/page-${at}.md`,
        `# ${topic}\n\n${facts.map((fact) => `${topic} ${fact}.`).join(" ")}\n`,
      ]),
    ),
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          id: "beat_001",
          title: "The cut page",
          description: "Hanne shows you the ledger, in which a page is cut out.",
          conditions: { scene_count: { min: 6 } },
          location: "The harbour",
        },
      ],
    }),
    "characters/player/template.json": JSON.stringify({ ...TEMPLATE, starting_location: "The harbour" }),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  return dir;
}

const made = (wanted: PlayerCharacter, template: object = TEMPLATE) =>
  createPlayer({ stats: [], playerTemplate: template }, wanted);

describe("a character", () => {
  it("[EN2800] has a past with sources where the player says who they are, and none else", () => {
    expect(made({})).toMatchObject({ past: [], restrictions: [] });
    const { past, restrictions } = made({
      race: "Human",
      class: "Listener",
      background: "Lamp family",
      answers: { "Whom do you owe?": "My brother" },
    });
    expect(past).toEqual([
      { kind: "trait", of: "Human", text: "diplomatic" },
      { kind: "class", of: "Listener", text: "People talk to you." },
      { kind: "ability", of: "Listener", text: "is told things" },
      {
        kind: "background",
        of: "Lamp family",
        text: "You grew up under the harbour lamp, and your people cleaned it.",
      },
      { kind: "thing", of: "Lamp family", text: "lamp rag" },
      { kind: "relationship", of: "Lamp family", npc: "hanne", text: "Knew your mother, and is fond of you" },
      { kind: "relationship", of: "Lamp family", npc: "odd", text: "Failed you at the pilots' table" },
      { kind: "relationship", of: "Lamp family", npc: "sunna", text: "Remembers you on the stair" },
      { kind: "answer", of: "Whom do you owe?", text: "My brother" },
    ]);
    expect(restrictions).toEqual(["begins out of favour with the Pilots"]);
  });

  it("[EN3210] that answers questions answers all that the template requires", () => {
    const template = { ...TEMPLATE, required_attributes: ["name", "Class", "what you are after"] };
    const refused = (wanted: PlayerCharacter) => expect(() => made(wanted, template));
    refused({ name: "Ada", class: "Diver", answers: { "Whom do you owe?": "Nobody" } }).toThrow(
      expect.objectContaining({
        code: "no_such_character",
        message: "This story needs to know more of who you are: what you are after.",
      }),
    );
    refused({ name: " ", answers: { "What you are after": "Salt", "Whom do you owe?": "Nobody" } }).toThrow(
      /: name, Class\.$/,
    );
    for (const wanted of [
      {},
      { name: "Ada" },
      { class: "Diver" },
      { name: "Ada", class: "Diver", answers: { "what you are after ": "Salt" } },
      { answers: { "In my own words": "I am Ada, and I dive for salt." } },
      { answers: { "Whom do you owe?": "  " } },
    ])
      refused(wanted).not.toThrow();
  });

  it("[EN3211] has the themes of the template in its past, where it has one, and has heard of nothing for that", async () => {
    const template = { ...TEMPLATE, themes: ["what a page of the ledger is worth", "storms that nobody speaks of"] };
    expect(made({ name: "Ada" }, template).past).toEqual([]);
    expect(made({ class: "Diver" }, template).past.slice(-2)).toEqual([
      { kind: "theme", text: "what a page of the ledger is worth" },
      { kind: "theme", text: "storms that nobody speaks of" },
    ]);
    const dir = await harbour();
    await writeFile(
      join(dir, "characters/player/template.json"),
      JSON.stringify({ ...template, starting_location: "The harbour" }),
    );
    const engine = await engineOn(await tempFolder());
    const story = await engine.play(dir, { seed: "4" });
    await collect(story.begin({ character: { class: "Diver" } }));
    const { player, world } = await story.state();
    expect(player).toMatchObject({
      past: expect.arrayContaining([
        { kind: "theme", text: "what a page of the ledger is worth", names: ["topic:cut-page", "topic:ledger"] },
        { kind: "theme", text: "storms that nobody speaks of", names: ["topic:storm"] },
      ]) as unknown,
    });
    expect(JSON.stringify(world)).not.toMatch(/"topics":\{[^}]*(?:ledger|storm)/);
  });

  it("[EN2803] rules out what is no human, what has magic, and every background but a fixed one", () => {
    const template = {
      allowed_races: [{ name: "Human" }, { name: "Ghost" }],
      allowed_classes: [{ name: "Clerk" }, { name: "Wizard" }, { name: "Healer", abilities: ["casts a spell"] }],
      allowed_backgrounds: [{ name: "Miller" }, { name: "Squire" }],
    };
    expect(ruledOut(template)).toEqual({ race: [], class: [], background: [] });
    const constraints = { must_be_human: true, no_magic: true, fixed_background: "squire" };
    expect(ruledOut({ ...template, constraints })).toEqual({
      race: ["Ghost"],
      class: ["Wizard", "Healer"],
      background: ["Miller"],
    });
    // A background that the list does not have rules out nothing.
    expect(ruledOut({ ...template, constraints: { fixed_background: "Baker" } }).background).toEqual([]);
  });

  it("[EN2803] cannot be what the constraints rule out, and is what all are", () => {
    expect(() => made({ race: "Ghost" })).toThrow('no people called "Ghost"');
    const custom = { ...TEMPLATE, constraints: { custom: ["has never met Odd"] } };
    expect(made({ class: "Diver" }, custom).restrictions).toEqual(["has never met Odd"]);
    expect(made({}, custom).restrictions).toEqual([]);
    const fixed = { ...TEMPLATE, constraints: { fixed_background: "Salvage crew" } };
    expect(() => made({ background: "Lamp family" }, fixed)).toThrow("no past called");
    expect(made({}, fixed).about).toEqual({ background: "Salvage crew" });
  });

  it.each([
    ["Knew your mother, and is fond of you", 20],
    ["stood godfather to you", 40],
    ["Failed you with visible regret", -20],
    ["Has never forgave you: blames you for the fire", -40],
    ["Sat in the same row", 0],
  ])("[EN2801] %j begins with a feeling of %i", (text, feeling) => {
    expect(regardIn(text)).toBe(feeling);
    const past = placedPast(
      [{ kind: "relationship", npc: "Odd", of: "X", text }],
      { people: [someone("odd", "Odd Lund")], topics: [] },
      () => [],
    );
    expect(firstRegards(past, [someone("odd", "Odd Lund")]).get("odd")?.feeling ?? 0).toBe(feeling);
  });

  it("[EN2802] is out of favour with the faction that a restriction names", () => {
    expect(standingLost(["begins out of favour with the Guild"], "The Guild")).toBe(35);
    expect(standingLost(["Tidewatch -1 at start"], "Tidewatch")).toBe(35);
    expect(standingLost(["begins out of favour with the Guild"], "Well-Keepers")).toBe(0);
    expect(standingLost(["is known to the Guild"], "The Guild")).toBe(0);
  });
});

const someone = (id: string, name: string) => ({
  id,
  name,
  short: name.split(" ")[0] ?? name,
  role: "",
  pronoun: null,
  plural: false,
  kind: "human" as const,
  body: [],
  speech: "words" as const,
  mobility: "walks" as const,
  presentFrom: "start",
  home: "",
  props: [],
  style: [],
  motives: [],
  relations: [],
  lines: [],
  catchphrases: [],
  topics: [],
  inventory: [],
});

const TURNS = 20;

async function played(dir: string, character: PlayerCharacter, seed = "3"): Promise<readonly SceneEvent[]> {
  const engine = await engineOn(await tempFolder(), { residentScripts: true });
  const story = await engine.play(dir, { seed });
  const random = createRandom(seed);
  const scenes = [sceneIn(await collect(story.begin({ character })))];
  while (scenes.length <= TURNS && story.scene?.ended === false)
    scenes.push(sceneIn(await collect(story.choose(1 + random.int(story.scene.choices.length)))));
  await engine.close();
  return scenes;
}

/** Of what each of two players is offered, how much the other is not and says that it is for who they are. */
async function shareOfTheirOwn(
  dir: string,
  seeds: readonly string[],
  two: readonly [PlayerCharacter, PlayerCharacter],
) {
  // One story alone may turn on something else: several of each are counted together.
  const stories = async (character: PlayerCharacter): Promise<readonly SceneEvent[]> =>
    (await Promise.all(seeds.map((seed) => played(dir, character, seed)))).flat();
  const [one, other] = [await stories(two[0]), await stories(two[1])];
  const share = (own: readonly SceneEvent[], theirs: readonly SceneEvent[]): number => {
    const others = new Set(theirs.flatMap(({ choices }) => choices.map(({ text }) => text)));
    const all = own.flatMap(({ choices }) => choices);
    const isTheirOwn = ({ text, sources }: SceneEvent["choices"][number]): boolean =>
      !others.has(text) && sources.some(({ kind }) => kind === "player");
    return all.filter(isTheirOwn).length / all.length;
  };
  return [share(one, other), share(other, one)];
}

describe("a story", () => {
  it("[EN2804] knows from the start what the player's past names, and whom it has to do with", async () => {
    const engine = await engineOn(await tempFolder());
    const story = await engine.play(await harbour(), { seed: "3" });
    await collect(story.begin({ character: { class: "Diver", background: "Lamp family" } }));
    expect(await story.state()).toMatchObject({
      people: { hanne: { feeling: 20 }, odd: { feeling: -20, because: { scene: 0 } } },
      world: { known: { topics: { "harbour-lamp": 0 } } },
      player: {
        past: expect.arrayContaining([expect.objectContaining({ npc: "hanne" })]) as unknown,
      },
    });
  });

  it("[EN2805] offers two unlike players otherwise, and says that it is for who they are", async () => {
    const diver = { class: "Diver", background: "Salvage crew" };
    const listener = { class: "Listener", background: "Lamp family" };
    for (const share of await shareOfTheirOwn(await harbour(), ["3", "4", "5", "6"], [diver, listener]))
      expect(share).toBeGreaterThanOrEqual(1 / 3);
  });

  it("[EN5001] offers them otherwise where nothing in the campaign speaks of what they are", async () => {
    const dir = fileURLToPath(new URL("../../../test/campaigns/the-salt-ledger", import.meta.url));
    const auditor = { class: "Auditor", background: "Canal child" };
    const hand = { class: "New hand", background: "Seminary leaver" };
    for (const share of await shareOfTheirOwn(dir, ["5", "6", "7", "8"], [auditor, hand]))
      expect(share).toBeGreaterThanOrEqual(1 / 3);
  });
});
