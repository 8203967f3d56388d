/** The scenes of a story with the ways between them that were taken: what a book of numbered sections is made of. Pure. */
import type { SceneEvent } from "../scene/scene-record.js";
import { sceneName, type ToldStory } from "./told-story.js";

export interface PlayedWay {
  readonly text: string;
  /** How the dice came out where they decided. */
  readonly outcome: "success" | "partial" | "fail" | null;
  readonly turnId: string;
}

export interface PlayedScene {
  readonly turnId: string;
  /** From 1, in the order in which they are told. */
  readonly number: number;
  /** "The opening", "Scene 4", "Scene 4 (2)" where another branch has one of that number. */
  readonly name: string;
  /** Null where it is damaged on the disk. */
  readonly event: SceneEvent | null;
  readonly ways: readonly PlayedWay[];
}

/** All scenes, the opening first. A branch that is read alone has no ways but its own. */
export function playedScenes({ branches }: ToldStory): PlayedScene[] {
  const told = branches.flatMap(({ branch, scenes }) =>
    scenes.map((scene, at) => ({ ...scene, before: scenes[at - 1]?.turnId ?? branch.start?.turnId ?? null })),
  );
  const ways = new Map<string, PlayedWay[]>();
  for (const { turnId, before, event } of told) {
    if (before === null) continue;
    const outcome = event?.roll?.outcome ?? "none";
    const list = ways.get(before) ?? [];
    list.push({ text: event?.choice ?? "Go on", outcome: outcome === "none" ? null : outcome, turnId });
    ways.set(before, list);
  }
  const names = new Map<string, number>();
  return told.map(({ turnId, scene, event }, at) => {
    const plain = sceneName(scene);
    const count = (names.get(plain) ?? 0) + 1;
    names.set(plain, count);
    const name = plain.charAt(0).toUpperCase() + plain.slice(1);
    return {
      turnId,
      number: at + 1,
      name: count === 1 ? name : `${name} (${count})`,
      event,
      ways: ways.get(turnId) ?? [],
    };
  });
}

export const OUTCOMES = { success: "if it works", partial: "if it works, at a cost", fail: "if it fails" } as const;
