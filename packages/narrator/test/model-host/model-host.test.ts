import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type HostStatus, type ModelHost, type ModelHostOptions, openModelHost } from "@narratoria/narrator";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetBroken } from "../../src/model-host/broken-models.js";
import { type FakeRuntime, fakeRuntime } from "../support/fake-runtime.js";

/** A real child process that runs a library which has any fault that it is asked for. */
let fake: FakeRuntime;
const OPENER = fileURLToPath(new URL("../fixtures/open-host.mjs", import.meta.url));
const opened: ModelHost[] = [];
const { signal } = new AbortController();

beforeAll(() => {
  fake = fakeRuntime();
});
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close();
});
afterAll(() => fake.remove());

function open(options: Partial<ModelHostOptions> = {}): ModelHost {
  const host = openModelHost({ model: fake.model(), runtime: fake.runtime, ...options });
  opened.push(host);
  return host;
}

const ask = (prompt: string) => ({ sequence: "prose", system: "Tell.", prompt, maxTokens: 1000 }) as const;

/** A promise that is resolved from outside. */
function settable(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Processes of this machine that run the child for us. */
function children(): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      const parent = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      return line.includes("model-child.js") && parent === String(process.pid);
    } catch {
      return false;
    }
  });
}

describe("writing", () => {
  it("[NA142] starts with the first request and ends with close", async () => {
    const seen: HostStatus["state"][] = [];
    const host = open({ onStatus: ({ state }) => seen.push(state) });
    expect(host.status).toEqual({ state: "off", restarts: 0 });
    expect(children()).toEqual([]);
    const written = await host.write(ask("say The door opens."), { signal });
    expect(written).toMatchObject({ text: "The door opens.", ended: "end" });
    expect(host.status).toMatchObject({ state: "ready", model: { id: "fake", contextTokens: 2048 }, restarts: 0 });
    expect(children()).toHaveLength(1);
    await host.close();
    expect(children()).toEqual([]);
    expect(seen).toEqual(["starting", "ready", "off"]);
    await expect(host.write(ask("say more"), { signal })).rejects.toMatchObject({ code: "closed" });
  });

  it("[NA154] gives the text in pieces that make the whole and split no character, marks left out", async () => {
    const pieces: string[] = [];
    const text = "A fox \ud83e\udd8a runs \u{1F3D4} home.";
    const onText = (piece: string): unknown => pieces.push(piece);
    const written = await open().write(ask(`slowly say ${text}<|im_end|>`), { signal, onText });
    expect(written.text).toBe(text);
    expect(pieces.join("")).toBe(text);
    expect(pieces.every((piece) => !/\p{Surrogate}/u.test(piece))).toBe(true);
    expect(pieces.length).toBeGreaterThan(3);
  });

  it("[NA134] says what ended it and how long it was", async () => {
    const host = open();
    const cut = await host.write({ ...ask("say abcdef"), maxTokens: 3 }, { signal });
    expect(cut).toMatchObject({ text: "abc", ended: "length", tokens: { written: 3 } });
    const stopped = await host.write({ ...ask("say abc--def"), stop: ["--"] }, { signal });
    expect(stopped).toMatchObject({ text: "abc", ended: "stop" });
    expect(stopped.timeMs.total).toBeGreaterThanOrEqual(stopped.timeMs.firstText);
    expect(stopped.timeMs.firstText).toBeGreaterThanOrEqual(stopped.timeMs.queued);
  });

  it("[NA135] reads of a prompt only what the sequence has not read before", async () => {
    const host = open();
    const long = "The inn stands at the ford. ".repeat(20);
    const first = await host.write(ask(`${long} say one`), { signal });
    expect(first.tokens.evaluated).toBe(first.tokens.prompt - 1);
    const plan = await host.write({ ...ask("a plan: say x"), sequence: "plan" }, { signal });
    expect(plan.tokens.prompt).toBeLessThan(50);
    const second = await host.write(ask(`${long} say two`), { signal });
    expect(second.tokens.prompt).toBe(first.tokens.prompt);
    expect(second.tokens.evaluated).toBeLessThanOrEqual(4);
  });

  it("[NA135] reads ahead what a later request begins with", async () => {
    const host = open();
    const long = "The inn stands at the ford. ".repeat(20);
    await host.preload({ sequence: "prose", system: "Tell.", prompt: `${long} say` }, { signal });
    const { tokens } = await host.write(ask(`${long} say one`), { signal });
    expect(tokens.evaluated).toBeLessThanOrEqual(8);
    expect(tokens.prompt).toBeGreaterThan(500);
  });

  it("[NA136] refuses a prompt that does not fit, and a schema that makes no grammar; the next request is not harmed", async () => {
    const host = open();
    await expect(host.write(ask("word ".repeat(500)), { signal })).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("2048"),
    });
    const bad = host.write({ ...ask("say x"), schema: { bad: true } }, { signal });
    await expect(bad).rejects.toMatchObject({ code: "bad_request" });
    await expect(host.write(ask("throw"), { signal })).rejects.toMatchObject({ code: "host_failed" });
    expect((await host.write(ask("say on"), { signal })).text).toBe("on");
    expect(host.status.restarts).toBe(0);
  });

  it("[NA136] makes the grammar of a schema once", async () => {
    const faults: string[] = [];
    const host = open({ onFault: ({ stderr }) => faults.push(stderr) });
    const schema = { type: "object", properties: {} };
    const first = await host.write({ ...ask("a"), schema }, { signal });
    expect(first.text).toBe('{"grammar":{"type":"object","properties":{}}}');
    await host.write({ ...ask("b"), schema: { ...schema } }, { signal });
    await host.write({ ...ask("c"), schema: { type: "string" } }, { signal });
    await expect(host.write(ask("segv"), { signal })).rejects.toThrow();
    expect(faults[0]?.match(/grammar made/g)).toHaveLength(2);
  });

  it("[NA136] makes a grammar of lists of pieces, each by itself", async () => {
    const pieces = [[" old", ' "worn"'], [" and"], ["\\", "."]];
    const { text } = await open().write({ ...ask("a"), pieces }, { signal });
    expect(JSON.parse(text).grammar.split("\n")).toEqual([
      "root ::= p0 p1 p2",
      String.raw`p0 ::= " old" | " \"worn\""`,
      `p1 ::= " and"`,
      String.raw`p2 ::= "\\" | "."`,
    ]);
  });

  it("[NA143] counts tokens beside what is written", async () => {
    const host = open();
    const begun = settable();
    const stop = new AbortController();
    const writing = host.write(ask(`slowly say ${"a".repeat(900)}`), {
      signal: stop.signal,
      onText: () => begun.resolve(),
    });
    await begun.promise;
    expect(await host.countTokens(["abc", "", "a fox"])).toEqual([3, 0, 5]);
    stop.abort(new Error("It was still being written."));
    await expect(writing).rejects.toThrow("still being written");
  });

  it("[NA143] takes a hundred thousand tokens, and what libraries print", async () => {
    const host = open();
    let length = 0;
    const onText = (piece: string): void => {
      length += piece.length;
    };
    const { text, tokens } = await host.write(ask("stdout stderr flood 100000"), { signal, onText });
    expect(text).toHaveLength(500_000);
    expect(length).toBe(500_000);
    expect(tokens.written).toBe(100_000);
  });
});

