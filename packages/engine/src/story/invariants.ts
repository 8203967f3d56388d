/** What must hold in any story from one scene to the next, whoever tells it. (SC-037) */
import { escapeRegExp } from "@narratoria/protocol/english";
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { type ChoiceSlot, type Matter, minutesBetween } from "@narratoria/protocol/story";

export interface CheckedScene {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly paragraphs: readonly string[];
  readonly slots: readonly Pick<ChoiceSlot, "text" | "verb" | "bind">[];
  /** Ids of those who are there. */
  readonly present: readonly string[];
  /** Ids of those whose words the scene tells. */
  readonly speakers?: readonly string[];
  /** Where the scene says that it is. */
  readonly location?: string;
  /** Where the scene says that it begins. */
  readonly begins?: string;
  readonly ended: boolean;
}

/** What may be done with those who are not there, or not any more. */
const ABOUT: ReadonlySet<string> = new Set(["go", "follow", "recall", "gossip", "end"]);

/**
 * Looks for what no story may do: a dead person who speaks, is there or is offered, a thing that is used though it is gone, something
 * learned, somebody met, a place seen or a promise that is forgotten, a clock that goes back, a journey in no time, a place that does
 * not exist or is not the one that is shown.
 *
 * @returns A sentence for each. Implements rules EN688 and EN4403.
 */
export function brokenInvariants(scene: CheckedScene, matter: Pick<Matter, "people" | "places">): string[] {
  return [...theDead(scene, matter), ...things(scene), ...forgotten(scene), ...clockAndPlace(scene, matter)];
}

function* theDead(
  { before, paragraphs, slots, present, speakers = [] }: CheckedScene,
  { people }: Pick<Matter, "people">,
) {
  for (const { id, short } of people) {
    // Who dies in a scene may speak in it.
    if (getPath(before, `people.${id}.alive`) !== false) continue;
    if (present.includes(id)) yield `${short} is dead and stands in the scene.`;
    const offered = slots.find(({ verb, bind }) => bind.npc === id && !ABOUT.has(verb));
    if (offered) yield `${short} is dead, and "${offered.text}" is offered.`;
    const speaks = new RegExp(`[”"] says ${escapeRegExp(short)}\\b|\\b${escapeRegExp(short)} says[,:] [“"]`, "u");
    if (speakers.includes(id) || paragraphs.some((words) => speaks.test(words))) yield `${short} is dead and speaks.`;
  }
}

function* things({ before, after, slots }: CheckedScene) {
  const isCarried = (state: JsonObject, item: string): boolean =>
    Number(getPath(state, `inventory.${item}.count`) ?? 0) > 0;
  for (const { text, verb, bind } of slots) {
    // What a decision is about and was not carried lies there to be taken. (rule PC664)
    if (bind.item === undefined || (verb === "decide" && !isCarried(before, bind.item))) continue;
    if (!isCarried(after, bind.item)) yield `"${text}" uses ${bind.item}, which the player does not have.`;
  }
}

/** Paths under which nothing that was there may be missing later. */
const KEPT = [
  ["world.known.facts", "was learned"],
  ["world.known.topics", "was heard of"],
  ["world.visited", "was seen"],
  ["threads", "was promised or owed"],
  ["beats", "happened"],
] as const;

function* forgotten({ before, after }: CheckedScene) {
  for (const [path, what] of KEPT) {
    const now = keysAt(after, path);
    for (const key of keysAt(before, path)) {
      if (now.has(key) || (path === "threads" && isOver(key, before, after))) continue;
      yield `${key} ${what} and is forgotten.`;
    }
  }
  for (const id of keysAt(before, "people")) {
    const met = getPath(before, `people.${id}.met`);
    if (met !== undefined && getPath(after, `people.${id}.met`) === undefined) yield `${id} was met and is forgotten.`;
  }
}

