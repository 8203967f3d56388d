// SPEC.md RP4, RP8, RP10 and RP11: the scripts as processes, with a host on a socket and without.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { type FakeHost, openFakeHost } from "./fake-host.js";
import { example, runScript } from "./run-script.js";

let host: FakeHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

const record = (currentScore: number, more: object = {}) => ({
  id: "r1",
  relevance: 1,
  record: { factionId: "millers", currentScore, decayRate: 0.1, ...more },
});
const holding = (results: readonly object[]): Promise<FakeHost> =>
  openFakeHost(({ service }) => ({ body: service === "store" ? { id: "r1" } : { results } }));

it("[RP4] update-reputation stores standing and reason, and sends session state's part", async () => {
  const reasons = Array.from({ length: 12 }, (_, scene) => ({ scene, text: `Deed ${scene}.`, delta: 1 }));
  host = await holding([record(10, { reasons })]);
  const given = { ...example("update-reputation"), host: host.access };
  const { done, events } = await runScript("update-reputation", given);
  expect(done).toMatchObject({
    ok: true,
    output: { reputations: [{ faction: "millers", score: 0, band: "neutral" }] },
  });
  expect(events[0]).toEqual({ version: "0", type: "state_patch", patch: done.output.patch });
  const [kept] = host.requests.filter(({ service }) => service === "store").map(({ body }) => body.record);
  expect(kept).toMatchObject({ factionId: "millers", currentScore: 0, decayRate: 0.1 });
  const scenes = (kept as { reasons: { scene: number }[] }).reasons.map(({ scene }) => scene);
  expect(scenes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 9]);
});

it("[RP3] update-reputation takes changes of its input", async () => {
  host = await holding([]);
  const input = { changes: [{ faction: "millers", delta: 30, reason: "You opened the sluice" }] };
  const given = { ...example("update-reputation"), input, dependencies: {}, host: host.access };
  expect((await runScript("update-reputation", given)).done.output.reputations).toMatchObject([{ score: 40 }]);
});

it("[RP8] query-reputation gives standing, band and reasons with their scenes, the latest first", async () => {
  const reasons = [
    { scene: 4, text: "You carried the sacks.", delta: 20 },
    { scene: 9, text: "You lied about the ledger.", delta: -70 },
  ];
  host = await holding([record(-50, { reasons })]);
  const given = { ...example("query-reputation"), host: host.access };
  expect((await runScript("query-reputation", given)).done.output.reputations).toEqual([
    {
      faction: "millers",
      name: "the Millers",
      score: -50,
      band: "cold",
      reasons: [
        { ...reasons[1], words: "You lied about the ledger (scene 9)" },
        { ...reasons[0], words: "You carried the sacks (scene 4)" },
      ],
    },
  ]);
  const other = await runScript("query-reputation", { ...given, input: { factions: ["council"] } });
  expect(other.done.output.reputations).toMatchObject([{ faction: "council", score: 0, reasons: [] }]);
});

it("[RP10] mirrors what it stored in a file, where the settings say so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reputation-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  host = await holding([record(10)]);
  const given = { ...example("update-reputation"), host: host.access };
  const file = join(folder, "reputation.json");
  await runScript("update-reputation", given, { NARRATORIA_DATA_DIR: folder });
  expect(() => readFileSync(file)).toThrow();
  const filed = { ...given, config: { storageBackend: "files" } };
  await runScript("update-reputation", filed, { NARRATORIA_DATA_DIR: folder });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    millers: { score: 0, reasons: ["You lied about the ledger (scene 9)"] },
  });
  const context = { ...given.context, scene: 0, factions: { council: 0 }, people: {} };
  await runScript("update-reputation", { ...filed, context, dependencies: {} }, { NARRATORIA_DATA_DIR: folder });
  expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual(["council"]);
});

it("[RP11] scripts go on without a host, pass a host's refusal on, and end well whatever they are given", async () => {
  const alone = await runScript("update-reputation", example("update-reputation"));
  expect(alone.events[0]).toMatchObject({ type: "log", level: "warn" });
  expect(alone.done).toMatchObject({ ok: true, output: { patch: { factions: { millers: 0 } } } });
  host = await openFakeHost(() => ({ status: 400, body: { error: { code: "invalid_record", message: "No." } } }));
  const refused = await runScript("update-reputation", { ...example("update-reputation"), host: host.access });
  expect([refused.status, refused.done.ok, refused.events[0].errorCode]).toEqual([0, false, "invalid_record"]);
  for (const script of ["update-reputation", "query-reputation"]) {
    for (const nonsense of ["", "[]", '{"input":{"factions":7,"changes":7}}']) {
      const { status, done } = await runScript(script, nonsense);
      expect([script, status, done.ok]).toEqual([script, 0, false]);
    }
    const bare = { input: {}, context: { people: 3, world: [], factions: 9 }, dependencies: { outcome: 4 } };
    expect((await runScript(script, bare)).done.ok).toBe(true);
  }
});
