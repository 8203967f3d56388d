// SPEC.md: texts of a scene that the asking script has written, and what happens where it does not.
import { createScriptedHost } from "@narratoria/narrator/testing";
import { isContract } from "@narratoria/protocol/contracts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ScriptWriter, type ScriptWriterOptions } from "../src/host/script-writer.js";
import { WritersElsewhere } from "../src/story/writers-elsewhere.js";

const REQUEST = {
  sequence: "prose",
  system: "s",
  prompt: "p",
  maxTokens: 102,
  temperature: 0.4,
  stop: ["\n"],
} as const;

function writer(more: Partial<ScriptWriterOptions> = {}) {
  const asked: object[] = [];
  const faults: string[] = [];
  const made = new ScriptWriter(["claude"], {
    ask: (piece) => asked.push(piece),
    onFault: ({ code }) => faults.push(code),
    instead: null,
    ...more,
  });
  const pieces: string[] = [];
  const write = (request: object = {}, signal = new AbortController().signal) =>
    made.write({ ...REQUEST, ...request }, { signal, onText: (piece) => pieces.push(piece) });
  return { made, asked, faults, pieces, write };
}

const local = () => createScriptedHost(() => "The stove is warm.");

describe("a text that a script has written", () => {
  it("[EN330] is asked for by a piece, and comes in parts, without marks and up to its stop", async () => {
    const { made, asked, pieces, write } = writer();
    const text = write();
    for (const part of ["\n\nThe be", "ll <|im", "_end|>hums.\u0007 It st", "ops.\nAnd then"])
      made.take({ kind: "written", id: 1, text: part });
    expect((await text).text).toBe("The bell hums. It stops.");
    expect(pieces.join("")).toBe("The bell hums. It stops.");
    expect(asked).toEqual([
      { type: "write", id: 1, providers: ["claude"], system: "s", prompt: "p", maxTokens: 102, temperature: 0.4 },
      { type: "enough", id: 1 },
    ]);
    const result = { type: "result", paragraphs: ["x"], choices: [], narrator: "model" };
    expect(
      isContract("host-services", { service: "generate", request: { kind: "scene" }, response: [...asked, result] }),
    ).toBe(true);
  });

  it("[EN330] ends with the script's word for it, or at twenty thousand characters", async () => {
    const { made, write } = writer();
    const text = write();
    made.take({ kind: "written", id: 1, text: "The bell hums.", end: "done" });
    expect((await text).text).toBe("The bell hums.");
    const long = write();
    made.take({ kind: "written", id: 2, text: "on and ".repeat(4_000) });
    expect((await long).text.length).toBeGreaterThan(20_000);
    // Nobody waits for it any more.
    made.take({ kind: "written", id: 2, text: "more", end: "done" });
    made.take({ kind: "written", id: 9, text: "more" });
  });

  it("[EN331] whoever steps in writes where the script fails before a word, and the rest of the scene", async () => {
    const host = local();
    const { made, asked, faults, write } = writer({ instead: host });
    const text = write();
    made.take({
      kind: "written",
      id: 1,
      end: "failed",
      faults: [{ provider: "claude", code: "busy", message: "Busy." }],
    });
    expect((await text).text).toBe("The stove is warm.");
    expect((await write()).text).toBe("The stove is warm.");
    expect([faults, made.failed, host.writes.length]).toEqual([["busy"], true, 2]);
    expect(asked).toHaveLength(1);
  });

  it("[EN331] what came before it failed stands, and a text of given pieces is never the script's", async () => {
    const host = local();
    const { made, asked, write } = writer({ instead: host });
    await write({ pieces: [["yes", "no"]] });
    expect([asked, host.writes.length]).toEqual([[], 1]);
    const text = write();
    made.take({ kind: "written", id: 1, text: "The bell hums. It", end: "failed" });
    expect((await text).text).toBe("The bell hums. It");
    expect(host.writes).toHaveLength(1);
  });

  it("[EN331] is asked for a text in a form, and still for scenes where it cannot keep to one", async () => {
    const { made, asked, faults, write } = writer({ instead: local() });
    const schema = { type: "object", properties: { 1: { enum: ["fine"] } } };
    const formed = write({ schema });
    expect(asked).toMatchObject([{ type: "write", id: 1, schema }]);
    const response = [...asked, { type: "result", paragraphs: ["x"], choices: [], narrator: "model" }];
    expect(isContract("host-services", { service: "generate", request: { kind: "scene" }, response })).toBe(true);
    made.take({ kind: "written", id: 1, text: `{"1":"fine"}`, end: "done" });
    expect((await formed).text).toBe(`{"1":"fine"}`);
    const refused = write({ schema });
    made.take({ kind: "written", id: 2, end: "failed" });
    await expect(refused).rejects.toMatchObject({ code: "bad_request" });
    const scene = write();
    made.take({ kind: "written", id: 3, text: "The bell hums.", end: "done" });
    expect((await scene).text).toBe("The bell hums.");
    expect([faults, made.failed]).toEqual([[], false]);
  });

  it("[EN331] without anybody to step in it fails for this scene alone", async () => {
    const { made, write } = writer();
    const text = write();
    made.take({ kind: "written", id: 1, end: "failed" });
    await expect(text).rejects.toMatchObject({ code: "host_failed" });
    await expect(write()).rejects.toMatchObject({ code: "host_failed" });
  });

  it("[EN332] a script that says nothing is waited for 10 seconds in a scene, and no text longer than it may take", async () => {
    let now = 0;
    const { made, asked, write } = writer({ now: () => now, instead: local() });
    await expect(write({ timeoutMs: 5 })).rejects.toMatchObject({ code: "timeout" });
    expect([asked.at(-1), made.failed]).toEqual([{ type: "enough", id: 1 }, false]);
    now = 8_500;
    made.take({ kind: "written", id: 1, text: "Too late." });
    now = 9_000;
    await expect(write()).rejects.toMatchObject({ code: "timeout" });
    expect(made.failed).toBe(true);
  });

  it("[EN332] what came in the player's patience stands, and whoever has written has not failed", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { made, write } = writer({ now: () => Date.now(), patienceMs: 60_000 });
    const text = write();
    await vi.advanceTimersByTimeAsync(30_000);
    made.take({ kind: "written", id: 1, text: "The bell hums. It" });
    await vi.advanceTimersByTimeAsync(29_100);
    expect((await text).text).toBe("The bell hums. It");
    const late = expect(write()).rejects.toMatchObject({ code: "timeout" });
    await vi.advanceTimersByTimeAsync(1);
    await late;
    expect(made.failed).toBe(false);
  });

  it("[EN332] whoever steps in has what is left of the time", async () => {
    let now = 0;
    const host = local();
    const { made, write } = writer({ now: () => now, instead: host });
    const text = write();
    now = 4_000;
    made.take({ kind: "written", id: 1, end: "failed" });
    expect((await text).text).toBe("The stove is warm.");
    expect(host.writes.map(({ timeoutMs }) => timeoutMs)).toEqual([5_000]);
  });

  it("[EN332] is given up with its signal, and the script told so", async () => {
    const { asked, write } = writer();
    const given = new AbortController();
    const text = write({}, given.signal);
    given.abort(new Error("enough"));
    await expect(text).rejects.toThrow("enough");
    expect(asked.at(-1)).toEqual({ type: "enough", id: 1 });
  });
});

