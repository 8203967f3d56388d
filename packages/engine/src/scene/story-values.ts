/**
 * The story's vocabulary where it comes from outside: from a script's output or from the disk. What does not have the shape
 * that the types promise is left out, or stands with what it lacks filled in.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import {
  type ChoiceSlot,
  type Deed,
  type Effect,
  type Outcome,
  type SceneDirection,
  type SourceRef,
  type StoryMemory,
  VERBS,
} from "@narratoria/protocol/story";

type Check = (value: JsonValue | undefined) => boolean;
type Fields = Readonly<Record<string, Check>>;

const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((item: JsonValue) => check(item));
const pairOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 2 && listOf(check)(value);
const fields =
  (checks: Fields): Check =>
  (value) =>
    isJsonObject(value) && Object.entries(checks).every(([key, check]) => check(value[key]));
const flag: Check = (value) => typeof value === "boolean";
const number: Check = (value) => typeof value === "number";
const percent: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100;
const verb: Check = (value) => typeof value === "string" && Object.hasOwn(VERBS, value);
const outcome = oneOf("success", "partial", "fail", "none");
const bindings: Check = (value) => isJsonObject(value) && Object.values(value).every(maybe(isText));

const EFFECTS: { readonly [kind in Effect["kind"]]: Fields } = {
  learn: { fact: isText, from: maybe(isText), whole: flag, how: oneOf("told", "found", "overheard") },
  motive: { npc: isText, text: isText },
  relation: { npc: isText, to: isText, text: isText },
  feeling: { npc: isText, delta: number, reason: maybe(isText) },
  hearsay: { npc: isText, from: isText, place: isText, text: isText, scene: number },
  owe: { npc: isText },
  paid: { npc: isText },
  redirect: { npc: isText, to: isText, topic: isText },
  refuse: { npc: isText, topic: maybe(isText), reason: maybe(isText), until: maybe(isText), before: maybe(isText) },
  authored: { text: isText },
  arrive: { npc: isText, place: isText },
  leave: { npc: isText, place: isText },
  move: { place: isText },
  time: { minutes: number },
  condition: { name: isText, gained: flag },
  noticed: { by: isText },
  item: { id: isText, name: isText, gained: flag, npc: maybe(isText) },
  thread: { id: isText, npc: maybe(isText), state: oneOf("opened", "closed", "due") },
  reckon: { facts: pairOf(isText) },
  flag: { name: isText },
};

const DEED: Fields = { verb, bind: bindings, outcome, polarity: oneOf("good", "bad", "mixed"), template: isText };

const SLOT: Fields = {
  id: isText,
  verb,
  class: oneOf("inquire", "push", "bond", "remember", "look", "move", "act", "end"),
  bind: bindings,
  text: isText,
  difficulty: maybe(isText),
  hint: maybe(isText),
  stake: maybe(fields({ success: isText, fail: isText })),
  fixed: maybe(flag),
  result: maybe(isText),
  rows: maybe(fields({ success: listOf(isEffect), partial: maybe(listOf(isEffect)), fail: maybe(listOf(isEffect)) })),
  echo: maybe(isText),
  reason: maybe(isText),
};

const ROLL: Fields = {
  stat: maybe(isText),
  modifiers: listOf(fields({ label: isText, value: number })),
  bonus: (value) => Number.isInteger(value),
  odds: fields({ success: percent, partial: percent, fail: percent }),
};

/** Members of a slot that its reader cleans one by one. */
type CleanedMember = "sources" | "tags" | "label" | "roll";

/** The members of a slot without which it is none. */
export function isSlotCore(value: JsonValue | undefined): value is JsonObject & Omit<ChoiceSlot, CleanedMember> {
  return fields(SLOT)(value);
}

/** A slot as the journal keeps it. */
export function isSlot(value: JsonValue | undefined): value is JsonObject & ChoiceSlot {
  return (
    isSlotCore(value) &&
    isText(value["label"]) &&
    listOf(isText)(value["tags"]) &&
    listOf(isSource)(value["sources"]) &&
    maybe(isSlotRoll)(value["roll"])
  );
}

/** The shape of a slot's roll: without it a choice is offered as one that needs no dice. */
export function isSlotRoll(value: JsonValue | undefined): value is JsonObject & NonNullable<ChoiceSlot["roll"]> {
  return fields(ROLL)(value);
}

/** A source as the journal keeps it. */
function isSource(value: JsonValue | undefined): value is JsonObject & SourceRef {
  return fields({ kind: isText, ref: isText, text: isText })(value);
}

const SOURCE: Fields = {
  kind: oneOf("memory", "npc", "stat", "lore", "beat", "place", "item", "ending", "question", "player"),
  ref: isWord,
  text: isWord,
};

/** A source that can be shown: of a kind that there is, with words. */
export function isShownSource(value: JsonValue | undefined): value is JsonObject & SourceRef {
  return fields(SOURCE)(value);
}

export function isEffect(value: JsonValue | undefined): value is JsonObject & Effect {
  if (!isJsonObject(value)) return false;
  const kind = value["kind"];
  const checks = Object.entries(EFFECTS).find(([name]) => name === kind)?.[1];
  return checks !== undefined && fields(checks)(value);
}

const CAST: Fields = { id: isText, called: isText, feeling: number, knows: listOf(isText), wants: maybe(isText) };
const DIRECTION: Fields = {
  purpose: oneOf("opening", "arrival", "beat", "aftermath", "answer", "deed", "rest", "ending"),
  place: fields({ id: isText, name: isText }),
  cast: listOf(fields(CAST)),
  mustTell: listOf(isText),
  question: maybe(fields({ id: isText, text: isText })),
  hooks: listOf(fields({ title: isText, words: maybe(isText), presses: flag })),
  because: listOf(fields({ part: isText, why: isText, source: isText })),
};

/** Why a scene is as it is, as the journal keeps it. */
export function isDirection(value: JsonValue | undefined): value is JsonObject & SceneDirection {
  return fields(DIRECTION)(value);
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}

/** A text with something in it. */
export function isWord(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

export function readOutcomeWord(value: JsonValue | undefined): Outcome {
  return value === "success" || value === "partial" || value === "fail" ? value : "none";
}

/**
 * A memory as the story uses it. Any skill may store one, and all it has to give is a summary.
 *
 * @param record - As it was stored.
 * @param scene - The scene it is of, where it does not say.
 * @returns Null where there is no summary.
 */
export function readMemory(record: JsonValue | undefined, scene: number): StoryMemory | null {
  if (!isJsonObject(record) || !isText(record["summary"])) return null;
  const { significance, relevance, deed } = record;
  return {
    ...(isText(record["id"]) ? { id: record["id"] } : {}),
    summary: record["summary"],
    scene: typeof record["scene"] === "number" ? record["scene"] : scene,
    characters: textsIn(record["characters"]),
    location: isText(record["location"]) ? record["location"] : "",
    significance: significance === "high" || significance === "medium" ? significance : "low",
    tags: textsIn(record["tags"]),
    ...(isDeed(deed) ? { deed } : {}),
    ...(typeof relevance === "number" ? { relevance } : {}),
  };
}

function isDeed(value: JsonValue | undefined): value is JsonObject & Deed {
  return fields(DEED)(value);
}

export function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item: JsonValue): item is string => isText(item)) : [];
}
