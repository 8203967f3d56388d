// Play where the store cannot be opened, as real files. They need the workspace to be built.
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Engine, type EngineOptions, openEngine } from "../src/index.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

const CAMPAIGN = "the-piano-on-the-third-landing";

async function opened(options: EngineOptions): Promise<Engine> {
  const engine = await openEngine({ withoutHistory: true, startAhead: false, lang: "en", ...options });
  onTestFinished(() => engine.close());
  return engine;
}

/** Every file of a folder with what it holds. */
async function prints(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const found: Record<string, string> = {};
  for (const name of names.sort()) {
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    found[name] = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  }
  return found;
}

/** Plays two scenes; they must be told, and the first must say that nothing is kept. */
async function twoScenes(engine: Engine, code: string, reason: RegExp): Promise<void> {
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  const opening = await collect(story.begin());
  expect(opening.find((event) => event.type === "notice" && event.code === code)).toMatchObject({
    message: expect.stringMatching(reason),
    action: "Nothing that exists was touched.",
  });
  const scene = sceneIn(await collect(story.choose(1)));
  expect(scene.paragraphs.join(" ")).not.toBe("");
  expect([3, 4]).toContain(scene.choices.length);
  expect((await engine.findings()).map(({ code }) => code)).toEqual([code]);
}

it("[EN1423] tells a story where the file of all stories is damaged, and leaves that file as it is", async () => {
  const dataDir = await tempFolder();
  await writeFile(join(dataDir, "narratoria.db"), "no database at all ".repeat(1000));
  await writeFile(join(dataDir, "preferences.json"), '{"theme": "paper"}');
  const before = await prints(dataDir);
  const engine = await opened({ dataDir });
  await twoScenes(engine, "stories_damaged", /forgotten when you leave\. .*is damaged or is not a Narratoria database/);
  expect(await readFile(join(engine.dataDir, "preferences.json"), "utf8")).toBe('{"theme": "paper"}');
  await engine.close();
  expect(await prints(dataDir)).toMatchObject(before);
  await expect(stat(engine.dataDir)).rejects.toMatchObject({ code: "ENOENT" });
});

it("[EN1423] tells a story while another plays with the data folder, which goes on undisturbed", async () => {
  const dataDir = await tempFolder();
  const first = await engineOn(dataDir);
  const story = await first.play(CAMPAIGN, { seed: "5" });
  await collect(story.begin());
  await twoScenes(await opened({ dataDir }), "without_history", /Another Narratoria .* is playing/);
  expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
  expect((await first.playthroughs()).map(({ id }) => id)).toEqual([story.id]);
});

it("[EN1423] tells a story where the usual data folder cannot be used", async () => {
  const usual = join(await tempFolder(), "file");
  await writeFile(usual, "");
  vi.stubEnv("NARRATORIA_HOME", usual);
  onTestFinished(() => void vi.unstubAllEnvs());
  await twoScenes(await opened({}), "without_history", /is not a folder that can be written to/);
});

it("[EN1423] throws where nobody asked for stories without history, or only looks, or named a folder that is none", async () => {
  const dataDir = join(await tempFolder(), "file");
  await writeFile(dataDir, "");
  await expect(openEngine({ dataDir })).rejects.toMatchObject({ code: "data_folder" });
  await expect(openEngine({ dataDir, withoutHistory: true })).rejects.toMatchObject({ code: "data_folder" });
  await expect(openEngine({ dataDir, withoutHistory: true, readOnly: true })).rejects.toThrow();
  expect((await opened({ dataDir: await tempFolder() })).withoutHistory).toBeNull();
});
