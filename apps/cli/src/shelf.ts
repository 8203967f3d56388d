/** What there is to play: the stories that were begun, and the campaigns. */
import type { CampaignCard, Engine, ListingOptions, PlaythroughSummary, TreeTurn } from "@narratoria/engine";
import { capitalised, sceneName, withStop } from "@narratoria/engine/shell";

export interface ShelfStory {
  readonly id: string;
  /** "The Salt Clock, scene 14. The Drowned Ferry Stage, third evening." */
  readonly heading: string;
  /** Time played and what was told last. */
  readonly about: string;
}

export interface ShelfCampaign {
  readonly name: string;
  readonly heading: string;
}

export interface Shelf {
  readonly stories: readonly ShelfStory[];
  readonly campaigns: readonly ShelfCampaign[];
}

/** What is taken from it; a campaign is begun anew. */
export type Taken = { readonly playthrough: string } | { readonly campaign: string };

/** More would not fit a screen; `playthroughs list` has the rest. */
const MOST_STORIES = 9;
/** A longer pause between two turns is no time played. */
const LONGEST_PAUSE_MS = 10 * 60_000;

export async function readShelf(engine: Engine, listing: ListingOptions = {}): Promise<Shelf> {
  const stories: ShelfStory[] = [];
  for (const one of (await engine.playthroughs()).filter(({ scene }) => scene !== null).slice(0, MOST_STORIES)) {
    stories.push(await storyOf(engine, one));
  }
  const cards = await engine.campaigns.list(listing);
  return { stories, campaigns: cards.filter(({ playable }) => playable).map(campaignOf) };
}

async function storyOf(engine: Engine, { id, title, scene, lastLine, ended }: PlaythroughSummary): Promise<ShelfStory> {
  const history = await engine.history(id);
  const { turns } = await history.tree();
  // A damaged scene hides no story.
  const last = await history.scene().catch(() => null);
  const where = last ? ` ${withStop([last.location, last.time].filter(Boolean).join(", "))}` : "";
  const at = ended ? `ended at ${sceneName(scene ?? 0)}` : sceneName(scene ?? 0);
  const played = playedWords(playedMs(turns));
  return {
    id,
    heading: `${title}, ${at}.${where}`,
    about: [...(played === "" ? [] : [`${capitalised(played)} played.`]), lastLine ?? ""].join(" ").trim(),
  };
}

function campaignOf({ name, title, genre, estimated_playtime_hours: hours }: CampaignCard): ShelfCampaign {
  const facts = [...(genre ? [genre] : []), ...(hours ? [hours === 1 ? "about an hour" : `about ${hours} hours`] : [])];
  return {
    name,
    heading: facts.length === 0 ? withStop(title) : `${withStop(title)} ${capitalised(facts.join(", "))}.`,
  };
}

/** Time between the turns of a story, without its long pauses. */
export function playedMs(turns: readonly Pick<TreeTurn, "createdAt">[]): number {
  const times = turns.map(({ createdAt }) => createdAt).sort((a, b) => a - b);
  return times.reduce((sum, at, index) => sum + Math.min(at - (times[index - 1] ?? at), LONGEST_PAUSE_MS), 0);
}

/** "2 h 10 min", "25 min"; empty for less than a minute. */
export function playedWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The key of each entry: digits for stories, letters for campaigns; q leaves. */
export function shelfKeys({ stories, campaigns }: Shelf): { readonly key: string; readonly taken: Taken }[] {
  const letters = [..."abcdefghijklmnoprstuvwxyz"];
  return [
    ...stories.map(({ id }, index) => ({ key: `${index + 1}`, taken: { playthrough: id } })),
    ...campaigns.map(({ name }, index) => ({ key: letters[index] ?? "", taken: { campaign: name } })),
  ];
}

/** The shelf in plain lines. */
export function shelfLines(shelf: Shelf): string[] {
  const keys = shelfKeys(shelf).map(({ key }) => key);
  const { stories, campaigns } = shelf;
  return [
    ...(stories.length > 0 ? ["Go on with a story:"] : []),
    ...stories.flatMap(({ heading, about }, at) => [
      `${keys[at]}. ${heading}`,
      ...(about === "" ? [] : [`   ${about}`]),
    ]),
    ...(stories.length > 0 ? [""] : []),
    "Begin a story:",
    ...campaigns.map(({ heading }, at) => `${keys[stories.length + at]}. ${heading}`),
  ];
}
