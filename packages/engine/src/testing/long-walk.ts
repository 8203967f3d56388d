/** For tests and reports: what a turn costs late in a story beside what it costs early in the same story. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { openStore } from "@narratoria/persistence";
import type { Matter } from "@narratoria/protocol/story";
import { createRandom, type Random } from "@narratoria/protocol/random";
import { EngineError } from "../errors.js";
import { minedCampaign } from "./mined-campaign.js";
import { choiceGoingOn, untilDone } from "./steps.js";
import { type Engine, openEngine } from "../open-engine.js";
import type { Story } from "../story/story.js";
import { storyPast } from "../story/story-past.js";

export interface LongWalkOptions {
  /** An empty folder to play in. */
  readonly dataDir: string;
  /** Name or folder of the campaign. */
  readonly campaign: string;
  /** Decides the story's chance and the choices. */
  readonly seed: string;
  /** How many turns come before the early ones that are measured, and before the late ones. */
  readonly early: number;
  readonly late: number;
  /** How many are measured of either. */
  readonly turns: number;
}

/** What one turn cost. */
export interface TurnCost {
  readonly scene: number;
  /** From the choice to the end of the turn. */
  readonly ms: number;
  /** JSON of the session state after it. */
  readonly stateBytes: number;
  /** JSON of what a script or a model is told of the story so far. */
  readonly pastBytes: number;
}

/** The turns of one number stand beside each other: they were told one right after the other, first one, then the other in front. */
export interface LongWalk {
  readonly early: readonly TurnCost[];
  readonly late: readonly TurnCost[];
}

/**
 * Tells a story to its late turns and goes on with it there, by turns with a copy that was put aside at the early ones: whatever else
 * the machine does falls on both.
 *
 * @throws {EngineError} What `Engine.play` throws; `story_ended` where the story has to end before.
 */
export async function walkLong(options: LongWalkOptions): Promise<LongWalk> {
  const { dataDir, campaign, seed, early, late, turns } = options;
  const random = createRandom(`long ${seed}`);
  const [lateDir, earlyDir] = [join(dataDir, "late"), join(dataDir, "early")];
  await tell(lateDir, early, random, (engine) => engine.play(campaign, { seed }));
  await cp(lateDir, earlyDir, { recursive: true });
  await tell(lateDir, late - early, random, (engine) => engine.play(campaign));

  const engines = [await open(earlyDir), await open(lateDir)] as const;
  const times: [number[], number[]] = [[], []];
  try {
    const stories = [await resumed(engines[0], campaign), await resumed(engines[1], campaign)] as const;
    for (let turn = 0; turn < turns; turn++) {
      for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const startedAt = performance.now();
        await step(stories[which], random);
        times[which].push(performance.now() - startedAt);
      }
    }
  } finally {
    for (const engine of engines) await engine.close();
  }
  const { matter } = await minedCampaign(campaign, dataDir);
  return { early: await costs(earlyDir, times[0], matter), late: await costs(lateDir, times[1], matter) };
}

const open = (dataDir: string): Promise<Engine> => openEngine({ dataDir, residentScripts: true });

async function resumed(engine: Engine, campaign: string): Promise<Story> {
  const story = await engine.play(campaign);
  await untilDone(story.begin());
  return story;
}

async function tell(
  dataDir: string,
  turns: number,
  random: Random,
  play: (engine: Engine) => Promise<Story>,
): Promise<void> {
  const engine = await open(dataDir);
  try {
    const story = await play(engine);
    await untilDone(story.begin());
    for (let turn = 0; turn < turns; turn++) await step(story, random);
  } finally {
    await engine.close();
  }
}

async function step(story: Story, random: Random): Promise<void> {
  const choice = choiceGoingOn(story, random);
  if (choice === null)
    throw new EngineError("story_ended", `${story.title} had to end at scene ${story.scene?.scene}.`);
  await untilDone(story.choose(choice));
}

async function costs(dataDir: string, times: readonly number[], matter: Matter): Promise<TurnCost[]> {
  const store = await openStore({ dataDir, readOnly: true });
  try {
    const [story] = await store.playthroughs();
    const turns = (await store.history(story?.id ?? "", { limit: times.length })).reverse();
    const bytes = (value: object): number => Buffer.byteLength(JSON.stringify(value));
    return turns.map(({ scene, state }, at) => ({
      scene,
      ms: times[at] ?? 0,
      stateBytes: bytes(state),
      pastBytes: bytes(storyPast(state, matter)),
    }));
  } finally {
    await store.close();
  }
}
