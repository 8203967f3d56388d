import { describe, expect, it } from "vitest";
import { type CheckedPlan, checkPlan, type RefusedPlan } from "../src/plan/check-plan.js";
import type { ScriptResolver } from "../src/tool/resolver.js";
import { fixtures, planOf, tool } from "./support.js";

const check = (plan: unknown, more: Partial<Parameters<typeof checkPlan>[1]> = {}): CheckedPlan | RefusedPlan =>
  checkPlan(plan, { resolver: fixtures(), disabledSkills: [], usedPlanIds: new Set(), maxTools: 32, ...more });

function refusal(plan: unknown, more: Partial<Parameters<typeof checkPlan>[1]> = {}): RefusedPlan {
  const checked = check(plan, more);
  if ("error" in checked) return checked;
  throw new Error("the plan was accepted");
}

function accepted(plan: unknown, more: Partial<Parameters<typeof checkPlan>[1]> = {}): CheckedPlan {
  const checked = check(plan, more);
  if ("error" in checked) throw checked.error;
  return checked;
}

const one = tool("roll", "lights-torch");
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe("the shape of a plan", () => {
  it.each([
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"prototype":{"polluted":true}}',
    '{"a":{"b":{"c":{"__proto__":{"polluted":true}}}}}',
    '{"a":[0,{"b":[{"__proto__":{"polluted":true}}]}]}',
    String.raw`{"\u005f\u005fpr\u006fto\u005f\u005f":{"polluted":true}}`,
    '{"a":{"__proto__":null}}',
    '{"a":1,"b":{"constructor":{"prototype":{"polluted":true}},"c":2}}',
  ])("[EX131] has no key that reaches prototypes: %s", (hostile) => {
    const input: unknown = JSON.parse(hostile);
    const inInput = refusal({ ...planOf([]), tools: [{ ...one, input }] });
    expect(inInput.error).toMatchObject({ code: "invalid_plan", message: expect.stringContaining("is not allowed") });
    expect(refusal({ ...planOf([one]), metadata: input }).error.code).toBe("invalid_plan");
    expect({}).not.toHaveProperty("polluted");
  });

  it.each([
    ["null", null],
    ["a list", []],
    ["a number", 7],
    ["text", "{}"],
    ["nothing", undefined],
    ["an empty object", {}],
    ["no tools", { requestId: planOf([]).requestId }],
    ["no tools and no narrative", planOf([])],
    ["a tool without a path", { ...planOf([]), tools: [{ toolId: "a" }] }],
    ["a function", () => {}],
    ["input that is a list", { ...planOf([]), tools: [{ ...one, input: [] }] }],
  ])("[EX1] %s is refused", (_what, plan) => {
    expect(refusal(plan).error).toMatchObject({ code: "invalid_plan" });
  });

  it("[EX1] says where the fault is", () => {
    expect(refusal({ ...planOf([one]), parallel: "yes" }).error.message).toContain("/parallel");
  });

  it("[EX1] a plan that contains itself is refused", () => {
    const plan: Record<string, unknown> = { ...planOf([one]) };
    plan.metadata = plan;
    expect(refusal(plan).error).toMatchObject({ code: "invalid_plan" });
  });

  it("[EX1] runs a copy, which nobody can change any more", () => {
    const plan = { requestId: planOf([]).requestId, tools: [{ ...one, input: { torch: "pine" } }] };
    const checked = accepted(plan);
    plan.tools[0] = { ...one, input: { torch: "oak" } };
    expect(checked.tools[0]?.input).toEqual({ torch: "pine" });
  });

  it("[EX2] refuses a plan over 64 KiB", () => {
    const plan = planOf([{ ...one, input: { text: "x".repeat(65_536) } }]);
    expect(refusal(plan).error).toMatchObject({ code: "plan_too_large" });
  });

  it("[EX2] refuses a plan nested over 32 deep", () => {
    let input: object = {};
    for (let depth = 0; depth < 40; depth++) input = { input };
    expect(refusal({ ...planOf([]), tools: [{ ...one, input }] }).error).toMatchObject({ code: "invalid_plan" });
  });

  it("[EX2] takes as many tools as the caller allows", () => {
    const tools = Array.from({ length: 101 }, (_, index) => tool(`t${index}`, "lights-torch"));
    expect(accepted(planOf(tools.slice(1)), { maxTools: 100 }).tools).toHaveLength(100);
    expect(refusal(planOf(tools), { maxTools: 100 }).error).toMatchObject({ code: "plan_too_large" });
  });

  it("[EX2] takes 32 tools and refuses 33", () => {
    const tools = Array.from({ length: 33 }, (_, index) => tool(`t${index}`, "lights-torch"));
    expect(accepted(planOf(tools.slice(1))).tools).toHaveLength(32);
    expect(refusal(planOf(tools)).error).toMatchObject({ code: "plan_too_large" });
  });
});

