import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkContract } from "@narratoria/protocol/contracts";
import type { SceneType } from "@narratoria/protocol/story";
import {
  type CompactPlan,
  compactSchema,
  compactText,
  openDecisions,
  PAST_WORDS,
  readCompactPlan,
} from "../src/planning/compact-plan.js";
import { expandPlan } from "../src/planning/expand-plan.js";
import type { PlanRequest, PlanSkill } from "../src/index.js";
import { slot } from "./support/briefs.js";
import { MOMENT, SHIPPED, skill, turn } from "./support/plan-requests.js";

const ID = "00000000-0000-4000-8000-000000000001";
const SCENES: readonly SceneType[] = ["travel", "dialogue", "danger", "quiet", "resolution"];
const usual: CompactPlan = { scene: "dialogue", about: [], past: "", run: [] };
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,40}$/).filter((one) => one.length > 0);
const scriptName = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/);

const anySkill = fc
  .record({
    name: fc.oneof(name, fc.constantFrom("storyteller", "memory", "dice-roller", "player-choices")),
    scripts: fc.uniqueArray(fc.oneof(scriptName, fc.constantFrom("narrate", "roll-dice", "generate-choices")), {
      maxLength: 5,
    }),
    own: fc.boolean(),
    standAlone: fc.boolean(),
    health: fc.constantFrom("healthy", "degraded", "temporaryFailure", "permanentFailure"),
    guide: fc.constantFrom("", "Use it when somebody asks.", "Use it in scenes at the sea."),
  })
  .map(({ own, scripts, ...one }) => skill(one.name, scripts, { ...one, ofThemselves: own ? scripts : [] }));

const anyRequest: fc.Arbitrary<PlanRequest> = fc
  .record({
    kind: fc.constantFrom("opening", "turn", "ending"),
    sceneType: fc.constantFrom(...SCENES),
    more: fc.array(anySkill, { maxLength: 12 }),
    shipped: fc.subarray([...SHIPPED]),
    disabledSkills: fc.subarray(["memory", "dice-roller", "storyteller", "player-choices"]),
    attempt: fc.integer({ min: 1, max: 5 }),
    newcomers: fc.array(fc.string(), { maxLength: 20 }),
    hasFactions: fc.boolean(),
    text: fc.string({ maxLength: 500 }),
    rolls: fc.boolean(),
  })
  .map(({ kind, more, shipped, text, rolls, ...request }): PlanRequest => {
    const { slot: asked, ...rest } = turn({
      ...request,
      kind,
      skills: [...more, ...shipped],
      recall: { query: text, characters: [] },
    });
    if (kind === "opening") return rest;
    return { ...rest, slot: rolls && asked ? asked : slot("wait", {}, { text: "Wait" }) };
  });

const anyCompact: fc.Arbitrary<CompactPlan> = fc.record({
  scene: fc.constantFrom(...SCENES),
  about: fc.array(fc.string()),
  past: fc.constantFrom("" as const, ...PAST_WORDS),
  run: fc.array(fc.string()),
});

