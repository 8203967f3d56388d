/**
 * What skill scripts gave, read as data that may be wrong: slots, prose, rolls and memories with their shapes checked,
 * and what stands in where a part is missing. Failure of a part never fails the scene.
 */
import { isJsonObject, type JsonObject, type JsonValue, LIMITS, withoutControls } from "@narratoria/protocol";
import { orderWithoutYou } from "@narratoria/protocol/english";
import type { ExecutionResult, ToldSentence, ToolResult } from "@narratoria/protocol/contracts";
import type { ChoiceSlot, Effect, Outcome, StoryMemory } from "@narratoria/protocol/story";
import type { SceneDraft } from "@narratoria/narrator";
import {
  isEffect,
  isSlotCore,
  isSlotRoll,
  isShownSource,
  isText,
  isWord,
  readMemory,
  readOutcomeWord,
  textsIn,
} from "./story-values.js";

export interface Roll {
  readonly formula: string;
  readonly dice: readonly number[];
  readonly modifiers: readonly { readonly label: string; readonly value: number }[];
  readonly total: number;
  readonly outcome: Outcome;
  /** What decided the dice. */
  readonly source: "seeded" | "crypto";
  /** Shells are not shown the single dice. (rule EN4400) */
  readonly diceHidden?: true;
}

export interface ToldProse {
  readonly paragraphs: readonly string[];
  readonly choices: readonly { readonly id: string; readonly text: string; readonly echo?: string }[];
  readonly narrator: "model" | "mixed" | "storybook" | "template";
}

const NARRATORS: readonly ToldProse["narrator"][] = ["model", "mixed", "storybook", "template"];

/** How many a scene offers. */
const MIN_CHOICES = 3;
export const MAX_CHOICES = 4;

/** The result of the first tool in the plan that ran this script, if it succeeded. */
export function outputOf(result: ExecutionResult, toolId: string): JsonObject | null {
  const tool = result.toolResults.find((one) => one.toolId === toolId);
  return tool?.state === "success" ? (tool.output ?? {}) : null;
}

export function failedTools(result: ExecutionResult): readonly ToolResult[] {
  return result.toolResults.filter(({ state }) => state === "failed" || state === "timeout");
}

/** The slots that generate-choices offered, four at most; null where none is fit to be shown. Implements rules EN13 and EN3205. */
export function readSlots(output: JsonObject | null): ChoiceSlot[] | null {
  const list = output?.["slots"];
  if (!Array.isArray(list)) return null;
  const slots: ChoiceSlot[] = [];
  const seen = new Set<string>();
  for (const one of list as readonly JsonValue[]) {
    if (!isSlotCore(one) || !isWord(one.id) || !Array.isArray(one["sources"])) continue;
    const text = clean(one.text).slice(0, LIMITS.choiceChars);
    if (text === "" || seen.has(text)) continue;
    seen.add(text);
    const { roll, difficulty, hint, ...rest } = one;
    const sources = (one["sources"] as readonly JsonValue[]).filter(isShownSource);
    const tags = textsIn(one["tags"]);
    const label = (isText(one["label"]) && clean(one["label"])) || text;
    slots.push({
      ...rest,
      text,
      label,
      sources,
      tags,
      ...(isWord(difficulty) ? { difficulty } : {}),
      ...(isWord(hint) ? { hint } : {}),
      ...(isSlotRoll(roll) ? { roll } : {}),
    });
  }
  return slots.length > 0 ? slots.slice(0, MAX_CHOICES) : null;
}

/** Choices with plain ones after them where they are too few to be a set. Implements rule EN900. */
export function filledSlots(slots: readonly ChoiceSlot[], scene: number): ChoiceSlot[] {
  const plain = plainSlots(scene).filter(({ text }) => slots.every((slot) => slot.text !== text));
  return [...slots, ...plain.slice(0, Math.max(0, MIN_CHOICES - slots.length))];
}

/** What stands in for choices that could not be made: always possible, bound to nothing. */
export function plainSlots(scene: number): ChoiceSlot[] {
  const plain = (verb: "search" | "wait" | "listen", text: string, label: string): ChoiceSlot => ({
    id: `s${scene}-${verb}`,
    verb,
    class: verb === "listen" ? "inquire" : "look",
    bind: {},
    sources: [],
    text,
    label,
    tags: [],
  });
  return [
    plain("search", "Look around you", "Look around"),
    plain("listen", "Stand still and listen", "Listen"),
    plain("wait", "Wait, and see what comes", "Wait"),
  ];
}

/** How many paragraphs a scene may have. */
export interface ProseBounds {
  readonly least: number;
  readonly most: number;
}

export const TURN_PROSE: ProseBounds = { least: 2, most: 3 };
/** A model sets speech apart, in paragraphs of a line or two. */
const MODEL_PROSE: ProseBounds = { least: 1, most: 6 };
/** An opening and an ending are the author's, one short sentence or many paragraphs. */
export const AUTHORED_PROSE: ProseBounds = { least: 1, most: 200 };

