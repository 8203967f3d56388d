import type { SceneDraft } from "../../src/index.js";

/** The kinds of frame that a scene was told with, one for each frame used, in order. */
export function kindsIn(draft: SceneDraft): string[] {
  const kinds: string[] = [];
  let last: string | undefined;
  for (const sentence of draft.sentences) {
    if (sentence.frameId !== undefined && sentence.frameId !== last) kinds.push(sentence.key ?? "?");
    last = sentence.frameId;
  }
  return kinds;
}
