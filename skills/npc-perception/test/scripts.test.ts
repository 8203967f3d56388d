// SPEC.md NP10 to NP14: the scripts as processes, with a host on a socket and without.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { type FakeHost, openFakeHost } from "./fake-host.js";
import { example, runScript } from "./run-script.js";

let host: FakeHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

const record = (perceptionScore: number, more: object = {}) => ({
  id: "p1",
  relevance: 1,
  record: { npcId: "osk", perceptionScore, decayRate: 0.1, eventHistory: "", ...more },
});
const holding = (results: readonly object[]): Promise<FakeHost> =>
  openFakeHost(({ service }) => ({ body: service === "store" ? { id: "p1" } : { results } }));
const stored = () => host?.requests.filter(({ service }) => service === "store").map(({ body }) => body.record);

describe("update-perception", () => {
  it("[NP1] [NP2] stores the score and the reason, and sends session state's part", async () => {
    host = await holding([record(10)]);
    const { done, events } = await runScript("update-perception", {
      ...example("update-perception"),
      host: host.access,
    });
    expect(done).toMatchObject({ ok: true, output: { perceptions: [{ npc: "osk", score: -10, band: "neutral" }] } });
    expect(events[0]).toEqual({ version: "0", type: "state_patch", patch: done.output.patch });
    expect(stored()).toEqual([
      {
        npcId: "osk",
        perceptionScore: -10,
        decayRate: 0.1,
        eventHistory: "You lied about the ledger (scene 9)",
        reasons: [{ scene: 9, text: "You lied about the ledger.", delta: -20 }],
      },
    ]);
  });

  it("[NP2] keeps the last twelve reasons", async () => {
    const reasons = Array.from({ length: 12 }, (_, scene) => ({ scene, text: `Deed ${scene}.`, delta: 1 }));
    host = await holding([record(10, { reasons })]);
    await runScript("update-perception", { ...example("update-perception"), host: host.access });
    const [kept] = stored() as { reasons: { scene: number }[] }[];
    expect(kept?.reasons.map(({ scene }) => scene)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 9]);
  });

  it("[NP1] takes changes of its input beside those of the deed", async () => {
    host = await holding([]);
    const input = { changes: [{ npc: "osk", delta: 7, reason: "The bell rang" }] };
    const { done } = await runScript("update-perception", {
      ...example("update-perception"),
      input,
      dependencies: {},
      host: host.access,
    });
    expect(done.output.perceptions).toEqual([{ npc: "osk", score: 17, band: "neutral" }]);
  });

  it("[NP4] asks for fifty people at a time, which is the most that a host gives", async () => {
    host = await openFakeHost(({ body }) => {
      const { npcs } = body.filters as { npcs: string[] };
      return {
        body: { results: npcs.map((npc) => ({ ...record(20), record: { ...record(20).record, npcId: npc } })) },
      };
    });
    const people = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`p${n}`, { feeling: 40, perceived: 40, modifier: 1 }]),
    );
    const given = {
      ...example("update-perception"),
      dependencies: {},
      context: { scene: 9, people },
      host: host.access,
    };
    const { done } = await runScript("update-perception", given);
    expect(host.requests.map(({ body }) => body.limit)).toEqual([50, 50, 50]);
    expect(Object.keys(done.output.patch.people)).toHaveLength(120);
  });

  it("[NP13] mirrors what it stored in a file, where the settings say so", async () => {
    const folder = mkdtempSync(join(tmpdir(), "perception-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    host = await holding([record(10)]);
    const given = { ...example("update-perception"), host: host.access };
    await runScript("update-perception", given, { NARRATORIA_DATA_DIR: folder });
    const file = join(folder, "perception.json");
    expect(() => readFileSync(file)).toThrow();
    const config = { storageBackend: "files" };
    await runScript("update-perception", { ...given, config }, { NARRATORIA_DATA_DIR: folder });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      osk: { score: -10, reasons: ["You lied about the ledger (scene 9)"] },
    });
    host = await holding([]);
    const anew = { ...example("initialize-perception"), input: { npcs: ["osk"] }, config, host: host.access };
    const { context } = anew;
    await runScript(
      "initialize-perception",
      { ...anew, context: { ...context, scene: 0, people: { ine: {} } }, input: { npcs: ["ine"] } },
      { NARRATORIA_DATA_DIR: folder },
    );
    expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual(["ine"]);
  });
});

