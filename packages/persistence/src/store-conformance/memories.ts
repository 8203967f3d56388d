/** Memories belong to their turn, merge, and are the player's to change. */
import assert from "node:assert/strict";
import { type Case, ALL_ALIKE, near, rejects, WORDS } from "./story.js";

export const MEMORY_CASES: readonly Case[] = [
  [
    "PE45",
    "opinions fade by the in-game clock when they are read",
    null,
    async (story, store) => {
      const WEEK = 7 * 24 * 60;
      await story.tell(0);
      await store.store(story.id, "reputation", { factionId: "guild", currentScore: 40 });
      await store.store(story.id, "perception", { npcId: "osk", perceptionScore: -80 });
      const scores = async (): Promise<number[]> => [
        ...(await story.all("reputation")).map(({ record }) => record.currentScore),
        ...(await story.all("perception")).map(({ record }) => record.perceptionScore),
      ];
      assert.deepEqual(await scores(), [40, -80]);
      const later = await story.tell(2 * WEEK);
      near(await scores(), [40 * 0.9 ** 2, -80 * 0.975 ** 2]);
      const [at] = (await store.exactMatch(story.id, "reputation", {}, { atMinutes: WEEK })).records;
      near([at?.record.currentScore ?? 0], [36]);
      assert.equal(at?.storedScore, 40);
      const { id } = (await story.all("perception"))[0] ?? { id: "" };
      const touched = await store.update(story.id, "perception", id, { eventHistory: "You met again." });
      near([touched.record.perceptionScore], [-80 * 0.975 ** 2]);
      const renewed = await store.update(story.id, "perception", id, { perceptionScore: -10 });
      assert.equal(renewed.record.perceptionScore, -10);
      await story.tell(WEEK);
      await story.back(later);
      near(await scores(), [40 * 0.9 ** 2, -10]);
    },
  ],
  [
    "PE46",
    "a memory that says the same of the same people at the same place is told again, not kept twice",
    WORDS,
    async (story) => {
      const memory = (summary: string, more: object = {}): object => ({
        summary,
        characters: ["osk"],
        location: "mill",
        ...more,
      });
      await story.tell(0, {
        memories: [{ id: "m0", record: memory("Osk rang the bells at the mill.", { tags: ["bell"] }) }],
      });
      const again = await story.tell(10, {
        memories: [{ id: "m1", record: memory("Osk rang the bell, at the mill!", { tags: ["dusk"] }) }],
      });
      assert.deepEqual(
        (await story.all("memory")).map(({ id, record, gameMinutes, turnId }) => [
          id,
          record["times"],
          record["tags"],
          gameMinutes,
          turnId,
        ]),
        [["m0", 2, ["bell", "dusk"], 10, again]],
      );
      await story.tell(20, {
        memories: [
          { id: "m2", record: memory("Osk rang the bells at the mill.", { characters: ["marta"] }) },
          { id: "m3", record: memory("Osk rang the bells at the mill.", { deed: { verb: "ring" } }) },
          { id: "m4", record: memory("Osk swam away.") },
        ],
      });
      assert.deepEqual(
        (await story.all("memory")).map(({ id }) => id),
        ["m0", "m2", "m3", "m4"],
      );
      // To this embedder a rope is a bell: the same meaning in other words.
      await story.tell(30, { memories: [{ id: "m5", record: memory("Osk rang the rope at the mill.") }] });
      assert.deepEqual(
        (await story.all("memory")).map(({ id, record }) => [id, record["times"] ?? 1]),
        [
          ["m0", 3],
          ["m2", 1],
          ["m3", 1],
          ["m4", 1],
        ],
      );
    },
  ],
  [
    "PE51",
    "memories that differ in who, whether, how many or which way are two, however near they are",
    ALL_ALIKE,
    async (story) => {
      const differing = [
        ["Osk said he would help at the mill.", "Osk said he would not help at the mill."],
        ["Osk would help.", "Osk wouldn't help."],
        ["Osk always paid the toll.", "Osk never paid the toll."],
        ["Somebody saw the lamp.", "Nobody saw the lamp."],
        ["You crossed with a lamp.", "You crossed without a lamp."],
        ["Osk refused the bargain at the weir.", "Osk agreed to the bargain at the weir."],
        ["Osk paid 3 coins.", "Osk paid 30 coins."],
        ["Osk paid three coins.", "Osk paid thirty coins."],
        ["The keeper trusts Marta.", "The keeper trusts Ilse."],
        ["Marta trusts the keeper.", "Ilse trusts the keeper."],
        ["Osk robbed Marta.", "Marta robbed Osk."],
        ["She trusts you.", "You trust her."],
        ["The gate is locked.", "The gate is unlocked."],
        ["The lamp is on.", "The lamp is off."],
        ["Osk walked up the hill.", "Osk walked down the hill."],
      ] as const;
      for (const [turn, pair] of differing.entries()) {
        for (const [n, summary] of pair.entries()) {
          await story.tell(turn, {
            memories: [{ id: `m${turn}-${n}`, record: { summary, location: `place ${turn}` } }],
          });
        }
        const kept = await story.all("memory", { location: `place ${turn}` });
        assert.deepEqual(
          kept.map(({ record }) => record["summary"]),
          pair,
        );
      }
      // Words beside those may differ.
      const alike = [
        ["Suddenly Osk rang three bells for Marta.", "Osk suddenly sounded three bells for Marta."],
        ["Marta's lamp didn't burn.", "The lamp of Marta did not glow."],
      ] as const;
      for (const [n, [first, second]] of alike.entries()) {
        await story.tell(100, { memories: [{ id: `a${n}`, record: { summary: first, location: `alike ${n}` } }] });
        await story.tell(101, { memories: [{ id: `b${n}`, record: { summary: second, location: `alike ${n}` } }] });
        assert.deepEqual(
          (await story.all("memory", { location: `alike ${n}` })).map(({ id, record }) => [id, record["summary"]]),
          [[`a${n}`, second]],
        );
      }
    },
  ],
  [
    "PE47",
    "what the player pins, edits or forgets stays so, on every branch",
    null,
    async (story, store) => {
      const opening = await story.tell(0, {
        memories: [{ id: "m0", record: { summary: "Osk lied about the lamp." } }],
      });
      const left = await story.tell(10, { memories: [{ id: "m1", record: { summary: "Marta took the lamp." } }] });
      assert.equal((await store.pin(story.id, "m0", true)).pinned, true);
      const edited = await store.edit(story.id, "m1", "Marta kept the lantern.");
      assert.equal(edited.record.summary, "Marta kept the lantern.");
      assert.equal(edited.turnId, left);
      await story.back(opening);
      assert.deepEqual(
        (await story.all("memory", { pinned: true })).map(({ id }) => id),
        ["m0"],
      );
      assert.equal(await store.forget(story.id, "m1"), true);
      assert.equal(await store.forget(story.id, "m1"), false);
      await story.back(left);
      assert.deepEqual(
        (await story.all("memory")).map(({ id, pinned }) => [id, pinned]),
        [["m0", true]],
      );
      assert.deepEqual(await story.found("lamp lantern"), ["Osk lied about the lamp."]);
      assert.deepEqual((await store.head(story.id))?.memories, []);
      await rejects(store.pin(story.id, "m1", true), "not_found");
      await rejects(store.edit(story.id, "m0", " "), "invalid");
    },
  ],
  [
    "PE47",
    "what was put into other words is found by its meaning at once",
    WORDS,
    async (story, store) => {
      await story.tell(0, { memories: [{ id: "m0", record: { summary: "Osk lied about the mill." } }] });
      await store.edit(story.id, "m0", "Lamp.");
      // Another word of the same direction, so that no word of it is found.
      assert.deepEqual(await story.found("haunting"), ["Lamp."]);
    },
  ],
  [
    "PE49",
    "a memory belongs to a turn: there is none before the opening, and what was recalled makes no other",
    null,
    async (story, store) => {
      await rejects(store.store(story.id, "memory", { summary: "Nothing yet." }), "invalid");
      await story.tell(0, { memories: [{ id: "m0", record: { summary: "Osk lied.", characters: ["osk"] } }] });
      const [recalled] = await store.semanticSearch(story.id, { dataType: "memory", query: "osk" });
      await store.store(story.id, "memory", { ...recalled?.record, summary: recalled?.record.summary ?? "" });
      assert.deepEqual(
        (await story.all("memory")).map(({ id }) => id),
        ["m0"],
      );
    },
  ],
];
