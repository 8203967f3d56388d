/** For tests and reports: a story walked by seeded choices, and read back from its journal with all that it can be judged by. */
import { type StoryIndex, readToldScenes, type ToldScene } from "@narratoria/narrator";
import { openStore } from "@narratoria/persistence";
import { createRandom } from "@narratoria/protocol/random";
import { minedCampaign } from "./testing/mined-campaign.js";
import { openEngine } from "./open-engine.js";
import { choiceOf, type Goal, type PlayerName } from "./testing/players.js";

export type { PlayerName } from "./testing/players.js";

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

function goalOf({ endings }: StoryIndex, goal: string): Goal {
  const refs = (own: boolean): ReadonlySet<string> =>
    new Set(
      [...endings.values()]
        .filter(({ id }) => (id === goal) === own)
        .flatMap(({ id, page }) => (page === undefined ? [id] : [id, page])),
    );
  return { wanted: refs(true), shunned: refs(false) };
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
}: WalkOptions): Promise<StoryWalk> {
  const notices: string[] = [];
  const random = createRandom(`walk ${seed}`);
  const mined = await minedCampaign(campaign, dataDir);
  const target = mined.matter.people.find(
    ({ speech, presentFrom, enters }) => speech === "words" && presentFrom === "start" && enters === undefined,
  );
  const meant = goal === undefined ? undefined : goalOf(mined, goal);
  const engine = await openEngine({ dataDir, residentScripts: true });
  let id: string;
  try {
    const story = await engine.play(campaign, { seed, fresh: true });
    id = story.id;
    for (let turn = 0; turn <= turns && story.scene?.ended !== true; turn++) {
      const events =
        story.scene === null
          ? story.begin()
          : story.choose(choiceOf(player, story.scene.choices, target?.short ?? "", random, meant));
      for await (const event of events) if (event.type === "notice") notices.push(event.code);
    }
  } finally {
    await engine.close();
  }
  const store = await openStore({ dataDir, readOnly: true });
  try {
    const scenes = readToldScenes((await store.history(id)).reverse());
    return { campaign, seed, story: mined, scenes, notices };
  } finally {
    await store.close();
  }
}