describe("the storytellers elsewhere", () => {
  function elsewhere() {
    let now = 0;
    const asked: object[] = [];
    const writers = new WritersElsewhere({
      now: () => now,
      local: null,
      // A narrator that asks for one text and tells nothing.
      narratorOf: (writer) => ({
        gaveUp: null,
        tells: true,
        readAhead: async () => {},
        tell: async () => {
          await writer.write(REQUEST, { signal: new AbortController().signal }).catch(() => {});
          throw new Error("not told");
        },
      }),
    });
    /** @returns Those that were asked. */
    const scene = async (part: object, providers = ["claude", "ollama"]): Promise<string[]> => {
      const before = asked.length;
      const narrator = writers.narratorFor({ providers }, (piece) => asked.push(piece));
      if (!narrator) return [];
      const told = Reflect.apply(narrator.tell, narrator, []).catch(() => {});
      writers.take({ kind: "written", id: 1, ...part });
      await told;
      writers.over();
      const [piece] = asked.slice(before);
      return piece && "providers" in piece && Array.isArray(piece.providers) ? piece.providers : [];
    };
    return { writers, scene, later: (ms: number) => (now += ms) };
  }
  const fault = (code: string, more = {}) => ({ provider: "claude", code, message: "It is so.", ...more });

  it("[EN333] one that fails three scenes in a row is not asked for five, while the next one is", async () => {
    const { writers, scene } = elsewhere();
    const fails = { text: "The bell hums.", end: "done", faults: [fault("failing")] };
    for (let n = 0; n < 3; n++) expect(await scene(fails)).toEqual(["claude", "ollama"]);
    for (let n = 0; n < 5; n++) expect(await scene({ text: "The bell hums.", end: "done" })).toEqual(["ollama"]);
    expect(await scene(fails)).toEqual(["claude", "ollama"]);
    expect(writers.fault).toEqual(fault("failing"));
  });

  it("[EN1852] that one is left alone is told once, each time that it begins", async () => {
    const { writers, scene } = elsewhere();
    const fails = { text: "The bell hums.", end: "done", faults: [fault("failing")] };
    for (let n = 0; n < 2; n++) await scene(fails);
    expect(writers.takeRest()).toBeNull();
    await scene(fails);
    expect(writers.takeRest()).toEqual(fault("failing"));
    expect(writers.takeRest()).toBeNull();
    for (let n = 0; n < 8; n++) await scene(fails);
    expect(writers.takeRest()).toEqual(fault("failing"));
  });

  it("[EN333] one that answers in between begins anew, and a script that is silent counts for its first", async () => {
    const { scene } = elsewhere();
    const silent = { end: "failed" };
    for (const part of [silent, silent, { text: "The bell hums.", end: "done" }, silent, silent]) {
      expect(await scene(part, ["claude"])).toEqual(["claude"]);
    }
    expect(await scene(silent, ["claude"])).toEqual(["claude"]);
    expect(await scene(silent, ["claude"])).toEqual([]);
  });

  it("[EN333] one that wants to be left alone is, for as long as it says", async () => {
    const { scene, later } = elsewhere();
    await scene({ end: "failed", faults: [fault("busy", { retryAfterMs: 7_000 })] }, ["claude"]);
    later(6_999);
    expect(await scene({}, ["claude"])).toEqual([]);
    later(1);
    expect(await scene({ text: "The bell hums.", end: "done" }, ["claude"])).toEqual(["claude"]);
  });
});
