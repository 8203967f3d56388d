import { describe, expect, it } from "vitest";
import { checkContract, type PlanJson } from "@narratoria/protocol/contracts";
import type { SceneType } from "@narratoria/protocol/story";
import { createPatternPlanner, type PlanRequest, type PlanSkill } from "../src/index.js";
import { slot } from "./support/briefs.js";
import { MOMENT, skill } from "./support/plan-requests.js";
import { story } from "./support/fixture-story.js";

const ID = "00000000-0000-4000-8000-000000000001";
const planner = createPatternPlanner({ newId: () => ID });
const SKILLS: readonly PlanSkill[] = [
  skill("storyteller", ["narrate"]),
  skill("dice-roller", ["roll-dice"]),
  skill("memory", ["store-memory", "recall-memory"]),
  skill("player-choices", ["evaluate-choice", "apply-outcome", "generate-choices"]),
];
const rolled = slot(
  "ask",
  { npc: "orsolya", topic: "salt-book" },
  { id: "c1", text: "Ask Orsolya", roll: { modifiers: [], bonus: 0, odds: { success: 17, partial: 41, fail: 42 } } },
);

async function plan(more: Partial<PlanRequest> = {}): Promise<PlanJson> {
  const made = await planner.generate(
    {
      kind: "turn",
      scene: 3,
      attempt: 1,
      parentPlanId: null,
      slot: rolled,
      sceneType: "dialogue",
      moment: MOMENT,
      recall: { query: "the Salt Book", characters: ["orsolya"] },
      skills: SKILLS,
      disabledSkills: [],
      prompts: [],
      ...more,
    },
    { signal: new AbortController().signal },
  );
  expect(checkContract("plan-json", made)).toEqual([]);
  return made as PlanJson;
}
const toolIds = (made: PlanJson): string[] => made.tools.map((tool) => tool.toolId);

