/** What a deed can cost: a debt, a watcher, time, goodwill, an arrival. A partial success costs, a failure changes something. */
import type { Random } from "@narratoria/protocol/random";
import { type Effect, forwardness, type Person } from "@narratoria/protocol/story";
import { canCome, isPresent, knowsPerson } from "./knowledge.js";
import { SENTIMENT_BOUND } from "./odds.js";
import { felt } from "./sentiment.js";
import { minutesTo } from "./roads.js";
import type { View } from "./view.js";

/** More people than this in one place make a crowd that nobody can tell apart. */
const CROWD = 3;
/** Minutes of the longest way that somebody comes by for. */
const FARTHEST = 240;

interface Weighed {
  readonly weight: number;
  readonly effect: Effect;
}

/**
 * The price of a partial success: a debt, a witness or cooler feelings; lost time only where there is nobody to owe, to see it or to mind.
 * (rule PC433)
 *
 * @param npc - Whom it was had from, if anybody.
 */
export function cost(view: View, random: Random, npc: string | undefined, push = false): Effect {
  const options: Weighed[] = [];
  const feeling = npc === undefined ? 0 : (view.standing.get(npc)?.feeling ?? 0);
  // Who likes the player puts nothing on account, who thinks ill of them gives nothing for less. (rule PC5552)
  if (npc !== undefined && !push && canOwe(view, npc) && feeling <= SENTIMENT_BOUND) {
    const effect: Effect = { kind: "owe", npc };
    if (feeling < -SENTIMENT_BOUND) return effect;
    options.push({ weight: 2, effect });
  }
  const watcher = whoNotices(view, npc);
  if (watcher) options.push({ weight: 0.8, effect: { kind: "noticed", by: watcher.id } });
  if (npc !== undefined && push) options.push({ weight: 2, effect: felt(view, npc, "slight") });
  return options.length === 0 ? lostTime(random) : draw(options, random);
}

/** What a failure alone leads to: an arrival, being noticed, or lost time. */
export function mishap(view: View, random: Random): Effect {
  const options: Weighed[] = [];
  const arriving = arrival(view, random);
  if (arriving) options.push({ weight: 2, effect: arriving });
  const watcher = whoNotices(view, undefined);
  if (watcher) options.push({ weight: 1, effect: { kind: "noticed", by: watcher.id } });
  return options.length === 0 ? lostTime(random) : draw(options, random);
}

export function lostTime(random: Random): Effect {
  return { kind: "time", minutes: 30 + 15 * random.int(4) };
}

function canOwe(view: View, npc: string): boolean {
  return !view.threads.some((thread) => thread.kind === "debt" && thread.npc === npc);
}

/** A condition that is not there yet, or lost time where it is. */
export function wornOut(view: View, random: Random, name: string): Effect {
  return view.conditions.includes(name) ? lostTime(random) : { kind: "condition", name, gained: true };
}

/** Who could have noticed: somebody else who is here, else whoever this place belongs to. Not one who watches already. */
export function whoNotices(view: View, npc: string | undefined): Person | undefined {
  const watches = (id: string): boolean =>
    view.threads.some((thread) => thread.kind === "watcher" && thread.npc === id);
  const others = view.matter.people.filter(
    (person) => person.id !== npc && !watches(person.id) && view.standing.get(person.id)?.alive !== false,
  );
  return (
    others.find((person) => isPresent(view, person.id)) ??
    others.find((person) => person.home === view.placeId && knowsPerson(view, person.id))
  );
}

/** A person who is not at home here goes home; whoever is at home stays, and so does whoever goes with the player. (rule PC991) */
export function exit(view: View, npc: string): Effect | null {
  const person = view.people.get(npc);
  if (!person || !isPresent(view, npc) || person.home === view.placeId || !view.places.has(person.home)) return null;
  if (!isNear(view, person.home) || view.standing.get(npc)?.follows === true) return null;
  return { kind: "leave", npc, place: person.home };
}

/** Whoever is near, can come, and is not expected elsewhere. */
function whoMayArrive(view: View): readonly Person[] {
  if (view.present.length >= CROWD || !view.place) return [];
  const expected = new Set(
    view.hooks.flatMap((hook) =>
      hook.kind !== "ending" && hook.place !== undefined && hook.place !== view.placeId ? (hook.people ?? []) : [],
    ),
  );
  return view.matter.people.filter(
    (person) =>
      canCome(view, person) &&
      !isPresent(view, person.id) &&
      !expected.has(person.id) &&
      isNear(view, view.standing.get(person.id)?.place ?? person.home),
  );
}

/** Whether {@link arrival} would bring anybody. */
export function mayArrive(view: View): boolean {
  return whoMayArrive(view).some(
    (person) => view.threads.some((thread) => thread.npc === person.id) || (!isNight(view) && comesBy(view, person)),
  );
}

/**
 * Somebody comes in who is not here: first whoever waits for something of the player's, then those the player has heard
 * of, then anybody; by night only whoever waits. Nobody comes whom the story expects elsewhere. (rule PC50)
 */
export function arrival(view: View, random: Random): Effect | null {
  const absent = whoMayArrive(view);
  const waits = absent.filter((person) => view.threads.some((thread) => thread.npc === person.id));
  const heardOf = absent.filter((person) => knowsPerson(view, person.id));
  const passing = isNight(view) ? [] : absent.filter((person) => comesBy(view, person));
  const heardOfPassing = passing.filter((person) => heardOf.includes(person));
  const from =
    waits.length > 0 && (passing.length === 0 || random.chance(0.6))
      ? waits
      : heardOfPassing.length > 0
        ? heardOfPassing
        : passing;
  // Of those who may come as well as others, who leads to where the player's choices lean comes twice as often. (rule PC5007)
  const options = from.map((person): Weighed => {
    const leads = view.leaning.has(`npc:${person.id}`) ? 2 : 1;
    return { effect: { kind: "arrive", npc: person.id, place: view.placeId }, weight: leads * forwardness(person) };
  });
  return options.length > 0 ? draw(options, random) : null;
}

/** Nobody drops in from a place that is days away, nor leaves for one by the way. */
export function isNear(view: View, place: string): boolean {
  return minutesTo(view, place) <= FARTHEST;
}

/** From ten at night to five in the morning people are abroad only on purpose. */
function isNight(view: View): boolean {
  const hour = Math.floor(view.minutes / 60) % 24;
  return hour >= 22 || hour < 5;
}

/** People drop in where somebody lives; elsewhere only who has to do with the place has a reason to be. */
function comesBy(view: View, person: Person): boolean {
  const topic = view.place?.topic;
  return (
    person.home === view.placeId ||
    view.matter.people.some(({ home }) => home === view.placeId) ||
    (topic !== undefined && person.topics.includes(topic)) ||
    view.matter.facts.some(({ names, topic: of }) => of === topic && names.includes(`npc:${person.id}`))
  );
}

function draw(options: readonly Weighed[], random: Random): Effect {
  const total = options.reduce((sum, one) => sum + one.weight, 0);
  let left = random.next() * total;
  for (const option of options) {
    left -= option.weight;
    if (left < 0) return option.effect;
  }
  const [first] = options;
  if (!first) throw new RangeError("there is nothing to draw from");
  return first.effect;
}
