export { StoreError, type StoreErrorCode } from "./errors.js";
export type { ImportedPlaythrough } from "./import-playthrough.js";
export { type OpenStoreOptions, openStore } from "./open-store.js";
export type {
  NewPlaythrough,
  PlaythroughSummary,
  SearchRequest,
  SearchResult,
  Session,
  SessionSummary,
  Store,
} from "./store.js";
export type { NewMemory, NewTurn, Turn } from "./turn.js";
export type { Branch, TurnOutline, TurnPlace } from "./timeline.js";
