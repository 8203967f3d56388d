import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEngine, recommendedModel } from "@narratoria/engine";
import {
  addModel,
  listModels,
  modelLines,
  progressText,
  pullModel,
  removeModel,
  useModel,
  verifyModels,
} from "../src/models.js";
import { narratorChecks } from "../src/doctor.js";
import { startProgress } from "../src/progress.js";
import { fakeTerminal } from "./fake-terminal.js";

/** The smallest model file there can be. */
function tinyModel(): Buffer {
  const number = (value: number, bytes: 4 | 8): Buffer => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUInt32LE(value);
    return buffer;
  };
  const text = (value: string): Buffer => Buffer.concat([number(value.length, 8), Buffer.from(value)]);
  const header = Buffer.concat([
    Buffer.from("GGUF"),
    number(3, 4),
    number(1, 8),
    number(1, 8),
    text("general.architecture"),
    number(8, 4),
    text("llama"),
    text("w"),
    number(1, 4),
    number(64, 8),
    number(0, 4),
    number(0, 8),
  ]);
  return Buffer.concat([header, Buffer.alloc(32 - (header.length % 32) + 256)]);
}

let data: string;
let close: () => void = () => {};
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "narratoria-cli-models-"));
  const file = tinyModel();
  const server = createServer((message, response) => {
    const [from = 0, to = 0] = (/\d+-\d+/.exec(message.headers.range ?? "")?.[0] ?? "").split("-").map(Number);
    const piece = file.subarray(from, to + 1);
    const hash = createHash("sha256").update(file).digest("hex");
    response
      .writeHead(206, {
        "content-range": `bytes ${from}-${from + piece.length - 1}/${file.length}`,
        "x-linked-etag": `"${hash}"`,
      })
      .end(piece);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => void server.close();
  vi.stubEnv("HF_ENDPOINT", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("NARRATORIA_MODELS", "");
  vi.stubEnv("NARRATORIA_RUNTIMES", "");
});
afterEach(() => {
  close();
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true, force: true });
});

