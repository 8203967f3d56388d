import { getPath, isJsonObject, type JsonObject, type JsonValue, mergePatch } from "@narratoria/protocol";
import { escapeRegExp, slug } from "@narratoria/protocol/english";
import { type BeatChange, type BeatMatter, factionNamed, type Person, type Place } from "@narratoria/protocol/story";

/** Where a beat happens, and who is in it. */
interface StagedBeat {
  readonly place?: string;
  readonly people: readonly string[];
  readonly presence?: BeatMatter["presence"];
  readonly leaves?: BeatMatter["leaves"];
  readonly clock?: BeatMatter["clock"];
  readonly changes?: readonly BeatChange[];
}

/** A beat as it comes out this time: what is told of its outcome follows the rest, and its changes join the beat's. */
export function withOutcome(beat: BeatMatter, outcome: number | undefined): BeatMatter {
  const { outcomes, ...rest } = beat;
  const drawn = outcome === undefined ? undefined : outcomes?.[outcome];
  if (!drawn) return rest;
  const changes = [...(beat.changes ?? []), ...(drawn.changes ?? [])];
  return { ...rest, told: [...beat.told, ...drawn.told], ...(changes.length === 0 ? {} : { changes }) };
}

/** The merge patch by which whoever is sent away by changes is with the player no more. */
export function sentAwayPatch(changes: readonly BeatChange[]): JsonObject {
  const away = changes.flatMap((change) => (change.kind === "person" && change.away === true ? [change.npc] : []));
  return away.length === 0
    ? {}
    : { people: Object.fromEntries(away.map((id) => [id, { place: "", follows: null, away: true }])) };
}

/**
 * A beat without whom the player has sent away or left behind: they are not in it, say nothing in it, and no way of it is with them. Where
 * every way is, the ways stay. (rule EN6543)
 */
export function withoutSentAway(
  beat: BeatMatter,
  state: JsonObject,
  people: ReadonlyMap<string, Pick<Person, "id" | "name" | "short">>,
): BeatMatter {
  const isAway = (id: string): boolean =>
    getPath(state, `people.${id}.away`) === true &&
    !(beat.presence ?? []).some((one) => one.npc === id && one.state === "here");
  const away = [...people.values()].filter(({ id }) => isAway(id));
  if (away.length === 0) return beat;
  const names = away.flatMap(({ name, short }) => [name, short]).map(escapeRegExp);
  const named = new RegExp(`(?<!\\p{L})(?:${names.join("|")})(?!\\p{L})`, "u");
  const decisions = beat.decisions.filter((text) => !named.test(text));
  const choices = (beat.choices ?? []).filter(({ text, asks }) => !named.test(text) && !isAway(asks ?? ""));
  const isLeft = decisions.length + choices.length > 0;
  return {
    ...beat,
    people: beat.people.filter((id) => !isAway(id)),
    leaves: [
      ...(beat.leaves ?? []).filter(({ npc }) => !isAway(npc)),
      ...away.map(({ id }) => ({ npc: id, place: "" })),
    ],
    dialogue: beat.dialogue.filter(({ speaker }) => !isAway(speaker)),
    ...(isLeft ? { decisions } : {}),
    ...(isLeft && beat.choices ? { choices } : {}),
  };
}

/**
 * The merge patches for what a beat leaves behind: who has gone out is elsewhere, who has died is dead, who has gone missing is nowhere,
 * who has come back is where the beat was, and what its author says that it changes is so.
 */
export function afterBeat(state: JsonObject, beat: StagedBeat, scene: number): JsonObject[] {
  const place = typeof state["place"] === "string" ? state["place"] : "";
  const after = {
    dead: { alive: false, follows: null },
    missing: { place: "", since: scene, follows: null },
    here: { alive: true, place, since: scene },
  };
  const left = (beat.leaves ?? [])
    .filter(({ npc }) => getPath(state, `people.${npc}.alive`) !== false)
    // Whoever has only left the room comes back to it. (rule EN6542)
    .map(
      ({ npc, place: to }) =>
        [npc, { place: to, since: scene, follows: null, ...(to === "" ? { out: place } : {}) }] as const,
    );
  const presence = Object.fromEntries((beat.presence ?? []).map(({ npc, state: now }) => [npc, after[now]]));
  return [{ people: { ...Object.fromEntries(left), ...presence } }, ...changePatches(state, beat.changes ?? [], scene)];
}

