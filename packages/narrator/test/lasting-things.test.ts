// SPEC.md NA3410 and NA3411: what a model tells that lasts, for the scenes after it.
import { mergePatch, getPath, type JsonObject } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { createModelNarrator, type SceneToTell } from "../src/index.js";
import { lastingPatch } from "../src/prose/lasting-things.js";
import { scenePrompt } from "../src/prose/scene-prompt.js";
import { createScriptedHost } from "../src/testing.js";
import { state } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

const here = String(getPath(state(), "place"));
const yard = story.matter.places.find(({ id }) => id !== here);

function after(told: readonly string[], before: JsonObject = state(), more: object = {}): JsonObject {
  const patch = lastingPatch({ story, state: before, scene: 6, told, moved: false, ...more });
  return patch === null ? before : mergePatch(before, patch);
}

const thingsAt = (of: JsonObject, place = here): string[] => Object.keys(getPath(of, `asTold.${place}`) ?? {}).sort();

describe("[NA3410] what a scene leaves behind", () => {
  it.each([
    ["Orsolya hangs her cap on the nail by the scale.", ["cap"]],
    ["She lays the broken seal under the counter.", ["seal"]],
    ["You set the tin whistle on the counter.", ["whistle"]],
    ["The yard door stands open.", ["door"]],
    ["Orsolya bolts the door, and goes back to her stool.", ["door"]],
    ["She blows out the lamp.", ["lamp"]],
    ["The Salt Book lies on the counter, open.", ["book"]],
    ["Her pencil goes back in the drawer.", ["pencil"]],
    ["She lays the seal flat on the counter.", ["seal"]],
  ])("is kept: %s", (sentence, things) => {
    expect(thingsAt(after([sentence]))).toEqual(things);
  });

  it.each([
    "She lays both hands on the counter.",
    "She puts a finger to her lips.",
    "She sets her elbow on the book.",
    "She does not lay the seal on the counter.",
    "“I hung the cap on the nail,” she says.",
    "She looks at the cap as if she would hang it on the nail.",
    "Rain goes by the window.",
    "A woman stands by the window.",
    "You ask her who put the seal on the counter.",
    "You leave the long yard behind and come down to the river.",
    "She puts her hand sideways against the wall.",
    "She tucks the pencil behind her ear.",
  ])("is not: %s", (sentence) => {
    expect(thingsAt(after([sentence]))).toEqual([]);
  });

  it("is told in the past too, and of a player who is called by a role", () => {
    const past = { ...story, happensInPast: true, calls: "the keeper" };
    expect(thingsAt(after(["The keeper laid the seal on the counter."], state(), { story: past }))).toEqual(["seal"]);
  });

  it("is the latest of a thing, is nowhere else, and is gone once the thing is taken up", () => {
    const first = after(["She lays the seal on the counter."]);
    const second = after(["She puts the seal in the drawer."], first);
    expect(getPath(second, `asTold.${here}.seal.text`)).toBe("She puts the seal in the drawer.");
    const elsewhere = after(["She lays the seal on the step."], { ...first, place: yard?.id ?? "" });
    expect(thingsAt(elsewhere)).toEqual([]);
    expect(thingsAt(elsewhere, yard?.id)).toEqual(["seal"]);
    expect(thingsAt(after(["Orsolya takes the seal, and turns it over."], first))).toEqual([]);
    expect(thingsAt(after(["She looks at the seal."], first))).toEqual(["seal"]);
  });

  it("is kept of the place that a scene ends at alone", () => {
    const told = ["She lays the seal on the counter.", `You come to ${yard?.name}.`, "You hang your cap on the rail."];
    const end = { ...state(), place: yard?.id ?? "" };
    expect(thingsAt(after(told, end, { moved: true }), yard?.id)).toEqual(["cap"]);
    expect(thingsAt(after(told.slice(0, 1), end, { moved: true }), yard?.id)).toEqual([]);
  });

  it("is bounded: two things at a place that no text names, and twelve places", () => {
    let now = state();
    for (const thing of ["plum", "pear", "fig", "date", "lime"])
      now = after([`She sets the ${thing} on the counter.`], now);
    expect(thingsAt(now)).toHaveLength(2);
    for (let at = 0; at < 20; at++)
      now = after(["She sets the plum on the step."], { ...now, place: `place ${at}` }, { scene: 10 + at });
    now = after(["She bolts the door."], { ...now, place: "here" }, { scene: 40 });
    expect(Object.keys(getPath(now, "asTold") ?? {}).length).toBeLessThanOrEqual(12);
  });

  it("is of the model's own sentences: the storybook's leave nothing", async () => {
    const tell = async (answer: string): Promise<JsonObject> => {
      const narrator = createModelNarrator({
        host: createScriptedHost(() => answer),
        story,
        source: WEIGHBRIDGE,
        choicesMs: 0,
        judges: "never",
      });
      const { draft } = await narrator.tell(sceneToTell(), { signal: new AbortController().signal, onSentence() {} });
      return draft.patch;
    };
    const told =
      "You put the question about the Salt Book to Orsolya, and wait for her by the counter. She hangs her cap on the nail beside it.";
    expect(getPath(await tell(told), `asTold.${here}.cap.text`)).toContain("hangs her cap");
    expect(await tell("")).not.toHaveProperty("asTold");
    expect(sceneToTell().draft.patch).toHaveProperty("storybook");
    expect(await tell(told)).toHaveProperty("storybook");
  });
});

it("[NA3411] a later prompt says how the place was left, unless the story so far tells it", () => {
  const left = after(["Orsolya bolts the yard door."]);
  const promptOf = (scenes: readonly (readonly string[])[]): string => {
    const given = sceneToTell();
    const past = { ...given.past, scenes } as SceneToTell["past"];
    const { rest } = scenePrompt({
      ...given,
      past,
      state: left,
      story,
      source: WEIGHBRIDGE,
      contextTokens: 4096,
      scene: 7,
    });
    return rest;
  };
  expect(promptOf([])).toContain("As it was left here, told before: Orsolya bolts the yard door.");
  expect(promptOf([["Orsolya bolts the yard door."]])).not.toContain("As it was left");
  const { rest } = scenePrompt({ ...sceneToTell(), story, source: WEIGHBRIDGE, contextTokens: 4096, scene: 7 });
  expect(rest).not.toContain("As it was left");
});
