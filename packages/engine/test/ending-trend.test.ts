// SPEC.md EN2820, EN2821 and EN6100: the ending that the player's choices lean to.
import type { Campaign, CampaignEnding } from "@narratoria/campaign";
import type { StoryIndex } from "@narratoria/narrator";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { StoryMemory } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import type { BeatMoment } from "../src/plot/conditions.js";
import { endingTrend } from "../src/plot/ending-trend.js";
import { actHooks } from "../src/plot/wanted-deeds.js";
import { leaningOf } from "../src/story/leaning.js";

const ending = (id: string, conditions?: CampaignEnding["conditions"]): CampaignEnding => ({
  id,
  title: id,
  body: id,
  ...(conditions ? { conditions } : {}),
});

const deed = (scene: number): StoryMemory => ({
  summary: "You helped Osk.",
  scene,
  characters: ["osk"],
  location: "mill",
  significance: "medium",
  tags: [],
  deed: { verb: "help", bind: { npc: "osk" }, outcome: "none", polarity: "good", template: "[help] {npc.o}" },
});
const DEEDS = [1, 2, 3, 4].map(deed);

const moment = (state: BeatMoment["state"]): BeatMoment => ({
  scene: 12,
  state,
  tags: [],
  placeOf: () => undefined,
  peopleOf: () => [],
  remembers: () => false,
});

const campaign: Pick<Campaign, "beats" | "endings"> = {
  beats: [],
  endings: [
    ending("peace", { player_choices: ["spare_osk", "share_the_flour"], npc_state: { osk: "trusts the player" } }),
    ending("war", { player_choices: ["burn_the_mill"], npc_state: { osk: "hates the player" } }),
  ],
};

const trend = (state: BeatMoment["state"], memories = DEEDS) =>
  endingTrend(campaign, { moment: moment(state), memories, pages: new Map(), nearness: () => 1 });

it("[EN2820] is the ending of which most is so", () => {
  const kind = { flags: { spare_osk: 3 }, people: { osk: { feeling: 60 } } };
  expect(trend(kind)).toMatchObject({
    ending: "peace",
    because: ['"spare_osk" was chosen', "osk trusts the player"],
  });
  expect(trend({ flags: { burn_the_mill: 3 }, people: { osk: { feeling: -80 } } })).toMatchObject({ ending: "war" });
});

it("[EN2820] is none before there is a past, and where no ending stands out", () => {
  expect(trend({ flags: { spare_osk: 3 } }, DEEDS.slice(1))).toBeNull();
  expect(trend({ flags: {} })).toBeNull();
});

it("[EN2820] is no ending that cannot come any more", () => {
  const gone = { ...campaign, endings: [ending("late", { scene_count: { max: 3 } }), ending("open")] };
  const found = endingTrend(gone, {
    moment: moment({}),
    memories: DEEDS,
    pages: new Map(),
    nearness: ({ id }) => (id === "late" ? 9 : 1),
  });
  expect(found?.ending).toBe("open");
});

it("[EN2820] has the beats that lead there and have not happened", () => {
  const beats: PlotBeat[] = [
    {
      id: "beat_001",
      title: "The flour",
      description: "The flour is shared out.",
      conditions: { player_choice: "share_the_flour", requires_beat: "beat_000" },
    },
  ];
  const found = endingTrend(
    { beats, endings: campaign.endings },
    {
      moment: moment({
        flags: { spare_osk: 3, share_the_flour: 4 },
        beats: { beat_000: { state: "fired", scene: 1 } },
      }),
      memories: DEEDS,
      pages: new Map([["peace", "beat_001"]]),
      nearness: () => 1,
    },
  );
  expect(found).toMatchObject({ ending: "peace", beats: ["beat_001"] });
});

it("[EN6100] is none in a campaign of one ending", () => {
  const single = { ...campaign, endings: campaign.endings.slice(0, 1) };
  const given = { moment: moment({ flags: { spare_osk: 3 } }), memories: DEEDS, pages: new Map(), nearness: () => 1 };
  expect(endingTrend(single, given)).toBeNull();
});

it("[EN6100] leads to nobody and nothing that another ending is about as well", () => {
  const keysIn = (text: string) =>
    ["osk", "ada"].flatMap((id) => (text.toLowerCase().includes(id) ? [`npc:${id}`] : []));
  const page = (id: string, text: string) => ({ id, title: id, paragraphs: [text], names: [] });
  const story = {
    endings: new Map(
      [page("peace", "Osk and Ada grind flour."), page("war", "Ada burns the mill.")].map((one) => [one.id, one]),
    ),
    beats: new Map([
      ["beat_001", { id: "beat_001", names: ["topic:flour", "npc:ada"], people: ["ada"], place: "mill" }],
    ]),
    acts: [{ id: "burn_the_mill", for: [{ kind: "ending", id: "war", condition: "player_choice" }], place: "mill" }],
    names: { keysIn },
  } as unknown as StoryIndex;
  const lean = (others: readonly string[]) =>
    leaningOf(
      { ending: "peace", title: "peace", share: 0.7, because: ["so"], beats: ["beat_001"], others },
      { ...campaign } as unknown as Campaign,
      story,
    );
  expect(lean(["war"])).toEqual({ ending: "peace", share: 0.7, because: ["so"], names: ["topic:flour"] });
  expect(lean([])?.["names"]).toEqual(expect.arrayContaining(["npc:ada", "npc:osk", "topic:flour", "place:mill"]));
  expect(leaningOf(null, { ...campaign } as unknown as Campaign, story)).toBeNull();
});

it("[EN2821] offers the deed first that leads there, of two that matter alike, and no other than would be offered", () => {
  const waiting = (id: string, tag: string, priority: "high" | "medium") => ({
    beat: { id, title: id, priority },
    people: [],
    since: 10,
    wants: [{ tag }],
  });
  const both = [waiting("a", "burn", "medium"), waiting("b", "share", "medium")];
  const tags = (leaning?: BeatMoment["leaning"], all = both) =>
    actHooks(all, { ...moment({}), ...(leaning ? { leaning } : {}) }, false).flatMap((hook) =>
      hook.kind === "tag" ? [hook.tag] : [],
    );
  expect(tags()).toEqual(["burn", "share"]);
  expect(tags({ ending: "peace", beats: ["b"] })).toEqual(["share", "burn"]);
  // What matters more goes first all the same.
  const unlike = [waiting("a", "burn", "high"), waiting("b", "share", "medium")];
  expect(tags({ ending: "peace", beats: ["b"] }, unlike)).toEqual(["burn", "share"]);
});
