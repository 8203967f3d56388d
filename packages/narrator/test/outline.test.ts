import { readIndex } from "./support/read-index.js";
import { describe, expect, it } from "vitest";
import { createStorybook, type SceneDraft } from "../src/index.js";
import { outlineOf } from "../src/prose/outline.js";
import { unheardNames } from "../src/unheard-names.js";
import { story } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";
import { readCampaign } from "./support/read-campaign.js";
import { walk } from "./support/simulate.js";

const told = (
  key: string | undefined,
  text: string,
  paragraph = 0,
  frameId = text,
): SceneDraft["sentences"][number] => ({
  text,
  paragraph,
  ...(key === undefined ? {} : { key, frameId }),
  sources: [],
});

function draftOf(...sentences: SceneDraft["sentences"]): SceneDraft {
  const paragraphs = [...new Set(sentences.map(({ paragraph }) => paragraph))].map((at) =>
    sentences
      .filter(({ paragraph }) => paragraph === at)
      .map(({ text }) => text)
      .join(" "),
  );
  return { paragraphs, sentences, choices: [], patch: {}, unmet: 0 };
}

const parts = (draft: SceneDraft, brief = sceneToTell().brief) =>
  outlineOf(draft, { ...brief, slots: [], bringIn: [] }, story).map(({ before, room, after }) => ({
    before: before.map(({ text }) => text),
    room: room?.map(({ text }) => text) ?? null,
    after: after.map(({ text }) => text),
  }));

describe("what stands", () => {
  it("[NA330] is all but how things look; the model's place is where that was", () => {
    const draft = draftOf(
      told("deed ask success", "You ask Orsolya."),
      told("detail any", "Dust lies on the shelf."),
      told("gain told", "“Every cart is in it,” Orsolya says."),
    );
    expect(parts(draft)).toEqual([
      {
        before: ["You ask Orsolya."],
        room: ["Dust lies on the shelf."],
        after: ["“Every cart is in it,” Orsolya says."],
      },
    ]);
  });

  it("[NA330] a model writes at the end of a paragraph that is all needed, but before what leads on", () => {
    const draft = draftOf(told("deed ask success", "You ask Orsolya."), told("hook go", "The yard is close by."));
    expect(parts(draft)).toEqual([{ before: ["You ask Orsolya."], room: [], after: ["The yard is close by."] }]);
  });

  it("[NA330] what opens a scene stands, though it only describes: nobody waits for a model to hear anything", () => {
    const draft = draftOf(
      told("ground stay", "The mill is where it was."),
      told("deed ask again", "“You have asked that,” Orsolya says."),
      told("detail any", "Dust lies on the shelf."),
    );
    expect(parts(draft)).toEqual([
      {
        before: ["The mill is where it was.", "“You have asked that,” Orsolya says."],
        room: ["Dust lies on the shelf."],
        after: [],
      },
    ]);
  });

  it("[NA330] a deed that at once leads on leaves a model no room: it is not told before the deed", () => {
    const draft = draftOf(
      told("deed ask nothing", "Orsolya lets you run on about the wheel."),
      told("knowledge lead", "“I would be guessing,” she says. “Jonas would not.”"),
    );
    expect(parts(draft)).toEqual([{ before: draft.sentences.map(({ text }) => text), room: null, after: [] }]);
  });

  it("[NA331] nothing is put between a sentence and the one that it leans on", () => {
    const draft = draftOf(
      told("deed ask success", "You ask Orsolya."),
      told("detail any", "Dust lies on the shelf."),
      told("react positive told", "She looks up."),
    );
    expect(parts(draft)).toEqual([
      { before: ["You ask Orsolya.", "Dust lies on the shelf.", "She looks up."], room: [], after: [] },
    ]);
  });

  it("[NA331] a description that alone names somebody stands", () => {
    const draft = draftOf(told("deed ask success", "You ask."), told("detail any", "Jonas has left a rope here."));
    expect(parts(draft)[0]?.before).toEqual(["You ask.", "Jonas has left a rope here."]);
  });

  it("[NA330] a beat, an opening and an ending stand whole", () => {
    const beat = {
      ...told(undefined, "The bell falls."),
      sources: [{ kind: "beat" as const, ref: "bell", text: "The Bell" }],
    };
    expect(parts(draftOf(beat))[0]?.room).toBeNull();
    const { choice: _, ...opening } = sceneToTell().brief;
    expect(parts(draftOf(told("detail any", "Dust lies here.")), opening)[0]?.room).toBeNull();
  });

  it("[NA330] a place that the story then leaves is not described by who knows the next", () => {
    const draft = draftOf(told("deed ask success", "You ask."), told("turn fetched", "Somebody calls you away.", 1));
    expect(parts(draft).map(({ room }) => room)).toEqual([null, []]);
  });
});

it("[NA330][NA331] without what a model replaces, a scene opens, and its choices name nothing more that was not heard", () => {
  const source = readCampaign(new URL("../../../campaigns/one-wheel-over", import.meta.url).pathname);
  const mined = readIndex(source);
  let scenes = 0;
  for (const { brief, draft } of walk(mined, createStorybook(mined, source), "2", 40)) {
    const outline = outlineOf(draft, brief, mined);
    if (outline[0]?.room) expect(outline[0].before, draft.paragraphs[0]).not.toHaveLength(0);
    const standing = outline.flatMap(({ before, after }) => [...before, ...after]).map(({ text }) => text);
    const whole = draft.sentences.map(({ text }) => text);
    for (const { text } of draft.choices)
      expect(unheardNames(mined, text, standing)).toEqual(unheardNames(mined, text, whole));
    const again = outline
      .flatMap(({ before, room, after }) => [...before, ...(room ?? []), ...after])
      .map(({ text }) => text);
    expect(again.toSorted()).toEqual(
      draft.sentences
        .filter(({ paragraph }) => paragraph < draft.paragraphs.length)
        .map(({ text }) => text)
        .toSorted(),
    );
    if (outline.some(({ room }) => room !== null)) scenes++;
  }
  expect(scenes).toBeGreaterThan(30);
});
