/** Tests a campaign: players walk through it without a model, and what they came to is reported. */
import { mkdtemp } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { readToldScenes, type ToldScene } from "@narratoria/narrator";
import { openStore, type Store } from "@narratoria/persistence";
import { getPath } from "@narratoria/protocol";
import { removeTree } from "@narratoria/protocol/files";
import { generatedFolder } from "../enrich-campaign.js";
import { dataFolder, findCampaign } from "../locate.js";
import { openEngine } from "../open-engine.js";
import { abortSignal, callback, type ChecksOf, checkOptions, checkValue, count, flag, text } from "../options.js";
import { type PlotPart, type WhyAnswer, whyNot } from "../plot/why-beat.js";
import { indexed } from "../prepared-campaign.js";
import { type OpeningProgress, type ReadCampaign, readCampaign } from "../read-campaign.js";
import { Remembered, REMEMBERED_TURNS } from "../story/remembered.js";
import { momentOf } from "../story/turn-start.js";
import { coverageOf, endingOf } from "./coverage.js";
import { deadEndOf, lawBreaks, repeatsIn } from "./faults.js";
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
import { walkIn, type WalkedStory, type WalkPlan } from "./walk-story.js";

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

export interface TestProgress {
  /** Walks that have ended, and how many there are. */
  readonly walks: number;
  readonly of: number;
  readonly scenes: number;
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
/** One story waits for its scripts while another is told. */
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));

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
    const read = await readCampaign(dir, join(home, "cache", "readings"), opening, generatedFolder(dir, aside));
    const kept = await readTranscripts(read.campaign.dir);
    const plans = plansFor(read, options, kept);
    const walked = await walkAll(read, dir, aside, plans, options);
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

interface NamedPlan extends WalkPlan {
  readonly name: string;
}

/** One walk, with all that it is judged by. */
interface Walked {
  readonly plan: NamedPlan;
  readonly story: WalkedStory;
  readonly scenes: readonly ToldScene[];
  readonly deadEnd: Omit<DeadEnd, "walk"> | null;
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

async function walkAll(
  read: ReadCampaign,
  dir: string,
  aside: string,
  plans: readonly NamedPlan[],
  { signal, onScene }: TestOptions,
): Promise<Walked[]> {
  const mined = indexed(read.reading);
  const walked = new Map<NamedPlan, Walked>();
  const waiting = [...plans];
  let scenes = 0;
  await using engine = await openEngine({
    dataDir: aside,
    residentScripts: true,
    narrator: "storybook",
    checkStory: true,
    // The folder goes when the walks are over.
    keepTraces: false,
  });
  const store = await openStore({ dataDir: aside, readOnly: true });
  const watched = {
    ...(signal && { signal }),
    onScene: () => onScene?.({ walks: walked.size, of: plans.length, scenes: ++scenes }),
  };
  const walkOn = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
      const story = await walkIn(engine, dir, mined, plan, watched);
      const told = readToldScenes((await store.history(story.id)).reverse());
      const left = told.at(-1)?.ended ? [] : await stillToCome(read, store, story.id);
      walked.set(plan, { plan, story, scenes: told, deadEnd: deadEndOf(told, left) });
    }
  };
  try {
    // One that fails ends the others: nobody goes on with what is not waited for.
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, plans.length) }, () =>
        walkOn().catch((error) => {
          waiting.length = 0;
          throw error;
        }),
      ),
    );
  } finally {
    await store.close();
  }
  return plans.flatMap((plan) => walked.get(plan) ?? []);
}

/** Beats and endings that have not come where a story stands, and what each waits for. */
async function stillToCome({ campaign, reading }: ReadCampaign, store: Store, id: string): Promise<WhyAnswer[]> {
  const head = await store.head(id);
  if (head === null) return [];
  const mined = indexed(reading);
  const remembered = Remembered.of((await store.past(id, REMEMBERED_TURNS)).reverse());
  const moment = momentOf({ campaign, mined, remembered }, { scene: head.scene + 1, state: head.state, slot: null });
  const titles = new Map(campaign.beats.map((beat) => [beat.id, beat.title]));
  const parts: PlotPart[] = [
    ...campaign.beats
      .filter((beat) => !["fired", "skipped"].includes(String(getPath(head.state, `beats.${beat.id}.state`))))
      .map((beat) => ({ kind: "beat" as const, id: beat.id, title: beat.title, conditions: beat.conditions, beat })),
    ...campaign.endings
      .filter(({ breaksOff }) => !breaksOff)
      .map((ending) => ({
        kind: "ending" as const,
        id: ending.id,
        title: ending.title,
        conditions: ending.conditions,
      })),
  ];
  return parts.map((part) => whyNot(part, moment, titles, (place) => mined.places.get(place)?.name ?? place));
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
