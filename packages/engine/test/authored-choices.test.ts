// SPEC.md EN1260 to EN1266: choices in their author's own words, from the files of a campaign to the state of a story.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonObject } from "@narratoria/protocol";
import type { Hook } from "@narratoria/protocol/story";
import type { CampaignChoice } from "@narratoria/campaign";
import { describe, expect, it } from "vitest";
import type { SceneEvent, Story } from "../src/index.js";
import {
  authoredHooks,
  type AuthoredMoment,
  changesOfChoice,
  endingHooks,
  momentAhead,
} from "../src/plot/authored-choices.js";
import type { BeatMoment } from "../src/plot/conditions.js";
import { changePatches } from "../src/plot/stage-beat.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

const choice = (text: string, more: Partial<CampaignChoice> = {}): CampaignChoice => ({
  text,
  tag: text.toLowerCase().replaceAll(" ", "-"),
  at: { file: "plot/choices.json", pointer: "/choices/0" },
  ...more,
});
const moment = (state: JsonObject = {}, more: Partial<BeatMoment> = {}): BeatMoment => ({
  scene: 4,
  state: { place: "mill", flags: {}, beats: {}, ...state },
  tags: [],
  placeOf: (one) => one.location,
  peopleOf: () => [],
  remembers: () => false,
  ...more,
});
const at = (state: JsonObject = {}, more: Partial<AuthoredMoment> = {}): AuthoredMoment => ({
  moment: moment(state),
  awaited: new Map(),
  placeId: (name) => name.toLowerCase(),
  ...more,
});
const offered = (choices: readonly CampaignChoice[], where = at()): string[] =>
  authoredHooks({ choices }, where).flatMap((hook) => (hook.kind === "tag" ? [hook.tag] : []));
const fired = (id: string, scene: number): JsonObject => ({ beats: { [id]: { state: "fired", scene } } });

