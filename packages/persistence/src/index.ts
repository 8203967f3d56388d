export type { Backup } from "./durability/backups.js";
export type { Finding } from "./durability/findings.js";
export {
  listBackups,
  type Repair,
  type RepairOptions,
  repairStore,
  restoreBackup,
  type Restored,
} from "./durability/repair.js";
export type { Removed, RetentionLimits, RetentionPolicy } from "./durability/retention.js";
export type { StoreSize } from "./durability/size.js";
export { StoreError, type StoreErrorCode } from "./errors.js";
export type { ImportedPlaythrough } from "./import-playthrough.js";
export { FORGOTTEN } from "./memory-names.js";
export { type OpenStoreOptions, openStore } from "./open-store.js";
export { takePlayerLock } from "./player-lock.js";
export type { Embedder } from "./records/embedder.js";
export { checkRecord } from "./records/record-shapes.js";
export type {
  AssetRecord,
  CharacterPortrait,
  DataType,
  FactionReputation,
  LoreChunk,
  MemoryEvent,
  NewRecordOf,
  NpcPerception,
  Page,
  PageRequest,
  PlaythroughSession,
  QueryMeasure,
  RecordChange,
  RecordFilters,
  Records,
  RecordTypes,
  SearchRequest,
  SearchResult,
  StoredRecord,
} from "./records/record-types.js";
export type { TurnRecord } from "./records/carried-records.js";
export type { NewPlaythrough, PlaythroughSummary, Session, SessionSummary, Store } from "./store.js";
export type { NewMemory, NewTurn, PastTurn, Turn } from "./turn.js";
export type { Branch, TurnOutline, TurnPlace } from "./timeline.js";