/**
 * Reads the prose that narrate sent; null where it does not keep to the bounds. (rule EN7)
 *
 * @param bounds - How many paragraphs there may be.
 */
export function readProse(output: JsonObject | null, bounds: ProseBounds = TURN_PROSE): ToldProse | null {
  const list = output?.["paragraphs"];
  if (!Array.isArray(list)) return null;
  const paragraphs = (list as readonly JsonValue[])
    .filter((one): one is string => typeof one === "string")
    .map(clean)
    .filter((one) => one !== "");
  const narrator = NARRATORS.find((one) => one === output?.["narrator"]) ?? "storybook";
  const { least, most } = bounds === TURN_PROSE && /^(?:model|mixed)$/.test(narrator) ? MODEL_PROSE : bounds;
  if (paragraphs.length < least || paragraphs.length > most) return null;
  if (paragraphs.join("").length > LIMITS.narrativeChars) return null;
  const choices = Array.isArray(output?.["choices"]) ? (output["choices"] as readonly JsonValue[]) : [];
  return {
    paragraphs,
    choices: choices.flatMap((one) => {
      if (!isJsonObject(one) || typeof one["id"] !== "string" || typeof one["text"] !== "string") return [];
      const text = clean(one["text"]).slice(0, LIMITS.choiceChars);
      return text === ""
        ? []
        : [{ id: one["id"], text, ...(typeof one["echo"] === "string" ? { echo: one["echo"] } : {}) }];
    }),
    narrator,
  };
}

/** What a plan says, as paragraphs fit to be shown; none where it says nothing. (rule EN486) */
export function readNarrative(narrative: string | null | undefined): string[] {
  const paragraphs = (narrative ?? "").slice(0, LIMITS.narrativeChars).split(/\n\s*\n/);
  return paragraphs.map(clean).filter((text) => text !== "");
}

/**
 * Choices with the narrator's wording where it worded them and may, each text different from the others. (rule EN530)
 *
 * @param calls - The role by which the author has the player called, and never "you".
 * @param named - A text with the names under which people are known. (rule EN5760)
 */
export function wordSlots(
  slots: readonly ChoiceSlot[],
  told: ToldProse["choices"],
  calls?: string,
  named: (text: string) => string = (text) => text,
): ChoiceSlot[] {
  const words = new Map(told.map((one) => [one.id, one]));
  const taken = new Set<string>();
  return slots.map((slot) => {
    const own = slot.fixed === true ? undefined : words.get(slot.id);
    const given = own && !taken.has(own.text) ? own.text : slot.text;
    const known = named(given);
    const text = calls === undefined ? known : orderWithoutYou(known, calls);
    taken.add(text);
    return { ...slot, text, ...(own?.echo === undefined ? {} : { echo: own.echo }) };
  });
}

/**
 * The sentences of a scene as shells are told of them.
 *
 * @param publicRef - What a source is known by outside.
 */
export function sentencesInPublic(
  sentences: SceneDraft["sentences"],
  publicRef: (ref: string) => string,
): ToldSentence[] {
  return sentences.map(({ text, paragraph, key, sources, by }) => ({
    text,
    paragraph,
    ...(key === undefined ? {} : { key }),
    ...(by === undefined ? {} : { by }),
    sources: sources
      .filter((source) => isWord(source.text) && isWord(source.ref))
      .map(({ kind, ref, text: words }) => ({ kind, ref: publicRef(ref), text: words })),
  }));
}

export function readRoll(output: JsonObject | null): Roll | null {
  if (!output || typeof output["formula"] !== "string" || typeof output["total"] !== "number") return null;
  return {
    formula: output["formula"],
    dice: numbers(output["dice"]),
    modifiers: Array.isArray(output["modifiers"]) ? (output["modifiers"] as Roll["modifiers"]) : [],
    total: output["total"],
    outcome: readOutcomeWord(output["outcome"]),
    source: output["source"] === "crypto" ? "crypto" : "seeded",
    ...(output["diceHidden"] === true ? { diceHidden: true } : {}),
  };
}

export interface WhatHappened {
  readonly outcome: Outcome;
  readonly effects: readonly Effect[];
  readonly memory: StoryMemory | null;
}

/** @param scene - The scene that is being made. */
export function readOutcome(output: JsonObject | null, scene: number): WhatHappened {
  const effects = output?.["effects"];
  return {
    outcome: readOutcomeWord(output?.["outcome"]),
    effects: Array.isArray(effects) ? (effects as readonly JsonValue[]).filter(isEffect) : [],
    memory: readMemory(output?.["memory"], scene),
  };
}

/** Text without control characters and without marks that turn the direction of writing. */
export function clean(text: string): string {
  return withoutControls(text).trim();
}

function numbers(value: JsonValue | undefined): number[] {
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).filter((one): one is number => typeof one === "number")
    : [];
}
