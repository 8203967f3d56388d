import { withoutArticle } from "@narratoria/protocol/english";
import type { Effect, Outcome, SceneBrief } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";

/** What the dice said, for the middle of a sentence. */
const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  success: "it worked.",
  partial: "it worked in part, or at a price.",
  fail: "it did not work.",
  none: "",
};

/** What the dice said, for the middle of a sentence; with the price where an effect is one. Implements rule NA1101. */
export function outcomeWords({ outcome, effects }: Pick<SceneBrief, "outcome" | "effects">, story: StoryIndex): string {
  const prices = effects.filter(isPrice).map((effect) => effectWords(effect, story));
  return outcome === "partial" && prices.length > 0
    ? `it worked, at a price: ${prices.join(" ")}`
    : OUTCOME_WORDS[outcome];
}

function isPrice(effect: Effect): boolean {
  switch (effect.kind) {
    case "owe":
    case "noticed":
      return true;
    case "feeling":
      return effect.delta < 0;
    case "condition":
      return effect.gained;
    case "item":
      return !effect.gained;
    default:
      return false;
  }
}

/** How somebody stands to the player, by the bands of every shell. Implements rule NA4400. */
export function moodWords(feeling: number): string {
  if (feeling <= -75) return "hostile to you";
  if (feeling <= -45) return "cold to you";
  if (feeling < -30) return "wary of you";
  if (feeling <= 30) return "";
  if (feeling < 45) return "warming to you";
  return feeling < 75 ? "fond of you" : "devoted to you";
}

/** What an effect came to, in a short sentence; nothing of what needs no telling. */
export function effectWords(effect: Effect, { facts, people, places }: StoryIndex): string {
  const short = (id: string | undefined): string => people.get(id ?? "")?.short ?? "somebody";
  switch (effect.kind) {
    case "learn":
      return facts.get(effect.fact)?.text ?? "";
    case "motive":
      return `You now know what ${short(effect.npc)} wants: ${effect.text}.`;
    case "relation":
      return `You now know what ${short(effect.npc)} has to do with ${short(effect.to)}.`;
    case "feeling":
      return `${short(effect.npc)} likes you ${effect.delta > 0 ? "better" : "less"} than before.`;
    case "owe":
      return `You owe ${short(effect.npc)} a favour.`;
    case "paid":
      return `You owe ${short(effect.npc)} nothing more.`;
    case "redirect":
      return `${short(effect.npc)} sends you to ${short(effect.to)}.`;
    case "arrive":
      return `${short(effect.npc)} comes.`;
    case "leave":
      return `${short(effect.npc)} goes.`;
    case "move":
      return `You are now in ${places.get(effect.place)?.name ?? "another place"}.`;
    case "condition":
      return `You are ${effect.gained ? "" : "no longer "}${effect.name}.`;
    case "hearsay":
      return `${short(effect.npc)} has heard of it: ${effect.text}`;
    case "noticed":
      return `${short(effect.by)} has noticed what you do.`;
    case "item":
      return `You ${effect.gained ? "now have" : "no longer have"} the ${withoutArticle(effect.name)}.`;
    default:
      return "";
  }
}
