/** A story that begins at one of its beats, for its author: what came before is taken as having happened. */
import { type JsonObject, type JsonValue, mergePatch, nearest } from "@narratoria/protocol";
import { checkContract, isContract, type PlotBeat } from "@narratoria/protocol/contracts";
import type { BeatMatter } from "@narratoria/protocol/story";
import type { StoryIndex } from "@narratoria/narrator";
import { EngineError } from "../errors.js";
import { authoredChanges } from "../plot/authored-choices.js";
import { type BeatConditions, list, slugOf } from "../plot/conditions.js";
import { afterBeat, changePatches, nested } from "../plot/stage-beat.js";
import type { ReadCampaign } from "../read-campaign.js";
import { say } from "../words/say.js";
import { placeId } from "./initial-state.js";
import { lastPagesOf } from "./turn-start.js";

/** Where a story begins, if not at its beginning. */
export interface StoryStart {
  /** The beat that the first scene tells; null where that is the premise. */
  readonly beat: BeatMatter | null;
  /** Ids of the beats that are taken as having happened. */
  readonly happened: readonly string[];
  /** The state before the first scene, from that before an ordinary opening. */
  state(initial: JsonObject): JsonObject;
}

/**
 * Prepares the start of a story at a beat, with things, flags and feelings that are given. Implements rules EN2415 to EN2417.
 *
 * @param at - Id of the beat; the story begins with its premise where it is left out.
 * @param given - What holds as it begins, in the form of what an author's choice changes.
 * @throws {EngineError} `no_such_beat`; `start_unusable` where `given` has not that form, or names somebody or somewhere unknown.
 */
export function startOf(
  { campaign }: ReadCampaign,
  mined: StoryIndex,
  at?: string,
  given: JsonObject = {},
): StoryStart {
  const beat = at === undefined ? undefined : campaign.beats.find(({ id }) => id === at);
  if (at !== undefined && !beat) throw noSuchBeat(at, campaign.beats);
  const changes = changesGiven(
    given,
    campaign.npcs.map(({ id }) => id),
    mined,
  );
  const rivals = lastPagesOf(campaign, mined).rivals;
  const before = beat ? beatsBefore(beat, campaign.beats, rivals) : { happened: [], closed: [] };
  const place = typeof given["place"] === "string" ? placeId(given["place"], mined.matter) : undefined;
  return {
    beat: beat ? (mined.beats.get(beat.id) ?? null) : null,
    happened: before.happened.map(({ id }) => id),
    state(initial) {
      let state = initial;
      const apply = (patch: JsonObject): void => {
        state = mergePatch(state, patch);
      };
      for (const one of before.happened) {
        apply({ beats: { [one.id]: { state: "fired", scene: 0 } } });
        const known = mined.beats.get(one.id);
        for (const npc of known?.people ?? []) apply({ people: { [npc]: { met: 0 } } });
        if (known) for (const patch of afterBeat(state, known, 0)) apply(patch);
      }
      for (const { id } of before.closed) apply({ beats: { [id]: { state: "skipped", scene: 0 } } });
      for (const one of [...before.happened, ...(beat ? [beat] : [])])
        apply(metBy(one.conditions ?? {}, campaign.npcs));
      if (beat) {
        apply({ beats: { [beat.id]: { state: "fired", scene: 0 } } });
        const scenes = beat.conditions?.scene_count?.min ?? 0;
        if (scenes > 0) apply({ pace: { passed: scenes } });
        const there = mined.beats.get(beat.id)?.place;
        if (there !== undefined) apply({ place: there, world: { visited: { [there]: 0 } } });
      }
      for (const patch of changePatches(state, changes, 0)) apply(patch);
      if (place !== undefined) apply({ place, world: { visited: { [place]: 0 } } });
      return state;
    },
  };
}

/** What a beat requires has happened, and so has what its author wrote before it; of what excludes that, nothing has. */
function beatsBefore(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  rivals: ReadonlyMap<string, readonly string[]>,
): { readonly happened: readonly PlotBeat[]; readonly closed: readonly PlotBeat[] } {
  const required = new Set<string>();
  const add = (id: string): void => {
    if (id === beat.id || required.has(id)) return;
    required.add(id);
    const { conditions = {} } = beats.find((one) => one.id === id) ?? {};
    for (const one of needsOf(conditions)) add(one);
  };
  for (const one of needsOf(beat.conditions ?? {})) add(one);
  const excluded = new Set([beat.id, ...required].flatMap((id) => rivals.get(id) ?? []));
  const earlier = beats.slice(0, beats.indexOf(beat));
  const isClosed = ({ id }: PlotBeat): boolean => excluded.has(id) && !required.has(id);
  return {
    happened: beats.filter((one) => required.has(one.id) || (earlier.includes(one) && !isClosed(one))),
    closed: earlier.filter(isClosed),
  };
}

