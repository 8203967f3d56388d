import { join } from "node:path";
import {
  type Campaign,
  CampaignError,
  type LoadedCampaign,
  type LoadOptions,
  type LoadProgress,
  learnShippedMedia,
  loadCampaign,
  openReading,
  printFolder,
} from "@narratoria/campaign";
import type { Reading } from "@narratoria/protocol/contracts";
import { EngineError } from "./errors.js";
import { KeptCampaigns } from "./kept-campaigns.js";
import { bundledReadings, isBundled, isFolder } from "./locate.js";
import { slugOf } from "./plot/conditions.js";
import { abortSignal, callback, type ChecksOf } from "./options.js";
import { say } from "./words/say.js";

/** A campaign that can be played, with what it means and whatever is wrong in it. */
export type ReadCampaign = LoadedCampaign & { readonly campaign: Campaign; readonly reading: Reading };

/** How far the opening of a campaign has come: its files are read, then what they mean. */
export type OpeningProgress =
  | ({ readonly stage: "files" } & LoadProgress)
  | {
      readonly stage: "meaning";
      /** How many letters its texts come to. */
      readonly letters: number;
    };

export interface OpeningOptions {
  /** Stops the opening; nothing of it is left behind. */
  readonly signal?: AbortSignal;
  /** Told how far the opening has come. */
  readonly onProgress?: (progress: OpeningProgress) => void;
}

export const OPENING_OPTIONS: ChecksOf<OpeningOptions> = { signal: abortSignal, onProgress: callback };

/** What the build found out about pictures and sounds of the bundled campaigns, which copies of them share. */
let bundledMedia: Promise<void> | undefined;

/** Campaigns that were read in this process: a second story in one of them reads nothing anew. */
const kept = new KeptCampaigns<ReadCampaign>();

/**
 * Reads a campaign's folder and what it means, unless it was read before and has not changed since. Implements rules EN515 to EN518.
 *
 * @param cacheDir - Folder for readings that outlive the process; null where nothing is to be written.
 * @param generatedDir - Folder with generated files of a campaign that could not be written to; it need not be there.
 * @throws {EngineError} `campaign_broken`, with the first fault and where it is; what `signal` was aborted with.
 */
export async function readCampaign(
  dir: string,
  cacheDir: string | null = null,
  { signal, onProgress }: OpeningOptions = {},
  generatedDir?: string,
): Promise<ReadCampaign> {
  await (bundledMedia ??= learnShippedMedia(join(bundledReadings(), "media.json")));
  const watched = loadOptions(dir, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
  // Without generated files a campaign is the same for every data folder.
  const generated = generatedDir !== undefined && (await isFolder(generatedDir)) ? generatedDir : undefined;
  const options = { ...watched, ...(generated !== undefined && { generatedDir: generated }) };
  const name = `${options.hardLinks} ${dir} ${generated ?? ""}`;
  const known = kept.get(name, await printFolder(dir, options).catch(broken));
  if (known) return known;
  const loaded = await loadCampaign(dir, options).catch(broken);
  if (!loaded.campaign) throw unusable(loaded);
  const letters = lettersOf(loaded.campaign);
  onProgress?.({ stage: "meaning", letters });
  const reading = await openReading(loaded.campaign, {
    ...(cacheDir !== null && { cacheDir }),
    ...(isBundled(dir) && { shippedDir: bundledReadings() }),
    ...(signal && { signal }),
  });
  const read = { ...loaded, campaign: withDecidedEndings(loaded.campaign, reading), reading };
  kept.put(name, loaded.print, read, letters);
  return read;
}

/** An ending that follows from a decision of a beat asks for that beat and that decision. (rule EN5843) */
function withDecidedEndings(campaign: Campaign, { beats, endings }: Reading): Campaign {
  const tagOf = (beat: string, decision: string): string => {
    const put = beats.find(({ id }) => id === beat)?.choices.find(({ text }) => text === decision);
    return put?.tag ?? slugOf(decision);
  };
  const follows = new Map(
    endings.flatMap(({ id, follows: from }) => (from === undefined ? [] : [[id, from] as const])),
  );
  if (follows.size === 0) return campaign;
  return {
    ...campaign,
    endings: campaign.endings.map((ending) => {
      const from = follows.get(ending.id);
      if (from === undefined || ending.conditions !== undefined) return ending;
      const { beat, decision } = from;
      return { ...ending, conditions: { requires_beat: beat, player_choice: tagOf(beat, decision) } };
    }),
  };
}

/** How a folder's files are read. */
export function loadOptions(dir: string, { signal, onProgress }: OpeningOptions): LoadOptions {
  return {
    hardLinks: isBundled(dir),
    ...(signal && { signal }),
    ...(onProgress && { onProgress: (progress) => onProgress({ stage: "files", ...progress }) }),
  };
}

function broken(error: unknown): never {
  throw error instanceof CampaignError ? new EngineError("campaign_broken", error.message) : error;
}

function unusable({ problems }: LoadedCampaign): EngineError {
  const first = problems.find(({ severity }) => severity === "error");
  const where = first ? `${first.file}${first.line ? `:${first.line}:${first.column}` : ""} ` : "";
  return new EngineError("campaign_broken", say("error.campaign_broken", { why: `${where}${first?.message ?? ""}` }));
}

/** How long a campaign's texts are together. */
export const lettersOf = ({ texts }: Campaign): number =>
  [...texts.values()].reduce((sum, text) => sum + text.length, 0);