describe("choices of the author's own", () => {
  it("[EN1260] are offered while their conditions hold, once unless they say otherwise", () => {
    const choices = [
      choice("Ring", { when: { custom: { expression: "noise < 2" } } }),
      choice("Look", { again: true }),
      choice("Run", { when: { player_choice: "ring" } }),
    ];
    expect(offered(choices, at({ world: { noise: 1 } }))).toEqual(["ring", "look"]);
    expect(offered(choices, at({ world: { noise: 1 }, flags: { ring: 2, look: 3 } }))).toEqual(["look", "run"]);
    expect(offered(choices, at({ world: { noise: 2 } }))).toEqual(["look"]);
  });

  it("[EN1260] of a beat are offered from its scene on until one of them has been taken", () => {
    const of = { kind: "beat" as const, id: "beat_001", title: "The Bell" };
    const choices = [choice("Ring", { of }), choice("Leave", { of }), choice("Look", { of, again: true })];
    expect(offered(choices)).toEqual([]);
    expect(offered(choices, at(fired("beat_001", 4)))).toEqual(["ring", "leave", "look"]);
    expect(offered(choices, at({ ...fired("beat_001", 2), flags: { ring: 3 } }))).toEqual(["look"]);
    const answers = (scene: number): unknown[] =>
      authoredHooks({ choices }, at(fired("beat_001", scene), { beat: scene === 4 ? "beat_001" : undefined })).map(
        (hook) => hook.kind === "tag" && hook.authored?.answers,
      );
    expect([answers(4)[0], answers(3)[0], answers(2)[0]]).toEqual([true, true, undefined]);
  });

  it("[EN1262] that wait for what this scene's choice changes are offered by how its roll comes out", () => {
    const taken = choice("Force the door", {
      roll: { stat: "strength" },
      then: { flags: { open: true } },
      fail: { world: { noise: "+1" } },
    });
    const choices = [
      taken,
      choice("Go in", { when: { player_choice: "open" } }),
      choice("Run", { when: { custom: { expression: "noise > 0" } } }),
      choice("Listen"),
    ];
    const changes = changesOfChoice(taken, () => undefined);
    const after = authoredHooks({ choices }, at({}, { taken, changes, rolled: true })).map(
      (hook) => hook.kind === "tag" && [hook.tag, hook.authored?.after],
    );
    expect(after).toEqual([
      ["go-in", ["success", "partial"]],
      ["run", ["fail"]],
      ["listen", undefined],
    ]);
  });

  it("[EN1263] show the way to where they can be done only when something waits for them", () => {
    const choices = [choice("Ring", { location: "Tower", with: "osk" })];
    const hook = (awaited: [string, boolean][]): Hook | undefined =>
      authoredHooks({ choices }, at({}, { awaited: new Map(awaited) }))[0];
    expect(hook([])).toMatchObject({ place: "tower", npc: "osk", authored: { onlyHere: true } });
    expect(hook([["ring", false]])).not.toHaveProperty("authored.onlyHere");
    expect(hook([["ring", true]])).toMatchObject({ presses: true });
  });

  it("[EN1264] of an ending stand for it, each in its own words, while it is in reach and they may be taken", () => {
    const of = { kind: "ending" as const, id: "sea", title: "The Sea" };
    const choices = [
      choice("Swim", { of }),
      choice("Sail", { of, when: { player_choice: "boat" } }),
      choice("Wait", { of: { ...of, id: "shore" }, when: { player_choice: "boat" } }),
    ];
    const hooks: Hook[] = ["sea", "shore", "hill"].map((ending) => ({ kind: "ending", ending, title: ending }));
    const words = (list: readonly Hook[], state: JsonObject = {}): unknown[] =>
      endingHooks({ choices }, list, { moment: moment(state) }).map((hook) =>
        hook.kind === "ending" ? [hook.ending, hook.text] : null,
      );
    expect(words(hooks)).toEqual([
      ["sea", "Swim"],
      ["hill", undefined],
    ]);
    expect(words(hooks, { flags: { boat: 1 } })).toEqual([
      ["sea", "Swim"],
      ["sea", "Sail"],
      ["shore", "Wait"],
      ["hill", undefined],
    ]);
    // A story that ends whatever is chosen keeps its last page.
    expect(words([{ kind: "ending", ending: "shore", title: "s", last: true }])).toEqual([["shore", undefined]]);
  });

  it("[EN2610] endings are looked at as things stand after the choice, unless a roll decides", () => {
    const taken = choice("Row", { then: { flags: { boat: true }, world: { at: "sea" } } });
    const changes = changesOfChoice(taken, (name) => name);
    const ahead = momentAhead(at({}, { taken, changes }));
    expect(ahead.state).toMatchObject({ flags: { row: 4, boat: true }, world: { at: "sea" } });
    const rolled = momentAhead(at({}, { taken, changes, rolled: true }));
    expect(rolled.state).toEqual(moment().state);
    expect(momentAhead(at()).state).toEqual(moment().state);
  });

  it("[EN1261] change flags, numbers, things, feelings, factions, people and beats", () => {
    const state: JsonObject = {
      place: "mill",
      world: { noise: 2 },
      inventory: { coin: { name: "coin", count: 3 }, rope: { name: "rope", count: 1 } },
      people: { osk: { place: "mill", feeling: 95, follows: true }, ann: { place: "inn" }, tom: { place: "" } },
      factions: { parish: 0 },
      beats: { beat_003: { state: "fired", scene: 1 } },
    };
    const of = choice("Ring", {
      then: {
        flags: { rung: true, quiet: false },
        world: { noise: "+1", "tide.level": "high" },
        items: { coin: -2, "the rope": -1, "a brass key": 2 },
        feelings: { osk: 20 },
        factions: { "The Parish": -15 },
        people: { osk: { place: "Inn" }, ann: { state: "dead" }, tom: { state: "here", follows: true } },
        due: ["beat_001", "beat_003"],
        closed: "beat_002",
      },
      fail: { world: { noise: "-1" } },
    });
    const changes = changesOfChoice(of, (name) => name.toLowerCase());
    expect(changes.partial).toEqual(changes.success);
    expect(changes.none).toEqual(changes.success);
    const end = changePatches(state, changes.success, 5);
    expect(end).toEqual([
      { flags: { rung: true } },
      { flags: { quiet: false } },
      { world: { noise: 3 } },
      { world: { tide: { level: "high" } } },
      { inventory: { coin: { name: "coin", count: 1 } } },
      { inventory: { rope: null } },
      { inventory: { "brass-key": { name: "brass key", count: 2 } } },
      { people: { osk: { feeling: 100 } } },
      { factions: { parish: -15 } },
      { people: { osk: { place: "inn", since: 5, follows: null } } },
      { people: { ann: { alive: false, follows: null } } },
      { people: { tom: { place: "mill", since: 5, alive: true, away: null, follows: true } } },
      { beats: { beat_001: { state: "due", scene: 5, forced: true } } },
      {},
      { beats: { beat_002: { state: "skipped", scene: 5 } } },
    ]);
    expect(changePatches(state, changes.fail, 5)).toEqual([{ world: { noise: 1 } }]);
  });
});

