/** What is kept of a story beside its turns: the record types, and assets. */
import type { JsonObject, JsonValue } from "@narratoria/protocol";

/** Something that happened. Scripts may add what they need to know of it. */
export interface MemoryEvent {
  /** What happened, in a sentence or two. */
  readonly summary: string;
  /** Everybody it concerns; `characters` means the same. */
  readonly characterIds?: readonly string[];
  /** What kind of deed it was. */
  readonly actionType?: string;
  /** Words to find it by; `tags` means the same. */
  readonly semanticTags?: readonly string[];
  /** Id of the place. */
  readonly location?: string;
  readonly [more: string]: JsonValue | undefined;
}

/** A piece of a campaign's lore. */
export interface LoreChunk {
  readonly filePath: string;
  /** The file's title: the piece is found by its words and meaning, too. */
  readonly title?: string;
  /** Position within the file, from 0. */
  readonly chunkIndex: number;
  readonly paragraphId: number;
  readonly content: string;
  readonly tokenCount: number;
  readonly [more: string]: JsonValue | undefined;
}

/** How a group thinks of the player. */
export interface FactionReputation {
  readonly factionId: string;
  /** -100 to 100, as of the story's clock: what was stored fades with in-game time. */
  readonly currentScore: number;
  /** When it was stored last, by the wall clock: ISO 8601. */
  readonly lastUpdated: string;
  /** Share that is lost in each unit of in-game time, 0 to 1. */
  readonly decayRate: number;
  readonly [more: string]: JsonValue | undefined;
}

/** How one person thinks of the player. */
export interface NpcPerception {
  readonly npcId: string;
  /** -100 to 100, as of the story's clock: what was stored fades with in-game time. */
  readonly perceptionScore: number;
  /** By the wall clock: ISO 8601. */
  readonly lastInteraction: string;
  /** What has passed between them, in words. */
  readonly eventHistory: string;
  readonly decayRate: number;
  readonly [more: string]: JsonValue | undefined;
}

export interface CharacterPortrait {
  readonly characterId: string;
  readonly imagePath: string;
  /** Of the description it was made from. */
  readonly descriptionHash: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly [more: string]: JsonValue | undefined;
}

/** One sitting. Its id is the record's id. */
export interface PlaythroughSession {
  /** ISO 8601. */
  readonly startTime: string;
  /** Null while it lasts. */
  readonly endTime: string | null;
  readonly currentLocation: string | null;
}

/** A file that was read from a campaign or made while playing, as `contracts/asset-metadata.schema.json` has it. */
export interface AssetRecord {
  readonly path: string;
  readonly type: "image" | "audio" | "prose" | "structured";
  readonly keywords: readonly string[];
  readonly generated: boolean;
  readonly checksum: string;
  readonly created_at: string;
  readonly data: string;
  /** There where a model made it, and only there. */
  readonly provenance?: {
    readonly source_model: string;
    readonly generated_at: string;
    readonly seed_data: string;
    readonly version?: string;
  };
  readonly [more: string]: JsonValue | undefined;
}

export interface RecordTypes {
  readonly memory: MemoryEvent;
  readonly lore: LoreChunk;
  readonly reputation: FactionReputation;
  readonly perception: NpcPerception;
  readonly portrait: CharacterPortrait;
  readonly session: PlaythroughSession;
  readonly asset: AssetRecord;
}

export type DataType = keyof RecordTypes;

/** What the store fills in where it is left out. */
interface Defaults {
  readonly reputation: "lastUpdated" | "decayRate";
  readonly perception: "lastInteraction" | "decayRate" | "eventHistory";
  readonly portrait: "generatedAt";
  readonly session: "startTime" | "endTime" | "currentLocation";
}

type Defaulted<T extends DataType> = T extends keyof Defaults ? Defaults[T] : never;

/** All of an object but some members; unlike `Omit` it keeps the named ones beside an index signature. */
type Without<Record, Key> = { [Name in keyof Record as Name extends Key ? never : Name]: Record[Name] };

/** A record as it is handed in. */
export type NewRecordOf<T extends DataType> = Without<RecordTypes[T], Defaulted<T>> &
  Partial<Pick<RecordTypes[T], Extract<Defaulted<T>, keyof RecordTypes[T]>>>;

/** A record with what the store knows of it. */
export interface StoredRecord<T extends DataType = DataType> {
  /** A ULID, unless it was given one. */
  readonly id: string;
  readonly dataType: T;
  readonly playthroughId: string;
  /** The sitting it was stored in. */
  readonly sessionId: string | null;
  /** The turn that undoing takes it back with; null for what stands outside the story's timeline. */
  readonly turnId: string | null;
  /** When it was stored or changed last: milliseconds since 1970. */
  readonly timestamp: number;
  /** The in-game clock at that time. */
  readonly gameMinutes: number;
  /** True when the player wants it remembered before others. */
  readonly pinned: boolean;
  readonly record: RecordTypes[T];
  /** The score as it was stored, where `record` has the one that time has left of it. */
  readonly storedScore?: number;
}

