/** The process that reads a campaign: one task, one answer. */
import { type BoundedTexts, readBounded } from "./read-story.js";
import type { Answer } from "./read-apart.js";

process.once("message", (bounded: BoundedTexts) => {
  const answer: Answer = { reading: JSON.stringify(readBounded(bounded)) };
  process.send?.(answer, undefined, undefined, () => process.disconnect());
});
