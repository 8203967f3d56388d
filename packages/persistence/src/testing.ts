export { createInMemoryStore, type InMemoryStoreOptions, type RecordStore } from "./in-memory-store.js";
export { type ConformanceCase, type MakeStoreOptions, storeConformance } from "./store-conformance.js";