const LOCK: Readonly<Record<string, string | object>> = {
  "manifest.json": { title: "The Lock House", version: "1.0.0" },
  "world/setting.md":
    "# The canal\n\n## The lock house\n\nThe lock house stands between two gates. A lamp hangs over the door.\n\n## The cellar\n\nThe cellar lies under the lock house. Barrels stand along its wall.\n",
  "plot/premise.md": "You came to the lock house at dusk because the boats have stopped.\n",
  "characters/npcs/osk/profile.json": {
    name: "Osk Barrow",
    role: "lock keeper",
    personality: { traits: ["stubborn"] },
    appearance: "He wears a wet coat.",
    background: "Osk has kept the lock for thirty years. He lives in the lock house.",
    motivations: ["keep the gates shut"],
  },
  "plot/beats.json": {
    beats: [
      {
        id: "beat_001",
        title: "The shut gate",
        description: "Osk stands before the gate with the windlass in his hand and does not move aside.",
        location: "The lock house",
        conditions: { scene_count: { min: 1, max: 1 } },
        choices: [
          {
            text: "Take the windlass from Osk",
            with: "osk",
            roll: { stat: "strength", difficulty: "hard" },
            then: { told: "He lets go of it sooner than you thought.", items: { "the windlass": 1 } },
            partial: { told: "It comes free with half of his sleeve.", items: { "the windlass": 1 } },
            fail: { told: "He does not let go, and he laughs.", world: { bruises: "+1" } },
          },
          {
            text: "Ask Osk for one hour",
            tag: "one-hour",
            then: { told: "“One hour,” says Osk.", feelings: { osk: 10 }, due: "beat_002" },
          },
          { text: "“I will wait,” you say.", tag: "waits", then: { told: "He nods.", closed: "beat_002" } },
          { text: "Lift the hatch", then: { told: "It is dark below.", place: "The cellar" } },
        ],
      },
      {
        id: "beat_002",
        title: "The bell",
        description: "Far off a bell rings for the boats, and Osk lifts his head.",
        conditions: { custom: { expression: "false" } },
        skippable: true,
      },
    ],
  },
  "plot/choices.json": {
    choices: [
      {
        text: "Tap the barrels",
        location: "The cellar",
        then: { told: "The third one is empty, and a key lies in it.", flags: { "has-key": true } },
      },
      { text: "Turn the key over", when: { player_choice: "has-key" }, then: { told: "It has a number on it." } },
    ],
  },
  "plot/endings/boats.md":
    "---\ntitle: The Boats\nchoices:\n  - text: Step aboard\n    then: { told: You step aboard without looking round. }\n---\n\nThe boats go down to the sea in a row.\n",
};

async function begin(seed: string): Promise<Story> {
  const home = await tempFolder();
  for (const [path, content] of Object.entries(LOCK)) {
    await mkdir(dirname(join(home, "lock", path)), { recursive: true });
    await writeFile(join(home, "lock", path), typeof content === "string" ? content : JSON.stringify(content));
  }
  const engine = await engineOn(join(home, "data"));
  const story = await engine.play(join(home, "lock"), { seed });
  // The first beat is told with the premise. (rule EN2506)
  await collect(story.begin());
  return story;
}

