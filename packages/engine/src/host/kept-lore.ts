import { type Campaign, loreChunks } from "@narratoria/campaign";
import type { Store } from "@narratoria/persistence";

/** More than any campaign has. */
const MOST_PIECES = 100_000;

/**
 * The campaign's lore among the records of a story, a paragraph each: put there when a script first asks for it, since most
 * stories are told without. Lore of another version of the campaign makes room, and so does lore that was kept without its titles.
 * Implements rule EN345.
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
    if (records.length > 0 && records.every(({ record }) => record["campaignVersion"] === version && record.title))
      return;
    const knownBy = new Map(this.campaign.lore.map(({ file, knownBy: who }) => [file, who]));
    const chunks = (await loreChunks(this.campaign)).filter(({ content }) => !isHeading(content));
    await this.store.change(this.playthroughId, [
      ...records.map(({ id }) => ({ change: "delete", dataType: "lore", id }) as const),
      ...chunks.map((chunk) => {
        const who = knownBy.get(chunk.filePath);
        const { tags, ...piece } = chunk;
        const record = {
          ...piece,
          ...(tags && { tags: [...tags] }),
          campaignVersion: version,
          ...(who ? { knownBy: [...who] } : {}),
        };
        return { change: "store", dataType: "lore", record } as const;
      }),
    ]);
  }
}

/** Whether a piece is headings alone: they say nothing by themselves, and each other piece is found by its title. */
function isHeading(content: string): boolean {
  return content.split("\n").every((line) => /^#{1,6}\s/.test(line) || line.trim() === "");
}
