/** What stories of one campaign share, and its changes while it is played. */
import type { Reading } from "@narratoria/protocol/contracts";
import { atOnce, inSlices } from "@narratoria/protocol";
import { markedSpans, type Problem, storySourceOf, withReadLore } from "@narratoria/campaign";
import {
  createStorybook,
  createStorybookInSlices,
  indexStory,
  indexStoryInSlices,
  type Storybook,
  type StoryIndex,
} from "@narratoria/narrator";
import { shippedEmbedder } from "./embedding.js";
import { EngineError } from "./errors.js";
import type { ReadCampaign } from "./read-campaign.js";
import { SceneFormatter } from "./scene/formatted-text.js";
import { checkCampaignFiles } from "./stage/check-files.js";
import { StageDirector } from "./stage/stage-director.js";
import type { CampaignParts, ChangedCampaign } from "./story/story.js";

/**
 * Looks for changes of a campaign's folder. One with a fault that was not there before is said once, and the story stays with what it
 * had. Implements rule EN519.
 */
export function changesOf(
  first: ReadCampaign,
  readNow: () => Promise<ReadCampaign>,
  partsOf: (read: ReadCampaign) => CampaignParts,
): () => Promise<ChangedCampaign | null> {
  let current = first;
  let said = "";
  let checked: readonly Problem[] | null = null;
  const known = (): Set<string> => new Set(current.problems.map(({ file, message }) => `${file} ${message}`));
  const stays = (why: string): ChangedCampaign | null => {
    if (said === why) return null;
    said = why;
    return { why };
  };
  return async () => {
    let now: ReadCampaign;
    try {
      now = await readNow();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return stays(error.message);
    }
    if (now === current) {
      said = "";
      return null;
    }
    const before = known();
    const fault = now.problems.find(
      ({ file, message, severity }) => severity === "error" && !before.has(`${file} ${message}`),
    );
    if (fault) return stays(`${fault.file}:${fault.line}:${fault.column} ${fault.message}`);
    said = "";
    checked ??= await problemsOf(current);
    const found = await problemsOf(now);
    const seen = new Set(checked.map(textOf));
    checked = found;
    current = now;
    return { parts: partsOf(now), problems: found.filter((problem) => !seen.has(textOf(problem))) };
  };
}

/** All that the check of a campaign finds. */
async function problemsOf({ campaign, reading, problems }: ReadCampaign): Promise<readonly Problem[]> {
  return [...problems, ...(await checkCampaignFiles(campaign, reading))];
}

/** Lines move as a file is edited. */
const textOf = ({ file, code, message }: Problem): string => `${file} ${code} ${message}`;

const storybooks = new WeakMap<ReadCampaign, Storybook>();

/** Stories of one campaign share its storybook. */
export function storybookOf(read: ReadCampaign): Storybook {
  const storybook = storybooks.get(read) ?? createStorybook(indexed(read.reading), storySourceOf(read.campaign));
  storybooks.set(read, storybook);
  return storybook;
}

/** A storybook for a story that does not begin with the premise. */
export function storybookFrom({ reading, campaign }: ReadCampaign, opening: readonly string[]): StartedParts {
  const mined = { ...indexed(reading), opening };
  return { mined, storybook: createStorybook(mined, storySourceOf(campaign)) };
}

type StartedParts = Pick<CampaignParts, "mined" | "storybook">;

const directors = new WeakMap<ReadCampaign, StageDirector>();

/** Stories of one campaign share its stage. Meaning is compared by the embedder that ships, whatever models are installed: the same scene looks the same. */
export function directorOf(read: ReadCampaign): StageDirector {
  const director = directors.get(read) ?? new StageDirector(read.campaign, read.reading, shippedEmbedder);
  directors.set(read, director);
  return director;
}

const formatters = new WeakMap<ReadCampaign, SceneFormatter>();

/** Stories of one campaign share what finds its author's emphasis again. */
export function formatterOf(read: ReadCampaign): SceneFormatter {
  const formatter = formatters.get(read) ?? new SceneFormatter(atOnce(markedSpans(withReadLore(read.campaign))));
  formatters.set(read, formatter);
  return formatter;
}

/** Makes what `indexed`, `storybookOf` and `formatterOf` give, while whatever else the program does goes on. */
export async function prepare(read: ReadCampaign): Promise<void> {
  const { reading, campaign } = read;
  if (!indexes.has(reading)) indexes.set(reading, await indexStoryInSlices(reading));
  if (!storybooks.has(read))
    storybooks.set(read, await createStorybookInSlices(indexed(reading), storySourceOf(campaign)));
  if (!formatters.has(read))
    formatters.set(read, new SceneFormatter(await inSlices(markedSpans(withReadLore(campaign)))));
}

const indexes = new WeakMap<Reading, StoryIndex>();

/** Stories of one reading share its index. */
export function indexed(reading: Reading): StoryIndex {
  const index = indexes.get(reading) ?? indexStory(reading);
  indexes.set(reading, index);
  return index;
}
