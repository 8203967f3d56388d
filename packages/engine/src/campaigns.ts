/** The campaigns of a machine: what there is to play, who the player can be in each, and what goes. */
import { randomBytes } from "node:crypto";
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "@narratoria/protocol/files";
import type { CampaignManifest, PlayerTemplate } from "@narratoria/protocol/contracts";
import {
  type Campaign,
  CampaignError,
  type LoadedCampaign,
  loadCampaign,
  printFolder,
  type Problem,
} from "@narratoria/campaign";
import { openStore } from "@narratoria/persistence";
import { EngineError } from "./errors.js";
import { KeptCampaigns } from "./kept-campaigns.js";
import {
  campaignName,
  campaignNames,
  dataFolder,
  findCampaign,
  findOnShelf,
  isBundled,
  isInstalled,
} from "./locate.js";
import { abortSignal, callback, checkOptions, checkValue, fields, text } from "./options.js";
import { lettersOf, loadOptions } from "./read-campaign.js";
import { createPlayer, type Player, PLAYER_CHARACTER, type PlayerCharacter } from "./story/player-character.js";
import { say } from "./words/say.js";

/** A campaign as it stands on a shelf. */
export interface CampaignCard extends Partial<Omit<CampaignManifest, "_provenance">> {
  /** By which it is played. */
  readonly name: string;
  readonly origin: "installed" | "bundled" | "folder";
  /** Of the campaign; its name where its manifest cannot be read. */
  readonly title: string;
  /** Absolute path of the picture for its cover; null where it brings none. */
  readonly cover: string | null;
  /** Of its files together. */
  readonly sizeBytes: number;
  /** How many of its parts a model made. */
  readonly generatedAssets: number;
  /** Whether it can be played, whatever its problems are. */
  readonly playable: boolean;
  readonly problems: readonly Problem[];
}

/** Who the player can be in a campaign, before there is a story. */
export interface CharacterSheet {
  /** Null where the campaign does not ask. */
  readonly template: PlayerTemplate | null;
  /** Bounds and default of each stat. */
  readonly stats: Campaign["stats"];
}

/** What a character would be, or why it cannot be. */
export type CharacterCheck =
  | { readonly ok: true; readonly player: Player }
  | { readonly ok: false; readonly message: string; readonly action: string };

export interface ListingOptions {
  readonly signal?: AbortSignal;
  /** Told before each campaign, which may be large, how many have been read. */
  onProgress?(progress: { readonly read: number; readonly of: number }): void;
}

export interface Campaigns {
  /**
   * All that can be played by name, those with faults included: installed ones first.
   *
   * @throws What `signal` was aborted with.
   */
  list(options?: ListingOptions): Promise<CampaignCard[]>;
  /**
   * Campaigns in folders of their own in which there are stories, as far as the folders are still there. Stories are read beside whoever
   * plays.
   *
   * @throws StoreError of persistence where the stories cannot be read.
   */
  own(): Promise<OwnCampaign[]>;
  /** @param campaign - A folder or a name. @throws {EngineError} `campaign_not_found`. */
  show(campaign: string): Promise<CampaignCard>;
  /** @throws {EngineError} `campaign_not_found`, `campaign_broken`. */
  character(campaign: string): Promise<CharacterSheet>;
  /** Makes a character as `begin` would, without a story. @throws {EngineError} `campaign_not_found`, `campaign_broken`. */
  checkCharacter(campaign: string, character: PlayerCharacter): Promise<CharacterCheck>;
  /**
   * Removes an installed campaign. Its stories stay, and can be read; they go on when it is installed again.
   *
   * @returns False for one that ships with Narratoria, or was not installed here.
   */
  uninstall(name: string): Promise<boolean>;
}

/** A campaign that is played from a folder of its own. */
export interface OwnCampaign {
  /** Absolute path of the folder. */
  readonly dir: string;
  readonly card: CampaignCard;
}

export interface CampaignsOptions {
  /** Folder that holds all data; by default `NARRATORIA_HOME`, else the platform's own. */
  readonly dataDir?: string;
}

/** Folders that were read in this process: a shelf that is shown again reads what was written since. */
const kept = new KeptCampaigns<LoadedCampaign>();

