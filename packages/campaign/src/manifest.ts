import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import type { CampaignManifest, PlayerTemplate } from "@narratoria/protocol/contracts";
import type { Stat } from "./campaign.js";
import type { CampaignFolder, JsonFile } from "./folder.js";
import type { LocatedJson } from "./json-text.js";
import { foldName } from "./name-index.js";
import { START } from "./problems.js";

export const MANIFEST = "manifest.json";
export const TEMPLATE = "characters/player/template.json";

const RATED = /^\s*(Everyone 10\+|Everyone|Teen|Mature|Adults Only)\s*\(.*\)\s*$/i;
const RATINGS = ["Everyone", "Everyone 10+", "Teen", "Mature", "Adults Only"];
const USUAL_STATS = ["strength", "dexterity", "intelligence", "charisma", "stealth", "perception"];

/** Reads `manifest.json`. Implements rules CA30 and CA31. */
export async function readManifest(folder: CampaignFolder): Promise<JsonFile<CampaignManifest> | null> {
  return folder.json("manifest", MANIFEST, (json) => forgive(json, folder));
}

/** A rating with a remark counts as the rating, and a homepage that no browser should open is not one. */
function forgive(json: LocatedJson, { problems }: CampaignFolder): JsonValue {
  if (!isJsonObject(json.value)) return json.value;
  const { content_rating: rating, homepage, title } = json.value;
  const mended: { [key: string]: JsonValue | undefined } = { ...json.value };
  // Blanks are no title, and the contract says so of a text without letters.
  if (typeof title === "string" && title.trim() === "") mended["title"] = "";
  const rated = typeof rating === "string" ? RATED.exec(rating)?.[1] : undefined;
  if (rated !== undefined) {
    const plain = RATINGS.find((known) => known.toLowerCase() === rated.toLowerCase()) ?? rated;
    mended.content_rating = plain;
    problems.warning(
      MANIFEST,
      json.locate("/content_rating"),
      "wrong_value",
      `The rating is taken as "${plain}", without the remark.`,
    );
  }
  if (typeof homepage === "string" && !/^https?:\/\//i.test(homepage)) {
    delete mended.homepage;
    const message = "A homepage starts with https:// or http://. This one is left out.";
    problems.warning(MANIFEST, json.locate("/homepage"), "wrong_value", message);
  }
  return mended;
}

/**
 * The stats of a campaign: those of `stat_schema` with their bounds filled in, else the usual six of 1 to 20. The player
 * template's defaults hold over both. Implements rule CA32.
 */
export function settleStats(
  folder: CampaignFolder,
  manifest: JsonFile<CampaignManifest>,
  template: JsonFile<PlayerTemplate> | null,
): Stat[] {
  const given = manifest.value.stat_schema ?? USUAL_STATS.map((name) => ({ name }));
  const stats = new Map<string, Stat>();
  for (const [index, stat] of given.entries()) {
    const at = `/stat_schema/${index}`;
    const complain = (part: string, message: string): void =>
      folder.problems.error(
        MANIFEST,
        manifest.locate(`${at}/${part}`),
        part === "name" ? "duplicate_id" : "out_of_range",
        message,
      );
    if (stats.has(stat.name)) {
      complain("name", `"${stat.name}" is already a stat. This one is left out.`);
      continue;
    }
    const twin = [...stats.keys()].find((name) => foldName(name) === foldName(stat.name));
    if (twin !== undefined) {
      const message = `"${stat.name}" is "${twin}" in other letters: choices and rolls may mean either.`;
      folder.problems.warning(MANIFEST, manifest.locate(`${at}/name`), "duplicate_name", message);
    }
    const settled = settleStat(stat, complain);
    if (settled !== null) stats.set(stat.name, settled);
  }
  for (const [index, attribute] of (template?.value.starting_stats?.attributes ?? []).entries()) {
    const stat = stats.get(attribute.name);
    const locate = (part: string) => template?.locate(`/starting_stats/attributes/${index}/${part}`) ?? START;
    if (stat === undefined) {
      const message = `"${attribute.name}" is no stat of this campaign, so it has no effect.`;
      folder.problems.warning(TEMPLATE, locate("name"), "unknown_stat", message);
    } else if (attribute.default !== undefined) {
      const value = clamp(attribute.default, stat.min, stat.max);
      if (value !== attribute.default) {
        const message = `The default is outside ${stat.min} to ${stat.max}. It is taken as ${value}.`;
        folder.problems.error(TEMPLATE, locate("default"), "out_of_range", message);
      }
      stats.set(stat.name, { ...stat, default: value });
    }
  }
  return [...stats.values()];
}

function settleStat(
  given: { name: string; min?: number; max?: number; default?: number; description?: string },
  complain: (part: string, message: string) => void,
): Stat | null {
  const { name, description, min = 1, max = 20 } = given;
  if (min > max) {
    complain("max", `The stat "${name}" has a max of ${max} below its min of ${min}. It is left out.`);
    return null;
  }
  const wanted = given.default ?? Math.floor((min + max) / 2);
  const value = clamp(wanted, min, max);
  if (value !== wanted) complain("default", `The default is outside ${min} to ${max}. It is taken as ${value}.`);
  return { name, min, max, default: value, ...(description !== undefined && { description }) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
