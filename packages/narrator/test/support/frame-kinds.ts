import type { SceneDraft } from "../../src/index.js";
import { FRAME_KEYS } from "../../src/frames/frame.js";
import { bundledFrames, loadFrames } from "../../src/frames/library.js";

const library = loadFrames(bundledFrames(), [], []);
const keyOf = new Map([...FRAME_KEYS].flatMap((key) => library.frames(key).map((frame) => [frame.id, key] as const)));

/** The kinds of frame that a scene was told with, one for each frame used, in order. */
export function kindsIn(draft: SceneDraft): string[] {
  const kinds: string[] = [];
  let last: string | undefined;
  for (const sentence of draft.sentences) {
    if (sentence.frameId !== undefined && sentence.frameId !== last) kinds.push(keyOf.get(sentence.frameId) ?? "?");
    last = sentence.frameId;
  }
  return kinds;
}