describe("models", () => {
  it("[CL200] are listed with size, memory, licence and whether they are here, in lines or as JSON", async () => {
    const { terminal, out } = fakeTerminal();
    expect(await listModels({ data }, terminal)).toBe(0);
    expect(out()).toMatch(
      /^phi-3\.5-mini +Phi 3\.5 mini instruct: 3\.8 billion weights, size unknown until it is fetched\. Licence: MIT\. Not here\.$/m,
    );
    expect(out()).toMatch(/The storybook tells the stories\. No model is needed\./);
    // What nobody has measured is no number.
    expect(out()).not.toMatch(/\d (?:GB|MB|KB)/);
    const json = fakeTerminal();
    await listModels({ data, json: true }, json.terminal);
    expect(JSON.parse(json.out())).toHaveLength(6);
    expect(JSON.parse(json.out())[0]).toMatchObject({
      bytes: null,
      memoryBytes: null,
      contextTokens: null,
      sha256: null,
    });
    expect(existsSync(join(data, "models"))).toBe(false);
  });

  it("[CL201] are fetched once their licence is agreed to, and not without", async () => {
    const nobody = fakeTerminal();
    await expect(pullModel("phi-3.5-mini", { data }, nobody.terminal)).rejects.toThrow(
      "narratoria models pull phi-3.5-mini --yes",
    );
    expect(nobody.out()).toMatch(
      /Download: size unknown until the server says it, with 3\.8 billion weights.*\nLicence: MIT, https:.*\nChecksum: unknown beforehand/,
    );
    const no = fakeTerminal(["n"], true);
    expect(await pullModel("phi-3.5-mini", { data }, no.terminal)).toBe(0);
    expect(no.out()).toMatch(/Nothing was fetched\./);
    const yes = fakeTerminal(["y"], true);
    expect(await pullModel("phi-3.5-mini", { data }, yes.terminal)).toBe(0);
    expect(yes.out()).toMatch(
      /Fetched Phi 3\.5 mini instruct\.\nWhat it runs on is still missing: narratoria models setup\nTo let it tell/,
    );
  });

  it("[CL201] are not fetched while a story is played", async () => {
    const engine = await openEngine({ dataDir: data, startAhead: false });
    try {
      await expect(pullModel("phi-3.5-mini", { data, yes: true }, fakeTerminal().terminal)).rejects.toMatchObject({
        code: "busy",
      });
    } finally {
      await engine.close();
    }
    expect(await pullModel("phi-3.5-mini", { data, yes: true }, fakeTerminal().terminal)).toBe(0);
  });

  it("[CL202] are chosen, verified, added and removed by name", async () => {
    await pullModel("phi-3.5-mini", { data, yes: true }, fakeTerminal().terminal);
    const one = fakeTerminal();
    await useModel("phi-3.5-mini", { data }, one.terminal);
    await verifyModels(undefined, { data }, one.terminal);
    await listModels({ data }, one.terminal);
    await useModel("storybook", { data, json: true }, one.terminal);
    expect(one.out()).toMatch(/is chosen.*\nphi-3\.5-mini is sound\.\n[^]*Here, chosen\.[^]*"chosen": null/);
    const own = join(data, "own.gguf");
    writeFileSync(own, tinyModel());
    const two = fakeTerminal(["y"], true);
    await addModel(own, { data }, two.terminal);
    writeFileSync(own, Buffer.alloc(10));
    expect(await verifyModels("own", { data }, two.terminal)).toBe(1);
    await removeModel("own", { data }, two.terminal);
    expect(two.out()).toMatch(
      /Added own\.gguf as own\.[^]*own is not what it was[^]*Its file stays where it is[^]*Removed own\./,
    );
    await expect(removeModel("phi", { data, yes: true }, two.terminal)).rejects.toMatchObject({
      code: "unknown_model",
    });
  });

  it("[CL203] [CL1032] tell how far a long download is: often on one line at a terminal, now and then elsewhere", () => {
    const now = {
      file: "a.gguf",
      step: "fetching",
      doneBytes: 1.2e9,
      totalBytes: 2.4e9,
      bytesPerSecond: 8.1e6,
      secondsLeft: 148,
    } as const;
    expect(progressText("Fetching", now)).toBe("Fetching a.gguf: 50% of 2.4 GB, 8 MB/s, 2 minutes left");
    expect(progressText("Fetching", { ...now, quietSeconds: 12 })).toBe(
      "Fetching a.gguf: nothing has come for 12 s; it is asked for again. 1.2 GB are here and are kept.",
    );
    for (const [tty, shown] of [
      [true, 20],
      [false, 1],
    ] as const) {
      const { terminal } = fakeTerminal([], tty);
      const write = vi.spyOn(terminal.stderr, "write");
      let time = 0;
      const line = startProgress(terminal.stderr, () => time);
      for (; time < 5_000; time += 100) line.show("half");
      expect(write.mock.calls.length).toBe(shown);
      line.end();
      expect(write.mock.calls.length).toBe(shown + (tty ? 1 : 0));
    }
  });

  it("[CL1030] say what they are let do", async () => {
    const { terminal, out } = fakeTerminal();
    await listModels({ data, json: true }, terminal);
    const [first] = JSON.parse(out());
    const probe = { tokensPerSecond: 9, grammar: true, instruction: 1, names: 1, repeats: 0, whole: true };
    const told = (more: object): string => modelLines([{ ...first, state: "ready", ...more }])[0] ?? "";
    expect(told({})).toContain("Not tried yet: narratoria bench tries it");
    expect(told({ probe: { ...probe, tells: "scene" } })).toContain("It tells scenes.");
    expect(told({ probe: { ...probe, tells: "plans" } })).toContain("It plans and recalls; the storybook tells.");
    expect(told({ state: "missing" })).not.toMatch(/tried|tells/);
  });

  it("[CL204] that fit into the free memory are recommended, the best first", async () => {
    const { terminal, out } = fakeTerminal();
    await listModels({ data, json: true }, terminal);
    const models = JSON.parse(out());
    expect(recommendedModel(models, 16e9)?.name).toBe("phi-3.5-mini");
    expect(recommendedModel(models, 3e9)?.name).toBe("qwen-2.5-3b");
    expect(recommendedModel(models, 2.5e9)?.name).toBe("gemma-2-2b");
    expect(recommendedModel(models, 1e8)).toBeNull();
    const said = async (free: number) => (await narratorChecks(data, free)).map(({ text }) => text).join(" ");
    expect(await said(16e9)).toMatch(
      /No model is needed\. .*judged by memory and its number of weights alone: narratoria models pull phi-3\.5-mini$/,
    );
    expect(await said(1e8)).toMatch(/no language model both fits and is quick enough/);
    expect(modelLines(models).at(-1)).toBe("To fetch one: narratoria models pull NAME");
  });
});
