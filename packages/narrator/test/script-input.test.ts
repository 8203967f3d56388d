// SPEC.md NA484 and NA485: what scripts are given, by their manifests and by a model.
import type { InputShape, JsonObject } from "@narratoria/protocol";
import type { PlanJson } from "@narratoria/protocol/contracts";
import { expect, it } from "vitest";
import { createModelPlanner, createPatternPlanner, type PlanRequest, type PlanSkill } from "../src/index.js";
import { createScriptedHost } from "../src/testing.js";
import { MOMENT, SHIPPED, turn } from "./support/plan-requests.js";

const SHAPE: InputShape = {
  type: "object",
  properties: {
    query: { type: "string", minLength: 2, description: "What is looked up" },
    pages: { type: "integer", minimum: 1, maximum: 9 },
    shelf: { type: "string" },
  },
  required: ["query", "pages"],
};

function herbal(more: { readonly input?: JsonObject; readonly shape?: InputShape; readonly ofItself?: boolean } = {}) {
  const { ofItself = false, shape = SHAPE, ...rest } = more;
  const script = { name: "look-up", description: "", ofItself, standsAlone: false, shape, ...rest };
  const guide = "Use it in scenes at the Weigh House.";
  return { name: "herbal", guide, capabilities: [], scripts: [script], health: "healthy" } satisfies PlanSkill;
}

const withSkill = (skill: PlanSkill, more: Partial<PlanRequest> = {}) => turn({ skills: [...SHIPPED, skill], ...more });

async function inputOf(request: PlanRequest, answer?: string): Promise<JsonObject | undefined> {
  const host = createScriptedHost(() => answer ?? "");
  const planner = answer === undefined ? createPatternPlanner() : createModelPlanner({ host, story: "" });
  const plan = (await planner.generate(request, { signal: new AbortController().signal })) as PlanJson;
  return plan.tools.find(({ toolPath }) => toolPath === "herbal/look-up")?.input as JsonObject | undefined;
}

const picks = (...run: unknown[]) => JSON.stringify({ scene: "dialogue", about: [], past: "any", run });

it("[NA484] gives a script what its manifest says, with what the scene has", async () => {
  const input = {
    query: "{choice}: {person} ({personId}) on {topic}",
    pages: 3,
    shelf: "{place}, {partOfDay}",
    lost: "{weather}",
    list: ["{place}", "{weather}"],
  };
  expect(await inputOf(withSkill(herbal({ input })))).toEqual({
    query: "Ask Orsolya: Orsolya (orsolya) on the Salt Book",
    pages: 3,
    shelf: "the Weigh House, afternoon",
    list: ["the Weigh House"],
  });
});

it.each<[string, PlanSkill, Partial<PlanRequest>]>([
  ["nothing says what it is given", herbal(), {}],
  ["what is required is not there", herbal({ input: { query: "{weather}", pages: 1 } }), {}],
  ["what is given does not fit", herbal({ input: { query: "{choice}", pages: 12 } }), {}],
  ["there is nobody", herbal({ input: { query: "{person}", pages: 1 } }), { moment: { ...MOMENT, people: [] } }],
])("[NA484] does not run a script by patterns where %s", async (_, skill, more) => {
  expect(await inputOf(withSkill(skill, more))).toBeUndefined();
});

it("[NA484] gives a script that is run of itself what its manifest says, else nothing", async () => {
  const input = { query: "{place}", pages: 2 };
  expect(await inputOf(withSkill(herbal({ input, ofItself: true })))).toEqual({ query: "the Weigh House", pages: 2 });
  expect(await inputOf(withSkill(herbal({ ofItself: true })))).toEqual({});
});

it("[NA485] gives a script what a model says, checked against its schema", async () => {
  const given = { query: "salt", pages: 4 };
  const request = withSkill(herbal());
  expect(await inputOf(request, picks({ use: "herbal", with: given }))).toEqual(given);
  // What is not asked for is not passed on.
  expect(await inputOf(request, picks({ use: "herbal", with: { ...given, extra: true } }))).toEqual(given);
  for (const wrong of [picks({ use: "herbal", with: { query: "s", pages: 40 } }), picks("herbal"), picks("mandrake")])
    expect(await inputOf(request, wrong)).toBeUndefined();
});

it("[NA485] asks a model for what is required, and again with the fault", async () => {
  const answers = [
    picks({ use: "herbal", with: { query: "salt", pages: 12 } }),
    picks({ use: "herbal", with: { query: "salt", pages: 9 } }),
  ];
  const host = createScriptedHost((_, index) => answers[index] ?? "");
  const planner = createModelPlanner({ host, story: "" });
  const plan = (await planner.generate(withSkill(herbal()), { signal: new AbortController().signal })) as PlanJson;
  expect(plan.tools.at(-1)?.input).toEqual({ query: "salt", pages: 9 });
  const [first, second] = host.writes;
  expect(first?.prompt).toContain("herbal takes: query (What is looked up), pages (from 1 to 9).");
  expect(first?.schema).toMatchObject({
    properties: {
      run: {
        items: {
          oneOf: [
            {
              properties: {
                use: { enum: ["herbal"] },
                with: {
                  properties: { query: { type: "string", maxLength: 200 }, pages: { type: "integer" } },
                  required: ["query", "pages"],
                },
              },
            },
          ],
        },
      },
    },
  });
  expect(second?.prompt).toContain('the input of herbal does not fit: "pages" must be at most 9, got 12');
});

it("[NA485] asks for the first few members where none is required, and for none of a schema that asks too much", async () => {
  const properties = Object.fromEntries("abcdefg".split("").map((name) => [name, { type: "boolean" as const }]));
  const optional = withSkill(herbal({ shape: { type: "object", properties } }));
  expect(
    await inputOf(optional, picks({ use: "herbal", with: { a: true, b: false, c: true, d: true, e: true } })),
  ).toBeDefined();
  const shape: InputShape = { type: "object", properties, required: Object.keys(properties) };
  expect(await inputOf(withSkill(herbal({ shape })), picks({ use: "herbal", with: {} }))).toBeUndefined();
});
