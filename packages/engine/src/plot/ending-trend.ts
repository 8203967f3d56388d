/** Where the player's choices lean: the ending that what they did leads towards. Pure. */
import { getPath, type JsonObject } from "@narratoria/protocol";
import type { Campaign } from "@narratoria/campaign";
import type { StoryMemory } from "@narratoria/protocol/story";
import {
  type BeatConditions,
  type BeatMoment,
  canStillHold,
  list,
  missingTags,
  npcStateHolds,
  playerStateHolds,
  worldHolds,
} from "./conditions.js";

/** The ending that the player's choices lean to, as `world.leaning` of session state holds it. */
export interface EndingTrend {
  readonly ending: string;
  readonly title: string;
  /** Its part of what speaks for all endings, 0 to 1. */
  readonly share: number;
  /** What of it is so already, in words. */
  readonly because: readonly string[];
  /** Ids of the beats that lead there. */
  readonly beats: readonly string[];
  /** Ids of the other endings that can still come. */
  readonly others: readonly string[];
}

/** What an ending is measured by. */
export interface TrendSource {
  readonly moment: BeatMoment;
  readonly memories: readonly StoryMemory[];
  /** Ids of the beats that lead to an ending, by its id. */
  readonly pages: ReadonlyMap<string, string>;
  /** How near an ending is in its words to what the player did. */
  nearness(ending: Campaign["endings"][number]): number;
}

/** Deeds that make a trend: before that many nobody can say where a story leads. */
const LEAST_DEEDS = 4;
/** What of an even share an ending has more, where choices lean to it. */
const LEAD = 1.2;
/** What is done counts more than what the words of an ending resemble. */
const OF_CONDITIONS = 2;

/**
 * The ending that the player's choices lean to: most of what it asks of them is so, and its words are near to what they did. Null before
 * there is a past, and where no ending stands out. Implements rule EN2820.
 */
export function endingTrend(
  campaign: Pick<Campaign, "beats" | "endings">,
  { moment, memories, pages, nearness }: TrendSource,
): EndingTrend | null {
  if (memories.filter(({ deed }) => deed !== undefined).length < LEAST_DEEDS) return null;
  const written = campaign.endings.filter(({ breaksOff }) => !breaksOff);
  // Whatever is done in a story of one ending leads to it.
  if (written.length < 2) return null;
  const open = written.filter(({ conditions }) => conditions === undefined || canStillHold(conditions, moment));
  const nearest = Math.max(...open.map(nearness), Number.EPSILON);
  const scored = open.map((ending) => {
    const page = campaign.beats.find(({ id }) => id === pages.get(ending.id));
    const own = metOf(ending.conditions, moment);
    const ofPage = metOf(page?.conditions, moment);
    const score = OF_CONDITIONS * (own.share + ofPage.share) + nearness(ending) / nearest;
    return { ending, page, score, because: [...own.because, ...ofPage.because] };
  });
  const total = scored.reduce((sum, { score }) => sum + score, 0);
  const [first, second] = scored.toSorted((a, b) => b.score - a.score);
  if (first === undefined || total === 0) return null;
  const share = first.score / total;
  if (second !== undefined && (share < LEAD / scored.length || first.score === second.score)) return null;
  const asked = first.ending.conditions ?? {};
  const beats = [
    ...(first.page ? [first.page.id, ...list(first.page.conditions?.requires_beat)] : []),
    ...list(asked.requires_beat),
    ...(asked.requires_any_beat ?? []),
  ];
  return {
    ending: first.ending.id,
    title: first.ending.title,
    share: Math.round(share * 100) / 100,
    because: first.because,
    beats: [...new Set(beats)].filter((id) => getPath(moment.state, `beats.${id}.state`) !== "fired"),
    others: open.flatMap(({ id }) => (id === first.ending.id ? [] : [id])),
  };
}

/** What of a set of conditions the player's deeds have brought about: its share, and in words. */
function metOf(
  conditions: BeatConditions | undefined,
  moment: BeatMoment,
): { readonly share: number; readonly because: readonly string[] } {
  if (conditions === undefined) return { share: 0, because: [] };
  const tags = [...(conditions.player_choice ? [conditions.player_choice] : []), ...(conditions.player_choices ?? [])];
  const missing = missingTags(conditions, moment);
  const any = conditions.requires_any_beat ?? [];
  const parts: readonly (readonly [string, boolean])[] = [
    ...tags.map((tag) => [`"${tag}" was chosen`, !missing.includes(tag)] as const),
    ...Object.entries(conditions.npc_state ?? {}).map(
      ([npc, text]) => [`${npc} ${text}`, typeof text === "string" && npcStateHolds(npc, text, moment)] as const,
    ),
    ...(conditions.player_state === undefined
      ? []
      : [[conditions.player_state, playerStateHolds(conditions.player_state, moment)] as const]),
    ...(conditions.world_state === undefined
      ? []
      : [["the world is as it asks", worldHolds(conditions.world_state, moment)] as const]),
    ...(any.length === 0
      ? []
      : [["one of its beats has happened", any.some((id) => hasFired(moment.state, id))] as const]),
  ];
  const met = parts.filter(([, holds]) => holds);
  return { share: parts.length === 0 ? 0 : met.length / parts.length, because: met.map(([words]) => words) };
}

const hasFired = (state: JsonObject, beat: string): boolean => getPath(state, `beats.${beat}.state`) === "fired";
