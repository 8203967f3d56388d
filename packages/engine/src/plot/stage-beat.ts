import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";

/** Where a beat happens, and who is in it. */
interface StagedBeat {
  readonly place?: string;
  readonly people: readonly string[];
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
