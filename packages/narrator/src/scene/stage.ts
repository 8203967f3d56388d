import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { Effect, Person, Place, SceneBrief } from "@narratoria/protocol/story";
import { FAMILIES, familiesOf, type Family, partOfDay, type PartOfDay } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import type { NarratorMemory } from "./narrator-memory.js";

/** An open thread of the story: a debt, a watcher, a promise, a lasting condition. */
export interface OpenThread {
  readonly id: string;
  readonly kind: string;
  readonly npc?: string;
  readonly text: string;
  readonly state: string;
  readonly opened: number;
}

/** The world of one scene, as far as a frame may make a claim about it. */
export interface Stage {
  readonly scene: number;
  readonly place: Place | undefined;
  /** Where the player came from, when this scene moved. */
  readonly from: Place | undefined;
  readonly moved: boolean;
  /** Moved, but not by the deed: the story went on elsewhere, as a beat makes it do. */
  readonly carriedOff: boolean;
  readonly firstVisit: boolean;
  readonly minutes: number;
  readonly part: PartOfDay;
  /** "rain", "fog", "snow", "wind", "clear", or nothing known. */
  readonly weather: string | undefined;
  readonly weatherWords: string | undefined;
  /** People here at the end of the scene, in the order of the campaign. */
  readonly present: readonly Person[];
  /** People here for at least part of the scene: those who leave in it too. */
  readonly onStage: ReadonlySet<string>;
  /** People who can be talking to the player in the deed: those on stage, and whoever the deed was done with before the story moved on. */
  readonly inTalk: ReadonlySet<string>;
  /** People who come in the course of the scene: they are not here when it begins. */
  readonly awaited: ReadonlySet<string>;
  /** People who go where the player goes: nobody finds them anywhere. */
  readonly companions: ReadonlySet<string>;
  readonly leaving: ReadonlySet<string>;
  /** Whoever sleeps here, or has just gone out, as the author has told. */
  readonly withdrawn: ReadonlySet<string>;
  readonly arriving: ReadonlySet<string>;
  readonly mood: readonly Family[];
  readonly genre: readonly string[];
  /** Whether anybody tells the time by a clock; null where nothing says. */
  readonly clocks: boolean | null;
  /** Whether the author's texts have animals about that nobody names: dogs that bark, gulls. */
  readonly animals: boolean;
  /** Whether the player has been at this place in an earlier scene. */
  readonly beenHere: boolean;
  readonly outcome: SceneBrief["outcome"];
  readonly gain: boolean;
  readonly cost: boolean;
  readonly threads: readonly OpenThread[];
  feeling(npc: string): number;
  placeOf(npc: string): Place | undefined;
  /** Where somebody has gone of themselves for something that they want, while they are there. */
  errandOf(npc: string): Place | undefined;
  /** Whether the player knows this fact. */
  knowsFact(fact: string): boolean;
  /** Whether a beat has been told in an earlier scene, or can no longer come. */
  hasHappened(beat: string): boolean;
  /** Whether a beat waits elsewhere for the player, and did so before this scene. */
  isDue(beat: string): boolean;
  /** Whether the player met this person in an earlier scene. */
  metBefore(npc: string): boolean;
  /** Names of things that have been seen, also of those that are gone. */
  readonly itemNames: ReadonlyMap<string, string>;
  heldItems(): readonly { readonly id: string; readonly name: string }[];
}

