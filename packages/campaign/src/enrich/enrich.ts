/** Fills in what a sparse campaign needs to be played. Implements rules CA1200 to CA1206. */
import { createHash } from "node:crypto";
import type { Campaign } from "../campaign.js";
import { type GeneratedFile, generatedFiles, openingOf } from "./generated-files.js";
import { readStory } from "../reading/read-story.js";
import { plotOfMatter } from "./plot-of-a-matter.js";
import { matterOf } from "./seed-matter.js";
import { plotOfWhatIsOdd, plotOfWish } from "./plot-of-what-is-odd.js";
import { readmeName, readmeText, storyParagraphs } from "./readme-prose.js";
import { seedOf } from "./seed.js";
import { characterCards } from "./seed-cast.js";
import { sentencesOf } from "./seed-sentences.js";
import { setStage } from "./stage.js";

/** Campaigns with fewer are sparse. */
const ENOUGH_FILES = 3;
const ENOUGH_PEOPLE = 3;
const ENOUGH_PLACES = 2;
const SEED_CHARS = 2000;
export const STORYBOOK_GENERATOR = "narratoria/storybook";

export interface EnrichOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What a campaign is enriched with. */
export interface Enrichment {
  /** To be written; none where the campaign has enough of its own. */
  readonly files: readonly GeneratedFile[];
  /** What made them. */
  readonly source: string;
}

/** Files of an author's own that hold text, under world/, characters/, plot/ and lore/. Implements rule CA1200. */
export function contentFiles({ texts, generated }: Pick<Campaign, "texts" | "generated">): string[] {
  return [...texts]
    .filter(
      ([path, text]) =>
        /^(?:world|characters|plot|lore)\//.test(path) &&
        !/\.(?:keywords\.txt|provenance\.json)$/.test(path) &&
        !generated.has(path) &&
        text.trim() !== "",
    )
    .map(([path]) => path);
}

/**
 * Tells whether a campaign lacks what a story needs: it has fewer than three files of its author's own, has not been enriched, and
 * what it has does not play by itself, as a setting does in which three people and two places are told of. Implements rule CA1200.
 */
export function isSparse(campaign: Campaign): boolean {
  if (contentFiles(campaign).length >= ENOUGH_FILES || campaign.generated.size > 0) return false;
  const { cast, places } = readStory(campaign);
  const met = cast.filter(({ home }) => home !== undefined);
  const seen = places.filter(({ sights }) => sights.length > 1);
  return met.length < ENOUGH_PEOPLE || seen.length < ENOUGH_PLACES;
}

/** Whether a text has a sentence, as one by itself. */
function isSaidIn(text: string, sentence: string): boolean {
  const plain = (one: string): string => (one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  return sentencesOf(text).some((one) => plain(one) === plain(sentence));
}

/** Makes the files that a sparse campaign lacks, from its author's words. The same campaign gives the same files but for their date. */
export async function enrich(campaign: Campaign, { now = Date.now }: EnrichOptions = {}): Promise<Enrichment> {
  if (!isSparse(campaign)) return { files: [], source: STORYBOOK_GENERATOR };
  const isBare = campaign.premise === "" && campaign.setting === "" && campaign.lore.length === 0;
  const ownPage = isBare ? await readmeText(campaign.dir) : "";
  const readme = storyParagraphs(ownPage);
  const cards = await characterCards(campaign.dir);
  const words = [
    campaign.manifest.title,
    campaign.manifest.description ?? "",
    ...readme,
    campaign.premise,
    campaign.setting,
    ...campaign.npcs.map(({ profile }) => [profile.name, profile.role, ...(profile.motivations ?? [])].join(". ")),
  ]
    .filter((text) => text.trim() !== "")
    .join("\n\n");
  const chance = createHash("sha256").update(words).digest().readUInt32BE(0) / 2 ** 32;
  // The parser is loaded where something is written, and by nobody who only reads. (rule CA26)
  const { stringify } = await import("yaml");
  const seed = seedOf(campaign, readme, { ...(readme.length > 0 && { readme: ownPage }), cards });
  const genre = `${campaign.manifest.genre ?? seed.plan.kind} ${(campaign.manifest.tags ?? []).join(" ")}`;
  const opening = campaign.premise !== "" ? campaign.premise : openingOf(campaign, readme, seed);
  const matter = matterOf(seed, `${opening}\n\n${seed.oddity ?? ""}`);
  const stage = setStage(seed, genre, chance, matter?.topic ?? null);
  const plot =
    matter !== null
      ? plotOfMatter(stage, matter)
      : seed.aim === null || seed.question !== null
        ? plotOfWhatIsOdd(
            stage,
            `${opening} ${stage.oddity}`,
            campaign.premise === "" || isSaidIn(campaign.premise, stage.oddity),
            chance,
          )
        : plotOfWish(stage, opening, chance);
  const provenance = {
    source_model: STORYBOOK_GENERATOR,
    generated_at: new Date(now()).toISOString(),
    seed_data: words.slice(0, SEED_CHARS),
    version: "1.0.0",
  };
  const ownReadme = await readmeName(campaign.dir);
  const has = (path: string): boolean => campaign.texts.has(path) || (path === "README.md" && ownReadme !== null);
  return {
    files: generatedFiles({ campaign, readme, stage, plot, provenance, has, stringify }),
    source: STORYBOOK_GENERATOR,
  };
}
