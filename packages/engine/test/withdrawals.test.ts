// SPEC.md EN3321: who has gone out, or to sleep, by the author's words.
import type { JsonObject } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { returnPatch, withdrawalPatch, withdrawalsIn } from "../src/plot/withdrawals.js";

const person = (id: string, name: string, short: string, pronoun: "he" | "she") => ({ id, name, short, pronoun });
const JONAS = person("jonas", "Jonas Peel", "Peel", "he");
const ANN = person("ann", "Ann Flett", "Ann", "she");
const ISA = person("isa", "Isa Rendall", "Isa", "she");

describe("who withdraws by the author's words", () => {
  it.each([
    ["Peel is asleep, or pretends to be.", [JONAS, ANN], undefined, { jonas: "asleep" }],
    ["She signs it with her full name, and she sleeps like a child.", [JONAS, ANN], undefined, { ann: "asleep" }],
    [
      "When you come back the old man is asleep with both arms round the box.",
      [JONAS, ANN],
      undefined,
      { jonas: "asleep" },
    ],
    ["She ties her apron tighter and goes home to a wet house.", [ANN, ISA], "isa", { isa: "gone" }],
    ["She ties her apron tighter and goes home.", [ANN, ISA], undefined, {}],
    ["Peel nods. He went off without his hat.", [JONAS], undefined, { jonas: "gone" }],
    ["Ann would go home if anybody let her.", [ANN], undefined, {}],
    ["She never sleeps.", [ANN], undefined, {}],
    ["“Peel is asleep,” Ann says.", [JONAS, ANN], undefined, {}],
    ["You are half asleep.", [JONAS], undefined, {}],
    ["He walks out the nail with his thumb.", [JONAS], undefined, {}],
  ] as const)("[EN3321] %s", (text, people, meant, expected) => {
    expect(Object.fromEntries(withdrawalsIn([text], people, meant))).toEqual(expected);
  });

  it("[EN3321] lasts for some hours, or until a beat needs them", () => {
    const found = new Map([["ann", "asleep"]] as const);
    expect(withdrawalPatch(found, 600)).toEqual({ people: { ann: { withdrawn: { how: "asleep", minutes: 600 } } } });
    const at = (minutes: number): JsonObject => ({
      clock: { minutes },
      people: {
        ann: { withdrawn: { how: "asleep", minutes: 600 } },
        isa: { withdrawn: { how: "gone", minutes: 600 } },
      },
    });
    expect(returnPatch(at(620), [])).toEqual({});
    expect(returnPatch(at(620), ["ann"])).toEqual({ people: { ann: { withdrawn: null } } });
    expect(returnPatch(at(760), [])).toEqual({ people: { isa: { withdrawn: null } } });
    expect(returnPatch(at(900), [])).toEqual({ people: { ann: { withdrawn: null }, isa: { withdrawn: null } } });
  });
});
