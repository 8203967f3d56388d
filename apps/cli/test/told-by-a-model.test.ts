// SPEC.md CL110 to CL113: which model tells the story, and what is said where there is none.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { play, type PlayFlags } from "../src/play/play.js";

async function playing(flags: PlayFlags, prepare: (data: string) => Promise<void> = async () => {}) {
  const data = await mkdtemp(join(tmpdir(), "narratoria-model-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await prepare(data);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let [out, err] = ["", ""];
  stdout.on("data", (chunk) => (out += chunk));
  stderr.on("data", (chunk) => (err += chunk));
  const code = await play(
    { campaign: undefined },
    { data, seed: "7", turns: 0, choose: { kind: "first" }, ...flags },
    {
      stdin: new PassThrough(),
      stdout,
      stderr,
      env: {},
      platform: "linux",
      signal: new AbortController().signal,
      interrupt() {},
      suspend() {},
    },
  );
  return { code, out, err };
}

it.each<[PlayFlags, RegExp]>([
  [{ model: "/nowhere/a.gguf" }, /There is no file \/nowhere\/a\.gguf/],
  [{ model: "/nowhere/a.gguf", narrator: "storybook" }, /two narrators/],
  [{ narrator: "model" }, /No model has been chosen.*narratoria models use/],
])("[CL110] %j is refused with what to do, before anything begins", async (flags, words) => {
  await expect(playing(flags)).rejects.toMatchObject({ message: expect.stringMatching(words), exitCode: 2 });
});

it("[CL111] a chosen model that is gone holds no story up: the storybook tells it, with a note", async () => {
  const { code, out, err } = await playing({}, async (data) => {
    await mkdir(data, { recursive: true });
    const file = { path: join(data, "gone.gguf"), bytes: 1, mtimeMs: 1, sha256: "0".repeat(64) };
    const models = { gone: { title: "Gone", kind: "narrator", files: [file], added: true } };
    await writeFile(join(data, "models.json"), JSON.stringify({ chosen: "gone", models }));
  });
  expect(code).toBe(0);
  expect(out).toContain("What do you do?");
  expect(err).toMatch(/^Note: .*The storybook tells the story\.\n$/);
});

it("[CL112] what a named model runs on is fetched; where that fails the reason is said, and the story is told", async () => {
  const runtimes = await mkdtemp(join(tmpdir(), "narratoria-runtimes-"));
  onTestFinished(() => rm(runtimes, { recursive: true, force: true }));
  vi.stubEnv("NARRATORIA_RUNTIMES", runtimes);
  // A registry that nobody answers at.
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
  vi.stubEnv("npm_config_fetch_retries", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  const model = join(runtimes, "a.gguf");
  await writeFile(model, "GGUF");
  const { code, out, err } = await playing({ model });
  expect(code).toBe(0);
  expect(out).toContain("What do you do?");
  expect(err).toMatch(/^What language models run on is not here yet\..*\nNote: There is no network, or /);
});

it("[CL113] --trace adds a line about each turn, and a path that cannot be one is refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "narratoria-trace-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const trace = join(folder, "turns.jsonl");
  await writeFile(trace, "{}\n");
  await playing({ trace, turns: 1 });
  const lines = (await readFile(trace, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {},
    {
      outcome: "success",
      timeMs: { firstText: expect.any(Number), choices: expect.any(Number), total: expect.any(Number) },
    },
    { outcome: "success", timeMs: { total: expect.any(Number) } },
  ]);
  await expect(playing({ trace: folder })).rejects.toMatchObject({
    message: expect.stringContaining(folder),
    exitCode: 2,
  });
});
