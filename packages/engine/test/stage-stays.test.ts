// SPEC.md EN5812 and EN5813: how long the picture of a beat stays, and times of day in a name.
import { expect, it } from "vitest";
import type { SceneToStage } from "../src/stage/stage-director.js";
import { type StagedTurn, sceneToStage } from "../src/stage/staged-scene.js";
import { dressedBefore, PNG, removeAfterwards, sceneAt } from "./support/dressed-campaign.js";

removeAfterwards();

const beat = (id: string, location: string, background: string): object => ({
  id,
  title: id,
  location,
  background,
  description: `Something happens at ${location}.`,
  priority: "medium",
});

const harrow = dressedBefore({
  "plot/beats.json": JSON.stringify({
    beats: [
      beat("flags", "The Old Mill", "art/flags out.png"),
      beat("blaze", "The Chapel", "art/chapel on fire.png"),
      beat("pond", "The Mill Pond", "art/pond, everybody there.png"),
    ],
  }),
  "art/flags out.png": PNG,
  "art/old mill.png": PNG,
  "art/chapel.png": PNG,
  "art/chapel on fire.png": PNG,
  "art/pond, everybody there.png": PNG,
  "art/mill pond.png": PNG,
  "art/mill pond under the stars.png": PNG,
  "art/gull.png": PNG,
  "art/gull, stars coming out.png": PNG,
});
const shown = async (place: string, more: Partial<SceneToStage> = {}) =>
  (await harrow().director.stage(sceneAt(harrow().place(place), more), null)).background?.asset ?? null;

it("[EN5812] keeps the picture of a beat in the scenes after it, and says why", async () => {
  const flags = { shown: "art/flags out.png", shownBy: "flags" };
  expect(await shown("The Old Mill", flags)).toBe("art/flags out.png");
  expect(await shown("The Old Mill", { shown: "art/flags out.png" })).toBe("art/old mill.png");
  expect(await shown("The Old Mill", { ...flags, beat: "other", background: "art/gull.png" })).toBe("art/gull.png");
  const { why } = await harrow().director.stage(sceneAt(harrow().place("The Old Mill"), flags), null);
  expect(why[0]).toBe("Background: art/flags out.png, as flags showed it here.");
});

it("[EN5812] keeps no picture of one moment, and none in the place of one of this time of day", async () => {
  expect(await shown("The Chapel", { shown: "art/chapel on fire.png", shownBy: "blaze" })).toBe("art/chapel.png");
  const pond = { shown: "art/pond, everybody there.png", shownBy: "pond" };
  expect(await shown("The Mill Pond", { ...pond, hour: 12 })).toBe("art/pond, everybody there.png");
  expect(await shown("The Mill Pond", { ...pond, hour: 23 })).toBe("art/mill pond under the stars.png");
});

it("[EN5812] keeps it for six scenes at the place of the scene before", () => {
  const beats = [{ id: "flags", background: "art/flags out.png" }];
  const at = (scene: number, place = "mill", asset = "art/flags out.png"): string | undefined =>
    sceneToStage(
      {
        before: {
          background: { asset, alt: "", by: "place" },
          music: null,
          portraits: [],
          heard: { mood: "calm", place: "mill", since: 0 },
          why: [],
        },
        turn: { scene, slot: null, beat: null, ending: null },
        state: { place, beats: { flags: { state: "fired", scene: 3 } } },
        sceneType: "quiet",
        made: [],
      } as unknown as StagedTurn,
      { matter: { people: [] } } as never,
      { beats } as never,
    ).shownBy;
  expect([3, 4, 9, 10].map((scene) => at(scene))).toEqual([undefined, "flags", "flags", undefined]);
  expect(at(4, "chapel")).toBeUndefined();
  expect(at(4, "mill", "art/old mill.png")).toBeUndefined();
});

it.each([
  ["The Gull", 12, "art/gull.png"],
  ["The Gull", 20, "art/gull, stars coming out.png"],
  ["The Mill Pond", 12, "art/mill pond.png"],
  ["The Mill Pond", 23, "art/mill pond under the stars.png"],
])("[EN5813] shows %s at %i o'clock as its pictures say: %s", async (place, hour, picture) => {
  expect(await shown(place, { hour })).toBe(picture);
});
