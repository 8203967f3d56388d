/** What people do of themselves for what they want: they go where it leads them and come home again, and what comes of it is noted. */
import { forwardness, type Person, type Place } from "@narratoria/protocol/story";
import { isNear } from "./costs.js";
import { canCome, isPresent } from "./knowledge.js";
import type { PatchBuilder } from "./patches.js";
import { minutesTo, stopsAhead } from "./roads.js";
import type { View } from "./view.js";
import { bare, hasWord } from "./words.js";

/** How it stands with something that somebody wants: `people.<id>.goal` of session state. */
export interface Goal {
  readonly text: string;
  readonly state: "pursued" | "tried" | "served" | "hindered";
  readonly scene: number;
  /** Where they have gone for it. */
  readonly place?: string;
}

/** Somebody who sets out in this scene, or comes home. */
export interface Errand {
  readonly npc: string;
  readonly place: string;
  readonly goal: Goal;
}

/** Scenes between two errands of anybody, and scenes that one takes. */
const EVERY = 6;
const AWAY = 3;
/** The first scenes belong to those whom the player has to find. */
const FIRST = 8;

/**
 * Returns who goes somewhere of themselves in this scene, where the player does not see it: one at a time, to a place or to somebody whom
 * a wish of theirs names, near by; and who comes home from there after three scenes. Nobody goes whom the story or the player expects.
 * (rule PC520)
 *
 * @param going - Where the player goes in this scene.
 */
export function errands(view: View, going: string | undefined): readonly Errand[] {
  const back = view.matter.people.flatMap(({ id, home }): Errand[] => {
    const { goal, place } = view.standing.get(id) ?? {};
    const isAway = goal?.state === "pursued" && goal.place !== undefined && place === goal.place && place !== home;
    if (!goal || !isAway || view.scene - goal.scene < AWAY || isPresent(view, id) || place === going) return [];
    return [{ npc: id, place: home, goal: { ...goal, state: "tried", scene: view.scene } }];
  });
  const isOut = view.matter.people.some(({ id }) => view.standing.get(id)?.goal?.state === "pursued");
  if (isOut || view.beat || view.scene < FIRST || view.scene % EVERY !== 0) return back;
  // Who matters more to the story goes first. (rule PC5008)
  const people = view.matter.people.toSorted((one, other) => forwardness(other) - forwardness(one));
  const out = people.flatMap((person) => errandOf(view, person, going) ?? []);
  const turn = Math.floor(view.scene / EVERY);
  // Every other time it is somebody who leads to where the player's choices lean, if there is one. (rule PC6100)
  const leading = out.filter(({ npc }) => view.leaning.has(`npc:${npc}`));
  const first = turn % 2 === 0 && leading.length > 0 ? leading : out;
  const next = first[turn % Math.max(1, first.length)];
  return next ? [...back, next] : back;
}

/** Minutes from which two places lie far apart. */
const FAR = 45;

/**
 * Returns who goes the same way as the player to a place far off: somebody whom nobody expects, from behind or beside the player's way, with
 * a wish that leads there and for which they have not gone yet. (rule PC5006)
 */
export function goingThere(view: View, to: string): Errand | undefined {
  const stops = stopsAhead(view, to);
  const isMiles = (view.place?.far ?? []).includes(to);
  const isFar = (stops !== undefined && stops !== 0) || minutesTo(view, to) >= FAR || isMiles;
  if (!isFar || !view.places.has(to)) return undefined;
  for (const person of view.matter.people) {
    const { id, home, motives } = person;
    const how = view.standing.get(id);
    const fromThere = stopsAhead(view, home);
    // On the road nobody comes up from where the player goes.
    const isAhead = stops !== undefined && fromThere !== undefined && fromThere * Math.sign(stops) > 0;
    const isFree = canCome(view, person) && how?.place === home && home !== view.placeId && home !== to;
    if (isExpected(view, id) || !isFree || isAhead || (stops === undefined && !isNear(view, home))) continue;
    const text = motives.find((one) => how.goal?.text !== one && leadsTo(view, person, one) === to);
    if (text !== undefined)
      return { npc: id, place: to, goal: { text, state: "pursued", scene: view.scene, place: to } };
  }
  return undefined;
}

const isExpected = (view: View, id: string): boolean =>
  view.hooks.some((hook) => hook.kind !== "ending" && (hook.people ?? []).includes(id)) ||
  view.hooks.some((hook) => hook.kind === "tag" && hook.npc === id) ||
  view.threads.some(({ npc }) => npc === id) ||
  view.memory.redirect?.npc === id;

function errandOf(view: View, person: Person, going: string | undefined): Errand | null {
  const { id, home, motives } = person;
  const how = view.standing.get(id);
  if (isExpected(view, id) || !canCome(view, person) || how?.place !== home || home === view.placeId || home === going)
    return null;
  for (const text of motives) {
    if (how.goal?.text === text) continue;
    const place = leadsTo(view, person, text);
    if (place !== undefined && place !== view.placeId && place !== going && isNear(view, place))
      return { npc: id, place, goal: { text, state: "pursued", scene: view.scene, place } };
  }
  return null;
}

/** The place that a wish names, or where somebody whom it names is. */
function leadsTo(view: View, { id, home }: Person, wish: string): string | undefined {
  const named = view.matter.places.find(
    (place) => hasWord(wish, bare(place.name)) || hasWord(wish, firstName(view, place)),
  );
  const other = view.matter.people.find((one) => one.id !== id && hasWord(wish, one.short));
  const place = named?.id ?? (other && view.standing.get(other.id)?.place);
  return place !== undefined && place !== home && view.places.has(place) && view.places.get(place)?.reach === undefined
    ? place
    : undefined;
}

/** "Charity" of Charity Depot, "Ninth" of the Ninth Well: the first word of a place's name that no other name has; else nothing. (rule PC6101) */
function firstName({ matter: { places, people } }: View, { id, name }: Place): string {
  const [first = "", ...others] = bare(name).split(" ");
  if (others.length === 0 || !/^\p{Lu}\p{Ll}{3,}$/u.test(first)) return "";
  const names = [...places.flatMap((one) => (one.id === id ? [] : [one.name])), ...people.map((one) => one.name)];
  return names.some((one) => hasWord(one, first)) ? "" : first;
}

/** Writes down who has gone where for what. */
export function noteErrands(view: View, patch: PatchBuilder, gone: readonly Errand[]): void {
  for (const { npc, place, goal } of gone) {
    patch.set(["people", npc, "place"], place);
    patch.set(["people", npc, "since"], view.scene);
    patch.set(["people", npc, "goal"], { ...goal });
  }
}
