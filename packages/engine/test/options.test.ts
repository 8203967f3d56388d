// SPEC.md EN460 to EN466: what a program that no compiler has checked hands in, and what it gets.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TextGenerator, TextRequest } from "@narratoria/narrator";
import { dutifulAnswer } from "@narratoria/narrator/testing";
import { describe, expect, it } from "vitest";
import * as engineEntry from "../src/index.js";
import { type Engine, type EngineError, listPlaythroughs, openEngine } from "../src/index.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

/** Calls with arguments that no types have seen. */
function untyped<Result>(target: object, method: string, ...args: readonly unknown[]): Result {
  return Reflect.apply(Reflect.get(target, method), target, args);
}

const open = (options: unknown): Promise<Engine> => untyped(engineEntry, "openEngine", options);

describe("options from JavaScript", () => {
  it.each([
    [
      { narrator: "storybok" },
      'narrator must be one of auto, model, storybook, and is "storybok".',
      'Did you mean "storybook"?',
    ],
    [{ datadir: "x" }, 'The options of openEngine do not include "datadir".', 'Did you mean "dataDir"?'],
    [{ dataDir: 7 }, "dataDir must be text, and is the number 7.", 'Write it as "7".'],
    [{ skills: "folder" }, 'skills must be a list of texts, and is "folder".', ""],
    [{ readOnly: "yes" }, 'readOnly must be true or false, and is "yes".', ""],
    [{ models: { model: "x", gpu: "on" } }, 'models.gpu must be one of auto, off, and is "on".', ""],
    [{ models: "x.gguf" }, 'models must be an object with `model`, the path of a GGUF file, and is "x.gguf".', ""],
    [
      { embedder: {} },
      "embedder must be an object with `id`, `dimensions` and `embed()`, or null, and is an object.",
      "",
    ],
    [{ generator: () => "" }, "generator must be an object with `id` and `generate()`, and is a function.", ""],
    [null, "The options of openEngine must be an object, and is null.", ""],
  ])("[EN460] openEngine refuses %j", async (options, message, action) => {
    await expect(open(options)).rejects.toMatchObject({ code: "invalid_option", message, action });
  });

  it("[EN460] a call of the engine or of a story refuses what it cannot use, before anything happens", async () => {
    const dataDir = await tempFolder();
    const engine = await engineOn(dataDir, { narrator: "storybook" });
    await expect(untyped(engine, "play", "one-wheel-over", { seed: 7 })).rejects.toMatchObject({
      message: "seed must be text, and is the number 7.",
      action: 'Write it as "7".',
    });
    await expect(untyped(engine, "play")).rejects.toThrow("campaign must be text, and is undefined.");
    await expect(untyped(engine, "resume", 4)).rejects.toThrow("playthrough must be text, and is the number 4.");
    expect(await engine.playthroughs()).toEqual([]);
    const story = await engine.play("one-wheel-over", { seed: "7" });
    expect(() => untyped(engine, "export", story.id, { format: "pdf" })).toThrow(
      'format must be one of markdown, html, json, epub, twee, gamebook, gamebook-html, and is "pdf".',
    );
    expect(() => untyped(engine, "export", story.id)).toThrow("format must be one of");
    await expect(untyped(engine, "replay", story.id, { turn: 3 })).rejects.toThrow("turn must be text");
    expect(() => untyped(story, "begin", { signal: true })).toThrow("signal must be an AbortSignal, and is true.");
    expect(() => untyped(story, "begin", { character: "Ada" })).toThrow('character must be an object, and is "Ada".');
    expect(story.scene).toBeNull();
    await collect(story.begin());
    expect(() => untyped(story, "choose", undefined)).toThrow("There is no choice undefined.");
    expect(() => untyped(story, "goTo", 3)).toThrow("to must be text, and is the number 3.");
    expect(story.scene?.scene).toBe(0);
  });

  it.each([
    ["install", ["x.narratoria", { replace: 1 }], "replace must be true or false, and is the number 1."],
    ["install", [undefined], "from must be text, and is undefined."],
    ["pack", [".", { out: "x" }], 'The options of pack do not include "out".'],
    ["openSkills", [{ skills: [7] }], "skills must be a list of texts, and is a list."],
    ["listMemories", [{ dataDir: "." }], "playthroughId must be text, and is undefined."],
    ["validateCampaign", [null], "path must be text, and is null."],
    ["benchModel", [{ model: "m", gpu: true }], "gpu must be one of auto, off, and is true."],
    ["listCampaigns", [{}], "dataDir must be text, and is an object."],
  ])("[EN460] %s refuses %j", async (name, args, message) => {
    await expect(untyped(engineEntry, name, ...args)).rejects.toMatchObject({ code: "invalid_option", message });
  });

  it("[EN460] an option that is undefined counts as left out", async () => {
    await using engine = await open({ dataDir: await tempFolder(), narrator: undefined, generator: undefined });
    const story = await untyped<Promise<engineEntry.Story>>(engine, "play", "one-wheel-over", { seed: undefined });
    expect(story.title).toBe("One Wheel Over");
  });

  it("[EN461] a narrator that has to be a model is refused where there is none, and nothing is made", async () => {
    const dataDir = join(await tempFolder(), "unmade");
    await expect(openEngine({ dataDir, narrator: "model" })).rejects.toMatchObject({ code: "model_missing" });
    await expect(readdir(dataDir)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a turn that is awaited", () => {
  it("[EN462] is over when it is, with the scene on the table", async () => {
    const engine = await engineOn(await tempFolder());
    const story = await engine.play("one-wheel-over", { seed: "7" });
    const opening = await story.begin();
    expect(opening).toMatchObject({ type: "scene", scene: 0 });
    const first = await story.choose(1);
    expect(first).toEqual(story.scene);
    expect(await story.undo()).toEqual(opening);
    expect(await story.redo()).toEqual(first);
    // Its events are there still for who asks for them.
    const turn = story.choose(1);
    const scene = await turn;
    expect(sceneIn(await collect(turn))).toEqual(scene);
  });

  it("[EN462] fails as its events would", async () => {
    const engine = await engineOn(await tempFolder());
    const story = await engine.play("one-wheel-over", { seed: "7" });
    await story.begin();
    await expect(story.goTo("nowhere")).rejects.toMatchObject({ code: "no_such_turn" });
    expect(story.scene?.scene).toBe(0);
  });
});

/** A generator as an application might bring one. */
function generator(answer: (request: TextRequest) => AsyncIterable<string>): TextGenerator & { asked: TextRequest[] } {
  const asked: TextRequest[] = [];
  return {
    id: "ours",
    asked,
    generate(request) {
      asked.push(request);
      return answer(request);
    },
  };
}

async function* describing({ prompt }: TextRequest): AsyncGenerator<string> {
  yield dutifulAnswer(prompt, "Over there it is old.");
  yield " You decide to go home. Not this sentence.";
}

describe("a generator of the embedder's own", () => {
  const told = async (own: TextGenerator, narrator: "auto" | "model" | "storybook" = "model") => {
    const engine = await engineOn(await tempFolder(), { generator: own, narrator });
    const story = await engine.play("one-wheel-over", { seed: "7" });
    await story.begin();
    return collect(story.choose(1));
  };

  it("[EN463] tells the story, held to what a model is held to", async () => {
    const own = generator(describing);
    const scene = sceneIn(await told(own));
    expect(own.asked.length).toBeGreaterThan(0);
    expect(own.asked[0]).toMatchObject({ system: expect.stringContaining("You"), temperature: 0.75 });
    expect(["model", "mixed"]).toContain(scene.narrator);
    const words = scene.sentences?.filter(({ by }) => by === "model").map(({ text }) => text) ?? [];
    expect(words.length).toBeGreaterThan(0);
    expect(words.join(" ")).not.toMatch(/decide to go home/);
  });

  it("[EN463] leaves the scene to the storybook where it fails, and is not waited for where it does not hear its signal", async () => {
    const failing = generator(async function* () {
      yield "The stove";
      throw new Error("out of credit");
    });
    const events = await told(failing);
    expect(sceneIn(events).narrator).toBe("storybook");
    expect(noticesIn(events)).toEqual([]);
    const deaf = generator(async function* () {
      await new Promise(() => {});
      yield "";
    });
    const engine = await engineOn(await tempFolder(), { generator: deaf });
    const story = await engine.play("one-wheel-over", { seed: "7" });
    await story.begin();
    const stop = new AbortController();
    const turn = story.choose(1, { signal: stop.signal });
    while (deaf.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await turn)?.scene).toBe(0);
  });

  it("[EN463] is not asked where the storybook was asked for", async () => {
    const own = generator(describing);
    expect(sceneIn(await told(own, "storybook")).narrator).toBe("storybook");
    expect(own.asked).toEqual([]);
  });
});

it("[EN464] `await using` closes what was opened, and closing twice does nothing", async () => {
  const dataDir = await tempFolder();
  {
    await using engine = await openEngine({ dataDir });
    await using story = await engine.play("one-wheel-over", { seed: "7" });
    await story.begin();
    await story.close();
    await engine.close();
  }
  await using again = await openEngine({ dataDir });
  expect(await again.playthroughs()).toHaveLength(1);
});

it("[EN465] a playthrough tells no folder of this machine", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const { id } = await engine.play("one-wheel-over", { seed: "7" });
  const listed = [...(await engine.playthroughs()), ...(await listPlaythroughs(dataDir))];
  expect(listed.map((one) => one.id)).toEqual([id, id]);
  expect(JSON.stringify(listed)).not.toMatch(/"[^"]*[\\/][^"]*"/);
});

it("[EN466] every class of errors that the documentation of a package's entry names can be imported from it", async () => {
  const sources = new URL("../src/", import.meta.url);
  const files = await readdir(sources, { recursive: true });
  const texts = await Promise.all(
    files.filter((name) => name.endsWith(".ts")).map((name) => readFile(new URL(name, sources), "utf8")),
  );
  const named = texts.flatMap((text) => [...text.matchAll(/@throws \{?(\w+Error)\b/g)].map(([, name = ""]) => name));
  // Thrown to those within, and a class of the language.
  const within = new Set(["HostError", "RangeError"]);
  const missing = named.filter((name) => !within.has(name) && typeof Reflect.get(engineEntry, name) !== "function");
  expect(new Set(missing)).toEqual(new Set());
  expect(named).toContain("StoreError");
  const refusal: Promise<unknown> = openEngine({ dataDir: await tempFolder(), readOnly: true }).then((engine) =>
    engine.deletePlaythrough("none").finally(() => engine.close()),
  );
  await expect(refusal).rejects.toBeInstanceOf(engineEntry.StoreError);
  expect((await refusal.catch((error: EngineError) => error)) as EngineError).toMatchObject({ code: "read_only" });
});