describe("the id of a plan", () => {
  it("[EX3] keeps a UUID", () => {
    const plan = planOf([one]);
    expect(accepted(plan).plan.requestId).toBe(plan.requestId);
  });

  it("[EX3] replaces what is no UUID, and what was used before, with a warning", () => {
    const plan = planOf([one]);
    const odd = accepted({ ...plan, requestId: "plan-1" });
    expect(odd.plan.requestId).toMatch(UUID);
    expect(odd.warnings).toHaveLength(1);
    const again = accepted(plan, { usedPlanIds: new Set([plan.requestId]) });
    expect(again.plan.requestId).toMatch(UUID);
    expect(again.plan.requestId).not.toBe(plan.requestId);
  });

  it("[EX3] refuses a plan without one, but the refusal has one", () => {
    const { error, planId } = refusal({ tools: [one] });
    expect(error.code).toBe("invalid_plan");
    expect(planId).toMatch(UUID);
  });
});

describe("names and dependencies", () => {
  it.each(["__proto__", "constructor", "prototype", "a b", "a/b", "x".repeat(65), "é"])(
    "[EX4] the toolId %j is refused",
    (toolId) => {
      expect(refusal(planOf([{ ...one, toolId }])).error).toMatchObject({ code: "invalid_plan", toolIds: [toolId] });
    },
  );

  it("[EX5] a cycle is refused, however long", () => {
    const tools = Array.from({ length: 30 }, (_, i) =>
      tool(`t${i}`, "lights-torch", { dependencies: [`t${(i + 1) % 30}`] }),
    );
    const { error } = refusal(planOf(tools));
    expect(error).toMatchObject({ code: "circular_dependency" });
    expect(error.toolIds).toHaveLength(30);
  });

  it("[EX6] a duplicate toolId and an unknown dependency are refused", () => {
    expect(refusal(planOf([one, one])).error.code).toBe("duplicate_tool_id");
    expect(refusal(planOf([{ ...one, dependencies: ["ghost"] }])).error.code).toBe("unknown_dependency");
  });

  it("[EX7] the tools come in topological order", () => {
    const plan = planOf([
      tool("c", "lights-torch", { dependencies: ["b"] }),
      tool("a", "lights-torch"),
      tool("b", "lights-torch", { dependencies: ["a"] }),
    ]);
    const { tools } = accepted(plan);
    expect(tools.map(({ toolId }) => toolId)).toEqual(["a", "b", "c"]);
  });
});

describe("what a toolPath leads to", () => {
  /** Knows exactly one key, as a registry would. */
  const strict: ScriptResolver = {
    resolve: (toolPath) =>
      toolPath === "skill/lights-torch"
        ? fixtures().resolve(toolPath)
        : { ok: false, code: "unknown_tool", message: `there is no script ${JSON.stringify(toolPath)}` },
  };

  it.each([
    "/bin/sh",
    "../skill/lights-torch",
    "skill\\lights-torch",
    "https://example.com/tool",
    "skill/lights-torch\0",
    "$HOME/tool",
    "skill/*",
    "Skill/lights-torch",
    "skill/lights-torch ",
    "skill/lights-torch.",
    "__proto__",
  ])("[EX8] %j is looked up as it stands, and refused", (toolPath) => {
    const { error } = refusal(planOf([{ ...one, toolPath }]), { resolver: strict });
    expect(error).toMatchObject({ code: "unknown_tool", toolIds: ["roll"] });
    expect(error.message).toContain(JSON.stringify(toolPath));
  });

  it("[EX132] an input that does not fit its script's schema is refused, with the tool and the field", () => {
    const shape = {
      type: "object",
      properties: { sides: { type: "integer", minimum: 2 } },
      required: ["sides"],
    } as const;
    const found = fixtures().resolve(one.toolPath);
    const resolver: ScriptResolver = {
      resolve: () => (found.ok ? { ok: true, script: { ...found.script, inputShape: shape } } : found),
    };
    const first = { ...one, input: { sides: 6 } };
    const bad = [
      { ...first, toolId: "a", input: { sides: "six" } },
      { ...first, toolId: "b", input: {} },
      { ...one, toolId: "c" },
    ];
    const { error } = refusal(planOf([first, ...bad]), { resolver });
    expect(error).toMatchObject({ code: "invalid_input", toolIds: ["a", "b", "c"] });
    expect(error.message).toBe(
      'the input of tool "a": "sides" must be a whole number, got "six"; ' +
        'the input of tool "b": "sides" is missing; the input of tool "c": "sides" is missing',
    );
    expect(accepted(planOf([first]), { resolver }).tools).toHaveLength(1);
  });

  it("[EX8] what resolves is what runs", () => {
    expect(accepted(planOf([one]), { resolver: strict }).tools[0]?.script).toMatchObject({
      file: expect.stringMatching(/lights-torch\.mjs$/),
    });
  });

  it("[EX9] a script of a skill that is disabled is refused, whoever disabled it", () => {
    expect(refusal(planOf([one], { disabledSkills: ["skill"] })).error.code).toBe("skill_disabled");
    expect(refusal(planOf([one]), { disabledSkills: ["skill"] }).error).toMatchObject({
      code: "skill_disabled",
      toolIds: ["roll"],
    });
    expect(accepted(planOf([one], { disabledSkills: ["other"] })).tools).toHaveLength(1);
  });
});

