/** What must hold in any story from one scene to the next, whoever tells it. (SC-037) */
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { ChoiceSlot, Matter } from "@narratoria/protocol/story";

export interface CheckedScene {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly paragraphs: readonly string[];
  readonly slots: readonly Pick<ChoiceSlot, "text" | "verb" | "bind">[];
  /** Ids of those who are there. */
  readonly present: readonly string[];
  readonly ended: boolean;
}

/** What may be done with those who are not there, or not any more. */
const ABOUT: ReadonlySet<string> = new Set(["go", "follow", "recall", "gossip", "end"]);

/**
 * Looks for what no story may do: a dead person who speaks, is there or is offered, a thing that is used though it is gone, something
 * learned, somebody met, a place seen or a promise that is forgotten, a clock that goes back, a place that does not exist.
 *
 * @returns A sentence for each. Implements rule EN688.
 */
export function brokenInvariants(scene: CheckedScene, matter: Pick<Matter, "people" | "places">): string[] {
  return [...theDead(scene, matter), ...things(scene), ...forgotten(scene), ...clockAndPlace(scene, matter)];
}

function* theDead({ before, paragraphs, slots, present }: CheckedScene, { people }: Pick<Matter, "people">) {
  for (const { id, short } of people) {
    // Who dies in a scene may speak in it.
    if (getPath(before, `people.${id}.alive`) !== false) continue;
    if (present.includes(id)) yield `${short} is dead and stands in the scene.`;
    const offered = slots.find(({ verb, bind }) => bind.npc === id && !ABOUT.has(verb));
    if (offered) yield `${short} is dead, and "${offered.text}" is offered.`;
    const speaks = new RegExp(`[”"] says ${escaped(short)}\\b|\\b${escaped(short)} says[,:] [“"]`, "u");
    if (paragraphs.some((words) => speaks.test(words))) yield `${short} is dead and speaks.`;
  }
}

function* things({ after, slots }: CheckedScene) {
  for (const { text, bind } of slots) {
    if (bind.item === undefined) continue;
    const count = getPath(after, `inventory.${bind.item}.count`);
    if (typeof count !== "number" || count <= 0) yield `"${text}" uses ${bind.item}, which the player does not have.`;
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
    for (const key of keysAt(before, path)) if (!now.has(key)) yield `${key} ${what} and is forgotten.`;
  }
  for (const id of keysAt(before, "people")) {
    const met = getPath(before, `people.${id}.met`);
    if (met !== undefined && getPath(after, `people.${id}.met`) === undefined) yield `${id} was met and is forgotten.`;
  }
}

function* clockAndPlace(
  { before, after, present, ended }: CheckedScene,
  { places }: Pick<Matter, "places">,
): Generator<string> {
  const [was, is] = [getPath(before, "clock.minutes"), getPath(after, "clock.minutes")];
  if (typeof was === "number" && (typeof is !== "number" || is < was))
    yield `The clock went from ${was} to ${String(is)}.`;
  const place = getPath(after, "place");
  if (places.length > 0 && !places.some(({ id }) => id === place))
    yield `The story stands at ${String(place)}, which is no place.`;
  if (ended) return;
  for (const id of present) {
    const theirs = getPath(after, `people.${id}.place`);
    if (theirs !== place) yield `${id} is shown as present and is at ${String(theirs)}.`;
  }
}

function keysAt(state: JsonObject, path: string): Set<string> {
  const value: JsonValue | undefined = getPath(state, path);
  if (!isJsonObject(value)) return new Set();
  return new Set(Object.keys(value).filter((key) => value[key] !== null));
}

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
