/** Whom and what leads to the ending that the player's choices lean to. */
import type { Campaign } from "@narratoria/campaign";
import type { StoryIndex } from "@narratoria/narrator";
import type { JsonObject } from "@narratoria/protocol";
import type { ReadAct } from "@narratoria/protocol/contracts";
import { list } from "../plot/conditions.js";
import type { EndingTrend } from "../plot/ending-trend.js";

/** Keys of people, topics and places that lead to an ending: as many as a scene could ever take up. */
const MOST_NAMES = 40;

/**
 * Returns where the player's choices lean, as session state holds it; null where they lean nowhere. Names that lead to another ending as well
 * are left out. (rules EN2820 and EN6100)
 */
export function leaningOf(trend: EndingTrend | null, campaign: Campaign, story: StoryIndex): JsonObject | null {
  if (trend === null) return null;
  const { ending, share, because, beats, others } = trend;
  const about = endingNames(campaign, story);
  const elsewhere = new Set(others.flatMap((id) => about.get(id) ?? []));
  const own = new Set([...beats.flatMap((id) => namesOfBeat(id, story)), ...(about.get(ending) ?? [])]);
  const names = [...own].filter((key) => !elsewhere.has(key)).slice(0, MOST_NAMES);
  return { ending, share, because: [...because], names };
}

const known = new WeakMap<Campaign, ReadonlyMap<string, readonly string[]>>();

/** Keys of whom and what each ending is about: its page, what it asks for, and the deeds that bring that about. */
function endingNames(campaign: Campaign, story: StoryIndex): ReadonlyMap<string, readonly string[]> {
  const found =
    known.get(campaign) ?? new Map(campaign.endings.map(({ id }) => [id, namesOfEnding(id, campaign, story)]));
  known.set(campaign, found);
  return found;
}

function namesOfEnding(id: string, campaign: Campaign, story: StoryIndex): readonly string[] {
  const ending = story.endings.get(id);
  const page = ending?.page;
  const asked = campaign.endings.find((one) => one.id === id)?.conditions ?? {};
  const ofPage = campaign.beats.find((beat) => beat.id === page)?.conditions ?? {};
  const beats = [
    ...(page === undefined ? [] : [page]),
    ...list(asked.requires_beat),
    ...(asked.requires_any_beat ?? []),
  ];
  const people = Object.keys({ ...asked.npc_state, ...ofPage.npc_state }).map((npc) => `npc:${npc}`);
  const deeds = story.acts.filter((act) => act.for.some((need) => need.id === id || need.id === page));
  const paragraphs = story.names.keysIn((ending?.paragraphs ?? []).join("\n"));
  return [...people, ...deeds.flatMap(namesOfAct), ...beats.flatMap((beat) => namesOfBeat(beat, story)), ...paragraphs];
}

function namesOfBeat(id: string, { beats }: StoryIndex): readonly string[] {
  const beat = beats.get(id);
  if (beat === undefined) return [];
  const place = beat.place === undefined ? [] : [`place:${beat.place}`];
  return [...beat.names, ...beat.people.map((npc) => `npc:${npc}`), ...place];
}

const namesOfAct = ({ npc, place, topic }: ReadAct): readonly string[] => [
  ...(npc === undefined ? [] : [`npc:${npc}`]),
  ...(place === undefined ? [] : [`place:${place}`]),
  ...(topic === undefined ? [] : [`topic:${topic}`]),
];
