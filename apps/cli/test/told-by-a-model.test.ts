// SPEC.md CL110 and CL111: which model tells the story, and what is said where there is none.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
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
