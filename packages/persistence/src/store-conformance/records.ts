/** Records of every type: stored, changed, deleted, matched. */
import assert from "node:assert/strict";
import type { DataType, NewRecordOf, Page } from "../records/record-types.js";
import { type Case, ASSET, lore, PROVENANCE, rejects } from "./story.js";

export const RECORD_CASES: readonly Case[] = [
  [
    "PE30",
    "a record of each type comes back with all its attributes",
    null,
    async (story, store) => {
      const head = await story.tell(90);
      const given = {
        memory: {
          summary: "Osk lied.",
          characterIds: ["osk"],
          actionType: "dialogue",
          semanticTags: ["lie"],
          location: "mill",
          mood: { now: [1] },
        },
        lore: { ...lore(0, "The mill burned once."), tags: ["fire"] },
        reputation: { factionId: "guild", currentScore: 12.5, lastUpdated: "2026-01-01T00:00:00Z", decayRate: 0.2 },
        perception: {
          npcId: "osk",
          perceptionScore: -40,
          lastInteraction: "2026-01-01T00:00:00Z",
          eventHistory: "You argued.",
          decayRate: 0,
        },
        portrait: {
          characterId: "osk",
          imagePath: "art/osk.png",
          descriptionHash: "abc",
          generatedAt: "2026-01-01T00:00:00Z",
        },
        asset: ASSET,
        session: { startTime: "2026-01-01T00:00:00.000Z", endTime: null, currentLocation: "mill" },
      };
      for (const [name, record] of Object.entries(given)) {
        const dataType = name as keyof typeof given;
        const stored = await store.store(story.id, dataType, record as NewRecordOf<typeof dataType>);
        assert.deepEqual(stored.record, record);
        const [read] = await story.all(dataType, { ids: [stored.id] });
        assert.deepEqual(read, stored);
        assert.equal(read?.playthroughId, story.id);
        const timeline = ["memory", "reputation", "perception"].includes(name);
        assert.equal(read?.turnId, timeline ? head : null);
        if (name === "session") continue;
        assert.equal(read?.sessionId, story.session);
        assert.equal(read?.gameMinutes, 90);
        assert.ok((read?.timestamp ?? 0) > Date.UTC(2026, 0, 1));
      }
      const { record } = await store.store(story.id, "reputation", { factionId: "watch", currentScore: 1 });
      assert.ok(!Number.isNaN(Date.parse(record.lastUpdated)));
      assert.equal(record.decayRate, 0.1);
    },
  ],
  [
    "PE31",
    "what a type cannot be is refused, and nothing of it is kept",
    null,
    async (story, store) => {
      await story.tell(0);
      const refused: readonly [DataType, object][] = [
        ["memory", { summary: "  " }],
        ["memory", { summary: "Osk.", characterIds: "osk" }],
        ["memory", { summary: "Osk.", weight: Number.NaN }],
        ["lore", { ...lore(-1, "Below.") }],
        ["reputation", { factionId: "guild", currentScore: Number.POSITIVE_INFINITY }],
        ["reputation", { factionId: "guild", currentScore: "12" }],
        ["perception", { npcId: "", perceptionScore: 1 }],
        ["perception", { npcId: "osk", perceptionScore: 1, lastInteraction: "2025-02-30T00:00:00Z" }],
        ["portrait", { characterId: "osk", imagePath: "a.png" }],
        ["session", { startTime: "yesterday" }],
      ];
      for (const [dataType, record] of refused) {
        await rejects(store.change(story.id, [{ change: "store", dataType, record }]), "invalid");
      }
      for (const dataType of ["memory", "lore", "reputation", "perception", "portrait"] as const) {
        assert.equal((await story.all(dataType)).length, 0);
      }
      const held = await store.store(story.id, "reputation", { factionId: "guild", currentScore: 1e308 });
      assert.equal(held.record.currentScore, 100);
      await rejects(store.store("nobody", "memory", { summary: "Osk." }), "not_found");
    },
  ],
  [
    "PE32",
    "of a faction, a person, a portrait, a piece of lore and a path there is one record",
    null,
    async (story, store) => {
      await story.tell(0);
      const first = await store.store(story.id, "perception", { npcId: "osk", perceptionScore: 5 });
      const again = await store.store(story.id, "perception", { npcId: "osk", perceptionScore: 9 });
      assert.equal(again.id, first.id);
      assert.deepEqual(
        (await story.all("perception")).map(({ record }) => record.perceptionScore),
        [9],
      );
      await store.store(story.id, "lore", lore(0, "The mill."));
      await store.store(story.id, "lore", lore(0, "The old mill."));
      await store.store(story.id, "lore", lore(1, "The quay."));
      assert.deepEqual(
        (await story.all("lore")).map(({ record }) => record.content),
        ["The old mill.", "The quay."],
      );
    },
  ],
  [
    "PE33",
    "assets carry provenance where a model made them, and only there",
    null,
    async (story, store) => {
      const NO_PROVENANCE =
        "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data)";
      const conflict =
        "Human-created asset must not contain provenance (generated=false conflicts with provenance object)";
      const refused = async (asset: object, message: string): Promise<void> => {
        const attempt = store.change(story.id, [
          { change: "store", dataType: "asset", record: { ...ASSET, ...asset } },
        ]);
        await rejects(attempt, "invalid", message);
      };
      await refused({ generated: true }, NO_PROVENANCE);
      for (const missing of Object.keys(PROVENANCE)) {
        await refused({ generated: true, provenance: { ...PROVENANCE, [missing]: undefined } }, NO_PROVENANCE);
      }
      await refused({ provenance: PROVENANCE }, conflict);
      await refused({ provenance: {} }, conflict);
      for (const generated_at of ["last week", "2026-02-30T00:00:00Z"]) {
        await rejects(
          store.change(story.id, [
            {
              change: "store",
              dataType: "asset",
              record: { ...ASSET, generated: true, provenance: { ...PROVENANCE, generated_at } },
            },
          ]),
          "invalid",
        );
      }
      assert.equal((await story.all("asset")).length, 0);
      await store.store(story.id, "asset", { ...ASSET, generated: true, provenance: PROVENANCE });
      const [asset] = await story.all("asset", { path: ASSET.path });
      assert.deepEqual(asset?.record.provenance, PROVENANCE);
      await rejects(store.update(story.id, "asset", asset?.id ?? "", { generated: false }), "invalid", conflict);
    },
  ],
  [
    "PE34",
    "an update is a merge patch, a removal is for good, and a batch is done whole or not at all",
    null,
    async (story, store) => {
      await story.tell(0);
      const { id } = await store.store(story.id, "memory", {
        summary: "Osk lied.",
        mood: { anger: 1, fear: 2 },
        location: "mill",
      });
      const updated = await store.update(story.id, "memory", id, { mood: { fear: null }, location: "quay" });
      assert.deepEqual(updated.record, { summary: "Osk lied.", mood: { anger: 1 }, location: "quay" });
      assert.deepEqual(
        (await story.all("memory", { location: "quay" })).map((one) => one.id),
        [id],
      );
      assert.equal((await story.all("memory", { location: "mill" })).length, 0);
      await rejects(store.update(story.id, "memory", id, { summary: null }), "invalid");
      await rejects(store.update(story.id, "memory", "nobody", {}), "not_found");
      await rejects(
        store.change(story.id, [
          { change: "store", dataType: "memory", record: { summary: "Marta came." } },
          { change: "delete", dataType: "memory", id },
          { change: "store", dataType: "memory", record: {} },
        ]),
        "invalid",
      );
      assert.deepEqual(await story.found("marta osk lied"), ["Osk lied."]);
      const done = await store.change(story.id, [
        { change: "store", dataType: "memory", id: "m2", record: { summary: "Marta came." } },
        { change: "update", dataType: "memory", id: "m2", changes: { location: "mill" } },
        { change: "delete", dataType: "memory", id },
      ]);
      assert.deepEqual(
        done.map((one) => one?.id ?? null),
        ["m2", "m2", null],
      );
      assert.equal(await store.delete(story.id, "memory", id), false);
      assert.equal(await store.delete(story.id, "memory", "m2"), true);
      assert.deepEqual(await story.found("marta osk"), []);
    },
  ],
  [
    "PE35",
    "pages come in order, each record once, with the number of all",
    null,
    async (story, store) => {
      await story.tell(0);
      const names = Array.from({ length: 25 }, (_, n) => `Bell ${"abcdefghijklmnopqrstuvwxyz"[n]}x rang.`);
      await store.change(
        story.id,
        names.map((summary) => ({ change: "store", dataType: "memory", record: { summary } })),
      );
      for (const order of ["newest", "oldest"] as const) {
        const read: string[] = [];
        let after: string | null = null;
        do {
          const page: Page<"memory"> = await store.exactMatch(
            story.id,
            "memory",
            {},
            { limit: 10, order, ...(after === null ? {} : { after }) },
          );
          assert.equal(page.total, 25);
          read.push(...page.records.map(({ record }) => record.summary));
          after = page.next;
        } while (after !== null);
        assert.deepEqual(read, order === "oldest" ? names : names.toReversed());
      }
      await rejects(store.exactMatch(story.id, "memory", {}, { after: "?" }), "invalid");
    },
  ],
];
