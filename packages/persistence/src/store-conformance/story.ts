/** What the cases of the suite are told with. */
import assert from "node:assert/strict";
import type { RecordStore } from "../in-memory-store.js";
import type { Embedder } from "../records/embedder.js";
import type { DataType, NewRecordOf, RecordFilters, StoredRecord } from "../records/record-types.js";
import type { NewTurn } from "../turn.js";

const LANTERN = {
  campaign: "lantern",
  campaignPath: "/lantern",
  title: "The Lantern",
  campaignVersion: "1.0.0",
  seed: "7",
};

export async function begun(store: RecordStore): Promise<{ id: string; session: string }> {
  const { id } = await store.createPlaythrough(LANTERN);
  return { id, session: (await store.openSession(id)).id };
}

/** A story that is told turn by turn. */
export class Story {
  head: string | null = null;
  scene = -1;
  readonly id: string;
  readonly session: string;

  constructor(
    readonly store: RecordStore,
    { id, session }: { readonly id: string; readonly session: string },
  ) {
    this.id = id;
    this.session = session;
  }

  async tell(minutes: number, turn: Partial<Pick<NewTurn, "memories" | "changes">> = {}): Promise<string> {
    this.scene += 1;
    const { id } = await this.store.commitTurn({
      playthroughId: this.id,
      sessionId: this.session,
      parentId: this.head,
      scene: this.scene,
      choice: null,
      plans: [],
      results: [],
      patches: [],
      rolls: [],
      state: { clock: { minutes } },
      sceneRecord: { paragraphs: ["It rains."] },
      memories: [],
      narrator: "storybook",
      ...turn,
    });
    this.head = id;
    return id;
  }

  async back(turn: string): Promise<void> {
    await this.store.moveHead(this.id, turn);
    this.head = turn;
  }

  async all<T extends DataType>(dataType: T, filters?: RecordFilters): Promise<readonly StoredRecord<T>[]> {
    return (await this.store.exactMatch(this.id, dataType, filters, { order: "oldest", limit: 1000 })).records;
  }

  async found(query: string, filters?: RecordFilters, limit = 10): Promise<string[]> {
    const request = { dataType: "memory" as const, query, limit, ...(filters ? { filters } : {}) };
    return (await this.store.semanticSearch(this.id, request)).map(({ record }) => record.summary);
  }
}

export const lore = (chunkIndex: number, content: string): NewRecordOf<"lore"> => ({
  filePath: "lore/mill.md",
  chunkIndex,
  paragraphId: chunkIndex,
  content,
  tokenCount: 9,
});

export const ASSET = {
  path: "art/mill.png",
  type: "image" as const,
  keywords: ["mill"],
  generated: false,
  checksum: `sha256:${"0".repeat(64)}`,
  created_at: "2026-02-03T10:30:00Z",
  data: "AAAA",
  image_metadata: { format: "png", width: 8, height: 8 },
};

export const PROVENANCE = { source_model: "gemma", generated_at: "2026-02-03T11:00:00Z", seed_data: "a mill" };

/** Texts of a few words, each a direction of its own; equal words point the same way. */
export const WORDS: Embedder = {
  id: "words-8",
  dimensions: 8,
  windows: (text) => text.split("\n\n"),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(8).fill(0.001);
      for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
        const at = (word.charCodeAt(0) + word.length) % 8;
        vector[at] = (vector[at] ?? 0) + 1;
      }
      return vector;
    }),
};

/** To it every text means the same. */
export const ALL_ALIKE: Embedder = {
  id: "alike",
  dimensions: 2,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
};

/** A rule and how a store shows that it keeps it: in a story that has begun, with this embedder. */
export type Case = readonly [
  rule: string,
  title: string,
  embedder: Embedder | null,
  work: (story: Story, store: RecordStore) => Promise<void>,
];

export function near(found: readonly number[], expected: readonly number[]): void {
  assert.equal(found.length, expected.length);
  for (const [at, value] of expected.entries()) {
    assert.ok(
      Math.abs((found[at] ?? Number.NaN) - value) < 1e-9,
      `${found.join(", ")} instead of ${expected.join(", ")}`,
    );
  }
}

export async function rejects(work: Promise<unknown>, code: string, message?: string): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof Error && "code" in error && error.name === "StoreError", String(error));
    assert.equal(error.code, code);
    if (message !== undefined) assert.equal(error.message, message);
    return true;
  });
}
