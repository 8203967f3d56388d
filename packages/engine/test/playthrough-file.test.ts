// What a file of JSON holds of a playthrough: everything, so that one that was taken in gives the same file again.
import { checkContract } from "@narratoria/protocol/contracts";
import {
  type AssetRecord,
  type ImportedPlaythrough,
  openStore,
  type RecordChange,
  type Store,
} from "@narratoria/persistence";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { asJson } from "../src/timeline/as-json.js";
import { tempFolder } from "./support/play.js";

async function storeIn(dataDir: string): Promise<Store> {
  const store = await openStore({ dataDir });
  onTestFinished(() => store.close());
  return store;
}

async function fileOf(store: Store, id: string, mostBytes?: number): Promise<string> {
  const playthrough = await store.playthrough(id);
  if (!playthrough) throw new Error("there is no such story");
  let text = "";
  for await (const piece of asJson(store, playthrough, mostBytes)) text += piece;
  return text;
}

/** An id stands for the place where it first stood, so that two files can be compared. */
function comparable(text: string): string {
  const ids = new Map<string, number>();
  return text.replace(/"sha256":.*/, "").replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, (id) => {
    if (!ids.has(id)) ids.set(id, ids.size);
    return `id-${ids.get(id)}`;
  });
}

const NAMES = ["osk", "lareida", 'quotes " and \\ <b>', "\u2028é"] as const;
const name = fc.constantFrom(...NAMES);
const score = fc.integer({ min: -100, max: 100 });
const step = fc.oneof(
  fc.record({ do: fc.constant("tell" as const), who: name, score, again: fc.boolean() }),
  fc.record({ do: fc.constant("undo" as const) }),
  fc.record({ do: fc.constant("branch" as const), who: name }),
  fc.record({ do: fc.constant("pin" as const) }),
  fc.record({ do: fc.constant("forget" as const) }),
  fc.record({ do: fc.constant("portrait" as const), who: name }),
  fc.record({ do: fc.constant("lore" as const), who: name, at: fc.nat(3) }),
  fc.record({
    do: fc.constant("asset" as const),
    who: name,
    made: fc.boolean(),
    bytes: fc.uint8Array({ maxLength: 40 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function take(store: Store, id: string, sessionId: string, one: Step, serial: number): Promise<void> {
  const head = (await store.playthrough(id))?.head ?? null;
  const newest = async (): Promise<string | undefined> => (await store.exactMatch(id, "memory")).records[0]?.id;
  switch (one.do) {
    case "tell":
      await tell(store, id, sessionId, head, one, serial);
      return;
    case "undo":
      await store.undo(id);
      return;
    case "branch":
      if (head !== null) await store.branch(id, head, one.who);
      return;
    case "pin": {
      const memory = await newest();
      if (memory !== undefined) await store.pin(id, memory, true);
      return;
    }
    case "forget": {
      const memory = await newest();
      if (memory !== undefined) await store.forget(id, memory);
      return;
    }
    case "portrait":
      await store.store(id, "portrait", {
        characterId: one.who,
        imagePath: `assets/${serial}.png`,
        descriptionHash: "x",
      });
      return;
    case "lore": {
      const text = { content: `Of ${one.who}.`, paragraphId: 0, tokenCount: 3 };
      await store.store(id, "lore", { filePath: `lore/${one.who}.md`, chunkIndex: one.at, ...text });
      return;
    }
    case "asset":
      await store.store(id, "asset", assetOf(one));
  }
}

async function tell(
  store: Store,
  id: string,
  sessionId: string,
  parentId: string | null,
  { who, score: found, again }: Extract<Step, { do: "tell" }>,
  serial: number,
): Promise<void> {
  const before = parentId === null ? null : await store.turn(parentId);
  const scene = before === null ? 0 : before.scene + 1;
  const summary = again ? `You met ${who} at the mill.` : `You asked ${who} for the number ${serial}.`;
  const changes: RecordChange[] = [
    { change: "store", dataType: "perception", record: { npcId: who, perceptionScore: found } },
    { change: "store", dataType: "reputation", record: { factionId: "guild", currentScore: found, decayRate: 0.5 } },
  ];
  await store.commitTurn({
    playthroughId: id,
    sessionId,
    parentId,
    scene,
    choice: scene === 0 ? null : { id: `c${scene}`, text: `Ask ${who}` },
    plans: [{ told: summary }],
    results: [],
    patches: [],
    rolls: [{ dice: [1, found] }],
    state: { clock: { minutes: scene * 10 }, heard: { [who]: summary } },
    sceneRecord: { paragraphs: [summary], summary: { summary } },
    memories: [{ id: `m${serial}`, record: { summary, characters: [who], tags: [] } }],
    changes,
    narrator: "storybook",
  });
}

function assetOf({ who, made, bytes }: Extract<Step, { do: "asset" }>): AssetRecord {
  const at = "2026-02-03T10:30:00Z";
  const provenance = { source_model: "a model", generated_at: at, seed_data: "7", version: "1.0.0" };
  return {
    path: `art/${NAMES.indexOf(who)}.png`,
    type: "prose",
    prose_metadata: { word_count: 1, language: "en" },
    keywords: [who],
    generated: made,
    checksum: `sha256:${"a".repeat(64)}`,
    created_at: at,
    data: Buffer.from(bytes).toString("base64"),
    ...(made ? { provenance } : {}),
  };
}

async function begun(store: Store): Promise<{ readonly id: string; readonly session: string }> {
  const { id } = await store.createPlaythrough({
    campaign: "lantern",
    campaignPath: "lantern",
    title: "The Lantern",
    campaignVersion: "1",
    seed: "7",
  });
  return { id, session: (await store.openSession(id)).id };
}

it("[EN200] a story that was exported, taken in and exported again gives the same file: records of every type, pins and branches", async () => {
  const [here, there] = [await storeIn(await tempFolder()), await storeIn(await tempFolder())];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
      const { id, session } = await begun(here);
      await tell(here, id, session, null, { do: "tell", who: "osk", score: 1, again: false }, 1000);
      for (const [serial, one] of steps.entries()) await take(here, id, session, one, serial);
      const text = await fileOf(here, id);
      const file: ImportedPlaythrough = { ...JSON.parse(text), campaignPath: "lantern" };
      expect(checkContract("playthrough-file", JSON.parse(text))).toEqual([]);
      const imported = await there.importPlaythrough(file);
      expect(comparable(await fileOf(there, imported.id))).toBe(comparable(text));
    }),
    { numRuns: 25 },
  );
});

it("[EN301] a file from before records beside the turns is taken in as it was", async () => {
  const store = await storeIn(await tempFolder());
  const { id, session } = await begun(store);
  await tell(store, id, session, null, { do: "tell", who: "osk", score: 1, again: false }, 0);
  const { records: _, ...old }: ImportedPlaythrough = JSON.parse(await fileOf(store, id));
  expect(checkContract("playthrough-file", { ...old, version: 1 })).toEqual([]);
  const imported = await store.importPlaythrough({ ...old, campaignPath: "lantern" });
  expect(comparable(await fileOf(store, imported.id))).toBe(comparable(await fileOf(store, id)));
});

it("[EN200] a story too large for one file is not exported, which is told with what to do", async () => {
  const store = await storeIn(await tempFolder());
  const { id, session } = await begun(store);
  await tell(store, id, session, null, { do: "tell", who: "osk", score: 1, again: false }, 0);
  await store.store(id, "asset", assetOf({ do: "asset", who: "osk", made: true, bytes: new Uint8Array(2 ** 21) }));
  expect(JSON.parse(await fileOf(store, id))).toMatchObject({ records: [{ dataType: "asset" }] });
  await expect(fileOf(store, id, 2 ** 21)).rejects.toMatchObject({
    code: "export_failed",
    message: "This story comes to more than 2 MB, too much for one file of JSON.",
    action: expect.stringMatching(/HTML/),
  });
});
