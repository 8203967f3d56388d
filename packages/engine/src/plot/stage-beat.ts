import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";

/** State as a scene with this beat finds it: everybody who is in it stands where it happens. */
export function stageBeat(
  state: JsonObject,
  beat: { readonly place?: string; readonly people: readonly string[] } | null,
  scene: number,
): JsonObject {
  if (!beat) return state;
  const place = beat.place ?? (typeof state["place"] === "string" ? state["place"] : "");
  const moved = beat.people.filter(
    (id) => getPath(state, `people.${id}.alive`) !== false && getPath(state, `people.${id}.place`) !== place,
  );
  return mergePatch(state, {
    place,
    ...(beat.place ? { world: { visited: { [beat.place]: scene } } } : {}),
    people: Object.fromEntries(moved.map((id) => [id, { place, since: scene }])),
  });
}
