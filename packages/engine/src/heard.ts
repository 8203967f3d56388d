import { getPath, type JsonObject } from "@narratoria/protocol";

/**
 * What the player heard of in a scene: topics and people that its text named, and the tags of the choice taken.
 *
 * @param state - Session state after the scene; `storybook.named` says what its text named.
 * @param scene - The scene's number.
 * @param tagsTaken - Tags of the choice that led to it.
 * @returns A patch for session state.
 */
export function heardIn(state: JsonObject, scene: number, tagsTaken: readonly string[]): JsonObject {
  const named = getPath(state, "storybook.named");
  const keys =
    typeof named === "object" && named !== null && !Array.isArray(named)
      ? Object.entries(named)
          .filter(([, named]) => named === scene)
          .map(([key]) => key)
      : [];
  const topics = keys.filter((key) => key.startsWith("topic:")).map((key) => key.slice("topic:".length));
  const people = keys.filter((key) => key.startsWith("npc:")).map((key) => key.slice("npc:".length));
  const here = getPath(state, "place");
  const known = getPath(state, "world.known.topics");
  const isKnown = (id: string): boolean => typeof known === "object" && known !== null && Object.hasOwn(known, id);
  const met = people.filter(
    (id) => getPath(state, `people.${id}.place`) === here && getPath(state, `people.${id}.met`) === undefined,
  );
  const tags = tagsTaken.map((tag) => {
    const before = getPath(state, `world.tags.${tag}`);
    return [tag, (typeof before === "number" ? before : 0) + 1] as const;
  });
  return {
    world: {
      known: { topics: Object.fromEntries(topics.filter((id) => !isKnown(id)).map((id) => [id, scene])) },
      tags: Object.fromEntries(tags),
    },
    people: Object.fromEntries(met.map((id) => [id, { met: scene }])),
  };
}
