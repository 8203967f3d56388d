/** For tests and reports: a story walked by seeded choices, and read back from its journal with all that it can be judged by. */
import { type StoryIndex, readToldScenes, type ToldScene } from "@narratoria/narrator";
import { openStore } from "@narratoria/persistence";
import { minedCampaign } from "./testing/mined-campaign.js";
import { openEngine } from "./open-engine.js";
import type { SharedScripts } from "./script-pool.js";
import type { PlayerName } from "./story-test/players.js";
import { walkIn, type WalkedStory } from "./story-test/walk-story.js";

export type { PlayerName } from "./story-test/players.js";

export { type LongWalk, type LongWalkOptions, type TurnCost, walkLong } from "./testing/long-walk.js";
export { narratedCampaign } from "./testing/mined-campaign.js";
export { type SizedCampaign, writeSizedCampaign } from "./testing/sized-campaign.js";
export { type WindingWalk, type WindingWalkOptions, walkWinding } from "./testing/winding-walk.js";

export interface WalkOptions {
  /** Folder to play in. */
  readonly dataDir: string;
  /** Name or folder of the campaign. */
  readonly campaign: string;
  /** Decides the story's chance, and the choices in a stream of their own. */
  readonly seed: string;
  /** How many choices to take, unless an ending comes first. */
  readonly turns: number;
  /** In what spirit they are taken; by chance where it is absent. */
  readonly player?: PlayerName;
  /** Id of the ending that the player means to reach. */
  readonly goal?: string;
  /** Processes of scripts that several walks share; each walk starts its own where it is absent. */
  readonly scripts?: SharedScripts;
}

export interface StoryWalk {
  readonly campaign: string;
  readonly seed: string;
  /** The campaign as the narrator knows it. */
  readonly story: StoryIndex;
  /** From the opening on, as the journal has them. */
  readonly scenes: readonly ToldScene[];
  /** Codes of all notices that came: none where nothing failed. */
  readonly notices: readonly string[];
}

/**
 * Walks through a story.
 *
 * @throws {EngineError} What `Engine.play` throws.
 */
export async function walkStory({
  dataDir,
  campaign,
  seed,
  turns,
  player = "random",
  goal,
  scripts,
}: WalkOptions): Promise<StoryWalk> {
  const mined = await minedCampaign(campaign, dataDir);
  const engine = await openEngine({ dataDir, ...(scripts ? { scripts } : { residentScripts: true }) });
  let walked: WalkedStory;
  try {
    const plan = { seed, turns, player, ...(goal === undefined ? {} : { goal }) };
    walked = await walkIn(engine, campaign, mined, plan);
  } finally {
    await engine.close();
  }
  const store = await openStore({ dataDir, readOnly: true });
  try {
    const scenes = readToldScenes((await store.history(walked.id)).reverse());
    return { campaign, seed, story: mined, scenes, notices: walked.notices };
  } finally {
    await store.close();
  }
}