describe("a compact plan becomes a whole one", () => {
  it("[NA130] that fits the contract, has no cycle and uses only what there is, whatever was decided", () => {
    fc.assert(
      fc.property(anyRequest, anyCompact, fc.boolean(), (request, written, askForAll) => {
        const open = openDecisions(request);
        const run = askForAll ? open.scripts.map(({ label }) => label) : written.run;
        const plan = expandPlan({ ...written, run }, request, ID);
        expect(checkContract("plan-json", plan)).toEqual([]);
        const ids = plan.tools.map(({ toolId }) => toolId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeLessThanOrEqual(18);
        plan.tools.forEach(({ toolId, toolPath, dependencies = [] }, at) => {
          expect(toolId).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
          for (const id of dependencies) expect(ids.slice(0, at)).toContain(id);
          const [of = "", script = ""] = toolPath.split("/");
          expect(request.disabledSkills).not.toContain(of);
          const usable = request.skills.some(
            (one) =>
              one.name === of &&
              one.health !== "permanentFailure" &&
              one.scripts.some((known) => known.name === script),
          );
          expect(usable, toolPath).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("[NA130] from which nobody can leave out what the rules need", () => {
    fc.assert(
      fc.property(anyCompact, (compact) => {
        const ids = expandPlan(compact, turn(), ID).tools.map(({ toolId }) => toolId);
        expect(ids).toEqual(["evaluate", "roll", "outcome", "recall", "perceive", "choices", "narrate", "remember"]);
      }),
      { numRuns: 50 },
    );
  });

  it("[NA130] that recalls what it is about, and runs what it asks for once", () => {
    const tides = skill("tide-clock", ["read-tide"], { guide: "Use it indoors or at the weigh house." });
    const jonas = { id: "jonas", name: "Jonas", stranger: false };
    const request = turn({
      skills: [...SHIPPED, tides],
      sceneType: "danger",
      moment: { ...MOMENT, people: [...MOMENT.people, jonas] },
    });
    const compact: CompactPlan = { scene: "danger", about: ["Jonas"], past: "debt", run: ["tide-clock", "tide-clock"] };
    const { tools } = expandPlan(compact, request, ID);
    const recall = tools.find(({ toolId }) => toolId === "recall");
    expect(recall?.input).toEqual({
      query: "the Salt Book Jonas debt failed found noticed",
      limit: 4,
      characters: ["jonas"],
    });
    expect(tools.filter(({ toolPath }) => toolPath.startsWith("tide"))).toEqual([
      expect.objectContaining({
        toolId: "tide-clock-read-tide",
        dependencies: ["outcome", "narrate"],
        required: false,
        async: true,
      }),
    ]);
  });

  const outline = (request: PlanRequest) =>
    expandPlan(usual, request, ID).tools.map(({ toolId, input, dependencies, async }) => [
      toolId,
      input,
      dependencies,
      async,
    ]);

  it("[NA482] [NA483] in which people and factions hear of the deed before choices and prose come of it", () => {
    const tools = outline(turn({ newcomers: ["jonas"], hasFactions: true }));
    expect(tools.slice(3)).toEqual([
      ["recall", { query: "the Salt Book", limit: 6, characters: ["orsolya"] }, [], true],
      ["greet", { npcs: ["jonas"] }, [], true],
      ["perceive", {}, ["outcome", "greet"], true],
      ["repute", {}, ["outcome"], true],
      ["choices", {}, ["outcome", "recall", "greet", "perceive", "repute"], false],
      ["narrate", {}, ["evaluate", "roll", "outcome", "recall", "greet", "perceive", "repute", "choices"], false],
      ["remember", { summaryFrom: "outcome" }, ["outcome", "narrate"], false],
    ]);
    const { slot: _, ...rest } = turn({ kind: "opening", newcomers: ["jonas"] });
    expect(outline(rest).slice(0, 4)).toEqual([
      ["greet", { npcs: ["jonas"] }, [], true],
      ["repute", {}, [], true],
      ["choices", {}, ["greet", "repute"], false],
      ["narrate", {}, ["greet", "repute", "choices"], false],
    ]);
  });

  it("[NA590] remembers the opening with whole sentences of the premise", () => {
    const { slot: _, ...rest } = turn({
      kind: "opening",
      premise: ["You come to the mill. Osk waits.", `It is ${"very ".repeat(90)}late.`],
    });
    const summary = (request: PlanRequest) => expandPlan(usual, request, ID).tools.at(-1)?.input?.["summary"];
    expect(summary(rest)).toBe("The story began. You come to the mill. Osk waits.");
    expect(summary({ ...rest, premise: [] })).toBe("The story began.");
  });

  it("[NA482] without those of whom nothing is to be said, and without the skills where they are off", () => {
    const ids = (request: PlanRequest) => expandPlan(usual, request, ID).tools.map(({ toolId }) => toolId);
    expect(ids(turn())).not.toContain("greet");
    expect(ids(turn())).not.toContain("repute");
    const off = turn({ newcomers: ["jonas"], hasFactions: true, disabledSkills: ["npc-perception", "reputation"] });
    expect(ids(off)).toEqual(["evaluate", "roll", "outcome", "recall", "choices", "narrate", "remember"]);
  });

  it("[NA480] that leaves it to a manifest how often a script is tried again, where the manifest says so", () => {
    const own = { ...skill("patient", ["wait"], { ofThemselves: ["wait"] }), hasRetryPolicy: true };
    const silent = skill("silent", ["wait"], { ofThemselves: ["wait"] });
    const { tools } = expandPlan(usual, turn({ skills: [...SHIPPED, own, silent] }), ID);
    const policies = tools.slice(-2).map(({ toolId, retryPolicy }) => [toolId, retryPolicy]);
    expect(policies).toEqual([
      ["patient-wait", undefined],
      ["silent-wait", { maxRetries: 1, backoffMs: 100 }],
    ]);
  });

  it("[NA900] that fails with a script whose manifest calls it required", () => {
    const needed = skill("oath", ["swear"], { ofThemselves: ["swear"] });
    const strict = { ...needed, scripts: needed.scripts.map((script) => ({ ...script, required: true })) };
    const lastOf = (one: PlanSkill) => expandPlan(usual, turn({ skills: [...SHIPPED, one] }), ID).tools.at(-1);
    expect(lastOf(strict)).toMatchObject({ toolId: "oath-swear", required: true });
    expect(lastOf(needed)).toMatchObject({ toolId: "oath-swear", required: false });
  });

  it.each([
    ["degraded", 4_000, 8_000],
    ["temporaryFailure", 4_000, 8_000],
    ["degraded", 20_000, 30_000],
    ["degraded", 30_000, undefined],
    ["degraded", 45_000, undefined],
    ["healthy", 4_000, undefined],
  ])("[NA481] that gives a script of a skill that is %s and has %i ms the time %s", (health, timeoutMs, timeout) => {
    const timed = (name: string, own: boolean): PlanSkill => {
      const made = skill(name, ["run"], {
        guide: "Use it at the Weigh House.",
        health,
        ofThemselves: own ? ["run"] : [],
      });
      return { ...made, scripts: made.scripts.map((script) => ({ ...script, timeoutMs })) };
    };
    const request = turn({ skills: [...SHIPPED, timed("own", true), timed("asked", false)] });
    const { tools } = expandPlan({ ...usual, run: ["asked"] }, request, ID);
    expect(tools.slice(-2).map(({ toolId, timeout: given }) => [toolId, given])).toEqual([
      ["own-run", timeout],
      ["asked-run", timeout],
    ]);
  });

  it("[NA481] that gives more time to any tool that a turn can do without, and to none that it needs", () => {
    const shaky = SHIPPED.map((one) => ({
      ...one,
      health: "degraded",
      scripts: one.scripts.map((script) => ({ ...script, timeoutMs: 5_000 })),
    }));
    const { tools } = expandPlan(usual, turn({ skills: shaky }), ID);
    expect(tools.map(({ toolId, required, timeout }) => [toolId, required, timeout])).toEqual([
      ["evaluate", true, undefined],
      ["roll", true, undefined],
      ["outcome", true, undefined],
      ["recall", false, 10_000],
      ["perceive", false, 10_000],
      ["choices", false, 10_000],
      ["narrate", false, 10_000],
      ["remember", false, 10_000],
    ]);
  });

  it("[NA130] with ids of its own where names are too long or say the same", () => {
    const long = "x".repeat(60);
    const skills = [skill(long, ["y".repeat(20)]), skill("a-b", ["c"]), skill("a", ["b-c"])].map((one) => ({
      ...one,
      scripts: one.scripts.map((script) => ({ ...script, ofItself: true })),
    }));
    const { tools } = expandPlan(usual, turn({ skills: [...SHIPPED, ...skills] }), ID);
    expect(tools.slice(-3).map(({ toolId }) => toolId)).toEqual(["beside-8", "a-b-c", "beside-10"]);
  });
});

describe("what a plan leaves open", () => {
  const guide = "Use it in scenes at the Weigh House.";
  const skills = [
    ...SHIPPED,
    skill("tide-clock", ["read-tide"], { guide }),
    skill("oracle", ["draw", "lay"], { guide }),
    skill("slow", ["crawl"], { guide, health: "degraded" }),
    skill("off", ["run"], { guide }),
    skill("needy", ["ask"], { guide, standAlone: false }),
    skill("clock", ["strike"], { guide, ofThemselves: ["strike"] }),
    skill("elsewhere", ["run"], { guide: "Use it in scenes at the sea." }),
  ];
  const request = turn({ skills, disabledSkills: ["off"] });

  it("[NA131] is what exists now, is not disabled, needs no input of its own and touches the moment", () => {
    const open = openDecisions(request);
    expect(open.scripts.map(({ label }) => label).sort()).toEqual(["oracle/draw", "oracle/lay", "slow", "tide-clock"]);
    expect(open.subjects.map(({ name: one }) => one)).toEqual(["Orsolya", "the Salt Book"]);
    expect(open.scenes).toEqual(["travel", "dialogue", "danger", "quiet"]);
    expect(openDecisions(turn({ sceneType: "resolution" })).scenes).toEqual(["resolution"]);
  });

  it.each(["degraded", "temporaryFailure"])(
    "[NA481] has one script of a skill that is %s, last, and only where its author's words are met in full",
    (health) => {
      const partly = "Use it when a letter is read at the Weigh House.";
      const open = openDecisions(
        turn({
          skills: [
            skill("first", ["run"], { guide, health }),
            skill("second", ["run"], { guide, health }),
            skill("partly", ["run"], { guide: partly, health }),
            skill("sound", ["run"], { guide: partly }),
            skill("lost", ["run"], { guide, health: "permanentFailure" }),
          ],
        }),
      );
      expect(open.scripts.map(({ label, unreliable }) => [label, unreliable])).toEqual([
        ["sound", false],
        ["first", true],
      ]);
    },
  );

  it("[NA131] makes a schema that a grammar keeps whole: enums and lists with an end", () => {
    const schema = compactSchema(openDecisions(request));
    expect(JSON.stringify(schema)).not.toMatch(/anyOf|pattern|minimum|uniqueItems/);
    expect(schema).toMatchObject({
      properties: {
        about: { type: "array", maxItems: 2, items: { enum: ["Orsolya", "the Salt Book"] } },
        run: { type: "array", maxItems: 3 },
      },
      additionalProperties: false,
    });
    const bare = compactSchema(openDecisions(turn({ moment: { ...MOMENT, people: [], topics: [] } })));
    expect(Object.keys(bare.properties ?? {})).toEqual(["scene", "past"]);
  });

  it("[NA131] is read back as it was written, each pick once", () => {
    const open = openDecisions(request);
    const compact: CompactPlan = { scene: "quiet", about: ["Orsolya"], past: "secret", run: ["oracle/lay"] };
    expect(readCompactPlan(compactText(compact, open), open)).toEqual(compact);
    const twice = '{"scene":"quiet","about":["Orsolya","Orsolya"],"past":"any","run":[]}';
    expect(readCompactPlan(twice, open)).toEqual({ scene: "quiet", about: ["Orsolya"], past: "", run: [] });
  });

  it.each([
    ["{", /whole JSON/],
    ["[]", /no JSON object/],
    ['{"scene":"feast","about":[],"past":"any","run":[]}', /"scene" must be one of travel/],
    ['{"scene":"quiet","about":[],"past":"ages","run":[]}', /"past"/],
    ['{"scene":"quiet","about":["Nobody"],"past":"any","run":[]}', /"about"/],
    ['{"scene":"quiet","about":[],"past":"any","run":["off"]}', /"run"/],
    ['{"scene":"quiet","past":"any","run":[]}', /"about"/],
  ])("[NA131] refuses %s in words", (text, fault) => {
    expect(readCompactPlan(text, openDecisions(request))).toEqual({ fault: expect.stringMatching(fault) as string });
  });
});
