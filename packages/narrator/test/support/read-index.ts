import type { ReadLaw } from "@narratoria/protocol/contracts";
import { readSource, WEIGHBRIDGE } from "@narratoria/campaign/testing";
import type { StorySource } from "@narratoria/protocol/story";
import { indexStory, type StoryIndex } from "../../src/index.js";

/** Laws of a story that forbids these words. */
export const lawsAgainst = (...forbidden: string[]): readonly ReadLaw[] =>
  readSource({ ...WEIGHBRIDGE, constraints: [], forbidden }).laws;

/** A story's texts, read and indexed as the engine does it. */
export const readIndex = (source: StorySource): StoryIndex => indexStory(readSource(source));
