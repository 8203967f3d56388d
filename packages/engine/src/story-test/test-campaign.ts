/** Tests a campaign: players walk through it without a model, and what they came to is reported. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTree } from "@narratoria/protocol/files";
import { generatedFolder } from "../enrich-campaign.js";
import { dataFolder, findCampaign } from "../locate.js";
import { abortSignal, callback, type ChecksOf, checkOptions, checkValue, count, flag, text } from "../options.js";
import { indexed } from "../prepared-campaign.js";
import { type OpeningProgress, type ReadCampaign, readCampaign } from "../read-campaign.js";
import { coverageOf, endingOf } from "./coverage.js";
import { lawBreaks, repeatsIn } from "./faults.js";
import type { PlayerName } from "./players.js";
import type { DeadEnd, StoryTest, TestedWalk, TranscriptChange, WalkFinding } from "./report.js";
import {
  changesSince,
  readTranscripts,
  type Transcript,
  TRANSCRIPTS,
  transcriptOf,
  writeTranscripts,
} from "./transcripts.js";
import { type NamedPlan, type TestProgress, walkAll, type Walked } from "./walkers.js";

export interface TestOptions {
  /** How many walks; when left out, one for each player and each ending, and eight at least. */
  readonly walks?: number;
  /** How many choices a walk takes at most; 60 when left out. */
  readonly turns?: number;
  /** What all chance is drawn from; "1" when left out. */
  readonly seed?: string;
  /** Whether the walks are kept in the campaign's folder, as the transcripts that later tests compare with. */
  readonly bless?: boolean;
  /** Folder that holds all data: installed campaigns, and what was understood of campaigns before. No story is kept in it. */
  readonly dataDir?: string;
  readonly signal?: AbortSignal;
  /** Told while the campaign is read. */
  readonly onProgress?: (progress: OpeningProgress) => void;
  /** Told after each scene. */
  readonly onScene?: (progress: TestProgress) => void;
}

const TEST_OPTIONS: ChecksOf<TestOptions> = {
  walks: count,
  turns: count,
  seed: text,
  bless: flag,
  dataDir: text,
  signal: abortSignal,
  onProgress: callback,
  onScene: callback,
};

const PLAYERS: readonly PlayerName[] = ["random", "seeker", "kind", "ruthless"];
const LEAST_WALKS = 8;
const TURNS = 60;

/**
 * Walks through a campaign in several spirits and reports what was reached, what never was, and what is wrong. The walks follow the
 * transcripts of the campaign as far as these are still offered. Implements rules EN2407 to EN2409.
 *
 * @param path - Folder or name of the campaign.
 * @throws {EngineError} `campaign_not_found`, `campaign_broken`, `transcript_unusable`; what `signal` was aborted with.
 */