describe("order", () => {
  it("[NA144] takes requests in order, what is wanted now before what is for later", async () => {
    const host = open();
    const order: string[] = [];
    const write = async (prompt: string, priority: "now" | "ahead"): Promise<void> => {
      const { ended } = await host.write({ ...ask(prompt), priority }, { signal });
      order.push(`${prompt.slice(-1)} ${ended}`);
    };
    await Promise.all([
      write("say a", "now"),
      write("say b", "ahead"),
      host.preload(ask("say p"), { signal }).then(() => order.push("p")),
      write("say c", "now"),
      write("say d", "ahead"),
    ]);
    expect(order).toEqual(["a end", "c end", "b end", "d end", "p"]);
  });

  it("[NA144] ends what is for later when something is wanted now, with what it has", async () => {
    const host = open();
    const begun = settable();
    const ahead = host.write(
      { ...ask(`slowly say ${"a".repeat(900)}`), priority: "ahead" },
      { signal, onText: () => begun.resolve() },
    );
    await begun.promise;
    const now = await host.write(ask("say now"), { signal });
    expect(now.text).toBe("now");
    const given = await ahead;
    expect(given.ended).toBe("gave_way");
    expect(given.text.length).toBeLessThan(900);
    expect("a".repeat(900)).toContain(given.text);
  });

  it("[NA144] stops reading ahead between two pieces of a prompt, and keeps what it has read", async () => {
    const host = open();
    await host.write(ask("say x"), { signal });
    const long = `slow reading ${"word ".repeat(180)}`;
    const preloaded = host.preload({ ...ask(long), sequence: "plan" }, { signal });
    const now = await host.write(ask("say now"), { signal });
    await preloaded;
    expect(now.text).toBe("now");
    const { tokens } = await host.write({ ...ask(`${long}say on`), sequence: "plan" }, { signal });
    expect(tokens.evaluated).toBeLessThan(tokens.prompt);
  });
});