/** The merge patches of changes, to be applied one after the other: each is made from the state that the ones before it leave. */
export function changePatches(state: JsonObject, changes: readonly BeatChange[], scene: number): JsonObject[] {
  let now = state;
  return changes.map((change) => {
    const patch = changePatch(now, change, scene);
    now = mergePatch(now, patch);
    return patch;
  });
}

/** An opinion that is further than this from indifference counts, and has a reason. */
const COUNTS = 30;

/**
 * The merge patch for why people and factions think otherwise after a choice of the author's: the skills that keep opinions keep it with
 * the change (`changedBy`), and an opinion that counts has its reason at once (`because`).
 *
 * @param state - After the changes.
 * @param text - The deed, as the story remembers it. Implements rule EN4402.
 */
export function reasonsPatch(
  state: JsonObject,
  changes: readonly BeatChange[],
  text: string,
  scene: number,
): JsonObject {
  if (text === "") return {};
  const why = { text, scene };
  const of = (score: JsonValue | undefined, told: JsonValue | undefined, delta: number): JsonObject => {
    const counts = typeof score === "number" && Math.abs(score) > COUNTS && Math.sign(score) === Math.sign(delta);
    return { changedBy: why, ...(counts && !isJsonObject(told) ? { because: why } : {}) };
  };
  let patch: JsonObject = {};
  for (const change of changes) {
    if (change.kind === "feeling") {
      const person = getPath(state, `people.${change.npc}`);
      if (!isJsonObject(person)) continue;
      const own = of(person["feeling"], person["because"], change.delta);
      patch = mergePatch(patch, { people: { [change.npc]: own } });
    } else {
      const regard = change.kind === "world" ? standingOf(state, change) : change;
      if (regard?.kind !== "standing") continue;
      const id = factionNamed(isJsonObject(state["factions"]) ? state["factions"] : {}, regard.faction);
      if (id === undefined) continue;
      const told = getPath(state, `world.factions.${id}.because`);
      const own = of(getPath(state, `factions.${id}`), told, regard.delta);
      patch = mergePatch(patch, { world: { factions: { [id]: own } } });
    }
  }
  return patch;
}

function changePatch(state: JsonObject, change: BeatChange, scene: number): JsonObject {
  switch (change.kind) {
    case "feeling": {
      const before = Number(getPath(state, `people.${change.npc}.feeling`) ?? 0);
      return { people: { [change.npc]: { feeling: Math.max(-100, Math.min(100, before + change.delta)) } } };
    }
    case "standing": {
      const id = factionNamed(isJsonObject(state["factions"]) ? state["factions"] : {}, change.faction);
      const before = id === undefined ? 0 : Number(getPath(state, `factions.${id}`) ?? 0);
      return id === undefined ? {} : { factions: { [id]: Math.max(-100, Math.min(100, before + change.delta)) } };
    }
    case "topics":
      return {
        world: {
          known: {
            topics: Object.fromEntries(
              change.topics
                .filter((id) => getPath(state, `world.known.topics.${id}`) === undefined)
                .map((id) => [id, scene]),
            ),
          },
        },
      };
    case "world": {
      const regard = standingOf(state, change);
      if (regard !== undefined) return changePatch(state, regard, scene);
      return { world: nested(change.path.replace(/^world\./, "").split("."), worldValue(state, change)) };
    }
    case "item":
      return itemPatch(state, change);
    case "flag":
      return { flags: { [change.name]: change.value } };
    case "person":
      return { people: { [change.npc]: personPatch(state, change, scene) } };
    case "beat":
      return beatPatchOf(state, change, scene);
    case "follows":
      return { people: { [change.npc]: { follows: true } } };
  }
}

function itemPatch(state: JsonObject, { name, count }: Extract<BeatChange, { kind: "item" }>): JsonObject {
  // As at the start and for what is picked up, so that it is the same thing.
  const own = slug(name.replace(/^your\s+/i, ""));
  const id = heldAs(state, own, name);
  const before = getPath(state, `inventory.${id}.count`);
  const left = count === undefined ? 1 : (typeof before === "number" ? before : 0) + count;
  // What is held from the start keeps its name.
  const held = id === own ? undefined : getPath(state, `inventory.${id}.name`);
  const called = typeof held === "string" ? held : name.replace(/^(?:an?|your)\s+/i, "");
  return { inventory: { [id]: left <= 0 ? null : { name: called, count: left } } };
}

const bareName = (name: string): string => name.replace(/^(?:an?|the|your)\s+/i, "").toLowerCase();