/** The campaigns of a data folder and those that ship. Nothing is locked or made. Implements rules EN740 to EN742 and EN2420. */
export function openCampaigns(options: CampaignsOptions = {}): Campaigns {
  checkOptions("openCampaigns", options, { dataDir: text });
  const home = dataFolder(options.dataDir);
  const usable = async (wanted: string): Promise<Campaign> => {
    const dir = await findCampaign(wanted, home);
    const { campaign, problems } = await loaded(dir).catch(broken);
    if (campaign) return campaign;
    throw new EngineError("campaign_broken", say("error.campaign_broken", { why: problems[0]?.message ?? "" }));
  };
  return {
    list: async (options = {}) => {
      checkOptions("campaigns.list", options, { signal: abortSignal, onProgress: callback });
      const { signal, onProgress } = options;
      const cards: CampaignCard[] = [];
      const names = await campaignNames(home);
      for (const name of names) {
        signal?.throwIfAborted();
        onProgress?.({ read: cards.length, of: names.length });
        cards.push(await cardOf(await findOnShelf(name, home), home));
      }
      signal?.throwIfAborted();
      return cards;
    },
    async own() {
      const store = await openStore({ dataDir: home, readOnly: true });
      let paths: readonly string[];
      try {
        paths = (await store.playthroughs()).map(({ campaignPath }) => campaignPath);
      } finally {
        await store.close();
      }
      const own: OwnCampaign[] = [];
      for (const dir of new Set(paths)) {
        if (isBundled(dir) || isInstalled(dir, home) || !(await isThere(dir))) continue;
        own.push({ dir, card: await cardOf(dir, home) });
      }
      return own;
    },
    show: async (campaign) => cardOf(await findCampaign(campaign, home), home),
    async character(campaign) {
      const { playerTemplate, stats } = await usable(campaign);
      return { template: playerTemplate, stats };
    },
    async checkCharacter(campaign, character) {
      checkValue("character", character, fields<PlayerCharacter>("an object", PLAYER_CHARACTER));
      const known = await usable(campaign);
      try {
        return { ok: true, player: createPlayer(known, character) };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return { ok: false, message: error.message, action: error.action };
      }
    },
    async uninstall(name) {
      checkValue("name", name, text);
      const dir = await findOnShelf(name, home);
      if (!isInstalled(dir, home)) return false;
      // Whole or not at all: a folder that is half gone would still be on the shelf.
      const aside = join(home, "campaigns", `.removed-${randomBytes(6).toString("hex")}`);
      await rename(dir, aside);
      await removeTree(aside).catch(() => {});
      return true;
    },
  };
}

const isThere = (dir: string): Promise<boolean> =>
  stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function loaded(dir: string): Promise<LoadedCampaign> {
  const options = loadOptions(dir, {});
  const known = kept.get(dir, await printFolder(dir, options));
  if (known) return known;
  const read = await loadCampaign(dir, options);
  kept.put(dir, read.print, read, read.campaign ? lettersOf(read.campaign) : 0);
  return read;
}

async function cardOf(dir: string, home: string): Promise<CampaignCard> {
  const name = campaignName(dir);
  const origin = isBundled(dir) ? "bundled" : isInstalled(dir, home) ? "installed" : "folder";
  const bare = { name, origin, title: name, cover: null, sizeBytes: 0, generatedAssets: 0, playable: false } as const;
  try {
    const { campaign, problems, sizeBytes } = await loaded(dir);
    if (!campaign) return { ...bare, sizeBytes, problems };
    const { _provenance, ...manifest } = campaign.manifest;
    const cover = campaign.art.find((path) => COVER.test(path));
    return {
      ...bare,
      ...manifest,
      cover: cover === undefined ? null : join(campaign.dir, cover),
      sizeBytes,
      generatedAssets: campaign.generated.size,
      playable: true,
      problems,
    };
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    const problem = {
      file: "",
      line: 0,
      column: 0,
      code: "unreadable",
      message: error.message,
      severity: "error",
    } as const;
    return { ...bare, problems: [problem] };
  }
}

const COVER = /^art\/cover\.(png|jpe?g|webp)$/i;

function broken(error: unknown): never {
  throw error instanceof CampaignError ? new EngineError("campaign_broken", error.message) : error;
}
