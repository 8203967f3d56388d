/** What a scene named for the first time, as a memory of its own: so that whatever is spoken of later goes back to a scene. */
import { getPath, isJsonObject, type JsonObject } from "@narratoria/protocol";
import type { ChoiceSlot, Person, Place, Topic } from "@narratoria/protocol/story";

/** A choice as far as it says where it leads. */
type Way = Pick<ChoiceSlot, "bind">;

/** Whom and what a scene can name. */
interface Nameable {
  readonly people: readonly Pick<Person, "id" | "name">[];
  readonly places: readonly Pick<Place, "id" | "name">[];
  readonly topics: readonly Pick<Topic, "id" | "np">[];
}

/** Names that one sentence lists. */
const MOST_NAMES = 12;

const placesOffered = (slots: readonly Way[]): string[] =>
  slots.flatMap(({ bind }) => (bind.place === undefined ? [] : [bind.place]));

/** For session state: the scene in which the way to a place was last offered. */
export function offeredPlaces(slots: readonly Way[], scene: number): JsonObject {
  return { storybook: { offered: Object.fromEntries(placesOffered(slots).map((id) => [id, scene])) } };
}

/**
 * Returns the memory of whom the player met and what they heard of in a scene; null where nothing was new. (rule EN771)
 *
 * @param before - Session state before the scene; null before the opening.
 * @param after - Session state after it.
 */
export function heardMemory(
  before: JsonObject | null,
  after: JsonObject,
  scene: number,
  { people, places, topics }: Nameable,
  slots: readonly Way[] = [],
): JsonObject | null {
  const named = getPath(after, "storybook.named");
  if (!isJsonObject(named)) return null;
  const known = before === null ? undefined : getPath(before, "storybook.named");
  const isNew = (key: string): boolean => named[key] === scene && !(isJsonObject(known) && Object.hasOwn(known, key));
  const place = after["place"];
  const offered = new Set(
    placesOffered(slots).filter((id) => getPath(before ?? {}, `storybook.offered.${id}`) === undefined),
  );
  const isHere = (id: string): boolean => getPath(after, `people.${id}.place`) === place;
  const fresh = people.filter(({ id }) => isNew(`npc:${id}`));
  const met = fresh.filter(({ id }) => isHere(id));
  const heard = [
    ...fresh.filter(({ id }) => !isHere(id)).map(({ name }) => name),
    ...places
      .filter(({ id }) => isNew(`place:${id}`) || (offered.has(id) && !Object.hasOwn(named, `place:${id}`)))
      .map(({ name }) => name),
    ...topics.filter(({ id }) => isNew(`topic:${id}`)).map(({ np }) => np),
  ];
  // A place and the topic of it have one name.
  const names = [...new Map(heard.map((name) => [name.toLowerCase(), name])).values()].slice(0, MOST_NAMES);
  const sentences = [
    ...(met.length === 0 ? [] : [`You met ${listed(met.map(({ name }) => name))}.`]),
    ...(names.length === 0 ? [] : [`You heard of ${listed(names)}.`]),
  ];
  if (sentences.length === 0) return null;
  return {
    summary: sentences.join(" "),
    scene,
    characters: met.map(({ id }) => id),
    location: typeof place === "string" ? place : "",
    significance: "low",
    tags: ["heard"],
  };
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
