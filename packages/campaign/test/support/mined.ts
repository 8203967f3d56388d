import type { StorySource } from "@narratoria/protocol/story";
import { mineStory as mine } from "../../src/reading/mine-story.js";
import { findPlayerWords } from "../../src/reading/player-words.js";
import { WEIGHBRIDGE } from "../../src/testing.js";

const byId = <T extends { readonly id: string }>(entries: readonly T[]): ReadonlyMap<string, T> =>
  new Map(entries.map((entry) => [entry.id, entry]));

/** What is mined from a story's texts, with its parts by id. */
export function mineStory(source: StorySource) {
  const mined = mine(source, findPlayerWords([], []));
  const { beats, endings, ...rest } = mined;
  return {
    ...rest,
    matter: mined,
    beats: byId(beats),
    endings: byId(endings),
    facts: byId(mined.facts),
    topics: byId(mined.topics),
    places: byId(mined.places),
    people: byId(mined.people),
  };
}

export const story = mineStory(WEIGHBRIDGE);
export { WEIGHBRIDGE };
