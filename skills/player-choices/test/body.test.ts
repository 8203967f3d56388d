// SPEC.md PC517 to PC519: what stats open, and what hurts do until they are healed.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { excelsAt, modifiersFor } from "../src/odds.js";
import { applyOutcome } from "../src/outcome.js";
import { RICH } from "./fixture-story.js";
import { before, slotOf, staged } from "./support.js";

describe("a stat", () => {
  it.each([
    [16, true],
    [15, false],
    [7, false],
  ])("[PC517] of %i opens what others cannot: %s", (stealth, opens) => {
    const state = {
      player: { stats: { stealth } },
      world: { known: { facts: { "brass-scale-1": 3 } } },
    };
    // What the player knows of the place gives cause to look.
    const facts = RICH.facts.map((fact) =>
      fact.id === "brass-scale-1" ? { ...fact, names: [...fact.names, "place:weigh-house"] } : fact,
    );
    const view = staged({ scene: 6, state, matter: { ...RICH, facts } });
    expect(excelsAt(view, "sneak")).toBe(opens);
    expect(view.present.length).toBeGreaterThan(0);
    const forced = candidatesFor(view, []).filter(({ verb }) => verb === "force");
    expect(forced.map(({ bind }) => bind.prop)).toEqual(opens ? ["the locked drawer"] : []);
  });
});

describe("a hurt", () => {
  const hurt: JsonObject = { player: { conditions: { bruised: 3 } } };

  it("[PC518] counts against deeds of the body, by its name, and against no others", () => {
    const view = before({ state: hurt });
    const bruised = { label: "you are bruised", value: -1 };
    expect(modifiersFor(view, "force", {}, undefined)).toContainEqual(bruised);
    expect(modifiersFor(view, "press", { npc: "orsolya" }, undefined)).not.toContainEqual(bruised);
    expect(modifiersFor(before({ state: { player: { conditions: { famous: 3 } } } }), "force", {}, undefined)).toEqual(
      [],
    );
  });

  it("[PC519] is over when two days have passed since it was first felt", () => {
    const scene = (state: JsonObject, minutes: number) => {
      const view = before({ state: mergePatch(state, { clock: { minutes } }) as JsonObject });
      const { effects, patch } = applyOutcome(view, slotOf("wait"), "none", []);
      return {
        healed: effects.some(({ kind }) => kind === "condition"),
        state: mergePatch(state, patch) as JsonObject,
      };
    };
    const first = scene(hurt, 1000);
    expect(first.healed).toBe(false);
    expect(scene(first.state, 1000 + 2879).healed).toBe(false);
    const last = scene(first.state, 1000 + 2880);
    expect(last.healed).toBe(true);
    expect(last.state["player"]).toEqual({ conditions: {} });
  });
});