export async function testCampaign(path: string, options: TestOptions = {}): Promise<StoryTest> {
  checkValue("path", path, text);
  checkOptions("testCampaign", options, TEST_OPTIONS);
  const { signal, onProgress } = options;
  const startedAt = performance.now();
  const home = dataFolder(options.dataDir);
  const dir = await findCampaign(path, home);
  const aside = await mkdtemp(join(tmpdir(), "narratoria-test-"));
  try {
    const opening = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
    // The engine finds it read: the same folder in the same process.
    const readings = join(home, "cache", "readings");
    const read = await readCampaign(dir, readings, opening, generatedFolder(dir, aside));
    const kept = await readTranscripts(read.campaign.dir);
    const plans = plansFor(read, options, kept);
    const walked = await walkAll({ dir, readings, aside }, plans, options);
    const transcripts = walked.map(({ plan, scenes }) => transcriptOf(plan.name, plan.seed, scenes));
    if (options.bless) await writeTranscripts(read.campaign.dir, transcripts);
    const all = walked.map(({ scenes }, at) => ({ walk: at + 1, scenes }));
    const mined = indexed(read.reading);
    const found = (of: (one: Walked) => readonly { readonly scene: number; readonly text: string }[]): WalkFinding[] =>
      walked.flatMap((one, at) => of(one).map((finding) => ({ walk: at + 1, ...finding })));
    return {
      title: read.campaign.manifest.title,
      campaign: read.campaign.name,
      dir: read.campaign.dir,
      walks: walked.map(testedWalk),
      scenes: walked.reduce((sum, { scenes }) => sum + scenes.length, 0),
      elapsedMs: Math.round(performance.now() - startedAt),
      ...coverageOf(read.campaign, mined, all),
      deadEnds: walked.flatMap(({ deadEnd }, at): DeadEnd[] => (deadEnd ? [{ walk: at + 1, ...deadEnd }] : [])),
      broken: found(({ scenes, story }) => [...lawBreaks(mined, scenes), ...story.broken]),
      failures: found(({ story }) => story.failures),
      repeats: found(({ scenes }) => repeatsIn(mined, scenes)),
      transcripts: {
        folder: TRANSCRIPTS,
        compared: options.bless ? 0 : plans.filter(({ name }) => kept.has(name)).length,
        changed: options.bless ? [] : changedSince(walked, transcripts, kept),
        written: options.bless ? transcripts.length : 0,
      },
    };
  } finally {
    await removeTree(aside).catch(() => {});
  }
}

/** All players in turn, then somebody for each ending, then the same again with another seed. */
function plansFor(
  { campaign }: ReadCampaign,
  { walks, turns = TURNS, seed = "1", bless = false }: TestOptions,
  kept: ReadonlyMap<string, Transcript>,
): NamedPlan[] {
  const spirits: readonly { readonly player: PlayerName; readonly goal?: string }[] = [
    ...PLAYERS.map((player) => ({ player })),
    ...campaign.endings
      .filter(({ breaksOff }) => !breaksOff)
      .map(({ id }) => ({ player: "seeker" as const, goal: id })),
  ];
  return Array.from({ length: walks ?? Math.max(LEAST_WALKS, spirits.length) }, (_, at): NamedPlan => {
    const { player, goal } = spirits[at % spirits.length] ?? { player: "random" as const };
    const round = Math.floor(at / spirits.length) + 1;
    const own = seed === "1" ? String(round) : `${seed}-${round}`;
    const name = [player, ...(goal === undefined ? [] : ["to", goal]), own]
      .join("-")
      .replace(/[^\p{L}\p{N}_-]+/gu, "-");
    const transcript = bless ? undefined : kept.get(name);
    return {
      name,
      seed: own,
      turns,
      player,
      ...(goal === undefined ? {} : { goal }),
      ...(transcript && { follow: transcript.chosen }),
    };
  });
}

function testedWalk({ plan, scenes }: Walked, at: number): TestedWalk {
  const last = scenes.at(-1);
  const ending = endingOf(scenes);
  return {
    walk: at + 1,
    name: plan.name,
    player: plan.player,
    seed: plan.seed,
    ...(plan.goal === undefined ? {} : { goal: plan.goal }),
    scenes: scenes.length,
    ended: last?.ended === true,
    ending: ending === null || !last ? null : { id: ending, scene: last.scene },
    choices: scenes
      .slice(1)
      .map(({ choice }, index) => 1 + (scenes[index]?.slots.findIndex(({ id }) => id === choice?.id) ?? 0)),
  };
}

function changedSince(
  walked: readonly Walked[],
  transcripts: readonly Transcript[],
  kept: ReadonlyMap<string, Transcript>,
): TranscriptChange[] {
  return walked.flatMap(({ plan: { name }, story }, at): TranscriptChange[] => {
    const [before, now] = [kept.get(name), transcripts[at]];
    const changes = before && now ? changesSince(before, now, story.leftAt) : [];
    return changes.length === 0 ? [] : [{ name, changes }];
  });
}
