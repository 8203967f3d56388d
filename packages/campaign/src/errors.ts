import { NarratoriaError } from "@narratoria/protocol";

/** Why a folder cannot be opened as a campaign at all. Everything else is a {@link Problem}. */
export type CampaignErrorCode = "not_found" | "not_a_folder" | "no_manifest" | "unreadable" | "not_importable";

/** There is no campaign to read. The message is a sentence for the player. */
export class CampaignError extends NarratoriaError {
  override readonly name = "CampaignError";
  constructor(
    readonly code: CampaignErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
