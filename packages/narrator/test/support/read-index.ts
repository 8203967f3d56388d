import { readSource } from "@narratoria/campaign/testing";
import type { StorySource } from "@narratoria/protocol/story";
import { indexStory, type StoryIndex } from "../../src/index.js";

/** A story's texts, read and indexed as the engine does it. */
export const readIndex = (source: StorySource): StoryIndex => indexStory(readSource(source));
