import { describe, expect, it } from "vitest";
import { createPatternPlanner, type PlanRequest } from "../src/index.js";
import { fitOf } from "../src/planning/skill-fit.js";
import type { PlanJson } from "@narratoria/protocol/contracts";
import { slot } from "./support/briefs.js";
import { MOMENT, SHIPPED, skill, turn } from "./support/plan-requests.js";

const says = (guide: string, capabilities: readonly string[] = []) => skill("it", ["run"], { guide, capabilities });
const asks = (text: string, more: Partial<PlanRequest> = {}): PlanRequest =>
  turn({ slot: slot("ask", {}, { text }), ...more });
function fits(one: ReturnType<typeof says>, request: PlanRequest): boolean {
  const [script] = one.scripts;
  return script !== undefined && fitOf(one, script, request) >= 1;
}

describe("a skill fits a moment", () => {
  it("[NA132] when a clause of its author's that says when is met, in whatever words", () => {
    const herbs = says("Knows remedies. Use it when somebody is ill, hurt or poisoned, or gathers plants.");
    expect(fits(herbs, asks("Bandage Marta's arm"))).toBe(true);
    expect(fits(herbs, asks("Pick some flowers from the garden"))).toBe(true);
    expect(fits(herbs, asks("Ask Marta about the bell"))).toBe(false);
  });

  it("[NA132] when the clause that says when stands behind what it does", () => {
    const omen = says("Reads an omen before a journey.");
    const go = turn({ slot: slot("go", {}, { text: "Go to Coldharbour" }), sceneType: "travel" });
    expect(fits(omen, go)).toBe(true);
    expect(fits(omen, asks("Ask Marta about the bell"))).toBe(false);
    // What it does says nothing of when.
    expect(fits(says("Reads an omen of journeys."), go)).toBe(false);
  });

  it("[NA132] when all of the clause is met, not a part of it", () => {
    const moon = says("Use it for scenes under the open sky at night.");
    const at = (indoor: boolean, partOfDay: string): PlanRequest =>
      asks("Ask about the bell", { moment: { ...MOMENT, indoor, partOfDay } });
    expect(fits(moon, at(false, "night"))).toBe(true);
    expect(fits(moon, at(true, "night"))).toBe(false);
    expect(fits(moon, at(false, "morning"))).toBe(false);
  });

  it("[NA132] by the place alone only where it speaks of scenes or places", () => {
    const moment = { ...MOMENT, place: "the Old Harbour" };
    expect(fits(says("Use it in scenes at the sea."), asks("Ask Jonas", { moment }))).toBe(true);
    expect(fits(says("Use it when the ship puts to sea."), asks("Ask Jonas", { moment }))).toBe(false);
  });

  it("[NA132] when the action is about what it is capable of", () => {
    expect(fits(says("Draws.", ["omens"]), asks("Ask what the prophecy said"))).toBe(true);
    expect(fits(says("Draws.", ["omens"]), asks("Ask the carter"))).toBe(false);
  });

  it("[NA132] when somebody is there who was never met, for what is said of strangers", () => {
    const names = says("Use it when somebody appears for the first time.");
    const people = [{ id: "x", name: "the traveller", stranger: true }];
    expect(fits(names, asks("Ask the traveller", { moment: { ...MOMENT, people } }))).toBe(true);
    expect(fits(names, asks("Ask Orsolya"))).toBe(false);
  });

  it("[NA132] as on a journey when it is one, and not on the way to the cellar", () => {
    const glass = says("Use it before a journey.");
    const go = (text: string): PlanRequest => turn({ slot: slot("go", {}, { text }), sceneType: "travel" });
    expect(fits(glass, go("Go to Coldharbour"))).toBe(true);
    expect(fits(glass, go("Go down to the cellar"))).toBe(false);
  });
});

it("[NA132] the pattern planner runs the skills that fit, one script of each and three at most", async () => {
  const sea = ["a", "b", "c", "d"].map((name) =>
    skill(name, ["one", "two"], { guide: "Use it in scenes at the sea." }),
  );
  const request = turn({
    skills: [...SHIPPED, ...sea, skill("unfit", ["run"])],
    moment: { ...MOMENT, place: "the harbour" },
  });
  const plan = (await createPatternPlanner().generate(request, { signal: new AbortController().signal })) as PlanJson;
  expect(plan.tools.slice(8).map(({ toolPath }) => toolPath)).toEqual(["a/one", "b/one", "c/one"]);
});
