// SPEC.md ST1 to ST3: what a narrator is asked for.
import { describe, expect, it } from "vitest";
import { buildBrief } from "../src/scene-brief.js";

const choice = { id: "s3-1", verb: "ask", text: "Ask Osk" };
const effects = [{ kind: "time", minutes: 30 }];
const memory = (scene: number, significance: string, deed = true) => ({
  summary: `Scene ${scene}.`,
  scene,
  significance,
  ...(deed ? { deed: { verb: "help" } } : {}),
});
const context = { scene: 4, seed: "rain", choice, beat: null, ending: null };
const dependencies = {
  evaluate: { sceneType: "dialogue" },
  roll: { outcome: "fail" },
  outcome: { outcome: "partial", effects },
  recall: { memories: [memory(1, "low")] },
  choices: { slots: [choice], bringIn: ["npc:osk"] },
};

describe("a brief", () => {
  it("[ST1] holds everything that was decided", () => {
    expect(buildBrief(context, dependencies)).toEqual({
      scene: 4,
      seed: "rain",
      sceneType: "dialogue",
      choice,
      outcome: "partial",
      effects,
      recalled: [memory(1, "low")],
      slots: [choice],
      bringIn: ["npc:osk"],
    });
  });

  it("[ST2] leaves empty what failed, and takes the roll's word where the outcome is missing", () => {
    const nothing = {
      scene: 0,
      seed: "",
      sceneType: "quiet",
      outcome: "none",
      effects: [],
      recalled: [],
      slots: [],
      bringIn: [],
    };
    expect(buildBrief({}, {})).toEqual(nothing);
    const failed = { evaluate: null, outcome: null, recall: null, choices: null, roll: { outcome: "fail" } };
    expect(buildBrief({}, failed)).toEqual({ ...nothing, outcome: "fail" });
  });

  it("[ST23] holds what is wished of the scene, as far as it can be heeded", () => {
    const wanted = { acts: "osk", tension: "higher" };
    expect(buildBrief(context, dependencies, { wanted }).wanted).toEqual(wanted);
    expect(buildBrief(context, dependencies, { wanted: { acts: 7, tension: "wild" } })).not.toHaveProperty("wanted");
  });

  it("[ST3] a beat makes a resolution", () => {
    const beat = { id: "beat_001", told: [] };
    expect(buildBrief({ ...context, beat }, dependencies)).toMatchObject({ sceneType: "resolution", beat });
  });

  it("[ST3] an ending offers nothing and names the most telling deeds in their order", () => {
    const memories = [
      ...[1, 2, 3].map((scene) => memory(scene, "low")),
      ...[4, 5, 6].map((scene) => memory(scene, "high")),
      memory(7, "high", false),
      memory(8, "medium"),
    ];
    const brief = buildBrief({ ...context, ending: { id: "one" } }, { ...dependencies, recall: { memories } });
    expect(brief).toMatchObject({ sceneType: "resolution", slots: [], bringIn: [] });
    expect(brief.deeds).toEqual(["Scene 3.", "Scene 4.", "Scene 5.", "Scene 6.", "Scene 8."]);
  });
});
