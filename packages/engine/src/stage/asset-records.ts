/** What the store keeps of the pictures and sounds of a scene: their measures, words, links, and who made them. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { SceneAsset, SceneStage } from "@narratoria/protocol/contracts";
import { readPlainFile } from "@narratoria/protocol/files";
import { type Campaign, generatedMarks, type ReadMedia, readMedia } from "@narratoria/campaign";
import { type AssetRecord, checkRecord, StoreError } from "@narratoria/persistence";
import type { StageDirector } from "./stage-director.js";

/** An asset that the store does not take, and why in its words. */
export interface RefusedAsset {
  readonly asset: string;
  readonly message: string;
  /** Of a skill's file. */
  readonly toolId?: string;
}

interface Found {
  readonly records: readonly AssetRecord[];
  readonly refused: readonly RefusedAsset[];
}

/** Of the story: what a skill's file is said to be made from. */
export interface MadeFor {
  readonly scene: number;
  /** ISO 8601. */
  readonly at: string;
  /** Where the files of skills lie; null where they are refused. */
  readonly folder: string | null;
  readonly language: string;
}

/** Files of the campaign that are read in a turn for the store alone. */
const FILES_A_TURN = 16;

/** Registers what scenes show and play, each file once as long as it stays the same. Implements rules EN1818 to EN1820. */
export class AssetRecords {
  /** Place in the list of files of the first that `others` has not come to. */
  #next = 0;

  /** @param keptChecksum - The checksum with which the story has a path; null where it has none. */
  constructor(
    private readonly director: StageDirector,
    private readonly keptChecksum: (path: string) => Promise<string | null>,
  ) {}