describe("initialize-perception", () => {
  it("[NP7] [NP12] stores a first score with the rate of the settings", async () => {
    host = await holding([]);
    const config = { factionInfluenceWeight: 1, decayRate: 0.3 };
    const given = { ...example("initialize-perception"), config, host: host.access };
    const { done } = await runScript("initialize-perception", given);
    expect(done.output.initialized).toMatchObject([{ npc: "osk", score: 40, faction: 40 }]);
    expect(done.output.patch).toEqual({ people: { osk: { feeling: 40, perceived: 40, modifier: 1 } } });
    expect(stored()).toMatchObject([{ npcId: "osk", perceptionScore: 40, decayRate: 0.3 }]);
  });

  it("[NP10] leaves alone who has a score, and keeps a feeling that stands already", async () => {
    host = await holding([record(12)]);
    const given = { ...example("initialize-perception"), host: host.access };
    expect((await runScript("initialize-perception", given)).done.output.initialized).toEqual([]);
    await host.close();
    host = await holding([]);
    const people = { osk: { feeling: -33 }, ine: { feeling: 5, perceived: 5 } };
    const { done } = await runScript("initialize-perception", {
      ...given,
      input: { npcs: ["osk", "ine"] },
      context: { ...given.context, people },
      host: host.access,
    });
    expect(done.output.patch).toEqual({ people: { osk: { feeling: -33, perceived: -33, modifier: -1 } } });
  });

  it("[NP2800] stores the reason that session state gives for an opinion from before the first meeting", async () => {
    host = await holding([]);
    const given = { ...example("initialize-perception"), input: { npcs: ["osk", "ine"] }, host: host.access };
    const people = {
      osk: { feeling: 40, because: { text: "Osk stood godfather to you", scene: 0 } },
      ine: { feeling: 0, because: { text: "nothing", scene: 0 } },
    };
    await runScript("initialize-perception", { ...given, context: { ...given.context, people } });
    expect(stored()).toMatchObject([
      { npcId: "osk", reasons: [{ scene: 0, text: "Osk stood godfather to you", delta: 40 }] },
      { npcId: "ine", reasons: [] },
    ]);
  });
});

describe("query-perception", () => {
  it("[NP11] gives score, sentiment, band, modifier and reasons with their scenes, the latest first", async () => {
    const reasons = [
      { scene: 4, text: "You helped her.", delta: 20 },
      { scene: 9, text: "You lied about the ledger.", delta: -70 },
    ];
    host = await holding([record(-50, { reasons })]);
    const { done } = await runScript("query-perception", { ...example("query-perception"), host: host.access });
    expect(done.output.perceptions).toEqual([
      {
        npc: "osk",
        score: -50,
        sentiment: -0.5,
        band: "cold",
        modifier: -2,
        reasons: [
          { ...reasons[1], words: "You lied about the ledger (scene 9)" },
          { ...reasons[0], words: "You helped her (scene 4)" },
        ],
      },
    ]);
  });

  it("[NP11] [NP14] gives what session state says of somebody without a score, and warns without a host", async () => {
    const { done, events } = await runScript("query-perception", example("query-perception"));
    expect(events[0]).toMatchObject({ type: "log", level: "warn" });
    expect(done.output.perceptions).toMatchObject([{ score: 48, band: "fond", modifier: 2, reasons: [] }]);
  });
});

it("[NP14] scripts go on without a host, pass a host's refusal on, and end well whatever they are given", async () => {
  const alone = await runScript("update-perception", example("update-perception"));
  expect(alone.done).toMatchObject({ ok: true, output: { patch: { people: { osk: { feeling: -10 } } } } });
  host = await openFakeHost(() => ({ status: 400, body: { error: { code: "invalid_record", message: "No." } } }));
  const refused = await runScript("update-perception", { ...example("update-perception"), host: host.access });
  expect([refused.status, refused.done.ok, refused.events[0].errorCode]).toEqual([0, false, "invalid_record"]);
  for (const script of ["update-perception", "initialize-perception", "query-perception"]) {
    for (const nonsense of ["", "[]", '{"input":{"npcs":7,"changes":7}}']) {
      const { status, done } = await runScript(script, nonsense);
      expect([script, status, done.ok]).toEqual([script, 0, false]);
    }
    const bare = {
      input: { npcs: ["x"] },
      context: { people: 3, beat: "b", factions: [] },
      dependencies: { outcome: 4 },
    };
    expect((await runScript(script, bare)).done.ok).toBe(true);
  }
});
