/** What is wrong with a campaign and what a story understands of it, without playing it. */
import type { Reading, ValidationReport } from "@narratoria/protocol/contracts";
import { setTimeout } from "node:timers/promises";
import {
  byPlace,
  type Campaign,
  CampaignError,
  type CampaignFacts,
  compareWithFacts,
  type FactsComparison,
  loadCampaign,
  openReading,
  printFolder,
  type Problem,
  PROBLEM_KINDS,
  storySourceOf,
} from "@narratoria/campaign";
import { createStorybook } from "@narratoria/narrator";
import { EngineError } from "./errors.js";
import { dataFolder, findCampaign } from "./locate.js";
import { checkOptions, checkValue, text } from "./options.js";
import { setByAuthor } from "./plot/authored-choices.js";
import { slugOf } from "./plot/conditions.js";
import { indexed } from "./prepared-campaign.js";
import { lettersOf, loadOptions, OPENING_OPTIONS, type OpeningOptions, readCampaign } from "./read-campaign.js";
import { checkCampaignFiles } from "./stage/check-files.js";

/** What is wrong with a campaign. */
export interface Validation {
  /** Null where its manifest cannot be used, and it cannot be played. */
  readonly title: string | null;
  /** By file and line. */
  readonly problems: readonly Problem[];
  /** Real path of its folder. */
  readonly dir: string;
  /** Another one when a file is another. */
  readonly print: string;
}

/**
 * Everything that is wrong with a campaign, without playing it. Implements rule EN1131.
 *
 * @throws {EngineError} `campaign_not_found`, `campaign_broken`; what `signal` was aborted with.
 */
export async function validateCampaign(path: string, options: OpeningOptions = {}): Promise<Validation> {
  checkValue("path", path, text);
  checkOptions("validateCampaign", options, OPENING_OPTIONS);
  const dir = await findCampaign(path, dataFolder());
  try {
    const { campaign, problems, print } = await loadCampaign(dir, loadOptions(dir, options));
    if (campaign === null) return { title: null, problems, dir, print };
    const { signal, onProgress } = options;
    onProgress?.({ stage: "meaning", letters: lettersOf(campaign) });
    const reading = await openReading(campaign, { ...(signal && { signal }) });
    const found = [...problems, ...(await checkCampaignFiles(campaign, reading)), ...frameProblems(campaign, reading)];
    return { title: campaign.manifest.title, problems: found.sort(byPlace), dir: campaign.dir, print };
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    if (error.code !== "no_manifest") throw new EngineError("campaign_broken", error.message);
    // That too is a fault of the campaign, and named as one.
    const at = { file: "manifest.json", line: 1, column: 1 } as const;
    const problem: Problem = { ...at, severity: "error", code: "missing_file", message: error.message };
    const print = await printFolder(dir, loadOptions(dir, {})).catch(() => "");
    return { title: null, problems: [problem], dir, print };
  }
}

/** Faults in the frames that a campaign brings. */
function frameProblems(campaign: Campaign, reading: Reading): Problem[] {
  if (campaign.storybook.length === 0) return [];
  const { problems } = createStorybook(indexed(reading), storySourceOf(campaign));
  return problems.map(({ file, line, message, severity }) => ({
    file,
    line,
    column: 1,
    code: "frame",
    message,
    severity,
  }));
}

/** The answer of `validate` for programs, by its contract. */
export function validationReport({ title, problems }: Pick<Validation, "title" | "problems">): ValidationReport {
  const count = (severity: Problem["severity"]): number => problems.filter((one) => one.severity === severity).length;
  return {
    version: 1,
    title,
    playable: title !== null,
    counts: { error: count("error"), warning: count("warning"), notice: count("notice") },
    problems: problems.map(({ file, line, column, severity, code, message }) => {
      const place = { file, line: Math.max(1, line), column: Math.max(1, column) };
      return { ...place, severity, code, message, remedy: PROBLEM_KINDS[code].remedy };
    }),
  };
}

/** How often a folder is looked at for changes. */
const LOOKS_EVERY_MS = 300;

/**
 * Waits until a file of a campaign is another one than when it was checked. Implements rule EN1132.
 *
 * @returns False where `signal` ended the waiting.
 */
export async function campaignChanged(
  { dir, print }: Pick<Validation, "dir" | "print">,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    do await setTimeout(LOOKS_EVERY_MS, undefined, { signal });
    while ((await printFolder(dir, loadOptions(dir, {})).catch(() => "")) === print);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/**
 * What a story understands of a campaign, without playing it. What an author's own choice stands for is said in its words.
 * Implements rule EN4601.
 *
 * @param path - Folder or name of the campaign.
 * @param facts - What a person found in it, to be compared; as it was parsed from JSON.
 * @throws {EngineError} `campaign_not_found` or `campaign_broken`; what `signal` was aborted with.
 */
export async function readCampaignStory(
  path: string,
  facts?: CampaignFacts,
  options: OpeningOptions = {},
): Promise<{ readonly reading: Reading; readonly comparison: FactsComparison | null }> {
  checkValue("path", path, text);
  checkOptions("readCampaignStory", options, OPENING_OPTIONS);
  const { campaign, reading: read } = await readCampaign(await findCampaign(path, dataFolder()), null, options);
  const own = new Map([...setByAuthor(campaign)].map(([tag, words]) => [slugOf(tag), words]));
  const acts = read.acts.map((act) => ({ ...act, text: own.get(slugOf(act.id)) ?? act.text }));
  const reading = { ...read, acts };
  return { reading, comparison: facts === undefined ? null : compareWithFacts(reading, facts) };
}