/** What a search may be narrowed to. Several members all have to hold; of a list, one item has to. */
export interface RecordFilters {
  readonly ids?: readonly string[];
  readonly characters?: readonly string[];
  readonly npcs?: readonly string[];
  readonly factions?: readonly string[];
  readonly location?: string;
  readonly tags?: readonly string[];
  /** Path of the source file. */
  readonly path?: string;
  readonly session?: string;
  /** Not before, not after: milliseconds since 1970. */
  readonly from?: number;
  readonly to?: number;
  /** The same by the in-game clock. */
  readonly fromMinutes?: number;
  readonly toMinutes?: number;
  readonly pinned?: boolean;
}

export interface PageRequest {
  /** 1 to 1,000; 100 when left out. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
  /** Newest first, unless this says otherwise. */
  readonly order?: "newest" | "oldest";
  /** In-game minutes that scores are read at; the story's clock when left out. */
  readonly atMinutes?: number;
}

export interface Page<T extends DataType> {
  readonly records: readonly StoredRecord<T>[];
  /** How many there are on all pages. */
  readonly total: number;
  /** Where the next page begins; null behind the last. */
  readonly next: string | null;
}

export interface SearchRequest<T extends DataType = DataType> {
  readonly dataType: T;
  /** Words, never syntax. */
  readonly query: string;
  /** The query's meaning, where it is known already; it is embedded when left out. */
  readonly vector?: Float32Array;
  /** 1 to 100; 10 when left out. */
  readonly limit?: number;
  /** Least similarity, 0 to 1; 0.7 when left out. What is found by its words alone is not held to it. */
  readonly threshold?: number;
  readonly filters?: RecordFilters;
}

export interface SearchResult<T extends DataType = DataType> extends StoredRecord<T> {
  /**
   * 0 to 1. By meaning: `(1 + cosine) / 2`, as the embedder is calibrated. By words alone: the share of the query's words
   * found, rare ones counting for more; 0 where only the filters matched.
   */
  readonly relevance: number;
}

/** One change of a batch, or of a turn. */
export type RecordChange =
  | { readonly change: "store"; readonly dataType: DataType; readonly id?: string; readonly record: object }
  | { readonly change: "update"; readonly dataType: DataType; readonly id: string; readonly changes: JsonObject }
  | { readonly change: "delete"; readonly dataType: DataType; readonly id: string };

/** How long a query took, and over how much. */
export interface QueryMeasure {
  readonly method: "semanticSearch" | "exactMatch";
  readonly dataType: DataType;
  readonly ms: number;
  readonly results: number;
  /** Records of the type that the story holds where it stands; those the filters let through. */
  readonly scope: number;
  readonly searched: number;
  /** What found them: `meaning`, `words`, both, or only the filters. */
  readonly by: "meaning" | "words" | "both" | "filters";
  /** What found the nearest in meaning; null where no meanings were compared. */
  readonly index: "scan" | "hnsw" | null;
  readonly at: number;
}

/**
 * The records of stories. Every method is held to one playthrough: nothing of another is ever read, found or changed.
 * All reject with `StoreError`.
 */
export interface Records {
  /**
   * Keeps a record. One that belongs to the timeline (memory, reputation, perception) joins the turn where the story stands.
   * A faction's reputation, a person's perception, a portrait, a piece of a lore file and an asset of a path are there once:
   * storing again takes the place of what was there, under its id.
   *
   * @throws StoreError `invalid` where a field is missing or wrong, `not_found` where there is no such story.
   */
  store<T extends DataType>(
    playthroughId: string,
    dataType: T,
    record: NewRecordOf<T>,
    options?: { readonly id?: string },
  ): Promise<StoredRecord<T>>;
  /** Changes fields of a record: a JSON Merge Patch. @throws StoreError `not_found`, `invalid`. */
  update<T extends DataType>(
    playthroughId: string,
    dataType: T,
    id: string,
    changes: JsonObject,
  ): Promise<StoredRecord<T>>;
  /** Removes a record for good, from every branch. False when there is none of that id. */
  delete(playthroughId: string, dataType: DataType, id: string): Promise<boolean>;
  /** Does all of these or none; gives the records that were stored or changed, null for each that was removed. */
  change(playthroughId: string, changes: readonly RecordChange[]): Promise<readonly (StoredRecord | null)[]>;
  /** Records that pass all filters, a page at a time. */
  exactMatch<T extends DataType>(
    playthroughId: string,
    dataType: T,
    filters?: RecordFilters,
    page?: PageRequest,
  ): Promise<Page<T>>;
  /** Records ranked by what they mean, and by the words they share with the query. */
  semanticSearch<T extends DataType>(playthroughId: string, request: SearchRequest<T>): Promise<SearchResult<T>[]>;
  /** Lets the player pin a memory, or take that back: on every branch, and no undo changes it. */
  pin(playthroughId: string, id: string, pinned: boolean): Promise<StoredRecord<"memory">>;
  /** Lets the player put a memory into other words: on every branch, and no undo changes it. */
  edit(playthroughId: string, id: string, summary: string): Promise<StoredRecord<"memory">>;
  /**
   * Forgets a memory for good, on every branch: nothing of its text is left in the store's files, but the scene that was told and
   * backups made before keep theirs. False when there is none of that id.
   */
  forget(playthroughId: string, id: string): Promise<boolean>;
  /** The latest queries with what they took, oldest first. */
  measures(): readonly QueryMeasure[];
}
