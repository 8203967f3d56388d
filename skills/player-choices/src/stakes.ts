/** What a roll decides, said before it is made: success and failure differ in what is known, owned, open or owed. */
import type { Bindings, ChoiceSlot, Verb } from "@narratoria/protocol/story";
import type { View } from "./view.js";
import { capitalised, fill } from "./words.js";

type Stake = NonNullable<ChoiceSlot["stake"]>;

/** In pairs: success, failure. The first whose slots can be filled stands. */
const STAKES: Partial<Record<Verb, readonly (readonly [string, string])[]>> = {
  press: [
    ["{npc} tells you what {npc.s keeps|keep} back", "{npc.s turns|turn} cold, and will not speak of it again"],
    ["you get an answer", "you are refused"],
  ],
  confront: [
    ["{npc} says what lies behind it", "{npc.s turns|turn} against you"],
    ["you get an answer", "you make an enemy"],
  ],
  bluff: [
    ["{npc} lets it slip", "{npc.s sees|see} through you, and will not speak of it again"],
    ["it is let slip", "you are seen through"],
  ],
  settle: [
    ["you and {npc} are even", "{npc.s is|are} not content, and you still owe it"],
    ["you are even", "you still owe it"],
  ],
  sneak: [
    ["you see what {npc.s keeps|keep} there", "{npc} catches you at it"],
    ["you see what is there", "you are caught at it"],
  ],
  force: [["it opens, and you see what is in it", "it stays shut, and you are hurt"]],
  decide: [
    ["it goes as you mean it to", "it goes wrong, and {npc} thinks less of you"],
    ["it goes as you mean it to", "it goes wrong, and costs you time"],
  ],
};

/** What is at stake in a roll. */
export function stakeOf(view: View, verb: Verb, bind: Bindings): Stake {
  for (const [success, fail] of STAKES[verb] ?? []) {
    const [won, lost] = [fill(success, view, bind), fill(fail, view, bind)];
    if (won !== null && lost !== null) return { success: won, fail: lost };
  }
  return { success: "it works", fail: "it costs you" };
}

export function stakeInWords({ success, fail }: Stake): string {
  return `${capitalised(`if it works, ${success}`)}; if not, ${fail}.`;
}