const scene = (story: Story): SceneEvent => {
  if (story.scene === null) throw new Error("the story has not begun");
  return story.scene;
};
const texts = (story: Story): string[] => scene(story).choices.map(({ text }) => text);
async function take(story: Story, text: string): Promise<SceneEvent> {
  const chosen = scene(story).choices.find((one) => one.text === text);
  if (!chosen) throw new Error(`"${text}" is not among ${texts(story).join(" | ")}`);
  await collect(story.choose(chosen.id));
  return scene(story);
}
const told = ({ paragraphs }: SceneEvent): string => paragraphs.join(" ");

describe("a story with choices of the author's own", () => {
  it("[EN1265] offers all that a beat leaves to decide, tells the author's words and makes a beat due", async () => {
    const story = await begin("1");
    expect(texts(story).sort()).toEqual([
      "Ask Osk for one hour",
      "Lift the hatch",
      "Take the windlass from Osk",
      "“I will wait,” you say.",
    ]);
    const { choices } = scene(story);
    expect(choices.filter(({ odds }) => odds !== undefined).map(({ text }) => text)).toEqual([
      "Take the windlass from Osk",
    ]);
    expect(told(await take(story, "Ask Osk for one hour"))).toContain("“One hour,” says Osk.");
    expect(texts(story)).not.toContain("Lift the hatch");
    // The bell rings at the lock house: whoever goes elsewhere does not hear it.
    const stays = texts(story).find((text) =>
      /^(?:Ask|Bring|Speak|Offer|Show|Wait|Rest|Keep|Search|Go and stand|Tell|Let)\b/.test(text),
    );
    expect(told(await take(story, stays ?? ""))).toContain("Far off a bell rings for the boats");
  });

  it("[EN1265] takes the player where a choice leads, and offers what can be done there alone", async () => {
    const story = await begin("2");
    expect(texts(story)).not.toContain("Tap the barrels");
    const below = await take(story, "Lift the hatch");
    expect(below.location).toBe("The cellar");
    expect(told(below)).toContain("It is dark below.");
    expect(texts(story)).toContain("Tap the barrels");
    // What its flag opens follows in the same scene.
    const key = await take(story, "Tap the barrels");
    expect(told(key)).toContain("a key lies in it");
    expect(texts(story)).toContain("Turn the key over");
    expect(texts(story)).not.toContain("Tap the barrels");
  });

  it("[EN1265] tells what its author wrote of how the roll comes out, and changes that", async () => {
    const outcomes = new Map<string, string>();
    for (let seed = 1; seed <= 12 && outcomes.size < 2; seed++) {
      const story = await begin(`roll ${seed}`);
      const after = await take(story, "Take the windlass from Osk");
      outcomes.set(after.roll?.outcome === "fail" ? "fail" : "done", told(after));
      const has = after.situation?.carrying.some(({ name }) => name.endsWith("windlass")) ?? false;
      expect(has).toBe(after.roll?.outcome !== "fail");
    }
    expect(outcomes.get("fail")).toContain("He does not let go, and he laughs.");
    expect(outcomes.get("done")).toMatch(/sooner than you thought|half of his sleeve/);
  });

  it("[EN1266] comes to an ending by that ending's own choice, which is told first", async () => {
    const story = await begin("3");
    await take(story, "“I will wait,” you say.");
    for (let turn = 0; turn < 12 && !texts(story).includes("Step aboard"); turn++) await collect(story.choose(1));
    const last = await take(story, "Step aboard");
    expect(last).toMatchObject({ ended: true, ending: "The Boats" });
    expect(last.paragraphs.slice(0, 2)).toEqual([
      "You step aboard without looking round.",
      "The boats go down to the sea in a row.",
    ]);
    expect(scene(story).choices).toEqual([]);
  });
});
