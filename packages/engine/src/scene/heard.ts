import { getPath, isJsonObject, type JsonObject } from "@narratoria/protocol";
import type { StoryIndex } from "@narratoria/narrator";

/**
 * What the player heard of in a scene: topics and people that its text named, facts that it told in passing, and the tags of the choice taken.
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
  const ofKind = (kind: string): string[] =>
    keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
  const people = ofKind("npc");
  const here = getPath(state, "place");
  // What was known before keeps the scene in which it was learned.
  const fresh = (kind: "topics" | "facts", ids: readonly string[]): JsonObject => {
    const known = getPath(state, `world.known.${kind}`);
    const isKnown = (id: string): boolean => typeof known === "object" && known !== null && Object.hasOwn(known, id);
    return Object.fromEntries(ids.filter((id) => !isKnown(id)).map((id) => [id, scene]));
  };
  const met = people.filter(
    (id) => getPath(state, `people.${id}.place`) === here && getPath(state, `people.${id}.met`) === undefined,
  );
  const tags = tagsTaken.map((tag) => {
    const before = getPath(state, `world.tags.${tag}`);
    return [tag, (typeof before === "number" ? before : 0) + 1] as const;
  });
  return {
    world: {
      known: { topics: fresh("topics", ofKind("topic")), facts: fresh("facts", ofKind("fact")) },
      tags: Object.fromEntries(tags),
    },
    people: Object.fromEntries(met.map((id) => [id, { met: scene }])),
  };
}

/**
 * The merge patch by which nothing of a premise is known that the first scene has left out of it, but what the player's own past names.
 * (rule EN3322)
 *
 * @param state - Session state after the first scene.
 * @param paragraphs - As it was told.
 */
export function untoldNames(
  state: JsonObject,
  { names, opening }: Pick<StoryIndex, "names" | "opening">,
  paragraphs: readonly string[],
): JsonObject {
  const told = new Set(names.keysIn(paragraphs.join("\n")));
  const past = getPath(state, "player.past");
  const own = new Set(
    (Array.isArray(past) ? past : []).flatMap((one) => {
      if (!isJsonObject(one)) return [];
      const { names: named, npc } = one;
      return [...(Array.isArray(named) ? named : []), ...(typeof npc === "string" ? [`npc:${npc}`] : [])];
    }),
  );
  const untold = names.keysIn(opening.join("\n")).filter((key) => !told.has(key) && !own.has(key));
  const topics = untold.flatMap((key) => (key.startsWith("topic:") ? [key.slice("topic:".length)] : []));
  const forgotten = (ids: readonly string[]): JsonObject => Object.fromEntries(ids.map((id) => [id, null]));
  return untold.length === 0
    ? {}
    : { storybook: { named: forgotten(untold) }, world: { known: { topics: forgotten(topics) } } };
}
