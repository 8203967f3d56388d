import { readSource } from "@narratoria/campaign/testing";
import { describe, expect, it } from "vitest";
import { createModelNarrator, createStorybook, type SceneToTell } from "../src/index.js";
import { indexStory } from "../src/index-story.js";
import { scenePrompt } from "../src/prose/scene-prompt.js";
import { createScriptedHost } from "../src/testing.js";
import { templateScene } from "../src/template-scene.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

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

describe("[NA3402] the prompt of a scene whose player is called by a role", () => {
  const OURS = /^# HOW A SCENE READS.*$[\s\S]*/mu;
  const promptOf = (happensInPast: boolean) => {
    const given = sceneToTell([], { scene: 6 });
    const past = {
      scenes: [["The keeper goes to the Weigh House."]],
      story: {
        ...given.past.story,
        people: [{ id: "orsolya", name: "Orsolya Brandt", scene: 1, dead: false }],
        recent: [{ scene: 2, text: "You gave Orsolya your word, and she warmed to you." }],
        threads: [{ id: "t", text: "your promise to Orsolya", scene: 2 }],
      },
    } as unknown as SceneToTell["past"];
    return scenePrompt({
      ...given,
      past,
      state: state({ inventory: { whistle: { name: "tin whistle" } } }),
      story: { ...story, calls: "the keeper", happensInPast },
      source: WEIGHBRIDGE,
      contextTokens: 4096,
      scene: 6,
    });
  };

  it.each([false, true])("has no “you” but in what speaks to the model, in the past: %s", (happensInPast) => {
    const { system, stable, rest } = promptOf(happensInPast);
    const rules = system.replace(/^[^\n]*/, "").replace(OURS, "");
    expect(withoutSpeech(rules).replace("You may put", "").replace("All other talk you word yourself", "")).not.toMatch(
      /\b(?:“you”|you are|you do and|words of yours|you ask)/i,
    );
    expect(rules).toContain("The player is called “the keeper”, and never “you”.");
    expect(rules).toContain("The keeper does, and the keeper asks, only what the steps say.");
    expect(withoutSpeech(stable)).not.toMatch(OF_YOU);
    const orders = withoutSpeech(rest)
      .replace(/# WHAT HAPPENS[\s\S]*?(?=\n# )/u, "")
      .replace("in your own words", "");
    expect(orders).not.toMatch(OF_YOU);
    expect(rest).toContain("# WHAT THE KEEPER KNOWS");
    expect(rest).toContain("The keeper has with them: tin whistle.");
  });

  it("is put right where the model falls back into “you”", async () => {
    const told = "You put the question about the Salt Book to Orsolya, and wait for her to answer it in her own time.";
    const host = createScriptedHost(() => told);
    const called = { ...story, calls: "the keeper" };
    const narrator = createModelNarrator({ host, story: called, source: WEIGHBRIDGE, choicesMs: 0 });
    const { draft } = await narrator.tell(sceneToTell(), { signal: new AbortController().signal, onSentence() {} });
    expect(draft.paragraphs.join(" ")).toContain(
      "The keeper puts the question about the Salt Book to Orsolya, and waits",
    );
  });
});
