import { readSource } from "@narratoria/campaign/testing";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { indexStory } from "../src/index-story.js";
import { templateScene } from "../src/template-scene.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

const OF_YOU = /\byou(?:r|rs)?\b/i;
const withoutSpeech = (text: string): string => text.replace(/“[^”]*”/g, "");

describe("[NA3262] a player who is called by a role", () => {
  const told = (happensInPast: boolean, choice: ReturnType<typeof slot>) =>
    createStorybook({ ...story, happensInPast, calls: "the keeper" }, WEIGHBRIDGE).tell(
      { ...brief(choice, []), slots: [slot("help", { npc: "orsolya" }), slot("search", {}), slot("wait", {})] },
      state(),
    );

  it.each([
    [false, "ask", { npc: "orsolya", topic: "salt-book" }, /^The keeper asks Orsolya/],
    [true, "ask", { npc: "orsolya", topic: "salt-book" }, /^The keeper asked Orsolya/],
    [
      false,
      "decide",
      { beat: "beat_001", npc: "orsolya", text: "take the key and give it to her" },
      /^The keeper takes the key and gives it to her\./,
    ],
    [
      true,
      "decide",
      { beat: "beat_001", npc: "orsolya", text: "take the key and give it to her" },
      /^The keeper took the key and gave it to her\./,
    ],
  ] as const)("is told of by it, in the past: %s, %s", (happensInPast, verb, bind, deed) => {
    const scene = told(happensInPast, slot(verb, bind));
    expect(textOf(scene)).toMatch(deed);
    expect(withoutSpeech(textOf(scene))).not.toMatch(OF_YOU);
    expect(scene.choices.length).toBe(3);
    for (const { text } of scene.choices) expect(withoutSpeech(text)).not.toMatch(OF_YOU);
  });

  it("is told of by it in the last resort", () => {
    const scene = templateScene(brief(slot("wait", {}), []), { ...story, calls: "the keeper" });
    expect(scene.paragraphs.join(" ")).toContain("the keeper");
    expect(scene.paragraphs.join(" ")).not.toMatch(OF_YOU);
  });

  it("is told of by it in an ending that is not the author's, and in its deeds", () => {
    const ending = {
      id: "ours",
      title: "Rest",
      paragraphs: ["You leave it there.", "It goes on behind you."],
      epilogue: [],
    };
    const leaving = {
      ...brief(slot("end", { ending: "ours" }), []),
      ending,
      deeds: ["You helped Orsolya."],
      slots: [],
    };
    const scene = createStorybook({ ...story, calls: "the keeper" }, WEIGHBRIDGE).tell(leaving, state());
    const text = [textOf(scene), ...(scene.epilogue ?? [])].join(" ");
    expect(text).toContain("The keeper leaves it there.");
    expect(text).toContain("The keeper helped Orsolya.");
    expect(text).not.toMatch(OF_YOU);
  });

  it("is told of by it in what comes of a choice", () => {
    const beats = ["came in and was cold", "held the lamp and had no bread", "sat down and was tired"].map(
      (did, at) => ({
        id: `beat_00${at + 1}`,
        title: `Part ${at + 1}`,
        description: `The keeper ${did}. Jonas was there. The keeper might show Jonas the key, and be watched; or keep it.`,
      }),
    );
    const read = (hydrationGuidance: string) =>
      indexStory(readSource({ ...WEIGHBRIDGE, hydrationGuidance, beats })).beats.get("beat_001")?.choices;
    expect(read("Call the player 'the keeper' and never 'you'.")?.map(({ result }) => result)).toContain(
      "The keeper was watched.",
    );
  });
});