  /** Finds the records of skills' files that can be kept, and those that the store refuses. */
  async made(assets: readonly SceneAsset[], about: MadeFor): Promise<Found> {
    const found = this.#checked(await Promise.all(assets.map((asset) => recordOfMade(asset, about))));
    const toolOf = new Map(assets.map(({ path, toolId }) => [`made/${path}`, toolId]));
    const refused = found.refused.map((one): RefusedAsset => {
      const toolId = toolOf.get(one.asset);
      return { ...one, ...(toolId !== undefined && { toolId }) };
    });
    return { records: await this.#fresh(found.records), refused };
  }

  /** Finds the records of the campaign's files on a stage that the story does not have as they are. */
  async staged({ background, music, portraits }: SceneStage, { language }: MadeFor): Promise<Found> {
    const shown = [background, music, ...portraits.map(({ picture }) => picture)].flatMap((one) => one?.asset ?? []);
    const files = this.director.files.filter(({ file }) => shown.includes(file));
    const { records, refused } = this.#checked(
      await Promise.all(files.map(({ file }) => this.#recordOf(file, language))),
    );
    return { records: await this.#fresh(records), refused };
  }

  /**
   * Finds the records of the next files of the campaign, whether a scene shows them or not: some with each turn, as all of them have to be
   * read. Implements rule EN6158.
   */
  async others({ language }: MadeFor): Promise<Found> {
    const files = this.director.files.slice(this.#next, this.#next + FILES_A_TURN);
    this.#next += files.length;
    const { records, refused } = this.#checked(
      await Promise.all(files.map(({ file }) => this.#recordOf(file, language))),
    );
    return { records: await this.#fresh(records), refused };
  }

  /** Finds the records of texts of the campaign that a machine wrote. Implements rule EN2423. */
  async written(campaign: Pick<Campaign, "generated" | "texts">, { language }: MadeFor): Promise<Found> {
    const marks = await generatedMarks(campaign);
    return this.#checked(
      marks.flatMap(({ file, model, date, seed }): AssetRecord[] => {
        const text = campaign.texts.get(file);
        if (text === undefined) return [];
        return [
          {
            path: file,
            type: file.endsWith(".json") ? "structured" : "prose",
            keywords: [file],
            generated: true,
            provenance: { source_model: model, generated_at: date, seed_data: seed },
            checksum: `sha256:${createHash("sha256").update(text).digest("hex")}`,
            created_at: date,
            data: "",
            language,
            ...textMeasures(file, text, language),
            relationships: { references: [], referenced_by: [], entity_links: [] },
          },
        ];
      }),
    );
  }

  async #fresh(records: readonly AssetRecord[]): Promise<AssetRecord[]> {
    const kept = await Promise.all(records.map(({ path }) => this.keptChecksum(path)));
    return records.filter(({ checksum }, index) => kept[index] !== checksum);
  }

  #checked(records: readonly (AssetRecord | null)[]): Found {
    const kept: AssetRecord[] = [];
    const refused: RefusedAsset[] = [];
    for (const record of records) {
      if (record === null) continue;
      try {
        checkRecord("asset", record);
        kept.push(record);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        refused.push({ asset: record.path, message: error.message });
      }
    }
    return { records: kept, refused };
  }

  async #recordOf(file: string, language: string): Promise<AssetRecord | null> {
    const { director } = this;
    const known = director.files.find((one) => one.file === file);
    const path = director.pathOf(file);
    const [media, found] = await Promise.all([readMedia(path), stat(path).catch(() => null)]);
    if (known === undefined || found === null || media.fault !== null) return null;
    const isGenerated = director.isGenerated(file);
    const provenance = isGenerated ? await noteBeside(path) : null;
    const { keywords, referencedBy, place, alsoAt, people, beats, kind } = known;
    return {
      path: file,
      type: kind,
      keywords: keywords.length > 0 ? [...keywords] : [file],
      generated: isGenerated,
      ...(provenance && { provenance }),
      checksum: `sha256:${media.sha256}`,
      created_at: found.mtime.toISOString(),
      // The bytes stay in the campaign's folder, and the checksum says whether they are the same.
      data: "",
      language,
      ...measured(media, kind, director.altOf(known), true),
      relationships: {
        references: [],
        referenced_by: [...new Set(referencedBy)],
        entity_links: [...new Set([place ?? [], alsoAt, people, beats].flat())],
      },
    };
  }
}

/** Width and height, or duration and bitrate, as the contract has them. */
function measured(media: ReadMedia, kind: string, alt: string, loop: boolean): JsonObject {
  const { format, width, height, durationSeconds, bitrate } = media;
  if (kind === "image" && width !== undefined && height !== undefined)
    return { image_metadata: { format, width, height, alt_text: alt } };
  if (kind !== "audio" || durationSeconds === undefined) return {};
  return {
    audio_metadata: {
      format,
      duration_seconds: durationSeconds,
      ...(bitrate !== undefined && { bitrate }),
      loop,
      alt_text: alt,
    },
  };
}

/** The contract of each JSON file of a campaign, and whom it describes. */
const STRUCTURES: readonly (readonly [RegExp, string])[] = [
  [/^characters\/npcs\/([^/]+)\/profile\.json$/, "npc-profile"],
  [/^characters\/player\/template\.json$/, "player-template"],
  [/^plot\/beats\.json$/, "plot-beats"],
  [/^plot\/choices\.json$/, "choices"],
  [/^reading\.json$/, "reading-corrections"],
];

/** How long a text is, or of which contract. */
function textMeasures(file: string, text: string, language: string): JsonObject {
  if (!file.endsWith(".json"))
    return { prose_metadata: { word_count: text.split(/\s+/).filter((word) => word !== "").length, language } };
  for (const [pattern, schema] of STRUCTURES) {
    const found = pattern.exec(file);
    if (found)
      return {
        structured_metadata: {
          schema_type: schema,
          schema_version: "1",
          ...(found[1] !== undefined && { entity_id: found[1] }),
        },
      };
  }
  return { structured_metadata: { schema_type: "json", schema_version: "1" } };
}

/** A skill's file: what its tool said of it, and where it said nothing of who made it, the tool itself. */
async function recordOfMade(asset: SceneAsset, about: MadeFor): Promise<AssetRecord | null> {
  const { assetId, checksum, metadata = {}, toolId, path, mediaType, missing } = asset;
  const [kind] = mediaType.split("/");
  if (about.folder === null || missing || (kind !== "image" && kind !== "audio")) return null;
  const media = await readMedia(join(about.folder, path));
  const told = metadata["generated"];
  const generated = typeof told === "boolean" ? told : true;
  const own = { source_model: toolId, generated_at: about.at, seed_data: `scene ${about.scene}: ${assetId}` };
  const provenance: JsonValue | undefined = metadata["provenance"] ?? (told === undefined ? own : undefined);
  const alt = ["alt", "alt_text", "caption", "description", "title"].map((name) => metadata[name]).find(isWords);
  const character = metadata["characterId"];
  const record: AssetRecord = {
    path: `made/${path}`,
    type: kind,
    keywords: [assetId],
    generated,
    ...(provenance !== undefined && { provenance: provenanceIn(provenance) }),
    checksum,
    created_at: about.at,
    data: "",
    language: about.language,
    ...(media.fault === null ? measured(media, kind, alt ?? assetId, metadata["loop"] !== false) : {}),
    relationships: { references: [], referenced_by: [], entity_links: isWords(character) ? [character] : [] },
  };
  // A file that cannot be decoded has no measures, and shells have a placeholder for it; what it says of its maker must hold all the same.
  const isContradicted = generated !== (provenance !== undefined);
  return media.fault === null || isContradicted ? record : null;
}

const isWords = (value: JsonValue | undefined): value is string => typeof value === "string" && value.trim() !== "";

/** Only what is words: what is left out is missing, and the store says so. */
function provenanceIn(note: JsonValue): NonNullable<AssetRecord["provenance"]> {
  const word = (name: string): string => {
    const value = isJsonObject(note) ? note[name] : undefined;
    return isWords(value) ? value : "";
  };
  const version = word("version");
  return {
    source_model: word("source_model"),
    generated_at: word("generated_at"),
    seed_data: word("seed_data"),
    ...(version !== "" && { version }),
  };
}

async function noteBeside(path: string): Promise<NonNullable<AssetRecord["provenance"]> | null> {
  try {
    const note: JsonValue = JSON.parse(await readPlainFile(`${path}.provenance.json`));
    return provenanceIn(isJsonObject(note) ? (note["provenance"] ?? note) : note);
  } catch {
    return null;
  }
}
