import type { BeatMatter, ChoiceSlot, SceneType } from "@narratoria/protocol/story";

const SCENE_TYPES: readonly SceneType[] = ["travel", "dialogue", "danger", "quiet", "resolution"];

/** The scene type that a script named, if there is one of that name. */
export function readSceneType(value: unknown, fallback: SceneType): SceneType {
  return SCENE_TYPES.find((type) => type === value) ?? fallback;
}

/** The type of the scene that a choice leads to, before any script has been asked. */
export function sceneTypeOf(slot: ChoiceSlot | null, beat: BeatMatter | null): SceneType {
  if (beat || slot?.class === "end") return "resolution";
  if (!slot) return "quiet";
  if (slot.class === "move") return "travel";
  if (["search", "watch", "face", "sneak", "force"].includes(slot.verb)) return "danger";
  return slot.bind.npc && slot.class !== "look" ? "dialogue" : "quiet";
}
