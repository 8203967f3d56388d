import type { ChoiceSlot } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { offeredChoice } from "../src/scene/scene-record.js";
import { whyWords } from "../src/shell.js";

const slot: ChoiceSlot = {
  id: "scene-3-1",
  class: "push",
  verb: "press",
  bind: { npc: "osk" },
  text: "Press Osk",
  label: "Press Osk",
  tags: [],
  sources: [{ kind: "npc", ref: "osk", text: "Osk is here" }],
  roll: {
    stat: "charisma",
    modifiers: [
      { label: "charisma 16", value: 1 },
      { label: "Osk's charisma 17", value: -1 },
    ],
    bonus: 0,
    odds: { success: 16, partial: 42, fail: 42 },
  },
};

it.each([undefined, "narrative", "rules-light"] as const)("[EN2115] rules_hint %s shows odds and sum", (rules) => {
  const choice = offeredChoice(slot, rules, (ref) => ref);
  expect([choice.odds, choice.bonus]).toEqual([slot.roll?.odds, 0]);
  expect(whyWords(choice)).toBe("Osk is here.");
});

it.each(["crunchy", "tactical"] as const)("[EN2115] rules_hint %s shows all that counts", (rules) => {
  const choice = offeredChoice(slot, rules, (ref) => ref);
  expect([choice.odds, choice.bonus]).toEqual([slot.roll?.odds, 0]);
  expect(whyWords(choice)).toBe("Osk is here. Charisma 16 +1, Osk's charisma 17 −1.");
});

it("[EN2115] a choice without a roll shows nothing of the rules", () => {
  const { roll: _, ...plain } = slot;
  const choice = offeredChoice(plain, "crunchy", (ref) => ref);
  expect(whyWords(choice)).toBe("Osk is here.");
  expect(choice).not.toHaveProperty("odds");
});
