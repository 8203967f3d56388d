/** Nearest vectors by a graph that is held beside the scan, for who has installed `hnswlib-node` and keeps very many records. */
import type { Near, VectorScan } from "./vector-scan.js";

/** As much of the library as is used. */
interface Graph {
  initIndex(options: { maxElements: number; m: number; efConstruction: number; randomSeed: number }): void;
  resizeIndex(maxElements: number): void;
  addPoint(point: number[], label: number): void;
  setEf(ef: number): void;
  searchKnn(
    query: number[],
    count: number,
    filter: (label: number) => boolean,
  ): { readonly distances: number[]; readonly neighbors: number[] };
}

export interface GraphLibrary {
  readonly HierarchicalNSW: new (space: "cosine", dimensions: number) => Graph;
}

/**
 * The smallest scope that gets a graph where nobody asked for one: a quarter of the scan's time there, for three minutes of building in
 * the background at each start. A smaller scope is scanned within two milliseconds.
 */
const FROM_ROWS = 250_000;
const LEAST_CAPACITY = 1024;
const CONNECTIONS = 16;
const EF_CONSTRUCTION = 200;
const EF_SEARCH = 200;
/** Rows asked for above the limit, as several may belong to one record. */
const MORE = 40;
/** Where a filter lets a smaller share of the rows through, the scan is faster: it skips what the graph has to walk through. */
const LEAST_SHARE = 2 / 3;
/** How long the graph grows at a time; whoever searches meanwhile is answered by the scan. */
const GROW_MS = 5;

export interface IndexOptions {
  readonly dimensions: number;
  /** The smallest number of rows that gets a graph; 250,000 when left out. */
  readonly fromRows?: number | undefined;
}

/**
 * @param name - What to import; as a parameter no bundler follows it, as nobody needs it.
 * @returns The library, where it is installed; null where it is not.
 */
export async function loadGraphLibrary(name = "hnswlib-node"): Promise<GraphLibrary | null> {
  try {
    const loaded: { readonly default?: unknown } = await import(name);
    return isGraphLibrary(loaded.default) ? loaded.default : null;
  } catch {
    return null;
  }
}

function isGraphLibrary(value: unknown): value is GraphLibrary {
  return typeof value === "object" && value !== null && "HierarchicalNSW" in value;
}

/**
 * A scan with a graph beside it. The scan answers while the graph has not caught up, where the filter lets little through, and where the
 * graph finds too few. Distances of the graph are exact.
 */
export function createHnswIndex(
  scan: VectorScan,
  library: GraphLibrary,
  { dimensions, fromRows = FROM_ROWS }: IndexOptions,
): VectorScan {
  let graph: Graph | null = null;
  /** Rows of the scan that the graph has; its labels are their numbers. */
  let known = 0;
  let capacity = LEAST_CAPACITY;
  let growing = false;
  let answeredBy: VectorScan["answeredBy"] = "scan";

  function grow(): void {
    const until = performance.now() + GROW_MS;
    if (!graph) {
      graph = new library.HierarchicalNSW("cosine", dimensions);
      graph.initIndex({ maxElements: capacity, m: CONNECTIONS, efConstruction: EF_CONSTRUCTION, randomSeed: 1 });
      graph.setEf(EF_SEARCH);
    }
    while (known < scan.rows && performance.now() < until) {
      if (known === capacity) {
        capacity *= 2;
        graph.resizeIndex(capacity);
      }
      graph.addPoint([...scan.vectorOf(known)], known);
      known += 1;
    }
    growing = known < scan.rows;
    // A program that has nothing else to do does not stay for this.
    if (growing) setTimeout(grow, 0).unref();
  }

  function byGraph(found: Graph, query: Float32Array, limit: number, allowed: Uint8Array | undefined): readonly Near[] {
    const passes = (label: number): boolean => allowed === undefined || allowed[scan.ownerOf(label)] === 1;
    const { distances, neighbors } = found.searchKnn([...query], Math.min(limit + MORE, known), passes);
    const best = new Map<number, number>();
    for (const [at, label] of neighbors.entries()) {
      const owner = scan.ownerOf(label);
      const cosine = Math.max(-1, Math.min(1, 1 - (distances[at] ?? 2)));
      if (cosine > (best.get(owner) ?? -2)) best.set(owner, cosine);
    }
    return [...best]
      .map(([owner, cosine]) => ({ owner, cosine }))
      .sort((a, b) => b.cosine - a.cosine || a.owner - b.owner)
      .slice(0, limit);
  }

  return {
    get rows() {
      return scan.rows;
    },
    get bytes() {
      // A row of the graph: its floats and its edges.
      return scan.bytes + (graph ? capacity : 0) * (dimensions + 3 * CONNECTIONS) * 4;
    },
    get answeredBy() {
      return answeredBy;
    },
    vectorOf: (row) => scan.vectorOf(row),
    ownerOf: (row) => scan.ownerOf(row),
    add: (owner, vector) => scan.add(owner, vector),
    nearest(query, limit, allowed) {
      if (!growing && known < scan.rows && scan.rows >= fromRows) {
        growing = true;
        setTimeout(grow, 0).unref();
      }
      answeredBy = "scan";
      if (!graph || known < scan.rows || isSparse(allowed, scan.rows)) return scan.nearest(query, limit, allowed);
      const near = byGraph(graph, query, limit, allowed);
      if (near.length < limit) return scan.nearest(query, limit, allowed);
      answeredBy = "hnsw";
      return near;
    },
  };
}

function isSparse(allowed: Uint8Array | undefined, rows: number): boolean {
  if (allowed === undefined) return false;
  let open = 0;
  for (let owner = 0; owner < allowed.length; owner += 1) open += allowed[owner] ?? 0;
  return open < rows * LEAST_SHARE;
}