describe("ends before its time", () => {
  it("[NA145] rejects with the reason of an abort at once, and goes on with the next request", async () => {
    const host = open();
    const stop = new AbortController();
    const begun = settable();
    const writing = host.write(ask(`slowly say ${"a".repeat(900)}`), {
      signal: stop.signal,
      onText: () => begun.resolve(),
    });
    const queued = host.write(ask("say next"), { signal });
    await begun.promise;
    stop.abort(new Error("The player chose."));
    await expect(writing).rejects.toThrow("The player chose.");
    expect((await queued).text).toBe("next");
    expect(host.status.restarts).toBe(0);
    await expect(host.write(ask("say x"), { signal: AbortSignal.abort("no") })).rejects.toBe("no");
  });

  it("[NA145] never begins what was given up while it waited", async () => {
    const host = open();
    const stop = new AbortController();
    const first = host.write(ask("slowly say abcdef"), { signal });
    const second = host.write(ask("segv"), { signal: stop.signal });
    stop.abort(new Error("no"));
    await expect(second).rejects.toThrow("no");
    await first;
    expect((await host.write(ask("say x"), { signal })).text).toBe("x");
    expect(host.status.restarts).toBe(0);
  });

  it("[NA146] ends a request at its time, and the process when that does not stop", async () => {
    const host = open({ patience: { cancelMs: 50 } });
    await host.write(ask("say x"), { signal });
    const slow = host.write({ ...ask(`slowly say ${"a".repeat(900)}`), timeoutMs: 40 }, { signal });
    await expect(slow).rejects.toMatchObject({ code: "timeout" });
    const never = host.write({ ...ask("never"), timeoutMs: 40 }, { signal });
    const after = host.write(ask("say after"), { signal });
    await expect(never).rejects.toMatchObject({ code: "timeout" });
    expect((await after).text).toBe("after");
    expect(host.status).toMatchObject({ restarts: 1, lastFault: expect.stringContaining("did not stop") });
  });
});

describe("faults", () => {
  const patience = { beatMs: 20, hangMs: 400, stallMs: 60_000 };

  it.each([
    ["segv", "ended unexpectedly"],
    ["kill me", "was killed"],
    ["exit", "ended unexpectedly"],
    ["garbage", "cannot be read"],
  ])("[NA147] %s costs one answer", async (fault, sentence) => {
    const host = open();
    const lost = host.write(ask(fault), { signal });
    const next = host.write(ask("say next"), { signal });
    await expect(lost).rejects.toMatchObject({ code: "host_failed", message: expect.stringContaining(sentence) });
    expect((await next).text).toBe("next");
    expect(host.status).toMatchObject({ state: "ready", restarts: 1, lastFault: expect.stringContaining(sentence) });
  });

  it.each(["busy", "stop me"])("[NA148] a process that hangs (%s) is killed and costs one answer", async (fault) => {
    const host = open({ patience });
    await expect(host.write(ask(fault), { signal })).rejects.toMatchObject({
      code: "host_failed",
      message: expect.stringContaining("hung"),
    });
    expect((await host.write(ask("say next"), { signal })).text).toBe("next");
    expect(children()).toHaveLength(1);
  });

  it("[NA148] one that lives and does not get on is killed as well", async () => {
    const host = open({ patience: { ...patience, stallMs: 200 } });
    await expect(host.write(ask("never"), { signal })).rejects.toMatchObject({
      code: "host_failed",
      message: expect.stringContaining("get on"),
    });
  });

  it("[NA149] is given up for good after three restarts within five minutes, and says so once", async () => {
    const states: HostStatus[] = [];
    const host = open({ onStatus: (status) => states.push(status) });
    for (let fault = 0; fault < 4; fault++) {
      await expect(host.write(ask("segv"), { signal })).rejects.toMatchObject({ code: "host_failed" });
    }
    expect(host.status).toMatchObject({ state: "given-up", restarts: 3 });
    await expect(host.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "host_gave_up" });
    expect(states.filter(({ state }) => state === "given-up")).toHaveLength(1);
    expect(children()).toEqual([]);
  });

  it("[NA149] forgets faults that are older than that", async () => {
    const host = open({ patience: { windowMs: 0 } });
    for (let fault = 0; fault < 5; fault++) await expect(host.write(ask("segv"), { signal })).rejects.toThrow();
    expect(host.status).toMatchObject({ state: "off", restarts: 5 });
  });
});

