/** A small campaign in one habit of some author's, with what a person reads in it. */
import type { CampaignFacts } from "../../src/index.js";
import type { ReadingSource } from "../../src/testing.js";
import { beat, person } from "../support/small-story.js";

export interface Habit {
  /** What its author does. */
  readonly habit: string;
  readonly source: Partial<ReadingSource>;
  readonly facts: CampaignFacts;
}

export { beat, person };

/** A lore file; the path is its name below `lore/`. */
export const lore = (path: string, text: string) => ({ file: `lore/${path}.md`, text });

type Home = string | null;

/** What a person reads of somebody: name, what prose calls them, pronoun, home, kind and from when they can be met. */
export const who = (
  name: string,
  called: string | null,
  pronoun: string | null,
  homePlace: Home = null,
  kind: string | null = "human",
  presentFrom: string | null = "start",
) => ({ name, called, pronoun, homePlace, kind, presentFrom });

/** Where a beat plays and who is in it. */
export const staged = (id: string, place: string | null, ...cast: string[]) => ({ id, place, cast });
