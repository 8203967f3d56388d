import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import type { BeatMatter } from "@narratoria/protocol/story";

/** Where a beat happens, and who is in it. */
interface StagedBeat {
  readonly place?: string;
  readonly people: readonly string[];
  readonly presence?: BeatMatter["presence"];
}

/**
 * The merge patch for what a beat leaves behind: who has died is dead, who has gone missing is nowhere, and who has come back
 * is where the beat was.
 */
export function afterBeatPatch(state: JsonObject, beat: StagedBeat, scene: number): JsonObject {
  if (beat.presence === undefined) return {};
  const place = typeof state["place"] === "string" ? state["place"] : "";
  const after = {
    dead: { alive: false },
    missing: { place: "", since: scene },
    here: { alive: true, place, since: scene },
  };
  return { people: Object.fromEntries(beat.presence.map(({ npc, state: now }) => [npc, after[now]])) };
}

/** State as a scene with this beat finds it: everybody who is in it stands where it happens. */
export function stageBeat(state: JsonObject, beat: StagedBeat | null, scene: number): JsonObject {
  return beat ? mergePatch(state, beatPatch(state, beat, scene)) : state;
}

/** The merge patch of session state that stages a beat. */
export function beatPatch(state: JsonObject, beat: StagedBeat, scene: number): JsonObject {
  const place = beat.place ?? (typeof state["place"] === "string" ? state["place"] : "");
  const moved = beat.people.filter(
    (id) => getPath(state, `people.${id}.alive`) !== false && getPath(state, `people.${id}.place`) !== place,
  );
  return {
    place,
    ...(beat.place ? { world: { visited: { [beat.place]: scene } } } : {}),
    people: Object.fromEntries(moved.map((id) => [id, { place, since: scene }])),
  };
}
