// SPEC.md PC16, PC24: the code's own words for choices.
import { createRandom } from "@narratoria/protocol/random";
import type { Verb } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { OPERATORS } from "../src/operators.js";
import { labelOf, wordChoice } from "../src/wording.js";
import { pastTense } from "@narratoria/protocol/english";
import { definite, fill } from "../src/words.js";
import { before } from "./support.js";

const all = (verb: Verb, bind: Parameters<typeof wordChoice>[2]) =>
  new Set(Array.from({ length: 60 }, (_, index) => wordChoice(before(), verb, bind, createRandom(`${index}`))));

describe("wording", () => {
  it("[PC16] says as much as the bindings allow, in several ways", () => {
    const asks = all("ask", { npc: "orsolya", topic: "tally" });
    expect(asks.size).toBeGreaterThanOrEqual(4);
    for (const text of asks) expect(text).toMatch(/Orsolya.*the chalk tally|the chalk tally.*Orsolya/);
    for (const text of all("search", { prop: "a brass scale", place: "weigh-house" }))
      expect(text).toContain("the brass scale");
    for (const text of all("go", { place: "orchard", npc: "ilka" }))
      expect(text).toMatch(/the orchard.*Ilka|Ilka.*the orchard/);
  });

  it("[PC16] has words for every verb, bound to anything or to nothing", () => {
    for (const verb of Object.keys(OPERATORS) as Verb[]) {
      for (const bind of [
        {},
        {
          npc: "ilka",
          npc2: "benedek",
          topic: "toll",
          place: "kiln",
          item: "brass-tally",
          prop: "a lamp",
          text: "to win",
        },
      ]) {
        const text = wordChoice(before(), verb, bind, createRandom("x"));
        expect(text).toMatch(/^\p{Lu}/u);
        expect(text).not.toMatch(/[{}[\]]|\.$|undefined/);
        expect(labelOf(before(), verb, bind)).not.toMatch(/[{}]/);
      }
    }
  });

  it("[PC24] quotes a fact only where the choice stays short", () => {
    for (const text of all("press", { npc: "orsolya", fact: "tally-1", topic: "tally" }))
      expect(text.length).toBeLessThanOrEqual(125);
  });

  it("[PC16] verbs, articles and pronouns agree", () => {
    expect(["show", "carry", "help", "slip", "pay"].map(pastTense)).toEqual([
      "showed",
      "carried",
      "helped",
      "slipped",
      "paid",
    ]);
    expect(
      ["a jar", "the jar", "Marek's lamp", "some rope", "Ilka", "half a loaf", "carriage four"].map(definite),
    ).toEqual(["the jar", "the jar", "Marek's lamp", "the rope", "Ilka", "half a loaf", "carriage four"]);
    const say = (npc: string) => fill("what {npc.s wants|want} of {npc.o} and {npc.p} own", before(), { npc });
    expect(say("ilka")).toBe("what they want of them and their own");
    expect(say("benedek")).toBe("what he wants of him and his own");
    expect(fill("{topic}", before(), {})).toBeNull();
  });
});
