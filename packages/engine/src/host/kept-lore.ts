import { type Campaign, loreChunks } from "@narratoria/campaign";
import type { Store } from "@narratoria/persistence";

/** More than any campaign has. */
const MOST_PIECES = 100_000;

/**
 * The campaign's lore among the records of a story, a paragraph each: put there when a script first asks for it, since most
 * stories are told without. Lore of another version of the campaign makes room. Implements rule EN345.
 */
export class KeptLore {
  #kept: Promise<void> | null = null;

  constructor(
    private readonly store: Pick<Store, "exactMatch" | "change">,
    private readonly playthroughId: string,
    private readonly campaign: Pick<Campaign, "lore" | "manifest">,
  ) {}

  /** Resolves once it is there. */
  ready(): Promise<void> {
    this.#kept ??= this.#keep().catch((error: unknown) => {
      this.#kept = null;
      throw error;
    });
    return this.#kept;
  }

  async #keep(): Promise<void> {
    const { version } = this.campaign.manifest;
    const { records } = await this.store.exactMatch(this.playthroughId, "lore", {}, { limit: MOST_PIECES });
    if (records.length > 0 && records.every(({ record }) => record["campaignVersion"] === version)) return;
    const knownBy = new Map(this.campaign.lore.map(({ file, knownBy: who }) => [file, who]));
    const chunks = await loreChunks(this.campaign);
    await this.store.change(this.playthroughId, [
      ...records.map(({ id }) => ({ change: "delete", dataType: "lore", id }) as const),
      ...chunks.map((chunk) => {
        const who = knownBy.get(chunk.filePath);
        const record = { ...chunk, campaignVersion: version, ...(who ? { knownBy: [...who] } : {}) };
        return { change: "store", dataType: "lore", record } as const;
      }),
    ]);
  }
}
