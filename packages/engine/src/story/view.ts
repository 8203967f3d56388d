/** The bounded view of a story that skill scripts are given. */
import { atOnce, getPath, isJsonObject, type JsonObject, type JsonValue, mergePatch } from "@narratoria/protocol";
import type { ReadLaw, RollRules } from "@narratoria/protocol/contracts";
import type { Campaign } from "@narratoria/campaign";
import type { BeatMatter, ChoiceSlot, EndingMatter, Hook, Matter } from "@narratoria/protocol/story";
import { storyPast } from "./story-past.js";
import { frozen, MatterSlices } from "./view-slice.js";

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
  readonly laws: readonly ReadLaw[];
  readonly state: JsonObject;
  readonly scene: number;
  readonly scenes: readonly SceneSummary[];
  readonly slot: ChoiceSlot | null;
  readonly hooks: readonly Hook[];
  readonly beat: BeatMatter | null;
  readonly ending: EndingMatter | null;
  /** How dice are thrown, where the author says so. */
  readonly rules?: RollRules | undefined;
  /** The minute of the beat to which the player goes: they come by then. */
  readonly by?: number | undefined;
  /** The minute that only a beat of its own hour passes. */
  readonly until?: number | undefined;
  /** Ids of places that the story has not come to: scripts hear nothing of them. */
  readonly ahead?: ReadonlySet<string>;
}

/** Summaries that go with a turn; older ones are in `past`, or reached by recall. */
const SUMMARIES = 6;

/**
 * Builds the view. Each script is later given only the keys that its manifest lists.
 *
 * @returns The keys of session state, and `choice`, `scene`, `scenes`, `past` (a `StoryPast`), `facts`, `hooks`, `constraints`, `beat`, `ending`, `stats`, `rules`.
 */
export function buildView(source: ViewSource): JsonObject {
  return atOnce(buildingView(source));
}

/** The clock with the hours that keep a deed from passing them; nothing where there are none. */
function clockOf({ state, until, by }: Pick<ViewSource, "state" | "until" | "by">): JsonObject {
  const hours = { ...(until === undefined ? {} : { until }), ...(by === undefined ? {} : { by }) };
  return Object.keys(hours).length === 0 ? {} : { clock: mergePatch(state["clock"] ?? {}, hours) };
}

/** As `buildView`, with stops at which other work may go on. */
export function* buildingView(source: ViewSource): Generator<void, JsonObject> {
  const view = {
    ...source.state,
    ...clockOf(source),
    choice: source.slot,
    scene: source.scene,
    scenes: source.scenes.slice(-SUMMARIES),
    past: storyPast(source.state, source.matter),
    hooks: fitting(source.hooks),
    beat: source.beat && {
      ...source.beat,
      told: fitting(source.beat.told),
      decisions: fitting(source.beat.decisions),
      dialogue: fitting(source.beat.dialogue),
      people: fitting(source.beat.people),
      names: fitting(source.beat.names),
    },
    ending: source.ending && {
      ...source.ending,
      paragraphs: fitting(source.ending.paragraphs),
      epilogue: fitting(source.ending.epilogue),
    },
    stats: source.campaign.stats,
    rules: source.rules ?? null,
  };
  const { state, slot, hooks, beat } = source;
  const lastScene = source.scenes.at(-1)?.summary ?? "";
  yield;
  const facts = yield* slicesOf(source.matter).taking({ state, slot, hooks, beat, lastScene });
  yield;
  return {
    ...asJson(view),
    constraints: constraintsOf(source.laws),
    facts: withoutPlaces(facts, source.ahead ?? new Set(), beyondReach(source), slot?.bind.place),
  };
}

/** So many places are left to go to, though the story has not come to them. */
const FEWEST_PLACES = 2;

/** Ids of places to which nobody walks: over water, shut, or not yet opened, unless something that happens there waits for the player. */
function beyondReach({ matter, state, hooks }: ViewSource): ReadonlySet<string> {
  const waits = new Set(hooks.flatMap((hook) => ("place" in hook && hook.place !== undefined ? [hook.place] : [])));
  return new Set(
    matter.places.flatMap(({ id, reach }) => {
      if (reach === undefined || id === state["place"] || waits.has(id)) return [];
      const opened = reach.beat !== undefined && getPath(state, `beats.${reach.beat}.state`) === "fired";
      return opened && reach.by === "beat" ? [] : [id];
    }),
  );
}

/**
 * Matter without places beyond reach, and without those that the story has not come to, as long as enough others are left.
 *
 * @param chosen - Where the choice taken leads: it was offered, so it is there. (rule EN2000)
 */
function withoutPlaces(
  facts: JsonObject,
  ahead: ReadonlySet<string>,
  beyond: ReadonlySet<string>,
  chosen: string | undefined,
): JsonObject {
  if ((ahead.size === 0 && beyond.size === 0) || !Array.isArray(facts["places"])) return facts;
  const places = facts["places"].filter(
    (place: JsonValue) => !isJsonObject(place) || place["id"] === chosen || !beyond.has(String(place["id"])),
  );
  const isAhead = (place: JsonValue): boolean =>
    isJsonObject(place) && place["id"] !== chosen && ahead.has(String(place["id"]));
  let missing = FEWEST_PLACES - places.filter((place: JsonValue) => !isAhead(place)).length;
  const kept = places.filter((place: JsonValue) => !isAhead(place) || missing-- > 0);
  return { ...facts, places: kept };
}

/** Far more than anybody writes of one beat, and little beside what a script may be given. */
const LIST_BYTES = 32_000;

/** The first entries of a list, as many as its share of a view holds. */
function fitting<Entry>(entries: readonly Entry[]): readonly Entry[] {
  let left = LIST_BYTES;
  const end = entries.findIndex((entry) => {
    left -= Buffer.byteLength(JSON.stringify(entry));
    return left < 0;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

const constraints = new WeakMap<ViewSource["laws"], JsonObject>();

/** The laws as scripts are given them: written out once for each list. */
function constraintsOf(laws: ViewSource["laws"]): JsonObject {
  const known = constraints.get(laws);
  if (known !== undefined) return known;
  const made = frozen(
    asJson({
      lines: fitting(laws.map(({ text }) => text)),
      laws: fitting(laws.flatMap(({ checks }) => (checks.length === 0 ? [] : [{ checks }]))),
    }),
  );
  constraints.set(laws, made);
  return made;
}

/** What crosses a pipe later is what is checked here, and nobody holds a reference into the campaign. */
const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Makes what each view of a story needs and the first would wait for. */
export function prepareViews(matter: Matter): void {
  slicesOf(matter).words();
}

const known = new WeakMap<Matter, MatterSlices>();

function slicesOf(matter: Matter): MatterSlices {
  const slices = known.get(matter) ?? new MatterSlices(matter);
  known.set(matter, slices);
  return slices;
}
