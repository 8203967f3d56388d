/** The bounded view of a story that skill scripts are given. (DESIGN 3 step 1) */
import type { JsonObject } from "@narratoria/protocol";
import type { Campaign } from "@narratoria/campaign";
import type { BeatMatter, ChoiceSlot, EndingMatter, Hook, Matter } from "@narratoria/protocol/story";
import { storyPast } from "./story-past.js";

/** A scene as later scenes are told of it. */
export interface SceneSummary {
  readonly scene: number;
  readonly choice: string | null;
  readonly summary: string;
  readonly location: string;
  readonly people: readonly string[];
}

export interface ViewSource {
  readonly campaign: Campaign;
  readonly matter: Matter;
  readonly state: JsonObject;
  readonly scene: number;
  readonly scenes: readonly SceneSummary[];
  readonly slot: ChoiceSlot | null;
  readonly hooks: readonly Hook[];
  readonly beat: BeatMatter | null;
  readonly ending: EndingMatter | null;
}

/** Summaries that go with a turn; older ones are in `past`, or reached by recall. */
const SUMMARIES = 6;

/**
 * Builds the view. Each script is later given only the keys that its manifest lists.
 *
 * @returns The keys of session state, and `choice`, `scene`, `scenes`, `past` (a `StoryPast`), `facts`, `hooks`, `constraints`, `beat`, `ending`, `stats`.
 */
export function buildView(source: ViewSource): JsonObject {
  const view = {
    ...source.state,
    choice: source.slot,
    scene: source.scene,
    scenes: source.scenes.slice(-SUMMARIES),
    past: storyPast(source.state, source.matter),
    hooks: source.hooks,
    constraints: { lines: source.campaign.constraints.map(({ text }) => text), forbidden: source.campaign.forbidden },
    beat: source.beat,
    ending: source.ending,
    stats: source.campaign.stats,
  };
  return { ...asJson(view), facts: factsOf(source.matter) };
}

/** What crosses a pipe later is what is checked here, and nobody holds a reference into the campaign. */
const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const copies = new WeakMap<Matter, JsonObject>();

/** The same in every turn, and most of a view: copied once, and kept from being changed. */
function factsOf(matter: Matter): JsonObject {
  const facts = copies.get(matter) ?? frozen(asJson(matter));
  copies.set(matter, facts);
  return facts;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const one of Object.values(Object.freeze(value))) frozen(one);
  return value;
}