describe("the pattern planner", () => {
  it("[NA80] plans a turn with a roll in the order of its tools", async () => {
    const made = await plan();
    expect(made).toEqual({
      requestId: ID,
      parallel: true,
      disabledSkills: [],
      metadata: { generationAttempt: 1, parentPlanId: null, planner: { by: "pattern" } },
      tools: [
        ["evaluate", "player-choices/evaluate-choice", { choiceId: "c1" }, [], true],
        ["roll", "dice-roller/roll-dice", { formula: "2d6", modifiersFrom: "evaluate" }, ["evaluate"], true],
        ["outcome", "player-choices/apply-outcome", {}, ["evaluate", "roll"], true],
        ["recall", "memory/recall-memory", { query: "the Salt Book", limit: 6, characters: ["orsolya"] }, [], false],
        ["choices", "player-choices/generate-choices", {}, ["outcome", "recall"], false],
        ["narrate", "storyteller/narrate", {}, ["evaluate", "roll", "outcome", "recall", "choices"], false],
        ["remember", "memory/store-memory", { summaryFrom: "outcome" }, ["outcome", "narrate"], false],
      ].map(([toolId, toolPath, input, dependencies, required]) => ({
        toolId,
        toolPath,
        input,
        dependencies,
        required,
        async: !["choices", "narrate", "remember"].includes(String(toolId)),
        retryPolicy: { maxRetries: 1, backoffMs: 100 },
      })),
    });
  });

  it("[NA81] leaves the dice out where nothing is rolled for", async () => {
    const made = await plan({ slot: slot("go", { place: "long-yard" }), sceneType: "travel" });
    expect(toolIds(made)).toEqual(["evaluate", "outcome", "recall", "choices", "narrate", "remember"]);
    expect(made.tools.find((tool) => tool.toolId === "outcome")?.dependencies).toEqual(["evaluate"]);
  });

  it("[NA81] plans an opening without a deed and an ending without choices", async () => {
    const { slot: _, ...opening } = { slot: rolled };
    const made = (await planner.generate(
      {
        kind: "opening",
        scene: 0,
        attempt: 1,
        parentPlanId: null,
        sceneType: "quiet",
        moment: MOMENT,
        recall: { query: "", characters: ["orsolya"] },
        skills: SKILLS,
        disabledSkills: [],
        prompts: [],
        ...opening,
      },
      { signal: new AbortController().signal },
    )) as PlanJson;
    expect(checkContract("plan-json", made)).toEqual([]);
    expect(toolIds(made)).toEqual(["choices", "narrate", "remember"]);
    expect(made.tools[2]?.input).toMatchObject({ summary: expect.any(String) as string, characters: ["orsolya"] });
    expect(toolIds(await plan({ kind: "ending", slot: slot("end", { ending: "true-weight" }) }))).toEqual([
      "evaluate",
      "outcome",
      "recall",
      "narrate",
      "remember",
    ]);
  });

  it("[NA82] recalls by the kind of scene, and as for a resolution where a beat happens", async () => {
    const recall = async (more: Partial<PlanRequest>) =>
      (await plan(more)).tools.find((tool) => tool.toolId === "recall")?.input;
    const types: SceneType[] = ["travel", "dialogue", "danger", "quiet", "resolution"];
    const inputs = await Promise.all(types.map((sceneType) => recall({ sceneType })));
    expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBe(5);
    const beat = story.beats.get("beat_001");
    expect(await recall({ sceneType: "travel", ...(beat ? { beat } : {}) })).toEqual(inputs[4]);
  });

  it("[NA82] keeps a query within bounds, and searches for nothing when there is nothing to search for", async () => {
    const long = (await plan({ recall: { query: "x".repeat(900), characters: [] } })).tools.find(
      (tool) => tool.toolId === "recall",
    )?.input;
    expect(String(long?.query).length).toBeLessThanOrEqual(400);
    expect(toolIds(await plan({ recall: { query: "", characters: [] } }))).not.toContain("recall");
  });

  it.each([
    ["memory", ["evaluate", "roll", "outcome", "choices", "narrate"]],
    ["storyteller", ["evaluate", "roll", "outcome", "recall", "choices", "remember"]],
  ])("[NA83] goes on without %s", async (skill, expected) => {
    const made = await plan({ disabledSkills: [skill] });
    expect(toolIds(made)).toEqual(expected);
    for (const tool of made.tools) for (const id of tool.dependencies ?? []) expect(expected).toContain(id);
    expect(made.disabledSkills).toEqual([skill]);
  });

  it("[NA83] leaves out scripts that a skill does not have, and skills that have failed for good", async () => {
    expect(
      toolIds(
        await plan({
          skills: SKILLS.map((one) => (one.name === "memory" ? skill("memory", ["store-memory"]) : one)),
        }),
      ),
    ).not.toContain("recall");
    expect(
      toolIds(
        await plan({
          skills: SKILLS.map((skill) =>
            skill.name === "storyteller" ? { ...skill, health: "permanentFailure" } : skill,
          ),
        }),
      ),
    ).not.toContain("narrate");
    expect(toolIds(await plan({ skills: SKILLS.map((skill) => ({ ...skill, health: "degraded" })) }))).toHaveLength(7);
  });

  it.each(["player-choices", "dice-roller"])(
    "[NA84] plans narration only where nothing can be decided, without %s",
    async (skill) => {
      const made = await plan({ disabledSkills: [skill] });
      expect(made.tools).toEqual([]);
      expect(made.narrative).toMatch(/ask orsolya/i);
      if (skill === "dice-roller")
        expect(toolIds(await plan({ disabledSkills: [skill], slot: slot("wait", {}) }))).toContain("outcome");
    },
  );

  it("[NA85] carries the attempt and its parent, and makes a new id for each plan", async () => {
    const fresh = createPatternPlanner();
    const request: PlanRequest = {
      kind: "turn",
      scene: 3,
      attempt: 4,
      parentPlanId: ID,
      slot: rolled,
      sceneType: "dialogue",
      moment: MOMENT,
      recall: { query: "q", characters: [] },
      skills: SKILLS,
      disabledSkills: [],
      prompts: [],
    };
    const signal = new AbortController().signal;
    const [one, two] = [
      (await fresh.generate(request, { signal })) as PlanJson,
      (await fresh.generate(request, { signal })) as PlanJson,
    ];
    expect(one.metadata).toMatchObject({ generationAttempt: 4, parentPlanId: ID });
    expect(one.requestId).not.toBe(two.requestId);
    expect({ ...one, requestId: "" }).toEqual({ ...two, requestId: "" });
    expect(checkContract("plan-json", one)).toEqual([]);
  });

  it("[NA85] stops where it was told to stop", async () => {
    const abort = new AbortController();
    abort.abort(new Error("enough"));
    await expect(
      planner.generate(
        {
          kind: "opening",
          scene: 0,
          attempt: 1,
          parentPlanId: null,
          sceneType: "quiet",
          moment: MOMENT,
          recall: { query: "", characters: [] },
          skills: SKILLS,
          disabledSkills: [],
          prompts: [],
        },
        { signal: abort.signal },
      ),
    ).rejects.toThrow("enough");
  });

  it("[NA125] ends with the scripts that are run of themselves, at most eight, each after what happened", async () => {
    const lamps = Array.from({ length: 12 }, (_, n) =>
      skill(`lamp-${n}`, ["glow", "dim"], {
        ofThemselves: ["glow"],
        health: n === 3 ? "permanentFailure" : "healthy",
      }),
    );
    const made = await plan({ skills: [...lamps, ...SKILLS], disabledSkills: ["lamp-1"] });
    const last = made.tools.slice(-8);
    expect(last.map(({ toolPath }) => toolPath)).toEqual([0, 2, 4, 5, 6, 7, 8, 9].map((n) => `lamp-${n}/glow`));
    const alike = { input: {}, dependencies: ["outcome", "narrate"], required: false, async: true };
    for (const tool of last) expect(tool).toMatchObject(alike);
    expect(made.parallel).toBe(true);
    expect(toolIds(await plan({ kind: "opening", skills: [...SKILLS, ...lamps.slice(0, 1)] }))).toEqual([
      "choices",
      "narrate",
      "remember",
      "lamp-0-glow",
    ]);
    const { narrative, tools } = await plan({ skills: lamps });
    expect([narrative === undefined, tools]).toEqual([false, []]);
  });
});