describe("what a plan leaves out or overdoes", () => {
  it("[EX10] fills in the defaults", () => {
    const [roll] = accepted(planOf([{ toolId: "roll", toolPath: "skill/lights-torch" }])).tools;
    expect(roll).toMatchObject({
      input: {},
      dependencies: [],
      required: true,
      async: false,
      maxRetries: 3,
      backoffMs: 100,
    });
  });

  it.each([
    [{ maxRetries: 1e9, backoffMs: 1e12 }, 5, 5_000],
    [{ maxRetries: -3, backoffMs: -1 }, 0, 0],
    [{ maxRetries: 1.4, backoffMs: 99.6 }, 1, 100],
    [{ maxRetries: "many", backoffMs: null }, 3, 100],
    ["often", 3, 100],
  ])("[EX10] the retry policy %j is brought within bounds", (retryPolicy, maxRetries, backoffMs) => {
    const { tools, warnings } = accepted({ ...planOf([]), tools: [{ ...one, retryPolicy }] });
    expect(tools[0]).toMatchObject({ maxRetries, backoffMs });
    expect(warnings).toHaveLength(1);
  });

  it("[EX10] leaves a sensible retry policy alone", () => {
    const checked = accepted(planOf([{ ...one, retryPolicy: { maxRetries: 2, backoffMs: 40 } }]));
    expect(checked.tools[0]).toMatchObject({ maxRetries: 2, backoffMs: 40 });
    expect(checked.warnings).toEqual([]);
  });

  it.each([
    ["the manifest's where the plan says nothing", undefined, { maxRetries: 1, backoffMs: 40 }, 1, 40],
    ["the plan's where it says something", { maxRetries: 2, backoffMs: 7 }, { maxRetries: 1, backoffMs: 40 }, 2, 7],
    ["each number by itself", { maxRetries: 2 }, { maxRetries: 1, backoffMs: 40 }, 2, 40],
    ["the manifest's within the bounds of a plan's", undefined, { maxRetries: 10, backoffMs: 60_000 }, 5, 5_000],
  ])("[EX480] takes %s", (_what, inPlan, inManifest, maxRetries, backoffMs) => {
    const invocation = { toolId: "roll", toolPath: "skill/lights-torch", ...(inPlan && { retryPolicy: inPlan }) };
    const checked = accepted(planOf([invocation]), { resolver: fixtures({ retryPolicy: inManifest }) });
    expect(checked.tools[0]).toMatchObject({ maxRetries, backoffMs });
    expect(checked.warnings).toEqual([]);
  });

  it.each([
    ["the manifest's where the plan says nothing", undefined, 5_000, 0],
    ["a shorter one of the plan", 700, 700, 0],
    ["a longer one of the plan", 9_000, 9_000, 0],
    ["at most a minute", 1e12, 60_000, 1],
    ["at least a tenth of a second", -3, 100, 1],
    ["whole milliseconds", 700.4, 700, 1],
    ["the manifest's where the plan says nonsense", "long", 5_000, 1],
  ])("[EX482] takes %s", (_what, timeout, timeoutMs, warned) => {
    const raw: unknown = { ...planOf([]), tools: [{ ...one, ...(timeout !== undefined && { timeout }) }] };
    const { tools, warnings } = accepted(raw);
    expect(tools[0]).toMatchObject({ timeoutMs });
    expect(warnings).toHaveLength(warned);
  });

  it("[EX11] a plan may be a narrative and nothing else", () => {
    expect(accepted(planOf([], { narrative: "The rain goes on." })).tools).toEqual([]);
  });

  it("[EX38] counts the uses of a script in plan order, whatever the order of running", () => {
    const plan = planOf([
      tool("late", "lights-torch", { dependencies: ["early"] }),
      tool("early", "lights-torch"),
      tool("other", "fails"),
    ]);
    const uses = accepted(plan).tools.map(({ toolId, use }) => [toolId, use]);
    expect(Object.fromEntries(uses)).toEqual({ late: 1, early: 2, other: 1 });
  });
});