describe("loading", () => {
  it("[NA133] says what is missing without starting anything", async () => {
    const none = openModelHost({});
    await expect(none.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "no_model" });
    await expect(none.embed(["a"])).rejects.toMatchObject({ code: "no_model" });
    const gone = open({ model: join(fake.dir, "gone.gguf") });
    await expect(gone.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "no_model" });
    expect(gone.status.state).toBe("off");
    const bare = open({ runtime: fake.dir });
    await expect(bare.write(ask("say x"), { signal })).rejects.toMatchObject({
      code: "no_runtime",
      message: "The model libraries are not installed.",
    });
    expect(bare.status.state).toBe("off");
  });

  it("[NA137] refuses a file that is no model, with the reason", async () => {
    const path = fake.model();
    writeFileSync(path, "<html>log in</html>");
    const host = open({ model: path });
    await expect(host.write(ask("say x"), { signal })).rejects.toMatchObject({
      code: "model_broken",
      message: expect.stringContaining("no GGUF file"),
    });
    const cut = open({ model: fake.model("cut") });
    await expect(cut.write(ask("say x"), { signal })).rejects.toMatchObject({
      code: "model_broken",
      message: expect.stringContaining("damaged"),
    });
  });

  it("[NA150] a model that the process died over is not tried again until its file has changed", async () => {
    const path = fake.model("segv");
    const host = open({ model: path });
    await expect(host.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "model_broken" });
    await expect(host.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "model_broken" });
    expect(host.status.restarts).toBe(1);
    writeFileSync(path, "GGUF and sound now");
    expect((await host.write(ask("say x"), { signal })).text).toBe("x");
  });

  it("[NA290] nor by the next host of that data folder, until the player has it checked or chosen", async () => {
    const path = fake.model("segv");
    const first = open({ model: path, brokenIn: fake.dir });
    await expect(first.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "model_broken" });
    const second = open({ model: path, brokenIn: fake.dir });
    const refused = second.write(ask("say x"), { signal });
    await expect(refused).rejects.toMatchObject({
      code: "model_broken",
      message: expect.stringContaining("is verified"),
    });
    expect(second.status).toMatchObject({ state: "off", restarts: 0 });
    forgetBroken(fake.dir, path);
    const third = open({ model: path, brokenIn: fake.dir });
    await expect(third.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "model_broken" });
    expect(third.status.restarts).toBe(1);
    writeFileSync(path, "GGUF and sound now");
    expect((await second.write(ask("say x"), { signal })).text).toBe("x");
  });

  it("[NA290] a memory of broken models that is itself broken, or cannot be kept, is as none", async () => {
    const path = fake.model("");
    for (const text of ["{", "[1]", `{"${path}":{"bytes":4}}`, "null"]) {
      writeFileSync(join(fake.dir, "broken-models.json"), text);
      expect((await open({ model: path, brokenIn: fake.dir }).write(ask("say x"), { signal })).text).toBe("x");
    }
    const nowhere = open({ model: fake.model("segv"), brokenIn: join(fake.dir, "none") });
    await expect(nowhere.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "model_broken" });
  });

  it("[NA151] one that was killed over it is tried again with half the context", async () => {
    const path = fake.model("kill");
    const host = open({ model: path, contextTokens: 2048 });
    await expect(host.write(ask("say x"), { signal })).rejects.toMatchObject({ code: "host_failed" });
    writeFileSync(path, "GGUF");
    await host.write(ask("say x"), { signal });
    expect(host.status.model?.contextTokens).toBe(1024);
    appendFileSync(path, " kill");
  });

  it("[NA133] a graphics driver without memory of its own is not used", async () => {
    const host = open({ gpu: "auto" });
    expect((await host.write(ask("which gpu"), { signal })).text).toBe("false");
  });
});

describe.runIf(process.platform === "linux")("the process", () => {
  it("[NA140] gets nothing of our environment", async () => {
    vi.stubEnv("HF_TOKEN", "secret");
    const host = open();
    await host.write(ask("say x"), { signal });
    const [pid = ""] = children();
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
    expect(environment).not.toContain("secret");
    expect(environment).toContain("NODE_LLAMA_CPP_SKIP_DOWNLOAD=true");
    expect(environment).toContain("HF_HUB_OFFLINE=1");
    vi.unstubAllEnvs();
  });

  it("[NA141] has a group of its own, whose end leaves nobody", async () => {
    const host = open();
    await host.write(ask("say x"), { signal });
    const [pid = ""] = children();
    expect(existsSync(readlinkSync(`/proc/${pid}/exe`))).toBe(true);
    process.kill(-Number(pid), 0);
    await host.close();
    expect(() => process.kill(-Number(pid), 0)).toThrow("ESRCH");
  });

  it.each([
    ["SIGKILL", "stop me"],
    ["SIGTERM", "never"],
  ] as const)("[NA141] dies with whoever opened it (%s), whatever it does (%s)", async (by, last) => {
    const parent = spawn(process.execPath, [OPENER, fake.model(), fake.runtime, last], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await once(parent.stdout, "data");
    const pid = Number(String(said));
    expect(pid).toBeGreaterThan(1);
    parent.kill(by);
    await once(parent, "exit");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 10_000 });
  });
});
