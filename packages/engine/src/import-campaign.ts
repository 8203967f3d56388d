/** A campaign from a story in another format. */
import { CampaignError } from "@narratoria/campaign";
import type { ImportedCampaign } from "@narratoria/campaign/import";
import { EngineError } from "./errors.js";
import { checkValue, text } from "./options.js";

export type { ImportedCampaign };

/**
 * Reads a character card, a lorebook, a Twine story or an Ink story, and makes the files of a campaign of it, with what it carries over
 * and what it leaves out. Nothing is written. Implements rule EN2611.
 *
 * @throws {EngineError} `import_failed`.
 */
export async function importCampaign(file: string): Promise<ImportedCampaign> {
  checkValue("file", file, text);
  const { importFile } = await import("@narratoria/campaign/import");
  try {
    return await importFile(file);
  } catch (error) {
    throw error instanceof CampaignError ? new EngineError("import_failed", error.message) : error;
  }
}
