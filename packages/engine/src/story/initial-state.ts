import { escapeRegExp } from "@narratoria/protocol/english";
import type { JsonObject } from "@narratoria/protocol";
import type { Campaign } from "@narratoria/campaign";
import { carriedThings } from "@narratoria/campaign";
import type { NpcProfile } from "@narratoria/protocol/contracts";
import type { Matter, PastEntry } from "@narratoria/protocol/story";
import type { StoryIndex } from "@narratoria/narrator";
import { openingMinute } from "../scene/clock.js";
import { factionsOf } from "./factions.js";
import { createPlayer, type Player } from "./player-character.js";
import { type FirstRegard, firstRegards, placedPast, standingLost } from "./player-past.js";
import { temperOf } from "./temper.js";

/** "The pencils, since ink freezes" is the pencils: a thing ends at its first comma, bracket or stop. (rule EN651) */
const thingIn = (name: string): string => name.split(/[,;(]| [–—-] /)[0]?.trim() || name;

/**
 * Session state before the opening scene.
 *
 * @param campaign - Gives stats, starting place and items, and the time of day of its premise.
 * @param story - Gives the ids of places, people and topics, and the hour at which the story opens.
 * @param player - Who the player is; as the campaign has it when left out.
 */
export function initialState(
  campaign: Campaign,
  {
    matter,
    calendar,
    names: naming,
    opening = [],
    beats,
  }: Pick<StoryIndex, "matter" | "calendar"> & Partial<Pick<StoryIndex, "names" | "opening" | "beats">>,
  player: Player = createPlayer(campaign),
): JsonObject {
  const template = campaign.playerTemplate;
  const place = placeId(template?.starting_location, matter) ?? matter.places[0]?.id ?? "here";
  const past = placedPast(player.past, matter, (text) => naming?.keysIn(text) ?? []);
  const regards = firstRegards(past, matter.people);
  // What the player's own past names they know of, as they know what the premise tells. (rule EN2804)
  // A theme is what the story is about, and nothing that they have heard of.
  const ownNames = past
    .filter(({ kind }) => kind !== "theme")
    .flatMap(({ names = [], npc }) => [...names, ...(npc === undefined ? [] : [`npc:${npc}`])]);
  const inOpening = naming?.keysIn(opening.join("\n")) ?? [];
  const named = [...new Set([...inOpening, ...ownNames])];
  // Whom the premise names and the first beat has where the story begins, is there when it begins.
  const [first] = beats?.values() ?? [];
  const atHand = new Set(first?.place === place ? first.people.filter((id) => inOpening.includes(`npc:${id}`)) : []);
  // What a premise keeps for whoever runs the game, nobody has told the player. (rule EN3320)
  const inPremise = namesIn(opening.length > 0 ? opening.join("\n") : campaign.premise);
  const heard = matter.topics
    .filter(({ id, np }) => ownNames.includes(`topic:${id}`) || inPremise(np))
    .map(({ id }) => [id, 0]);
  // Without a template, the premise says what the player has brought.
  const brought = template || player.items.length > 0 ? player.items : carriedThings(campaign.premise);
  const factions = factionsOf(campaign, matter);
  const membership = (npc: string): JsonObject => {
    const own = factions.filter(({ members }) => members.includes(npc)).map(({ id }) => id);
    return own.length === 0 ? {} : { factions: own };
  };
  const profiles = new Map(campaign.npcs.map(({ id, profile }) => [id, profile]));
  const items = brought.map((name) => [slug(name), { name: thingIn(name), count: 1 }] as const);
  return {
    clock: { minutes: calendar?.minutes ?? openingMinute(opening.length > 0 ? opening.join("\n") : campaign.premise) },
    weather: "",
    place,
    player: {
      name: player.name,
      stats: { ...player.stats },
      traits: [...player.traits],
      conditions: {},
      ...(past.length === 0 ? {} : { past: past.map(asJson) }),
      ...(player.restrictions.length === 0 ? {} : { restrictions: [...player.restrictions] }),
    },
    inventory: Object.fromEntries(items),
    people: Object.fromEntries(
      matter.people.map((person) => [
        person.id,
        {
          place: placeAtStart(person, place, atHand, matter),
          alive: true,
          feeling: 0,
          since: 0,
          ...regardOf(regards.get(person.id)),
          ...(person.travels === true && person.presentFrom === "start" ? { follows: true } : {}),
          ...membership(person.id),
          ...bearingOf(profiles.get(person.id)),
        },
      ]),
    ),
    factions: Object.fromEntries(factions.map(({ id, name }) => [id, -standingLost(player.restrictions, name)])),
    flags: {},
    world: {
      known: { facts: {}, topics: Object.fromEntries(heard), motives: {}, relations: {} },
      visited: { [place]: 0 },
      ...(factions.length === 0
        ? {}
        : { factions: Object.fromEntries(factions.map(({ id, name }) => [id, { name, heard: 0 }])) }),
      ...(Object.keys(player.about).length > 0 ? { player: { ...player.about } } : {}),
    },
    beats: {},
    threads: {},
    storybook: { named: Object.fromEntries(named.map((key) => [key, 0])) },
  };
}

const asJson = ({ names, ...entry }: PastEntry): JsonObject => ({ ...entry, ...(names ? { names: [...names] } : {}) });

const regardOf = (regard: FirstRegard | undefined): JsonObject =>
  regard === undefined ? {} : { feeling: regard.feeling, because: { ...regard.because } };

/** A person's stats that are numbers, and how deeds count with them. (rules EN2113 and EN2114) */
function bearingOf(profile: NpcProfile | undefined): JsonObject {
  const stats = Object.entries(profile?.stats ?? {}).filter(([, value]) => typeof value === "number");
  const temper = profile ? temperOf(profile.personality) : {};
  return {
    ...(stats.length > 0 ? { stats: Object.fromEntries(stats) } : {}),
    ...(Object.keys(temper).length > 0 ? { temper: { ...temper } } : {}),
  };
}

/**
 * Where somebody is when the story begins: whoever has not come yet, never will, or is to be brought in by a beat, is nowhere; of a
 * story with one place, whoever has no home is there. (rule EN1300)
 */
function placeAtStart(
  { id, home, presentFrom, enters, travels }: Matter["people"][number],
  place: string,
  atHand: ReadonlySet<string>,
  { places }: Matter,
): string {
  if (presentFrom !== "start") return "";
  if (travels === true || atHand.has(id)) return place;
  if (enters !== undefined) return "";
  // Where there is one place, whoever has no home can only be there, or nobody would ever meet them.
  const onlyPlace = places.length === 1 ? places[0]?.id : undefined;
  return home === "" ? (onlyPlace ?? "") : home;
}

/** The id of a place that an author named in words, or undefined where no such place is known. */
export function placeId(name: string | undefined, matter: Matter): string | undefined {
  if (!name) return undefined;
  const wanted = bare(name);
  return matter.places.find((place) => place.id === name || bare(place.name) === wanted)?.id;
}

/** @returns A test of words for standing in the text as whole words, whatever the case of their letters. */
function namesIn(text: string): (words: string) => boolean {
  const folded = text.toLowerCase();
  return (words) => {
    const core = words.replace(/^(?:the|an?)\s+/i, "");
    // Hundreds of topics are looked for, and a pattern that looks behind itself takes a tenth of a millisecond for each.
    if (core === "" || !folded.includes(core.toLowerCase())) return false;
    const escaped = escapeRegExp(core);
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
  };
}

function bare(name: string): string {
  return slug(name.replace(/^(?:the|an?)\s+/i, ""));
}

function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