/** Whether a thread is of a condition that has gone with it: a wound that is healed asks for nothing more. (rule EN5552) */
function isOver(thread: string, before: JsonObject, after: JsonObject): boolean {
  if (getPath(before, `threads.${thread}.kind`) !== "condition") return false;
  const lasts = keysAt(after, "player.conditions");
  return ![...lasts].some((name) => thread === `condition-${name}`);
}

function* clockAndPlace(
  { before, after, present, location, begins, ended }: CheckedScene,
  { places }: Pick<Matter, "places">,
): Generator<string> {
  const [was, is] = [getPath(before, "clock.minutes"), getPath(after, "clock.minutes")];
  if (typeof was === "number" && (typeof is !== "number" || is < was))
    yield `The clock went from ${was} to ${String(is)}.`;
  const place = getPath(after, "place");
  if (places.length > 0 && !places.some(({ id }) => id === place))
    yield `The story stands at ${String(place)}, which is no place.`;
  const from = getPath(before, "place");
  const isAt = (name: string | undefined, at: JsonValue | undefined): boolean => {
    const shown = places.filter((one) => bare(one.name) === bare(name ?? ""));
    return shown.length === 0 || shown.some(({ id }) => id === at);
  };
  if (!isAt(location, place))
    yield `The scene says that it is at ${String(location)}, and the story stands at ${String(place)}.`;
  // Where a deed is told before the story moves on, the scene is headed with the place of the deed. (rule EN5770)
  if (!isAt(begins, from) && !isAt(begins, place))
    yield `The scene begins at ${String(begins)}, and the story went from ${String(from)} to ${String(place)}.`;
  if (typeof from === "string" && from !== place && was === is)
    yield `The player went from ${from} to ${String(place)} in no time.`;
  yield* theRoad(before, after, places);
  if (ended) return;
  for (const id of present) {
    const theirs = getPath(after, `people.${id}.place`);
    if (theirs !== place) yield `${id} is shown as present and is at ${String(theirs)}.`;
  }
}

/** Share of the way's time that a journey takes at least: who sets out at night may come by morning. */
const LEAST_OF_THE_WAY = 0.7;

/** A journey takes the time of its way, and whoever goes with the player comes along. (rule EN5774) */
function* theRoad(before: JsonObject, after: JsonObject, places: Matter["places"]): Generator<string> {
  const at = (state: JsonObject): Matter["places"][number] | undefined =>
    places.find(({ id }) => id === getPath(state, "place"));
  const [from, to] = [at(before), at(after)];
  const way = minutesBetween(places, from, to);
  const taken = Number(getPath(after, "clock.minutes")) - Number(getPath(before, "clock.minutes"));
  // Who is awaited by a beat with an hour of its own comes by then.
  const isAwaited = [...keysAt(after, "beats")].some(
    (id) => getPath(before, `beats.${id}.state`) !== "fired" && getPath(after, `beats.${id}.state`) === "fired",
  );
  if (from !== undefined && to !== undefined && way !== undefined && !isAwaited && taken < way * LEAST_OF_THE_WAY)
    yield `The way from ${from.id} to ${to.id} takes ${way} minutes, and took ${taken}.`;
  if (from === to) return;
  for (const id of keysAt(before, "people")) {
    const goes = [before, after].every((state) => getPath(state, `people.${id}.follows`) === true);
    const theirs = getPath(after, `people.${id}.place`);
    if (goes && getPath(after, `people.${id}.alive`) !== false && theirs !== to?.id)
      yield `${id} goes with the player and is left at ${String(theirs)}.`;
  }
}

function keysAt(state: JsonObject, path: string): Set<string> {
  const value: JsonValue | undefined = getPath(state, path);
  if (!isJsonObject(value)) return new Set();
  return new Set(Object.keys(value).filter((key) => value[key] !== null));
}

/** A name without its article, however it is written. */
const bare = (name: string): string => name.toLowerCase().replace(/^the /, "");