/** Of several beats that would do, the first. */
const needsOf = ({ requires_beat: all, requires_any_beat: any = [] }: BeatConditions): readonly string[] => [
  ...list(all),
  ...any.slice(0, 1),
];

const FEELINGS: Readonly<Record<string, number>> = { trusts: 50, likes: 35, neutral: 0, dislikes: -35, hates: -50 };

/** What conditions ask of the player, of people and of the world, as state. */
function metBy(conditions: BeatConditions, npcs: readonly { readonly id: string }[]): JsonObject {
  const { player_choice: tag, player_choices: tags = [], player_state: own, npc_state: theirs = {} } = conditions;
  const flags = [...(tag === undefined ? [] : [tag]), ...tags, ...(own === undefined ? [] : [slugOf(own)])];
  const feelings = Object.entries(theirs).flatMap(([npc, words]): [string, JsonValue][] => {
    const feeling = FEELINGS[String(words).trim().toLowerCase().split(/\s+/)[0] ?? ""];
    return feeling === undefined || !npcs.some(({ id }) => id === npc) ? [] : [[npc, { feeling }]];
  });
  const world = Object.entries(conditions.world_state ?? {}).map(([path, value]) => at(path, value ?? null));
  return [
    { flags: Object.fromEntries(flags.map((name) => [name, 0])) },
    { people: Object.fromEntries(feelings) },
    ...world,
  ].reduce<JsonObject>((all, patch) => mergePatch(all, patch), {});
}

/** A value at a path of session state: one that names no part of it is one of `world`. */
function at(path: string, value: JsonValue): JsonObject {
  return nested((STATE.test(path) ? path : `world.${path}`).split("."), value);
}

const STATE = /^(?:beats|clock|factions|flags|inventory|people|place|player|threads|weather|world)(?:\.|$)/;

function changesGiven(
  given: JsonObject,
  npcs: readonly string[],
  mined: StoryIndex,
): ReturnType<typeof authoredChanges> {
  const strange = Object.keys(given).find((name) => !GIVEN.includes(name));
  if (strange !== undefined) throw unusable(`/${strange} is none of ${GIVEN.join(", ")}`);
  const document: JsonObject = { choices: [{ text: "Begin", then: given }] };
  const [issue] = checkContract("choices", document);
  if (issue !== undefined || !isContract("choices", document))
    throw unusable(`${issue?.pointer.replace("/choices/0/then", "") || "/"} ${issue?.message ?? ""}`);
  for (const field of ["feelings", "people"])
    for (const npc of keysOf(given[field]))
      if (!npcs.includes(npc)) throw unusable(unknownName(`/${field}`, npc, npcs));
  const places = mined.matter.places.map(({ name }) => name);
  if (typeof given["place"] === "string" && placeId(given["place"], mined.matter) === undefined)
    throw unusable(unknownName("/place", given["place"], places));
  return authoredChanges(document.choices[0]?.then, (name) => placeId(name, mined.matter));
}

const GIVEN = ["flags", "world", "items", "feelings", "factions", "people", "place"];

const keysOf = (value: JsonValue | undefined): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

function unknownName(where: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const action = meant === null ? `There are ${known.join(", ") || "none"}` : `Did you mean "${meant}"?`;
  return `${where} names "${name}", which the campaign does not have. ${action}`;
}

const unusable = (why: string): EngineError =>
  new EngineError("start_unusable", say("error.start_unusable", { why }), say("error.start_unusable.action"));

function noSuchBeat(id: string, beats: readonly PlotBeat[]): EngineError {
  const ids = beats.map((one) => one.id);
  const meant = nearest(id, ids);
  const names = meant === null ? ids.join(", ") || "none" : meant;
  return new EngineError(
    "no_such_beat",
    say("error.no_beat_to_begin_at", { id }),
    say("error.no_such_beat.action", { names }),
  );
}
