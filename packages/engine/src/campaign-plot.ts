/** The plot of a campaign for its author: why a beat does not come, and how beats and endings hang together. */
import { openStore, type Store, type Turn } from "@narratoria/persistence";
import { slug } from "@narratoria/protocol/english";
import { EngineError } from "./errors.js";
import { dataFolder, findCampaign } from "./locate.js";
import { checkOptions, checkValue, text } from "./options.js";
import { drawGraph, type GraphFormat, type PlotReach } from "./plot/draw-graph.js";
import { plotGraph } from "./plot/plot-graph.js";
import { type PlotPart, type WhyAnswer, whyNot } from "./plot/why-beat.js";
import { indexed } from "./prepared-campaign.js";
import { type ReadCampaign, readCampaign } from "./read-campaign.js";
import { initialState } from "./story/initial-state.js";
import type { StoryTest, WalkedTo } from "./story-test/report.js";
import { Remembered, REMEMBERED_TURNS } from "./story/remembered.js";
import { momentOf } from "./story/turn-start.js";
import { say } from "./words/say.js";

export interface WhyOptions {
  /** Id of a story of the campaign, or its beginning, or `last`: where it stands is looked at. The beginning of a new one where it is left out. */
  readonly story?: string;
  readonly dataDir?: string;
}

/**
 * Says which conditions of a beat or an ending hold, and what would meet the others.
 *
 * @param path - Folder or name of the campaign.
 * @param id - Of a beat or an ending.
 * @throws {EngineError} `campaign_not_found`, `campaign_broken`, `playthrough_not_found`, `no_such_beat`.
 */
export async function whyNoBeat(path: string, id: string, options: WhyOptions = {}): Promise<WhyAnswer> {
  checkValue("path", path, text);
  checkValue("id", id, text);
  checkOptions("whyNoBeat", options, { story: text, dataDir: text });
  const read = await readCampaign(await findCampaign(path, dataFolder(options.dataDir)));
  const { campaign, reading } = read;
  const mined = indexed(reading);
  const part = partOf(read, id);
  const { head, remembered } = await standing(read, options);
  const state = head?.state ?? initialState(campaign, mined);
  const moment = momentOf({ campaign, mined, remembered }, { scene: (head?.scene ?? 0) + 1, state, slot: null });
  const titles = new Map(campaign.beats.map((beat) => [beat.id, beat.title]));
  return whyNot(part, moment, titles, (place) => mined.places.get(place)?.name ?? place);
}

function partOf({ campaign: { beats, endings } }: ReadCampaign, id: string): PlotPart {
  const beat = beats.find((one) => one.id === id);
  if (beat) return { kind: "beat", id, title: beat.title, conditions: beat.conditions, beat };
  const ending = endings.find((one) => one.id === id);
  if (ending) return { kind: "ending", id, title: ending.title, conditions: ending.conditions };
  const ids = [...beats, ...endings].map((one) => one.id);
  throw new EngineError(
    "no_such_beat",
    say("error.no_such_beat", { id }),
    say("error.no_such_beat.action", { names: ids.join(", ") || "none" }),
  );
}

/** Where a story of this campaign stands; at its beginning where none is named. */
async function standing(
  { campaign }: ReadCampaign,
  { story, dataDir }: WhyOptions,
): Promise<{ readonly head: Turn | null; readonly remembered: Pick<Remembered, "mentions"> }> {
  if (story === undefined) return { head: null, remembered: Remembered.of([]) };
  const store: Store = await openStore({ dataDir: dataFolder(dataDir), readOnly: true });
  try {
    const own = await store.playthroughs({ campaign: campaign.name });
    const isMeant = (id: string): boolean => id.toLowerCase().startsWith(story.toLowerCase());
    const known = story === "last" ? own.slice(0, 1) : own.filter(({ id }) => isMeant(id));
    const [one] = known;
    if (one === undefined || known.length > 1)
      throw new EngineError("playthrough_not_found", say("error.playthrough_not_found", { id: story }));
    const past = (await store.past(one.id, REMEMBERED_TURNS)).reverse();
    return { head: await store.head(one.id), remembered: Remembered.of(past) };
  } finally {
    await store.close();
  }
}

/**
 * Draws the beats and endings of a campaign, by acts, with the questions that they answer.
 *
 * @param test - Walks through the campaign: an SVG then says of each beat, ending and act in how many of them it came.
 * @throws {EngineError} `campaign_not_found`, `campaign_broken`.
 */
export async function drawPlot(path: string, format: GraphFormat, test?: StoryTest): Promise<string> {
  checkValue("path", path, text);
  const { campaign, reading } = await readCampaign(await findCampaign(path, dataFolder()));
  return drawGraph(plotGraph(campaign, reading), format, test && reachOf(test));
}

/** Implements rule EN2412. */
function reachOf({ beats, endings, choices, walks }: StoryTest): PlotReach {
  const said = (count: number, first: WalkedTo | null): string | null =>
    first === null ? null : `${count} of ${walks.length}, first walk ${first.walk}, scene ${first.scene}`;
  return new Map([
    ...beats.map(({ id, reached, first }) => [id, said(reached, first)] as const),
    ...endings.map(({ id, reached, first }) => [`ending:${id}`, said(reached, first)] as const),
    ...choices.map(({ id, offered, first }) => [`deed:${slug(id)}`, said(offered, first)] as const),
  ]);
}
