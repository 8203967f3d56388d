/** Stories as they are held between calls: read when they are first asked for, kept in step with the table, let go of above a bound. */
import { StoreError } from "../errors.js";
import { createHnswIndex, type GraphLibrary } from "../vector-scan/hnsw-index.js";
import { createVectorScan, type VectorScan } from "../vector-scan/vector-scan.js";
import type { TextVectors } from "./embedder.js";
import type { RecordTable, Standing } from "./record-table.js";
import { Scope } from "./scope.js";

/** A story as it stands in the table now. */
export interface Story {
  readonly id: string;
  readonly scope: Scope;
  readonly standing: Standing;
}

interface Held {
  readonly scope: Scope;
  head: string | null;
  last: number;
  lastVector: number;
}

const CACHE_BYTES = 256 * 1024 * 1024;

export interface Graphs {
  readonly library: GraphLibrary;
  /** The smallest number of rows that gets one. */
  readonly fromRows?: number | undefined;
}

export class HeldStories {
  readonly #table: RecordTable;
  readonly #vectors: TextVectors | null;
  readonly #mostBytes: number;
  readonly #graphs: Graphs | null;
  /** The story used last is the last one. */
  readonly #held = new Map<string, Held>();

  /**
   * @param mostBytes - Above it the stories used longest ago are let go of.
   * @param graphs - Large scopes are searched by a graph; by the scan alone where this is null.
   */
  constructor(table: RecordTable, vectors: TextVectors | null, mostBytes = CACHE_BYTES, graphs: Graphs | null = null) {
    this.#graphs = graphs;
    this.#table = table;
    this.#vectors = vectors;
    this.#mostBytes = mostBytes;
  }

  /** Lets go of all, as the table is no longer what they came from. */
  forget(): void {
    this.#held.clear();
  }

  /** @throws StoreError `not_found` where there is no such story. */
  standing(playthrough: string): Standing {
    const standing = this.#table.standing(playthrough);
    if (standing) return standing;
    throw new StoreError("not_found", `There is no playthrough ${playthrough}.`);
  }

  /** @throws StoreError `not_found` where there is no such story. */
  get(playthrough: string): Story {
    const standing = this.standing(playthrough);
    let held = this.#held.get(playthrough);
    const fresh = held === undefined;
    held ??= { scope: new Scope(), head: null, last: 0, lastVector: 0 };
    if (fresh || held.head !== standing.head) {
      if (standing.head !== null && standing.parent === held.head && !fresh) held.scope.goOn(standing.head);
      else held.scope.stand(this.#table.way(playthrough));
      held.head = standing.head;
    }
    if (standing.last > held.last) {
      for (const version of this.#table.versions(playthrough, held.last)) held.scope.add(version);
      held.last = standing.last;
    }
    this.#held.delete(playthrough);
    this.#held.set(playthrough, held);
    if (fresh) this.#makeRoom();
    return { id: playthrough, scope: held.scope, standing };
  }

  /** The vectors of a story side by side, with those that came since. Null where there is no embedder. */
  scanOf({ id, scope }: Story): VectorScan | null {
    const held = this.#held.get(id);
    if (!this.#vectors || !held) return null;
    const before = scope.scan;
    scope.scan ??= this.#emptyIndex(this.#vectors.dimensions);
    if (scope.embedded.length < scope.size) {
      const longer = new Uint8Array(2 * scope.size);
      longer.set(scope.embedded);
      scope.embedded = longer;
    }
    for (const { id: vectorId, number, vector } of this.#table.vectors(id, this.#vectors.id, held.lastVector)) {
      held.lastVector = vectorId;
      const index = scope.indexOf(number);
      if (index === undefined || !this.#vectors.usable(vector)) continue;
      scope.scan.add(index, vector);
      scope.embedded[index] = 1;
    }
    if (!before) this.#makeRoom();
    return scope.scan;
  }

  #emptyIndex(dimensions: number): VectorScan {
    const scan = createVectorScan({ dimensions });
    return this.#graphs ? createHnswIndex(scan, this.#graphs.library, { ...this.#graphs, dimensions }) : scan;
  }

  #makeRoom(): void {
    let bytes = 0;
    for (const { scope } of this.#held.values()) bytes += scope.bytes;
    for (const [id, { scope }] of this.#held) {
      if (bytes <= this.#mostBytes || this.#held.size === 1) return;
      bytes -= scope.bytes;
      this.#held.delete(id);
    }
  }
}
