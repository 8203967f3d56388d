import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { SceneBrief, SceneType, SceneWishes } from "@narratoria/protocol/story";
import { HostError } from "@narratoria/executor";
import { isEffect, isSlot, readMemory, readOutcomeWord, textsIn } from "../scene/story-values.js";

/** What a script may say of the scene it wants told. The rest is the engine's to say, whatever a brief claims. */
export type AskedScene = Pick<SceneBrief, "outcome" | "effects" | "recalled" | "slots" | "bringIn"> &
  Partial<Pick<SceneBrief, "sceneType" | "wanted">>;

const SCENE_TYPES: readonly SceneType[] = ["travel", "dialogue", "danger", "quiet", "resolution"];

/**
 * Reads a brief. What in its lists does not have the shape that it should is left out.
 *
 * @throws {HostError} `invalid_brief` where the lists of what happened and of what is offered are missing.
 */
export function readBrief(brief: JsonObject): AskedScene {
  const { slots, effects, recalled, scene, sceneType } = brief;
  if (!isList(slots) || !isList(effects)) {
    throw new HostError("invalid_brief", '"brief" must hold "slots" and "effects", two lists.', 400);
  }
  const ofScene = typeof scene === "number" ? scene : 0;
  const type = SCENE_TYPES.find((one) => one === sceneType);
  return {
    ...(type ? { sceneType: type } : {}),
    outcome: readOutcomeWord(brief["outcome"]),
    effects: effects.filter(isEffect),
    recalled: isList(recalled) ? recalled.flatMap((one) => readMemory(one, ofScene) ?? []) : [],
    slots: slots.filter(isSlot),
    bringIn: textsIn(brief["bringIn"]),
    ...wishesOf(brief["wanted"]),
  };
}

/** Reads what whoever planned the turn wants of the scene. */
function wishesOf(value: JsonValue | undefined): Pick<SceneBrief, "wanted"> {
  if (!isJsonObject(value)) return {};
  const { acts, tension } = value;
  const wanted: SceneWishes = {
    ...(typeof acts === "string" ? { acts } : {}),
    ...(tension === "lower" || tension === "higher" ? { tension } : {}),
  };
  return Object.keys(wanted).length === 0 ? {} : { wanted };
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
