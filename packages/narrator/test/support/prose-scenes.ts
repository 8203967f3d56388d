import type { ChoiceSlot, Effect, SceneBrief } from "@narratoria/protocol/story";
import { NO_PAST, type SceneToTell } from "../../src/index.js";
import { campaignWords } from "../../src/prose/checks/campaign-words.js";
import type { SceneFacts } from "../../src/prose/checks/scene-facts.js";
import { lawsAgainst } from "./read-index.js";
import { brief, slot, state } from "./briefs.js";
import { story, storybook, WEIGHBRIDGE } from "./fixture-story.js";

const words = campaignWords(WEIGHBRIDGE);

/** What a sentence is held against in a scene where Orsolya was asked about the Salt Book, and nothing came of it. */
export function facts(more: Partial<SceneFacts> = {}): SceneFacts {
  return {
    story,
    words,
    laws: lawsAgainst("wizard", "motor car"),
    outcome: "partial",
    effects: [],
    moved: false,
    present: new Set(["orsolya"]),
    given:
      "The Weigh House. Orsolya, weigher. 1. You ask Orsolya about the Salt Book. Jonas does not appear. The tea is cold.",
    draft: "You ask Orsolya about the Salt Book. She lays both hands on the counter.",
    kept: [{ text: "I weigh what is put in front of me.", speaker: "Orsolya" }],
    told: ["You ask Orsolya about the Salt Book."],
    past: ["Jonas counts the carts in the Long Yard, and writes nothing down of it."],
    locked: ["The ledger was drowned on purpose by the carter’s widow."],
    secrets: [],
    ...more,
  };
}

const ask = (more: Partial<ChoiceSlot> = {}): ChoiceSlot =>
  slot("ask", { npc: "orsolya", topic: "salt-book" }, { text: "Ask Orsolya about the Salt Book", ...more });

/** A scene as the storybook tells it, ready for a model. */
export function sceneToTell(effects: readonly Effect[] = [], more: Partial<SceneBrief> = {}): SceneToTell {
  const made = brief(ask(), effects, {
    outcome: "success",
    slots: [ask({ id: "a" }), slot("wait", {}, { id: "b" })],
    ...more,
  });
  return {
    brief: made,
    state: state(),
    draft: storybook.tell(made, state()),
    past: NO_PAST,
    style: "vivid",
  };
}
