// SPEC.md PC770 to PC773: choices in their author's own words.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createRandom } from "@narratoria/protocol/random";
import type { ChoiceSlot, Effect, Hook } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { makeOffer } from "../src/offer.js";
import { before, contextWith, type Given, slotOf, staged } from "./support.js";
import { SETTINGS } from "./walk.js";

type Authored = Extract<Hook, { kind: "tag" }>;
const said = (text: string): Effect => ({ kind: "authored", text });
const hook = (text: string, authored: Partial<NonNullable<Authored["authored"]>> = {}, more = {}): Authored => ({
  kind: "tag",
  beat: "beat_001",
  title: "The Bell",
  tag: text.toLowerCase().replaceAll(" ", "-"),
  text,
  authored: { rows: { success: [said("It is done.")] }, ...authored },
  ...more,
});
const slots = (hooks: readonly Hook[], given: Given = {}): readonly ChoiceSlot[] =>
  makeOffer(staged({ hooks, ...given }), [], [], SETTINGS).slots;
const own = (hooks: readonly Hook[], given: Given = {}): string[] =>
  slots(hooks, given).flatMap(({ rows, text }) => (rows === undefined ? [] : [text]));

describe("choices of the author's own", () => {
  it("[PC770] are all offered in the scene of their beat, and two at a time in any other", () => {
    const names = ["Ring the bell", "Call out", "Turn back", "Wait for the tide"];
    for (let seed = 1; seed <= 12; seed += 1) {
      const answers = names.map((text) => hook(text, { answers: true }));
      expect(own(answers, { seed: `s${seed}` }).sort()).toEqual([...names].sort());
      const others = names.map((text, at) => hook(text, {}, { beat: `beat_00${at}` }));
      expect(own(others, { seed: `s${seed}` })).toHaveLength(2);
    }
  });

  it("[PC771] keep their author's words, and are carried with what comes of them", () => {
    const rows = { success: [said("It rings.")], fail: [said("The rope breaks.")] };
    const [slot] = slots([
      hook("Ring the bell of St Ann", { rows, roll: { stat: "Strength", difficulty: "hard" } }),
    ]).filter(({ rows: one }) => one !== undefined);
    expect(slot).toMatchObject({
      verb: "decide",
      text: "Ring the bell of St Ann",
      tags: ["ring-the-bell-of-st-ann"],
      bind: { beat: "beat_001", text: "ring the bell of St Ann" },
      fixed: true,
      rows,
      roll: { stat: "strength" },
      difficulty: "hard",
    });
    expect(slots([hook("Ring")]).find(({ rows: one }) => one !== undefined)).not.toHaveProperty("roll");
  });

  it.each([
    ["“I will wait,” you say.", "say “I will wait.”"],
    ["“Never!”", "say “Never!”"],
    ["I shall wait", "say: “I shall wait”"],
    ["Ask Osk.", "ask Osk"],
    ["NASA must hear", "NASA must hear"],
  ])("[PC771] %s is done as: %s", (text, deed) => {
    const [candidate] = candidatesFor(staged({ hooks: [hook(text)] }), []).filter(({ rows }) => rows !== undefined);
    expect(candidate?.bind.text).toBe(deed);
  });

  it("[PC771] are offered where they can be done alone, unless something waits for them", () => {
    const here = staged().placeId;
    const elsewhere = [...staged().places.keys()].find((id) => id !== here) ?? "";
    const nobody = [...staged().people.keys()].find((id) => !staged().present.some((one) => one.id === id)) ?? "";
    const named = (more: object, authored = {}): string[] => own([hook("Ring", authored, more)]);
    expect(named({ place: here }, { onlyHere: true })).toEqual(["Ring"]);
    expect(named({ place: elsewhere }, { onlyHere: true })).toEqual([]);
    expect(named({ npc: nobody }, { onlyHere: true })).toEqual([]);
    const ways = slots([hook("Ring", {}, { place: elsewhere, presses: true })]);
    expect(ways.some(({ verb, sources }) => verb === "go" && sources.some(({ ref }) => ref === "beat_001"))).toBe(true);
  });

  it("[PC772] bring what their author wrote and nothing else; half a success has its price", () => {
    const rows = { success: [said("It rings.")], fail: [said("The rope breaks.")] };
    const effects = (given: ChoiceSlot["rows"]) =>
      outcomesOf(
        before(),
        slotOf(
          "decide",
          { beat: "b", npc: "orsolya", text: "betray Orsolya" },
          { tags: ["ring"], rows: given ?? rows },
        ),
        createRandom("a"),
      );
    const flag = { kind: "flag", name: "ring" };
    const all = effects(rows);
    expect(all.none).toEqual([flag, said("It rings.")]);
    expect(all.success).toEqual(all.none);
    expect(all.fail).toEqual([flag, said("The rope breaks.")]);
    expect(all.partial.slice(0, 2)).toEqual(all.none);
    expect(all.partial.length).toBeGreaterThan(2);
    expect(effects({ ...rows, partial: [said("It rings once.")] }).partial).toEqual([flag, said("It rings once.")]);
    expect(effects({ success: [] }).fail.some(({ kind }) => kind === "authored")).toBe(false);
  });

  it("[PC773] that wait for one way of a roll are offered after that way alone", () => {
    const script = fileURLToPath(new URL("../scripts/generate-choices.cjs", import.meta.url));
    const hooks = [hook("Go in", { after: ["success", "partial"] }), hook("Run", { after: ["fail"] })];
    const texts = (outcome: string): string[] => {
      const input = {
        requestId: "r",
        tool: "player-choices",
        operation: "generate-choices",
        input: {},
        context: contextWith({ hooks }),
        dependencies: { outcome: { outcome, effects: [], patch: {} } },
      };
      const { stdout } = spawnSync(process.execPath, [script], {
        input: JSON.stringify(input),
        encoding: "utf8",
        env: {},
      });
      const done = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { output: { slots: ChoiceSlot[] } };
      return done.output.slots.flatMap(({ rows, text }) => (rows === undefined ? [] : [text]));
    };
    expect(texts("success")).toEqual(["Go in"]);
    expect(texts("fail")).toEqual(["Run"]);
    expect(texts("none")).toEqual([]);
  });
});
