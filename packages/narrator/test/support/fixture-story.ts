import { WEIGHBRIDGE } from "@narratoria/campaign/testing";
import { createStorybook } from "../../src/index.js";
import { readIndex } from "./read-index.js";

export { WEIGHBRIDGE };

export const story = readIndex(WEIGHBRIDGE);
export const storybook = createStorybook(story, WEIGHBRIDGE);
