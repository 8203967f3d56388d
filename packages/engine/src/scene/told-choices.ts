import { type JsonValue, LIMITS } from "@narratoria/protocol";
import type { ExecutionResult } from "@narratoria/protocol/contracts";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { clean, filledSlots, MAX_CHOICES } from "./scene-parts.js";

const FEWEST = 2;

/**
 * The choices of a skill that tells them by a `narrative_choice` event alone, as the protocol has it, and knows nothing of slots:
 * each is something the player decides to do. Implements rule EN287.
 *
 * @param scene - The scene that they end.
 * @returns Null where fewer than two of them can be shown.
 */
export function readToldChoices(result: ExecutionResult, scene: number): ChoiceSlot[] | null {
  const tool = result.toolResults.find(({ toolId }) => toolId === "choices");
  if (tool?.state !== "success") return null;
  const told = (tool.events ?? []).flatMap((event) =>
    event.type === "ui_event" && event.event === "narrative_choice" ? [event.payload?.["choices"]] : [],
  );
  const texts = readChoiceTexts(told.at(-1));
  if (!texts) return null;
  const slots = texts.slice(0, MAX_CHOICES).map((text, index): ChoiceSlot => {
    const words = text.charAt(0).toLowerCase() + text.slice(1);
    return {
      id: `s${scene}-${index + 1}`,
      verb: "decide",
      class: "end",
      bind: { text: words.replace(/[.!]+$/, "") },
      sources: [],
      text,
      label: text,
      tags: [],
    };
  });
  return filledSlots(slots, scene);
}

/** What can be shown of a list of choices: texts alone, cleaned, cut at 200 characters, each once, eight at most. */
export function readChoiceTexts(choices: JsonValue | undefined): string[] | null {
  if (!Array.isArray(choices)) return null;
  const texts = choices.flatMap((one: JsonValue) => {
    if (typeof one !== "string") return [];
    const text = [...clean(one.replace(/\s+/g, " "))].slice(0, LIMITS.choiceChars).join("").trim();
    return text === "" ? [] : [text];
  });
  const once = [...new Set(texts)].slice(0, LIMITS.choices);
  return once.length >= FEWEST ? once : null;
}