/** The key under which the player has a thing: its own, else that of the one thing of that name, whatever its entry adds to it. (rule EN6520) */
function heldAs(state: JsonObject, own: string, name: string): string {
  const inventory = isJsonObject(state["inventory"]) ? state["inventory"] : {};
  if (inventory[own] !== undefined) return own;
  const same = Object.entries(inventory).flatMap(([id, item]) =>
    isJsonObject(item) && typeof item["name"] === "string" && bareName(item["name"]) === bareName(name) ? [id] : [],
  );
  return same.length === 1 && same[0] !== undefined ? same[0] : own;
}

function personPatch(
  state: JsonObject,
  { place, state: now, follows, away }: Extract<BeatChange, { kind: "person" }>,
  scene: number,
): JsonObject {
  const here = typeof state["place"] === "string" ? state["place"] : "";
  const where = place ?? (now === "missing" ? "" : now === "here" ? here : undefined);
  const isGone = now === "dead" || now === "missing";
  return {
    ...(where === undefined ? {} : { place: where, since: scene }),
    ...(now === undefined || now === "missing" ? {} : { alive: now !== "dead" }),
    ...(away === true ? { away } : now === "here" ? { away: null } : {}),
    // Whoever is sent somewhere goes with nobody.
    ...(follows === true
      ? { follows: true }
      : follows === false || isGone || place !== undefined
        ? { follows: null }
        : {}),
  };
}

/** What has happened stays so; a beat that is made due again after it was closed comes all the same. */
function beatPatchOf(
  state: JsonObject,
  { beat, state: now }: Extract<BeatChange, { kind: "beat" }>,
  scene: number,
): JsonObject {
  if (getPath(state, `beats.${beat}.state`) === "fired") return {};
  return { beats: { [beat]: now === "due" ? { state: "due", scene, forced: true } : { state: "skipped", scene } } };
}

/** What a point of a faction's own count, which seldom goes beyond three, is of a hundred. */
const POINT = 15;
const MOST_POINTS = 5;

/** "Ferry Lodge +1" of a faction of the story is how it regards the player. (rule EN3470) */
function standingOf(
  state: JsonObject,
  { path, value }: Extract<BeatChange, { kind: "world" }>,
): Extract<BeatChange, { kind: "standing" }> | undefined {
  const factions = state["factions"];
  if (typeof value !== "string" || !/^[+-]\d+$/.test(value) || !isJsonObject(factions)) return undefined;
  const name = path.replace(/^world\./, "").replaceAll("_", " ");
  if (factionNamed(factions, name) === undefined) return undefined;
  const points = Number(value);
  return { kind: "standing", faction: name, delta: Math.abs(points) <= MOST_POINTS ? points * POINT : points };
}

/** "+1" and "-2" add to what is there. */
function worldValue(state: JsonObject, { path, value }: Extract<BeatChange, { kind: "world" }>): JsonValue {
  if (typeof value !== "string" || !/^[+-]\d+$/.test(value)) return value;
  const before = getPath(state, path) ?? getPath(state, `world.${path}`);
  return (typeof before === "number" ? before : 0) + Number(value);
}

/** A value at a path of state. */
export function nested(path: readonly string[], value: JsonValue): JsonObject {
  const [first = "", ...rest] = path;
  return { [first]: rest.length === 0 ? value : nested(rest, value) };
}

/** Whoever goes with the player is where the player is. */
export function companionsPatch(state: JsonObject, scene: number): JsonObject {
  const place = state["place"];
  const people = state["people"];
  if (typeof place !== "string" || !isJsonObject(people)) return {};
  const left = Object.entries(people).filter(
    ([, person]) =>
      isJsonObject(person) && person["follows"] === true && person["alive"] !== false && person["place"] !== place,
  );
  return left.length === 0 ? {} : { people: Object.fromEntries(left.map(([id]) => [id, { place, since: scene }])) };
}

/** The stop of the story's road that the player has come to last. (rule EN5773) */
export function stopPatch(state: JsonObject, places: ReadonlyMap<string, Pick<Place, "road" | "carries">>): JsonObject {
  const { place } = state;
  const here = typeof place === "string" ? places.get(place) : undefined;
  return here?.road === undefined || here.carries === true || getPath(state, "world.stop") === place
    ? {}
    : { world: { stop: place ?? null } };
}