const objectAt = (value: JsonValue | undefined): JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as JsonObject) : {};
const numberAt = (value: JsonValue | undefined): number | undefined => (typeof value === "number" ? value : undefined);
const textAt = (value: JsonValue | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** Effects that give the player something, and effects that take something from them. */
const isGain = (effect: Effect): boolean =>
  effect.kind === "learn" ||
  effect.kind === "motive" ||
  effect.kind === "relation" ||
  effect.kind === "reckon" ||
  (effect.kind === "item" && effect.gained);
const isCost = (effect: Effect): boolean =>
  effect.kind === "owe" ||
  effect.kind === "noticed" ||
  (effect.kind === "condition" && effect.gained) ||
  (effect.kind === "item" && !effect.gained) ||
  (effect.kind === "feeling" && effect.delta < 0) ||
  (effect.kind === "time" && effect.minutes >= 45);

const WEATHERS: readonly (readonly [RegExp, string, string])[] = [
  [/snow|sleet|blizzard/i, "snow", "the snow"],
  [/rain|drizzle|shower|downpour|wet/i, "rain", "the rain"],
  [/fog|mist|haze|murk/i, "fog", "the fog"],
  [/wind|gale|storm|gust|breez/i, "wind", "the wind"],
  [/clear|sun|bright|fine|fair/i, "clear", "the clear weather"],
  [/cloud|overcast|grey|gray|dull/i, "cloud", "the low cloud"],
];

/** Reads the session state after the outcome, and what this scene's effects did to it. */
export function readStage(story: StoryIndex, brief: SceneBrief, state: JsonObject, memory: NarratorMemory): Stage {
  const placeId = textAt(state.place);
  const place = (placeId === undefined ? undefined : story.places.get(placeId)) ?? story.matter.places[0];
  const movedByEffect = brief.effects.some((effect) => effect.kind === "move");
  const lastPlace = memory.stagePlace;
  const moved = movedByEffect || (lastPlace !== undefined && place !== undefined && lastPlace !== place.id);
  const peopleState = objectAt(state.people);
  const isAlive = (id: string): boolean => objectAt(peopleState[id]).alive !== false;
  const isCompanion = (id: string): boolean => objectAt(peopleState[id]).follows === true && isAlive(id);
  const placeIdOf = (id: string): string | undefined =>
    (isCompanion(id) ? place?.id : undefined) ?? textAt(objectAt(peopleState[id]).place) ?? story.people.get(id)?.home;
  const here = new Set(
    story.matter.people
      .filter((person) => isAlive(person.id) && place !== undefined && placeIdOf(person.id) === place.id)
      .map((person) => person.id),
  );
  // Who leaves for the place that the player follows to has not gone, nor has whoever the beat of this scene needs.
  const leaving = new Set(
    brief.effects.flatMap((effect) =>
      effect.kind === "leave" && effect.place !== place?.id && !brief.beat?.people.includes(effect.npc)
        ? [effect.npc]
        : [],
    ),
  );
  const arriving = new Set(
    brief.effects.flatMap((effect) =>
      effect.kind === "arrive" && (place === undefined || effect.place === place.id) ? [effect.npc] : [],
    ),
  );
  for (const npc of leaving) here.delete(npc);
  for (const npc of arriving) if (isAlive(npc)) here.add(npc);
  // Who sleeps or has gone out by the author's own words is told of by nothing else. (rule NA3291)
  const withdrawn = new Set(
    [...here].filter((id) => {
      const since = objectAt(objectAt(peopleState[id]).withdrawn).minutes;
      return since !== undefined && !(brief.beat?.people.includes(id) ?? false);
    }),
  );
  for (const npc of withdrawn) here.delete(npc);
  for (const npc of brief.beat?.people ?? []) if (story.people.has(npc) && isAlive(npc)) here.add(npc);
  const present = story.matter.people.filter((person) => here.has(person.id));
  const { choice } = brief;
  const deedMoved =
    choice !== undefined &&
    ((/^(?:go|follow|flee)$/.test(choice.verb) &&
      (choice.bind.place === undefined || choice.bind.place === place?.id)) ||
      // A decision that leads somewhere of itself tells the way in its own words. (rule NA6500)
      (choice.verb === "decide" && choice.bind.place !== undefined && choice.bind.place === place?.id));
  const carriedOff = moved && !deedMoved;
  const partner = brief.choice?.bind.npc;
  const inTalk = new Set([...here, ...leaving, ...withdrawn]);
  if (carriedOff && partner !== undefined && memory.stagePeople.includes(partner)) inTalk.add(partner);
  const minutes = numberAt(objectAt(state.clock).minutes) ?? 0;
  const visited = objectAt(objectAt(state.world).visited);
  const weather = textAt(state.weather);
  const known = weather === undefined ? undefined : WEATHERS.find(([pattern]) => pattern.test(weather));
  const beatMood = familiesOf(brief.beat?.mood);
  const carried =
    memory.mood !== undefined && memory.mood.until >= brief.scene
      ? FAMILIES.filter((family) => family === memory.mood?.family)
      : [];
  const mood = beatMood.length > 0 ? beatMood : carried.length > 0 ? carried : story.tone;
  const firstSeen = place === undefined ? undefined : numberAt(visited[place.id]);
  return {
    scene: brief.scene,
    place,
    from: moved && lastPlace !== undefined ? story.places.get(lastPlace) : undefined,
    moved,
    carriedOff,
    firstVisit:
      moved && (firstSeen === undefined || firstSeen >= brief.scene) && !memory.seenPlaces.has(place?.id ?? ""),
    minutes,
    part: partOfDay(minutes),
    weather: known?.[1],
    weatherWords: known?.[2],
    present,
    onStage: new Set([...here, ...leaving]),
    inTalk,
    awaited: new Set(
      [...arriving, ...(brief.beat?.people ?? [])].filter(
        (npc) => here.has(npc) && (moved || !memory.stagePeople.includes(npc)),
      ),
    ),
    companions: new Set(story.matter.people.flatMap(({ id }) => (isCompanion(id) ? [id] : []))),
    leaving,
    withdrawn,
    arriving,
    mood,
    genre: story.genre,
    clocks: story.clocks,
    animals: story.animals,
    beenHere: firstSeen !== undefined && firstSeen < brief.scene,
    outcome: brief.outcome,
    gain: brief.effects.some(isGain),
    cost: brief.effects.some(isCost),
    threads: Object.entries(objectAt(state.threads)).flatMap(([id, value]) => {
      const thread = objectAt(value);
      const npc = textAt(thread.npc);
      const kind = textAt(thread.kind);
      if (kind === undefined) return [];
      return [
        {
          id,
          kind,
          ...(npc === undefined ? {} : { npc }),
          text: textAt(thread.text) ?? "",
          state: textAt(thread.state) ?? "open",
          opened: numberAt(thread.opened) ?? 0,
        },
      ];
    }),
    feeling: (npc) => numberAt(objectAt(peopleState[npc]).feeling) ?? 0,
    placeOf: (npc) => {
      const id = placeIdOf(npc);
      return id === undefined ? undefined : story.places.get(id);
    },
    errandOf: (npc) => {
      const goal = objectAt(objectAt(peopleState[npc]).goal);
      const id = placeIdOf(npc);
      return goal.state === "pursued" && id !== undefined && goal.place === id ? story.places.get(id) : undefined;
    },
    knowsFact: (fact) => objectAt(objectAt(objectAt(state.world).known).facts)[fact] !== undefined,
    hasHappened: (beat) => {
      const { state: now, scene: since } = objectAt(objectAt(state.beats)[beat]);
      return (now === "fired" || now === "skipped") && (numberAt(since) ?? brief.scene) < brief.scene;
    },
    isDue: (beat) => objectAt(objectAt(state.beats)[beat]).state === "due",
    metBefore: (npc) => {
      const met = numberAt(objectAt(peopleState[npc]).met);
      return (met !== undefined && met < brief.scene) || memory.metInText.has(npc);
    },
    itemNames: new Map([
      ...memory.items,
      ...brief.effects.flatMap((effect) =>
        effect.kind === "item" && effect.name !== "" ? [[effect.id, effect.name] as const] : [],
      ),
    ]),
    heldItems: () =>
      Object.entries(objectAt(state.inventory)).map(([id, value]) => ({
        id,
        name: textAt(objectAt(value).name) ?? id.replace(/-/g, " "),
      })),
  };
}