/** State as a scene with this beat finds it: everybody who is in it stands where it happens, and with the player whoever goes with them. */
export function stageBeat(state: JsonObject, beat: StagedBeat | null, scene: number): JsonObject {
  const staged = beat ? mergePatch(state, beatPatch(state, beat, scene)) : state;
  const along = companionsPatch(staged, scene);
  return Object.keys(along).length === 0 ? staged : mergePatch(staged, along);
}

/**
 * Whoever a beat should have brought in is at home from then on, where it did not bring them to a place of its own: it has passed them
 * over, or can no longer come. (rule EN841)
 *
 * @param state - After the beat of the scene, if there was one.
 */
export function enteredPatch(
  state: JsonObject,
  people: readonly { readonly id: string; readonly home: string; readonly enters?: string }[],
  scene: number,
): JsonObject {
  const come = people.filter(
    ({ id, home, enters }) =>
      enters !== undefined &&
      home !== "" &&
      ["fired", "skipped"].includes(String(getPath(state, `beats.${enters}.state`))) &&
      getPath(state, `people.${id}.place`) === "" &&
      getPath(state, `people.${id}.since`) === 0,
  );
  return come.length === 0
    ? {}
    : { people: Object.fromEntries(come.map(({ id, home }) => [id, { place: home, since: scene }])) };
}

/** Scenes for which somebody who has left the room is out. */
const SCENES_OUT = 2;

/** Whoever has left the room in a beat is back in it two scenes later, or when the player is elsewhere. (rule EN6542) */
export function returnedPatch(state: JsonObject, scene: number): JsonObject {
  const people = isJsonObject(state["people"]) ? Object.entries(state["people"]) : [];
  const back = people.flatMap(([id, person]) => {
    if (!isJsonObject(person) || typeof person["out"] !== "string") return [];
    const { out, since, place } = person;
    if (place !== "" || person["alive"] === false || person["away"] === true) return [[id, { out: null }] as const];
    const isBack = state["place"] !== out || scene - Number(since ?? 0) >= SCENES_OUT;
    return isBack ? [[id, { place: out, since: scene, out: null }] as const] : [];
  });
  return back.length === 0 ? {} : { people: Object.fromEntries(back) };
}

/** The merge patch of session state that stages a beat. */
export function beatPatch(state: JsonObject, beat: StagedBeat, scene: number): JsonObject {
  const place = beat.place ?? (typeof state["place"] === "string" ? state["place"] : "");
  const moved = beat.people.filter(
    (id) =>
      getPath(state, `people.${id}.alive`) !== false &&
      getPath(state, `people.${id}.place`) !== place &&
      // Whom the player has sent away comes with no beat. (rule EN6543)
      getPath(state, `people.${id}.away`) !== true,
  );
  return {
    place,
    ...clockPatch(state, beat.clock),
    ...(beat.place ? { world: { visited: { [beat.place]: scene } } } : {}),
    people: Object.fromEntries(moved.map((id) => [id, { place, since: scene }])),
  };
}

const DAY = 1440;
/** An hour of the day without a day is the next one, unless it has only just passed: then it is now. */
const JUST_PASSED = 360;
/** Whoever is up at this hour and reads of two at night reads of the next night. (rule EN1950) */
const EARLY = 300;

/** A beat's own time moves the clock on, never back. */
function clockPatch(state: JsonObject, clock: BeatMatter["clock"]): JsonObject {
  const minutes = minuteOfBeat(state, clock);
  return minutes === undefined ? {} : { clock: { minutes } };
}

/** The minute to which a beat's own time moves the clock; undefined where it moves it nowhere. */
export function minuteOfBeat(state: JsonObject, clock: BeatMatter["clock"]): number | undefined {
  const now = Number(getPath(state, "clock.minutes") ?? 0);
  if (clock === undefined || !Number.isFinite(now)) return undefined;
  const { day, minutes } = clock;
  const today = Math.floor(now / DAY) * DAY;
  const morning = 8 * 60;
  let then = now;
  if (day !== undefined) then = (day - 1) * DAY + (minutes ?? ((day - 1) * DAY > now ? morning : now - today));
  else if (minutes !== undefined) {
    // Midnight is where the next day begins, and where this one began.
    const hour = minutes % DAY;
    then = today + hour;
    // The evening has only just passed at one in the morning.
    if (then - DAY >= now - JUST_PASSED) return undefined;
    if (then < now - JUST_PASSED || (hour < EARLY && now % DAY >= EARLY && then <= now)) then += DAY;
  }
  return then > now ? then : undefined;
}
